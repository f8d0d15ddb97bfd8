"""Reads the events of a stored stream, with the values that were sealed in them, and checks them against the stream's head.

The stream must hold exactly the versions from 1 to that of the head. With `verify`, the chain of hashes must be right too, and every sealed
value must match its commitment (a salted hash).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic

from redis import Redis

from domain.kernel.canonical import Json
from domain.kernel.events import StreamEvent
from domain.record.chain import GENESIS, commitment, link
from service.store.connect import ask
from service.store.direct import Direct
from service.store.errors import RecordDamaged
from service.store.keys import StreamId, keys_of
from service.store.streams import wire
from service.store.streams.kinds import A, H, StreamKind, flat

LOOKS: Final = 3
"""How many times a stream is read before it counts as damaged. One reading may fail because an event is appended between reading the
head and reading the entries."""

SealedValues = dict[tuple[int, str], tuple[Json, bytes]]
"""The sealed values of a stream: {(version, path in the data): (value, salt)}."""


@dataclass(frozen=True, slots=True)
class _Stored(Generic[H]):
    """The data of a stream as they were stored at one moment. `entries`: the requested entries, in order. `numbers`: the numbers in the ids
    of the entries (`wire.numbers_in`). `sealed`: the stream's Redis hash of sealed values."""

    head: H
    entries: list[wire.Entry]
    numbers: list[int]
    sealed: dict[bytes, bytes]


def read_events(
    redis: Redis, kind: StreamKind[A, H], stream: StreamId, after: int = 0, upto: int | None = None, verify: bool = False
) -> list[StreamEvent[A]]:
    """Return the events with `after` < version ≤ `upto` (None: to the end), in order, with all sealed values except erased ones. `verify`:
    also check all hashes. Raises NoSuchStream, and RecordDamaged if a check fails or an entry cannot be read."""
    stored = _look(redis, kind, stream, 0 if verify else after, None if verify else upto)
    try:
        if verify:
            _verify(kind, stored)
        events = wire.decode(stored.entries, stored.head.origins, wire.decode_sealed(stored.sealed), kind.codes, stored.numbers)
    except wire.UNREADABLE as error:
        raise RecordDamaged(f"an entry of {stream} cannot be read: {error!r}") from error
    return [event for event in events if event.version > after and (upto is None or event.version <= upto)] if verify else events


def read_sealed(redis: Redis, kind: StreamKind[A, H], stream: StreamId) -> SealedValues:
    """Return all sealed values of a stream that were not erased, by version and path. Raises the same exceptions as `read_events`."""
    stored = _look(redis, kind, stream, 0, None)
    values, salts = wire.decode_sealed(stored.sealed), wire.salts_of(stored.sealed)
    return {(version, path): (values[number], salts[number]) for version, number, path, _ in _commitments(kind, stored) if number in values}


def read_head(direct: Direct, kind: StreamKind[A, H], stream: StreamId) -> H | None:
    """Return the head of a stream; None if the stream does not exist."""
    fields = ask(lambda: direct("HGETALL", keys_of(stream).head(stream)))
    return kind.head_of(stream, fields if isinstance(fields, dict) else flat(fields))  # The reply is a dict in RESP3, a list in RESP2.


def read_heads(redis: Redis, kind: StreamKind[A, H], streams: Sequence[StreamId], *, for_list: bool) -> list[H | None]:
    """Return the heads of `streams` (`Streams.heads`)."""

    def question() -> list[Any]:
        with redis.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.hgetall(keys_of(stream).head(stream))
            return pipe.execute()

    read = kind.readable_head if for_list else kind.head_of
    return [read(stream, fields) for stream, fields in zip(streams, ask(question), strict=True)]


def count_sealed(redis: Redis, streams: Sequence[StreamId]) -> list[int]:
    """Return how many sealed values of each of `streams` are stored, in their order."""

    def question() -> list[int]:
        with redis.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.hlen(keys_of(stream).sealed(stream))
            return pipe.execute()

    counts: list[int] = ask(question)
    return counts


def _look(redis: Redis, kind: StreamKind[A, H], stream: StreamId, after: int, upto: int | None) -> _Stored[H]:
    keys = keys_of(stream)
    entries_of = keys.stream(stream, kind.name)
    whole = after == 0 and upto != 1

    def question() -> list[Any]:
        # The pipeline has no MULTI, because Redis 7.0 refuses even reads inside MULTI when memory is full.
        # The bytes b"XRANGE" make redis-py return the raw reply, which is faster.
        with redis.pipeline(transaction=False) as pipe:
            pipe.hgetall(keys.head(stream))
            pipe.execute_command(b"XRANGE", entries_of, f"{after + 1}-0", "+" if upto is None else upto)  # type: ignore[no-untyped-call]
            if whole:
                pipe.hgetall(keys.sealed(stream))
            reply = pipe.execute()
        return reply if whole else [*reply, _sealed_in(redis, keys.sealed(stream), reply[1])]

    for _ in range(LOOKS):
        fields, rows, sealed = ask(question)
        head = kind.head_of(stream, fields)
        if head is None:
            raise kind.missing(stream)
        entries = [(entry_id, fields[1]) for entry_id, fields in rows]
        last = head.version if upto is None else min(upto, head.version)
        numbers = wire.numbers_in(entries)
        if numbers[::2] == list(range(after + 1, last + 1)):
            return _Stored(head, entries, numbers, sealed)
    raise RecordDamaged(f"the stream of {stream} does not hold exactly the versions {after + 1} to {last}")


def _sealed_in(redis: Redis, key: str, rows: Sequence[Any]) -> dict[bytes, bytes]:
    """Return only the sealed values of these entries, because the stream may have thousands of other values. An entry that cannot be read
    adds none."""
    try:
        names = wire.sealed_in([(entry_id, fields[1]) for entry_id, fields in rows])
    except wire.UNREADABLE:
        return {}
    values: Sequence[Any] = redis.hmget(key, names) if names else []
    return {name: value for name, value in zip(names, values, strict=True) if value is not None}


def _commitments(kind: StreamKind[A, H], stored: _Stored[H]) -> Iterator[tuple[int, int, str, str]]:
    """Yield (version of the event, number, path, commitment in hexadecimal) for every sealed value."""
    for version, entry in enumerate(stored.entries, 1):
        for number, (path, commit) in wire.commitments_of(entry, kind.codes).items():
            yield version, number, path, commit


def _verify(kind: StreamKind[A, H], stored: _Stored[H]) -> None:
    """Check the chain of hashes and all commitments of a whole stream. Raises RecordDamaged."""
    last = GENESIS
    for entry in stored.entries:
        last = link(last, wire.body_of(entry, stored.head.origins, kind.codes))
    if last != stored.head.hash:
        raise RecordDamaged(f"the chain of {stored.head.stream} does not end in the hash of its head")
    values, salts = wire.decode_sealed(stored.sealed), wire.salts_of(stored.sealed)
    for version, number, path, commit in _commitments(kind, stored):
        if number in values and commit != commitment(salts.pop(number), values.pop(number)):
            raise RecordDamaged(f"the sealed {path} of version {version} of {stored.head.stream} does not match its commitment")
    if values:
        raise RecordDamaged(f"{stored.head.stream} has {len(values)} sealed value(s) of no event")
