"""Backs up one club while people record.

The heads are read before the records, and each record is written exactly up to its head. Seasons name tournaments, tournaments name games,
all of them name people, and events name tokens. What is named is read after the streams that name it. So no file of the backup names a
stream that the backup does not have.

A file is written again if the head or the sealed values of its record have changed. Erasing a name in a tournament changes only the sealed
values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, Literal

from redis import Redis

from domain.files.layout import Lines, as_ndjson, footer_of, game_footer, game_header, header_of, season_json, standings_json
from domain.kernel.canonical import Json
from domain.kernel.events import GameOpened, StreamEvent
from domain.record.chain import GENESIS, event_json, link
from domain.season.fold import season_read
from domain.season.table import table
from domain.system import DIRECTOR, Outcome
from domain.tournament.reading import tournament_read
from domain.tournament.standings import ranking
from service.backup.examining import FileDamaged, examined, hash_at, opened_in
from service.backup.folder import BackupRefused, ClubFolder, Kept, Manifest, sync_folder, write_json, write_verified
from service.failures import describe
from service.files.bulk import games_of
from service.files.local import read_record
from service.files.whole import lines_of
from service.store.clubs.access import Access, read_access
from service.store.clubs.people import People
from service.store.clubs.streams import CLUB, own_stream
from service.store.errors import NoSuchStream, RecordDamaged, StoreUnavailable
from service.store.games.records import Records
from service.store.keys import Club, StreamId
from service.store.kinds import kind_of
from service.store.seasons.seasons import SeasonStreams
from service.store.streams.feed import last_number
from service.store.streams.kinds import StreamHead
from service.store.streams.streams import Streams
from service.store.tournaments.tournaments import TournamentStreams

AT_ONCE: Final = 500
"""How many heads are read in one round trip."""
VIEWER: Final = str(DIRECTOR)
UNREAD: Final = Outcome("open", {}, (), (), "", "the rules cannot read this record")
"""The outcome that a game's file states if the rules cannot read the game."""


class Withheld(ValueError):
    """Raised if a stream must not be backed up as it is stored. Its existing file, if any, is kept. The message says why."""


@dataclass(frozen=True, slots=True)
class Pinned:
    """A stream as it is backed up: up to this `head`. `sealed`: how many sealed values it has."""

    head: StreamHead
    sealed: int


@dataclass(frozen=True, slots=True)
class Done:
    """What was done about one stream. `outcome`: "kept" means that the file was up to date already. `why`: the reason for a failure.
    `bytes`: the size of the file."""

    stream: StreamId
    outcome: Literal["written", "kept", "failed"]
    events: int = 0
    bytes: int = 0
    why: str = ""


@dataclass(slots=True)
class ClubBackup:
    """Backs up the streams of one club. Every method may raise StoreUnavailable and OSError."""

    redis: Redis
    club: Club
    folder: ClubFolder
    now: Callable[[], int]
    pinned: list[Pinned] = field(init=False, default_factory=list)
    _before: Manifest | None = field(init=False, default=None)
    _begins: str = field(init=False, default="")
    _listed: frozenset[StreamId] = field(init=False, default=frozenset())
    _access: Access = field(init=False, default_factory=dict)
    _streams: Mapping[str, Streams[Any, Any]] = field(init=False)

    def __post_init__(self) -> None:
        kinds: list[Streams[Any, Any]] = [
            Records(self.redis, self.now),
            TournamentStreams(self.redis, self.now),
            SeasonStreams(self.redis, self.now),
            People(self.redis, self.now).streams,
        ]
        self._streams = {streams.kind.name: streams for streams in kinds}

    def begin(self) -> int:
        """Decide what is backed up: every stream up to its current head. Returns the number of all events. Raises BackupRefused if the
        folder has another club of this name."""
        self._before = self.folder.manifest()
        self._begins = self._first_hash() or ("" if self._before is None else self._before.begins)
        if self._before is not None and self._before.begins not in ("", self._begins):
            raise BackupRefused(f"{self.folder.path} is the backup of another club {self.club}: name another folder.")
        records, tournaments = Records(self.redis, self.now), TournamentStreams(self.redis, self.now)
        seasons = SeasonStreams(self.redis, self.now)
        tables = seasons.newest(self.club)[::-1]
        self.pinned = self._pinned(seasons, tables)
        cups = tournaments.newest(self.club)[::-1]
        self.pinned += self._pinned(tournaments, cups)
        games = games_of(records, self.club)
        self.pinned += self._pinned(records, games)
        self._listed = frozenset([*tables, *cups, *games])
        self._access = read_access(self.redis, self.club)
        self.pinned += self._pinned(self._streams[CLUB.name], [own_stream(self.club)])
        return sum(pinned.head.version for pinned in self.pinned)

    def _pinned(self, streams: Streams[Any, Any], ids: Sequence[StreamId]) -> list[Pinned]:
        pinned: list[Pinned] = []
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            both = zip(streams.heads(some), streams.sealed_counts(some), strict=True)
            pinned += [Pinned(head, sealed) for head, sealed in both if head is not None]
        return pinned

    def _first_hash(self) -> str:
        """Return the hash of the first event of the club's own stream; empty if there is none, or if it cannot be read."""
        try:
            return link(GENESIS, event_json(self._streams[CLUB.name].events(own_stream(self.club), upto=1)[0]))
        except (NoSuchStream, RecordDamaged):
            return ""

    def advance(self) -> Iterator[Done]:
        """Bring the files up to date, and yield what was done about each stream. At the end, write the manifest."""
        self.folder.prepare()
        known = {} if self._before is None else dict(self._before.streams)
        failed: dict[str, str] = {}
        missing = (known.keys() | self._listed) - {pinned.head.stream for pinned in self.pinned}
        for stream in sorted(missing):
            lost = "is not in the store any more; its file stays as it is"
            failed[stream] = lost if stream in known else "its head is missing in the store"
            yield Done(stream, "failed", why=failed[stream])
        for pinned in self.pinned:
            stream = pinned.head.stream
            try:
                known[stream], outcome = self._filed(pinned, known.get(stream))
            except (StoreUnavailable, OSError):
                raise
            except Exception as fault:
                failed[stream] = str(fault) if isinstance(fault, Withheld) else describe(fault)
                yield Done(stream, "failed", pinned.head.version, why=failed[stream])
            else:
                yield Done(stream, outcome, pinned.head.version, known[stream].bytes)
        self._end(known, failed)

    def _filed(self, pinned: Pinned, kept: Kept | None) -> tuple[Kept, Literal["written", "kept"]]:
        """Bring the file of one stream up to date. `kept`: the stream's line in the last manifest. Returns the stream's new line. Raises
        Withheld, and any exception that reading the stream raises."""
        head, path = pinned.head, self.folder.file(pinned.head.stream)
        there = self._there(pinned, kept)
        if there is not None and (there.head, there.opened) == (head.hash, pinned.sealed):
            return there, "kept"
        data = self._file(head)
        for former in (kept, there):
            if former is not None and (former.version > head.version or hash_at(data, former.version) != former.head):
                raise Withheld(f"the backup has events of it up to {former.version} that the store does not have; its file stays as it is")

        def examine(read: bytes) -> None:
            verified = examined(read, head.stream, path)
            if (verified.version, verified.head) != (head.version, head.hash):
                raise Withheld("the chain of its events does not end in the hash of its head")

        write_verified(path, data, examine)
        return _line(pinned, head.version, head.hash, data), "written"

    def _there(self, pinned: Pinned, kept: Kept | None) -> Kept | None:
        """Return what the existing file of a stream has; None if there is no file or it is not valid. `kept`: the stream's line in the last
        manifest."""
        path = self.folder.file(pinned.head.stream)
        try:
            data = path.read_bytes()
            if kept is not None and sha256(data).hexdigest() == kept.sha256:
                return kept
            verified = examined(data, pinned.head.stream, path)
        except (FileNotFoundError, FileDamaged):
            return None
        return _line(pinned, verified.version, verified.head, data)

    def _file(self, head: StreamHead) -> bytes:
        streams = self._streams[kind_of(head.stream).name]
        events, sealed = streams.events(head.stream, upto=head.version), streams.sealed(head.stream)
        lines, reached = lines_of(events, sealed)
        return _whole(kind_of(head.stream).name, head.stream, events, lines, (len(lines), reached))

    def _end(self, known: Mapping[StreamId, Kept], failed: Mapping[str, str]) -> None:
        access = write_json(self.folder.access, {"format": "faceup-access", "club": self.club, "rows": self._access})
        sync_folder(self.folder.records)
        sync_folder(self.folder.path)
        feed = last_number(self.redis, self.club)
        self.folder.write(Manifest(self.club, self._begins, feed, self.now(), access, dict(sorted(known.items())), failed))


def _whole(kind: str, stream: StreamId, events: Sequence[StreamEvent[Any]], lines: Sequence[bytes], head: tuple[int, str]) -> bytes:
    """Return the record file of a stream. The file of a game has no verdict, because the verdict follows from the record."""
    opening = events[0].act
    if isinstance(opening, GameOpened):
        header = game_header(stream, opening.system, VIEWER, "")
        footer = game_footer(header, lines, head, 0, _outcome(events), ())
    else:
        header = header_of(kind, stream, VIEWER)
        footer = footer_of(header, lines, head, _following(kind, events))
    return as_ndjson(Lines(header, tuple(lines), footer))


def _outcome(events: Sequence[StreamEvent[Any]]) -> Outcome:
    try:
        reading = read_record(events)
        return reading.system.outcome(reading.table)
    except Exception:
        return UNREAD


def _following(kind: str, events: Sequence[StreamEvent[Any]]) -> dict[str, list[Json]]:
    """Return the table that follows from the events of a tournament or a season, as its file has it; without rows if it cannot be
    computed."""
    if kind == "club":
        return {}
    try:
        if kind == "season":
            return {"table": season_json(table(season_read(events).state))}
        return {"standings": standings_json(ranking(tournament_read(events).state).rows)}
    except Exception:
        return {"table" if kind == "season" else "standings": []}


def _line(pinned: Pinned, version: int, head: str, data: bytes) -> Kept:
    was = pinned.head.opened_at, pinned.head.imported
    return Kept(pinned.head.stream, version, head, opened_in(data), *was, len(data), sha256(data).hexdigest())
