"""Measures how long it takes to make a score sheet, and the standings of a large tournament, as PDF.

python -m bench.paper
"""

from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Final

from bench.cup import acts
from bench.figures import Part, Progress, Row, alone, in_turn
from domain.tournament.reading import tournament_read
from service.files.formats import export_bytes
from service.files.paper.tournament import tournament_paper
from service.files.tournament_tables import PAIRINGS, STANDINGS, TournamentExported
from service.views.tournaments import Names
from tests.paper.test_game import game
from tests.tournament.stream import events

ROUNDS: Final = 5
ENTRIES: Final = 100
MOST: Final = 500.0
"""The target: at most this many milliseconds of processor time."""
SLUGS: Final = ("high-card", "spades-standard", "high-card-low-card")


def milliseconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return 1e3 * (process_time() - began)


def works() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield (what is made, the function that makes it)."""
    for slug in SLUGS:
        whole = game(slug)
        content = export_bytes("pdf", whole)  # the first sheet of a process also loads the library
        what = f"{slug}, a score sheet of {len(whole.reading.events)} events, {len(content) / 1e3:.0f} kB"
        yield what, partial(export_bytes, "pdf", whole)
    cup = tournament_read(events(acts(ENTRIES, 7, open_last=True)))
    names = Names({number: f"Entry number {number} with a name" for number in cup.state.entries}, frozenset())
    for table in (STANDINGS.name, PAIRINGS.name):
        work = partial(tournament_paper, table, TournamentExported("home-t", cup, names, records=True), None, "a4")
        yield f"{table} of {ENTRIES} entries", work


def rows(progress: Progress) -> list[Row]:
    measured = [*works()]
    figures = in_turn(ROUNDS, progress, *(partial(milliseconds, work) for _, work in measured))
    return [Row(what, "ms", own, limit=MOST) for (what, _), own in zip(measured, figures, strict=True)]


PART: Final = Part(
    "Sheets to print",
    "Milliseconds of processor time to make a score sheet, or a list of a tournament, as PDF.",
    20,
    rows,
)

if __name__ == "__main__":
    alone(PART)
