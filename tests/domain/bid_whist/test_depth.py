"""Records of Bid Whist that leave out cards: stated deals, rounds, totals and results, and rulings."""

import pytest

from domain.kernel.canonical import Json
from domain.kernel.events import Act
from tests.domain.bid_whist.playing import found, game, scores, script, table_of
from tests.domain.playing import act, played, suspicions

STATED: list[tuple[str, dict[str, Json], tuple[int, int], list[str], str]] = [
    # Each row: the acts, the options, the totals of the two sides, the rules that the findings name, the source.
    ("stated(1 1 4 low S tricks:{1:9})", {}, (0, 4), [], "BW-4: ten books"),
    ("stated(1 1 4 low S tricks:{3:9})", {}, (0, 4), [], "a seat stands for its side"),
    ("stated(1 1 4 low S tricks:{0:3})", {}, (0, 4), [], "the other side has the rest"),
    ("stated(1 1 4 low S tricks:{0:1 2:2 1:5 3:4})", {}, (0, 4), [], "tricks of every player"),
    ("stated(1 1 4 low S tricks:{1:8})", {}, (0, -4), [], "BW-4: set"),
    ("stated(1 2 5 no_trump tricks:{0:12})", {}, (14, 0), [], "BW-4: without trumps twice"),
    ("stated(1 2 5 no_trump ranks:low tricks:{0:12})", {"boston": 4}, (56, 0), [], "05 Schema boston"),
    ("stated(1 1 8 low S tricks:{1:9})", {}, (0, -8), ["deal-against-the-rules"], "05 Schema bid_max"),
    ("stated(1 1 2 low S tricks:{1:9})", {}, (0, 4), ["deal-against-the-rules"], "05 Schema bid_min"),
    ("stated(1 1 4 low S tricks:{1:13})", {}, (0, 0), ["deal-against-the-rules"], "05 Audit: twelve tricks"),
    ("stated(1 1 4 low S tricks:{0:5 1:9})", {}, (0, 0), ["deal-against-the-rules"], "05 Audit: twelve tricks"),
    ("stated(1 1 4 low S tricks:{0:2 1:9})", {}, (0, 0), ["deal-against-the-rules"], "05 Audit: twelve tricks"),
    ("stated(1 1 4 no_trump S tricks:{1:9})", {}, (0, 8), ["deal-against-the-rules"], "BW-8"),
    ("stated(1 1 4 high S low tricks:{1:9})", {}, (0, 4), ["deal-against-the-rules"], "05 Phases"),
    ("stated(1 1 4 low S tricks:{1:9})", {"kind_order": ["high"]}, (0, 4), ["deal-against-the-rules"], "05 Schema kinds"),
    ("stated(1 1 4 low S)", {}, (0, 0), ["deal-not-scored"], "no tricks are stated"),
    ("stated(1 1 tricks:{1:9})", {}, (0, 0), ["deal-not-scored"], "no bid is stated"),
    ("stated(1 1 4 tricks:{1:9})", {}, (0, 0), ["deal-not-scored"], "the kind is unknown"),
    ("stated(1 1 4 trump:S ranks:low tricks:{1:9})", {}, (0, 4), [], "trump and direction say the kind"),
    ("stated(1 1 4 low S tricks:{1:9})", {"kitty_is_book": "none"}, (0, -4), [], "05 Schema kitty_is_book"),
    ("stated(1 1 4 low S tricks:{1:9})", {"kitty_is_book": "first_trick_winner"}, (0, 0), ["deal-not-scored"], "who took the first trick?"),
    ("stated(1 1 4 low S tricks:{1:12})", {"kitty_is_book": "first_trick_winner"}, (0, 7), [], "the side took every trick"),
    ("stated(1 1 4 low S tricks:{1:4})", {"defenders_on_set": "books_over_six"}, (2, -4), [], "BW-4"),
    ("stated(2 1 4 low S tricks:{1:9})", {}, (0, 4), ["rounds-missing"], "a deal before is missing"),
    ("stated(1 1 4 low S tricks:{1:9})\nstated(1 1 4 low S tricks:{1:8})", {}, (0, 4), ["deal-stated-otherwise"], "stated twice"),
    ("stated(1 1 4 low S tricks:{1:9})\nstated(1 3 5 high H tricks:{1:9})", {}, (0, 4), ["deal-stated-otherwise"], "stated twice"),
    ("stated(1 1 4 low S tricks:{1:9} dealer:0)\nstated(2 1 4 low S tricks:{1:8} dealer:2)", {"all_pass": "redeal_next"}, (0, 0), [],
     "05 Schema all_pass: all passed after the deal of seat 1"),
    ("deal(0)\nstated(1 1 4 low S tricks:{1:9} dealer:2)", {}, (0, 4), ["deal-stated-otherwise"], "00 model: seat 0 dealt"),
    ("deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes 0:names(S)\nstated(1 tricks:{0:9})", {}, (4, 0), [], "the calls are recorded"),
    ("deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes\nstated(1 1 4 low tricks:{0:9})", {}, (4, 0), ["deal-stated-otherwise"], "00 model"),
    ("deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6) 0:AS 1:2H 2:3S 3:4S\nstated(1 tricks:{0:9})", {},
     (4, 0), [], "a claim after the first trick"),
    ("deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6) 0:AS 1:2H 2:3S 3:4S\nstated(1 tricks:{1:12})", {},
     (-4, 0), ["deal-stated-otherwise"], "side 0 has a trick already"),
    ("deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6) 0:AS 1:2H 2:3S 3:4S\nstated(1 tricks:{1:11})", {},
     (-4, 0), [], "side 0 takes no other trick"),
    ("score(0:5 1:-3)", {}, (5, -3), [], "totals"),
    ("score(0:5 2:4)", {}, (5, 0), ["partners-unequal"], "05 sides"),
    ("round(1 0:4)", {}, (4, 0), [], "a round"),
    ("round(1 0:4 2:3)", {}, (4, 0), ["partners-unequal"], "05 sides"),
    ("stated(1 1 4 low S tricks:{1:9})\nround(1 1:5)", {}, (0, 4), ["round-stated-otherwise"], "00 model"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "options", "totals", "rules", "source"), STATED)
def test_statements_give_the_expected_totals_and_findings(
    acts: str, options: dict[str, Json], totals: tuple[int, int], rules: list[str], source: str
) -> None:
    reading = game(acts, **options)
    ledger = table_of(reading).ledger.scores
    assert ((ledger[0], ledger[1]), found(reading)) == (totals, rules), source  # type: ignore[index]


@pytest.mark.parametrize(
    ("acts", "sentence"),
    [
        ("stated(1 1 8 low S tricks:{1:13})",
         "Deal 1 cannot have been as entered. Entered: a bid of 8, but bids are from 3 to 7; 13 tricks in all, but a deal has 12."),
        ("stated(1 1 4 low S tricks:{0:2 1:9})",
         "Deal 1 cannot have been as entered. Entered: 11 tricks in all for both sides, but a deal has 12."),
        ("stated(1 1 4 low S)", "Deal 1 cannot be scored: who took how many tricks is not written down."),
        ("stated(1 1 4 low S tricks:{1:9})\nstated(1 3 5 high H tricks:{1:8})",
         "Deal 1 as entered contradicts the record. Entered: maker {3}, not {1}; bid 5, not 4; high, not low; trump hearts, not spades; "
         "tricks of {0} and {2} 4, not 3; tricks of {1} and {3} 8, not 9."),
    ],
)  # fmt: skip
def test_a_finding_about_a_stated_deal_says_what_is_wrong(acts: str, sentence: str) -> None:
    assert suspicions(game(acts))[-1].sentence == sentence


def test_the_next_player_deals_after_a_stated_deal() -> None:
    reading = game("stated(1 1 4 low S tricks:{1:9} dealer:0)")
    assert table_of(reading).deal.dealer == 1


ENDS: list[tuple[str, dict[str, Json], list[int], str]] = [
    # Each row: the acts, the options, the winners, the source.
    ("stated(1 1 7 low S tricks:{1:12})", {}, [1, 3], "05 target"),
    ("stated(1 1 7 low S tricks:{1:11})", {}, [0, 2], "BW-6: minus seven"),
    ("stated(1 1 7 low S tricks:{1:11})", {"floor": None}, [], "BW-6 floor: none"),
    ("stated(1 1 4 no_trump tricks:{1:9})", {"target": 21}, [], "05 Schema target"),
    ("score(0:7 1:2)", {}, [0, 2], "05 target"),
    ("score(0:-7 1:2)", {}, [1, 3], "BW-6"),
    ("result(0 2 scores:{0:7 1:2})", {}, [0, 2], "only the result"),
    ("round(1 1:3)\nround(2 1:4)", {}, [1, 3], "rounds"),
]


@pytest.mark.parametrize(("acts", "options", "winners", "source"), ENDS)
def test_the_game_ends_when_a_side_reaches_the_target_or_the_floor(
    acts: str, options: dict[str, Json], winners: list[int], source: str
) -> None:
    table = table_of(game(acts, **options))
    assert [*table.winners] == winners, source
    assert table.state == ("finished" if winners else "open")


def ruling(rectification: str, **data: Json) -> Act:
    return act("RulingRecorded", cites={"dispute": 1}, rule="BW-10", rectification=rectification, **data)


RULINGS: list[tuple[str, Act, tuple[int, int], str]] = [
    ("stated(1 1 4 low S tricks:{1:9})", ruling("adjust", round=1, points={"1": -4}), (0, -4), "docs/decisions/rulings.md"),
    ("stated(1 1 4 low S tricks:{1:9})", ruling("penalty", round=1, points={"0": -2}), (-2, 4), "docs/decisions/rulings.md"),
    ("stated(1 1 4 low S tricks:{1:9})", ruling("replay", round=1), (0, 0), "docs/decisions/rulings.md"),
    ("deal(3) 0:bids(4 low)", ruling("adjust", points={"0": 3}), (3, 0), "docs/decisions/rulings.md"),
]


@pytest.mark.parametrize(("acts", "ruled", "totals", "source"), RULINGS)
def test_a_ruling_changes_the_score_of_both_partners(acts: str, ruled: Act, totals: tuple[int, int], source: str) -> None:
    assert scores(played("bid-whist", 4, *script(acts), ruled)) == totals, source


def test_the_same_player_deals_again_after_a_ruling_to_replay_the_last_deal() -> None:
    reading = played("bid-whist", 4, *script("stated(1 1 4 low S tricks:{1:9} dealer:2)"), ruling("replay", round=1))
    assert (table_of(reading).deal.dealer, table_of(reading).ledger.round) == (2, 1)
