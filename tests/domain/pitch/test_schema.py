"""The fields of the ruleset are those of docs/rules/pitch_schema.json, and the JSON Schema of resolved rules describes them."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.shapes import Flag, OneOf, Whole
from domain.systems.pitch.rules.reading import READER, schema
from domain.systems.pitch.rules.ruleset import FIELDS

FILE = Path(__file__).parents[3] / "docs" / "rules" / "pitch_schema.json"
SCHEMA: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def test_a_ruleset_has_the_fields_of_pitch_schema_json_in_the_same_order() -> None:
    assert list(FIELDS) == list(SCHEMA)
    assert len(FIELDS) == 73


@pytest.mark.parametrize("name", list(SCHEMA))
def test_each_field_of_a_ruleset_means_and_allows_what_pitch_schema_json_says(name: str) -> None:
    kind, documented = FIELDS[name], SCHEMA[name]
    properties: Any = schema()["properties"]
    assert (kind.meaning, properties[name]["x-group"]) == (documented["meaning"], documented["group"])
    assert kind.derived is ("(derived)" in str(documented["allowed"]))
    match kind.shape:
        case OneOf(words):
            assert list(words) == documented["allowed"]
        case Flag():
            assert documented["allowed"] == [False, True]
        case Whole(low, high) if isinstance(documented["allowed"], list):
            assert list(range(low, high + 1)) == documented["allowed"]
        case _:
            assert isinstance(documented["allowed"], str)


def test_the_json_schema_describes_every_field() -> None:
    properties: Any = schema()["properties"]
    assert set(properties) == {*SCHEMA, "house_rules", "patches"}
    assert schema()["required"] == READER.given()
    assert all(properties[name]["description"] == SCHEMA[name]["meaning"] for name in SCHEMA)
    assert [name for name in SCHEMA if properties[name].get("readOnly")] == ["trump_order", "pack_size", "stock", "total"]
