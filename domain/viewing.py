"""What systems share that say which sealed values are open: their own to those who hold them, and what everyone has seen.

The gate itself is in `domain.system` (`shown`, `seen_by`). Whether a value is open never depends on the value itself.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Protocol

from domain.kernel.cards import Card
from domain.kernel.events import Event
from domain.kernel.findings import Finding
from domain.kernel.shapes import Sealed
from domain.system import Viewer


def own(field: str, viewer: Viewer) -> tuple[str, ...]:
    """The path of what this viewer holds in a field by seat; none for those who hold no seat."""
    return () if viewer.seat is None else (f"{field}.{viewer.seat}",)


def news(found: Iterable[Iterable[Finding]], viewer: Viewer) -> Iterator[tuple[Finding, ...]]:
    """What each of `found` tells this viewer that nothing before it told, whoever may see the proof that came first."""
    known: set[str] = set()
    for findings in found:
        fresh = tuple(finding for finding in viewer.visible(findings) if finding.id not in known)
        known |= {finding.id for finding in fresh}
        yield fresh


class Laid(Protocol):
    """A card before its player: the event that laid it, and whether everyone has seen it."""

    @property
    def version(self) -> int: ...

    @property
    def open(self) -> bool: ...


def was_shown(event: Event, mine: Laid | None, opened: Container[int]) -> bool:
    """Whether everyone has seen the card that `event` laid. `mine`: what lies before that player now; `opened`: the events whose cards were
    seen earlier in the game."""
    return event.version in opened or (mine is not None and mine.version == event.version and mine.open)


def value_of(card: Sealed[Card] | None) -> Card | None:
    """The card, None where it was not recorded or this reader does not have it."""
    return None if card is None else card.value
