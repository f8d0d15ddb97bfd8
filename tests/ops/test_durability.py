"""Durability means that acknowledged events are on disk. The tests cover how servers are measured, and how settings and measured times
decide whether a server is durable."""

from pathlib import Path

import pytest
from redis import Redis

from service.config import Config
from service.running.durability import TRIES, Measured, Settings, judged, measured, repeated, settings
from service.running.server import client, entered
from service.store.layout import KEY
from tests.servers import RunningServer

MS = 1e-3
ALWAYS, EVERYSEC, OFF = Settings("yes", "always"), Settings("yes", "everysec"), Settings("no", "always")
SYNCED = Measured(0.1 * MS, 1.2 * MS, 1.0 * MS, grew=True)
HASTY = Measured(0.1 * MS, 0.2 * MS, 1.0 * MS, grew=True)
REMOTE = Measured(0.1 * MS, 1.2 * MS, None, grew=True)
MEMORY = Measured(0.1 * MS, 0.11 * MS, 0.001 * MS, grew=True)
LOGLESS = Measured(0.1 * MS, 0.11 * MS, 1.0 * MS, grew=False)


@pytest.mark.parametrize(
    ("said", "found", "sound", "sentence"),
    [
        (ALWAYS, SYNCED, True, "An acknowledged event is on disk (a write is acknowledged after 1.2 ms, a ping after 0.1 ms, "
                               "this disk writes and syncs 128 bytes in 1 ms; appendonly yes, appendfsync always)."),
        (None, SYNCED, True, "An acknowledged event is on disk (a write"),
        (ALWAYS, HASTY, False, "Writes are acknowledged sooner than this disk syncs"),
        (None, HASTY, False, "Writes are acknowledged sooner than this disk syncs"),
        (EVERYSEC, SYNCED, False, "Acknowledged events of the last second are lost when the machine fails"),
        (Settings("yes", "no"), SYNCED, False, "Acknowledged events of the last half minute are lost"),
        (OFF, SYNCED, False, "An acknowledged event is in memory only"),
        (None, LOGLESS, False, "An acknowledged event is in memory only"),
        (ALWAYS, LOGLESS, False, "An acknowledged event is in memory only"),
        (ALWAYS, REMOTE, True, "The server says that an acknowledged event is on disk; the time it takes does not prove it, the disk"),
        (ALWAYS, MEMORY, True, "The server says that an acknowledged event is on disk; the time it takes does not prove it, this disk"),
        (None, REMOTE, None, "Whether an acknowledged event is on disk cannot be seen from here"),
    ],
)  # fmt: skip
def test_durability_is_judged_by_settings_and_measured_times(
    said: Settings | None, found: Measured, sound: bool | None, sentence: str
) -> None:
    judgement = judged(said, found)
    assert judgement[0] is sound
    assert judgement[1].startswith(sentence)


def test_a_durable_server_is_measured_as_durable(server: RunningServer, redis: Redis) -> None:
    figures = repeated(lambda: measured(redis, server.directory))
    assert figures.grew is True
    assert figures.synced is not False
    assert settings(redis) == ALWAYS
    assert redis.keys("*") == [KEY.encode()]
    assert not list(server.directory.glob("doctor.*"))


def test_a_server_that_writes_no_log_is_measured_as_not_durable(tmp_path: Path) -> None:
    with entered(Config(data=tmp_path)) as url, client(url) as redis:
        redis.config_set("appendonly", "no")
        assert measured(redis, None).grew is False
        assert judged(None, measured(redis, None))[0] is False


def test_durability_settings_that_the_server_hides_are_reported_as_unknown(redis: Redis, server: RunningServer) -> None:
    redis.acl_setuser("guest", enabled=True, nopass=True, keys=["*"], categories=["+@all"], commands=["-config"])
    with Redis(unix_socket_path=server.socket, username="guest", password="any") as guest:
        assert settings(guest) is None
    redis.acl_deluser("guest")


def test_the_durations_of_writes_are_measured_with_the_given_clock(redis: Redis) -> None:
    ticks = iter(float(tick) for tick in range(10_000))
    assert measured(redis, None, clock=lambda: next(ticks)) == Measured(ping=1.0, write=1.0, disk=None, grew=True)


def test_a_server_counts_as_faster_than_its_disk_only_if_all_measurements_agree() -> None:
    seen = [HASTY] * (TRIES - 1)
    assert repeated(iter([*seen, SYNCED]).__next__) is SYNCED
    assert repeated(iter([*seen, HASTY, SYNCED]).__next__) is HASTY


def test_a_durable_server_on_a_busy_disk_is_measured_as_durable(redis: Redis, server: RunningServer) -> None:
    """These times come from a real measurement: the server synced in 0.6 ms. Most of the doctor's own syncs took 1.4 ms, and the fastest
    took 0.5 ms."""
    steps = [step for turn in range(60) for step in (0.08, 0.66, 0.5 if turn % 4 == 0 else 1.4)]
    ticks = iter([tick for step in steps for tick in (0.0, step * MS)])
    found = measured(redis, server.directory, clock=lambda: next(ticks))
    assert found.disk == pytest.approx(0.5 * MS)
    assert found.synced is True
