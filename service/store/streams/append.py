"""Builds the KEYS and ARGV of the script append.lua."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.events import EventId
from service.store.keys import keys_of, mark_of, short_name
from service.store.streams.batch import Chained
from service.store.streams.heads import H, StreamHead, packed
from service.store.streams.kinds import AnyKind


def keys(kind: AnyKind, head: StreamHead) -> list[str]:
    """Return the KEYS of append.lua for the stream with this head."""
    stream = head.stream
    named = keys_of(stream)
    names = [named.stream(stream, kind.name), named.head(stream), named.ids(stream), named.sealed(stream), named.feed]
    if kind.validated:
        names.append(named.dirty)
    if kind.index and head.version == 0:
        names.append(named.index(kind.index))
    return names


def arguments(kind: AnyKind, head: H, new: Chained[H], ids: Sequence[EventId], ended: Sequence[int] = ()) -> list[Any]:
    """Return the ARGV of append.lua. `head`: the head after which the batch is appended. `new`: the batch. `ids`: the ids of its events.
    `ended`: the numbers of sealed values to delete in the same step."""
    stream, opens = head.stream, head.version == 0
    argv: list[Any] = [
        head.version,
        bytes.fromhex(head.hash),
        new.head.version,
        stream,
        kind.letter.encode() + short_name(stream),
        f"{kind.hint} {keys_of(stream).club} {stream} {new.head.version}",
    ]
    scores = [new.head.version] * kind.validated + [head.opened_at] * (opens and bool(kind.index))
    lists: list[Sequence[Any]] = [
        scores,
        [mark_of(event_id) for event_id in ids],
        [written.entry[0] for written in new.written],
        [written.entry[1] for written in new.written],
        [*packed(new.head, head), *kind.packed(new.head, head)],
        [part for written in new.written for field in written.sealed.items() for part in field],
        ended,
    ]
    for items in lists:
        argv += [len(items), *items]
    return argv
