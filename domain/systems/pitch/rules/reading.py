"""Reads rulesets from JSON and reports all their faults. Also makes the rules that `GameOpened` carries from a variant and the options that
a table chose, and gives the JSON Schema of rulesets.

The resolved rules of a game are the 73 fields, `house_rules` (the house words of `ruleset`), and `patches`. The patches, kept for display,
are the options that were chosen at the opening. A later change of a row of `variants` changes no opened game."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, cast

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault, ListOf, OneOf, RulesMap, Shape
from domain.system import Rules, Unplayable
from domain.systems.pitch.rules.constraints import broken, fault_of
from domain.systems.pitch.rules.options import chosen, patched
from domain.systems.pitch.rules.ruleset import FIELDS, GIVEN, HOUSE, Ruleset

BESIDE: Final[dict[str, Shape]] = {"house_rules": ListOf(OneOf(HOUSE), 0, len(HOUSE)), "patches": RulesMap("options")}
"""The JSON members of resolved rules that are no fields: the house words, and the options chosen at the opening, by name."""


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
            faults.append(Fault(f"{pointer}/{name}", "does not agree with the other fields, from which it is computed: leave it out"))
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
    """Return the resolved rules, as GameOpened holds them: the fields, the house words and the chosen options (`patches`)."""
    return {**rules.as_json(), "house_rules": sorted(rules.house), "patches": dict(patches)}


def resolve(base: Ruleset, options: Rules) -> Rules:
    """`System.resolve` of the variant `base`. Raises Unplayable with faults at `/options/<name>`."""
    patches = chosen(base, options)
    return resolved(patched(base, patches), patches)


def fits(base: Ruleset, rules: Rules, seats: int) -> None:
    """`System.fits` of the variant `base`. Raises Unplayable if the rules are not valid for it with this number of players."""
    faults: list[Fault] = []
    ruleset = read_ruleset(rules, "/rules", faults)
    if ruleset is not None and ruleset.slug != base.slug:
        faults.append(Fault("/rules/slug", f"must be {base.slug}"))
    if ruleset is not None and seats not in ruleset.players:
        faults.append(Fault("/seats", f"{base.name} is for {ruleset.table_sizes} players here"))
    if faults:
        raise Unplayable(*faults)


def schema() -> dict[str, Json]:
    """Return the JSON Schema (2020-12) of resolved rules. `x-group`: the group of a field; `readOnly`: the field follows from others."""
    properties: dict[str, Json] = {
        name: {**kind.shape.schema(), "description": kind.meaning, "x-group": kind.group, **({"readOnly": True} if kind.derived else {})}
        for name, kind in FIELDS.items()
    }
    about = {"house_rules": "Rules that no field covers.", "patches": "The options chosen at the opening; their effect is in the fields."}
    properties |= {name: {**shape.schema(), "description": about[name]} for name, shape in BESIDE.items()}
    return {"type": "object", "properties": properties, "required": list(GIVEN), "additionalProperties": False}
