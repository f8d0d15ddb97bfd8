"""Examines a stored stream: whether it is exactly what was acknowledged, and if not, which of its versions may be damaged.

Only the last hash of a chain is stored. So a chain that does not end in this hash says that *some* event differs. Three things show where:
an event that cannot be read; an event whose id is not among the ids that were recorded; and a confirmed result, which names the hash of an
earlier version.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from redis import Redis

from domain.kernel.events import ResultConfirmed, StreamEvent
from domain.record.chain import GENESIS, commitment, link
from service.store.connect import ask
from service.store.errors import RecordDamaged
from service.store.keys import StreamId, keys_of, mark_of
from service.store.streams import wire
from service.store.streams.kinds import AnyKind

LOOKS: Final = 3
"""How many times a stream is read before it counts as damaged. An event may be appended between two parts of a reading."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a stream. `first`: the first version that may be damaged or is missing; those before it are as recorded."""

    stream: StreamId
    first: int
    reason: str

    def __str__(self) -> str:
        return f"{self.stream} is damaged from version {self.first} on: {self.reason}"


@dataclass(frozen=True, slots=True)
class _Raw:
    """A stream as it is stored: its head's fields, its entries, its sealed values, the marks of its events' ids."""

    head: dict[bytes, bytes]
    entries: list[wire.Entry]
    sealed: dict[bytes, bytes]
    marks: frozenset[int]


def damage_of(redis: Redis, kind: AnyKind, stream: StreamId) -> Damage | None:
    """Return what is wrong with a stream; None if it is exactly as it was recorded."""
    found = None
    for _ in range(LOOKS):
        raw = _raw(redis, kind, stream)
        found = _examined(kind, stream, raw)
        if found is None:
            return None
    return found


def _raw(redis: Redis, kind: AnyKind, stream: StreamId) -> _Raw:
    keys = keys_of(stream)

    def question() -> list[Any]:
        with redis.pipeline(transaction=False) as pipe:
            pipe.hgetall(keys.head(stream))
            pipe.execute_command(b"XRANGE", keys.stream(stream, kind.name), "-", "+")  # type: ignore[no-untyped-call]
            pipe.hgetall(keys.sealed(stream))
            pipe.smembers(keys.ids(stream))
            return pipe.execute()

    head, rows, sealed, marks = ask(question)
    return _Raw(head, [(entry_id, fields[1]) for entry_id, fields in rows], sealed, frozenset(map(int, marks)))


def _examined(kind: AnyKind, stream: StreamId, raw: _Raw) -> Damage | None:
    try:
        head = kind.head_of(stream, raw.head)
    except RecordDamaged:
        return Damage(stream, 1, "its head, the summary of the record, cannot be read")
    if head is None:
        return Damage(stream, 1, f"it has {len(raw.entries)} events and no head") if raw.entries else Damage(stream, 1, "it is missing")
    events: list[StreamEvent[Any]] = []
    hashes = [GENESIS]
    for version, entry in enumerate(raw.entries, 1):
        try:
            events += wire.decode([entry], head.origins, {}, kind.codes)
            hashes.append(link(hashes[-1], wire.body_of(entry, head.origins, kind.codes)))
        except wire.UNREADABLE:
            return Damage(stream, version, f"version {version} cannot be read")
        if events[-1].version != version:
            return Damage(stream, version, f"version {version} is missing")
        if mark_of(events[-1].id) not in raw.marks:
            return Damage(stream, version, f"the id of version {version} is not as it was recorded")
    if len(events) != head.version:
        return Damage(stream, min(len(events), head.version) + 1, f"it has {len(events)} events, and its head counts {head.version}")
    if hashes[-1] != head.hash:
        first = _proven(events, hashes) + 1
        what = f"an event of the versions {first} to {head.version} is not as it was recorded"
        return Damage(stream, first, f"{what}: the chain of hashes does not end as acknowledged")
    return _sealed_damage(kind, stream, raw)


def _proven(events: Sequence[StreamEvent[Any]], hashes: Sequence[str]) -> int:
    """Return the last version up to which the record is certainly unchanged; 0 if there is none: a confirmed result names the hash of a
    version. `hashes`: those of the stored events, by version."""
    confirmed = [event.act for event in events if isinstance(event.act, ResultConfirmed)]
    return max((act.through for act in confirmed if act.through < len(hashes) and hashes[act.through] == act.hash), default=0)


def _sealed_damage(kind: AnyKind, stream: StreamId, raw: _Raw) -> Damage | None:
    """Compare each sealed value that was not erased with its commitment. Call this only after the chain of hashes was found right, because
    the chain proves the commitments."""
    try:
        values, salts = wire.decode_sealed(raw.sealed), wire.salts_of(raw.sealed)
    except wire.UNREADABLE:
        return Damage(stream, 1, "its sealed values cannot be read")
    for version, entry in enumerate(raw.entries, 1):
        for number, (path, commit) in wire.commitments_of(entry, kind.codes).items():
            if number in values and commit != commitment(salts[number], values.pop(number)):
                return Damage(stream, version, f"the sealed {path} of version {version} is not what was recorded")
    return Damage(stream, 1, f"it has {len(values)} sealed values of no event") if values else None
