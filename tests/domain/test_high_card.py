"""High Card, clause by clause. Each row: a record, what must follow from the record, and the clause that says so.
`HC-1`: a clause of docs/rules/01_simple_games.md. `hc-01`: a worked example of tests/examples/worked_examples.json."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import Act, CardsRevealed
from domain.record.fold import Reading
from domain.selfplay import move
from domain.system import PUBLIC, SCOREKEEPER, Unplayable, seat_viewer
from domain.systems import SYSTEMS
from domain.systems.high_card import HIGH_CARD
from domain.systems.high_card.table import Finished, HighCard, next_round, right_calls, survived
from tests.domain.playing import act, deal, events, hand, opener, opening, place, played, reveal, suspicions

WIN0 = hand("h l", "AS 2H", (0, 1))  # both calls are right
SOLE0 = hand("h h", "AS KH", (0, 1))  # only the call of seat 0 is right


def table_of(reading: Reading) -> HighCard:
    assert isinstance(reading.table, HighCard)
    return reading.table


def high_card(seats: int, *acts: Act | tuple[Act, int], **options: Json) -> Reading:
    return played("high-card", seats, *acts, **options)


def rules_found(reading: Reading) -> dict[str, tuple[int, ...]]:
    return {finding.rule: finding.versions for finding in reading.findings}


# --- resolving a hand: each row has the calls in order of placing from seat 0, the cards, who is right, the source ------------------

HANDS = [
    ("m h h m", "TS KH AD JC", {2, 3}, "hc-01, seed example 1"),
    ("m l l h", "9S 3H 3C 9D", {1, 2, 3}, "hc-02, seed example 2: no middle exists"),
    ("l h m", "8S 8H 8D", {0, 1}, "hc-04: all ranks equal, lowest and highest right, middle wrong"),
    ("h h", "QS 5H", {0}, "hc-05: the higher of two"),
    ("l h", "2S AH", {0, 1}, "01 §1: ace is high"),
    ("m l", "7S 7H", {1}, "01 §1: two left, never a middle"),
    ("m m m", "2S 7H KC", {1}, "01 §1: middle strictly between"),
    ("l l h", "4S 4H 9C", {0, 1, 2}, "01 §1: equal cards share their standing"),
    ("h l m m", "KS 2H 2C KD", {0, 1}, "01 §1: level with an end is not the middle"),
    ("m m", "9S 9H", set(), "01 §1: nobody right"),
    ("l l l l", "5S 5H 5C 5D", {0, 1, 2, 3}, "01 §1: nobody at all may be eliminated"),
]


@pytest.mark.parametrize(("calls", "cards", "right", "source"), HANDS, ids=[row[-1] for row in HANDS])
def test_the_players_whose_calls_were_right_stay_in_the_round(calls: str, cards: str, right: set[int], source: str) -> None:
    seats = len(cards.split())
    reading = high_card(seats, opener(0), *hand(calls, cards, range(seats)))
    table = table_of(reading)
    survivors = set(table.active) if not table.ledger.closed else set(table.ledger.closed[-1].points)
    assert survivors == right, source
    assert not reading.findings


def test_a_card_is_compared_only_with_cards_of_the_same_hand() -> None:
    """HC-13: an ace of hand 1 is still face up during hand 2, but the cards of hand 2 are not compared with it."""
    reading = high_card(3, opener(0), *hand("h l m", "AS 2H 9C", (0, 1, 2)), *hand("h l m", "7H 3C 5D", (1, 2, 0)))
    assert set(table_of(reading).active) == {0, 1, 2}


# --- endings and openers: each row has the seats, acts, options, reason of the end, scores, next opener, source --------------------------

THREE = hand("h h l", "9S 8H 2C", (0, 1, 2))  # seat 1 is eliminated, and seat 2 leads hand 2
ROWS: list[tuple[int, list[Act], Mapping[str, Json], str, list[int], int, str]] = [
    (2, [opener(1), *hand("h h", "KH AS", (1, 0))], {}, "single_survivor", [1, 0], 0, "01 §1: the survivor scores and opens"),
    (2, [opener(1), *hand("h l", "2H AS", (1, 0))], {}, "all_out", [0, 0], 1, "HC-3: the same opener again"),
    (3, [opener(2), *hand("m m m", "9H 9S 9C", (2, 0, 1))], {"rotate_on_restart": True}, "all_out", [0, 0, 0], 0, "HC-3 option"),
    (3, [opener(0), *THREE, *hand("m m", "3C 4S", (2, 0))], {}, "all_out", [0, 0, 0], 0, "HC-3: the round's opener, not the last leader"),
    (3, [opener(0), *THREE, *hand("h h", "3C 4S", (2, 0))], {}, "single_survivor", [1, 0, 0], 0, "HC-2: next active after the leader"),
]


@pytest.mark.parametrize(("seats", "acts", "options", "reason", "scores", "opens", "source"), ROWS, ids=[row[-1] for row in ROWS])
def test_a_round_ends_with_the_expected_scores_and_the_expected_next_opener(
    seats: int, acts: list[Act], options: Mapping[str, Json], reason: str, scores: list[int], opens: int, source: str
) -> None:
    reading = high_card(seats, *acts, **options)
    table = table_of(reading)
    assert not reading.findings, source
    assert table.ledger.closed[-1].reason == reason
    assert [table.ledger.scores[Seat(seat)] for seat in range(seats)] == scores
    assert table.opener == opens
    assert table.between_rounds
    assert not table.seen, "all face-up cards are shuffled back (HC-4)"


def test_the_next_seat_still_in_the_round_becomes_leader() -> None:
    """HC-2, hc-01: Chris leads and is eliminated with Guy; Eric leads next."""
    reading = high_card(4, opener(0), *hand("m h h m", "TS KH AD JC", range(4)))
    assert (table_of(reading).leader, table_of(reading).turn, table_of(reading).hand_no) == (2, 2, 2)


def cards_short(**options: Json) -> Reading:
    """Return a game of thirteen players in which all calls are right until the stock is too small for another hand (HC-6, HC-7, HC-17)."""
    suits = "SHDC"
    acts: list[Act] = [opener(3)]
    order = [*range(3, 13), *range(3)]
    for hand_no in range(4):
        ranks = "23456789TJQKA"
        cards = {seat: ranks[n] + suits[hand_no] for n, seat in enumerate(order)}
        calls = {seat: "l" if n == 0 else "h" if n == 12 else "m" for n, seat in enumerate(order)}
        acts += [place(seat, calls[seat]) for seat in order] + [reveal(cards)]
        order = [*order[1:], order[0]]
    return high_card(13, *acts, **options)


def test_every_remaining_player_scores_if_the_stock_is_too_small_for_another_hand() -> None:
    reading = cards_short()
    table = table_of(reading)
    assert table.ledger.closed[-1].reason == "cards_short"
    assert set(table.ledger.scores.values()) == {1}
    assert table.due == frozenset(range(13))
    assert table.stock == 52, "a card due stays in the pack until the first deal (HC-5)"
    assert not reading.findings


@pytest.mark.parametrize(("options", "opens", "source"), [({}, 6, "HC-9"), ({"exclude_last_leader": True}, 7, "HC-9 option")])
def test_the_next_opener_is_known_when_a_round_ends_for_lack_of_cards(options: Mapping[str, Json], opens: int, source: str) -> None:
    """Seat 6 led the last hand. After this hand everyone scored."""
    assert table_of(cards_short(**options)).opener == opens, source


def test_the_extra_card_for_a_point_is_dealt_in_the_next_round() -> None:
    """HC-5: a player with one point has no card between rounds, and two cards after the next deal. One of the two is placed."""
    reading = high_card(2, opener(0), *SOLE0)
    between = HIGH_CARD.seen_by(table_of(reading), PUBLIC)
    assert [seat.cards for seat in between.seats] == [0, 0]
    after = HIGH_CARD.seen_by(table_of(reading.extended(events([*[e.act for e in reading.events], deal()])[-1:])), PUBLIC)
    assert [seat.cards for seat in after.seats] == [2, 1]
    assert after.piles["stock"] == 52 - 3


def four_rounds(last: list[Act], **options: Json) -> Reading:
    return high_card(2, opener(0), *SOLE0 * 3, *last, **options)


def test_a_player_with_four_points_wins_high_card() -> None:
    outcome = SYSTEMS["high-card"].outcome(four_rounds(SOLE0).table)
    assert (outcome.state, outcome.winners, dict(outcome.scores)) == ("finished", (0,), {0: 4, 1: 0})
    assert SYSTEMS["high-card"].prompts(four_rounds(SOLE0).table) == ()


def test_the_option_target_changes_how_many_points_win() -> None:
    """The rule is HC-15."""
    assert table_of(high_card(2, opener(0), *SOLE0, target=1)).winners == (0,)
    assert table_of(high_card(2, opener(0), *SOLE0, target=2)).winners == ()


SHARED = [act("RoundStated", round=n, points={"0": 1, "1": 1}) for n in (1, 2, 3, 4)]


def test_several_players_at_the_target_share_the_win() -> None:
    """The rule is HC-8; the example is hc-11."""
    assert table_of(high_card(3, *SHARED)).winners == (0, 1)


def test_the_option_playoff_decides_between_tied_players() -> None:
    """HC-8 option: only the tied players play on. The first to score alone in a round wins."""
    tied = high_card(3, *SHARED, playoff=True)
    assert table_of(tied).winners == ()
    assert table_of(tied).active == (0, 1)
    assert table_of(high_card(3, *SHARED, act("RoundStated", round=5, points={"1": 1}), playoff=True)).winners == (1,)
    again = high_card(3, *SHARED, act("RoundStated", round=5, points={"0": 1, "1": 1}), playoff=True)
    assert table_of(again).winners == ()


# --- joining and leaving ------------------------------------------------------------------------------------------------------------------


def join(seat: int, left_of: int | None = None) -> Act:
    return act("PlayerJoined", seat=seat, left_of=left_of)


def leave(seat: int) -> Act:
    return act("PlayerLeft", seat=seat)


JOINS = [
    (3, [opener(0), join(3)], {}, (0, 1, 2, 3), "HC-10: between rounds, at the place of the number"),
    (3, [opener(0), join(5, 0)], {}, (0, 5, 1, 2), "HC-10: in any free place of the ring"),
    (3, [opener(0), *THREE, join(3)], {}, (0, 2), "HC-10: inside a round the newcomer waits"),
    (3, [opener(0), *THREE, join(3), *hand("h l", "3C 4S", (2, 0))], {}, (0, 1, 2, 3), "HC-10: and comes in at the next round"),
    (3, [opener(0), place(0, "h"), join(3), *hand("h l", "8H 2C", (1, 2))[:2], reveal("9S 8H 2C")], {"join_next_hand": True}, (0, 2, 3),
     "HC-10 option: in at the next hand"),
    (4, [opener(0), leave(0)], {}, (1, 2, 3), "HC-11: leaving between rounds"),
    (4, [opener(0), place(0, "h"), leave(2)], {}, (0, 1, 3), "HC-16: eliminated at once"),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "acts", "options", "active", "source"), JOINS, ids=[row[-1] for row in JOINS])
def test_players_may_join_and_leave_during_a_game(
    seats: int, acts: list[Act], options: Mapping[str, Json], active: tuple[int, ...], source: str
) -> None:
    assert table_of(high_card(seats, *acts, **options)).active == active, source


def test_when_the_opener_leaves_the_next_seat_clockwise_opens() -> None:
    assert table_of(high_card(4, opener(3), leave(3))).opener == 0, "HC-11"


def test_a_game_with_one_player_left_is_abandoned() -> None:
    reading = high_card(2, opener(0), leave(1))
    assert SYSTEMS["high-card"].outcome(reading.table).state == "abandoned", "HC-11"
    assert SYSTEMS["high-card"].outcome(reading.table).winners == ()


def test_a_round_with_one_remaining_player_ends_without_a_reveal() -> None:
    """HC-16: the remaining player wins. The player who leaves takes the placed card back unseen. After the round the order of play skips
    the empty seat."""
    reading = high_card(3, opener(0), *THREE, place(2, "h"), leave(2))
    table = table_of(reading)
    assert dict(table.ledger.scores) == {0: 1, 1: 0}
    assert (table.ring, table.opener, table.ledger.closed[-1].reason) == ((0, 1), 0, "single_survivor")
    assert not reading.findings


def test_the_cards_of_a_player_who_left_stay_out_until_the_round_ends() -> None:
    """HC-16, 01 §1: the cards of a player who left go back to the stock only after the round, so the stock has four cards fewer until the
    round ends."""
    table = table_of(high_card(4, opener(0), deal(), place(0, "h"), leave(0)))
    assert table.stock == 52 - 4
    table = table_of(high_card(4, opener(0), deal(), leave(1)))
    assert table.stock == 52 - 4


def test_the_others_play_on_when_the_last_player_to_call_leaves() -> None:
    """HC-16: the cards of the others are compared without the card of the player who left."""
    reading = high_card(3, opener(0), place(0, "h"), place(1, "l"), place(2, "m"), leave(2), reveal("AS 2H"))
    assert table_of(reading).active == (0, 1)
    assert not reading.findings


# --- breaches: each row has the acts, the rule, the versions, the source -----------------------------------------------------------------

BREACHES: list[tuple[list[Act], str, tuple[int, ...], str]] = [
    ([opener(0), place(1, "h")], "out-of-turn", (3,), "01 §1 COMMIT: leader first"),
    ([opener(0), place(0, "h"), place(2, "h")], "out-of-turn", (4,), "01 §1 COMMIT: then clockwise"),
    ([opener(0), *THREE, place(1, "h")], "not-in-round", (7,), "01 §1 COMMIT: player is active"),
    ([opener(0), place(0, "h"), place(0, "l")], "changed-card", (3, 4), "HC-14"),
    ([opener(0), place(0, "h"), reveal("AS")], "revealed-too-early", (4,), "01 §1 REVEAL: every active player has placed"),
    ([opener(0), place(0, "h"), place(1, "h"), reveal("AS AS KH")], "card-seen-twice", (5,), "uniqueness within one reveal"),
    ([opener(0), *THREE, *hand("h h", "9S 4S", (2, 0))], "card-seen-twice", (6, 9), "uniqueness within a round"),
    ([opener(0), place(0, "h", "AS"), place(1, "l"), place(2, "m"), reveal("KS 2H 9C")], "not-the-card-placed", (3, 6), "sealed card agrees"),
    ([opener(0), *hand("h l m", "HJ 2H 9C", (0, 1, 2))], "not-in-pack", (6,), "52 cards, no jokers"),
    ([opener(0), *THREE, opener(1)], "opener-fixed", (7,), "HC-1"),
    ([opener(0), deal(), deal()], "deal-not-due", (4,), "01 §1 DEAL"),
    ([opener(0), deal({0: "AS KS"})], "wrong-number-dealt", (3,), "HC-5: one card each"),
    ([opener(0), *THREE, deal({1: "AS"})], "not-in-round", (7,), "01 §1 DEAL: to each active player"),
    ([opener(0), deal({0: "AS", 1: "AS"})], "card-seen-twice", (3,), "uniqueness of a recorded deal"),
    ([opener(0), *THREE, deal({0: "9S"})], "card-seen-twice", (6, 7), "a card face up cannot be dealt"),
    ([opener(0), deal({1: "AS"}), place(0, "h"), place(1, "l"), place(2, "m"), reveal({0: "AS"})], "card-held-elsewhere", (3, 7), "deferred"),
    ([opener(0), deal({0: "AS"}), place(0, "h"), place(1, "l"), place(2, "m"), reveal({0: "KS"})], "card-not-held", (3, 7), "deferred"),
    ([opener(0), deal({0: "AS"}), place(0, "h", "KS")], "card-not-held", (3, 4), "found at once if the hand is known"),
    ([opener(0), place(0, "h", "AS"), place(1, "h", "AS")], "card-seen-twice", (3, 4), "the same sealed card twice"),
    ([opener(0), *THREE, place(2, "h", "9S")], "card-seen-twice", (6, 7), "the sealed card lies face up already"),
    ([opener(0), reveal({0: "AS"})], "no-call", (3,), "a card without a call"),
    ([opener(0), reveal({0: "AS"}), place(0, "h")], "called-after-reveal", (3, 4), "the call comes first"),
    ([opener(0), place(0, "h"), reveal({0: "AS"}), reveal({0: "KS"})], "revealed-twice", (3, 5), "one reveal each"),
    ([opener(0), *THREE, reveal({1: "KS"})], "not-in-round", (7,), "01 §1 REVEAL: one card per active player"),
    ([opener(0), act("CardsShown", seat=1, cards=["AS"]), *hand("h l m", "AS 2H 9C", (0, 1, 2))], "card-seen-twice", (3, 7), "shown by another"),
    ([opener(0), *THREE, act("CardsShown", seat=0, cards=["8H"])], "card-seen-twice", (6, 7), "shown after another player played it"),
    ([opener(0), *THREE, join(3)], "joined-in-round", (7,), "HC-10"),
    ([opener(0), join(2)], "seat-taken", (3,), "HC-10"),
    ([opener(0), leave(7)], "not-seated", (3,), "HC-11"),
    ([opener(0), act("DealVoided", reason="slip")], "nothing-to-void", (3,), "01 §1"),
    ([act("GameAbandoned", reason="late"), opener(0)], "after-the-end", (3,), "01 §1 GAME_OVER"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "rule", "versions", "source"), BREACHES, ids=[f"{row[1]}: {row[3]}" for row in BREACHES])
def test_a_breach_is_reported_with_the_versions_of_its_events(acts: list[Act], rule: str, versions: tuple[int, ...], source: str) -> None:
    rules = {finding.rule: finding.versions for finding in suspicions(high_card(3, *acts))}
    assert rules.get(rule) == versions, (source, rules)


def test_no_reveal_is_proposed_when_every_card_is_face_up_and_only_a_call_is_missing() -> None:
    reading = high_card(3, opener(0), place(0, "l"), place(1, "h"), reveal("TS KH AD"))
    assert rules_found(reading).keys() == {"no-call"}
    assert [prompt.type for prompt in reading.system.prompts(reading.table)] == ["PlayerLeft"]


def test_an_opening_with_too_many_players_is_refused() -> None:
    """HC-10: at most 13 players, and target × number of players is at most 52."""
    assert "too-many-players" in rules_found(high_card(13, join(13)))
    assert "too-many-players" in rules_found(high_card(2, join(2), target=20))
    assert "too-many-players" not in rules_found(high_card(12, join(12)))


@pytest.mark.parametrize(
    ("seats", "options", "pointers"),
    [
        (13, {"target": 5}, {"/options/target"}),
        (1, {}, {"/seats"}),
        (14, {}, {"/seats"}),
        (3, {"target": 0, "playoff": 1, "jokers": 2}, {"/options/target", "/options/playoff", "/options/jokers"}),
    ],
)
def test_an_opening_whose_players_need_more_cards_than_the_pack_has_is_refused(
    seats: int, options: Mapping[str, Json], pointers: set[str]
) -> None:
    with pytest.raises(Unplayable) as refused:
        opening(SYSTEMS["high-card"], seats, **options)
    assert {fault.pointer for fault in refused.value.faults} == pointers


@pytest.mark.parametrize("seats", [2, 13])
def test_the_highest_target_for_a_number_of_players_is_accepted(seats: int) -> None:
    assert opening(SYSTEMS["high-card"], seats, target=52 // seats)


# --- depth: the most detailed data give the scores, and less detailed data are checked against them -----------------------------------


def state_round(number: int, **points: int) -> Act:
    return act("RoundStated", round=number, points={key[1:]: value for key, value in points.items()})


DEPTHS: list[tuple[list[Act], dict[int, int], str, str | None, str]] = [
    ([state_round(1, s1=1), state_round(2, s0=1)], {0: 1, 1: 1, 2: 0}, "rounds", None, "rounds alone make the score"),
    ([state_round(1, s1=1), state_round(3, s0=1)], {0: 1, 1: 1, 2: 0}, "rounds", "rounds-missing", "a missing round is a gap"),
    ([state_round(1, s1=2)], {0: 0, 1: 2, 2: 0}, "rounds", "impossible-points", "one point a round"),
    ([opener(0), *hand("h h h", "AS KH QC", range(3)), state_round(1, s0=1)], {0: 1, 1: 0, 2: 0}, "cards", None, "claim confirmed"),
    ([opener(0), *hand("h h h", "AS KH QC", range(3)), state_round(1, s1=1)], {0: 1, 1: 0, 2: 0}, "cards", "round-stated-otherwise", "refuted"),
    ([opener(0), *THREE, state_round(1, s0=1)], {0: 1, 1: 0, 2: 0}, "cards", None, "an unfinished round is closed by the statement"),
    ([opener(0), *THREE, state_round(1, s1=1)], {0: 0, 1: 1, 2: 0}, "cards", "round-stated-otherwise", "a scorer who was already out"),
    ([act("ScoreStated", scores={"0": 2, "2": 1})], {0: 2, 1: 0, 2: 1}, "totals", None, "totals alone"),
    ([state_round(1, s1=1), act("ScoreStated", scores={"1": 1})], {0: 0, 1: 1, 2: 0}, "rounds", None, "totals confirmed"),
    ([state_round(1, s1=1), act("ScoreStated", scores={"1": 2})], {0: 0, 1: 1, 2: 0}, "rounds", "score-stated-otherwise", "totals refuted"),
    ([opener(0), place(0, "h"), act("ScoreStated", scores={"1": 2})], {0: 0, 1: 0, 2: 0}, "cards", "score-stated-otherwise", "cards go deeper"),
    ([act("ResultStated", winners=[2], scores={"0": 1, "1": 3, "2": 4})], {0: 1, 1: 3, 2: 4}, "result", None, "the result alone"),
    ([state_round(1, s1=1), act("ResultStated", winners=[2])], {0: 0, 1: 1, 2: 0}, "rounds", "result-before-the-end", "the end is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "scores", "depth", "rule", "source"), DEPTHS, ids=[row[-1] for row in DEPTHS])
def test_the_scores_follow_from_the_most_detailed_data_that_were_recorded(
    acts: list[Act], scores: dict[int, int], depth: str, rule: str | None, source: str
) -> None:
    reading = high_card(3, *acts)
    outcome = reading.system.outcome(reading.table)
    assert dict(outcome.scores) == scores, source
    assert outcome.depth == depth
    assert list(rules_found(reading)) == ([rule] if rule else [])


def test_a_result_stated_without_any_play_names_the_winner() -> None:
    outcome = SYSTEMS["high-card"].outcome(high_card(3, act("ResultStated", winners=[2])).table)
    assert (outcome.state, outcome.winners, dict(outcome.scores)) == ("finished", (2,), {})


def test_a_stated_winner_is_compared_with_the_cards() -> None:
    wrong = high_card(2, opener(0), *SOLE0, act("ResultStated", winners=[1]), target=1)
    assert "winner-stated-otherwise" in rules_found(wrong)
    assert table_of(wrong).winners == (0,)


def test_a_winner_that_is_stated_twice_is_one_winner() -> None:
    right = high_card(2, opener(0), *SOLE0, act("ResultStated", winners=[0, 0]), target=1)
    assert "winner-stated-otherwise" not in rules_found(right)
    wrong = high_card(2, opener(0), *SOLE0, act("ResultStated", winners=[1, 1]), target=1)
    assert any(finding.sentence.startswith("As entered, {1} won; by the record, {0} won.") for finding in wrong.findings)
    assert SYSTEMS["high-card"].outcome(high_card(3, act("ResultStated", winners=[2, 2])).table).winners == (2,)


def test_a_stated_round_is_compared_with_cards_that_are_added_later() -> None:
    """The round was stated first. The cards are inserted before the statement, and agree with it."""
    shallow = [opener(0), state_round(1, s0=1)]
    cards = hand("h h", "AS KH", (0, 1))
    deep = high_card(2, *shallow, (cards[0], 2), (cards[1], 4), (cards[2], 5))
    assert not deep.findings
    assert dict(table_of(deep).ledger.scores) == {0: 1, 1: 0}


def test_a_round_of_high_card_that_is_voided_gives_no_points() -> None:
    reading = high_card(3, opener(0), *THREE, act("DealVoided", reason="misdeal"))
    table = table_of(reading)
    assert (table.between_rounds, table.opener, table.stock) == (True, 0, 52)
    assert not any(table.ledger.scores.values())
    assert not reading.findings


# --- who sees what -------------------------------------------------------------------------------------------------------------------------


def test_a_sealed_card_is_seen_by_its_owner_and_after_the_reveal_by_everyone() -> None:
    reading = high_card(3, opener(0), place(0, "h", "AS"), place(1, "l"), place(2, "m"))
    for viewer, card in [(PUBLIC, None), (seat_viewer(Seat(1)), None), (seat_viewer(Seat(0)), "AS"), (SCOREKEEPER, "AS")]:
        assert HIGH_CARD.seen_by(table_of(reading), viewer).seats[0].card == card
        event = HIGH_CARD.shown(reading.events[2], table_of(reading), viewer)
        assert event is not None
        assert event.act.card.value == card  # type: ignore[union-attr]
    after = high_card(3, *[event.act for event in reading.events[1:]], reveal("AS 2H 9C"))
    event = HIGH_CARD.shown(after.events[2], table_of(after), PUBLIC)
    assert event is not None
    assert event.act.card.value == "AS"  # type: ignore[union-attr]


def test_a_finding_about_sealed_cards_is_shown_only_to_viewers_of_these_cards() -> None:
    reading = high_card(3, opener(0), place(0, "h", "AS"), place(1, "h", "AS"))
    (finding,) = reading.findings
    assert finding.rests_on == {0, 1}
    assert SCOREKEEPER.may_see(finding)
    assert not PUBLIC.may_see(finding)
    assert not seat_viewer(Seat(0)).may_see(finding)


def test_changing_a_sealed_card_changes_nothing_that_the_public_sees() -> None:
    views = []
    for card in ("AS", "2H"):
        reading = high_card(3, opener(0), deal({0: card, 1: "9S"}), place(0, "h", card))
        views.append((HIGH_CARD.seen_by(table_of(reading), PUBLIC), [f for f in reading.findings if PUBLIC.may_see(f)]))
    assert views[0] == views[1]


def test_hands_table_and_stock_always_have_52_cards_together() -> None:
    """01 §1: cards on the table may be face down or face up."""
    reading = high_card(3, opener(0), *THREE, *hand("h h", "3C 4S", (2, 0)), deal(), *hand("h l m", "AS 2H 9C", (0, 1, 2)))
    for step in reading.steps:
        table = step.table
        assert isinstance(table, HighCard)
        down = sum(1 for placed in table.placed.values() if not placed.open)
        hands = sum(table.kept(seat) for seat in table.ring)
        assert hands + down + len(table.seen) + table.stock == 52
        if table.phase == "deal":
            assert all(table.kept(seat) == table.ledger.scores[seat] - (seat in table.due) for seat in table.ring)


@pytest.mark.parametrize("options", [{}, {"rotate_on_restart": True}, {"playoff": True, "target": 2}], ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_shortcut_that_closes_a_round_gives_the_same_table_as_the_single_steps(seats: int, options: Mapping[str, Json]) -> None:
    """`next_round` is a shortcut for `survived`. It returns None if more happens than the end of a round, for instance the end of the
    game."""
    closed = {True: 0, False: 0}
    for seed in range(6):
        dice, table = Random(seed), HIGH_CARD.open_table(opening(SYSTEMS["high-card"], seats, **options))
        for version in range(2, 90):
            moved = move(SYSTEMS["high-card"], table, dice.choice)
            if moved is None:
                break
            if version % 30 == 17 and seats == 4:
                moved = act("PlayerLeft", seat=table.ring[-1])
            before, table = table, HIGH_CARD.evolve(table, events([moved])[0]._replace(version=version))
            right = right_calls(table.last_hand) if isinstance(moved, CardsRevealed) else None
            if right is None or len(right) > 1:
                continue
            hand = Finished(tuple(right), table.last_hand, table.opened, table.held)
            over = {"active": hand.active, "placed": {}, "last_hand": hand.placed, "opened": hand.opened, "held": hand.held, "dealt": False}
            quick, slow = next_round(before, hand, version), survived(replace(before, **over), version)
            assert quick in (None, slow)
            assert (replace(table, seen={}) if quick is None else table) == replace(slow, seen={})
            assert quick is not None or slow.phase == "over" or before.leavers or before.contenders
            closed[quick is not None] += 1
    assert all(closed.values())


def test_retracting_a_wrong_card_restores_the_hand() -> None:
    acts = [opener(0), *hand("h l m", "AS 2H 2H", (0, 1, 2))]
    wrong = high_card(3, *acts)
    assert "card-seen-twice" in rules_found(wrong)
    amended = high_card(3, *acts, act("Retracted", target=6), (reveal("AS 2H 9C"), 6))
    assert not amended.findings
    clean = high_card(3, *acts[:-1], reveal("AS 2H 9C"))
    assert replace(table_of(amended), opened=frozenset(), last_hand={}, seen={}) == replace(
        table_of(clean), opened=frozenset(), last_hand={}, seen={}
    )


# --- the table after an illegal act: each row has the acts, phase, active seats, calls that count, source --------------------------------

MOVES: list[tuple[list[Act], str, tuple[int, ...], dict[int, str], str]] = [
    ([opener(0), place(0, "h"), place(0, "l")], "commit", (0, 1, 2), {0: "highest"}, "HC-14: the first call stands"),
    ([opener(0), *THREE, place(1, "h")], "commit", (0, 2), {}, "a card of an eliminated player is not compared"),
    ([opener(0), place(1, "h")], "commit", (0, 1, 2), {1: "highest"}, "a call out of turn counts"),
    ([place(2, "h")], "commit", (0, 1, 2), {2: "highest"}, "HC-1: without a choice the first to place opens"),
    (
        [opener(0), *hand("h l m", "HJ 2H 9C", (0, 1, 2))],
        "reveal",
        (0, 1, 2),
        {0: "highest", 1: "lowest", 2: "middle"},
        "a card without rank keeps the hand open",
    ),
    ([opener(0), *THREE, opener(1)], "deal", (0, 2), {}, "HC-1: no new opener during a round"),
]


@pytest.mark.parametrize(("acts", "phase", "active", "calls", "source"), MOVES, ids=[row[-1] for row in MOVES])
def test_illegal_acts_lead_to_the_expected_table(
    acts: list[Act], phase: str, active: tuple[int, ...], calls: dict[int, str], source: str
) -> None:
    table = table_of(high_card(3, *acts))
    assert (table.phase, table.active) == (phase, active), source
    assert {seat: placed.call for seat, placed in table.placed.items()} == calls
