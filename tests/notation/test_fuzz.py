"""Every damaged sheet is read or refused in a short time. tests/notation/fuzz.py tries a million damaged sheets."""

import time

import pytest

from domain.notation import read
from tests.notation.fuzz import examine, inputs
from tests.speeds import rows, slow

HEAD = "faceup sheet 1\nsystem: high-card\nseats: 0 1 2\n"


@pytest.mark.parametrize("number", [500, pytest.param(10_000, marks=slow)])
def test_any_text_is_read_as_a_score_sheet_or_refused_without_another_error(number: int) -> None:
    assert sum(not examine(text).problems for text in inputs(1, number)) > number / 100


HOSTILE = {
    "brackets": HEAD + "deal(" + "[{(" * 30_000,
    "names": "faceup sheet 1\nsystem: high-card\nrules: " + ("a" * 60 + ":{") * 6 + "z:[" + "1 " * 20_000,
    "quotation marks": HEAD + '"' * 100_001,
    "backslashes": HEAD + 'note("' + "\\" * 100_001,
    "a word": HEAD + "a" * 100_000,
    "digits": HEAD + "9" * 100_000 + ":lowest",
    "marks": HEAD + "~" * 100_000,
    "put in": HEAD + " ".join(f"{5_002 - number}^note(a)" for number in range(5_000)),
    "retractions": HEAD + "note(a)\n" + "".join(f"retract({number})\n" for number in range(2, 5_000)),
    "seats": "faceup sheet 1\nsystem: high-card\nseats: " + "1 " * 50_000,
    "one reveal": HEAD + "|" + " 0:TS" * 30_000,
    "lines": HEAD + "\n" * 300_000,
    "provenance": HEAD + "[provenance]\n" + '1. a "' * 30_000,
    "a date": "faceup sheet 1\ndate: " + "2025-11-21 " * 10_000,
}


@pytest.mark.parametrize("text", rows(HOSTILE, {"brackets", "names", "put in"}, HOSTILE.__getitem__))
def test_the_time_to_read_a_sheet_is_proportional_to_its_length(text: str) -> None:
    began = time.process_time()
    read(text)
    assert time.process_time() - began < 10
