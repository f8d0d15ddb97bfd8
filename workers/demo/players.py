"""The players of the demonstration: a process that records a finished tournament and finished games of every system in the club `home`.
At the same time it plays a card night and one live game of each system. Visitors may see all of them without a link.

Lists show the newest games first. So the games of SHOWN_FIRST are opened after the others, except for the first finished game of each,
to which the printed lines lead.

The process uses the HTTP API. Only the club and its first token are made directly in the store.
"""

import heapq
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from threading import Event
from typing import Final, Protocol

import click

from domain.systems import SYSTEMS
from service.clock import now_ms
from service.config import Config
from service.running.front_door import answers, url
from service.running.owner import link
from service.running.server import client, entered
from service.running.signals import stop_signals
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME
from workers.demo.client import Client
from workers.demo.company import Company, LiveTable
from workers.demo.night import AT_ONCE, CardNight
from workers.demo.script import NONE, Slips
from workers.demo.season import season_of
from workers.demo.swiss import finished_swiss
from workers.demo.terminal import in_place, progress

NAMES: Final = ("Anna", "Bea", "Chris", "Dora", "Eric", "Flora", "Guy", "Hana", "Ivo", "Jana", "Karel", "Lucy")
EVENINGS: Final = (
    ("A mistake that stands", Slips(9, 2, corrected=False)),
    ("A quiet evening", NONE),
    ("A slip, put right", Slips(9, 2, corrected=True)),
)
"""The titles of finished games, and the slips (wrong entries) in them."""
SHOWN_FIRST: Final = ("spades-standard", "smear-parlett", "high-card")
"""The systems that visitors see first: in the printed lines, and at the top of the lists."""
SEEDED: Final = [*(slug for slug in SYSTEMS if slug not in SHOWN_FIRST), *reversed(SHOWN_FIRST)]
"""All systems, in the order in which their games are opened."""
_OF_FAMILY: Final = {SYSTEMS[slug].family: slug for slug in SEEDED}
FINISHED: Final = sorted(
    (
        (title, slug, slips)
        for slug in SEEDED
        for number, (title, slips) in enumerate(EVENINGS)
        if number == 0 or slug == _OF_FAMILY[SYSTEMS[slug].family]
    ),
    key=lambda game: game[:2] not in {(EVENINGS[0][0], slug) for slug in SHOWN_FIRST},
)
"""Title, system and slips of each finished game, in the order in which they are recorded. Every system gets the first of EVENINGS; one
system of each family gets all."""
IN_THE_SWISS: Final = 9
"""How many of the people play in the Swiss tournament. The number is odd, so that somebody has a bye."""
IN_THE_SEASON: Final = 6
"""How many of the people play in the evenings of the season."""
LINK: Final = "link"
"""The file in the data folder that holds the director's link."""


def run(config: Config, stop: Event) -> None:
    """Play until `stop` is set: first the tournaments, then finished games, with turns of live games in between. Prints the links as soon
    as there is something to see behind each of them."""
    while not answers(config):
        if stop.wait(0.1):
            return
    with entered(config) as store, client(store) as redis:
        clubs = Clubs(redis, now_ms)
        clubs.found(HOME)
        _, token = clubs.issue(HOME, "demonstration", "direct")
    directors = link(url(config), token)
    (config.data / LINK).write_text(directors, encoding="utf-8")
    progress("A tournament is played")
    api = Client(config, token, stop.is_set)
    company = Company(api, {api.post("/people", {"name": name})["person"]: name for name in NAMES}, Random(HOME))  # noqa: S311
    swiss = finished_swiss(api, dict(list(company.people.items())[:IN_THE_SWISS]))
    season = season_of(api, dict(list(company.people.items())[:IN_THE_SEASON]))
    night = CardNight(company)
    while night.round <= AT_ONCE and not stop.is_set():
        stop.wait(night.play())
    hall = _opened(company, night, stop)
    evenings = _evenings(hall, stop)
    first = list(islice(evenings, len(SHOWN_FIRST)))
    if not stop.is_set():
        click.echo(in_place("\n".join([*_guide(url(config), swiss, season, night, reversed(first)), directors])))
        sys.stdout.flush()
    for _ in evenings:
        pass
    while not stop.wait(hall.pause()):
        hall.play()


class Player(Protocol):
    """Something that records turns: a live table, or a card night."""

    def play(self) -> float:
        """Record the next turn. Returns the seconds to wait after it."""


@dataclass
class Hall:
    """All players that play live. `due`: a heap of (time of the next turn in monotonic seconds, number of the player, player)."""

    company: Company
    due: list[tuple[float, int, Player]] = field(default_factory=list)

    def join(self, player: Player) -> None:
        """Let a player record a turn now. From then on, `play` lets this player record a turn whenever one is due."""
        heapq.heappush(self.due, (time.monotonic() + player.play(), len(self.due), player))

    def pause(self) -> float:
        """Return the seconds until the next turn; 0 if one is due."""
        return max(0.0, self.due[0][0] - time.monotonic())

    def catch_up(self, stop: Event) -> None:
        """Record the turns that are due, at most one for each player, until `stop` is set. (On a slow machine turns are always due.)"""
        for _ in self.due:
            if stop.is_set() or self.pause() > 0.0:
                return
            self.play()

    def play(self) -> None:
        """Record the turn that is due first, without waiting for its time."""
        _, number, player = self.due[0]
        heapq.heapreplace(self.due, (time.monotonic() + player.play(), number, player))


def _opened(company: Company, night: CardNight, stop: Event) -> Hall:
    """Return a hall with the card night and a live table of each system. If `stop` is set, some are missing."""
    hall = Hall(company)
    hall.join(night)
    for number, slug in enumerate(SEEDED, 1):
        if stop.is_set():
            break
        progress(f"Game {number} of {len(SEEDED)} begins: {SYSTEMS[slug].name}")
        hall.join(LiveTable(company, SYSTEMS[slug]))
    return hall


def _evenings(hall: Hall, stop: Event) -> Iterator[tuple[str, str]]:
    """Record the finished games, with turns of the live games in between, until `stop` is set. Yields for each the name of its system, and
    the address of its replay."""
    for number, (title, slug, slips) in enumerate(FINISHED):
        if number < len(SHOWN_FIRST):
            progress(f"A game that is over is recorded: {SYSTEMS[slug].name}")
        else:
            hall.catch_up(stop)
        if stop.is_set():
            return
        yield SYSTEMS[slug].name, hall.company.evening(SYSTEMS[slug], title, slips)


def _guide(where: str, swiss: str, season: str, night: CardNight, finished: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the lines before the director's link. `swiss`: the finished tournament. `season`: the table over three evenings. `finished`:
    names and replays of the first games."""
    lines = [(f"{name}: a proved mistake", replay) for name, replay in finished]
    lines += [("A finished tournament", f"/tournaments/{swiss}"), ("A season of three evenings", f"/seasons/{season}")]
    if night.director is not None:
        lines.append((f"A card night in round {night.round}", f"/tournaments/{night.director.tournament}"))
    lines.append((f"All {len(SYSTEMS)} games, played while you look", "/games"))
    for what, address in lines:
        yield f"  {what:<42} {where}{address}"
    enter = " Enter shows the link again." if sys.stdout.isatty() else ""
    yield f"Ctrl-C ends the demonstration and deletes everything.{enter} This link makes you a director:"


def main() -> None:
    with stop_signals() as stop:
        try:
            run(Config.from_env(os.environ), stop)
        except OSError:
            if not stop.is_set():
                raise


if __name__ == "__main__":
    main()
