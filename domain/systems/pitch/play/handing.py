"""What an act of the exchange does to the cards: which hand they leave or enter, and which become known.

If the act contradicts the record, the deal is marked as `torn`. The module `exchange` finds the step that an act belongs to. Source:
docs/rules/03_pitch_schema.md §2; PI-25, PI-26, PI-36, PI-38."""

from collections.abc import Collection, Iterator

from domain.kernel import events
from domain.kernel.cards import Card, Seat
from domain.kernel.shapes import Sealed
from domain.kernel.values import replace
from domain.systems.pitch.play.table import Deal, Pitch, Threw
from domain.systems.pitch.rules.pack import pack_of
from domain.systems.pitch.rules.steps import Step
from domain.tricks import hands
from domain.tricks.deal import Thrown
from domain.tricks.moves import written
from domain.tricks.pack import TRUMP
from domain.tricks.play import without_known

Drawn = events.CardsDrawn | events.StockTaken
Named = events.TrumpNamed | events.PartnerCalled
Exchanged = Drawn | Named | events.KittyTaken | events.CardsDiscarded | events.StockSearched | events.CardRescued


def handed(table: Pitch, deal: Deal, act: Exchanged, version: int) -> Deal:
    """Return the deal after the act, legal or not, has changed the hands, the stock, the kitty and the trump suit."""
    match act:
        case events.TrumpNamed(_, suit):
            return deal if suit is None else replace(deal, pack=pack_of(table.rules, suit))
        case events.KittyTaken(seat, cards):
            deal = replace(deal, kitty=0, counts={**deal.counts, seat: deal.counts[seat] + deal.kitty})
            return _received(deal, seat, cards, table.rules.kitty)
        case events.CardsDrawn(seat, count, cards) | events.StockTaken(seat, count, cards):
            named = None if cards is None else cards.value
            deal = hands.from_stock(deal, seat, count, named, in_order=isinstance(act, events.CardsDrawn))
            return _received(deal, seat, cards, count)
        case events.CardsDiscarded():
            return _thrown(table, deal, act, version)
        case events.StockSearched():
            return _searched(table, deal, act, version)
        case events.CardRescued(seat, card):
            return _rescued(deal, seat, card)
        case events.PartnerCalled(_, card):
            partner = deal.open.get(card)
            return replace(deal, called=card, partner=partner if partner != deal.maker else None)


def _received(deal: Deal, seat: Seat, cards: Sealed[tuple[Card, ...]] | None, count: int) -> Deal:
    """Return the deal after `count` unseen cards, any of which may be plain, came into the hand of `seat`. `cards`: these, if named."""
    named = () if cards is None else cards.value or ()
    deal = arrived(deal, seat, count, named)
    return hands.received(deal, seat, named, count) if named else deal


def _thrown(table: Pitch, deal: Deal, act: events.CardsDiscarded, version: int) -> Deal:
    """Return the deal after a player threw cards. If the step says to throw all plain cards, the deal notes this (`plain`). If point cards
    may be picked up again, the deal notes which of them were thrown (`face_up`)."""
    step = table.steps[deal.step] if deal.step < len(table.steps) else None
    plain = {**deal.plain, act.seat: (0, 0)} if step is not None and step.does == "throw-plain" else deal.plain
    rescued = [card for card in act.shown or () if card in deal.pack.scoring] if table.rules.rescue else []
    return hands.thrown(deal, act, version, plain=plain, face_up=(*deal.face_up, *rescued) if rescued else deal.face_up)


def _searched(table: Pitch, deal: Deal, act: events.StockSearched, version: int) -> Deal:
    """Return the deal after a player looked through the stock and kept some cards. A full hand throws a card for each card kept (§2). The
    kept cards bring points (PI-49), so they are trumps."""
    seat, shown, cards = act.seat, act.shown or (), deal.stock_cards
    deal = replace(
        deal,
        counts={**deal.counts, seat: max(0, deal.counts[seat] + act.kept - len(shown))},
        known=without_known(deal.known, seat, shown),
        gone={**deal.gone, **dict.fromkeys(shown, Thrown(seat, version, public=True))},
        torn=deal.torn or deal.denies(seat, shown),
        stock=max(0, deal.stock - act.seen),
        stock_cards=None if cards is None else cards[act.seen :],
        thrown=deal.thrown + act.seen - act.kept + len(shown),
    )
    named = {*written(act)}
    trumps = deal.pack.of_suit.get(TRUMP, frozenset())
    deal = arrived(deal, seat, act.kept, named, trumps="search_any" not in table.rules.house and deal.pack.scoring <= trumps)
    if seat in deal.plain:
        came, before = deal.plain[seat]
        deal = replace(deal, plain={**deal.plain, seat: (came, before + len({*shown} - trumps))})
    return hands.received(deal, seat, named, act.kept) if named else deal


def _rescued(deal: Deal, seat: Seat, card: Card) -> Deal:
    deal = replace(
        deal,
        counts={**deal.counts, seat: deal.counts[seat] + 1},
        thrown=max(0, deal.thrown - 1),
        face_up=tuple([other for other in deal.face_up if other != card]),
        gone={other: gone for other, gone in deal.gone.items() if other != card},
    )
    return hands.in_sight(arrived(deal, seat, 1, (card,), seen=True), seat, (card,))


def arrived(deal: Deal, seat: Seat, count: int, named: Collection[Card] = (), *, seen: bool = False, trumps: bool = False) -> Deal:
    """Return the deal with `plain` and `throws` after `count` cards came into the hand. `named`: those that the record names; `seen`:
    whether everybody has seen these (00_conventions, deferred checks); `trumps`: whether none may be plain by the rules."""
    came, shown = deal.plain.get(seat, (0, 0))
    if seat in deal.plain and not trumps:
        deal = replace(deal, plain={**deal.plain, seat: (came + count, shown)})
    if not any(threw.seat == seat for threw in deal.throws):
        return deal
    return replace(deal, throws=tuple([_grown(threw, seat, count, named, seen=seen) for threw in deal.throws]))


def _grown(threw: Threw, seat: Seat, count: int, named: Collection[Card], *, seen: bool) -> Threw:
    if threw.seat != seat:
        return threw
    known = named if threw.sealed or seen else ()
    return threw._replace(came=threw.came + max(0, count - len(known)), named=threw.named.union(known))


def throws_of(deal: Deal, act: events.CardsDiscarded | events.StockSearched, version: int, step: Step | None) -> Iterator[Threw]:
    """Yield what the act shows about the hand of its player: to everybody, and to those who see its sealed cards. `deal`: the deal before
    the act."""
    seat, shown, closed, seen = act.seat, frozenset(act.shown or ()), frozenset(written(act)), frozenset[Card]()
    sorts, search = step is not None and step.does == "throw-plain", isinstance(act, events.StockSearched)
    kept, count = (act.kept, len(shown)) if isinstance(act, events.StockSearched) else (0, act.count)
    left, mine = deal.counts[seat] + kept - count, [move for move in deal.moves if move.seat == seat and move.how != "thrown"]
    if deal.open:
        seen = frozenset([card for card in deal.open if deal.open[card] == seat])
    had = seen.union(*[move.cards for move in mine if move.how in ("shown", "rescued")])
    yield Threw(seat, version, False, sorts, kept, left, shown, shown, max(0, count - len(shown)), seen, had)
    known, cards = deal.hand(seat), shown
    if search:
        known |= closed
    else:
        cards |= closed
    had = known.union(*[move.cards for move in mine])
    kept -= len(closed) if search else 0
    yield Threw(seat, version, True, sorts, kept, left, cards, shown, max(0, count - len(cards)), known, had)
