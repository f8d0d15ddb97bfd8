"""One append to a stream, from the drafts (events to be recorded) to the call of append.lua, and what it gives back.

A batch of drafts is *sealed* once: its secret values get commitments, and its data their canonical JSON. Everything after that uses this
form: its size, its cost, its hashes, its stored bytes. Then its events are *chained* to the stream's head: each gets a version, and a hash
that covers the event before it. Sealing does not depend on versions. If the stream moves on before the batch is written, the batch is only
chained again.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Literal, NamedTuple
from uuid import UUID

from domain.kernel.canonical import Json, canonical, text_of
from domain.kernel.events import AnyAct, EventId, StreamEvent, TokenId, data_of, shape_of
from domain.record.batch import AnyDraft, misplaced_drafts
from domain.record.chain import COMMITTED, NewSalt, Opened, body_text, link_text, seal
from service.store.errors import BatchRefused
from service.store.keys import Club, GameId, StreamId, keys_of, mark_of, short_name
from service.store.streams import wire
from service.store.streams.feed import STAMP_BYTES
from service.store.streams.kinds import AnyKind, H, origins_after, packed
from service.store.streams.seen import Seen, digits_of

Now = Callable[[], int]
"""A function that returns the time in milliseconds UTC."""
Outcome = Literal["appended", "completed", "already-there"]

MOST_EVENTS: Final = 500
MOST_BYTES: Final = 256 * 1024
"""The most bytes of a batch: the data and times of its events as canonical JSON, with the secret values not yet sealed."""

_SPELT: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The spelling in which event ids are stored. UUIDs in other spellings are converted."""


# --- who appends ------------------------------------------------------------------------------------------------------------------------


class Payer(NamedTuple):
    """The writer of a batch, whose budget its events use. `link`: the id of the token if it is for one game or one tournament only; empty:
    a token of the whole club. `directs`: whether the writer is a director of the whole club."""

    link: str = ""
    directs: bool = False


Spent = Mapping[str, Any]
"""The fields of a head that say how much of the stream's budget is spent, with their values after a batch. Empty: the batch is free."""
SERVICE: Final = Payer(directs=True)
"""The payer for events that the service itself records, such as an import by a director."""
Sources = Sequence[tuple[StreamId, str]]
"""Other streams of the club from which a batch was made, each with the hash of its last event then."""


# --- sealing ----------------------------------------------------------------------------------------------------------------------------


class SealedDraft(NamedTuple):
    """A draft whose secret values are sealed. `data`: as it is recorded and hashed, with commitments. `text`: that as canonical JSON.
    `opened`: the secret values and their salts, by path. `size`: the bytes of data and times as canonical JSON, with the secret values
    themselves."""

    draft: AnyDraft
    data: Json
    text: str
    opened: Opened
    size: int

    @property
    def type(self) -> str:
        return type(self.draft.act).__name__

    def is_in(self, stored: StreamEvent[AnyAct]) -> bool:
        """Whether this draft has the same content as the stored event. Sealed values that were erased from the store are not compared."""
        erased: set[str] = set()

        def value(path: str, leaf: Any) -> Json:
            if "value" not in leaf:
                erased.add(path)
            return leaf.get("value")  # type: ignore[no-any-return]

        def sent(path: str, leaf: Any) -> Json:
            return None if path in erased else leaf["value"]

        there = shape_of(stored.act).swap(data_of(stored.act), "", value)
        here = shape_of(self.draft.act).swap(data_of(self.draft.act), "", sent)
        timed = self.draft.at is not None
        same_time = not timed or (self.draft.at, self.draft.offset) == (stored.at, stored.offset)
        return self.type == stored.type and self.draft.after == stored.after and same_time and canonical(here) == canonical(there)


def sealed_batch(kind: AnyKind, drafts: Sequence[AnyDraft], new_salt: NewSalt, opens: bool = False) -> tuple[SealedDraft, ...]:
    """Check the drafts, seal their secret values, and return them in the same order. `opens`: whether the batch begins a new stream. Raises
    BatchRefused."""
    if not 1 <= len(drafts) <= MOST_EVENTS:
        raise BatchRefused(f"a batch has 1 to {MOST_EVENTS} events, not {len(drafts)}")
    batch = tuple(_sealed(kind, draft, new_salt) for draft in drafts)
    if len({event.draft.id for event in batch}) < len(batch):
        raise BatchRefused("the same event id is in the batch twice")
    if sum(event.size for event in batch) > MOST_BYTES:
        raise BatchRefused(f"the events of a batch may have at most {MOST_BYTES} bytes")
    if [event.type == kind.opening for event in batch] != [opens] * len(batch):
        raise BatchRefused(f"a {kind.name} begins with {kind.opening}, which is recorded only once")
    return batch


def _sealed(kind: AnyKind, draft: AnyDraft, new_salt: NewSalt) -> SealedDraft:
    name = type(draft.act).__name__
    known = kind.codes.types.get(name)
    if known is None or known.make is not type(draft.act):
        raise BatchRefused(f"{name} is not an event of a {kind.name}")
    try:
        if not _SPELT.fullmatch(draft.id):
            draft = replace(draft, id=EventId(str(UUID(draft.id))))
        data, opened = seal(known.shape, draft.act, new_salt)
        text = text_of(data)
        times = f"[{text_of(draft.at)},{text_of(draft.offset)},{text_of(draft.after)}]"
        size = len(text.encode()) + len(times) + 1
        size += sum(len(canonical(value)) - COMMITTED for value, _ in opened.values())
    except KeyError as error:
        raise BatchRefused(f"{name}: a sealed value must be sent with its value") from error
    except ValueError as error:
        raise BatchRefused(f"{name}: {error}") from error
    return SealedDraft(draft, data, text, opened, size)


# --- chaining ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chained(Generic[H]):
    """A batch that is ready to be written. `head`: the stream's head after the batch. `entries`: its events in stored form. `sealed`: their
    fields in the stream's Redis hash of sealed values."""

    head: H
    entries: Sequence[wire.Entry]
    sealed: dict[bytes, bytes]


def chained(kind: AnyKind, batch: Sequence[SealedDraft], head: H, by: TokenId, now: int, spent: Spent) -> Chained[H]:
    """Give the events of `batch` the versions and hashes that follow `head`. `now`: ms UTC; `recorded_at` never decreases in a stream.
    Raises BatchRefused if the stream would get too long, if a correction names an event that does not come before it, or if the opening
    would be withdrawn."""
    version = head.version + len(batch)
    if version > kind.most_events:
        raise BatchRefused(f"a {kind.name} has at most {kind.most_events} events")
    faults = misplaced_drafts(dict(enumerate(event.draft for event in batch)), head.version)
    if faults:
        raise BatchRefused("a correction must name an event that comes before it", faults)
    recorded_at = max(now, head.recorded_at)
    origins = origins_after(head.origins, ((by, event.draft.offset) for event in batch))
    last, entries, fields = head.hash, [], dict[bytes, bytes]()
    for number, event in enumerate(batch, head.version + 1):
        body = _body(number, event, by, now, recorded_at)
        last = link_text(last, body_text(body, event.text).encode())
        entry, kept = wire.encode(body, origins, event.opened, kind.codes)
        entries.append(entry)
        fields |= kept
    after = replace(head, version=version, hash=last, recorded_at=recorded_at, origins=origins, **spent)
    return Chained(kind.moved(after, [event.draft.act for event in batch]), entries, fields)


def _body(version: int, event: SealedDraft, by: TokenId, now: int, recorded_at: int) -> dict[str, Json]:
    draft = event.draft
    body: dict[str, Json] = {
        "version": version,
        "id": draft.id,
        "type": event.type,
        "data": event.data,
        "by": by,
        "at": now if draft.at is None else draft.at,
        "offset": draft.offset,
        "recorded_at": recorded_at,
    }
    return body if draft.after is None else {**body, "after": draft.after}


# --- the call of append.lua -------------------------------------------------------------------------------------------------------------


def called(
    kind: AnyKind,
    channel: Callable[[Club], str],
    head: H,
    new: Chained[H],
    ids: Sequence[EventId],
    ended: Sequence[int] = (),
    sources: Sources = (),
) -> tuple[list[str], list[Any]]:
    """Return the KEYS and the ARGV of append.lua. `channel`: gives the channel of a club's hints. `head`: the head after which the batch is
    appended. `new`: the batch. `ids`: the ids of its events. `ended`: the numbers of sealed values to delete in the same step."""
    stream, index = head.stream, "" if head.version else kind.index
    named = keys_of(stream)
    argv: list[Any] = [
        head.version,
        bytes.fromhex(head.hash),
        new.head.version,
        stream,
        kind.letter.encode() + short_name(stream),
        bytes.fromhex(new.head.hash[: 2 * STAMP_BYTES]),
        channel(named.club),
        f"{kind.hint} {named.club} {stream} {new.head.version}",
    ]
    scores = [new.head.version] * kind.validated + [head.opened_at] * bool(index)
    lists: list[Sequence[Any]] = [
        [bytes.fromhex(last) for _, last in sources],
        scores,
        [mark_of(event_id) for event_id in ids],
        [entry_id for entry_id, _ in new.entries],
        [entry for _, entry in new.entries],
        [*packed(new.head, head), *kind.packed(new.head, head)],
        [part for field in new.sealed.items() for part in field],
        ended,
    ]
    for items in lists:
        argv += [len(items), *items]
    return [*named.appended(stream, kind.name, validated=kind.validated, index=index), *(named.head(each) for each, _ in sources)], argv


# --- what was done ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Appended:
    """The whole batch is stored now. `version`: of the stream. `first`: of the batch's first event. `events`: (version, id) of each.
    `outcome` "completed": the first part of the batch was stored before. `hash`: of the event `version`."""

    stream: StreamId
    version: int
    first: int
    outcome: Outcome
    events: tuple[tuple[int, EventId], ...]
    hash: str

    @property
    def seen(self) -> Seen:
        """What somebody has seen who has seen the stream up to this batch."""
        return Seen(self.version, digits_of(self.hash))

    @property
    def game(self) -> GameId:
        """The id of the stream, typed as the id of a game."""
        return GameId(self.stream)


@dataclass(frozen=True, slots=True)
class Restored:
    """The whole copy is stored now. `version`: of the stream. `added`: how many events of the copy are new. `outcome` "completed": the
    first part was stored before; "already-there": all of it, and the stream may have later events."""

    stream: StreamId
    version: int
    added: int
    outcome: Outcome

    @property
    def game(self) -> GameId:
        """The id of the stream, typed as the id of a game."""
        return GameId(self.stream)


def restored(stream: StreamId, version: int, stored: int, copied: int) -> Restored:
    """Make the result of a restore of `copied` events. `stored`: how many were stored before. `version`: the stream's current version."""
    return Restored(stream, version, copied - stored, "already-there" if stored == copied else "completed" if stored else "appended")
