"""Projected rows: tables that are computed from the club's feed of changes and kept up to date, such as the club's list of players. They
are stored with the position in the feed up to which they were computed.

A *generation* is one set of rows that was computed from the start of the feed. It has an id, a position in the feed, and the name of the
*fold*, the code that computes its rows. Readers read the *live* generation. A *shadow* is a new generation that is still being made. When
it is complete, one script puts it in place of the live one. All rows may be deleted at any moment: they are made again.

A game *waits* while its record has events that were not checked against the rules yet. The position in the feed does not wait for such a
game: the generation only lists it as waiting. A waiting game is *ready* when it was checked, or when the check was given up (the game is
parked).

One script (project.lua) writes rows, position and waiting games together. A generation counts its updates (`moves`). The script refuses a
writer that read an older count. So the script also refuses a write that is sent twice or arrives late. And it refuses a writer that began
to read in another *epoch* (epoch.lua): a replica that took over, or a server that was restored, may lack what was read.

`service.projections` knows what the rows mean; this module knows only the names of the projections. The rows of one of them, LISTS, are
only keys: they are a sorted set, so that a part of them can be read in order (service/caches/listing.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from redis import Redis

from service.store.asking import Command, asked_of_each
from service.store.connect import ask, script
from service.store.keys import Club, GameId, Keys, Place, StreamId
from service.store.streams.feed import last_number, last_of, number_of_last
from service.store.streams.kinds import flat

LISTS: Final = "lists"
"""The name of the projection (table of rows) whose rows have no content: only their keys are kept, in order."""
KEY_ONLY: Final = b"1"
"""The value that is stored as the row of every key in LISTS."""
FORMER: Final = ("standings",)
"""Projections of former versions. Their rows are deleted when new rows take the place of all rows of a club."""
LOOKS: Final = 5
"""How many times `digest` reads the rows, if they change while it reads. After that, it gives up."""


class Stale(Exception):
    """Another writer was faster, or the rows were deleted. Nothing was written: read the rows and try again."""


@dataclass(frozen=True, slots=True)
class Generation:
    """What is stored about one generation of rows. `position`: up to which entry the feed was read. `moves`: how often `move` has updated
    the rows of this generation. `rows`: the number of rows of each projection. `waiting`: how many games have events that are not validated
    yet. The rows do not count these events. `epoch`: that of the server when this was read; empty: not known, or for readers."""

    club: Club
    place: Place
    id: bytes
    fold: str
    position: int
    moves: int
    rows: Mapping[str, int]
    waiting: int
    epoch: bytes


class Rows(NamedTuple):
    """Rows of one table from the current (live) generation, by key. `fold`: the version of the code that made them; None: the club has no
    live generation."""

    fold: str | None
    rows: dict[bytes, bytes]


class Projected:
    """The projected rows of all clubs on one server: tables such as player statistics. `projections`: the names of all tables. `digested`:
    (name of a table, key, row) → the part of the row that counts in its digest."""

    def __init__(
        self,
        redis: Redis,
        projections: Sequence[str],
        random: Callable[[int], bytes] = token_bytes,
        digested: Callable[[str, bytes, bytes], bytes] = lambda _name, _key, row: row,
    ) -> None:
        self._redis = redis
        self._names = tuple(projections)
        self._forms = "".join("z" if name == LISTS else "h" for name in self._names)
        self._random = random
        self._digested = digested
        self._generation = script(redis, "epoch.lua", "generation.lua")
        self._project = script(redis, "epoch.lua", "project.lua")
        self._shadow = script(redis, "epoch.lua", "shadow.lua")
        self._switch = script(redis, "switch.lua")
        self._rows = script(redis, "rows.lua")

    # --- generations ---

    def generation(self, club: Club, place: Place) -> Generation | None:
        """Return what is stored about the club's set of rows with the name `place` (`live`, `shadow` or `taking`); None if there is no such
        set. Only for readers: `move` needs what `written` returns."""
        return self._unpacked(club, place, b"", ask(lambda: self._redis.hgetall(Keys(club).generation(place))))

    def written(self, club: Club, place: Place) -> Generation | None:
        """Return the same as `generation`, for a writer, who asks this before reading what `move` will write."""
        epoch, stored = self._generation([Keys(club).generation(place)], [])
        return self._unpacked(club, place, epoch, flat(stored))

    def shadow(self, club: Club, fold: str, place: Place = "shadow") -> Generation:
        """Return the club's set of rows (generation) with the name `place`. `fold`: the version of the code that makes the rows. If there
        is no set, or another version made it, begin a new one and delete the old one."""
        none = " ".join("0" for _ in (*self._names, "waiting"))
        return self._there(club, place, *self._shadow(self._keys(club, place), [self._random(8).hex(), fold, none]))

    def rows_of(self, generation: Generation, projection: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the stored rows with these keys; a key without a row is left out. If another writer changes rows after `generation` was
        read, a later `move` raises Stale."""
        if not keys:
            return {}
        stored = Keys(generation.club).rows(generation.place, projection)
        if projection == LISTS:
            there = ask(lambda: self._redis.zmscore(stored, list[Any](keys)))
            return {key: KEY_ONLY for key, score in zip(keys, there, strict=True) if score is not None}
        rows = ask(lambda: self._redis.hmget(stored, list(keys)))
        return {key: row for key, row in zip(keys, rows, strict=True) if row is not None}

    def move(
        self,
        generation: Generation,
        position: int,
        changes: Mapping[str, Mapping[bytes, bytes | None]],
        waits: Mapping[GameId, int] | Mapping[StreamId, int] = MappingProxyType({}),
    ) -> Generation:
        """Write new rows, and the position in the feed up to which they are computed. Returns `generation` as it is then stored. Raises
        Stale. `changes`: by table, the new rows by key (None: delete). `waits`: {game: the version that waits to be checked; 0: it waits no
        longer}. Other streams may wait too; they are ready at once."""
        arguments: list[Any] = [generation.id, generation.moves, generation.epoch, position, self._forms]
        for name in self._names:
            items = [part for key, row in changes.get(name, {}).items() for part in (key, row or b"")]
            arguments += [len(items), *items]
        arguments += [2 * len(waits), *(part for item in waits.items() for part in item)]
        outcome, *fields = self._project(self._keys(generation.club, generation.place), arguments)
        if outcome != b"moved":
            raise Stale
        return self._there(generation.club, generation.place, *fields)

    def switch(self, shadow: Generation) -> None:
        """Replace the live rows by the new rows in `shadow`. Raises Stale if the shadow has changed, or if the live rows are further in
        the feed."""
        names = (*self._names, *FORMER)
        keys = self._keys(shadow.club, "live", names) + self._keys(shadow.club, "shadow", names)
        if not self._switch(keys, [shadow.id, shadow.moves]):
            raise Stale

    # --- what waits ---

    def waiting(self, generation: Generation) -> dict[GameId, int]:
        """Return the waiting games, each with the version that waits to be checked."""
        games = ask(lambda: self._redis.zrange(Keys(generation.club).waiting(generation.place), 0, -1, withscores=True))
        return {GameId(game.decode()): int(version) for game, version in games}

    def ready(self, generation: Generation) -> dict[GameId, int]:
        """Return the waiting games that are now checked or given up, with their versions. If another writer changes the list of waiting
        games after `generation` was read, a later `move` raises Stale."""
        keys = Keys(generation.club)
        games = ask(lambda: self._redis.zdiff([keys.waiting(generation.place), keys.dirty], withscores=True))
        return {GameId(game.decode()): int(version) for game, version in zip(games[::2], games[1::2], strict=True)}

    # --- the feed ---

    def end(self, club: Club) -> int:
        """Return the number of the last entry in the feed; 0 if it is empty."""
        return last_number(self._redis, club)

    def behind(self, clubs: Iterable[Club], fold: str, place: Place = "live") -> list[Club]:
        """Return the clubs whose set of rows is out of date (`lags`)."""
        return list(self.lags(clubs, fold, place))

    def lags(self, clubs: Iterable[Club], fold: str, place: Place = "live") -> dict[Club, int]:
        """Return the clubs whose set of rows with the name `place` is out of date: the feed has newer entries, a waiting game is ready, or
        another version of the code (`fold`) made the rows. Each comes with how many entries of the feed are not in the rows yet."""

        def commands(keys: Keys) -> Sequence[Command]:
            made = ("HMGET", keys.generation(place), "fold", "position")
            return made, last_of(keys), ("ZDIFF", 2, keys.waiting(place), keys.dirty)

        looks = asked_of_each(self._redis, clubs, commands)
        lags = ((club, ready, _lag(made, number_of_last(last), fold)) for club, (made, last, ready) in looks)
        return {club: lag for club, ready, lag in lags if ready or lag}

    # --- reading ---

    def live(self, club: Club, projection: str, keys: Sequence[bytes] = ()) -> Rows:
        """Read the live rows with these keys from the table `projection`; without keys, all its rows. Not for LISTS."""
        place = Keys(club)
        fold, rows = self._rows([place.generation("live"), place.rows("live", projection)], list(keys))
        pairs = zip(keys, rows, strict=True) if keys else zip(rows[::2], rows[1::2], strict=True)
        return Rows(None if fold is None else fold.decode(), {key: row for key, row in pairs if row is not None})

    def digest(self, club: Club, place: Place = "live") -> tuple[Generation, str] | None:
        """Return the generation with the name `place`, and the SHA-256 of its rows in hex; None if there are no rows, or if they keep
        changing. Equal rows, and rows that differ only in what `digested` leaves out, have the same digest.

        Hashed are the projections in order of name, each with name and number of rows, then its rows in order of key: the lengths of key
        and row, the key, the row. Not LISTS: it follows from the rows of games, and from the times at which this server opened them."""
        for _ in range(LOOKS):
            generation = self.generation(club, place)
            if generation is None:
                return None
            digest = sha256()
            for part in self._parts(generation):
                digest.update(part)
            if generation == self.generation(club, place):
                return generation, digest.hexdigest()
        return None

    def _parts(self, generation: Generation) -> Iterator[bytes]:
        for name in sorted({*self._names} - {LISTS}):
            rows = self._all(Keys(generation.club).rows(generation.place, name))
            yield b"%s %d\n" % (name.encode(), len(rows))
            for field, stored in sorted(rows.items()):
                row = self._digested(name, field, stored)
                yield b"%d %d %s%s\n" % (len(field), len(row), field, row)

    def _all(self, key: str) -> dict[bytes, bytes]:
        rows: dict[bytes, bytes] = ask(lambda: dict(self._redis.hscan_iter(key, count=1000)))
        return rows

    def _keys(self, club: Club, place: Place, names: Sequence[str] = ()) -> list[str]:
        rows = [Keys(club).rows(place, name) for name in names or self._names]
        return [Keys(club).generation(place), *rows, Keys(club).waiting(place)]

    def _unpacked(self, club: Club, place: Place, epoch: bytes, fields: Mapping[bytes, bytes]) -> Generation | None:
        if not fields:
            return None
        *counts, waiting = [int(count) for count in fields[b"rows"].split()]
        rows = dict(zip(self._names, counts, strict=False))
        moves = int(fields.get(b"moves", 0))
        return Generation(club, place, fields[b"id"], fields[b"fold"].decode(), int(fields[b"position"]), moves, rows, waiting, epoch)

    def _there(self, club: Club, place: Place, epoch: bytes, stored: Sequence[bytes]) -> Generation:
        """Return the generation that a script's reply describes. `stored`: field names and values in turn."""
        generation = self._unpacked(club, place, epoch, flat(stored))
        assert generation is not None
        return generation


def _lag(made: Sequence[bytes | None], end: int, fold: str) -> int:
    """Return how many entries of a feed that has `end` entries are not in the rows. `made`: by which code the rows were made, and up to
    which entry."""
    by, position = made
    return max(0, end - int(position)) if by == fold.encode() and position is not None else end
