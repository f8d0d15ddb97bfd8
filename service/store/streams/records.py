"""Records: open them, append to them, read them. The one place that writes records.

An append is one script on the server (append.lua), usually one round trip: what this process saw last of a head is remembered, and
the script, which trusts only the stored head, says if it was stale. Events are known by their ids for ever, so that everything here
may be repeated: a lost reply is asked for once more, and a writer that repeats a batch finds it already there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from secrets import token_bytes
from typing import Any, Final, Literal

from redis import Redis

from domain.kernel.events import Event, EventId, Retracted, TokenId
from domain.record.batch import Draft
from domain.record.chain import NewSalt
from service.store.connect import Direct, ask, script
from service.store.games.late import mark_late, marked_late
from service.store.keys import CLUBS, Club, GameId, Keys, game_id, keys_of, mark_of, parse_club
from service.store.outcomes import BatchRefused, BodyDiffers, Conflict, NoSuchGame, RecordDamaged, RecordDiffers
from service.store.streams import append, wire
from service.store.streams.batch import Chained, Now, Ready, chained, ready
from service.store.streams.copies import Copied, batches, first_difference
from service.store.streams.feed import FeedEntry, read_feed
from service.store.streams.heads import (
    Head,
    RememberedHeads,
    before_opening,
    delay_of,
    unpacked,
    unpacked_flat,
    visibility_of,
)
from service.store.streams.reading import SealedValues, read_events, read_head, read_sealed

Outcome = Literal["appended", "completed", "already-there"]

ATTEMPTS: Final = 32
"""How often a batch that goes to the end of a record makes way for other writers."""


@dataclass(frozen=True, slots=True)
class Appended:
    """What came of a batch: all of it is recorded. `version`: of the head; `first`: of the first draft; `events`: version and id of each.

    completed: a first part of the batch was there already, the rest is new.
    """

    game: GameId
    version: int
    first: int
    outcome: Outcome
    events: tuple[tuple[int, EventId], ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of a copy: all of it is stored. `version`: of the head; `added`: how many of its events were not there before.

    completed: a first part was there already. A record that has gone on since is already there.
    """

    game: GameId
    version: int
    added: int
    outcome: Outcome


class Records:
    """The records of all clubs on one server. Safe to share between threads.

    `redis` must not repeat by itself (`write_client`). Every method raises StoreUnavailable when there is no answer.
    """

    def __init__(self, redis: Redis, now: Now, new_salt: NewSalt = lambda: token_bytes(wire.SALT_BYTES)) -> None:
        self._redis = redis
        self._direct = Direct.of(redis)
        self._now = now
        self._new_salt = new_salt
        self._append = script(redis, "streams/append.lua")
        self._newest = script(redis, "streams/newest.lua")
        self._heads = RememberedHeads()

    # --- writing ---

    def open(self, club: Club, draft: Draft, by: TokenId) -> Appended:
        """Open a record with a `GameOpened`. The same event id opens the same game, however often it is sent.

        Raises BodyDiffers, BatchRefused, and ValueError for something that is no club name.
        """
        batch = ready((draft,), self._new_salt, opens=True)
        game = game_id(parse_club(club), batch[0].draft.id)
        ask(lambda: self._redis.sadd(CLUBS, club))
        return self._write(before_opening(game, batch[0].opening, self._now()), 0, batch, by)

    def append(self, game: GameId, expected: int | None, drafts: Sequence[Draft], by: TokenId) -> Appended:
        """Append `drafts`, in order, all or none. `expected`: the version that the record must be at; None: wherever its end is.

        A batch that is there already is found again, whatever `expected` says. One whose first part is there is completed: at the end, or,
        where `expected` is given, if nothing was recorded since. Raises NoSuchGame, Conflict, BodyDiffers, BatchRefused.
        """
        return self._place(game, expected, ready(drafts, self._new_salt), by)

    def _place(self, game: GameId, expected: int | None, batch: Sequence[Ready], by: TokenId) -> Appended:
        if expected is not None:
            return self._behind(game, expected, batch, by)
        for _ in range(ATTEMPTS - 1):
            try:
                return self._write(self._last_head(game), None, batch, by)
            except Conflict:
                continue  # the head it met is remembered now
        return self._write(self._last_head(game), None, batch, by)

    def _behind(self, game: GameId, expected: int, batch: Sequence[Ready], by: TokenId) -> Appended:
        head = self._last_head(game)
        if head.version < expected:
            head = self._fresh_head(game)
        if head.version == expected:
            return self._write(head, expected, batch, by)
        seen = ask(lambda: self._redis.smismember(keys_of(game).ids(game), [mark_of(event.draft.id) for event in batch]))
        recorded = {event.id: event.version for event in self.events(game)} if any(seen) else {}
        known = [recorded.get(event.draft.id) for event in batch]
        if not any(known):
            raise Conflict(expected, head.version)
        return self._recognised(head, expected, batch, by, known)

    def _write(self, head: Head, expected: int | None, batch: Sequence[Ready], by: TokenId) -> Appended:
        new = self._chained(head, batch, by)
        game, ids = head.game, [event.draft.id for event in batch]
        mark_late(self._redis, new.head, self._now())
        reply = self._append(append.keys(game), append.arguments(head, new, ids))
        if reply[0] == b"damaged":
            raise RecordDamaged(f"{game} may hold these events, but its stream is not whole")
        if reply[0] != b"appended":
            standing = unpacked_flat(game, reply[1])
            self._heads.put(game, standing)
            if standing is None:
                raise RecordDamaged(f"{game} has events but no head") if reply[0] == b"exists" else NoSuchGame(game)
            if reply[0] == b"conflict":
                raise Conflict(head.version, standing.version)
            if standing.hash != new.head.hash:  # equal: it was this very call, asked a second time
                return self._recognised(standing, expected, batch, by, reply[2])
        self._heads.put(game, new.head)
        first = head.version + 1
        return Appended(game, new.head.version, first, "appended", tuple(enumerate(ids, first)))

    def _recognised(self, head: Head, expected: int | None, batch: Sequence[Ready], by: TokenId, known: Sequence[Any]) -> Appended:
        """`known`: the versions of those events of the batch that are recorded, None for the others; not all of them None."""
        versions = [int(version) for version in takewhile(lambda version: version is not None, known)]
        if any(known[len(versions) :]):
            raise BatchRefused("some of these events are recorded already, but not the first of them")
        stored = {event.version: event for event in self.events(head.game, min(versions) - 1, max(versions))}
        differing = [version for version, event in zip(versions, batch, strict=False) if not event.is_in(stored[version])]
        if differing:
            raise BodyDiffers(sorted(differing))
        there = tuple((version, event.draft.id) for version, event in zip(versions, batch, strict=False))
        if len(there) == len(batch):
            return Appended(head.game, head.version, versions[0], "already-there", there)
        if expected is not None and head.version != versions[-1]:
            raise Conflict(expected, head.version)
        rest = self._place(head.game, None if expected is None else versions[-1], batch[len(there) :], by)
        return replace(rest, first=versions[0], outcome="completed", events=there + rest.events)

    def _chained(self, head: Head, batch: Sequence[Ready], by: TokenId) -> Chained:
        new = chained(batch, head, by, self._now())
        if not any(isinstance(event.draft.act, Retracted) for event in batch):
            return new
        # A retraction may withdraw what made a record public, or late: only the whole record tells.
        added = wire.decode([written.entry for written in new.written], new.head.origins, {})
        events = [*self.events(head.game, upto=head.version), *added]
        return replace(new, head=replace(new.head, visibility=visibility_of(events), delay=delay_of(events)))

    def _last_head(self, game: GameId) -> Head:
        return self._heads.get(game) or self._fresh_head(game)

    def _fresh_head(self, game: GameId) -> Head:
        head = self.head(game)
        self._heads.put(game, head)
        if head is None:
            raise NoSuchGame(game)
        return head

    def restore(self, club: Club, record: Sequence[Copied], written: Callable[[int], object]) -> Restored:
        """Write a whole record as it was recorded elsewhere, the opening first. The game is that of its opening, in this club.

        Safe to repeat: what was written before a failure is found again and completed. Sealed values come with events that are new; those
        of events that are there stay as they are, for what was erased must not return. `written` is told each version that is reached.
        Raises RecordDiffers and RecordDamaged; ValueError for something that is no club name.
        """
        game = game_id(parse_club(club), record[0].event.id)
        stored = reached = self.stored_of(game, record)
        ask(lambda: self._redis.sadd(CLUBS, club))
        while reached < len(record):
            for batch in batches(game, record, reached):
                mark_late(self._redis, batch.chained.head, self._now())
                reply = self._append(append.keys(game), append.arguments(batch.before, batch.chained, batch.ids))
                if reply[0] != b"appended":
                    break  # a reply was lost, or somebody else writes here: look again
                written(batch.chained.head.version)
            before, reached = reached, self.stored_of(game, record)
            if reached == before:
                raise RecordDamaged(f"{game} takes no event behind version {reached}")
        return restored(game, self._fresh_head(game).version, stored, len(record))

    def foreseen(self, club: Club, record: Sequence[Copied]) -> Restored:
        """What `restore` would come to now; nothing is written. Raises RecordDiffers."""
        game = game_id(parse_club(club), record[0].event.id)
        stored, head = self.stored_of(game, record), self.head(game)
        return restored(game, max(len(record), 0 if head is None else head.version), stored, len(record))

    def stored_of(self, game: GameId, record: Sequence[Copied]) -> int:
        """How many events of `record` are stored, from the first on; 0 where there is no such game. Raises RecordDiffers."""
        head = self.head(game)
        if head is None:
            return 0
        common = min(head.version, len(record))
        if record[common - 1].hash != head.hash:
            differs = first_difference(self.events(game, upto=common), record)
            if differs is not None:
                raise RecordDiffers(game, differs)
        return common

    # --- reading ---

    def last_seen(self, game: GameId) -> Head | None:
        """The head as this process saw it last, which saves a writer the round trip: it may be stale. None where there is no such game."""
        return self._heads.get(game) or self.head(game)

    def head(self, game: GameId) -> Head | None:
        """The head of a record; None where there is no such game."""
        return read_head(self._direct, game)

    def events(self, game: GameId, after: int = 0, upto: int | None = None, verify: bool = False) -> list[Event]:
        """The events `after` < version ≤ `upto` (None: to the end), in order of version, opened with every sealed value there is.

        Raises NoSuchGame, and RecordDamaged unless the stream holds exactly the versions that the head promises; with `verify`, also
        unless the whole chain ends in the hash of the head and every sealed value is what was committed to.
        """
        return read_events(self._redis, game, after, upto, verify)

    def sealed(self, game: GameId) -> SealedValues:
        """(version, path) → (value, salt) of every sealed value that is still kept."""
        return read_sealed(self._redis, game)

    def games(self, club: Club, *, before: GameId | None = None, limit: int) -> list[Head]:
        """At most `limit` games of a club, newest first. `before`: the last of the previous page; raises NoSuchGame if it is unknown."""
        return [head for head in self.heads(self.newest(club, before=before, limit=limit)) if head is not None]

    def newest(self, club: Club, *, before: GameId | None = None, limit: int) -> list[GameId]:
        """The ids of these games."""
        found = self._newest([Keys(club).games], [limit, before or ""])
        if found is None:
            raise NoSuchGame(before)
        return [GameId(game.decode()) for game in found]

    def heads(self, games: Sequence[GameId]) -> list[Head | None]:
        """The heads of `games`, in their order; None where there is no such game."""

        def question() -> list[Any]:
            with self._redis.pipeline(transaction=False) as pipe:
                for game in games:
                    pipe.hgetall(keys_of(game).head(game))
                return pipe.execute()

        return [unpacked(game, fields) for game, fields in zip(games, ask(question), strict=True)]

    def late(self, club: Club) -> list[Head]:
        """The heads of those games of a club of which spectators may not know everything yet, and perhaps of some others, by id."""
        heads = self.heads(marked_late(self._redis, club, self._now()))
        return [head for head in heads if head is not None and head.delay]

    def feed(self, club: Club, after: int, limit: int) -> list[FeedEntry]:
        """At most `limit` entries of the club's feed behind entry `after` (0: from the start), in order."""
        return read_feed(self._redis, club, after, limit)


def restored(game: GameId, version: int, stored: int, copied: int) -> Restored:
    """What came of a record of `copied` events, the first `stored` of which were there."""
    return Restored(game, version, copied - stored, "already-there" if stored == copied else "completed" if stored else "appended")
