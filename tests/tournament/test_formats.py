"""Formats are found by their names. A long search for a pairing reports its progress."""

from random import Random
from typing import Any

import pytest

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats import FORMATS, format_named
from domain.tournament.formats.kinds import Asked, Cannot, Paired
from domain.tournament.history import History, Line
from domain.tournament.pairing import rising


def test_a_tournament_format_is_found_by_its_name() -> None:
    assert {name: format_named(name).name for name in FORMATS} == {name: name for name in FORMATS}


def test_an_unknown_tournament_format_is_refused_with_a_list_of_formats() -> None:
    with pytest.raises(ValueError, match=r"no format 'swis'.*double-round-robin, .*progressive, .*round-robin, .*swiss"):
        format_named("swis")


def test_only_round_robin_formats_declare_that_everyone_meets() -> None:
    assert {name for name, format_ in FORMATS.items() if format_.everyone_meets} == {"round-robin", "double-round-robin"}


# --- progress -----------------------------------------------------------------------------------------------------------------------------


def history(settings: Settings, rounds: int, entries: int) -> History:
    """Return rounds in which random entries met at tables of `settings.table`, each with a random score."""
    dice, lines = Random(1), {entry: list[Line]() for entry in range(1, entries + 1)}
    for number in range(1, rounds + 1):
        order = dice.sample(range(1, entries + 1), entries)
        for at in range(0, entries, settings.table):
            table = order[at : at + settings.table]
            for entry in table:
                others = tuple(other for other in table if other != entry)
                lines[entry].append(Line(number, "played", dice.randrange(50), "draw", (), others, place=1, table=at + 1))
    return History(settings.scoring, rounds, {entry: tuple(mine) for entry, mine in lines.items()})


LONG: list[tuple[str, dict[str, Any], int, int]] = [
    ("swiss", {}, 60, 20),  # the score gaps are so different that the search examines them in several parts (windows)
    ("draw", {"table": 5}, 30, 12),  # everybody has met everybody
    ("draw-by-standing", {"table": 5}, 30, 12),
    ("rotation", {"table": 4, "partners": 2}, 26, 12),  # no perfect schedule for 26 lines is known, so 12 rounds are planned
]
"""For each case: the format, the settings, the number of entries, and the round to pair."""
MOST_AT_ONCE = 40
"""How far the progress may rise from one report to the next, in percent. This limit is high because a search may find its pairing early."""


@pytest.mark.parametrize(("name", "changes", "entries", "number"), LONG, ids=[row[0] for row in LONG])
def test_a_long_search_reports_its_progress_at_least_ten_times(name: str, changes: dict[str, Any], entries: int, number: int) -> None:
    settings, present = Settings(**changes), tuple(range(1, entries + 1))
    asked = Asked(number, settings, present, history(settings, number - 1, entries), 1, lines={entry: entry for entry in present})
    told: list[int] = []
    made = FORMATS[name].pair(asked, rising(told.append))
    assert isinstance(made, Paired)
    assert len(told) >= 10
    assert told == sorted(set(told))
    assert (told[0] > 0, told[-1]) == (True, 100)
    assert max(later - earlier for earlier, later in zip([0, *told], told, strict=False)) <= MOST_AT_ONCE


def test_a_search_for_the_fewest_repeats_reports_its_progress() -> None:
    """Everybody has met everybody, so every pairing repeats a meeting."""
    everybody = range(1, 13)
    met = {entry: (Line(1, "played", entry, "draw", (), tuple(other for other in everybody if other != entry)),) for entry in everybody}
    told: list[int] = []
    made = FORMATS["swiss"].pair(Asked(2, Settings(), tuple(everybody), History(Settings().scoring, 1, met), 1), rising(told.append))
    assert isinstance(made, Cannot)
    assert made.least is not None
    assert told[-1] == 100


def test_progress_is_reported_only_when_it_rises() -> None:
    told: list[int] = []
    tell = rising(told.append)
    for percent in (0, 5, 5, 30, 6, 29, 30, 31, 100, 100):
        tell(percent)
    assert told == [5, 30, 31, 100]
