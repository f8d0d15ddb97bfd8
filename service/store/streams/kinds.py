"""What a kind of stream is: a value, as a system of games is one. docs/decisions/streams.md says how to add one.

A kind says how the ids of its streams look, which events they take, and what their heads tell beside the chain. Everything else in this
folder works for any kind. The kinds that there are: service/store/kinds.py.
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

    `name`: in one word, which also stands in the key of its streams. `letter`: of its pointers in the feed; `hint`: the kind of its hints.
    `pattern`: of its ids. `types`: its events, and no others; `codes`: their stored forms. `opening`: the type of its first event, which no
    other event has. `named`: (club, id of the first event, its act) → id of the stream; raises ValueError for an opening that does not
    belong to that club. `index`: the sorted set in which its streams are listed by time of opening (empty: not listed). `validated`: a
    worker validates it after each append. `most_events`: of one stream. `missing`: what is raised where there is no such stream.

    Of heads: `before` makes the one of version 0 out of the chain and the opening; `moved` takes in the acts of a batch; `told_again` is
    asked after a retraction, with all the events of the stream; `packed` writes what changed since the head before, and at the opening
    everything; `unpacked` reads it back.
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
        """Raises ValueError for anything that is not the id of such a stream; whether it exists is another question."""
        if not self.pattern.fullmatch(text):
            raise ValueError(f"{text!r:.60} is not the id of a {self.name}")
        return StreamId(text)

    def takes(self, act: AnyAct) -> bool:
        """Whether that is an event of this kind of stream."""
        known = self.types.get(type(act).__name__)
        return known is not None and known.make is type(act)

    def head_of(self, stream: StreamId, fields: Mapping[bytes, bytes]) -> H | None:
        """The head as HGETALL returns it; None where there is none."""
        return self.unpacked(chain_of(stream, fields), fields) if fields else None


AnyKind = StreamKind[Any, Any]

PLAIN: Final[dict[str, Any]] = {
    "before": lambda head, _: head,
    "unpacked": lambda chain, _: StreamHead(**chain),
    "moved": lambda head, _: head,
    "told_again": lambda head, _: head,
    "packed": lambda _head, _before: [],
}
"""Of a kind whose heads tell nothing but the chain."""
