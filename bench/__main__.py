"""Runs the parts of the bench (the speed measurements). Writes their tables to bench/RESULTS.md and prints them.

python -m bench [PART …]
"""

import os
import platform
import sys
import time
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Final, cast

import click

from bench.figures import Module, Part, table

PARTS: Final = (
    "append",
    "shares",
    "replay",
    "replay_start",
    "store",
    "fold",
    "growth",
    "sheets",
    "paper",
    "pictures",
    "standings",
    "tournament_page",
    "pairing",
    "proofs",
    "sse",
    "finding_latency",
    "projected",
    "strangers",
    "taken",
    "live_page",
    "pages",
    "slow_net",
    "memory_page",
    "many_clubs",
    "walks",
)
PAGE: Final = Path(__file__).with_name("RESULTS.md")
ABOUT: Final = """\
Written by `make bench`. Figures are medians, with the least and the most in brackets. Figures that are compared are measured in turn, round
by round, in one run: **the ratios count**; absolute figures drift by a factor of two from machine to machine and from hour to hour. A ratio
says how many times as good ours is: for rates ours divided by theirs, for times theirs divided by ours.
"""


def part(name: str) -> Part:
    """Return the part that the module bench.<name> defines."""
    return cast("Module", import_module(f"bench.{name}")).PART


def measured(name: str, bar: "click._termui_impl.ProgressBar[int]") -> str:
    """Run one part and return its section of RESULTS.md. By the end of the part, the progress bar has advanced by the seconds that the part
    is expected to take."""
    chosen, done = part(name), 0.0

    def progress(share: float) -> None:
        nonlocal done
        now = share * chosen.seconds
        bar.update(int(now) - int(done))
        done = now

    bar.label = name
    bar.render_progress()
    rows = chosen.rows(progress)
    progress(1.0)
    return f"## {chosen.title}\n{chosen.about}\n\n{table(rows)}\n"


def machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return f"{os.cpu_count()} processors, {memory:.0f} GiB, {system}, {datetime.now(UTC):%d %B %Y}."


def main() -> None:
    names = tuple(sys.argv[1:]) or PARTS
    began = time.monotonic()
    with click.progressbar(length=int(sum(part(name).seconds for name in names)), file=sys.stderr) as bar:
        sections = [measured(name, bar) for name in names]
    minutes = (time.monotonic() - began) / 60
    page = "\n".join(("# Measured", machine(), f"It took {minutes:.1f} minutes.\n", ABOUT, *sections))
    if names == PARTS:
        PAGE.write_text(page)
    print(page)


if __name__ == "__main__":
    main()
