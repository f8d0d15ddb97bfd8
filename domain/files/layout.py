"""The layout of a record file, which holds the complete stream of a game, a club, a tournament or a season. Anyone can examine such a file
without this program.

A file has a *header*, the *events* in order of version, and a *footer*. Each of them is one line of canonical JSON. The `ndjson` form has
only these lines. The `json` form wraps the same lines, so that the whole file is one JSON document.

The header and the footer each contain a digest of themselves. Every event has its hash in the chain. The footer also has the digest of all
lines above it. With these digests and hashes, a change of any byte makes some check fail (domain/files/verify.py). docs/record-format.md is
the specification."""

from base64 import b32encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Final
from uuid import UUID

from domain.kernel.canonical import Json, canonical
from domain.kernel.findings import Finding
from domain.record.chain import Opened
from domain.season.table import Row as SeasonRow
from domain.system import Outcome
from domain.tournament.standings import Row

# --- a record file within a page ----------------------------------------------------------------------------------------------------------


OPEN: Final = b'<pre id="record"'
CLOSE: Final = b"</pre>"
_START: Final = b"<!doctype html>"
_ESCAPES: Final = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))


def escaped(record: str) -> str:
    """Return the record as text within a page."""
    for sign, written in _ESCAPES:
        record = record.replace(sign, written)
    return record


def record_in(data: bytes) -> bytes:
    """Return the record file that this page holds; `data` itself if it is no page, or holds none. Browsers find the same: the text of the
    first element with this id."""
    if not data.startswith(_START):
        return data
    _, opened, rest = data.partition(OPEN)
    text, closed, _ = rest.partition(b">")[2].partition(CLOSE)
    if not opened or not closed:
        return data
    for sign, written in reversed(_ESCAPES):
        text = text.replace(written.encode(), sign.encode())
    return text


FORMAT: Final = "faceup-record"
FORMAT_VERSION: Final = 2
ARCHIVE_FORMAT: Final = "faceup-archive"
ARCHIVE_VERSION: Final = 1
NOTHING: Final[Mapping[str, Json]] = {}

HEADER_OPEN: Final = b'{"header":'
EVENTS_OPEN: Final = b'"events":['
EVENTS_CLOSE: Final = b"],"
FOOTER_OPEN: Final = b'"footer":'
EVENT_START: Final = b'{"a'
"""The first bytes of every line of an event. No other line begins with these bytes, because only an event has `after` or `at` as its first
key."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one file: header, events and footer, without line ends and without the wrapper of the json form. `events`: in order of
    version."""

    header: bytes
    events: tuple[bytes, ...]
    footer: bytes


def game_of(club: str, opening: str) -> str:
    """Return the id of a game of `club`, computed from `opening`: the id of the event that opened the game."""
    return stream_of(club, opening, "")


def stream_of(club: str, opening: str, letter: str) -> str:
    """Return the id of a stream of `club`, computed from `opening`: the id of the stream's first event. `letter`: the letter that stands
    for the kind of stream in the id; empty for games."""
    return f"{club}-{letter}{b32encode(sha256(UUID(opening).bytes).digest()[:10]).decode().lower()}"


def own_digest(fields: Mapping[str, Json]) -> str:
    """Return the digest of a header or footer: the SHA-256, in hex, of its canonical JSON without the key `digest`."""
    return sha256(canonical({key: value for key, value in fields.items() if key != "digest"})).hexdigest()


def game_header(game: str, system: str, viewer: str, engine: str) -> bytes:
    """Return the header for the record of a game. `engine`: the version of the rules engine that made the findings in the footer."""
    return header_of("game", game, viewer, {"system": system, "engine": engine})


def header_of(kind: str, stream: str, viewer: str, more: Mapping[str, Json] = NOTHING) -> bytes:
    """Return the header for a stream. `kind`: `game`, `club`, `tournament` or `season`. `viewer`: the viewer who gets the file. `more`:
    what only files of this kind say."""
    fields: dict[str, Json] = {"format": FORMAT, "format_version": FORMAT_VERSION, "kind": kind, "stream": stream}
    return _with_digest({**fields, "club": stream.partition("-")[0], "viewer": viewer, **more})


def event_line(body: Mapping[str, Json], hash_: str, opened: Opened) -> bytes:
    """Return the line of an event in a record file. `body`: the JSON of the event, over which its hash is computed. `opened`: the sealed
    values that the file reveals, with their salts, by path."""
    line = {**body, "hash": hash_}
    if opened:
        line["opened"] = {path: {"value": value, "salt": salt.hex()} for path, (value, salt) in opened.items()}
    return canonical(line)


def game_footer(
    header: bytes, events: Sequence[bytes], head: tuple[int, str], validated: int, outcome: Outcome, findings: Sequence[Finding]
) -> bytes:
    """Return the footer for a game's record. `validated`: the version up to which the validator has looked for findings."""
    found: list[Json] = [finding_json(finding) for finding in findings]
    return footer_of(header, events, head, {"validated": validated, "outcome": outcome_json(outcome), "findings": found})


def footer_of(header: bytes, events: Sequence[bytes], head: tuple[int, str], end: Mapping[str, Json]) -> bytes:
    """Return the footer for a stream. `header`, `events`: the lines above the footer. `head`: version and hash of the last event. `end`:
    what follows from the events, such as the standings of a tournament."""
    lines = sha256(b"".join(line + b"\n" for line in (header, *events))).hexdigest()
    return _with_digest({"head": {"version": head[0], "hash": head[1]}, "lines": lines, **end})


def as_ndjson(lines: Lines) -> bytes:
    return b"\n".join((lines.header, *lines.events, lines.footer, b""))


def as_json(lines: Lines) -> bytes:
    events = b",\n".join(lines.events)
    return b"\n".join(
        (HEADER_OPEN + lines.header + b",", EVENTS_OPEN, events, EVENTS_CLOSE, FOOTER_OPEN + lines.footer + b"}", b"")
    )  # fmt: skip


def as_line(lines: Lines) -> bytes:
    """Return the record in the format json on one line, without a line break at its end. The JSON is the same."""
    return as_json(lines).replace(b"\n", b"")  # JSON has line breaks only between values: in text they are escaped


def outcome_json(outcome: Outcome) -> dict[str, Json]:
    return {
        "state": outcome.state,
        "scores": {str(seat): score for seat, score in sorted(outcome.scores.items())},
        "standing": [list(level) for level in outcome.standing],
        "winners": list(outcome.winners),
        "depth": outcome.depth,
        "reason": outcome.reason,
    }


def standings_json(rows: Sequence[Row]) -> list[Json]:
    return [
        {"place": row.place, "entry": row.entry, "points": row.points, "values": [str(Fraction(value)) for value in row.values]}
        for row in rows
    ]


def season_json(rows: Sequence[SeasonRow]) -> list[Json]:
    return [{"place": row.place, "person": row.person, "points": str(row.points), "played": row.played} for row in rows]


def finding_json(finding: Finding) -> dict[str, Json]:
    return {
        "id": finding.id,
        "rule": finding.rule,
        "kind": finding.kind,
        "source": finding.source,
        "versions": list(finding.versions),
        "seats": list(finding.seats),
        "sentence": finding.sentence,
        "unexamined": finding.unexamined,
        "alternatives": list(finding.alternatives),
    }


def _with_digest(fields: Mapping[str, Json]) -> bytes:
    return canonical({**fields, "digest": own_digest(fields)})
