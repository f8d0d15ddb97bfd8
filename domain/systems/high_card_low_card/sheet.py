"""The rule sheet of High Card Low Card. Source: docs/rules/01_simple_games.md §2, rulings LC-1 to LC-8."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.cards import Seat
from domain.system import Rules, Section
from domain.systems.high_card_low_card.table import FEWEST_PLAYERS, MOST_PLAYERS, LowCardRules, deltas
from domain.words.phrases import capital, many, number

_LOW, _, _HIGH = (deltas({Seat(seat): seat + 1 for seat in range(3)})[Seat(seat)] for seat in range(3))
_MATCHED, _LONE = (deltas({Seat(0): 1, Seat(1): 1, Seat(2): 2})[Seat(seat)] for seat in (0, 2))
"""_MATCHED: the points for a number that two players show. _LONE: the points for the only other number."""
PACK_SERVES: Final = 4


def sheet(rules: Rules) -> tuple[Section, ...]:
    chosen = LowCardRules(**rules)  # type: ignore[arg-type]
    return (
        Section("Players", tuple(_players())),
        Section("Cards", tuple(_cards())),
        Section("Play", tuple(_play())),
        Section("Scoring", tuple(_scoring(chosen))),
        Section("Winning", tuple(_winning(chosen))),
    )


def _players() -> Iterator[str]:
    yield capital(f"{number(FEWEST_PLAYERS)} to {number(MOST_PLAYERS)} players, each alone.")
    yield "Once a card is laid, nobody may join or leave, because the number of players fixes the cards."


def _cards() -> Iterator[str]:
    yield "Every player has the same cards: one of each number from one to the number of players. The ace is one."
    yield f"Suits do not count. The cards of one suit make a hand, so one pack serves {number(PACK_SERVES)} players."


def _play() -> Iterator[str]:
    yield "All players lay one card face down, in any order."
    yield "When everybody has laid one, the cards are turned over together."
    yield "After each round, everybody takes the card back. So hands are always complete."


def _scoring(rules: LowCardRules) -> Iterator[str]:
    yield capital(f"players who show the same number lose {many(-_MATCHED, 'point')} each.")
    yield f"Of the other numbers, the highest scores {many(_HIGH, 'point')} and the lowest {many(_LOW, 'point')}."
    yield "The numbers between them score nothing."
    yield f"If there is only one other number, it scores {many(_LONE, 'point')} instead."
    yield f"If every number is matched, everybody loses {many(-_MATCHED, 'point')}."
    yield "No total falls below zero." if rules.floor_zero else "Totals may fall below zero."


def _winning(rules: LowCardRules) -> Iterator[str]:
    yield f"The game is played to {many(rules.target, 'point')}. When somebody gets there, the highest total wins."
    if rules.shared_win:
        yield "Players who are level at the top share the win."
    else:
        yield "If players are level at the top, everybody plays on until one player alone is ahead."
