"""The steps of every append, for every kind of stream.

*Shape*: the batch is checked against the head that this process remembers; if it has faults, it is checked again with the current head,
and refused only if it still has some. *Rights*: they are checked for each event of the batch. *What is settled*: the batch is compared with
the very version after which it is written, so that no confirmation can slip in between. *Append*: one script on the server writes
(docs/decisions/store-append.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, Self, TypeVar
from uuid import NAMESPACE_URL, uuid4, uuid5

from domain.kernel.events import Event, EventId, TokenId
from domain.record.batch import Batch, Draft, Sent, Vocabulary, as_events, read_batch, repeats, touches_settled, without_right
from domain.record.refusals import Refusal, Refused
from service.store.clubs.clubs import Scope
from service.store.games.heads import Head
from service.store.games.records import Records
from service.store.keys import Club, GameId
from service.store.outcomes import Conflict, NoSuchGame
from service.store.streams.streams import ATTEMPTS, Appended

KEYED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/idempotency-key")
"""Namespace (RFC 9562 §5.5) of the event ids that follow from an Idempotency-Key."""


class Writer(Protocol):
    """The sender of an append. `id`: the token id that events name as `by`; `scopes`: the sender's rights."""

    @property
    def id(self) -> TokenId: ...
    @property
    def scopes(self) -> tuple[Scope, ...]: ...


class Folded(Protocol):
    """A stream that was folded up to `version`. `events` are in order of version."""

    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def version(self) -> int: ...
    def at(self, version: int) -> Self: ...
    def extended(self, events: Sequence[Event]) -> Self: ...


S = TypeVar("S", bound=Folded)


class Kind(Protocol[S]):
    """What one kind of stream decides for itself."""

    @property
    def state(self) -> Callable[[GameId], S]:
        """The function that folds a stream up to its current end. It raises NoSuchGame."""

    def vocabulary(self, head: Head) -> Vocabulary:
        """The event types, seats and people that events for this stream may name."""

    def refusal(self, stream: GameId, now: S, drafts: Sequence[Draft], events: Sequence[Event], scopes: Sequence[Scope]) -> Refusal | None:
        """Why these drafts may not follow `now`; None if they may. `events`: the same drafts as events after `now`."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Makes ids for events that were sent without one: from `key`, the Idempotency-Key, or random ones if there is no key. `scope`: the
    id of the stream, or `open`."""

    by: TokenId
    key: str | None
    scope: str

    def first(self, count: int) -> list[EventId]:
        """An id for each of the first `count` places in a batch."""
        if self.key is None:
            return [EventId(str(uuid4())) for _ in range(count)]
        return [EventId(str(uuid5(KEYED, f"{self.by}:{self.scope}:{self.key}:{index}"))) for index in range(count)]


class Way(Generic[S]):
    """Appends to the streams of one kind. `now`: ms UTC.

    Every method raises Refused, NoSuchGame and what the store raises: Conflict, BodyDiffers, BatchRefused, StoreUnavailable.
    """

    def __init__(self, kind: Kind[S], records: Records, now: Callable[[], int]) -> None:
        self._kind = kind
        self._records = records
        self._now = now

    def append(self, head: Head, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None) -> Appended:
        """Append the events in `sent`, all or none. `head`: of the stream, may be stale. `expected`: the version that the sender builds
        on; None: append at the end. `key`: the Idempotency-Key."""
        drafts, now = self._allowed(head, writer, sent, expected, key)
        if now is None:
            return self._records.append(head.game, expected, drafts, writer.id)
        if expected is not None:
            self._examined(head.game, now.at(max(1, min(expected, now.version))), writer, drafts)
            return self._records.append(head.game, expected, drafts, writer.id)
        return self._pinned(head.game, now, writer, drafts)

    def foreseen(self, head: Head, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None) -> tuple[S, S]:
        """The stream as it is now, and as `append` with the same arguments would leave it. Nothing is written."""
        drafts, read = self._allowed(head, writer, sent, expected, key)
        now = self._kind.state(head.game) if read is None else read
        if expected not in (None, now.version):
            raise Conflict(expected, now.version)
        return now, now.extended(self._examined(head.game, now, writer, drafts))

    def add(self, game: GameId, writer: Writer, expected: int | None, drafts: Sequence[Draft]) -> Appended:
        """Append drafts that recording made itself. This checks nothing: the caller has checked the rights and conditions of its
        request."""
        return self._records.append(game, expected, drafts, writer.id)

    def open(self, club: Club, writer: Writer, draft: Draft) -> Appended:
        """Open a stream with the event `draft`. The same event id always opens the same stream."""
        return self._records.open(club, draft, writer.id)

    def _allowed(
        self, head: Head, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None
    ) -> tuple[list[Draft], S | None]:
        """Check shape and rights. Returns the drafts in `sent`, and the current stream if a draft touches what is settled, else None."""
        ids = Ids(writer.id, key, head.game).first(len(sent))
        known = self._kind.vocabulary(head)
        batch = read_batch(sent, known, head.version if expected is None else expected, ids)
        if batch.faults:
            batch = self._read_again(head.game, sent, expected, ids)
        drafts = list(batch.drafts.values())
        now = self._kind.state(head.game) if touches_settled(drafts, known) else None
        refusal = without_right(drafts, known, writer.scopes, expected, () if now is None else now.events)
        if refusal is not None:
            raise Refused(refusal)
        if now is not None and expected is not None:
            _refuse_ahead(now, expected, drafts)
        return drafts, now

    def _read_again(self, game: GameId, sent: Sequence[Sent], expected: int | None, ids: Sequence[EventId]) -> Batch:
        """Check the batch again with the current head, in which seats and versions may have been added. Raises Refused if faults remain."""
        head = self._records.head(game)
        if head is None:
            raise NoSuchGame(game)
        batch = read_batch(sent, self._kind.vocabulary(head), head.version if expected is None else expected, ids)
        if batch.faults:
            raise Refused(Refusal("invalid", faults=batch.faults))
        return batch

    def _pinned(self, game: GameId, now: S, writer: Writer, drafts: Sequence[Draft]) -> Appended:
        """Append `drafts` at the end, after checking that they change nothing settled. If others write first, check again after their
        events."""
        for _ in range(ATTEMPTS - 1):
            self._examined(game, now, writer, drafts)
            try:
                return self._records.append(game, now.version, drafts, writer.id)
            except Conflict:
                now = self._kind.state(game)
        self._examined(game, now, writer, drafts)
        return self._records.append(game, now.version, drafts, writer.id)

    def _examined(self, game: GameId, now: S, writer: Writer, drafts: Sequence[Draft]) -> list[Event]:
        """The drafts as events after `now`. Raises Refused if they change what is settled; a batch that is recorded already is not
        checked again."""
        events = as_events(drafts, now.version, writer.id, self._now())
        refusal = None if repeats(drafts, now.events) else self._kind.refusal(game, now, drafts, events, writer.scopes)
        if refusal is not None:
            raise Refused(refusal)
        return events


def _refuse_ahead(now: Folded, expected: int, drafts: Sequence[Draft]) -> None:
    """Raise Conflict if the stream has not reached version `expected`, because the batch cannot be checked there. Recorded events may
    pass."""
    if expected > now.version and not {draft.id for draft in drafts} & {event.id for event in now.events}:
        raise Conflict(expected, now.version)
