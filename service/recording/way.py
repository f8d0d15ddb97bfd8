"""The steps of every append. They are the same for every kind of stream; so far clients append only to games.

*Shape*: the batch is checked against the stream's head (a short summary: version, seats, …) that this process remembers. If it has faults,
it is checked again with the current head, and refused only if it still has some. *Rights*: the sender's rights are checked for each event.
*What is settled*: the batch is checked against exactly the version after which it is written, so that nobody can confirm the result in
between. *Append*: one script on the Redis server writes the batch (docs/decisions/store-append.md).
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
"""The UUID namespace (RFC 9562 §5.5) of event ids that are derived from an Idempotency-Key."""


class Writer(Protocol):
    """The sender of an append. `id`: the id of the sender's token, which is recorded as `by` in each event; `scopes`: the sender's
    rights."""

    @property
    def id(self) -> TokenId: ...
    @property
    def scopes(self) -> tuple[Scope, ...]: ...


class Folded(Protocol):
    """The state of a stream after its events up to `version`. `events`: those events, in order of version."""

    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def version(self) -> int: ...
    def at(self, version: int) -> Self: ...
    def extended(self, events: Sequence[Event]) -> Self: ...


S = TypeVar("S", bound=Folded)


class Kind(Protocol[S]):
    """The questions that recording asks about one kind of stream. Each kind answers them itself."""

    @property
    def state(self) -> Callable[[GameId], S]:
        """The function that reads a stream to its end and returns the resulting state. It may raise NoSuchGame."""

    def vocabulary(self, head: Head) -> Vocabulary:
        """The event types, seats and people that new events of this stream may name."""

    def refusal(self, stream: GameId, now: S, drafts: Sequence[Draft], events: Sequence[Event], scopes: Sequence[Scope]) -> Refusal | None:
        """The reason why `drafts` may not be appended after the state `now`; None if they may. `events`: the drafts in the form of events
        after `now`."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Makes ids for events that were sent without an id. They are derived from `by` (the sender's token), `scope` and `key` (the
    Idempotency-Key); without a key they are random. `scope`: the id of the stream, or a word for the request, such as `open`."""

    by: TokenId
    key: str | None
    scope: str

    def first(self, count: int) -> list[EventId]:
        """Return `count` ids, one for each of the first events in a batch."""
        if self.key is None:
            return [EventId(str(uuid4())) for _ in range(count)]
        return [EventId(str(uuid5(KEYED, f"{self.by}:{self.scope}:{self.key}:{index}"))) for index in range(count)]


class Way(Generic[S]):
    """Appends to the streams of one kind. `now`: returns the time in ms UTC.

    Every method may raise Refused, NoSuchGame, Conflict, BodyDiffers, BatchRefused or StoreUnavailable.
    """

    def __init__(self, kind: Kind[S], records: Records, now: Callable[[], int]) -> None:
        self._kind = kind
        self._records = records
        self._now = now

    def append(self, head: Head, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None) -> Appended:
        """Append the events in `sent`, all or none. `head`: a head of the stream, which may be out of date. `expected`: the version after
        which the sender wants the events; None: at the end of the stream. `key`: the Idempotency-Key."""
        drafts, now = self._allowed(head, writer, sent, expected, key)
        if now is None:
            return self._records.append(head.game, expected, drafts, writer.id)
        if expected is not None:
            self._examined(head.game, now.at(max(1, min(expected, now.version))), writer, drafts)
            return self._records.append(head.game, expected, drafts, writer.id)
        return self._pinned(head.game, now, writer, drafts)

    def foreseen(self, head: Head, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None) -> tuple[S, S]:
        """Return two states of the stream: the current one, and the one that `append` with the same arguments would lead to. Nothing is
        written."""
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
        """Open a stream with the event `draft`. A repeated call with the same event id opens no second stream."""
        return self._records.open(club, draft, writer.id)

    def _allowed(
        self, head: Head, writer: Writer, sent: Sequence[Sent], expected: int | None, key: str | None
    ) -> tuple[list[Draft], S | None]:
        """Check the shape of the events and the sender's rights. Returns the drafts in `sent`, and the stream's current state if a draft
        may change something settled, else None."""
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
        """Check the batch again with the current head, which may know more seats and versions than the remembered head. Returns the batch.
        Raises Refused if faults remain."""
        head = self._records.head(game)
        if head is None:
            raise NoSuchGame(game)
        batch = read_batch(sent, self._kind.vocabulary(head), head.version if expected is None else expected, ids)
        if batch.faults:
            raise Refused(Refusal("invalid", faults=batch.faults))
        return batch

    def _pinned(self, game: GameId, now: S, writer: Writer, drafts: Sequence[Draft]) -> Appended:
        """Append `drafts` at the end of the stream, after checking that they change nothing settled. If another writer appends first, check
        and append after those events."""
        for _ in range(ATTEMPTS - 1):
            self._examined(game, now, writer, drafts)
            try:
                return self._records.append(game, now.version, drafts, writer.id)
            except Conflict:
                now = self._kind.state(game)
        self._examined(game, now, writer, drafts)
        return self._records.append(game, now.version, drafts, writer.id)

    def _examined(self, game: GameId, now: S, writer: Writer, drafts: Sequence[Draft]) -> list[Event]:
        """Return the drafts as events after `now`. Raises Refused if they change something settled. A batch that is recorded already is not
        checked again."""
        events = as_events(drafts, now.version, writer.id, self._now())
        refusal = None if repeats(drafts, now.events) else self._kind.refusal(game, now, drafts, events, writer.scopes)
        if refusal is not None:
            raise Refused(refusal)
        return events


def _refuse_ahead(now: Folded, expected: int, drafts: Sequence[Draft]) -> None:
    """Raise Conflict if version `expected` does not exist yet, because the batch cannot be checked against it. A batch with an event that
    is recorded already passes: it may be a retry."""
    if expected > now.version and not {draft.id for draft in drafts} & {event.id for event in now.events}:
        raise Conflict(expected, now.version)
