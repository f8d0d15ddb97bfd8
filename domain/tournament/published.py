"""Reads finished tournaments that were published elsewhere, in the format of docs/finished-tournaments.md.

A published tournament is JSON. It has the entries, the rounds with their results, and the values that the publisher printed, such as
tie-breaks. `read_published` reports every fault with its place. replayed.py makes events from the tournament.

Points and scores may be fractions in this format. Events only have whole numbers, so every value is multiplied by `Published.unit`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from domain.kernel.shapes import Fault
from domain.tournament.published_form import FORM, KINDS_OF_SINGLES, SYSTEMS, RawEvent, RawPlayer, RawRound, RawScoring, RawSingle

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
