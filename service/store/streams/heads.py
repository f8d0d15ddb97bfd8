"""Heads. The head of a stream is a short stored summary, so most code need not read the events. The head alone says which version is the
last one, so a loss of the newest events is noticed.

The fields here describe the chain of hashed events, which every stream has. Kinds of streams may add fields
(service/store/streams/kinds.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import orjson

from domain.record.chain import GENESIS
from service.store.keys import StreamId
from service.store.streams.wire import Origin

MOST_ORIGINS: Final = 16
"""The most origins in a head. An origin is a pair of writer and time zone. An event whose origin is not in the head holds its origin
itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamHead:
    """The head of one stream. `version`, `hash`, `recorded_at`: the values of its last event. `opened_at`: when its first event was
    recorded, ms UTC. `imported`: the last version that was imported from a file; 0: none. `origins`: the first writers, each with a
    time zone, in order of their first event (service/store/streams/wire.py)."""

    stream: StreamId
    version: int
    hash: str
    recorded_at: int
    opened_at: int
    imported: int = 0
    origins: tuple[Origin, ...] = ()


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


HEAD_BYTES: Final = 1500
"""The estimated size in bytes of a head with a few origins."""
