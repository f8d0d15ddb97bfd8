"""Measures how long it takes to read and verify score sheets and record files, valid ones and hostile ones.

python -m bench.sheets

The figures are processor time for each megabyte. A file of less than a megabyte counts as one megabyte. No file is larger than the service
accepts. A valid file has the most events that a record may have.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from time import process_time
from typing import Final

from bench.figures import Part, Progress, Row, alone, between, in_turn
from bench.played import LASTING, acts, choosing
from domain.files.layout import game_of
from domain.files.limits import MOST_IN_A_RECORD
from domain.files.verify import verify
from domain.notation import Sheet, read, write
from domain.notation.filing import examined, record_file
from domain.system import System, Table
from service.files.importing import read_file
from service.files.people import MOST_BYTES, MOST_PEOPLE, read_people
from tests.domain.playing import events
from tests.notation.hostile import NAMES, hostile
from tests.notation.sealing import sealed

ROUNDS: Final = 3
MOST: Final = 0.3
"""The target: at most this many seconds for each megabyte."""
KNOWN: Final = 1 / 3
LENGTH: Final = 200
"""The number of acts that are made by random play. To fill a record of the greatest allowed length, these acts are repeated."""
HOSTILE: Final = 1_000_000
"""The length of a hostile sheet, in characters."""


def record(system: System[Table]) -> Sheet:
    """Return the longest record of this system, sealed."""
    opening, *played = acts(system, choosing(Random(1), KNOWN), LENGTH)
    rest = (played * (MOST_IN_A_RECORD // len(played) + 1))[: MOST_IN_A_RECORD - 1]
    sheet = sealed(events([opening, *rest]))
    return replace(sheet, game=game_of("home", sheet.events[0].id), club="home", viewer="scorekeeper")


def seconds(work: Callable[[bytes], object], data: bytes) -> float:
    """Return the seconds of processor time for each megabyte."""
    began = process_time()
    work(data)
    return (process_time() - began) / max(1, len(data) / 1e6)


def works(system: System[Table]) -> Iterator[tuple[str, Callable[[bytes], object], bytes]]:
    """Yield (what is measured, the function to measure, its file) for the longest record of this system."""
    sheet = record(system)
    draft = write(Sheet(sheet.events, proved=False)).encode()
    text, file = write(sheet).encode(), record_file(sheet, system)
    yield f"{system.slug}, a sheet without provenance, read", lambda data: read(data.decode()), draft
    yield f"{system.slug}, a sheet, verified", examined, text
    yield f"{system.slug}, a record file, verified", verify, file
    yield f"{system.slug}, a record file, read for an import", read_file, file


def rows(progress: Progress) -> list[Row]:
    results = []
    for number, system in enumerate(LASTING):
        steps = between(progress, number / (len(LASTING) + 1), (number + 1) / (len(LASTING) + 1))
        measured = list(works(system))
        figures = in_turn(ROUNDS, steps, *(partial(seconds, work, data) for _, work, data in measured))
        for (what, _, data), own in zip(measured, figures, strict=True):
            results.append(Row(f"{what}, {MOST_IN_A_RECORD} events, {len(data) / 1e6:.1f} MB", "s/MB", own, limit=MOST))
    people = ("name\n" + "Anna\n" * MOST_PEOPLE).encode() + b"\n" * (MOST_BYTES - 5 * MOST_PEOPLE - 5)
    results.append(Row("a file of people, refused", "s/MB", [seconds(_refused, people) for _ in range(ROUNDS)], limit=MOST))
    return [*results, *_hostile_rows(between(progress, len(LASTING) / (len(LASTING) + 1), 1.0))]


def _refused(data: bytes) -> object:
    try:
        return read_people(data)
    except ValueError as refused:
        return refused


def _hostile_rows(progress: Progress) -> Iterator[Row]:
    """Yield a row for the five hostile sheets that cost most for each megabyte."""
    costs = {}
    for number, name in enumerate(NAMES):
        data = hostile(name, HOSTILE).encode("utf-8", "replace")
        costs[name] = [seconds(examined, data)]
        progress((number + 1) / len(NAMES))
    for name in sorted(costs, key=lambda name: -min(costs[name]))[:5]:
        yield Row(f"hostile: {name}, {HOSTILE / 1e6:.0f} MB", "s/MB", costs[name], limit=MOST)


PART: Final = Part(
    "Sheets and record files",
    "Seconds of processor time for a megabyte of score sheets and record files; less than a megabyte counts as one. Of the hostile sheets "
    "(tests/notation/hostile.py), the five that cost most.",
    60,
    rows,
)

if __name__ == "__main__":
    alone(PART)
