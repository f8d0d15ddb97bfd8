"""Rulings, by system and by kind of ruling (rectification). Each row: a record, what must follow from the record, and the source."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from domain.kernel.canonical import Json
from domain.kernel.events import RECTIFICATIONS, Act, Event, Retracted, RulingRecorded
from domain.kernel.values import replace
from domain.ledger import Ledger
from domain.record.facts import facts_of
from domain.record.fold import Reading, read
from domain.record.references import misreferred
from domain.record.settled import misruled
from domain.rounds import Played
from domain.selfplay import move
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, System, Table, seat_viewer
from domain.systems import SYSTEMS
from tests.domain.playing import act, deal, events, opener, place, played, reveal
from tests.speeds import examples
from tests.systems import every_system
from tests.test_every_system import a_game, next_event


def ruling(rectification: str, number: int | None = None, points: Mapping[int, int] | None = None, **more: Json) -> RulingRecorded:
    """Return a ruling on the irregularity called at version 2."""
    given_points = None if points is None else {str(seat): change for seat, change in points.items()}
    data: dict[str, Json] = {"cites": {"dispute": 2}, "rule": "house", "rectification": rectification, "round": number}
    return act("RulingRecorded", **{**data, "points": given_points, **more})  # type: ignore[return-value]


def game(slug: str, seats: int, acts: Sequence[Act | tuple[Act, int]], options: Mapping[str, Json] | None = None) -> Reading:
    return played(slug, seats, act("IrregularityCalled", kind="other"), *acts, **(options or {}))


def ledger_of(reading: Reading) -> Ledger:
    assert isinstance(reading.table, Played)
    return reading.table.ledger


def rules_of(reading: Reading) -> list[str]:
    return [finding.rule for finding in reading.findings]


# --- rounds of each system, as short as they can be -----------------------------------------------------------------------------------------


def high(winner: int, leader: int) -> list[Act]:
    """Return a round of High Card between two players. Only the winner's call is right."""
    cards = {winner: "KS", 1 - winner: "2D"}
    return [place(leader, "h"), place(1 - leader, "h"), reveal(cards)]


def low(*values: int) -> list[Act]:
    laid = [act("CardSelected", seat=seat) for seat in range(len(values))]
    return [*laid, act("NumbersRevealed", values={str(seat): value for seat, value in enumerate(values)})]


def up(*cards: str) -> list[Act]:
    laid = [act("CardOffered", seat=seat) for seat in range(len(cards))]
    return [*laid, act("CardsFlipped", cards={str(seat): card for seat, card in enumerate(cards)})]


HIGH: list[Act] = [opener(0), *high(0, 0), *high(1, 0), *high(0, 1)]
"""Three rounds of High Card. After them seat 0 has two points and the lead, and seat 1 has one point."""
BEGUN: list[Act] = [place(0, "h")]
LOW: list[Act] = [*low(1, 2, 3), *low(1, 3, 3), *low(2, 1, 3)]
"""Three rounds of High Card Low Card. The points by seat are 1 0 2, then 3 -1 -1, then 0 1 2; the totals are 4 0 3."""
UP_RULES: dict[str, Json] = {"removed": list("KQJT987654")}
"""The option that leaves each player a hand of twelve: aces, threes and twos."""
UP: list[Act] = [*up("AS", "2S"), *up("2S", "AS"), *up("2H", "2D")]
"""Three rounds of One-up. Seat 0 wins two cards, then seat 1 wins two, then each player gets one card back. The totals are 3 and 3."""
SHORT: dict[str, Json] = {"removed": list("KQJT98765432")}
FOUR_ROUNDS: list[Act] = [*up("AS", "AH"), *up("AH", "AS"), *up("AD", "AC"), *up("AC", "AD")]
BOX_ROUND: list[Act] = [act("CardLed", seat=0, card="8H"), act("CardPlayed", seat=1, card="5D"), act("BoxDrawn", seat=2, card="KC")]
"""The first round of Box: seat 1 wins, and seat 2 loses a box card."""
BOX: list[Act] = [opener(0), *BOX_ROUND]


class Row(NamedTuple):
    """A game with rulings, and what must follow. `scores`: one for each seat. `round`: the number of the round in progress, or of the next
    round if no round is in progress. `found`: the rule that each finding names."""

    slug: str
    seats: int
    acts: list[Act]
    rulings: list[RulingRecorded]
    scores: list[int]
    round: int
    state: str = "open"
    winners: tuple[int, ...] = ()
    found: tuple[str, ...] = ()
    options: Mapping[str, Json] = {}
    source: str = ""


ROWS = [
    # High Card: 4 points win, unless the row has another target
    Row("high-card", 2, HIGH, [ruling("stand", 1)], [2, 1], 4, source="00: let stand"),
    Row("high-card", 2, HIGH, [ruling("void", 1)], [1, 1], 4, source="00: void the deal; its points go, it is not played again"),
    Row("high-card", 2, HIGH, [ruling("void", 3)], [1, 1], 4, source="the last round"),
    Row("high-card", 2, [*HIGH, *BEGUN], [ruling("void")], [2, 1], 4, source="00: void the deal in progress, like DealVoided"),
    Row("high-card", 2, HIGH, [ruling("penalty", 2, {1: -1})], [2, 0], 4, source="00: the house penalty"),
    Row("high-card", 2, HIGH, [ruling("penalty", None, {1: -3})], [2, -2], 4, source="a penalty may leave less than nothing"),
    Row("high-card", 2, HIGH, [ruling("penalty")], [2, 1], 4, source="a warning"),
    Row("high-card", 2, HIGH, [ruling("adjust", 2, {0: 1})], [3, 0], 4, source="adjusted score: all that the round brought"),
    Row("high-card", 2, [*HIGH, *BEGUN], [ruling("adjust", 4, {1: 1})], [2, 2], 5, source="the round in progress ends as ruled"),
    Row("high-card", 2, HIGH, [ruling("replay", 3)], [1, 1], 3, source="the last round is played again under its number"),
    Row("high-card", 2, HIGH, [ruling("replay", 1)], [1, 1], 4, source="an earlier round: one more at the end"),
    Row("high-card", 2, [*HIGH, *BEGUN], [ruling("replay", 3)], [1, 1], 4, source="the last round is not, if the next has begun"),
    Row("high-card", 2, HIGH, [], [2, 1], 4, "finished", (0,), options={"target": 2}, source="01 §1, before any ruling"),
    Row("high-card", 2, HIGH, [ruling("void", 1)], [1, 1], 4, options={"target": 2}, source="the target is no longer reached: reopened"),
    Row("high-card", 2, HIGH, [ruling("replay", 3)], [1, 1], 3, options={"target": 2}, source="reopened; the last round is played again"),
    Row(
        "high-card", 2, HIGH, [ruling("void", 4), ruling("adjust", 4, {1: 2})], [2, 1], 4, "finished", (0,), options={"target": 2},
        found=("ruling-without-effect", "ruling-without-effect"), source="a round that had not begun at the end",
    ),
    Row(
        "high-card", 2, HIGH, [ruling("penalty", 1, {0: -2, 1: 1})], [0, 2], 4, "finished", (1,), options={"target": 2},
        source="the result changes",
    ),
    Row(
        "high-card", 2, [*HIGH, *BEGUN], [ruling("adjust", 2, {0: 1})], [3, 0], 4, "finished", (0,), options={"target": 3},
        source="the target is reached in the middle of a round: finished",
    ),
    Row(
        "high-card", 2, HIGH, [ruling("penalty", 1, {1: 1})], [2, 2], 4, "finished", (0, 1), options={"target": 2},
        source="HC-8: both share the win",
    ),
    Row("high-card", 2, HIGH, [ruling("void", 9)], [2, 1], 4, found=("ruling-without-effect",), source="there is no such round"),
    Row("high-card", 2, HIGH, [ruling("void")], [2, 1], 4, found=("ruling-without-effect",), source="the next round has no card yet"),
    Row(
        "high-card", 2, [act("RoundStated", round=1, points={"0": 1}), act("ResultStated", winners=[0])], [ruling("replay", 1)], [0, 0], 1,
        found=("result-before-the-end",), source="a stated result is opened by a replay",
    ),
    Row("high-card", 2, [act("RoundStated", round=3, points={"0": 1})], [ruling("adjust", 1, {1: 1})], [1, 1], 4, found=("rounds-missing",),
        source="a round that nobody wrote down"),
    # High Card Low Card: 20 points win (LC-3)
    Row("high-card-low-card", 3, LOW, [ruling("stand")], [4, 0, 3], 4, source="00: let stand"),
    Row("high-card-low-card", 3, LOW, [ruling("void", 2)], [1, 1, 4], 4, source="the deal is void"),
    Row("high-card-low-card", 3, [*LOW, act("CardSelected", seat=0)], [ruling("void", 4)], [4, 0, 3], 4, source="in progress: LC-6"),
    Row("high-card-low-card", 3, LOW, [ruling("penalty", 3, {2: -5})], [4, 0, -2], 4, source="the house penalty"),
    Row("high-card-low-card", 3, LOW, [ruling("adjust", 2, {0: 1, 1: 1, 2: 1})], [2, 2, 5], 4, source="adjusted score"),
    Row("high-card-low-card", 3, LOW, [ruling("adjust", None, {1: 9})], [4, 9, 3], 5, source="the current round is closed as ruled"),
    Row("high-card-low-card", 3, LOW, [ruling("replay", 3)], [4, -1, 1], 3, source="played again under its number"),
    Row("high-card-low-card", 3, LOW, [ruling("replay", 2)], [1, 1, 4], 4, source="an earlier round: one more at the end"),
    Row("high-card-low-card", 3, LOW, [ruling("adjust", 2, {0: 6})], [7, 1, 4], 4, "finished", (0,), options={"target": 5}, source="01 §2"),
    Row("high-card-low-card", 3, LOW[:8], [ruling("void", 1)], [3, -1, -1], 3, options={"target": 4}, source="reopened"),
    Row(
        "high-card-low-card", 3, low(1, 3, 3), [ruling("void", 1)], [0, 0, 0], 2, options={"floor_zero": True},
        source="LC-4: a loss that the floor cut off gives no points back",
    ),
    Row(
        "high-card-low-card", 3, [*low(1, 3, 3), *low(1, 2, 3)], [ruling("penalty", 1, {2: -9})], [4, 0, 2], 3,
        options={"floor_zero": True}, source="LC-4: the penalty of round 1 is floored there, before round 2",
    ),
    # One-up: the game ends when all cards are played
    Row("one-up", 2, UP, [ruling("void", 1)], [1, 3], 4, options=UP_RULES, source="the deal is void, its cards are set aside"),
    Row("one-up", 2, UP, [ruling("penalty", 2, {0: -2})], [1, 3], 4, options=UP_RULES, source="the house penalty"),
    Row("one-up", 2, UP, [ruling("adjust", 1, {0: 1, 1: 1})], [2, 4], 4, options=UP_RULES, source="adjusted score"),
    Row("one-up", 2, UP, [ruling("replay", 3)], [2, 2], 3, options=UP_RULES, source="the cards go back, and the round is played again"),
    Row("one-up", 2, UP, [ruling("replay", 1)], [1, 3], 4, options=UP_RULES, source="the cards go back, and one more round is played"),
    Row("one-up", 2, FOUR_ROUNDS, [], [4, 4], 5, "finished", (0, 1), options=SHORT, source="OU-3"),
    Row("one-up", 2, FOUR_ROUNDS, [ruling("adjust", 2, {0: 2})], [5, 3], 5, "finished", (0,), options=SHORT, source="the result changes"),
    Row("one-up", 2, FOUR_ROUNDS, [ruling("void", 2)], [3, 3], 5, "finished", (0, 1), options=SHORT, source="nothing is played again"),
    Row("one-up", 2, FOUR_ROUNDS, [ruling("replay", 2)], [3, 3], 5, options=SHORT, source="the cards go back, so the game is open again"),
    Row(
        "one-up", 2, FOUR_ROUNDS, [ruling("replay", 2), ruling("replay", 2)], [3, 3], 5, options=SHORT,
        found=("ruling-without-effect",), source="the cards of the round are back already",
    ),
    Row(
        "one-up", 2, [*up("AS", "2S"), act("RoundStated", round=2, points={"0": 2}), *up("2H", "2D")], [ruling("replay", 1)] * 2, [3, 1], 4,
        options=UP_RULES, found=("ruling-without-effect",), source="no cards go back twice, nor cards of a stated round",
    ),
    Row(
        "one-up", 2, [act("RoundStated", round=1, points={"0": 2}), *up("2H", "2D")], [ruling("replay", 1)], [1, 1], 3,
        options=UP_RULES, source="a stated round is played again",
    ),
    # Box: the last survivor wins
    Row("box", 4, BOX, [ruling("stand", 1)], [0, 1, 0, 0], 2, source="00: let stand"),
    Row("box", 4, [opener(0), *BOX_ROUND[:2]], [ruling("void")], [0, 0, 0, 0], 1, source="in progress: back to its beginning"),
    Row("box", 4, BOX, [ruling("void", 1)], [0, 0, 0, 0], 1, source="the last round, undone"),
    Row("box", 4, BOX, [ruling("replay", 1)], [0, 0, 0, 0], 1, source="the last round, undone and played again"),
    Row("box", 4, BOX, [ruling("penalty", 1, {0: -1})], [0, 1, 0, 0], 2, found=("ruling-without-effect",), source="no points, no penalty"),
    Row("box", 4, BOX, [ruling("adjust", 1, {0: 1})], [0, 1, 0, 0], 2, found=("ruling-without-effect",), source="no points, no adjustment"),
    Row("box", 4, BOX, [ruling("adjust", 2, {3: 1})], [0, 1, 0, 1], 3, source="the round in progress ends as ruled"),
    Row(
        "box", 4, [*BOX, act("CardLed", seat=1, card="9H")], [ruling("replay", 1)], [0, 1, 0, 0], 2,
        found=("ruling-without-effect",), source="the next round has begun",
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.slug}: {row.source}, {n}" for n, row in enumerate(ROWS)])
def test_each_kind_of_ruling_has_the_expected_effect_on_scores_and_result(row: Row) -> None:
    reading = game(row.slug, row.seats, [*row.acts, *row.rulings], row.options)
    ledger, outcome = ledger_of(reading), reading.system.outcome(reading.table)
    assert [ledger.scores[seat] for seat in sorted(ledger.scores)] == row.scores
    assert (ledger.round, outcome.state, outcome.winners) == (row.round, row.state, row.winners)
    assert tuple(rules_of(reading)) == row.found


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.slug}: {row.source}, {n}" for n, row in enumerate(ROWS)])
def test_play_goes_on_after_a_ruling(row: Row) -> None:
    """As long as the game is open, acts that the prompts ask for raise no finding."""
    reading = game(row.slug, row.seats, [*row.acts, *row.rulings], row.options)
    dice, before = Random(7), len(reading.findings)
    for _ in range(40):
        made = move(reading.system, reading.table, dice.choice)
        if made is None:
            break
        reading = reading.extended([next_event(reading, made)])
    assert [finding.sentence for finding in reading.findings[before:]] == []
    assert row.state != "open" or reading.version > len(row.acts) + 5


def test_a_round_of_box_that_is_replayed_begins_as_it_did_before() -> None:
    """BX-7: the card that was too high is back in the box, the hands are full, and the same player leads."""
    before, after = game("box", 4, [opener(0)]), game("box", 4, [*BOX, ruling("replay", 1)])
    forgotten = {"ledger": None, "start": None}
    assert {**vars(before.table), **forgotten} == {**vars(after.table), **forgotten}


def test_the_cards_of_a_replayed_round_are_back_in_the_hands() -> None:
    """01 §3: the cards that the players put into the centre are needed again when the round is repeated."""
    reading = game("one-up", 2, [*UP, ruling("replay", 1)], UP_RULES)
    hands = [seat.hand for seat in reading.system.seen_by(reading.table, SCOREKEEPER).seats]
    assert ("AS" in (hands[0] or ()), "2S" in (hands[1] or ()), [len(hand or ()) for hand in hands]) == (True, True, [10, 10])


def test_a_ruling_that_changes_points_changes_hand_sizes_in_high_card() -> None:
    """01 §1: a player has one card for each point. A player who loses a point loses a card immediately. A player who gains a point gets a
    card only at the first deal of the next round."""
    taken = game("high-card", 2, [*HIGH, *BEGUN, ruling("penalty", 1, {0: -1})])
    given = game("high-card", 2, [*HIGH, ruling("penalty", 1, {1: 1})])
    assert [seat.cards for seat in taken.system.seen_by(taken.table, PUBLIC).seats] == [1, 2]
    assert [seat.cards for seat in given.system.seen_by(given.table, PUBLIC).seats] == [1, 1]


def test_a_hand_size_is_never_reported_as_wrong_after_a_ruling_changed_the_points() -> None:
    """After a player lost a point by a ruling, the record does not say whether the player gave a card back."""
    acts = [*HIGH, ruling("penalty", 1, {1: -1}), deal({0: "3H 4H", 1: "5H"}), place(0, "h", "4H"), place(1, "h", "9H")]
    assert rules_of(game("high-card", 2, acts)) == []


def test_the_stated_winner_stays_if_the_totals_after_a_ruling_name_no_winner() -> None:
    """docs/decisions/domain-reading.md: a ruling changes the totals. It changes the winner only if the totals after the ruling name a
    winner."""
    stated = act("ResultStated", winners=[0], scores={"0": 3, "1": 2})
    small = game("high-card", 2, [stated, ruling("penalty", 1, {0: -1})])
    large = game("high-card", 2, [stated, ruling("penalty", 1, {1: 2})])
    assert [(reading.result.scores, reading.result.winners) for reading in (small, large)] == [({0: 2, 1: 2}, (0,)), ({0: 3, 1: 4}, (1,))]


def test_a_penalty_has_no_effect_on_a_result_stated_without_scores() -> None:
    reading = game("high-card", 2, [act("ResultStated", winners=[0]), ruling("penalty", 1, {0: -1})])
    assert (reading.result.scores, rules_of(reading)) == ({}, ["ruling-without-effect"])


def test_an_abandoned_game_stays_abandoned() -> None:
    for given_up in (ruling("void", 1), ruling("replay", 3), ruling("penalty", 1, {0: 9})):
        reading = game("high-card", 2, [*HIGH, act("GameAbandoned", reason="late"), given_up])
        assert reading.result.state == "abandoned"


def test_a_new_player_at_a_seat_does_not_get_the_former_players_points() -> None:
    """HC-10, HC-11: a new player at a seat begins without points."""
    acts = [*HIGH[:7], act("PlayerJoined", seat=2), act("PlayerLeft", seat=0), act("PlayerJoined", seat=0)]
    for number, points in ((1, 1), (2, 0)):
        assert ledger_of(game("high-card", 2, [*acts, ruling("void", number)])).scores == {0: 0, 1: points, 2: 0}


def test_a_round_stated_after_a_ruling_is_compared_with_the_ruled_points() -> None:
    acts = [*HIGH, ruling("adjust", 2, {0: 1})]
    as_ruled = game("high-card", 2, [*acts, act("RoundStated", round=2, points={"0": 1})])
    as_played = game("high-card", 2, [*acts, act("RoundStated", round=2, points={"1": 1})])
    assert rules_of(as_ruled) == []
    (finding,) = as_played.findings
    assert (finding.rule, 13 in finding.versions) == ("round-stated-otherwise", True)


def test_the_view_of_the_table_says_that_an_earlier_round_is_replayed() -> None:
    reading = game("high-card", 2, [*HIGH, *BEGUN, ruling("replay", 3)])
    assert reading.system.seen_by(reading.table, PUBLIC).last_round == "Round 3: played again later."


def test_the_view_of_the_table_says_what_was_ruled_about_the_last_round() -> None:
    for slug, seats, acts, options in (("high-card", 2, HIGH, {}), ("high-card-low-card", 3, LOW, {}), ("one-up", 2, UP, UP_RULES)):
        for decided, ending in ((ruling("void", 3), "Round 3: ruled void."), (ruling("adjust", 3, {0: 2}), "Round 3: ruled {0} 2.")):
            reading = game(slug, seats, [*acts, decided], options)
            assert reading.system.seen_by(reading.table, PUBLIC).last_round == ending


# --- a ruling is never edited; a later ruling replaces it -------------------------------------------------------------------------------------------


def test_a_ruling_that_replaces_another_takes_effect_at_the_place_of_the_replaced_one() -> None:
    """The second ruling (version 15) replaces the first (version 13). The play after the first ruling is judged as if the second ruling
    had been given in its place."""
    first = [*HIGH, ruling("void", 1)]  # the ruling has version 13
    changed = game("high-card", 2, [*first, *BEGUN, ruling("penalty", 2, {1: -1}, supersedes=13)])
    assert [step.event.version for step in changed.steps] == [*range(1, 13), 15, 14]
    assert ledger_of(changed).scores == {0: 2, 1: 0}


CHAINS: list[tuple[list[Act], dict[int, int], str]] = [
    ([ruling("void", 1), ruling("void", 2, supersedes=13)], {0: 2, 1: 0}, "13 ← 14"),
    ([ruling("void", 1), ruling("void", 2, supersedes=13), Retracted(14)], {0: 1, 1: 1}, "the first ruling counts again"),
    ([ruling("void", 1), ruling("void", 2, supersedes=13), Retracted(13)], {0: 2, 1: 0}, "the second ruling still counts"),
    ([ruling("void", 1), ruling("void", 2, supersedes=13), ruling("void", 3, supersedes=14)], {0: 1, 1: 1}, "13 ← 14 ← 15"),
    (
        [ruling("void", 1), ruling("void", 2, supersedes=13), ruling("stand", supersedes=14), Retracted(14)],
        {0: 2, 1: 1},
        "a withdrawn ruling in the middle keeps the chain",
    ),
    ([ruling("void", 1), Retracted(13)], {0: 2, 1: 1}, "as without the ruling"),
    ([ruling("void", 1, supersedes=5)], {0: 1, 1: 1}, "a file from elsewhere that names no ruling"),
]


@pytest.mark.parametrize(("rulings", "scores", "source"), CHAINS, ids=[row[-1] for row in CHAINS])
def test_only_the_last_of_several_rulings_that_replace_each_other_counts(rulings: list[Act], scores: dict[int, int], source: str) -> None:
    assert ledger_of(game("high-card", 2, [*HIGH, *rulings])).scores == scores, source


# --- rulings that settle a finding, and rulings whose ground was withdrawn ------------------------------------------------------------------

REVOKED: list[Act] = [opener(0), place(1, "h")]
"""A record in which seat 1 places out of turn at version 4."""


def on_finding(rectification: str = "stand", **more: Json) -> RulingRecorded:
    return ruling(rectification, **{"cites": {"finding": "out-of-turn@4"}, **more})  # type: ignore[arg-type]


def test_a_finding_counts_as_ruled_on_while_a_ruling_names_it() -> None:
    reading = game("high-card", 2, [*REVOKED, on_finding()])
    assert reading.ruled == {"out-of-turn@4": 5}
    assert rules_of(reading) == ["out-of-turn"], "it is not withdrawn: it happened"
    assert game("high-card", 2, [*REVOKED, on_finding(), Retracted(5)]).ruled == {}
    assert game("high-card", 2, [*REVOKED, on_finding(), on_finding("void", supersedes=5)]).ruled == {"out-of-turn@4": 6}


def test_a_breach_that_was_ruled_on_still_counts_in_the_statistics() -> None:
    """docs/decisions/rulings.md: a ruling decides about the consequences of a breach. It does not decide whether the breach happened."""
    bid = act("BidMade", seat=1, amount=9)
    reading = game("pitch-auction-classic", 4, [bid, on_finding(cites={"finding": "bid-out-of-range@3"})])
    assert reading.ruled == {"bid-out-of-range@3": 4}
    assert [seat.breaches for seat in facts_of("home-x", reading, reading.findings, 0).seats] == [0, 1, 0, 0]


def test_a_question_is_no_breach_in_the_statistics() -> None:
    reading = game("high-card", 2, [*REVOKED, on_finding()])
    assert [finding.kind for finding in reading.findings] == ["query"]
    assert [seat.breaches for seat in facts_of("home-x", reading, reading.findings, 0).seats] == [0, 0]


def test_a_ruling_on_a_withdrawn_finding_is_reported_to_scorekeeper_and_director() -> None:
    reading = game("high-card", 2, [*REVOKED, on_finding(), Retracted(4)])
    (finding,) = reading.findings
    assert (finding.id, finding.kind, finding.seats) == ("ruling-without-ground@5", "gap", ())
    assert [viewer.may_see(finding) for viewer in (DIRECTOR, SCOREKEEPER, PUBLIC, seat_viewer(reading.opened.seats[0].seat))] == [
        True, True, False, False,
    ]  # fmt: skip


def test_a_ruling_on_a_withdrawn_dispute_is_reported() -> None:
    assert rules_of(game("high-card", 2, [ruling("stand"), Retracted(2)])) == ["ruling-without-ground"]
    assert rules_of(game("high-card", 2, [ruling("stand"), Retracted(2), Retracted(3)])) == []


def test_a_dispute_that_nobody_ruled_on_is_no_finding() -> None:
    assert rules_of(game("high-card", 2, [act("ClaimMade", seat=1, claim="mine")])) == []


def test_the_note_of_a_ruling_is_shown_only_to_scorekeeper_and_director() -> None:
    for slug in SYSTEMS:
        reading = game(slug, SYSTEMS[slug].players[0], [ruling("stand", note="he meant well")])
        noted = reading.events[-1]
        for viewer, sees in ((DIRECTOR, True), (SCOREKEEPER, True), (PUBLIC, False), (seat_viewer(reading.opened.seats[0].seat), False)):
            shown = reading.system.shown(noted, reading.table, viewer)
            assert shown is not None
            assert isinstance(shown.act, RulingRecorded)
            assert shown.act.note is not None
            assert (shown.act.note.value is not None) == sees


# --- rulings that are refused ---------------------------------------------------------------------------------------------------------------------

REFUSED: list[tuple[RulingRecorded, str, str]] = [
    (on_finding(cites={"finding": "out-of-turn@9"}), "/data/cites/finding", "no such finding"),
    (ruling("stand", cites={"dispute": 1}), "/data/cites/dispute", "the opening is no dispute"),
    (ruling("stand", cites={"dispute": 9}), "/data/cites/dispute", "there is no such version"),
    (ruling("stand", cites={"dispute": 6}), "/data/cites/dispute", "the dispute was withdrawn"),
    (ruling("void", 2), "/data/round", "there is no round 2"),
    (ruling("adjust", 1), "/data/points", "an adjusted score has points"),
    (ruling("void", 1, {0: 1}), "/data/points", "a void round has no points"),
    (ruling("void", 1, supersedes=4), "/data/supersedes", "not a ruling"),
    (ruling("void", 1, supersedes=99), "/data/supersedes", "there is no such ruling"),
    (ruling("void", 1, supersedes=5), "/data/supersedes", "that ruling is superseded already"),
    (ruling("void", 1, supersedes=9), "/data/supersedes", "that ruling was withdrawn"),
]
SO_FAR: list[Act] = [
    opener(0), place(1, "h"), ruling("stand"), act("IrregularityCalled", kind="misdeal"), Retracted(6), ruling("stand", supersedes=5),
    ruling("stand"), Retracted(9),
]  # fmt: skip
"""The acts at versions 3 to 10, before the ruling."""


@pytest.mark.parametrize(("refused", "pointer", "source"), REFUSED, ids=[row[-1] for row in REFUSED])
def test_a_ruling_that_does_not_fit_the_record_is_refused(refused: RulingRecorded, pointer: str, source: str) -> None:
    reading = game("high-card", 2, SO_FAR)
    last = reading.events[-1]
    event = Event(reading.version + 1, last.id, refused, last.by, last.at, last.offset, last.recorded_at)
    faults = [fault for _, fault in misreferred((*reading.events, event), reading.version)]
    assert {fault.pointer for fault in (*faults, *misruled(reading, refused, None, ()))} == {pointer}, source


TAKEN = [
    on_finding(),
    on_finding(cites={"finding": "withdrawn-long-ago@3"}),
    ruling("void"),
    ruling("adjust", None, {}),
    ruling("void", 1, supersedes=8),
    ruling("penalty", None, {0: -1}),
]


@pytest.mark.parametrize("taken", TAKEN)
def test_a_ruling_that_fits_the_record_is_accepted(taken: RulingRecorded) -> None:
    assert list(misruled(game("high-card", 2, SO_FAR), taken, None, {"withdrawn-long-ago@3"})) == []


def test_a_ruling_made_while_no_round_is_running_must_name_a_played_round() -> None:
    over = game("high-card", 2, HIGH, {"target": 2})
    assert [fault.pointer for fault in misruled(over, ruling("void"), None, ())] == ["/data/round"]
    assert [fault.pointer for fault in misruled(over, ruling("void", 4), None, ())] == ["/data/round"]
    assert list(misruled(over, ruling("void", 3), None, ())) == []


def test_a_ruling_that_replaces_another_ruling_cannot_be_inserted() -> None:
    reading = game("high-card", 2, SO_FAR)
    assert [fault.pointer for fault in misruled(reading, ruling("stand", supersedes=8), 4, ())] == ["/after"]


# --- properties ---------------------------------------------------------------------------------------------------------------------------------

seeds = st.integers(0, 2**32)
decisions = st.builds(
    lambda rectification, number, changes: ruling(
        rectification, number, changes if rectification in ("penalty", "adjust") else None, cites={"finding": "none@1"}
    ),
    st.sampled_from(RECTIFICATIONS),
    st.none() | st.integers(1, 6),
    st.dictionaries(st.integers(0, 3), st.integers(-9, 9), max_size=3),
)


@every_system
@examples(1, 25, seed=seeds, at=st.floats(0, 1), decided=decisions)
def test_a_withdrawn_ruling_has_no_effect(system: System[Table], seed: int, at: float, decided: RulingRecorded) -> None:
    reading = a_game(system, seed)
    placed = reading.extended([next_event(reading, decided, 1 + round(at * (reading.version - 1)))])
    withdrawn = placed.extended([next_event(placed, Retracted(placed.version))])
    assert (withdrawn.table, withdrawn.findings, withdrawn.result, withdrawn.ruled) == (
        reading.table, reading.findings, reading.result, {},
    )  # fmt: skip


@every_system
@examples(1, 25, seed=seeds, more=st.integers(0, 12), former=decisions, later=decisions)
def test_a_ruling_that_replaces_another_has_the_same_effect_as_if_given_first(
    system: System[Table], seed: int, more: int, former: RulingRecorded, later: RulingRecorded
) -> None:
    """The readings are compared without versions, because the versions of the two rulings differ."""
    reading = a_game(system, seed, 40)
    acts = [event.act for event in reading.events]
    behind = max(1, len(acts) - more)
    head, tail = acts[:behind], acts[behind:]
    at_first = read(system, events([*head, later, *tail]))
    superseded = read(system, events([*head, former, *tail, replace(later, supersedes=behind + 1)]))
    assert shown_of(superseded) == shown_of(at_first)


def shown_of(reading: Reading) -> object:
    view = reading.system.seen_by(reading.table, SCOREKEEPER)
    return view, reading.system.outcome(reading.table), sorted(rules_of(reading)), [step.event.type for step in reading.steps]
