"""Heads: what is known of each stream without reading it. A head outlives its stream, and only it says where a stream ends.

Here are the fields of the chain, which every stream has. What else a head tells depends on the kind (service/store/streams/kinds.py).
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import orjson

from domain.record.chain import GENESIS
from service.store.keys import StreamId
from service.store.streams.wire import Origin

MOST_ORIGINS: Final = 16
"""So many are kept in a head; entries of further ones hold their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamHead:
    """The head of one stream.

    `version`, `hash`, `recorded_at`: of its last event. `imported`: the last event that came from a file and was not recorded here; 0:
    none. `origins`: the first writers and devices of the stream, in order of their first event (service/store/streams/wire.py).
    """

    stream: StreamId
    version: int
    hash: str
    recorded_at: int
    opened_at: int
    imported: int = 0
    origins: tuple[Origin, ...] = ()


H = TypeVar("H", bound=StreamHead)
Fields = list[bytes | str | int]
"""Names and values of a head, in turn."""


def empty(stream: StreamId, now: int) -> StreamHead:
    """The head before the first event: version 0."""
    return StreamHead(stream=stream, version=0, hash=GENESIS, recorded_at=now, opened_at=now)


def packed(head: StreamHead, before: StreamHead) -> Fields:
    """What an append after `before` writes into a head of any kind, beside its version; at the opening also what never changes."""
    written: Fields = ["hash", bytes.fromhex(head.hash), "recorded_at", head.recorded_at, "origins", orjson.dumps(head.origins)]
    written += ["imported", head.imported] if head.imported else []
    return written if before.version else [*written, "opened_at", head.opened_at]


def chain_of(stream: StreamId, fields: Mapping[bytes, bytes]) -> dict[str, Any]:
    """The fields of a `StreamHead`, out of a head as HGETALL returns it."""
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
    """The fields of a head as a script returns them: names and values in turn."""
    return dict(zip(fields[::2], fields[1::2], strict=True))


def origins_after(origins: tuple[Origin, ...], met: Iterable[Origin]) -> tuple[Origin, ...]:
    """`origins` and those of `met` that are new, in order, as far as there is room."""
    return (*origins, *(origin for origin in dict.fromkeys(met) if origin not in origins))[:MOST_ORIGINS]


MOST_REMEMBERED: Final = 4096


class RememberedHeads(Generic[H]):
    """The heads last seen by this process, so that a usual append is one round trip. They may be stale: the append script decides."""

    def __init__(self) -> None:
        self._heads: OrderedDict[StreamId, H] = OrderedDict()
        self._lock = Lock()

    def get(self, stream: StreamId) -> H | None:
        with self._lock:
            return self._heads.get(stream)

    def put(self, stream: StreamId, head: H | None) -> None:
        """`None` forgets the stream."""
        with self._lock:
            self._heads.pop(stream, None)
            if head is not None:
                self._heads[stream] = head
            if len(self._heads) > MOST_REMEMBERED:
                self._heads.popitem(last=False)
