"""The company of the demonstration: the people who play, the games that they have finished, and the tables at which they play now."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, Final

from domain.system import System, Table
from service.clock import now_ms
from service.store.streams.append import MOST_EVENTS
from workers.demo.client import Client, Refused
from workers.demo.script import Play, Sent, Slips, Turn, whole

LIVE: Final = Slips(14, 1000, corrected=True)
HEAD_START: Final = 12
"""How many turns of a live game are recorded without pauses when the game begins, so that visitors never see an empty table."""
PAUSE: Final = (1.0, 2.0)
"""The fewest and the most seconds between two turns of a live game."""
TURN_MS: Final = 12_000
"""Milliseconds between two turns of a finished game in its record."""
REST: Final = 15.0
"""How many seconds a live game is still shown after its end."""


def sizes(system: System[Table]) -> range:
    """Return the possible numbers of players of a demonstration game: three to five. If the system does not allow these, return the
    nearest numbers that it allows."""
    least, most = system.players
    return range(max(least, min(3, most)), min(most, max(least, 5)) + 1)


@dataclass
class Company:
    """The players of all demonstration games. `api`: the client that records their games. `people`: their names, by id. `dice`: the
    source of all random choices."""

    api: Client
    people: dict[str, str]
    dice: Random

    def sit_down(self, system: System[Table], title: str | None, seats: int, at: int) -> tuple[str, int]:
        """Open a public game for `seats` of the people, at the time `at` (ms UTC). `title`: None if it has none: then lists show the name
        of the system. Returns its id and version."""
        seated: list[dict[str, Any]] = [{"person": person} for person in self.dice.sample(list(self.people), min(seats, len(self.people)))]
        seated += [{} for _ in range(seats - len(seated))]
        table = {"system": system.slug, "options": system.options_for(seats), "seats": seated}
        body = {**table, "visibility": "public", "at": at} | ({"title": title} if title else {})
        opened = self.api.post("/games", body)
        return opened["game"], opened["version"]

    def enter(self, game: str, version: int, events: list[Sent]) -> int:
        """Record the events in a game that is at `version`. Returns the version after them. Raises Refused."""
        for start in range(0, len(events), MOST_EVENTS):
            version = self.api.post(f"/games/{game}/events", {"events": events[start : start + MOST_EVENTS]}, version)["version"]
        return version

    def evening(self, system: System[Table], title: str, slips: Slips) -> str:
        """Record a whole game as if people had just finished it. Returns the web address of its replay. If the game has wrong entries
        (slips), the replay begins at the first of them."""
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
    """A table at which games of `system` are played one after another. `played`: how many games have begun. `game`, `version`: the current
    game and its version. `turns`: the remaining turns of that game."""

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
            if refusal.type != "conflict":
                raise
            # A visitor has recorded something in this game. Leave the game to the visitor.
        self.game = ""
        return REST

    def _begin(self) -> None:
        seats = self.company.dice.choice(sizes(self.system))
        self.game, self.version = self.company.sit_down(self.system, None, seats, now_ms())
        self.turns = Play(self.system, seats, Random(f"{self.system.slug} live {self.played}"), LIVE).turns()  # noqa: S311
        self.played += 1
        start = [event for turn in islice(self.turns, HEAD_START) for event in turn.events]
        self.version = self.company.enter(self.game, self.version, start)
