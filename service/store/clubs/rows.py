"""The directory of a club as rows, so that the names for a page are one round trip. Made from the club's stream, and made again from it.

`{club}:directory` is a hash: a row for each person, JSON [name or null, since, erased], and under `:` the *mark*, JSON [form, version,
hash, what the club is called, who was merged into whom]. Version and hash are those of the stream's head that the rows follow. Rows whose
mark is not that of the head are behind: whoever meets them reads the rest of the stream and moves them on. So nothing is lost by a process
that is killed between an append and its rows.
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
"""Of the rows and of the fold that makes them: rows of another form are made again."""
MARK: Final = b":"


@dataclass(frozen=True, slots=True)
class Mark:
    """What rows follow: `raw`, as it is stored; `version` and `hash` of the head; what the club is called; who was merged."""

    raw: bytes
    version: int
    hash: str
    called: str
    merged: Mapping[PersonId, PersonId]

    def follows(self, head: Sequence[bytes | None]) -> bool:
        """Whether these are the rows of that head: its version and hash, as they are stored."""
        version, digest = head
        return version is not None and digest is not None and (self.version, self.hash) == (int(version), digest.hex())


class Rows:
    """The rows of all clubs. Every method raises StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._move = script(redis, "clubs/directory.lua")

    def some(self, club: Club, people: Iterable[PersonId]) -> tuple[Mark | None, list[Person | None]]:
        """The mark of the rows, None where they are behind the club's stream; and the rows of `people`, in their order."""
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

    def whole(self, club: Club) -> tuple[Mark | None, Directory]:
        """All rows, and their mark; an empty directory where there are none that can be read."""
        found: dict[bytes, bytes] = ask(lambda: self._redis.hgetall(Keys(club).directory))
        mark = _mark(found.pop(MARK, None))
        if mark is None:
            return None, Directory()
        people = {PersonId(person.decode()): _person(row) for person, row in found.items()}
        return mark, Directory(mark.version, mark.called, people, mark.merged)

    def move(self, club: Club, found: Mark | None, before: Directory, after: Directory, head: StreamHead) -> bool:
        """Write `after`, at `head`, over the rows with the mark `found`, which hold `before`; None: over whatever there is."""
        changed = {person: row for person, row in after.people.items() if before.people.get(person) != row or found is None}
        gone = [person for person in before.people if person not in after.people]
        mark = orjson.dumps([FORM, after.version, head.hash, after.called, after.merged])
        arguments: list[Any] = ["" if found is None else found.raw, mark, len(gone), *gone, *_flat(changed)]
        return bool(self._move([Keys(club).directory], arguments))


def _flat(rows: Mapping[PersonId, Person]) -> Iterator[str | bytes]:
    for person, row in rows.items():
        yield person
        yield orjson.dumps(tuple(row))


def _person(row: bytes) -> Person:
    return Person(*orjson.loads(row))


def _mark(raw: bytes | None) -> Mark | None:
    """None where there is none, or of another form."""
    kept = [0] if raw is None else orjson.loads(raw)
    return Mark(raw, *kept[1:]) if raw is not None and kept[0] == FORM else None
