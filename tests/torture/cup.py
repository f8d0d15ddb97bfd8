"""Clients that direct tournaments. The tables of one are played in linked games. There are check-ins, late rulings and published
standings."""

from abc import ABC
from collections.abc import Callable, Mapping, Sequence
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


class Host(Client, ABC):
    """Directs one tournament after another. `people`: ids of the people who play. `cup`, `version`: the current tournament, and its version
    after the last request."""

    def __init__(self, name: str, phone: Phone, dice: Random, stopping: Event, people: list[str]) -> None:
        super().__init__(name, phone, dice, stopping)
        self.people = people
        self.cup, self.version = "", 0

    def opened(self, wanted: Mapping[str, Any], entries: Sequence[Sequence[str]]) -> None:
        """Open a tournament. `entries`: the people of each, the best seed first."""
        made = self.phone.post("/tournaments", dict(wanted))
        self.cup, self.version = made["tournament"], made["version"]
        if wanted["visibility"] == "private":
            self.phone.ledger.hidden.add(self.cup)
        self.record(
            *(act("EntryMade", entry=number, people=[*who], name=f"Entry {number}", seed=number) for number, who in enumerate(entries, 1))
        )

    def paired(self) -> dict[str, Any]:
        """Pair the next round."""
        paired = self.again(lambda: self.phone.post(f"/tournaments/{self.cup}/rounds", {"seed": self.dice.randrange(1000)}, self.version))
        self.version = int(paired["version"])
        return paired

    def look(self) -> dict[str, Any]:
        state = self.seen(self.cup, self.version, "tournaments")
        self.version = int(state["version"])
        return state

    def record(self, *events: Sent) -> None:
        self.version = int(
            self.again(lambda: self.phone.post(f"/tournaments/{self.cup}/events", {"events": list(events)}, self.version))["version"]
        )

    def again(self, request: Callable[[], dict[str, Any]], look: Callable[[], object] | None = None) -> dict[str, Any]:
        """Send a request that needs the newest version. If somebody else has appended meanwhile, read the new version with `look` (None: of
        the tournament), and send the request again."""
        for _ in range(TRIES):
            try:
                return request()
            except Refused as refused:
                if refused.type != "conflict":
                    raise
                (look or self.look)()
        raise AssertionError("others were always faster")


class Director(Host):
    """Directs card nights: entries check in, rounds are paired and published, a game is recorded at each table, a worker takes its
    result."""

    def play(self) -> None:
        self.opened({**NIGHT, "visibility": "public"}, [[person] for person in self.people[:ENTRIES]])
        for number in range(1, ENTRIES + 1):
            if not self.rest():
                return
            self.version = int(self.phone.post(f"/tournaments/{self.cup}/entries/{number}/check-in", {})["version"])
        for number in range(1, ROUNDS + 1):
            if not self._round(number):
                return
        self.record(act("TournamentFinished"))

    def _round(self, number: int) -> bool:
        """Play a round to its end. Returns False if there is no time for another round."""
        paired = self.paired()
        self.record(act("RoundPublished", round=number))
        for table in paired["tables"]:
            if not self._table(number, int(table["table"])):
                return False
        while any(each["unfinished"] for each in self.look()["rounds"]):
            if self.stopping.wait(LOOKS / 10):
                return False
        self.again(lambda: self.phone.post(f"/tournaments/{self.cup}/standings/published", {"through_round": number}, self.version))
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
