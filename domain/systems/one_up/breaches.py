"""Makes the findings of One-up. `check` is called with the table before the event, and does not change the table.

Source: docs/rules/01_simple_games.md §3, rulings OU-1 to OU-8.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.cards import Card, Seat, spoken
from domain.kernel.events import (
    CardOffered,
    CardsFlipped,
    DealVoided,
    Event,
    GameAbandoned,
    PlayerJoined,
    PlayerLeft,
    ResultStated,
    RoundStated,
    ScoreStated,
)
from domain.kernel.findings import Finding, named, open_finding, sealed_finding
from domain.ledger import MISSING
from domain.stated import impossible_round
from domain.systems.one_up.play import ROUNDS
from domain.systems.one_up.table import SECTION, OneUpTable, cards_of_all, holds, own
from domain.words.phrases import capital, counted, listed

FLIP: Final = f"{SECTION} FLIP"


def check(table: OneUpTable, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.state == "open":
        match act:
            case CardOffered():
                return tuple(_checked_offer(table, event, act))
            case CardsFlipped():
                return tuple(_checked_flip(table, event, act.cards))
            case _:
                return tuple(_findings(table, event))
    if isinstance(act, (CardOffered, CardsFlipped, DealVoided, PlayerLeft, GameAbandoned)):
        return (open_finding("after-the-end", f"{SECTION} GAME_OVER", event, "The game was over before this."),)
    return tuple(_findings(table, event))


def _findings(table: OneUpTable, event: Event) -> Iterator[Finding]:
    act = event.act
    match act:
        case DealVoided() if not table.offered:
            yield open_finding("nothing-to-void", SECTION, event, "No card had been offered in this round: there is nothing to void.")
        case PlayerJoined(seat):
            sentence = f"{{{seat}}} joined, although hands are fixed at the start."
            yield open_finding("roster-fixed", f"{SECTION} SETUP", event, sentence, (seat,))
        case PlayerLeft(seat) if seat not in table.ring:
            yield open_finding("not-seated", "OU-6", event, f"{{{seat}}} is not at the table and cannot leave it.", (seat,))
        case RoundStated():
            yield from ROUNDS.check(table, event)
            yield from _checked_gains(table, event, act)
        case ScoreStated(scores) | ResultStated(scores=dict(scores)):
            yield from _checked_piles(table, event, scores)
            yield from ROUNDS.check(table, event)
        case _:
            yield from ROUNDS.check(table, event)


def _checked_piles(table: OneUpTable, event: Event, piles: Mapping[Seat, int]) -> Iterator[Finding]:
    """Yield a finding if more cards are stated than the game has. Nothing is checked if an option may change the number of cards: in a
    sudden death players take fresh cards, and a player who leaves may take cards out of the game."""
    cards = cards_of_all(table)
    if not (table.rules.sudden_death or table.rules.remove_hand or table.ledger.penalties) and sum(piles.values()) > cards:
        sentence = f"All piles together have at most {counted(cards, 'card')}, but {sum(piles.values())} are entered."
        yield open_finding("impossible-points", f"{SECTION} audit", event, sentence, kind="contradiction")


def _checked_gains(table: OneUpTable, event: Event, act: RoundStated) -> Iterator[Finding]:
    """Yield a finding if a round cannot give the stated points. A round gives as many cards as there are players: all to one player, or one
    to each (01 §3, audit). If fewer are stated, the finding is only a query, because a player may have left without an entry in the record.
    If rounds are missing, nothing is checked, because nobody knows who played."""
    gains = [gain for gain in act.points.values() if gain]
    gained, players = sum(gains), len(table.players)
    if act.round != table.ledger.round or table.ledger.numbers.get(MISSING):
        return
    said = listed(f"{{{seat}}} has {gain}" for seat, gain in sorted(act.points.items()) if gain) or "nobody has any"
    why = f"a round gives {players} cards to one pile, or one card to each, but {said}"
    if gained > players or min(gains, default=0) < 0 or (len(gains) != 1 and {*gains} != {1}):
        yield from impossible_round(event, act, why, f"{SECTION} award")
    elif gained < players:
        yield open_finding("too-few-points", f"{SECTION} award, OU-6", event, f"{capital(why)}.", kind="contradiction")


def _checked_offer(table: OneUpTable, event: Event, act: CardOffered) -> Iterator[Finding]:
    seat = act.seat
    if seat not in table.players:
        yield open_finding("not-in-round", SECTION, event, f"{{{seat}}} offered a card without being in the round.", (seat,))
    elif seat in table.offered:
        before = table.offered[seat].version
        yield open_finding("changed-card", f"{SECTION} OFFER", event, f"{{{seat}}} had already offered a card.", (seat,), others=(before,))
    elif act.card is not None and act.card.value is not None:
        yield from _not_in_hand(table, event, seat, act.card.value, private=(seat,))


def _checked_flip(table: OneUpTable, event: Event, cards: Mapping[Seat, Card]) -> Iterator[Finding]:
    waiting = [seat for seat in table.players if seat not in table.offered and seat not in cards]
    if waiting:
        sentence = f"Cards were flipped before {named(waiting)} had offered one."
        yield open_finding("revealed-too-early", FLIP, event, sentence)
    for seat, card in sorted(cards.items()):
        offered = table.offered.get(seat)
        if seat not in table.players:
            yield open_finding("not-in-round", SECTION, event, f"{{{seat}}} flipped a card without being in the round.", (seat,))
            continue
        if offered is not None and offered.open and holds(table, seat, offered.card):
            sentence = f"{{{seat}}}'s card was flipped a second time."
            yield open_finding("revealed-twice", FLIP, event, sentence, (seat,), others=(offered.version,))
        elif offered is not None and not offered.open and offered.card not in (None, own(card, table, seat)):
            sentence = f"{{{seat}}} offered {_said(offered.card)} and showed {_said(card)}."
            others = (offered.version,)
            yield sealed_finding(
                "not-the-card-placed", FLIP, event, sentence, (seat,), kind="contradiction", others=others, private=(seat,)
            )
        yield from _not_in_hand(table, event, seat, card)


def _not_in_hand(table: OneUpTable, event: Event, seat: Seat, card: Card, private: tuple[Seat, ...] = ()) -> Iterator[Finding]:
    card = own(card, table, seat)
    if holds(table, seat, card):
        return
    before = next((version for version, shown in reversed(table.played) if shown.get(seat) == card), None)
    if before is not None:
        sentence = f"{{{seat}}} had already played {_said(card)}. The round stays open until it is corrected or voided."
        yield sealed_finding(
            "card-seen-twice",
            "OU-7",
            event,
            sentence,
            (seat,),
            kind="contradiction",
            others=(before,),
            private=private,
            suspects=(event.version, before),
        )
    else:
        sentence = f"{_said(card).capitalize()} is not in {{{seat}}}'s hand. The round stays open until it is corrected or voided."
        yield sealed_finding("not-in-hand", "OU-7", event, sentence, (seat,), kind="contradiction", private=private)


def _said(card: Card | None) -> str:
    name, at, pack = (card or "").partition("@")
    return "no card" if not name else spoken(Card(name)) + (f" of pack {pack}" if at else "")
