"""Reads people from a CSV file, and decides for each row whether the club's directory has the person already.

The file has a row of column names, then a row for each person: `name` (required) and `id` (may be empty or left out). Other columns are
ignored. All rows are imported, or none: every faulty row is named.

A row without an id stands for the person of that name in the directory, if there is one. A row with an id stands for the person with that
id. Nobody is renamed, and nobody who was erased gets a name again.
"""

import csv
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Final, Literal, NamedTuple

from domain.kernel.events import PersonId, TokenId
from domain.kernel.events.club import PERSON_ID, PERSON_NAME
from domain.kernel.shapes import Fault, Shape
from domain.record.directory import Directory
from service.store.clubs.people import People
from service.store.keys import Club
from service.store.streams.append import MOST_EVENTS as MOST_AT_ONCE

MOST_PEOPLE: Final = 2_000
MOST_BYTES: Final = 1024 * 1024
COLUMNS: Final[Mapping[str, Shape]] = {"name": PERSON_NAME, "id": PERSON_ID}

DELIMITERS: Final = ",;\t"
"""What may stand between columns. The one that the column names have most often counts, the first of these if none has."""

Found = Literal["registered", "already-there", "erased"]


class RowFault(NamedTuple):
    """A fault in a file. `line`: counted from 1. `column`: the name of the column with the fault; empty if the fault is in the whole
    line."""

    line: int
    column: str
    message: str


class RowsRefused(ValueError):
    """The file cannot be imported. `faults`: every fault, in order of lines."""

    def __init__(self, faults: Sequence[RowFault]) -> None:
        super().__init__(f"{len(faults)} fault(s)")
        self.faults = tuple(sorted(faults))


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A row of the file. `line`: the number of its line, from 1. `id`: None if the row has none."""

    line: int
    name: str
    id: PersonId | None


@dataclass(frozen=True, slots=True)
class PeopleFile:
    """The rows of a file, in order. `ignored`: the names of the columns that are not imported."""

    rows: tuple[PersonRow, ...]
    ignored: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    """What happens to one row of the file. `person`: the id of the row's person in the directory. `called`: the ids of other people in
    the directory with the same name."""

    row: PersonRow
    person: PersonId
    found: Found
    called: tuple[PersonId, ...] = ()


@dataclass(slots=True)
class _Reader:
    faults: list[RowFault] = field(default_factory=list)

    def fault(self, line: int, column: str, message: str) -> None:
        self.faults.append(RowFault(line, column, message))


def read_people(content: bytes) -> PeopleFile:
    """Read a CSV file. It is UTF-8 or UTF-16, with or without a byte order mark, and has commas, semicolons or tabs between columns.
    Raises RowsRefused, which names every fault."""
    reader = _Reader()
    encoding = _encoding(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as fault:
        line = content[: fault.start].decode(encoding).count("\n") + 1
        raise RowsRefused([RowFault(line, "", "is neither UTF-8 nor UTF-16: save the file as CSV in UTF-8")]) from None
    lines = _records(text, reader)
    first, names = next(lines, (1, []))
    columns = [name.strip().lower() for name in names]
    if "name" not in columns:
        reader.fault(first, "", "must name the columns; one of them must be called name")
    for name in COLUMNS:
        if columns.count(name) > 1:
            reader.fault(first, name, "is the name of several columns")
    if reader.faults:
        raise RowsRefused(reader.faults)
    rows = [row for line, cells in lines if (row := _row(line, cells, columns, reader)) is not None]
    _once(rows, reader)
    if reader.faults:
        raise RowsRefused(reader.faults)
    return PeopleFile(tuple(rows), tuple(name for name in names if name.strip().lower() not in COLUMNS and name.strip()))


def _encoding(content: bytes) -> str:
    """Return the name of the encoding. What Excel calls Unicode text is UTF-16. It begins with a byte order mark; without one, every second
    byte of its column names is 0."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    return {b"\0": "utf-16-le"}.get(content[1:2]) or {b"\0": "utf-16-be"}.get(content[:1], "utf-8-sig")


def _records(text: str, reader: _Reader) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each row, and its cells. Empty rows are left out. If there are more than MOST_PEOPLE rows,
    note a fault and stop."""
    heading = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=heading.count)
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begun, count = 1, 0
    try:
        for cells in rows:
            line, begun = begun, rows.line_num + 1
            if any(map(str.strip, cells)):
                if count > MOST_PEOPLE:
                    reader.fault(line, "", f"is one person too many: a file has at most {MOST_PEOPLE} people")
                    return
                yield line, cells
                count += 1
    except csv.Error as fault:
        reader.fault(begun, "", f"is not CSV: {fault}")


def _row(line: int, cells: Sequence[str], columns: Sequence[str], reader: _Reader) -> PersonRow | None:
    """Return the person in a row; None if the row has a fault."""
    before = len(reader.faults)
    if len(cells) > len(columns):
        reader.fault(line, "", f"has {len(cells)} cells, but there are {len(columns)} columns")
    values = dict(zip(columns, (cell.strip() for cell in cells), strict=False))
    for column, shape in COLUMNS.items():
        value = values.get(column, "")
        found: list[Fault] = []
        if value or column == "name":
            shape.read(value, "", found)
        for fault in found:
            reader.fault(line, column, fault.message if value else "is empty")
    return None if len(reader.faults) > before else PersonRow(line, values["name"], PersonId(values.get("id", "")) or None)


def _once(rows: Sequence[PersonRow], reader: _Reader) -> None:
    """Note a fault for each row that has the id of an earlier row. Also note a fault for a row that has the name of an earlier row, if
    one of the two has no id."""
    ids: dict[str, int] = {}
    names: dict[str, PersonRow] = {}
    for row in rows:
        if row.id is not None and ids.setdefault(row.id, row.line) != row.line:
            reader.fault(row.line, "id", f"is in line {ids[row.id]} already")
        former = names.setdefault(_compared(row.name), row)
        if former is not row and (row.id is None or former.id is None):
            reader.fault(row.line, "name", f"is in line {former.line} already: give both people an id if they are two")


def matched(rows: Sequence[PersonRow], directory: Directory, new: Sequence[PersonId]) -> list[Matched]:
    """Return what happens to each row: which person of the directory the row means, or that the person is new. `new`: for each row, the id
    that a new person gets if the row has no id. Raises RowsRefused, which names every row that contradicts the directory."""
    by_name: dict[str, list[PersonId]] = {}
    for person, known in directory.people.items():
        if known.name is not None:
            by_name.setdefault(_compared(known.name), []).append(person)
    reader = _Reader()
    found = [_matched(row, directory, by_name.get(_compared(row.name), []), id_, reader) for row, id_ in zip(rows, new, strict=True)]
    if reader.faults:
        raise RowsRefused(reader.faults)
    return found


def _matched(row: PersonRow, directory: Directory, namesakes: Sequence[PersonId], new: PersonId, reader: _Reader) -> Matched:
    if row.id is None and len(namesakes) == 1:
        return Matched(row, namesakes[0], "already-there")
    if row.id is None and namesakes:
        reader.fault(row.line, "name", f"belongs to several people here: give the id of one of them ({', '.join(namesakes)})")
    asked = row.id or new
    person, known = directory.whom(asked), directory.get(asked)
    others = tuple(other for other in namesakes if other != person)
    if known is None:
        return Matched(row, person, "registered", others)
    if known.erased:
        if row.id is not None:
            reader.fault(row.line, "id", "belongs to a person who was erased, and can never have a name again")
        return Matched(row, person, "erased")
    own = person == row.id  # False if the row's id was merged into this person, or if the row has no id.
    if own and known.name is not None and _compared(known.name) != _compared(row.name):
        reader.fault(row.line, "id", "belongs to somebody with another name; an import renames nobody")
    return Matched(row, person, "already-there", others)


def import_people(people: People, club: Club, rows: Sequence[PersonRow], new: Sequence[PersonId], by: TokenId) -> list[Matched]:
    """Register everyone in `rows` who is not in the directory. Returns what happened to each row. `new`: for each row, the id that a new
    person gets if the row has no id. Raises RowsRefused.

    More than 500 people are registered in several steps. If an import is interrupted between two steps, import the same file again to
    complete it.
    """
    outcome: list[Matched] = []
    left: dict[PersonId, str] = {}

    def chosen(directory: Directory) -> Mapping[PersonId, str]:
        nonlocal outcome, left
        found = matched(rows, directory, new)
        outcome = outcome or found
        left = {each.person: each.row.name for each in found if each.found == "registered"}
        return dict(list(left.items())[:MOST_AT_ONCE])

    people.register_chosen(club, chosen, by)
    while len(left) > MOST_AT_ONCE:
        people.register_chosen(club, chosen, by)
    return outcome


def _compared(name: str) -> str:
    """Return the form of a name that is compared with other names. Case, Unicode composition and white space make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
