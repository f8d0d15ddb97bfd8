"""Write the pages under docs/ that come from the code: events.md, csv.md, limits.md and the index of decisions. `make docs` runs it; a test
compares the pages with it.

python docs/generate.py [--check]
"""

import json
import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

from limits_page import limits_page

from domain.kernel.events import CLUB_TYPES, EVENT_TYPES, SEASON_TYPES, TOURNAMENT_TYPES, EventType
from domain.kernel.shapes import Optional, Seal, Shape
from domain.systems import SYSTEMS
from domain.words.phrases import listed
from service.files.season_table import ABOUT, COLUMNS, MORE
from service.files.tables import TABLES, Table
from service.files.tournament_tables import TOURNAMENT_TABLES, TournamentTable
from service.web.pages import family_name

FOLDER = Path(__file__).parent

HEAD = """# Events

Generated from `domain/kernel/events/` by `make docs`; do not edit. What the words mean: docs/rules/00_conventions.md; how events are
hashed, sealed and exported: record-format.md.

Every event has the envelope `version, id, type, data, by, at, offset, recorded_at`, and `after` when it was placed elsewhere in table
order. The recorder sends a field marked *sealed* in the clear; the record holds a commitment, and the value is kept beside the record.
`null` fields may be left out. Rights: **record** (scorekeepers, table links), **direct** (directors), **own** (owners). `GameOpened`,
`ResultConfirmed` and `GameLinked` are recorded by requests of their own (`/games`, `/confirmation`, `/rematch`); their right is the right
to withdraw them.
"""


CLUB_HEAD = """
## Events of a club's own stream

A stream of another kind: a game refuses these events, and a club's stream refuses those of games. They are recorded by requests of their
own (`/people`, `/clubs`).
"""

TOURNAMENT_HEAD = """
## Events of a tournament

A stream of a third kind. An *entry* is a person, a fixed pair or a team; a *side* of a table is the entries that play there together.
`winners` and `scores` count the sides of a table from 0.
"""

SEASON_HEAD = """
## Events of a season

A stream of a fourth kind: a table of people over several tournaments. `TournamentCounted`, `CorrectionAccepted` and `CorrectionDeclined`
are recorded by requests of their own (`/seasons/{season}/tournaments`, `/seasons/{season}/pending`), which look up the standings.
"""


def page() -> str:
    parts = [HEAD]
    for title, common in (("Events of every game", True), ("Events of particular systems", False)):
        parts.append(f"\n## {title}\n")
        parts += [_section(kind) for kind in EVENT_TYPES.values() if kind.common is common]
    parts.append(CLUB_HEAD)
    parts += [_section(kind) for kind in CLUB_TYPES.values()]
    parts.append(TOURNAMENT_HEAD)
    parts += [_section(kind) for kind in TOURNAMENT_TYPES.values()]
    parts.append(SEASON_HEAD)
    parts += [_section(kind) for kind in SEASON_TYPES.values()]
    return "".join(parts)


def _section(kind: EventType) -> str:
    rows = "".join(
        f"| `{name}` | {_described(shape)} | {'yes' if name in kind.shape.required else 'no'} |\n" for name, shape in kind.shape.fields
    )
    users = "" if kind.common else _users(kind)
    return (
        f"\n### {kind.name}\n\n{kind.doc} {users}Right: {kind.right}. Stored as `{kind.code}`.\n\n"
        f"| Field | Holds | Required |\n| --- | --- | --- |\n{rows}\n"
        f"```json\n{json.dumps(kind.example, ensure_ascii=False)}\n```\n"
    )


def _users(kind: EventType) -> str:
    """Return a sentence that names the systems that take the event. A family of several that all take it is named as a whole, and one of
    which most take it by the others. Empty if no system takes it."""
    words = []
    for family, systems in groupby(SYSTEMS.values(), lambda system: system.family):
        taking: list[str] = []
        others: list[str] = []
        for system in systems:
            (taking if kind.name in system.acts else others).append(f"`{system.slug}`")
        if len(taking) > 1 and len(taking) > len(others):
            words.append(f"all games of {family_name(family)}" + (f" except {listed(others)}" if others else ""))
        else:
            words += taking
    return f"Systems: {'; '.join(words)}. " if words else ""


def _described(shape: Shape) -> str:
    match shape:
        case Optional(item=item):
            return _described(item) + ", or null"
        case Seal(item=item):
            return f"{_described(item)} (*sealed*)"
        case _:
            pass
    schema = shape.schema()
    inner = getattr(shape, "item", None)
    match schema:
        case {"enum": [*words]}:
            return ", ".join(f"`{word}`" for word in words)
        case {"type": "array"}:
            return f"list, each {_described(inner)}" if inner is not None else "list"
        case {"type": "object", "properties": dict() as fields}:
            return "map with " + ", ".join(f"`{name}`" for name in fields)
        case {"type": "object"}:
            return f"map from seat to {_described(inner)}" if inner is not None else "map of rules"
        case {"type": "integer", "minimum": low, "maximum": high}:
            return f"whole number, {low} to {high}"
        case {"pattern": str() as pattern} if "AKQJT" in pattern:
            return "card"
        case {"oneOf": [*several]}:
            return "map with one of " + ", ".join(f"`{name}`" for each in several for name in each["properties"])
        case {"type": "string", "maxLength": longest, "examples": [*usual]}:
            return f"text, at most {longest} characters, such as " + ", ".join(f"`{word}`" for word in usual)
        case {"type": "string", "maxLength": longest}:
            return f"text, at most {longest} characters"
        case _:
            return "true or false"


CSV_HEAD = """# Tables for a spreadsheet

Generated from `service/files/tables.py`, `tournament_tables.py` and `season_table.py` by `make docs`; do not edit.

Export a table with `GET /api/v1/games/{id}/export?format=` or `faceup export GAME --format` and its name. A table holds only what its
viewer may see. When a game closes its history to a viewer until its end, its tables are closed too. Tables prove nothing; use `json` or
`ndjson` for proof ([record-format.md](record-format.md)).

RFC 4180: UTF-8, a comma between columns, CRLF after each row, one row of names at the top, quotes where they are needed. With `bom=true`
(on the command line `--bom`) the file begins with a byte order mark, so that a spreadsheet opens it rightly by a double click; the pages
ask for it, and programs need not.

An empty cell means that there is no value, or none that this viewer may see. Times are ISO 8601 in UTC, to the millisecond. Whole numbers
are written as they are. A text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, their wide forms, a tab or a
line end) gets an apostrophe in front.
"""

TOURNAMENT_CSV_HEAD = """
# Tables of a tournament

Export one with `GET /api/v1/tournaments/{id}/export?format=csv&table=` or `faceup export TOURNAMENT --format csv --table` and its name.
Everyone who may see the tournament gets them; rounds that are not published are only for those who record. Names of erased people are
left out.
"""


SEASON_CSV_HEAD = """
# The table of a season

Export it with `GET /api/v1/seasons/{id}/export?format=csv`. Everyone who may see the season gets it.
"""


def csv_page() -> str:
    tournament = "".join(map(_tournament_table, TOURNAMENT_TABLES.values()))
    season = _columns("season", ABOUT, COLUMNS) + f"\nThen: {MORE}.\n"
    return CSV_HEAD + "".join(map(_table, TABLES)) + TOURNAMENT_CSV_HEAD + tournament + SEASON_CSV_HEAD + season


def _tournament_table(table: TournamentTable) -> str:
    return _table(table) + (f"\nThen: {table.more_about}.\n" if table.more_about else "")


def _table(table: Table | TournamentTable) -> str:
    return _columns(table.name, table.about, table.columns)


def _columns(name: str, about: str, columns: Mapping[str, str]) -> str:
    rows = "".join(f"| `{column}` | {holds} |\n" for column, holds in columns.items())
    return f"\n## {name}\n\n{about}\n\n| Column | Holds |\n| --- | --- |\n{rows}"


DECISIONS_HEAD = """# Decisions

One question a page, the answer first, then the reasons and what was tried and not chosen. When an answer changes, its page changes. `make
docs` generates this index.
"""
ROOMS = {
    "domain": "The rules",
    "games": "The games",
    "record": "Records and their life",
    "store": "The store",
    "api": "The HTTP API",
    "files": "Files in and out",
    "web": "The pages",
    "workers": "Background jobs",
    "ops": "Running it",
    "tests": "The tests",
}
"""The headings of the index. The key is the first word of a decision's file name. `ROOM_OF` maps any other first word, or a whole name, to
one of these keys."""
ROOM_OF = {
    "who-sees-what": "domain",
    "bid-whist": "games",
    "pitch": "games",
    "spades": "games",
    "clubs": "record",
    "life-of-a-record": "record",
    "practice": "record",
    "rulings": "record",
    "tournaments": "record",
    "import": "files",
    "offline": "web",
}


def decisions_page() -> str:
    by_room: dict[str, list[str]] = {room: [] for room in ROOMS}
    for path in sorted((FOLDER / "decisions").glob("*.md")):
        if path.name != "README.md":
            word = path.stem.split("-")[0]
            question = path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ")
            by_room[ROOM_OF.get(path.stem) or ROOM_OF.get(word) or word].append(f"* [{question}]({path.name})\n")
    return DECISIONS_HEAD + "".join(f"\n## {ROOMS[room]}\n\n{''.join(lines)}" for room, lines in by_room.items() if lines)


PAGES = {"events.md": page, "csv.md": csv_page, "limits.md": limits_page, "decisions/README.md": decisions_page}


def main() -> int:
    pages = {FOLDER / name: made() for name, made in PAGES.items()}
    if "--check" in sys.argv:
        return 0 if all(path.exists() and path.read_text(encoding="utf-8") == text for path, text in pages.items()) else 1
    for path, text in pages.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
