"""Measures appends over HTTP, compared with the floor (bench/floor.py). The floor has the same WSGI server, Redis server and append script,
but nothing else of the product.

python -m bench.append
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from bench.figures import Part, Progress, Row, alone, between, in_turn
from bench.load import Plan, loaded, post
from bench.served import CONNECTIONS, Served, both, counted, placed
from domain.kernel.events import EventId
from service.store.keys import HOME, game_id

ROUNDS: Final = 5
SECONDS: Final = 0.8
BATCH: Final = 100
RATIO: Final = dict(zip(CONNECTIONS, (0.75, 0.6), strict=True))
"""The least ratio of appends of one event, by the number of connections."""
AT_END: Final = "*"
AT_VERSION: Final = '"{version}"'
EVENT: Final = {"type": "CardPlaced", "data": {"seat": 1, "call": "highest", "card": "TS"}}
HAND: Final = (
    {"type": "OpenerChosen", "data": {"seat": 0}},
    *({"type": "CardPlaced", "data": {"seat": seat, "call": call}} for seat, call in enumerate(("lowest", "middle", "highest"))),
    {"type": "CardsRevealed", "data": {"cards": {"0": "2C", "1": "TS", "2": "AS"}}},
)
"""The events of one hand as a table records them: the cards become known only when they are turned over."""


def _body(events: int) -> str:
    return json.dumps({"events": [EVENT] if events == 1 else [*HAND] * (events // len(HAND))})


@dataclass(frozen=True, slots=True)
class Trial:
    """One measurement with `connections` clients. Each client has a game of its own. Each of its requests appends `events` events to this
    game. Each measurement opens new games, because a record has room for a limited number of events."""

    served: Served
    connections: int
    if_match: str
    events: int
    core: int | None

    def ours(self) -> float:
        """Return how many requests to append the product answers in a second."""
        paths = [f"/api/v1/games/{self.served.opened()}/events" for _ in range(self.connections)]
        return self._rate(self.served.product, paths, version=1)

    def floor(self) -> float:
        paths = [f"/append/{game_id(HOME, EventId(str(uuid4())))}" for _ in range(self.connections)]
        return self._rate(self.served.floor, paths, version=0)

    def _rate(self, port: int, paths: Sequence[str], version: int) -> float:
        body = _body(self.events)
        requests = tuple(post(path, self.served.secret, body, self.if_match, version, self.events) for path in paths)
        return loaded(Plan(port, SECONDS, requests, self.core)).rate


def compared(served: Served, connections: int, if_match: str, events: int, progress: Progress) -> list[list[float]]:
    """Measure the product and the floor in turn. Returns two lists of rates: those of the product, and those of the floor. Each list has
    one rate for each round. If there is only one connection, servers and client run on the same core."""
    with placed(served, connections) as core:
        trial = Trial(served, connections, if_match, events, core)
        return in_turn(ROUNDS, progress, trial.ours, trial.floor)


def rows(progress: Progress) -> list[Row]:
    plans = [(connections, if_match, 1) for connections in CONNECTIONS for if_match in (AT_END, AT_VERSION)]
    results = []
    with both() as served:
        for number, (connections, if_match, events) in enumerate(plans):
            rates = compared(served, connections, if_match, events, between(progress, number / 5, (number + 1) / 5))
            named = '"<version>"' if if_match == AT_VERSION else if_match
            results.append(Row(f"append 1 event, If-Match: {named}, {counted(connections)}", "/s", *rates, ratio=RATIO[connections]))
        rates = compared(served, CONNECTIONS[-1], AT_END, BATCH, between(progress, 0.8, 1))
    events_a_second = [[rate * BATCH for rate in each] for each in rates]
    return [*results, Row(f"events, {BATCH} in an append, {counted(CONNECTIONS[-1])}", "/s", *events_a_second, ratio=0.5)]


PART: Final = Part(
    "Appending over HTTP",
    "Against Flask, a marshmallow schema and the same script on a hand-made body: the same gunicorn with one process, the same Redis "
    "server, synced to disk before every answer. One connection: everything on one core; otherwise on all of them.",
    50,
    rows,
)

if __name__ == "__main__":
    alone(PART)
