"""Notices when the server of an installation has lost data, and notes each loss in a file, so that people learn of it.

Two kinds of losses are noticed. First: if the server starts with a log that ends in the middle of an entry, it drops the incomplete entry,
and says so only in its own log. Second: the feed of a club, which numbers all changes, must never get shorter. The supervisor writes down
the last number of each feed. So it also notices a log that was cut between two entries, or data that were replaced by an older copy.

    reached   the last number in the feed of each club: {"home": 120}
    losses    a line for each loss: {"at": "2026-11-23 09:40 UTC", "lost": true, "said": "…"}. `lost`: whether acknowledged changes are
              missing. The operator deletes this file
"""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import gmtime, strftime
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError

from service.clock import now_ms
from service.directory import write_private
from service.store.clubs.clubs import Clubs
from service.store.errors import StoreUnavailable
from service.store.streams.feed import last_numbers

UNREADABLE: Final = "The file {} cannot be read, and is written again. Whether changes are missing cannot be told this once."
EVERY: Final = 5.0
"""Seconds between two looks at the feeds."""
_CUT: Final = re.compile(r"Truncating the AOF (\S+) at offset (\d+)")


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss that was noticed. `at`: the time, as text for people. `lost`: whether acknowledged changes are missing. `said`: a sentence
    about the loss."""

    at: str
    lost: bool
    said: str

    def __str__(self) -> str:
        return f"{self.said} (Noticed {self.at}.)"


def noted(data: Path) -> list[Loss]:
    """Return the losses that are noted in the data folder, oldest first. A line that cannot be read is shown as it is."""
    try:
        lines = (data / "losses").read_text("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return []
    return [_read(line) for line in lines if line]


def _read(line: str) -> Loss:
    try:
        note: dict[str, Any] = json.loads(line)
        return Loss(str(note["at"]), bool(note["lost"]), str(note["said"]))
    except (ValueError, LookupError, TypeError):
        return Loss("earlier", lost=True, said=line)


def note(data: Path, said: str, *, lost: bool) -> None:
    """Add a loss to the file, unless the last line of the file says the same. Raises nothing if the disk is full, because the caller also
    shows the loss."""
    known = noted(data)
    if known and known[-1].said == said:
        return
    loss = Loss(strftime("%Y-%m-%d %H:%M UTC", gmtime()), lost, said)
    with suppress(OSError), (data / "losses").open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(loss)) + "\n")


def cuts(told: str, sizes: Mapping[str, int]) -> list[str]:
    """The server may have dropped the ends of some files of its log of writes. Return a sentence for each such file. `told`: what the
    server wrote into its own log since it was started. `sizes`: the size of each file before the start."""
    sentences = []
    for name, at in _CUT.findall(told):
        dropped = f"the last {sizes[name] - int(at):,} bytes" if name in sizes else "the rest"
        sentences.append(
            f"The server's log appendonlydir/{name} ended in the middle of an entry, at byte {int(at):,}: {dropped} were dropped. "
            "If the machine has failed, they belong to an entry that was not acknowledged yet; otherwise something has cut the file."
        )
    return sentences


class FeedWatch:
    """Compares the last number in the feed of each club with the number that was written down before. `client`: makes a client of the
    server. `say`: shows a message. `now`: returns the time in seconds."""

    def __init__(self, data: Path, client: Callable[[], Redis], say: Callable[[str], None], now: Callable[[], float]) -> None:
        self._data = data
        self._client = client
        self._say = say
        self._now = now
        self._due = 0.0

    def tend(self) -> None:
        """Look at the feeds if the last look was EVERY seconds ago. Call this often."""
        if self._now() < self._due:
            return
        self._due = self._now() + EVERY
        with suppress(RedisError, StoreUnavailable, OSError), self._client() as redis:
            self.look(redis)

    def look(self, redis: Redis) -> None:
        """Note every club whose feed has become shorter, and write down the last number of each feed. Raises StoreUnavailable,
        RedisError, OSError."""
        before = reached(self._data)  # Read the file before the feeds: another supervisor may change the file.
        ends = feed_ends(redis)
        if damaged(self._data):
            self._say(UNREADABLE.format(self._data / "reached"))
        for said in missing(before, ends):
            self._say(said)
            note(self._data, said, lost=True)
        if ends != before:
            write_private(self._data / "reached", json.dumps(ends).encode() + b"\n")


def missing(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """Return a sentence for each club whose feed has become shorter. `before`, `now`: the number of the last change of each club."""
    return [
        f"Acknowledged changes of the club {club} are missing: its feed had come to change {end:,}, and now ends with {now.get(club, 0):,}."
        " Make an installation from a backup (`faceup restore`), or import exported files of the records."
        for club, end in before.items()
        if now.get(club, 0) < end
    ]


def feed_ends(redis: Redis) -> dict[str, int]:
    """Return the number of the last change of each club. Raises StoreUnavailable, RedisError."""
    return {str(club): end for club, end in last_numbers(redis, Clubs(redis, now_ms).names_of_clubs()).items()}


def reached(data: Path) -> dict[str, int]:
    """Return the last number of each club's feed, as it was last written down; empty if the file is missing or damaged."""
    return _written(data) or {}


def damaged(data: Path) -> bool:
    """Whether the file `reached` cannot be read."""
    return (data / "reached").exists() and _written(data) is None


def _written(data: Path) -> dict[str, int] | None:
    """Return the content of the file `reached`; None if it is missing or damaged."""
    try:
        return {str(club): int(end) for club, end in json.loads((data / "reached").read_bytes()).items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return None
