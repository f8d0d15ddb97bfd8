"""Each higher-or-lower game equals its entry in docs/rules/other_variants.json."""

import json
from pathlib import Path

from domain.systems.hi_lo.rules import SHAPE
from domain.systems.hi_lo.variants import ROWS


def test_each_higher_or_lower_game_equals_its_entry_in_the_catalogue() -> None:
    catalogue = json.loads((Path(__file__).parents[2] / "docs" / "rules" / "other_variants.json").read_text(encoding="utf-8"))
    own = {"runs", "shuffle", "returns", "impossible", "limit"}
    rows = {rules.slug: rules for rules, _ in ROWS}
    for record in catalogue["hi_lo"]:
        rules = SHAPE.dump(rows[record["slug"]])
        assert {name: value for name, value in rules.items() if name not in own} == record
        assert rules["pack"] == record["pack"]
    assert len(catalogue["hi_lo"]) == len(ROWS)
