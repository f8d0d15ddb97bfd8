"""What an act of the exchange does to the cards: which hand they leave or enter, and which become known.

If the act contradicts the record, the deal is marked as `torn`. The module `exchange` finds the step that an act belongs to. Source:
docs/rules/03_pitch_schema.md §2; PI-25, PI-26, PI-36, PI-38."""

from collections.abc import Collection, Mapping
from typing import TypedDict

from domain.kernel.cards import Card, Seat
from domain.kernel.events import (
    CardRescued,
    CardsDiscarded,
    CardsDrawn,
    KittyTaken,
    PartnerCalled,
    StockSearched,
    StockTaken,
    TrumpNamed,
)
from domain.kernel.shapes import Sealed
from domain.kernel.values import replace
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.rules.pack import pack_of
from domain.tricks.deal import Thrown
from domain.tricks.play import without_known

Exchanged = TrumpNamed | KittyTaken | CardsDiscarded | CardsDrawn | StockTaken | StockSearched | CardRescued | PartnerCalled


class _Location(TypedDict):
    whose: Mapping[Card, Seat]
    torn: bool


def handed(table: Pitch, deal: Deal, act: Exchanged, version: int) -> Deal:
    """Return the deal after the act, legal or not, has changed the hands, the stock, the kitty and the trump suit."""
    match act:
        case TrumpNamed(_, suit):
            return replace(deal, pack=pack_of(table.rules, suit))
        case KittyTaken(seat, cards):
            deal = replace(deal, kitty=0, counts={**deal.counts, seat: deal.counts[seat] + deal.kitty})
            return _received(deal, seat, cards, table.rules.kitty)
        case CardsDrawn(seat, count, cards) | StockTaken(seat, count, cards):
            deal = replace(deal, counts={**deal.counts, seat: deal.counts[seat] + count})
            named = None if cards is None else cards.value
            return _received(from_stock(deal, count, named, in_order=isinstance(act, CardsDrawn)), seat, cards, count)
        case CardsDiscarded():
            return _thrown(table, deal, act, version)
        case StockSearched():
            return _searched(deal, act, version)
        case CardRescued(seat, card):
            return _rescued(deal, seat, card)
        case PartnerCalled(_, card):
            partner = deal.open.get(card)
            return replace(deal, called=card, partner=partner if partner != deal.maker else None)


def _received(deal: Deal, seat: Seat, cards: Sealed[tuple[Card, ...]] | None, count: int) -> Deal:
    """Return the deal after `count` unseen cards came into the hand of `seat`. Any of them may be a card that is not a trump. `cards`:
    these cards, if recorded."""
    plain = more_plain(deal, seat, count)
    if cards is None or cards.value is None:
        return replace(deal, plain=plain) if plain else deal
    known = {**deal.known, seat: deal.hand(seat).union(cards.value)}
    return replace(deal, plain=plain, known=known, **_located(deal, seat, cards.value, count))


def _located(deal: Deal, seat: Seat, cards: Collection[Card], count: int) -> _Location:
    """Return the new values of two fields of the deal: `whose`, in which these cards are now in the hand of `seat`, and `torn`, whether the
    record contradicts itself about a card. `count`: how many cards came in all, recorded or not."""
    seen = len(cards) > count or any(card in deal.gone or card in deal.whose for card in cards)
    return {"whose": {**deal.whose, **dict.fromkeys(cards, seat)}, "torn": deal.torn or seen}


def _thrown(table: Pitch, deal: Deal, act: CardsDiscarded, version: int) -> Deal:
    """Return the deal after a player threw cards. If a thrown card is not named, the hand is known only as far as everybody has seen its
    cards."""
    seat, shown = act.seat, act.shown or ()
    closed = act.cards.value or () if act.cards is not None else ()
    known = without_known(deal.known, seat, (*shown, *closed))
    if len(shown) + len(closed) < act.count and known.get(seat):
        known = {**known, seat: frozenset(card for card in known[seat] if deal.open.get(card) == seat)}
    hidden, seen = Thrown(seat, version, public=False), Thrown(seat, version, public=True)
    gone = {**deal.gone, **dict.fromkeys(closed, hidden), **dict.fromkeys(shown, seen)}
    plain = deal.plain
    step = table.steps[deal.step] if deal.step < len(table.steps) else None
    if step is not None and step.does == "throw-plain":
        plain = {**plain, seat: (0, 0)}
    return replace(
        deal,
        torn=deal.torn or len({*shown, *closed}) > act.count or deal.denies(seat, (*shown, *closed)),
        counts={**deal.counts, seat: max(0, deal.counts[seat] - act.count)},
        thrown=deal.thrown + act.count,
        known=known,
        gone=gone,
        plain=plain,
        face_up=(*deal.face_up, *(card for card in shown if card in deal.pack.scoring)) if table.rules.rescue else deal.face_up,
        open={card: whose for card, whose in deal.open.items() if card not in shown} if deal.open else deal.open,
    )


def _searched(deal: Deal, act: StockSearched, version: int) -> Deal:
    """Return the deal after a player looked through the stock and kept some cards. For each of them, a full hand throws one card (§2)."""
    seat = act.seat
    shown = act.shown or ()
    kept = {} if act.cards is None or act.cards.value is None else {seat: frozenset(act.cards.value)}
    known = without_known(deal.known, seat, shown)
    if kept:
        known = {**known, seat: known.get(seat, frozenset()) | kept[seat]}
    gone = {**deal.gone, **dict.fromkeys(shown, Thrown(seat, version, public=True))}
    counts = {**deal.counts, seat: max(0, deal.counts[seat] + act.kept - len(shown))}
    torn = deal.torn or deal.denies(seat, shown)
    deal = replace(deal, counts=counts, known=known, gone=gone, plain=more_plain(deal, seat, act.kept), torn=torn)
    deal = replace(deal, **_located(deal, seat, kept.get(seat, ()), act.kept))
    cards = deal.stock_cards
    left = None if cards is None else cards[act.seen :]
    return replace(deal, stock=max(0, deal.stock - act.seen), thrown=deal.thrown + act.seen - act.kept + len(shown), stock_cards=left)


def _rescued(deal: Deal, seat: Seat, card: Card) -> Deal:
    return replace(
        deal,
        counts={**deal.counts, seat: deal.counts[seat] + 1},
        thrown=max(0, deal.thrown - 1),
        face_up=tuple([other for other in deal.face_up if other != card]),
        gone={other: gone for other, gone in deal.gone.items() if other != card},
        open={**deal.open, card: seat},
        known={**deal.known, seat: deal.hand(seat) | {card}},
        whose={**deal.whose, card: seat},
        plain=more_plain(deal, seat, 1),
    )


def from_stock(deal: Deal, count: int, taken: tuple[Card, ...] | None = None, *, in_order: bool = True) -> Deal:
    """Return the deal after `count` cards left the stock. If the stock is too small, thrown cards are dealt as well. `taken`: the cards, if
    named. `in_order`: whether unnamed cards are the next cards of the stock."""
    short = max(0, count - deal.stock)
    left = deal.stock_cards
    if left is not None and taken is not None:
        left = tuple([card for card in left if card not in taken])
    elif left is not None:
        left = left[count:] if in_order or count >= len(left) else None
    return replace(deal, stock=max(0, deal.stock - count), thrown=max(0, deal.thrown - short), stock_cards=None if short else left)


def more_plain(deal: Deal, seat: Seat, count: int) -> dict[Seat, tuple[int, int]]:
    """Return `Deal.plain` (how many plain cards, that is, no trumps, each hand may have) after `count` cards came into the hand of `seat`.
    Any of them may be a plain card (00_conventions, deferred checks)."""
    plain = dict(deal.plain)
    if seat in plain:
        plain[seat] = (plain[seat][0] + count, plain[seat][1])
    return plain
