"""Makes the prompts of Box. They offer everything that is possible at the table.

If hands are not recorded, cards shown later could prove that an offered act broke a rule (BX-3). The fields `likely` and `doubtful` of a
prompt tell random play to avoid such acts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from domain.kernel.cards import PACK_52, RANK_OF, Card, Seat
from domain.system import Ask, Prompt, asked
from domain.systems.box.claims import Claim
from domain.systems.box.play import seen_in_hand
from domain.systems.box.table import Box, known_cards

MARGIN: Final = 12
"""Random play leaves at least this many spare cards if hands are not recorded. The number of *spare* cards is the number of unseen cards
that agree with everything this player said, less the number of cards in the player's hand."""


def prompts(table: Box) -> tuple[Prompt, ...]:
    return tuple(_prompted(table)) if table.playing else ()


def _prompted(table: Box) -> Iterator[Prompt]:
    match table.phase:
        case "setup":
            yield Prompt("OpenerChosen", {}, (Ask("seat", table.players),), "Who leads the first round?")
        case "lead":
            yield from _leading(table)
            yield from _trading(table)
        case "loss":
            yield from _losing(table)
        case "turn":
            yield from _playing(table)
        case _:
            pass


def _leading(table: Box) -> Iterator[Prompt]:
    seat = table.leader
    if seat is None:
        return
    if table.holdings[seat].hand == 0 and not table.unseen:
        yield _drawing(table, seat, "leads a card from the box")
        return
    text = "leads the highest card"
    if table.knows_hand(seat):
        known = known_cards(table.held, seat)
        top = max(RANK_OF[card] for card in known)
        yield asked("CardLed", seat, text, Ask("card", tuple(card for card in known if RANK_OF[card] == top)))
    else:
        cards = _unsuspected(table, seat)
        ask = Ask("card", cards or _unseen(table, seat), likely=_likely(table, seat, cards, leads=True))
        yield asked("CardLed", seat, text, ask)


def _playing(table: Box) -> Iterator[Prompt]:
    seat, top = table.turn, table.top
    if seat is None or top is None:
        return
    mine, known = table.holdings[seat], table.knows_hand(seat)
    rank, limit = RANK_OF.get(top.card, 0), table.limit
    cards = known_cards(table.held, seat) if known else _unsuspected(table, seat) if mine.hand or table.unseen else ()
    low = () if table.declared else tuple(card for card in cards if RANK_OF[card] <= limit)
    if low:
        ask = Ask("card", low, likely=() if known else _likely(table, seat, low))
        yield asked("CardPlayed", seat, "plays an equal or lower card", ask)
    may = not low or table.rules.voluntary_box
    if known and not may:
        return
    said = (*table.claims.get(seat, ()), Claim(0, "stuck", rank, mine.total))
    doubtful = not may and _room(table, seat, said, mine.hand) < MARGIN
    if mine.box > 0 or table.unseen or (table.rules.instant_refill and mine.owed > 0):
        yield replace(_drawing(table, seat, "is stuck and draws from the box"), doubtful=doubtful)
    elif mine.hand > 0:
        yield asked("StuckDeclared", seat, "is stuck without a box card", doubtful=doubtful)


def _unseen(table: Box, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that can be in this hand: those that are not known to be elsewhere."""
    return tuple(card for card in PACK_52 if card not in table.lying and not _elsewhere(table, seat, card))


def _unsuspected(table: Box, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that can be in this hand and prove no claim of the player false (BX-3). A claim is what a draw or a lead said about
    the hand."""
    binding, mine = _binding(table, seat, table.claims.get(seat, ())), table.exposed.get(seat, {})
    return tuple(card for card in _unseen(table, seat) if card in mine or not any(claim.refuted_by(card) for claim in binding))


def _elsewhere(table: Box, seat: Seat, card: Card) -> bool:
    known = (*table.held.items(), *table.exposed.items())
    return any(card in cards for other, cards in known if other != seat)


def _binding(table: Box, seat: Seat, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Return the claims that are proved false as soon as one more card that contradicts them is shown. A claim is what a draw or a lead
    said about the hand."""
    total = table.holdings[seat].total
    return tuple(claim for claim in claims if len(claim.against) >= total - claim.before)


def _likely(table: Box, seat: Seat, cards: tuple[Card, ...], *, leads: bool = False) -> tuple[Card, ...]:
    """Return the cards that leave at least MARGIN spare cards (see MARGIN) when they are shown. If no card leaves so many, return the cards
    that leave the most."""
    rest = table.holdings[seat].hand - 1
    rooms = {}
    for card in cards:
        said = (Claim(0, "lead", RANK_OF[card], table.holdings[seat].total),) if leads else ()
        rooms[card] = _room(table, seat, (*seen_in_hand(table, seat, card, 0), *said), rest)
    most = max(rooms.values(), default=0)
    return tuple(card for card, room in rooms.items() if room >= min(MARGIN, most))


def _room(table: Box, seat: Seat, claims: tuple[Claim, ...], hand: int) -> int:
    """Return the number of spare cards: the unseen cards that agree with all `claims`, less the number of cards that the player holds
    (`hand`)."""
    binding = _binding(table, seat, claims)
    fitting = (card for card in PACK_52 if card not in table.lying and not any(said.refuted_by(card) for said in binding))
    return sum(1 for _ in fitting) - hand


def _drawing(table: Box, seat: Seat, does: str) -> Prompt:
    in_hands = frozenset[Card]().union(*table.held.values(), *table.exposed.values())
    choices = tuple(card for card in PACK_52 if card not in table.lying and card not in in_hands)
    return asked("BoxDrawn", seat, does, Ask("card", choices))


def _losing(table: Box) -> Iterator[Prompt]:
    """Yield the prompts that follow when players have lost the box. The first of these players must trade, be resurrected, or leave the
    game; all other players may trade."""
    seat = table.pending()[0]
    if table.may_resurrect(seat):
        yield asked("Resurrected", seat, "has lost the box and is resurrected")
    yield from _trading(table, must=seat)
    yield asked("ResurrectionDeclined", seat, "has lost the box and leaves")


def _trading(table: Box, must: Seat | None = None) -> Iterator[Prompt]:
    """Yield the prompts for trades of extras. `must`: the player without a box who must decide before play goes on; None if there is no
    such player."""
    for seat in table.players:
        if table.ledger.closed and table.may_trade(seat) and not table.unseen:
            yield asked("ExtrasTraded", seat, "trades three extras for a box card", expected=seat == must)
