"""How many points results are worth (tournaments.md §2, settings.scoring)."""

from typing import Any

import pytest

from domain.kernel.events import TournamentAct
from domain.kernel.shapes import Sealed
from domain.tournament.history import Adjustment
from domain.tournament.scoring import history_of
from tests.tournament.stream import act, entries, opened, paired, taken, tournament


def points(scoring: dict[str, Any], *acts: TournamentAct, count: int = 4) -> list[int]:
    """Return the total points of each entry, in order of entry number."""
    history = history_of(tournament(opened(scoring=scoring), *entries(count), *acts))
    return [history.points(entry) for entry in history.entries]


TWO = paired(1, [[1], [2]], sits_out=[3])
FOUR_AT_ONE = paired(1, [[1], [2], [3], [4]])
FIRST = paired(1, [[1], [2]], [[3], [4]])
PLACES = {"kind": "placement", "places": [8, 4, 2, 0]}

WORTH: list[tuple[str, dict[str, Any], list[TournamentAct], list[int]]] = [
    ("a win, a bye, an absence", {}, [TWO, taken(1, 1, 9, [11, 7], [0])], [2, 0, 2, 0]),
    ("a draw", {}, [TWO, taken(1, 1, 9, [7, 7], [0, 1])], [1, 1, 2, 0]),
    ("an open table brings nothing yet", {}, [TWO], [0, 0, 2, 0]),
    ("win 3, draw 1", {"win": 3, "bye": 3}, [TWO, taken(1, 1, 9, [11, 7], [0])], [3, 0, 3, 0]),
    ("a forfeit is won", {}, [TWO, act("ForfeitRuled", round=1, table=1, winners=[1])], [0, 2, 2, 0]),
    ("both forfeit", {}, [TWO, act("ForfeitRuled", round=1, table=1, winners=[])], [0, 0, 2, 0]),
    ("scores are summed, at most the cap", {"kind": "score", "cap": 10}, [TWO, taken(1, 1, 9, [11, 7], [0])], [10, 7, 0, 0]),
    (
        "a sit-out is paid a fixed score",
        {"kind": "score", "sit_out": "fixed", "sit_out_score": 6},
        [TWO, taken(1, 1, 9, [11, 7], [0])],
        [11, 7, 6, 0],
    ),
    (
        "a sit-out is paid one's own average, halves up",
        {"kind": "score", "sit_out": "average"},
        [
            TWO,
            taken(1, 1, 9, [11, 7], [0]),
            paired(2, [[3], [4]]),
            taken(2, 1, 9, [3, 4], [1], "b"),
            paired(3, [[3], [4]]),
            taken(3, 1, 9, [4, 4], [0, 1], "c"),
        ],
        [11, 7, 11, 8],
    ),
    ("placement", PLACES, [FOUR_AT_ONE, taken(1, 1, 9, [5, 9, 7, 1], [1])], [2, 8, 4, 0]),
    ("level places share their points", PLACES, [FOUR_AT_ONE, taken(1, 1, 9, [9, 9, 7, 1], [0, 1])], [6, 6, 2, 0]),
    ("placement without scores", PLACES, [FOUR_AT_ONE, act("ResultEntered", round=1, table=1, winners=[2])], [0, 0, 0, 0]),
    ("an absence that counts as a draw", {}, [act("AbsenceNoted", entry=4, round=1, kind="half"), TWO], [0, 0, 2, 1]),
    ("an absence that counts as a bye", {}, [act("AbsenceNoted", entry=4, round=1, kind="bye"), TWO], [0, 0, 2, 2]),
    *(
        (
            f"an absence that counts as a bye is paid as a bye: {sit_out}",
            {"kind": "score", "sit_out": sit_out, "sit_out_score": 5},
            [
                FIRST,
                taken(1, 1, 9, [8, 4], [0]),
                taken(1, 2, 9, [6, 3], [0], "b"),
                act("AbsenceNoted", entry=4, round=2, kind="bye"),
                paired(2, [[1], [2]], sits_out=[3]),
            ],
            [8, 4, 6 + paid[0], 3 + paid[1]],
        )
        for sit_out, paid in (("nothing", (0, 0)), ("fixed", (5, 5)), ("average", (6, 3)))
    ),
    *(
        (
            f"a win by forfeit is paid as a bye: {sit_out}",
            {"kind": "score", "sit_out": sit_out, "sit_out_score": 5},
            [
                FIRST,
                taken(1, 1, 9, [8, 4], [0]),
                taken(1, 2, 9, [6, 3], [0], "b"),
                paired(2, [[1], [2]], sits_out=[3]),
                act("ForfeitRuled", round=2, table=1, winners=[0]),
            ],
            [8 + paid[0], 4, 6 + paid[1], 3],
        )
        for sit_out, paid in (("nothing", (0, 0)), ("fixed", (5, 5)), ("average", (8, 6)))
    ),
    (
        "a forfeit is worth what a game is worth",
        {"win": 3, "draw": 2, "loss": 1},
        [
            paired(1, [[1], [2]], [[3], [4]]),
            *(act("ForfeitRuled", round=1, table=table, winners=won) for table, won in ((1, [0]), (2, []))),
        ],
        [3, 1, 1, 1],
    ),
    ("the director takes points away", {}, [TWO, act("ScoreAdjusted", entry=3, points=-1, reason="late")], [0, 0, 1, 0]),
]


@pytest.mark.parametrize(("scoring", "acts", "totals"), [row[1:] for row in WORTH], ids=[row[0] for row in WORTH])
def test_results_are_worth_the_expected_points(scoring: dict[str, Any], acts: list[TournamentAct], totals: list[int]) -> None:
    assert points(scoring, *acts) == totals


def test_each_partner_gets_the_points_and_the_score_of_the_side() -> None:
    history = history_of(tournament(opened(), *entries(4), paired(1, [[1, 4], [2, 3]]), taken(1, 1, 9, [11, 7], [0])))
    (line,) = history.lines[4]
    assert (line.points, line.partners, line.opponents, line.score, line.against) == (2, (1,), (2, 3), 11, 7)


def test_the_points_after_a_round_do_not_include_later_rounds() -> None:
    late = act("ScoreAdjusted", entry=1, points=-5, reason="late", round=2)
    state = tournament(opened(), *entries(2), paired(1, [[1], [2]]), taken(1, 1, 9, [2, 1], [0]), paired(2, [[2], [1]]), late)
    assert [history_of(state, through).points(1) for through in (0, 1, 2)] == [0, 2, -3]


def test_a_forfeit_ruled_by_the_director_may_have_scores() -> None:
    ruled = act("ForfeitRuled", round=1, table=1, winners=[0], scores=[8, 0])
    history = history_of(tournament(opened(), *entries(2), paired(1, [[1], [2]]), ruled))
    assert [(line.kind, line.points, line.score, line.against) for line in (history.lines[1][0], history.lines[2][0])] == [
        ("forfeit", 2, 8, 0),
        ("forfeit", 0, 0, 8),
    ]


def test_a_requested_full_bye_has_the_score_of_a_bye() -> None:
    asked = act("AbsenceNoted", entry=3, round=1, kind="bye")
    history = history_of(tournament(opened(scoring={"bye_score": 25}), *entries(3), asked, paired(1, [[1], [2]])))
    assert (history.lines[3][0].points, history.lines[3][0].score) == (2, 25)


def test_the_history_has_each_score_adjustment_with_its_round_and_its_score() -> None:
    added = [
        act("ScoreAdjusted", entry=1, points=0, score=4, reason="board 2", round=1),
        act("ScoreAdjusted", entry=1, points=1, reason="x", cites="TD 4.2"),
    ]
    history = history_of(tournament(opened(), *entries(2), paired(1, [[1], [2]]), *added))
    assert history.adjusted == {1: (Adjustment(0, 4, 1, Sealed("", "board 2")), Adjustment(1, 0, None, Sealed("", "x"), "TD 4.2"))}
    assert history.points(1) == 1


def test_a_retracted_entry_does_not_count_as_an_opponent() -> None:
    state = tournament(opened(), *entries(2), paired(1, [[1], [2]]), taken(1, 1, 9, [2, 1], [0]), act("Retracted", target=3, reason="x"))
    history = history_of(state)
    assert (history.entries, history.lines[1][0].opponents, history.points(1)) == ((1,), (), 2)
