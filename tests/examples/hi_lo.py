"""Computes answers to the worked examples of higher-or-lower games. Each function opens a table, plays the acts and returns the answer."""

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from domain.kernel.cards import JOKERS, Card
from domain.kernel.events import Act, GameOpened, Seating
from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS
from domain.systems.hi_lo.rules import HiLoRules, makes_right, may_be_base, payout, rules_of, verdict
from domain.systems.hi_lo.table import HiLoTable
from tests.domain.playing import Seat, act, events, suspicions

Example = Mapping[str, Any]
PARTS: Final = (1, 10, 100)
"""A record has only whole units, so a payout would lose its fraction. To avoid this, the stake of an example is multiplied by one of these
numbers before it is recorded, and the payout is divided by the same number."""
_LOWS, _HIGHS = ([Card(rank + suit) for rank in ranks for suit in "SHDC"] for ranks in ("765", "89T"))


def rules_in(system: System[Table], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all rules of an example: the defaults of its system, changed by its `option` (a name, `name=value`, `name(value)`, or a value
    that only one option has) and then by the fields of its `override`."""
    options: dict[str, Any] = {}
    if said := given.get("option"):
        name, _, value = re.sub(r"[(=]\s*", "=", said).rstrip(")").partition("=")
        known = {option.name: option for option in system.options}
        if name not in known:
            value, (name,) = name, [each for each, option in known.items() if value_fits(option.shape, name)]
        options[name] = int(value) if value.isdigit() else value
    return {**system.rules_with(options, 2), **given.get("override", {})}


def value_fits(shape: Any, value: str) -> bool:
    return value in getattr(shape, "words", ())


def played(example: Example, acts: list[Act]) -> tuple[HiLoTable, Reading]:
    """Play the acts at a table of two players. Returns the table and the reading."""
    system = SYSTEMS[example["system"]]
    rules = rules_in(system, example["input"])
    reading = read(system, events([GameOpened(system.slug, rules, (Seating(Seat(0)), Seating(Seat(1)))), *acts]))
    assert isinstance(reading.table, HiLoTable)
    return reading.table, reading


def guess(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    rules = rules_of(rules_in(SYSTEMS[example["system"]], given))
    base, turned, gamble = Card(given["base"]), Card(given["next"]), given["guess"]
    stake = Fraction(str(given.get("stake", 0)))
    parts = 1 if base in JOKERS else payout(gamble, base, rules) or 1
    scale = next(each for each in PARTS if each == PARTS[-1] or (stake * each % 1 == 0 and stake * each * parts % rules.payout.parts == 0))
    acts = [act("StakePlaced", seat=0, units=int(stake * scale))] if rules.staked and stake else []
    acts += [act("BaseShown", card=base), act("GuessMade", seat=0, gamble=gamble)]
    _, reading = played(example, acts)
    ours = {"stake-missing"} | ({"over-the-limit"} if scale > 1 else set())
    error = next((found.rule.replace("-", "_") for found in suspicions(reading) if found.rule not in ours), None)
    if error is not None:
        return {"error": error}
    after, _ = played(example, [*acts, act("CardTurned", card=turned)])
    if after.ledger.closed:
        return {"result": "loss", "returned": 0.0}
    result = {"right": "win", "tie": "tie", "void": "void"}[verdict(gamble, base, turned, rules)]
    return {"result": result, "returned": None if after.run.units is None else float(Fraction(after.run.units, scale))}


def streak(example: Example) -> Mapping[str, Any]:
    """Play right and wrong guesses, ties and passes. In the answer, `penalty_to` is "guesser", "next_player" or, if nobody took a penalty
    unit, None."""
    table, _ = played(example, [*_streak(example["input"]["results"])])
    points = table.ledger.closed[-1].points if table.ledger.closed else {}
    return {
        "penalty_to": next(("guesser" if seat == 0 else "next_player" for seat in points), None),
        "units": -sum(points.values()),
    }


def _streak(results: list[str]) -> Iterator[Act]:
    """Yield the acts of a run in which the guesses have these results. Low and high base cards alternate."""
    lows, highs = list(_LOWS), list(_HIGHS)
    base = lows.pop(0)
    yield act("BaseShown", card=base)
    for result in results:
        if result == "pass":
            yield act("GuessPassed", seat=0, to=1)
            return
        is_low = base[0] in "765"
        own, other = (lows, highs) if is_low else (highs, lows)
        true, false = ("higher", "lower") if is_low else ("lower", "higher")
        turned = own.pop(0) if result == "tie" else other.pop(0)
        yield act("GuessMade", seat=0, gamble=false if result == "wrong" else true)
        yield act("CardTurned", card=turned)
        base = turned


def deck(example: Example) -> Mapping[str, Any]:
    """Count the cards for which a guess of red is right, those for which a guess of black is right, and the jokers. The cards are those of
    the example, or the pack of the game if the example has none."""
    rules: HiLoRules = rules_of(rules_in(SYSTEMS[example["system"]], example["input"]))
    cards = [Card(card) for card in example["input"].get("cards", rules.cards)]
    base = next(card for card in cards if may_be_base(card, rules))
    count = {each: sum(card not in JOKERS and makes_right(each, base, card, rules) for card in cards) for each in ("red", "black")}
    return {**count, "size": len(cards), "jokers": sum(card in JOKERS for card in cards)}


_EACH: Final = frozenset({"option", "override"})
DRIVERS: Final[Mapping[tuple[str, str], tuple[Callable[[Example], Mapping[str, Any]], frozenset[str]]]] = {
    ("hi", "guess"): (guess, _EACH | {"base", "guess", "next", "stake"}),
    ("hi", "streak"): (streak, _EACH | {"results"}),
    ("hi", "deck"): (deck, _EACH | {"cards"}),
}
