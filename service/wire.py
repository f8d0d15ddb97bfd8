"""Events on the wire between Faceup and Redis: the fields of one stream entry, and back.

An entry has the id `<version>-0` and the fields

    i   the event id, 16 bytes                     b   token id of the recorder
    t   the type's two-letter code                 a   `at`, milliseconds UTC
    d   JSON list of the data's values             o   `offset`, minutes
    c   the commitments in it, 32 bytes each       r   `recorded_at` less `at`, milliseconds
                                                   f   `after`; absent from most entries

in the order i t d c b a o r f: entries with the same fields as their neighbours store no names (docs/decisions/store-layout.md has the
bytes). `d` lists values in the order of the type's fields, without the nulls at its end; a sealed value stands there as its place in `c`.

Sealed values lie in a hash beside the stream: field `<version>:<path>`, value the 16 bytes of the salt and the JSON of the value.

What is read here was checked when it was written: nothing is checked again. A code that nobody knows raises, never skips. A type
whose fields change gets a new code; the old one moves to `FORMER` and is read for ever (tests/wire has a sample of every code).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import orjson

from domain.canonical import Json
from domain.chain import Opened
from domain.events import BY_CODE, EVENT_TYPES, Act, Event, EventId, TokenId
from domain.shapes import Fields, Optional, Plain, Seal, Sealed, Shape, Swap

Entry = Mapping[bytes, bytes]
"""The fields of one stream entry."""
OpenedValues = Mapping[str, Json]
"""Sealed values of one event by path; those that are missing stay closed."""

SALT_BYTES: Final = 16


class UnknownEventType(ValueError):
    """A stored event of a type that this version of Faceup does not know."""


@dataclass(frozen=True, slots=True)
class Former:
    """A form that is read but no longer written: its type's name and shape then, and its data → type and data of today."""

    name: str
    shape: Fields
    upcast: Callable[[dict[str, Json]], tuple[str, Json]]


FORMER: Final[dict[str, Former]] = {}
"""Forms of the past by code. Empty: nothing has changed yet."""


def encode(body: Mapping[str, Any]) -> dict[bytes, bytes]:
    """The stream fields of an event; `body` as it is hashed (`domain.chain.event_json`)."""
    kind = EVENT_TYPES[body["type"]]
    commitments: list[bytes] = []

    def place(_: str, leaf: Any) -> int:
        commitments.append(bytes.fromhex(leaf["commit"]))
        return len(commitments) - 1

    placed: Any = kind.shape.swap(body["data"], "", place)
    values = [placed.get(name) for name, _ in kind.shape.fields]
    while values and values[-1] is None:
        values.pop()
    entry = {
        b"i": UUID(body["id"]).bytes,
        b"t": kind.code.encode(),
        b"d": orjson.dumps(values),
        b"c": b"".join(commitments),
        b"b": body["by"].encode(),
        b"a": b"%d" % body["at"],
        b"o": b"%d" % body["offset"],
        b"r": b"%d" % (body["recorded_at"] - body["at"]),
    }
    return entry if body.get("after") is None else {**entry, b"f": b"%d" % body["after"]}


def decode(version: int, entry: Entry, opened: OpenedValues) -> Event:
    """The event of one entry, its sealed values opened where `opened` has them. Raises UnknownEventType."""
    restore = _RESTORE.get(entry[b"t"], _restore_former)
    at = int(entry[b"a"])
    return Event(
        version,
        _uuid(entry[b"i"]),
        restore(entry, opened),
        TokenId(entry[b"b"].decode()),
        at,
        int(entry[b"o"]),
        at + int(entry[b"r"]),
        int(entry[b"f"]) if b"f" in entry else None,
    )


def body_of(version: int, entry: Entry) -> dict[str, Json]:
    """The event as it was hashed when it was written, whatever its type has become since. Raises UnknownEventType."""
    name, shape = _form(entry[b"t"].decode())
    at = int(entry[b"a"])
    body: dict[str, Json] = {
        "version": version,
        "id": _uuid(entry[b"i"]),
        "type": name,
        "data": shape.swap(_named(shape, entry), "", _leaves(entry[b"c"], None)),
        "by": entry[b"b"].decode(),
        "at": at,
        "offset": int(entry[b"o"]),
        "recorded_at": at + int(entry[b"r"]),
    }
    return body if b"f" not in entry else {**body, "after": int(entry[b"f"])}


def commitments_of(entry: Entry) -> dict[str, str]:
    """The commitments of one entry by path, in hex."""
    found: dict[str, str] = {}
    _, shape = _form(entry[b"t"].decode())

    def note(path: str, place: Any) -> Json:
        found[path] = _commitment(entry[b"c"], place)
        return None

    shape.swap(_named(shape, entry), "", note)
    return found


def encode_sealed(version: int, opened: Opened) -> list[bytes]:
    """The sealed values of one event as fields and values of the hash, in turn. Raises ValueError for a salt of another size."""
    packed = []
    for path, (value, salt) in opened.items():
        if len(salt) != SALT_BYTES:
            raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
        packed += [f"{version}:{path}".encode(), salt + orjson.dumps(value)]
    return packed


def decode_sealed(field: bytes, packed: bytes) -> tuple[int, str, Json, bytes]:
    """One field of the hash: version, path, value, salt."""
    version, _, path = field.decode().partition(":")
    return int(version), path, orjson.loads(packed[SALT_BYTES:]), packed[:SALT_BYTES]


def _form(code: str) -> tuple[str, Fields]:
    """The name and shape that a code stands for, of today or of the past."""
    if kind := BY_CODE.get(code):
        return kind.name, kind.shape
    if former := FORMER.get(code):
        return former.name, former.shape
    raise UnknownEventType(f"no event type has the code {code!r}")


def _named(shape: Fields, entry: Entry) -> dict[str, Json]:
    values = orjson.loads(entry[b"d"])
    return {name: value for (name, _), value in zip(shape.fields, values, strict=False) if value is not None}


def _leaves(commitments: bytes, opened: OpenedValues | None) -> Swap:
    """Puts the commitment, and the value unless `opened` is None, where a sealed value's place in `c` stands."""

    def leaf(path: str, place: Any) -> Json:
        commit = _commitment(commitments, place)
        return {"commit": commit} if opened is None else {"commit": commit, "value": opened.get(path)}

    return leaf


def _commitment(commitments: bytes, place: int) -> str:
    return commitments[place * 32 : place * 32 + 32].hex()


def _uuid(raw: bytes) -> EventId:
    text = raw.hex()
    return EventId(f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}")


# --- restoring acts ---------------------------------------------------------------------------------------------------------------------

Restore = Callable[[Entry, OpenedValues], Act]


def _restore_former(entry: Entry, opened: OpenedValues) -> Act:
    code = entry[b"t"].decode()
    _, shape = _form(code)
    name, data = FORMER[code].upcast(_named(shape, entry))
    today = EVENT_TYPES[name].shape
    return today.restore(today.swap(data, "", _leaves(entry[b"c"], opened)))  # type: ignore[return-value]


def _plan(shape: Fields) -> Restore:
    """Restores a type of today from its values by position: plain ones are taken as they are, only the others cost anything."""
    make: Callable[..., Act] = shape.make  # type: ignore[assignment]
    others = tuple((n, _restorer(name, field)) for n, (name, field) in enumerate(shape.fields) if not isinstance(field, Plain))

    def restore(entry: Entry, opened: OpenedValues) -> Act:
        values = orjson.loads(entry[b"d"])
        for index, restored in others:
            if index < len(values) and values[index] is not None:
                values[index] = restored(values[index], entry[b"c"], opened)
        return make(*values)

    return restore


def _restorer(name: str, field: Shape) -> Callable[[Any, bytes, OpenedValues], object]:
    """Restores the field `name` from what is stored of it, the commitments of the entry, and the opened values."""
    sealed = field.item if isinstance(field, Optional) else field
    if isinstance(sealed, Seal) and isinstance(sealed.item, Plain):
        return lambda place, commitments, opened: Sealed(_commitment(commitments, place), opened.get(name))
    if "x-sealed" in str(field.schema()):
        return lambda value, commitments, opened: field.restore(field.swap(value, name, _leaves(commitments, opened)))
    return lambda value, _commitments, _opened: field.restore(value)


_RESTORE: Final[dict[bytes, Restore]] = {kind.code.encode(): _plan(kind.shape) for kind in EVENT_TYPES.values()}
