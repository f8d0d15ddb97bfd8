"""Sheets that are made to be expensive to read. A sheet that exceeds a limit is refused. The work of reading is at most proportional to the
length of the text."""

import json
import sys
import tracemalloc
from types import FrameType

import pytest

from domain.files.limits import MOST_IN_A_RECORD, MOST_IN_A_SHEET_LINE, MOST_LINES_OF_A_SHEET
from domain.notation import read
from domain.notation.entries import MOST_VALUES
from domain.notation.grammar import MOST_MARKS, MOST_TAGS
from domain.notation.tokens import Strip
from tests.notation.hostile import NAMES, RESULTS, hostile, result
from tests.speeds import rows

HEAD = "faceup sheet 1\nsystem: high-card\nseats: 0 1 2\n"
QUICK = frozenset({"brackets", "acts in one line", "tags"})
every_name = pytest.mark.parametrize("name", rows(dict.fromkeys(NAMES), QUICK))


def test_reading_hostile_sheets_gives_the_recorded_results() -> None:
    recorded = json.loads(RESULTS.read_text())
    assert {name: result(name) for name in NAMES} == recorded


# --- work and memory ----------------------------------------------------------------------------------------------------------------------


def calls(text: str) -> int:
    """Return how many functions are called while the text is read, including functions written in C."""
    count = 0

    def called(_frame: FrameType, event: str, _value: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return count


@every_name
def test_the_work_of_reading_a_sheet_is_proportional_to_its_length(name: str) -> None:
    short, long = (calls(hostile(name, length)) for length in (16_000, 64_000))
    assert long < 4.5 * short


@every_name
def test_the_memory_for_reading_a_sheet_is_proportional_to_its_length(name: str) -> None:
    text = hostile(name, 50_000)
    tracemalloc.start()
    read(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 250 * len(text) + 1_000_000


# --- limits -------------------------------------------------------------------------------------------------------------------------------

ACTS = f"a record has at most {MOST_IN_A_RECORD} events"
LINES = f"a sheet has at most {MOST_LINES_OF_A_SHEET} lines"
LONG = f"a line has at most {MOST_IN_A_SHEET_LINE} characters"
VALUES = f"an act or a tag has at most {MOST_VALUES} values"
MARKS = f"an act has at most {MOST_MARKS} marks"
LIMITS = {
    # For each name: the text below the tags, which exceeds a limit; and the expected (place, message).
    "acts": ("note(a)\n" * MOST_IN_A_RECORD, (MOST_IN_A_RECORD + 3, 1, ACTS)),
    "acts in a line": ("0:lowest " * MOST_IN_A_RECORD, (4, 9 * (MOST_IN_A_RECORD - 1) + 1, ACTS)),
    "acts in another line": ("0 :lowest " * MOST_IN_A_RECORD, (4, 10 * (MOST_IN_A_RECORD - 1) + 1, ACTS)),
    "lines": ("\n" * MOST_LINES_OF_A_SHEET, (MOST_LINES_OF_A_SHEET + 1, 1, LINES)),
    "a line": ("; x" + "x" * MOST_IN_A_SHEET_LINE, (4, 1, LONG)),
    "values": ("0:shows(" + "2 " * MOST_VALUES + "2)", (4, 9 + 2 * MOST_VALUES, VALUES)),
    "values in a list": ("deal(0:[" + "2 " * MOST_VALUES + "])", (4, 9 + 2 * (MOST_VALUES - 1), VALUES)),
    "cards in a list": ("deal(0:[" + "TS " * (MOST_VALUES - 1) + "] 1:[TS])", (4, 13 + 3 * (MOST_VALUES - 1), VALUES)),
    "marks": ("~" * (MOST_MARKS + 1) + "note(a)", (4, MOST_MARKS + 2, MARKS)),
    "rules": ("rules: " + "a:1 " * MOST_VALUES + "b:1", (4, 10 + 4 * MOST_VALUES, VALUES)),
}


@pytest.mark.parametrize(("text", "problem"), LIMITS.values(), ids=list(LIMITS))
def test_a_sheet_that_exceeds_a_limit_is_refused_and_the_limit_is_named(text: str, problem: tuple[int, int, str]) -> None:
    assert [tuple(found) for found in read(HEAD + text).problems] == [problem]


def test_a_sheet_with_as_many_events_as_a_record_can_have_is_read() -> None:
    assert len(read(HEAD + "0:lowest " * (MOST_IN_A_RECORD - 1)).events) == MOST_IN_A_RECORD


def test_problems_found_before_a_limit_is_reached_are_reported_with_the_limit() -> None:
    problems = read(HEAD + "0:lowest)\n" + "0:lowest " * MOST_IN_A_RECORD).problems
    assert [problem.message for problem in problems] == [") does not belong here", ACTS]


def test_an_act_with_as_many_marks_as_allowed_is_read() -> None:
    assert len(read(HEAD + "?" * MOST_MARKS + "note(a)").events) == 2


def test_a_sheet_with_too_many_tags_is_refused_and_its_first_wrong_tags_are_reported() -> None:
    problems = read(HEAD + "title: x\n" * 2 * MOST_TAGS).problems
    assert [problem.line for problem in problems] == [*range(5, 105), 104]
    assert [problem.message for problem in problems[99:]] == ["title is here twice", "there are more problems; 100 are listed"]


def test_the_offset_of_each_token_is_where_the_token_begins_in_the_text() -> None:
    text = '0:lowest ( "a b" é~ 12 ; rest'
    strip = Strip(text)
    assert [text[strip.offset(index) :].startswith(token) for index, token in enumerate(strip.tokens)] == [True] * len(strip.tokens)
    assert [strip.offset(index) for index in range(len(strip.tokens))] == [Strip(text).offset(index) for index in range(len(strip.tokens))]
