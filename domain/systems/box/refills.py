"""Carries out the events of Box between rounds: recorded refills, trades of extras, resurrections."""

from domain.kernel.cards import Card, Seat
from domain.kernel.events import ExtrasTraded, Resurrected
from domain.kernel.shapes import Sealed
from domain.kernel.values import replace
from domain.systems.box.table import (
    RESURRECTED_LIMIT,
    RESURRECTION,
    TRADE,
    Box,
    Holding,
    recycled,
    settled,
    with_holding,
)  # fmt: skip


def hand_refilled(table: Box, seat: Seat, count: int, cards: Sealed[tuple[Card, ...]] | None) -> Box:
    """Return the table after a recorded refill of a hand. It replaces the refill that the rules assumed."""
    mine = table.holdings[seat]
    more = count - mine.drawn if table.between_rounds else count
    table = with_holding(table, seat, mine._replace(hand=max(0, mine.hand + more), drawn=count, total=mine.total + max(0, more)))
    table = replace(table, stock=max(0, table.stock - more))
    if cards is not None and cards.value is not None:
        table = replace(table, held={**table.held, seat: table.held.get(seat, frozenset()).union(cards.value)})
    return table


def box_refilled(table: Box, seat: Seat, count: int) -> Box:
    mine = table.holdings[seat]
    more = count - mine.boxed if table.between_rounds else count
    table = with_holding(table, seat, mine._replace(box=max(0, mine.box + more), boxed=count))
    table = replace(table, stock=max(0, table.stock - more))
    return settled(table) if table.between_rounds and table.phase != "setup" else table


def traded(table: Box, act: ExtrasTraded) -> Box:
    """Return the table after a trade: three extras are now used cards, and one unseen card went from the stock into the box (BX-10)."""
    seat = act.seat
    known = table.extras.get(seat, frozenset())
    given = frozenset(act.cards) if act.cards is not None else known
    extras = {**table.extras, seat: known - given}
    mine = table.holdings[seat]
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
    table = replace(
        table,
        stock=max(0, stock - RESURRECTION),
        used=used,
        lying=lying,
        spent=spent,
        extras={**table.extras, seat: frozenset()},
        claims={**table.claims, seat: ()},
        held={**table.held, seat: hand},
        exposed={other: cards for other, cards in table.exposed.items() if other != seat},
        holdings={**table.holdings, seat: Holding(RESURRECTED_LIMIT, 1, 0, RESURRECTED_LIMIT, 0, resurrected=True)},
    )
    return settled(table) if table.between_rounds else table
