"""A batch of drafts made ready for the record: refused where it can never be written, sealed once, then chained behind a head.

Sealing does not depend on where the events land, so a batch that meets a newer head keeps its commitments and is only chained anew.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.kernel.canonical import Json, canonical
from domain.kernel.cards import Seat
from domain.kernel.events import (
    EVENT_TYPES,
    Act,
    Event,
    EventId,
    GameOpened,
    PlayerJoined,
    Retracted,
    SpectatorDelaySet,
    TokenId,
    VisibilitySet,
    data_of,
)
from domain.record.batch import Draft
from domain.record.chain import NewSalt, Opened, link, seal
from domain.record.fold import misplaced
from service.store.outcomes import BatchRefused
from service.store.streams import wire
from service.store.streams.heads import Head, origins_after

Now = Callable[[], int]
"""The time in milliseconds UTC."""

_SPELT: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""An event id as it is kept; any other spelling of a UUID is read and spelt so."""

MOST_EVENTS: Final = 500
MOST_BYTES: Final = 256 * 1024
"""Of the canonical JSON of all the data and times in a batch, sealed values in the clear."""
MOST_IN_A_RECORD: Final = 10_000
"""Events of one record: some ten times a long evening. Reading a record takes time and memory by the square of its rounds."""


class Ready(NamedTuple):
    """A draft sealed: its data in the clear and as it is hashed, its sealed values by path, and its size in bytes of canonical JSON."""

    draft: Draft
    type: str
    clear: Json
    data: Json
    opened: Opened
    size: int

    @property
    def opening(self) -> GameOpened:
        """Its act, of a batch that opens a record."""
        assert isinstance(self.draft.act, GameOpened)
        return self.draft.act

    def is_in(self, stored: Event) -> bool:
        """Whether this draft says what the stored event says. Sealed values that were erased are not held against it."""
        erased: set[str] = set()

        def value(path: str, leaf: Any) -> Json:
            if "value" not in leaf:
                erased.add(path)
            return leaf.get("value")  # type: ignore[no-any-return]

        there = EVENT_TYPES[stored.type].shape.swap(data_of(stored.act), "", value)
        here = EVENT_TYPES[self.type].shape.swap(self.clear, "", lambda path, leaf: None if path in erased else leaf)
        timed = self.draft.at is not None
        same_time = not timed or (self.draft.at, self.draft.offset) == (stored.at, stored.offset)
        return self.type == stored.type and self.draft.after == stored.after and same_time and canonical(here) == canonical(there)


def ready(drafts: Sequence[Draft], new_salt: NewSalt, opens: bool = False) -> tuple[Ready, ...]:
    """The drafts sealed, in their order; `opens`: they are to open a record. Raises BatchRefused."""
    if not 1 <= len(drafts) <= MOST_EVENTS:
        raise BatchRefused(f"a batch has 1 to {MOST_EVENTS} events, not {len(drafts)}")
    found = tuple(_ready(draft, new_salt) for draft in drafts)
    if len({event.draft.id for event in found}) < len(found):
        raise BatchRefused("the same event id stands twice in the batch")
    if sum(event.size for event in found) > MOST_BYTES:
        raise BatchRefused(f"the events of a batch hold at most {MOST_BYTES} bytes")
    if [event.type == "GameOpened" for event in found] != [opens] * len(found):
        raise BatchRefused("a record is opened by GameOpened alone, and once")
    return found


def _ready(draft: Draft, new_salt: NewSalt) -> Ready:
    type_name = type(draft.act).__name__
    try:
        if not _SPELT.fullmatch(draft.id):
            draft = replace(draft, id=EventId(str(UUID(draft.id))))
        clear = EVENT_TYPES[type_name].shape.swap(data_of(draft.act), "", lambda _, leaf: leaf["value"])  # type: ignore[index,call-overload]
        size = len(canonical([clear, draft.at, draft.offset, draft.after]))
        data, opened = seal(type_name, clear, new_salt)
    except KeyError as error:
        raise BatchRefused(f"{type_name}: a sealed value is recorded with its value") from error
    except ValueError as error:
        raise BatchRefused(f"{type_name}: {error}") from error
    return Ready(draft, type_name, clear, data, opened, size)


@dataclass(frozen=True, slots=True)
class Chained:
    """A batch behind a head: the head after it, and what is stored of each event."""

    head: Head
    written: tuple[wire.Written, ...]


def chained(batch: Sequence[Ready], head: Head, by: TokenId, now: int) -> Chained:
    """`batch` behind `head`. `recorded_at` never decreases within a record. Raises BatchRefused for corrections that point nowhere."""
    versions = range(head.version + 1, head.version + 1 + len(batch))
    if versions[-1] > MOST_IN_A_RECORD:
        raise BatchRefused(f"a record has at most {MOST_IN_A_RECORD} events")
    faults = misplaced([(version, _retraction(event), event.draft.after) for version, event in zip(versions, batch, strict=True)])
    if faults:
        raise BatchRefused("a correction points at no event before it", faults)
    recorded_at = max(now, head.recorded_at)
    origins = origins_after(head.origins, ((by, event.draft.offset) for event in batch))
    last, written = head.hash, []
    for version, event in zip(versions, batch, strict=True):
        body = _body(version, event, by, now, recorded_at)
        last = link(last, body)
        written.append(wire.encode(body, origins, event.opened))
    after = replace(
        head,
        version=versions[-1],
        hash=last,
        recorded_at=recorded_at,
        seats=seats_after(head.seats, [event.draft.act for event in batch]),
        visibility=next((e.draft.act.visibility for e in reversed(batch) if isinstance(e.draft.act, VisibilitySet)), head.visibility),
        delay=next((e.draft.act.seconds for e in reversed(batch) if isinstance(e.draft.act, SpectatorDelaySet)), head.delay),
        origins=origins,
    )
    return Chained(after, tuple(written))


def _body(version: int, event: Ready, by: TokenId, now: int, recorded_at: int) -> dict[str, Json]:
    draft = event.draft
    body: dict[str, Json] = {
        "version": version,
        "id": draft.id,
        "type": event.type,
        "data": event.data,
        "by": by,
        "at": now if draft.at is None else draft.at,
        "offset": draft.offset,
        "recorded_at": recorded_at,
    }
    return body if draft.after is None else {**body, "after": draft.after}


def _retraction(event: Ready) -> Retracted | None:
    return event.draft.act if isinstance(event.draft.act, Retracted) else None


def seats_after(seats: tuple[Seat, ...], acts: Sequence[Act]) -> tuple[Seat, ...]:
    """`seats` and those that `acts` take, ascending."""
    taken = set(seats)
    for act in acts:
        if isinstance(act, GameOpened):
            taken |= {seating.seat for seating in act.seats}
        elif isinstance(act, PlayerJoined):
            taken.add(act.seat)
    return tuple(sorted(taken))
