"""Computes the answers to the worked examples of Spades. Examples may give players any names; the code numbers them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from domain.kernel.cards import Card, Seat
from domain.kernel.events import GameOpened, Seating, TournamentTable
from domain.record.fold import read
from domain.systems import SYSTEMS
from domain.systems.spades.options import PATCH_OF, patched
from domain.systems.spades.play import takes
from domain.systems.spades.ruleset import Ruleset, pack_of
from domain.systems.spades.scoring import Call, side_score
from domain.systems.spades.table import Deal, legal
from domain.systems.spades.variants import VARIANTS
from domain.tricks.deal import Play
from tests.domain.playing import act, events, suspicions

Example = Mapping[str, Any]
BLIND: Final = ("blind_nil", "blind nil", "blind-nil")


def rules_of(example: Example) -> Ruleset:
    """Return the rules of the example's variation, with the example's house rule applied and its fields replaced."""
    given = example["input"]
    rules = VARIANTS[example["system"]].rules
    if "option" in given:
        name, _, argument = given["option"].rstrip(")").replace("=", "(").partition("(")
        if name not in PATCH_OF or (PATCH_OF[name].argument is None) is bool(argument):
            raise ValueError(f"{given['option']!r} is no house rule")
        rules = patched(rules, {name: int(argument) if argument.isdecimal() else argument or True})
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.get("override", {}).items()}
    return replace(rules, **fields)


def trick(example: Example) -> Mapping[str, Any]:
    rules = rules_of(example)
    return {"winner": takes(Deal(pack_of(rules), low_club=rules.low_club))(example["input"]["plays"])}


def legal_cards(example: Example) -> Mapping[str, Any]:
    """Return the legal cards of a hand in the first trick. Without a rule about it, it is like any other."""
    given, rules = example["input"], rules_of(example)
    rules = replace(rules, big_joker_pull=given.get("pull", rules.big_joker_pull))
    lead = given.get("led")
    plays = () if lead is None else (Play(Seat(0), Card(lead), 1),)
    deal = Deal(pack_of(rules), plays=plays, trumped=given.get("broken", False), low_club=rules.low_club)
    return {"legal": legal(rules, deal, tuple(given["hand"]))}


def score(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    bids = [0 if isinstance(bid, str) else bid for bid in given["bids"]]
    blind = [bid in BLIND for bid in given["bids"]]
    calls = [Call(*each) for each in zip(bids, blind, given["tricks"], strict=True)]
    scored = side_score(rules_of(example), calls, sum(given["tricks"]), given["bags_before"])
    return {} if scored is None else {"delta": scored.points, "bags_after": scored.bags}


def deck(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    cards = {name: tuple(given[name]) for name in ("add", "remove") if name in given}
    rules = replace(rules_of(example), **cards, players=given["players"])
    return {"pack": rules.pack_size, "hand": rules.hand, "undealt": rules.undealt}


def game(example: Example) -> Mapping[str, Any]:
    """Return how a game stands after these deals, each as the table states it."""
    given, system = example["input"], SYSTEMS[example["system"]]
    seat = {name: str(place) for place, name in enumerate(given["seats"])}
    names = dict(enumerate(given["seats"]))
    rules = system.rules_with(given.get("options", {}), len(seat))
    hands = given.get("hands")
    place = TournamentTable("home-taaaaaaaaaaaaaaaa", 1, 1, "hands", hands) if hands else None
    acts: list[Any] = [GameOpened(system.slug, rules, tuple(Seating(Seat(each)) for each in names), tournament=place)]
    for number, deal in enumerate(given["deals"], 1):
        said: dict[str, Any] = {key: {seat[name]: count for name, count in deal[key].items()} for key in ("bids", "tricks") if key in deal}
        blind = {"blind": [int(seat[name]) for name in deal["blind"]]} if "blind" in deal else {}
        acts.append(act("TricksStated", round=number, **said, **blind))
    reading = read(system, events(acts))
    result = reading.result
    return {
        "totals": {names[each]: score for each, score in result.scores.items()},
        "state": result.state,
        "winners": [names[each] for each in result.winners],
        "findings": [finding.rule for finding in suspicions(reading)],
    }


_MORE: Final = frozenset({"override", "option"})
_LEVELS: Final[dict[str, tuple[Callable[[Example], Mapping[str, Any]], frozenset[str]]]] = {
    "trick": (trick, _MORE | {"plays"}),
    "legal": (legal_cards, _MORE | {"hand", "led", "broken", "pull"}),
    "score": (score, _MORE | {"bids", "tricks", "bags_before"}),
    "game": (game, frozenset({"seats", "options", "deals", "hands"})),
    "deck": (deck, _MORE | {"add", "remove", "players"}),
}
DRIVERS: Final = {("spades", level): driver for level, driver in _LEVELS.items()}
