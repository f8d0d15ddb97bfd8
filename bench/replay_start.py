"""Measures how long a visitor waits for the first frame of the replay of a very long record, over HTTP.

python -m bench.replay_start

The whole product runs (`faceup serve`), with heavy workers, which answer about such records. Every request is compared with
`GET /livez` in the same round. All processes have read the records before.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import httpx

from bench.figures import Part, Progress, Row, alone, between, in_turn
from bench.growth import BY, Written, corrected, draft, played
from domain.kernel.events import GameOpened
from service.clock import now_ms
from service.running.server import client
from service.store.games.records import Records
from service.store.keys import HOME, GameId
from service.store.streams.append import MOST_EVENTS
from tests.ops.serving import configured, serving

EVENTS: Final = 9_950
"""The length of the records: a little shorter than the longest one allowed, as in bench/growth.py."""
HEAVY: Final = 2
WARMING: Final = 8
"""How often a request is sent before it is measured. So each heavy worker has answered it, but for a chance of 1 in 128."""
ROUNDS: Final = 7
MOST_MS: Final = 200

PARTS: Final = {
    "the first frame": "limit=1",
    "a frame of the middle": f"from={EVENTS // 2}&to={EVENTS // 2}",
    "the first frame, as recorded": "as=recorded&limit=1",
    "a frame of the middle, as recorded": f"as=recorded&from={EVENTS // 2}&to={EVENTS // 2}",
}


@dataclass(frozen=True, slots=True)
class Product:
    """The running product. `stranger`, `member`: clients without a token, and with the owner's. `records`: the store."""

    stranger: httpx.Client
    member: httpx.Client
    records: Records

    def opened(self, record: Sequence[Written]) -> GameId:
        """Store a public record. Returns the id of the game."""
        opening, *others = record
        assert isinstance(opening[0], GameOpened)
        game = self.records.open(HOME, draft(replace(opening[0], visibility="public")), BY).game
        for start in range(0, len(others), MOST_EVENTS):
            self.records.append(game, None, [draft(*each) for each in others[start : start + MOST_EVENTS]], BY)
        return game


@contextmanager
def product() -> Iterator[Product]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp")))
        running = stack.enter_context(serving(configured(folder / "data", heavy=HEAVY), folder / "printed"))
        redis = stack.enter_context(client(running.config.store_url))
        stranger = stack.enter_context(httpx.Client(base_url=running.url, timeout=60))
        owner = {"Authorization": f"Bearer {running.owner()}"}
        yield Product(stranger, stack.enter_context(httpx.Client(base_url=running.url, headers=owner, timeout=60)), Records(redis, now_ms))


def timed(api: httpx.Client, url: str) -> float:
    """Request the address and return the milliseconds until the whole answer is there."""
    began = time.perf_counter()
    api.get(url).raise_for_status()
    return 1000 * (time.perf_counter() - began)


def rows(progress: Progress) -> list[Row]:
    results: list[Row] = []
    plain = played(EVENTS)
    with product() as here:
        readers = {"anybody": here.stranger, "a member": here.member}
        games = {"": here.opened(plain), ", with corrections": here.opened(corrected(plain))}
        cases = [(what, game, part, who) for what, game in games.items() for part in PARTS for who in readers]
        for number, (what, game, part, who) in enumerate(cases):
            url = f"/api/v1/games/{game}/replay?{PARTS[part]}"
            for _ in range(WARMING):
                timed(readers[who], url)
            measures = (partial(timed, readers[who], url), partial(timed, readers[who], "/livez"))
            here_now = between(progress, number / len(cases), (number + 1) / len(cases))
            ours, floor = in_turn(ROUNDS, here_now, *measures)
            results.append(Row(f"{part}, for {who}{what}", "ms", ours, floor, limit=MOST_MS))
    return results


PART: Final = Part(
    "The first frame of a long replay, over HTTP",
    f"One frame of the replay of a record of {EVENTS:,} events, through the whole product whose processes have read it before, against "
    "`GET /livez`. With corrections: every tenth act was withdrawn and entered again.",
    60,
    rows,
)

if __name__ == "__main__":
    alone(PART)
