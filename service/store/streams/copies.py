"""A record that comes back from a file: its events with the hashes they had, in batches that the append script takes.

Nothing is recorded anew: ids, times, recorders, commitments and salts stay as they are, so that the chain is the same. Every batch ends in
a record that is whole in itself, a first part of the copied one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domain.kernel.events import Event, EventId, GameOpened
from domain.record.chain import GENESIS, Opened, event_json, link
from service.store.keys import GameId
from service.store.outcomes import RecordDamaged
from service.store.streams import wire
from service.store.streams.batch import MOST_EVENTS, Chained, seats_after
from service.store.streams.heads import TELLING, Head, before_opening, delay_of, origins_after, visibility_of


@dataclass(frozen=True, slots=True)
class Copied:
    """An event as it was recorded elsewhere: its hash, and those of its sealed values that came with it, by path."""

    event: Event
    hash: str
    opened: Opened


@dataclass(frozen=True, slots=True)
class Batch:
    """What one call of the script appends: the head it goes behind, the events chained behind that, and their ids."""

    before: Head
    chained: Chained
    ids: tuple[EventId, ...]


def batches(game: GameId, record: Sequence[Copied], stored: int) -> Iterator[Batch]:
    """The batches that write `record` (whole, the opening first) behind its first `stored` events.

    Raises RecordDamaged, before the batch concerned, where a hash does not follow from the one before.
    """
    opening = record[0].event
    assert isinstance(opening.act, GameOpened)
    head = before_opening(game, opening.act, opening.recorded_at)
    if stored:
        head = _behind(head, record[:stored], record[:stored])
    for end in range(stored + MOST_EVENTS, len(record) + MOST_EVENTS, MOST_EVENTS):
        new = record[head.version : end]
        after = _behind(head, new, record[:end])
        yield Batch(head, _chained(head, new, after), tuple(copied.event.id for copied in new))
        head = after


def _chained(before: Head, new: Sequence[Copied], after: Head) -> Chained:
    last, written = before.hash, []
    for copied in new:
        body = event_json(copied.event)
        last = link(last, body)
        if last != copied.hash:
            raise RecordDamaged(f"event {copied.event.version} does not follow from the one before")
        written.append(wire.encode(body, after.origins, copied.opened))
    return Chained(after, tuple(written))


def _behind(head: Head, new: Sequence[Copied], record: Sequence[Copied]) -> Head:
    """The head when `new` stands behind it; `record`: everything up to there."""
    last = new[-1]
    telling = [copied.event for copied in record if isinstance(copied.event.act, TELLING)]
    return replace(
        head,
        version=last.event.version,
        hash=last.hash,
        seats=seats_after(head.seats, [copied.event.act for copied in new]),
        visibility=visibility_of(telling),
        delay=delay_of(telling),
        recorded_at=last.event.recorded_at,
        imported=last.event.version,
        origins=origins_after(head.origins, ((copied.event.by, copied.event.offset) for copied in new)),
    )


def first_difference(stored: Sequence[Event], record: Sequence[Copied]) -> int | None:
    """The first version, of those that both have, in which they have another hash; None where there is none."""
    reached = GENESIS
    for event, copied in zip(stored, record, strict=False):
        reached = link(reached, event_json(event))
        if reached != copied.hash:
            return event.version
    return None
