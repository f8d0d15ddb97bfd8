#!/usr/bin/env python3
"""Verifies records of Faceup with one file of plain Python (3.11 or later). docs/record-format.md says what is checked, and why."""

import base64
import hashlib
import hmac
import json
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
HEADER_FORM = 'must be written as {"header":…, and be followed by the line "events":['
FOOTER_FORM = 'must follow the line ], as "footer":…} with a newline'


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
    if len(dict(members)) < len(members):
        raise Fault("repeats a key")
    return dict(members)


def measure(value, level=1):
    if level > DEEPEST:
        raise Fault("is nested too deeply")
    if isinstance(value, dict):
        if not all(map(str.isascii, value)):
            raise Fault("has a key that is not ASCII")
        value = value.values()
    if not isinstance(value, str | int | None):
        for each in value:
            measure(each, level + 1)


def read(line):
    if len(line) > LONGEST_LINE:
        raise Fault(f"is longer than {LONGEST_LINE} bytes")
    try:
        value = json.loads(line.decode(), parse_int=integer, parse_float=not_whole, parse_constant=not_whole, object_pairs_hook=pairs)
        measure(value)
        written = canonical(value)
    except UnicodeDecodeError as error:
        raise Fault(f"is not UTF-8 (byte {error.start + 1})") from None
    except UnicodeEncodeError:
        raise Fault("holds an unpaired surrogate") from None
    except json.JSONDecodeError as error:
        raise Fault(f"is not JSON (character {error.pos + 1})") from None
    except RecursionError:
        raise Fault("is nested too deeply") from None
    if not isinstance(value, dict):
        raise Fault("is not a JSON object")
    if written != line:
        same = next((at for at, (a, b) in enumerate(zip(written, line, strict=False)) if a != b), min(len(written), len(line)))
        raise Fault(f"is not in canonical form (byte {same + 1})")
    return value


# A file: its lines, each with what is wrong with the text around it (or None).


def lines_of(file):
    if file.startswith(b"<!doctype html>"):
        record = re.search(rb'<pre id="record"[^>]*>(.*?)</pre>', file, re.DOTALL)
        file = record[1].replace(b"&lt;", b"<").replace(b"&gt;", b">").replace(b"&amp;", b"&") if record else b""
    ended = file.endswith(b"\n")
    lines = file.removesuffix(b"\n").split(b"\n") if file else []
    if lines and (lines[0].startswith(b'{"header":') or b'"events":[' in lines[:2] or lines[-1].startswith(b'"footer":')):
        return unwrapped(lines, ended)
    whole_lines = [(line, None) for line in lines]
    return whole_lines if ended or not lines else [*whole_lines[:-1], (lines[-1], "ends without a newline")]


def unwrapped(lines, ended):
    """Those of the form json. A damaged line between the parts is a fault of the header or the footer."""
    first, *lines = lines
    fits = first.startswith(b'{"header":') and first.endswith(b",") and lines[:1] == [b'"events":[']
    header = (first[10:-1], None) if fits else (first, HEADER_FORM)
    if lines and says(lines[0])[0] is None:
        del lines[0]
    footer = []
    if lines and says(lines[-1])[0] != "event":
        last = lines.pop()
        fits = ended and last.startswith(b'"footer":') and last.endswith(b"}") and lines[-1:] == [b"],"]
        footer = [(last[9:-1], None) if fits else (last, FOOTER_FORM)]
        if lines and says(lines[-1])[0] is None:
            del lines[-1]
    events = [(line.removesuffix(b","), None if line.endswith(b",") else "must end with a comma") for line in lines]
    if lines:
        events[-1] = (lines[-1], "is the last and must not end with a comma" if lines[-1].endswith(b",") else None)
    return [header, *events, *footer]


# Which line is which. The header has place 0, an event its version, the footer one more than the version of its head.


def says(line):
    """The kind and the place that a line has by its own account; None for what cannot be read."""
    version = re.search(rb',"version":([0-9]{1,16})\}[^"]{0,4}$', line[-40:])
    if line.startswith(b'{"c'):
        return "header", 0
    if line.startswith(b'{"d'):
        head = re.search(rb'"head":\{"hash":"[0-9a-f]{64}","version":([0-9]{1,16})\}', line)
        return "footer", int(head[1]) + 1 if head else None
    if version or line.startswith(b'{"a'):
        return "event", int(version[1]) if version else None
    return None, None


def missing(first, last):
    return f"event {first}", "is missing" + (f", and all up to event {last}" if last > first else "")


def name_of(kind, place):
    return f"event {place}" if kind == "event" else kind


def placed(lines):
    """Of each line that has a place: its name, place and line. Of each fault in the order of the lines: name, None, fault."""
    said = [says(line) for line, _ in lines]
    if all(place is None for _, place in said):
        lines, said = lines[:1] + lines[1:][-1:], said[:1] + said[1:][-1:]
    speakers = [None] * len(lines)  # of each line: the next one below it that says its place
    for at in range(len(lines) - 1, 0, -1):
        speakers[at - 1] = at if said[at][1] is not None else speakers[at]
    due, end = 0, len(lines) - 1
    for at, (line, (kind, place), speaker) in enumerate(zip(lines, said, speakers, strict=True)):
        next_kind, next_place = said[speaker] if speaker else (None, None)
        place_by_next = next_place - (speaker - at) if speaker else None
        if due == 0 and kind in ("event", "footer") and next_place != 0:
            yield "header", None, "is missing"
            due = 1
        if kind == "footer" and (at == end or place == due) or kind is None and at == end and due:
            yield "footer", due, line
            if at < end:
                yield "footer", None, "is followed by more lines"
            return
        strays = next_place == due and place != due
        if strays and place is None:
            if speaker == at + 1:
                yield name_of(next_kind, due), None, "comes after a line that does not belong there"
        elif strays or kind == "footer" or place is not None and place < due and (place_by_next != due or kind == "header"):
            yield name_of(kind, place), None, "is out of order or repeated"
        else:
            if place is not None and place > due and place_by_next in (None, place):
                name, fault = missing(due, place - 1)
                yield name, None, fault
                due = place
            yield name_of("event" if due else "header", due), due, line
            due += 1
    if due == 0:
        yield "header", None, "is missing"
    yield "footer", None, "is missing"


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
            self.report(name, *([found] if place is None else self.line(name, place, *found)))
            if len(self.found) > MOST_FAULTS:
                self.found[MOST_FAULTS:] = [f"file: has more faults; the first {MOST_FAULTS} are listed"]
                break

    def report(self, name, *faults):
        self.found += (f"{name}: {fault}" for fault in faults)

    def line(self, name, place, line, around):
        check = {"header": self.check_header, "footer": self.check_footer}.get(name, self.check_event)
        if place > self.last + 1:
            self.above = set()
        if name != "footer":
            self.last = place
            self.digest.update(line + b"\n")
        try:
            if around:
                raise Fault(around)
            return check(read(line))
        except Fault as fault:
            self.above = self.above if name == "header" else set()
            return [str(fault)]

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
        return self.found or [f"OK {self.header[self.stream]} {self.last} events, head {self.head['hash']}"]


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
    record = Record([(part, None) for part in (header, *events, footer)])
    stream = f"{record.header[record.stream]}: " if record.header and record.found else ""
    return [stream + result for result in record.results()]


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
