"""Deals, rounds, totals and results as the table states them."""

from dataclasses import replace

import pytest

from domain.kernel.events import Act, TournamentTable
from domain.record.fold import read
from domain.system import PUBLIC
from domain.systems.spades.prompts import prompts
from tests.domain.playing import act, events
from tests.domain.spades.playing import STANDARD, SUITS, all_tricks, bids, deal, found, game, plays, scores, stated, table_of

BID = [*bids("4 3 3 3")]
PLAYED = [deal(hands=SUITS), *bids("4 3 nil 1"), *all_tricks()]
TRICK = [deal(), *BID, *plays("0:2H 1:3H 2:4H 3:5H")]


@pytest.mark.parametrize(
    ("acts", "points", "rules", "source"),
    [
        ([stated(1, "4 3 3 3", "4 3 3 3")], [70, 60], [], "bids and tricks"),
        ([stated(1, "4 3 3 3", "8")], [71, -60], [], "a seat stands for its side, and the other side took the rest"),
        ([stated(1, "4 3 3 3", "- - 8 5")], [71, -60], [], "a seat stands for its side"),
        ([stated(1, "4 3 nil 3", "7 6")], [0, 0], ["deal-not-scored"], "nobody knows the tricks of the nil"),
        ([stated(1, "4 3 nil 3", "- 6 7")], [0, 0], ["deal-not-scored"], "the nil's player stands for the side"),
        ([stated(1, "4 3 nil 3", "7 6 0 0")], [143, 60], [], "each player is named"),
        ([stated(1, "4 3 nil 3", "0 13")], [60, 67], [], "a side without a trick made its nil; seven bags"),
        ([stated(1, "4 3 3 3")], [0, 0], ["deal-not-scored"], "no tricks"),
        ([stated(1, "4 3 3", "4 3 3 3")], [0, 0], ["deal-not-scored"], "a bid is missing"),
        ([stated(1, "4 3 3", "4 3 3 3"), act("BidMade", seat=3, amount=3)], [70, 60], ["deal-not-scored", "call-out-of-turn"], "SP-14"),
        ([stated(1, "4 3 3"), stated(1, "- - - 3", "4 3 3 3")], [70, 60], ["deal-not-scored"], "a statement in two parts"),
        ([*BID, stated(1, "", "4 3 3 3")], [70, 60], [], "bids need not be repeated"),
        ([*BID, stated(1, "4 3 3 2", "4 3 3 3")], [70, 60], ["deal-stated-otherwise"], "recorded bids count"),
        ([stated(1, "4 3 3 3", "4 3 3 4")], [70, 61], ["impossible-tricks"], "04: 13 tricks"),
        ([stated(1, "4 3 3 3", "4 3 3 2")], [70, -60], ["impossible-tricks"], "04: 13 tricks"),
        ([stated(1, "14 3 3 3", "4 3 3 3")], [-170, 60], ["deal-against-the-rules"], "04 Schema: bid_max"),
        ([*TRICK, stated(1, "", "4 3 3 3")], [70, 60], [], "the rest of a deal is conceded"),
        (
            [
                *TRICK,
                stated(1, "", "8 - - 0"),
            ],
            [71, -60],
            ["impossible-tricks", "deal-stated-otherwise"],
            "seat 3 has a trick already",
        ),
        ([*PLAYED, stated(1, "4 3 nil 1", "13 0 0 0")], [149, -40], [], "as the record"),
        ([*PLAYED, stated(1, "4 3 nil 1", "12 1 0 0")], [149, -40], ["deal-stated-otherwise"], "not as the record"),
        ([*PLAYED, stated(1, "", "12 1")], [149, -40], ["deal-stated-otherwise"], "not as the record, by sides"),
        ([*PLAYED, stated(1, "5")], [149, -40], ["deal-stated-otherwise"], "another bid"),
        ([*PLAYED, stated(1, dealer=2)], [149, -40], ["deal-stated-otherwise"], "another dealer"),
        ([*all_tricks(), stated(1, "4 3 nil 1")], [149, -40], [], "the cards give the tricks"),
        ([*all_tricks(), stated(1, "4 3 nil 1", "0 13")], [149, -40], ["deal-stated-otherwise"], "recorded cards count"),
        ([*all_tricks(), deal(1)], [0, 0], ["deal-not-scored"], "nobody stated the bids"),
        ([stated(2, "4 3 3 3", "4 3 3 3")], [70, 60], ["rounds-missing"], "00 recording model"),
        ([act("RoundStated", round=1, points={"0": 71, "1": -60})], [71, -60], [], "points of a round"),
        ([act("RoundStated", round=1, points={"0": 71, "2": 70})], [71, 0], ["partners-unequal"], "04 Schema: one score for a side"),
        ([act("ScoreStated", scores={"0": 371, "1": 260})], [371, 260], [], "totals"),
        ([stated(1, "4 3 3 3", "8"), act("ScoreStated", scores={"0": 70})], [71, -60], ["score-stated-otherwise"], "totals"),
        ([act("ResultStated", winners=[0])], [0, 0], [], "the result alone"),
    ],
)
def test_a_statement_is_scored_and_compared_with_the_record(acts: list[Act], points: list[int], rules: list[str], source: str) -> None:
    reading = game(STANDARD, *acts)
    assert (scores(reading)[:2], found(reading)) == (points, rules), source


@pytest.mark.parametrize(
    ("acts", "points", "rules", "source"),
    [
        ([stated(1, "7 6", "7 6")], [70, 60], [], "columbuswhist.com: the final bid for the team"),
        ([stated(1, "- - 7 6", "7 6")], [70, 60], [], "either partner says it"),
        ([stated(1, "7 6 7 6", "7 6")], [70, 60], [], "both partners are stated with it"),
        ([stated(1, "7 6 5", "7 6")], [70, 60], ["deal-against-the-rules"], "a team has one number"),
        ([stated(1, "7", "7 6")], [0, 0], ["deal-not-scored"], "the bid of the other team is missing"),
        ([deal(), *bids("7 6"), stated(1, "", "7 6")], [70, 60], [], "dealer's left bids first"),
        ([deal(), *bids("7 6", first=2), stated(1, "", "7 6")], [70, 60], [], "cookoutspades.com: one opens, one closes"),
        ([deal(), *bids("6 7", first=1), stated(1, "", "7 6")], [70, 60], ["call-out-of-turn"], "rta3.com: the dealer's team bids last"),
        ([deal(), *bids("7 6 4"), stated(1, "", "7 6")], [70, 60], ["bid-changed"], "rta3.com: a bid that is written down is locked in"),
        ([deal(), *bids("7 6"), stated(1, "- - 6", "7 6")], [70, 60], ["deal-stated-otherwise"], "recorded bids count"),
        (
            [deal(), *bids("7"), *all_tricks(), *bids("6", first=3)],
            [76, -60], ["auction-unfinished", "call-out-of-turn"], "a bid that is written down after the cards",
        ),
        (
            [deal(), *bids("7"), *all_tricks(), *bids("4", first=2)],
            [0, 0], ["auction-unfinished", "deal-not-scored", "call-out-of-turn"], "its team has bid, so this bid belongs to the next deal",
        ),
    ],
)  # fmt: skip
def test_a_team_may_bid_one_number(acts: list[Act], points: list[int], rules: list[str], source: str) -> None:
    reading = game(STANDARD, *acts, team_bid="one")
    assert (scores(reading)[:2], found(reading)) == (points, rules), source


@pytest.mark.parametrize(
    ("called", "options", "low", "source"),
    [
        ("2 2 2 2", {}, 0, "cookoutspades.com: board is 4"),
        ("2 2 1 2", {}, 1, "columbuswhist.com: 4 is the minimum bid for a team"),
        ("2 1 1 2", {}, 2, "both teams"),
        ("nil 2 3 2", {}, 0, "docs/decisions/spades.md: nil"),
        ("3 2 nil 2", {}, 0, "docs/decisions/spades.md: nil"),
        ("3 2 nil 2", {"nil": 0}, 1, "without nil, a bid of no tricks adds nothing"),
        ("4 4", {"team_bid": "one"}, 0, "one number"),
        ("4 3", {"team_bid": "one"}, 1, "one number"),
    ],
)
def test_a_team_must_bid_its_least_number(called: str, options: dict[str, object], low: int, source: str) -> None:
    options = {"team_bid_min": 4, **options}
    assert found(game(STANDARD, deal(), *bids(called), **options)) == ["bid-out-of-range"] * low, source
    assert found(game(STANDARD, stated(1, called, "4 3 3 3"), **options)) == ["deal-against-the-rules"][:low], source


def test_the_second_partner_is_asked_only_for_bids_that_are_enough() -> None:
    table = table_of(game(STANDARD, deal(), *bids("1 4"), team_bid_min=4))
    assert [ask.choices for prompt in prompts(table) for ask in prompt.asks if ask.field in ("amount", "bids.2")] == [
        (0, *range(3, 14))
    ] * 2


AHEAD = stated(1, "6 3 1 3", "8 1 0 4")
"""A deal after which the first team is 130 points ahead."""
BLIND = stated(2, "4 blind 3 3", "5 0 3 5")


@pytest.mark.parametrize(
    ("acts", "rules", "source"),
    [
        ([deal(), *bids("blind 3 4 3")], ["blind-too-early"], "level"),
        ([AHEAD, deal(), *bids("blind 3 4 3")], ["blind-too-early"], "ahead"),
        ([AHEAD, deal(0), *bids("blind 3 4 3", first=1)], [], "clarksvillejuneteenth.com: down 100 points"),
        ([stated(1, "4 3 3 3", "8"), deal(0), *bids("blind", first=1)], [], "131 points behind"),
        ([act("ScoreStated", scores={"0": 99, "1": 0}), deal(), *bids("3 blind")], ["blind-too-early"], "99 points behind"),
        ([act("ScoreStated", scores={"0": 100, "1": 0}), deal(), *bids("3 blind")], [], "100 points behind"),
        ([BLIND], ["rounds-missing"], "nobody knows the totals"),
        ([stated(1, "4 3 3 3"), *bids("blind")], ["deal-not-scored", "deal-not-scored"], "nobody knows the points of the deal before"),
        ([stated(1, "4 blind 3 3", "5 0 3 5")], ["blind-too-early"], "stated"),
        ([AHEAD, BLIND], [], "stated"),
        ([deal(), *bids("blind 3 4 3"), stated(1, "blind", "0 4 4 5")], ["blind-too-early"], "stated as recorded: said once"),
        ([AHEAD, BLIND, stated(1, "blind", "8 1 0 4")], ["deal-stated-otherwise"], "an earlier deal is only compared"),
        ([act("RoundStated", round=3, points={"0": 71, "1": -60}), deal(), *bids("blind")], ["rounds-missing"], "two deals are missing"),
    ],
)
def test_blind_nil_may_be_only_for_a_side_that_is_behind(acts: list[Act], rules: list[str], source: str) -> None:
    reading = game(STANDARD, *acts, blind_nil=200, blind_behind=100)
    assert found(reading) == rules, source


def test_a_bid_of_a_deal_that_bids_itself_is_no_blind_bid() -> None:
    reading = game(STANDARD, stated(1, "4 blind 3 3", "5 0 3 5"), blind_nil=200, blind_behind=100, first_bids_itself=True)
    assert found(reading) == ["deal-against-the-rules"]


def test_blind_nil_is_offered_only_to_a_side_that_may_bid_it() -> None:
    for before, offered in (((), []), ((AHEAD,), [1])):
        table = table_of(game(STANDARD, *before, deal(0 if before else 3), blind_nil=200, blind_behind=100))
        assert [prompt.given["seat"] for prompt in prompts(table) if "blind" in prompt.given] == offered


UNKNOWN = [act("CardPlayed", seat=0), *list(all_tricks())[1:]]
"""A deal with a card that nobody remembers: its points are open."""
REPLAYED = [
    act("RulingRecorded", cites={"dispute": 2}, rule="SP-11", round=2, rectification="replay"),
    act("IrregularityCalled", kind="renege", seat=0),
]
"""The second deal is played again; before it begins, a renege of the first one is called."""


@pytest.mark.parametrize(
    ("acts", "points", "rules", "source"),
    [
        ([stated(1, took="8")], [80, 50], [], "handlebar-online.com: ten points for each trick"),
        ([stated(1, took="2 3 3 5")], [50, 80], [], "by player"),
        ([deal(), *all_tricks()], [130, 0], [], "by the cards"),
        ([stated(1)], [0, 0], ["deal-not-scored"], "no tricks"),
        ([stated(1, "4 3 3 3", "8")], [80, 50], ["deal-against-the-rules"], "stated with bids"),
        ([stated(1, "20 3 3 3", "8")], [80, 50], ["deal-against-the-rules"], "said once"),
        ([stated(1, took="8"), stated(1, "4 3 3 3", "8")], [80, 50], ["deal-against-the-rules"], "an earlier deal"),
        ([deal(), *bids("4"), *all_tricks()], [130, 0], ["bid-in-first-deal"], "a bid does not count"),
        ([*bids("4"), deal(), *all_tricks()], [130, 0], ["bid-in-first-deal"], "a bid does not count"),
        ([deal(), act("DealVoided", reason="x"), deal(), *all_tricks()], [130, 0], [], "the first deal is dealt again"),
        ([stated(1, took="8"), stated(2, "4 3 3 3", "8")], [151, -10], [], "the second deal"),
        ([stated(1, took="8"), stated(2, took="8")], [80, 50], ["deal-not-scored"], "bids of the second deal are missing"),
        ([stated(2, "4 3 3 3", "8")], [71, -60], ["rounds-missing"], "the second deal, without the first"),
        ([stated(2, took="8")], [0, 0], ["rounds-missing", "deal-not-scored"], "the second deal, without the first"),
        ([act("ScoreStated", scores={"0": 80, "1": 50}), stated(1, "4 3 3 3", "8")], [151, -10], [], "totals before: not the first deal"),
        ([*UNKNOWN, act("ScoreStated", scores={"0": 5}), stated(1, took="8")], [5, 50], [], "a total after it: still the first deal"),
        (
            [stated(1, took="8"), *UNKNOWN, act("ScoreStated", scores={"0": 151, "1": -10}), stated(2, "4 3 3 3", "8"), *REPLAYED],
            [50, 80], [], "a renege of the first deal after totals: three tricks move",
        ),
        ([stated(1, took="13"), stated(2, "4 3 3 3", "8")], [201, -60], [], "no set in the first deal"),
        ([act("RoundStated", round=1, points={"0": 80, "1": 50})], [80, 50], [], "points of a round"),
    ],
)  # fmt: skip
def test_the_first_deal_may_bid_itself(acts: list[Act], points: list[int], rules: list[str], source: str) -> None:
    reading = game(STANDARD, *acts, first_bids_itself=True, sets=1, renege_three_books=True)
    assert (scores(reading)[:2], found(reading)) == (points, rules), source


def test_the_first_deal_waits_for_no_bid_and_its_result_has_none() -> None:
    reading = game(STANDARD, deal(), first_bids_itself=True)
    assert [prompt.type for prompt in prompts(table_of(reading))] == ["CardPlayed", "TricksStated", "MisdealCalled"]
    assert {ask.field for prompt in prompts(table_of(reading)) for ask in prompt.asks if "bids" in ask.field} == set()
    reading = game(STANDARD, stated(1, "4 3 3 3", "8"), first_bids_itself=True)
    view = reading.system.seen_by(reading.table, PUBLIC)
    assert view.last_round == "Deal 1: {0} and {2} took 8: +80; {1} and {3} took 5: +50."
    assert view.last_deal is not None
    assert [(side.bid, side.took, side.made) for side in view.last_deal.sides] == [("", 8, None), ("", 5, None)]
    assert reading.system.bids_kept is not None
    assert reading.system.bids_kept(reading.table, 9) == {}
    assert table_of(reading).bags == {0: 0, 1: 0}


SET = "4 3 3 3", "8"
"""A deal in which the second team misses its contract."""


@pytest.mark.parametrize(
    ("acts", "state", "rules", "source"),
    [
        ([stated(1, *SET), stated(2, *SET)], "finished", [], "rta3.com: set twice"),
        ([stated(1, *SET), stated(2, *SET), stated(3, *SET)], "finished", ["after-the-end"], "rta3.com: the game ends"),
        ([act("RoundStated", round=1, points={"0": 71, "1": -60}), stated(2, *SET)], "open", [], "nobody knows whether deal 1 was a set"),
        ([stated(1, *SET), stated(2, *SET), act("ResultStated", winners=[0])], "finished", [], "as the record"),
        (
            [stated(1, *SET), stated(2, *SET), act("RulingRecorded", cites={"dispute": 2}, rule="SP-11", round=1, rectification="void")],
            "open", [], "a director voids a deal",
        ),
        (
            [act("ResultStated", winners=[1], scores={"0": 300, "1": 200, "2": 300, "3": 200})],
            "finished", [], "the first team may have been set twice",
        ),
    ],
)  # fmt: skip
def test_missed_contracts_lose_the_game(acts: list[Act], state: str, rules: list[str], source: str) -> None:
    reading = game(STANDARD, *acts, sets=2)
    assert (reading.result.state, found(reading)) == (state, rules), source


BOSTON = "4 3 3 3", "13"


@pytest.mark.parametrize(
    ("acts", "state", "winners", "rules", "source"),
    [
        ([stated(1, *BOSTON)], "finished", (0, 2), [], "columbuswhist.com: a Boston wins the game automatically"),
        ([stated(1, "4 3 3 3", "12")], "open", (), [], "twelve tricks"),
        ([stated(1, *BOSTON), act("IrregularityCalled", kind="renege", seat=2)], "open", (), [], "SP-11: three tricks move"),
        ([stated(1, "4 3 3 3", "0"), stated(2, *SET)], "finished", (1, 3), ["after-the-end"], "the game ends"),
        (
            [stated(1, *BOSTON), act("RulingRecorded", cites={"dispute": 2}, rule="SP-11", round=1, rectification="void")],
            "open", (), [], "a director voids the deal",
        ),
        (
            [act("ResultStated", winners=[1], scores={"0": 300, "1": 200, "2": 300, "3": 200})],
            "finished", (1, 3), [], "the others may have taken all tricks of a deal",
        ),
    ],
)  # fmt: skip
def test_all_tricks_may_win_the_game(acts: list[Act], state: str, winners: tuple[int, ...], rules: list[str], source: str) -> None:
    reading = game(STANDARD, *acts, boston_wins=True, renege_three_books=True)
    assert (reading.result.state, reading.result.winners, found(reading)) == (state, winners, rules), source


TWO_DEALS = TournamentTable("home-taaaaaaaaaaaaaaaa", 1, 1, "hands", 2)
BELL = TournamentTable("home-taaaaaaaaaaaaaaaa", 1, 1, "bell")
LEVEL = [stated(1, "4 3 3 3", "7 6"), stated(2, "3 4 3 3", "6 7")]
THIRD = stated(3, "4 3 3 3", "7 6")
TIME = act("TimeCalled", reason="the bell")


@pytest.mark.parametrize(
    ("place", "acts", "state", "winners", "source"),
    [
        (TWO_DEALS, LEVEL, "open", (), "paperzz.com: should there be a tie, a one hand overtime will be played"),
        (TWO_DEALS, [*LEVEL, THIRD], "finished", (0, 2), "the team with the highest score after the hand has won"),
        (TWO_DEALS, [LEVEL[0], stated(2, "4 3 3 3", "7 6")], "finished", (0, 2), "no tie"),
        (TWO_DEALS, LEVEL[:1], "open", (), "one deal of two"),
        (BELL, [*LEVEL, TIME], "unfinished", (), "level at the bell"),
        (BELL, [*LEVEL, TIME, THIRD], "finished", (0, 2), "one hand after the bell"),
        (BELL, [*LEVEL, THIRD, TIME], "finished", (0, 2), "no tie at the bell"),
        (None, LEVEL, "open", (), "SP-10: a game to its target"),
    ],
)  # fmt: skip
def test_a_tie_may_be_played_off(place: TournamentTable | None, acts: list[Act], state: str, winners: tuple[int, ...], source: str) -> None:
    begun = game(STANDARD, play_off=True)
    reading = read(begun.system, events([replace(begun.opened, tournament=place), *acts]))
    assert (reading.result.state, reading.result.winners, found(reading)) == (state, winners, []), source
    assert bool(reading.system.prompts(reading.table)) is (state != "finished")


def test_three_players_each_have_their_own_score() -> None:
    reading = game("spades-jokers-high-3", stated(1, "6 nil 8", "7 1 10"))
    assert (scores(reading), found(reading)) == ([61, -99, 82], [])
    reading = game("spades-jokers-high-3", stated(1, "6 nil 8", "7 0"))
    assert scores(reading) == [61, 100, 83]


@pytest.mark.parametrize(("wins", "state", "winners"), [([0], "finished", (0, 2)), ([3, 1], "finished", (1, 3))])
def test_a_side_wins_if_a_stated_result_names_one_of_its_players(wins: list[int], state: str, winners: tuple[int, ...]) -> None:
    result = game(STANDARD, act("ResultStated", winners=wins)).result
    assert (result.state, result.winners) == (state, winners)


@pytest.mark.parametrize(
    ("ruling", "points", "bags", "source"),
    [
        ({"rectification": "adjust", "points": {"0": 32, "1": 41}}, [32, 41], {0: 2, 1: 1}, "a ruling gives the points"),
        ({"rectification": "void"}, [0, 0], {0: 0, 1: 0}, "a ruling voids the deal"),
        ({"rectification": "replay"}, [0, 0], {0: 0, 1: 0}, "the deal is played again"),
    ],
)
def test_a_ruling_on_the_last_deal_also_changes_the_number_of_bags(
    ruling: dict[str, object], points: list[int], bags: dict[int, int], source: str
) -> None:
    said = act("RulingRecorded", cites={"dispute": 2}, rule="SP-11", round=1, **ruling)  # type: ignore[arg-type]
    reading = game(STANDARD, stated(1, "4 3 3 2", "8"), said)
    assert (scores(reading)[:2], table_of(reading).bags) == (points, bags), source
