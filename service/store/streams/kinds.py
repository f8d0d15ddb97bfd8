"""A kind of stream, such as the records of games: the form of its ids, its events, its heads. Everything else in this folder works for any
kind. service/store/kinds.py lists all kinds; docs/decisions/store.md says how to add one.

A *head* is a short stored summary of a stream, so most code need not read the events. It alone says which version is the last one, so a
loss of the newest events is noticed. The fields of a `StreamHead` describe the chain of hashed events; a kind may add fields."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import orjson

from domain.kernel.events import AnyAct, EventId, EventTypes, StreamEvent
from domain.record.chain import GENESIS
from service.store.errors import NoSuchStream, RecordDamaged
from service.store.keys import CLUB_PATTERN, Club, StreamId, new_stream
from service.store.streams.forms import Codes
from service.store.streams.seen import Seen, digits_of
from service.store.streams.wire import Origin

MOST_ORIGINS: Final = 16
"""The most origins in a head. An origin is a pair of writer and time zone. An event whose origin is not in the head holds its origin
itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamHead:
    """The head of one stream. `version`, `hash`, `recorded_at`: those of its last event. `opened_at`: when its first event was recorded, ms
    UTC. `imported`: the last version that came from a file; 0: none. `origins`: the first writers, each with a time zone (wire.py)."""

    stream: StreamId
    version: int
    hash: str
    recorded_at: int
    opened_at: int
    imported: int = 0
    origins: tuple[Origin, ...] = ()

    @property
    def seen(self) -> Seen:
        """What somebody has seen who has seen the whole stream."""
        return Seen(self.version, digits_of(self.hash))


H = TypeVar("H", bound=StreamHead)
Fields = list[bytes | str | int]
"""Stored fields of a head: names and values in turn."""


def empty(stream: StreamId, now: int) -> StreamHead:
    """Make the head of a stream without events (version 0)."""
    return StreamHead(stream=stream, version=0, hash=GENESIS, recorded_at=now, opened_at=now)


def packed(head: StreamHead, before: StreamHead) -> Fields:
    """Return the fields that an append must write into the head of any kind of stream. The version is not among them. `before`: the head
    before the append. At the opening these include the fields that never change."""
    written: Fields = ["hash", bytes.fromhex(head.hash), "recorded_at", head.recorded_at, "origins", orjson.dumps(head.origins)]
    written += ["imported", head.imported] if head.imported else []
    return written if before.version else [*written, "opened_at", head.opened_at]


def chain_of(stream: StreamId, fields: Mapping[bytes, bytes]) -> dict[str, Any]:
    """Read the fields of a `StreamHead` from the stored `fields` of a head of any kind (the reply of HGETALL)."""
    return {
        "stream": stream,
        "version": int(fields[b"version"]),
        "hash": fields[b"hash"].hex(),
        "recorded_at": int(fields[b"recorded_at"]),
        "opened_at": int(fields[b"opened_at"]),
        "imported": int(fields.get(b"imported", 0)),
        "origins": tuple((by, offset) for by, offset in orjson.loads(fields[b"origins"])),
    }


def flat(fields: Sequence[bytes]) -> dict[bytes, bytes]:
    """Make a mapping from a reply of a script, which has names and values in turn."""
    return dict(zip(fields[::2], fields[1::2], strict=True))


def origins_after(origins: tuple[Origin, ...], met: Iterable[Origin]) -> tuple[Origin, ...]:
    """Return the origins (pairs of writer and time zone) of a stream after new events: `origins`, then each new one in `met`, in order;
    at most MOST_ORIGINS in all."""
    return (*origins, *(origin for origin in dict.fromkeys(met) if origin not in origins))[:MOST_ORIGINS]


def is_at(head: StreamHead, expected: Seen) -> bool:
    """Whether a stream is at the version that a writer expects, and, if the writer has seen it, with the event that the writer saw."""
    return head.version == expected.version and expected.digits in (None, head.seen.digits)


HEAD_BYTES: Final = 1500
"""The estimated size in bytes of a head with a few origins."""


A = TypeVar("A", bound=AnyAct)


@dataclass(frozen=True, slots=True)
class StreamKind(Generic[A, H]):
    """One kind of stream. `A`: the type of its acts (the contents of events). `H`: the type of its heads.

    * `name`: one word, also in the streams' keys
    * `letter`: marks its entries in the feed
    * `hint`: the first word of its hints
    * `pattern`: the form of the streams' ids
    * `codes`: the stored forms of its event types
    * `opening`: the type of the first event; no other event has this type
    * `named`: makes a new stream's id from the club, the first event's id and its act; raises BatchRefused if the opening belongs to
      another club
    * `index`: the sorted set that lists the streams by time of opening (empty: none)
    * `validated`: whether a worker validates a stream after each append
    * `most_events`: the most events of one stream. The last `for_erasing` of them are only for erasures of people, and the
      `for_directors` before those only for directors
    * `missing`: the error for a stream that does not exist

    The other fields are functions for heads:

    * `before`: makes the head of a new stream (version 0), from the part of a head that all kinds share and the opening act
    * `moved`: makes the head after the acts of a batch
    * `told_again`: makes the head after a retraction, from all events
    * `told`: the types of acts whose retraction may change the head; if there are none, `told_again` is never called
    * `packed`: returns this kind's own fields for storing: all of them at the opening, later those that may have changed
    * `unpacked`: reads these fields back
    """

    name: str
    letter: str
    hint: str
    pattern: re.Pattern[str]
    codes: Codes
    opening: str
    named: Callable[[Club, EventId, A], StreamId]
    most_events: int
    before: Callable[[StreamHead, A], H]
    unpacked: Callable[[dict[str, Any], Mapping[bytes, bytes]], H]
    moved: Callable[[H, Sequence[AnyAct]], H]
    told_again: Callable[[H, Sequence[StreamEvent[A]]], H]
    packed: Callable[[H, H], Fields]
    told: tuple[type, ...] = ()
    index: str = ""
    validated: bool = False
    missing: type[NoSuchStream] = NoSuchStream
    for_directors: int = 0
    for_erasing: int = 0

    @property
    def types(self) -> EventTypes:
        return self.codes.types

    def parse(self, text: str) -> StreamId:
        """Return `text` as the id of a stream of this kind. The stream need not exist. Raises ValueError if `text` does not have that
        form."""
        if not self.pattern.fullmatch(text):
            raise ValueError(f"{text!r:.60} is not the id of a {self.name}")
        return StreamId(text)

    def longest(self, *, directs: bool) -> int:
        """The last version that a stream may reach with events that are not erasures. `directs`: whether a director sends the events."""
        return self.most_events - self.for_erasing - (0 if directs else self.for_directors)

    def head_of(self, stream: StreamId, fields: Mapping[bytes, bytes]) -> H | None:
        """Read a head from its stored `fields` (the reply of HGETALL). None without fields: the stream does not exist. Raises
        RecordDamaged."""
        if not fields:
            return None
        try:
            return self.unpacked(chain_of(stream, fields), fields)
        except (ValueError, LookupError, TypeError) as error:
            raise RecordDamaged(f"the head of {stream} cannot be read") from error

    def readable_head(self, stream: StreamId, fields: Mapping[bytes, bytes]) -> H | None:
        """Read a head like `head_of`, but return None if the head cannot be read."""
        try:
            return self.head_of(stream, fields)
        except RecordDamaged:
            return None


AnyKind = StreamKind[Any, Any]


def named_with(letter: str) -> Callable[[Club, EventId, object], StreamId]:
    """Return a function that makes a new stream's id from its club, this letter, and the id of its first event."""
    return lambda club, event_id, _: new_stream(club, event_id, letter)


def pattern_with(letter: str) -> re.Pattern[str]:
    """Return the form of the ids that `named_with` makes."""
    return re.compile(rf"{CLUB_PATTERN}-{letter}[a-z2-7]{{16}}")


PLAIN: Final[dict[str, Any]] = {
    "before": lambda head, _: head,
    "unpacked": lambda chain, _: StreamHead(**chain),
    "moved": lambda head, _: head,
    "told_again": lambda head, _: head,
    "packed": lambda _head, _before: [],
}
"""The functions for heads in a StreamKind whose heads have no fields of their own."""
