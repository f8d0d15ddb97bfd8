"""Measures how long it takes to fold a record (compute the table from its events) and to check it for breaches. The rival is python-chess,
which reads the same number of moves and checks that each move is legal (`parse_san`, `push`).

python -m bench.fold
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from time import perf_counter
from typing import Final

import chess

from bench.figures import Part, Progress, Row, alone, in_turn, silent
from bench.records import longest
from domain.kernel.events import Event
from domain.record.fold import read
from domain.system import System, Table
from tests.domain.pitch.hiding import hidden, whole_game
from tests.domain.playing import events
from tests.systems import SAMPLED

MOVES: Final = 200
ROUNDS: Final = 25
RATIO: Final = {"pitch": 1.5, "spades": 1.0, "bid-whist": 1.0}
"""For each family of systems: how many times as fast as the rival the product must be. Families that are not listed: 2."""
TRICKS: Final = frozenset({"pitch", "spades", "bid-whist"})
"""The families of games of tricks."""


def records(slug: str, system: System[Table]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Yield (description, record) for random legal games of MOVES events. Some games are shorter, because no game of their system lasts
    that long. Games of tricks: with every card known, and with half of the cards hidden. Other systems: with few players, and with as many
    as can play."""
    if system.family in TRICKS:
        whole = whole_game(system, Random(1), MOVES)
        yield "every card known", events(whole)
        yield "half of it hidden", events(hidden(whole, Random(1), 0.5))
        return
    for seats in sorted({min(4, system.players[1]), system.players[1]}):
        yield f"{seats} players", events(longest(slug, MOVES, seats))


def a_chess_game(plies: int = 150) -> list[str]:
    dice, board, moves = Random(1), chess.Board(), []
    while len(moves) < plies and (legal := list(board.legal_moves)):
        moves.append(board.san(chosen := dice.choice(legal)))
        board.push(chosen)
    return moves


def rival(moves: list[str]) -> float:
    """Return how many microseconds python-chess takes for each move."""
    board = chess.Board()
    began = perf_counter()
    for san in moves:
        board.push(board.parse_san(san))
    return 1e6 * (perf_counter() - began) / len(moves)


def ours(system: System[Table], record: tuple[Event, ...]) -> float:
    """Return how many microseconds the product takes for each event."""
    began = perf_counter()
    read(system, record)
    return 1e6 * (perf_counter() - began) / len(record)


def rows(progress: Progress) -> list[Row]:
    moves, results = a_chess_game(), []
    plans = [(slug, system, what, record) for slug, system in SAMPLED.items() for what, record in records(slug, system)]
    for number, (slug, system, what, record) in enumerate(plans):
        progress(number / len(plans))
        mine, theirs = in_turn(ROUNDS, silent, partial(ours, system, record), partial(rival, moves))
        results.append(Row(f"{slug}, {what}, {len(record)} events", "µs", mine, theirs, ratio=RATIO.get(system.family, 2)))
    return results


PART: Final = Part(
    "Fold and check",
    "Microseconds of an event, folded and checked, against python-chess: microseconds of a move, parsed, checked for legality and pushed.",
    10,
    rows,
)

if __name__ == "__main__":
    alone(PART)
