"""Tests that change, remove or add one byte anywhere in a file. Both verifiers name the line with that byte, and no other line."""

import pytest
from hypothesis import strategies as st

import verify_record
from domain.files.verify import verify
from domain.system import SCOREKEEPER
from tests.format.records import FINISHED, SHORT, club_file, file, former, owners, tournament_file
from tests.speeds import examples, long

FORMS = ("json", "ndjson")
KINDS = {
    "a game": lambda form: file(form, SHORT, SCOREKEEPER),
    "a game in version 1": lambda form: former(form, SHORT, SCOREKEEPER),
    "a club": club_file,
    "a tournament": tournament_file,
}
"""A small file of every layout, by name."""
NEWLINE = 0x0A


def report(data: bytes) -> list[str]:
    """Return the report that both verifiers give on the file. Asserts that they agree."""
    lines = list(verify(data).report())
    assert lines == verify_record.verify(data)
    return lines


def assert_located(data: bytes, changed: bytes, places: set[int]) -> None:
    """Assert that the report names a line and that each named line has a changed byte. `places`: the positions of the changed bytes in the
    valid file."""
    lines = report(changed)
    assert not lines[0].startswith("OK"), f"not noticed at {places}"
    owner = owners(data)
    named = {line.partition(":")[0] for line in lines}
    touched = {owner[place] for place in places if 0 <= place < len(data)}
    assert named <= touched, (places, lines)


def replaced(data: bytes, at: int, byte: int) -> tuple[bytes, bytes, set[int]]:
    """Return three values: the file; the file with one byte replaced; and the positions whose lines the report may name. Replacing a line
    end joins two lines, so the report may name either of them."""
    return data, data[:at] + bytes([byte]) + data[at + 1 :], {at, at + 1} if data[at] == NEWLINE else {at}


def removed(data: bytes, at: int) -> tuple[bytes, bytes, set[int]]:
    return data, data[:at] + data[at + 1 :], {at, at + 1} if data[at] == NEWLINE else {at}


def inserted(data: bytes, at: int, byte: int) -> tuple[bytes, bytes, set[int]]:
    """Insert one byte. Returns the same three values as `replaced`. If the byte is inserted between two lines, the report may name either
    of them."""
    return data, data[:at] + bytes([byte]) + data[at:], {at - 1, at, at + (data[at : at + 1] == b"\n")}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("kind", "how"),
    [
        *(("a game", how) for how in ("lowest bit", "newline", "quote", "removed", "blank before", "newline before")),
        *((kind, how) for kind in KINDS if kind != "a game" for how in ("lowest bit", "removed")),
    ],
)
@pytest.mark.parametrize("apart", [67, pytest.param(1, marks=long)])
def test_the_verifiers_name_the_changed_line_whichever_byte_of_a_file_is_changed(form: str, kind: str, how: str, apart: int) -> None:
    """In the quick tests, only every 67th byte of a small file is changed."""
    data = KINDS[kind](form)
    assert report(data)[0].startswith("OK")
    for at, byte in list(enumerate(data))[::apart]:
        match how:
            case "removed":
                change = removed(data, at)
            case "blank before":
                change = inserted(data, at, 0x20)
            case "newline before":
                change = inserted(data, at, NEWLINE)
            case _:
                change = replaced(data, at, {"lowest bit": byte ^ 1, "newline": NEWLINE, "quote": 0x22}[how])
        if change[0] != change[1]:
            assert_located(*change)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_verifiers_report_bytes_added_after_the_end_of_a_file(form: str, kind: str) -> None:
    data = KINDS[kind](form)
    for byte in range(256):
        assert_located(*inserted(data, len(data), byte))


LONG = {form: file(form, FINISHED, SCOREKEEPER) for form in FORMS}


@examples(60, 400, form=st.sampled_from(FORMS), place=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_the_verifiers_name_the_changed_line_in_the_file_of_a_whole_game(form: str, place: float, byte: int) -> None:
    data = LONG[form]
    at = int(place * len(data))
    if data[at] != byte:
        assert_located(*replaced(data, at, byte))
