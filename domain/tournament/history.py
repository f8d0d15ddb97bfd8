"""What each round brought each entry. Standings, tie-breaks and pairings are made from this alone.

`scoring.py` makes a history from a tournament; a test may write one by hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from domain.kernel.events.tournaments import Scoring

Kind = Literal["played", "forfeit", "bye", "full", "half", "zero", "absent"]
"""played: the table was played. forfeit: it was paired, and ruled without play. bye: present, but no table was left. full, half, zero: an
absence that was asked for, and worth as much as a bye, a draw or nothing. absent: withdrawn, not yet entered, or paid nothing."""
Outcome = Literal["win", "draw", "loss"]


class Line(NamedTuple):
    """What one round brought one entry. `points`: as the scoring counts them. `outcome`: None without a table. `partners`, `opponents`:
    entry numbers; for a forfeit those who were to play. `score`: at the table; `against`: the best score of another side (both 0 if
    unknown). `place`: 1 for the best at the table, ties share it (None: no table). `table`: None without a table."""

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
        """Whether the entry sat at a table and played."""
        return self.kind == "played"


class Adjustment(NamedTuple):
    """What the director added to an entry's total points and to the sum of its scores. `round`: the round with which it counts (None: from
    the start)."""

    points: int
    score: int = 0
    round: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """The rounds that count, of all entries. `rounds`: the number of the last round that counts (0: none). `lines`: by entry number, in
    order of rounds; a table without a result brings no line yet. `seeds`: rank before the first round, where known. `adjusted`: by entry,
    what the director added, in order. `everyone_meets`: everybody plays everybody, so that a forfeit counts like a game in tie-breaks.
    `lots`, `ruled`: entries in the order that lots or the director gave them, best first."""

    scoring: Scoring
    rounds: int
    lines: Mapping[int, tuple[Line, ...]]
    seeds: Mapping[int, int] = field(default_factory=dict)
    adjusted: Mapping[int, tuple[Adjustment, ...]] = field(default_factory=dict)
    everyone_meets: bool = False
    lots: tuple[int, ...] = ()
    ruled: tuple[int, ...] = ()
    _totals: Mapping[int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # every standing and tie-break asks for the totals, so they are summed once
        totals = {
            entry: sum([line.points for line in lines]) + sum(added.points for added in self.adjusted.get(entry, ()))
            for entry, lines in self.lines.items()
        }
        object.__setattr__(self, "_totals", totals)

    @property
    def entries(self) -> tuple[int, ...]:
        """All entries, in order of number."""
        return tuple(sorted(self.lines))

    def points(self, entry: int) -> int:
        """The total of an entry: its rounds and what the director added."""
        return self._totals[entry]

    def opponents(self, entry: int) -> tuple[int, ...]:
        """The entries that this one met at a table, once for each time, in order of rounds. A forfeit is no meeting."""
        return tuple(other for line in self.lines[entry] if line.met for other in line.opponents)

    def partners(self, entry: int) -> tuple[int, ...]:
        """The entries that this one played with, once for each time, in order of rounds."""
        return tuple(other for line in self.lines[entry] if line.met for other in line.partners)

    def had_bye(self, entry: int) -> bool:
        """Whether the entry had points without playing: by a bye, a full bye that it asked for, or a win by forfeit."""
        return any(line.kind in ("bye", "full") or (line.kind == "forfeit" and line.outcome == "win") for line in self.lines[entry])
