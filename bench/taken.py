"""Measures the time from the confirmation of a game's result until a worker has entered the result at the game's table in its tournament.
The API, the relay and two workers run as processes.

python -m bench.taken

The clock starts before `POST …/confirmation` is sent. It stops when `GET /tournaments/{id}` shows a result at the table. First, tables are
measured one by one; then TABLES tables are confirmed together. All the time, one more table is linked to a parked game: a game whose
validation failed.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Final

from bench.figures import Part, Progress, Row, alone
from bench.projected import LONGEST, Product, of, running
from domain.kernel.cards import Seat
from service.store.keys import HOME
from tests.ops.processes import until

RUNS: Final = 30
ROUNDS: Final = 5
TABLES: Final = 50
SENDERS: Final = 4
"""How many clients confirm at the same time."""
STATED: Final = {"type": "ResultStated", "data": {"winners": [0], "scores": {"0": 4, "1": 2}}}


def event(name: str, /, **data: Any) -> dict[str, Any]:
    return {"type": name, "data": data}


class Cup:
    """A tournament with one round of `tables` tables. Each table is linked to a game with a stated result that is not confirmed."""

    def __init__(self, product: Product, tables: int) -> None:
        self._product = product
        settings = {"rounds": 1, "table": 2}
        self.id = product.posted("tournaments", {"title": "Cup", "system": "high-card", "format": "swiss", "settings": settings})[
            "tournament"
        ]
        entries = [event("EntryMade", entry=n, people=[], name=f"E{n}") for n in range(1, 2 * tables + 3)]
        version = self._recorded(*entries)
        product.posted(f"tournaments/{self.id}/rounds", {}, f'"{version}"')
        self.games = {table: self._game() for table in range(1, tables + 1)}
        parked = product.disturbed("raise")
        until(lambda: product.verdicts.parked_at(parked))
        links = {**{table: game for table, (game, _, _) in self.games.items()}, tables + 1: parked}
        self._recorded(*(event("TableLinked", round=1, table=table, game=game) for table, game in links.items()))
        until(lambda: all(not product.waits(game) for game, _, _ in self.games.values()))

    def _recorded(self, *events: dict[str, Any]) -> int:
        return int(self._product.posted(f"tournaments/{self.id}/events", {"events": list(events)})["version"])

    def _game(self) -> tuple[Any, int, str]:
        """Open a game with a stated result. Returns its id, its version, and the secret of a guest at its second seat."""
        game = self._product.posted("games", {"system": "high-card", "seats": [{}, {}]})["game"]
        version = self._product.posted(f"games/{game}/events", {"events": [STATED]})["version"]
        return game, version, self._product.clubs.issue(HOME, "bench", "read", game=game, seat=Seat(1))[1]

    def confirm(self, table: int) -> None:
        game, version, guest = self.games[table]
        self._product.posted(f"games/{game}/confirmation", {"seat": 1}, f'"{version}"', guest)

    def open_tables(self) -> int:
        """Return how many tables have no result. The table of the parked game does not count."""
        rounds = self._product.got(f"tournaments/{self.id}")["rounds"]
        return len(rounds[0]["unfinished"]) - 1


def seconds(product: Product, cup: Cup, act: Callable[[], object], left: int) -> float:
    """Call `act`, and wait until only `left` tables have no result. Returns how many seconds that took (at most LONGEST)."""
    began = time.perf_counter()
    act()
    product.seconds_until(lambda: cup.open_tables() <= left)
    return min(time.perf_counter() - began, LONGEST)


def rows(progress: Progress) -> list[Row]:
    dice, single, together = Random(2711), [], []
    with running() as product, ThreadPoolExecutor(SENDERS) as pool:
        cup = Cup(product, RUNS)
        for table in range(1, RUNS + 1):
            time.sleep(dice.uniform(0, 0.2))
            single.append(seconds(product, cup, lambda: cup.confirm(table), RUNS - table))  # noqa: B023
            progress(table / RUNS / 2)
        for number in range(ROUNDS):
            cup = Cup(product, TABLES)
            time.sleep(dice.uniform(0.5, 1))
            together.append(seconds(product, cup, lambda: list(pool.map(cup.confirm, cup.games)), 0))  # noqa: B023
            progress((1 + (number + 1) / ROUNDS) / 2)
    return [*of("confirmation to ResultTaken, one table", single, 300), *of(f"… {TABLES} tables together, the last", together, 700)]


PART: Final = Part(
    "From a confirmed result to the tournament, over HTTP",
    f"Through real processes (API, relay, two workers), with a parked game at one table: {RUNS} single tables, and {ROUNDS} times {TABLES} "
    f"tables that {SENDERS} clients confirm together, with the time from the first request to the last result taken. Asked over HTTP, "
    "every 10 ms.",
    60,
    rows,
)

if __name__ == "__main__":
    alone(PART)
