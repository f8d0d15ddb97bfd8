"""Helpers for the `opens` functions of the systems: players see their own cards, and everyone sees cards that were shown.

Whether a value is open never depends on the value itself. `System.shown` (domain/system.py) calls `opens`."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from domain.kernel.cards import Card
from domain.kernel.events import Event
from domain.kernel.findings import Finding
from domain.kernel.shapes import Sealed
from domain.kernel.viewers import Viewer


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
