"""Heads: what is known of each stream without reading it. Only the head says where the stream ends: a head stays even if entries are lost.

The fields here describe the chain, which every stream has. The other fields depend on the kind (service/store/streams/kinds.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import orjson

from domain.record.chain import GENESIS
from service.kept.cache import MIB, Cache, Shelf
from service.store.keys import StreamId
from service.store.streams.wire import Origin

MOST_ORIGINS: Final = 16
"""The most origins in a head. An entry of any further origin holds that origin itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamHead:
    """The head of one stream.

    `version`, `hash`, `recorded_at`: of its last event. `imported`: the version of the last event that came from a file, not recorded here;
    0: none. `origins`: the first writers and devices of the stream, in order of their first event (service/store/streams/wire.py).
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
"""The fields of a head as one list: names and values in turn."""


def empty(stream: StreamId, now: int) -> StreamHead:
    """The head before the first event: version 0."""
    return StreamHead(stream=stream, version=0, hash=GENESIS, recorded_at=now, opened_at=now)


def packed(head: StreamHead, before: StreamHead) -> Fields:
    """The fields, except the version, that an append after the head `before` writes into a head of any kind; at the opening also those
    that never change."""
    written: Fields = ["hash", bytes.fromhex(head.hash), "recorded_at", head.recorded_at, "origins", orjson.dumps(head.origins)]
    written += ["imported", head.imported] if head.imported else []
    return written if before.version else [*written, "opened_at", head.opened_at]


def chain_of(stream: StreamId, fields: Mapping[bytes, bytes]) -> dict[str, Any]:
    """The fields of a `StreamHead`, taken from a head as HGETALL returns it."""
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
    """`origins`, then those of `met` that are new, in order; at most MOST_ORIGINS in all."""
    return (*origins, *(origin for origin in dict.fromkeys(met) if origin not in origins))[:MOST_ORIGINS]


HEAD_BYTES: Final = 1500
"""The estimated bytes of a head in memory, with a few origins."""


class RememberedHeads(Generic[H]):
    """The heads that this process saw last, so that most appends take one round trip. They may be stale: the append script notices."""

    def __init__(self) -> None:
        self._heads: Shelf[StreamId, H] = Shelf(Cache(6 * MIB), lambda _: HEAD_BYTES)

    def get(self, stream: StreamId) -> H | None:
        return self._heads.get(stream)

    def put(self, stream: StreamId, head: H | None) -> None:
        """Remember `head`; None forgets the stream."""
        if head is None:
            self._heads.drop(stream)
        else:
            self._heads.put(stream, head)
