"""What an act of the exchange does to the cards: which hand they leave or enter, and which become known.

If the act contradicts the record, the deal is marked as `torn`. The module `exchange` finds the step that an act belongs to. Source:
docs/rules/03_pitch_schema.md §2; PI-25, PI-26, PI-36, PI-38."""

from collections.abc import Mapping

from domain.kernel import events
from domain.kernel.cards import Card, Seat
from domain.kernel.shapes import Sealed
from domain.kernel.values import replace
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.rules.pack import pack_of
from domain.tricks import hands
from domain.tricks.deal import Thrown
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
            return _searched(deal, act, version)
        case events.CardRescued(seat, card):
            return _rescued(deal, seat, card)
        case events.PartnerCalled(_, card):
            partner = deal.open.get(card)
            return replace(deal, called=card, partner=partner if partner != deal.maker else None)


def _received(deal: Deal, seat: Seat, cards: Sealed[tuple[Card, ...]] | None, count: int) -> Deal:
    """Return the deal after `count` unseen cards, any of which may be plain, came into the hand of `seat`. `cards`: these, if named."""
    deal = replace(deal, plain=more_plain(deal, seat, count)) if seat in deal.plain else deal
    return deal if cards is None or cards.value is None else hands.received(deal, seat, cards.value, count)


def _thrown(table: Pitch, deal: Deal, act: events.CardsDiscarded, version: int) -> Deal:
    """Return the deal after a player threw cards. If the step says to throw all plain cards, the deal notes this (`plain`). If point cards
    may be picked up again, the deal notes which of them were thrown (`face_up`)."""
    step = table.steps[deal.step] if deal.step < len(table.steps) else None
    plain = {**deal.plain, act.seat: (0, 0)} if step is not None and step.does == "throw-plain" else deal.plain
    rescued = [card for card in act.shown or () if card in deal.pack.scoring] if table.rules.rescue else []
    return hands.thrown(deal, act, version, plain=plain, face_up=(*deal.face_up, *rescued) if rescued else deal.face_up)


def _searched(deal: Deal, act: events.StockSearched, version: int) -> Deal:
    """Return the deal after a player looked through the stock and kept some cards. A full hand throws a card for each card kept (§2)."""
    seat, shown, cards = act.seat, act.shown or (), deal.stock_cards
    deal = replace(
        deal,
        counts={**deal.counts, seat: max(0, deal.counts[seat] + act.kept - len(shown))},
        known=without_known(deal.known, seat, shown),
        gone={**deal.gone, **dict.fromkeys(shown, Thrown(seat, version, public=True))},
        plain=more_plain(deal, seat, act.kept),
        torn=deal.torn or deal.denies(seat, shown),
        stock=max(0, deal.stock - act.seen),
        stock_cards=None if cards is None else cards[act.seen :],
        thrown=deal.thrown + act.seen - act.kept + len(shown),
    )
    return deal if act.cards is None or act.cards.value is None else hands.received(deal, seat, {*act.cards.value}, act.kept)


def _rescued(deal: Deal, seat: Seat, card: Card) -> Deal:
    deal = replace(
        deal,
        counts={**deal.counts, seat: deal.counts[seat] + 1},
        thrown=max(0, deal.thrown - 1),
        face_up=tuple([other for other in deal.face_up if other != card]),
        gone={other: gone for other, gone in deal.gone.items() if other != card},
        plain=more_plain(deal, seat, 1),
    )
    return hands.in_sight(deal, seat, (card,))


def more_plain(deal: Deal, seat: Seat, count: int) -> Mapping[Seat, tuple[int, int]]:
    """Return `Deal.plain` after `count` cards, any of which may be plain, came into the hand (00_conventions, deferred checks)."""
    came, shown = deal.plain.get(seat, (0, 0))
    return {**deal.plain, seat: (came + count, shown)} if seat in deal.plain else deal.plain
