"""The players of the demonstration: a process that records finished games of every system in the club `home`, and plays one live game of
each. Visitors may see them without a link.

The process uses the HTTP API. Only the club and its first token are made directly in the store.
"""

import heapq
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from threading import Event
from typing import Any, Final

import click

from domain.system import System, Table
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.config import Config
from service.running.front_door import answers, url
from service.running.owner import link
from service.running.server import client, entered
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME
from service.store.streams.batch import MOST_EVENTS
from workers.demo.client import Client, Refused
from workers.demo.script import NONE, Play, Sent, Slips, Turn, whole

NAMES: Final = ("Anna", "Bea", "Chris", "Dora", "Eric", "Flora", "Guy", "Hana", "Ivo", "Jana", "Karel", "Lucy")
EVENINGS: Final = (
    ("A quiet evening", NONE),
    ("A mistake that stands", Slips(9, 2, corrected=False)),
    ("A slip, put right", Slips(9, 2, corrected=True)),
)
"""The title and the slips (wrong entries) of each finished game. Every system gets one of each."""
LIVE: Final = Slips(14, 1000, corrected=True)
HEAD_START: Final = 12
"""How many turns of a live game are recorded at once at its beginning: visitors never see an empty table."""
PAUSE: Final = (1.0, 2.0)
"""The fewest and the most seconds between two turns of a live game."""
TURN_MS: Final = 12_000
"""Milliseconds between two turns of a finished game in its record."""
REST: Final = 15.0
"""For so many seconds a live game is still shown after its end."""
MOST_LINES: Final = 8


def sizes(system: System[Table]) -> range:
    """Return the numbers of players of a demonstration game: three to five, or the nearest that the system allows."""
    least, most = system.players
    return range(max(least, min(3, most)), min(most, max(least, 5)) + 1)


@dataclass
class Company:
    """The players of all demonstration games. `api`: the client that records their games. `people`: their ids. `dice`: makes all random
    choices."""

    api: Client
    people: list[str]
    dice: Random

    def sit_down(self, system: System[Table], title: str, seats: int, at: int) -> tuple[str, int]:
        """Open a public game for `seats` of the people, at the time `at` (ms UTC). Returns its id and version."""
        seated: list[dict[str, Any]] = [{"person": person} for person in self.dice.sample(self.people, min(seats, len(self.people)))]
        seated += [{} for _ in range(seats - len(seated))]
        table = {"system": system.slug, "options": system.options_for(seats), "seats": seated}
        body = {**table, "visibility": "public", "title": title, "at": at}
        opened = self.api.post("/games", body)
        return opened["game"], opened["version"]

    def enter(self, game: str, version: int, events: list[Sent]) -> int:
        """Record the events in a game that is at `version`. Returns the version after them. Raises Refused."""
        for start in range(0, len(events), MOST_EVENTS):
            version = self.api.post(f"/games/{game}/events", {"events": events[start : start + MOST_EVENTS]}, version)["version"]
        return version

    def evening(self, system: System[Table], title: str, slips: Slips) -> str:
        """Record a whole game as if people had just finished it. Returns the web address of its replay, at the first slip if there is
        one."""
        seats = self.dice.choice(sizes(system))
        turns = whole(system, seats, f"{system.slug} {title}", slips)
        first = now_ms() - (len(turns) + 1) * TURN_MS
        events: list[Sent] = [{**event, "at": first + n * TURN_MS} for n, turn in enumerate(turns, 1) for event in turn.events]
        game, version = self.sit_down(system, title, seats, first)
        self.enter(game, version, events)
        step = next((n for n, turn in enumerate(turns, 1) if turn.slip), None)
        return f"/games/{game}/replay" + (f"#step={step}" if step else "")


@dataclass
class LiveTable:
    """A table at which games of `system` are played one after another. `played`: how many have begun. `game`, `version`: the current game.
    `turns`: its remaining turns."""

    company: Company
    system: System[Table]
    played: int = 0
    game: str = ""
    version: int = 0
    turns: Iterator[Turn] = field(default_factory=lambda: iter(()))

    def play(self) -> float:
        """Record the next turn, or begin the next game. Returns the seconds to wait after it."""
        if not self.game:
            self._begin()
        turn = next(self.turns, None)
        try:
            if turn is not None:
                self.version = self.company.enter(self.game, self.version, list(turn.events))
                return self.company.dice.uniform(*PAUSE) * turn.pauses
        except Refused as refusal:
            if refusal.status != 412:
                raise
            # A visitor has recorded something: the game is theirs now.
        self.game = ""
        return REST

    def _begin(self) -> None:
        seats = self.company.dice.choice(sizes(self.system))
        self.game, self.version = self.company.sit_down(self.system, "On the table now", seats, now_ms())
        self.turns = Play(self.system, seats, Random(f"{self.system.slug} live {self.played}"), LIVE).turns()  # noqa: S311
        self.played += 1
        start = [event for turn in islice(self.turns, HEAD_START) for event in turn.events]
        self.version = self.company.enter(self.game, self.version, start)


def run(config: Config, stop: Event) -> None:
    """Play until `stop` is set. Prints the link, then records finished games and, between them, turns of the live games."""
    while not answers(config):
        if stop.wait(0.1):
            return
    with entered(config) as store, client(store) as redis:
        clubs = Clubs(redis, now_ms)
        clubs.found(HOME)
        _, token = clubs.issue(HOME, "demonstration", "direct")
    for line in _welcome(url(config), token):
        click.echo(line)
    sys.stdout.flush()
    api = Client(config, token, stop.is_set)
    company = Company(api, [api.post("/people", {"name": name})["person"] for name in NAMES], Random(HOME))  # noqa: S311
    hall = Hall(company)
    replays = dict(_evenings(hall, stop))
    for line in () if stop.is_set() else _guide(url(config), hall.tables, replays):
        click.echo(line)
    sys.stdout.flush()
    while not stop.wait(hall.pause()):
        hall.play()


@dataclass
class Hall:
    """The tables with live games. `tables`: by slug of the system. `due`: a heap of (time of a table's next turn in monotonic seconds, its
    slug)."""

    company: Company
    tables: dict[str, LiveTable] = field(default_factory=dict)
    due: list[tuple[float, str]] = field(default_factory=list)

    def open(self, system: System[Table]) -> None:
        """Begin a live game of `system`, if there is none."""
        if system.slug not in self.tables:
            self.tables[system.slug] = LiveTable(self.company, system)
            heapq.heappush(self.due, (time.monotonic() + self.tables[system.slug].play(), system.slug))

    def pause(self) -> float:
        """Return the seconds until the next turn; 0 if one is due."""
        return max(0.0, self.due[0][0] - time.monotonic())

    def play(self) -> None:
        """Record the next turn at the table that is due first."""
        _, slug = self.due[0]
        heapq.heapreplace(self.due, (time.monotonic() + self.tables[slug].play(), slug))


def _evenings(hall: Hall, stop: Event) -> Iterator[tuple[str, str]]:
    """Record the finished games. Yields for each system its slug, and the address of the replay with an uncorrected slip."""
    plan = [(title, slips, slug, system) for title, slips in EVENINGS for slug, system in SYSTEMS.items()]
    with click.progressbar(plan, label="Recording finished games", item_show_func=lambda item: item and item[3].name) as bar:
        for title, slips, slug, system in bar:
            hall.open(system)
            while not stop.is_set() and hall.pause() == 0.0:
                hall.play()
            if stop.is_set():
                return
            replay = hall.company.evening(system, title, slips)
            if slips.most and not slips.corrected:
                yield slug, replay


def _welcome(where: str, token: str) -> Iterator[str]:
    yield f"\nWatch as a guest:\n  {where}/"
    yield f"Or open this link; it makes you a director of the club:\n  {link(where, token)}\n"
    yield "Games are being played, and finished ones recorded, while you look. Ctrl-C ends it and removes everything.\n"


def _guide(where: str, tables: dict[str, LiveTable], replays: dict[str, str]) -> Iterator[str]:
    yield ""
    for slug, table in list(tables.items())[:MOST_LINES]:
        yield f"{table.system.name}\n  live    {where}/games/{table.game}?watch\n  replay  {where}{replays[slug]}"
    if len(tables) > MOST_LINES:
        yield f"and {len(tables) - MOST_LINES} more, in the list of games"
    yield "\nLook for proved breaches, corrections and changing scores."


def main() -> None:
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    try:
        run(Config.from_env(os.environ), stop)
    except OSError:
        if not stop.is_set():
            raise


if __name__ == "__main__":
    main()
