"""Describes a kind of stream, such as the records of games: the form of its ids, its events, the fields of its heads.

Everything else in this folder works for any kind. service/store/kinds.py lists all kinds. docs/decisions/streams.md says how to add one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from domain.kernel.events import AnyAct, EventId, EventTypes, StreamEvent
from service.store.keys import Club, StreamId
from service.store.outcomes import NoSuchStream
from service.store.streams.forms import Codes
from service.store.streams.heads import Fields, H, StreamHead, chain_of

A = TypeVar("A", bound=AnyAct)


@dataclass(frozen=True, slots=True)
class StreamKind(Generic[A, H]):
    """One kind of stream. `A`: the type of its acts (the contents of events). `H`: the type of its heads.

    `name`: one word, also in the streams' keys. `letter`: of its entries in the feed. `hint`: the kind of its hints. `pattern`: the form of
    the streams' ids. `codes`: the stored forms of its event types. `opening`: the type of the first event, and of no other. `named`: makes
    a new stream's id from the club, the first event's id and its act; raises BatchRefused if the opening does not belong to the club.
    `index`: the sorted set that lists the streams by time of opening (empty: none). `validated`: whether a worker validates a stream after
    each append. `most_events`: of one stream. `missing`: the error for a stream that does not exist.

    These functions make heads. `before`: the head of version 0, from the fields of every stream's head and the opening act. `moved`: the
    head after the acts of a batch. `told_again`: the head after a retraction, from all events. `packed`: returns the kind's own fields for
    storing; all at the opening, later those that may have changed. `unpacked`: reads them back.
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
    index: str = ""
    validated: bool = False
    missing: type[NoSuchStream] = NoSuchStream

    @property
    def types(self) -> EventTypes:
        return self.codes.types

    def parse(self, text: str) -> StreamId:
        """Return `text` as the id of a stream of this kind. The stream need not exist. Raises ValueError if `text` does not have that
        form."""
        if not self.pattern.fullmatch(text):
            raise ValueError(f"{text!r:.60} is not the id of a {self.name}")
        return StreamId(text)

    def takes(self, act: AnyAct) -> bool:
        known = self.types.get(type(act).__name__)
        return known is not None and known.make is type(act)

    def head_of(self, stream: StreamId, fields: Mapping[bytes, bytes]) -> H | None:
        """Read a head from its stored `fields` (the reply of HGETALL). None without fields: the stream does not exist."""
        return self.unpacked(chain_of(stream, fields), fields) if fields else None


AnyKind = StreamKind[Any, Any]

PLAIN: Final[dict[str, Any]] = {
    "before": lambda head, _: head,
    "unpacked": lambda chain, _: StreamHead(**chain),
    "moved": lambda head, _: head,
    "told_again": lambda head, _: head,
    "packed": lambda _head, _before: [],
}
"""Arguments of StreamKind for a kind whose heads have no fields of their own."""
