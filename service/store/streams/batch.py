"""Prepares a batch of drafts (events to be recorded) for its stream. Its secret values are sealed once. Then its events are chained to the
stream's head: each gets a hash that covers the event before it.

Sealing does not depend on versions. If the stream moves on before the batch is written, the batch is only chained again.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NamedTuple, TypeVar
from uuid import UUID

from domain.kernel.canonical import Json, canonical
from domain.kernel.events import AnyAct, EventId, Retracted, StreamEvent, TokenId, data_of, shape_of
from domain.record.batch import AnyDraft
from domain.record.chain import NewSalt, Opened, link, seal
from domain.record.fold import misplaced
from service.store.outcomes import BatchRefused
from service.store.streams import wire
from service.store.streams.heads import H, origins_after
from service.store.streams.kinds import AnyKind

A = TypeVar("A", bound=AnyAct, covariant=True)
Now = Callable[[], int]
"""A function that returns the time in milliseconds UTC."""

_SPELT: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The spelling in which event ids are stored. UUIDs in other spellings are converted."""

MOST_EVENTS: Final = 500
MOST_BYTES: Final = 256 * 1024
"""The most bytes of a batch: the data and times of its events as canonical JSON, with the secret values not yet sealed."""


class Ready(NamedTuple):
    """A draft whose secret values are sealed. `clear`: its data, readable. `data`: its data with commitments (salted hashes) instead of
    secret values. `opened`: these values and their salts, by path. `size`: the bytes of its canonical JSON."""

    draft: AnyDraft
    type: str
    clear: Json
    data: Json
    opened: Opened
    size: int

    def is_in(self, stored: StreamEvent[AnyAct]) -> bool:
        """Whether this draft has the same content as the stored event. Sealed values that were erased from the store are not compared."""
        erased: set[str] = set()

        def value(path: str, leaf: Any) -> Json:
            if "value" not in leaf:
                erased.add(path)
            return leaf.get("value")  # type: ignore[no-any-return]

        there = shape_of(stored.act).swap(data_of(stored.act), "", value)
        here = shape_of(self.draft.act).swap(self.clear, "", lambda path, leaf: None if path in erased else leaf)
        timed = self.draft.at is not None
        same_time = not timed or (self.draft.at, self.draft.offset) == (stored.at, stored.offset)
        return self.type == stored.type and self.draft.after == stored.after and same_time and canonical(here) == canonical(there)


def ready(kind: AnyKind, drafts: Sequence[AnyDraft], new_salt: NewSalt, opens: bool = False) -> tuple[Ready, ...]:
    """Check the drafts, seal their secret values, and return them in the same order. `opens`: whether the batch begins a new stream. Raises
    BatchRefused."""
    if not 1 <= len(drafts) <= MOST_EVENTS:
        raise BatchRefused(f"a batch has 1 to {MOST_EVENTS} events, not {len(drafts)}")
    batch = tuple(_ready(kind, draft, new_salt) for draft in drafts)
    if len({event.draft.id for event in batch}) < len(batch):
        raise BatchRefused("the same event id is in the batch twice")
    if sum(event.size for event in batch) > MOST_BYTES:
        raise BatchRefused(f"the events of a batch may have at most {MOST_BYTES} bytes")
    if [event.type == kind.opening for event in batch] != [opens] * len(batch):
        raise BatchRefused(f"a {kind.name} begins with {kind.opening}, which is recorded only once")
    return batch


def _ready(kind: AnyKind, draft: AnyDraft, new_salt: NewSalt) -> Ready:
    type_name = type(draft.act).__name__
    if not kind.takes(draft.act):
        raise BatchRefused(f"{type_name} is not an event of a {kind.name}")
    try:
        if not _SPELT.fullmatch(draft.id):
            draft = replace(draft, id=EventId(str(UUID(draft.id))))
        clear = shape_of(draft.act).swap(data_of(draft.act), "", lambda _, leaf: leaf["value"])  # type: ignore[index,call-overload]
        size = len(canonical([clear, draft.at, draft.offset, draft.after]))
        data, opened = seal(type_name, clear, new_salt, kind.types)
    except KeyError as error:
        raise BatchRefused(f"{type_name}: a sealed value must be sent with its value") from error
    except ValueError as error:
        raise BatchRefused(f"{type_name}: {error}") from error
    return Ready(draft, type_name, clear, data, opened, size)


@dataclass(frozen=True, slots=True)
class Chained(Generic[H]):
    """A batch that is ready to be written. `head`: the stream's head after the batch. `written`: the stored form of each event."""

    head: H
    written: tuple[wire.Written, ...]


def chained(kind: AnyKind, batch: Sequence[Ready], head: H, by: TokenId, now: int) -> Chained[H]:
    """Give the events of `batch` the versions and hashes that follow `head`. `now`: ms UTC; `recorded_at` never decreases in a stream.
    Raises BatchRefused if the stream would get too long, if a correction names an event that does not come before it, or if the opening
    would be withdrawn."""
    versions = range(head.version + 1, head.version + 1 + len(batch))
    if versions[-1] > kind.most_events:
        raise BatchRefused(f"a {kind.name} has at most {kind.most_events} events")
    faults = misplaced([(version, _retraction(event), event.draft.after) for version, event in zip(versions, batch, strict=True)])
    if faults:
        raise BatchRefused("a correction must name an event that comes before it", faults)
    recorded_at = max(now, head.recorded_at)
    origins = origins_after(head.origins, ((by, event.draft.offset) for event in batch))
    last, written = head.hash, []
    for version, event in zip(versions, batch, strict=True):
        body = _body(version, event, by, now, recorded_at)
        last = link(last, body)
        written.append(wire.encode(body, origins, event.opened, kind.codes))
    after = replace(head, version=versions[-1], hash=last, recorded_at=recorded_at, origins=origins)
    return Chained(kind.moved(after, [event.draft.act for event in batch]), tuple(written))


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
