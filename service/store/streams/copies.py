"""Prepares a stream that is imported from a file, as batches for the append script. Its events keep their original hashes.

Ids, times, recorders, commitments and salts stay as they are, so that the chain of hashes is the same. After every batch the stored stream
is a valid beginning of the copied stream.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from domain.kernel.events import EventId, StreamEvent
from domain.record.chain import GENESIS, Opened, event_json, link
from service.store.errors import RecordDamaged
from service.store.keys import StreamId
from service.store.streams import wire
from service.store.streams.append import MOST_EVENTS, Chained
from service.store.streams.kinds import H, StreamKind, empty, origins_after


@dataclass(frozen=True, slots=True)
class Copied:
    """An event from a file, as it was recorded elsewhere. `hash`: its hash in the file. `opened`: the sealed values of this event that are
    in the file, with their salts, by path."""

    event: StreamEvent[Any]
    hash: str
    opened: Opened


@dataclass(frozen=True, slots=True)
class Was:
    """Values from the head of a backed-up stream that cannot be computed from its events. `opened_at`: when its first event was recorded,
    ms UTC. `imported`: the last version that was imported from a file; 0: none."""

    opened_at: int
    imported: int


@dataclass(frozen=True, slots=True)
class Batch(Generic[H]):
    """The content of one append. `before`: the stream's head before the append. `chained`: the events in stored form, and the head after
    them. `ids`: the ids of the events."""

    before: H
    chained: Chained[H]
    ids: tuple[EventId, ...]


def batches(
    kind: StreamKind[Any, H], stream: StreamId, record: Sequence[Copied], stored: int, was: Was | None = None
) -> Iterator[Batch[H]]:
    """Yield the batches that complete the stored stream. `record`: the whole stream from the file. `stored`: how many of its events are
    stored already. `was`: from a backup; None: the file is none, and all events are marked as imported. Raises RecordDamaged for an event
    whose hash does not follow from the events before it."""
    opening = record[0].event
    head = kind.before(empty(stream, opening.recorded_at if was is None else was.opened_at), opening.act)
    most = len(record) if was is None else was.imported
    if stored:
        head = _after(kind, head, record[:stored], record[:stored], most)
    for end in range(stored + MOST_EVENTS, len(record) + MOST_EVENTS, MOST_EVENTS):
        new = record[head.version : end]
        after = _after(kind, head, new, record[:end], most)
        yield Batch(head, _chained(kind, head, new, after), tuple(copied.event.id for copied in new))
        head = after


def _chained(kind: StreamKind[Any, H], before: H, new: Sequence[Copied], after: H) -> Chained[H]:
    last, entries, sealed = before.hash, [], dict[bytes, bytes]()
    for copied in new:
        body = event_json(copied.event)
        last = link(last, body)
        if last != copied.hash:
            raise RecordDamaged(f"event {copied.event.version} does not follow from the one before")
        entry, kept = wire.encode(body, after.origins, copied.opened, kind.codes)
        entries.append(entry)
        sealed |= kept
    return Chained(after, entries, sealed)


def _after(kind: StreamKind[Any, H], head: H, new: Sequence[Copied], record: Sequence[Copied], imported: int) -> H:
    """Return the head after the events `new`. `record`: all events up to the last one in `new`. `imported`: the last version of the whole
    stream that counts as imported."""
    last = new[-1]
    chain = replace(
        head,
        version=last.event.version,
        hash=last.hash,
        recorded_at=last.event.recorded_at,
        imported=min(last.event.version, imported),
        origins=origins_after(head.origins, ((copied.event.by, copied.event.offset) for copied in new)),
    )
    return kind.told_again(kind.moved(chain, [copied.event.act for copied in new]), [copied.event for copied in record])


def first_difference(stored: Sequence[StreamEvent[Any]], record: Sequence[Copied]) -> int | None:
    """Return the first version whose hash differs between the stored stream and the copy. None if all versions that both have are equal."""
    reached = GENESIS
    for event, copied in zip(stored, record, strict=False):
        reached = link(reached, event_json(event))
        if reached != copied.hash:
            return event.version
    return None
