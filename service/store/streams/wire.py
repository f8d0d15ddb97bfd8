"""Writes and reads the stored form of events of any kind of stream. An event is one entry of a Redis stream. The readable forms of its
sealed (secret) values are stored in another key, so that they can be deleted.

The entry has the id `<version>-<recorded_at>` and one field:

    16 bytes   the event id
     2 bytes   the type's code
     1 byte    how many sealed values it has
    32 bytes   the commitment (salted hash) of each sealed value
    the rest   JSON: a list of *when*, then the values of the data in the order of the type's fields, without nulls at the end

In the data, a sealed value is replaced by its *place*: 0 for the first commitment, 1 for the second.

*when* is a list [milliseconds, origin, after]:

    milliseconds   `recorded_at` minus `at`
    origin         the writer and time zone (`by`, `offset`), as an index into the list of origins in the stream's head; if that list is
                   full, the pair itself
    after          the version that an inserted event follows; left out for other events

An event that was not inserted and has the stream's first origin holds only the milliseconds, without a list. docs/decisions/store.md
has the reasons.

The readable form of a sealed value is one field of the stream's Redis hash of sealed values. The field's name is the value's *number*, 128
× version + place. The field holds 16 bytes of salt, then the JSON of the value.

Events are checked before they are written, and not again when they are read. An unknown code raises an error.
service/store/streams/forms.py has the codes and the functions that restore acts; tests/wire has a sample of every code.
"""

from collections.abc import Mapping, Sequence
from struct import Struct, error
from typing import Any, Final

import orjson

from domain.kernel.canonical import Json
from domain.kernel.events import EventId, StreamEvent, TokenId
from domain.record.chain import Opened
from service.store.streams.forms import COMMIT, FRONT_BYTES, Codes, OpenedValues, commitment_at, leaves, named

Entry = tuple[bytes, bytes]
"""A stream entry: its id, and its one field."""
Origin = tuple[TokenId, int]
"""(by, offset): the token that recorded an event, and the time zone of the device, in minutes east of UTC."""

SALT_BYTES: Final = 16
_FRONT: Final = Struct("16s2sB")
_PLACES: Final = 128


UNREADABLE: Final = (ValueError, KeyError, IndexError, TypeError, AttributeError, error)
"""The exceptions that reading raises for bytes that `encode` did not write."""


# --- writing ----------------------------------------------------------------------------------------------------------------------------


def raw_id(event_id: EventId) -> bytes:
    """Return the 16 bytes of the UUID that `event_id` spells."""
    return bytes.fromhex(event_id.replace("-", ""))


def identity(event: StreamEvent[Any]) -> tuple[str, bytes]:
    """Return by what the entry of an event is known: its id, and how it begins. Another event with the same version has another id, or
    was recorded at another time."""
    return f"{event.version}-{event.recorded_at}", raw_id(event.id)


def number_of(version: int, place: int = 0) -> int:
    """Return the number under which the readable form of a sealed value is stored. `version`: the version of its event. `place`: the
    value's index among the event's sealed values."""
    return _PLACES * version + place


def encode(body: Mapping[str, Any], origins: Sequence[Origin], opened: Opened, codes: Codes) -> tuple[Entry, dict[bytes, bytes]]:
    """Return the stored form of an event: its entry in the stream, and its fields in the hash of sealed values. `body`: as it is hashed
    (`domain.record.chain.event_json`). `origins`: those in the head. `opened`: the values and salts of its sealed values, by path.

    Raises ValueError for a salt that is not 16 bytes long, for more than 128 sealed values, and for a time before 1970."""
    kind, version = codes.types[body["type"]], body["version"]
    commitments: list[bytes] = []
    sealed: dict[bytes, bytes] = {}

    def place(path: str, leaf: Any) -> int:
        at = len(commitments)
        if at == _PLACES:
            raise ValueError(f"an event holds at most {_PLACES} sealed values")
        commitments.append(bytes.fromhex(leaf["commit"]))
        if path in opened:
            value, salt = opened[path]
            if len(salt) != SALT_BYTES:
                raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
            sealed[b"%d" % (_PLACES * version + at)] = salt + orjson.dumps(value)
        return at

    if body["recorded_at"] < 0:
        raise ValueError("recorded_at must not be negative")
    placed: Any = kind.shape.swap(body["data"], "", place)
    values = [placed.get(name) for name, _ in kind.shape.fields]
    while values and values[-1] is None:
        values.pop()
    front = _FRONT.pack(raw_id(body["id"]), kind.code.encode(), len(commitments))
    packed = b"".join((front, *commitments, orjson.dumps([_when(body, origins), *values])))
    return (b"%d-%d" % (version, body["recorded_at"]), packed), sealed


def _when(body: Mapping[str, Any], origins: Sequence[Origin]) -> Json:
    milliseconds, origin, after = body["recorded_at"] - body["at"], (body["by"], body["offset"]), body.get("after")
    place = origins.index(origin) if origin in origins else origin
    if place == 0 and after is None:
        return milliseconds  # type: ignore[no-any-return]
    return [milliseconds, place] if after is None else [milliseconds, place, after]


# --- reading ----------------------------------------------------------------------------------------------------------------------------


def numbers_in(entries: Sequence[Entry]) -> list[int]:
    """Read the ids of entries. Returns one flat list: version and `recorded_at` of the first entry, then of the second, and so on."""
    numbers: list[int] = orjson.loads(b"[" + b",".join([entry_id for entry_id, _ in entries]).replace(b"-", b",") + b"]")
    return numbers


def decode(
    entries: Sequence[Entry], origins: Sequence[Origin], opened: OpenedValues, codes: Codes, numbers: Sequence[int] | None = None
) -> list[StreamEvent[Any]]:
    """Read the events from a stream's entries. `opened`: the readable sealed values. `numbers`: the result of `numbers_in`, if the caller
    has it. Raises UnknownEventType, and one of UNREADABLE for bytes that `encode` did not write."""
    fronts, rows = _opened_up(entries)
    numbers = numbers_in(entries) if numbers is None else numbers
    first_by, first_offset = origins[0] if origins else (TokenId(""), 0)
    events, restore = [], codes.restore
    for version, recorded_at, (raw, code, _), (_, packed), values in zip(numbers[::2], numbers[1::2], fronts, entries, rows, strict=True):
        late, by, offset, after = values.pop(0), first_by, first_offset, None
        if late.__class__ is not int or not origins:
            late, (by, offset), after = _placed(late, origins)
        known = restore.get(code)
        first = _PLACES * version
        act = codes.restore_former(code, values, packed, opened, first) if known is None else known(values, packed, opened, first)
        events.append(StreamEvent(version, _spelt(raw), act, by, recorded_at - late, offset, recorded_at, after))
    return events


def body_of(entry: Entry, origins: Sequence[Origin], codes: Codes) -> dict[str, Json]:
    """Return the event in the form in which it was hashed when it was written. Later changes of its type make no difference. Raises
    UnknownEventType."""
    ((raw, code, _),), ((when, *values),) = _opened_up([entry])
    version, recorded_at = numbers_in([entry])
    name, shape = codes.form(code)
    milliseconds, (by, offset), after = _placed(when, origins)
    body: dict[str, Json] = {
        "version": version,
        "id": _spelt(raw),
        "type": name,
        "data": shape.swap(named(shape, values), "", leaves(entry[1], None, 0)),
        "by": by,
        "at": recorded_at - milliseconds,
        "offset": offset,
        "recorded_at": recorded_at,
    }
    return body if after is None else {**body, "after": after}


def commitments_of(entry: Entry, codes: Codes) -> dict[int, tuple[str, str]]:
    """Return the commitments in an entry: {number of the sealed value: (its path in the data, the commitment in hexadecimal)}."""
    ((_, code, _),), ((_, *values),) = _opened_up([entry])
    version, _ = numbers_in([entry])
    commitments: dict[int, tuple[str, str]] = {}

    def note(path: str, place: Any) -> Json:
        commitments[_PLACES * version + place] = (path, commitment_at(entry[1], place))
        return None

    _, shape = codes.form(code)
    shape.swap(named(shape, values), "", note)
    return commitments


def sealed_in(entries: Sequence[Entry]) -> list[bytes]:
    """Return the names of the fields that hold the sealed values of these entries, in a stream's Redis hash of sealed values."""
    places = ((int(entry_id.partition(b"-")[0]), _FRONT.unpack_from(packed)[2]) for entry_id, packed in entries)
    return [b"%d" % number_of(version, place) for version, count in places for place in range(count)]


def decode_sealed(fields: Mapping[bytes, bytes]) -> dict[int, Json]:
    """Read a stream's Redis hash of sealed values. Returns the values by number, without their salts."""
    numbers = orjson.loads(b"[" + b",".join(fields) + b"]")
    values = orjson.loads(b"[" + b",".join([packed[SALT_BYTES:] for packed in fields.values()]) + b"]")
    return dict(zip(numbers, values, strict=True))


def salts_of(fields: Mapping[bytes, bytes]) -> dict[int, bytes]:
    """Read a stream's Redis hash of sealed values. Returns the salts by number of the value."""
    return {int(number): packed[:SALT_BYTES] for number, packed in fields.items()}


def _opened_up(entries: Sequence[Entry]) -> tuple[list[tuple[Any, ...]], list[list[Any]]]:
    """Parse entries. Returns (event id, code, number of commitments) of each entry, and the JSON list of each entry."""
    fronts = [_FRONT.unpack_from(packed) for _, packed in entries]
    parts = [packed[FRONT_BYTES + COMMIT * front[2] :] for (_, packed), front in zip(entries, fronts, strict=True)]
    return fronts, orjson.loads(b"[" + b",".join(parts) + b"]")


def _placed(when: Any, origins: Sequence[Origin]) -> tuple[int, Origin, int | None]:
    milliseconds, place, *after = when if isinstance(when, list) else (when, 0)
    origin = origins[place] if isinstance(place, int) else (place[0], place[1])
    return milliseconds, origin, after[0] if after else None


def _spelt(raw: bytes) -> EventId:
    """Spell these 16 bytes as a UUID in canonical form (RFC 9562 §4)."""
    text = raw.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"  # type: ignore[return-value]
