"""A client that directs tournaments. The tables are played in linked games. There are check-ins, late rulings and published standings."""

from random import Random
from threading import Event
from typing import Any, Final

from domain.system import System, Table
from tests.torture.phone import Phone
from tests.torture.players import Client
from workers.demo.client import Refused
from workers.demo.director import act
from workers.demo.night import NIGHT, SEATS, short
from workers.demo.script import Play, Sent, Slips

ROUNDS: Final = int(NIGHT["settings"]["rounds"])
ENTRIES: Final = 8
LOOKS: Final = 4.0
"""Seconds between two checks whether a worker has taken all results of a round."""
TRIES: Final = 50
SLIPS: Final = Slips(20, 1, corrected=True)
MANY: Final = 4
"""How many turns are recorded in one batch, so that a round does not take long."""


class Director(Client):
    """Directs one tournament after another: entries check in, rounds are paired and published, a game is recorded at each table, a worker
    takes its result. `people`: ids of the people who play."""

    def __init__(self, name: str, phone: Phone, dice: Random, stopping: Event, people: list[str]) -> None:
        super().__init__(name, phone, dice, stopping)
        self.people = people[:ENTRIES]
        self.cup, self.version = "", 0

    def play(self) -> None:
        opened = self.phone.post("/tournaments", {**NIGHT, "visibility": "public"})
        self.cup, self.version = opened["tournament"], opened["version"]
        self._record(
            *(act("EntryMade", entry=number, people=[person], name=f"Entry {number}", seed=number) for number, person in self._entries())
        )
        for number, _ in self._entries():
            if not self.rest():
                return
            self.version = int(self.phone.post(f"/tournaments/{self.cup}/entries/{number}/check-in", {})["version"])
        for number in range(1, ROUNDS + 1):
            if not self._round(number):
                return
        self._record(act("TournamentFinished"))

    def _entries(self) -> list[tuple[int, str]]:
        return list(enumerate(self.people, 1))

    def _round(self, number: int) -> bool:
        """Play a round to its end. Returns False if there is no time for another round."""
        paired = self._again(lambda: self.phone.post(f"/tournaments/{self.cup}/rounds", {"seed": self.dice.randrange(1000)}, self.version))
        self.version = int(paired["version"])
        self._record(act("RoundPublished", round=number))
        for table in paired["tables"]:
            if not self._table(number, int(table["table"])):
                return False
        while any(each["unfinished"] for each in self._look()["rounds"]):
            if self.stopping.wait(LOOKS / 10):
                return False
        self._again(lambda: self.phone.post(f"/tournaments/{self.cup}/standings/published", {"through_round": number}, self.version))
        return self.rest()

    def _table(self, number: int, table: int) -> bool:
        """Record the game of a table. Afterwards correct the game, so that a worker must take the result into the tournament once more."""
        made = self.phone.post(f"/tournaments/{self.cup}/rounds/{number}/tables/{table}/game", {})
        game, version = made["game"], int(made["version"])
        system: System[Table] = short(self.cup, number, table)
        events: list[Sent] = []
        for turn in Play(system, SEATS, Random(self.dice.random()), SLIPS).turns():
            events += turn.events
            if len(events) >= MANY:
                version, events = self.enter(game, version, events), []
                if not self.rest():
                    return False
        version = self.enter(game, version, events) if events else version
        if self.dice.random() < 0.5:
            self.ruled(game, version, rectification="penalty", points={"0": -1})
        return self.rest()

    def _look(self) -> dict[str, Any]:
        state = self.seen(self.cup, self.version, "tournaments")
        self.version = int(state["version"])
        return state

    def _record(self, *events: Sent) -> None:
        self.version = int(
            self._again(lambda: self.phone.post(f"/tournaments/{self.cup}/events", {"events": list(events)}, self.version))["version"]
        )

    def _again(self, request: Any) -> dict[str, Any]:
        """Send a request that needs the newest version. If a worker has appended meanwhile, read the new version and send the request
        again."""
        for _ in range(TRIES):
            try:
                answer: dict[str, Any] = request()
                return answer
            except Refused as refused:
                if refused.type != "conflict":
                    raise
                self._look()
        raise AssertionError("a worker was always faster")
