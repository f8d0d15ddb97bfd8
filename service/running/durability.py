"""Durability: measures whether a write that this server has acknowledged is on disk.

It times three things: an acknowledged write, an empty round trip, and how long this disk takes to write and sync as many bytes. A server
that acknowledges sooner than the disk can sync has not synced. The log of writes must also have grown.

Times are in seconds. For writes and round trips, the median is used. For syncs of the disk, a short time is used: only one of ten syncs is
faster. A server that syncs every write cannot be faster than the fastest syncs of its disk. A disk that syncs in less than NO_DISK is
really memory, and proves nothing.

On a busy machine, a server that syncs can still look faster than the disk. So a server counts as not syncing only if TRIES measurements in
a row show this.
"""

import os
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

ROUNDS: Final = 60
BYTES: Final = 128
"""The size of one measured write: about one event."""
NO_DISK: Final = 20e-6
TRIES: Final = 5
SCRATCH: Final = "faceup:doctor"


@dataclass(frozen=True, slots=True)
class Settings:
    """The server's settings about its log of writes. `log`: `appendonly` (yes, no). `sync`: `appendfsync` (always, everysec, no)."""

    log: str
    sync: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Times in seconds. `ping`: an empty round trip (median). `write`: until a write is acknowledged (median). `disk`: to write and sync
    BYTES when the disk is fast (one of ten syncs is faster); None if the disk is on another machine. `grew`: whether the log of writes
    grew by all acknowledged writes; None: unknown."""

    ping: float
    write: float
    disk: float | None
    grew: bool | None

    @property
    def synced(self) -> bool | None:
        """Whether the server synced this disk before it acknowledged a write; None if that cannot be measured."""
        if self.disk is None or self.disk < NO_DISK:
            return None
        return self.write - self.ping >= self.disk / 2


def settings(redis: Redis) -> Settings | None:
    """Return the server's current settings; None if the server does not show them."""
    try:
        values = {**redis.config_get("appendonly"), **redis.config_get("appendfsync")}
    except RedisError:
        return None
    log, sync = values.get("appendonly"), values.get("appendfsync")
    return None if log is None or sync is None else Settings(log, sync)


def measured(redis: Redis, data: Path | None, clock: Callable[[], float] = time.perf_counter) -> Measured:
    """Measure with test writes, which are removed afterwards. `data`: the server's directory; None if it is on another machine."""
    content = secrets.token_bytes(BYTES)
    pings, writes, disks = [], [], []
    draft = None if data is None else data / f"doctor.{secrets.token_hex(4)}"
    before = _log_size(redis, data)
    try:
        for _ in range(ROUNDS):
            pings.append(_seconds(clock, redis.ping))
            writes.append(_seconds(clock, lambda: redis.set(SCRATCH, content)))
            if draft is not None:
                disks.append(_synced_write(clock, draft, content))
        after = _log_size(redis, data)
    finally:
        redis.delete(SCRATCH)
        if draft is not None:
            draft.unlink(missing_ok=True)
    # If the log shrank, the server rewrote it during the measurement, and the size of the log proves nothing.
    grew = None if before is None or after is None or after < before else after - before >= ROUNDS * BYTES
    return Measured(median(pings), median(writes), quantiles(disks, n=10)[0] if disks else None, grew)


def repeated(measure: Callable[[], Measured]) -> Measured:
    """Measure again while the measurements show that the server does not sync, at most TRIES times. Returns the last measurement."""
    for _ in range(TRIES - 1):
        found = measure()
        if found.synced is not False:
            return found
    return measure()


def judged(said: Settings | None, measurement: Measured) -> tuple[bool | None, str]:
    """Return whether an acknowledged event survives a crash of the machine (None: unknown), and a sentence about it for people. `said`:
    the server's settings."""
    times = f"a write is acknowledged after {_ms(measurement.write)}, a ping after {_ms(measurement.ping)}"
    if measurement.disk is not None:
        times += f", this disk writes and syncs {BYTES} bytes in {_ms(measurement.disk)}"
    word = "the server does not show its settings" if said is None else f"appendonly {said.log}, appendfsync {said.sync}"
    proof = f"({times}; {word})"
    if measurement.grew is False or (said is not None and said.log != "yes"):
        return False, f"An acknowledged event is in memory only: it is lost when the server stops {proof}."
    if said is not None and said.sync != "always":
        lost = "of the last second" if said.sync == "everysec" else "of the last half minute"
        return False, f"Acknowledged events {lost} are lost when the machine fails {proof}."
    match measurement.synced:
        case True:
            return True, f"An acknowledged event is on disk {proof}."
        case False:
            return False, f"Writes are acknowledged sooner than this disk syncs: acknowledged events can be lost {proof}."
        case None if said is None:
            return None, f"Whether an acknowledged event is on disk cannot be seen from here {proof}."
        case None:
            where = "the disk is on another machine" if measurement.disk is None else "this disk is too fast to tell, perhaps memory"
            return True, f"The server says that an acknowledged event is on disk; the time it takes does not prove it, {where} {proof}."


def _seconds(clock: Callable[[], float], act: Callable[[], object]) -> float:
    started = clock()
    act()
    return clock() - started


def _synced_write(clock: Callable[[], float], draft: Path, content: bytes) -> float:
    sync = os.fdatasync if sys.platform == "linux" else os.fsync
    with draft.open("ab", buffering=0) as file:

        def written() -> None:
            file.write(content)
            sync(file.fileno())

        return _seconds(clock, written)


def _log_size(redis: Redis, data: Path | None) -> int | None:
    """Return the size of the server's log of writes, in bytes. `data`: the folder with the log; None: ask the server, and return None if
    it gives no answer."""
    if data is not None:
        return sum(file.stat().st_size for file in (data / "appendonlydir").glob("*.aof"))
    try:
        info = redis.info("persistence")
    except RedisError:
        return None
    return int(info["aof_current_size"]) if info.get("aof_enabled") else 0


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms"
