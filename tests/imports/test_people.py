"""Imports of people from a CSV file. If a row is faulty, nobody is imported, and every faulty row is named. Importing a file twice
registers nobody twice."""

from collections.abc import Sequence

import pytest

from domain.kernel.events import PersonId
from service.files.people import MOST_PEOPLE, Matched, RowsRefused, import_people, matched, read_people
from service.store.clubs.people import People
from service.store.keys import HOME
from tests.imports.records import into
from tests.store.bench import BY, Store

ANNA, BERT = PersonId("p-anna"), PersonId("p-bert")


@pytest.fixture
def people(store: Store) -> People:
    made = into(store).people
    made.register(HOME, {ANNA: "Anna Zimt", BERT: "Bert"}, BY)
    return made


def sent(people: People, text: str, key: str = "k") -> list[Matched]:
    rows = read_people(text.encode()).rows
    return import_people(people, HOME, rows, fresh(len(rows), key), BY)


def fresh(count: int, key: str) -> list[PersonId]:
    return [PersonId(f"p-{key}-{number}") for number in range(count)]


READ: list[tuple[str, bytes, list[tuple[int, str, str | None]]]] = [
    ("a comma", b"name,id\nAnna,p-1\nBert,\n", [(2, "Anna", "p-1"), (3, "Bert", None)]),
    ("a semicolon, other columns", b"Rating;Name;Club\r\n1800;Anna, Dr.;x\r\n", [(2, "Anna, Dr.", None)]),
    ("a byte order mark", b"\xef\xbb\xbfname\n\xc5\xbdofie\n", [(2, "Žofie", None)]),
    ("tabs", b"name\tid\nAnna, Dr.\tp-1\n", [(2, "Anna, Dr.", "p-1")]),
    ("Unicode text, as Excel saves it", "name\tid\r\nŽofie\tp-1\r\n".encode("utf-16"), [(2, "Žofie", "p-1")]),
    ("UTF-16, big-endian", b"\xfe\xff" + "name;id\nŽofie;\n".encode("utf-16-be"), [(2, "Žofie", None)]),
    ("UTF-16 without a byte order mark", "name\nŽofie\n".encode("utf-16-le"), [(2, "Žofie", None)]),
    ("big-endian without a byte order mark", "name\nŽofie\n".encode("utf-16-be"), [(2, "Žofie", None)]),
    ("empty rows and spaces", b"name , id\n\n  Anna  ,\n,\n\nBert\n", [(3, "Anna", None), (6, "Bert", None)]),
    ("a cell of two lines", b'id,name\np-1,"Anna\nZimt"\np-2,Bert\n', [(2, "Anna\nZimt", "p-1"), (4, "Bert", "p-2")]),
    ("no newline at the end", b'name\n"Anna ""Zimt"""', [(2, 'Anna "Zimt"', None)]),
    ("two people of one name", b"name,id\nAnna,p-1\nanna,p-2\n", [(2, "Anna", "p-1"), (3, "anna", "p-2")]),
    ("nobody", b"name\n", []),
]


@pytest.mark.parametrize(("content", "rows"), [row[1:] for row in READ], ids=[row[0] for row in READ])
def test_each_row_of_a_people_file_is_read_with_line_name_and_id(content: bytes, rows: list[tuple[int, str, str | None]]) -> None:
    assert [(row.line, row.name, row.id) for row in read_people(content).rows] == rows


def test_the_answer_names_the_columns_of_a_people_file_that_are_ignored() -> None:
    assert read_people(b"Name;Rating;ID;Club\nAnna;1;;x\n").ignored == ("Rating", "Club")


TEN_BAD_ROWS = (
    "name,id\n"
    ",p-1\n"  # line 2
    f"{'x' * 81},p-2\n"  # line 3
    "Anna,P 3\n"  # line 4
    "Bert,p-4,more\n"  # line 5
    "Carl,p-5\n"
    "Dora,p-5\n"  # line 7
    "Emil\n"
    "EMIL\n"  # line 9
    "a\0b\n"  # line 10
    ",\n"
    "  ,p-6\n"  # line 12
    f"Fritz,{'p' * 41}\n"  # line 13
    "ＥＭＩＬ ,\n"  # line 14
)

TEN_PLACES = [
    *((2, "name"), (3, "name"), (4, "id"), (5, ""), (7, "id")),
    *((9, "name"), (10, "name"), (12, "name"), (13, "id"), (14, "name")),
]
TOO_MANY = b"name\n" + b"".join(b"n%d\n" % number for number in range(MOST_PEOPLE + 1))
WRONG: list[tuple[str, bytes, list[tuple[int, str]]]] = [
    ("nothing", b"", [(1, "")]),
    ("no column of names", b"first,last\nAnna,Zimt\n", [(1, "")]),
    ("two columns of names", b"name,Name\nAnna,Zimt\n", [(1, "name")]),
    ("no UTF-8", b"name\nAnna\n\xdcli\n", [(3, "")]),
    ("half a character of UTF-16", "name\nAnna\nÜlo".encode("utf-16")[:-1], [(3, "")]),
    ("no CSV", b'name\nAnna\n"Bert\n', [(3, "")]),
    ("ten bad rows", TEN_BAD_ROWS.encode(), TEN_PLACES),
    ("too many", TOO_MANY, [(MOST_PEOPLE + 2, "")]),
]


@pytest.mark.parametrize(("content", "places"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_every_fault_of_a_people_file_is_named_with_line_and_column(content: bytes, places: list[tuple[int, str]]) -> None:
    with pytest.raises(RowsRefused) as refused:
        read_people(content)
    assert [(fault.line, fault.column) for fault in refused.value.faults] == places


def found(made: Sequence[Matched]) -> list[tuple[str, str]]:
    return [(each.person, each.found) for each in made]


def test_importing_the_same_people_file_twice_registers_nobody_twice(people: People) -> None:
    text = "name,id\nAnna  zimt,\nCarl,\nDora,p-dora\n"
    first = sent(people, text)
    assert found(first) == [(ANNA, "already-there"), ("p-k-1", "registered"), ("p-dora", "registered")]
    assert found(sent(people, text, "other")) == [(ANNA, "already-there"), ("p-k-1", "already-there"), ("p-dora", "already-there")]
    assert people.everyone(HOME) == {ANNA: "Anna Zimt", BERT: "Bert", "p-k-1": "Carl", "p-dora": "Dora"}


def test_a_known_name_with_a_new_id_is_registered_as_another_person(people: People) -> None:
    (made,) = sent(people, "name,id\nBert,p-other\n")
    assert (made.person, made.found, made.called) == ("p-other", "registered", (BERT,))
    with pytest.raises(RowsRefused, match="1 fault"):
        sent(people, "name\nBert\n")


CONTRADICTIONS = [
    ("name,id\nCarl,p-anna\n", "id", "belongs to somebody with another name; an import renames nobody"),
    ("name,id\nGone,p-gone\n", "id", "belongs to a person who was erased, and can never have a name again"),
]


@pytest.mark.parametrize(("text", "column", "message"), CONTRADICTIONS, ids=["another name", "erased"])
def test_a_people_file_that_contradicts_the_directory_registers_nobody(people: People, text: str, column: str, message: str) -> None:
    people.register(HOME, {PersonId("p-gone"): "Gone"}, BY)
    people.erase(HOME, PersonId("p-gone"), BY)
    before = people.everyone(HOME)
    with pytest.raises(RowsRefused) as refused:
        sent(people, text + "Emil,\n")
    assert refused.value.faults == ((2, column, message),)
    assert people.everyone(HOME) == before


def test_repeating_an_import_of_people_does_not_bring_back_an_erased_person(people: People) -> None:
    assert found(sent(people, "name\nCarl\n")) == [("p-k-0", "registered")]
    people.erase(HOME, PersonId("p-k-0"), BY)
    assert found(sent(people, "name\nCarl\n")) == [("p-k-0", "erased")]
    assert "Carl" not in people.everyone(HOME).values()


def test_a_merged_persons_id_in_a_file_stands_for_the_remaining_person(people: People) -> None:
    people.merge(HOME, ANNA, BERT, BY)
    assert found(sent(people, "name,id\nBert,p-bert\n")) == [(ANNA, "already-there")]


def test_a_file_with_the_greatest_allowed_number_of_people_is_imported_whole(people: People) -> None:
    text = "name\n" + "".join(f"Person {number}\n" for number in range(MOST_PEOPLE))
    assert {each.found for each in sent(people, text)} == {"registered"}
    assert len(people.everyone(HOME)) == MOST_PEOPLE + 2
    assert {each.found for each in sent(people, text, "again")} == {"already-there"}


def test_an_interrupted_import_of_people_is_completed_by_the_same_file(people: People) -> None:
    text = "name\n" + "".join(f"Person {number}\n" for number in range(600))
    rows = read_people(text.encode()).rows
    people.register_chosen(
        HOME, lambda directory: {each.person: each.row.name for each in matched(rows, directory, fresh(600, "k"))[:500]}, BY
    )
    made = sent(people, text, "again")
    assert [each.found for each in made] == ["already-there"] * 500 + ["registered"] * 100
    assert len(people.everyone(HOME)) == 602
