"""Carries out what happens in Box between rounds: the end of a round with its refills, recorded refills, trades of extras,
resurrections."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.events import ExtrasTraded, Resurrected
from domain.kernel.shapes import Sealed
from domain.kernel.values import replace
from domain.kernel.vector import Vector
from domain.systems.box.claims import Claim
from domain.systems.box.table import (
    BOX_CAPACITY,
    RESURRECTED_LIMIT,
    RESURRECTION,
    TRADE,
    Box,
    Holding,
    clockwise,
    recycled,
    settled,
    with_holding,
)  # fmt: skip


def hand_refilled(table: Box, seat: Seat, count: int, cards: Sealed[tuple[Card, ...]] | None) -> Box:
    """Return the table after a recorded refill of a hand. The recorded refill replaces the one that the program computed from the rules."""
    mine = table.holdings[seat]
    more = count - mine.drawn if table.between_rounds else count
    table = with_holding(table, seat, mine._replace(hand=max(0, mine.hand + more), drawn=count, total=mine.total + max(0, more)))
    table = replace(table, stock=max(0, table.stock - more))
    if cards is not None and cards.value is not None:
        table = replace(table, held={**table.held, seat: table.held.get(seat, frozenset()).union(cards.value)})
    return table


def box_refilled(table: Box, seat: Seat, count: int, cards: Sealed[tuple[Card, ...]] | None) -> Box:
    """Do the same as `hand_refilled` for a box."""
    mine = table.holdings[seat]
    more = count - mine.boxed if table.between_rounds else count
    table = with_holding(table, seat, mine._replace(box=max(0, mine.box + more), boxed=count))
    table = replace(table, stock=max(0, table.stock - more))
    if cards is not None and cards.value is not None:
        table = replace(table, boxes={**table.boxes, seat: table.boxes.get(seat, frozenset()).union(cards.value)})
    return settled(table) if table.between_rounds and table.phase != "setup" else table


def traded(table: Box, act: ExtrasTraded) -> Box:
    """Return the table after a trade: three extras are now used cards, and one unseen card went from the stock into the box (BX-10). If the
    record does not say which extras, each of the player's known extras may be a used card now, or still an extra."""
    seat, mine = act.seat, table.holdings[act.seat]
    known = table.extras.get(seat, frozenset())
    given = frozenset(act.cards) if act.cards is not None else known
    kept = known - given if act.cards is not None or mine.extras <= TRADE else known
    extras = {**table.extras, seat: kept}
    table = replace(table, used=table.used + min(TRADE, mine.extras), spent=table.spent | given, extras=extras)
    table = recycled(table, 1)
    table = with_holding(table, seat, mine._replace(extras=max(0, mine.extras - TRADE), box=mine.box + 1))
    table = replace(table, stock=max(0, table.stock - 1))
    return settled(table) if table.between_rounds else table


def resurrected(table: Box, act: Resurrected) -> Box:
    """Return the table after a player without a box drew four cards from the stock and put one of them into the box (BX-12). Before the
    draw, the player's hand and extras go into the stock; the used cards follow if the stock is still too small."""
    seat = act.seat
    mine = table.holdings[seat]
    stock, used = table.stock + mine.hand + mine.extras, table.used
    lying = {card: version for card, version in table.lying.items() if card not in table.extras.get(seat, ())}
    spent = table.spent
    if stock < RESURRECTION or table.rules.include_used:
        stock, used = stock + used, 0
        lying = {card: version for card, version in lying.items() if card not in spent}
        spent = frozenset()
    hand = frozenset(act.hand.value) if act.hand is not None and act.hand.value is not None else frozenset()
    box = frozenset((act.box_card.value,)) if act.box_card is not None and act.box_card.value is not None else frozenset()
    table = replace(
        table,
        stock=max(0, stock - RESURRECTION),
        used=used,
        lying=lying,
        spent=spent,
        extras={**table.extras, seat: frozenset()},
        claims={**table.claims, seat: ()},
        held={**table.held, seat: hand},
        boxes={**table.boxes, seat: box} if box or table.boxes else table.boxes,
        exposed={other: cards for other, cards in table.exposed.items() if other != seat},
        holdings={**table.holdings, seat: Holding(RESURRECTED_LIMIT, 1, 0, RESURRECTED_LIMIT, 0, resurrected=True)},
    )
    return settled(table) if table.between_rounds else table


class Draw(NamedTuple):
    """The fields of the table (`Box`) that change when a draw ends a round: `holdings`, `claims`, `lying` and `extras`, with their values
    after the draw."""

    holdings: Mapping[Seat, Holding]
    claims: Mapping[Seat, tuple[Claim, ...]]
    lying: Mapping[Card, int]
    extras: Mapping[Seat, frozenset[Card]]


def round_over(table: Box, winner: Seat, lost_by: Seat, version: int, draw: Draw | None = None) -> Box:
    """Return the table after a round: the cards in the centre become used cards, hands and boxes are refilled as the rules say, and the
    winner leads next. `draw`: the changes by the draw that ended the round; None if no draw ended it.

    A later event that records a different refill (a box card declined, a wrong count) corrects the numbers."""
    holdings, claims, lying, extras = draw or (table.holdings, table.claims, table.lying, table.extras)
    full, wanted = full_refill(table, holdings)
    at_once = full is not None and wanted <= table.stock
    closed = replace(
        table,
        ledger=table.ledger.with_round({winner: 1}, "won", version),
        holdings=full if full is not None and at_once else holdings,
        stock=table.stock - wanted if at_once else table.stock,
        claims=claims,
        lying=lying,
        extras=extras,
        used=table.used + len(table.centre),
        spent=table.spent.union([play.card for play in table.centre]),
        centre=Vector(),
        leader=winner,
        turn=None,
        direction=table.direction if table.rules.direction_persists else 1,
        lost_by=lost_by,
        declared=False,
        phase="lead",
    )
    if at_once:
        return settled(closed)
    shuffled = closed if full is None else recycled(closed, wanted)
    if full is not None and wanted <= shuffled.stock:
        return settled(replace(shuffled, holdings=full, stock=shuffled.stock - wanted))
    return settled(refilled(closed))


def full_refill(table: Box, held: Mapping[Seat, Holding]) -> tuple[dict[Seat, Holding] | None, int]:
    """Return (what the players hold after a refill in which everybody gets all cards that are due, how many cards this takes from the
    stock). If the stock has fewer cards, call `refilled` instead, which serves the players in order. If a box already has too many cards,
    the result is (None, 0). `held`: what the players held before the refill."""
    out, wanted, holdings = table.out, 0, {}
    for seat, mine in held.items():
        if seat in out:
            holdings[seat] = mine
            continue
        hand, box, extras, limit, owed, resurrected, _, _, _, total = mine
        drawn, room = limit - hand if hand < limit else 0, BOX_CAPACITY - box
        due = owed if owed <= room else room
        if due < 0:
            return None, 0
        wanted += drawn + due
        holdings[seat] = Holding(hand + drawn, box + due, extras, limit, 0, resurrected, drawn, due, due, total + drawn)
    return holdings, wanted


def refilled(table: Box) -> Box:
    """Return the table after the refill: all hands get their cards first, all boxes after them. Among the hands, and again among the boxes,
    the winner is served first and the others follow clockwise (BX-8, BX-11)."""
    assert table.leader is not None
    order = [seat for seat in clockwise(table.ring, table.leader) if seat not in table.out]
    held = [table.holdings[seat] for seat in order]
    due = [mine.owed if mine.owed <= BOX_CAPACITY - mine.box else BOX_CAPACITY - mine.box for mine in held]
    given, table = served(table, [mine.limit - mine.hand if mine.hand < mine.limit else 0 for mine in held] + due)
    holdings = dict(table.holdings)
    for seat, mine, drawn, boxed, owed in zip(order, held, given, given[len(order) :], due, strict=False):
        hand, box, extras, limit, _, resurrected, _, _, _, total = mine
        now = (hand + drawn, box + boxed, extras, limit, 0, resurrected, drawn, boxed, owed, total + drawn)
        holdings[seat] = Holding(*now)
    return replace(table, holdings=holdings, stock=table.stock - sum(given))


def served(table: Box, wanted: Sequence[int]) -> tuple[list[int], Box]:
    """Return (how many cards each request in `wanted` gets, the table). The cards are not taken out of the stock of the returned table yet.

    If the stock is too small, the used cards are shuffled into the stock (BX-11)."""
    if sum([number for number in wanted if number > 0]) <= table.stock:
        return list(wanted), table
    given: list[int] = []
    for number in wanted:
        table = recycled(table, sum(given) + number)
        given.append(min(number, table.stock - sum(given)))
    return given, table
