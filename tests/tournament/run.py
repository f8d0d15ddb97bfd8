"""Replays a file of finished tournaments, and compares every published value, place and order with our standings.

    python -m tests.tournament.run [--file FILE]

Prints a line for each tournament: the number of compared, equal and unequal values, then the unequal values, then those not compared.
The exit status is 1 if a value is unequal or the file has an unknown key.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

from domain.tournament.compared import Compared, compare, unknown_names
from domain.tournament.fold import read
from domain.tournament.published import Published, Refused, read_published
from domain.tournament.replayed import replayed
from tests.tournament.pairings import pairings

DEFAULT: Final = Path(__file__).with_name("tournaments.json")


def line(value: object) -> tuple[str, bool]:
    """Return the line to print for a tournament, and whether all compared values are equal."""
    try:
        published: Published = read_published(value)
    except Refused as refused:
        return f"{refused} (not run)", False
    if unknown := unknown_names(published):
        return f"{published.id}: unknown key {', '.join(unknown)} in tiebreaks (not run)", False
    made, left_out = compare(published, read(replayed(published)), pairings)
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
    """Print a line for each tournament, then a closing line. Returns how many tournaments failed. Raises SystemExit if the file has no list
    of tournaments."""
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
