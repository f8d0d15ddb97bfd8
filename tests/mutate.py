"""Deliberate faults in the rules, and which table rows catch them.

    python -m tests.mutate

Each fault is one replaced line in a copy of the domain; the tables of that system run against the copy. A fault that no row
catches is a hole in the tables: exit status 1. Not part of `make test`: it proves the tests, not the code.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent

HIGH_CARD: Final = "domain/systems/high_card/"
LOW_CARD: Final = "domain/systems/high_card_low_card.py"
ONE_UP: Final = "domain/systems/one_up.py"
FAULTS: Final[dict[str, list[tuple[str, str, str]]]] = {
    "tests/domain/test_high_card.py": [
        (HIGH_CARD + "table.py", "return low < rank < high", "return low < rank <= high"),
        (HIGH_CARD + "table.py", "return stock >= active + due", "return stock > active + due"),
        (
            HIGH_CARD + "table.py",
            "order = (*order[1:], order[0]) if rules.exclude_last_leader else order",
            "order = (*order[1:], order[0])",
        ),
        (HIGH_CARD + "table.py", "due=table.due | scorers, opener=opener)", "due=table.due, opener=opener)"),
        (HIGH_CARD + "table.py", "scores.get(seat, 0) >= target", "scores.get(seat, 0) > target"),
        (HIGH_CARD + "play.py", "in (*order[1:], last) if seat in active", "in order if seat in active"),
        (HIGH_CARD + "play.py", "opener = clockwise(table.ring, opener)[1]", "opener = clockwise(table.ring, opener)[0]"),
        (HIGH_CARD + "play.py", "aside=table.aside + kept)", "aside=table.aside)"),
        (HIGH_CARD + "play.py", "return table  # HC-14: the first call stands", "pass"),
        (HIGH_CARD + "play.py", "due = frozenset[Seat]() if table.hand_no == 1 else table.due", "due = table.due"),
        (HIGH_CARD + "breaches.py", "elif table.turn is not None and table.turn != seat:", "elif False:"),
        (HIGH_CARD + "breaches.py", "if sighting is not None and (sighting.played or sighting.seat != seat):", "if sighting is None:"),
        (HIGH_CARD + "__init__.py", "not (viewer.owns(seat) or _was_shown(table, seat, event.version))", "not viewer.owns(seat)"),
    ],
    "tests/domain/test_high_card_low_card.py": [
        (LOW_CARD, "worth = {single[0]: 3}", "worth = {single[0]: 2}"),
        (LOW_CARD, "worth[max(single)], worth[min(single)] = 2, 1", "worth[max(single)], worth[min(single)] = 1, 2"),
        (LOW_CARD, "worth.get(value, -1)", "worth.get(value, 0)"),
        (LOW_CARD, "return top if len(top) == 1 or", "return top if len(top) >= 1 or"),
        (LOW_CARD, "if table.rules.floor_zero:", "if not table.rules.floor_zero:"),
        (LOW_CARD, "if not (viewer.owns(seat) or _was_shown", "if (viewer.owns(seat) or _was_shown"),
    ],
    "tests/domain/test_one_up.py": [
        (ONE_UP, "return 1 if self.ace", "return 14 if self.ace"),
        (ONE_UP, "return None, dict.fromkeys(cards, 1)", "return None, {seat: 1 if seat in top else 0 for seat in cards}"),
        (ONE_UP, "if len(sizes) > 1 or sizes == {0}:", "if sizes == {0}:"),
        (ONE_UP, "if table.rules.sudden_death and len(top) > 1:", "if len(top) > 1:"),
        (ONE_UP, "if event.version in table.closed and not remembers:", "if event.version in table.closed and remembers:"),
        (ONE_UP, "hands={seat: cards - {shown[seat]} if seat in shown else cards", "hands={seat: cards"),
    ],
}


def main() -> int:
    missed = 0
    for table, faults in FAULTS.items():
        for number, (file, old, new) in enumerate(faults, 1):
            rows = caught(table, file, old, new)
            missed += not rows
            print(f"{number:2}. {Path(file).name}: {old.strip()[:70]} → {new.strip()[:50]}")  # noqa: T201
            print(f"    caught by {len(rows)} row(s): {'; '.join(rows[:2]) or 'NOTHING'}", flush=True)  # noqa: T201
    return 1 if missed else 0


def caught(table: str, file: str, old: str, new: str) -> list[str]:
    """The rows that fail when `old` is replaced by `new`."""
    with tempfile.TemporaryDirectory() as scratch:
        for folder in ("domain", "tests"):
            shutil.copytree(ROOT / folder, Path(scratch, folder), ignore=shutil.ignore_patterns("__pycache__"))
        target = Path(scratch, file)
        text = target.read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise SystemExit(f"{file} holds {old!r} {text.count(old)} times: the fault needs a new home")
        target.write_text(text.replace(old, new), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "--noconftest", "-p", "no:cacheprovider", "--rootdir", scratch, table]
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    return re.findall(rf"FAILED {re.escape(table)}::(\S.*?)(?: - |$)", done.stdout, re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main())
