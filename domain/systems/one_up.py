"""One-up: everyone flips a card at once; the sole highest takes all, a tied top leaves each player their own.

Hands start equal and are public in principle; won cards lie closed until the game is over, so nobody may use the record to
remember them (OU-5). Source: docs/rules/01_simple_games.md §3 (seed 003), rulings OU-1 to OU-8.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from domain.cards import JOKERS, PACK_52, RANK_OF, RANKS, SUITS, Card, Seat, spoken
from domain.events import (
    CardOffered,
    CardsFlipped,
    DealVoided,
    Event,
    GameAbandoned,
    GameOpened,
    PlayerJoined,
    PlayerLeft,
    ResultStated,
    RoundStated,
    ScoreStated,
)
from domain.findings import Finding, found, named
from domain.ledger import Ledger, check_result, check_round, check_totals, stated_round
from domain.shapes import BySeat, Fault, Flag, ListOf, OneOf, Sealed
from domain.system import Ask, Option, Outcome, Prompt, Rules, SeatView, System, Table, Unplayable, View, Viewer
from domain.values import replace
from domain.viewing import notes_closed

SECTION: Final = "01 §3"
MOST_PLAYERS: Final = 13
COLOURS: Final = {"red": "HD", "black": "SC"}


@dataclass(frozen=True, slots=True)
class OneUpRules:
    """`shares`: by seat (as a decimal string) the colour or suit of a shared pack, empty: in order of the seats."""

    pack_mode: Literal["own", "colours", "suits"] = "own"
    shares: Mapping[str, str] = field(default_factory=dict)
    removed: tuple[str, ...] = ()
    ace: Literal["high", "low"] = "high"
    jokers: Literal["out", "top"] = "out"
    free_composition: bool = False
    sudden_death: bool = False
    open_history: bool = False
    remove_hand: bool = False

    def rank(self, card: Card) -> int:
        """Higher wins; jokers are level with each other above everything (OU-1)."""
        if card in JOKERS:
            return 15
        return 1 if self.ace == "low" and card[0] == "A" else RANK_OF[card]


class Offered(NamedTuple):
    """A card before its player: the event, the card where it is known, and whether everyone has seen it."""

    version: int
    card: Card | None = None
    open: bool = False


@dataclass(frozen=True)
class OneUpTable(Table):
    """`hands`: cards that a seat may still hold (all rounds recorded: exactly those). `unseen`: rounds whose cards were not recorded.
    `played`: the event that flipped a card, by seat and card. `deciders`: the only ones who play on in a sudden death, else empty.
    `opened`: offers that all have seen; `recent`: events of the round on the table; `closed`: events of earlier rounds, which
    players may no longer look at."""

    rules: OneUpRules
    ring: tuple[Seat, ...]
    ledger: Ledger
    hands: Mapping[Seat, frozenset[Card]]
    offered: Mapping[Seat, Offered] = field(default_factory=dict)
    last: Mapping[Seat, Offered] = field(default_factory=dict)
    played: Mapping[tuple[Seat, Card], int] = field(default_factory=dict)
    unseen: int = 0
    deciders: tuple[Seat, ...] = ()
    opened: frozenset[int] = frozenset()
    recent: frozenset[int] = frozenset()
    closed: frozenset[int] = frozenset()
    winners: tuple[Seat, ...] = ()
    state: Literal["open", "finished", "abandoned"] = "open"

    @property
    def cards_left(self) -> int:
        """Rounds still to play."""
        return min([len(self.hands[seat]) for seat in self.players], default=0) - self.unseen

    @property
    def players(self) -> tuple[Seat, ...]:
        """Seats that play this round, clockwise."""
        return self.deciders or self.ring


def awarded(cards: Mapping[Seat, Card], rules: OneUpRules) -> tuple[Seat | None, dict[Seat, int]]:
    """The winner of a round (None: a tied top) and the cards that each pile gains (01 §3, award)."""
    ranks = {seat: rules.rank(card) for seat, card in cards.items()}
    highest = max(ranks.values())
    top = [seat for seat, rank in ranks.items() if rank == highest]
    if len(top) > 1:
        return None, dict.fromkeys(cards, 1)
    return top[0], {seat: len(cards) if seat == top[0] else 0 for seat in cards}


def rules_of(rules: Rules) -> OneUpRules:
    removed = rules.get("removed", ())
    return OneUpRules(**{**rules, "removed": tuple(removed) if isinstance(removed, (list, tuple)) else ()})  # type: ignore[arg-type]


def starting_hands(rules: OneUpRules, seats: Iterable[Seat]) -> dict[Seat, frozenset[Card]]:
    """The cards of each seat at the start: a pack, a colour or a suit, less what was removed, with jokers where they play."""
    gone = frozenset(rules.removed)
    kept = [card for card in PACK_52 if not gone & {card, card[0], card[1]}]
    seats = tuple(seats)
    if rules.pack_mode == "own":
        jokers = JOKERS if rules.jokers == "top" else ()
        return dict.fromkeys(seats, frozenset((*kept, *jokers)))
    names = tuple(COLOURS) if rules.pack_mode == "colours" else tuple(SUITS)
    share = {seat: rules.shares.get(str(seat), names[n % len(names)]) for n, seat in enumerate(seats)}
    hands = {}
    for seat, name in share.items():
        joker = {"red": JOKERS[:1], "black": JOKERS[1:]}.get(name, ()) if rules.jokers == "top" else ()
        hands[seat] = frozenset((*(card for card in kept if card[1] in COLOURS.get(name, name)), *joker))
    return hands


def fits(rules: Rules, seats: int) -> None:
    """Hands of one size (OU-2), made as `pack_mode` says; every fault is named."""
    chosen = rules_of(rules)
    faults = []
    most = {"colours": 2, "suits": 4}.get(chosen.pack_mode, MOST_PLAYERS)
    if seats > most or (chosen.pack_mode == "colours" and seats != 2):
        faults.append(
            Fault("/seats", f"one pack shared by {chosen.pack_mode} serves {most} players{'' if most == 2 else ' at most'} (OU-4)")
        )
    if chosen.shares and chosen.pack_mode == "own":
        faults.append(Fault("/options/shares", "only where one pack is shared"))
    names = {"colours": tuple(COLOURS), "suits": tuple(SUITS)}.get(chosen.pack_mode, (*COLOURS, *SUITS))
    given = list(chosen.shares.values())
    if chosen.shares and chosen.pack_mode != "own":
        if set(given) - set(names) or len(set(given)) != len(given) or len(given) != seats:
            faults.append(Fault("/options/shares", f"must give each seat one of {', '.join(names)}, no two the same"))
        if set(chosen.shares) != {str(seat) for seat in range(seats)}:
            faults.append(Fault("/options/shares", f"must name the seats 0 to {seats - 1}"))
    if chosen.jokers == "top" and chosen.pack_mode == "suits":
        faults.append(Fault("/options/jokers", "belong to no suit: leave them out of a pack shared by suits"))
    if faults:
        raise Unplayable(*faults)
    _refuse_unequal(chosen, starting_hands(chosen, (Seat(seat) for seat in range(seats))))


def _refuse_unequal(rules: OneUpRules, hands: Mapping[Seat, frozenset[Card]]) -> None:
    """OU-2: one size always; the same ranks in the same numbers unless `free_composition`."""
    sizes = {len(cards) for cards in hands.values()}
    if len(sizes) > 1 or sizes == {0}:
        raise Unplayable(Fault("/options/removed", "leaves hands of different sizes or none at all (OU-2)"))
    ranks = {tuple(sorted(Counter(map(rules.rank, cards)).items())) for cards in hands.values()}
    if len(ranks) > 1 and not rules.free_composition:
        raise Unplayable(Fault("/options/removed", "leaves hands of different ranks; allow it with free_composition (OU-2)"))


def open_table(opened: GameOpened) -> OneUpTable:
    rules = rules_of(opened.rules)
    ring = tuple(seating.seat for seating in opened.seats)
    return OneUpTable(rules, ring, Ledger(dict.fromkeys(ring, 0)), starting_hands(rules, ring))


def evolve(table: OneUpTable, event: Event) -> OneUpTable:
    act = event.act
    if table.state != "open":
        return table
    match act:
        case CardOffered():
            return _offered(table, act, event.version)
        case CardsFlipped():
            return _flipped(_begun(table, event.version, _turned(table, act.cards, event.version)), event.version)
        case DealVoided():
            return replace(table, offered={}, closed=table.closed | table.recent, recent=frozenset())
        case PlayerLeft(seat) if seat in table.ring:
            return _left(table, seat, event.version)
        case RoundStated():
            adopted = stated_round(table.ledger, act, event.version)
            if adopted is None:
                return table
            missing = act.round - table.ledger.round
            table = replace(table, ledger=adopted[0], unseen=table.unseen + missing + 1)
            return _closed(table, adopted[1], "stated", event.version)
        case ScoreStated() if table.ledger.adopts_totals():
            return replace(table, ledger=table.ledger.with_totals(act))
        case ResultStated(winners):
            return replace(table, ledger=table.ledger.with_result(act), winners=tuple(sorted(winners)), state="finished")
        case GameAbandoned():
            return replace(table, state="abandoned")
        case _:
            return table


def _offered(table: OneUpTable, act: CardOffered, version: int) -> OneUpTable:
    seat, before = act.seat, table.offered
    if seat in before or seat not in table.players:
        return table
    card = None if act.card is None or act.card.value is None else _own(act.card.value, table, seat)
    return _begun(table, version, {**before, seat: Offered(version, card)})


def _own(card: Card, table: OneUpTable, seat: Seat) -> Card:
    """The card without the suffix of the player's own pack: pack n belongs to the nth place of the ring."""
    if "@" not in card:
        return card
    name, at, pack = card.partition("@")
    return Card(name) if at and int(pack) == table.ring.index(seat) + 1 else card


def _begun(table: OneUpTable, version: int, offered: Mapping[Seat, Offered]) -> OneUpTable:
    """A round goes on, or begins: then the cards of the round before are closed (OU-5)."""
    if table.offered:
        return replace(table, offered=offered, recent=table.recent | {version})
    closed = table.closed | table.recent
    return replace(table, offered=offered, ledger=table.ledger.with_cards(), last={}, closed=closed, recent=frozenset({version}))


def _turned(table: OneUpTable, cards: Mapping[Seat, Card], version: int) -> dict[Seat, Offered]:
    """The cards before the players with those turned face up."""
    offered, players = dict(table.offered), table.players
    for seat, card in cards.items():
        if seat in players:
            before = offered.get(seat)
            offered[seat] = Offered(version if before is None else before.version, _own(card, table, seat), True)
    return offered


def _flipped(table: OneUpTable, version: int) -> OneUpTable:
    """Awarded as soon as every player shows a card of their hand; held open until then (OU-7)."""
    offered, hands = table.offered, table.hands
    shown = {seat: mine.card for seat, mine in offered.items() if mine.open and mine.card is not None and mine.card in hands[seat]}
    if len(shown) < len(table.players):
        return table
    table = replace(
        table,
        hands={seat: cards - {shown[seat]} if seat in shown else cards for seat, cards in hands.items()},
        played={**table.played, **dict.fromkeys(shown.items(), version)},
        last=offered,
        opened=table.opened.union([mine.version for mine in offered.values()]),
    )
    return _closed(table, awarded(shown, table.rules)[1], "awarded", version)


def _closed(table: OneUpTable, gains: Mapping[Seat, int], reason: str, version: int) -> OneUpTable:
    table = replace(table, ledger=table.ledger.with_round(gains, reason, version), offered={})
    taker = [seat for seat, gain in gains.items() if gain] if table.deciders else []
    if len(taker) == 1:
        return replace(table, winners=(taker[0],), state="finished")
    return _ended(table) if table.cards_left <= 0 else table


def _ended(table: OneUpTable) -> OneUpTable:
    """All cards are played: the largest pile wins; level piles share (OU-3), or play on with fresh hands in a sudden death."""
    best = max(table.ledger.scores[seat] for seat in table.players)
    top = table.deciders or tuple(seat for seat in table.players if table.ledger.scores[seat] == best)
    if table.rules.sudden_death and len(top) > 1:
        fresh = starting_hands(table.rules, tuple(seat for seat in table.ledger.scores))
        return replace(table, deciders=top, hands={**table.hands, **{seat: fresh[seat] for seat in top}}, played={}, unseen=0)
    return replace(table, winners=tuple(sorted(top)), state="finished")


def _left(table: OneUpTable, seat: Seat, version: int) -> OneUpTable:
    """The game is abandoned; with `remove_hand` the remaining cards leave play and the pile stays (OU-6)."""
    ring = tuple(other for other in table.ring if other != seat)
    if not table.rules.remove_hand or len(ring) < 2:
        return replace(table, state="abandoned")
    offered = {other: card for other, card in table.offered.items() if other != seat}
    deciders = tuple(other for other in table.deciders if other != seat)
    table = replace(table, ring=ring, offered=offered, deciders=deciders)
    if len(deciders) == 1:
        return replace(table, winners=deciders, state="finished")
    return _flipped(table, version)


def check(table: OneUpTable, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.state == "open":
        match act:
            case CardOffered():
                return tuple(_checked_offer(table, event, act))
            case CardsFlipped(cards):
                return tuple(_checked_flip(table, event, cards))
            case _:
                return tuple(_findings(table, event))
    if isinstance(act, (CardOffered, CardsFlipped, DealVoided, PlayerLeft, GameAbandoned)):
        return (found("after-the-end", f"{SECTION} GAME_OVER", event, "The game was over before this."),)
    return tuple(_findings(table, event))


def _findings(table: OneUpTable, event: Event) -> Iterator[Finding]:
    act = event.act
    match act:
        case DealVoided() if not table.offered:
            yield found("nothing-to-void", SECTION, event, "No card had been offered in this round: there is nothing to void.")
        case PlayerJoined(seat):
            yield found("roster-fixed", f"{SECTION} SETUP", event, f"{{{seat}}} cannot join: hands are fixed at the start.", (seat,))
        case PlayerLeft(seat) if seat not in table.ring:
            yield found("not-seated", "OU-6", event, f"{{{seat}}} is not at the table and cannot leave it.", (seat,))
        case RoundStated():
            yield from check_round(table.ledger, event, act, None)
            yield from _checked_gains(table, event, act)
        case ScoreStated():
            yield from check_totals(table.ledger, event, act)
        case ResultStated():
            yield from check_result(table.ledger, event, act, table.winners)
        case _:
            pass


def _checked_gains(table: OneUpTable, event: Event, act: RoundStated) -> Iterator[Finding]:
    """Piles grow by exactly the number of players in each round (01 §3, audit)."""
    gained, players = sum(act.points.values()), len(table.players)
    if act.round >= table.ledger.round and (gained != players or set(act.points.values()) - {0, 1, players}):
        told = f"A round brings {players} cards to one pile, or one to each; {gained} are stated."
        yield found("impossible-points", f"{SECTION} award", event, told, act.points)


def _checked_offer(table: OneUpTable, event: Event, act: CardOffered) -> Iterator[Finding]:
    seat = act.seat
    if seat not in table.players:
        yield found("not-in-round", SECTION, event, f"{{{seat}}} offered a card without being in the round.", (seat,))
    elif seat in table.offered:
        before = table.offered[seat].version
        yield found("changed-card", f"{SECTION} OFFER", event, f"{{{seat}}} had already offered a card.", (seat,), others=(before,))
    elif act.card is not None and act.card.value is not None:
        yield from _not_in_hand(table, event, seat, act.card.value, private=(seat,))


def _checked_flip(table: OneUpTable, event: Event, cards: Mapping[Seat, Card]) -> Iterator[Finding]:
    waiting = [seat for seat in table.players if seat not in table.offered and seat not in cards]
    if waiting:
        told = f"Cards were flipped before {named(waiting)} had offered one."
        yield found("revealed-too-early", f"{SECTION} FLIP", event, told, waiting)
    for seat, card in sorted(cards.items()):
        offered = table.offered.get(seat)
        if seat not in table.players:
            yield found("not-in-round", SECTION, event, f"{{{seat}}} flipped a card without being in the round.", (seat,))
            continue
        if offered is not None and offered.open and offered.card in table.hands[seat]:
            told = f"{{{seat}}}'s card was flipped a second time."
            yield found("revealed-twice", f"{SECTION} FLIP", event, told, (seat,), others=(offered.version,))
        elif offered is not None and not offered.open and offered.card not in (None, _own(card, table, seat)):
            told = f"{{{seat}}} offered {_said(offered.card)} and showed {_said(card)}."
            yield found("not-the-card-placed", f"{SECTION} FLIP", event, told, (seat,), kind="contradiction", others=(offered.version,))
        yield from _not_in_hand(table, event, seat, card)


def _not_in_hand(table: OneUpTable, event: Event, seat: Seat, card: Card, private: tuple[Seat, ...] = ()) -> Iterator[Finding]:
    card = _own(card, table, seat)
    if card in table.hands[seat]:
        return
    before = table.played.get((seat, card))
    if before is not None:
        told = f"{{{seat}}} had already played {_said(card)}. The round stays open until it is corrected or voided."
        alternatives = (f"mistyped card at {event.version}?", f"mistyped card at {before}?")
        yield found(
            "card-seen-twice",
            "OU-7",
            event,
            told,
            (seat,),
            kind="contradiction",
            others=(before,),
            private=private,
            alternatives=alternatives,
        )
    else:
        told = f"{_said(card).capitalize()} is not in {{{seat}}}'s hand. The round stays open until it is corrected or voided."
        yield found("not-in-hand", "OU-7", event, told, (seat,), kind="contradiction", private=private)


def _said(card: Card | None) -> str:
    name, at, pack = (card or "").partition("@")
    return "no card" if not name else spoken(Card(name)) + (f" of pack {pack}" if at else "")


def prompts(table: OneUpTable) -> tuple[Prompt, ...]:
    if table.state != "open":
        return ()
    waiting = [seat for seat in table.players if seat not in table.offered]
    if waiting:
        return tuple(_offering(table, seat) for seat in waiting)
    asks = []
    for seat, mine in sorted(table.offered.items()):
        good = mine.card in table.hands[seat]
        if not (mine.open and good):
            asks.append(Ask(f"cards.{seat}", (mine.card,) if good else _hand(table, seat)))
    return (Prompt("CardsFlipped", {}, tuple(asks), "Cards are flipped"),)


def _offering(table: OneUpTable, seat: Seat) -> Prompt:
    asks = (Ask("card", _hand(table, seat), optional=True),)
    return Prompt("CardOffered", {"seat": seat}, asks, f"{{{seat}}} offers a card")


def _hand(table: OneUpTable, seat: Seat) -> tuple[Card, ...]:
    order = (*JOKERS, *PACK_52)
    return tuple(sorted(table.hands[seat], key=order.index))


def seen_by(table: OneUpTable, viewer: Viewer) -> View:
    waiting = tuple(seat for seat in table.players if seat not in table.offered)
    closed = tuple(seat for seat in table.players if seat in table.offered and not table.offered[seat].open)
    over = table.state != "open"
    return View(
        phase={"finished": "over", "abandoned": "abandoned"}.get(table.state, "offer" if waiting else "flip"),
        round=max(1, table.ledger.round - (table.state == "finished")),
        hand=1,
        leader=None,
        turn=() if over else waiting or closed,
        seats=tuple(_seat(table, seat, viewer) for seat in table.ring),
        face_up=tuple(mine.card for mine in (table.offered or table.last).values() if mine.open and mine.card is not None),
        piles={},
        last_round=_told(table),
    )


def _seat(table: OneUpTable, seat: Seat, viewer: Viewer) -> SeatView:
    """Hands could be worked out by anyone who remembers; only those who may see the history are told them (OU-5)."""
    mine = (table.offered or table.last).get(seat)
    card = mine.card if mine is not None and (mine.open or viewer.owns(seat)) else None
    remembers = viewer.sees_all or table.rules.open_history or table.state != "open"
    cards = len(table.hands[seat]) - table.unseen - (seat in table.offered) if seat in table.players else 0
    return SeatView(
        seat=seat,
        active=seat in table.players,
        score=table.ledger.score_of(seat),
        cards=max(0, cards),
        hand=_hand(table, seat) if remembers and not table.unseen else None,
        placed=mine is not None,
        card=card,
    )


def _told(table: OneUpTable) -> str:
    """The last round in words, with seats as in a finding; empty before the first."""
    if not table.ledger.closed:
        return ""
    last = table.ledger.closed[-1]
    if len(last.points) == 1:
        (seat, gain), *_ = last.points.items()
        return f"Round {last.number}: {{{seat}}} takes {gain} cards."
    return f"Round {last.number}: {'the top was tied; each keeps their own' if last.points else 'not recorded'}."


def shown(event: Event, table: OneUpTable, viewer: Viewer) -> Event | None:
    """Cards of earlier rounds are closed to seats and the public while the game lasts (OU-5)."""
    remembers = viewer.sees_all or table.rules.open_history or table.state != "open"
    if event.version in table.closed and not remembers:
        return None
    match event.act:
        case CardOffered(seat, Sealed() as card) if not (viewer.owns(seat) or _was_shown(table, seat, event.version)):
            return event._replace(act=CardOffered(seat, card.closed()))
        case _:
            return notes_closed(event, viewer)


def _was_shown(table: OneUpTable, seat: Seat, version: int) -> bool:
    """Whether everyone has seen the card of that offer: in an earlier round, or in this one."""
    mine = table.offered.get(seat)
    return version in table.opened or (mine is not None and mine.version == version and mine.open)


def outcome(table: OneUpTable) -> Outcome:
    return table.ledger.outcome(table.state, table.winners)


RANKS_AND_SUITS: Final = (*reversed(RANKS), *SUITS, *PACK_52)

ONE_UP: Final = System(
    slug="one-up",
    name="One-up",
    family="one-up",
    summary="Everyone flips a card at once; the sole highest takes all, a tied top leaves each with their own.",
    players=(2, MOST_PLAYERS),
    acts=frozenset({"CardOffered", "CardsFlipped"}),
    options=(
        Option("pack_mode", OneOf(("own", "colours", "suits")), "own", "01 §3", "A pack each, or one pack shared by colours or suits."),
        Option(
            "shares", BySeat(OneOf((*COLOURS, *SUITS))), {}, "OU-4", "Which colour or suit each seat takes; in order of seats if empty."
        ),
        Option("removed", ListOf(OneOf(RANKS_AND_SUITS), most=60), [], "01 §3", "Ranks, suits or cards left out for a shorter game."),
        Option("ace", OneOf(("high", "low")), "high", "OU-1", "Where the ace ranks."),
        Option("jokers", OneOf(("out", "top")), "out", "OU-1", "Jokers left out, or level with each other on top."),
        Option("free_composition", Flag(), False, "OU-2", "Hands of one size may hold different ranks."),
        Option("sudden_death", Flag(), False, "OU-3", "Level piles play on with fresh hands until one takes a round."),
        Option("open_history", Flag(), False, "OU-5", "Played cards stay open to everyone."),
        Option("remove_hand", Flag(), False, "OU-6", "When a player leaves, their remaining cards leave play and the game goes on."),
    ),
    rulings=(
        ("OU-1", "How do the cards rank?", "Ace high, two low, without jokers."),
        ("OU-2", "Unequal hands?", "Refused if the sizes differ; other ranks only with free_composition."),
        ("OU-3", "Level piles at the end?", "A shared win."),
        ("OU-4", "One pack shared by suits?", "A suit each; suits left over are unused."),
        ("OU-5", "Are played cards shown during play?", "Not to players; the scorekeeper sees all."),
        ("OU-6", "A player drops out?", "The game is abandoned."),
        ("OU-7", "A card that was already played?", "A finding; the round stays open until it is corrected or voided."),
        ("OU-8", "Stop once a lead cannot be caught?", "No; all rounds are played."),
    ),
    fits=fits,
    open_table=open_table,
    evolve=evolve,
    check=check,
    prompts=prompts,
    seen_by=seen_by,
    shown=shown,
    outcome=outcome,
)

SYSTEMS: Final = (ONE_UP.erased(),)
