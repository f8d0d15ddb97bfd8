"""The view of a deal has its complete tricks. Won tricks are closed after the next lead (docs/rules/03_pitch_schema.md, Visibility)."""

import pytest

from domain.kernel.view import TrickView
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from tests.domain.tricks.test_unknown import TRICKS, classic, line

FIRST = ((1, "AS", 7), (2, "2S", 8), (3, "3S", 9), (0, "4S", 10))
SECOND = ((1, "KS", 11), (2, "3C", 12), (3, "4H", 13), (0, "5H", 14))


def closed(plays: tuple[tuple[int, str | None, int], ...]) -> tuple[tuple[int, str | None, int], ...]:
    return tuple((seat, None, version) for seat, _, version in plays)


SEEN = [
    (PUBLIC, "the second trick lies on the table", TRICKS[:2], [closed(FIRST), SECOND]),
    (seat_viewer(1), "the second trick lies on the table", TRICKS[:2], [closed(FIRST), SECOND]),
    (SCOREKEEPER, "the second trick lies on the table", TRICKS[:2], [FIRST, SECOND]),
    (PUBLIC, "somebody led to the third trick", [*TRICKS[:2], "1:QS"], [closed(FIRST), closed(SECOND)]),
    (DIRECTOR, "somebody led to the third trick", [*TRICKS[:2], "1:QS"], [FIRST, SECOND]),
    (PUBLIC, "the first trick is not complete", ["1:AS 2:2S"], []),
    (PUBLIC, "the deal is over", TRICKS, []),
]


@pytest.mark.parametrize(("viewer", "when", "tricks", "seen"), SEEN)
def test_each_viewer_sees_the_tricks_that_are_open_to_them(
    viewer: Viewer, when: str, tricks: list[str], seen: list[tuple[tuple[int, str | None, int], ...]]
) -> None:
    reading = classic(*line(*tricks))
    shown = reading.system.seen_by(reading.table, viewer).tricks
    assert [trick.plays for trick in shown] == seen, when
    assert {trick.winner for trick in shown} <= {1}


WINNING = [
    ("nobody has led", [], None),
    ("the trick is in progress", ["1:3S 2:AS"], 2),
    ("a trump lies on it", [*TRICKS[:1], "1:3H 2:AH 3:6S"], 3),
    ("it is complete", TRICKS[:1], 1),
    ("the card that was led wins, whoever won the trick before", [*TRICKS[:1], "1:KS"], 1),
    ("nobody remembers a card that may be higher", ["1:3S 2:?"], None),
    ("no card is higher, whatever the forgotten one was", ["1:AS 2:?"], 1),
]


@pytest.mark.parametrize(("when", "tricks", "winning"), WINNING)
def test_the_view_has_whose_card_wins_the_trick_on_the_table(when: str, tricks: list[str], winning: int | None) -> None:
    reading = classic(*line(*tricks))
    assert reading.system.seen_by(reading.table, PUBLIC).winning == winning, when


def test_the_last_trick_of_a_deal_is_shown_with_its_winner_until_the_next_deal_ends() -> None:
    """It lies on the table until somebody deals again, and everybody has seen it."""
    before = classic(*line(*TRICKS[:-1]))
    assert before.system.seen_by(before.table, PUBLIC).last_deal is None
    over = classic(*line(*TRICKS))
    last = over.system.seen_by(over.table, PUBLIC).last_deal
    assert last is not None
    assert last.trick is not None
    assert (last.tricks, last.trick.winner) == (len(TRICKS), 1)
    assert [card for _, card, _ in last.trick.plays] == [each.split(":")[1] for each in TRICKS[-1].split()]


def test_nobody_is_out_who_has_played_the_last_card_where_nobody_goes_out() -> None:
    reading = classic(*line(*TRICKS[:-1], "1:TD 2:2D"))
    assert all(seat.active for seat in reading.system.seen_by(reading.table, PUBLIC).seats)


def test_a_card_that_nobody_remembers_is_unknown_to_everybody() -> None:
    reading = classic(*line("1:AS 2:? 3:3S 0:4S"))
    assert [card for _, card, _ in reading.system.seen_by(reading.table, SCOREKEEPER).tricks[0].plays] == ["AS", None, "3S", "4S"]


def test_a_trick_stays_closed_if_a_system_forgets_to_close_it() -> None:
    trick = TrickView(FIRST, 1)
    assert (trick.closed_to(PUBLIC).plays, trick.closed_to(SCOREKEEPER).plays) == (closed(FIRST), FIRST)
