"""A ruleset of Spades: what two variations may differ in, how it is read from JSON, and the pack that it makes.

The engine reads only a ruleset. `variants` lists the rulesets that people play, and `options` the house rules that change fields of a
ruleset. The fields are those of docs/rules/other_variants.json, with more (`LATER`) for rulings SP-9 and SP-11 and for
docs/decisions/spades.md. Beside each field, a sentence says what it means."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, Literal

from domain.kernel.canonical import Json
from domain.kernel.cards import JOKERS, RANKS, SUITS, Card
from domain.kernel.shapes import CardToken, Fault, Flag, ListOf, Optional, RulesMap, Text, Whole
from domain.rulesets import Constraint, Reader, kinds_of
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
    first_bids_itself: Annotated[bool, Flag(), "Nobody bids in the first deal: each trick brings the points of a trick bid."] = False
    low_club: Annotated[bool, Flag(), "Everyone plays the lowest club to the first trick, and the highest of them takes it."] = False
    bid_min: Annotated[int, Whole(0, 18), "Lowest bid. Nil may also be bid while `nil` is above 0."] = 0
    bid_max: Annotated[int, Whole(1, 18), "Highest bid."] = 13
    team_bid_min: Annotated[int, Whole(0, 18), "Lowest bid of a team together, unless one partner bids nil; 0: there is none."] = 0
    nil: Annotated[int, POINTS, "Points of a nil; 0: a bid of no tricks is no nil."] = 100
    blind_nil: Annotated[int, POINTS, "Points of a nil that is bid before the player looks at the cards; 0: there is none."] = 0
    blind_behind: Annotated[int, POINTS, "How far a side must be behind another to bid blind; 0: it need not be behind."] = 0
    nil_tricks: Annotated[
        Literal["help", "bags", "counted", "nothing"],
        "The tricks of a failed nil help the contract, are only bags, are bags without points, or count for nothing.",
    ] = "help"
    team_bid: Annotated[
        Literal["sum", "separate", "one"], "The bids of partners are one contract together, or one each; or their team bids one number."
    ] = "sum"
    per_bid_trick: Annotated[int, POINTS, "Points for each trick of a contract that is met."] = 10
    ten_bid: Annotated[int, POINTS, "Points for a contract of ten that is met; 0: those of its tricks."] = 0
    boston: Annotated[int, POINTS, "Least points for the contract of a side that takes all tricks; 0: none."] = 0
    boston_bid: Annotated[int, POINTS, "Points for a contract of all tricks that is met; 0: those of its tricks."] = 0
    overtrick: Annotated[int, POINTS, "Points for each trick above the contract, a bag."] = 1
    bag_limit: Annotated[int, Whole(0, 100), "How many bags cost the penalty; 0: bags cost nothing."] = 10
    bag_penalty: Annotated[int, POINTS, "What they cost."] = 100
    bags: Annotated[Literal["scored", "counted"], "Bags bring and cost points, or are only counted."] = "scored"
    set_loss_per_bid_trick: Annotated[int, POINTS, "Loss for each trick of a contract that is missed."] = 10
    renege_three_books: Annotated[bool, Flag(), "Three tricks go to the other side for a renege that the table calls."] = False
    target: Annotated[int, Whole(1, 10_000), "Score to reach."] = 500
    floor: Annotated[int | None, Optional(Whole(-10_000, -1)), "A total this low ends the game; null: none does."] = None
    sets: Annotated[int, Whole(0, 20), "How many missed contracts lose the game for a team; 0: none do."] = 0
    boston_wins: Annotated[bool, Flag(), "A side that takes all tricks of a deal wins the game."] = False
    play_off: Annotated[bool, Flag(), "A game that time or a number of deals would end goes on while the best are level."] = False
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

    @property
    def bidders(self) -> int:
        """How many players share one bid."""
        return 2 if self.team_bid == "one" else 1

    @property
    def team_contracts(self) -> bool:
        """Whether there are two teams, and the bids of partners are one contract."""
        return self.sides == "2x2" and self.team_bid != "separate"

    @property
    def totals_decide(self) -> bool:
        """Whether only the totals say who wins."""
        return not (self.sets or self.boston_wins)

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


FIELDS: Final = kinds_of(Ruleset)
"""Every field of a ruleset by name."""


def _jokers(rules: Ruleset) -> bool:
    return ("HJ" in rules.cards and "LJ" in rules.cards) == (rules.joker_rule != "n/a")


CONSTRAINTS: Final[tuple[Constraint[Ruleset], ...]] = (
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
    Constraint(("low_club", "first_trick_trump"), lambda r: not r.low_club or r.first_trick_trump == "barred", "needs trumps barred in it"),
    Constraint(
        ("low_club", "first_leader"), lambda r: not r.low_club or r.first_leader == "eldest",
        "contradicts it: nobody leads to a first trick for clubs",
    ),
    Constraint(("bid_max", "remove", "players"), lambda r: r.bid_max <= r.hand, "must not be above the number of cards of a hand"),
    Constraint(("bid_min", "bid_max"), lambda r: r.bid_min <= r.bid_max, "must not be above the highest bid"),
    Constraint(
        ("team_bid_min", "team_bid", "sides"), lambda r: not r.team_bid_min or r.team_contracts, "needs two teams with one contract each"
    ),
    Constraint(("team_bid_min", "bid_max"), lambda r: r.team_bid_min <= r.bid_max, "must not be above the highest bid"),
    Constraint(("blind_nil", "nil"), lambda r: not r.blind_nil or r.nil > 0, "needs a game with nil"),
    Constraint(("blind_behind", "blind_nil"), lambda r: not r.blind_behind or r.blind_nil > 0, "needs a game with blind nil"),
    Constraint(
        ("bags", "overtrick", "bag_limit"), lambda r: r.bags == "scored" or not (r.overtrick or r.bag_limit),
        "needs bags that neither bring nor cost points",
    ),
    Constraint(("team_bid", "nil"), lambda r: r.team_bid != "one" or not r.nil, "needs a game without nil: one player of a team bids nil"),
    Constraint(("team_bid", "sides"), lambda r: r.team_bid != "one" or r.sides == "2x2", "needs two teams"),
    Constraint(("sets", "sides", "team_bid"), lambda r: not r.sets or r.team_contracts, "needs two teams with one contract each"),
    Constraint(("boston", "sides", "team_bid"), lambda r: not r.boston or r.team_contracts, "needs two teams with one contract each"),
    Constraint(
        ("boston_bid", "sides", "team_bid"), lambda r: not r.boston_bid or r.team_contracts, "needs two teams with one contract each"
    ),
    Constraint(
        ("renege_three_books", "sides", "team_bid"), lambda r: not r.renege_three_books or r.team_contracts,
        "needs two sides with one contract each",
    ),
)  # fmt: skip
"""Source: docs/rules/04_spades.md, Schema; SP-13."""


def broken(rules: Ruleset) -> list[Constraint[Ruleset]]:
    return [row for row in CONSTRAINTS if not row.holds(rules)]


LATER: Final = (
    "low_club",
    "first_bids_itself",
    "team_bid_min",
    "blind_behind",
    "nil_tricks",
    "ten_bid",
    "boston",
    "boston_bid",
    "boston_wins",
    "bags",
    "renege_three_books",
    "floor",
    "sets",
    "play_off",
)
"""The fields that docs/rules/other_variants.json does not have, and that older records may leave out."""

READER: Final = Reader(
    Ruleset(),
    FIELDS,
    {"patches": (RulesMap("options"), "The options chosen at the opening; their effect is in the fields.")},
    make=lambda given, _: Ruleset(**given),
    faults=lambda rules, pointer: (Fault(f"{pointer}/{row.fields[0]}", row.message) for row in broken(rules)),
    unfit=lambda rules, seats: "" if seats == rules.players else f"{rules.players} players",
    later=LATER,
)
read_ruleset, ruleset_of, fits, schema = READER.read, READER.of, READER.fits, READER.schema


@lru_cache(maxsize=256)
def pack_of(rules: Ruleset) -> Pack:
    level = frozenset(JOKERS) if rules.joker_rule == "first_played_wins" else frozenset[Card]()
    return Pack(trump="S", cards=rules.cards, trumps=rules.trump_order, level=level)
