"""What each entry got in each round. Standings, tie-breaks and pairings are made from this history alone.

`scoring.py` makes the history of a tournament. Tests also write histories by hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from domain.kernel.events.tournaments import Scoring
from domain.kernel.shapes import Sealed
from domain.kernel.values import derive

Kind = Literal["played", "forfeit", "bye", "full", "half", "zero", "absent"]
"""played: the entry played at a table. forfeit: the entry had a table, and the director ruled on it without play. bye: the entry was
present, but no table was left. full, half, zero: the entry asked for an absence, which is worth as much as a bye, as much as a draw, or
nothing. absent: any other absence, such as after a withdrawal; it is worth nothing."""
Outcome = Literal["win", "draw", "loss"]


class Line(NamedTuple):
    """What one entry got in one round. `points`: as the scoring counts them. `partners`, `opponents`: entry numbers; after a forfeit, those
    who were to play. `score`: the entry's score at the table; `against`: the best score of another side (both 0 if unknown). `place`: the
    entry's place at the table, 1 is the best; level sides have the same place. `outcome`, `place` and `table` are None if the entry had no
    table."""

    round: int
    kind: Kind
    points: int = 0
    outcome: Outcome | None = None
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    score: int = 0
    against: int = 0
    place: int | None = None
    table: int | None = None

    @property
    def met(self) -> bool:
        """Whether the entry played at a table."""
        return self.kind == "played"

    @property
    def is_bye(self) -> bool:
        """Whether the entry got points without playing: by a bye, by a full bye that it asked for, or by winning a forfeit."""
        return self.kind in ("bye", "full") or (self.kind == "forfeit" and self.outcome == "win")


class Adjustment(NamedTuple):
    """What the director added to an entry's points and to the sum of its scores. `round`: the round from which this counts; None if it
    counts from the start. `reason`: the director's reason, a sealed text. `cites`: the rule that the director named. Both are None if not
    known; `cites` is also None if no rule was named. `carried`: whether the entry brought these points from an earlier stage instead."""

    points: int
    score: int = 0
    round: int | None = None
    reason: Sealed[str] | None = None
    cites: str | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class History:
    """What all entries got in the rounds up to number `rounds`; 0 before round 1. `lines`: {entry: its line for each round, in order}; if a
    table has no result yet, its entries have no line for that round. `seeds`: by entry, its rank before round 1, where known. `adjusted`:
    by entry, what the director added, in order.

    `everyone_meets`: whether everybody plays everybody; if so, tie-breaks count a forfeit like a game. `lots`: entries in the order that
    lots gave them, best first. `ruled`: the orders that the director ruled, each with the best first; no entry is in two of them.
    `waiting`: by entry, the last round in which it sits at a table that has no result yet.
    """

    scoring: Scoring
    rounds: int
    lines: Mapping[int, tuple[Line, ...]]
    seeds: Mapping[int, int] = field(default_factory=dict)
    adjusted: Mapping[int, tuple[Adjustment, ...]] = field(default_factory=dict)
    everyone_meets: bool = False
    lots: tuple[int, ...] = ()
    ruled: tuple[tuple[int, ...], ...] = ()
    waiting: Mapping[int, int] = field(default_factory=dict)
    _totals: Mapping[int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The totals are summed only once, because every standing and every tie-break uses them.
        totals = {
            entry: sum([line.points for line in lines]) + sum(added.points for added in self.adjusted.get(entry, ()))
            for entry, lines in self.lines.items()
        }
        derive(self, _totals=totals)

    @property
    def entries(self) -> tuple[int, ...]:
        """All entry numbers, the least first."""
        return tuple(sorted(self.lines))

    def points(self, entry: int) -> int:
        """Return the total of an entry: the points of its rounds, and what the director added."""
        return self._totals[entry]

    def opponents(self, entry: int) -> tuple[int, ...]:
        """Return the entries that `entry` met at a table, in order of rounds. An opponent who was met twice occurs twice. A forfeit does
        not count as a meeting."""
        return tuple(other for line in self.lines[entry] if line.met for other in line.opponents)

    def partners(self, entry: int) -> tuple[int, ...]:
        """Return the entries that `entry` played with on one side, in order of rounds. A partner of two rounds occurs twice."""
        return tuple(other for line in self.lines[entry] if line.met for other in line.partners)

    def had_bye(self, entry: int) -> bool:
        """Whether the entry got points without playing: by a bye, by a full bye that it asked for, or by winning a forfeit."""
        return any(line.is_bye for line in self.lines[entry])
