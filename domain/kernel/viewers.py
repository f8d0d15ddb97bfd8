"""The viewers of a record, and the findings that they may see."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from domain.kernel.cards import Seat
from domain.kernel.findings import Finding


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who reads a record: the scorekeeper, the director, the player of a seat, or the public. Scorekeeper and director see every
    recorded card."""

    role: Literal["scorekeeper", "director", "seat", "public"]
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"seat:{self.seat}" if self.role == "seat" else self.role

    @property
    def sees_all(self) -> bool:
        return self.role in ("scorekeeper", "director")

    def owns(self, seat: Seat) -> bool:
        """Whether this viewer may see the private cards of `seat`."""
        return self.sees_all or self.seat == seat

    def may_see(self, finding: Finding) -> bool:
        """Whether this viewer may see every sealed value that the finding's proof uses."""
        return all(map(self.owns, finding.rests_on))

    def visible(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return the findings that this viewer may see, in the same order. If the viewer may see several proofs of a finding, only the one
        that uses sealed values of the fewest seats is returned."""
        by_id: dict[str, Finding] = {}
        for finding in filter(self.may_see, findings):
            known = by_id.get(finding.id)
            if known is None or finding.closeness <= known.closeness:
                by_id[finding.id] = finding
        return tuple(by_id.values())


SCOREKEEPER = Viewer("scorekeeper")
DIRECTOR = Viewer("director")
PUBLIC = Viewer("public")


def seat_viewer(seat: Seat) -> Viewer:
    return Viewer("seat", seat)
