"""How hands, kitty and stock change outside the play. Cards that the record does not name are only counted. If an act contradicts the
record, the deal is marked as `torn`. Nothing is refused."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardsDealt, CardsDiscarded
from domain.kernel.values import replace
from domain.tricks.deal import NO_CARDS, Deal, Thrown
from domain.tricks.moves import Moved, Moves, written
from domain.tricks.play import without_known

D = TypeVar("D", bound=Deal)


def with_hands(deal: D, act: CardsDealt, version: int, seats: Collection[Seat]) -> D:
    """Return the deal after the cards were dealt as the act says."""
    known = {seat: frozenset(cards.value) for seat, cards in (act.hands or {}).items() if cards.value is not None and seat in seats}
    whose = {card: seat for seat, cards in known.items() for card in cards}
    return replace(
        deal,
        dealt=True,
        known=known,
        moves=Moves([Moved(version, "dealt", seat, cards.value) for seat, cards in (act.hands or {}).items() if cards.value is not None]),
        whose=whose,
        torn=len(whose) < sum(map(len, known.values())),
        kitty_cards=None if act.kitty is None else act.kitty.value,
        stock_cards=None if act.stock is None else act.stock.value,
    )


def rightly_dealt(deal: Deal, due: Mapping[Seat, int], aside: tuple[int, int]) -> bool:
    """Whether the record shows that every hand and the kitty got the right number of cards. `due`: how many cards each seat gets. `aside`:
    how many cards belong in the kitty and in the stock."""
    if not {move.how for move in deal.moves} <= {"dealt", "shown"}:
        return False
    kitty, stock = deal.kitty_cards, deal.stock_cards
    right = (kitty is not None or not aside[0]) and len(kitty or ()) == aside[0] and (stock is None or len(stock) == aside[1])
    return right and {move.seat: len({*move.cards}) for move in deal.moves if move.how == "dealt"} == {**due}


def received(deal: D, seat: Seat, cards: Collection[Card], count: int) -> D:
    """Return the deal with these cards, which the record names, in the hand of `seat`. `count`: how many came to the hand in all."""
    torn = deal.torn or len(cards) > count or not (deal.gone.keys().isdisjoint(cards) and deal.whose.keys().isdisjoint(cards))
    known = {**deal.known, seat: deal.hand(seat).union(cards)}
    return replace(deal, known=known, whose={**deal.whose, **dict.fromkeys(cards, seat)}, torn=torn)


def from_stock(deal: D, seat: Seat, count: int, taken: tuple[Card, ...] | None = None, *, in_order: bool = True) -> D:
    """Return the deal after `count` cards left the stock for the hand of `seat`. If the stock is too small, thrown cards are dealt as well.
    `taken`: the cards, if named. `in_order`: whether unnamed cards are the next cards of the stock."""
    short = max(0, count - deal.stock)
    left = deal.stock_cards
    if left is not None and taken is not None:
        rest = tuple([card for card in left if card not in taken])
        left = rest if len(left) - len(rest) == count else None  # another player drew before, and these cards counted as that player's
    elif left is not None:
        left = left[count:] if in_order or count >= len(left) else None
    return replace(
        deal,
        counts={**deal.counts, seat: deal.counts[seat] + count},
        stock=max(0, deal.stock - count),
        thrown=max(0, deal.thrown - short),
        stock_cards=None if short else left,
    )


def thrown(deal: D, act: CardsDiscarded, version: int, **fields: Any) -> D:
    """Return the deal after a player threw cards. If cards are thrown face down, no card of the hand stays open, because any may be gone.
    If a thrown card is not named, no card of the hand stays known. `fields`: new values of fields that a system adds."""
    seat, shown, closed = act.seat, act.shown or (), written(act)
    cards, face_down = (*shown, *closed) if shown else closed, act.count > len(shown)
    known = without_known(deal.known, seat, cards)
    if len(cards) < act.count and known.get(seat):
        known = {**known, seat: NO_CARDS}
    gone = {**deal.gone, **dict.fromkeys(closed, Thrown(seat, version, public=False))}
    if shown:
        gone |= dict.fromkeys(shown, Thrown(seat, version, public=True))
    left = out_of_sight(deal.open, (seat,)) if face_down else deal.open
    return replace(
        deal,
        torn=deal.torn or (len(cards) > act.count and len({*cards}) > act.count) or deal.denies(seat, cards),
        counts={**deal.counts, seat: max(0, deal.counts[seat] - act.count)},
        thrown=deal.thrown + act.count,
        known=known,
        gone=gone,
        open={card: whose for card, whose in left.items() if card not in shown} if left else left,
        **fields,
    )


def out_of_sight(seen: Mapping[Card, Seat], seats: Collection[Seat]) -> Mapping[Card, Seat]:
    """Return `seen` (the cards that everybody has seen, `Deal.open`) without the cards in the hands of `seats`."""
    return {card: seat for card, seat in seen.items() if seat not in seats} if seen else seen


def with_open(deal: D, seat: Seat, cards: Iterable[Card]) -> D:
    """Return the deal with these cards in the hand of `seat`, where everybody has seen them."""
    held = [card for card in cards if card not in deal.gone]
    return in_sight(replace(deal, torn=deal.torn or deal.denies(seat, held)), seat, held) if held else deal


def in_sight(deal: D, seat: Seat, cards: Iterable[Card]) -> D:
    """Like `with_open`, but for cards that are certainly in the hand, so that the record cannot contradict itself."""
    now = dict.fromkeys(cards, seat)
    known = {**deal.known, seat: deal.hand(seat).union(now)}
    return replace(deal, open={**deal.open, **now}, known=known, whose={**deal.whose, **now})
