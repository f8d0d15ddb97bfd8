"""No acknowledged event is lost when a server is killed, or when another kind of server opens its data directory."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from threading import Thread

import pytest

from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, GameId
from service.store.streams.append import Appended
from tests.servers import RunningServer, start_server
from tests.speeds import slow
from tests.store.bench import BY, Clock, breach, chosen, opening, placed
from tests.store.conftest import FLAVOURS, binary_of
from tests.verdicts import judged


@pytest.fixture
def directory(short_directory: Path) -> Path:
    return next(path for n in count() if not (path := short_directory / f"crash-{n}").exists())


def on_server(server: RunningServer, act: Callable[[Records, Verdicts], None]) -> None:
    with write_client(server.socket) as client:
        act(Records(client, Clock()), Verdicts(client, Clock()))


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_no_acknowledged_event_is_lost_when_the_server_is_killed(directory: Path, flavour: str) -> None:
    server = start_server(binary_of(flavour), directory)
    acknowledged: list[Appended] = []
    lost: list[int] = []

    def write(until_it_dies: Records) -> None:
        game = until_it_dies.open(HOME, opening(), BY).game
        try:
            for n in count():
                acknowledged.append(until_it_dies.append(game, None, [placed("TS", n % 3), chosen()], BY))
        except StoreUnavailable:
            lost.append(n)

    with write_client(server.socket) as client:
        writer = Thread(target=write, args=(Records(client, Clock()),))
        writer.start()
        while len(acknowledged) < 100:
            writer.join(0.001)
        server.kill()
        writer.join()
    server = start_server(binary_of(flavour), directory)

    def look(records: Records, verdicts: Verdicts) -> None:
        game, version = acknowledged[-1].game, acknowledged[-1].version
        ids = {event.version: event.id for event in records.events(game, verify=True)}
        assert all(ids[version] == event_id for appended in acknowledged for version, event_id in appended.events)
        assert len(ids) - version in (0, 2)  # the last batch was not acknowledged: it is recorded completely or not at all
        assert verdicts.dirty(HOME) == [(game, len(ids))]
        assert records.append(game, None, [chosen()], BY).version == len(ids) + 1
        assert [entry.n for entry in records.feed(HOME, 0, 10**6)] == list(range(1, len(ids) // 2 + 3))

    try:
        assert len(lost) == 1
        on_server(server, look)
    finally:
        server.stop()


@pytest.mark.parametrize("rewritten", [False, True], ids=["as-appended", "after-a-rewrite"])
@pytest.mark.parametrize(("first", "second"), [pytest.param("valkey", "redis", marks=slow), ("redis", "valkey")])
def test_redis_and_valkey_can_open_each_others_data_directories(directory: Path, first: str, second: str, rewritten: bool) -> None:
    """With the setting `aof-use-rdb-preamble no`, both servers write their data as plain commands that Redis 7.0 can read."""
    games: list[GameId] = []

    def write(records: Records, verdicts: Verdicts) -> None:
        games.append(records.open(HOME, opening(), BY).game)
        records.append(games[0], 1, [placed("TS", n % 3) for n in range(400)], BY)
        judged(verdicts, games[0], 0, 300, "0badcafe", "open", [breach(2)], [])

    def go_on(records: Records, verdicts: Verdicts) -> None:
        assert len(records.events(games[0], verify=True)) == 401
        assert records.append(games[0], 401, [chosen()], BY).version == 402
        assert verdicts.state(games[0])[1:] == (1, 300, "0badcafe")
        assert [entry.n for entry in records.feed(HOME, 0, 10)] == [1, 2, 3, 4]

    server = start_server(binary_of(first), directory)
    on_server(server, write)
    if rewritten:
        client = server.client()
        client.bgrewriteaof()
        while client.info("persistence")["aof_rewrite_in_progress"] or client.info("persistence")["aof_rewrite_scheduled"]:
            pass
    server.stop()
    server = start_server(binary_of(second), directory)
    try:
        on_server(server, go_on)
    finally:
        server.stop()
