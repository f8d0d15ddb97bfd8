"""Histories of rounds with two entries at a table: made by hand, at random, or from a published tournament."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from domain.kernel.events.tournaments import Scoring, Settings
from domain.tournament.formats.kinds import Asked, Cannot, Paired
from domain.tournament.formats.swiss import SWISS
from domain.tournament.history import History, Line, Outcome

POINTS: Final[Mapping[Outcome, int]] = {"win": 2, "draw": 1, "loss": 0}
OTHER: Final[Mapping[Outcome, Outcome]] = {"win": "loss", "draw": "draw", "loss": "win"}
SINGLES: Final[Mapping[str, Any]] = {"PAB": "bye", "HPB": "half", "FPB": "full", "ZPB": "zero", "ABS": "absent"}


class Played(NamedTuple):
    """The result of a table. `one`, `other`: the two entries. `outcome`: the result of the entry `one`."""

    one: int
    other: int
    outcome: Outcome
    forfeit: bool = False


class Book:
    """A history to which a test adds rounds. `lines`: for each entry, its lines of the history, one for each round."""

    def __init__(self, entries: Iterable[int], seeds: Mapping[int, int] | None = None) -> None:
        self.lines: dict[int, list[Line]] = {entry: [] for entry in entries}
        self.seeds, self.rounds = dict(seeds or {}), 0

    def add(self, tables: Iterable[Played] = (), byes: Iterable[int] = ()) -> None:
        """Add a round. Entries with neither a table nor a bye are absent."""
        self.rounds += 1
        there = set(byes)
        for entry in there:
            self.lines[entry].append(Line(self.rounds, "bye", POINTS["win"]))
        for table in tables:
            for me, you, outcome in ((table.one, table.other, table.outcome), (table.other, table.one, OTHER[table.outcome])):
                kind: Any = "forfeit" if table.forfeit else "played"
                self.lines[me].append(Line(self.rounds, kind, POINTS[outcome], outcome, opponents=(you,)))
                there.add(me)
        for entry in self.lines.keys() - there:
            self.lines[entry].append(Line(self.rounds, "absent"))

    @property
    def history(self) -> History:
        return History(Scoring(), self.rounds, {entry: tuple(lines) for entry, lines in self.lines.items()}, self.seeds)

    def asked(self, present: Iterable[int] | None = None, seed: int = 1) -> Asked:
        """Ask for the next round. `present`: the entries that are there (None: all)."""
        return Asked(self.rounds + 1, Settings(), tuple(sorted(self.lines if present is None else present)), self.history, seed)

    def paired(self, present: Iterable[int] | None = None, seed: int = 1) -> Paired | Cannot:
        return SWISS.pair(self.asked(present, seed), lambda _: None)


def tables_of(paired: Paired) -> list[tuple[int, int]]:
    return [(one, other) for (one,), (other,) in paired.tables]


def played_by_chance(rnd: Random, tables: Iterable[tuple[int, int]]) -> list[Played]:
    outcomes: list[Outcome] = ["win", "draw", "loss"]
    return [Played(one, other, rnd.choice(outcomes), rnd.random() < 0.1) for one, other in tables]


def book_by_chance(rnd: Random, entries: int, rounds: int) -> Book:
    """Return a book whose rounds were paired at random. Entries may meet again, have several byes, or be absent."""
    book = Book(range(1, entries + 1))
    for _ in range(rounds):
        there = [entry for entry in book.lines if rnd.random() < 0.9]
        rnd.shuffle(there)
        byes = [there.pop()] if len(there) % 2 else []
        book.add(played_by_chance(rnd, zip(there[::2], there[1::2], strict=True)), byes)
    return book


def rounds_of(event: Any) -> Iterable[tuple[Asked, Paired]]:
    """Yield each round of a published tournament: the round to pair, and the published pairing. Points are counted in half points."""
    halves = 2 if event["scoring"]["win"] == 1 else 1
    lines: dict[int, tuple[Line, ...]] = {player["no"]: () for player in event["players"]}
    for played in event["rounds"]:
        number, games, singles = played["n"], played["games"], played["singles"]
        out = tuple(single["p"] for single in singles if single["kind"] == "PAB")
        present = sorted((*out, *(game[side] for game in games for side in "ab")))
        history = History(Scoring(), number - 1, dict(lines))
        yield Asked(number, Settings(), tuple(present), history, 5), Paired(tuple(((game["a"],), (game["b"],)) for game in games), out)
        for game in games:
            for me, you in ("ab", "ba"):
                mine, yours = int(game["p" + me] * halves), int(game["p" + you] * halves)
                outcome: Outcome = "win" if mine > yours else "loss" if mine < yours else "draw"
                lines[game[me]] += (Line(number, game["kind"], mine, outcome, opponents=(game[you],)),)
        for single in singles:
            lines[single["p"]] += (Line(number, SINGLES[single["kind"]], int(single["points"] * halves)),)
