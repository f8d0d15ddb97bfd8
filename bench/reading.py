"""Measures how long it takes to read and decode a record of 200 events, and to fold it (compute the table from the events). The rival is
the library `eventsourcing`, which loads the same number of events from a SQLite file.

python -m bench.reading

The rival's record only keeps a list of cards, so the rival folds almost nothing. The product and the rival are run many times in turn. Each
figure is the shortest time of all runs, because other load on the machine can only make a run longer. `pip install '.[bench]'` installs the
rival.
"""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.played import LASTING, acts, choosing
from domain.kernel.events import Event, EventId, TokenId
from domain.record.batch import Draft
from domain.record.fold import fold
from domain.system import System, Table
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import HOME
from tests.servers import packaged_valkey, start_server

EVENTS: Final = 200
ROUNDS: Final = 300
KNOWN: Final = 1 / 3
BY: Final = TokenId("k7scorer22")


def recorded(records: Records, system: System[Table]) -> Callable[[], list[Event]]:
    """Write a record of the system; return a function that loads the record."""
    dice = Random(5)
    drafts = [Draft(act, EventId(str(UUID(bytes=dice.randbytes(16), version=4)))) for act in acts(system, choosing(dice, KNOWN), EVENTS)]
    game = records.open(HOME, drafts[0], BY).game
    for draft in drafts[1:]:
        records.append(game, None, [draft], BY)
    return partial(records.events, game)


class Deal(Aggregate):
    """The rival's record: a list of cards."""

    def __init__(self, system: str) -> None:
        self.system = system
        self.cards: list[tuple[int, str]] = []

    @event("CardPlaced")
    def place(self, seat: int, card: str) -> None:
        self.cards.append((seat, card))


def rival(file: Path) -> Callable[[], object]:
    """Write a record of EVENTS events with the rival; return a function that loads the record."""
    application: Application[UUID] = Application({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)})
    deal = Deal("high-card")
    for number in range(EVENTS - 1):
        deal.place(number % 4, "TS")
    application.save(deal)
    return lambda: application.repository.get(deal.id)


def least(tasks: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Run the tasks in turn, each ROUNDS times. Returns, for each task, the seconds of its shortest run."""
    least_seconds = dict.fromkeys(tasks, 9.9)
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            began = perf_counter()
            task()
            least_seconds[name] = min(least_seconds[name], perf_counter() - began)
    return least_seconds


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        server = start_server(packaged_valkey(), Path(folder) / "valkey")
        try:
            client = write_client(server.socket)
            records, theirs = Records(client, lambda: 1_763_726_400_000 + int(perf_counter() * 1000)), rival(Path(folder) / "rival.db")
            for system in LASTING:
                report(system, recorded(records, system), theirs)
        finally:
            server.stop()


def report(system: System[Table], load: Callable[[], list[Event]], theirs: Callable[[], object]) -> None:
    events = load()
    least_seconds = least(
        {
            "load": load,
            "fold": lambda: fold(system, events),
            "load and fold": lambda: fold(system, load()),
            "eventsourcing": theirs,
        }
    )
    figures = ", ".join(f"{name} {seconds * 1e6:5.0f} µs" for name, seconds in least_seconds.items())
    ratios = (least_seconds["eventsourcing"] / least_seconds[name] for name in ("load", "load and fold"))
    print(f"{system.slug:20} {len(events)} events: {figures}; {' and '.join(f'{ratio:.1f} ×' for ratio in ratios)}")


if __name__ == "__main__":
    main()
