"""Quick sums that tell whether a record of Pitch may be impossible: what the rules of Pitch add to the sums of `domain.tricks.narrow`.

Source: docs/rules/03_pitch_schema.md §2, §3; 00_conventions, deferred checks; PI-25, PI-37."""

from collections.abc import Iterator

from domain.kernel.cards import Card, Seat
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.proofs.whereabouts import must_hold, plain_proof, sorted_out
from domain.tricks import narrow
from domain.tricks.deal import NO_CARDS
from domain.tricks.moves import Moved, Moves
from domain.tricks.narrow import Pile
from domain.tricks.pack import TRUMP


def binds(table: Pitch, deal: Deal, *, margin: int = 0, sure: bool = False) -> bool:
    """Whether it is possible that no deal of the cards fits, because some cards have too little room. If False, some deal certainly fits.
    `margin`: how many cards are about to be named besides. `sure`: whether every throw of the exchange is written down."""
    piles, no_trump = [*_piles(table, deal)], False
    if deal.stock_cards is None and any(step.does == "take-stock-trumps" for step in table.steps):
        no_trump = any(move.how == "stock" for move in deal.moves)
    leaves = table.rules.drop_out != "never" and bool(deal.plays or deal.tricks)
    whole, sure = not piles and deal.all_hands_known, sure or sorted_out(table, deal)

    def due(seat: Seat) -> int:
        return _trumps_due(table, deal, seat, sure=sure) if leaves or seat in deal.plain else 0

    if whole and not no_trump:  # the recorded hands alone can contradict the record
        return (leaves or bool(deal.plain)) and any(due(seat) > 0 for seat in table.ring)
    called = _awaited(table, deal)
    first = deal.tricks[0].plays if deal.tricks else deal.plays
    without = {play.seat for play in first if play.seat != deal.maker} if called is not None else frozenset[Seat]()
    lost = narrow.lost_of(deal, called, without, whole=whole)
    return narrow.binds(deal, piles, lost, due, no_trump=no_trump, margin=margin)


def _trumps_due(table: Pitch, deal: Deal, seat: Seat, *, sure: bool) -> int:
    """Return how many unknown cards in the hand of `seat` must be trumps if all acts were legal; 0 or less if none must be."""
    held = len(deal.pack.of_suit[TRUMP].intersection(deal.known.get(seat, NO_CARDS)))
    return -held if held and seat not in deal.plain else must_hold(table, deal, seat, sure=sure)[0] - held


def _piles(table: Pitch, deal: Deal) -> Iterator[Pile]:
    for move, number in thrown_unseen(deal.moves):
        yield Pile(move.seat, number, plain_proof(table, deal, move, table.ring) is not None)


def thrown_unseen(moves: Moves) -> tuple[tuple[Moved, int], ...]:
    """Return each throw of cards that are not written down, with their number."""
    found = []
    for move in moves:
        if move.number and (number := move.number - len(move.shown) - (len(move.cards) if move.how == "thrown" else 0)) > 0:
            found.append((move, number))
    return tuple(found)


def _awaited(table: Pitch, deal: Deal) -> Card | None:
    """Return the called card if it must be played to trick 1 by the rules, but the record does not show where it is; otherwise None."""
    if deal.called is None or deal.called in deal.gone or "called_card_first" not in table.rules.house:
        return None
    return None if any(deal.called in cards for cards in deal.known.values()) else deal.called
