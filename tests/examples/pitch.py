"""Computes the answers to the worked examples of Pitch and Smear. Examples may give players and sides any names; the code numbers them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from domain.kernel.canonical import Json
from domain.kernel.cards import JOKERS, Card, Seat
from domain.kernel.shapes import Fault
from domain.systems.pitch.rules.following import is_out, legal, surplus
from domain.systems.pitch.rules.options import PATCH_OF, patched
from domain.systems.pitch.rules.pack import Pack, pack_of, winner
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.scoring import counting
from domain.systems.pitch.scoring.scores import Deal, scored
from domain.systems.pitch.scoring.winning import decided
from domain.systems.pitch.variants import VARIANTS
from domain.tricks.sides import Side
from tests.domain.pitch.judging import judged

Example = Mapping[str, Any]


def rules_of(example: Example) -> Ruleset:
    """Return the rules of the example's variant, with the example's house rule applied and its fields replaced."""
    given = example["input"]
    rules = VARIANTS[example["system"]].rules
    if "option" in given:
        rules = patched(rules, dict([_option(given["option"])]))
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.get("override", {}).items()}
    return replace(rules, **fields)


def _option(text: str) -> tuple[str, Json]:
    """Read a house rule and its argument (03_pitch_schema.md §7): `fold`, `target(31)`, `choose_off_cards(A J)`. Ranks may be written
    together (`AJ`), points as fields (`pt_trey`). Raises ValueError for an unknown rule or a wrong argument."""
    written = re.fullmatch(r"(\w+)(?:[ :=(]+([^()]+)\)?)?", text)
    if written is None or written[1] not in PATCH_OF:
        raise ValueError(f"{text!r} is no house rule")
    name, argument = written.groups()
    shape = PATCH_OF[name].argument
    if shape is None and argument is None:
        return name, True
    if shape is None or argument is None:
        raise ValueError(f"{name} takes {'no' if shape is None else 'an'} argument")
    words = [word.removeprefix("pt_") for word in argument.replace(",", " ").split()]
    readings: list[Json] = [int(argument) if argument.strip().isdecimal() else None, words, [*"".join(words)]]
    for reading in readings:
        faults: list[Fault] = []
        shape.read(reading, "", faults)
        if not faults:
            return name, reading
    raise ValueError(f"{argument!r} is no argument of {name}")


def auction(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    judgement = judged(rules_of(example), given["seats"], given["dealer"], [(player, judgement) for player, judgement in given["calls"]])
    return judgement._asdict()


def trick(example: Example) -> Mapping[str, Any]:
    rules, given = rules_of(example), example["input"]
    return {"winner": _taken(rules, pack_of(rules, given["trump"]), given["plays"])}


def legal_cards(example: Example) -> Mapping[str, Any]:
    rules, given = rules_of(example), example["input"]
    pack = pack_of(rules, given["trump"])
    led = None if given.get("led") is None else pack.suit_of[given["led"]]
    return {"legal": legal(rules, pack, given["hand"], led, first_trick=given.get("first_trick", False))}


def count(example: Example) -> Mapping[str, Any]:
    """Count the points of the example. Jokers that look alike are distinguished by their order of appearance (docs/rules/00, Cards)."""
    rules, given = rules_of(example), example["input"]
    plays = [(player, card) for player, cards in given["played"].items() for card in cards]
    plays.sort(key=lambda play: play[1] == JOKERS[1])
    return _counted(rules, pack_of(rules, given["trump"]), plays, given["captured"], given.get("sides", {}))


def full_hand(example: Example) -> Mapping[str, Any]:
    rules, given = rules_of(example), example["input"]
    pack = pack_of(rules, given["trump"])
    plays = [(player, Card(card)) for played in given["tricks"] for player, card in played]
    takers = [_taken(rules, pack, played) for played in given["tricks"]]
    captured: dict[str, list[Card]] = {player: [] for player in given["hands"]}
    for taker, played in zip(takers, given["tricks"], strict=True):
        if taker is not None:
            captured[taker] += [card for _, card in played]
    hands = {player: [card for card in hand if (player, card) not in plays] for player, hand in given["hands"].items()}
    able = [player for player, hand in hands.items() if not is_out(rules, pack, hand)] if rules.drop_out == "no_trumps_left" else []
    left = {}
    if rules.team_out == "opponents_take_rest" and len({given["sides"][player] for player in able}) == 1:
        left = hands  # PI-43: the opponents take the remaining cards
    elif len(able) == 1:  # PI-41: the only player with trumps shows them
        rest = [card for card in hands[able[0]] if card in pack.strength]
        plays += [(able[0], card) for card in rest]
        captured[able[0]] += rest
    return {"trick_winners": takers, **_counted(rules, pack, plays, captured, given["sides"], left)}


def _taken(rules: Ruleset, pack: Pack, played: Sequence[tuple[str, Card]]) -> str | None:
    """Return who wins the trick. If a player played several cards, only the highest competes (PI-13)."""
    by_player: dict[str, list[Card]] = {}
    for player, card in played:
        by_player.setdefault(player, []).append(card)
    return winner(rules, pack, [(player, max(cards, key=pack.rank.__getitem__)) for player, cards in by_player.items()])


def _counted(
    rules: Ruleset,
    pack: Pack,
    plays: Sequence[tuple[str, Card]],
    captured: Mapping[str, Iterable[Card]],
    sides: Mapping[str, str],
    left: Mapping[str, Iterable[Card]] | None = None,
) -> Mapping[str, Any]:
    """Return the points by side. `plays` and `captured` name players or sides. A player who is not in `sides` forms a side alone."""
    names = list(dict.fromkeys([*(player for player, _ in plays), *captured, *sides, *(left or {})]))
    teams = list(dict.fromkeys(sides.get(name, name) for name in names))
    seat = {name: Seat(number) for number, name in enumerate(names)}
    side_of = {seat[name]: Side(teams.index(sides.get(name, name))) for name in names}
    piles = {seat[name]: list(cards) for name, cards in captured.items()}
    points = counting.counted(
        rules,
        pack,
        [(seat[player], card) for player, card in plays],
        piles,
        side_of,
        {seat[name]: cards for name, cards in (left or {}).items()},
    )
    totals = counting.totals(rules, points, side_of.values())
    won = {side: [card for taker, cards in piles.items() if side_of[taker] == side for card in cards] for side in range(len(teams))}
    return {
        "pips": {team: sum(counting.PIPS.get(card[0], 0) for card in won[side]) for side, team in enumerate(teams)},
        "points": {name: teams[side] for name, side in points.items()},
        "totals": {teams[side]: total for side, total in totals.items()},
    }


def score(example: Example) -> Mapping[str, Any]:
    rules, given = rules_of(example), example["input"]
    names = list(given["before"])
    side = {name: Side(number) for number, name in enumerate(names)}
    deal = Deal(
        maker=side[given["maker"]],
        bid=given.get("bid"),
        taken={side[name]: made for name, made in given["made"].items()},
        points={_known(point): side[name] for point, name in given.get("points", {}).items()},
        shoot=given.get("shoot", False),
        all_tricks=given.get("all_tricks", False),
        took_over_pitch=given.get("took_over_pitch", False),
    )
    before = {side[name]: total for name, total in given["before"].items()}
    return _scored(rules, names, before, deal, _called(rules, deal))


def _known(point: str) -> str:
    if point not in counting.POINTS:
        raise ValueError(f"unknown point {point}")
    return point


def fold(example: Example) -> Mapping[str, Any]:
    """Score a deal that the makers give up. The flags of the example say which points the defenders get (PI-19). Raises ValueError for an
    unknown flag."""
    rules, given = rules_of(example), example["input"]
    names = list(given["before"])
    maker = names.index(given["maker"])
    fallen = given["defender_points_fallen"]
    if strange := sorted(fallen.keys() - _FALLEN.keys()):
        raise ValueError(f"unknown flag {', '.join(strange)}")
    defender = next(Side(number) for number in range(len(names)) if number != maker)
    points = {point: defender for flag, point in _FALLEN.items() if fallen.get(flag, False)}
    taken = counting.totals(rules, points, ())
    deal = Deal(Side(maker), given["bid"], taken, points, shoot=given["bid"] is None, folded=True)
    return _scored(rules, names, {Side(number): given["before"][name] for number, name in enumerate(names)}, deal, {})


_FALLEN: Final = {
    "ace_played": "high", "deuce_played": "low", "jack_won": "jack", "off_jack_won": "off_jack",
    "joker_won": "high_joker", "high_joker_won": "high_joker", "low_joker_won": "low_joker",
}  # fmt: skip
"""The point that each flag gives to the defenders at a fold. `joker_won` is the flag in games with one joker, which is the high joker."""


def _scored(
    rules: Ruleset, names: Sequence[str], before: Mapping[Side, int], deal: Deal, side_of: Mapping[Side, Side]
) -> Mapping[str, Any]:
    result = scored(rules, before, deal, side_of)
    winners = decided(rules, before, deal, result, side_of)
    return {
        "made_bid": result.made,
        "delta": {names[side]: points for side, points in result.delta.items()},
        "after": {names[side]: points for side, points in result.after.items()},
        "winner": names[winners[0]] if winners else None,
    }


def _called(rules: Ruleset, deal: Deal) -> Mapping[Side, Side]:
    """Return a mapping from the maker and each partner to the maker's side. The partners are the players who have as many points as the
    maker (PI-25). The mapping is empty if partners are not called in this game, or if the points do not divide the players into two
    sides."""
    if rules.sides != "called" or len(set(deal.taken.values())) != 2:
        return {}
    return {side: deal.maker for side, made in deal.taken.items() if made == deal.taken[deal.maker]}


def team_out(example: Example) -> Mapping[str, Any]:
    rules, given = rules_of(example), example["input"]
    names = {name: name for name in [*given["taken_before"], *given["left_with"]]}
    added = _counted(rules, pack_of(rules, given["trump"]), [], {}, names, given["left_with"])["totals"]
    return {"final": {name: given["taken_before"].get(name, 0) + added[name] for name in names}}


def exchange(example: Example) -> Mapping[str, Any]:
    rules, given = rules_of(example), example["input"]
    if "trumps_held" in given:
        extra = surplus(replace(rules, play_hand=given["hand_limit"]), given["trumps_held"])
        competes = min(1, given["trumps_held"])
        return {"cards_on_first_trick": competes + extra, "competing": competes, "extra": extra}
    stock = given["pack"] - given["players"] * given["hand"] - rules.kitty
    gains = {"take-kitty": rules.kitty, "take-stock": stock}
    after = given["hand"] + sum(gains.get(step.does, 0) for step in rules.steps)
    return {
        "stock": stock,
        "maker_after_stock": after,
        "maker_discards": after - rules.play_hand,
        "other_discards": given["hand"] - rules.play_hand,
    }


def deal_total(example: Example) -> Mapping[str, Any]:
    given = example["input"]["points"]
    points: dict[str, Any] = {f"pt_{name}": given.get(name, 0) for name in {*counting.POINTS, *given}}
    return {"total": replace(rules_of(example), **points).total}


def _knows(*keys: str) -> frozenset[str]:
    return frozenset({*keys, "option", "override"})


_LEVELS: Final[Mapping[str, tuple[Callable[[Example], Mapping[str, Any]], frozenset[str]]]] = {
    "auction": (auction, _knows("seats", "dealer", "calls")),
    "trick": (trick, _knows("trump", "plays")),
    "legal": (legal_cards, _knows("trump", "hand", "led", "first_trick")),
    "count": (count, _knows("trump", "played", "captured", "sides")),
    "full_hand": (full_hand, _knows("trump", "maker", "bid", "sides", "hands", "tricks")),
    "score": (score, _knows("before", "maker", "bid", "shoot", "made", "points", "all_tricks", "took_over_pitch")),
    "fold": (fold, _knows("maker", "bid", "before", "defender_points_fallen")),
    "team_out": (team_out, _knows("left_with", "trump", "taken_before")),
    "exchange": (exchange, _knows("trumps_held", "hand_limit", "pack", "players", "hand")),
    "deal_total": (deal_total, _knows("points")),
}
DRIVERS: Final = {(family, level): driver for family in ("pitch", "smear") for level, driver in _LEVELS.items()}
