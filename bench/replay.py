"""Measures two kinds of replay over HTTP: of a finished game, and of an open game that gets new events. For a finished game the floor
serves the same bytes from Redis.

python -m bench.replay
"""

import time
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

import httpx

from bench.figures import Figures, Part, Progress, Row, alone, between, in_turn
from bench.load import Plan, Request, get, loaded
from bench.played import acts, choosing
from bench.records import finished
from bench.served import CONNECTIONS, Served, both, counted, draft, placed
from domain.kernel.events import Act, GameOpened, NoteWritten, TokenId
from domain.kernel.shapes import Sealed
from domain.systems import SYSTEMS
from service.caches.streams import Readings
from service.clock import now_ms
from service.engine import ENGINE
from service.store.clubs.people import People
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, GameId
from workers.validate import Validator

ROUNDS: Final = 5
SECONDS: Final = 0.8
MOST_EVENTS: Final = 400
OPEN_EVENTS: Final = 200
CHANGES: Final = 40
KNOWN: Final = 1 / 3
"""The probability that the scorekeeper knows a face-down card."""
STORED: Final = "bench"

SLUGS: Final = ("high-card", "high-card-low-card", "one-up")
"""Systems whose games end within a few hundred random acts. For other systems, the search for such a game would take minutes."""


def open_game(slug: str, events: int) -> list[Act]:
    return acts(SYSTEMS[slug], choosing(Random(1), KNOWN), events)


def stored(served: Served, game_acts: list[Act]) -> GameId:
    """Store and validate a game with these acts; every player has a name. Returns its id."""
    opening, *others = game_acts
    assert isinstance(opening, GameOpened)
    seats = tuple(
        replace(seating, person=People(served.redis, now_ms).add(HOME, f"Player {seating.seat}", TokenId("bench")))
        for seating in opening.seats
    )
    game = served.opened_by([replace(opening, seats=seats), *others])
    validator = Validator(served.records, Readings(served.records), Verdicts(served.redis, now_ms), ENGINE)
    validator.validate(game, len(game_acts))
    return game


def unchanging(served: Served, slug: str, progress: Progress) -> list[Row]:
    played = finished(slug, MOST_EVENTS)
    path = f"/api/v1/games/{stored(served, played)}/replay"
    with _client(served) as api:
        content = api.get(path).raise_for_status().content
    served.redis.set(STORED, content)
    results = []
    for number, connections in enumerate(CONNECTIONS):
        what = f"finished {slug} ({len(played)} events, {len(content) / 1024:.0f} KiB), {counted(connections)}"
        with placed(served, connections) as core:
            mine = partial(_rate, served.product, get(path, served.secret), connections, core)
            theirs = partial(_rate, served.floor, get(f"/stored/{STORED}", served.secret), connections, core)
            rates = in_turn(ROUNDS, between(progress, number / 2, (number + 1) / 2), mine, theirs)
        results.append(Row(what, "/s", *rates, ratio=0.95))
    return results


def _rate(port: int, request: Request, connections: int, core: int | None) -> float:
    return loaded(Plan(port, SECONDS, (request,) * connections, core)).rate


def live(served: Served, slug: str) -> Figures:
    """Request the replay of an open game after each of several new events. Returns the ms of each request."""
    game = stored(served, open_game(slug, OPEN_EVENTS - CHANGES // 2))
    results = []
    with _client(served) as api:
        for _ in range(CHANGES):
            results.append(_milliseconds(api, game))
            served.records.append(game, None, [draft(NoteWritten(Sealed("", "a note")))], served.by)
    return results[1:]


def first(served: Served, slug: str) -> Figures:
    """Request the first replay of each of ten open games. For the first replay, the API process must read, fold, check and render the
    record. Returns the ms of each request."""
    games = [stored(served, open_game(slug, OPEN_EVENTS)) for _ in range(10)]
    with _client(served) as api:
        return [_milliseconds(api, game) for game in games]


def _client(served: Served) -> httpx.Client:
    return httpx.Client(base_url=f"http://127.0.0.1:{served.product}", headers={"Authorization": f"Bearer {served.secret}"})


def _milliseconds(api: httpx.Client, game: GameId) -> float:
    began = time.perf_counter()
    api.get(f"/api/v1/games/{game}/replay").raise_for_status()
    return 1000 * (time.perf_counter() - began)


def rows(progress: Progress) -> list[Row]:
    results, slugs = [], SLUGS
    with both() as served:
        for number, slug in enumerate(slugs):
            here = between(progress, number / len(slugs), (number + 1) / len(slugs))
            results += unchanging(served, slug, here)
            results.append(Row(f"open {slug} ({OPEN_EVENTS} events), asked for after each event", "ms", live(served, slug), limit=5))
            results.append(Row(f"open {slug} ({OPEN_EVENTS} events), for the first time in a process", "ms", first(served, slug)))
    return results


PART: Final = Part(
    "Replays over HTTP",
    "The replay of a finished game, all frames, again and again, against a view that returns the same bytes from Redis. The replay of an "
    "open game after each event, as a follower requests it, and for the first time in a process.",
    75,
    rows,
)

if __name__ == "__main__":
    alone(PART)
