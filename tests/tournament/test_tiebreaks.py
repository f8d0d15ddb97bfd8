"""Each tie-break is compared with published values, or with values computed by hand if none were published."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.events.tournaments import Scoring
from domain.tournament.compared import DEFINITIONS, POINTS_ONLY, Compared, compare
from domain.tournament.fold import read
from domain.tournament.history import Adjustment, History, Line
from domain.tournament.published import Published, read_published
from domain.tournament.replayed import replayed
from domain.tournament.scoring import history_of
from domain.tournament.tiebreaks import TIEBREAKS, find
from tests.tournament.histories import at_random, history
from tests.tournament.run import DEFAULT

EVENTS: Mapping[str, Published] = {
    event["id"]: read_published(event) for event in json.loads(DEFAULT.read_text(encoding="utf-8"), parse_float=Fraction)
}
COMPARED: Mapping[str, list[Compared]] = {name: compare(event, read(replayed(event)))[0] for name, event in EVENTS.items()}
PRINTED = [
    (event.id, name)
    for event in EVENTS.values()
    for name in dict.fromkeys(name for entry in event.entries for name in entry.values)
    if name in DEFINITIONS and event.id not in POINTS_ONLY
]


@pytest.mark.parametrize(("event", "name"), PRINTED, ids=[f"{event} {name}" for event, name in PRINTED])
def test_computed_tie_breaks_equal_the_published_values(event: str, name: str) -> None:
    """Source: the values published for the tournament `event`."""
    values = [one for one in COMPARED[event] if one.name == name]
    assert len(values) == sum(name in entry.values for entry in EVENTS[event].entries)
    assert [one for one in values if not one.equal] == []


@pytest.mark.parametrize(("event", "name", "missed"), [("fide-tec-swiss16", "BH", 6), ("fide-tec-swiss16", "SB", 5)])
def test_the_plain_variant_of_a_tie_break_differs_from_fide_2023_as_documented(event: str, name: str, missed: int) -> None:
    """Source: TOURNAMENTS.md. `plain` gives another value than FIDE for 6 of 16 entries in BH, and for 5 of 16 in SB."""
    past = history_of(read(replayed(EVENTS[event])))
    plain, fide = (find(DEFINITIONS[name].name.format(variant=variant)).values(past, past.entries) for variant in ("", ":fide-2023"))
    assert sum(plain[entry].total != fide[entry].total for entry in past.entries) == missed


LATE = history(4, "1:1:2 3:1:4", "1=3 4h 2b", "1+2 3:0:4")
"""Points of entries 1 to 4: 5, 2, 3, 3. Entry 2 loses the last round by forfeit."""
LEAVES = history(4, "1:1:2 3:1:4", "1:1:3 4z 2b", "1:1:4 3h 2z")
"""Points of entries 1 to 4: 6, 2, 3, 0. Entries 2 and 3 asked to miss the last round."""
SCORES = history(3, "1:1:2 3b", "2:1:3 1b", scores=[{1: 30, 2: 5}, {2: 12, 3: 10}])
MATCHES = history(4, "1:1:2 3:1:4", "1:1:3 2=4", scores=[{1: 30, 2: 5, 3: 10, 4: 8}, {1: 12, 3: 4, 2: 6, 4: 6}])
"""Game points of entries 1 to 4: 42, 11, 14, 14."""
FIVE = History(
    Scoring(kind="score"),
    1,
    {
        entry: (Line(1, "played", score, "win" if place == 1 else "loss", (), others, score, 9, place, 1),)
        for entry, score, place in ((1, 9, 1), (2, 7, 2), (3, 7, 2), (4, 3, 4))
        for others in [tuple(other for other in (1, 2, 3, 4) if other != entry)]
    },
)
"""One table of four single players. Entries 2 and 3 share second place."""

BY_HAND: list[tuple[str, History, str, list[Any], str]] = [
    ("a bye and a win by forfeit are wins", LATE, "wins", [2, 1, 1, 1], "C.07 7.1"),
    ("neither is a win at the table", LATE, "won", [1, 0, 1, 1], "C.07 7.2"),
    ("a half bye in the last round counts as a draw for opponents", LEAVES, "buchholz:fide-2023", [6, 10, 9, 9], "C.07 16.3.2"),
    ("a round without play adds nothing", LEAVES, "buchholz", [5, 6, 6, 9], "tournaments.md §5"),
    ("a cut takes the round without play", LEAVES, "buchholz-cut-1", [5, 6, 6, 9], "tournaments.md §5"),
    ("a median leaves the strongest out too", LEAVES, "buchholz-median", [2, 0, 0, 3], "C.07 14.3"),
    ("a cut takes a voluntary round first", LEAVES, "buchholz-cut-1:fide-2023", [6, 8, 6, 9], "C.07 16.5.1"),
    ("the dummy has at most a draw a round", history(2, "1b 2z", "1b 2z"), "buchholz:fide-2026", [4, 0], "C.07 16.4, 2026"),
    (
        "the dummy of a forfeit has at most the opponent's points",
        history(2, "1b 2z", "1+2"),
        "buchholz:fide-2026",
        [2 + 1, 0],
        "C.07 16.4, 2026",
    ),
    ("without that limit it has one's own", history(2, "1b 2z", "1+2"), "buchholz:fide-2023", [8, 0], "C.07 16.4, 2023"),
    ("the last round is drawn", history(2, "1:1:2", "2:0:1"), "fore-buchholz", [2, 6], "C.07 8.3"),
    (
        "a forfeit in the last round is drawn as well, and no absence comes after it",
        history(3, "1:1:3 2b", "1z 2:1:3", "2+1 3b"),
        "fore-buchholz:fide-2023",
        [2 + 3 + 5, 5 + 2 + 3, 3 + 5 + 2],
        "C.07 8.3: opponents count 3, 5 and 2 points",
    ),
    ("a bye of half a point is no win", history(3, "1:1:2 3b", scoring=Scoring(bye=1)), "wins", [1, 0, 0], "C.07 7.1"),
    (
        "a bye takes nothing from what was possible in a round robin",
        history(3, "1:1:2 3b", "2=3 1b", "1=3 2b", everyone=True, scoring=Scoring(bye=0)),
        "koya",
        [1, 1, 1],
        "C.07 9.2: 1 and 3 have half of two games",
    ),
    ("a progressive score", LATE, "progressive", [2 + 3 + 5, 0 + 2 + 2, 2 + 3 + 3, 0 + 1 + 3], "C.07 7.5"),
    ("its cut takes the first round", LATE, "progressive-cut-1", [8, 4, 6, 4], "C.07 14.1"),
    ("half of the points is enough for Koya", LATE, "koya", [1, 0, 1 + 2, 0 + 2], "C.07 9.2"),
    ("differences", SCORES, "difference", [25, -23, -2], "tournaments.md §5"),
    ("differences of at most ten", SCORES, "difference:10", [10, -8, -2], "tournaments.md §5"),
    ("totals", SCORES, "total", [30, 17, 10], "tournaments.md §5"),
    ("game points are the scores", MATCHES, "game-points", [42, 11, 14, 14], "tournaments.md §5"),
    ("those of the opponents", MATCHES, "game-points-buchholz", [11 + 14, 42 + 14, 14 + 42, 14 + 11], "C.07 8.1"),
    ("without the lowest", MATCHES, "game-points-buchholz-cut-1", [14, 42, 42, 14], "C.07 14.1"),
    ("places that are shared", FIVE, "placement", [3, Fraction(3, 2), Fraction(3, 2), 0], "tournaments.md §5"),
    ("at one table the better place wins", FIVE, "head-to-head", [3, 1, 1, 0], "C.07 6"),
    ("a forfeit is a game in a round robin", history(3, "1+2 3b", "2:1:3 1b", everyone=True), "buchholz", [2, 6, 2], "C.07 15"),
    ("so it is for Sonneborn-Berger", history(3, "1+2 3b", "2:1:3 1b", everyone=True), "sonneborn-berger", [4, 4, 0], "C.07 15"),
]


@pytest.mark.parametrize(("past", "name", "values"), [row[1:4] for row in BY_HAND], ids=[row[0] for row in BY_HAND])
def test_computed_tie_breaks_equal_the_values_worked_out_by_hand(past: History, name: str, values: list[Any]) -> None:
    found = find(name).values(past, past.entries)
    assert [found[entry].total for entry in past.entries] == values


def test_every_tie_break_has_a_row_with_a_source() -> None:
    names = [*(row[2] for row in BY_HAND), *(DEFINITIONS[name].name for _, name in PRINTED)]
    rows = {re.split("[:{]", name)[0] for name in names}
    missing = {name.partition(":")[0] for name in TIEBREAKS} - rows - {"points", "lots", "director"}  # tested below
    assert not missing, f"{missing} need rows in BY_HAND (tests/tournament/test_tiebreaks.py) with a source"


def test_a_buchholz_cut_drops_a_requested_absence_before_an_equal_played_round() -> None:
    """Source: C.07 16.5.1. The explanation shows that round 2, the absence, is left out."""
    past = history(3, "1:1:2 3b", "1z 2:1:3")
    value = find("buchholz-cut-1:fide-2023").values(past, past.entries)[1]
    assert [(item.round, item.value, item.counts) for item in value.contributions] == [(1, 2, True), (2, 2, False)]


def test_partners_do_not_count_as_opponents_in_tie_breaks() -> None:
    """Two rounds are played in pairs, with other partners in round 2. The points of each opponent are added to Buchholz; the points of a
    partner are not."""
    lines: dict[int, list[Line]] = {entry: [] for entry in (1, 2, 3, 4)}
    for number, winners, losers in ((1, (1, 2), (3, 4)), (2, (1, 3), (2, 4))):
        for side, others, place in ((winners, losers, 1), (losers, winners, 2)):
            for entry in side:
                partners = tuple(other for other in side if other != entry)
                outcome, points = ("win", 2) if place == 1 else ("loss", 0)
                lines[entry].append(Line(number, "played", points, outcome, partners, others, 0, 0, place, 1))  # type: ignore[arg-type]
    past = History(Scoring(), 2, {entry: tuple(of) for entry, of in lines.items()})
    assert [past.points(entry) for entry in past.entries] == [4, 2, 2, 0]
    assert [value.total for value in find("buchholz").values(past, past.entries).values()] == [
        2 + 0 + 2 + 0,
        2 + 0 + 4 + 2,
        4 + 2 + 2 + 0,
        4 + 2 + 4 + 2,
    ]
    met = find("head-to-head").values(past, (2, 3))
    assert [(item.opponent, item.value) for item in met[2].contributions if item.why == "met"] == [(3, 2), (3, 0)]
    assert met[2].total == met[3].total


def test_the_tie_breaks_lots_and_director_put_unlisted_entries_last() -> None:
    lines: dict[int, tuple[Line, ...]] = dict.fromkeys((1, 2, 3, 4), ())
    past = History(Scoring(), 0, lines, lots=(3, 1), ruled=((4, 2, 1),))
    for name, order in (("lots", [3, 1, 2, 4]), ("director", [4, 2, 1, 3])):
        values = find(name).values(past, past.entries)
        assert sorted(past.entries, key=lambda entry: (-values[entry].total, entry)) == order


def test_an_entry_at_a_table_without_a_result_counts_as_still_playing() -> None:
    """Source: C.07 16.3 (2023). A requested bye counts as a draw only if only absences follow it. Entry 2 was absent in round 2 and sits at
    a table in round 3. So the absence of entry 2 counts 0 for entry 1, even if the table in round 3 has no result yet."""
    waiting = history(4, "1:1:2 3:1:4", "1:1:3 2z 4b")
    values = [
        find("buchholz:fide-2023").values(past, past.entries)[1].total
        for past in (waiting, replace(waiting, rounds=3, waiting={1: 3, 2: 3, 3: 3, 4: 3}))
    ]
    assert values == [(0 + 1) + 2, 0 + 2]


def test_the_tie_break_placement_uses_the_points_in_the_settings() -> None:
    past = History(Scoring(kind="placement", places=(8, 5, 2)), 1, FIVE.lines)
    assert [value.total for value in find("placement").values(past, past.entries).values()] == [8, Fraction(7, 2), Fraction(7, 2), 0]


def test_the_progressive_score_includes_an_adjustment_from_its_own_round_on() -> None:
    past = History(Scoring(), 3, LATE.lines, adjusted={1: (Adjustment(-1, 0, 2),), 2: (Adjustment(1),)})
    values = find("progressive").values(past, past.entries)
    assert (values[1].total, values[2].total) == (10 - 2, 4 + 3)


@pytest.mark.parametrize(
    "name", ["", "buchholtz", "Buchholz", "buchholz:fide-2022", "wins:plain", "difference:0", "difference:-3", "difference:x"]
)
def test_an_unknown_tie_break_is_refused_with_a_list_of_tie_breaks(name: str) -> None:
    with pytest.raises(ValueError, match="there is no tie-break") as refused:
        find(name)
    assert all(known in str(refused.value) for known in TIEBREAKS)


def test_each_tie_break_is_found_by_its_name() -> None:
    assert len({tiebreak.label for tiebreak in TIEBREAKS.values()}) == len(TIEBREAKS)
    assert all(find(name).name == name for name in [*TIEBREAKS, "difference:15"])
    assert find("buchholz-cut-1:plain") is TIEBREAKS["buchholz-cut-1"]


@settings(derandomize=True, max_examples=60)
@given(st.integers(0, 10**9))
def test_every_tie_break_value_is_the_sum_of_its_explained_contributions(seed: int) -> None:
    past = at_random(seed)
    for name in [*TIEBREAKS, "difference:4"]:
        tiebreak = find(name)
        values = tiebreak.values(past, past.entries)
        assert list(values) == list(past.entries) or tiebreak.apart
        for entry in past.entries:
            value = values[entry]
            assert sum(item.value for item in value.contributions if item.counts) == value.total, name
            assert not isinstance(value.total, float)
