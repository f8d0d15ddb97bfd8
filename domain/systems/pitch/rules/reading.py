"""Reads rulesets from JSON, reports all their faults, writes the resolved rules of a game, and gives their JSON Schema.

The resolved rules of a game are the 73 fields, `house_rules` (the house words of `ruleset`), and `patches`. The patches are the options
that were chosen at the opening, kept for display; the engine does not read them."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, cast

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault, ListOf, OneOf, Plain, Shape
from domain.system import Rules
from domain.systems.pitch.rules.constraints import broken, fault_of
from domain.systems.pitch.rules.ruleset import FIELDS, GIVEN, HOUSE, Ruleset


class Patches(Plain):
    """The shape of `patches`: the options chosen at the opening, by name. Their effect is already in the fields."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map of options"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "object"}


HOUSE_RULES: Final = ListOf(OneOf(HOUSE), 0, len(HOUSE))
BESIDE: Final[dict[str, Shape]] = {"house_rules": HOUSE_RULES, "patches": Patches()}
"""The JSON members of resolved rules that are not fields of the ruleset: the house words and the chosen options."""


def read_ruleset(value: Json, pointer: str, faults: list[Fault]) -> Ruleset | None:
    """Read a ruleset. If it is faulty, return None and add the faults to `faults`, each with a pointer to its field. Derived fields (those
    that follow from other fields) may be left out; if given, they must be right."""
    if not isinstance(value, Mapping):
        faults.append(Fault(pointer, "must be a map of rules"))
        return None
    before = len(faults)
    strange = [name for name in value if name not in FIELDS and name not in BESIDE]
    faults += [Fault(f"{pointer}/{name[:40]}", "is not a field of a ruleset") for name in strange]
    faults += [Fault(f"{pointer}/{name}", "is required") for name in GIVEN if name not in value]
    for name, shape in BESIDE.items():
        if name in value:
            shape.read(value[name], f"{pointer}/{name}", faults)
    given = {name: FIELDS[name].shape.read(value[name], f"{pointer}/{name}", faults) for name in GIVEN if name in value}
    if len(faults) > before:
        return None
    rules = Ruleset(**given, house=frozenset(cast("list[str]", value.get("house_rules", ()))))  # type: ignore[arg-type]
    faults += [fault_of(row, rules, pointer) for row in broken(rules)]
    whole = rules.as_json()
    for name, kind in FIELDS.items():
        if kind.derived and name in value and value[name] != whole[name]:
            faults.append(Fault(f"{pointer}/{name}", "must follow from the other fields: leave it out"))
    return rules if len(faults) == before else None


def ruleset_of(rules: Rules) -> Ruleset:
    """Return the ruleset of a game from the rules of its opening. If the rules are not valid, return plain Pitch; another function refuses
    such an opening. Equal rules are read once, and give the same object."""
    return _ruleset_of(json.dumps(rules))


@lru_cache(maxsize=256)
def _ruleset_of(rules: str) -> Ruleset:
    return _shared(read_ruleset(json.loads(rules), "", []) or Ruleset())


@lru_cache(maxsize=256)
def _shared(rules: Ruleset) -> Ruleset:
    """Return one object for all equal rulesets, so that a lookup of the pack need not compare every field."""
    return rules


def resolved(rules: Ruleset, patches: Mapping[str, Json]) -> dict[str, Json]:
    """Return the resolved rules, as GameOpened holds them: the fields of the ruleset, its house words and the chosen options
    (`patches`)."""
    return {**rules.as_json(), "house_rules": sorted(rules.house), "patches": dict(patches)}


def schema() -> dict[str, Json]:
    """Return the JSON Schema (2020-12) of resolved rules. `x-group` is the group of a field; `readOnly` marks the fields that follow from
    others."""
    properties: dict[str, Json] = {
        name: {**kind.shape.schema(), "description": kind.meaning, "x-group": kind.group, **({"readOnly": True} if kind.derived else {})}
        for name, kind in FIELDS.items()
    }
    properties["house_rules"] = {**HOUSE_RULES.schema(), "description": "Rules that no field covers."}
    properties["patches"] = {"type": "object", "description": "The options chosen at the opening; their effect is in the fields."}
    return {"type": "object", "properties": properties, "required": list(GIVEN), "additionalProperties": False}
