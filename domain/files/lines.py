"""Reads the lines of a record file, damaged or not, and finds out what each line is: the header, an event and its version, or the footer.

No function raises an exception, whatever bytes the file has. A `Line` has the contents of one line and its fault. A `Place` says which part
of the file the line is.

A damaged line may show a wrong version. Therefore the lines before and after it help to decide which part of the file a line is. One
changed byte gives one fault, and no fault in later lines."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from domain.files.layout import EVENT_START, EVENTS_CLOSE, EVENTS_OPEN, FOOTER_OPEN, HEADER_OPEN, own_digest, record_in
from domain.kernel.canonical import MAX_INT, Json

MAX_LINE: Final = 8 * 2**20
"""The longest line that is read, in bytes. An event has at most 256 KiB; a footer grows with the number of findings."""
MAX_DEPTH: Final = 32
"""The deepest nesting of lists and maps that is accepted in a line."""

Part = Literal["header", "event", "footer"]

_OUT_OF_ORDER: Final = "is out of order or repeated"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file, without the wrapper that the json form adds.

    `fields`: its JSON object, empty if the line cannot be read. `wrong`: why the line cannot be read or is not in the exact form; empty if
    nothing is wrong. `part`: which part of the file the line says it is, None if it does not say. `number`: 0 for the header, the version
    of an event, the last version plus 1 for the footer; None if it is missing, or if the wrapper is damaged."""

    text: bytes
    fields: dict[str, Json]
    wrong: str
    part: Part | None
    number: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """One part of a file, and the line that has it. `line`: None if the header, the footer, or all events from `number` to `upto` are
    missing. `extra`: why the line should not be there; empty if it belongs there."""

    part: Part
    number: int
    line: Line | None
    upto: int = 0
    extra: str = ""


def places(data: bytes) -> Iterator[Place]:
    """Yield a `Place` for each part of the file, from top to bottom. All lines after the footer together give one more `Place`, also with
    the part "footer". The file may be within a page (domain/files/layout.py)."""
    data = record_in(data)
    looks_json = data.startswith(HEADER_OPEN) or b"\n" + EVENTS_OPEN + b"\n" in data
    unwrapped = _of_json(data) if looks_json else _of_ndjson(data)
    return _placed(read_line(text, wrong) for text, wrong in unwrapped)


def read_line(text: bytes, wrong: str = "") -> Line:
    """Read one line. `wrong`: the fault of the wrapper that the json form adds around the line; empty if it has none."""
    fields, unreadable = _parsed(text)
    part: Part | None = None
    number: Json = None
    if "format" in fields:
        part, number = "header", 0
    elif "head" in fields:
        head = fields["head"]
        version = head.get("version") if isinstance(head, dict) else None
        part, number = "footer", version + 1 if isinstance(version, int) else None
    elif "version" in fields or text.startswith(EVENT_START):
        part, number = "event", fields.get("version")
    if wrong or not isinstance(number, int) or isinstance(number, bool) or (number < 1 and part != "header"):
        return Line(text, fields, wrong or unreadable, part, None)
    return Line(text, fields, unreadable, part, number)


# --- the lines of both forms ------------------------------------------------------------------------------------------------------------

_Unwrapped = tuple[bytes, str]
"""A line without the wrapper that the json form adds, and the fault of this wrapper (empty if it has none)."""


def _of_ndjson(data: bytes) -> Iterator[_Unwrapped]:
    for text, last in _split(data.removesuffix(b"\n")) if data else ():
        yield text, "ends without a newline" if last and not data.endswith(b"\n") else ""


def _of_json(data: bytes) -> Iterator[_Unwrapped]:
    header, rest, opened = _opening(data.removesuffix(b"\n"))
    body, footer, closed = _closing(rest)
    fits = opened and header.startswith(HEADER_OPEN) and header.endswith(b",")
    wrong = "" if fits else 'must be written as {"header":…, and be followed by the line "events":['
    yield header.removeprefix(HEADER_OPEN).removesuffix(b","), wrong
    for event, last in _split(body) if body else ():
        wrong = "" if event.endswith(b",") != last else "is the last and must not end with a comma" if last else "must end with a comma"
        yield event.removesuffix(b","), wrong
    if footer:
        fits = closed and footer.startswith(FOOTER_OPEN) and footer.endswith(b"}") and data.endswith(b"\n")
        wrong = "" if fits else 'must follow the line ], as "footer":…} with a newline'
        yield footer.removeprefix(FOOTER_OPEN).removesuffix(b"}"), wrong


def _opening(text: bytes) -> tuple[bytes, bytes, bool]:
    """Split a file in the json form into (header, everything after the header, whether the wrapper between the two is correct)."""
    header, opening, rest = text.partition(b"\n" + EVENTS_OPEN + b"\n")
    first = text.find(b"\n" + EVENT_START)
    if opening or first < 0:
        return header, rest, bool(opening)
    return text[:first], text[first + 1 :], False


def _closing(rest: bytes) -> tuple[bytes, bytes, bool]:
    """Split `rest`, the file after its header, into (events, footer, whether the wrapper between the two is correct). The footer is empty
    if the file breaks off before it."""
    body, closing, footer = rest.rpartition(b"\n" + EVENTS_CLOSE + b"\n")
    if closing:
        return body, footer, True
    end = rest.find(b"\n", rest.rfind(b"\n" + EVENT_START) + 1)
    return (rest, b"", False) if end < 0 else (rest[:end], rest.rpartition(b"\n")[2], False)


def _split(text: bytes) -> Iterator[tuple[bytes, bool]]:
    """Yield (line, whether it is the last) for each line. A hostile file may have millions of lines, so they are never all in memory."""
    start, end = 0, len(text)
    while start <= end:
        stop = text.find(b"\n", start)
        stop = end if stop < 0 else stop
        yield text[start:stop], stop == end
        start = stop + 1


# --- one line ---------------------------------------------------------------------------------------------------------------------------


def _parsed(text: bytes) -> tuple[dict[str, Json], str]:
    """Parse one line into (JSON object, fault). The object is empty if the line cannot be read. The fault is empty if there is none."""
    if len(text) > MAX_LINE:
        return {}, f"is longer than {MAX_LINE} bytes"
    try:
        decoded = text.decode()
    except UnicodeDecodeError as fault:
        return {}, f"is not UTF-8 (byte {fault.start + 1})"
    try:
        value = _JSON.decode(decoded)
        if not isinstance(value, dict):
            return {}, "is not a JSON object"
        # a line with at most MAX_DEPTH opening brackets cannot be nested too deeply
        if text.count(b"[") + text.count(b"{") > MAX_DEPTH and _too_deep(value):
            return {}, "is nested too deeply"
        canonical = written(value)
    except json.JSONDecodeError as fault:
        return {}, f"is not JSON (character {fault.pos + 1})"
    except RecursionError:
        return {}, "is nested too deeply"
    except UnicodeEncodeError:
        return {}, "holds an unpaired surrogate"
    except ValueError as fault:
        return {}, str(fault)
    return value, "" if canonical == text else f"is not in canonical form (byte {_difference(canonical, text)})"


def written(value: Json) -> bytes:
    """Return the canonical JSON of a value that was parsed here. Parsing has checked its numbers and keys, so the fast writer of Python's
    `json` gives the same bytes as `canonical`. Raises UnicodeEncodeError for an unpaired surrogate."""
    return _CANONICAL.encode(value).encode()


def _without_repeats(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("repeats a key")
    if not "".join(fields).isascii():
        raise ValueError("has a key that is not ASCII")
    return fields


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MAX_INT:
        raise ValueError("holds a number beyond 2**53 - 1")
    return int(digits)


def _not_whole(_: str) -> int:
    raise ValueError("holds a number that is not whole")


_JSON: Final = json.JSONDecoder(
    object_pairs_hook=_without_repeats, parse_int=_whole, parse_float=_not_whole, parse_constant=_not_whole
)  # fmt: skip


_CANONICAL: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def _too_deep(value: Json) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [item for holder in level for item in _items(holder)]
    return bool(level)


def _items(value: Json) -> Iterable[Json]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _difference(one: bytes, other: bytes) -> int:
    """Return the position, from 1, of the first byte at which `one` and `other` differ."""
    shared = min(len(one), len(other))
    return next((n for n in range(shared) if one[n] != other[n]), shared) + 1


# --- every line in its place ------------------------------------------------------------------------------------------------------------


def _placed(lines: Iterable[Line]) -> Iterator[Place]:
    expected = 0
    pending: list[Line] = []  # lines whose number cannot be trusted until a later line is read
    for line, following in _with_next(lines):
        number = line.number
        if number is None or not _believable(line, number, following, (expected, expected + len(pending))):
            pending.append(line)
            if len(pending) > 100:
                break
        elif number < expected:
            yield Place(line.part or "event", number, line, extra=_OUT_OF_ORDER)
        else:
            yield from _between(pending, expected, number, line.part or "event")
            pending = []
            yield Place(line.part or "event", number, line)
            expected = number + 1
            if line.part == "footer":
                if following is not None:
                    yield Place("footer", number, following, extra="is followed by more lines")
                return
    yield from _trailing(pending, expected)


def _with_next(lines: Iterable[Line]) -> Iterator[tuple[Line, Line | None]]:
    previous: Line | None = None
    for line in lines:
        if previous is not None:
            yield previous, line
        previous = line
    if previous is not None:
        yield previous, None


def _believable(line: Line, number: int, following: Line | None, expected: tuple[int, int]) -> bool:
    """Whether the line's number can be trusted. The number can be trusted if it is one of the `expected` numbers, if the following line has
    the next number, or if the line is an undamaged footer."""
    if number in expected or (following is not None and following.number == number + 1):
        return True
    return line.part == "footer" and not line.wrong and line.fields.get("digest") == own_digest(line.fields)


def _between(pending: Sequence[Line], expected: int, number: int, part: Part) -> Iterator[Place]:
    """Yield a `Place` for each part of the file from number `expected` to `number` - 1. The numbers of the lines in `pending` cannot be
    trusted: the first of these lines count as these parts, in order. Parts without a line are missing in the file. If `number` is
    `expected`, no part is missing, and every pending line gets a `Place` which says that it should not be there."""
    absent = number - expected
    if not absent:
        for line in pending:
            if line.part == "event" and line.number is not None:
                yield Place("event", line.number, line, extra=_OUT_OF_ORDER)
            else:
                yield Place(part, number, line, extra="comes after a line that does not belong there")
    for line in pending[:absent]:  # any further pending lines are pieces of broken lines
        yield Place("event" if expected else "header", expected, line)
        expected += 1
    if expected == 0 < number:
        yield Place("header", 0, None)
        expected = 1
    if expected < number:
        yield Place("event", expected, None, upto=number - 1)


def _trailing(pending: Sequence[Line], expected: int) -> Iterator[Place]:
    """Yield a `Place` for each of the last parts of a file whose footer is damaged or missing."""
    for line in pending:
        if expected and line.part != "event":
            yield Place("footer", expected, line)
            return
        yield Place("event" if expected else "header", expected, line)
        expected += 1
    if not expected:
        yield Place("header", 0, None)
    yield Place("footer", expected, None)
