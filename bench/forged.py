"""Makes entries that are wrong: acts made up at random, and errors put into acts, for bench/marring.py.

Both follow the JSON Schema of an act's shape. This module knows no rules of games. The only types of acts that it names are in the lists
below. Because of this, older and newer versions of the code make the same errors.

An *entry* is an act as a client sends it. A *scene* is what is known of a game while its entries are written."""

from collections.abc import Iterable, Mapping
from random import Random
from re import fullmatch
from typing import Any, Final, NamedTuple

from domain.kernel.cards import CARDS
from domain.kernel.events import COMMON, EVENT_TYPES
from domain.kernel.shapes import Fault
from domain.system import System, Table

STATED: Final = ("RoundStated", "ScoreStated", "ResultStated", "DealVoided", "CardsShown", "RulingRecorded", "PlayerLeft", "PlayerJoined",
                 "TimeCalled", "IrregularityCalled", "ConcessionMade")  # fmt: skip
"""Acts that are made up most often. They are often false. Any other act may be made up too, but less often."""
NEVER: Final = frozenset(("GameOpened", "Retracted", "ResultConfirmed", "VisibilitySet", "SpectatorDelaySet", "GameLinked"))
"""Acts that are never made up at random: other code adds them on purpose, or no system reads them."""
TEXTS: Final = ("a word", "p-eva", "revoke@7", "home-4nq2x7yexbumtczp", "9c" * 32)
ALL_CARDS: Final = tuple(sorted(CARDS))
TOP_SEAT: Final = 15
"""The highest seat. In a JSON Schema, an integer with this maximum is a seat."""
TOP_VERSION: Final = 10**9
"""The highest version of an event. In a JSON Schema, an integer with this maximum is the version of an event."""


class Entry(NamedTuple):
    """An act as a client sends it. `after`: the version that it follows in table order; None if it belongs at the end."""

    type: str
    data: Mapping[str, Any]
    after: int | None = None


class Scene:
    """What a forger knows of a game while its entries are written: the seats, the cards that each seat holds according to the record, the
    cards that were seen, and the stock."""

    def __init__(self, dice: Random, seats: Iterable[int]) -> None:
        self.dice, self.seats, self.version = dice, list(seats), 1
        self.held: dict[int, list[str]] = {}
        self.seen: list[str] = []
        self.stock: list[str] = []

    def note(self, entry: Entry) -> None:
        self.version += 1
        data, seat = entry.data, entry.data.get("seat")
        self.stock = list(data.get("stock") or self.stock)
        for value in (data.get("hands"), data.get("cards")):
            if isinstance(value, Mapping):
                self.held.update({int(key): list(cards) for key, cards in value.items() if isinstance(cards, list)})
            elif isinstance(value, list) and seat is not None:
                self.held.setdefault(seat, []).extend(value)
        if isinstance(card := data.get("card"), str) and seat is not None:
            self.seen.append(card)
            self.held[seat] = [other for other in self.held.get(seat, ()) if other != card]

    def drawn(self, entry: Entry) -> Entry:
        """Return the entry. If the entry draws cards from a recorded stock without naming the cards, the names of the drawn cards are
        added."""
        count = entry.data.get("count", 0)
        if entry.type not in ("CardsDrawn", "StockTaken") or "cards" in entry.data or not 0 < count <= len(self.stock):
            return entry
        cards, self.stock = self.stock[:count], self.stock[count:]
        return entry._replace(data={**entry.data, "cards": cards})

    def card(self, seat: int | None) -> str:
        """Return a card: one from the hand of this seat, one that was seen, or any card."""
        near = self.held.get(-1 if seat is None else seat) or ALL_CARDS
        return self.dice.choice(self.dice.choice((near, near, self.seen or ALL_CARDS, ALL_CARDS)))


def invented(schema: Any, scene: Scene, seat: int | None = None) -> Any:
    """Return a random value of this JSON Schema. `seat`: the seat whose act it is, None if unknown."""
    dice = scene.dice
    match schema:
        case {"enum": words}:
            return dice.choice(words)
        case {"anyOf": [item, *_]}:
            return None if dice.random() < 0.5 else invented(item, scene, seat)
        case {"oneOf": several}:
            return invented(dice.choice(several), scene, seat)
        case {"type": "boolean"}:
            return dice.random() < 0.5
        case {"type": "integer", "minimum": low, "maximum": high}:
            return _number(low, high, scene)
        case {"type": "string", "pattern": pattern}:
            return scene.card(seat) if "AKQJT" in pattern else next(text for text in TEXTS if fullmatch(pattern, text))
        case {"items": item, "minItems": least, "maxItems": most}:
            return [invented(item, scene, seat) for _ in range(dice.randint(least, min(most, least + 6)))]
        case {"propertyNames": _, "additionalProperties": item, "minProperties": least}:
            seats = dice.sample(scene.seats, dice.randint(least, len(scene.seats)))
            return {str(each): invented(item, scene, each) for each in sorted(seats)}
        case {"properties": fields, "required": required}:
            made = {name: invented(field, scene, seat) for name, field in fields.items() if name in required or dice.random() < 0.5}
            return {name: value for name, value in made.items() if value is not None}
    raise ValueError(f"no value is known for {schema}")


def _number(low: int, high: int, scene: Scene) -> int:
    if high == TOP_SEAT:
        return scene.dice.choice(scene.seats)
    if high == TOP_VERSION:
        return scene.dice.randint(1, scene.version)
    return min(high, max(low, scene.dice.choice((-1, 0, 1, 1, 2, 2, 3, 4, 5, 6, 9))))


def altered(schema: Any, value: Any, scene: Scene, seat: int | None = None) -> Any:
    """Return a copy of `value` with one random change: a part is changed, left out, doubled or moved. By chance, the copy may equal
    `value`. `schema`: the JSON Schema of `value`."""
    dice = scene.dice
    match schema:
        case {"anyOf": [item, *_]}:
            return None if dice.random() < 0.3 else invented(item, scene, seat) if value is None else altered(item, value, scene, seat)
        case {"type": "integer", "minimum": low, "maximum": high} if high not in (TOP_SEAT, TOP_VERSION):
            return min(high, max(low, value + dice.choice((-2, -1, -1, 1, 1, 2))))
        case {"items": item} if value:
            at = dice.randrange(len(value))
            others = dice.choice(([], [value[at]] * 2, [altered(item, value[at], scene, seat)]))
            return [*value[:at], *others, *value[at + 1 :]]
        case {"propertyNames": _, "additionalProperties": item} if value:
            key, other = dice.choice(sorted(value)), str(dice.choice(scene.seats))
            without = {name: inner for name, inner in value.items() if name != key}
            changed = {key: altered(item, value[key], scene, int(key))}
            return {**without, **dice.choice(({}, {other: value[key]}, changed, changed))}
        case {"properties": fields} if value:
            name = dice.choice(sorted(value if dice.random() < 0.8 else fields))
            changed = {**value, name: altered(fields[name], value.get(name), scene, value.get("seat", seat))}
            return {name: inner for name, inner in changed.items() if inner is not None}
    return invented(schema, scene, seat)


def valid(entry: Entry) -> bool:
    faults: list[Fault] = []
    EVENT_TYPES[entry.type].shape.read(entry.data, "", faults)
    return not faults


def wrong(entry: Entry, scene: Scene) -> Entry:
    """Return a copy of the entry with an error in it. If the error would give it a wrong shape, return the entry unchanged."""
    changed = entry._replace(data=altered(EVENT_TYPES[entry.type].shape.schema(), entry.data, scene))
    return changed if valid(changed) else entry


def made_up(system: System[Table], scene: Scene) -> Entry:
    """Return a random act of any type that the system takes."""
    often = scene.dice.random() < 0.4
    types = STATED if often else sorted((system.acts | COMMON if scene.dice.random() < 0.2 else system.acts) - NEVER)
    name = scene.dice.choice(types)
    entry = Entry(name, invented(EVENT_TYPES[name].shape.schema(), scene))
    return entry if valid(entry) else Entry("ScoreStated", {"scores": {str(scene.seats[0]): 1}})
