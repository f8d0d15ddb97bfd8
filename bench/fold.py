"""Fold and check, against python-chess reading the same number of moves with legality (`parse_san` and `push`).

python -m bench.fold
"""

from random import Random
from time import perf_counter
from typing import Final

import chess

from domain.events import Event
from domain.record import read
from domain.selfplay import move
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.playing import events, opening

MOVES: Final = 200
ROUNDS: Final = 25


def a_record(system: System[Table], seats: int, seed: int = 3) -> tuple[Event, ...]:
    """A random legal record of at most MOVES events; the first seed whose game lasts long enough, else the longest of twenty."""
    longest: tuple[Event, ...] = ()
    for dice in map(Random, range(seed, seed + 20)):
        acts = [opening(system, seats)]
        reading = read(system, events(acts))
        while len(acts) < MOVES and (made := move(system, reading.table, dice.choice)) is not None:
            acts.append(made)  # type: ignore[arg-type]
            reading = reading.extended(events(acts)[-1:])
        longest = max(longest, reading.events, key=len)
        if len(acts) == MOVES:
            break
    return longest


def a_chess_game(plies: int = 150) -> list[str]:
    dice, board, moves = Random(1), chess.Board(), []
    while len(moves) < plies and (legal := list(board.legal_moves)):
        moves.append(board.san(chosen := dice.choice(legal)))
        board.push(chosen)
    return moves


def rival(moves: list[str]) -> float:
    """Seconds a move."""
    board = chess.Board()
    began = perf_counter()
    for san in moves:
        board.push(board.parse_san(san))
    return (perf_counter() - began) / len(moves)


def ours(system: System[Table], record: tuple[Event, ...]) -> float:
    """Seconds an event."""
    began = perf_counter()
    read(system, record)
    return (perf_counter() - began) / len(record)


def median(figures: list[float]) -> float:
    return sorted(figures)[len(figures) // 2]


def main() -> None:
    moves = a_chess_game()
    for slug, system in SYSTEMS.items():
        record = a_record(system, min(4, system.players[1]))
        pairs = [(ours(system, record), rival(moves)) for _ in range(ROUNDS)]
        mine, theirs = median([pair[0] for pair in pairs]), median([pair[1] for pair in pairs])
        ratio = median([other / own for own, other in pairs])
        print(f"{slug:20} {len(record):4} events  {mine * 1e6:6.2f} µs an event; python-chess {theirs * 1e6:6.2f} µs a move; {ratio:.2f} ×")


if __name__ == "__main__":
    main()
