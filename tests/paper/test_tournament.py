"""The lists of a tournament in PDF. tests/api/test_tournament_files.py tests who gets what on them."""

from typing import Any

import pytest

from bench import cup
from domain.kernel.findings import signed
from domain.tournament.reading import tournament_read
from domain.tournament.tiebreaks import TIEBREAKS
from service.caches.standings import made
from service.files.paper.tournament import tournament_paper
from service.files.tournament_tables import TournamentExported
from service.views.tournaments import Names
from tests.paper.reading import pages_of
from tests.tournament.stream import act, entries, events, opened, paired
from tests.tournament.test_knock_out import Cup
from tests.tournament.test_stages import Played

LABELS = [tiebreak.label for tiebreak in TIEBREAKS.values()]


@pytest.mark.parametrize(("count", "printed"), [(0, 0), (1, 1), (5, 5), (6, 5), (16, 5)])
def test_tie_breaks_for_which_there_is_no_room_are_only_named(count: int, printed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cup, "ORDER", (*TIEBREAKS,)[:count])
    reading = tournament_read(events(cup.acts(6, 3)))
    names = Names({entry: f"Entry {entry}" for entry in reading.state.entries}, frozenset())
    (page,) = pages_of(tournament_paper("standings", TournamentExported("home-t", reading, names, records=True), None, "a4"))
    first, second, *_ = made(reading).lines
    assert f"1 Entry {first.entry} {' '.join([signed(first.points), *first.values[:printed]])} 2 Entry {second.entry}" in page
    assert ("Not printed: " + ", ".join(LABELS[printed:count]) in page) == (count > printed)


@pytest.mark.parametrize(
    ("results", "title", "marked"),
    [(0, "Standings before round 1", 0), (1, "Standings, round 1 in play", 1), (2, "Standings after round 1", 2)],
)
def test_standings_say_whether_their_round_is_in_play_and_mark_places_with_a_prize(results: int, title: str, marked: int) -> None:
    """There is one prize. Two entries share the first place when both have won."""
    won = [act("ForfeitRuled", round=1, table=table, winners=[0]) for table in range(1, results + 1)]
    round_1 = [paired(1, [[1], [2]], [[3], [4]]), act("RoundPublished", round=1)]
    reading = tournament_read(events([opened(prizes=1), *entries(4), *round_1, *won]))
    names = Names({entry: f"Entry {entry}" for entry in reading.state.entries}, frozenset())
    (page,) = pages_of(tournament_paper("standings", TournamentExported("home-t", reading, names, records=True), None, "a4"))
    assert title in page
    assert page.count("1* Entry") == marked
    assert ("* This place has a prize" in page) == (marked > 0)


@pytest.mark.parametrize(("format_name", "count", "pages"), [("single-elimination-third", 16, 1), ("double-elimination", 32, 3)])
def test_a_bracket_names_who_plays_and_who_has_won(format_name: str, count: int, pages: int) -> None:
    """A tree has no room for the nine rounds of those who have lost once, so their matches are a list."""
    cup = Cup(format_name, count)
    cup.pair()
    cup.play(*range(1, count // 2 + 1))
    cup.pair()
    reading = tournament_read(events(cup.acts))
    names = Names({entry: f"<{entry}>" for entry in reading.state.entries}, frozenset())
    found = pages_of(tournament_paper("bracket", TournamentExported("home-t", reading, names, records=True), None, "a4"))
    assert len(found) == pages
    assert [found[0].count(f"<{entry}>") for entry in (1, count // 2, count)] == [2, 2, 1]
    assert ("For third place" in " ".join(found)) == (count == 16)
    assert ("One defeat" in " ".join(found), "Loser of match 24 Winner of match 25" in " ".join(found)) == (count == 32, count == 32)


def test_a_bracket_on_paper_has_the_matches_for_all_places_to_8() -> None:
    cup = Cup("single-elimination-eight", 8)
    cup.pair()
    names = Names({entry: f"<{entry}>" for entry in cup.state.entries}, frozenset())
    exported = TournamentExported("home-t", tournament_read(events(cup.acts)), names, records=True)
    found = " ".join(pages_of(tournament_paper("bracket", exported, None, "a4")))
    assert [found.count(f"For {place} place") for place in ("third", "fifth", "seventh")] == [1, 1, 1]


@pytest.mark.parametrize(
    ("format_name", "chosen", "said"),
    [
        ("single-elimination", {}, "it is drawn when round 1 is paired"),
        ("swiss", {"rounds": 1, "cut": {"top": 2, "format": "swiss"}}, "it is drawn when its first round is paired"),
        ("swiss", {"rounds": 2, "cut": {"top": 3}}, "2nd after round 2"),
        ("swiss", {"rounds": 2, "groups": {"count": 2}, "cut": {"top": 1, "best": 1}}, "One of the best 2nds"),
        ("swiss", {"rounds": 2, "groups": {"count": 2}, "cut": {"top": 1, "best": 1}}, "1st of a group"),
        ("swiss", {"rounds": 2, "groups": {"count": 2}, "cut": {"top": 0, "best": 3}}, "Number 3 of the best"),
        ("swiss", {"rounds": 2, "groups": {"count": 2}, "cut": {"top": 2}}, "who plays in it is known after round 2"),
    ],
)
def test_a_bracket_that_is_not_drawn_yet_says_so(format_name: str, chosen: dict[str, Any], said: str) -> None:
    reading = tournament_read(events([opened(format_name, **chosen), *entries(4)]))
    names = Names({entry: f"Player {entry}" for entry in reading.state.entries}, frozenset())
    (page,) = pages_of(tournament_paper("bracket", TournamentExported("home-t", reading, names, records=True), None, "a4"))
    assert said in page


def test_tables_stand_under_the_name_of_their_group() -> None:
    cup = Played(8, groups={"count": 2})
    cup.pair()
    reading = tournament_read(events(cup.acts))
    names = Names({entry: f"<{entry}>" for entry in reading.state.entries}, frozenset())
    by_table, _ = pages_of(tournament_paper("pairings", TournamentExported("home-t", reading, names, records=True), None, "a4"))
    first, second = by_table.split("Group 2")
    assert "Group 1" in first
    assert sorted(entry for entry in range(1, 9) if f"<{entry}>" in first) == [1, 4, 5, 8]
    assert sorted(entry for entry in range(1, 9) if f"<{entry}>" in second) == [2, 3, 6, 7]
