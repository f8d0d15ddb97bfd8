"""A record of 200 events read from the server, decoded and folded, against `eventsourcing` loading as many from a SQLite file.

python -m bench.reading

The rival's aggregate keeps a list of cards, so that its load is reading and decoding and next to nothing of a fold. Least times of many
runs in turn: others on the machine only ever add. `pip install '.[bench]'` brings the rival.
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
from domain.record.fold import fold
from domain.system import System, Table
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import HOME
from service.store.streams.batch import Draft
from tests.servers import packaged_valkey, start_server

EVENTS: Final = 200
ROUNDS: Final = 300
TOLD: Final = 1 / 3
BY: Final = TokenId("k7scorer22")


def recorded(records: Records, system: System[Table]) -> Callable[[], list[Event]]:
    """A record of that system is written; the function loads it."""
    dice = Random(5)
    drafts = [Draft(act, EventId(str(UUID(bytes=dice.randbytes(16), version=4)))) for act in acts(system, choosing(dice, TOLD), EVENTS)]
    game = records.open(HOME, drafts[0], BY).game
    for draft in drafts[1:]:
        records.append(game, None, [draft], BY)
    return partial(records.events, game)


class Deal(Aggregate):
    """The rival's record."""

    def __init__(self, system: str) -> None:
        self.system = system
        self.cards: list[tuple[int, str]] = []

    @event("CardPlaced")
    def place(self, seat: int, card: str) -> None:
        self.cards.append((seat, card))


def rival(file: Path) -> Callable[[], object]:
    """An aggregate of as many events is written; the function loads it."""
    application: Application[UUID] = Application({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)})
    deal = Deal("high-card")
    for number in range(EVENTS - 1):
        deal.place(number % 4, "TS")
    application.save(deal)
    return lambda: application.repository.get(deal.id)


def least(tasks: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Seconds that each task takes at least."""
    found = dict.fromkeys(tasks, 9.9)
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            began = perf_counter()
            task()
            found[name] = min(found[name], perf_counter() - began)
    return found


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
    found = least(
        {
            "load": load,
            "fold": lambda: fold(system, events),
            "load and fold": lambda: fold(system, load()),
            "eventsourcing": theirs,
        }
    )
    told = ", ".join(f"{name} {seconds * 1e6:5.0f} µs" for name, seconds in found.items())
    ratios = (found["eventsourcing"] / found[name] for name in ("load", "load and fold"))
    print(f"{system.slug:20} {len(events)} events: {told}; {' and '.join(f'{ratio:.1f} ×' for ratio in ratios)}")


if __name__ == "__main__":
    main()
