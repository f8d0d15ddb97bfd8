"""Samples of stored events. `python -m tests.wire.samples` writes a sample for each code of an event type that has no sample yet. A sample
is never changed.

A sample has three stored parts: the stored entry (its id, its bytes in hex, and the JSON at its end), the origins in the head of the stream
(pairs of writer and time zone), and the sealed values in hex. It also has the event in the form that was hashed,
and the hash that it has as the first event of a chain. If a code is no longer written, its sample is kept.
"""

import json
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from domain.kernel.canonical import Json
from domain.kernel.events import AnyAct, EventType, data_of, shape_of
from domain.record.chain import GENESIS, link
from service.store.games.kind import GAME
from service.store.kinds import KINDS
from service.store.streams import wire
from service.store.streams.forms import Codes
from service.store.streams.kinds import AnyKind
from tests.sealing import seal

FOLDER = Path(__file__).parent / "samples"
"""The folder of samples of games. Samples of every other kind of stream are in a subfolder with the name of the kind."""


def folder_of(kind: AnyKind) -> Path:
    return FOLDER if kind is GAME else FOLDER / kind.name


def load(code: str, kind: AnyKind = GAME) -> dict[str, Any]:
    return json.loads((folder_of(kind) / f"{code}.json").read_text("utf-8"))


def codes(kind: AnyKind) -> list[str]:
    """Return the codes of this kind of stream that have a sample."""
    return sorted(path.stem for path in folder_of(kind).glob("*.json"))


def entry_of(sample: dict[str, Any]) -> wire.Entry:
    entry_id, front, rest = sample["entry"]
    return entry_id.encode(), bytes.fromhex(front) + rest.encode()


def origins_of(sample: dict[str, Any]) -> list[wire.Origin]:
    return [(by, offset) for by, offset in sample["origins"]]


def sealed_of(sample: dict[str, Any]) -> dict[bytes, bytes]:
    return {number.encode(): bytes.fromhex(packed) for number, packed in sample["sealed"].items()}


def in_clear(act: AnyAct) -> Json:
    """Return the act's data with every sealed value in clear text."""
    return shape_of(act).swap(data_of(act), "", lambda _, leaf: leaf["value"])  # type: ignore[index,call-overload]


def _sample(number: int, kind: EventType, codes: Codes) -> dict[str, Any]:
    salts = iter(range(1, 99))
    act = cast("AnyAct", kind.shape.read(kind.example, "", []))
    data, opened = seal(kind.name, in_clear(act), lambda: next(salts).to_bytes(wire.SALT_BYTES, "big"), codes.types)
    event = {
        "version": number,
        "id": str(UUID(int=number)),
        "type": kind.name,
        "data": data,
        "by": "k7scorer22",
        "at": 1_763_726_400_000 + number,
        "offset": 60,
        "recorded_at": 1_763_726_400_250 + number,
    }
    origins = [[event["by"], event["offset"]]]
    (entry_id, packed), sealed = wire.encode(event, [("k7scorer22", 60)], opened, codes)  # type: ignore[list-item]
    end = packed.index(b"[", 19 + 32 * len(opened))
    return {
        "entry": [entry_id.decode(), packed[:end].hex(), packed[end:].decode()],
        "origins": origins,
        "sealed": {number.decode(): packed.hex() for number, packed in sealed.items()},
        "event": event,
        "hash": link(GENESIS, event),
    }


def main() -> None:
    for stream in KINDS:
        folder_of(stream).mkdir(exist_ok=True)
        for number, (code, kind) in enumerate(sorted(stream.codes.by_code.items()), 1):
            path = folder_of(stream) / f"{code}.json"
            if not path.exists():
                path.write_text(json.dumps(_sample(number, kind, stream.codes), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
