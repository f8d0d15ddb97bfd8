"""Each variation of Spades equals its entry in the catalogue. Invalid rulesets and options are refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.shapes import Fault
from domain.system import Unplayable
from domain.systems import SYSTEMS
from domain.systems.spades.ruleset import LATER, Ruleset, broken, pack_of, read_ruleset
from domain.systems.spades.variants import VARIANTS

RECORDS: list[dict[str, Any]] = json.loads(Path("docs/rules/other_variants.json").read_text("utf-8"))["spades"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["slug"])
def test_each_variation_of_spades_equals_its_entry_in_the_catalogue(record: dict[str, Any]) -> None:
    rules = VARIANTS[record["slug"]].rules
    derived = {"pack_size": rules.pack_size, "hand": rules.hand, "undealt": rules.undealt}
    ours = {name: value for name, value in rules.as_json().items() if name in record or name not in LATER}
    assert {**ours, **derived} == record
    assert not broken(rules)
    assert len(pack_of(rules).cards) == rules.pack_size


def test_the_variations_of_spades_are_in_the_order_of_the_catalogue() -> None:
    assert [record["slug"] for record in RECORDS] == [*VARIANTS]


@pytest.mark.parametrize(
    ("slug", "change", "field"),
    [
        ("spades-standard", {"players": 3}, "players"),
        ("spades-standard", {"remove": ("2C",)}, "remove"),
        ("spades-standard", {"add": ("HJ", "HJ"), "remove": ("2C", "2H")}, "add"),
        ("spades-standard", {"add": ("HJ", "LJ"), "remove": ("2C", "2H")}, "joker_rule"),
        ("spades-standard", {"remove": ("2C", "2C", "2H", "2H")}, "remove"),
        ("spades-standard", {"trump_order": ("AS",)}, "trump_order"),
        ("spades-standard", {"trump_order": ("HJ", *VARIANTS["spades-standard"].rules.trump_order)}, "trump_order"),
        ("spades-standard", {"big_joker_pull": True}, "big_joker_pull"),
        ("spades-jokers-equal", {"big_joker_pull": True}, "big_joker_pull"),
        ("spades-standard", {"breaking": "none"}, "broken_by"),
        ("spades-standard", {"bid_max": 14}, "bid_max"),
        ("spades-standard", {"bid_min": 5, "bid_max": 4}, "bid_min"),
        ("spades-standard", {"nil": 0, "blind_nil": 200}, "blind_nil"),
        ("spades-jokers-high-3", {"renege_three_books": True}, "renege_three_books"),
        ("spades-standard", {"team_bid": "one"}, "team_bid"),
        ("spades-standard", {"bags": "counted"}, "bags"),
        ("spades-standard", {"sets": 2, "team_bid": "separate"}, "sets"),
        ("spades-standard", {"low_club": True}, "low_club"),
        ("spades-standard", {"low_club": True, "first_trick_trump": "barred", "first_leader": "dealer"}, "low_club"),
        ("spades-standard", {"blind_behind": 100}, "blind_behind"),
        ("spades-standard", {"boston": 250, "team_bid": "separate"}, "boston"),
        ("spades-standard", {"boston_bid": 200, "team_bid": "separate"}, "boston_bid"),
        ("spades-standard", {"team_bid_min": 4, "team_bid": "separate"}, "team_bid_min"),
        ("spades-standard", {"team_bid_min": 4, "bid_max": 3}, "team_bid_min"),
        ("spades-jokers-high-3", {"team_bid": "one", "nil": 0}, "team_bid"),
    ],
)
def test_a_ruleset_that_breaks_a_constraint_is_refused(slug: str, change: dict[str, Any], field: str) -> None:
    """Source: docs/rules/04_spades.md, Schema; SP-13."""
    rules: Ruleset = replace(VARIANTS[slug].rules, **change)
    faults: list[Fault] = []
    assert read_ruleset({**rules.as_json(), "patches": {}}, "/rules", faults) is None
    assert f"/rules/{field}" in [fault.pointer for fault in faults]


@pytest.mark.parametrize(
    ("slug", "options", "pointer"),
    [
        ("spades-jokers-equal", {"big_joker_pull": True}, "/options/big_joker_pull"),
        ("spades-unbroken-free", {"any_spade_played": True}, "/options/any_spade_played"),
        ("spades-jokers-high-3", {"no_jokers": True, "big_joker_pull": True}, "/options/big_joker_pull"),
        ("spades-standard", {"no_jokers": True}, "/options/no_jokers"),
        ("spades-standard", {"nil": -1}, "/options/nil"),
        ("spades-standard", {"bags_not_scored": True, "overtrick": 2}, "/options/bags_not_scored"),
        ("spades-standard", {"bags_not_scored": True, "overtrick": 2}, "/options/overtrick"),
        ("spades-standard", {"bags_not_scored": True, "bag_limit": 5}, "/options/bag_limit"),
        ("spades-standard", {"team_bid_min": 4, "team_bid": "separate"}, "/options/team_bid_min"),
        ("spades-standard", {"team_bid_min": 4, "team_bid": "separate"}, "/options/team_bid"),
        ("spades-jokers-high-3", {"team_bid_min": 4}, "/options/team_bid_min"),
        ("spades-standard", {"sets": 2, "team_bid": "separate"}, "/options/sets"),
        ("spades-standard", {"sets": 2, "team_bid": "separate"}, "/options/team_bid"),
        ("spades-standard", {"nil_tricks_apart": True, "nil_tricks_nothing": True}, "/options/nil_tricks_apart"),
        ("spades-standard", {"nil_tricks_apart": True, "nil_tricks_nothing": True}, "/options/nil_tricks_nothing"),
        ("spades-standard", {"low_club": True, "first_leader": "dealer"}, "/options/low_club"),
        ("spades-standard", {"low_club": True, "first_leader": "dealer"}, "/options/first_leader"),
        ("spades-standard", {"blind_behind": 100}, "/options/blind_behind"),
        ("spades-standard", {"nil_tricks_apart": True, "nil_tricks_counted": True}, "/options/nil_tricks_counted"),
        ("spades-standard", {"boston": 250, "team_bid": "separate"}, "/options/boston"),
        ("spades-standard", {"boston_bid": 200, "team_bid": "separate"}, "/options/boston_bid"),
        ("spades-jokers-high-3", {"boston_wins": True}, "/options/boston_wins"),
        ("spades-standard", {"team_bid": "one", "nil": 50}, "/options/team_bid"),
        ("spades-standard", {"team_bid": "one", "nil": 50}, "/options/nil"),
        ("spades-standard", {"team_bid": "one", "blind_nil": 200}, "/options/blind_nil"),
    ],
)
def test_an_option_that_a_variation_cannot_have_is_refused(slug: str, options: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Unplayable) as refused:
        SYSTEMS[slug].rules_with(options, SYSTEMS[slug].players[0])
    assert pointer in [fault.pointer for fault in refused.value.faults]


def test_an_opening_with_the_rules_of_another_variation_is_refused() -> None:
    system = SYSTEMS["spades-standard"]
    for rules, seats in ((SYSTEMS["spades-bauer"].standard_rules(), 4), (system.standard_rules(), 3)):
        with pytest.raises(Unplayable):
            system.fits(rules, seats)


@pytest.mark.parametrize("slug", VARIANTS)
def test_choosing_the_default_of_every_option_leaves_the_variation_unchanged(slug: str) -> None:
    """The form sends a value for every option. If nobody chose a value, the form sends the default."""
    system = SYSTEMS[slug]
    said = {option.name: option.default for option in system.options}
    rules = system.rules_with(said, system.players[0])
    assert rules == {**VARIANTS[slug].rules.as_json(), "patches": {}}
    assert system.rules_with({**said, "target": 300}, system.players[0])["patches"] == {"target": 300}
