"""Verdicts. The verdict on a game is the result of validating its record: a list of entries. Each entry raises or withdraws one finding,
such as a broken rule. Entries are only added, never changed.

A validation reads the verdict, then the record, and then adds entries. They are written only if no other validation wrote in between, and
none has validated a later version (verdict.lua). A game whose validation fails is *parked*: it is not validated again until its next event
or a new engine (version of the rules).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

import orjson
from redis import Redis

from domain.kernel.cards import Seat
from domain.kernel.events import Event
from domain.kernel.findings import Finding, Proof
from domain.record.life import State
from service.memory import shares
from service.memory.cache import ALONE_BYTES, FINDING_BYTES, Cache, Region
from service.store.asking import Command, asked_of_each, pairs
from service.store.connect import ask, script
from service.store.errors import NoSuchGame, VerdictRaced
from service.store.games.heads import Head
from service.store.games.kind import GAME
from service.store.keys import Club, GameId, Keys, keys_of, short_name
from service.store.streams.append import Now
from service.store.streams.feed import new_stamp
from service.store.streams.hints import channel_of
from service.store.streams.wire import identity


@dataclass(frozen=True, slots=True)
class VerdictEntry:
    """Entry number `n` (from 1) of a verdict: `finding` was raised or withdrawn. `through`: the last version that the validation had
    read. `engine`: the version of the rules of that validation. `at`: when the entry was written, ms UTC."""

    n: int
    kind: Literal["raised", "withdrawn"]
    finding: Finding
    through: int
    engine: str
    at: int


def as_it_stands(entries: Iterable[VerdictEntry]) -> dict[str, VerdictEntry]:
    """Return the newest entry of each finding, by the finding's id, in the order in which they were first raised. `entries`: all that a
    viewer may see. A finding with several proofs is withdrawn when all are; otherwise the proof that needs the cards of the fewest seats is
    returned."""
    newest: dict[str, VerdictEntry] = {}
    for entry in {entry.finding.proof: entry for entry in entries}.values():
        known = newest.get(entry.finding.id)
        if known is None or _closeness(entry) <= _closeness(known):
            newest[entry.finding.id] = entry
    return newest


def _closeness(entry: VerdictEntry) -> tuple[bool, tuple[int, list[Seat]]]:
    return entry.kind == "withdrawn", entry.finding.closeness


StoredFinding = VerdictEntry
"""An entry that raised a finding which has not been withdrawn since."""


class VerdictState(NamedTuple):
    """The current verdict of a game. `findings`: those not withdrawn, in the order in which they were raised. `verdict`: the number of all
    entries. `validated`: the last validated version (0: none). `engine`: the version of the rules that validated it."""

    findings: list[StoredFinding]
    verdict: int
    validated: int
    engine: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """What `Verdicts.record` returns after it has written. `head_version`: the record's current version, perhaps later than the
    validated one. `verdict`: the number of entries in the verdict now."""

    head_version: int
    verdict: int


@dataclass(frozen=True, slots=True)
class Parked:
    """A parked game. Its validation at `version` by `engine` failed `attempts` times, for `reason`. `at`: when it was parked, ms UTC."""

    game: GameId
    version: int
    attempts: int
    reason: str
    engine: str
    at: int


class _Known(NamedTuple):
    """The entries of a verdict that were read before: the oldest ones. `last`: the last of them, as stored. `standing`: the findings that
    these entries raised and did not withdraw, in the order in which they were raised. `head`: for which head they were read (`_mark`)."""

    entries: tuple[VerdictEntry, ...]
    last: bytes
    state: Mapping[Proof, VerdictEntry]
    head: tuple[str, int, int, str] | None


_NOTHING_READ: Final = _Known((), b"", {}, None)


class Verdicts:
    """The verdicts of all clubs on one server."""

    def __init__(self, redis: Redis, now: Now, cache: Cache | None = None) -> None:
        self._redis = redis
        self._now = now
        self._channel = channel_of(redis)
        self._record = script(redis, "games/verdict.lua")
        self._park = script(redis, "games/park.lua")
        self._known: Region[GameId, _Known] = Region(
            cache or Cache(ALONE_BYTES), lambda known: (1 + len(known.entries)) * FINDING_BYTES, shares.VERDICTS
        )

    def state(self, game: GameId) -> VerdictState:
        """Return the current verdict on a game. Raises NoSuchGame."""
        head, known = self._verdict(game, None)
        return VerdictState(list(known.state.values()), head.verdict, head.validated, head.engine)

    def at(self, head: Head) -> tuple[VerdictEntry, ...]:
        """Return every entry of the verdict at this head: the findings raised or withdrawn, in order."""
        if head.verdict == 0:
            return ()
        known = self._known.get(head.game)
        if known is None or known.head != _mark(head):
            _, known = self._verdict(head.game, head)
        return known.entries

    def _verdict(self, game: GameId, head: Head | None) -> tuple[Head, _Known]:
        """Return the verdict of a game at `head` (None: at its current head), and that head.

        Entries are never changed. So entries that were read before are not read again, as long as the last of them is still stored."""
        known = self._known.get(game) or _NOTHING_READ
        at, stored = self._stored(game, head, max(0, len(known.entries) - 1))
        if known.entries and (stored[:1] != [known.last] or at.verdict < len(known.entries)):
            known = _NOTHING_READ
            at, stored = self._stored(game, head, 0)
        first = max(0, len(known.entries) - 1)
        stored = stored[: at.verdict - first]  # leave out entries that were added after the head was read
        added = _read(stored[len(known.entries) - first :], known)
        known = _Known((*known.entries, *added), stored[-1] if stored else b"", _after(known.state, added), _mark(at))
        if known.entries:
            self._known.put(game, known)
        return at, known

    def _stored(self, game: GameId, head: Head | None, first: int) -> tuple[Head, list[bytes]]:
        """Read the entries of a game's verdict from this index on, and the game's head, unless `head` gives it."""
        keys = keys_of(game)
        if head is not None:
            return head, ask(lambda: self._redis.lrange(keys.verdict(game), first, -1))

        def question() -> list[Any]:
            with self._redis.pipeline(transaction=False) as pipe:
                pipe.hgetall(keys.head(game))
                pipe.lrange(keys.verdict(game), first, -1)
                return pipe.execute()

        fields, entries = ask(question)
        current = GAME.head_of(game, fields)
        if current is None:
            raise NoSuchGame(game)
        return current, entries

    def entries(self, game: GameId) -> list[VerdictEntry]:
        """Return all entries of a game's verdict, oldest first; none if the game does not exist."""
        return _read(ask(lambda: self._redis.lrange(keys_of(game).verdict(game), 0, -1)))

    def record(
        self,
        game: GameId,
        seen_verdict: int,
        last: Event,
        engine: str,
        state: State,
        raised: Sequence[Finding],
        withdrawn: Sequence[str | Proof],
    ) -> Recorded:
        """Add the result of a validation up to the event `last`, which the game must still have. `seen_verdict`: how many entries the
        verdict had when it began. `withdrawn`: the id of each withdrawn finding, and the proof if only one is withdrawn. Safe to repeat.
        Raises VerdictRaced, NoSuchGame."""
        now, through = self._now(), last.version
        entries = [orjson.dumps(["r", through, engine, now, _json_of(finding)]) for finding in raised]
        entries += [orjson.dumps(["w", through, engine, now, _named(finding)]) for finding in withdrawn]
        keys = keys_of(game)
        hint = f"verdict {keys.club} {game} {through}"
        arguments: list[Any] = [
            seen_verdict,
            through,
            *identity(last),
            engine,
            state,
            game,
            short_name(game),
            new_stamp(),
            self._channel(keys.club),
            hint,
        ]
        names = [keys.head(game), keys.verdict(game), keys.feed, keys.dirty, keys.parked, keys.stream(game)]
        reply = self._record(names, [*arguments, *entries])
        if reply[0] == b"missing":
            raise NoSuchGame(game)
        if reply[0] == b"raced":
            raise VerdictRaced(game)
        return Recorded(reply[1], reply[2])

    def park(self, game: GameId, version: int, attempts: int, reason: str, engine: str) -> bool:
        """Park a game after `attempts` failed validations of `version`: it is not validated again until its next event or a new engine.
        Returns False, and does nothing, if `engine` has validated that version in the meantime."""
        keys = keys_of(game)
        story = orjson.dumps({"version": version, "attempts": attempts, "reason": reason, "engine": engine, "at": self._now()})
        arguments = [game, version, engine, story, self._channel(keys.club), f"parked {keys.club} {game} {version}"]
        return bool(self._park([keys.head(game), keys.dirty, keys.parked], arguments))

    def unvalidated(self, clubs: Sequence[Club], engine: str) -> Iterator[tuple[GameId, int]]:
        """Yield (game, version) for every game of `clubs` that needs a validation. `version`: the game's newest version; for a game that
        was parked by another engine than `engine`, the version at which its validation failed."""

        def commands(keys: Keys) -> Sequence[Command]:
            return ("HGETALL", keys.parked), ("ZRANGE", keys.dirty, 0, -1, "WITHSCORES")

        for _, (stories, games) in asked_of_each(self._redis, clubs, commands):
            yield from ((parked.game, parked.version) for parked in _parked(dict(pairs(stories))) if parked.engine != engine)
            yield from ((GameId(game.decode()), int(version)) for game, version in pairs(games))

    def backlog(self, clubs: Iterable[Club]) -> tuple[int, int]:
        """Return how many games of `clubs` have events that are not validated yet, and how many are parked."""
        counts = [count for _, count in asked_of_each(self._redis, clubs, lambda keys: (("ZCARD", keys.dirty), ("HLEN", keys.parked)))]
        return sum(dirty for dirty, _ in counts), sum(parked for _, parked in counts)

    def parked(self, club: Club) -> list[Parked]:
        """Return the parked games of a club, in the order in which they were parked."""
        return _parked(ask(lambda: self._redis.hgetall(Keys(club).parked)))

    def parked_at(self, game: GameId) -> Parked | None:
        """Return why and when this game was parked; None if it is not parked."""
        story = ask(lambda: self._redis.hget(keys_of(game).parked, game))
        return None if story is None else Parked(game, **orjson.loads(story))

    def dirty(self, club: Club) -> list[tuple[GameId, int]]:
        """Return the club's *dirty set*, in no particular order: the games with events that are not validated yet, each with its newest
        version."""
        games: Sequence[Any] = ask(lambda: self._redis.zrange(Keys(club).dirty, 0, -1, withscores=True))
        return [(GameId(game.decode()), int(version)) for game, version in games]


def _mark(head: Head) -> tuple[str, int, int, str]:
    """Return what distinguishes a verdict from the one that a restored backup puts in its place."""
    return head.hash, head.verdict, head.validated, head.engine


def _parked(stories: Mapping[bytes, bytes]) -> list[Parked]:
    parked = [Parked(GameId(game.decode()), **orjson.loads(story)) for game, story in stories.items()]
    return sorted(parked, key=lambda parked: parked.at)


def _read(entries: Sequence[bytes], known: _Known = _NOTHING_READ) -> list[VerdictEntry]:
    """Parse stored entries. Each is a JSON list: `r` (raised) or `w` (withdrawn), the last validated version, the engine, the time, and the
    finding. An entry `w` has only the id of the finding. If only one of several proofs was withdrawn, the entry has the id, and the seats
    on whose cards that proof rests. `known`: the entries before these."""
    read: list[VerdictEntry] = []
    raised: dict[str, dict[frozenset[Seat], Finding]] = {}
    for entry in known.state.values():
        raised.setdefault(entry.finding.id, {})[entry.finding.rests_on] = entry.finding
    for n, (kind, through, engine, at, about) in enumerate(map(orjson.loads, entries), len(known.entries) + 1):
        if kind == "r":
            finding = _finding(about)
            raised.setdefault(finding.id, {})[finding.rests_on] = finding
        elif isinstance(about, str):
            _, finding = raised[about].popitem()
        else:
            name, seats = about
            finding = raised[name].pop(frozenset(map(Seat, seats)))
        read.append(VerdictEntry(n, "raised" if kind == "r" else "withdrawn", finding, through, engine, at))
    return read


def _after(state: Mapping[Proof, VerdictEntry], entries: Iterable[VerdictEntry]) -> dict[Proof, VerdictEntry]:
    """Add the findings that `entries` raised to those in `standing`, and leave out the withdrawn ones. The result has the order in which
    the findings were raised."""
    now = dict(state)
    for entry in entries:
        now.pop(entry.finding.proof, None)
        if entry.kind == "raised":
            now[entry.finding.proof] = entry
    return now


def _named(withdrawn: str | Proof) -> str | list[str | list[Seat]]:
    return withdrawn if isinstance(withdrawn, str) else [withdrawn.id, sorted(withdrawn.rests_on)]


def _json_of(finding: Finding) -> dict[str, Any]:
    """Return the finding as JSON, without its empty fields."""
    named = {name: getattr(finding, name) for name in Finding.__slots__}
    return {name: sorted(value) if name == "rests_on" else value for name, value in named.items() if value}


def _finding(stored: Mapping[str, Any]) -> Finding:
    return Finding(
        rule=stored["rule"],
        kind=stored["kind"],
        source=stored["source"],
        versions=tuple(stored["versions"]),
        sentence=stored["sentence"],
        seats=tuple(map(Seat, stored.get("seats", ()))),
        unexamined=stored.get("unexamined", ""),
        alternatives=tuple(stored.get("alternatives", ())),
        rests_on=frozenset(map(Seat, stored.get("rests_on", ()))),
        suspects=tuple(stored.get("suspects", ())),
    )
