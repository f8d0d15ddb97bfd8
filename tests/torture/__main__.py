"""`make torture SEEDS=1-10 FAULTS=300`: runs the campaign, with progress on the error output, and prints its summary. Exit code 1:
something was lost, doubled, divergent or wrong. Ctrl-C ends the faults of the current seed, examines the installation, and runs no other
seed."""

import argparse
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from tests.torture.campaign import Outcome, tortured

TABLE: Final = "{:>4}  {:>6}  {:>12}  {:>5}  {:>11}  {:>7}  {:>9}  {:>4}  {:>7}  {:>9}  {:>5}  {:>8}  {:>6}"
HEADS: Final = (
    "seed", "faults", "acknowledged", "games", "tournaments", "seasons", "no answer", "lost", "doubled", "divergent", "wrong", "recovery",
    "time",
)  # fmt: skip


def seeds(text: str) -> list[int]:
    """Read `1-3,7` as [1, 2, 3, 7]."""
    numbers: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def main() -> int:
    parser = argparse.ArgumentParser(prog="make torture", description=__doc__)
    parser.add_argument("--seeds", type=seeds, default=[1])
    parser.add_argument("--faults", type=int, default=300, help="how many faults strike in each seed")
    parser.add_argument("--logs", type=Path, default=Path("build/torture"), help="folder of the logs")
    parser.add_argument("--cluster", action="store_true", help="a Redis Cluster of three masters and three replicas keeps the records")
    asked = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    asked.logs.mkdir(parents=True, exist_ok=True)
    outcomes: list[Outcome] = []
    for seed in asked.seeds:
        began = time.monotonic()

        def show(struck: int, seed: int = seed, began: float = began) -> None:
            sys.stderr.write(f"\rseed {seed}: {struck} of {asked.faults} faults, {time.monotonic() - began:.0f} s ")
            sys.stderr.flush()

        with tempfile.TemporaryDirectory(prefix="torture-") as folder:
            outcomes.append(tortured(seed, asked.faults, Path(folder, "place"), asked.logs, show, cluster=asked.cluster))
        sys.stderr.write("\n")
        (asked.logs / "summary.txt").write_text(summary(outcomes), encoding="utf-8")
        if sum(outcomes[-1].faults.values()) < asked.faults:
            break
    sys.stdout.write(summary(outcomes))
    return 0 if all(outcome.well for outcome in outcomes) else 1


def summary(outcomes: list[Outcome]) -> str:
    """Return a text: a table of all seeds with the sums of the columns, the faults by kind, and everything that is wrong."""
    rows = [_row(str(outcome.seed), [outcome]) for outcome in outcomes]
    faults = sum((outcome.faults for outcome in outcomes), Counter[str]())
    refused = sum((outcome.refused for outcome in outcomes), Counter[str]())
    statuses = sum((outcome.answers for outcome in outcomes), Counter[int]())
    lines = [TABLE.format(*HEADS), *rows, _row("all", outcomes), ""]
    lines += [f"{times:>6}  {name}" for name, times in sorted(faults.items())]
    lines += ["", "answers by status: " + ", ".join(f"{times} × {status or 'none'}" for status, times in sorted(statuses.items()))]
    lines += ["refusals: " + (", ".join(f"{times} × {name}" for name, times in sorted(refused.items())) or "none"), ""]
    for outcome in outcomes:
        found = outcome.found
        for name, cases in (("lost", found.lost), ("doubled", found.doubled), ("divergent", found.divergent), ("wrong", outcome.wrong)):
            lines += [f"seed {outcome.seed}: {name}: {case}" for case in cases]
    return "\n".join(lines).rstrip() + "\n"


def _row(name: str, outcomes: list[Outcome]) -> str:
    return TABLE.format(
        name,
        sum(sum(outcome.faults.values()) for outcome in outcomes),
        sum(outcome.acknowledged for outcome in outcomes),
        sum(outcome.games for outcome in outcomes),
        sum(outcome.tournaments for outcome in outcomes),
        sum(outcome.seasons for outcome in outcomes),
        sum(outcome.answers[0] for outcome in outcomes),
        sum(len(outcome.found.lost) for outcome in outcomes),
        sum(len(outcome.found.doubled) for outcome in outcomes),
        sum(len(outcome.found.divergent) for outcome in outcomes),
        sum(len(outcome.wrong) for outcome in outcomes),
        f"{max(outcome.slowest for outcome in outcomes):.1f} s",
        f"{sum(outcome.seconds for outcome in outcomes):.0f} s",
    )


if __name__ == "__main__":
    sys.exit(main())
