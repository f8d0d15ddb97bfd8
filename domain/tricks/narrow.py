"""Quick sums that tell whether a record may be impossible. If they show that it is possible, the slow search for a deal (`proofs`) is not
needed.

A *place* is where unseen cards can be: a hand, a player's thrown cards, the stock or the kitty. A *kind* is a group of cards: a suit, or
cards of a suit that some places cannot hold. A *mask* is a set of kinds, one bit each; the mask of a place has those it cannot hold.

The sums test Hall's condition: for every set of kinds, the unseen cards of these kinds must fit into the places that can hold at least one
of the kinds. Source: docs/rules/00_conventions.md, deferred checks."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.tricks.deal import NO_CARDS, Deal
from domain.tricks.pack import NO_SUIT, TRUMP

_BIT: Final = {TRUMP: 1, "S": 2, "H": 4, "D": 8, "C": 16, NO_SUIT: 32}
_PLAIN: Final = 62
_FIRST_LOST: Final = 64
_MOST_MASKS: Final = 200
_NOBODY: Final = frozenset[Seat]()


class Pile(NamedTuple):
    """Unseen cards that a player threw or put away. `plain`: whether no trump can be among them."""

    seat: Seat
    number: int
    plain: bool


class Lost(NamedTuple):
    """Cards that were named in a hand but may have been thrown unseen since then, and the one card that must be in a hand, if any.

    `kinds`: (bit, bit of the suit, number of cards) of each kind: the cards of one hand and suit. `own`: for each seat, the kinds that only
    its hand or its thrown cards can hold; for None, a kind that no seat owns. `away`: all kinds that seats own. `due`: the kind of the card
    that must be in a hand; 0 if none. `played`: the seats whose hands cannot hold that card."""

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


NOTHING_LOST: Final = Lost((), {}, 0, 0, _NOBODY)


def binds(deal: Deal, piles: Sequence[Pile], lost: Lost, due: Callable[[Seat], int], *, no_trump: bool = False, margin: int = 0) -> bool:
    """Whether perhaps no deal of the cards fits the record, because some cards have too little room. If False, some deal certainly fits.

    `due`: how many unknown cards in the hand of a seat must be trumps; 0 or less if none must be. `no_trump`: whether no trump can be in
    the stock. `margin`: how many more cards are about to be named; the answer holds whichever cards they are."""
    if deal.unsure and _too_many(deal, piles):
        return True
    narrow = [*_aside(deal, piles, lost, no_trump)] if piles or lost.kinds or no_trump else []
    for seat, held in deal.counts.items():
        if seat in deal.unsure:
            continue
        number, needed = held - len(deal.known.get(seat, NO_CARDS)), due(seat)
        mask = sum([_BIT[suit] for suit in deal.voids[seat]]) if seat in deal.voids else 0
        barred = lost.barred(seat) if lost.kinds else 0
        if needed > (0 if mask & 1 else max(number, 0)):
            return True
        if needed > 0:
            narrow.append((_PLAIN | barred, needed))
            number -= needed
        if (mask or barred) and number > 0:
            narrow.append((mask | barred, number))
    return bool(narrow) and _too_narrow(deal, narrow, lost, margin)


def _too_many(deal: Deal, piles: Sequence[Pile]) -> bool:
    """Whether the places whose number of cards is known have more cards than the pack."""
    known = {seat: len(deal.known.get(seat, NO_CARDS)) for seat in deal.counts}
    hands = sum([known[seat] if seat in deal.unsure else max(known[seat], number) for seat, number in deal.counts.items()])
    return len(deal.gone) + hands + sum([pile.number for pile in piles]) + deal.kitty > len(deal.pack.cards)


def lost_of(deal: Deal, called: Card | None = None, played: Set[Seat] = _NOBODY, *, whole: bool = False) -> Lost:
    """Return the cards that were named in a hand but may have been thrown unseen. `called`: the one card that must be in a hand; None if
    no card must. `played`: the seats whose hands cannot hold it. `whole`: whether every hand and every throw is recorded."""
    gone, known, suit_of = deal.gone, deal.known, deal.pack.suit_of
    only: dict[Card, Seat | None] = {}
    if not whole:
        only |= {card: seat for card, seat in deal.whose.items() if card not in gone and card not in known.get(seat, NO_CARDS)}
    if called is not None:
        only.setdefault(called, None)
    alike: dict[tuple[Seat | None, int, bool], int] = {}
    for card, seat in only.items():
        kind = seat, _BIT.get(suit_of.get(card, ""), 0), card == called
        alike[kind] = alike.get(kind, 0) + 1
    if not only:
        return NOTHING_LOST
    kinds, due, bit = [], 0, _FIRST_LOST
    own: dict[Seat | None, int] = {}
    for (seat, suit, is_due), number in alike.items():
        kinds.append((bit, suit, number))
        own[seat] = own.get(seat, 0) | bit
        due |= bit if is_due else 0
        bit <<= 1
    return Lost(kinds, own, bit - _FIRST_LOST & ~own.get(None, 0), due, played if due else _NOBODY)


def _aside(deal: Deal, piles: Sequence[Pile], lost: Lost, no_trump: bool) -> Iterator[tuple[int, int]]:
    """Yield (mask, number of unseen cards) for each place outside the hands that cannot hold some kind."""
    for pile in piles:
        mask = int(pile.plain) | lost.outside(pile.seat)
        if mask:
            yield mask, pile.number
    if (lost.away or no_trump) and deal.stock_cards is None and not deal.unsure:
        yield lost.away | no_trump, deal.stock
    if lost.away and deal.kitty:
        yield lost.away, deal.kitty


def _too_narrow(deal: Deal, narrow: Sequence[tuple[int, int]], lost: Lost, margin: int) -> bool:
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
    masks: set[int] = set()  # the masks of the places, and all intersections of them
    for one in {mask for mask, _ in narrow}:
        masks |= {one, *[one & other for other in masks]}
        if len(masks) > _MOST_MASKS:
            return True  # with so many masks, a search is cheaper than these sums
    for mask in masks - {0}:
        cards = sum([number for bit, number in left.items() if bit & mask])
        if cards + sum([number for barred, number in narrow if barred & mask == mask]) > everything:
            return True
    return False
