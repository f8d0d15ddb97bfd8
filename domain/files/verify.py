"""Checks whether a file is the record that was exported, from its bytes alone: without a server and without the rules of any game.

The check covers the canonical form of the lines, the sequence of versions, the hash chain, and the digests of header and footer. It
compares every sealed value in the file with its commitment. A fault names its line. domain/files/recompute.py checks whether the outcome
follows from the events. `verify_record.py` at the root of the project makes the same checks, and needs no other file of Faceup.

A valid file may still be forged: somebody can change it and compute every later hash again. To exclude this, get the hash of the last event
from another source, and compare `head` with it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, cast

from domain.files.forms import UNKNOWN, is_commitment, is_hash, layout_of, malformed, sealed_leaves
from domain.files.layout import own_digest, stream_of
from domain.files.lines import Line, Place, places, written
from domain.kernel.canonical import Json
from domain.record.chain import GENESIS, commitment, link_text

MOST_FAULTS: Final = 100
"""The most faults of a file that are listed. When this many are found, the rest of the file is not read."""


@dataclass(frozen=True, slots=True)
class VerifyFault:
    """One fault of a file. `event`: the version of the faulty event, None if the fault is not in an event. `where`: the faulty line, in
    words."""

    event: int | None
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a verification. `kind`: `game`, `club`, `tournament` or `season`. `version`, `head`: those of the last event.

    If the file is damaged, `kind`, `stream`, `version` and `head` may be wrong, empty or 0."""

    valid: bool
    kind: str
    stream: str
    version: int
    head: str
    faults: tuple[VerifyFault, ...]

    def report(self) -> tuple[str, ...]:
        """Return the lines of text to print about the file. verify_record.py prints the same lines."""
        if not self.valid:
            return tuple(map(str, self.faults))
        return (f"OK {self.stream} {self.version} event{'' if self.version == 1 else 's'}, head {self.head}",)


Each = Callable[[], object]
"""The type of a function without arguments that is called for each line of a file. It may show progress, or let other work run."""


def nothing() -> None:
    """Do nothing. This function is called for each line if the caller passes no function `each`."""


def verify(data: bytes, each: Each = nothing) -> Verified:
    """Verify a record file in the ndjson or json form. Never raises an exception, whatever bytes the file has. Calls the function `each`,
    which may show progress, for each line."""
    return verified_lines(data, each)[0]


def verified_lines(data: bytes, each: Each = nothing) -> tuple[Verified, list[Mapping[str, Json]]]:
    """Verify a record file as `verify` does. Returns (the result, the lines). The lines are the header, the events and the footer as JSON
    objects; an empty list if the file is not valid."""
    examination = _Examination()
    lines: list[Mapping[str, Json]] = []
    for place in places(data):
        examination.examine(place)
        each()
        if place.line is not None and not examination.faults:
            lines.append(place.line.fields)
        if len(examination.faults) > MOST_FAULTS:
            more = VerifyFault(None, "file", f"has more faults; the first {MOST_FAULTS} are listed")
            examination.faults[MOST_FAULTS:] = [more]
            break
    version, head = examination.last
    valid = not examination.faults
    verified = Verified(valid, examination.kind, examination.stream, version, head, tuple(examination.faults))
    return verified, lines if valid else []


class _Examination:
    """Checks the lines of a file from top to bottom, once. Two lines are compared only if each of them is valid by itself. Therefore one
    change in a file gives only one fault."""

    def __init__(self) -> None:
        self.faults: list[VerifyFault] = []
        self.kind = ""
        self.stream = ""
        self.last = (0, "")
        self._header: Mapping[str, Json] = {}
        self._layout = UNKNOWN
        self._previous: tuple[str, ...] = (GENESIS,)  # the next event's hash must follow from one of these; empty if unknown
        self._ids: dict[Json, int] = {}
        self._time = (0, -(2**53))
        self._lines = sha256()

    def examine(self, place: Place) -> None:
        line = place.line
        if line is None:
            self._missing(place)
        elif place.extra:
            self._fault(place.part, place.extra, place.number if place.part == "event" else None)
        elif place.part == "header":
            self._in_header(line)
        elif place.part == "event":
            self._in_event(place.number, line)
        else:
            self._in_footer(line)
        if line is not None:
            self._lines.update(line.text + b"\n")

    def _fault(self, part: str, message: str, event: int | None = None) -> None:
        self.faults.append(VerifyFault(event, part if event is None else f"event {event}", message))

    def _missing(self, place: Place) -> None:
        if place.part != "event":
            self._fault(place.part, "is missing")
            return
        self._previous = ()
        self._fault("", "is missing" if place.upto == place.number else f"is missing, and all up to event {place.upto}", place.number)

    def _in_header(self, line: Line) -> None:
        fields = line.fields
        layout = line.wrong or layout_of(fields)
        if isinstance(layout, str):
            self._fault("header", layout)
            return
        wrong = list(malformed(line, layout.header))
        if not wrong and fields["digest"] != own_digest(fields):
            wrong = ["digest does not match: the header was changed"]
        if not wrong and fields["club"] != str(fields[layout.stream]).partition("-")[0]:
            wrong = [f"club does not match the {layout.stream}"]
        for message in wrong:
            self._fault("header", message)
        if not wrong:
            self._header, self._layout = fields, layout
            self.kind, self.stream = str(fields.get("kind", "game")), str(fields[layout.stream])

    def _in_event(self, number: int, line: Line) -> None:
        wrong = list(malformed(line, self._layout.event))
        if not wrong and line.fields["version"] != number:
            wrong = [f"version must be {number}"]
        chained = self._chained(line)
        if not wrong and not chained:
            wrong = ["hash does not match: the event or its hash was changed"]
        wrong = wrong or [*self._unsealed(line.fields), *self._out_of_line(line.fields)]
        for message in wrong:
            self._fault("", message, number)
        self.last = (number, str(line.fields.get("hash", "")))
        if not wrong:
            self._ids[line.fields["id"]] = number
            self._time = (number, cast("int", line.fields["recorded_at"]))
            if number == 1:
                self._opening(line.fields)

    def _chained(self, line: Line) -> bool:
        """Return True if the hash in this line follows from the hash of the event before it, or if that earlier hash is not known. Also
        remember which hashes the next event may follow from: the hash in this line and, if it is wrong, also the hash that is computed for
        this line. In this way, one wrong hash gives only one fault."""
        stated = line.fields.get("hash")
        body = {key: value for key, value in line.fields.items() if key not in ("hash", "opened")}
        text = written(body)
        should = [link_text(previous, text) for previous in self._previous] if body else []
        chained = stated in should or not self._previous
        known = [cast("str", stated)] if is_hash(stated) else []
        self._previous = () if "hash" not in line.fields else tuple(known if chained else known + should)
        return chained

    def _unsealed(self, fields: Mapping[str, Json]) -> Iterator[str]:
        """Yield the faults of the commitments in an event, and of the sealed values that the file reveals for it."""
        leaves = dict(sealed_leaves(fields["data"]))
        commits: dict[str, Json] = {}
        for path, leaf in leaves.items():
            if is_commitment(leaf):
                commits[path] = leaf["commit"]
            else:
                yield f"data {path[:60]!a} is not a commitment"
        for path, opening in cast("dict[str, dict[str, Json]]", fields.get("opened", {})).items():
            salt = bytes.fromhex(cast("str", opening["salt"]))
            if path not in leaves:
                yield f"opened {path[:60]!a} is not sealed in data"
            elif path in commits and commitment(salt, opening["value"]) != commits[path]:
                yield f"opened {path[:60]!a} does not match its commitment"

    def _out_of_line(self, fields: Mapping[str, Json]) -> Iterator[str]:
        """Yield the faults that an event has only in relation to other events: in its id, its time, its `after` or its type."""
        version = cast("int", fields["version"])
        if cast("int", fields.get("after", 0)) >= version:
            yield "after must name an earlier event"
        if fields["id"] in self._ids:
            yield f"id is already used by event {self._ids[fields['id']]}"
        before, time = self._time
        if cast("int", fields["recorded_at"]) < time:
            yield f"recorded_at is earlier than that of event {before}"
        opening = self._layout.opening
        if opening and (version == 1) != (fields["type"] == opening):
            yield f"type must be {opening}" if version == 1 else f"type must not be {opening}"

    def _opening(self, fields: Mapping[str, Json]) -> None:
        """Compare the header with the first event, and note the faults. Called only if both are valid by themselves."""
        layout, data = self._layout, cast("dict[str, Json]", fields["data"])
        if not self._header:
            return
        if layout.named:
            if data.get(layout.named) != self.stream:
                self._fault("header", f"{layout.stream} is not the {layout.named} of event 1")
        elif self.stream != stream_of(str(self._header["club"]), str(fields["id"]), layout.letter):
            self._fault("header", f"{layout.stream} does not match the id of event 1")
        if data.get("system") != self._header.get("system", data.get("system")):
            self._fault("header", "system is not the system of event 1")

    def _in_footer(self, line: Line) -> None:
        wrong = list(malformed(line, self._layout.footer))
        fields = line.fields
        if not wrong and fields["digest"] != own_digest(fields):
            wrong = ["digest does not match: the footer was changed"]
        if not wrong and not self.faults:
            wrong = list(self._unlike_above(fields, cast("dict[str, Json]", fields["head"])))
        for message in wrong:
            self._fault("footer", message)

    def _unlike_above(self, fields: Mapping[str, Json], head: Mapping[str, Json]) -> Iterator[str]:
        if (head["version"], head["hash"]) != self.last:
            yield f"head is not the last event, {self.last[0]}"
        if cast("int", fields.get("validated", 0)) > cast("int", head["version"]):
            yield "validated is later than the last event"
        if fields["lines"] != self._lines.hexdigest():
            yield "lines does not match: something above was added or removed, such as an opened value"
