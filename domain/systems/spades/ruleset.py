"""A ruleset of Spades: what two variations may differ in, how it is read from JSON, and the pack that it makes.

The engine reads only a ruleset. `variants` lists the rulesets that people play, and `options` the house rules that change fields of a
ruleset. The fields are those of docs/rules/other_variants.json, with two more for rulings SP-9 and SP-11. Beside each field, a
sentence from docs/rules/04_spades.md says what it means."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Annotated, Final, Literal, NamedTuple, cast, get_args, get_origin, get_type_hints

from domain.kernel.canonical import Json
from domain.kernel.cards import JOKERS, RANKS, SUITS, Card
from domain.kernel.shapes import CardToken, Fault, Fields, Flag, ListOf, OneOf, RulesMap, Shape, Text, Whole
from domain.system import Rules, Unplayable
from domain.tricks.pack import Pack

CARDS: Final = ListOf(CardToken(), 0, 54)
POINTS: Final = Whole(0, 1000)
_ORDER: Final = ("AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one game. The defaults are those of `spades-standard`."""

    slug: Annotated[str, Text(60, r"[a-z0-9]+(-[a-z0-9]+)*"), "Stable identifier."] = "spades-standard"
    name: Annotated[str, Text(80), "Display name."] = "Spades with breaking"
    seed: Annotated[str, Text(80), "Pointer into seed 002."] = "002 ch.8"
    confidence: Annotated[Literal["filled", "inferred"], "Whether the source or a ruling of ours gives the rules."] = "filled"
    players: Annotated[int, Whole(3, 4), "Number of players."] = 4
    sides: Annotated[Literal["2x2", "individual"], "Two teams of two, or each player alone."] = "2x2"
    add: Annotated[tuple[Card, ...], CARDS, "Cards that come into the pack."] = ()
    remove: Annotated[tuple[Card, ...], CARDS, "Cards that leave the pack."] = ()
    trump_order: Annotated[
        tuple[Card, ...],
        ListOf(CardToken(), 1, 54),
        "The complete trump suit, high to low. A listed card belongs to spades for following, whatever its print.",
    ] = tuple(map(Card, _ORDER))
    joker_rule: Annotated[Literal["n/a", "high_over_low", "first_played_wins"], "Two jokers in one trick."] = "n/a"
    big_joker_pull: Annotated[bool, Flag(), "A led high joker forces everyone to play their highest trump."] = False
    breaking: Annotated[Literal["none", "until_broken"], "Whether spades may be led before they are broken."] = "until_broken"
    broken_by: Annotated[Literal["n/a", "trump_in_only", "any_spade_played"], "What breaks them."] = "trump_in_only"
    follow: Annotated[Literal["strict"], "Follow suit if able, otherwise anything."] = "strict"
    first_leader: Annotated[Literal["eldest", "dealer"], "Who leads to the first trick."] = "eldest"
    first_trick_trump: Annotated[Literal["free", "barred"], "Whether trumps may be led or played in the first trick."] = "free"
    bid_min: Annotated[int, Whole(0, 18), "Lowest bid. Nil may also be bid while `nil` is above 0."] = 0
    bid_max: Annotated[int, Whole(1, 18), "Highest bid."] = 13
    nil: Annotated[int, POINTS, "Points of a nil; 0: a bid of no tricks is no nil."] = 100
    blind_nil: Annotated[int, POINTS, "Points of a nil that is bid before the player looks at the cards; 0: there is none."] = 0
    nil_tricks: Annotated[Literal["help", "bags"], "The tricks of a failed nil help the contract, or are only bags."] = "help"
    team_bid: Annotated[Literal["sum", "separate"], "Partners have one contract, or each their own."] = "sum"
    per_bid_trick: Annotated[int, POINTS, "Points for each trick of a contract that is met."] = 10
    overtrick: Annotated[int, POINTS, "Points for each trick above the contract, a bag."] = 1
    bag_limit: Annotated[int, Whole(0, 100), "How many bags cost the penalty; 0: bags cost nothing."] = 10
    bag_penalty: Annotated[int, POINTS, "What they cost."] = 100
    set_loss_per_bid_trick: Annotated[int, POINTS, "Loss for each trick of a contract that is missed."] = 10
    renege_three_books: Annotated[bool, Flag(), "Three tricks go to the other side for a renege that the table calls."] = False
    target: Annotated[int, Whole(1, 10_000), "Score to reach."] = 500
    finish: Annotated[Literal["higher"], "Who wins if several reach it: the higher score; level sides play on."] = "higher"

    def __hash__(self) -> int:
        """Hash only a few fields, because every deal looks up its pack by this hash."""
        return hash((self.slug, self.trump_order, self.remove, self.target))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The pack: trumps from the highest, then the other suits."""
        plain = [Card(rank + suit) for suit in SUITS for rank in reversed(RANKS)]
        every = {*plain, *self.add} - {*self.remove}
        return tuple(card for card in dict.fromkeys((*self.trump_order, *self.add, *plain)) if card in every)

    @property
    def pack_size(self) -> int:
        return 52 + len(self.add) - len(self.remove)

    @property
    def hand(self) -> int:
        """How many cards each player gets."""
        return self.pack_size // self.players

    @property
    def undealt(self) -> int:
        return self.pack_size % self.players

    @property
    def teams(self) -> int | None:
        return 2 if self.sides == "2x2" else None

    def least(self, *, blind: bool = False) -> int:
        """The lowest number that may be bid. `blind`: for a bid before the player looks at the cards."""
        return 0 if blind or self.nil else self.bid_min

    def allows(self, amount: int, *, blind: bool = False) -> bool:
        """Whether this number of tricks may be bid."""
        if blind:
            return amount == 0 and self.blind_nil > 0
        return self.bid_min <= amount <= self.bid_max or (amount == 0 and self.nil > 0)

    def as_json(self) -> dict[str, Json]:
        return {name: kind.shape.dump(getattr(self, name)) for name, kind in FIELDS.items()}


class Kind(NamedTuple):
    """What a field of a ruleset may hold, and what the field means."""

    shape: Shape
    meaning: str


def _fields() -> Mapping[str, Kind]:
    hints = get_type_hints(Ruleset, include_extras=True)
    kinds = {}
    for one in fields(Ruleset):
        kind, *given, meaning = get_args(hints[one.name])
        kinds[one.name] = Kind(OneOf(get_args(kind)) if get_origin(kind) is Literal else given[0], meaning)
    return kinds


FIELDS: Final = _fields()
"""Every field of a ruleset by name."""
_LATER: Final = frozenset({"nil_tricks", "renege_three_books"})
"""The two fields that docs/rules/other_variants.json does not have. A ruleset may leave them out."""
_PATCHES: Final = RulesMap("options")
_SHAPE: Final = Fields(Ruleset, tuple((name, kind.shape) for name, kind in FIELDS.items()), frozenset(FIELDS.keys() - _LATER))


class Constraint(NamedTuple):
    """A condition that several fields of a ruleset must meet together. If they do not, the fault points at the first of `fields`."""

    fields: tuple[str, ...]
    holds: Callable[[Ruleset], bool]
    message: str


def _jokers(rules: Ruleset) -> bool:
    return ("HJ" in rules.cards and "LJ" in rules.cards) == (rules.joker_rule != "n/a")


CONSTRAINTS: Final = (
    Constraint(("players", "sides"), lambda r: (r.players == 4) == (r.sides == "2x2"), "must be 4 for two teams and 3 for single players"),
    Constraint(("remove", "add", "players"), lambda r: not r.undealt, "must leave a pack that divides by the number of players"),
    Constraint(("add",), lambda r: {*r.add} <= {*JOKERS} and len({*r.add}) == len(r.add), "may only be the jokers, each once"),
    Constraint(("remove",), lambda r: len({*r.remove}) == len(r.remove) and JOKERS[0] not in r.remove, "must be plain cards, each once"),
    Constraint(
        ("trump_order", "add", "remove"), lambda r: {*r.trump_order} <= {*r.cards} and len({*r.trump_order}) == len(r.trump_order),
        "must name only cards of the pack, each once",
    ),
    Constraint(
        ("trump_order", "add"), lambda r: {card for card in r.cards if card in JOKERS or card[1] == "S"} <= {*r.trump_order},
        "must have every spade and every joker of the pack",
    ),
    Constraint(("joker_rule", "add"), _jokers, "must say how two jokers rank if, and only if, they are in the pack"),
    Constraint(
        ("big_joker_pull", "joker_rule", "trump_order"),
        lambda r: not r.big_joker_pull or (r.joker_rule == "high_over_low" and r.trump_order[0] == JOKERS[0]),
        "needs a highest joker: two jokers of which the high one beats the low one (SP-13)",
    ),
    Constraint(
        ("broken_by", "breaking"), lambda r: (r.broken_by == "n/a") == (r.breaking == "none"), "needs spades that must be broken"
    ),
    Constraint(("bid_max", "remove", "players"), lambda r: r.bid_max <= r.hand, "must not be above the number of cards of a hand"),
    Constraint(("bid_min", "bid_max"), lambda r: r.bid_min <= r.bid_max, "must not be above the highest bid"),
    Constraint(("blind_nil", "nil"), lambda r: not r.blind_nil or r.nil > 0, "needs a game with nil"),
    Constraint(
        ("renege_three_books", "sides", "team_bid"), lambda r: not r.renege_three_books or (r.sides == "2x2" and r.team_bid == "sum"),
        "needs two sides with one contract each",
    ),
)  # fmt: skip
"""Source: docs/rules/04_spades.md, Schema; SP-13."""


def broken(rules: Ruleset) -> list[Constraint]:
    return [row for row in CONSTRAINTS if not row.holds(rules)]


def read_ruleset(value: Json, pointer: str, faults: list[Fault]) -> Ruleset | None:
    """Read a ruleset. If it is faulty, return None and add the faults to `faults`, each with a pointer to its field."""
    if not isinstance(value, Mapping):
        faults.append(Fault(pointer, "must be a map of rules"))
        return None
    before = len(faults)
    given = {name: inner for name, inner in value.items() if name != "patches"}
    if "patches" in value:
        _PATCHES.read(value["patches"], f"{pointer}/patches", faults)
    rules = cast("Ruleset", _SHAPE.read(given, pointer, faults))
    if len(faults) == before:
        faults += [Fault(f"{pointer}/{row.fields[0]}", row.message) for row in broken(rules)]
    return rules if len(faults) == before else None


def ruleset_of(rules: Rules) -> Ruleset:
    """Return the ruleset that the rules of an opening describe. If the rules are not valid, return plain Spades; `fits` refuses a game with
    such rules. Equal rules give the same object."""
    return _ruleset_of(json.dumps(rules))


@lru_cache(maxsize=256)
def _ruleset_of(rules: str) -> Ruleset:
    return _shared(read_ruleset(json.loads(rules), "", []) or Ruleset())


@lru_cache(maxsize=256)
def _shared(rules: Ruleset) -> Ruleset:
    return rules


@lru_cache(maxsize=256)
def pack_of(rules: Ruleset) -> Pack:
    level = frozenset(JOKERS) if rules.joker_rule == "first_played_wins" else frozenset[Card]()
    return Pack(trump="S", cards=rules.cards, trumps=rules.trump_order, level=level)


def fits(base: Ruleset, rules: Rules, seats: int) -> None:
    """`System.fits` of the variation `base`. Raises Unplayable if the rules are not valid for it, or with another number of players."""
    faults: list[Fault] = []
    ruleset = read_ruleset(rules, "/rules", faults)
    if ruleset is not None and ruleset.slug != base.slug:
        faults.append(Fault("/rules/slug", f"must be {base.slug}"))
    if ruleset is not None and seats != ruleset.players:
        faults.append(Fault("/seats", f"{base.name} is for {ruleset.players} players"))
    if faults:
        raise Unplayable(*faults)


def schema() -> dict[str, Json]:
    """Return the JSON Schema (2020-12) of resolved rules."""
    properties: dict[str, Json] = {name: {**kind.shape.schema(), "description": kind.meaning} for name, kind in FIELDS.items()}
    properties["patches"] = {**_PATCHES.schema(), "description": "The options chosen at the opening; their effect is in the fields."}
    required: list[Json] = [name for name in FIELDS if name not in _LATER]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
