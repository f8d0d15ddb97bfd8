"""The exchange of cards before the play, step by step as the ruleset says. Cards that the record does not name are only counted.

Each player takes the steps in order, but the order of the players is no rule (PI-44). An act belongs to the first step that its player can
take with an act of this type and that comes after all steps recorded for this player. When somebody takes a step, all earlier steps count
as taken by everybody, even if nobody wrote them down. In a step that counts as taken, each hand changes by the number of cards that the
rules give. If the rules give no number, the size of the hand is no longer known for sure. The size also becomes uncertain if such a step is
written down *late*: after another player took a later step. Source: docs/rules/03_pitch_schema.md §2; PI-25, PI-26, PI-36, PI-38, PI-44."""

from typing import Final

from domain.kernel import events
from domain.kernel.cards import Seat
from domain.kernel.values import replace
from domain.systems.pitch.play.handing import Exchanged, Named, arrived, handed, throws_of
from domain.systems.pitch.play.table import Deal, Pitch, Threw, partner_of
from domain.systems.pitch.rules.steps import Step
from domain.tricks.deal import NO_CARDS
from domain.tricks.hands import from_stock, out_of_sight
from domain.tricks.moves import moved
from domain.tricks.pack import TRUMP
from domain.tricks.ring import from_left_of

ACTS_OF_STEP: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(("throw-plain", "may-throw-plain", "may-throw", "throw-down"), (events.CardsDiscarded,)),
    **dict.fromkeys(("take-stock", "take-stock-trumps", "choose-from-stock", "take-or-give-stock"), (events.StockTaken,)),
    "take-kitty": (events.KittyTaken,),
    "name-trump": (events.TrumpNamed,),
    "fill": (events.CardsDrawn,),
    "adjust": (events.CardsDiscarded, events.CardsDrawn),
    "search-stock": (events.StockSearched,),
    "rescue": (events.CardRescued,),
    "call-partner": (events.PartnerCalled,),
    "extras": (),
}
"""For each kind of step of the exchange, the types of acts that carry it out."""


def actors(table: Pitch, deal: Deal, step: Step) -> tuple[Seat, ...]:
    """Return the seats that take a step of the exchange, from the dealer's left; but no rule asks for an order (§2, PI-44)."""
    maker = deal.maker
    if step.does in ("take-or-give-stock", "search-stock"):
        partner = None if maker is None else partner_of(table, deal, maker)
        return tuple([seat for seat in (maker, partner) if seat is not None])
    if step.who == "maker":
        return () if maker is None else (maker,)
    order = from_left_of(table.ring, deal.dealer)
    return order if step.who == "all" else tuple([seat for seat in order if seat != maker])


def place_of(table: Pitch, deal: Deal, act: Exchanged) -> int | None:
    """Return the index of the step of the exchange that the act belongs to; None if the act fits no step that the player can still take.
    The index is less than `deal.step` if the act is written down late."""
    last = deal.own.get(act.seat, -1)
    for at in range(max(0, last), len(table.steps)):
        step = table.steps[at]
        if (at > last or step.does == "rescue") and isinstance(act, ACTS_OF_STEP[step.does]) and act.seat in actors(table, deal, step):
            return at
    return None


def exchanged(table: Pitch, deal: Deal, act: Exchanged, version: int) -> Deal:
    """Return the deal after an act of the exchange. Earlier steps count as taken. The next step begins when all have taken this one."""
    at = place_of(table, deal, act)
    late = at is not None and at < deal.step
    own = deal.own if at is None else {**deal.own, act.seat: at}
    before = deal if at is None else finished(table, deal, at)
    deal = handed(table, before, act, version)
    if at is not None and not late and isinstance(act, events.CardsDiscarded | events.StockSearched):
        doubtful = [each for each in throws_of(before, act, version, table.steps[at]) if may_be_wrong(table, before, each)]
        deal = replace(deal, throws=(*deal.throws, *doubtful)) if doubtful else deal
    if late and not isinstance(act, Named):
        deal = _unsure(deal, act.seat)
    moves = deal.moves
    if not isinstance(act, Named):
        left = None if act.seat in deal.unsure else deal.counts[act.seat]
        moves = moves.plus(moved(act, version, left, trump=deal.trump is not None))
    if at is None or late:
        return replace(deal, moves=moves, own=own)
    step, done = deal.step, deal.done | {act.seat}
    while step < len(table.steps) and _complete(table, deal, table.steps[step], done):
        step, done = step + 1, frozenset()
    return replace(deal, moves=moves, own=own, step=step, done=done)


def _complete(table: Pitch, deal: Deal, step: Step, done: frozenset[Seat]) -> bool:
    """Whether everybody has taken this step of the exchange. `done`: the seats that have taken it."""
    if step.does == "extras":
        return True
    if step.does == "rescue":
        return not deal.face_up
    if step.does in ("take-or-give-stock", "search-stock"):
        taken = deal.stock == 0 and not deal.unsure
        return taken or bool(done) if step.does == "take-or-give-stock" else taken or len(done) == len(actors(table, deal, step))
    left = [seat for seat in actors(table, deal, step) if seat not in done]
    return not left or (step.does in _NUMBERED and all(due(table, deal, step, seat) == 0 for seat in left))


_NUMBERED: Final = frozenset({"take-kitty", "take-stock", "fill", "throw-down", "adjust", "choose-from-stock"})
"""The steps of an exchange in which the rules say how many cards a player takes or throws. If that number is zero, no act is needed."""


def finished(table: Pitch, deal: Deal, end: int | None = None) -> Deal:
    """Return the deal after the steps of the exchange before index `end` (None: all steps). Steps that nobody wrote down count as done."""
    while deal.step < (len(table.steps) if end is None else end):
        deal = _taken_unwritten(table, deal, table.steps[deal.step])
        deal = replace(deal, step=deal.step + 1, done=frozenset())
    return deal


def _taken_unwritten(table: Pitch, deal: Deal, step: Step) -> Deal:
    if step.does in ("name-trump", "rescue", "call-partner", "extras", "search-stock"):
        return deal
    seats = [seat for seat in actors(table, deal, step) if seat not in deal.done]
    for seat in seats:
        if step.does == "take-or-give-stock":
            return replace(deal, unsure=deal.unsure.union(seats) if deal.stock else deal.unsure, stock=0, stock_cards=None)
        change = due(table, deal, step, seat)
        deal = _unsure(deal, seat) if change is None else _counted(deal, step, seat, change)
    return deal


def due(table: Pitch, deal: Deal, step: Step, seat: Seat) -> int | None:
    """Return by how many cards a step changes the hand of `seat`, negative if thrown; None if the player decides, or nobody can know."""
    if step.does == "take-kitty":
        return deal.kitty
    held = deal.counts[seat]
    if seat in deal.unsure or (deal.unsure and step.does in _OUT_OF_STOCK):
        return None
    match step.does:
        case "take-stock" | "take-or-give-stock":
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


_OUT_OF_STOCK: Final = frozenset({"take-stock", "take-or-give-stock", "fill", "adjust", "choose-from-stock"})
"""The steps of an exchange that depend on the size of the stock. Nobody knows it if the size of one hand is not known."""


def may_be_short(table: Pitch, deal: Deal, step: Step, seat: Seat, number: int) -> bool:
    """Whether the stock may have had fewer than `number` cards for `seat`, because of draws that nobody wrote down (PI-26, PI-44)."""
    waiting = [other for other in actors(table, deal, step) if other not in (seat, *deal.done)]
    return number + sum([max(0, step.most - deal.counts[other]) for other in waiting]) > _left(table, deal)


def _left(table: Pitch, deal: Deal) -> int:
    """Return how many cards can still be dealt. With the option `recycle_discards`, thrown cards count too (PI-26)."""
    return deal.stock + (deal.thrown if "recycle_discards" in table.rules.house else 0)


def may_be_wrong(table: Pitch, deal: Deal, threw: Threw) -> bool:
    """Whether cards that come to light later may prove that the throw broke a rule. Not so if all cards of the hand are known now, or if
    its number of cards is not. That everybody sees only plain cards thrown away is noted in `Deal.plain`."""
    if deal.trump is None or threw.seat in deal.unsure or "recycle_discards" in table.rules.house:
        return False
    if not (threw.sorts or threw.searches) and table.rules.trump_discard in ("free", "n/a"):
        return False
    known = threw.sealed or threw.held or threw.searches or not deal.pack.of_suit[TRUMP].isdisjoint(threw.cards)
    return bool(known) and (threw.unseen > 0 or threw.searches > 0 or len(threw.held) < threw.left + len(threw.cards))


def _unsure(deal: Deal, seat: Seat) -> Deal:
    throws = tuple([threw for threw in deal.throws if threw.seat != seat])
    known = {**deal.known, seat: NO_CARDS} if seat in deal.known else deal.known
    plain = {other: number for other, number in deal.plain.items() if other != seat}
    return replace(
        deal, unsure=deal.unsure | {seat}, known=known, open=out_of_sight(deal.open, (seat,)), plain=plain, throws=throws, stock_cards=None
    )


def _counted(deal: Deal, step: Step, seat: Seat, change: int) -> Deal:
    """Return the deal after the hand of `seat` took `change` unnamed cards, or threw them if `change` is negative."""
    if not change:
        return deal
    counts = {**deal.counts, seat: max(0, deal.counts[seat] + change)}
    if change < 0:
        thrown, known = deal.thrown - change, {**deal.known, seat: NO_CARDS}
        return replace(deal, counts=counts, thrown=thrown, known=known, open=out_of_sight(deal.open, (seat,)))
    deal = arrived(deal, seat, change)
    return replace(deal, counts=counts, kitty=0) if step.does == "take-kitty" else from_stock(deal, seat, change)
