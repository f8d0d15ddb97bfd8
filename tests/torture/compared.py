"""Compares what was acknowledged to clients with what is stored. This module sends no requests.

The words lost, doubled and divergent are defined in `tests/torture/__init__.py`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final

from domain.kernel.canonical import canonical
from domain.kernel.events import EVENT_TYPES, SEASON_TYPES, TOURNAMENT_TYPES, StreamEvent, data_of
from domain.kernel.shapes import Fault
from service.store.keys import is_game
from tests.torture.ledger import Acknowledged, Json, is_season
from workers.seasons import BY as SEASON_JOB

BY_THE_SERVICE: Final = frozenset({"ResultTaken", "StageBegun", "TableLinked"})
"""Types of events that the service appends by itself, or in addition to the events of a request. No two events of one of these types have
the same data. A worker also appends CorrectionAccepted, but so do clients."""


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
        elif known.asked is not None and not _answers(event, *known.asked):
            found.lost.append(f"{stream}: version {version} ({known.id}) is not what the client asked for")
    repeated = [event_id for event_id, times in Counter(event.id for event in stored).items() if times > 1]
    found.doubled += [f"{stream}: event {event_id} is stored twice" for event_id in repeated]
    others = [event for event in stored if event.version not in acknowledged]
    found.doubled += [
        f"{stream}: version {event.version}, {event.type} by {event.by}, was acknowledged to no client"
        for event in others
        if event.type not in BY_THE_SERVICE and (event.type, event.by) != ("CorrectionAccepted", SEASON_JOB)
    ]
    found.doubled += [f"{stream}: {what} is stored {times} times" for what, times in _counted(others) if times > 1]
    found.divergent += [
        f"{stream}: version {later.version} was recorded before version {earlier.version}"
        for earlier, later in pairwise(stored)
        if later.recorded_at < earlier.recorded_at
    ]
    return found


def _counted(events: Iterable[StreamEvent[Any]]) -> Iterable[tuple[str, int]]:
    acts = Counter(f"{event.type} {canonical(data_of(event.act)).decode()}" for event in events)
    return acts.items()


def _holds(stream: str, event: StreamEvent[Any], sent: tuple[str, Json]) -> bool:
    """Return whether the stored event has the type and the data that a client sent. Sealed values are compared in the clear."""
    types = EVENT_TYPES if is_game(stream) else SEASON_TYPES if is_season(stream) else TOURNAMENT_TYPES
    faults: list[Fault] = []
    shape = types[sent[0]].shape
    act: Any = shape.read(sent[1], "", faults)
    if faults or type(event.act) is not type(act):
        return False
    stored = shape.swap(data_of(event.act), "", lambda _, leaf: leaf.get("value"))  # type: ignore[union-attr]
    return canonical(stored) == canonical(shape.swap(data_of(act), "", lambda _, leaf: leaf.get("value")))  # type: ignore[union-attr]


def _answers(event: StreamEvent[Any], name: str, asked: Json) -> bool:
    """Return whether the stored event has this type and these fields. Of standings a client only knows the digest."""
    data: Any = data_of(event.act)
    return event.type == name and {"digest": digest(data.get("rows")), **data}.items() >= asked.items()


def digest(rows: Any) -> str:
    """Return the SHA-256 of the canonical JSON of standings, in hex."""
    return sha256(canonical(rows)).hexdigest()


def unknown(what: str, stored: Iterable[str], known: Iterable[str]) -> Found:
    """Find streams or people that are stored but were never acknowledged, and those that were acknowledged but are not stored."""
    there, told = set(stored), set(known)
    return Found(
        lost=[f"{what} {each} was acknowledged and is not stored" for each in sorted(told - there)],
        doubled=[f"{what} {each} was acknowledged to no client" for each in sorted(there - told)],
    )
