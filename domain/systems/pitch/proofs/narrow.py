"""Quick sums that tell whether a record of Pitch may be impossible. If they show that it is possible, `proofs` need not search for a deal
that fits.

A *place* is where unseen cards can be: a hand, a player's thrown cards, the stock or the kitty. A *kind* is a group of cards: a suit, or
cards of a suit that some places cannot hold. A *mask* is a set of kinds as an integer, with one bit for each kind. The mask of a place has
the kinds that the place cannot hold.

The sums test Hall's condition: take some kinds, and all places that can hold none of them; then the unseen cards of these kinds must fit
into the other places. Source: docs/rules/03_pitch_schema.md §2, §3; 00_conventions, deferred checks; PI-25, PI-37."""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.values import remembered
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.proofs.whereabouts import must_hold, plain_only, sorted_out
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.tricks.moves import Moved
from domain.tricks.pack import TRUMP

_BIT: Final = {TRUMP: 1, "S": 2, "H": 4, "D": 8, "C": 16}
_PLAIN: Final = 30
_FIRST_LOST: Final = 32
_MOST_MASKS: Final = 200
_NO_CARDS: Final = frozenset[Card]()
_NOBODY: Final = frozenset[Seat]()


class _Pile(NamedTuple):
    """Unseen cards that a player threw or put away. `plain`: whether no trump can be among them."""

    seat: Seat
    number: int
    plain: bool


class _Lost(NamedTuple):
    """Cards that were named in a hand but may have been thrown unseen since then, and the called card if it has not appeared. In a mask,
    those of one hand and suit are a kind of their own.

    `kinds`: (bit, bit of the suit, number of cards) of each kind. `own`: for each seat, the kinds that only its hand or its thrown cards
    can hold. `away`: all these kinds. `due`: the kind of the called card; 0 if it has appeared. `played`: the seats that cannot hold the
    called card any more."""

    kinds: Sequence[tuple[int, int, int]]
    own: Mapping[Seat | None, int]
    away: int
    due: int
    played: Set[Seat]

    def outside(self, seat: Seat) -> int:
        """The kinds that neither the hand of `seat` nor its thrown cards can hold."""
        return self.away & ~self.own.get(seat, 0)

    def barred(self, seat: Seat) -> int:
        """The kinds that the hand of `seat` cannot hold."""
        return self.outside(seat) | self.due if seat in self.played else self.outside(seat)


_NOTHING_LOST: Final = _Lost((), {}, 0, 0, _NOBODY)


def binds(table: Pitch, deal: Deal, *, margin: int = 0, sure: bool = False) -> bool:
    """Whether it is possible that no deal of the cards fits the record, because there is too little room for some cards. If False, some
    deal certainly fits.

    `margin`: how many more cards are about to be named, no matter which. `sure`: assume that every throw of the exchange is written
    down."""
    piles, leaves = thrown_unseen(deal.moves, table.rules), table.rules.drop_out != "never"
    whole, sure = not piles and deal.all_hands_known, sure or sorted_out(table, deal)
    if whole and not _trumps_taken(table, deal):
        return (leaves or bool(deal.plain)) and _at_odds(table, deal, leaves=leaves, sure=sure)
    lost = _lost(table, deal, whole=whole)
    narrow = [*_aside(table, deal, piles, lost)] if piles or lost.kinds or table.steps else []
    for seat in table.ring:
        number = deal.counts[seat] - len(deal.known.get(seat, _NO_CARDS))
        if seat in deal.unsure or not (number or leaves or seat in deal.plain):
            continue
        due = _trumps_due(table, deal, seat, sure=sure)
        mask = sum([_BIT[suit] for suit in deal.voids[seat]]) if seat in deal.voids else 0
        barred = lost.barred(seat) if lost.kinds else 0
        if due > (0 if mask & 1 else max(number, 0)):
            return True
        if due > 0:
            narrow.append((_PLAIN | barred, due))
            number -= due
        if (mask or barred) and number > 0:
            narrow.append((mask | barred, number))
    return bool(narrow) and _too_narrow(deal, narrow, lost, margin)


def _at_odds(table: Pitch, deal: Deal, *, leaves: bool, sure: bool) -> bool:
    """Whether the recorded hands alone contradict the record: a hand holds a plain card that it had to throw, or lacks a trump that it must
    hold. Only for a deal in which every hand is recorded."""
    trumps = deal.pack.of_suit[TRUMP]
    for seat in table.ring:
        hand = deal.known.get(seat, _NO_CARDS)
        if sure and seat in deal.plain:
            came, shown = deal.plain[seat]
            if len(hand - trumps) > came - shown:
                return True
        if leaves and trumps.isdisjoint(hand) and must_hold(table, deal, seat, sure=sure)[0] > 0:
            return True
    return False


def _trumps_due(table: Pitch, deal: Deal, seat: Seat, *, sure: bool) -> int:
    """Return how many unknown cards in the hand of `seat` must be trumps if all acts were legal; 0 or less if none must be."""
    held = len(deal.pack.of_suit[TRUMP].intersection(deal.known.get(seat, _NO_CARDS)))
    return -held if held and seat not in deal.plain else must_hold(table, deal, seat, sure=sure)[0] - held


# --- unseen cards, and cards outside the hands -------------------------------------------------------------------------------------------


@remembered
def thrown_unseen(moves: tuple[Moved, ...], rules: Ruleset) -> tuple[_Pile, ...]:
    piles = [(move, move.number - len(move.shown) - (len(move.cards) if move.how == "thrown" else 0)) for move in moves if move.number]
    return tuple([_Pile(move.seat, number, plain_only(rules, move)) for move, number in piles if number > 0])


def _lost(table: Pitch, deal: Deal, *, whole: bool) -> _Lost:
    """`whole`: whether every hand and every throw is recorded."""
    gone, known, suit_of = deal.gone, deal.known, deal.pack.suit_of
    only: dict[Card, Seat | None] = {}
    if not whole:
        only |= {card: seat for card, seat in deal.whose.items() if card not in gone and card not in known.get(seat, _NO_CARDS)}
    called = _awaited(table, deal)
    if called is not None:
        only.setdefault(called, None)
    alike: dict[tuple[Seat | None, int, bool], int] = {}
    for card, seat in only.items():
        kind = seat, _BIT.get(suit_of.get(card, ""), 0), card == called
        alike[kind] = alike.get(kind, 0) + 1
    if not only:
        return _NOTHING_LOST
    kinds, due, bit = [], 0, _FIRST_LOST
    own: dict[Seat | None, int] = {}
    for (seat, suit, is_due), number in alike.items():
        kinds.append((bit, suit, number))
        own[seat] = own.get(seat, 0) | bit
        due |= bit if is_due else 0
        bit <<= 1
    return _Lost(kinds, own, bit - _FIRST_LOST & ~own.get(None, 0), due, _without_called(deal) if due else _NOBODY)


def _without_called(deal: Deal) -> set[Seat]:
    """Return the seats, except the maker, that have played to trick 1. They cannot hold the called card if it has not appeared."""
    return {play.seat for play in (deal.tricks[0].plays if deal.tricks else deal.plays) if play.seat != deal.maker}


def _awaited(table: Pitch, deal: Deal) -> Card | None:
    """Return the called card (whose holder is the maker's partner) if it must be played to trick 1 and the record does not show where it
    is; None otherwise."""
    if deal.called is None or deal.called in deal.gone or "called_card_first" not in table.rules.house:
        return None
    return None if any(deal.called in cards for cards in deal.known.values()) else deal.called


def _aside(table: Pitch, deal: Deal, piles: Sequence[_Pile], lost: _Lost) -> Iterator[tuple[int, int]]:
    """Yield (mask, number of cards) for each place outside the hands, such as the stock, that cannot hold some groups of cards. The mask
    has one bit for each group that the place cannot hold."""
    for pile in piles:
        mask = int(pile.plain) | lost.outside(pile.seat)
        if mask:
            yield mask, pile.number
    no_trump = _trumps_taken(table, deal)
    if (lost.away or no_trump) and deal.stock_cards is None and not deal.unsure:
        yield lost.away | no_trump, deal.stock
    if lost.away and deal.kitty:
        yield lost.away, deal.kitty


def _trumps_taken(table: Pitch, deal: Deal) -> bool:
    """Whether a player took all trumps out of the stock while the cards of the stock are not recorded."""
    may_be = deal.stock_cards is None and any(step.does == "take-stock-trumps" for step in table.steps)
    return may_be and any(move.how == "stock" for move in deal.moves)


# --- the sums -----------------------------------------------------------------------------------------------------------------------------


def _too_narrow(deal: Deal, narrow: Sequence[tuple[int, int]], lost: _Lost, margin: int) -> bool:
    seen = {*deal.gone, *(deal.stock_cards or ())}.union(*deal.known.values())
    left = {_BIT[suit]: len(cards - seen) for suit, cards in deal.pack.of_suit.items()}
    wider: dict[int, int] = {}
    for bit, suit, number in lost.kinds:
        if suit:
            left[suit] -= number
            left[bit] = number
            wider[suit] = wider.get(suit, 0) | bit
    if wider:
        narrow = [(mask | reduce(or_, [more for suit, more in wider.items() if suit & mask], 0), number) for mask, number in narrow]
    return _overfull(left, narrow, margin)


def _overfull(left: Mapping[int, int], narrow: Sequence[tuple[int, int]], margin: int) -> bool:
    everything = sum(left.values()) - margin
    masks = {mask for mask, _ in narrow}
    while more := {one & other for one in masks for other in masks} - masks - {0}:
        masks |= more
        if len(masks) > _MOST_MASKS:
            return True  # with so many masks, the search in `proofs` is cheaper than these sums
    for mask in masks:
        cards = sum([number for bit, number in left.items() if bit & mask])
        if cards + sum([number for barred, number in narrow if barred & mask == mask]) > everything:
            return True
    return False
