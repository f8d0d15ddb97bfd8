"""A listener to the store gets every hint (message about a change) in order. If no hint arrives for a while, the listener tests its
connection. If the server does not answer the test, the connection counts as lost."""

import signal
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError

from service.store.connect import write_client
from service.store.keys import CHANGES, GameId
from service.store.streams.hints import MOST_AT_ONCE, PING_SECONDS, Change, listening
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.waiting import WITHIN, until

GAME = GameId("home-aaaaaaaaaaaaaaaa")


def test_every_hint_from_the_store_arrives_in_order(server: RunningServer, redis: Redis) -> None:
    number = 2 * MOST_AT_ONCE + 7
    with write_client(server.socket) as client, listening(client) as hearing:
        for version in range(number):
            redis.spublish(CHANGES, f"events home {GAME} {version}")
        collected: list[Change] = []
        while len(collected) < number:
            collected += hearing.heard(WITHIN)
    assert collected == [Change("events", GAME, version) for version in range(number)]


def test_messages_that_are_not_hints_are_ignored(server: RunningServer, redis: Redis) -> None:
    with write_client(server.socket) as client, listening(client) as hearing:
        for line in ("", "hello", "events home", f"events home {GAME} one", b"\xff\xfe", f"parked home {GAME} 3"):
            redis.spublish(CHANGES, line)
        heard: list[Change] = []

        def any_heard() -> bool:  # the lines may arrive one by one
            heard.extend(hearing.heard(1))
            return bool(heard)

        until(any_heard)
        assert heard == [Change("parked", GAME, 3)]


def test_a_connection_on_which_no_hint_arrives_is_tested_and_kept(server: RunningServer, redis: Redis) -> None:
    now = [0.0]
    with write_client(server.socket) as client, listening(client, lambda: now[0]) as hearing:
        for _ in range(5):
            now[0] += PING_SECONDS + 1
            assert hearing.heard(0.05) == []
        redis.spublish(CHANGES, f"verdict home {GAME} 1")
        assert hearing.heard(WITHIN) == [Change("verdict", GAME, 1)]


def test_the_connection_to_a_server_that_does_not_answer_counts_as_lost(short_directory: Path) -> None:
    server, now = start_server(packaged_valkey(), short_directory / "silent"), [0.0]
    with write_client(server.socket) as client, listening(client, lambda: now[0]) as hearing:
        server.process.send_signal(signal.SIGSTOP)
        now[0] += PING_SECONDS + 1
        assert hearing.heard(0.05) == []
        now[0] += PING_SECONDS + 1
        with pytest.raises(ConnectionError, match="does not answer"):
            hearing.heard(0.05)
        server.process.send_signal(signal.SIGCONT)
    server.stop()
