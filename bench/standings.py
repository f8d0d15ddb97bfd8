"""Measures how long it takes to compute the standings of a tournament, and to make one Swiss pairing. The floor of the standings is a sum
of points and one sort.

python -m bench.standings
"""

from functools import partial
from time import perf_counter
from typing import Final

from bench.figures import Part, Progress, Row, alone, in_turn, silent
from domain.kernel.events.tournaments import Scoring, Settings
from domain.tournament.formats.kinds import Asked, Paired
from domain.tournament.formats.swiss import SWISS
from domain.tournament.history import History, Line, Outcome
from domain.tournament.standings import standings

ROUNDS: Final = 9
ORDER: Final = ("head-to-head", "buchholz:fide-2023", "buchholz-cut-1:fide-2023", "sonneborn-berger:fide-2023")
SIZES: Final = ((500, 11), (1000, 9))
OTHER: Final[dict[Outcome, Outcome]] = {"win": "loss", "draw": "draw", "loss": "win"}


def history(entries: int, rounds: int) -> History:
    """Return the history of a Swiss tournament. The product pairs every round. The results are fixed, but look random."""
    lines: dict[int, tuple[Line, ...]] = dict.fromkeys(range(1, entries + 1), ())
    for number in range(1, rounds + 1):
        paired = pair(History(Scoring(), number - 1, lines))
        for table, ((one,), (other,)) in enumerate(paired.tables, 1):
            outcome: Outcome = ("win", "draw", "loss")[(one * number + other) % 3]  # type: ignore[assignment]
            for me, you, mine in ((one, other, outcome), (other, one, OTHER[outcome])):
                points = {"win": 2, "draw": 1, "loss": 0}[mine]
                lines[me] = (*lines[me], Line(number, "played", points, mine, (), (you,), points, 2 - points, 1, table))
    return History(Scoring(), rounds, lines)


def pair(past: History) -> Paired:
    made = SWISS.pair(Asked(past.rounds + 1, Settings(), past.entries, past, 1), lambda _: None)
    assert isinstance(made, Paired)
    return made


def ours(past: History) -> float:
    """Return how many milliseconds the product needs to compute the standings."""
    began = perf_counter()
    standings(past, ORDER)
    return 1e3 * (perf_counter() - began)


def floor(past: History) -> float:
    """Return how many milliseconds it takes to add up the points of each entry, and to sort the sums."""
    began = perf_counter()
    totals = {entry: sum([line.points for line in lines]) for entry, lines in past.lines.items()}
    sorted(totals, key=lambda entry: (-totals[entry], entry))
    return 1e3 * (perf_counter() - began)


def paired_in(past: History) -> float:
    """Return how many milliseconds the next pairing takes."""
    began = perf_counter()
    pair(past)
    return 1e3 * (perf_counter() - began)


def rows(progress: Progress) -> list[Row]:
    results = []
    for number, (entries, rounds) in enumerate(SIZES):
        past = history(entries, rounds)
        mine, theirs = in_turn(ROUNDS, silent, partial(ours, past), partial(floor, past))
        results.append(Row(f"standings of {entries} entries after {rounds} rounds", "ms", mine, theirs, limit=1000))
        results.append(Row(f"pairing of round {rounds + 1}, {entries} entries", "ms", [paired_in(past) for _ in range(3)], limit=5000))
        progress((number + 1) / len(SIZES))
    return results


PART: Final = Part(
    "Standings and pairings",
    "Milliseconds of whole standings with head-to-head, two Buchholz and Sonneborn-Berger, against a sum of points and one sort. And of "
    "one Swiss pairing.",
    15,
    rows,
)

if __name__ == "__main__":
    alone(PART)
