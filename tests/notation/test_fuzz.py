"""Every damaged sheet is read or refused. It makes no difference whether a line is read phrase by phrase or as a whole.
tests/notation/fuzz.py tries a million damaged sheets."""

from collections.abc import Iterator

import pytest

from domain.notation import Read, grammar, read
from tests.notation.fuzz import examine, inputs
from tests.notation.hostile import NAMES, hostile
from tests.speeds import long


@pytest.mark.parametrize("number", [500, pytest.param(10_000, marks=long)])
def test_any_text_is_either_read_as_a_score_sheet_or_refused(number: int) -> None:
    assert sum(not examine(text).problems for text in inputs(1, number)) > number / 100


def both(text: str) -> Iterator[Read]:
    """Read the text twice: in the usual way, and with every line read as a whole."""
    yield read(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammar._Reader, "_plain", lambda *_: None)
        yield read(text)


@pytest.mark.parametrize("number", [150, pytest.param(10_000, marks=long)])
def test_reading_a_plain_line_phrase_by_phrase_gives_the_same_as_reading_it_as_a_whole(number: int) -> None:
    for text in inputs(2, number):
        quick, whole = both(text)
        assert quick == whole, text


@pytest.mark.parametrize("name", NAMES)
def test_reading_a_hostile_line_phrase_by_phrase_gives_the_same_as_reading_it_as_a_whole(name: str) -> None:
    quick, whole = both(hostile(name, 1_000))
    assert quick == whole
