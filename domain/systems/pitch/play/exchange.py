"""The exchange of cards before the play, step by step as the ruleset says. Cards that the record does not name are only counted.

Of the current step and the later ones, an act belongs to the first that its player can take with an act of this type. The steps before it
count as taken, although nobody wrote them down. In a step that nobody wrote down, a hand changes by the number of cards that the rules
give. If they give no number, the size of the hand is no longer known for sure. Source: docs/rules/03_pitch_schema.md §2; PI-25, PI-26,
PI-36, PI-38."""

from collections.abc import Iterable
from typing import Final

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
from domain.kernel.values import remembered, replace
from domain.systems.pitch.play.handing import Exchanged, handed, more_plain
from domain.systems.pitch.play.table import Deal, Pitch, partner_of
from domain.systems.pitch.rules.steps import Step
from domain.tricks.hands import from_stock
from domain.tricks.moves import moved
from domain.tricks.ring import from_left_of

_ACTS: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(("throw-plain", "may-throw-plain", "may-throw", "throw-down"), (CardsDiscarded,)),
    **dict.fromkeys(("take-stock", "take-stock-trumps", "choose-from-stock", "take-or-give-stock"), (StockTaken,)),
    "take-kitty": (KittyTaken,),
    "name-trump": (TrumpNamed,),
    "fill": (CardsDrawn,),
    "adjust": (CardsDiscarded, CardsDrawn),
    "search-stock": (StockSearched,),
    "rescue": (CardRescued,),
    "call-partner": (PartnerCalled,),
    "extras": (),
}
"""For each kind of step of the exchange, the types of acts that carry it out."""


def actors(table: Pitch, deal: Deal, step: Step) -> tuple[Seat, ...]:
    """Return the seats that take a step of the exchange, in order. In a step for `all` or `others`, the seats go clockwise from the
    dealer's left (§2)."""
    maker = deal.maker
    if step.does in ("take-or-give-stock", "search-stock"):
        partner = None if maker is None else partner_of(table, deal, maker)
        return tuple([seat for seat in (maker, partner) if seat is not None])
    if step.who == "maker":
        return () if maker is None else (maker,)
    order = from_left_of(table.ring, deal.dealer)
    return order if step.who == "all" else tuple([seat for seat in order if seat != maker])


@remembered
def place_of(table: Pitch, deal: Deal, act: Exchanged) -> int | None:
    """Return the index of the step of the exchange that the act belongs to; None if it fits no remaining step."""
    for at in range(deal.step, len(table.steps)):
        step = table.steps[at]
        free = at > deal.step or act.seat not in deal.done or step.does == "rescue"
        if free and isinstance(act, _ACTS[step.does]) and act.seat in actors(table, deal, step):
            return at
    return None


@remembered
def exchanged(table: Pitch, deal: Deal, act: Exchanged, version: int) -> Deal:
    """Return the deal after an act of the exchange. Steps before the act that nobody recorded count as taken. When everybody has taken the
    current step, the next one begins."""
    at = place_of(table, deal, act)
    if at is not None:
        deal = reached(table, deal, at, act.seat)
    deal = handed(table, deal, act, version)
    moves, done = deal.moves, deal.done
    if not isinstance(act, TrumpNamed | PartnerCalled):
        left = None if act.seat in deal.unsure else deal.counts[act.seat]
        moves = (*moves, moved(act, version, left, trump=deal.trump is not None))
    if at is None:
        return replace(deal, moves=moves)
    return _next_step(table, replace(deal, moves=moves, done=done | {act.seat}))


def _next_step(table: Pitch, deal: Deal) -> Deal:
    """Return the deal with `step` set to the index of the first step of the exchange that is not done. If all are done, `step` is the
    number of steps."""
    while deal.step < len(table.steps):
        step = table.steps[deal.step]
        if not _complete(table, deal, step):
            return deal
        deal = replace(deal, step=deal.step + 1, done=frozenset())
    return deal


def _complete(table: Pitch, deal: Deal, step: Step) -> bool:
    if step.does == "extras":
        return True
    if step.does == "rescue":
        return not deal.face_up
    if step.does in ("take-or-give-stock", "search-stock"):
        taken = deal.stock == 0 and not deal.unsure
        return taken or bool(deal.done) if step.does == "take-or-give-stock" else taken or len(deal.done) == len(actors(table, deal, step))
    left = [seat for seat in actors(table, deal, step) if seat not in deal.done]
    return not left or (step.does in _NUMBERED and all(due(table, deal, step, seat) == 0 for seat in left))


_NUMBERED: Final = frozenset({"take-kitty", "take-stock", "fill", "throw-down", "adjust", "choose-from-stock"})
"""The steps of an exchange in which the rules say how many cards a player takes or throws. If that number is zero, no act is needed."""


def reached(table: Pitch, deal: Deal, at: int, seat: Seat) -> Deal:
    """Return the deal just before `seat` takes the step of the exchange at index `at`. Earlier steps count as done; so do the turns of the
    seats before `seat` in this step."""
    deal = finished(table, deal, at)
    step = table.steps[at]
    before = actors(table, deal, step)
    before = before[: before.index(seat)] if deal.dealer is not None else ()  # the order of the seats is known only if the dealer is known
    if step.does in ("rescue", "take-or-give-stock", "search-stock") or deal.done.issuperset(before):
        return deal
    deal = _taken_unwritten(table, deal, step, before)
    return replace(deal, done=deal.done.union(before))


def finished(table: Pitch, deal: Deal, end: int | None = None) -> Deal:
    """Return the deal with the steps of the exchange before index `end` completed, by default all. Those that nobody wrote down count as
    done."""
    while deal.step < (len(table.steps) if end is None else end):
        step = table.steps[deal.step]
        deal = _taken_unwritten(table, deal, step, actors(table, deal, step))
        deal = replace(deal, step=deal.step + 1, done=frozenset())
    return deal


def _taken_unwritten(table: Pitch, deal: Deal, step: Step, seats: Iterable[Seat]) -> Deal:
    if step.does in ("name-trump", "rescue", "call-partner", "extras", "search-stock"):
        return deal
    for seat in seats:
        if seat in deal.done:
            continue
        if step.does == "take-or-give-stock":
            return replace(deal, unsure=deal.unsure.union(seats) if deal.stock else deal.unsure, stock=0, stock_cards=None)
        change = due(table, deal, step, seat)
        deal = _unsure(deal, seat) if change is None else _counted(deal, step, seat, change)
    return deal


def due(table: Pitch, deal: Deal, step: Step, seat: Seat) -> int | None:
    """Return by how many cards a step of the exchange changes the hand of `seat`; a negative number for thrown cards. None if the player
    decides the number, or if nobody can know it."""
    if step.does == "take-kitty":
        return deal.kitty
    held = deal.counts[seat]
    if seat in deal.unsure or (deal.unsure and step.does in _OUT_OF_STOCK):
        return None
    match step.does:
        case "take-stock":
            return deal.stock
        case "fill":
            return max(0, min(step.most - held, _left(table, deal)))
        case "throw-down":
            return None if "keep_surplus" in table.rules.house and held > step.most else min(0, step.most - held)
        case "adjust":
            return min(step.most - held, _left(table, deal))
        case "choose-from-stock":
            return max(0, min(step.most - held, deal.stock))
        case _:
            return None


_OUT_OF_STOCK: Final = frozenset({"take-stock", "fill", "adjust", "choose-from-stock"})
"""The steps of an exchange that depend on the size of the stock. If the size of one hand is unknown, the size of the stock is unknown
too."""


def _left(table: Pitch, deal: Deal) -> int:
    """Return how many cards can still be dealt. With the option `recycle_discards`, thrown cards count too (PI-26)."""
    return deal.stock + (deal.thrown if "recycle_discards" in table.rules.house else 0)


def _unsure(deal: Deal, seat: Seat) -> Deal:
    known = {**deal.known, seat: frozenset[Card]()} if seat in deal.known else deal.known
    plain = {other: number for other, number in deal.plain.items() if other != seat}
    return replace(deal, unsure=deal.unsure | {seat}, known=known, plain=plain, stock_cards=None)


def _counted(deal: Deal, step: Step, seat: Seat, change: int) -> Deal:
    """Return the deal after the hand of `seat` took `change` unnamed cards, or threw them if `change` is negative."""
    if not change:
        return deal
    counts = {**deal.counts, seat: max(0, deal.counts[seat] + change)}
    if change < 0:
        return replace(deal, counts=counts, thrown=deal.thrown - change, known={**deal.known, seat: frozenset()})
    deal = replace(deal, plain=more_plain(deal, seat, change))
    return replace(deal, counts=counts, kitty=0) if step.does == "take-kitty" else from_stock(deal, seat, change)
