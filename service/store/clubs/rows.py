"""The directory of a club as rows in Redis, so that the names for a page take one round trip. The rows are made from the club's stream, and
can be made again.

`{club}:directory` is a hash: a row for each person, JSON [name or null, since, erased], and under `:` the *mark*, JSON [form, version,
hash, what the club is called, who was merged into whom]. Version and hash are those of the stream's head up to which the rows were made.
Rows whose mark differs from the current head are outdated: the next reader reads the later events and updates the rows. So a process that
is killed between an append and the update of the rows loses nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from redis import Redis

from domain.kernel.events import PersonId
from domain.record.directory import Directory, Person
from service.store.connect import ask, script
from service.store.keys import Club, Keys
from service.store.streams.heads import StreamHead

FORM: Final = 1
"""The number of the form of the rows and of the fold that makes them. Rows with another number are made again."""
MARK: Final = b":"


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a club's rows. `version` and `hash`: of the head up to which they were made; `called`: the club's name; `merged`: who
    was merged into whom."""

    version: int
    hash: str
    called: str
    merged: Mapping[PersonId, PersonId]

    def follows(self, head: Sequence[bytes | None]) -> bool:
        """Whether the rows were made up to that head. `head`: its version and hash as they are stored."""
        version, digest = head
        return version is not None and digest is not None and (self.version, self.hash) == (int(version), digest.hex())


class Rows:
    """The rows of all clubs. Every method raises StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._move = script(redis, "clubs/directory.lua")

    def some(self, club: Club, people: Iterable[PersonId]) -> tuple[Mark | None, list[Person | None]]:
        """The mark of the rows (None when they are outdated), and the rows of `people`, in the same order."""
        asked, keys = list(people), Keys(club)

        def question() -> list[Any]:
            with self._redis.pipeline(transaction=False) as pipe:
                pipe.hmget(keys.own_head, ["version", "hash"])
                pipe.hmget(keys.directory, [MARK, *asked])
                return pipe.execute()

        head, (raw, *rows) = ask(question)
        mark = _mark(raw)
        current = mark if mark is not None and mark.follows(head) else None
        return current, [None if row is None else _person(row) for row in rows]

    def whole(self, club: Club) -> tuple[bytes, Mark | None, Directory]:
        """Read all rows. Returns their mark as stored (empty: there is none) and as read (None: missing or of another form), and the
        directory that the rows hold."""
        rows: dict[bytes, bytes] = ask(lambda: self._redis.hgetall(Keys(club).directory))
        raw = rows.pop(MARK, b"")
        mark = _mark(raw)
        if mark is None:
            return raw, None, Directory()
        people = {PersonId(person.decode()): _person(row) for person, row in rows.items()}
        return raw, mark, Directory(mark.version, mark.called, people, mark.merged)

    def move(self, club: Club, read: bytes, before: Directory | None, after: Directory, head: StreamHead) -> bool:
        """Replace the rows that have the mark `read` and hold `before` by those of `after`, the directory at `head`. `before` None: delete
        all rows first.

        Returns False, and writes nothing, when the rows have another mark by now: another writer updated them.
        """
        known = {} if before is None else before.people
        changed = {person: row for person, row in after.people.items() if known.get(person) != row}
        gone = [person for person in known if person not in after.people]
        mark = orjson.dumps([FORM, after.version, head.hash, after.called, after.merged])
        arguments: list[Any] = [read, int(before is None), mark, len(gone), *gone, *_flat(changed)]
        return bool(self._move([Keys(club).directory], arguments))


def _flat(rows: Mapping[PersonId, Person]) -> Iterator[str | bytes]:
    for person, row in rows.items():
        yield person
        yield orjson.dumps(tuple(row))


def _person(row: bytes) -> Person:
    return Person(*orjson.loads(row))


def _mark(raw: bytes | None) -> Mark | None:
    """The mark; None when it is missing or of another form."""
    kept = orjson.loads(raw) if raw else [0]
    return Mark(*kept[1:]) if kept[0] == FORM else None
