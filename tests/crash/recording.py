"""Clients that record a game in small batches and repeat each request until it is acknowledged, as a browser does."""

import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx

from domain.kernel.cards import PACK_52
from tests.waiting import WITHIN

AGAIN = {502, 503, 504}
"""Statuses after which a client repeats its request. A status that is neither 201 nor one of these is a fault of the service."""
CALLS = ("lowest", "middle", "highest")

Json = dict[str, Any]


def some_act(dice: random.Random) -> Json:
    """Return a random event for a game of High Card, legal or not, sometimes with sealed values."""
    cards = dice.sample(PACK_52, 3)
    return dice.choice(
        [
            {"type": "OpenerChosen", "data": {"seat": dice.randrange(3)}},
            {"type": "HandDealt", "data": {"cards": {str(seat): [card] for seat, card in enumerate(cards)}}},
            {"type": "CardPlaced", "data": {"seat": dice.randrange(3), "call": dice.choice(CALLS), "card": cards[0]}},
            {"type": "CardsRevealed", "data": {"cards": {str(seat): card for seat, card in enumerate(cards)}}},
            {"type": "NoteWritten", "data": {"note": f"note {dice.random()}"}},
        ]
    )


@dataclass(eq=False)
class Recorder(threading.Thread):
    """Records until `stopping` is set. It records in the game `shared`, in which other clients record too. If `shared` is empty, it
    records in a new game."""

    url: str
    token: str
    seed: int
    stopping: threading.Event
    shared: str = ""
    game: str = ""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """The version of each acknowledged event, by event id."""
    repeated: int = 0
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        threading.Thread.__init__(self, name=f"recorder-{self.seed}", daemon=True)

    def run(self) -> None:
        try:
            with self._api() as api:
                self._record(api, random.Random(self.seed))
        except Exception as fault:  # an exception in a thread would stay unnoticed
            self.faults.append(repr(fault))

    def open(self) -> None:
        """Open a game, in which other recorders will record too."""
        with self._api() as api:
            self.game = self._opened(api, next(self._ids(random.Random(self.seed))))

    def _api(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=5, headers={"Authorization": f"Bearer {self.token}"})

    def _record(self, api: httpx.Client, dice: random.Random) -> None:
        ids = self._ids(dice)
        self.game = self.shared or self._opened(api, next(ids))
        version = 1
        while not self.stopping.is_set():
            events = [some_act(dice) | {"id": next(ids)} for _ in range(dice.choice([1, 1, 1, 2, 5]))]
            request = api.build_request(
                "POST",
                f"games/{self.game}/events",
                json={"events": events},
                headers={"If-Match": "*" if self.shared else f'"{version}"'},
            )
            answer = self._until_acknowledged(api, request)
            version = answer["version"]
            self.acknowledged |= {event["id"]: event["version"] for event in answer["events"]}
            time.sleep(0.01)

    def _opened(self, api: httpx.Client, event_id: str) -> str:
        wanted = {"system": "high-card", "seats": [{}, {}, {}], "id": event_id}
        answer = self._until_acknowledged(api, api.build_request("POST", "games", json=wanted))
        self.acknowledged |= {event["id"]: event["version"] for event in answer["events"]}
        return str(answer["game"])

    def _until_acknowledged(self, api: httpx.Client, request: httpx.Request) -> Json:
        end, attempts = time.monotonic() + WITHIN, 0
        while time.monotonic() < end:
            self.repeated += attempts > 0
            attempts += 1
            try:
                answer = api.send(request)
            except httpx.TransportError:
                time.sleep(0.05)
                continue
            if answer.status_code == 201:
                body: Json = answer.json()
                return body
            if answer.status_code not in AGAIN:
                raise AssertionError(f"{answer.status_code}: {answer.text}")
            time.sleep(0.05)
        raise AssertionError("never acknowledged")

    @staticmethod
    def _ids(dice: random.Random) -> Iterator[str]:
        while True:
            yield str(UUID(int=dice.getrandbits(128), version=4))


@dataclass(eq=False)
class Watcher(threading.Thread):
    """Watches a game live, and connects again when the stream breaks, as a browser does. `last`: the data that it received last."""

    url: str
    token: str
    game: str
    stopping: threading.Event
    last_id: str = ""
    last: Json = field(default_factory=dict)
    began: int = 0
    """How many times the API has begun to send the live stream."""

    def __post_init__(self) -> None:
        threading.Thread.__init__(self, name="watcher", daemon=True)

    def run(self) -> None:
        with httpx.Client(base_url=self.url, timeout=httpx.Timeout(5, read=1), headers={"Authorization": f"Bearer {self.token}"}) as api:
            while not self.stopping.is_set():
                try:
                    self._watch(api)
                except httpx.TransportError:
                    time.sleep(0.1)

    def _watch(self, api: httpx.Client) -> None:
        with api.stream("GET", f"games/{self.game}/live", headers={"Last-Event-ID": self.last_id}) as answer:
            if answer.status_code != 200:
                time.sleep(0.1)
                return
            self.began += 1
            name = ""
            for line in answer.iter_lines():
                if self.stopping.is_set():
                    return
                if line.startswith("id: "):
                    name = line.removeprefix("id: ")
                elif line.startswith("data: "):
                    self.last_id, self.last = name, json.loads(line.removeprefix("data: "))
