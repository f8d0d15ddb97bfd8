"""Reads finished tournaments that were published elsewhere, in the format of docs/finished-tournaments.md.

A published tournament is JSON. It has the entries, the rounds with their results, and the values that the publisher printed, such as
tie-breaks. `read_published` reports every fault with its place. replayed.py makes events from the tournament.

Points and scores may be fractions in this format. Events only have whole numbers, so every value is multiplied by `Published.unit`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from re import fullmatch
from typing import Annotated, Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events.club import PERSON_NAME
from domain.kernel.events.common import MOST_ROUNDS
from domain.kernel.events.kinds import fields_of
from domain.kernel.events.tournaments import ENTRY, MOST_ENTRIES
from domain.kernel.shapes import Fault, Flag, ListOf, OneOf, Optional, Plain, Shape, Text, Whole, escape

# --- the form of its JSON -----------------------------------------------------------------------------------------------------------------


SYSTEMS: Final = {"swiss": "swiss", "round robin": "round-robin"}
"""The values of `system` in a published tournament, each with the name of the format here."""
KINDS_OF_SINGLES: Final = ("PAB", "HPB", "FPB", "ZPB", "ABS")
"""The kinds of rounds without a game. PAB: a bye, because no opponent was left. HPB, FPB, ZPB: a bye that the player asked for, worth half
a point, a full point or nothing. ABS: absent, because the player was not yet there or was withdrawn."""
MOST: Final = 10**6


def exact(text: str) -> Fraction:
    """Return a JSON number with a decimal point as a fraction. Meant for `parse_float` of the module json. Raises ValueError for a
    number with an exponent or with too many digits."""
    if not fullmatch(r"-?[0-9]{1,12}\.[0-9]{1,12}", text):
        raise ValueError("a number has an exponent or too many digits")
    return Fraction(text)


@dataclass(frozen=True, slots=True)
class Number(Plain):
    """A JSON number, which is read as a Fraction."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            faults.append(Fault(pointer, "must be a number"))
            return Fraction(0)
        if abs(value) > MOST:
            faults.append(Fault(pointer, f"must lie between -{MOST} and {MOST}"))
        return Fraction(value)

    def schema(self) -> dict[str, Json]:
        return {"type": "number", "minimum": -MOST, "maximum": MOST}


@dataclass(frozen=True, slots=True)
class Anything(Plain):
    """Any JSON value. What is in it is not checked."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return None

    def schema(self) -> dict[str, Json]:
        return {}


@dataclass(frozen=True, slots=True)
class ByName(Plain):
    """A map from a name to a value. `names`: the only names that are allowed; empty if every name is allowed."""

    item: Shape
    names: tuple[str, ...] = ()
    most: int = 60

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping) or len(value) > self.most:
            faults.append(Fault(pointer, f"must be a map with at most {self.most} names"))
            return {}
        for name in value:
            if self.names and name not in self.names:
                faults.append(Fault(f"{pointer}/{escape(name)}", "is not a name here; known: " + ", ".join(self.names)))
        return {name: self.item.read(item, f"{pointer}/{escape(name)}", faults) for name, item in value.items()}

    def schema(self) -> dict[str, Json]:
        names: dict[str, Json] = {"propertyNames": {"enum": list(self.names)}} if self.names else {}
        return {"type": "object", "additionalProperties": self.item.schema(), "maxProperties": self.most, **names}


NUMBER: Final = Number()
AnAnything = Annotated[object, Anything()]
ANumber = Annotated[Fraction, NUMBER]
MaybeNumber = Annotated[Fraction | None, Optional(NUMBER)]
APlayer = Annotated[int, ENTRY]
NUMBERS: Final = ListOf(ENTRY, most=MOST_ENTRIES)


@dataclass(frozen=True, slots=True)
class RawScoring:
    win: ANumber
    draw: ANumber
    loss: ANumber
    bye_net: MaybeNumber = None
    unplayed: Annotated[
        Mapping[str, tuple[Fraction, Fraction]] | None, Optional(ByName(ListOf(NUMBER, least=2, most=2), KINDS_OF_SINGLES))
    ] = None


@dataclass(frozen=True, slots=True)
class RawPlayer:
    no: APlayer
    points: ANumber
    name: Annotated[str | None, Optional(PERSON_NAME)] = None
    rating: AnAnything = None
    place: Annotated[int | None, Optional(ENTRY)] = None
    tiebreaks: Annotated[Mapping[str, Fraction | None] | None, Optional(ByName(Optional(NUMBER)))] = None
    prize: AnAnything = None


@dataclass(frozen=True, slots=True)
class RawGame:
    a: APlayer
    b: APlayer
    pa: ANumber
    pb: ANumber
    kind: Annotated[str, OneOf(("played", "forfeit"))]
    sa: MaybeNumber = None
    sb: MaybeNumber = None
    a_side: AnAnything = None


@dataclass(frozen=True, slots=True)
class RawSingle:
    p: APlayer
    kind: Annotated[str, OneOf(KINDS_OF_SINGLES)]
    points: MaybeNumber = None
    sa: MaybeNumber = None


@dataclass(frozen=True, slots=True)
class RawRound:
    n: Annotated[int, Whole(1, MOST_ROUNDS)]
    games: Annotated[tuple[RawGame, ...], ListOf(fields_of(RawGame), most=MOST_ENTRIES // 2)] = ()
    singles: Annotated[tuple[RawSingle, ...], ListOf(fields_of(RawSingle), most=MOST_ENTRIES)] = ()


@dataclass(frozen=True, slots=True)
class RawDirect:
    group: Annotated[tuple[int, ...], NUMBERS]
    order: Annotated[tuple[tuple[int, ...], ...], ListOf(NUMBERS, most=MOST_ENTRIES)]


@dataclass(frozen=True, slots=True)
class RawEvent:
    """A published tournament before its meaning is checked: with the fields and the names that the file has."""

    id: Annotated[str, Text(120)]
    system: Annotated[str, OneOf(tuple(SYSTEMS))]
    scoring: Annotated[RawScoring, fields_of(RawScoring)]
    players: Annotated[tuple[RawPlayer, ...], ListOf(fields_of(RawPlayer), most=MOST_ENTRIES)] = ()
    rounds: Annotated[tuple[RawRound, ...], ListOf(fields_of(RawRound), most=MOST_ROUNDS)] = ()
    title: Annotated[str | None, Optional(Text(500))] = None
    source: AnAnything = None
    rules: Annotated[str | None, Optional(Text(10_000))] = None
    tiebreak_order: Annotated[tuple[str, ...], ListOf(Text(60), most=60)] = ()
    has_final: Annotated[bool, Flag()] = False
    published_direct_encounter: Annotated[tuple[RawDirect, ...], ListOf(fields_of(RawDirect), most=MOST_ENTRIES)] = ()
    published_orders: Annotated[Mapping[str, tuple[int, ...]] | None, Optional(ByName(NUMBERS))] = None


FORM: Final = fields_of(RawEvent)


# --- reading it ---------------------------------------------------------------------------------------------------------------------------


__all__ = [
    "KINDS_OF_SINGLES",
    "SYSTEMS",
    "Game",
    "Published",
    "PublishedEntry",
    "PublishedRound",
    "Refused",
    "Single",
    "Worth",
    "read_published",
]


class Refused(ValueError):
    """Raised for a published tournament that the format does not allow. `faults`: all faults, with pointers into the JSON value."""

    def __init__(self, where: str, faults: Sequence[Fault]) -> None:
        super().__init__(f"{where}: " + "; ".join(f"{fault.pointer} {fault.message}".strip() for fault in faults))
        self.faults = tuple(faults)


class Game(NamedTuple):
    """A game of a round. `entries`, `points`, `scores`: one item for each of the two sides; `scores` is None if they are unknown.
    `forfeit`: whether the game was decided by forfeit, without being played."""

    entries: tuple[int, int]
    points: tuple[Fraction, Fraction]
    scores: tuple[Fraction, Fraction] | None
    forfeit: bool


class Single(NamedTuple):
    """A round in which an entry had no game. `kind`: one of KINDS_OF_SINGLES. `score`: None if unknown."""

    entry: int
    kind: str
    points: Fraction
    score: Fraction | None


class PublishedRound(NamedTuple):
    number: int
    games: tuple[Game, ...]
    singles: tuple[Single, ...]


class PublishedEntry(NamedTuple):
    """What the publisher printed for an entry. `place`: None if not printed. `values`: the printed values, by the printed name of the
    tie-break. `name`: the name of the person or team; None if the file does not have it."""

    number: int
    points: Fraction
    place: int | None
    values: Mapping[str, Fraction]
    name: str | None = None


class Worth(NamedTuple):
    """What results are worth. `bye_net`: the score of a bye; None if a bye has none. `unplayed`: only for tournaments of teams: (points,
    score) of a round without a game, by its kind."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    bye_net: Fraction | None
    unplayed: Mapping[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class Published:
    """A published tournament. `title`: its title, or its id if the file has no title. `has_final`: whether a final, which is not in
    `rounds`, decided the first places. `unit`: the least even number by which all points and scores must be multiplied to be whole.

    `order`: the printed names of the tie-breaks, in the order in which they are applied. `orders`: {printed tie-break: the entries in its
    printed order, the best first}. `direct`: how level entries were ordered by direct encounter, as pairs: (the group of level entries, its
    printed order). Such an order has a tuple for each place, and entries that stay level share a tuple.
    """

    id: str
    title: str
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
    """Read a published tournament from a JSON value, and return it. Fractions must be of type Fraction, never float. Raises Refused."""
    faults: list[Fault] = []
    id_ = value.get("id") if isinstance(value, Mapping) else None
    where = id_[:120] if isinstance(id_, str) else "the tournament"
    event = FORM.read(value, "", faults)  # type: ignore[arg-type]
    if not isinstance(event, RawEvent):
        raise Refused(where, faults)
    faults += [*_twice([player.no for player in event.players]), *_strangers(event), *_incomplete(event), *_unordered(event)]
    if faults:
        raise Refused(where, faults)
    worth = _worth(event.scoring)
    rounds = tuple(_round(played, worth) for played in event.rounds)
    return Published(
        id=event.id,
        title=event.title or event.id,
        system=event.system,
        rules=event.rules or "",
        worth=worth,
        order=event.tiebreak_order,
        direct=tuple((direct.group, direct.order) for direct in event.published_direct_encounter),
        orders=event.published_orders or {},
        entries=tuple(map(_entry, event.players)),
        rounds=rounds,
        has_final=event.has_final,
        unit=_unit(worth, rounds),
    )


# --- faults that concern several fields ---------------------------------------------------------------------------------------------------


def _twice(numbers: Sequence[int]) -> Iterator[Fault]:
    for index, number in enumerate(numbers):
        if number in numbers[:index]:
            yield Fault(f"/players/{index}/no", f"{number} is the number of an earlier player")


def _strangers(event: RawEvent) -> Iterator[Fault]:
    """Yield a fault for each number in a round that is not the number of a player, or that occurs twice in the round."""
    known = {player.no for player in event.players}
    for index, played in enumerate(event.rounds):
        there: set[int] = set()
        named = [
            *((f"games/{at}/{side}", getattr(game, side)) for at, game in enumerate(played.games) for side in ("a", "b")),
            *((f"singles/{at}/p", single.p) for at, single in enumerate(played.singles)),
        ]
        for place, number in named:
            if number not in known:
                yield Fault(f"/rounds/{index}/{place}", f"{number} is no player")
            elif number in there:
                yield Fault(f"/rounds/{index}/{place}", f"{number} is in this round more than once")
            there.add(number)


def _incomplete(event: RawEvent) -> Iterator[Fault]:
    """Yield a fault for each game with only one score, and for each round without a game whose points are not known."""
    for index, played in enumerate(event.rounds):
        for at, game in enumerate(played.games):
            if (game.sa is None) != (game.sb is None):
                yield Fault(
                    f"/rounds/{index}/games/{at}/{'sa' if game.sa is None else 'sb'}", "is required, because the other score is given"
                )
        for at, single in enumerate(played.singles):
            if single.points is None and single.kind not in (event.scoring.unplayed or {}):
                yield Fault(f"/rounds/{index}/singles/{at}/points", "is required")


def _unordered(event: RawEvent) -> Iterator[Fault]:
    """Yield a fault for each printed direct encounter whose group names no players, or whose order does not name each player of the
    group exactly once."""
    known = {player.no for player in event.players}
    for index, direct in enumerate(event.published_direct_encounter):
        if not set(direct.group) <= known or not direct.group:
            yield Fault(f"/published_direct_encounter/{index}/group", "must name players")
        if sorted(entry for tier in direct.order for entry in tier) != sorted(set(direct.group)):
            yield Fault(f"/published_direct_encounter/{index}/order", "must name each player of the group once")


# --- parts --------------------------------------------------------------------------------------------------------------------------------


def _worth(scoring: RawScoring) -> Worth:
    unplayed = {kind: (pair[0], pair[1]) for kind, pair in (scoring.unplayed or {}).items()}
    return Worth(scoring.win, scoring.draw, scoring.loss, scoring.bye_net, unplayed)


def _entry(player: RawPlayer) -> PublishedEntry:
    printed = {name: value for name, value in (player.tiebreaks or {}).items() if value is not None}
    return PublishedEntry(player.no, player.points, player.place, printed, player.name)


def _round(played: RawRound, worth: Worth) -> PublishedRound:
    games = [
        Game(
            (game.a, game.b), (game.pa, game.pb), None if game.sa is None or game.sb is None else (game.sa, game.sb), game.kind == "forfeit"
        )
        for game in played.games
    ]
    return PublishedRound(played.n, tuple(games), tuple(_single(single, worth) for single in played.singles))


def _single(single: RawSingle, worth: Worth) -> Single:
    points, score = worth.unplayed.get(single.kind, (Fraction(0), worth.bye_net if single.kind == "PAB" else None))
    return Single(single.p, single.kind, points if single.points is None else single.points, score if single.sa is None else single.sa)


def _unit(worth: Worth, rounds: Sequence[PublishedRound]) -> int:
    numbers = [worth.win, worth.draw, worth.loss, *(number for pair in worth.unplayed.values() for number in pair)]
    numbers += [] if worth.bye_net is None else [worth.bye_net]
    for played in rounds:
        numbers += [number for game in played.games for number in (*game.points, *(game.scores or ()))]
        numbers += [number for single in played.singles for number in (single.points, single.score) if number is not None]
    return lcm(2, *(number.denominator for number in numbers))
