"""The type of a kind of stream. A kind is a value, as a system of games is one. docs/decisions/streams.md says how to add one.

A kind says what the ids of its streams look like, which events they take, and what their heads hold beside the chain. Everything else in
this folder works for any kind. service/store/kinds.py lists all kinds.
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
    """One kind of stream; `A` its acts, `H` its heads.

    `name`: one word, also part of the keys of its streams. `letter`: the letter of its pointers in the feed; `hint`: the kind of its hints.
    `pattern`: the form of its ids. `types`: the only events that it takes; `codes`: the stored forms of these. `opening`: the type of the
    first event of a stream, and of no other event. `named`: (club, id of the first event, its act) → id of the stream; raises BatchRefused
    for an opening that does not belong to that club. `index`: the sorted set that lists its streams by time of opening (empty: they are not
    listed). `validated`: whether a worker validates a stream after each append. `most_events`: the most events of one stream. `missing`:
    the error for a stream that does not exist.

    For heads: `before` makes the head of version 0 from the chain and the opening; `moved` takes in the acts of a batch; `told_again` works
    the head out again after a retraction, from all events of the stream; `packed` returns the fields that changed since the head before,
    and all fields at the opening; `unpacked` reads them back.
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
        """`text` as the id of a stream of this kind, which need not exist. Raises ValueError if it is no such id."""
        if not self.pattern.fullmatch(text):
            raise ValueError(f"{text!r:.60} is not the id of a {self.name}")
        return StreamId(text)

    def takes(self, act: AnyAct) -> bool:
        """Whether this is an event of this kind of stream."""
        known = self.types.get(type(act).__name__)
        return known is not None and known.make is type(act)

    def head_of(self, stream: StreamId, fields: Mapping[bytes, bytes]) -> H | None:
        """The head as HGETALL returns it; None when it is missing."""
        return self.unpacked(chain_of(stream, fields), fields) if fields else None


AnyKind = StreamKind[Any, Any]

PLAIN: Final[dict[str, Any]] = {
    "before": lambda head, _: head,
    "unpacked": lambda chain, _: StreamHead(**chain),
    "moved": lambda head, _: head,
    "told_again": lambda head, _: head,
    "packed": lambda _head, _before: [],
}
"""For a kind whose heads hold only the chain."""
