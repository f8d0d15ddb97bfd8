"""Streams of every kind: open them, append to them, read them. Only this module writes events.

An append is one call of a script on the server (append.lua), and usually one round trip. A batch is prepared for the head that this process
remembers. The script refuses the batch if the stored head is another one.

Every call may be repeated, because a stream knows the ids of all its events. A writer that repeats a batch learns that it is stored
already.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from secrets import token_bytes
from typing import Any, Final, Generic

from redis import Redis

from domain.kernel.events import AnyAct, Retracted, StreamEvent, TokenId
from domain.record.batch import StreamDraft
from domain.record.chain import NewSalt
from service.memory import shares
from service.memory.cache import ALONE_BYTES, Cache, Region
from service.store.connect import ask, confirming, direct, script
from service.store.errors import (
    BatchRefused,
    BodyDiffers,
    Conflict,
    Contended,
    OverBudget,
    RecordDamaged,
    RecordDiffers,
    SourceChanged,
    StoreUnavailable,
)
from service.store.keys import Club, Keys, StreamId, club_of, is_practice, keys_of, mark_of, parse_club, set_of
from service.store.nodes import Nodes
from service.store.streams import wire
from service.store.streams.append import (
    SERVICE,
    Appended,
    Chained,
    Now,
    Payer,
    Restored,
    SealedDraft,
    Sources,
    Spent,
    called,
    chained,
    restored,
    sealed_batch,
)
from service.store.streams.copies import Copied, Was, batches, first_difference
from service.store.streams.feed import FeedEntry, read_feed
from service.store.streams.hints import channel_of
from service.store.streams.kinds import HEAD_BYTES, A, H, StreamHead, StreamKind, empty, flat, is_at
from service.store.streams.reading import SealedValues, count_sealed, read_events, read_head, read_heads, read_sealed
from service.store.streams.seen import Seen
from service.store.streams.shown import are_public, show

FEW: Final = 20  # up to this many withdrawn events are read one by one; for more, the whole stream is read
ATTEMPTS: Final = 32
"""How often an append without an expected version is tried, if other writers are faster each time."""


@dataclass(frozen=True, slots=True)
class _Sender:
    """The values that are sent to the store together with a batch. `by`: the token that is named in each event. `payer`: says whose budget
    the events use. `ended`: the numbers of sealed values to delete in the same step. `sources`: from what the batch was made."""

    by: TokenId
    payer: Payer = SERVICE
    ended: Sequence[int] = ()
    sources: Sources = ()


class Streams(Generic[A, H]):
    """The streams of one kind, of all clubs on one server. `redis` must not retry by itself (use `write_client`). `cache`: keeps the newest
    heads, so that most appends take one round trip; the append script notices heads that are out of date."""

    def __init__(
        self,
        redis: Redis,
        kind: StreamKind[A, H],
        now: Now,
        new_salt: NewSalt = lambda: token_bytes(wire.SALT_BYTES),
        cache: Cache | None = None,
    ) -> None:
        self.kind = kind
        self._redis = redis
        self._sure = confirming(redis)
        self._direct = direct(redis)
        self._channel = channel_of(redis)
        self._now = now
        self._new_salt = new_salt
        self._append = script(redis, "streams/append.lua", confirmed=True)
        self._listing = script(redis, "streams/newest.lua")
        self._heads: Region[StreamId, H] = Region(cache or Cache(ALONE_BYTES), lambda _: HEAD_BYTES, shares.HEADS)

    # --- writing ---

    def open(self, club: Club, draft: StreamDraft[A], by: TokenId) -> Appended:
        """Open a stream with its opening event. A repeated call opens no second one: its id is derived from the event. Raises BodyDiffers,
        BatchRefused, and ValueError for an invalid club name."""
        (event,) = batch = sealed_batch(self.kind, (draft,), self._new_salt, opens=True)
        opening: Any = event.draft.act
        stream = self.kind.named(parse_club(club), event.draft.id, opening)
        return self._write(self.kind.before(empty(stream, self._now()), opening), Seen(0, None), batch, _Sender(by))

    def append(
        self,
        stream: StreamId,
        expected: Seen | int | None,
        drafts: Sequence[StreamDraft[A]],
        by: TokenId,
        ended: Sequence[int] = (),
        payer: Payer = SERVICE,
        sources: Sources = (),
    ) -> Appended:
        """Append `drafts`, in order, all or none. `expected`: the version that the stream must have (`is_at`); None: any. `ended`: sealed
        values (`wire.number_of`) to delete in the same step, only with `expected`. `payer`: whose budget the events use. `sources`: what
        the drafts were made from: if one of these streams is no more as it was then, nothing is written (SourceChanged).

        If the batch is stored already, `expected` does not matter. If only its first part is stored, the rest is appended at the end; with
        `expected`, no other events may follow that part. Raises `kind.missing`, Conflict, BodyDiffers, BatchRefused, OverBudget."""
        seen = Seen(expected, None) if isinstance(expected, int) else expected
        return self._place(stream, seen, sealed_batch(self.kind, drafts, self._new_salt), _Sender(by, payer, ended, sources))

    def afford(self, stream: StreamId, drafts: Sequence[StreamDraft[A]], payer: Payer) -> None:
        """Raise OverBudget if `drafts` do not fit into the budget of the stream, as far as this process knows. Nothing is written."""
        self._spent(self._last_head(stream), sealed_batch(self.kind, drafts, self._new_salt), payer)

    def _place(self, stream: StreamId, expected: Seen | None, batch: Sequence[SealedDraft], sender: "_Sender") -> Appended:
        if expected is not None:
            return self._at(stream, expected, batch, sender)
        for _ in range(ATTEMPTS):
            try:
                return self._write(self._last_head(stream), None, batch, sender)
            except Conflict:
                continue  # The refused write has brought the current head into memory: try again with that head.
        raise Contended(stream)

    def _at(self, stream: StreamId, expected: Seen, batch: Sequence[SealedDraft], sender: "_Sender") -> Appended:
        head = self._last_head(stream)
        if not is_at(head, expected):  # after a failover the remembered head may be one that was lost
            head = self._fresh_head(stream)
        if is_at(head, expected):
            return self._write(head, expected, batch, sender)
        recorded = {event.id: event.version for event in self.events(stream)} if any(self._marked(stream, batch)) else {}
        known = [recorded.get(event.draft.id) for event in batch]
        if not any(known):
            raise Conflict(expected.version, head.seen)
        return self._recognised(head, expected, batch, sender, known)

    def _marked(self, stream: StreamId, batch: Sequence[SealedDraft]) -> Sequence[int]:
        """Return a number for each event of the batch: 1 if the stream probably has the event, otherwise 0."""
        marks: Sequence[int] = ask(lambda: self._sure.smismember(keys_of(stream).ids(stream), [mark_of(event.draft.id) for event in batch]))
        return marks

    def _paid(self, head: H, batch: Sequence[SealedDraft], payer: Payer) -> Spent:
        """As `_spent`, but a batch that was recorded before costs nothing."""
        try:
            return self._spent(head, batch, payer)
        except OverBudget:
            if not all(self._marked(head.stream, batch)):
                raise
            return {}

    def _spent(self, head: H, batch: Sequence[SealedDraft], payer: Payer) -> Spent:
        """Return what is spent of the stream's budget after the batch, which follows `head`. Here nothing costs anything. A subclass whose
        streams have a budget overrides this method, and raises OverBudget."""
        return {}

    def _write(self, head: H, expected: Seen | None, batch: Sequence[SealedDraft], sender: "_Sender") -> Appended:
        new = self._chained(head, batch, sender.by, self._paid(head, batch, sender.payer))
        stream, ids = head.stream, [event.draft.id for event in batch]
        self._announced(new.head)
        self._show(head, (event.draft.act for event in batch))
        reply = self._append(*called(self.kind, self._channel, head, new, ids, sender.ended, sender.sources))
        if reply[0] == b"damaged":
            raise RecordDamaged(f"{stream} may have these events already, but some of its entries are missing")
        if reply[0] == b"outdated":
            raise SourceChanged(stream)
        if reply[0] != b"appended":
            current = self.kind.head_of(stream, flat(reply[1]))
            self._heads.put(stream, current)
            if current is None:
                raise RecordDamaged(f"{stream} has events but no head") if reply[0] == b"exists" else self.kind.missing(stream)
            if reply[0] == b"conflict":
                raise Conflict(head.version, current.seen)
            if current.hash != new.head.hash:  # if the hashes are equal, the batch was written, but the reply was lost
                return self._recognised(current, expected, batch, sender, reply[2])
        else:
            self._heads.put(stream, new.head)
        first = head.version + 1
        return Appended(stream, new.head.version, first, "appended", tuple(enumerate(ids, first)), new.head.hash)

    def _announced(self, head: H) -> None:
        """Called before each write, with the head that the stream will have after it. A subclass may override this method to mark the
        stream before it is written."""

    def _show(self, head: StreamHead, acts: Iterable[object]) -> None:
        """Called before each write of these acts. Lets the landing page know of a stream that becomes public."""
        if self.kind.index and are_public(acts) and not is_practice(club_of(head.stream)):
            try:
                show(self._redis, self.kind.index, {head.stream: head.opened_at})
            except StoreUnavailable:
                if len(Nodes(self._redis).all()) == 1:
                    raise

    def _recognised(
        self, head: H, expected: Seen | None, batch: Sequence[SealedDraft], sender: "_Sender", known: Sequence[Any]
    ) -> Appended:
        """Handle a batch with some events that are recorded already: compare these, and append the rest. `known`: the version of each
        event of the batch; None: not recorded."""
        versions = [int(version) for version in takewhile(lambda version: version is not None, known)]
        if any(known[len(versions) :]):
            raise BatchRefused("some of these events are recorded already, but not the first of them")
        stored = {event.version: event for event in self.events(head.stream, min(versions) - 1, max(versions))}
        differing = [version for version, event in zip(versions, batch, strict=False) if not event.is_in(stored[version])]
        if differing:
            raise BodyDiffers(sorted(differing))
        there = tuple((version, event.draft.id) for version, event in zip(versions, batch, strict=False))
        if len(there) == len(batch):
            return Appended(head.stream, head.version, versions[0], "already-there", there, head.hash)
        if expected is not None and head.version != versions[-1]:
            raise Conflict(expected.version, head.seen)
        seen = None if expected is None else Seen(versions[-1], None)
        rest = self._place(head.stream, seen, batch[len(there) :], replace(sender, ended=()))
        return replace(rest, first=versions[0], outcome="completed", events=there + rest.events)

    def _chained(self, head: H, batch: Sequence[SealedDraft], by: TokenId, spent: Spent) -> Chained[H]:
        new = chained(self.kind, batch, head, by, self._now(), spent)
        if not self._may_tell_again(head, [event.draft.act for event in batch]):
            return new
        added = wire.decode(new.entries, new.head.origins, {}, self.kind.codes)
        events = [*self.events(head.stream, upto=head.version), *added]
        return replace(new, head=self.kind.told_again(new.head, events))

    def _may_tell_again(self, head: H, acts: Sequence[AnyAct]) -> bool:
        """Whether `acts`, the acts after `head`, contain a retraction that may withdraw a setting in the head, such as who may read. If so,
        only the whole stream shows which setting is in force now."""
        targets = [act.target for act in acts if isinstance(act, Retracted)] if self.kind.told else []
        new: list[object] = [acts[target - head.version - 1] for target in targets if target > head.version]
        old = [target for target in targets if target <= head.version]
        stored = (self.events(head.stream, target - 1, target)[0].act for target in old)
        return len(old) > FEW or any(isinstance(act, self.kind.told) for act in (*new, *stored))

    def _last_head(self, stream: StreamId) -> H:
        return self._heads.get(stream) or self._fresh_head(stream)

    def _fresh_head(self, stream: StreamId) -> H:
        head = self.head(stream)
        self._heads.put(stream, head)
        if head is None:
            raise self.kind.missing(stream)
        return head

    def restore(self, club: Club, record: Sequence[Copied], written: Callable[[int], object], was: Was | None = None) -> Restored:
        """Store a whole stream as it was recorded elsewhere. `record`: all of its events. `written`: called with the new version after each
        append. `was`: from a backup, as in `batches`. Safe to repeat: the rest is added. An erased value does not come back. Raises
        RecordDiffers, RecordDamaged, and ValueError for an invalid club name."""
        stream = self._restored_as(club, record)
        stored = reached = self.stored_of(stream, record)
        ask(lambda: self._sure.sadd(set_of(club), club))
        while reached < len(record):
            for batch in batches(self.kind, stream, record, reached, was):
                self._announced(batch.chained.head)
                self._show(batch.chained.head, (copied.event.act for copied in record))
                reply = self._append(*called(self.kind, self._channel, batch.before, batch.chained, batch.ids))
                if reply[0] != b"appended":
                    break  # the reply to an earlier try was lost, or another writer appends too
                written(batch.chained.head.version)
            before, reached = reached, self.stored_of(stream, record)
            if reached == before:
                raise RecordDamaged(f"{stream} takes no event after version {reached}")
        return restored(stream, self.confirmed(stream), stored, len(record))

    def dry_run(self, club: Club, record: Sequence[Copied]) -> Restored:
        """Return what a call of `restore` would return now. Writes nothing. Raises RecordDiffers."""
        stream = self._restored_as(club, record)
        stored, head = self.stored_of(stream, record), self.head(stream)
        return restored(stream, max(len(record), 0 if head is None else head.version), stored, len(record))

    def _restored_as(self, club: Club, record: Sequence[Copied]) -> StreamId:
        return self.kind.named(parse_club(club), record[0].event.id, record[0].event.act)

    def stored_of(self, stream: StreamId, record: Sequence[Copied]) -> int:
        """Return how many events of `record`, counted from the first, are stored; 0 if the stream does not exist. Raises RecordDiffers."""
        head = self.head(stream)
        if head is None:
            return 0
        common = min(head.version, len(record))
        if record[common - 1].hash != head.hash:
            differs = first_difference(self.events(stream, upto=common), record)
            if differs is not None:
                raise RecordDiffers(stream, differs)
        return common

    # --- reading ---

    def last_seen(self, stream: StreamId) -> H | None:
        """Return the head (summary) of a stream that this process remembers, which may be out of date. If it remembers none, return the
        stored head; None if the stream does not exist."""
        return self._heads.get(stream) or self.head(stream)

    def confirmed(self, stream: StreamId) -> int:
        """Return the version of a stream, 0 if there is none, when the stream is confirmed up to there. Whoever acknowledges what was
        found in a stream without writing to it asks this first."""
        return int(ask(lambda: self._sure.hget(keys_of(stream).head(stream), "version")) or 0)

    def head(self, stream: StreamId) -> H | None:
        """Return the head of a stream, its summary; None if the stream does not exist."""
        return read_head(self._direct, self.kind, stream)

    def events(self, stream: StreamId, after: int = 0, upto: int | None = None, verify: bool = False) -> list[StreamEvent[A]]:
        """Return the events with `after` < version ≤ `upto` (None: to the end), in order, with all sealed values except erased ones.
        `verify`: also check the chain of hashes and all commitments. Raises `kind.missing`, and RecordDamaged if the stream does not hold
        exactly the versions up to its head's."""
        return read_events(self._redis, self.kind, stream, after, upto, verify)

    def sealed(self, stream: StreamId) -> SealedValues:
        """Return every sealed value that was not erased: {(version, path in the data): (value, salt)}."""
        return read_sealed(self._redis, self.kind, stream)

    def heads(self, streams: Sequence[StreamId], *, for_list: bool = False) -> list[H | None]:
        """Return the heads of `streams`, in their order; None for a stream that does not exist. `for_list`: also return None for a head
        that cannot be read, so that the list leaves the stream out; otherwise RecordDamaged is raised."""
        return read_heads(self._redis, self.kind, streams, for_list=for_list)

    def sealed_counts(self, streams: Sequence[StreamId]) -> list[int]:
        """Return how many sealed values of each of `streams` are stored, in their order."""
        return count_sealed(self._redis, streams)

    def newest(self, club: Club, *, before: StreamId | None = None, limit: int | None = None) -> list[StreamId]:
        """Return the ids of at most `limit` streams of a club (None: all), newest first by time of opening. `before`: the last stream of
        the previous page. Raises `kind.missing` if there is no such stream."""
        ids = self._listing([Keys(club).index(self.kind.index)], [limit or 0, before or ""])
        if ids is None:
            raise self.kind.missing(before)
        return [StreamId(stream.decode()) for stream in ids]

    def feed(self, club: Club, after: int, limit: int) -> list[FeedEntry]:
        """Return at most `limit` entries of the club's feed, in order, after entry number `after` (0: from the start)."""
        return read_feed(self._redis, club, after, limit)
