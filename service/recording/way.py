"""The steps of every append of a client. They are the same for games and tournaments.

*Shape*: the batch is checked against the stream's head (a short summary: version, seats, …) that this process remembers. If there are
faults, it is checked again against the current head, and refused only if faults remain. *Rights*: the sender's rights are checked for each
event.

*What is settled*: the batch is checked against exactly the version after which it is written. So nobody can confirm the result in between.
A writer who has not seen the latest version gets a conflict, unless the later events do not concern the batch; the kind of stream decides
this. *Append*: one script on the Redis server writes the batch (docs/decisions/store-append.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, Self, TypeVar, cast
from uuid import NAMESPACE_URL, uuid4, uuid5

from domain.kernel.events import AnyAct, EventId, StreamEvent, TokenId
from domain.record.batch import Batch, Sent, StreamDraft, Vocabulary, as_events, read_batch, repeats, touches_settled, without_right
from domain.record.refusals import Refusal, Refused
from service.store.clubs.clubs import Scope
from service.store.keys import Club, StreamId
from service.store.outcomes import Conflict
from service.store.streams.heads import StreamHead
from service.store.streams.streams import ATTEMPTS, Appended, Streams

KEYED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/idempotency-key")
"""The UUID namespace (RFC 9562 §5.5) of event ids that are derived from an Idempotency-Key."""


class Writer(Protocol):
    """The sender of an append. `id`: the id of the sender's token, which is recorded as `by` in each event; `scopes`: the sender's
    rights."""

    @property
    def id(self) -> TokenId: ...
    @property
    def scopes(self) -> tuple[Scope, ...]: ...


A = TypeVar("A", bound=AnyAct)
A_contra = TypeVar("A_contra", bound=AnyAct, contravariant=True)
H = TypeVar("H", bound=StreamHead)
H_contra = TypeVar("H_contra", bound=StreamHead, contravariant=True)


class Folded(Protocol[A]):
    """The state of a stream after its events up to `version`. `events`: all these events, in order of version."""

    @property
    def events(self) -> tuple[StreamEvent[A], ...]: ...
    @property
    def version(self) -> int: ...
    def at(self, version: int) -> Self: ...
    def extended(self, events: Sequence[StreamEvent[A]]) -> Self: ...


S = TypeVar("S", bound=Folded[Any])


class Kind(Protocol[A_contra, H_contra, S]):
    """The questions that recording asks about one kind of stream. Each kind answers them itself."""

    def state(self, stream: StreamId) -> S:
        """Read a stream to its end and return the resulting state. May raise NoSuchStream."""

    def vocabulary(self, head: H_contra) -> Vocabulary:
        """The event types, seats and people that new events of this stream may name."""

    def refusal(
        self,
        stream: StreamId,
        now: S,
        drafts: Sequence[StreamDraft[A_contra]],
        events: Sequence[StreamEvent[A_contra]],
        scopes: Sequence[Scope],
    ) -> Refusal | None:
        """The reason why `drafts` may not be appended after the state `now`; None if they may. `events`: the drafts in the form of events
        after `now`."""

    def unconcerned(self, now: S, expected: int, drafts: Sequence[StreamDraft[A_contra]]) -> bool:
        """Whether the events after version `expected` do not matter for `drafts`, so that a writer who has not seen them may append."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Makes ids for events that were sent without one. They are derived from `by` (the sender's token), `scope` and `key` (the
    Idempotency-Key). Without a key they are random. `scope`: the id of the stream, or a word for the request, such as `open`."""

    by: TokenId
    key: str | None
    scope: str

    def first(self, count: int) -> list[EventId]:
        """Return `count` ids, one for each of the first events in a batch."""
        if self.key is None:
            return [EventId(str(uuid4())) for _ in range(count)]
        return [EventId(str(uuid5(KEYED, f"{self.by}:{self.scope}:{self.key}:{index}"))) for index in range(count)]


class Way(Generic[A, H, S]):
    """Appends to the streams of one kind. `now`: returns the time in ms UTC.

    Every method may raise Refused, NoSuchStream, Conflict, BodyDiffers, BatchRefused or StoreUnavailable.
    """

    def __init__(self, kind: Kind[A, H, S], streams: Streams[A, H], now: Callable[[], int]) -> None:
        self._kind = kind
        self._streams = streams
        self._now = now

    def append(self, head: H, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None) -> Appended:
        """Append the events in `sent`, all or none. `head`: a head of the stream, which may be out of date. `expected`: the version after
        which the sender wants the events; None: at the end of the stream. `key`: the Idempotency-Key."""
        drafts, now = self._allowed(head, writer, sent, expected, key)
        if now is None:
            return self._streams.append(head.stream, expected, drafts, writer.id)
        if expected is None or self._kind.unconcerned(now, expected, drafts):
            return self._pinned(head.stream, now, writer, drafts, expected)
        self._examined(head.stream, now.at(max(1, min(expected, now.version))), writer, drafts)
        return self._streams.append(head.stream, expected, drafts, writer.id)

    def foreseen(self, head: H, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None) -> tuple[S, S]:
        """Return two states of the stream: the current one, and the one that `append` with the same arguments would lead to. Nothing is
        written."""
        drafts, read = self._allowed(head, writer, sent, expected, key)
        now = self._kind.state(head.stream) if read is None else read
        if expected not in (None, now.version) and not self._kind.unconcerned(now, expected, drafts):
            raise Conflict(expected, now.version)
        return now, now.extended(self._examined(head.stream, now, writer, drafts))

    def add(self, stream: StreamId, writer: Writer, expected: int | None, drafts: Sequence[StreamDraft[A]]) -> Appended:
        """Append drafts that recording made itself. This checks nothing: the caller has checked the rights and conditions of its
        request."""
        return self._streams.append(stream, expected, drafts, writer.id)

    def open(self, club: Club, writer: Writer, draft: StreamDraft[A]) -> Appended:
        """Open a stream with the event `draft`. A repeated call with the same event id opens no second stream."""
        return self._streams.open(club, draft, writer.id)

    def _allowed(
        self, head: H, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None
    ) -> tuple[list[StreamDraft[A]], S | None]:
        """Check the shape of the events and the sender's rights. Returns the drafts in `sent`, and the stream's current state if a draft
        may change something settled, else None."""
        ids = Ids(writer.id, key, head.stream).first(len(sent))
        known = self._kind.vocabulary(head)
        batch = read_batch(sent, known, head.version if expected is None else expected, ids)
        if batch.faults:
            batch = self._read_again(head.stream, sent, expected, ids)
        drafts = cast("list[StreamDraft[A]]", list(batch.drafts.values()))  # the vocabulary holds only types of this kind
        now = self._kind.state(head.stream) if touches_settled(drafts, known) else None
        refusal = without_right(drafts, known, writer.scopes, expected, () if now is None else now.events)
        if refusal is not None:
            raise Refused(refusal)
        if now is not None and expected is not None:
            _refuse_ahead(now, expected, drafts)
        return drafts, now

    def _read_again(self, stream: StreamId, sent: Sequence[Sent], expected: int | None, ids: Sequence[EventId]) -> Batch:
        """Check the batch again against the current head, which may know more seats and versions than the remembered head. Returns the
        batch. Raises Refused if faults remain."""
        head = self._streams.head(stream)
        if head is None:
            raise self._streams.kind.missing(stream)
        batch = read_batch(sent, self._kind.vocabulary(head), head.version if expected is None else expected, ids)
        if batch.faults:
            raise Refused(Refusal("invalid", faults=batch.faults))
        return batch

    def _pinned(self, stream: StreamId, now: S, writer: Writer, drafts: Sequence[StreamDraft[A]], expected: int | None) -> Appended:
        """Append `drafts` at the end of the stream, after checking that they change nothing settled. If another writer appends first, check
        again and append after those events. Raises Conflict if one of those events changes a part of the stream that a draft rests on.
        `expected`: the version that the sender has seen; None: none was given, and nothing conflicts."""
        for _ in range(ATTEMPTS - 1):
            self._examined(stream, now, writer, drafts)
            try:
                return self._streams.append(stream, now.version, drafts, writer.id)
            except Conflict:
                now = self._kind.state(stream)
                if expected is not None and not self._kind.unconcerned(now, expected, drafts):
                    raise Conflict(expected, now.version) from None
        self._examined(stream, now, writer, drafts)
        return self._streams.append(stream, now.version, drafts, writer.id)

    def _examined(self, stream: StreamId, now: S, writer: Writer, drafts: Sequence[StreamDraft[A]]) -> list[StreamEvent[A]]:
        """Return the drafts as events after `now`. Raises Refused if they change something settled. A batch that is recorded already is not
        checked again."""
        events = as_events(drafts, now.version, writer.id, self._now())
        refusal = None if repeats(drafts, now.events) else self._kind.refusal(stream, now, drafts, events, writer.scopes)
        if refusal is not None:
            raise Refused(refusal)
        return events


def _refuse_ahead(now: Folded[A], expected: int, drafts: Sequence[StreamDraft[A]]) -> None:
    """Raise Conflict if version `expected` does not exist yet. The batch cannot be checked against such a version. A batch passes if one of
    its events is recorded already: it may be a retry."""
    if expected > now.version and not {draft.id for draft in drafts} & {event.id for event in now.events}:
        raise Conflict(expected, now.version)
