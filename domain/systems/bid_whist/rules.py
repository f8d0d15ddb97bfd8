"""The rules of Bid Whist as a value, and what follows from them: the pack of a contract, the order of bids, the score of a deal.

Every field of a `Ruleset` is an option that a table may choose. Source: docs/rules/05_bid_whist.md, Schema and Rulings BW-1 to BW-12."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple, get_type_hints

from domain.kernel.cards import JOKERS, RANKS, SUITS, Card
from domain.kernel.events import Kind, Ranks
from domain.kernel.shapes import Flag, ListOf, OneOf, Optional, Whole
from domain.system import Option, Rules
from domain.tricks.auction import Bidding
from domain.tricks.following import Following
from domain.tricks.pack import Pack
from domain.tricks.sides import Side

HAND: Final = 12
"""How many cards each player is dealt, and how many tricks a deal has. After taking the kitty, the maker throws as many cards, so that
every hand has twelve again."""
SIX: Final = 6
"""How many books of a side count nothing. A bid of n promises n books above this number."""
KINDS: Final[tuple[Kind, ...]] = ("high", "low", "no_trump")
SCHEMA: Final = "05 Schema"
_BEFORE: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in reversed(RANKS))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one game. Each field is annotated with its possible values, its source and its label. The defaults are those of
    `bid-whist`."""

    jokers: Annotated[int, Whole(0, 2), SCHEMA, "Jokers; with two the kitty has six cards, with one five, without jokers four."] = 2
    kitty_first_four: Annotated[bool, Flag(), SCHEMA, "Kitty from the first cards; the first four cards dealt may go to the kitty."] = False
    kitty_last_four: Annotated[bool, Flag(), SCHEMA, "Kitty from the last cards; the last four cards dealt may go to the kitty."] = False
    bid_min: Annotated[int, Whole(1, 7), SCHEMA, "Lowest bid."] = 3
    bid_max: Annotated[int, Whole(1, 7), SCHEMA, "Highest bid."] = 7
    kind_order: Annotated[
        tuple[Kind, ...], ListOf(OneOf(KINDS), 1, 3), SCHEMA, "Kinds of bids; those that may be called, low to high at the same number."
    ] = KINDS
    auction: Annotated[
        Literal["one_turn", "until_passed_out"],
        OneOf(("one_turn", "until_passed_out")),
        SCHEMA,
        "Auction; one call each, or until all but one have passed.",
    ] = "one_turn"
    dealer_priv: Annotated[str, OneOf(("none", "may_match")), SCHEMA, "Dealer may match; the dealer may take over the same bid."] = "none"
    all_pass: Annotated[
        str,
        OneOf(("dealer_must_bid", "dealer_exact_min", "redeal_same", "redeal_next")),
        SCHEMA,
        "All pass; the dealer must bid, must bid the lowest number, or the deal is void.",
    ] = "dealer_must_bid"
    name_before_kitty: Annotated[
        bool, Flag(), SCHEMA, "Name before the kitty; trumps or direction are named before the kitty is taken."
    ] = True
    kitty_shown: Annotated[bool, Flag(), SCHEMA, "Kitty shown; everybody sees the kitty before the maker takes it."] = False
    kitty_is_book: Annotated[
        str, OneOf(("maker", "first_trick_winner", "none")), SCHEMA, "Book of the kitty; whose book the six discards are."
    ] = "maker"
    aces_bad: Annotated[bool, Flag(), "BW-3", "Aces bad; downtown the ace is the lowest card."] = False
    no_trump_jokers: Annotated[
        str, OneOf(("worthless", "any_time")), "BW-5", "Jokers without trumps; only from a hand without the suit led, or at any time."
    ] = "worthless"
    joker_when_void: Annotated[
        bool, Flag(), "BW-12", "Joker when void; without trumps, a player without the suit led must play a joker, if they have one."
    ] = False
    first_leader: Annotated[str, OneOf(("maker", "eldest")), SCHEMA, "First leader; the maker, or the player on the dealer's left."] = (
        "maker"
    )
    made_scores: Annotated[
        str, OneOf(("books_over_six", "level")), "BW-4", "Score of a made bid; every book over six, or only the number bid."
    ] = "books_over_six"
    defenders_on_set: Annotated[
        str, OneOf(("nothing", "books_over_six")), "BW-4", "Score of the defenders; nothing, or their books over six if the bid is set."
    ] = "nothing"
    no_multiplier: Annotated[int, Whole(1, 4), "BW-4", "Without trumps; the score is multiplied by this."] = 2
    boston: Annotated[int, Whole(1, 4), SCHEMA, "Boston; the score for all books is multiplied by this."] = 1
    target: Annotated[int, Whole(1, 100), SCHEMA, "Points that win the game."] = 7
    floor: Annotated[int | None, Optional(Whole(-100, -1)), "BW-6", "Points that lose the game; none: no total loses, however low."] = -7
    renege_books: Annotated[
        int, Whole(0, 7), "BW-10", "Books for a renege; how many go to the other side when a player did not follow."
    ] = 3

    @property
    def kitty(self) -> int:
        return 4 + self.jokers

    @property
    def books(self) -> int:
        """How many books a deal has."""
        return HAND + (self.kitty_is_book != "none")


FIELDS: Final[Mapping[str, Any]] = {
    name: hint.__metadata__ for name, hint in get_type_hints(Ruleset, include_extras=True).items() if hasattr(hint, "__metadata__")
}
"""Every field of the rules by name: (shape, source, label)."""


def options_of(base: Ruleset) -> tuple[Option, ...]:
    """Return every field of the rules as an option; its default is that of `base`."""
    return tuple(
        Option(name, shape, list(value) if isinstance(value := getattr(base, name), tuple) else value, source, doc)
        for name, (shape, source, doc) in FIELDS.items()
    )


def rules_of(base: Ruleset, rules: Rules) -> Ruleset:
    """Return the rules that an opening carries; a field that the opening lacks has its value in `base`. Equal rules give the same
    object."""
    return _read(base, json.dumps({name: rules[name] for name in FIELDS if name in rules}, sort_keys=True))


@lru_cache(maxsize=256)
def _read(base: Ruleset, rules: str) -> Ruleset:
    return _shared(replace(base, **{name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(rules).items()}))  # type: ignore[arg-type]


@lru_cache(maxsize=256)
def _shared(rules: Ruleset) -> Ruleset:
    return rules


# --- cards --------------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def pack_of(rules: Ruleset, trump: str | None, ranks: Ranks | None) -> Pack:
    """Return the pack of a contract. `trump`: None without a trump suit. `ranks`: which way the ranks run; None while nobody knows the
    contract.

    In a high contract, the ace is the best card and the two the worst. In a low contract, the ace is the best card and the king the worst,
    unless the option `aces_bad` makes the ace the worst (BW-3). Jokers are the highest trumps (BW-1); without a trump suit they belong to
    no suit (BW-5)."""
    jokers, order = JOKERS[: rules.jokers], RANKS
    if ranks == "low":
        order = RANKS[::-1]  # from worst to best: the ace, the king, down to the two
        order = order if rules.aces_bad else order[1:] + order[:1]
    trumps = (*jokers, *(Card(rank + trump) for rank in reversed(order))) if trump else ()
    return Pack(trump=trump or "", cards=(*jokers, *_BEFORE), trumps=trumps, order=order, named=ranks is not None)


@lru_cache(maxsize=256)
def following(rules: Ruleset) -> Following:
    return Following("strict", loose=rules.no_trump_jokers == "any_time", suitless=rules.joker_when_void)


# --- bids ---------------------------------------------------------------------------------------------------------------------------------


def place(rules: Ruleset, level: int, kind: Kind | None) -> int:
    """Return a number that is greater for a higher bid, so that bids can be compared. A bid whose kind is not known counts as a bid of the
    highest kind."""
    order = rules.kind_order
    return level * len(order) + (order.index(kind) if kind in order else len(order) - 1)


@lru_cache(maxsize=256)
def bidding(rules: Ruleset) -> Bidding:
    least, most = place(rules, rules.bid_min, rules.kind_order[0]), place(rules, rules.bid_max, None)
    return Bidding(least, most, rules.auction, rules.dealer_priv == "may_match", "pass" if rules.all_pass.startswith("redeal") else "bid")


# --- scores -------------------------------------------------------------------------------------------------------------------------------


class Scored(NamedTuple):
    """How a deal ended. `books`: the books of the maker's side. `made`: whether the maker's side kept its bid. `makers`, `defenders`: the
    points of the two sides."""

    books: int
    made: bool
    makers: int
    defenders: int


def scored(rules: Ruleset, level: int, kind: Kind, tricks: int, *, kitty: bool) -> Scored:
    """Return how a deal ended (BW-4). `tricks`: how many tricks the maker's side took. `kitty`: whether the book of the kitty belongs to
    the maker's side."""
    books, unit = tricks + kitty, rules.no_multiplier if kind == "no_trump" else 1
    if books < SIX + level:
        won = max(0, rules.books - books - SIX) if rules.defenders_on_set == "books_over_six" else 0
        return Scored(books, False, -level * unit, won * unit)
    gain = books - SIX if rules.made_scores == "books_over_six" else level
    return Scored(books, True, gain * unit * (rules.boston if books == rules.books else 1), 0)


def most_left(rules: Ruleset, level: int) -> int:
    """Return how many books the defenders may have at most if the bid is made."""
    return rules.books - SIX - level


def decided(rules: Ruleset, totals: Mapping[Side, int], makers: Side | None) -> Side | None:
    """Return the side that has won with these totals; None while nobody has. `makers`: the maker's side in the last deal; None if nobody
    knows it. If both sides have reached the target, the maker's side has won; if both have sunk to the floor, the maker's side has lost
    (BW-6, BW-7). If the maker's side is not known, the higher total wins instead, and with equal totals the game goes on."""
    order = sorted(totals, key=lambda side: (side != makers, -totals[side]))
    if makers is None and len(set(totals.values())) < len(totals):
        return None
    for side in order:
        if totals[side] >= rules.target:
            return side
    for side in order if makers is not None else reversed(order):
        if rules.floor is not None and totals[side] <= rules.floor:
            return next(other for other in totals if other != side)
    return None
