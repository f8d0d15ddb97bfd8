"""The director of the demonstration's tournaments: opens a tournament through the HTTP API, and records in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.canonical import Json
from workers.demo.client import Client
from workers.demo.script import Sent


@dataclass
class Director:
    """Directs the tournament with the id `tournament`. `version`: the tournament's version after the director's last request. Every
    request may raise Refused."""

    api: Client
    tournament: str
    version: int

    @property
    def path(self) -> str:
        return f"/tournaments/{self.tournament}"

    def enter(self, people: Mapping[str, str]) -> None:
        """Enter people in the tournament, with the entry numbers 1, 2, 3 and so on. `people`: their names, by id."""
        entries = enumerate(people.items(), 1)
        self.record(*(act("EntryMade", entry=number, people=[person], name=name, seed=number) for number, (person, name) in entries))

    def record(self, *events: Sent) -> int:
        """Record events. Returns the version of the last one."""
        self.version = int(self.api.post(f"{self.path}/events", {"events": list(events)}, self.version)["version"])
        return self.version

    def state(self) -> dict[str, Any]:
        """Return the current state of the tournament. It includes the results that workers have taken from games."""
        state = self.api.get(self.path)
        self.version = int(state["version"])
        return state

    def pair(self, seed: int) -> dict[str, Any]:
        """Pair the next round and publish it. Returns the round."""
        made = self.api.post(f"{self.path}/rounds", {"seed": seed}, self.version)
        self.version = int(made["version"])
        self.record(act("RoundPublished", round=made["round"]))
        return made

    def publish(self, through: int) -> None:
        """Publish the standings after the round `through`."""
        self.version = int(self.api.post(f"{self.path}/standings/published", {"through_round": through}, self.version)["version"])


def opened(api: Client, wanted: Mapping[str, Any], people: Mapping[str, str]) -> Director:
    """Open a public tournament, and enter `people` (names by id). Returns its director."""
    made = api.post("/tournaments", {**wanted, "visibility": "public"})
    director = Director(api, made["tournament"], made["version"])
    director.enter(people)
    return director


def act(name: str, /, **data: Json) -> Sent:
    """Return an event as a client sends it."""
    return {"type": name, "data": data}
