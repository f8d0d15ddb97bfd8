"""Describes a kind of stream, such as the records of games: the form of its ids, its events, the fields of its heads.

Everything else in this folder works for any kind. service/store/kinds.py lists all kinds. docs/decisions/store.md says how to add one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from domain.kernel.events import AnyAct, EventId, EventTypes, StreamEvent
from service.store.errors import NoSuchStream, RecordDamaged
from service.store.keys import Club, StreamId
from service.store.streams.forms import Codes
from service.store.streams.heads import Fields, H, StreamHead, chain_of

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

PLAIN: Final[dict[str, Any]] = {
    "before": lambda head, _: head,
    "unpacked": lambda chain, _: StreamHead(**chain),
    "moved": lambda head, _: head,
    "told_again": lambda head, _: head,
    "packed": lambda _head, _before: [],
}
"""The functions for heads in a StreamKind whose heads have no fields of their own."""
