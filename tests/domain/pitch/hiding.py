"""Games of every system with every card recorded, and the same games with parts left out, as a table might record them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Final

from bench.played import choosing
from domain.kernel.cards import Card
from domain.kernel.events import (
    Act,
    BidPassed,
    BoxesSet,
    BoxRefilled,
    CardOffered,
    CardPlaced,
    CardsDealt,
    CardsDiscarded,
    CardsDrawn,
    CardSelected,
    Event,
    EventId,
    ExtrasTraded,
    GuessMade,
    HandDealt,
    HandRefilled,
    KittyTaken,
    Resurrected,
    StockSearched,
    StockTaken,
    TokenId,
)
from domain.kernel.shapes import Sealed
from domain.selfplay import Choose, move
from domain.system import System, Table
from domain.systems import SYSTEMS
from domain.systems.hi_lo.table import HiLoTable
from domain.systems.pitch import SYSTEMS as VARIANTS_PLAYED
from domain.systems.pitch.play.table import Pitch
from tests.domain.box_dealer import Dealer
from tests.domain.playing import opening

PITCH: Final = {system.slug: system for system in VARIANTS_PLAYED}
SealedCards = Sealed[tuple[Card, ...]] | None
_LEFT_OUT: Final = (
    CardsDealt, BidPassed, CardsDiscarded, CardsDrawn, KittyTaken, StockTaken, HandDealt, BoxesSet, HandRefilled, BoxRefilled,
)  # fmt: skip
"""Acts that a scorekeeper might not write down."""


def whole_game(system: System[Table], dice: Random, most: int, told: float = 1.0) -> list[Act]:
    """Return the acts of a random legal game, at most `most` of them. The opening comes first. `told`: the share of the deals whose hands,
    kitty and stock are recorded."""
    if system.slug == "box":
        return box_game(dice, most, told)
    choose = choosing(dice, told)
    first = opening(system, dice.randint(*system.players))
    acts: list[Act] = [first]
    table = system.open_table(first)
    while len(acts) < most and (act := move(system, table, choose)) is not None:
        act = named(table, act, choose)
        acts.append(act)
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))
    return acts


def box_game(dice: Random, most: int, told: float = 1.0) -> list[Act]:
    """Return the acts of a game of Box. `Dealer` plays the game and names the cards that are dealt and drawn, because the prompts do not
    ask for these cards."""
    dealer = Dealer(dice, 0.0, dice.random() < told, {})
    dealer.play(dice.randint(*SYSTEMS["box"].players))
    return dealer.acts[:most]


def named(table: Table, act: Act, choose: Choose) -> Act:
    """Return the act with cards that its prompt does not ask for: the cards drawn from a recorded stock, or the hidden card of a guess."""
    if isinstance(act, GuessMade) and isinstance(table, HiLoTable) and table.left and choose((True, False)):
        return replace(act, hidden=Sealed("", choose(table.left)))  # type: ignore[arg-type]
    return from_stock(table, act)


def from_stock(table: Table, act: Act) -> Act:
    """Return the act. If it draws cards from a recorded stock without naming them, the returned act names them."""
    if not isinstance(act, CardsDrawn | StockTaken):
        return act
    assert isinstance(table, Pitch)
    stock = table.deal.stock_cards
    if act.cards is not None or stock is None or len(stock) < act.count:
        return act
    return replace(act, cards=Sealed("", stock[: act.count])) if act.count else act


def hidden(acts: Sequence[Act], dice: Random, share: float) -> Iterator[Act]:
    """Yield the acts of the game with parts made unknown. Each hand, kitty, stock, throw and draw becomes unknown with the probability
    `share`. Acts that a scorekeeper might not write down are left out, each with half that probability. But all
    deals of the game are kept, or all passes; `dice` decides which."""
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
        case (
            HandDealt() | CardPlaced() | CardSelected() | CardOffered() | GuessMade()
            | BoxesSet() | HandRefilled() | BoxRefilled() | ExtrasTraded() | Resurrected()
        ):  # fmt: skip
            return replace(act, **{field.name: _without(getattr(act, field.name), dice, share) for field in fields(act)})  # type: ignore[arg-type]
        case _:
            return act


def _without(value: object, dice: Random, share: float) -> object:
    """Return the value; if it is sealed, return None instead with the probability `share`. In a mapping by seat, each value is treated in
    this way, and the seats whose value is now None are removed. If no seat is left, return None."""
    if isinstance(value, Mapping):
        return {seat: held for seat, held in value.items() if _without(held, dice, share) is not None} or None
    return None if isinstance(value, Sealed) and dice.random() < share else value


def _or_none(value: SealedCards, dice: Random, share: float) -> SealedCards:
    return None if dice.random() < share else value
