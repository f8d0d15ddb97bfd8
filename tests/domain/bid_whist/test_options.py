"""Each rule that a table may choose changes the outcome of some record. Invalid choices are refused."""

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import seat_called
from domain.record.fold import Reading
from domain.system import PUBLIC, Unplayable
from domain.systems import SYSTEMS
from domain.systems.bid_whist.rules import FIELDS
from domain.words import sentence
from tests.domain.bid_whist.playing import SLUG, SPADES_HIGH, SUITS_DEALT, game, table_of
from tests.domain.playing import suspicions

CALLS = "deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes "
EXCHANGED = CALLS + "0:names(S) 0:kitty 0:throws(6) "
NO = "deal(3) 0:bids(4 no_trump) 1:passes 2:passes 3:passes 0:names(ranks:high) 0:kitty 0:throws(6) "
ELDEST = "deal(3) 0:passes 1:bids(4 low) 2:passes 3:passes 1:names(S) 1:kitty 1:throws(6) "

OPTION_ROWS: list[tuple[str, Json, str, str]] = [
    # Each row: a field, another value for it, acts whose outcome this value changes, the source.
    ("jokers", 1, "deal(3 kitty:[HJ LJ 2S 2H 2D 2C])", "05 Schema jokers"),
    ("bid_min", 4, "deal(3) 0:bids(3 low)", "05 Schema bid_min, bid-whist-min-four"),
    ("bid_max", 5, "deal(3) 0:bids(6 low)", "05 Schema bid_max"),
    ("kind_order", ["low", "high", "no_trump"], "deal(3) 0:bids(3 low) 1:bids(3 high)", "05 Schema kind_order"),
    ("kind_order", ["no_trump"], "deal(3) 0:bids(3 low)", "BW-11: a table where no contract has trumps"),
    ("auction", "until_passed_out", "deal(3) 0:bids(3 low) 1:passes 2:bids(4 low) 3:passes 0:bids(5 low)", "05 Schema auction"),
    ("dealer_priv", "may_match", "deal(3) 0:bids(3 low) 1:passes 2:passes 3:bids(3 low)", "05 Schema dealer_priv"),
    ("all_pass", "redeal_next", "deal(3) 0:passes 1:passes 2:passes 3:passes", "05 Schema all_pass"),
    ("all_pass", "dealer_exact_min", "deal(3) 0:passes 1:passes 2:passes 3:bids(4 low)", "05 Schema all_pass"),
    ("name_before_kitty", False, CALLS + "0:kitty", "05 Schema name_before_kitty, BW-8"),
    ("kitty_shown", True, SUITS_DEALT + SPADES_HIGH, "05 Schema kitty_shown"),
    ("kitty_is_book", "none", "stated(1 1 4 low S tricks:{1:9})", "05 Schema kitty_is_book"),
    ("kitty_is_book", "first_trick_winner", EXCHANGED + "0:2S 1:AS 2:3S 3:4S stated(1 tricks:{0:9})", "05 Schema kitty_is_book"),
    ("aces_bad", True, EXCHANGED + "0:AS 1:2S 2:3S 3:4S", "BW-3"),
    ("no_trump_jokers", "any_time", NO + "0:AH 1:HJ 2:KH 3:QH 0:2H 1:3H", "BW-5"),
    ("joker_when_void", True, NO + "0:AH 1:2C 2:KH 3:QH 0:2H 1:HJ", "BW-12"),
    ("first_leader", "eldest", ELDEST + "1:AH", "05 Schema first_leader"),
    ("made_scores", "level", "stated(1 1 3 low S tricks:{1:9})", "BW-4"),
    ("defenders_on_set", "books_over_six", "stated(1 1 4 low S tricks:{1:4})", "BW-4"),
    ("no_multiplier", 1, "stated(1 1 4 no_trump tricks:{1:4})", "BW-4"),
    ("boston", 4, "stated(1 1 4 low S tricks:{1:12})", "05 Schema boston"),
    ("target", 8, "stated(1 1 7 low S tricks:{1:12})", "05 Schema target"),
    ("floor", None, "stated(1 1 7 low S tricks:{1:11})", "BW-6"),
    ("renege_books", 1, EXCHANGED + "0:AH 1:2S 2:KH 3:QH 1:3H", "BW-10"),
]
ONLY_ON_THE_SHEET = {"kitty_first_four", "kitty_last_four"}
"""Rules about which of the dealt cards may go to the kitty. A record does not say in which order cards were dealt, so these rules change
only the rule sheet."""


def outcome(reading: Reading) -> list[object]:
    table = table_of(reading)
    shown = [reading.system.shown(event, table, PUBLIC) for event in reading.events[1:]]
    return [
        table.ledger.scores, table.winners, table.state, table.deal.dealer, table.deal.maker, table.deal.turn,
        [(finding.rule, finding.sentence) for finding in suspicions(reading)],
        reading.system.seen_by(table, PUBLIC),
        [None if event is None else sentence(event.act, seat_called) for event in shown],
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "acts", "source"), OPTION_ROWS)
def test_choosing_another_value_of_a_rule_changes_the_outcome_of_a_record(name: str, value: Json, acts: str, source: str) -> None:
    assert outcome(game(acts)) != outcome(game(acts, **{name: value})), source


def test_every_rule_that_a_table_may_choose_has_a_test_row() -> None:
    assert {row[0] for row in OPTION_ROWS} | ONLY_ON_THE_SHEET == {*FIELDS}


REFUSED: list[tuple[dict[str, Json], str]] = [
    ({"bid_min": 6, "bid_max": 5}, "/options/bid_min"),
    ({"kind_order": ["high", "high"]}, "/options/kind_order"),
    ({"kind_order": []}, "/options/kind_order"),
    ({"jokers": 3}, "/options/jokers"),
    ({"jokers": 0, "joker_when_void": True}, "/options/joker_when_void"),
    ({"kind_order": ["high", "low"], "joker_when_void": True}, "/options/joker_when_void"),
    ({"floor": 0}, "/options/floor"),
    ({"nil": True}, "/options/nil"),
]


@pytest.mark.parametrize(("options", "pointer"), REFUSED)
def test_rules_that_cannot_be_played_are_refused(options: dict[str, Json], pointer: str) -> None:
    with pytest.raises(Unplayable) as refused:
        SYSTEMS[SLUG].rules_with(options, 4)
    assert refused.value.faults[0].pointer == pointer


def test_a_game_of_bid_whist_with_three_players_is_refused() -> None:
    with pytest.raises(Unplayable, match="for 4"):
        SYSTEMS[SLUG].rules_with({}, 3)
