"""The tournaments that are played: each format with 8, 13, 40 and 96 entries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

SMALL: Final = (8, 13)
LARGE: Final = (40, 96)
WINS: Final = ["buchholz:fide-2023", "buchholz-cut-1", "sonneborn-berger:fide-2023", "wins", "won", "head-to-head", "difference:5", "lots"]
PLAIN: Final = ["head-to-head", "sonneborn-berger", "koya", "progressive", "wins", "difference", "director", "lots"]
SUMS: Final = ["total", "wins", "placement", "difference", "head-to-head", "buchholz", "buchholz-median", "progressive-cut-1", "lots"]


@dataclass(frozen=True)
class Plan:
    """A tournament to play. `absences`: the kinds of absence that entries ask for, one in each round after the first. `late`: whether an
    entry comes in round 2. `returns`: whether the entry that withdraws comes back. `changes`: whether the director changes a pairing and
    withdraws one. `forfeits`: whether the director rules forfeits for players who do not come. `people`: how many people an entry has in
    the directory."""

    format: str
    size: int
    settings: Mapping[str, Any]
    absences: tuple[str, ...] = ("half", "zero", "bye")
    late: bool = True
    returns: bool = True
    changes: bool = False
    forfeits: bool = True
    people: int = 0
    name: str = field(default="")

    @property
    def small(self) -> bool:
        return self.size in SMALL


PLACES: Final = {"kind": "placement", "places": [6, 4, 2, 0], "sit_out": "fixed", "sit_out_score": 3}
AVERAGE: Final = {"kind": "score", "cap": 9, "sit_out": "average"}
LEAGUE: Final = {"win": 3, "draw": 1, "bye": 3, "bye_score": 11}
EACH: Final = {"kind": "score", "sit_out": "fixed", "sit_out_score": 4}
PARTNERS: Final = {"table": 4, "partners": 2}


def _plans() -> dict[str, Plan]:
    made = {}
    for size in (*SMALL, *LARGE):
        rounds = {"rounds": 5} if size > 13 else {}
        for plan in (
            Plan("round-robin", size, {"tiebreaks": PLAIN, **rounds}, late=False),
            Plan("double-round-robin", size, {"tiebreaks": PLAIN, "rounds": 9 if size == 8 else 5, "scoring": LEAGUE}, late=False),
            Plan("swiss", size, {"tiebreaks": WINS, "rounds": 5}, changes=True),
            Plan("swiss", size, {"tiebreaks": SUMS, "rounds": 4, "scoring": LEAGUE}, changes=True, people=2, name="pairs"),
            Plan("swiss", size, {"tiebreaks": [*SUMS, "director"], "rounds": 4}, people=4 if size < 40 else 0, name="teams"),
            Plan(
                "rotation",
                size,
                {"tiebreaks": SUMS, "rounds": 6, "scoring": AVERAGE, **PARTNERS},
                returns=False,
                forfeits=False,
            ),
            Plan("progressive", size, {"tiebreaks": SUMS, "rounds": 5, "scoring": EACH, **PARTNERS}, changes=True),
            Plan("progressive-up-down", size, {"tiebreaks": WINS, "rounds": 5, **PARTNERS}),
            Plan("progressive-seats", size, {"tiebreaks": SUMS, "rounds": 5, "scoring": EACH, **PARTNERS}),
            Plan("draw", size, {"tiebreaks": SUMS, "rounds": 4, "table": 4, "scoring": PLACES}, changes=True),
            Plan("draw-by-standing", size, {"tiebreaks": SUMS, "rounds": 4, "table": 4, "scoring": PLACES}),
        ):
            made[f"{plan.format}-{plan.name}-{size}".replace("--", "-")] = plan
    return made


PLANS: Final = _plans()
QUICK: Final = ("swiss-13", "rotation-8")
