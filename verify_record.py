#!/usr/bin/env python3
"""Verify a record file that Faceup exported, of a game, a club or a tournament: python3 verify_record.py FILE

It is one file and needs only Python 3.9 or later: no packages, no network, no server, no Faceup. Read it before you trust it. It prints OK,
or a line for each fault. It reads both format versions. docs/record-format.md describes record files.

    hash(n)  = SHA-256( hash(n-1) ‖ canonical JSON of event n without `hash` and `opened` )        hash(0) = 32 zero bytes
    commit   = HMAC-SHA-256( key = salt, message = canonical JSON of the sealed value )

OK means: either nobody changed the file after the export, or somebody changed an event and computed every later hash again. To exclude the
second case, compare the printed head hash with one from another source, such as another player's export."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import sys
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

USAGE = """usage: python3 verify_record.py FILE        (- reads the standard input)
Verifies a record file of Faceup (.faceup.json, .faceup.ndjson), or the record in a replay (.html). Score sheets (.txt) are
verified by `faceup verify`.
Exit code: 0 the record verifies, 1 it does not, 2 there is nothing to read."""

A_SHEET = """This is a score sheet. This program takes the formats JSON, NDJSON and HTML (.faceup.json, .faceup.ndjson,
.html): export the game in one of them, or verify the sheet with `faceup verify FILE`.
"""

MANY = """This file has the records of many games, one a line. This program takes one record: verify the file with `faceup verify FILE`.
"""

MAX_INT = 2**53 - 1
MAX_LINE = 8 * 2**20
MAX_DEPTH = 32
MOST_FAULTS = 100

Fields = dict[str, Any]


class Line(NamedTuple):
    """One line of the file. `fields`: empty if the line cannot be read. `wrong`: the fault of the line itself, or "". `part`: header,
    event, footer, or "" if unknown. `number`: 0 for the header, its version for an event, the last version plus one for the footer; None if
    unknown."""

    text: bytes
    fields: Fields
    wrong: str
    part: str
    number: int | None


class Place(NamedTuple):
    """The place of a line in the file. `part`: header, event or footer. `number`: as in `Line`. `line`: None if the lines from `number` to
    `upto` are missing. `extra`: why the line does not belong in the file, or ""."""

    part: str
    number: int
    line: Line | None
    upto: int = 0
    extra: str = ""


def canonical(value: Any) -> bytes:
    """Return `value` as canonical JSON (RFC 8785). It must have no floats and only ASCII keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def own_digest(fields: Fields) -> str:
    return hashlib.sha256(canonical({key: value for key, value in fields.items() if key != "digest"})).hexdigest()


# --- one line ---------------------------------------------------------------------------------------------------------------------------


def read_line(text: bytes, around: str) -> Line:
    """Read one line. `around`: what is wrong just before or after it in the file, or ""."""
    fields, wrong = parse(text)
    part = ""
    number: Any = None
    if "format" in fields:
        part, number = "header", 0
    elif "head" in fields:
        version = fields["head"].get("version") if isinstance(fields["head"], dict) else None
        part, number = "footer", version + 1 if isinstance(version, int) else None
    elif "version" in fields or text.startswith(b'{"a'):
        part, number = "event", fields.get("version")
    if around or not is_whole(number) or (number < 1 and part != "header"):
        number = None
    return Line(text, fields, around or wrong, part, number)


def parse(text: bytes) -> tuple[Fields, str]:
    if len(text) > MAX_LINE:
        return {}, f"is longer than {MAX_LINE} bytes"
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as fault:
        return {}, f"is not UTF-8 (byte {fault.start + 1})"
    try:
        value = json.loads(decoded, object_pairs_hook=pairs, parse_int=integer, parse_float=no_float, parse_constant=no_float)
        if not isinstance(value, dict):
            return {}, "is not a JSON object"
        if is_too_deep(value):
            return {}, "is nested too deeply"
        written = canonical(value)
    except json.JSONDecodeError as fault:
        return {}, f"is not JSON (character {fault.pos + 1})"
    except RecursionError:
        return {}, "is nested too deeply"
    except UnicodeEncodeError:
        return {}, "holds an unpaired surrogate"
    except ValueError as fault:
        return {}, str(fault)
    if written == text:
        return value, ""
    shared = min(len(written), len(text))
    return value, f"is not in canonical form (byte {next((n for n in range(shared) if written[n] != text[n]), shared) + 1})"


def pairs(found: list[tuple[str, Any]]) -> Fields:
    if len(dict(found)) != len(found):
        raise ValueError("repeats a key")
    if not all(key.isascii() for key, _ in found):
        raise ValueError("has a key that is not ASCII")
    return dict(found)


def integer(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MAX_INT:
        raise ValueError("holds a number beyond 2**53 - 1")
    return int(digits)


def no_float(_: str) -> None:
    raise ValueError("holds a number that is not whole")


def is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        held = [list(item.values()) if isinstance(item, dict) else item for item in level if isinstance(item, (dict, list))]
        level = [item for items in held for item in items]
    return bool(level)


# --- the lines of a file, each as (text, what is wrong just before or after it) ---------------------------------------------------------


def unwrapped(data: bytes) -> Iterator[tuple[bytes, str]]:
    data = record_in(data)
    text = data[:-1] if data.endswith(b"\n") else data
    if data.startswith(b'{"header":') or b'\n"events":[\n' in data:
        yield from unwrapped_json(text, data.endswith(b"\n"))
        return
    for line, last in split(text):
        yield line, "ends without a newline" if last and not data.endswith(b"\n") else ""


def record_in(data: bytes) -> bytes:
    """Return the record file that a page holds, such as a replay in HTML; `data` itself if it is no page, or holds none."""
    _, opened, rest = data.partition(b'<pre id="record"')
    text, closed, _ = rest.partition(b">")[2].partition(b"</pre>")
    if not (data.startswith(b"<!doctype html>") and opened and closed):
        return data
    return text.replace(b"&gt;", b">").replace(b"&lt;", b"<").replace(b"&amp;", b"&")


def unwrapped_json(text: bytes, ended: bool) -> Iterator[tuple[bytes, str]]:
    """Yield the lines in a json file, as many as can be read. The exact form is {"header":…,⏎ "events":[⏎ event,⏎ event⏎ ],⏎ "footer":…}⏎
    without other white space."""
    header, opening, rest = text.partition(b'\n"events":[\n')
    first = text.find(b'\n{"a')
    if not opening and first >= 0:
        header, rest = text[:first], text[first + 1 :]
    body, closing, footer = rest.rpartition(b"\n],\n")
    if not closing:
        end = rest.find(b"\n", rest.rfind(b'\n{"a') + 1)
        body, footer = (rest, b"") if end < 0 else (rest[:end], rest.rpartition(b"\n")[2])
    starts, ends = header.startswith(b'{"header":'), header.endswith(b",")
    wrong = "" if opening and starts and ends else 'must be written as {"header":…, and be followed by the line "events":['
    yield header[10 * starts : len(header) - ends], wrong
    for event, last in split(body):
        ends = event.endswith(b",")
        wrong = "is the last and must not end with a comma" if last else "must end with a comma"
        yield event[: len(event) - ends], "" if ends != last else wrong
    if footer:
        starts, ends = footer.startswith(b'"footer":'), footer.endswith(b"}")
        wrong = "" if closing and starts and ends and ended else 'must follow the line ], as "footer":…} with a newline'
        yield footer[9 * starts : len(footer) - ends], wrong


def split(text: bytes) -> Iterator[tuple[bytes, bool]]:
    """Yield (line, whether it is the last one) for each line of `text`."""
    start = 0
    while text and start <= len(text):
        stop = text.find(b"\n", start)
        stop = len(text) if stop < 0 else stop
        yield text[start:stop], stop == len(text)
        start = stop + 1


# --- every line in its place --------------------------------------------------------------------------------------------------------------


def placed(lines: Iterable[Line]) -> Iterator[Place]:
    """Yield the place of every line. The lines around a damaged line decide its place, so that one fault does not look like many."""
    expected = 0
    pending: list[Line] = []
    for line, following in with_next(lines):
        number, part = line.number, line.part or "event"
        if number is None or not is_believable(line, number, following, (expected, expected + len(pending))):
            pending.append(line)
            if len(pending) > MOST_FAULTS:
                break
        elif number < expected:
            yield Place(part, number, line, extra="is out of order or repeated")
        else:
            yield from between(pending, expected, number, part)
            yield Place(part, number, line)
            expected, pending = number + 1, []
            if part == "footer":
                if following:
                    yield Place(part, number, following, extra="is followed by more lines")
                return
    for line in pending:
        if expected and line.part != "event":
            yield Place("footer", expected, line)
            return
        yield Place("event" if expected else "header", expected, line)
        expected += 1
    if not expected:
        yield Place("header", 0, None)
    yield Place("footer", expected, None)


def with_next(lines: Iterable[Line]) -> Iterator[tuple[Line, Line | None]]:
    previous = None
    for line in lines:
        if previous:
            yield previous, line
        previous = line
    if previous:
        yield previous, None


def is_believable(line: Line, number: int, following: Line | None, expected: tuple[int, int]) -> bool:
    """Whether the number of the line can be right: it is one of the `expected` numbers, or the next line has the next number, or the line
    is a complete footer (its digest is right)."""
    if number in expected or (following and following.number == number + 1):
        return True
    return line.part == "footer" and not line.wrong and line.fields.get("digest") == own_digest(line.fields)


def between(pending: list[Line], expected: int, number: int, part: str) -> Iterator[Place]:
    """Yield the places of damaged and missing lines between the last line that got a place and the line `number`."""
    absent = number - expected
    for line in pending if not absent else ():
        if line.part == "event" and line.number is not None:
            yield Place("event", line.number, line, extra="is out of order or repeated")
        else:
            yield Place(part, number, line, extra="comes after a line that does not belong there")
    for line in pending[:absent]:
        yield Place("event" if expected else "header", expected, line)
        expected += 1
    if expected == 0 < number:
        yield Place("header", 0, None)
        expected = 1
    if expected < number:
        yield Place("event", expected, None, upto=number - 1)


# --- the values that each key may have ----------------------------------------------------------------------------------------------------

Test = Callable[[Any], Any]


def matching(pattern: str) -> Test:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value)


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def from_(least: int) -> Test:
    return lambda value: is_whole(value) and value >= least


def within(low: int, high: int) -> Test:
    return lambda value: is_whole(value) and low <= value <= high


def has_keys(value: Any, keys: str) -> bool:
    return isinstance(value, dict) and sorted(value) == sorted(keys.split())


def has_plain_keys(value: Any) -> bool:
    """Whether every key, at any depth, has only letters, digits, `_` and `-`. If so, a path (keys joined by dots) names only one value."""
    if isinstance(value, dict):
        return all(map(is_key, value)) and all(map(has_plain_keys, value.values()))
    return not isinstance(value, list) or all(map(has_plain_keys, value))


def is_row(value: Any) -> bool:
    """Whether the value is a row of the standings of a tournament."""
    if not has_keys(value, "place entry points values"):
        return False
    whole = from_(1)(value["place"]) and from_(1)(value["entry"]) and is_whole(value["points"])
    return bool(whole and isinstance(value["values"], list) and all(map(is_number, value["values"])))


def is_opening(value: Any) -> bool:
    return has_keys(value, "value salt") and bool(is_salt(value["salt"]))


is_hash = matching("[0-9a-f]{64}")
is_salt = matching("([0-9a-f]{2}){16,64}")
is_key = matching("[A-Za-z0-9_-]+")
is_club = matching("[a-z0-9]{2,16}")
is_game = matching("[a-z0-9]{2,16}-[a-z2-7]{16}")
is_tournament = matching("[a-z0-9]{2,16}-t[a-z2-7]{16}")
is_number = matching("-?[0-9]+(/[0-9]+)?")
FINDING = "id rule kind source versions seats sentence unexamined alternatives"
LAST_MS = 253_402_300_799_999  # the end of the year 9999

Form = dict[str, tuple[Test, str]]

HEADER: Form = {
    "format": (lambda value: value == "faceup-record", "must be faceup-record"),
    "format_version": (is_whole, "must be 1 or 2"),
    "club": (is_club, "must be the name of a club"),
    "viewer": (matching("scorekeeper|director|public|seat:(0|[1-9][0-9]?)"), "must be scorekeeper, director, public or seat:<n>"),
    "digest": (is_hash, "must be 64 hex digits"),
}
HEADER_OF_A_GAME: Form = {
    **HEADER,
    "system": (matching("[a-z0-9-]{1,60}"), "must be the name of a system"),
    "engine": (matching("([0-9a-f]{8})?"), "must be 8 hex digits, or empty before there is a verdict"),
}
KIND: Form = {"kind": (lambda _: True, "")}
EVENT: Form = {
    "version": (from_(1), "must be a whole number from 1"),
    "id": (matching("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "must be a UUID in small letters"),
    "type": (matching("[A-Z][A-Za-z]{0,59}"), "must be the name of an event type"),
    "data": (lambda value: isinstance(value, dict), "must be a map"),
    "by": (matching("[!-~]{1,80}"), "must be the id of a token"),
    "at": (is_whole, "must be a whole number"),
    "offset": (is_whole, "must be a whole number"),
    "recorded_at": (is_whole, "must be a whole number"),
    "after": (from_(1), "must be a whole number from 1"),
    "hash": (is_hash, "must be 64 hex digits"),
    "opened": (
        lambda value: isinstance(value, dict) and value and all(map(is_opening, value.values())),
        "must map paths to value and salt",
    ),
}
EVENT_2: Form = {
    **EVENT,
    "data": (
        lambda value: isinstance(value, dict) and has_plain_keys(value),
        "must be a map whose keys have only letters, digits, _ and -",
    ),
    "by": (matching("job:[a-z-]{1,20}|(?!job:)[!-~]{1,80}"), "must be the id of a token, or job:<name>"),
    "at": (within(-62_135_596_800_000, LAST_MS), "must be milliseconds in the years 1 to 9999"),
    "offset": (within(-1439, 1439), "must be minutes, -1439 to 1439"),
    "recorded_at": (within(0, LAST_MS), "must be milliseconds in the years 1970 to 9999"),
}
FOOTER: Form = {
    "head": (
        lambda value: has_keys(value, "version hash") and from_(1)(value["version"]) and is_hash(value["hash"]),
        "must be a version and a hash",
    ),
    "lines": (is_hash, "must be 64 hex digits"),
    "digest": (is_hash, "must be 64 hex digits"),
}
FOOTER_OF_A_GAME: Form = {
    **FOOTER,
    "validated": (from_(0), "must be a whole number from 0"),
    "outcome": (
        lambda value: has_keys(value, "state scores standing winners depth reason"),
        "must have the keys state, scores, standing, winners, depth and reason",
    ),
    "findings": (lambda value: isinstance(value, list) and all(has_keys(item, FINDING) for item in value), "must be a list of findings"),
}
FOOTER_OF_A_TOURNAMENT: Form = {
    **FOOTER,
    "standings": (
        lambda value: isinstance(value, list) and all(map(is_row, value)),
        "must be a list of rows with the keys place, entry, points and values",
    ),
}


class Layout(NamedTuple):
    """What the lines of one kind of file must have.

    `stream`: the header's key for the name of the stream. `opening`: the type that event 1 has and no other event; "" if unknown. `named`:
    the field of event 1 with the name of the stream; "" if the name is computed from the id of event 1. `letter`: stands in a computed name
    before the computed part; "" for games."""

    stream: str
    opening: str
    named: str
    header: Form
    event: Form
    footer: Form
    optional: tuple[str, ...] = ("after", "opened")
    letter: str = ""


GAME_ID = (is_game, "must be the id of a game")
VERSION_1 = Layout("game", "GameOpened", "", {**HEADER_OF_A_GAME, "game": GAME_ID}, EVENT, FOOTER_OF_A_GAME)
KINDS = {
    "game": Layout("stream", "GameOpened", "", {**HEADER_OF_A_GAME, **KIND, "stream": GAME_ID}, EVENT_2, FOOTER_OF_A_GAME),
    "club": Layout("stream", "ClubFounded", "club", {**HEADER, **KIND, "stream": (is_club, "must be the name of a club")}, EVENT_2, FOOTER),
    "tournament": Layout(
        "stream",
        "TournamentOpened",
        "",
        {**HEADER, **KIND, "stream": (is_tournament, "must be the id of a tournament")},
        EVENT_2,
        FOOTER_OF_A_TOURNAMENT,
        letter="t",
    ),
}
UNKNOWN = Layout(
    "stream",
    "",
    "",
    {},
    EVENT,
    {**FOOTER_OF_A_GAME, **FOOTER_OF_A_TOURNAMENT},
    ("after", "opened", "validated", "outcome", "findings", "standings"),
)


def layout_of(header: Fields) -> Layout | str:
    """Return the layout for this header, or a text that says what is wrong with its format version or kind."""
    version, kind = header.get("format_version"), header.get("kind")
    if not is_whole(version) or version not in (1, 2):
        return "format_version must be 1 or 2"
    if version == 1:
        return VERSION_1
    if not isinstance(kind, str) or kind not in KINDS:
        return "kind must be game, club or tournament"
    return KINDS[kind]


def malformed(line: Line, form: Form, optional: tuple[str, ...] = ()) -> Iterator[str]:
    if line.wrong:
        yield line.wrong
        return
    unknown = sorted(line.fields.keys() - form.keys())
    if unknown:
        yield f"has an unknown key {unknown[0][:40]!a}"
    for key, (fits, words) in form.items():
        if key not in line.fields:
            if key not in optional:
                yield f"lacks the key {key}"
        elif not fits(line.fields[key]):
            yield f"{key} {words}"


def sealed_leaves(data: Any, path: str = "") -> Iterator[tuple[str, Fields]]:
    if isinstance(data, dict) and "commit" in data:
        yield path, data
    elif isinstance(data, (dict, list)):
        for key, item in data.items() if isinstance(data, dict) else enumerate(data):
            yield from sealed_leaves(item, f"{path}.{key}" if path else str(key))


# --- the examination ----------------------------------------------------------------------------------------------------------------------


class Examination:
    """Examines the lines of a file from top to bottom, once. Two lines are compared only if neither has a fault of its own, so that one
    change gives one fault."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.stream, self.version, self.head = "", 0, ""
        self.header: Fields = {}
        self.layout = UNKNOWN
        self.previous = ["0" * 64]  # hashes from which the next event's hash may follow; empty: not known
        self.ids: dict[str, int] = {}
        self.time = (0, -MAX_INT)
        self.lines = hashlib.sha256()

    def examine(self, place: Place) -> None:
        line, where = place.line, f"event {place.number}" if place.part == "event" else place.part
        if line is None:
            found: Iterable[str] = self.missing(place)
        elif place.extra:
            found = [place.extra]
        elif place.part == "event":
            found = self.in_event(place.number, line.fields, list(malformed(line, self.layout.event, self.layout.optional)))
        elif place.part == "header":
            found = self.in_header(line)
        else:
            found = list(malformed(line, self.layout.footer, self.layout.optional)) or list(self.in_footer(line.fields))
        self.faults += [f"{where}: {message}" for message in found]
        if line is not None:
            self.lines.update(line.text + b"\n")

    def missing(self, place: Place) -> Iterator[str]:
        self.previous = [] if place.part == "event" else self.previous
        yield f"is missing, and all up to event {place.upto}" if place.upto > place.number else "is missing"

    def in_header(self, line: Line) -> list[str]:
        fields, layout = line.fields, line.wrong or layout_of(line.fields)
        if isinstance(layout, str):
            return [layout]
        wrong = list(malformed(line, layout.header))
        if not wrong and fields["digest"] != own_digest(fields):
            wrong = ["digest does not match: the header was changed"]
        if not wrong and fields["club"] != fields[layout.stream].partition("-")[0]:
            wrong = [f"club does not match the {layout.stream}"]
        if not wrong:
            self.header, self.layout, self.stream = fields, layout, fields[layout.stream]
        return wrong

    def in_event(self, number: int, fields: Fields, wrong: list[str]) -> list[str]:
        if not wrong and fields["version"] != number:
            wrong = [f"version must be {number}"]
        chained = self.is_chained(fields)
        if not wrong and not chained:
            wrong = ["hash does not match: the event or its hash was changed"]
        wrong = wrong or [*self.unsealed(fields), *self.out_of_line(fields)]
        self.version, self.head = number, str(fields.get("hash", ""))
        if not wrong:
            self.ids[fields["id"]] = number
            self.time = (number, fields["recorded_at"])
            self.faults += self.unlike_header(fields) if number == 1 and self.header else ()
        return wrong

    def is_chained(self, fields: Fields) -> bool:
        """Whether the event's hash follows from the event before it. If not, the next event may follow from the stated or from the computed
        hash."""
        stated = fields.get("hash")
        body = canonical({key: value for key, value in fields.items() if key not in ("hash", "opened")})
        should = [hashlib.sha256(bytes.fromhex(previous) + body).hexdigest() for previous in self.previous]
        chained = stated in should or not self.previous
        known = [str(stated)] if is_hash(stated) else []
        self.previous = [] if stated is None else known if chained else known + should[:2]
        return chained

    def unsealed(self, fields: Fields) -> Iterator[str]:
        commits = {}
        for path, leaf in sealed_leaves(fields["data"]):
            commits[path] = leaf["commit"]
            if not has_keys(leaf, "commit") or not is_hash(leaf["commit"]):
                commits[path] = None
                yield f"data {path[:60]!a} is not a commitment"
        for path, opening in fields.get("opened", {}).items():
            commit = hmac.new(bytes.fromhex(opening["salt"]), canonical(opening["value"]), "sha256").hexdigest()
            if path not in commits:
                yield f"opened {path[:60]!a} is not sealed in data"
            elif commits[path] not in (None, commit):
                yield f"opened {path[:60]!a} does not match its commitment"

    def out_of_line(self, fields: Fields) -> Iterator[str]:
        if fields.get("after", 0) >= fields["version"]:
            yield "after must name an earlier event"
        if fields["id"] in self.ids:
            yield f"id is already used by event {self.ids[fields['id']]}"
        if fields["recorded_at"] < self.time[1]:
            yield f"recorded_at is earlier than that of event {self.time[0]}"
        opening = self.layout.opening
        if opening and (fields["version"] == 1) != (fields["type"] == opening):
            yield f"type must be {opening}" if fields["version"] == 1 else f"type must not be {opening}"

    def unlike_header(self, fields: Fields) -> Iterator[str]:
        layout, data = self.layout, fields["data"]
        bits = hashlib.sha256(uuid.UUID(fields["id"]).bytes).digest()[:10]
        if layout.named:
            if data.get(layout.named) != self.stream:
                yield f"header: {layout.stream} is not the {layout.named} of event 1"
        elif self.stream != f"{self.header['club']}-{layout.letter}{base64.b32encode(bits).decode().lower()}":
            yield f"header: {layout.stream} does not match the id of event 1"
        if data.get("system") != self.header.get("system", data.get("system")):
            yield "header: system is not the system of event 1"

    def in_footer(self, fields: Fields) -> Iterator[str]:
        if fields["digest"] != own_digest(fields):
            yield "digest does not match: the footer was changed"
        elif not self.faults:
            if fields["head"] != {"version": self.version, "hash": self.head}:
                yield f"head is not the last event, {self.version}"
            if fields.get("validated", 0) > fields["head"]["version"]:
                yield "validated is later than the last event"
            if fields["lines"] != self.lines.hexdigest():
                yield "lines does not match: something above was added or removed, such as an opened value"


def verify(data: bytes) -> list[str]:
    """Examine a file. Returns one line that begins with OK, or one line for each fault."""
    examination = Examination()
    for place in placed(read_line(text, around) for text, around in unwrapped(data)):
        examination.examine(place)
        if len(examination.faults) > MOST_FAULTS:
            return [*examination.faults[:MOST_FAULTS], f"file: has more faults; the first {MOST_FAULTS} are listed"]
    if examination.faults:
        return examination.faults
    events = "1 event" if examination.version == 1 else f"{examination.version} events"
    return [f"OK {examination.stream} {events}, head {examination.head}"]


def is_sheet(data: bytes) -> bool:
    """Whether the file is a score sheet, the text form for people. This program cannot read that form."""
    start = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
    return start.lstrip()[:12].lower() == b"faceup sheet"


def is_many(data: bytes) -> bool:
    """Whether each line of the file is a whole record."""
    return data.startswith(b'{"header":') and b'"events":[' in data.partition(b"\n")[0]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        sys.stderr.write(USAGE + "\n")
        return 0 if arguments in (["-h"], ["--help"]) else 2
    try:
        data = sys.stdin.buffer.read() if arguments[0] == "-" else Path(arguments[0]).read_bytes()
    except OSError as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    if is_sheet(data):
        sys.stderr.write(A_SHEET)
        return 2
    if is_many(data):
        sys.stderr.write(MANY)
        return 2
    said = verify(data)
    sys.stdout.buffer.write("".join(f"{line}\n" for line in said).encode("utf-8"))
    return 0 if said[0].startswith("OK ") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
