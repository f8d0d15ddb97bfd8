"""Standings: places, head-to-head, explanations, and an independent recomputation."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.events.tournaments import Scoring
from domain.tournament.history import Adjustment, History, Line
from domain.tournament.scoring import history_of
from domain.tournament.standings import explained, standings
from domain.tournament.tiebreaks import find
from tests.tournament.histories import at_random, history
from tests.tournament.stream import act, entries, opened, tournament

# --- head-to-head -------------------------------------------------------------------------------------------------------------------------

MEETINGS: list[tuple[str, History, list[list[int]], str]] = [
    ("all met", history(3, "1:1:2", "2:1:3", "1:1:3"), [[1], [2], [3]], "6.2"),
    ("all met, and in a circle", history(3, "1:1:2", "2:1:3", "3:1:1"), [[1, 2, 3]], "6.2"),
    ("all met, the last two level", history(3, "1:1:2", "2=3", "1:1:3"), [[1], [2, 3]], "6.2"),
    ("level ones are compared again", history(4, "1:1:2 3:1:4", "1:1:3 2=4", "1=4 2:1:3"), [[1], [2], [3], [4]], "6.2: 5, 3, 2 and 2"),
    ("nobody met", history(3, "1b 2b 3b"), [[1, 2, 3]], "6.3"),
    ("one meeting is missing, and could not change the first place", history(3, "1:1:2", "1:1:3"), [[1], [2, 3]], "6.3"),
    ("one meeting is missing, and could", history(3, "1:1:2", "1=3"), [[1, 2, 3]], "6.3: 3 may still have 3 points"),
    ("the second place as well", history(4, "1:1:2", "1:1:3 2:1:4", "1:1:4 2:1:3"), [[1], [2], [3, 4]], "6.3: 3 and 4 did not meet"),
    ("but not if the third could reach it", history(4, "1:1:2 3:0:4", "1:1:3 2:1:4", "1:1:4"), [[1], [2, 3, 4]], "6.3: 2 and 3 did not"),
    ("a forfeit is no meeting", history(2, "1+2"), [[1, 2]], "6.1.1"),
    ("a forfeit is a meeting where everybody meets", history(2, "1+2", everyone=True), [[1], [2]], "6.1.1, 15"),
    ("two meetings count as their average", history(3, "1:1:2", "2:1:1", "1:1:3", "2:1:3", "1:1:2"), [[1], [2], [3]], "6.1.2"),
    ("a win and a loss are level", history(2, "1:1:2", "2:1:1"), [[1, 2]], "6.1.2"),
]


def tiers(past: History) -> list[list[int]]:
    values = find("head-to-head").values(past, past.entries)
    totals = sorted({value.total for value in values.values()}, reverse=True)
    return [[entry for entry in past.entries if values[entry].total == total] for total in totals]


@pytest.mark.parametrize(("past", "places"), [row[1:3] for row in MEETINGS], ids=[row[0] for row in MEETINGS])
def test_the_tie_break_head_to_head_gives_the_expected_places(past: History, places: list[list[int]]) -> None:
    """Source: FIDE C.07 6. The last column of `MEETINGS` names the article."""
    assert tiers(past) == places


def test_only_games_between_level_entries_count_in_head_to_head() -> None:
    """Entries 1 and 2 have 4 points each, and entry 2 beat entry 1. Entry 3 has 3 points, so its win over entry 2 does not count."""
    past = history(4, "2:1:1 3=4", "1:1:4 3:1:2", "1:1:3 2:1:4")
    assert [(row.place, row.entry) for row in standings(past, ["head-to-head"])] == [(1, 2), (2, 1), (3, 3), (4, 4)]


def played_between(past: History, one: int, other: int) -> list[int]:
    """Return the points that the entry `one` won in each meeting with the entry `other`."""
    return [line.points for line in past.lines[one] if other in line.opponents and (line.met or past.everyone_meets)]


def alone_from_the_top(had: Mapping[int, Fraction]) -> list[int]:
    """Return the entries from the best one down to the first tie. The tied entries are left out."""
    points = list(had.values())
    return list(takewhile(lambda entry: points.count(had[entry]) == 1, sorted(had, key=lambda entry: -had[entry])))


def sure_places(group: Sequence[int], known: Mapping[int, Fraction], missing: Sequence[tuple[int, int]]) -> list[int]:
    """Return the entries of first place, second place and so on, as far as these places are certain. A place is certain if the same entry
    alone has it, whatever the results of the missing meetings are."""
    sure: list[int] | None = None
    for results in product((0, 1, 2), repeat=len(missing)):
        had = dict(known)
        for (one, other), points in zip(missing, results, strict=True):
            had[one] += points
            had[other] += 2 - points
        now = alone_from_the_top(had)
        sure = now if sure is None else [entry for entry, _ in takewhile(lambda pair: pair[0] == pair[1], zip(sure, now, strict=False))]
    return sure or []


def slow_tiers(past: History, group: Sequence[int]) -> list[list[int]]:
    """Compute head-to-head by trying every result of every missing meeting. Returns groups of level entries, the best group first."""
    if len(group) < 2:
        return [list(group)]
    known: dict[int, Fraction] = dict.fromkeys(group, Fraction(0))
    missing = []
    for one, other in combinations(group, 2):
        for mine, theirs in ((one, other), (other, one)):
            points = played_between(past, mine, theirs)
            known[mine] += Fraction(sum(points), len(points) or 1)
        if not played_between(past, one, other):
            missing.append((one, other))
    if missing:
        sure = sure_places(group, known, missing)
        made = [[entry] for entry in sure] + [sorted(set(group) - set(sure))]
    else:
        made = [sorted(entry for entry in group if known[entry] == points) for points in sorted(set(known.values()), reverse=True)]
    made = [tier for tier in made if tier]
    return made if len(made) == 1 else [tier for part in made for tier in slow_tiers(past, part)]


@settings(derandomize=True, max_examples=60)
@given(st.integers(0, 10**9))
def test_head_to_head_gives_only_places_that_no_missing_meeting_could_change(seed: int) -> None:
    past = at_random(seed)
    group = past.entries[:4]
    values = find("head-to-head").values(past, group)
    behind = len(group)
    for tier in slow_tiers(past, group):
        behind -= len(tier)
        assert {values[entry].total for entry in tier} == {behind}


# --- standings ----------------------------------------------------------------------------------------------------------------------------


def met(past: History, entry: int) -> list[Line]:
    kinds = ("played", "forfeit") if past.everyone_meets else ("played",)
    return [line for line in past.lines[entry] if line.kind in kinds]


def total(past: History, entry: int) -> int:
    return sum(line.points for line in past.lines[entry]) + sum(added.points for added in past.adjusted.get(entry, ()))


def known_by(past: History, entry: int) -> int:
    """Return the points of an entry that count for its opponents, by FIDE's rules of 2023."""
    points, lines = total(past, entry), past.lines[entry]
    if past.everyone_meets:
        return points
    for index, line in enumerate(lines):
        stays_away = all(
            later.kind in ("half", "zero", "absent") or (later.kind, later.outcome) == ("forfeit", "loss") for later in lines[index:]
        )
        if line.kind in ("half", "zero", "absent") and stays_away:
            given = [added.points for added in past.adjusted.get(entry, ()) if added.round == line.round]
            points += 1 - line.points - sum(given)
    return points


def fide(past: History, entry: int, *, berger: bool) -> int:
    value = 0
    for line in past.lines[entry]:
        if line in met(past, entry):
            value += known_by(past, line.opponents[0]) * (line.points if berger else 1)
        elif not past.everyone_meets:
            given = sum(added.points for added in past.adjusted.get(entry, ()) if added.round == line.round and line.table is None)
            value += total(past, entry) * (line.points + given if berger else 1)
    return value


SLOW: Mapping[str, Callable[[History, int], int]] = {
    "won": lambda past, entry: sum(line.kind == "played" and line.points == 2 for line in past.lines[entry]),
    "wins": lambda past, entry: sum(line.points == 2 for line in past.lines[entry]),
    "total": lambda past, entry: sum(line.score for line in past.lines[entry]) + sum(a.score for a in past.adjusted.get(entry, ())),
    "buchholz": lambda past, entry: sum(total(past, line.opponents[0]) for line in met(past, entry)),
    "sonneborn-berger": lambda past, entry: sum(total(past, line.opponents[0]) * line.points for line in met(past, entry)),
    "buchholz:fide-2023": lambda past, entry: fide(past, entry, berger=False),
    "sonneborn-berger:fide-2023": lambda past, entry: fide(past, entry, berger=True),
}
"""For each tie-break: a function that computes the value in the simplest way."""


@settings(derandomize=True, max_examples=120)
@given(st.integers(0, 10**9), st.permutations(sorted(SLOW)))
def test_standings_equal_a_slow_but_simple_recomputation(seed: int, order: list[str]) -> None:
    past = at_random(seed)
    keys = {entry: (total(past, entry), *(SLOW[name](past, entry) for name in order)) for entry in past.entries}
    rows = standings(past, order)
    assert [row.entry for row in rows] == sorted(past.entries, key=lambda entry: ([-value for value in keys[entry]], entry))
    for row in rows:
        assert (row.points, *row.values) == keys[row.entry]
        assert row.place == 1 + sum(other > keys[row.entry] for other in keys.values())


@settings(derandomize=True, max_examples=40)
@given(st.integers(0, 10**9))
def test_the_explanation_of_a_place_sums_to_the_values_in_the_standings(seed: int) -> None:
    past = at_random(seed)
    order = ["wins", "head-to-head", "buchholz-cut-1:fide-2023", "average-buchholz", "lots"]
    for row in standings(past, order):
        told = dict(explained(past, order, row.entry))
        assert list(told) == ["points", *order]
        assert [value.total for value in told.values()] == [row.points, *row.values]
        assert all(sum(item.value for item in value.contributions if item.counts) == value.total for value in told.values())


def test_places_are_explained_even_for_a_tie_break_order_that_is_now_refused() -> None:
    order = ["wins", "points", "wins"]
    assert [name for name, _ in explained(history(2, "1:1:2"), order, 1)] == ["points", *order]
    assert [row.values for row in standings(history(2, "1:1:2"), order)] == [(1, 2, 1), (0, 0, 0)]


RULED: list[tuple[str, list[list[int]], list[tuple[int, int]]]] = [
    ("one order", [[2, 1]], [(1, 2), (2, 1), (3, 3), (3, 4)]),
    ("two orders of other entries", [[2, 1], [4, 3]], [(1, 2), (2, 1), (3, 4), (4, 3)]),
    ("two orders of the same entries: the last counts", [[2, 1], [4, 3], [1, 2]], [(1, 1), (2, 2), (3, 4), (4, 3)]),
    ("one order of all", [[2, 1], [4, 3], [1, 2, 3, 4]], [(1, 1), (2, 2), (3, 3), (4, 4)]),
]


@pytest.mark.parametrize(("orders", "places"), [row[1:] for row in RULED], ids=[row[0] for row in RULED])
def test_an_order_ruled_by_the_director_counts_until_a_later_order_replaces_it(
    orders: list[list[int]], places: list[tuple[int, int]]
) -> None:
    """Source: the description of OrderRuled. Entries 1 and 2 have 2 points each."""
    ahead = [act("ScoreAdjusted", entry=entry, points=2, reason="start") for entry in (1, 2)]
    ruled = [act("OrderRuled", order=order, reason="play-off") for order in orders]
    past = history_of(tournament(opened(), *entries(4), *ahead, *ruled))
    assert [(row.place, row.entry) for row in standings(past, ["director"])] == places


def test_the_points_of_an_entry_are_explained_by_rounds_and_adjustments() -> None:
    past = history(2, "1:1:2", "1b 2z")
    late = Adjustment(-1, 0, 2)
    past = History(Scoring(), 2, past.lines, adjusted={1: (late,)})
    ((_, told),) = explained(past, [], 1)
    assert [(item.round, item.opponent, item.value, item.why, item.adjustment) for item in told.contributions] == [
        (1, 2, 2, "win", None),
        (2, None, 2, "bye", None),
        (2, None, -1, "adjusted", late),
    ]


def test_entries_that_stay_level_share_the_best_of_their_places() -> None:
    rows = standings(history(5, "1:1:2 3=4 5b"), [])
    assert [(row.place, row.entry) for row in rows] == [(1, 1), (1, 5), (3, 3), (3, 4), (5, 2)]


def test_head_to_head_compares_entries_that_earlier_tie_breaks_leave_level() -> None:
    """Entries 1 and 2 are level on points, and entry 2 beat entry 1. Entry 1 has more wins."""
    past = history(4, "2:1:1 3=4", "1:1:3 2=4", "1:1:4 2=3")
    assert [row.entry for row in standings(past, ["head-to-head"])][:2] == [2, 1]
    assert [row.entry for row in standings(past, ["wins", "head-to-head"])][:2] == [1, 2]


def test_the_standings_of_a_tournament_without_entries_are_empty() -> None:
    assert standings(History(Scoring(), 0, {}), ["head-to-head", "buchholz-median", "average-buchholz"]) == []


def test_unknown_tie_breaks_are_refused() -> None:
    with pytest.raises(ValueError, match=r"there is no tie-break 'luck'; there are: .*head-to-head"):
        standings(history(2, "1:1:2"), ["wins", "luck"])
    with pytest.raises(ValueError, match="there is no tie-break 'luck'"):
        explained(history(2, "1:1:2"), ["luck"], 1)
