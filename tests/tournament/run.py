"""Runs a file of finished tournaments with published values through the domain code: entries, rounds and results become events, and every
published value, place and order is compared with what the standings come to.

    python -m tests.tournament.run [--file FILE]

A line for each event: how many values were compared, are equal and unequal, what is unequal, and what is not compared. Exit status 1 if
anything is unequal, or if the file has a key that the format does not name.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

from domain.tournament.published import Published, Refused, read_published
from tests.tournament.compared import Compared, compare
from tests.tournament.pairings import pairings

DEFAULT: Final = Path(__file__).with_name("tournaments.json")


def line(value: object) -> tuple[str, bool]:
    """The line of an event, and whether everything compared is equal."""
    try:
        published: Published = read_published(value)
        made, left_out = compare(published, pairings)
    except Refused as refused:
        return f"{refused} (not run)", False
    unequal = [one for one in made if not one.equal]
    parts = [f"{published.id}: {len(made)} compared, {len(made) - len(unequal)} equal, {len(unequal)} unequal"]
    if unequal:
        parts.append("; ".join(_told(unequal)))
    if left_out:
        parts.append(f"not compared: {', '.join(left_out)}")
    return "; ".join(parts), not unequal


def _told(unequal: Sequence[Compared]) -> list[str]:
    return [f"{one.name} of {one.of} is {one.printed}, came to {one.computed}" for one in unequal]


def run(file: Path) -> int:
    """Print a line for each event and the closing line. Returns how many events failed. Raises SystemExit if the file is no list of
    events."""
    events = json.loads(file.read_text(encoding="utf-8"), parse_float=Fraction)
    if not isinstance(events, list) or not events:
        raise SystemExit(f"no tournaments in {file}")
    failed = 0
    for event in events:
        told, right = line(event)
        failed += not right
        print(told)  # noqa: T201
    print(f"{len(events) - failed} passed, {failed} failed; never compared: has_final, prize, rating, a_side")  # noqa: T201
    return failed


def main() -> int:
    words = ArgumentParser(prog="make tournaments")
    words.add_argument("--file", type=Path, default=DEFAULT, help="a JSON list of finished tournaments (TOURNAMENTS.md)")
    return 1 if run(words.parse_args().file) else 0


if __name__ == "__main__":
    sys.exit(main())
