"""The steps of every append, whatever kind of stream it goes to.

*Shape*: the batch is read against the head that this process remembers, and refused only by the head of now. *Rights*: each event of the
batch. *What is settled*: held against the very version after which the batch is written, so that a confirmation that comes at the same time
cannot slip in between. *Append*: one script on the server (docs/decisions/store-append.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, Self, TypeVar
from uuid import NAMESPACE_URL, uuid4, uuid5

from domain.kernel.events import Act, Event, EventId, TokenId
from domain.record.batch import Batch, Draft, Sent, Vocabulary, as_events, read_batch, repeats, without_right
from domain.record.refusals import Refusal, Refused, held
from service.store.clubs.clubs import Scope
from service.store.keys import Club, GameId
from service.store.outcomes import Conflict, NoSuchGame
from service.store.streams.heads import Head
from service.store.streams.records import ATTEMPTS, Appended, Records

KEYED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/idempotency-key")
"""Namespace (RFC 9562 §5.5) of the event ids that follow from an Idempotency-Key."""


class Writer(Protocol):
    """Who appends: the id that stands in the events as `by`, and the scopes that it has."""

    @property
    def id(self) -> TokenId: ...
    @property
    def scopes(self) -> tuple[Scope, ...]: ...


class Folded(Protocol):
    """A stream read to its end, or to an earlier version. `events` in order of version."""

    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def version(self) -> int: ...
    def at(self, version: int) -> Self: ...
    def extended(self, events: Sequence[Event]) -> Self: ...


S = TypeVar("S", bound=Folded)


class Kind(Protocol[S]):
    """What one kind of stream decides for itself."""

    def vocabulary(self, head: Head) -> Vocabulary:
        """What events sent to this stream may name."""

    def state(self, stream: GameId) -> S:
        """The stream as it stands now. Raises NoSuchGame."""

    def touches_settled(self, draft: Draft) -> bool:
        """Whether the draft has to be held against the state; for all others the stream is not read."""

    def refusal(self, stream: GameId, now: S, drafts: Sequence[Draft], events: Sequence[Event], scopes: Sequence[Scope]) -> Refusal | None:
        """Why these drafts may not follow `now`; `events`: the same drafts as events after it. None: they may."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Ids of the events that the sender did not name: from `key`, the Idempotency-Key, or random. `scope`: the stream, or `open`."""

    by: TokenId
    key: str | None
    scope: str

    def of(self, index: int) -> EventId:
        if self.key is None:
            return EventId(str(uuid4()))
        return EventId(str(uuid5(KEYED, f"{self.by}:{self.scope}:{self.key}:{index}")))


class Way(Generic[S]):
    """The way into the streams of one kind. `now`: ms UTC.

    Everything raises Refused, NoSuchGame and what the store raises: Conflict, BodyDiffers, BatchRefused, StoreUnavailable.
    """

    def __init__(self, kind: Kind[S], records: Records, now: Callable[[], int]) -> None:
        self._kind = kind
        self._records = records
        self._now = now

    def append(self, head: Head, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None) -> Appended:
        """Append what was sent, all or none. `head` may be stale. `expected`: the version the sender builds on, None: at the end.
        `key`: the Idempotency-Key."""
        stream = _Stream(self._kind, head.game)
        drafts = self._shaped(head, sent, expected, Ids(writer.id, key, head.game))
        held(without_right(drafts, writer.scopes, expected, lambda version: stream.recorded(version, expected)))
        return self._written(stream, writer, expected, drafts)

    def foreseen(self, head: Head, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None) -> tuple[S, S]:
        """The stream now, and as the same append would leave it. Nothing is written."""
        stream = _Stream(self._kind, head.game)
        drafts = self._shaped(head, sent, expected, Ids(writer.id, key, head.game))
        held(without_right(drafts, writer.scopes, expected, lambda version: stream.recorded(version, expected)))
        now = stream.state()
        if expected not in (None, now.version):
            raise Conflict(expected, now.version)
        return now, now.extended(self._examined(stream, now, writer, drafts))

    def add(self, game: GameId, writer: Writer, expected: int | None, drafts: Sequence[Draft]) -> Appended:
        """Append drafts that recording made itself, for a request with rights and conditions of its own: these it has examined."""
        return self._records.append(game, expected, drafts, writer.id)

    def open(self, club: Club, writer: Writer, draft: Draft) -> Appended:
        """Open a stream. The same event id opens the same one."""
        return self._records.open(club, draft, writer.id)

    def _shaped(self, head: Head, sent: Sequence[Sent], expected: int | None, ids: Ids) -> list[Draft]:
        batch = self._read(head, sent, expected, ids)
        if batch.faults:
            # Seats and versions may have been added since this process looked: what is refused is refused by the head of now.
            fresh = self._records.head(head.game)
            if fresh is None:
                raise NoSuchGame(head.game)
            batch = self._read(fresh, sent, expected, ids)
        if batch.faults:
            raise Refused(Refusal("invalid", faults=batch.faults))
        return list(batch.drafts.values())

    def _read(self, head: Head, sent: Sequence[Sent], expected: int | None, ids: Ids) -> Batch:
        return read_batch(sent, self._kind.vocabulary(head), head.version if expected is None else expected, ids.of)

    def _written(self, stream: "_Stream[S]", writer: Writer, expected: int | None, drafts: Sequence[Draft]) -> Appended:
        """`expected` None: the batch is pinned to the version that was examined, and examined again when others were faster."""
        touches = any(map(self._kind.touches_settled, drafts))
        if touches and expected is None:
            for _ in range(ATTEMPTS - 1):
                now = stream.state()
                self._examined(stream, now, writer, drafts)
                try:
                    return self._records.append(stream.id, now.version, drafts, writer.id)
                except Conflict:
                    stream = _Stream(self._kind, stream.id)
            expected = stream.state().version
        if touches and expected is not None:
            now = stream.state()
            self._examined(stream, now.at(max(1, min(expected, now.version))), writer, drafts)
            _refuse_ahead(now, expected, drafts)
        return self._records.append(stream.id, expected, drafts, writer.id)

    def _examined(self, stream: "_Stream[S]", now: S, writer: Writer, drafts: Sequence[Draft]) -> list[Event]:
        """The drafts as events after `now`, which they leave settled as it is."""
        events = as_events(drafts, now.version, writer.id, self._now())
        if not repeats(drafts, now.events):
            held(self._kind.refusal(stream.id, now, drafts, events, writer.scopes))
        return events


class _Stream(Generic[S]):
    """One stream for one request: read only when something is asked of it, and then once."""

    def __init__(self, kind: Kind[S], stream: GameId) -> None:
        self.id = stream
        self._kind = kind
        self._state: S | None = None

    def state(self) -> S:
        if self._state is None:
            self._state = self._kind.state(self.id)
        return self._state

    def recorded(self, version: int, expected: int | None) -> Act | None:
        """The act at that version, None where there is none yet. Raises Conflict where the writer believes that there is."""
        events = self.state().events
        if version <= len(events):
            return events[version - 1].act
        if expected is not None:
            raise Conflict(expected, len(events))
        return None


def _refuse_ahead(now: Folded, expected: int, drafts: Sequence[Draft]) -> None:
    """Raises Conflict for a version that was not there when the batch was examined: somebody may have written it since."""
    if expected > now.version and not {draft.id for draft in drafts} & {event.id for event in now.events}:
        raise Conflict(expected, now.version)
