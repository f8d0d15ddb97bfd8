"""The steps that append a batch of events from a client to a stream. They are the same for games and tournaments.

*Shape*: the batch is checked against the stream's head (a short summary: version, seats, …) that this process remembers. If there are
faults, it is checked again against the current head, and refused only if faults remain. *Rights*: the sender's rights are checked for each
event.

*What is settled*: a batch that may change something settled, such as a confirmed result, is checked against exactly the version after which
it is written. So nobody can confirm the result in between. A writer who has not seen the latest events gets a conflict if these events
matter for the batch; the kind of stream decides whether they do. *Append*: one script on the Redis server writes the batch
(docs/decisions/store.md).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_bytes
from threading import Lock
from typing import Any, Final, Generic, Protocol, Self, TypeVar, cast
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from domain.kernel.events import AnyAct, EventId, StreamEvent, TokenId
from domain.record.batch import Batch, Sent, StreamDraft, Vocabulary, as_events, read_batch, repeats, touches_settled, without_right
from domain.record.refusals import Refusal, Refused, raise_refusal
from service.caches.streams import StreamState
from service.store.clubs.clubs import Scope
from service.store.errors import BodyDiffers, Conflict, Contended
from service.store.keys import Club, StreamId
from service.store.streams.append import Appended, Outcome, Payer
from service.store.streams.kinds import StreamHead, is_at
from service.store.streams.seen import Seen
from service.store.streams.streams import Streams

TURNS: Final = 64
"""The number of locks in a process for writers who take turns at a stream (`_in_turn`). Each stream uses one of these locks."""
KEYED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/idempotency-key")
"""The UUID namespace (RFC 9562 §5.5) of event ids that are derived from an Idempotency-Key."""


MOST_TRIES: Final = 1_000
"""How many times an append that may follow any version is tried. A try fails only because another writer's append succeeded, so this many
writers may append at the same time."""


class Writer(Protocol):
    """The sender of an append. `id`: the id of the sender's token, which is recorded as `by` in each event; `scopes`: the sender's
    rights; `limited`: whether the token is for one game or one tournament only."""

    @property
    def id(self) -> TokenId: ...
    @property
    def limited(self) -> bool: ...
    @property
    def scopes(self) -> tuple[Scope, ...]: ...


A = TypeVar("A", bound=AnyAct)
A_co = TypeVar("A_co", bound=AnyAct, covariant=True)
A_contra = TypeVar("A_contra", bound=AnyAct, contravariant=True)
H = TypeVar("H", bound=StreamHead)
H_contra = TypeVar("H_contra", bound=StreamHead, contravariant=True)


class RecordedState(StreamState, Protocol[A_co]):
    """The state of a stream, with the events that it was made from. `events`: all events, in order of version. `at`: returns the reading up
    to a version."""

    @property
    def events(self) -> tuple[StreamEvent[A_co], ...]: ...
    def at(self, version: int) -> Self: ...


S = TypeVar("S", bound=RecordedState[Any])


class RecordingPolicy(Protocol[A_contra, H_contra, S]):
    """The questions that recording asks about one kind of stream. Each kind of stream has its own answers; where several have the same one,
    it stands here. Every method may raise the errors of the store."""

    def state(self, stream: StreamId) -> S:
        """Read a stream to its end and return the resulting state. May raise NoSuchStream."""

    def vocabulary(self, head: H_contra) -> Vocabulary:
        """Return the event types, seats and people that new events of this stream may name."""

    def refusal(
        self,
        stream: StreamId,
        now: S,
        drafts: Sequence[StreamDraft[A_contra]],
        events: Sequence[StreamEvent[A_contra]],
        writer: Writer,
    ) -> Refusal | None:
        """Return why `writer` may not append `drafts` to a stream in the state `now`; None if the writer may. `events`: the drafts in the
        form of events that follow this state."""

    def without_right(
        self, drafts: Sequence[StreamDraft[A_contra]], known: Vocabulary, writer: Writer, expected: int | None, now: S | None
    ) -> Refusal | None:
        """Return why `writer` has no right to record all of `drafts`; None if the writer has the right. `now`: the current state; None: the
        check does not need it."""
        return without_right(drafts, known, writer.scopes, expected, () if now is None else now.events)

    def said_already(self, drafts: Sequence[StreamDraft[A_contra]], writer: Writer, now: S) -> Mapping[int, int]:
        """Return the drafts that would only repeat a recorded event: {index of the draft: version of that event}. Nothing is stored for
        them, and the answer names the recorded events. Usually none: an act that is sent twice counts as two acts."""
        return {}

    def unconcerned(self, now: S, expected: int, drafts: Sequence[StreamDraft[A_contra]]) -> bool:
        """Whether the events after version `expected` do not matter for `drafts`, so that a writer who has not seen them may append.
        Usually False: an act depends on all events before it."""
        return False


@dataclass(frozen=True, slots=True)
class Ids:
    """Makes ids for events that were sent without one. They are derived from `by` (the sender's token), `scope` and `key` (the
    Idempotency-Key). Without a key they are random. `scope`: the id of the stream, or a word for the request, such as `open`."""

    by: TokenId
    key: str | None
    scope: str

    def at(self, index: int) -> EventId:
        """Return an id for the event at this index in a batch."""
        return EventId(str(uuid4() if self.key is None else uuid5(KEYED, f"{self.by}:{self.scope}:{self.key}:{index}")))

    def first(self, count: int) -> list[EventId]:
        """Return `count` ids, one for each of the first events in a batch."""
        if self.key is not None:
            return [self.at(index) for index in range(count)]
        noise = token_bytes(16 * count)  # a call of the system for each id would take longer than all the rest
        return [EventId(str(UUID(bytes=noise[start : start + 16], version=4))) for start in range(0, len(noise), 16)]


@dataclass(frozen=True, slots=True)
class When:
    """When a request says that an opening happened. `at`: ms UTC; None: now. `offset`: the table's time zone, minutes east of UTC. `id`:
    the event id; None: derived from the Idempotency-Key, or random without one."""

    id: str | None = None
    at: int | None = None
    offset: int = 0

    def event_id(self, ids: Ids) -> EventId:
        """Return the id of the opening event. `ids`: makes it if the request has none."""
        return ids.at(0) if self.id is None else EventId(self.id.lower())


class Recorder(Generic[A, H, S]):
    """Appends to the streams of one kind.

    Every method may raise Refused, NoSuchStream, Conflict, BodyDiffers, BatchRefused, OverBudget or StoreUnavailable.
    """

    def __init__(self, kind: RecordingPolicy[A, H, S], streams: Streams[A, H], now: Callable[[], int]) -> None:
        self._kind = kind
        self._streams = streams
        self._now = now
        self._turns = tuple(Lock() for _ in range(TURNS))

    def append(self, head: H, writer: Writer, sent: Sequence[Sent], expected: Seen | None, key: str | None) -> Appended:
        """Append the events in `sent`, all or none. `head`: a head of the stream, which may be out of date. `expected`: the version after
        which the sender wants the events; None: at the end of the stream. `key`: the Idempotency-Key."""
        drafts, now = self._allowed(head, writer, sent, expected, key)
        if now is None:
            return self._streams.append(head.stream, expected, drafts, writer.id, payer=payer_of(writer))
        if expected is None or self._kind.unconcerned(now, expected.version, drafts):
            return self._in_turn(head.stream, now, writer, drafts, expected)
        self._examined(head.stream, now.at(max(1, min(expected.version, now.version))), writer, drafts)
        return self._streams.append(head.stream, expected, drafts, writer.id, payer=payer_of(writer))

    def dry_run(self, head: H, writer: Writer, sent: Sequence[Sent], expected: Seen | None, key: str | None) -> tuple[S, S]:
        """Return two states of the stream: the current one, and the one that `append` with the same arguments would lead to. Nothing is
        written."""
        drafts, read = self._allowed(head, writer, sent, expected, key)
        now = self._kind.state(head.stream) if read is None else read
        if expected is not None:
            known = now.version == expected.version and is_at(self._head(head.stream), expected)
            if not known and not self._kind.unconcerned(now, expected.version, drafts):
                raise self.conflict(head.stream, expected.version, now)
        events = self._examined(head.stream, now, writer, drafts)
        self._streams.afford(head.stream, drafts, payer_of(writer))
        return now, now.extended(events)

    def add(self, stream: StreamId, writer: Writer, expected: Seen | int | None, drafts: Sequence[StreamDraft[A]]) -> Appended:
        """Append drafts (events that are not recorded yet) that the service itself made. Nothing is checked here: the caller has checked
        the rights and conditions of its request."""
        return self._streams.append(stream, expected, drafts, writer.id, payer=payer_of(writer))

    def checked(self, stream: StreamId, writer: Writer, drafts: Sequence[StreamDraft[A]]) -> Appended:
        """Append drafts (events that are not recorded yet) that the service itself made. They are appended at the end of the stream if they
        change nothing settled. The caller has checked the rights."""
        return self._pinned(stream, self._kind.state(stream), writer, drafts, None)

    def open(self, club: Club, writer: Writer, draft: StreamDraft[A], *, usual: bool = False) -> Appended:
        """Open a stream with the event `draft`. A repeated call with the same event id opens no second stream. `usual`: the draft has the
        visibility in the club's settings, because the request gives none; a repeated call keeps the one of the first."""
        try:
            return self._streams.open(club, draft, writer.id)
        except BodyDiffers:
            if not usual:
                raise
        first: Any = self._kind.state(self._streams.kind.named(club, draft.id, draft.act)).events[0].act
        act = replace(cast("Any", draft.act), visibility=first.visibility)
        return self._streams.open(club, replace(draft, act=act), writer.id)

    def opened(self, club: Club, writer: Writer, act: A | Refusal, when: When, key: str | None, *, usual: bool) -> Appended:
        """Open a stream with this act, as `open` does. A repeated call with the same `when.id` or `key` (the Idempotency-Key) opens no
        second one."""
        if isinstance(act, Refusal):
            raise Refused(act)
        event_id = when.event_id(Ids(writer.id, key, self._streams.kind.name))
        return self.open(club, writer, StreamDraft(act, event_id, at=when.at, offset=when.offset), usual=usual)

    def conflict(self, stream: StreamId, expected: int, now: S) -> Conflict:
        """Return the error for a writer who expects another version than that of `now`, or another event there."""
        head = self._head(stream)
        return Conflict(expected, head.seen if head.version == now.version else Seen(now.version, None))

    def there(self, stream: StreamId, outcome: Outcome, events: tuple[tuple[int, EventId], ...]) -> Appended:
        """Return the answer to a request whose events are recorded already. `events`: version and id of each."""
        head = self._head(stream)
        return Appended(stream, head.version, events[0][0], outcome, events, head.hash)

    def _head(self, stream: StreamId) -> H:
        head = self._streams.head(stream)
        if head is None:
            raise self._streams.kind.missing(stream)
        return head

    def confirmed(self, stream: StreamId) -> int:
        """As `Streams.confirmed`."""
        return self._streams.confirmed(stream)

    def _allowed(
        self, head: H, writer: Writer, sent: Sequence[Sent], expected: Seen | None, key: str | None
    ) -> tuple[list[StreamDraft[A]], S | None]:
        """Check the shape of the events and the sender's rights. Returns the events in `sent` as drafts. If a draft may change something
        settled, also returns the stream's current state, otherwise None."""
        ids = Ids(writer.id, key, head.stream).first(len(sent)).__getitem__
        known = self._kind.vocabulary(head)
        batch = read_batch(sent, known, head.version if expected is None else expected.version, ids)
        if batch.faults:
            batch = self._read_again(head.stream, sent, expected, ids)
        drafts = cast("list[StreamDraft[A]]", list(batch.drafts.values()))  # `known` has only event types of this kind of stream
        now = self._kind.state(head.stream) if touches_settled(drafts, known) else None
        refusal = self._kind.without_right(drafts, known, writer, None if expected is None else expected.version, now)
        if refusal is not None:
            raise Refused(refusal)
        if now is None:
            return drafts, None
        if expected is not None and _is_ahead(now, expected.version, drafts):
            raise self.conflict(head.stream, expected.version, now)
        for index, version in self._kind.said_already(drafts, writer, now).items():
            said = now.events[version - 1]
            drafts[index] = StreamDraft(said.act, said.id, said.after)
        return drafts, now

    def _read_again(self, stream: StreamId, sent: Sequence[Sent], expected: Seen | None, ids: Callable[[int], EventId]) -> Batch:
        """Check the batch again against the current head, which may know more seats and versions than the remembered head. Returns the
        batch. Raises Refused if faults remain."""
        head = self._head(stream)
        batch = read_batch(sent, self._kind.vocabulary(head), head.version if expected is None else expected.version, ids)
        if batch.faults:
            raise Refused(Refusal("invalid", faults=batch.faults))
        return batch

    def _in_turn(self, stream: StreamId, now: S, writer: Writer, drafts: Sequence[StreamDraft[A]], expected: Seen | None) -> Appended:
        """Append like `_pinned`, but let the writers of this process take turns at a stream. Without turns, if fifty tables finish
        together, each append would make the others fail, until some writers give up."""
        turn = self._turns[hash(stream) % TURNS]
        waited = not turn.acquire(blocking=False)
        if waited:
            turn.acquire()
        try:
            current = self._kind.state(stream) if waited else now
            if expected is not None and waited and not self._kind.unconcerned(current, expected.version, drafts):
                raise self.conflict(stream, expected.version, current)
            return self._pinned(stream, current, writer, drafts, expected)
        finally:
            turn.release()

    def _pinned(self, stream: StreamId, now: S, writer: Writer, drafts: Sequence[StreamDraft[A]], expected: Seen | None) -> Appended:
        """Append `drafts` at the end of the stream, after checking that they change nothing settled; again, if another writer is faster.
        Raises Conflict if one of those events changes a part of the stream on which a draft depends. `expected`: the version that the
        sender has seen; None: nothing conflicts."""
        for _ in range(MOST_TRIES):
            self._examined(stream, now, writer, drafts)
            try:
                return self._streams.append(stream, now.version, drafts, writer.id, payer=payer_of(writer))
            except Conflict:
                now = self._kind.state(stream)
                if expected is not None and not self._kind.unconcerned(now, expected.version, drafts):
                    raise self.conflict(stream, expected.version, now) from None
        raise Contended(stream)

    def _examined(self, stream: StreamId, now: S, writer: Writer, drafts: Sequence[StreamDraft[A]]) -> list[StreamEvent[A]]:
        """Return the drafts in the form of events that follow the state `now`. Raises Refused if they change something settled. A batch
        that was recorded before is not checked again."""
        events = as_events(drafts, now.version, writer.id, self._now())
        if repeats(drafts, now.events):
            return events
        self.keep_reserve(now.version + len(drafts), writer)
        raise_refusal(self._kind.refusal(stream, now, drafts, events, writer))
        return events

    def keep_reserve(self, version: int, writer: Writer) -> None:
        """Raise Refused if `writer` is not a director and `version` is among the last versions of a stream, which are for directors."""
        kind, directs = self._streams.kind, "direct" in writer.scopes
        if kind.for_directors and not directs and version > kind.longest(directs=False):
            said = f"The last {kind.for_directors:,} events of a {kind.name} are for directors: ask one of them."
            raise Refused(Refusal("no-right", said, needs="direct"))


def payer_of(writer: Writer) -> Payer:
    """Return the payer whose budget the events of `writer` use."""
    return Payer(link=writer.id) if writer.limited else Payer(directs="direct" in writer.scopes)


def _is_ahead(now: RecordedState[A], expected: int, drafts: Sequence[StreamDraft[A]]) -> bool:
    """Whether version `expected` does not exist yet, so that the batch cannot be checked against it. False if one of the batch's events was
    recorded before: the batch may be a retry."""
    return expected > now.version and not {draft.id for draft in drafts} & {event.id for event in now.events}
