"""The cross table: marks, the order of rows, hidden rounds, and both layouts."""

from collections.abc import Collection

import pytest

from domain.kernel.events import TournamentAct
from domain.tournament.crosstable import MOST_BY_OPPONENTS, Cell, CrossRow, CrossTable, cross_table, mark
from domain.tournament.scoring import history_of
from domain.tournament.standings import standings
from domain.tournament.state import Tournament
from tests.tournament.stream import act, entries, opened, paired, taken, tournament

TWO = paired(1, [[1], [2]], sits_out=[3])
WON = taken(1, 1, 9, [11, 7], [0])
ASKED = [act("AbsenceNoted", entry=number, round=1, kind=kind) for number, kind in ((4, "half"), (5, "zero"), (6, "bye"))]

MARKS: list[tuple[str, list[TournamentAct], list[str]]] = [
    ("a win, a loss, a bye, absences", [*ASKED, TWO, WON], ["W2", "L1", "B", "H", "Z", "B"]),
    ("a draw", [TWO, taken(1, 1, 9, [7, 7], [0, 1])], ["D2", "D1", "B", "U", "U", "U"]),
    ("no result yet", [TWO], ["*2", "*1", "B", "U", "U", "U"]),
    ("a result that waits for approval", [TWO, act("ResultEntered", round=1, table=1, scores=[1, 2])], ["*2", "*1", "B", "U", "U", "U"]),
    ("a forfeit", [TWO, act("ForfeitRuled", round=1, table=1, winners=[1])], ["F2", "X1", "B", "U", "U", "U"]),
    ("a forfeit of both", [TWO, act("ForfeitRuled", round=1, table=1, winners=[])], ["F2", "F1", "B", "U", "U", "U"]),
    (
        "partners",
        [paired(1, [[1, 2], [3, 4]], [[5], [6]]), WON, taken(1, 2, 9, [1, 2], [1], "b")],
        ["W3+4", "W3+4", "L1+2", "L1+2", "L6", "W5"],
    ),
    ("a table of six", [paired(1, [[1], [2], [3], [4], [5], [6]])], ["*2+3+4+5+6"]),
]


def by_entry(table: CrossTable) -> dict[int, CrossRow]:
    return {row.entry: row for row in table.rows}


def shown(state: Tournament, hidden: Collection[int] = ()) -> dict[int, list[str]]:
    """Return the marks of each entry, one for each round."""
    return {row.entry: [mark(cell) for cell in row.cells] for row in cross_table(state, hidden=hidden).rows}


@pytest.mark.parametrize(("acts", "expected"), [row[1:] for row in MARKS], ids=[row[0] for row in MARKS])
def test_each_kind_of_result_has_its_mark_in_the_cross_table(acts: list[TournamentAct], expected: list[str]) -> None:
    made = shown(tournament(opened(), *entries(6), *acts))
    assert [made[entry][0] for entry in range(1, len(expected) + 1)] == expected


DOUBLE = [
    opened("double-round-robin", tiebreaks=["head-to-head"]),
    *entries(3),
    paired(1, [[1], [2]], sits_out=[3]),
    taken(1, 1, 9, [11, 7], [0]),
    paired(2, [[2], [1]], sits_out=[3]),
    taken(2, 1, 9, [4, 3], [0], "b"),
    paired(3, [[3], [1]], sits_out=[2]),
]


def test_the_rows_of_the_cross_table_are_in_the_order_of_the_standings() -> None:
    state = tournament(*DOUBLE)
    for through in (0, 1, 2, 3, None):
        table = cross_table(state, through)
        order = standings(history_of(state, through), ("head-to-head",))
        assert [(row.place, row.entry, row.points) for row in table.rows] == [(row.place, row.entry, row.points) for row in order]
        assert table.rounds == (1, 2, 3)[:through]


def test_the_cross_table_shows_both_meetings_if_two_entries_meet_twice() -> None:
    row = by_entry(cross_table(tournament(*DOUBLE)))[1]
    assert {other: [(cell.round, cell.outcome, cell.score, cell.against) for cell in cells] for other, cells in row.meetings.items()} == {
        2: [(1, "win", 11, 7), (2, "loss", 3, 4)],
        3: [(3, None, None, None)],
    }


def test_a_score_that_was_not_recorded_is_none_in_the_cross_table() -> None:
    typed = act("ResultEntered", round=1, table=1, winners=[0])
    approved = act("ResultApproved", round=1, table=1, result=6)
    (row, *_) = cross_table(tournament(opened(), *entries(3), TWO, typed, approved)).rows
    assert row.cells == (Cell(1, "played", 1, (2,), (), "win", None, None, 2),)


def test_a_team_match_shows_match_points_and_game_points_in_the_cross_table() -> None:
    """A team is an entry of 2 to 8 people. Its points are match points, and its scores are game points (tournaments.md §4)."""
    acts = [act("EntryMade", entry=n, people=[f"p-{n}-{m}" for m in range(4)], name=f"Team {n}") for n in (1, 2)]
    match = [
        paired(1, [[1], [2]]),
        act("ResultEntered", round=1, table=1, scores=[5, 3]),
        act("ResultApproved", round=1, table=1, result=5),
    ]
    state = tournament(opened(tiebreaks=["game-points"]), *acts, *match)
    assert [(row.points, row.cells[0].score, row.cells[0].against) for row in cross_table(state).rows if row.cells[0]] == [
        (2, 5, 3),
        (0, 3, 5),
    ]
    assert [row.values for row in standings(history_of(state), ("game-points",))] == [(5,), (3,)]


def test_a_hidden_round_is_empty_in_the_cross_table_although_its_results_count() -> None:
    state = tournament(*DOUBLE)
    assert shown(state, hidden=[2, 3]) == {1: ["W2", "", ""], 2: ["L1", "", ""], 3: ["B", "", ""]}
    assert [row.points for row in cross_table(state, hidden=[2, 3]).rows] == [row.points for row in cross_table(state).rows]


def test_the_cross_table_has_a_column_for_each_opponent_only_if_there_are_few_entries() -> None:
    assert cross_table(tournament(opened(), *entries(MOST_BY_OPPONENTS))).by_opponents
    assert not cross_table(tournament(opened(), *entries(MOST_BY_OPPONENTS + 1))).by_opponents
