"""Keeps the directory of a club's people as rows in Redis, so that the names for a page take one round trip. The rows can be made again
from the club's stream.

`{club}:directory` is a Redis hash with a row for each person, JSON [name or null, since, erased, role or null]. Its field `:` is the
*mark*, JSON [form, version, hash, the club's name, the ids that were merged into others, when a name last changed, settings]. Version and
hash belong to the last event in the rows.

If the mark does not match the stream's head, the rows are out of date. The next reader then reads the later events and updates the rows. So
it does no harm if a process is killed between an append and the update of the rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from redis import Redis

from domain.kernel.events import PersonId
from domain.record.directory import ClubSettings, Directory, Person
from service.store.asking import Command, asked_of_each
from service.store.connect import ask, direct, script
from service.store.errors import WritesRefused
from service.store.keys import Club, Keys
from service.store.streams.kinds import StreamHead

FORM: Final = 5
"""The version of the format of the rows and of the code that makes them. Rows of another version are made again."""
MARK: Final = b":"


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a club's rows. `version`, `hash`: those of the last event in the rows. `called`: the club's name. `merged`: {merged id:
    the id that stands for it}. `named_at`: the version of the last event that renamed, merged or erased somebody; 0: none."""

    version: int
    hash: str
    called: str
    merged: Mapping[PersonId, PersonId]
    named_at: int
    settings: ClubSettings

    def follows(self, head: Sequence[bytes | None]) -> bool:
        """Whether the rows are up to date with `head`, the stored version and hash of the stream's head."""
        version, digest = head
        return version is not None and digest is not None and (self.version, self.hash) == (int(version), digest.hex())


class Rows:
    """The stored rows of all clubs' directories, one for each person."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._direct = direct(redis)
        self._move = script(redis, "clubs/directory.lua")

    def some(self, club: Club, people: Iterable[PersonId]) -> tuple[Mark | None, list[Person | None]]:
        """Read the directory rows of `people`. Returns the mark of the rows (None: the rows are out of date), and a row for each of
        `people`, in their order (None: this person has no row)."""
        head, (raw, *rows) = ask(lambda: self._direct.together(*_commands(Keys(club), *people)))
        return _current(head, raw), [None if row is None else _person(row) for row in rows]

    def marks(self, clubs: Iterable[Club]) -> dict[Club, Mark | None]:
        """Read the mark of each club's rows. None: the rows are out of date."""
        return {club: _current(head, raw) for club, (head, (raw,)) in asked_of_each(self._redis, clubs, _commands)}

    def size(self, club: Club) -> int:
        """Return how many rows are stored for a club."""
        return int(ask(lambda: self._redis.hlen(Keys(club).directory)))

    def whole(self, club: Club) -> tuple[bytes, Mark | None, Directory]:
        """Read all directory rows of a club. Returns the mark in its stored bytes (empty: none), the parsed mark (None: missing or in
        another format), and the directory."""
        rows: dict[bytes, bytes] = ask(lambda: self._redis.hgetall(Keys(club).directory))
        raw = rows.pop(MARK, b"")
        mark = _mark(raw)
        if mark is None:
            return raw, None, Directory()
        people = {PersonId(person.decode()): _person(row) for person, row in rows.items()}
        return raw, mark, Directory(mark.version, mark.called, people, mark.merged, mark.named_at, mark.settings)

    def move(self, club: Club, read: bytes, before: Directory | None, after: Directory, head: StreamHead) -> bool:
        """Update the stored rows from the directory `before` (None: delete all rows first) to `after`, made from the stream up to `head`.
        `read`: the stored mark that was read with `before`. Returns False, and writes nothing, if another writer has changed it. While the
        server takes no writes, the rows stay, and True is returned, because they only save time."""
        known = {} if before is None else before.people
        changed = {person: row for person, row in after.people.items() if known.get(person) != row}
        gone = [person for person in known if person not in after.people]
        mark = orjson.dumps([FORM, after.version, head.hash, after.called, after.merged, after.named_at, tuple(after.settings)])
        arguments: list[Any] = [read, int(before is None), mark, len(gone), *gone, *_flat(changed)]
        try:
            return bool(self._move([Keys(club).directory], arguments))
        except WritesRefused:
            return True


def _flat(rows: Mapping[PersonId, Person]) -> Iterator[str | bytes]:
    for person, row in rows.items():
        yield person
        yield orjson.dumps(tuple(row))


def _person(row: bytes) -> Person:
    return Person(*orjson.loads(row))


def _commands(keys: Keys, *people: PersonId) -> Sequence[Command]:
    """Return the commands that read a club's mark and some of its rows, and what the mark must follow."""
    return ("HMGET", keys.own_head, "version", "hash"), ("HMGET", keys.directory, MARK, *people)


def _current(head: Sequence[bytes | None], raw: bytes | None) -> Mark | None:
    mark = _mark(raw)
    return mark if mark is not None and mark.follows(head) else None


def _mark(raw: bytes | None) -> Mark | None:
    """Parse the stored mark. Returns None if it is missing or in another format."""
    kept: list[Any] = orjson.loads(raw) if raw else [0]
    if kept[0] != FORM:
        return None
    version, digest, called, merged, named_at, settings = kept[1:]
    return Mark(version, digest, called, merged, named_at, ClubSettings(*settings))
