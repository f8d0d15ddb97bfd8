"""Rulesets: the rules of a game as a record of documented fields, and how such rules are read from JSON.

A *ruleset* is a frozen dataclass. Each field is annotated with its type, its shape (a `Literal` needs none) and its meaning. Most fields
are *given*; the others are *derived*, that is, computed from the given ones. The rules in the opening of a game may have further members
that are not fields of the ruleset, such as the options that were chosen."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypeVar, cast, get_args, get_origin, get_type_hints

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault, OneOf, Shape, escape
from domain.system import Rules, Unplayable


class Kind(NamedTuple):
    """One field of a ruleset: what it may hold, what it means, and whether it is derived from other fields."""

    shape: Shape
    meaning: str
    derived: bool


def kinds_of(ruleset: type) -> dict[str, Kind]:
    """Return the annotated fields of a ruleset by name, in order."""
    kinds, hints = {}, get_type_hints(ruleset, include_extras=True)
    for one in fields(ruleset):
        if get_origin(hints[one.name]) is Annotated:
            kind, *shapes, meaning = get_args(hints[one.name])
            kinds[one.name] = Kind(OneOf(get_args(kind)) if get_origin(kind) is Literal else shapes[0], meaning, not one.init)
    return kinds


class Ruled(Protocol):
    """What every ruleset has. `slug`, `name`: those of its variant. `as_json()`: all fields as JSON, by name."""

    @property
    def slug(self) -> str: ...
    @property
    def name(self) -> str: ...
    def as_json(self) -> dict[str, Json]: ...
    def __hash__(self) -> int: ...


R = TypeVar("R", bound=Ruled)


class Constraint(NamedTuple, Generic[R]):
    """A condition that fields of a ruleset must meet together. `fields`: their names. `holds(ruleset)`: the condition. `message`: what is
    wrong if it is not met; `{0.x}` stands for the value of field x."""

    fields: tuple[str, ...]
    holds: Callable[[R], object]
    message: str


def blamed(touched: Mapping[str, Collection[str]], fields: Collection[str], message: str) -> list[Fault]:
    """Return a fault for each option that is to blame for a broken constraint. These are the options that changed one of the `fields` of
    the constraint. If there are none, all chosen options are to blame. `touched`: by chosen option, the fields that it changed."""
    blame = [name for name, changed in touched.items() if not {*fields}.isdisjoint(changed)] or list(touched)
    return [Fault(f"/options/{name}", message) for name in blame]


@dataclass(frozen=True, eq=False, slots=True)
class Reader(Generic[R]):
    """Reads the rulesets of one family.

    `plain`: the ruleset that is used in place of rules that are not valid. `kinds`: the fields by name. `beside`: the members of rules that
    are no fields, by name, each with its shape and its meaning. `make(given, rules)`: makes a ruleset of its fields; `rules` has all
    members. `faults(ruleset, pointer)`: the faults of fields that do not fit together; `pointer` points to the ruleset. `unfit(ruleset,
    seats)`: empty if the game is for `seats` players; otherwise says for how many it is. `later`: the fields that rules may leave out."""

    plain: R
    kinds: Mapping[str, Kind]
    beside: Mapping[str, tuple[Shape, str]]
    make: Callable[[Mapping[str, Any], Mapping[str, Json]], R]
    faults: Callable[[R, str], Iterable[Fault]]
    unfit: Callable[[R, int], str]
    later: Collection[str] = ()

    def given(self) -> list[str]:
        """Return the names of the fields that are not derived, in order."""
        return [name for name, kind in self.kinds.items() if not kind.derived]

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> R | None:
        """Read a ruleset. If it is faulty, return None and add the faults to `faults`, each with a pointer to its field. Derived fields may
        be left out; if given, they must be right."""
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map of rules"))
            return None
        before, given = len(faults), self.given()
        strange = [name for name in value if name not in self.kinds and name not in self.beside]
        known = ", ".join([*given, *self.beside])
        faults += [Fault(f"{pointer}/{escape(name)}", f"is not a field of a ruleset; known: {known}") for name in strange]
        faults += [Fault(f"{pointer}/{name}", "is required") for name in given if name not in value and name not in self.later]
        for name, (shape, _) in self.beside.items():
            if name in value:
                shape.read(value[name], f"{pointer}/{name}", faults)
        items = {name: self.kinds[name].shape.read(value[name], f"{pointer}/{name}", faults) for name in given if name in value}
        if len(faults) > before:
            return None
        ruleset = self.make(items, value)
        faults += self.faults(ruleset, pointer)
        whole = ruleset.as_json()
        for name, kind in self.kinds.items():
            if kind.derived and name in value and value[name] != whole[name]:
                faults.append(Fault(f"{pointer}/{name}", "does not agree with the other fields, from which it is computed: leave it out"))
        return ruleset if len(faults) == before else None

    def of(self, rules: Rules) -> R:
        """Return the ruleset in the rules of an opening, or `plain` if these rules are not valid. (No game can be opened with such rules,
        because `fits` refuses them.) Rulesets are kept in a cache, so that equal rules give the same object."""
        return cast("R", _read(self, json.dumps(rules)))

    def fits(self, base: R, rules: Rules, seats: int) -> None:
        """Raise Unplayable if these rules are not valid, belong to another variant than `base`, or are not for this number of players.
        `System.fits` of the variant calls this function."""
        faults: list[Fault] = []
        ruleset = self.read(rules, "/rules", faults)
        if ruleset is not None and ruleset.slug != base.slug:
            faults.append(Fault("/rules/slug", f"must be {base.slug}"))
        if ruleset is not None and (wanted := self.unfit(ruleset, seats)):
            faults.append(Fault("/seats", f"{base.name} is for {wanted}"))
        if faults:
            raise Unplayable(*faults)

    def schema(self, more: Callable[[str], Mapping[str, Json]] = lambda _: {}) -> dict[str, Json]:
        """Return the JSON Schema (2020-12) of rules. `readOnly` marks derived fields. `more(name)`: further members of the schema of a
        field."""
        properties: dict[str, Json] = {
            name: {**kind.shape.schema(), "description": kind.meaning, **more(name), **({"readOnly": True} if kind.derived else {})}
            for name, kind in self.kinds.items()
        }
        properties |= {name: {**shape.schema(), "description": meaning} for name, (shape, meaning) in self.beside.items()}
        required: list[Json] = [name for name in self.given() if name not in self.later]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


@lru_cache(maxsize=512)
def _read(reader: Reader[R], rules: str) -> R:
    return cast("R", _shared(reader.read(json.loads(rules), "", []) or reader.plain))


@lru_cache(maxsize=512)
def _shared(ruleset: R) -> R:
    """Return the same object for all equal rulesets. A cache with rulesets as keys then need not compare their fields."""
    return ruleset


class Variant(NamedTuple, Generic[R]):
    """One variant: its rules, and a summary of one line."""

    rules: R
    summary: str


class Row(NamedTuple):
    """One variant as a row. `of`: the name of its *base*, the ruleset on which the variant is based. `named`: the fields that no variant
    takes from its base, such as the name. `differences`: the other fields in which the variant differs, with their values; they may also
    replace values of `named`."""

    slug: str
    of: str
    summary: str
    named: Mapping[str, str]
    differences: Mapping[str, object]


def variants_of(rows: Iterable[Row], games: Mapping[str, R]) -> dict[str, Variant[R]]:
    """Return the variants of these rows by slug, in order. `games`: further rulesets on which rows may be based, by name. Raises KeyError
    if a row names a base (its field `of`) that is neither in `games` nor a row above it."""
    rules, made = {**games}, dict[str, Variant[R]]()
    for row in rows:
        rules[row.slug] = replace(rules[row.of], **{"slug": row.slug, **row.named, **row.differences})  # type: ignore[type-var]
        made[row.slug] = Variant(rules[row.slug], row.summary)
    return made
