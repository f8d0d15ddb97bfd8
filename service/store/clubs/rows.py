"""The directory of a club as rows, so that the names for a page take one round trip. Made from the club's stream, and can be made again.

`{club}:directory` is a hash: a row for each person, JSON [name or null, since, erased], and under `:` the *mark*, JSON [form, version,
hash, what the club is called, who was merged into whom]. Version and hash are those of the stream's head that the rows follow. Rows whose
mark differs from the head are outdated: their next reader reads the rest of the stream and moves them on. So a process that is killed
between an append and its rows loses nothing.
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
"""The form of the rows and of the fold that makes them: rows of another form are made again."""
MARK: Final = b":"


@dataclass(frozen=True, slots=True)
class Mark:
    """What the rows follow: `version` and `hash` of the head; the club's name; who was merged into whom."""

    version: int
    hash: str
    called: str
    merged: Mapping[PersonId, PersonId]

    def follows(self, head: Sequence[bytes | None]) -> bool:
        """Whether the rows belong to that head: its version and hash, as they are stored."""
        version, digest = head
        return version is not None and digest is not None and (self.version, self.hash) == (int(version), digest.hex())


class Rows:
    """The rows of all clubs. Every method raises StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._move = script(redis, "clubs/directory.lua")

    def some(self, club: Club, people: Iterable[PersonId]) -> tuple[Mark | None, list[Person | None]]:
        """The mark of the rows, None when they are outdated; and the rows of `people`, in their order."""
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
        """All rows: their mark as stored (empty: none) and as read (None if it is unreadable), and the directory in them."""
        rows: dict[bytes, bytes] = ask(lambda: self._redis.hgetall(Keys(club).directory))
        raw = rows.pop(MARK, b"")
        mark = _mark(raw)
        if mark is None:
            return raw, None, Directory()
        people = {PersonId(person.decode()): _person(row) for person, row in rows.items()}
        return raw, mark, Directory(mark.version, mark.called, people, mark.merged)

    def move(self, club: Club, read: bytes, before: Directory | None, after: Directory, head: StreamHead) -> bool:
        """Write `after`, at `head`, over the rows that have the mark `read` and hold `before`; None: delete them first.

        Returns False when they have another mark by now: another writer moved them."""
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
