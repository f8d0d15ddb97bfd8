"""Reads finished tournaments whose values were published, in the format of `TOURNAMENTS.md`.

A published tournament is JSON: its entries, its rounds and results, and the values that somebody printed. `read_published` refuses every
key that the format does not name. replayed.py makes events from the result.

Points and scores may be fractions in this format. Events count in whole numbers, so every value is multiplied by `Published.unit`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

SYSTEMS = {"swiss": "swiss", "round robin": "round-robin"}
"""The name of each system in the file, and the name of our format."""
SINGLES = frozenset({"PAB", "HPB", "FPB", "ZPB", "ABS"})
"""The kinds of rounds without a game. PAB: a bye, because no opponent was left. HPB, FPB, ZPB: a bye that was asked for, worth half a
point, a full point or nothing. ABS: absent, not yet there or withdrawn."""


class Refused(ValueError):
    """A published tournament that the format does not allow. The message names the place and the key."""


class Game(NamedTuple):
    """A game of a round. `entries`, `points`, `scores`: of its two sides (`scores` None: unknown). `forfeit`: whether it was not played."""

    entries: tuple[int, int]
    points: tuple[Fraction, Fraction]
    scores: tuple[Fraction, Fraction] | None
    forfeit: bool


class Single(NamedTuple):
    """An entry's round without a game. `kind`: one of SINGLES. `score` None: unknown."""

    entry: int
    kind: str
    points: Fraction
    score: Fraction | None


class PublishedRound(NamedTuple):
    number: int
    games: tuple[Game, ...]
    singles: tuple[Single, ...]


class PublishedEntry(NamedTuple):
    """What was printed for an entry. `place` None: not printed. `values`: by the printed name of the tie-break."""

    number: int
    points: Fraction
    place: int | None
    values: Mapping[str, Fraction]


class Worth(NamedTuple):
    """What results are worth. `bye_net`: the score of a bye (None: it has none). `unplayed`: for teams, by kind of single, the points and
    the score."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    bye_net: Fraction | None
    unplayed: Mapping[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class Published:
    """A published tournament. `order`: the printed names of the tie-breaks, in order. `direct`: for groups of level entries, pairs of the
    group and its order by direct encounter; entries that stay level share a tuple in that order. `orders`: by printed name of a tie-break,
    the entries, best place first. `has_final`: whether a final, which is not in `rounds`, decided the first places. `unit`: the least even
    number that makes every point and score whole."""

    id: str
    system: str
    rules: str
    worth: Worth
    order: tuple[str, ...]
    direct: tuple[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], ...]
    orders: Mapping[str, tuple[int, ...]]
    entries: tuple[PublishedEntry, ...]
    rounds: tuple[PublishedRound, ...]
    has_final: bool
    unit: int


def read_published(value: object) -> Published:
    """Read the tournament from a JSON value. Fractions must be Fraction, never float. Raises Refused."""
    event = _Place(value, "the tournament")
    event = _Place(value, event.text("id"))
    event.only("id title system source rules scoring tiebreak_order has_final published_direct_encounter published_orders players rounds")
    system = event.text("system")
    if system not in SYSTEMS:
        raise Refused(f"{event.where}: system {system!r} is unknown; known: {', '.join(SYSTEMS)}")
    worth = _worth(event.inner("scoring"))
    entries = tuple(_entry(place) for place in event.list("players"))
    rounds = tuple(_round(place, worth) for place in event.list("rounds"))
    _once(event.where, "players", [entry.number for entry in entries])
    for played in rounds:
        _known(event.where, played, frozenset(entry.number for entry in entries))
    return Published(
        id=event.where,
        system=system,
        rules=event.text("rules", ""),
        worth=worth,
        order=event.names("tiebreak_order"),
        direct=tuple(_direct(place) for place in event.list("published_direct_encounter")),
        orders={name: orders.numbers(name) for orders in event.maybe("published_orders") for name in orders.fields},
        entries=entries,
        rounds=rounds,
        has_final=event.fields.get("has_final") is True,
        unit=_unit(worth, rounds),
    )


def _known(where: str, played: PublishedRound, numbers: frozenset[int]) -> None:
    """Refuses a round that names an entry twice, or names an entry that does not exist."""
    named = [*(entry for game in played.games for entry in game.entries), *(single.entry for single in played.singles)]
    _once(where, f"round {played.number}", named)
    if strange := sorted(set(named) - numbers):
        raise Refused(f"{where}: round {played.number} names {', '.join(map(str, strange))}, who is no player")


def _once(where: str, part: str, numbers: Sequence[int]) -> None:
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        raise Refused(f"{where}: {part} names {', '.join(map(str, twice))} more than once")


def _worth(place: "_Place") -> Worth:
    place.only("win draw loss bye_net unplayed")
    unplayed = {}
    for kinds in place.maybe("unplayed"):
        kinds.only(" ".join(sorted(SINGLES)))
        for kind in kinds.fields:
            pair = kinds.fractions(kind)
            if len(pair) != 2:
                raise Refused(f"{kinds.where}: {kind} must be [match points, game points]")
            unplayed[kind] = (pair[0], pair[1])
    return Worth(place.fraction("win"), place.fraction("draw"), place.fraction("loss"), place.optional("bye_net"), unplayed)


def _direct(place: "_Place") -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    place.only("group order")
    return place.numbers("group"), tuple(_numbers(tier, f"{place.where} order") for tier in place.values("order"))


def _entry(place: "_Place") -> PublishedEntry:
    place.only("no rating place points tiebreaks prize")
    printed = {
        name: values.fraction(name) for values in place.maybe("tiebreaks") for name in values.fields if values.fields[name] is not None
    }
    standing = None if place.fields.get("place") is None else place.number("place")
    return PublishedEntry(place.number("no"), place.fraction("points"), standing, printed)


def _round(place: "_Place", worth: Worth) -> PublishedRound:
    place.only("n games singles")
    singles = tuple(_single(single, worth) for single in place.list("singles"))
    return PublishedRound(place.number("n"), tuple(_game(game) for game in place.list("games")), singles)


def _game(place: "_Place") -> Game:
    place.only("a b pa pb sa sb kind a_side")
    kind = place.text("kind")
    if kind not in ("played", "forfeit"):
        raise Refused(f"{place.where}: kind {kind!r} of a game is unknown; known: played, forfeit")
    scores = (place.optional("sa"), place.optional("sb"))
    whole = None if scores[0] is None or scores[1] is None else (scores[0], scores[1])
    if whole is None and scores != (None, None):
        raise Refused(f"{place.where}: has only one of sa and sb")
    return Game((place.number("a"), place.number("b")), (place.fraction("pa"), place.fraction("pb")), whole, kind == "forfeit")


def _single(place: "_Place", worth: Worth) -> Single:
    place.only("p kind points sa")
    kind = place.text("kind")
    if kind not in SINGLES:
        raise Refused(f"{place.where}: kind {kind!r} of a single is unknown; known: {', '.join(sorted(SINGLES))}")
    score = place.optional("sa")
    if score is None:
        score = worth.unplayed[kind][1] if kind in worth.unplayed else worth.bye_net if kind == "PAB" else None
    points = worth.unplayed[kind][0] if kind in worth.unplayed and "points" not in place.fields else place.fraction("points")
    return Single(place.number("p"), kind, points, score)


def _unit(worth: Worth, rounds: Sequence[PublishedRound]) -> int:
    numbers = [worth.win, worth.draw, worth.loss, *(number for pair in worth.unplayed.values() for number in pair)]
    numbers += [] if worth.bye_net is None else [worth.bye_net]
    for played in rounds:
        numbers += [number for game in played.games for number in (*game.points, *(game.scores or ()))]
        numbers += [number for single in played.singles for number in (single.points, single.score) if number is not None]
    return lcm(2, *(number.denominator for number in numbers))


class _Place:
    """Reads the fields of one JSON object, with checks. `where`: the object's place in the document, for messages."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise Refused(f"{where}: must be an object")
        self.fields: Mapping[str, object] = value
        self.where = where

    def only(self, names: str) -> None:
        strange = sorted(self.fields.keys() - frozenset(names.split()))
        if strange:
            raise Refused(f"{self.where}: unknown key {', '.join(strange)}")

    def text(self, name: str, default: str | None = None) -> str:
        value = self.fields.get(name, default)
        if not isinstance(value, str):
            raise Refused(f"{self.where}: {name} must be a text")
        return value

    def number(self, name: str) -> int:
        return _numbers([self.fields.get(name)], f"{self.where} {name}")[0]

    def fraction(self, name: str) -> Fraction:
        return _fraction(self.fields.get(name), f"{self.where} {name}")

    def optional(self, name: str) -> Fraction | None:
        return None if self.fields.get(name) is None else self.fraction(name)

    def values(self, name: str) -> Sequence[object]:
        value = self.fields.get(name, [])
        if not isinstance(value, list):
            raise Refused(f"{self.where}: {name} must be a list")
        return value

    def list(self, name: str) -> "Iterator[_Place]":
        return (_Place(value, f"{self.where} {name} {index}") for index, value in enumerate(self.values(name)))

    def maybe(self, name: str) -> "Iterator[_Place]":
        return iter([self.inner(name)] if self.fields.get(name) is not None else [])

    def inner(self, name: str) -> "_Place":
        return _Place(self.fields.get(name), f"{self.where} {name}")

    def names(self, name: str) -> tuple[str, ...]:
        values = self.values(name)
        if not all(isinstance(value, str) for value in values):
            raise Refused(f"{self.where}: {name} must be a list of texts")
        return tuple(str(value) for value in values)

    def numbers(self, name: str) -> tuple[int, ...]:
        return _numbers(self.fields.get(name), f"{self.where} {name}")

    def fractions(self, name: str) -> tuple[Fraction, ...]:
        return tuple(_fraction(value, f"{self.where} {name}") for value in self.values(name))


def _numbers(value: object, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(isinstance(item, int) and not isinstance(item, bool) for item in value):
        raise Refused(f"{where}: must be whole numbers")
    return tuple(value)


def _fraction(value: object, where: str) -> Fraction:
    if not isinstance(value, int | Fraction) or isinstance(value, bool):
        raise Refused(f"{where}: must be a number")
    return Fraction(value)
