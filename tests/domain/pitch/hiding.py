"""Games of tricks with every card recorded, and the same games with parts left out, as a table might record them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bench.played import choosing
from domain.kernel.cards import Card
from domain.kernel.events import (
    Act,
    BidPassed,
    CardsDealt,
    CardsDiscarded,
    CardsDrawn,
    Event,
    EventId,
    KittyTaken,
    StockSearched,
    StockTaken,
    TokenId,
)
from domain.kernel.shapes import Sealed
from domain.selfplay import move
from domain.system import System, Table
from domain.systems.pitch import SYSTEMS as VARIANTS_PLAYED
from domain.systems.pitch.play.table import Pitch
from domain.systems.spades import SYSTEMS as VARIATIONS_PLAYED
from tests.domain.playing import opening

PITCH: Final = {system.slug: system for system in VARIANTS_PLAYED}
SPADES: Final = {system.slug: system for system in VARIATIONS_PLAYED}
SealedCards = Sealed[tuple[Card, ...]] | None
_LEFT_OUT: Final = (CardsDealt, BidPassed, CardsDiscarded, CardsDrawn, KittyTaken, StockTaken)
"""Acts that a scorekeeper might not write down."""


def whole_game(system: System[Table], dice: Random, most: int, told: float = 1.0) -> list[Act]:
    """Return the acts of a random legal game, the opening first, at most `most`. `told`: the share of the deals whose hands, kitty and
    stock are recorded."""
    choose = choosing(dice, told)
    first = opening(system, dice.randint(*system.players))
    acts: list[Act] = [first]
    table = system.open_table(first)
    while len(acts) < most and (act := move(system, table, choose)) is not None:
        act = from_stock(table, act)
        acts.append(act)
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))
    return acts


def from_stock(table: Table, act: Act) -> Act:
    """Return the act. If the act draws cards without naming them and the stock is recorded, the cards are named."""
    if not isinstance(act, CardsDrawn | StockTaken):
        return act
    assert isinstance(table, Pitch)
    stock = table.deal.stock_cards
    if act.cards is not None or stock is None or len(stock) < act.count:
        return act
    return replace(act, cards=Sealed("", stock[: act.count])) if act.count else act


def hidden(acts: Sequence[Act], dice: Random, share: float) -> Iterator[Act]:
    """Yield the acts of the game with parts made unknown. Each hand, kitty, stock, throw and draw is made unknown with the probability
    `share`, and left out half as often. Passes and dealers are never both left out."""
    written = CardsDealt if dice.random() < 0.5 else BidPassed
    for act in acts:
        if isinstance(act, _LEFT_OUT) and not isinstance(act, written) and dice.random() < share / 2:
            continue
        yield concealed(act, dice, share)


def concealed(act: Act, dice: Random, share: float) -> Act:
    """Return the act with each sealed value made unknown with the probability `share`."""
    match act:
        case CardsDealt(hands=hands, kitty=kitty, stock=stock):
            kept = {seat: cards for seat, cards in (hands or {}).items() if dice.random() >= share}
            return replace(act, hands=kept or None, kitty=_or_none(kitty, dice, share), stock=_or_none(stock, dice, share))
        case KittyTaken() | CardsDiscarded() | CardsDrawn() | StockTaken() | StockSearched():
            return replace(act, cards=_or_none(act.cards, dice, share))
        case _:
            return act


def _or_none(value: SealedCards, dice: Random, share: float) -> SealedCards:
    return None if dice.random() < share else value
