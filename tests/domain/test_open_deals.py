"""Which deals of a record are open. A deal is open if it is over, but its points are not certain. Source: design.md §5;
docs/decisions/domain-asking.md, "The points of a doubted deal"."""

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, ResultConfirmed, Retracted
from domain.record.facts import facts_of
from domain.record.open_deals import outcome_of
from domain.system import PUBLIC, Viewer, seat_viewer
from tests.domain.pitch.playing import game
from tests.domain.playing import act, hand, opener, place, played, reveal

ROUND = (opener(0), *hand("h h h", "KH 3D 5C", [0, 2, 1]))
"""A round of High Card in which only seat 0 is right. Seat 2 placed before seat 1, which is out of turn."""
QUERY = "out-of-turn@4"
"""The id of the query about the play out of turn in ROUND."""
AFTER = len(ROUND) + 2
"""The version of the first event after ROUND."""

ROWS: list[tuple[str, tuple[Act, ...], tuple[int, ...], str]] = [
    ("the round is over and nobody has answered", (), (1,), "design §5: open until it is answered or stated"),
    ("the next round has begun", (place(0, "h"),), (1,), "the same"),
    ("it happened so", (act("IrregularityAttested", finding=QUERY),), (), "answered"),
    ("a director ruled", (act("RulingRecorded", cites={"finding": QUERY}, rule="HC-2", rectification="stand"),), (), "ruled on"),
    ("the round was stated", (act("RoundStated", round=1, points={"0": 1}),), (), "stated"),
    ("the round was stated otherwise", (act("RoundStated", round=1, points={"1": 1}),), (1,), "stated, but not as the record has it"),
    ("another round was stated", (act("RoundStated", round=2, points={"1": 1}),), (1,), "stated, but not this one"),
    ("the score was entered as it is", (act("ScoreStated", scores={"0": 1, "1": 0, "2": 0}),), (), "the totals were stated and agree"),
    ("another score was stated", (act("ScoreStated", scores={"0": 2, "1": 0, "2": 0}),), (1,), "the totals were stated and differ"),
    ("the result was stated", (act("ResultStated", winners=[0]),), (), "or the result stated: then those totals count"),
    ("the statement was withdrawn", (act("RoundStated", round=1, points={"0": 1}), Retracted(AFTER)), (1,), "as corrected"),
    ("the wrong card was withdrawn", (Retracted(4), Retracted(3)), (), "nothing is doubted any more"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "acts", "deals", "source"), ROWS, ids=[row[0] for row in ROWS])
def test_a_deal_is_open_until_its_query_is_answered_or_its_points_are_stated(
    name: str, acts: tuple[Act, ...], deals: tuple[int, ...], source: str
) -> None:
    assert outcome_of(played("high-card", 3, *ROUND, *acts)).open_deals == deals, source


def test_a_deal_in_progress_is_not_open_even_if_there_is_a_query_about_it() -> None:
    reading = played("high-card", 3, *ROUND[:3])
    assert [finding.kind for finding in reading.findings] == ["query"]
    assert outcome_of(reading).open_deals == ()


def test_a_game_with_a_confirmed_result_has_no_open_deals() -> None:
    won = act("RoundStated", round=2, points={"0": 3})
    before = played("high-card", 3, *ROUND, won)
    totals = dict(outcome_of(before).scores)
    assert (outcome_of(before).state, outcome_of(before).open_deals) == ("finished", (1,))
    confirmed = ResultConfirmed(Seat(1), before.version, "00" * 32, totals, (Seat(0),))
    assert outcome_of(played("high-card", 3, *ROUND, won, confirmed)).open_deals == ()


def test_a_game_with_an_open_deal_is_decided_only_when_its_query_is_answered() -> None:
    won = act("RoundStated", round=2, points={"0": 3})
    word = act("IrregularityAttested", finding=QUERY)
    counted = [facts_of("g", reading, reading.findings, 0).decided for reading in (
        played("high-card", 3, *ROUND, won), played("high-card", 3, *ROUND, won, word))]  # fmt: skip
    assert counted == [False, True]


@pytest.mark.parametrize(("viewer", "deals"), [(PUBLIC, ()), (seat_viewer(Seat(0)), ()), (seat_viewer(Seat(1)), (1,))], ids=str)
def test_a_deal_is_open_for_a_viewer_only_if_the_viewer_may_see_a_query_about_it(viewer: Viewer, deals: tuple[int, ...]) -> None:
    laid = [opener(0), place(0, "h", "KH"), place(1, "h", "3D"), place(2, "h", "5C"), reveal("KH 4D 5C")]
    reading = played("high-card", 3, *laid)
    assert [finding.rule for finding in reading.findings] == ["not-the-card-placed"]
    assert outcome_of(reading, viewer).open_deals == deals


def test_a_deal_of_pitch_that_is_over_without_known_points_is_open() -> None:
    some = act("DealStated", round=1, maker=1, points={"high": 1})
    rest = act("DealStated", round=1, maker=1, bid=2, points={"high": 1, "low": 1}, made=True)
    assert outcome_of(game("pitch-auction-classic", some, seats=3)).open_deals == (1,)
    assert outcome_of(game("pitch-auction-classic", some, rest, seats=3)).open_deals == ()


TWO_BIDS = [act("BidMade", seat=1, amount=3), act("BidMade", seat=1, amount=1)]
"""Seat 1 bids twice (SP-14), so there is a query about the second bid."""


@pytest.mark.parametrize(
    ("slug", "acts", "rest", "asked"),
    [
        ("spades-standard", TWO_BIDS, act("TricksStated", round=1, bids={"0": 3, "2": 3, "3": 3}, tricks={"0": 7, "1": 6}), ["query"]),
        ("bid-whist", [act("TricksStated", round=1, maker=1, bid=3, kind="high")], act("TricksStated", round=1, tricks={"1": 9}), []),
    ],
)
def test_a_deal_of_tricks_is_not_open_once_the_table_has_stated_it(slug: str, acts: list[Act], rest: Act, asked: list[str]) -> None:
    """Source: design.md §5: a deal is open until its query is answered or its points are stated."""
    reading = played(slug, 4, *acts, rest)
    assert [str(finding.kind) for finding in reading.findings] == asked
    assert (outcome_of(reading).deals, outcome_of(reading).open_deals) == (1, ())
