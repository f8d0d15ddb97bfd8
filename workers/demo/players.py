"""The players of the demonstration: a process that records a finished tournament and finished games of every system in the club `home`.
At the same time it plays a card night and one live game of each system. Visitors may see all of them without a link.

The process uses the HTTP API. Only the club and its first token are made directly in the store.
"""

import heapq
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Final, Protocol

import click

from domain.system import System, Table
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.config import Config
from service.running.front_door import answers, url
from service.running.owner import link
from service.running.server import client, entered
from service.running.signals import stop_signals
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME
from workers.demo.client import PREFIX, Client
from workers.demo.company import Company, LiveTable
from workers.demo.night import AT_ONCE, CardNight
from workers.demo.script import NONE, Slips
from workers.demo.swiss import LATE, finished_swiss

NAMES: Final = ("Anna", "Bea", "Chris", "Dora", "Eric", "Flora", "Guy", "Hana", "Ivo", "Jana", "Karel", "Lucy")
EVENINGS: Final = (
    ("A mistake that stands", Slips(9, 2, corrected=False)),
    ("A quiet evening", NONE),
    ("A slip, put right", Slips(9, 2, corrected=True)),
)
"""The titles of finished games, and the slips (wrong entries) in them."""
_FIRST: Final = {system.family: slug for slug, system in reversed([*SYSTEMS.items()])}
FINISHED: Final = [
    (title, slug, slips)
    for number, (title, slips) in enumerate(EVENINGS)
    for slug, system in SYSTEMS.items()
    if number == 0 or slug == _FIRST[system.family]
]
"""Title, system and slips of each finished game. Every system gets the first of EVENINGS; the first system of each family gets all."""
IN_THE_SWISS: Final = 9
"""How many of the people play in the Swiss tournament. The number is odd, so that somebody has a bye."""
MOST_LINES: Final = 8


def run(config: Config, stop: Event) -> None:
    """Play until `stop` is set. Prints the link and records the tournaments. After that, records the finished games one by one, and turns
    of the live games in between."""
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
    company = Company(api, {api.post("/people", {"name": name})["person"]: name for name in NAMES}, Random(HOME))  # noqa: S311
    swiss = finished_swiss(api, dict(list(company.people.items())[:IN_THE_SWISS]))
    night = CardNight(company)
    while night.round <= AT_ONCE and not stop.is_set():
        stop.wait(night.play())
    hall = Hall(company)
    hall.join(night)
    replays = dict(_evenings(hall, stop))
    for line in () if stop.is_set() else (*_tournaments(url(config), swiss, night), *_guide(url(config), hall.tables, replays)):
        click.echo(line)
    sys.stdout.flush()
    while not stop.wait(hall.pause()):
        hall.play()


class Player(Protocol):
    """Something that records turns: a live table, or a card night."""

    def play(self) -> float:
        """Record the next turn. Returns the seconds to wait after it."""


@dataclass
class Hall:
    """All players that play live. `tables`: the tables with live games, by slug of the system. `due`: a heap of (time of the next turn
    in monotonic seconds, number of the player, player)."""

    company: Company
    tables: dict[str, LiveTable] = field(default_factory=dict)
    due: list[tuple[float, int, Player]] = field(default_factory=list)

    def open(self, system: System[Table]) -> None:
        """Begin a live game of `system`, if no live game of it is played yet."""
        if system.slug not in self.tables:
            self.tables[system.slug] = LiveTable(self.company, system)
            self.join(self.tables[system.slug])

    def join(self, player: Player) -> None:
        """Let a player record a turn now. From then on, `play` lets this player record a turn whenever one is due."""
        heapq.heappush(self.due, (time.monotonic() + player.play(), len(self.due), player))

    def pause(self) -> float:
        """Return the seconds until the next turn; 0 if one is due."""
        return max(0.0, self.due[0][0] - time.monotonic())

    def play(self) -> None:
        """Record the turn that is due first, without waiting for its time."""
        _, number, player = self.due[0]
        heapq.heapreplace(self.due, (time.monotonic() + player.play(), number, player))


def _evenings(hall: Hall, stop: Event) -> Iterator[tuple[str, str]]:
    """Record the finished games. Yields for each system its slug, and the address of the replay with an uncorrected slip."""
    with click.progressbar(FINISHED, label="Recording finished games", item_show_func=lambda item: item and SYSTEMS[item[1]].name) as bar:
        for title, slug, slips in bar:
            hall.open(SYSTEMS[slug])
            while not stop.is_set() and hall.pause() == 0.0:
                hall.play()
            if stop.is_set():
                return
            replay = hall.company.evening(SYSTEMS[slug], title, slips)
            if slips.most and not slips.corrected:
                yield slug, replay


def _welcome(where: str, token: str) -> Iterator[str]:
    yield f"\nWatch as a guest:\n  {where}/"
    yield f"Or open this link; it makes you a director of the club:\n  {link(where, token)}\n"
    yield "Games are being played, and finished ones recorded, while you look. Ctrl-C ends the demonstration and removes everything.\n"


def _tournaments(where: str, swiss: str, night: CardNight) -> Iterator[str]:
    """Yield the addresses of the finished tournament `swiss` and of the card night."""
    yield f"\nA finished tournament\n  standings    {where}/tournaments/{swiss}"
    yield f"  explanation  {where}{PREFIX}/tournaments/{swiss}/standings/{LATE} (JSON)"
    if night.director is not None:
        yield f"A card night in round {night.round}\n  standings    {where}/tournaments/{night.director.tournament}"
    for table in night.tables:
        yield f"  table {table.number}      {where}/games/{table.game}?watch"


def _guide(where: str, tables: dict[str, LiveTable], replays: dict[str, str]) -> Iterator[str]:
    yield ""
    for slug, table in list(tables.items())[:MOST_LINES]:
        yield f"{table.system.name}\n  live    {where}/games/{table.game}?watch\n  replay  {where}{replays[slug]}"
    if len(tables) > MOST_LINES:
        yield f"and {len(tables) - MOST_LINES} more, in the list of games"
    yield "\nLook for proved breaches, corrections and changing scores."


def main() -> None:
    with stop_signals() as stop:
        try:
            run(Config.from_env(os.environ), stop)
        except OSError:
            if not stop.is_set():
                raise


if __name__ == "__main__":
    main()
