"""Keeps room free on the disk of our own server, so that a full disk stops only the recording.

A server that syncs every write ends itself when a write to its log fails. So some room is kept in reserve. While less than the reserve is
free, the server is *read-only*: it answers reads and refuses every write with an error. Two settings do this:

    min-replicas-to-write 1   refuses every write of a client or a script with NOREPLICAS, because our server has no replicas
    appendfsync everysec      the server stays alive when its log cannot grow. It still logs the keys that have expired

docs/decisions/ops-durability.md has the reasons. Sizes are in bytes.
"""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

MIB: Final = 2**20
RESERVE: Final = 64 * MIB
"""How many bytes of the disk are kept in reserve if the settings name no other number."""
WARN_AT: Final = 4
"""A warning is shown while the free room is less than this many times the reserve."""
TRIED: Final = 64 * 1024
"""How many bytes are written to find out whether the disk takes writes."""
LOOK_SECONDS: Final = 1.0
READ_ONLY: Final = ("--min-replicas-to-write", "1", "--appendfsync", "everysec")
"""Arguments that make a server program start read-only."""


class Room:
    """The free room on the disk of `folder`. The folder need not exist yet. `reserve`: how many bytes are kept free."""

    def __init__(self, folder: Path, reserve: int = RESERVE) -> None:
        self.folder = folder
        self.reserve = reserve
        self._short = False

    def free(self) -> int:
        """Return how many bytes are free for the user who runs this process."""
        disk = os.statvfs(next(place for place in (self.folder, *self.folder.parents) if place.exists()))
        return disk.f_bavail * disk.f_frsize

    def is_short(self) -> bool:
        """Whether the server must be read-only now. It becomes read-only when less than the reserve is free. It stays read-only until a
        quarter more than the reserve is free and the disk takes writes."""
        free = self.free()
        if not self._short:
            self._short = free < self.reserve
        elif free >= self.reserve * 5 // 4:
            self._short = not takes_writes(self.folder)
        return self._short

    def is_short_at_start(self) -> bool:
        """Whether a server must start read-only. A disk may refuse writes although room seems to be free, for example because of a quota or
        a fault of the disk. So a write is tried."""
        self._short = self.free() < self.reserve or not takes_writes(self.folder)
        return self._short

    def sentence(self) -> str:
        """Return a sentence that says how much room is free, and when recording stops."""
        return f"{size(self.free())} free; recording stops when less than {size(self.reserve)} are free"

    def warning(self, log: int = 0) -> str | None:
        """Return a warning if there is little or too little room; None if there is enough. `log`: the size of the server's log. The server
        sometimes writes a shorter copy of this log, which needs room too."""
        if self.is_short_of(self.reserve):
            return f"The disk is almost full: {self.sentence()}. Nothing can be recorded until there is room; reading goes on. {REMEDY}"
        if self.is_short_of(WARN_AT * self.reserve):
            return f"The disk is becoming full: {self.sentence()}. {REMEDY}"
        if self.is_short_of(log):
            return f"The disk has too little room for a copy of the log, which has {size(log)}: {self.sentence()}. {REMEDY}"
        return None

    def is_short_of(self, wanted: int) -> bool:
        return self.free() < wanted


REMEDY: Final = "Remove other files from this disk, or move the data folder to a larger one (set FACEUP_DATA)."


def takes_writes(folder: Path) -> bool:
    """Whether a file can be written and synced in `folder`."""
    draft = folder / f"room.{secrets.token_hex(4)}"
    try:
        with draft.open("xb", buffering=0) as file:
            left = TRIED
            while left:
                left -= file.write(bytes(left))
            os.fsync(file.fileno())
    except OSError:
        return False
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return True


def log_size(data: Path) -> int:
    """Return the size of the server's log in the data folder; 0: there is none."""
    return sum(file.stat().st_size for file in (data / "appendonlydir").glob("*.aof"))


def size(number: int) -> str:
    """Return a number of bytes for people.

    >>> size(3 * 2**20), size(5 * 2**30)
    ('3 MiB', '5.0 GiB')
    """
    return f"{number / 2**30:.1f} GiB" if number >= 2**30 else f"{number // MIB} MiB"


def is_read_only(redis: Redis) -> bool:
    """Whether our own server is read-only."""
    return redis.config_get("min-replicas-to-write").get("min-replicas-to-write") != "0"


def make_read_only(redis: Redis) -> None:
    """Make a running server read-only. The first command makes it refuse writes, and is answered after a sync, so every acknowledged write
    is on disk. The second command stops the syncs only after that."""
    redis.config_set("min-replicas-to-write", 1)
    redis.config_set("appendfsync", "everysec")


def make_writable(redis: Redis) -> bool:
    """Let a read-only server take writes again. Returns False, and changes nothing, if its log still cannot grow."""
    if redis.info("persistence")["aof_last_write_status"] != "ok":
        return False
    redis.config_set("appendfsync", "always")
    redis.config_set("min-replicas-to-write", 0)
    return True


class RoomWatch:
    """Makes the server of an installation read-only while its disk is short of room, and writable after that. `client`: makes a client of
    the server. `say`: shows a message. `now`: returns the time in seconds."""

    def __init__(self, room: Room, client: Callable[[], Redis], say: Callable[[str], None], now: Callable[[], float]) -> None:
        self._room = room
        self._client = client
        self._say = say
        self._now = now
        self._said = False
        self._due = 0.0
        self._was = False

    def tend(self) -> None:
        """Look at the disk, and change the server if necessary. Call this often: the disk may fill between two looks."""
        short = self._room.is_short()
        if short is self._was and self._now() < self._due:
            return
        self._was, self._due = short, self._now() + LOOK_SECONDS
        try:
            with self._client() as redis:
                if short and not is_read_only(redis):
                    make_read_only(redis)
                elif not short and is_read_only(redis) and not make_writable(redis):
                    return
        except RedisError:
            return  # The server is starting, or has died. The next look comes soon.
        self._tell(short)

    def _tell(self, short: bool) -> None:
        if short and not self._said:
            self._say(self._room.warning() or f"The disk takes no writes. Nothing can be recorded; reading goes on. {REMEDY}")
        elif self._said and not short:
            self._say(f"There is room on the disk again: recording goes on ({self._room.sentence()}).")
        self._said = short
