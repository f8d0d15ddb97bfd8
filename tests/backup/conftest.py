"""An installation with games of several systems, a tournament, people, tokens and PINs, which is backed up and restored."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import click
import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import EventId, PersonId, TokenId
from domain.kernel.events.tournaments import EntryChanged
from domain.kernel.shapes import Sealed
from service.backup.folder import DRAFT, BackupFolder
from service.backup.writing import ClubBackup
from service.clock import now_ms
from service.config import Config
from service.recording.seasons import SeasonDraft
from service.store.clubs.access import read_access
from service.store.clubs.clubs import Clubs, Token
from service.store.clubs.invitations import Invitations
from service.store.clubs.members import WEEK_MS, Members, erase_everywhere
from service.store.clubs.people import People
from service.store.keys import HOME, StreamId
from service.store.kinds import kind_of
from service.store.layout import KEY, LAYOUT
from service.store.pins import SeatPins
from service.store.streams.streams import Streams
from service.store.tournaments.tournaments import Secrets
from tests.projections.conftest import Evening
from tests.season.stream import counted, opened
from tests.servers import RunningServer
from tests.taking.conftest import Cup
from tests.workers.conftest import Store, relaying, store
from workers.commands.backup import backed_up
from workers.commands.restore import restore_into
from workers.wiring import Wiring, wired_to

__all__ = ["relaying", "store"]

BY = TokenId("t1")
ANNA, BERT, GONE = PersonId("p-anna"), PersonId("p-bert"), PersonId("p-gone")
ANNAS_NAME, BERTS_NAME = "Anna Quux", "Bert Zyzzy"


@dataclass
class Site:
    """The installation. `folder`: the folder of its backup. `output`: what the last command printed."""

    store: Store
    config: Config
    folder: Path
    evening: Evening
    cup: Cup
    output: str = ""

    @property
    def parts(self) -> Wiring:
        return self.evening.parts

    @property
    def members(self) -> Members:
        people = People(self.store.redis, now_ms)
        clubs = Clubs(self.store.redis, now_ms, roles_of=people.roles)
        return Members(people, clubs, Invitations(self.store.redis, now_ms, clubs.letters), now_ms)

    @property
    def records(self) -> Path:
        return self.folder / "clubs" / "home" / "records"

    @property
    def files(self) -> list[Path]:
        """The record files of the backup, in order of name."""
        return sorted(self.records.glob("*.ndjson"))

    def backup(self) -> bool:
        """Back up. Returns whether everything is in the backup."""
        return self._run(backed_up(self.config, self.folder))

    def restore(self, *clubs: str, folder: Path | None = None, erasures: tuple[Path, ...] = (), skip_damaged: bool = False) -> bool:
        """Restore. Returns whether everything was restored."""
        return self._run(restore_into(self.config, folder or self.folder, clubs, erasures, skip_damaged=skip_damaged))

    def _run(self, lines: Iterator[str]) -> bool:
        self.output = ""
        try:
            for line in lines:
                self.output += f"{line}\n"
        except click.ClickException as refusal:
            self.output += refusal.message
            return False
        return True

    def lose(self) -> None:
        """Lose all data."""
        self.store.redis.flushall()

    def start_again(self) -> None:
        """Lose all data, and start a new installation."""
        self.lose()
        self.store.redis.set(KEY, LAYOUT)

    def streams(self) -> list[StreamId]:
        return sorted(StreamId(key.decode().partition(":head:")[2]) for key in self.store.redis.scan_iter(match="*:head:*"))

    def everything(self) -> dict[str, Any]:
        """Return the content of every stream, and the tokens, members and PINs. A new reader reads the streams and checks all hashes."""
        held: dict[str, Any] = {}
        for stream in self.streams():
            reader = Streams(self.store.redis, kind_of(stream), now_ms)
            head = reader.head(stream)
            assert head is not None
            chain = (head.version, head.hash, head.recorded_at, head.opened_at, head.imported, head.origins)
            held[stream] = (chain, reader.events(stream, verify=True), reader.sealed(stream))
        redis = self.store.redis
        for name in ("games", "tournaments", "seasons", "tokens", "invitations"):
            held[f":{name}"] = redis.zrange(f"{{home}}:{name}", 0, -1, withscores=True)
        for pattern in ("devices", "links"):
            held[f":{pattern}"] = {key: redis.smembers(key) for key in redis.scan_iter(match=f"{{home}}:{pattern}:*")}
        return held | {":access": read_access(redis, HOME)}

    def digest(self) -> str:
        """Validate all games again, bring the stored rows of the club's tables up to date, and return the digest of these rows."""
        self.evening.validated()
        self.cup.validated()
        self.evening.projected()
        return self.evening.digest()


@pytest.fixture
def site(store: Store, server: RunningServer, tmp_path: Path) -> Site:
    parts = wired_to(store.redis)
    evening, cup = Evening(parts, Random(5)), Cup(parts)
    config = Config(data=tmp_path / "data", redis_url=f"unix://{server.socket}")
    made = Site(store, config, tmp_path / "backup", evening, cup)
    members, people = made.members, made.members.people
    people.register(HOME, {ANNA: ANNAS_NAME, BERT: BERTS_NAME, GONE: "Gone"}, BY)
    people.rename(HOME, BERT, BERTS_NAME.upper(), BY, EventId(str(uuid4())))
    for person, role in ((ANNA, "owner"), (BERT, "scorekeeper")):
        members.grant(HOME, person, role, BY)  # type: ignore[arg-type]
    people.erase(HOME, GONE, BY)
    evening.at_random(6)
    cup.begin(1)
    cup.record(EntryChanged(1, (BERT,), Sealed("", BERTS_NAME)))
    cup.played(1, 5, 3)
    cup.taken()
    SeatPins(store.redis, lambda pin: f"hash of {len(pin)}").of(cup.games[1], Seat(0), BERT).put("1357")
    Secrets(store.redis).of(cup.id)
    season = parts.seasons.open(HOME, SeasonDraft(opened(), EventId(str(uuid4()))), BY).stream
    table = counted("a", [(1, ["anna"], 4), (2, ["bert"], 2)])
    parts.seasons.append(season, 1, [SeasonDraft(table, EventId(str(uuid4())))], BY)
    return made


def issued(site: Site, person: PersonId, label: str) -> tuple[Token, str]:
    return site.members.clubs.issue(HOME, label, "record", person=person)


def invited(site: Site, name: str) -> str:
    """Invite somebody. Returns the secret string of the invitation."""
    return site.members.invitations.make(HOME, "viewer", BY, now_ms() + WEEK_MS, name=name)[1]


def erase(site: Site) -> None:
    """Erase Bert, as the API does."""
    erase_everywhere(site.store.redis, site.members, site.parts.tournaments, HOME, BERT, BY, owner=True)


def interrupted(site: Site, files: int) -> int:
    """Begin a backup, stop it after some record files, and leave an unfinished file in the folder. `files`: after how many. Returns how
    many of these files the backup had to write."""
    with BackupFolder(site.folder).used():
        work = ClubBackup(site.store.redis, HOME, BackupFolder(site.folder).club(HOME), now_ms)
        work.begin()
        written = [done for done in islice(work.advance(), files) if done.outcome == "written"]
    (site.records / f"home.faceup.ndjson.0123{DRAFT}").write_bytes(b"{")
    return len(written)


def naming(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and BERTS_NAME.lower().encode() in path.read_bytes().lower()]


def inodes(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def changed(before: dict[Path, int], folder: Path) -> set[str]:
    after = inodes(folder)
    return {path.name for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def flip(path: Path) -> None:
    """Change one bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
