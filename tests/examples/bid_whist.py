"""Computes the answers to the worked examples of Bid Whist. Examples may give players and sides any names; the code numbers them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from domain.kernel.canonical import Json
from domain.kernel.events import Kind, Ranks
from domain.kernel.shapes import Fault, Flag
from domain.systems.bid_whist import VARIANTS
from domain.systems.bid_whist.rules import FIELDS, HAND, Ruleset, decided, following, most_left, pack_of, place, scored
from domain.tricks.following import legal
from domain.tricks.pack import Pack, best_play
from domain.tricks.sides import Side

Example = Mapping[str, Any]
KINDS: Final[Mapping[str, Kind]] = {
    "high": "high",
    "low": "low",
    "no": "no_trump",
    "no_trump": "no_trump",
    "uptown": "high",
    "downtown": "low",
}
NAMES: Final = {"high": "high", "low": "low", "no_trump": "no"}
_FIELDS: Final[Mapping[str, Callable[[Any], Mapping[str, Any]]]] = {
    "downtown_order": lambda order: {"aces_bad": not order.startswith("A")},
    "kind_order": lambda kinds: {"kind_order": tuple(KINDS[kind] for kind in kinds)},
    "kinds": lambda _: {},
    "kitty": lambda cards: {"jokers": cards - 4},
    "pack_size": lambda cards: {"jokers": cards - 52},
}
"""The fields of docs/rules/05_bid_whist.md that `Ruleset` stores in another form. For each field: a function that takes its value and
returns the fields of `Ruleset` to change."""
_SHORT: Final[Mapping[str, tuple[str, Json]]] = {
    "level": ("made_scores", "level"),
    "books_over_six": ("defenders_on_set", "books_over_six"),
    "no_floor": ("floor", None),
    "boston": ("boston", 4),
}
"""Short forms of options: for each, the full option and its value (BW-4, BW-6)."""


def rules_of(example: Example) -> Ruleset:
    """Return the rules of the example's variant, with the example's option applied and its fields replaced."""
    given, changed = example["input"], dict[str, Any]()
    if "option" in given:
        changed |= [_option(str(given["option"]))]
    for name, value in given.get("override", {}).items():
        changed |= _FIELDS[name](value) if name in _FIELDS else {name: tuple(value) if isinstance(value, list) else value}
    return replace(VARIANTS[example["system"]].rules, **changed)


def _option(text: str) -> tuple[str, Any]:
    """Read an option and its value: `aces_bad`, `made_scores(level)`, `floor: none`. Raises ValueError for an unknown option or a wrong
    value."""
    written = re.fullmatch(r"(\w+)(?:[ :=(]+([^()]+)\)?)?", text)
    if written is None:
        raise ValueError(f"{text!r} is no option")
    name, argument = written[1], written[2]
    if argument is None and name in _SHORT:
        return _SHORT[name]
    if name not in FIELDS:
        raise ValueError(f"{text!r} is no option")
    shape = FIELDS[name][0]
    value: Json = True if argument is None else None if argument == "none" and name == "floor" else argument
    if isinstance(value, str) and re.fullmatch(r"-?\d+", value):
        value = int(value)
    elif isinstance(shape, Flag) and value in ("true", "yes", "false", "no"):
        value = value in ("true", "yes")
    faults: list[Fault] = []
    shape.read(value, "", faults)
    if faults:
        raise ValueError(f"{argument!r} is no value of {name}")
    return name, value


def bid_order(example: Example) -> Mapping[str, Any]:
    ruled = rules_of(example)
    bids = sorted(((level, KINDS[kind]) for level, kind in example["input"]["bids"]), key=lambda bid: place(ruled, *bid))
    return {"sorted": [[level, NAMES[kind]] for level, kind in bids]}


def score(example: Example) -> Mapping[str, Any]:
    ruled, given = rules_of(example), example["input"]
    kitty = ruled.kitty_is_book == "maker" or (ruled.kitty_is_book == "first_trick_winner" and given["tricks"] == HAND)
    result = scored(ruled, given["level"], KINDS[given["kind"]], given["tricks"], kitty=kitty)
    return {"books": result.books, "made": result.made, "delta": result.makers, "defenders": result.defenders}


def trick(example: Example) -> Mapping[str, Any]:
    best = best_play(_pack(example), example["input"]["plays"])
    return {"winner": None if best is None else best[0]}


def _pack(example: Example) -> Pack:
    given, kind = example["input"], KINDS[example["input"]["kind"]]
    ranks: Ranks = "low" if KINDS[given.get("direction") or ("high" if kind == "no_trump" else kind)] == "low" else "high"
    return pack_of(rules_of(example), None if kind == "no_trump" else given.get("trump"), ranks)


def legal_cards(example: Example) -> Mapping[str, Any]:
    pack, led = _pack(example), example["input"].get("led")
    return {"legal": legal(following(rules_of(example)), pack, example["input"]["hand"], led and pack.suit_of[led])}


def limit(example: Example) -> Mapping[str, Any]:
    return {"max_opponent_books": most_left(rules_of(example), example["input"]["level"])}


def game_end(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    names = list(given["scores"])
    makers = None if given.get("maker") is None else Side(names.index(given["maker"]))
    won = decided(rules_of(example), {Side(place): given["scores"][name] for place, name in enumerate(names)}, makers)
    return {"winner": None if won is None else names[won]}


def _knows(*keys: str) -> frozenset[str]:
    return frozenset({*keys, "option", "override"})


_LEVELS: Final[Mapping[str, tuple[Callable[[Example], Mapping[str, Any]], frozenset[str]]]] = {
    "bid_order": (bid_order, _knows("bids")),
    "score": (score, _knows("level", "kind", "tricks")),
    "trick": (trick, _knows("kind", "direction", "trump", "plays")),
    "legal": (legal_cards, _knows("kind", "direction", "trump", "hand", "led")),
    "limit": (limit, _knows("level")),
    "game_end": (game_end, _knows("scores", "maker")),
}
DRIVERS: Final = {(slug, level): driver for slug in VARIANTS for level, driver in _LEVELS.items()}
