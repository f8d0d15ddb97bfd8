"""Computes answers to the worked examples of the simple games. Each function sets up a table, plays the acts and returns the answer."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from domain.kernel.cards import Seat
from domain.kernel.events import Event
from domain.record.fold import read
from domain.systems import SYSTEMS
from domain.systems.box import play as box
from domain.systems.box.table import Box, Holding
from domain.systems.high_card.play import evolve, open_table
from domain.systems.high_card.table import HighCard, HighCardRules, can_deal, closed_round, next_opener, stock_of
from domain.systems.high_card_low_card.table import LowCardRules, winners_of
from tests.domain.playing import act, events, opening, place, reveal

Example = Mapping[str, Any]


def _high_card(seats: int, example: Example) -> HighCard:
    return open_table(opening(SYSTEMS["high-card"], seats, **_options(example)))


def high_card_hand(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    names: list[str] = given["seats"]
    seat = {name: Seat(n) for n, name in enumerate(names)}
    leader = seat[given["leader"]]
    active = tuple(s for name, s in seat.items() if name in given["cards"])
    before = replace(_high_card(len(names), example), phase="deal", opener=leader, leader=leader, active=active)
    order = [*range(leader, len(names)), *range(leader)]
    acts = [place(n, given["declared"][names[n]]) for n in order if n in active]
    table = before
    for event in events([*acts, reveal({seat[name]: card for name, card in given["cards"].items()})]):
        table = evolve(table, event)
    last = table.ledger.closed[-1] if table.ledger.closed else None
    right = [s for s in active if s in (last.points if last else table.active)]
    return {
        "right": [names[s] for s in right],
        "eliminated": [names[s] for s in active if s not in right],
        "round_end": last.reason if last else None,
        "scorers": [names[s] for s in last.points] if last else [],
        "next_leader": None if table.leader is None else names[table.leader],
    }


def high_card_deck(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    stock = stock_of(given["hand_counts"].values(), given["face_up"])
    return {"stock": stock, "can_deal": can_deal(stock, given["active"])}


def high_card_next_opener(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    names: list[str] = given["seats"]
    rules = HighCardRules(exclude_last_leader=given.get("option") == "exclude_last_leader")
    scorers = [Seat(names.index(name)) for name in given["scorers"]]
    ring = [Seat(n) for n in range(len(names))]
    return {"opener": names[next_opener(ring, Seat(names.index(given["last_leader"])), scorers, rules)]}


def high_card_game_end(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    names = list(given["scores_before"])
    table = _high_card(len(names), example)
    scores = {Seat(n): given["scores_before"][name] for n, name in enumerate(names)}
    points = {Seat(names.index(name)): 1 for name in given["scorers"]}
    reason = "single_survivor" if len(points) == 1 else "cards_short" if points else "all_out"
    opener = next(iter(points), None)
    after = closed_round(replace(table, ledger=replace(table.ledger, scores=scores)), reason, points, opener, 1)
    return {
        "scores_after": {name: after.ledger.scores[Seat(n)] for n, name in enumerate(names)},
        "ended": after.phase == "over",
        "winners": [names[seat] for seat in after.winners],
    }


def low_card_round(example: Example) -> Mapping[str, Any]:
    names = list(example["input"]["values"])
    values = {str(n): example["input"]["values"][name] for n, name in enumerate(names)}
    system = SYSTEMS["high-card-low-card"]
    acts = [*(act("CardSelected", seat=n) for n in range(len(names))), act("NumbersRevealed", values=values)]
    reading = read(system, events([opening(system, len(names), **_options(example)), *acts]))
    return {"delta": {name: system.outcome(reading.table).scores[Seat(n)] for n, name in enumerate(names)}}


def low_card_end(example: Example) -> Mapping[str, Any]:
    totals: dict[str, int] = example["input"]["totals"]
    rules = LowCardRules(**{**_options(example), "target": example["input"]["target"]})
    winners = [list(totals)[seat] for seat in winners_of({Seat(n): total for n, total in enumerate(totals.values())}, rules)]
    return {"winner": winners[0] if len(winners) == 1 else None, "winners": winners}


def one_up_round(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    names = list(given["cards"])
    system = SYSTEMS["one-up"]
    cards = {str(n): given["cards"][name] for n, name in enumerate(names)}
    options = {"ace": given.get("ace", "high"), "jokers": "top" if {"HJ", "LJ"} & set(cards.values()) else "out", **_options(example)}
    acts = [*(act("CardOffered", seat=n) for n in range(len(names))), act("CardsFlipped", cards=cards)]
    reading = read(system, events([opening(system, len(names), **options), *acts]))
    gains = {name: system.outcome(reading.table).scores[Seat(n)] for n, name in enumerate(names)}
    takers = [name for name, gain in gains.items() if gain > 1]
    return {"winner": takers[0] if takers else None, "gains": gains}


def box_round(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    names: list[str] = given["seats"]
    seat = {name: Seat(n) for n, name in enumerate(names)}
    table = box.open_table(opening(SYSTEMS["box"], len(names), **_options(example)))
    holdings = {seat[n]: Holding(box=given["box"][n], extras=given["extras"][n], hand=given.get("hand", {}).get(n, 4)) for n in names}
    table = replace(table, holdings=holdings, leader=seat[given["leader"]], phase="lead")
    kinds = {"hand": "CardPlayed", "box": "BoxDrawn"}
    order, before = [], table
    for event, action in zip(_box_events(given["actions"], seat, kinds), given["actions"], strict=True):
        before, table = table, box.evolve(table, event)
        order.append(action["player"])
    over = bool(table.ledger.closed)
    winner = next(iter(table.ledger.closed[-1].points)) if over else None
    turned = before.direction if over else table.direction
    return {
        "round_winner": None if winner is None else names[winner],
        "loser_of_box_card": names[table.lost_by] if over and table.lost_by is not None else None,
        "box": {name: table.holdings[seat[name]].box for name in names},
        "extras": {name: table.holdings[seat[name]].extras for name in names},
        "turn_order": order,
        "direction": "clockwise" if turned > 0 else "counterclockwise",
        "out_or_resurrect": [name for name in names if over and table.holdings[seat[name]].box == 0],
        "next_player": names[table.leader if over or table.turn is None else table.turn],  # type: ignore[index]
    }


def _box_events(actions: list[dict[str, str]], seat: Mapping[str, Seat], kinds: Mapping[str, str]) -> tuple[Event, ...]:
    return events(act(kinds[action["from"]], seat=seat[action["player"]], card=action["card"]) for action in actions)


def box_trade_in(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    table = _box_between_rounds(example, Holding(extras=given["extras"], box=given["box"]))
    legal = table.may_trade(Seat(0)) and given["box"] < given["box_capacity"]
    (event,) = events([act("ExtrasTraded", seat=0)])
    mine = box.evolve(table, event).holdings[Seat(0)] if legal else table.holdings[Seat(0)]
    return {"legal": legal, "extras": mine.extras, "box": mine.box}


def box_resurrect(example: Example) -> Mapping[str, Any]:
    given = example["input"]
    holding = Holding(hand=given["hand"], extras=given["extras"], box=given["box"], resurrected=given["used_before"])
    table = replace(_box_between_rounds(example, holding), stock=given["stock"])
    legal = table.may_resurrect(Seat(0))
    (event,) = events([act("Resurrected", seat=0)])
    after = box.evolve(table, event) if legal else table
    mine = after.holdings[Seat(0)]
    return {
        "legal": legal,
        "hand": mine.hand,
        "extras": mine.extras,
        "box": mine.box,
        "hand_limit": mine.limit,
        "stock": after.stock,
        "may_resurrect_again": not mine.resurrected,
    }


def _box_between_rounds(example: Example, holding: Holding) -> Box:
    table = box.open_table(opening(SYSTEMS["box"], 4, **_options(example)))
    return replace(table, holdings={**table.holdings, Seat(0): holding}, leader=Seat(1), phase="loss" if holding.box == 0 else "lead")


def _options(example: Example) -> dict[str, Any]:
    """Return the house rules of an example: its `option`, and the fields of its `override`."""
    given = example["input"]
    return {**({given["option"]: True} if "option" in given else {}), **given.get("override", {})}


def _knows(*keys: str) -> frozenset[str]:
    return frozenset({*keys, "option", "override"})


DRIVERS: Final[Mapping[tuple[str, str], tuple[Callable[[Example], Mapping[str, Any]], frozenset[str]]]] = {
    ("high-card", "hand"): (high_card_hand, _knows("seats", "leader", "cards", "declared")),
    ("high-card", "deck"): (high_card_deck, _knows("active", "hand_counts", "face_up")),
    ("high-card", "next_opener"): (high_card_next_opener, _knows("seats", "last_leader", "scorers")),
    ("high-card", "game_end"): (high_card_game_end, _knows("scores_before", "scorers")),
    ("high-card-low-card", "round"): (low_card_round, _knows("values")),
    ("high-card-low-card", "end"): (low_card_end, _knows("totals", "target")),
    ("one-up", "round"): (one_up_round, _knows("cards", "ace")),
    ("box", "round"): (box_round, _knows("seats", "leader", "box", "extras", "actions", "hand")),
    ("box", "trade_in"): (box_trade_in, _knows("extras", "box", "box_capacity")),
    ("box", "resurrect"): (box_resurrect, _knows("hand", "extras", "box", "stock", "used_before")),
}
