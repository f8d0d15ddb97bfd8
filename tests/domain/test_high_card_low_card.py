"""High Card Low Card, clause by clause. Each row: a record, what must follow from the record, and the clause that says so.
`LC-1`: a clause of docs/rules/01_simple_games.md. `lc-01`: a worked example of tests/examples/worked_examples.json."""

from collections.abc import Mapping

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.record.fold import Reading
from domain.system import PUBLIC, SCOREKEEPER, Unplayable, seat_viewer
from domain.systems import SYSTEMS
from domain.systems.high_card_low_card import HIGH_CARD_LOW_CARD, LowCardTable
from tests.domain.playing import act, opening, played, suspicions


def low_card(seats: int, *acts: Act, **options: Json) -> Reading:
    return played("high-card-low-card", seats, *acts, **options)


def lay(seat: int, value: int | None = None) -> Act:
    return act("CardSelected", seat=seat, value=value)


def show(*values: int, seats: tuple[int, ...] = ()) -> Act:
    return act("NumbersRevealed", values={str(seat): value for seat, value in zip(seats or range(len(values)), values, strict=True)})


def a_round(*values: int) -> list[Act]:
    return [*(lay(seat) for seat in range(len(values))), show(*values)]


def table_of(reading: Reading) -> LowCardTable:
    assert isinstance(reading.table, LowCardTable)
    return reading.table


def scores(reading: Reading) -> list[int]:
    return list(table_of(reading).ledger.scores.values())


ROUNDS = [
    ([1, 4, 5, 1, 2], [-1, 0, 2, -1, 1], "lc-01, seed five-player round"),
    ([6, 1, 4, 6, 6, 1], [-1, -1, 3, -1, -1, -1], "lc-03, LC-2: one card stands alone"),
    ([3, 5, 1, 2, 4], [0, 2, 1, 0, 0], "lc-05: all different"),
    ([2, 2, 3, 3], [-1, -1, -1, -1], "LC-1: nobody unmatched"),
    ([2, 2, 2], [-1, -1, -1], "LC-1: everyone equal"),
    ([1, 4, 4, 2], [1, -1, -1, 2], "01 §2: two unmatched"),
    ([1, 2, 3], [1, 0, 2], "01 §2: the middle scores nothing"),
]


@pytest.mark.parametrize(("values", "points", "source"), ROUNDS, ids=[row[-1] for row in ROUNDS])
def test_a_round_of_high_card_low_card_gives_the_expected_points(values: list[int], points: list[int], source: str) -> None:
    reading = low_card(len(values), *a_round(*values))
    assert scores(reading) == points, source
    assert not reading.findings
    matched = sum(1 for value in values if values.count(value) > 1)
    assert sum(points) == 3 * (matched < len(values)) - matched, "01 §2 audit"


ENDS: list[tuple[list[int], Mapping[str, Json], tuple[int, ...], str]] = [
    ([20, 3, 4], {}, (0,), "01 §2: the target wins"),
    ([19, 3, 4], {}, (), "01 §2: below the target"),
    ([20, 20, 4], {}, (), "lc-06, LC-3: level at the top play on"),
    ([20, 21, 4], {}, (1,), "LC-3: the highest of several"),
    ([20, 20, 4], {"shared_win": True}, (0, 1), "LC-3 option"),
    ([21, 20, 20], {}, (0,), "LC-7: level below the top is irrelevant"),
    ([10, 3, 4], {"target": 10}, (0,), "01 §2: other targets"),
]


@pytest.mark.parametrize(("totals", "options", "winners", "source"), ENDS, ids=[row[-1] for row in ENDS])
def test_the_game_ends_when_a_player_reaches_the_target(
    totals: list[int], options: Mapping[str, Json], winners: tuple[int, ...], source: str
) -> None:
    reading = low_card(3, act("ScoreStated", scores={str(n): total for n, total in enumerate(totals)}), **options)
    outcome = reading.system.outcome(reading.table)
    assert outcome.winners == winners, source
    assert outcome.state == ("finished" if winners else "open")


def test_totals_may_be_negative_unless_the_option_forbids_it() -> None:
    """The rule is LC-4."""
    assert scores(low_card(3, *a_round(2, 2, 2))) == [-1, -1, -1]
    assert scores(low_card(3, *a_round(2, 2, 2), floor_zero=True)) == [0, 0, 0]


FOUND: list[tuple[list[Act], str, tuple[int, ...], str]] = [
    ([lay(0), lay(0)], "changed-card", (2, 3), "01 §2 SELECT: has not placed"),
    ([lay(0), show(1, seats=(0,))], "revealed-too-early", (3,), "01 §2 REVEAL: all have placed"),
    ([*a_round(1, 2, 4)], "not-in-hand", (5,), "LC-6: above X"),
    ([*a_round(1, 2, 0)], "not-in-hand", (5,), "LC-6: no card"),
    ([lay(0, 7)], "not-in-hand", (2,), "LC-6, sealed"),
    ([lay(0, 3), lay(1), lay(2), show(1, 2, 2)], "not-the-card-placed", (2, 5), "01 §2 REVEAL: matches a sealed value"),
    ([lay(5)], "not-seated", (2,), "01 §2"),
    ([lay(0), act("PlayerJoined", seat=3)], "roster-fixed", (3,), "LC-5"),
    ([lay(0), act("PlayerLeft", seat=2)], "player-left", (3,), "LC-5: a gap"),
    ([lay(0), act("PlayerLeft", seat=2), act("PlayerLeft", seat=2)], "not-seated", (4,), "LC-5"),
    ([act("PlayerLeft", seat=2)], "too-few-players", (2,), "LC-8"),
    ([act("PlayerJoined", seat=2)], "seat-taken", (2,), "LC-5"),
    ([act("DealVoided", reason="x")], "nothing-to-void", (2,), "01 §2"),
    ([act("GameAbandoned", reason="x"), lay(0)], "after-the-end", (3,), "01 §2 GAME_OVER"),
    ([*a_round(1, 2, 3), act("RoundStated", round=1, points={"0": 2})], "round-stated-otherwise", (5, 6), "a claim refuted"),
    ([lay(0), lay(1), lay(2), show(2, seats=(0,)), show(3, seats=(0,))], "revealed-twice", (2, 6), "01 §2 REVEAL"),
]


@pytest.mark.parametrize(("acts", "rule", "versions", "source"), FOUND, ids=[f"{row[1]}: {row[3]}" for row in FOUND])
def test_a_record_of_high_card_low_card_has_the_expected_finding(
    acts: list[Act], rule: str, versions: tuple[int, ...], source: str
) -> None:
    by_rule = {finding.rule: finding.versions for finding in suspicions(low_card(3, *acts))}
    assert by_rule.get(rule) == versions, (source, by_rule)


def test_a_round_with_an_impossible_card_is_not_scored() -> None:
    """LC-6: the round stays open until the player shows another card or the round is voided."""
    reading = low_card(3, *a_round(1, 2, 9))
    assert (scores(reading), set(table_of(reading).laid)) == ([0, 0, 0], {0, 1, 2})
    assert [prompt.type for prompt in reading.system.prompts(reading.table)] == ["NumbersRevealed"]
    assert scores(low_card(3, *a_round(1, 2, 9), show(3, seats=(2,)))) == [1, 0, 2]
    voided = low_card(3, *a_round(1, 2, 9), act("DealVoided", reason="LC-6"))
    assert (scores(voided), dict(table_of(voided).laid), table_of(voided).ledger.round) == ([0, 0, 0], {}, 1)


def test_players_may_join_and_leave_before_the_first_card() -> None:
    """The rule is LC-5."""
    joined = low_card(3, act("PlayerJoined", seat=3), *a_round(1, 2, 3, 4))
    assert (scores(joined), joined.findings) == ([1, 0, 0, 2], ())
    left = low_card(4, act("PlayerLeft", seat=1))
    assert (table_of(left).ring, left.findings) == ((0, 2, 3), ())


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (14, {}), (3, {"target": 0}), (3, {"floor_zero": "no"})])
def test_an_opening_of_high_card_low_card_that_breaks_a_rule_is_refused(seats: int, options: Mapping[str, Json]) -> None:
    with pytest.raises(Unplayable):
        opening(SYSTEMS["high-card-low-card"], seats, **options)


def test_a_selected_card_is_seen_only_by_its_owner_before_the_reveal() -> None:
    reading = low_card(3, lay(0, 3))
    for viewer, card in [(PUBLIC, None), (seat_viewer(Seat(1)), None), (seat_viewer(Seat(0)), "3"), (SCOREKEEPER, "3")]:
        view = HIGH_CARD_LOW_CARD.seen_by(table_of(reading), viewer)
        assert (view.seats[0].placed, view.seats[0].card) == (True, card)
        event = HIGH_CARD_LOW_CARD.shown(reading.events[1], table_of(reading), viewer)
        assert event is not None
        assert event.act.value.value == (None if card is None else 3)  # type: ignore[union-attr]


def test_rounds_stated_without_cards_give_the_scores() -> None:
    reading = low_card(
        3, act("RoundStated", round=1, points={"0": 2, "1": 1}), act("RoundStated", round=2, points={"0": 3, "1": -1, "2": -1})
    )
    assert (scores(reading), reading.findings) == ([5, 0, -1], ())


def test_a_round_does_not_wait_for_a_player_who_left() -> None:
    """LC-5: a player may not leave after laying a card. If a player leaves all the same, the cards of the others decide the round."""
    gone = low_card(4, lay(0), lay(1), lay(2), act("PlayerLeft", seat=3))
    assert [prompt.type for prompt in gone.system.prompts(gone.table)] == ["NumbersRevealed"]
    shown = low_card(4, lay(0), lay(1), lay(2), act("PlayerLeft", seat=3), show(1, 4, 2))
    assert (scores(shown), [finding.kind for finding in shown.findings]) == ([1, 2, 0, 0], ["gap"])
    late = low_card(4, lay(0), lay(1), lay(2), lay(3), show(1, 4, 2, seats=(0, 1, 2)), act("PlayerLeft", seat=3))
    assert scores(late) == [1, 2, 0, 0]
    assert low_card(4, *a_round(1, 2, 3, 4), act("PlayerLeft", seat=3)).system.outcome(late.table).state == "open"


def test_the_seat_of_a_player_who_left_is_active_again_if_a_card_or_a_new_player_is_recorded_there() -> None:
    left = [*a_round(1, 2, 3, 4), act("PlayerLeft", seat=3)]
    for back in (act("PlayerSubstituted", seat=3, person=None), lay(3)):
        reading = low_card(4, *left, back)
        assert 3 in reading.system.seen_by(reading.table, SCOREKEEPER).turn or 3 in table_of(reading).laid
