"""Makes the findings of High Card. `check` is called before `evolve`. Every finding names its ruling and the events that prove it."""

from collections.abc import Iterable, Iterator, Mapping

from domain.kernel.cards import RANK_OF, Card, Seat, spoken
from domain.kernel.events import (
    CardPlaced,
    CardsRevealed,
    CardsShown,
    DealVoided,
    Event,
    GameAbandoned,
    HandDealt,
    OpenerChosen,
    PlayerJoined,
    PlayerLeft,
    RoundStated,
)
from domain.kernel.findings import Finding, named, open_finding, sealed_finding
from domain.kernel.viewers import value_of
from domain.stated import check_round, impossible_round
from domain.systems.high_card.play import ROUNDS
from domain.systems.high_card.table import MOST_PLAYERS, OVER, PACK, HighCard, Placed
from domain.words.phrases import counted, listed, were

_PLAY = (OpenerChosen, HandDealt, CardPlaced, CardsRevealed, PlayerJoined, PlayerLeft, DealVoided, RoundStated, GameAbandoned)


def check(table: HighCard, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.phase not in OVER:
        match act:
            case CardPlaced():
                return () if _in_order(table, act) else tuple(_placed(table, event, act))
            case CardsRevealed():
                return () if _as_placed(table, act.cards) else tuple(_revealed(table, event, act.cards))
            case _:
                return tuple(_findings(table, event))
    if isinstance(act, RoundStated) and table.ledger.of(act.round) is not None:
        return check_round(table.ledger, event, act, None)
    if isinstance(act, _PLAY):
        return (open_finding("after-the-end", "01 §1 GAME_OVER", event, "The game was over before this."),)
    return tuple(_findings(table, event))


def _in_order(table: HighCard, act: CardPlaced) -> bool:
    """Whether a placed card certainly breaks no rule. A card that fails this quick test gets the full check."""
    seat, card = act.seat, None if act.card is None else act.card.value
    if seat not in table.active or seat in table.placed or table.turn not in (seat, None):
        return False
    if card is None:
        return True
    if card not in RANK_OF or card in table.seen or table.held:
        return False
    return card not in [placed.card for placed in table.placed.values()]


def _as_placed(table: HighCard, cards: Mapping[Seat, Card]) -> bool:
    """Whether a reveal certainly breaks no rule: every player had placed a card, and the shown cards can be the placed ones. Other reveals
    get the full check."""
    placed, seen = table.placed, table.seen
    if table.held or len(placed) < len(table.active) or len(set(cards.values())) < len(cards):
        return False
    for seat, card in cards.items():
        mine = placed.get(seat)
        if mine is None or mine.open or (mine.card is not None and mine.card != card) or card in seen or card not in RANK_OF:
            return False
    return True


def _findings(table: HighCard, event: Event) -> Iterator[Finding]:
    act = event.act
    match act:
        case OpenerChosen(seat):
            yield from _opener(table, event, seat)
        case HandDealt():
            yield from _dealt(table, event, act)
        case CardsShown(seat, cards):
            yield from _shown(table, event, seat, cards)
        case PlayerJoined(seat):
            yield from _joined(table, event, seat)
        case PlayerLeft(seat) if seat not in table.ring or seat in table.leavers:
            yield open_finding("not-seated", "HC-11", event, f"{{{seat}}} is not at the table and cannot leave it.", (seat,))
        case DealVoided() if table.between_rounds:
            yield open_finding("nothing-to-void", "01 §1", event, "No hand had been dealt in this round: there is nothing to void.")
        case RoundStated() as act:
            yield from impossible_round(event, act, _impossible(act.points), "01 §1")
            yield from ROUNDS.check(table, event)
        case _:
            yield from ROUNDS.check(table, event)


def _opener(table: HighCard, event: Event, seat: Seat) -> Iterator[Finding]:
    if table.phase == "opener" or (table.between_rounds and not table.ledger.closed):
        if seat not in table.active:
            yield open_finding("not-in-round", "HC-1", event, f"{{{seat}}} is not at the table and cannot open.", (seat,))
    else:
        yield open_finding("opener-fixed", "HC-1", event, "The opener is chosen once, before the first round.", (seat,))


def _dealt(table: HighCard, event: Event, act: HandDealt) -> Iterator[Finding]:
    if table.dealt:
        yield open_finding("deal-not-due", "01 §1 DEAL", event, "Cards were dealt although this hand had been dealt already.")
        return
    hands = act.cards or {}
    strangers = sorted(seat for seat in hands if seat not in table.active)
    for seat in strangers:
        yield open_finding("not-in-round", "01 §1 DEAL", event, f"{{{seat}}} was dealt a card while out of the round.", (seat,))
    for seat in sorted(hands.keys() - set(strangers)):
        cards = hands[seat].value
        if cards is None:
            continue
        due = 2 if seat in table.due and table.hand_no == 1 else 1
        if len(cards) != due and seat not in table.uncounted:
            sentence = f"{{{seat}}} was dealt {counted(len(cards), 'card')}; {were(due, 'due')}."
            yield sealed_finding("wrong-number-dealt", "HC-5", event, sentence, (seat,), private=(seat,))
        yield from _out_of_pack(event, seat, cards, private=(seat,))
    yield from _dealt_twice(table, event, {seat: cards.value for seat, cards in hands.items() if cards.value is not None})


def _dealt_twice(table: HighCard, event: Event, hands: Mapping[Seat, tuple[Card, ...]]) -> Iterator[Finding]:
    """Yield a finding for each dealt card that also went to another player, was already held, or was already seen in this round."""
    owner = {card: (seat, version) for seat, cards in table.held.items() for card, version in cards.items()}
    for seat, cards in hands.items():
        for card in cards:
            if card in table.seen:
                sighting = table.seen[card]
                yield _twice(event, card, (sighting.version, event.version), (sighting.seat, seat), private=(seat,))
            elif card in owner:
                other, version = owner[card]
                yield _twice(event, card, (version, event.version), (other, seat), private=(other, seat))
            owner[card] = (seat, event.version)


def _placed(table: HighCard, event: Event, act: CardPlaced) -> Iterator[Finding]:
    seat = act.seat
    before = table.placed.get(seat)
    if seat not in table.active:
        out = "is out of this round" if seat in table.ring else "is not at the table"
        yield open_finding("not-in-round", "01 §1 COMMIT", event, f"{{{seat}}} placed a card but {out}.", (seat,))
        return
    if before is not None and before.call is not None:
        sentence = f"{{{seat}}} had already placed a card and called {before.call}; that call stands."
        yield open_finding("changed-card", "HC-14", event, sentence, (seat,), others=(before.version,))
        return
    if before is not None:
        sentence = f"{{{seat}}} called only after showing the card."
        yield open_finding("called-after-reveal", "01 §1 COMMIT", event, sentence, (seat,), others=(before.version,))
    elif table.turn is not None and table.turn != seat:
        yield open_finding("out-of-turn", "HC-2", event, f"{{{seat}}} placed a card although it was {{{table.turn}}}'s turn.", (seat,))
    card = value_of(act.card)
    if card is not None:
        yield from _sealed_card(table, event, seat, card)


def _sealed_card(table: HighCard, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    """Yield findings about a recorded card that was placed face down. It must be in the pack, and must not have been seen, dealt or placed
    elsewhere."""
    yield from _out_of_pack(event, seat, (card,), private=(seat,))
    if card in table.seen and not (table.seen[card].seat == seat and not table.seen[card].played):
        sighting = table.seen[card]
        yield _twice(event, card, (sighting.version, event.version), (sighting.seat, seat), private=(seat,))
    for other, placed in table.placed.items():
        if other != seat and placed.card == card and not placed.open:
            yield _twice(event, card, (placed.version, event.version), (other, seat), private=(other, seat))
    yield from _held_elsewhere(table, event, seat, card)


def _held_elsewhere(table: HighCard, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    """Yield a finding if the card was dealt to another player, or if this hand is completely known and does not have it."""
    for other, cards in table.held.items():
        if other != seat and card in cards:
            sentence = f"{_a(card)} was dealt to {{{other}}} and cannot have been {{{seat}}}'s."
            yield _contradiction("card-held-elsewhere", event, sentence, (cards[card],), (other, seat), private=(other,))
    mine = table.held.get(seat, {})
    if mine and table.dealt and table.knows_hand(seat) and card not in mine:
        versions = tuple(mine.values())
        sentence = f"{{{seat}}} did not hold {spoken(card)}: all cards of that hand are recorded."
        yield _contradiction("card-not-held", event, sentence, versions, (seat,), private=(seat,))


def _revealed(table: HighCard, event: Event, cards: Mapping[Seat, Card]) -> Iterator[Finding]:
    waiting = [seat for seat in table.active if seat not in table.placed and seat not in cards]
    if waiting:
        sentence = "Cards were turned over before " + named(waiting) + " had placed one."
        yield open_finding("revealed-too-early", "01 §1 REVEAL", event, sentence)
    owner: dict[Card, Seat] = {}
    for seat, card in sorted(cards.items()):
        if card in owner:
            yield _twice(event, card, (event.version,), (owner[card], seat))
        owner.setdefault(card, seat)
        yield from _shown_card(table, event, seat, card, table.placed.get(seat))


def _shown_card(table: HighCard, event: Event, seat: Seat, card: Card, placed: Placed | None) -> Iterator[Finding]:
    if seat not in table.active:
        yield open_finding("not-in-round", "01 §1 REVEAL", event, f"{{{seat}}} showed a card while out of the round.", (seat,))
    elif placed is None:
        yield open_finding("no-call", "01 §1 COMMIT", event, f"{{{seat}}} showed a card without a recorded call.", (seat,), kind="gap")
    elif placed.open:
        sentence = f"{{{seat}}}'s card was turned over a second time."
        yield open_finding("revealed-twice", "01 §1 REVEAL", event, sentence, (seat,), others=(placed.version,))
    elif placed.card is not None and placed.card != card:
        sentence = f"{{{seat}}} placed {spoken(placed.card)} and showed {spoken(card)}."
        yield _contradiction("not-the-card-placed", event, sentence, (placed.version,), (seat,), private=(seat,))
    yield from _out_of_pack(event, seat, (card,))
    sighting = table.seen.get(card)
    if sighting is not None and (sighting.played or sighting.seat != seat):
        yield _twice(event, card, (sighting.version, event.version), (sighting.seat, seat))
    if placed is None or placed.card is None:
        yield from _held_elsewhere(table, event, seat, card)


def _shown(table: HighCard, event: Event, seat: Seat, cards: Iterable[Card]) -> Iterator[Finding]:
    known: dict[Card, Seat] = {}
    for card in cards:
        sighting = table.seen.get(card)
        if sighting is not None and (sighting.seat != seat or sighting.played):
            yield _twice(event, card, (sighting.version, event.version), (sighting.seat, seat))
        elif card in known:
            yield _twice(event, card, (event.version,), (seat,))
        known[card] = seat
    yield from _out_of_pack(event, seat, cards)


def _joined(table: HighCard, event: Event, seat: Seat) -> Iterator[Finding]:
    players = len(table.ring) + 1
    if seat in table.ring:
        yield open_finding("seat-taken", "HC-10", event, f"That seat is taken by {{{seat}}}.", (seat,))
        return
    if players > MOST_PLAYERS or table.rules.target * players > PACK:
        sentence = f"{players} players cannot play to {table.rules.target}: the first hand of a round could not be dealt."
        yield open_finding("too-many-players", "HC-10", event, sentence, (seat,))
    if not table.between_rounds and not table.rules.join_next_hand:
        yield open_finding("joined-in-round", "HC-10", event, f"{{{seat}}} joined in the middle of a round.", (seat,))


def _impossible(points: Mapping[Seat, int]) -> str:
    """Return why no round gives these points, in words; empty if one can."""
    wrong = {seat: number for seat, number in sorted(points.items()) if number not in (0, 1)}
    said = listed(f"{{{seat}}} has {number}" for seat, number in wrong.items())
    return f"a round gives a player one point or none, but {said}" if wrong else ""


def _out_of_pack(event: Event, seat: Seat, cards: Iterable[Card], private: tuple[Seat, ...] = ()) -> Iterator[Finding]:
    for card in sorted(set(cards)):
        if card not in RANK_OF:
            yield _contradiction("not-in-pack", event, f"{_a(card)} is not in this pack.", (), (seat,), private=private)


def _twice(event: Event, card: Card, versions: tuple[int, ...], seats: tuple[Seat, ...], private: tuple[Seat, ...] = ()) -> Finding:
    sentence = f"{_a(card)} appears twice in this round, with {named(sorted(set(seats)))}."
    source, suspects = "01 §1 deferred checks", sorted(versions, reverse=True)
    return sealed_finding(
        "card-seen-twice", source, event, sentence, seats, kind="contradiction", others=versions, private=private, suspects=suspects
    )


def _contradiction(
    rule: str, event: Event, sentence: str, others: Iterable[int], seats: Iterable[Seat], private: Iterable[Seat] = ()
) -> Finding:
    return sealed_finding(rule, "01 §1 deferred checks", event, sentence, seats, kind="contradiction", others=others, private=private)


def _a(card: Card) -> str:
    words = spoken(card)
    return words[0].upper() + words[1:]
