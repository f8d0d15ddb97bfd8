"""The auction, and the acts of the maker before the play: naming trumps, taking the kitty and throwing cards."""

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from tests.domain.bid_whist.playing import SUITS_DEALT, found, game, script, table_of
from tests.domain.playing import played, suspicions

AUCTIONS: list[tuple[str, dict[str, Json], tuple[int, int, str] | None, list[str], str]] = [
    # Each row: the calls, after seat 3 has dealt; the options; (maker, level, kind), or None if nobody holds the bid; the rules that
    # the findings name; the source.
    ("0:bids(3 high) 1:bids(3 low) 2:bids(3 no_trump) 3:bids(4 high)", {}, (3, 4, "high"), [], "05 kind_order"),
    ("0:bids(3 low) 1:bids(3 high) 2:passes 3:passes", {}, (0, 3, "low"), ["bid-not-higher"], "05 kind_order"),
    ("0:bids(4 high) 1:bids(3 no_trump) 2:passes 3:passes", {}, (0, 4, "high"), ["bid-not-higher"], "05 kind_order"),
    ("0:bids(3 high) 1:bids(3 high) 2:passes 3:passes", {}, (0, 3, "high"), ["bid-not-higher"], "05 kind_order"),
    ("0:passes 1:passes 2:passes 3:bids(5 no_trump)", {}, (3, 5, "no_trump"), [], "05 all pass"),
    ("0:passes 1:passes 2:passes 3:passes", {}, None, ["bid-dealer-forced"], "05 all pass"),
    ("0:passes 1:passes 2:passes 3:passes", {"all_pass": "redeal_same"}, None, [], "05 Schema all_pass"),
    ("0:passes 1:passes 2:passes 3:bids(4 low)", {"all_pass": "dealer_exact_min"}, (3, 4, "low"), ["bid-exact-min"], "05 Schema all_pass"),
    ("0:passes 1:passes 2:passes 3:bids(3 low)", {"all_pass": "dealer_exact_min"}, (3, 3, "low"), [], "05 Schema all_pass"),
    ("0:bids(2 high) 1:bids(3 high) 2:passes 3:passes", {}, (1, 3, "high"), ["bid-out-of-range"], "05 Schema bid_min"),
    ("0:bids(8 high) 1:passes 2:passes 3:passes", {}, (0, 8, "high"), ["bid-out-of-range"], "05 Schema bid_max"),
    ("0:bids(6 high) 1:passes 2:passes 3:passes", {"bid_max": 5}, (0, 6, "high"), ["bid-out-of-range"], "05 Schema bid_max"),
    ("0:bids(3 low) 1:passes 2:passes 3:passes", {"kind_order": ["high", "no_trump"]}, (0, 3, "low"), ["no-such-bid"], "05 Schema kinds"),
    ("0:bids(3 low) 1:bids(3 high) 2:passes 3:passes", {"kind_order": ["low", "high", "no_trump"]}, (1, 3, "high"), [], "05 kind_order"),
    ("0:bids(4) 1:passes 2:passes 3:passes", {}, (0, 4, "None"), ["kind-unsaid"], "05 Phases: a bid has a kind"),
    ("1:bids(3 high) 0:passes 2:passes 3:passes", {}, (1, 3, "high"), ["call-missing", "call-out-of-turn"], "05 auction one_turn"),
    ("0:bids(3 high) 1:passes 2:passes 3:bids(3 high)", {"dealer_priv": "may_match"}, (3, 3, "high"), [], "05 Schema dealer_priv"),
    ("0:bids(3 high) 1:passes 2:passes 3:bids(3 high)", {}, (0, 3, "high"), ["bid-not-higher"], "05 Schema dealer_priv"),
    (
        "0:bids(3 high) 1:bids(3 low) 2:passes 3:passes 0:bids(4 high) 1:passes", {"auction": "until_passed_out"}, (0, 4, "high"), [],
        "05 Schema auction",
    ),
    ("0:bids(3 high) 1:bids(3 low) 2:passes 3:passes 0:bids(4 high)", {}, (1, 3, "low"), ["auction-over"], "05 Schema auction"),
    ("0:bids(7 no_trump)", {"auction": "until_passed_out"}, (0, 7, "no_trump"), [], "05 Schema auction: nothing beats it"),
]  # fmt: skip


@pytest.mark.parametrize(("calls", "options", "contract", "rules", "source"), AUCTIONS)
def test_the_calls_decide_who_holds_the_bid(
    calls: str, options: dict[str, Json], contract: tuple[int, int, str] | None, rules: list[str], source: str
) -> None:
    reading = game("deal(3)\n" + calls, **options)
    deal = table_of(reading).deal
    held = None if deal.maker is None or deal.bid is None else (deal.maker, deal.bid.level, str(deal.bid.kind))
    assert (held, found(reading)) == (contract, rules), source


def test_a_bid_of_three_is_out_of_range_in_the_variant_that_begins_at_four() -> None:
    """Source: docs/rules/05_bid_whist.md, bid-whist-min-four."""
    assert found(played("bid-whist-min-four", 4, *script("deal(3) 0:bids(3 high)"))) == ["bid-out-of-range"]
    assert found(played("bid-whist-min-four", 4, *script("deal(3) 0:bids(4 high)"))) == []


def test_the_rules_decide_who_deals_after_all_players_have_passed() -> None:
    """Source: docs/rules/05_bid_whist.md, Schema, `all_pass`."""
    passes = "deal(3) 0:passes 1:passes 2:passes 3:passes"
    assert table_of(game(passes, all_pass="redeal_same")).deal.dealer == 3
    assert table_of(game(passes, all_pass="redeal_next")).deal.dealer == 0
    assert table_of(game(passes)).deal.voided == "all passed"


def test_an_auction_recorded_without_the_deal_goes_to_the_highest_bid() -> None:
    """docs/decisions/domain-reading.md: a record may begin with the calls."""
    reading = game("0:bids(3 low) 1:bids(3 high) 2:passes 3:bids(4 high) 3:names(S)")
    assert found(reading) == []
    assert (table_of(reading).deal.maker, table_of(reading).deal.pack.trump) == (3, "S")
    assert table_of(game("0:passes 1:passes 2:passes 3:passes")).deal.voided == "all passed"


# --- the kitty ----------------------------------------------------------------------------------------------------------------------------

MAKER = Seat(0)
HIGH = "0:bids(4 high) 1:passes 2:passes 3:passes\n"
NO = "0:bids(4 no_trump) 1:passes 2:passes 3:passes\n"
KITTY = "0:kitty([HJ LJ 2S 2H 2D 2C])"
EXCHANGES: list[tuple[str, dict[str, Json], list[str], str]] = [
    # Each row: the acts after SUITS_DEALT, the options, the rules that the findings name, the source.
    (HIGH + "0:names(S) 0:kitty 0:throws(6)", {}, [], "05 Phases"),
    (HIGH + f"0:names(S) {KITTY} 0:throws(6 [HJ 2S 2H 2D 2C LJ])", {}, [], "BW-9: jokers and trumps may be thrown"),
    (HIGH + "0:names(S high) 0:kitty 0:throws(6)", {}, [], "05 Phases"),
    (HIGH + "0:names(S low) 0:kitty 0:throws(6)", {}, ["trump-not-as-bid"], "05 Phases: the bid says the direction"),
    (HIGH + "0:names(ranks:high) 0:kitty 0:throws(6)", {}, ["trump-not-as-bid"], "05 Phases: a suit is named"),
    (NO + "0:names(ranks:low) 0:kitty 0:throws(6)", {}, [], "BW-8"),
    (NO + "0:names(S high) 0:kitty 0:throws(6)", {}, ["trump-not-as-bid"], "BW-8: no suit is trump"),
    (NO + "0:names() 0:kitty 0:throws(6)", {}, ["trump-unsaid"], "BW-8: the direction is named"),
    (HIGH + "0:kitty 0:names(S) 0:throws(6)", {}, ["exchange-out-of-order"], "05 name_before_kitty"),
    (HIGH + "0:kitty 0:names(S) 0:throws(6)", {"name_before_kitty": False}, [], "05 Schema name_before_kitty"),
    (HIGH + "0:names(S) 0:kitty 0:throws(6)", {"name_before_kitty": False}, [], "05 Schema name_before_kitty: nobody must wait"),
    (HIGH + "1:names(S) 0:kitty 0:throws(6)", {}, ["not-the-maker"], "05 Phases"),
    (HIGH + "0:names(S) 1:kitty 0:throws(6)", {}, ["not-the-maker"], "05 Phases"),
    (HIGH + "0:names(S) 0:kitty 0:throws(5)", {}, ["wrong-number-thrown"], "05 Schema kitty"),
    (HIGH + "0:names(S) 0:kitty 0:throws(5)", {"jokers": 1}, ["wrong-number-dealt", "not-in-pack"], "05 Schema jokers"),
    (HIGH + "0:names(S) 0:kitty([HJ LJ 2S 2H 2D]) 0:throws(6)", {}, ["wrong-number-drawn"], "05 Schema kitty"),
    (HIGH + "0:names(S) 0:kitty([HJ LJ 2S 2H 2D AH]) 0:throws(6)", {}, ["card-held-elsewhere", "not-the-kitty"], "00 uniqueness"),
    (HIGH + "0:names(S) 0:kitty([HJ LJ 2S 2H 2D AS]) 0:throws(6)", {}, ["card-seen-twice", "not-the-kitty"], "00 uniqueness"),
    (HIGH + f"0:names(S) {KITTY} 0:throws(6 [AH 2S 2H 2D 2C LJ])", {}, ["card-held-elsewhere", "card-not-held"], "00 uniqueness"),
    (HIGH + f"0:names(S) {KITTY} 0:throws(5 [HJ 2S 2H 2D 2C LJ])", {}, ["wrong-number-thrown", "wrong-number-written"], "05 Schema kitty"),
    (HIGH + "0:throws(6)", {}, ["exchange-out-of-order"], "05 Phases: trumps are named first"),
    (HIGH + "0:names(S) 0:names(H)", {}, ["exchange-out-of-order"], "05 Phases: once"),
    (HIGH + "0:names(S) 0:AS 0:kitty", {}, ["exchange-out-of-order"], "05 Phases"),
    ("0:bids(4 high) 0:names(S)", {}, ["auction-unfinished"], "05 Phases"),
    ("0:passes 1:passes 2:passes 3:names(S)", {}, ["auction-unfinished"], "05 all pass: how much was bid?"),
]


@pytest.mark.parametrize(("acts", "options", "rules", "source"), EXCHANGES)
def test_acts_of_the_maker_before_the_play_have_the_expected_findings(
    acts: str, options: dict[str, Json], rules: list[str], source: str
) -> None:
    assert found(game(SUITS_DEALT + acts, **options)) == rules, source


def test_the_hand_of_the_maker_changes_when_cards_are_taken_and_thrown() -> None:
    """05 Phases: the maker takes six cards and throws six cards."""
    reading = game(SUITS_DEALT + HIGH + f"0:names(S) {KITTY}")
    deal = table_of(reading).deal
    assert (deal.counts[MAKER], len(deal.known[MAKER]), deal.kitty) == (18, 18, 0)
    reading = game(SUITS_DEALT + HIGH + f"0:names(S) {KITTY} 0:throws(6 [3S 4S 2H 2D 2C 5S])")
    deal = table_of(reading).deal
    assert (deal.counts[MAKER], len(deal.known[MAKER]), deal.thrown, deal.phase, deal.turn) == (12, 12, 6, "play", 0)


def test_the_kind_of_a_bid_may_be_named_later_together_with_trumps() -> None:
    """Source: docs/rules/05_bid_whist.md, Phases."""
    calls = "deal(3) 0:bids(4) 1:passes 2:passes 3:passes "
    for named, kind in (("S low", "low"), ("S high", "high"), ("ranks:high", "no_trump")):
        assert table_of(game(f"{calls}0:names({named})")).deal.kind == kind


@pytest.mark.parametrize(
    ("acts", "sentence"),
    [
        ("0:bids(3 low) 1:bids(3 high)", "{1} bid 3 high: that does not beat the current bid."),
        ("0:passes 1:passes 2:passes 3:passes", "{3} passed: when all others have passed, the dealer must bid at least 3."),
        ("0:bids(8 low)", "{0} bid 8: bids go from 3 to 7."),
        ("0:bids(4)", "{0} bid 4, but nobody wrote down whether high, low or no trump."),
        (NO + "0:names(H high)", "{0} named hearts after a bid without trumps."),
        (NO + "0:kitty", "{0} took the kitty before naming the direction."),
        (HIGH + "1:names(S)", "{1} named trumps, but {0} holds the bid."),
        (HIGH + "0:names(S) 0:throws(5)", "{0} threw 5 cards; 6 were due."),
    ],
)
def test_a_finding_says_what_was_wrong(acts: str, sentence: str) -> None:
    assert suspicions(game("deal(3)\n" + acts))[0].sentence == sentence
