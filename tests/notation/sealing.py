"""Seals the values of events, as the store does, and opens some for a viewer. The salts are the same in every run."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, cast

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Act, Event, data_of
from domain.notation import Sheet
from tests.sealing import seal

Opens = Callable[[int, str], bool]
"""A function that says whether the sealed value at a version and path is open."""


def sealed(events: Sequence[Event], opens: Opens = lambda _version, _path: True) -> Sheet:
    """Return the sheet of the record with commitments for all sealed values. The values for which `opens` is true are on the sheet with
    their salt."""
    salts = (sha256(f"salt {number}".encode()).digest()[:16] for number in range(10**6))
    kept: dict[tuple[int, str], bytes] = {}
    collected = []
    for event in events:
        shape = EVENT_TYPES[event.type].shape
        clear = shape.swap(data_of(event.act), "", lambda _, leaf: cast("Mapping[str, Json]", leaf)["value"])
        committed, opened = seal(event.type, clear, lambda: next(salts))

        def open_(path: str, leaf: Json, version: int = event.version, opened: Any = opened) -> Json:
            if not opens(version, path):
                return leaf
            kept[(version, path)] = opened[path][1]
            return {**cast("Mapping[str, Json]", leaf), "value": opened[path][0]}

        collected.append(event._replace(act=cast("Act", shape.restore(shape.swap(committed, "", open_)))))
    return Sheet(tuple(collected), salts=kept)
