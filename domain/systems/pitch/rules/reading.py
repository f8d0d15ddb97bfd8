"""Reads rulesets (`domain.rulesets`), and makes *resolved* rules from a variant and the options of a table. `GameOpened` holds them: the 73
fields, `house_rules` (the house words of `ruleset`), and `patches` (the options chosen at the opening, which are only displayed). For this
reason, a later change of a row of `variants` does not change a game that is already open."""

from collections.abc import Mapping
from typing import Final, cast

from domain.kernel.canonical import Json
from domain.kernel.shapes import ListOf, OneOf, RulesMap, Shape
from domain.rulesets import Reader
from domain.system import Rules
from domain.systems.pitch.rules.constraints import faults
from domain.systems.pitch.rules.options import chosen, patched
from domain.systems.pitch.rules.ruleset import FIELDS, HOUSE, Ruleset

BESIDE: Final[dict[str, tuple[Shape, str]]] = {
    "house_rules": (ListOf(OneOf(HOUSE), 0, len(HOUSE)), "Rules that no field covers."),
    "patches": (RulesMap("options"), "The options chosen at the opening; their effect is in the fields."),
}
"""The JSON members of resolved rules that are no fields: the house words, and the options chosen at the opening, by name."""

_GROUPS: Final = {
    "slug": "id", "players": "roster", "ranks": "pack", "deal_batch": "deal", "bid_min": "auction", "trump_by": "exchange",
    "first_lead": "play", "pt_high": "points", "maker_gain": "score", "options": "options",
}  # fmt: skip
"""The name of each group of fields, by the first field of the group."""

READER: Final = Reader(
    Ruleset(),
    FIELDS,
    BESIDE,
    make=lambda given, rules: Ruleset(**given, house=frozenset(cast("list[str]", rules.get("house_rules", ())))),
    faults=faults,
    unfit=lambda rules, seats: "" if seats in rules.players else f"{rules.table_sizes} players here",
)
read_ruleset, ruleset_of, fits = READER.read, READER.of, READER.fits


def resolved(rules: Ruleset, patches: Mapping[str, Json]) -> dict[str, Json]:
    """Return the resolved rules as GameOpened holds them: the fields of the ruleset, its `house_rules`, and the chosen `patches`."""
    return {**rules.as_json(), "house_rules": sorted(rules.house), "patches": dict(patches)}


def resolve(base: Ruleset, options: Rules) -> Rules:
    """`System.resolve` of the variant `base`. Raises Unplayable with faults at `/options/<name>`."""
    patches = chosen(base, options)
    return resolved(patched(base, patches), patches)


def schema() -> dict[str, Json]:
    """Return the JSON Schema (2020-12) of resolved rules. `x-group`: the group of a field."""
    group, group_of = "", dict[str, str]()
    for name in FIELDS:
        group = group_of[name] = _GROUPS.get(name, group)
    return READER.schema(lambda name: {"x-group": group_of[name]})
