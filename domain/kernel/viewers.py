"""The viewers of a record, the findings that they may see, and helpers for the `opens` functions of the systems.

Players see their own cards, and everyone sees cards that were shown. Whether a value is open never depends on the value itself.
`System.shown` (domain/system.py) calls `opens`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from domain.kernel.cards import Card, Seat
from domain.kernel.events import Event
from domain.kernel.findings import Finding
from domain.kernel.shapes import Sealed


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


def own(field: str, viewer: Viewer) -> tuple[str, ...]:
    """Return the path (`cards.2`) of this viewer's own value in `field`, a map by seat. Empty for a viewer without a seat."""
    return () if viewer.seat is None else (f"{field}.{viewer.seat}",)


def news(steps: Iterable[Iterable[Finding]], viewer: Viewer) -> Iterator[tuple[Finding, ...]]:
    """For each step, yield the findings that this viewer sees for the first time. Whether other viewers saw them earlier does not
    matter."""
    known: set[str] = set()
    for findings in steps:
        fresh = tuple(finding for finding in viewer.visible(findings) if finding.id not in known)
        known |= {finding.id for finding in fresh}
        yield fresh


class Laid(Protocol):
    """A card in front of its player. `version`: the version of the event that laid it. `open`: whether everyone has seen it."""

    @property
    def version(self) -> int: ...

    @property
    def open(self) -> bool: ...


def was_shown(event: Event, mine: Laid | None, opened: int) -> bool:
    """Whether everyone has seen the card that `event` laid. `mine`: the card now in front of the same player. `opened`: the versions of the
    events whose cards were shown earlier in the game, as an integer with a bit for each version."""
    return opened >> event.version & 1 == 1 or (mine is not None and mine.version == event.version and mine.open)


def value_of(card: Sealed[Card] | None) -> Card | None:
    """Return the value of a sealed card; None if it was not recorded, or if this reader does not have it."""
    return None if card is None else card.value
