"""The rules of a higher-or-lower game: the fields of docs/rules/other_variants.json, and those that a session needs. The module also says
what a guess and a payout mean.

A *run* is a series of guesses of one player, from the stake (or the first base) to the loss, the collecting or the passing. The *base* is
the card against which the next card is guessed. A *gamble* is what the player says of the hidden card. Source: docs/rules/06_hi_lo.md,
rulings HL-1 to HL-8; docs/decisions/games-without-tricks.md."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from domain.kernel.cards import JOKERS, PACK_52, RANK_OF, RANKS, Card
from domain.kernel.events import GAMBLES, Gamble
from domain.kernel.shapes import CardToken, Fault, Fields, ListOf, OneOf, Optional, RulesMap, Text, Whole
from domain.system import Rules

Verdict = Literal["right", "tie", "wrong", "void"]
MOST_STAKED: Final = 10_000
"""A run that has more units than this must be collected, so that the totals of a session stay small."""
MOST_PLAYERS: Final = 12
_WAYS: Final = ("collect", "collect_part", "continue_whole", "pass", "pass_bet", "double_or_nothing", "guess_again")
_TIES: Final = ("even_money", "push", "loses", "wrong", "double_penalty")
_RANGES: Final[Mapping[Gamble, str]] = {
    "ace": "A",
    "king_or_ace": "KA",
    "picture_J_to_A": "JQKA",
    "two_to_five": "2345",
    "six_to_nine": "6789",
}
"""For each gamble on ranks, the ranks that make it right."""
_COLOURS: Final[Mapping[Gamble, str]] = {"red": "HD", "black": "SC"}


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of the game. `cards`: which cards these are, if `kind` is "list"; otherwise None."""

    kind: Literal["standard52", "list"] = "standard52"
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Payout:
    """What a right guess returns. All numbers are whole numbers of `unit`: tenths or hundredths of the stake. A return includes the stake
    (HL-2).

    `table`: by rank of the base and gamble. `fixed`: by gamble. `moving`: the gambles whose return depends on the rank of the base.
    `returns`: the return of every guess, if all have the same. `doublings_at_most`: how many right guesses a run may have; None: any
    number."""

    kind: Literal["by_base", "by_chance", "even", "double", "collect_card"]
    unit: str | None = None
    table: Mapping[str, Mapping[str, int]] | None = None
    fixed: Mapping[str, int] | None = None
    moving: tuple[Gamble, ...] | None = None
    returns: int | None = None
    doublings_at_most: int | None = None

    @property
    def parts(self) -> int:
        """The number of parts in a stake: 10 if `unit` is tenths, 100 if it is hundredths."""
        return 100 if (self.unit or "").startswith("hundredths") else 10


@dataclass(frozen=True, slots=True)
class HiLoRules:
    """The rules of a game. The fields up to `settlement` are those of docs/rules/06_hi_lo.md. `runs`: the runs of each player in a session.
    `shuffle`: when the spent cards come back (HL-1). `returns`: whether payouts include the stake (HL-2). `impossible`: what happens to a
    guess that no card can make right (HL-4). `limit`: a run with more units than this cannot go on."""

    slug: str
    name: str
    seed: str
    confidence: Literal["filled", "inferred", "stub"]
    payout: Payout
    after_win: tuple[str, ...]
    hidden: Literal["next_from_pack", "dealt_before_guess", "one_of_the_pack"] = "next_from_pack"
    tie: Literal["even_money", "push", "loses", "wrong", "double_penalty"] = "push"
    pack: Pack = field(default_factory=Pack)
    ace: Literal["high", "low"] = "high"
    base_excluded: tuple[str, ...] = ()
    gambles: tuple[Gamble, ...] = ("higher", "lower")
    next_base: Literal["revealed_card", "new_pair"] = "revealed_card"
    joker: Literal["none", "wins", "loses", "void"] = "none"
    settlement: Literal["units", "penalties"] = "units"
    runs: int = 5
    shuffle: Literal["each_run", "each_guess"] = "each_run"
    returns: Literal["total", "net"] = "total"
    impossible: Literal["loses", "refused"] = "loses"
    limit: int = MOST_STAKED

    @property
    def cards(self) -> tuple[Card, ...]:
        return PACK_52 if self.pack.cards is None else self.pack.cards

    @property
    def staked(self) -> bool:
        """Whether players stake units. If not, they collect cards and take penalties."""
        return self.settlement == "units"

    @property
    def spends(self) -> bool:
        """Whether cards that were shown stay out until the next shuffle."""
        return self.hidden != "one_of_the_pack"

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players. A game of penalties needs two, because the next player may have to take penalties."""
        return 1 if self.staked else 2, MOST_PLAYERS


_PACK: Final = Fields(Pack, (("kind", OneOf(("standard52", "list"))), ("cards", Optional(ListOf(CardToken(), 2, 54)))), frozenset({"kind"}))
_PAYOUT: Final = Fields(
    Payout,
    (
        ("kind", OneOf(("by_base", "by_chance", "even", "double", "collect_card"))),
        ("unit", Optional(OneOf(("tenths of the stake, stake included", "hundredths of the stake, stake included")))),
        ("table", Optional(RulesMap("returns by rank of the base and gamble"))),
        ("fixed", Optional(RulesMap("returns by gamble"))),
        ("moving", Optional(ListOf(OneOf(GAMBLES), 0, len(GAMBLES)))),
        ("returns", Optional(Whole(1, 1000))),
        ("doublings_at_most", Optional(Whole(1, 100))),
    ),
    frozenset({"kind"}),
)
_FIELDS: Final = (
    ("slug", Text(60)),
    ("name", Text(100)),
    ("seed", Text(60)),
    ("confidence", OneOf(("filled", "inferred", "stub"))),
    ("pack", _PACK),
    ("ace", OneOf(("high", "low"))),
    ("base_excluded", ListOf(OneOf(tuple(RANKS)), 0, 12)),
    ("hidden", OneOf(("next_from_pack", "dealt_before_guess", "one_of_the_pack"))),
    ("tie", OneOf(_TIES)),
    ("gambles", ListOf(OneOf(GAMBLES), 1, len(GAMBLES))),
    ("payout", _PAYOUT),
    ("after_win", ListOf(OneOf(_WAYS), 1, len(_WAYS))),
    ("next_base", OneOf(("revealed_card", "new_pair"))),
    ("joker", OneOf(("none", "wins", "loses", "void"))),
    ("settlement", OneOf(("units", "penalties"))),
    ("runs", Whole(1, 100)),
    ("shuffle", OneOf(("each_run", "each_guess"))),
    ("returns", OneOf(("total", "net"))),
    ("impossible", OneOf(("loses", "refused"))),
    ("limit", Whole(1, MOST_STAKED)),
)
SHAPE: Final = Fields(HiLoRules, _FIELDS, frozenset(name for name, _ in _FIELDS))
"""The shape of the resolved rules, without `patches`."""


def read_rules(rules: Rules, faults: list[Fault]) -> HiLoRules | None:
    """Read resolved rules. If they are faulty, return None and add the faults to `faults`, with pointers below `/rules`."""
    read = SHAPE.read({name: value for name, value in rules.items() if name != "patches"}, "/rules", faults)
    if not isinstance(read, HiLoRules):
        return None
    payout = read.payout
    needed = {"by_base": payout.table, "by_chance": payout.fixed, "even": payout.returns, "double": payout.returns}
    if not _sums(payout) or (payout.kind in needed and needed[payout.kind] is None):
        faults.append(Fault("/rules/payout", f"must say in whole numbers what a right guess returns (kind: {payout.kind})"))
    return read


def _sums(payout: Payout) -> bool:
    """Whether the maps of the payout hold whole numbers: `table` by rank and gamble, `fixed` by gamble."""
    rows = [*(payout.table or {}).values(), payout.fixed or {}]
    return all(isinstance(row, Mapping) and all(type(each) is int and each >= 0 for each in row.values()) for row in rows)


def rules_of(rules: Rules) -> HiLoRules:
    """Return the rules of a game from those of its opening. Raises ValueError if the rules are not valid; this cannot happen for an opening
    that `fits` has accepted."""
    return _rules_of(json.dumps(rules))


@lru_cache(maxsize=64)
def _rules_of(rules: str) -> HiLoRules:
    faults: list[Fault] = []
    read = read_rules(json.loads(rules), faults)
    if read is None or faults:
        raise ValueError(f"not the rules of a higher-or-lower game: {faults}")
    return read


# --- guesses ------------------------------------------------------------------------------------------------------------------------------


def rank_of(card: Card, rules: HiLoRules) -> int:
    """Return the rank of a card that is no joker: 1 for a low ace, 14 for a high one."""
    return 1 if card[0] == "A" and rules.ace == "low" else RANK_OF[card]


def may_be_base(card: Card, rules: HiLoRules) -> bool:
    return card not in JOKERS and card[0] not in rules.base_excluded


def makes_right(gamble: Gamble, base: Card, card: Card, rules: HiLoRules) -> bool:
    """Whether a card that is no joker makes the gamble right. `base` is no joker either."""
    match gamble:
        case "higher":
            return rank_of(card, rules) > rank_of(base, rules)
        case "lower":
            return rank_of(card, rules) < rank_of(base, rules)
        case "snap":
            return card[0] == base[0]
        case "red" | "black":
            return card[1] in _COLOURS[gamble]
        case _:
            return card[0] in _RANGES[gamble]


def verdict(gamble: Gamble, base: Card, card: Card, rules: HiLoRules) -> Verdict:
    """Return the result of a guess when `card` is turned. A joker wins, loses or is void (HL-6). A tie is an equal rank on "higher" or
    "lower"."""
    if card in JOKERS:
        return {"wins": "right", "loses": "wrong"}.get(rules.joker, "void")  # type: ignore[return-value]
    if gamble in ("higher", "lower") and card[0] == base[0]:
        return "tie"
    return "right" if makes_right(gamble, base, card, rules) else "wrong"


def ways(gamble: Gamble, base: Card, rules: HiLoRules) -> int:
    """Return how many cards of the whole pack make the gamble right. Jokers are not counted."""
    return sum(makes_right(gamble, base, card, rules) for card in rules.cards if card not in JOKERS)


def payout(gamble: Gamble, base: Card, rules: HiLoRules) -> int | None:
    """Return what a right guess returns, in parts of the stake (`Payout.parts`), stake included. None if the rules do not say it, as for a
    gamble that is not in the game.

    If the kind is "by_chance", a moving gamble returns what the gamble on the ace returns, divided by the number of cards that make the
    guess right: 11.56 for one card of twelve, half of that for two cards. A fraction of a hundredth is dropped: the published return for
    six cards is 1.92, not 1.926…"""
    pays = rules.payout
    match pays.kind:
        case "by_base":
            return (pays.table or {}).get(base[0], {}).get(gamble)
        case "by_chance":
            fixed = pays.fixed or {}
            return fixed.get("ace", 0) // max(1, ways(gamble, base, rules)) if gamble in (pays.moving or ()) else fixed.get(gamble)
        case "even" | "double":
            return pays.returns
        case "collect_card":
            return None


def returned(rules: HiLoRules, units: int, parts: int | None, *, tie: bool = False) -> int | None:
    """Return how many units a run has after a right guess. `units`: how many it had before. `parts`: the payout; None if not known. `tie`:
    whether the card had an equal rank, and this pays even money: twice the units (HL-3). A fraction of a unit is dropped. Returns None
    if the payout is not known."""
    if tie:
        return units * 2
    if parts is None:
        return None
    return units * parts // rules.payout.parts + (units if rules.returns == "net" else 0)
