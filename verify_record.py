#!/usr/bin/env python3
"""Verifies record files of Faceup with Python alone. docs/record-format.md describes the files, and all that is checked here."""

import hashlib
import hmac
import io
import json
import re
import sys
from base64 import b32encode
from pathlib import Path

USAGE = """usage: python3 verify_record.py FILE        (- reads the standard input)
Verifies a record file of Faceup (.faceup.json, .faceup.ndjson), the record in a replay (.html), or a file of many records,
one a line. Score sheets (.txt) are verified by `faceup verify`.
Exit code: 0 every record verifies, 1 one does not, 2 there is nothing to read."""
SCORE_SHEET = """This is a score sheet. This program takes the formats JSON, NDJSON and HTML (.faceup.json, .faceup.ndjson,
.html): export the game in one of them, or verify the sheet with `faceup verify FILE`."""

LONGEST, DEEPEST, LARGEST, MOST_FAULTS = 8 << 20, 32, 2**53 - 1, 100
HEADER_OPEN, EVENTS_OPEN, EVENTS_CLOSE, FOOTER_OPEN, EVENT_START = b'{"header":', b'"events":[', b"],", b'"footer":', b'{"a'


# --- the form of each value: a test, and what is said of a value that does not pass ---


def text(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def whole(least=-LARGEST, most=LARGEST):
    return lambda value: type(value) is int and least <= value <= most


def map_of(**forms):
    return lambda value: isinstance(value, dict) and value.keys() == forms.keys() and all(fits(value[key]) for key, fits in forms.items())


def list_of(fits):
    return lambda value: isinstance(value, list) and all(map(fits, value))


def anything(_):
    return True


def is_map(value):
    return isinstance(value, dict)


def has_plain_keys(value):
    if isinstance(value, dict):
        return all(re.fullmatch("[A-Za-z0-9_-]+", key) and has_plain_keys(value[key]) for key in value)
    return not isinstance(value, list) or all(map(has_plain_keys, value))


HASH, SALT = text("[0-9a-f]{64}"), text("([0-9a-f]{2}){16,64}")
HASHED = (HASH, "must be 64 hex digits")
CLUB = "[a-z0-9]{2,16}"
A_GAME = (text(CLUB + "-[a-z2-7]{16}"), "must be the id of a game")
HEADER = {
    "format": (text("faceup-record"), "must be faceup-record"),
    "format_version": (whole(1, 2), "must be 1 or 2"),
    "club": (text(CLUB), "must be the name of a club"),
    "viewer": (text("scorekeeper|director|public|seat:(0|[1-9][0-9]?)"), "must be scorekeeper, director, public or seat:<n>"),
    "digest": HASHED,
}
HEADER_OF_GAME = {
    **HEADER,
    "system": (text("[a-z0-9-]{1,60}"), "must be the name of a system"),
    "engine": (text("([0-9a-f]{8})?"), "must be 8 hex digits, or empty before there is a verdict"),
}
HEADERS = {
    "version 1": {**HEADER_OF_GAME, "game": A_GAME},
    "game": {**HEADER_OF_GAME, "kind": (anything, ""), "stream": A_GAME},
    "club": {**HEADER, "kind": (anything, ""), "stream": HEADER["club"]},
    "tournament": {**HEADER, "kind": (anything, ""), "stream": (text(CLUB + "-t[a-z2-7]{16}"), "must be the id of a tournament")},
    "season": {**HEADER, "kind": (anything, ""), "stream": (text(CLUB + "-s[a-z2-7]{16}"), "must be the id of a season")},
}
OPENINGS = {"game": "GameOpened", "club": "ClubFounded", "tournament": "TournamentOpened", "season": "SeasonOpened"}
LETTERS = {"tournament": "t", "season": "s"}
OPTIONAL = ("after", "opened")
EVENT_OF_VERSION_1 = {
    "version": (whole(1), "must be a whole number from 1"),
    "id": (text("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "must be a UUID in small letters"),
    "type": (text("[A-Z][A-Za-z]{0,59}"), "must be the name of an event type"),
    "data": (is_map, "must be a map"),
    "by": (text("[!-~]{1,80}"), "must be the id of a token"),
    "at": (whole(), "must be a whole number"),
    "offset": (whole(), "must be a whole number"),
    "recorded_at": (whole(), "must be a whole number"),
    "after": (whole(1), "must be a whole number from 1"),
    "hash": HASHED,
    "opened": (
        lambda value: is_map(value) and value != {} and all(map(map_of(value=anything, salt=SALT), value.values())),
        "must map paths to value and salt",
    ),
}
EVENT = {
    **EVENT_OF_VERSION_1,
    "data": (lambda value: is_map(value) and has_plain_keys(value), "must be a map whose keys have only letters, digits, _ and -"),
    "by": (text("(?!job:)[!-~]{1,80}|job:[a-z-]{1,20}"), "must be the id of a token, or job:<name>"),
    "at": (whole(-62135596800000, 253402300799999), "must be milliseconds in the years 1 to 9999"),
    "offset": (whole(-1439, 1439), "must be minutes, -1439 to 1439"),
    "recorded_at": (whole(0, 253402300799999), "must be milliseconds in the years 1970 to 9999"),
}
OUTCOME = ("state", "scores", "standing", "winners", "depth", "reason")
FINDING = ("id", "rule", "kind", "source", "versions", "seats", "sentence", "unexamined", "alternatives")
ROW = map_of(place=whole(1), entry=whole(1), points=whole(), values=list_of(text("-?[0-9]+(/[0-9]+)?")))
PLACED = map_of(
    place=lambda value: value is None or whole(1)(value),
    person=text("[a-z0-9_-]{1,40}"),
    points=text("-?[0-9]+(/[0-9]+)?"),
    played=whole(1),
)
FOOTER = {"head": (map_of(version=whole(1), hash=HASH), "must be a version and a hash"), "lines": HASHED, "digest": HASHED}
FOOTER_MORE = {
    "game": {
        "validated": (whole(0), "must be a whole number from 0"),
        "outcome": (map_of(**dict.fromkeys(OUTCOME, anything)), "must have the keys state, scores, standing, winners, depth and reason"),
        "findings": (list_of(map_of(**dict.fromkeys(FINDING, anything))), "must be a list of findings"),
    },
    "club": {},
    "tournament": {"standings": (list_of(ROW), "must be a list of rows with the keys place, entry, points and values")},
    "season": {"table": (list_of(PLACED), "must be a list of rows with the keys place, person, points and played")},
}
FOOTER_MORE[None] = {**FOOTER_MORE["game"], **FOOTER_MORE["tournament"], **FOOTER_MORE["season"]}


# --- one line ---


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def integer(digits):
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise ValueError("holds a number beyond 2**53 - 1")
    return int(digits)


def not_whole(_):
    raise ValueError("holds a number that is not whole")


def members(pairs):
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("repeats a key")
    if not all(map(str.isascii, value)):
        raise ValueError("has a key that is not ASCII")
    return value


def is_too_deep(value, level=1):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return level > DEEPEST or any(is_too_deep(each, level + 1) for each in inner)


def parsed(line):
    """The map in a line, and the fault of the line. The map is empty if it cannot be read."""
    if len(line) > LONGEST:
        return {}, f"is longer than {LONGEST} bytes"
    try:
        value = json.loads(line.decode(), parse_int=integer, parse_float=not_whole, parse_constant=not_whole, object_pairs_hook=members)
        if not isinstance(value, dict):
            return {}, "is not a JSON object"
        if is_too_deep(value):
            return {}, "is nested too deeply"
        written = canonical(value)
    except UnicodeDecodeError as error:
        return {}, f"is not UTF-8 (byte {error.start + 1})"
    except UnicodeEncodeError:
        return {}, "holds an unpaired surrogate"
    except json.JSONDecodeError as error:
        return {}, f"is not JSON (character {error.pos + 1})"
    except RecursionError:
        return {}, "is nested too deeply"
    except ValueError as fault:
        return {}, str(fault)
    if written == line:
        return value, ""
    differs = next((at for at in range(len(line)) if written[at : at + 1] != line[at : at + 1]), len(line))
    return value, f"is not in canonical form (byte {differs + 1})"


class Line:
    """A line of a file. `part`, `number`: what the line says that it is. The header has number 0, the footer the one after its head."""

    def __init__(self, line, around=""):
        self.bytes = line
        self.map, fault = parsed(line)
        self.fault = around or fault
        head = self.map.get("head")
        if "format" in self.map:
            self.part, number = "header", 0
        elif "head" in self.map:
            self.part, number = "footer", head["version"] + 1 if is_map(head) and whole(0)(head.get("version")) else None
        else:
            self.part, number = "event" if "version" in self.map or line.startswith(EVENT_START) else None, self.map.get("version")
        self.number = number if not around and (self.part == "header" or whole(1)(number)) else None

    def has_digest(self):
        rest = {key: value for key, value in self.map.items() if key != "digest"}
        return self.map.get("digest") == hashlib.sha256(canonical(rest)).hexdigest()

    def faults(self, forms, optional=()):
        if self.fault:
            return [self.fault]
        faults = [f"has an unknown key {key[:40]!a}" for key in sorted(self.map.keys() - forms.keys())[:1]]
        for key, (fits, words) in forms.items():
            if key in self.map and not fits(self.map[key]):
                faults.append(f"{key} {words}")
            elif key not in self.map and key not in optional:
                faults.append(f"lacks the key {key}")
        return faults


# --- the lines of a file ---


def lines_of(data):
    if data.startswith(b"<!doctype html>"):
        record = re.search(rb'<pre id="record"[^>]*>(.*?)</pre>', data, re.DOTALL)
        data = record[1].replace(b"&lt;", b"<").replace(b"&gt;", b">").replace(b"&amp;", b"&") if record else data
    if data.startswith(HEADER_OPEN) or b"\n" + EVENTS_OPEN + b"\n" in data:
        yield from lines_of_json(data)
    else:
        for line in io.BytesIO(data):
            yield Line(line.removesuffix(b"\n"), "" if line.endswith(b"\n") else "ends without a newline")


def lines_of_json(data):
    """Where a line between the parts is damaged, the events are from the first line that begins like one to the last."""
    header, opened, rest = data.removesuffix(b"\n").partition(b"\n" + EVENTS_OPEN + b"\n")
    if not opened:
        header, found, rest = header.partition(b"\n" + EVENT_START)
        rest = EVENT_START + rest if found else b""
    events, closed, footer = rest.rpartition(b"\n" + EVENTS_CLOSE + b"\n")
    if not closed:
        after = rest.find(b"\n", rest.rfind(b"\n" + EVENT_START) + 1)
        events, footer = (rest, b"") if after < 0 else (rest[:after], rest.rpartition(b"\n")[2])
    fits = opened and header.startswith(HEADER_OPEN) and header.endswith(b",")
    wrong = "" if fits else 'must be written as {"header":…, and be followed by the line "events":['
    yield Line(header.removeprefix(HEADER_OPEN).removesuffix(b","), wrong)
    stream = io.BytesIO(events + b"\n" if events else b"")
    for event in stream:
        last, comma = stream.tell() > len(events), event.endswith(b",\n")
        wrong = "" if last != comma else "is the last and must not end with a comma" if last else "must end with a comma"
        yield Line(event.removesuffix(b"\n").removesuffix(b","), wrong)
    if footer:
        fits = closed and footer.startswith(FOOTER_OPEN) and footer.endswith(b"}") and data.endswith(b"\n")
        wrong = "" if fits else 'must follow the line ], as "footer":…} with a newline'
        yield Line(footer.removeprefix(FOOTER_OPEN).removesuffix(b"}"), wrong)


def placed(lines):
    """Say what each line is: yield (part, number, line), or (part, number, fault) for a line that is missing or should not be there."""
    due, waiting, below = 0, [], next(lines, None)
    while below and len(waiting) <= MOST_FAULTS:
        line, below = below, next(lines, None)
        part, number = line.part, line.number
        goes_on = number is not None and below is not None and below.number == number + 1
        proved = number is not None and part == "footer" and not line.fault and line.has_digest()
        if number not in (due, due + len(waiting)) and not goes_on and not proved:
            waiting.append(line)
        elif number < due:
            yield part, number, "is out of order or repeated"
        else:
            yield from filled(waiting, due, line)
            yield part, number, line
            due, waiting = number + 1, []
            if part == "footer":
                if below:
                    yield "footer", number, "is followed by more lines"
                return
    for line in waiting:
        part = "header" if due == 0 else "event" if line.part == "event" else "footer"
        yield part, due, line
        due += 1
        if part == "footer":
            return
    if due == 0:
        yield "header", 0, "is missing"
    yield "footer", due, "is missing"


def filled(waiting, due, line):
    """What is above a line whose number counts: the lines that wait have the places that are free, in order."""
    places = range(due, line.number)
    for place in places[: len(waiting)]:
        yield "event" if place else "header", place, waiting[place - due]
    for each in () if places else waiting:
        if each.part == "event" and each.number is not None:
            yield "event", each.number, "is out of order or repeated"
        else:
            yield line.part, line.number, "comes after a line that does not belong there"
    first = due + len(waiting)
    if first == 0 < line.number:
        yield "header", 0, "is missing"
        first = 1
    if first < line.number:
        yield "event", first, "is missing" + (f", and all up to event {line.number - 1}" if first < line.number - 1 else "")


# --- a record ---


def sealed_in(value, path=()):
    if isinstance(value, dict) and "commit" in value:
        yield ".".join(path), value
    elif isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from sealed_in(each, (*path, str(key)))


def faults_of_sealed(event):
    sealed, is_commitment = dict(sealed_in(event["data"])), map_of(commit=HASH)
    yield from (f"data {path[:60]!a} is not a commitment" for path in sealed if not is_commitment(sealed[path]))
    for path, one in event.get("opened", {}).items():
        commitment = hmac.digest(bytes.fromhex(one["salt"]), canonical(one["value"]), "sha256").hex()
        if path not in sealed:
            yield f"opened {path[:60]!a} is not sealed in data"
        elif is_commitment(sealed[path]) and sealed[path]["commit"] != commitment:
            yield f"opened {path[:60]!a} does not match its commitment"


class Record:
    """The verification of a record. Two lines are compared only if neither has a fault by itself, so that one change is one fault."""

    def __init__(self, lines):
        self.faults = []
        self.header, self.id, self.kind = {}, "", None  # known if the header has no fault
        self.hashes = ["00" * 32]  # the hash of the next event follows from one of these; empty if nobody knows
        self.version = 0  # of the event above
        self.latest = {}  # the nearest event above without a fault
        self.ids = {}
        self.lines = hashlib.sha256()
        for part, number, line in placed(lines):
            if isinstance(line, str):
                faults = [line]
            elif part == "event":
                faults = self.faults_of_event(line, number)
            else:
                faults = self.faults_of_header(line) if part == "header" else self.faults_of_footer(line)
            self.note(f"event {number}" if part == "event" else part, faults)
            if len(self.faults) > MOST_FAULTS:
                self.faults[MOST_FAULTS:] = [f"file: has more faults; the first {MOST_FAULTS} are listed"]
                break

    def note(self, place, faults):
        self.faults += (f"{place}: {fault}" for fault in faults)

    def report(self):
        return self.faults or [f"OK {self.id} {self.version} event{'s' * (self.version > 1)}, head {self.latest['hash']}"]

    def faults_of_header(self, line):
        self.lines.update(line.bytes + b"\n")
        header, version = line.map, line.map.get("format_version")
        kind = "game" if version == 1 else header.get("kind")
        if line.fault:
            return [line.fault]
        if not whole(1, 2)(version):
            return ["format_version must be 1 or 2"]
        if not (isinstance(kind, str) and kind in OPENINGS):
            return ["kind must be game, club, tournament or season"]
        faults = line.faults(HEADERS["version 1" if version == 1 else kind])
        if faults:
            return faults
        if not line.has_digest():
            return ["digest does not match: the header was changed"]
        key = "stream" if version == 2 else "game"
        if header[key].partition("-")[0] != header["club"]:
            return [f"club does not match the {key}"]
        self.header, self.key, self.id, self.kind = header, key, header[key], kind
        return []

    def faults_of_event(self, line, version):
        self.lines.update(line.bytes + b"\n")
        event = line.map
        fits = self.follows(event, version)
        faults = line.faults(EVENT if self.header.get("format_version") == 2 else EVENT_OF_VERSION_1, OPTIONAL)
        if not faults and event["version"] != version:
            faults = [f"version must be {version}"]
        if not faults and not fits:
            faults = ["hash does not match: the event or its hash was changed"]
        faults = faults or [*faults_of_sealed(event), *self.faults_of_order(event)]
        if not faults:
            self.ids[event["id"]], self.latest = version, event
            if version == 1 and self.header:
                self.note("header", self.faults_of_opening(event))
        return faults

    def follows(self, event, version):
        """Whether the hash follows from one that the event above may have. The next one follows from this hash, or if it is wrong, from
        what it should be."""
        above, self.version = self.hashes if version == self.version + 1 else [], version
        body = canonical({key: value for key, value in event.items() if key not in ("hash", "opened")})
        should = [hashlib.sha256(bytes.fromhex(each) + body).hexdigest() for each in above]
        stated = event.get("hash")
        fits = stated in should or not above
        self.hashes = [stated] * HASH(stated) + should * (not fits and "hash" in event)
        return fits

    def faults_of_order(self, event):
        opening = OPENINGS.get(self.kind)
        if event.get("after", 0) >= event["version"]:
            yield "after must name an earlier event"
        if event["id"] in self.ids:
            yield f"id is already used by event {self.ids[event['id']]}"
        if self.latest and event["recorded_at"] < self.latest["recorded_at"]:
            yield f"recorded_at is earlier than that of event {self.latest['version']}"
        if opening and (event["version"] == 1) != (event["type"] == opening):
            yield f"type must {'' if event['version'] == 1 else 'not '}be {opening}"

    def faults_of_opening(self, event):
        bits = hashlib.sha256(bytes.fromhex(event["id"].replace("-", ""))).digest()[:10]
        name = LETTERS.get(self.kind, "") + b32encode(bits).decode().lower()
        if self.kind == "club" and self.id != event["data"].get("club"):
            yield "stream is not the club of event 1"
        if self.kind != "club" and self.id != f"{self.header['club']}-{name}":
            yield f"{self.key} does not match the id of event 1"
        if self.kind == "game" and self.header["system"] != event["data"].get("system"):
            yield "system is not the system of event 1"

    def faults_of_footer(self, line):
        faults = line.faults({**FOOTER, **FOOTER_MORE[self.kind]}, () if self.kind else FOOTER_MORE[None])
        if not faults and not line.has_digest():
            faults = ["digest does not match: the footer was changed"]
        return faults if faults or self.faults else self.faults_of_end(line.map)

    def faults_of_end(self, footer):
        head = footer["head"]
        if head != {"version": self.version, "hash": self.latest.get("hash")}:
            yield f"head is not the last event, {self.version}"
        if footer.get("validated", 0) > head["version"]:
            yield "validated is later than the last event"
        if footer["lines"] != self.lines.hexdigest():
            yield "lines does not match: something above was added or removed, such as an opened value"


# --- files, and the command line ---


def verify(data):
    """What is said of the record in a file."""
    return Record(lines_of(data)).report()


def verify_line(line):
    """What is said of a record that stands on one line."""
    try:
        record = json.loads(line)
        if "game" in record:
            why = record.get("failed", record.get("detail", ""))
            return [f"record: {str(record['game'])[:40]!a} was not exported: {str(why)[:200]!a}"]
        header, events, footer = canonical(record["header"]), list(map(canonical, record["events"])), canonical(record["footer"])
        written = HEADER_OPEN + header + b"," + EVENTS_OPEN + b",".join(events) + EVENTS_CLOSE + FOOTER_OPEN + footer + b"}"
    except (LookupError, TypeError, ValueError, RecursionError):
        written = None
    if line != written:
        return ["record: is not on one line as it was exported"]
    verified = Record(map(Line, [header, *events, footer]))
    return [f"{verified.id}: {said}" if verified.faults and verified.id else said for said in verified.report()]


def verify_file(data):
    """The exit code, and what is said of the one record or the many records in a file."""
    if re.match(rb"(\xef\xbb\xbf)?\s*faceup\s+sheet\b", data, re.IGNORECASE):
        return 2, [SCORE_SHEET]
    first = data.partition(b"\n")[0]
    keys = parsed(first)[0].keys()
    if not (first.startswith(HEADER_OPEN) and FOOTER_OPEN in first) and not ("game" in keys and keys & {"failed", "detail"}):
        said = verify(data)
        return int(not said[0].startswith("OK ")), said
    records = [verify_line(line.removesuffix(b"\n")) for line in io.BytesIO(data)]
    verified = sum(said[0].startswith("OK ") for said in records)
    numbered = [f"line {number}: {each}" for number, said in enumerate(records, 1) for each in said]
    return int(verified < len(records)), [*numbered, f"{len(records)} record{'s' * (len(records) > 1)}, {verified} verified"]


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        code, said = 0, [USAGE]
    elif len(arguments) != 1:
        code, said = 2, [USAGE]
    else:
        try:
            code, said = verify_file(sys.stdin.buffer.read() if arguments == ["-"] else Path(arguments[0]).read_bytes())
        except OSError as error:
            code, said = 2, [str(error)]
    (sys.stderr if code == 2 else sys.stdout).buffer.write("".join(f"{line}\n" for line in said).encode())
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
