"""Finds what is wrong when the maker names trumps or the direction, takes the kitty, or throws cards.

Source: docs/rules/05_bid_whist.md, Phases and events; BW-8, BW-9."""

from collections.abc import Iterator
from typing import Final

from domain.kernel import events
from domain.kernel.cards import SUIT_NAMES, Card, Seat, spoken
from domain.kernel.events import Event
from domain.kernel.findings import MOST_AT_ONCE, NOBODY, Finding, open_finding, sealed_finding
from domain.kernel.values import replace
from domain.systems.bid_whist.play import Exchanged, begins_another_deal, forced, held, may_name_late, renewed, step_of
from domain.systems.bid_whist.rules import bidding
from domain.systems.bid_whist.table import BidWhist, Deal, Step, steps
from domain.tricks import breaches
from domain.tricks.breaches import about
from domain.tricks.moves import written
from domain.words.phrases import counted

PHASES: Final = "05 Phases"
SOURCES: Final = breaches.Sources(
    pack="05 Schema",
    deal=PHASES,
    number="05 Schema",
    auction="05 Schema auction",
    play=PHASES,
    leader="05 Schema first_leader",
    revoke="BW-10",
)


def check_exchanged(table: BidWhist, event: Event, act: Exchanged) -> Iterator[Finding]:
    deal, seat, step = renewed(table) if begins_another_deal(table, act) else table.deal, act.seat, step_of(act)
    yield from unfinished_auction(table, deal, event)
    if deal.phase in ("deal", "auction"):
        deal = held(table, deal, seat)
    if isinstance(act, events.TrumpNamed):
        yield from _misnamed(deal, event, act)
        if may_name_late(deal):
            return
    if deal.phase != "exchange":
        yield about("exchange-out-of-order", PHASES, event, seat, f"{_DID[step]} after the play had begun.")
        return
    if deal.maker is not None and seat != deal.maker:
        yield about("not-the-maker", PHASES, event, seat, f"{_DID[step]}, but {{{deal.maker}}} holds the bid.")
    order = steps(table.rules)
    named = order.index("name")
    if step in deal.done:
        yield about("exchange-out-of-order", PHASES, event, seat, f"{_DID[step]} twice.")
    elif order.index(step) > named and deal.done.isdisjoint(order[named:]):  # a finding only for the first step that is too early
        yield about("exchange-out-of-order", "BW-8, 05 Schema", event, seat, f"{_DID[step]} before {_NAMED.get(deal.kind, _NAMED[None])}.")
    if isinstance(act, events.KittyTaken):
        yield from _kitty(table, deal, event, act)
    elif isinstance(act, events.CardsDiscarded):
        yield from _thrown(table, deal, event, act)


_DID: Final[dict[Step, str]] = {"name": "named trumps", "kitty": "took the kitty", "throw": "threw cards"}
_NAMED: Final = {None: "naming trumps", "high": "naming trumps", "low": "naming trumps", "no_trump": "naming the direction"}


def _misnamed(deal: Deal, event: Event, act: events.TrumpNamed) -> Iterator[Finding]:
    """Yield a finding if what was named does not go with the bid (BW-8)."""
    kind, suit = deal.kind, None if act.suit is None else SUIT_NAMES[act.suit]
    if kind == "no_trump" and suit is not None:
        yield about("trump-not-as-bid", "BW-8", event, act.seat, f"named {suit} after a bid without trumps.")
    elif kind == "no_trump" and act.ranks is None:
        yield about("trump-unsaid", "BW-8", event, act.seat, "named no direction for a bid without trumps.", kind="gap")
    elif kind in ("high", "low") and suit is None:
        yield about("trump-not-as-bid", "05 Phases", event, act.seat, f"named no trump suit after a bid of {kind}.")
    elif kind in ("high", "low") and act.ranks not in (None, kind):
        yield about("trump-not-as-bid", "05 Phases", event, act.seat, f"named {suit} {act.ranks} after a bid of {kind}.")


def _kitty(table: BidWhist, deal: Deal, event: Event, act: events.KittyTaken) -> Iterator[Finding]:
    cards, seat = written(act), act.seat
    if not cards:
        return
    if len(cards) != table.rules.kitty:
        what = f"took {counted(len(cards), 'card')} from the kitty; {table.rules.kitty} lie there."
        yield about("wrong-number-drawn", "05 Schema kitty", event, seat, what, private=() if table.rules.kitty_shown else (seat,))
    open_hand = replace(deal, unsure=deal.unsure | {seat})  # before this event, no hand has a card of the kitty
    yield from _strangers(open_hand, event, seat, cards, () if table.rules.kitty_shown else cards)
    for card in cards:
        if card in deal.hand(seat):
            what = f"took {spoken(card)} from the kitty but had it in the hand."
            others = deal.moves.naming(seat, card, MOST_AT_ONCE)
            yield about("card-seen-twice", breaches.UNIQUE, event, seat, what, kind="contradiction", others=others, private=(seat,))
    if deal.kitty and deal.kitty_cards is not None and {*cards} - {*deal.kitty_cards}:
        strange = min({*cards} - {*deal.kitty_cards})
        what = f"took {spoken(strange)} from the kitty, which is recorded without it."
        yield about("not-the-kitty", "00 conservation", event, seat, what, kind="contradiction", private=(seat, NOBODY))


def _thrown(table: BidWhist, deal: Deal, event: Event, act: events.CardsDiscarded) -> Iterator[Finding]:
    seat, due = act.seat, table.rules.kitty
    hidden = written(act)
    cards = (*(act.shown or ()), *hidden)
    if act.count != due:
        what = f"threw {counted(act.count, 'card')}; {due} were due."
        yield about("wrong-number-thrown", "05 Schema kitty", event, seat, what)
    if len(cards) > act.count:
        sentence = f"{{{seat}}} threw {counted(act.count, 'card')}, but {len(cards)} are written down."
        yield sealed_finding("wrong-number-written", "05 Schema kitty", event, sentence, (seat,), kind="contradiction", private=(seat,))
    yield from _strangers(replace(deal, counts={**deal.counts, seat: deal.counts[seat] + deal.kitty}), event, seat, cards, hidden)


def _strangers(deal: Deal, event: Event, seat: Seat, cards: tuple[Card, ...], hidden: tuple[Card, ...]) -> Iterator[Finding]:
    """Yield findings about cards that cannot be in the hand of `seat`. `hidden`: those of `cards` that only the player sees."""
    for card in deal.doubted(seat, cards):
        yield from breaches.from_hand(deal, event, seat, (card,), SOURCES, private=(seat,) if card in hidden else ())


def unfinished_auction(table: BidWhist, deal: Deal, event: Event) -> Iterator[Finding]:
    """Yield a finding of the kind "gap" if the exchange or the play begins while a player could still have called."""
    auction = deal.auction
    if deal.phase != "auction" or auction is None or auction.over or auction.bid >= bidding(table.rules).most:
        return
    what = "who holds the bid is" if auction.maker is None else f"the call of {{{auction.turn}}} is"
    if auction.maker is None and forced(table, auction):
        what = f"the bid of {{{auction.turn}}} is"
    yield open_finding("auction-unfinished", PHASES, event, f"The auction was not over: {what} not written down.", kind="gap")
