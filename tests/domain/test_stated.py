"""Statements that are impossible by the rules of a game, whatever cards were played. Source: docs/rules/01_simple_games.md §1 to §4;
03_pitch_schema.md §1, §5, §6; 05_bid_whist.md; docs/decisions/domain-asking.md."""

from collections.abc import Mapping
from random import Random

import pytest

from domain.kernel.canonical import Json
from domain.kernel.events import Act
from domain.kernel.findings import read_aloud, signed
from domain.rounds import round_of
from domain.selfplay import act_for
from domain.systems import SYSTEMS
from tests.domain.playing import act, played
from tests.systems import every_slug

HIGH, LOW, ONE_UP, BOX, SPADES, WHIST = "high-card", "high-card-low-card", "one-up", "box", "spades-standard", "bid-whist"
BONUS, TEAMS, MAKERS, SHOOTS = "pitch-exact-bid-bonus", "smear-ten-point", "pitch-pagat-partnership", "smear-minnesota"
NOTHING: Mapping[str, Json] = {}


def points(line: str) -> dict[str, Json]:
    """Read a line like `2 0 -1`: the points of seats 0, 1 and 2. A dot stands for a seat that is left out."""
    return {str(seat): int(word) for seat, word in enumerate(line.split()) if word != "."}


def in_round(line: str) -> Act:
    return act("RoundStated", round=1, points=points(line))


def result(line: str, *winners: int) -> Act:
    return act("ResultStated", winners=[*winners], scores=points(line))


def found(slug: str, seats: int, acts: tuple[Act, ...], options: Mapping[str, Json] = NOTHING) -> list[str]:
    """Return the findings as `kind rule: sentence`."""
    findings = played(slug, seats, *acts, **options).findings
    return [f"{each.kind} {each.rule}: {read_aloud(each.sentence, lambda seat: f'S{seat}')}" for each in findings]


ROUNDS: list[tuple[str, int, str, Mapping[str, Json], str, str]] = [
    # Each row: the game, the number of seats, the points, the options, what is wrong with the round, the source.
    (HIGH, 4, "1 . . .", {}, "", "01 §1: one player scores"),
    (HIGH, 4, "1 1 . .", {}, "", "01 §1: the cards ran out"),
    (HIGH, 4, "", {}, "", "01 §1: nobody was right"),
    (HIGH, 4, "2 . . .", {}, "a round gives a player one point or none, but S0 has 2", "01 §1"),
    (HIGH, 4, "1 -1 . .", {}, "a round gives a player one point or none, but S1 has -1", "01 §1"),
    (LOW, 3, "2 1 0", {}, "", "01 §2: three different numbers"),
    (LOW, 4, "-1 -1 2 1", {}, "", "01 §2: two match"),
    (LOW, 3, "-1 -1 3", {}, "", "LC-2: one unmatched"),
    (LOW, 3, "-1 -1 -1", {}, "", "LC-1: nobody unmatched"),
    (LOW, 4, "-1 -1 -1 .", {}, "", "the fourth player may have left without a word"),
    (LOW, 3, "5 . .", {}, "a round gives two points and one, or three to one player, but S0 has 5", "01 §2"),
    (LOW, 3, "2 2 .", {}, "a round gives two points and one, or three to one player, but S0 has 2 and S1 has 2", "01 §2"),
    (LOW, 3, "-2 -1 3", {}, "a player loses one point at most, but S0 has -2", "01 §2"),
    (LOW, 3, "-1 2 1", {}, "only S0 loses a point, but nobody shows the same number", "01 §2"),
    (LOW, 3, "3 . .", {}, "three points go to the only number that is not matched, but nobody loses a point", "LC-2"),
    (LOW, 3, "0 0 0", {}, "nobody gains or loses a point", "01 §2"),
    (LOW, 3, "3 . .", {"floor_zero": True}, "", "LC-4: totals stop at zero"),
    (ONE_UP, 3, "3 . .", {}, "", "01 §3: one player takes all"),
    (ONE_UP, 3, "1 1 1", {}, "", "01 §3: a tied top"),
    (ONE_UP, 3, "2 1 .", {}, "a round gives 3 cards to one pile, or one card to each, but S0 has 2 and S1 has 1", "01 §3"),
    (ONE_UP, 3, "4 . .", {}, "a round gives 3 cards to one pile, or one card to each, but S0 has 4", "01 §3"),
    (ONE_UP, 3, "-1 . .", {}, "a round gives 3 cards to one pile, or one card to each, but S0 has -1", "01 §3"),
    (BOX, 3, "1 . .", {}, "", "01 §4: the winner of the round"),
    (BOX, 3, "1 1 .", {}, "one player wins a round, but points are entered for S0 and S1", "01 §4"),
    (BOX, 3, "-1 . .", {}, "the winner has -1", "01 §4"),
    (TEAMS, 4, "7 3 7 3", {}, "", "03 §6: ten points"),
    (TEAMS, 4, "-10 10 -10 10", {}, "", "03 §6: makers are set, the others have every point"),
    (TEAMS, 4, "8 3 8 3", {}, "11 points, but a deal brings 10 at most", "03 §5"),
    (TEAMS, 4, "-5 -2 -5 -2", {}, "only the makers lose points", "03 §6"),
    (TEAMS, 4, "-30 2 -30 2", {}, "-30 points, but the makers lose 10 at most", "03 §6"),
    (BONUS, 4, "6 0 0 0", {}, "", "03 §6: bid_or_exact_plus_one"),
    (BONUS, 4, "7 0 0 0", {}, "7 points, but a deal brings 6 at most", "03 §6: bid_or_exact_plus_one"),
    (MAKERS, 4, "5 0 5 0", {}, "", "03 §6: plus_5"),
    ("pitch-pawnee-five", 5, "9 9 1 1 1", {}, "", "PI-25: maker and partner score what their side took"),
    ("pitch-pawnee-five", 5, "11 . . . .", {}, "11 points, but a deal brings 10 at most", "PI-25"),
    ("pitch-pawnee-five", 5, "-5 -5 3 2 1", {}, "", "PI-25: maker and partner lose the bid"),
    ("pitch-pawnee-five", 5, "-5 -5 -5 . .", {}, "only the makers lose points", "PI-25"),
    ("pitch-reverse", 4, "40 0 40 0", {}, "", "win_or_zero_if_negative: up to zero from anywhere"),
    (SPADES, 4, "71 -60 71 -60", {}, "", "sp-10"),
    (SPADES, 4, "140 -100 140 -100", {}, "", "sp-13: a nil"),
    (SPADES, 4, "-29 -60 -29 -60", {"nil": 0}, "", "04 Base game: the bags of earlier deals cost 100"),
    (SPADES, 4, "500 -60 500 -60", {}, "no deal brings a side 500 points", "04 Base game"),
    (SPADES, 4, "5 -60 5 -60", {}, "no deal brings 5 and -60 points together", "five tricks without a bid need two failed nils"),
    (SPADES, 4, "71 60 71 60", {}, "no deal brings 71 and 60 points together", "04 Base game: eight tricks and six"),
    (SPADES, 4, "71 60 71 60", {"renege_three_books": True}, "", "SP-11: tricks move"),
    (SPADES, 4, "70 60 70 60", {"team_bid": "one"}, "", "columbuswhist.com: one number for a team"),
    (SPADES, 4, "140 -100 140 -100", {"team_bid": "one"}, "no deal brings a side 140 points", "without nil, 14 tricks"),
    (SPADES, 4, "-60 70 -60 70", {"nil_tricks_nothing": True}, "", "the tricks of a failed nil count for nothing"),
    (SPADES, 4, "71 60 71 60", {"bags_not_scored": True}, "no deal brings a side 71 points", "clarksvillejuneteenth.com"),
    (SPADES, 4, "30 100 30 100", {"team_bid_min": 4}, "", "the least bid is not held against stated points"),
    (SPADES, 4, "201 -30 201 -30", {"nil": 0}, "no deal brings a side 201 points", "04 Base game"),
    (SPADES, 4, "201 -30 201 -30", {"nil": 0, "ten_bid": 200}, "", "columbuswhist.com: ten for 200"),
    (SPADES, 4, "80 50 80 50", {"nil": 0, "bid_max": 3}, "no deal brings a side 80 points", "04 Schema: bid_max"),
    (SPADES, 4, "80 50 80 50", {"nil": 0, "bid_max": 3, "first_bids_itself": True}, "", "rta3.com: each book is ten points"),
    (SPADES, 4, "256 -60 256 -60", {"nil": 0}, "no deal brings a side 256 points", "04 Base game"),
    (SPADES, 4, "256 -60 256 -60", {"nil": 0, "boston": 250}, "", "columbuswhist.com: a Boston, 250 points"),
    (SPADES, 4, "200 0 200 0", {"nil": 0, "boston_bid": 200}, "", "cookoutspades.com: bidding a Boston is 200"),
    (SPADES, 4, "-120 83 -120 83", {"nil_tricks_counted": True}, "", "zone.msn.com: a nil that failed, and a bag"),
    (SPADES, 4, "12 53 12 53", {"team_bid": "separate"}, "", "not examined where each partner has a contract"),
    ("spades-jokers-high-3", 3, "61 -99 82", {}, "", "04 Schema: three players"),
    ("spades-jokers-high-3", 3, "61 100 93", {}, "no deal brings 61 and 100 and 93 points together", "SP-1: 7, 0 and 12 tricks at least"),
    (WHIST, 4, "4 0 4 0", {}, "", "BW-4: made"),
    (WHIST, 4, "0 -10 0 -10", {}, "", "bw-05: set without trumps"),
    (WHIST, 4, "14 . 14 .", {}, "", "BW-4: every book without trumps"),
    (WHIST, 4, "0 0 0 0", {}, "", "a void deal"),
    (WHIST, 4, "2 0 2 0", {}, "no deal brings a side 2 points", "05 Schema bid_min"),
    (WHIST, 4, "-1 0 -1 0", {}, "no deal brings a side -1 points", "05 Schema bid_min"),
    (WHIST, 4, "13 . 13 .", {}, "no deal brings a side 13 points", "BW-4: thirteen books; twice without trumps"),
    (WHIST, 4, "4 4 4 4", {}, "no deal brings 4 and 4 points together", "BW-7: one side scores"),
    (WHIST, 4, "-4 3 -4 3", {}, "no deal brings -4 and 3 points together", "BW-4: the defenders have nothing"),
    (WHIST, 4, "-4 3 -4 3", {"defenders_on_set": "books_over_six"}, "", "BW-4: their books over six"),
    (WHIST, 4, "28 0 28 0", {"boston": 4}, "", "05 Schema boston"),
    (WHIST, 4, "8 0 8 0", {"made_scores": "level"}, "", "BW-4: four without trumps"),
    (WHIST, 4, "0 7 0 7", {"kitty_is_book": "none"}, "no deal brings a side 7 points", "05 Schema: twelve books, six count"),
    (WHIST, 4, "0 7 0 7", {"kitty_is_book": "first_trick_winner"}, "", "05 Schema: all tricks and the kitty"),
    ("bid-whist-min-four", 4, "3 0 3 0", {}, "no deal brings a side 3 points", "05 Schema bid_min"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "seats", "line", "options", "why", "source"), ROUNDS, ids=[f"{row[0]}: {row[2]}" for row in ROUNDS])
def test_stated_points_that_no_round_can_give_are_a_contradiction(
    slug: str, seats: int, line: str, options: Mapping[str, Json], why: str, source: str
) -> None:
    said = found(slug, seats, (in_round(line),), options)
    assert said == ([f"contradiction impossible-points: Round 1 cannot have been as entered: {signed(why)}."] if why else []), source


CONCEDED = act("ConcessionMade", seat=0)
RULED = act("RulingRecorded", cites={"dispute": 2}, rule="HC-1", rectification="penalty", round=1, points={"0": -1})

RESULTS: list[tuple[str, int, tuple[Act, ...], list[str], str]] = [
    (HIGH, 3, (result("4 2 0", 0),), [], "01 §1: the target"),
    (HIGH, 3, (result("4 4 0", 0, 1),), [], "01 §1: they share the win"),
    (
        HIGH, 3, (result("4 2 0", 1),),
        ["contradiction impossible-winner: S1 with 2 cannot have won as entered: with these scores S0 with 4 won."], "01 §1",
    ),
    (
        HIGH, 3, (result("3 2 0", 1),),
        ["gap winner-behind: S1 with 2 won as entered, but S0 with 3 had more: no concession is written down."], "a concession may explain it",
    ),
    (HIGH, 3, (CONCEDED, result("3 2 0", 1)), [], "a concession explains it"),
    (HIGH, 3, (act("ResultStated", winners=[1]),), [], "no scores are stated"),
    (HIGH, 3, (act("ResultStated", winners=[1], scores={"0": 3, "1": 2}),), [], "not all scores are stated"),
    (HIGH, 3, (result("3 2 0"),), [], "nobody won"),
    (
        LOW, 3, (result("3 20 2", 0),),
        ["contradiction impossible-winner: S0 with 3 cannot have won as entered: with these scores S1 with 20 won."], "01 §2",
    ),
    (LOW, 3, (result("20 20 2", 0, 1),), [], "LC-3 says to play on; they stopped"),
    (
        ONE_UP, 3, (result("50 56 50", 0),),
        ["contradiction impossible-winner: S0 with 50 cannot have won as entered: with these scores S1 with 56 won."], "01 §3: the largest pile",
    ),
    (
        ONE_UP, 3, (result("50 56 60", 2),),
        ["contradiction impossible-points: All piles together have at most 156 cards, but 166 are entered."], "01 §3 audit",
    ),
    (
        ONE_UP, 3, (result("5 6 1", 0),),
        ["gap winner-behind: S0 with 5 won as entered, but S1 with 6 had more: no concession is written down."], "the game was not over",
    ),
    (BOX, 3, (act("ResultStated", winners=[1]),), [], "01 §4"),
    (
        "pitch-roadhouse", 4, (result("16 4 16 4", 1, 3),),
        ["contradiction impossible-winner: S1 and S3 with 4 cannot have won as entered: with these scores S0 and S2 with 16 won."],
        "03 §6: higher_then_maker",
    ),
    (
        "pitch-roadhouse", 4, (result("9 4 9 4", 1, 3),),
        ["gap winner-behind: S1 and S3 with 4 won as entered, but S0 and S2 with 9 had more: no concession is written down."],
        "03 §6: nobody is there",
    ),
    (MAKERS, 4, (result("22 21 22 21", 1, 3),), [], "03 §6: maker_only, the makers are there"),
    (
        MAKERS, 4, (result("22 12 22 12", 1, 3),),
        ["gap winner-behind: S1 and S3 with 12 won as entered, but S0 and S2 with 22 had more: no concession is written down."],
        "03 §6: the makers are not there",
    ),
    (SHOOTS, 4, (result("19 12 19 12", 1, 3),), [], "a shoot wins the game"),
    (SPADES, 4, (result("510 505 510 505", 0, 2),), [], "04 Base game: higher score if both"),
    (
        SPADES, 4, (result("510 505 510 505", 1, 3),),
        ["contradiction impossible-winner: S1 and S3 with 505 cannot have won as entered: with these scores S0 and S2 with 510 won."],
        "04 Base game: higher score if both",
    ),
    (WHIST, 4, (result("-7 2 -7 2", 1, 3),), [], "bw-10"),
    (
        WHIST, 4, (result("-7 2 -7 2", 0, 2),),
        ["contradiction impossible-winner: S0 and S2 with -7 cannot have won as entered: with these scores S1 and S3 with 2 won."], "BW-6",
    ),
    (WHIST, 4, (result("7 9 7 9", 0, 2),), [], "BW-7: the makers come first"),
    (
        WHIST, 4, (result("3 5 3 5", 0, 2),),
        ["gap winner-behind: S0 and S2 with 3 won as entered, but S1 and S3 with 5 had more: no concession is written down."],
        "05 Schema target: nobody is there",
    ),
    (
        MAKERS, 4, (result("22 12 20 12", 0),),
        ["contradiction partners-unequal: In the result as entered, S0 has 22 and S2 20, but they are partners."], "03 §1 sides",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "seats", "acts", "wanted", "source"), RESULTS, ids=[f"{row[0]}: {row[4]}" for row in RESULTS])
def test_a_stated_result_that_is_impossible_or_doubtful_is_reported(
    slug: str, seats: int, acts: tuple[Act, ...], wanted: list[str], source: str
) -> None:
    assert found(slug, seats, acts) == [*map(signed, wanted)], source


def test_after_a_ruling_by_the_director_any_stated_winner_is_accepted() -> None:
    ruled = act("RulingRecorded", cites={"finding": "out-of-turn@9"}, rule="HC-1", rectification="adjust", round=1, points={"0": 0})
    said = found(HIGH, 3, (in_round("1 . ."), ruled, result("4 2 0", 1)))
    assert not [line for line in said if "impossible-winner" in line or "winner-behind" in line]


def test_the_stated_totals_of_a_game_of_box_are_not_compared_because_box_has_no_points() -> None:
    said = found(BOX, 3, (act("OpenerChosen", seat=0), in_round("1 . ."), result("0 5 0", 0)))
    assert said == ["gap result-before-the-end: A result is entered, but the record does not reach the end of the game."]


@pytest.mark.parametrize(("number", "words"), [(2, "round 1 is missing in the record"), (4, "rounds 1 to 3 are missing in the record")])
def test_a_finding_names_the_rounds_that_are_missing_in_the_record(number: int, words: str) -> None:
    [said] = found(HIGH, 3, (act("RoundStated", round=number, points={"0": 1}),))
    assert said.startswith(f"query rounds-missing: Round {number} is entered, but {words}.")


@every_slug
def test_a_round_that_is_stated_twice_counts_once(slug: str) -> None:
    """Two people may write down the same round. A second statement about it is compared with the first; it is never a new round."""
    system = SYSTEMS[slug]
    seats = system.players[0]
    choose = Random(7).choice
    statements = [act_for(prompt, choose) for prompt in system.prompts(played(slug, seats).table) if "round" in prompt.given]
    for once in [*statements, act("RoundStated", round=1, points={"0": 1})]:
        first, second = played(slug, seats, once), played(slug, seats, once, once)
        assert second.result == first.result
        assert round_of(second.table) == round_of(first.table)
        assert {finding.rule for finding in second.findings} <= {finding.rule for finding in first.findings}
