"""Each variant of Bid Whist equals its entry in docs/rules/other_variants.json, and each of its rules is an option."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.systems import SYSTEMS
from domain.systems.bid_whist import VARIANTS
from domain.systems.bid_whist.rules import FIELDS

RECORDS = Path(__file__).parents[3] / "docs" / "rules" / "other_variants.json"
_SAME = {"jokers", "kitty_first_four", "kitty_last_four", "bid_min", "bid_max", "auction", "dealer_priv", "all_pass"} | {
    "name_before_kitty",
    "kitty_shown", "kitty_is_book", "no_trump_jokers", "first_leader", "made_scores", "defenders_on_set", "no_multiplier", "boston",
    "target", "floor", "kitty",
}  # fmt: skip


@pytest.mark.parametrize("record", json.loads(RECORDS.read_text(encoding="utf-8"))["bid_whist"], ids=lambda record: record["slug"])
def test_each_variant_of_bid_whist_equals_its_entry_in_the_catalogue(record: dict[str, Any]) -> None:
    """Source: the tables of docs/rules/05_bid_whist.md."""
    variant = VARIANTS[record["slug"]]
    assert {name: getattr(variant.rules, name) for name in _SAME} == {name: record[name] for name in _SAME}
    assert [kind.replace("no_trump", "no") for kind in variant.rules.kind_order] == record["kind_order"] == record["kinds"]
    assert (variant.name, 52 + variant.rules.jokers, 12) == (record["name"], record["pack_size"], record["hand"])
    assert (record["downtown_order"][0] == "A") is not variant.rules.aces_bad
    assert (record["trump_joker_order"], record["follow"], record["set_loses"], record["sides"]) == (["HJ", "LJ"], "strict", "level", "2x2")
    assert SYSTEMS[record["slug"]].name == record["name"]


def test_every_field_of_the_rules_is_an_option() -> None:
    for slug in VARIANTS:
        assert [option.name for option in SYSTEMS[slug].options] == list(FIELDS)
