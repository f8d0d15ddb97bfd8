"""Every variant equals its entry in docs/rules/pitch_variants.json."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.systems.pitch.rules.constraints import broken
from domain.systems.pitch.rules.options import PATCH_OF
from domain.systems.pitch.variants import ROWS, VARIANTS

RECORDS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[3] / "docs" / "rules" / "pitch_variants.json").read_text(encoding="utf-8")
)


def test_every_variant_is_listed_in_the_order_of_the_catalogue() -> None:
    assert list(VARIANTS) == [record["slug"] for record in RECORDS]
    assert len(ROWS) == len(VARIANTS) >= 46


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record["slug"]))
def test_each_variant_equals_its_entry_in_the_catalogue_field_by_field(record: dict[str, Any]) -> None:
    rules = VARIANTS[record["slug"]].rules
    found = rules.as_json()
    assert {name: found[name] for name in record} == record
    assert list(found) == list(record)
    assert list(broken(rules)) == []
    assert set(rules.options) <= set(PATCH_OF)


def test_no_variant_repeats_a_value_of_its_base_game() -> None:
    idle = []
    for row in ROWS:
        former = VARIANTS[row.of].rules if row.of in VARIANTS else None
        idle += [
            (row.slug, name) for name, value in row.differences.items() if former and name != "house" and getattr(former, name) == value
        ]
    assert idle == []


HOUSE_WORDS = [
    # Each row: a variant, its special rules (house words) that have no field of their own, the source.
    ("pitch-auction-classic", set(), "nothing"),
    ("pitch-seven-point-21", {"discards_face_up"}, "PI-38"),
    ("pitch-pawnee-five", {"called_card_first"}, "§2, call-partner"),
    ("smear-pastimes-54", {"discards_face_up"}, "PI-38"),
    ("smear-pastimes-off-three", {"discards_face_up"}, "PI-38"),
    ("smear-minnesota", {"only_3_to_9_thrown"}, "PI-35"),
    ("smear-minnesota-extended", {"only_3_to_9_thrown"}, "PI-35"),
]


@pytest.mark.parametrize(("slug", "words", "source"), HOUSE_WORDS)
def test_each_variant_has_the_expected_special_rules(slug: str, words: set[str], source: str) -> None:
    assert VARIANTS[slug].rules.house == words
