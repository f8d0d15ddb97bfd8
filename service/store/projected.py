"""Projected rows: what a club's feed comes to, kept ready, each set of rows beside the position in the feed up to which it was made.

A *generation* is one making of the rows from nothing: an id, the fold that makes them, its position. The *live* one is read. A *shadow* is
one that is being made; it takes the place of the live one in one script, so that readers see the former rows or the new ones, whole. All of
this can be dropped at any moment and is made again.

A game *waits* while its head is ahead of its verdict. It holds up nothing: the position moves past it, and it is noted in the generation.
It is *ready* when it is no longer in the club's dirty set: its verdict has come, or it was parked.

Rows, position and what waits only move together (project.lua), and only for a writer who built on what stands, by the number of `moves`:
what a lost, doubled or late writer brings is refused.

Not here: what the rows say. That is the business of `service.projections`; this module knows the names only.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from redis import Redis

from service.store.connect import ask, script
from service.store.keys import Club, GameId, Keys, Place

LOOKS: Final = 5
"""How often a digest is tried while the rows move on."""


class Stale(Exception):
    """Another writer was faster, or these rows are gone: look at what stands and build on that. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Generation:
    """`position`: the last entry of the feed that was looked at; `moves`: how often the rows moved on; `rows`: how many there are of each
    projection; `waiting`: how many games wait."""

    club: Club
    place: Place
    id: bytes
    fold: str
    position: int
    moves: int
    rows: Mapping[str, int]
    waiting: int


class Rows(NamedTuple):
    """Rows of the live generation by key, and the fold that made them; None where there is none."""

    fold: str | None
    rows: dict[bytes, bytes]


class Projected:
    """The projected rows of all clubs on one server. `projections`: their names. Every method raises StoreUnavailable."""

    def __init__(self, redis: Redis, projections: Sequence[str], random: Callable[[int], bytes] = token_bytes) -> None:
        self._redis = redis
        self._names = tuple(projections)
        self._random = random
        self._project = script(redis, "project.lua")
        self._shadow = script(redis, "shadow.lua")
        self._switch = script(redis, "switch.lua")
        self._rows = script(redis, "rows.lua")

    # --- generations ---

    def generation(self, club: Club, place: Place) -> Generation | None:
        """The generation as it stands; None where there is none."""
        return self._unpacked(club, place, ask(lambda: self._redis.hgetall(Keys(club).generation(place))))

    def shadow(self, club: Club, fold: str) -> Generation:
        """The shadow that was begun with `fold`, or a new one; one of another fold is dropped."""
        none = " ".join("0" for _ in (*self._names, "waiting"))
        return self._unpacked_flat(club, "shadow", self._shadow(self._keys(club, "shadow"), [self._random(8).hex(), fold, none]))

    def rows_of(self, generation: Generation, projection: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Those of these rows that there are. They belong to `generation` as it stands if `move` is not refused."""
        if not keys:
            return {}
        found = ask(lambda: self._redis.hmget(Keys(generation.club).rows(generation.place, projection), list(keys)))
        return {key: row for key, row in zip(keys, found, strict=True) if row is not None}

    def move(
        self,
        generation: Generation,
        position: int,
        changes: Mapping[str, Mapping[bytes, bytes | None]],
        waits: Mapping[GameId, int] = MappingProxyType({}),
    ) -> Generation:
        """`generation` moved on to `position`, with the rows that changed on the way (None: a row that goes) and what waits, with the
        version that waits for its verdict (0: it waits no longer). Raises Stale."""
        arguments: list[Any] = [generation.id, generation.moves, position]
        for name in self._names:
            items = [part for key, row in changes.get(name, {}).items() for part in (key, row or b"")]
            arguments += [len(items), *items]
        arguments += [2 * len(waits), *(part for item in waits.items() for part in item)]
        outcome, *standing = self._project(self._keys(generation.club, generation.place), arguments)
        if outcome != b"moved":
            raise Stale
        return self._unpacked_flat(generation.club, generation.place, standing[0])

    def switch(self, shadow: Generation) -> None:
        """Let `shadow` take the place of the live generation. Raises Stale, also where the live one is further."""
        keys = self._keys(shadow.club, "live") + self._keys(shadow.club, "shadow")
        if not self._switch(keys, [shadow.id, shadow.moves]):
            raise Stale

    # --- what waits ---

    def waiting(self, generation: Generation) -> dict[GameId, int]:
        """The games that wait, each with the version that waits for its verdict."""
        found = ask(lambda: self._redis.zrange(Keys(generation.club).waiting(generation.place), 0, -1, withscores=True))
        return {GameId(game.decode()): int(version) for game, version in found}

    def ready(self, generation: Generation) -> dict[GameId, int]:
        """Those of them that are ready. They belong to `generation` as it stands if `move` is not refused."""
        keys = Keys(generation.club)
        found = ask(lambda: self._redis.zdiff([keys.waiting(generation.place), keys.dirty], withscores=True))
        return {GameId(game.decode()): int(version) for game, version in zip(found[::2], found[1::2], strict=True)}

    # --- the feed ---

    def end(self, club: Club) -> int:
        """The number of the last entry in the feed, 0 where there is none."""
        return _number(ask(lambda: self._redis.xrevrange(Keys(club).feed, count=1)))

    def behind(self, clubs: Sequence[Club], fold: str) -> list[Club]:
        """Those of `clubs` whose feed is ahead of their live rows, or where something is ready, or whose rows were not made by `fold`."""

        def question() -> list[Any]:
            with self._redis.pipeline(transaction=False) as pipe:
                for club in clubs:
                    pipe.hmget(Keys(club).generation("live"), "fold", "position")
                    pipe.xrevrange(Keys(club).feed, count=1)
                    pipe.zdiff([Keys(club).waiting("live"), Keys(club).dirty])
                return pipe.execute()

        found = ask(question)
        looks = zip(clubs, found[::3], found[1::3], found[2::3], strict=True)
        return [club for club, made, last, ready in looks if ready or _behind(made, _number(last), fold)]

    # --- reading ---

    def live(self, club: Club, projection: str, keys: Sequence[bytes] = ()) -> Rows:
        """The live rows of these keys that there are; without keys, all."""
        place = Keys(club)
        fold, found = self._rows([place.generation("live"), place.rows("live", projection)], list(keys))
        pairs = zip(keys, found, strict=True) if keys else zip(found[::2], found[1::2], strict=True)
        return Rows(None if fold is None else fold.decode(), {key: row for key, row in pairs if row is not None})

    def digest(self, club: Club, place: Place = "live") -> tuple[Generation, str] | None:
        """A generation and the SHA-256 of its rows, in hexadecimal; None where there is none, or where it moves too fast to be told.

        Equal rows have equal digests, whatever their generation. For each projection, by name: its name and number of rows, then of each
        row, by key: the lengths of key and row, and both.
        """
        for _ in range(LOOKS):
            generation = self.generation(club, place)
            if generation is None:
                return None
            found = sha256()
            for part in self._parts(generation):
                found.update(part)
            if generation == self.generation(club, place):
                return generation, found.hexdigest()
        return None

    def _parts(self, generation: Generation) -> Iterator[bytes]:
        for name in sorted(self._names):
            rows = self._all(Keys(generation.club).rows(generation.place, name))
            yield b"%s %d\n" % (name.encode(), len(rows))
            for field, row in sorted(rows.items()):
                yield b"%d %d %s%s\n" % (len(field), len(row), field, row)

    def _all(self, key: str) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = ask(lambda: dict(self._redis.hscan_iter(key, count=1000)))
        return found

    def _keys(self, club: Club, place: Place) -> list[str]:
        """KEYS of the scripts."""
        return [Keys(club).generation(place), *(Keys(club).rows(place, name) for name in self._names), Keys(club).waiting(place)]

    def _unpacked(self, club: Club, place: Place, fields: Mapping[bytes, bytes]) -> Generation | None:
        if not fields:
            return None
        *counts, waiting = [int(count) for count in fields[b"rows"].split()]
        rows = dict(zip(self._names, counts, strict=False))
        moves = int(fields.get(b"moves", 0))
        return Generation(club, place, fields[b"id"], fields[b"fold"].decode(), int(fields[b"position"]), moves, rows, waiting)

    def _unpacked_flat(self, club: Club, place: Place, fields: Sequence[bytes]) -> Generation:
        """As a script returns it: names and values in turn."""
        found = self._unpacked(club, place, dict(zip(fields[::2], fields[1::2], strict=True)))
        assert found is not None
        return found


def _number(last: Sequence[tuple[bytes, Any]]) -> int:
    return int(last[0][0].partition(b"-")[0]) if last else 0


def _behind(made: Sequence[bytes | None], end: int, fold: str) -> bool:
    by, position = made
    return end > 0 and (by != fold.encode() or position is None or int(position) < end)
