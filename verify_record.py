#!/usr/bin/env python3
"""Verifies records of Faceup with one file of plain Python (3.11 or later). docs/record-format.md says what is checked, and why."""

import base64
import hashlib
import hmac
import io
import json
import os
import re
import sys

USAGE = """usage: python3 verify_record.py FILE        (- reads the standard input)
Verifies a record file of Faceup (.faceup.json, .faceup.ndjson), the record in a replay (.html), or a file of many records,
one a line. Score sheets (.txt) are verified by `faceup verify`.
Exit code: 0 every record verifies, 1 one does not, 2 there is nothing to read."""
SCORE_SHEET = """This is a score sheet. This program takes the formats JSON, NDJSON and HTML (.faceup.json, .faceup.ndjson,
.html): export the game in one of them, or verify the sheet with `faceup verify FILE`."""

LONGEST_LINE, DEEPEST, LARGEST, MOST_FAULTS = 8 << 20, 32, 2**53 - 1, 100
OPENING = {"game": "GameOpened", "club": "ClubFounded", "tournament": "TournamentOpened"}
OUT_OF_ORDER = "is out of order or repeated"


class Fault(Exception):
    pass


# The forms of the values: for each key a test, and what is said of a value that fails it.


def text(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def whole(least=-LARGEST, most=LARGEST):
    return lambda value: type(value) is int and least <= value <= most


def one_of(*values):
    return lambda value: type(value) in (str, int) and value in values


def map_of(**forms):
    return lambda value: isinstance(value, dict) and value.keys() == forms.keys() and all(fits(value[key]) for key, fits in forms.items())


def list_of(fits):
    return lambda value: isinstance(value, list) and all(map(fits, value))


def anything(value):
    return True


def data_of_version_2(value):
    """A map, and no key in it, however deep, has other characters than letters, digits, _ and -."""
    maps = [value]
    for each in maps:
        if isinstance(each, dict) and not all(re.fullmatch("[A-Za-z0-9_-]+", key) for key in each):
            return False
        maps += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
    return isinstance(value, dict)


def opened(value):
    one = map_of(value=anything, salt=text("([0-9a-f]{2}){16,64}"))
    return isinstance(value, dict) and value != {} and all(map(one, value.values()))


CLUB = "[a-z0-9]{2,16}"
STREAM = {
    "game": (text(CLUB + "-[a-z2-7]{16}"), "must be the id of a game"),
    "club": (text(CLUB), "must be the name of a club"),
    "tournament": (text(CLUB + "-t[a-z2-7]{16}"), "must be the id of a tournament"),
}
HASH = text("[0-9a-f]{64}")
HASHED = (HASH, "must be 64 hex digits")
VERSION = (one_of(1, 2), "must be 1 or 2")
KIND = (one_of(*OPENING), "must be game, club or tournament")
HEADER = {
    "format": (one_of("faceup-record"), "must be faceup-record"),
    "format_version": VERSION,
    "club": (text(CLUB), "must be the name of a club"),
    "viewer": (text("scorekeeper|director|public|seat:(0|[1-9][0-9]?)"), "must be scorekeeper, director, public or seat:<n>"),
    "digest": HASHED,
}
GAME_HEADER = HEADER | {
    "system": (text("[a-z0-9-]{1,60}"), "must be the name of a system"),
    "engine": (text("([0-9a-f]{8})?"), "must be 8 hex digits, or empty before there is a verdict"),
}
EVENT_1 = {
    "version": (whole(1), "must be a whole number from 1"),
    "id": (text("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "must be a UUID in small letters"),
    "type": (text("[A-Z][A-Za-z]{0,59}"), "must be the name of an event type"),
    "data": (lambda value: isinstance(value, dict), "must be a map"),
    "by": (text("[!-~]{1,80}"), "must be the id of a token"),
    "at": (whole(), "must be a whole number"),
    "offset": (whole(), "must be a whole number"),
    "recorded_at": (whole(), "must be a whole number"),
    "after": (whole(1), "must be a whole number from 1"),
    "hash": HASHED,
    "opened": (opened, "must map paths to value and salt"),
}
EVENT_2 = EVENT_1 | {
    "data": (data_of_version_2, "must be a map whose keys have only letters, digits, _ and -"),
    "by": (text("(?!job:)[!-~]{1,80}|job:[a-z-]{1,20}"), "must be the id of a token, or job:<name>"),
    "at": (whole(-62135596800000, 253402300799999), "must be milliseconds in the years 1 to 9999"),
    "offset": (whole(-1439, 1439), "must be minutes, -1439 to 1439"),
    "recorded_at": (whole(0, 253402300799999), "must be milliseconds in the years 1970 to 9999"),
}
OPTIONAL = ("after", "opened")
FOOTER = {"head": (map_of(version=whole(1), hash=HASH), "must be a version and a hash"), "lines": HASHED, "digest": HASHED}
OUTCOME = "state scores standing winners depth reason".split()
FINDING = "id rule kind source versions seats sentence unexamined alternatives".split()
ROW = map_of(place=whole(1), entry=whole(1), points=whole(), values=list_of(text("-?[0-9]+(/[0-9]+)?")))
FOOTER_OF = {
    "game": {
        "validated": (whole(0), "must be a whole number from 0"),
        "outcome": (map_of(**dict.fromkeys(OUTCOME, anything)), "must have the keys state, scores, standing, winners, depth and reason"),
        "findings": (list_of(map_of(**dict.fromkeys(FINDING, anything))), "must be a list of findings"),
    },
    "club": {},
    "tournament": {"standings": (list_of(ROW), "must be a list of rows with the keys place, entry, points and values")},
}


def faults_of_form(line, forms, optional=()):
    unknown = [f"has an unknown key {key[:40]!r}" for key in sorted(line.keys() - forms.keys())[:1]]
    lacking = [f"lacks the key {key}" for key in forms if key not in line and key not in optional]
    return unknown + lacking + [f"{key} {words}" for key, (fits, words) in forms.items() if key in line and not fits(line[key])]


# One line: from bytes to a map, in canonical form.


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def integer(digits):
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise Fault("holds a number beyond 2**53 - 1")
    return int(digits)


def not_whole(digits):
    raise Fault("holds a number that is not whole")


def pairs(members):
    value = dict(members)
    if len(value) < len(members):
        raise Fault("repeats a key")
    if not all(map(str.isascii, value)):
        raise Fault("has a key that is not ASCII")
    return value


def is_too_deep(value, level=1):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return level > DEEPEST or any(is_too_deep(each, level + 1) for each in inner)


def parsed(text):
    """The map that a line holds, and what is wrong with the line, if anything."""
    if len(text) > LONGEST_LINE:
        return {}, f"is longer than {LONGEST_LINE} bytes"
    try:
        value = json.loads(text.decode(), parse_int=integer, parse_float=not_whole, parse_constant=not_whole, object_pairs_hook=pairs)
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
    except Fault as fault:
        return {}, str(fault)
    same = len(os.path.commonprefix([written, text]))
    return value, None if written == text else f"is not in canonical form (byte {same + 1})"


class Line:
    """A line of a file. `number`: what it says is its place: 0 the header, its version an event, one more than that of its head the footer."""

    def __init__(self, text, around=None):
        self.text = text
        self.value, self.fault = parsed(text)
        self.fault = around or self.fault
        value, number = self.value, None
        if "format" in value:
            self.kind, number = "header", 0
        elif "head" in value:
            self.kind, head = "footer", value["head"]
            number = head["version"] + 1 if map_of(version=whole(1), hash=anything)(head) else None
        else:
            self.kind = "event" if "version" in value or text.startswith(b'{"a') else None
            number = value["version"] if whole(1)(value.get("version")) else None
        self.number = None if around else number


# A file: its lines, and what is wrong with the text around each.


def lines_of(data):
    if data.startswith(b"<!doctype html>"):
        record = re.search(rb'<pre id="record"[^>]*>(.*?)</pre>', data, re.DOTALL)
        data = record[1].replace(b"&lt;", b"<").replace(b"&gt;", b">").replace(b"&amp;", b"&") if record else b""
    if data.startswith(b'{"header":') or b'\n"events":[\n' in data:
        return lines_of_json(data)
    return (Line(line.removesuffix(b"\n"), None if line.endswith(b"\n") else "ends without a newline") for line in io.BytesIO(data))


def lines_of_json(data):
    """Where a line between the parts is damaged, the first and the last line that begin as an event does show where the events are."""
    header, opening, rest = data.removesuffix(b"\n").partition(b'\n"events":[\n')
    if not opening and b'\n{"a' in header:
        header, _, rest = header.partition(b'\n{"a')
        rest = b'{"a' + rest
    events, closing, footer = rest.rpartition(b"\n],\n")
    if not closing:
        end = rest.find(b"\n", rest.rfind(b'\n{"a') + 1)
        events, footer = (rest, b"") if end < 0 else (rest[:end], rest.rpartition(b"\n")[2])
    fits = opening and header.startswith(b'{"header":') and header.endswith(b",")
    wrong = None if fits else 'must be written as {"header":…, and be followed by the line "events":['
    yield Line(header.removeprefix(b'{"header":').removesuffix(b","), wrong)
    for event in io.BytesIO(events):
        last = not event.endswith(b"\n")
        event = event.removesuffix(b"\n")
        comma = event.endswith(b",")
        wrong = None if comma != last else "is the last and must not end with a comma" if last else "must end with a comma"
        yield Line(event.removesuffix(b","), wrong)
    if footer:
        fits = closing and footer.startswith(b'"footer":') and footer.endswith(b"}") and data.endswith(b"\n")
        wrong = None if fits else 'must follow the line ], as "footer":…} with a newline'
        yield Line(footer.removeprefix(b'"footer":').removesuffix(b"}"), wrong)


# Which line is which.


def name_of(kind, number):
    return f"event {number}" if kind == "event" else kind


def missing(first, last):
    return f"event {first}", "is missing" + (f", and all up to event {last}" if last > first else "")


def counts(line, below, due, waiting):
    """Whether the number of a line is its place."""
    if line.number is None or line.number in (due, due + waiting) or (below and below.number == line.number + 1):
        return line.number is not None
    return line.kind == "footer" and not line.fault and HASH(line.value.get("digest")) and not digest_faults("footer", line.value)


def placed(lines):
    """Of each line that has a place: its name, the place and the line. Of each fault in the order: name, None, fault."""
    due, waiting, below = 0, [], next(lines, None)
    while below and len(waiting) <= MOST_FAULTS:
        line, below = below, next(lines, None)
        if not counts(line, below, due, len(waiting)):
            waiting.append(line)
        elif line.number < due:
            yield name_of(line.kind, line.number), None, OUT_OF_ORDER
        else:
            yield from between(waiting, due, line)
            yield name_of(line.kind, line.number), line.number, line
            due, waiting = line.number + 1, []
            if line.kind == "footer":
                if below:
                    yield "footer", None, "is followed by more lines"
                return
    for line in waiting:
        if due and line.kind != "event":
            yield "footer", due, line
            return
        yield name_of("event" if due else "header", due), due, line
        due += 1
    if due == 0:
        yield "header", None, "is missing"
    yield "footer", None, "is missing"


def between(waiting, due, line):
    """The lines whose numbers do not count, above one whose number does: they have the free places."""
    for each, place in zip(waiting, range(due, line.number)):
        yield name_of("event" if place else "header", place), place, each
    for each in waiting if due == line.number else ():
        if each.kind == "event" and each.number is not None:
            yield f"event {each.number}", None, OUT_OF_ORDER
        else:
            yield name_of(line.kind, line.number), None, "comes after a line that does not belong there"
    due += len(waiting)
    if due == 0 < line.number:
        yield "header", None, "is missing"
        due = 1
    if due < line.number:
        name, fault = missing(due, line.number - 1)
        yield name, None, fault


# A record: the faults of its lines, from the top.


def seals(value, path=()):
    """The path of each map with a key commit, and the map."""
    if isinstance(value, dict) and "commit" in value:
        yield ".".join(path), value
    elif isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from seals(each, (*path, str(key)))


def sealed_faults(event):
    sealed, faults = dict(seals(event["data"])), []
    for path, seal in sealed.items():
        if seal.keys() != {"commit"} or not HASH(seal["commit"]):
            faults.append(f"data {path!r} is not a commitment")
    for path, one in () if faults else sorted(event.get("opened", {}).items()):
        if path not in sealed:
            faults.append(f"opened {path!r} is not sealed in data")
        elif hmac.new(bytes.fromhex(one["salt"]), canonical(one["value"]), "sha256").hexdigest() != sealed[path]["commit"]:
            faults.append(f"opened {path!r} does not match its commitment")
    return faults


def digest_faults(name, line):
    rest = {key: value for key, value in line.items() if key != "digest"}
    fits = hashlib.sha256(canonical(rest)).hexdigest() == line["digest"]
    return [] if fits else [f"digest does not match: the {name} was changed"]


def id_after_event_1(kind, club, event):
    if kind == "club":
        return event["data"].get("club")
    digest = hashlib.sha256(bytes.fromhex(event["id"].replace("-", ""))).digest()
    return f"{club}-{'t' if kind == 'tournament' else ''}{base64.b32encode(digest[:10]).decode().lower()}"


class Record:
    """What is known of a record while its lines are checked from the top. A check returns the faults of its line."""

    def __init__(self, lines):
        self.found = []
        self.header, self.version, self.kind = {}, None, None  # known if the header has no fault
        self.above = {bytes(32)}  # the hashes from which the next one may follow; empty if nobody knows
        self.last = 0  # the version of the event above
        self.latest = None  # the nearest event above that has no fault
        self.ids = {}
        self.digest = hashlib.sha256()
        self.head = {}
        for name, place, found in placed(lines):
            self.report(name, *([found] if place is None else self.line(name, place, found)))
            if len(self.found) > MOST_FAULTS:
                self.found[MOST_FAULTS:] = [f"file: has more faults; the first {MOST_FAULTS} are listed"]
                break

    def report(self, name, *faults):
        self.found += (f"{name}: {fault}" for fault in faults)

    def line(self, name, place, line):
        if place > self.last + 1:
            self.above = set()
        if name != "footer":
            self.last = place
            self.digest.update(line.text + b"\n")
        if line.fault:
            self.above = self.above if name == "header" else set()
            return [line.fault]
        return {"header": self.check_header, "footer": self.check_footer}.get(name, self.check_event)(line.value)

    def check_header(self, header):
        version = header.get("format_version")
        kind = header.get("kind") if version == 2 else "game"
        if not VERSION[0](version):
            return [f"format_version {VERSION[1]}"]
        if not KIND[0](kind):
            return [f"kind {KIND[1]}"]
        forms = GAME_HEADER if kind == "game" else HEADER
        forms = forms | ({"kind": KIND, "stream": STREAM[kind]} if version == 2 else {"game": STREAM["game"]})
        faults = faults_of_form(header, forms) or digest_faults("header", header)
        self.stream = "stream" if version == 2 else "game"
        if not faults and header[self.stream].split("-")[0] != header["club"]:
            faults = [f"club does not match the {self.stream}"]
        if not faults:
            self.header, self.version, self.kind = header, version, kind
        return faults

    def check_event(self, event):
        forms = EVENT_2 if self.version == 2 else EVENT_1
        written = {bytes.fromhex(event["hash"])} if HASH(event.get("hash")) else set()
        follows = set()
        if event.keys() >= EVENT_1.keys() - set(OPTIONAL) and event.keys() <= EVENT_1.keys():
            body = canonical({key: value for key, value in event.items() if key not in ("hash", "opened")})
            follows = {hashlib.sha256(above + body).digest() for above in self.above}
        faults = faults_of_form(event, forms, OPTIONAL)
        if not faults and event["version"] != self.last:
            faults = [f"version must be {self.last}"]
        if not faults and follows and not written & follows:
            faults = ["hash does not match: the event or its hash was changed"]
        faults = faults or sealed_faults(event) or self.order_faults(event)
        self.above = written & follows or written | follows
        if not faults:
            self.ids[event["id"]] = event["version"]
            self.latest = event
            if self.last == 1 and self.header:
                self.report("header", *self.stream_faults(event))
        return faults

    def order_faults(self, event):
        opening = OPENING.get(self.kind)
        if opening and (event["type"] == opening) != (self.last == 1):
            return [f"type must {'' if self.last == 1 else 'not '}be {opening}"]
        if event.get("after", 0) >= self.last:
            return ["after must name an earlier event"]
        if event["id"] in self.ids:
            return [f"id is already used by event {self.ids[event['id']]}"]
        if self.latest and event["recorded_at"] < self.latest["recorded_at"]:
            return [f"recorded_at is earlier than that of event {self.latest['version']}"]
        return []

    def stream_faults(self, event):
        follows = id_after_event_1(self.kind, self.header["club"], event)
        if self.kind == "club":
            return [] if self.header["stream"] == follows else ["stream is not the club of event 1"]
        faults = [] if self.header[self.stream] == follows else [f"{self.stream} does not match the id of event 1"]
        if self.kind == "game" and event["data"].get("system") != self.header["system"]:
            faults.append("system is not the system of event 1")
        return faults

    def check_footer(self, footer):
        more = FOOTER_OF[self.kind] if self.kind else {key: form for forms in FOOTER_OF.values() for key, form in forms.items()}
        faults = faults_of_form(footer, FOOTER | more, () if self.kind else more) or digest_faults("footer", footer)
        if faults:
            return faults
        self.head = footer["head"]
        if self.head["version"] > self.last:
            self.report(*missing(self.last + 1, self.head["version"]))
        elif self.head["version"] < self.last or self.above and bytes.fromhex(self.head["hash"]) not in self.above:
            return [f"head is not the last event, {self.last}"]
        if footer.get("validated", 0) > self.head["version"]:
            return ["validated is later than the last event"]
        if not self.found and footer["lines"] != self.digest.hexdigest():
            return ["lines does not match: something above was added or removed, such as an opened value"]
        return []

    def results(self):
        return self.found or [f"OK {self.header[self.stream]} {self.last} event{'s' * (self.last > 1)}, head {self.head['hash']}"]


# What is printed.


def results_of_line(line):
    """The results for a record that stands on one line, with what is not exported as a fault."""
    try:
        value = json.loads(line)
        if isinstance(value, dict) and "game" in value and "format" not in value:
            return [f"record: {str(value['game'])!r} was not exported: {str(value.get('failed', value.get('detail', '')))!r}"]
        header, events, footer = canonical(value["header"]), [canonical(event) for event in value["events"]], canonical(value["footer"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ["record: is not on one line as it was exported"]
    if line != b'{"header":%b,"events":[%b],"footer":%b}' % (header, b",".join(events), footer):
        return ["record: is not on one line as it was exported"]
    record = Record(map(Line, (header, *events, footer)))
    stream = f"{record.header[record.stream]}: " if record.header and record.found else ""
    return [stream + result for result in record.results()]


def verify(data):
    """What is said of one record: OK, or its faults."""
    return Record(lines_of(data)).results()


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    if len(arguments) != 1:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        if arguments[0] == "-":
            file = sys.stdin.buffer.read()
        else:
            with open(arguments[0], "rb") as opened_file:
                file = opened_file.read()
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    if re.match(rb"\s*faceup\s+sheet\b", file, re.IGNORECASE):
        print(SCORE_SHEET, file=sys.stderr)
        return 2
    lines = file.removesuffix(b"\n").split(b"\n")
    if any(line.startswith(b'{"failed":') or line.startswith(b'{"header":') and b'"footer":' in line for line in lines):
        each = [results_of_line(line) for line in lines]
        verified = sum(results[0].startswith("OK ") for results in each)
        said = [f"line {number}: {result}" for number, results in enumerate(each, 1) for result in results]
        said.append(f"{len(lines)} record{'s' * (len(lines) != 1)}, {verified} verified")
        fits = verified == len(lines)
    else:
        record = Record(lines_of(file))
        said, fits = record.results(), not record.found
    sys.stdout.buffer.write("".join(f"{line}\n" for line in said).encode())
    return 0 if fits else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
