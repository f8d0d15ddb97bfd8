"""Defines figures, the rows of the tables, and the parts of the bench. It can also run one part alone.

The same measurement may give twice the figure on another machine or at another hour. Because of this, two figures that are compared are
measured in turn (A B A B …), and the table shows the *ratio* of each round: how many times as good the product is as the floor or the
rival.
"""

import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Final, Protocol

Figures = Sequence[float]
"""The results of one measurement, one for each round."""
Progress = Callable[[float], None]
"""A function that is called with the share of the work that is done, from 0 to 1."""
Unit = str

HIGHER_IS_BETTER: Final = frozenset({"/s"})


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: the figures `ours` are compared with `against`, or with a limit.

    `unit`: `/s` (more is better), or `ms`, `B` and the like (less is better). `ours`: the figures of the product, one for each round.
    `against`: the figures of the floor or the rival, from the same rounds. A row has at most one target. `ratio`: the product must be at
    least this many times as good as `against`. `limit`: the median of `ours` must not be worse than this.
    """

    what: str
    unit: Unit
    ours: Figures
    against: Figures = ()
    ratio: float | None = None
    limit: float | None = None

    @property
    def ratios(self) -> Figures:
        """One number for each round: how many times as good `ours` is as `against`."""
        if self.unit in HIGHER_IS_BETTER:
            return [own / other for own, other in zip(self.ours, self.against, strict=False)]
        return [other / own for own, other in zip(self.ours, self.against, strict=False)]

    @property
    def met(self) -> bool | None:
        """Whether the median meets the target; None if there is no target."""
        if self.ratio is not None:
            return median(self.ratios) >= self.ratio
        if self.limit is not None:
            own = median(self.ours)
            return own >= self.limit if self.unit in HIGHER_IS_BETTER else own <= self.limit
        return None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the bench. `about`: what it measures, in one or two sentences. `rows`: a function that measures and returns the rows.
    `seconds`: about how long the measurement takes."""

    title: str
    about: str
    seconds: float
    rows: Callable[[Progress], list[Row]]


class Module(Protocol):
    """A module of this package that measures."""

    PART: Part


def in_turn(rounds: int, progress: Progress, *measures: Callable[[], float]) -> list[list[float]]:
    """In each round, call every measure once, one after another. Returns the figures of each measure."""
    results: list[list[float]] = [[] for _ in measures]
    for number in range(rounds):
        for figures, measure in zip(results, measures, strict=True):
            figures.append(measure())
        progress((number + 1) / rounds)
    return results


def between(progress: Progress, begin: float, end: float) -> Progress:
    """Return a Progress for one part of a larger piece of work. `begin`: the share of the larger work that is done before this part.
    `end`: the share that is done after it."""
    return lambda share: progress(begin + share * (end - begin))


def percentile(figures: Figures, at: int) -> float:
    """Return the figure below which `at` percent of the figures lie."""
    return quantiles(figures, n=100, method="inclusive")[at - 1]


def silent(_share: float) -> None:
    """Show no progress."""


def peak_mib(process: int) -> float:
    """Return the most memory that a running process had since its program began, in MiB. (`ru_maxrss` also has what its parent had.)"""
    words = Path(f"/proc/{process}/status").read_text("ascii", "replace").split()
    return int(words[words.index("VmHWM:") + 1]) / 1024


def peak_while(process: subprocess.Popen[bytes]) -> float:
    """Wait until a process ends. Returns the most memory that it had, in MiB, as seen 50 times a second."""
    most = 0.0
    while process.poll() is None:
        with suppress(OSError, ValueError):  # it just ended
            most = peak_mib(process.pid)
        time.sleep(0.02)
    return most


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table. Each cell has the median of its figures, with the least and the greatest figure in brackets."""
    lines = ["| | ours | against | ratio | target | |", "|---|---|---|---|---|---|"]
    for row in rows:
        mark = {None: "", True: "✓", False: "**short**"}[row.met]
        ratio = _spread(row.ratios, "×") if row.against else ""
        cells = (row.what, _spread(row.ours, row.unit), _spread(row.against, row.unit), ratio, _target(row), mark)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _target(row: Row) -> str:
    if row.ratio is not None:
        return f"≥ {row.ratio:g} ×"
    if row.limit is not None:
        return f"{'≥' if row.unit in HIGHER_IS_BETTER else '≤'} {row.limit:,g} {row.unit}"
    return ""


def _spread(figures: Figures, unit: Unit) -> str:
    if not figures:
        return ""
    middle = f"{_short(median(figures))} {unit}"
    return middle if len(figures) == 1 else f"{middle} ({_short(min(figures))}–{_short(max(figures))})"


def _short(figure: float) -> str:
    if isinstance(figure, int):
        return f"{figure:,}"
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"


def alone(part: Part) -> None:
    print(f"{part.title}\n\n{part.about}\n\n{table(part.rows(silent))}")
