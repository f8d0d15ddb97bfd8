"""Compares what was acknowledged to clients with what is stored. This module sends no requests.

The words lost, doubled and divergent are defined in `tests/torture/__init__.py`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from domain.kernel.canonical import canonical
from domain.kernel.events import EVENT_TYPES, TOURNAMENT_TYPES, StreamEvent, data_of
from domain.kernel.shapes import Fault
from service.store.keys import is_game
from tests.torture.ledger import Acknowledged, Json

BY_THE_SERVICE: Final = frozenset({"ResultTaken", "TableLinked"})
"""Types of events that the service appends by itself, or in addition to the events of a request. No two events of one of these types have
the same data."""


@dataclass
class Found:
    """The errors that the comparison found, a line of text for each."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    divergent: list[str] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        self.lost += other.lost
        self.doubled += other.doubled
        self.divergent += other.divergent

    @property
    def nothing(self) -> bool:
        return not (self.lost or self.doubled or self.divergent)


def compared(stream: str, acknowledged: Mapping[int, Acknowledged], stored: Sequence[StreamEvent[Any]]) -> Found:
    """Compare the acknowledged events of a stream with the stored events, which are in order of version."""
    found, by_version = Found(), {event.version: event for event in stored}
    for version, known in sorted(acknowledged.items()):
        event = by_version.get(version)
        if event is None:
            found.lost.append(f"{stream}: version {version} ({known.id}) was acknowledged and is not stored")
        elif known.id and event.id != known.id:
            found.lost.append(f"{stream}: version {version} was acknowledged for {known.id} and holds {event.id}")
        elif known.sent is not None and not _holds(stream, event, known.sent):
            found.lost.append(f"{stream}: version {version} ({known.id}) holds other contents than the client sent")
    repeated = [event_id for event_id, times in Counter(event.id for event in stored).items() if times > 1]
    found.doubled += [f"{stream}: event {event_id} is stored twice" for event_id in repeated]
    others = [event for event in stored if event.version not in acknowledged]
    found.doubled += [
        f"{stream}: version {event.version}, {type(event.act).__name__} by {event.by}, was acknowledged to no client"
        for event in others
        if type(event.act).__name__ not in BY_THE_SERVICE
    ]
    found.doubled += [f"{stream}: {what} is stored {times} times" for what, times in _counted(others) if times > 1]
    found.divergent += [
        f"{stream}: version {later.version} was recorded before version {earlier.version}"
        for earlier, later in pairwise(stored)
        if later.recorded_at < earlier.recorded_at
    ]
    return found


def _counted(events: Iterable[StreamEvent[Any]]) -> Iterable[tuple[str, int]]:
    acts = Counter(f"{type(event.act).__name__} {canonical(data_of(event.act)).decode()}" for event in events)
    return acts.items()


def _holds(stream: str, event: StreamEvent[Any], sent: tuple[str, Json]) -> bool:
    """Return whether the stored event has the type and the data that a client sent. Sealed values are compared in the clear."""
    types = EVENT_TYPES if is_game(stream) else TOURNAMENT_TYPES
    faults: list[Fault] = []
    shape = types[sent[0]].shape
    act: Any = shape.read(sent[1], "", faults)
    if faults or type(event.act) is not type(act):
        return False
    stored = shape.swap(data_of(event.act), "", lambda _, leaf: leaf.get("value"))  # type: ignore[union-attr]
    return canonical(stored) == canonical(shape.swap(data_of(act), "", lambda _, leaf: leaf.get("value")))  # type: ignore[union-attr]


def unknown(what: str, stored: Iterable[str], known: Iterable[str]) -> Found:
    """Find streams or people that are stored but were never acknowledged, and those that were acknowledged but are not stored."""
    there, told = set(stored), set(known)
    return Found(
        lost=[f"{what} {each} was acknowledged and is not stored" for each in sorted(told - there)],
        doubled=[f"{what} {each} was acknowledged to no client" for each in sorted(there - told)],
    )
