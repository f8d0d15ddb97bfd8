"""Formats are found by their names."""

import pytest

from domain.tournament.formats import FORMATS, format_named
from domain.tournament.scoring import EVERYONE_MEETS


def test_a_format_is_found_by_its_name() -> None:
    assert {name: format_named(name).name for name in FORMATS} == {name: name for name in FORMATS}


def test_an_unknown_format_is_refused_with_a_list_of_formats() -> None:
    with pytest.raises(ValueError, match=r"no format 'swis'.*double-round-robin, .*progressive, .*round-robin, .*swiss"):
        format_named("swis")


def test_the_formats_in_which_everyone_meets_exist() -> None:
    assert set(FORMATS) >= EVERYONE_MEETS
