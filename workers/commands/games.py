"""`faceup export --games`: appends the records of many games to a file, one record a line, as GET /records sends them to a director.

The games are read in slices, so the memory that is needed does not depend on their number. If the command was interrupted, the same command
continues: the last whole line of the file says where.
"""

import fcntl
import json
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Final

import click
from redis import Redis

from domain.files.layout import HEADER_OPEN
from domain.kernel.events import PersonId
from domain.record.directory import Directory, words_of
from domain.record.life import State
from domain.systems import SYSTEMS
from domain.words.phrases import counted
from service.caches.game_lines import Wanted
from service.clock import now_ms
from service.files.local import lines_of_games
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.connect import read_client
from service.store.errors import NoSuchGame
from service.store.keys import Club, GameId, parse_game

TOLD_EVERY: Final = 1000
BLOCK: Final = 2**16
BEGINNINGS: Final = (HEADER_OPEN, b'{"game":')
"""How a line begins: of a game, and of a game that cannot be read."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games are exported, as in the list of games. `player`: the id of a person. `name`: the name of a player. `first`, `last`: the
    days between which they began at the table, in the time zone of this machine. None: any."""

    system: str | None
    state: State | None
    player: str | None
    name: str | None
    first: datetime | None
    last: datetime | None

    def wanted(self, redis: Redis, club: Club) -> Wanted:
        """Return the filters with the ids of people. Raises BadParameter, StoreUnavailable."""
        if self.system is not None and self.system not in SYSTEMS:
            raise click.BadParameter(f"there is no system {self.system!r:.40}; there are: {', '.join(SYSTEMS)}", param_hint="--system")
        typed = None if self.name is None else words_of(self.name)
        if typed == []:
            raise click.BadParameter("must have a letter or a digit", param_hint="--name")
        people = People(redis, now_ms)
        called = None if typed is None else people.ids_called(club, typed)
        since = None if self.first is None else _begins(self.first, "--from")
        until = None if self.last is None else _begins(self.last, "--to", 1)
        if since is not None and until is not None and since >= until:
            raise click.BadParameter("must not be earlier than --from", param_hint="--to")
        return Wanted(self.system, self.state, self._ids(redis, people.directory(club), club), called, since, until)

    def _ids(self, redis: Redis, known: Directory, club: Club) -> frozenset[PersonId] | None:
        """Return all ids of the player. Raises BadParameter if the directory does not know the player and no game has them: imported games
        may have people whom the directory does not know."""
        if self.player is None:
            return None
        ids = known.ids_of(PersonId(self.player))
        if known.get(PersonId(self.player)) is None and not _any(redis, club, Wanted(people=ids)):
            said = f"nobody in club {club} has the id {self.player!r:.40}: it ends the address of a player's page. For a name, write --name"
            raise click.BadParameter(said, param_hint="--player")
        return ids


def export_games(store: str, club: str, filters: Filters, output: Path) -> bool:
    """Append the records of the wanted games of a club to `output`, newest first, and tell the progress on the error output. A game that
    cannot be read has a line with the reason. Returns whether all games could be read.

    Raises ClickException, StoreUnavailable and OSError.
    """
    with read_client(store) as redis:
        known = Clubs(redis, now_ms).names_of_clubs()
        if club not in known:
            raise click.BadParameter(f"there is no club {club!r:.40}; there are: {', '.join(known)}", param_hint="--club")
        wanted = filters.wanted(redis, Club(club))
        with _appending(output) as file:
            return _appended(redis, Club(club), wanted, file, output)


def _appended(redis: Redis, club: Club, wanted: Wanted, file: BinaryIO, output: Path) -> bool:
    last = _last_game(file, output)
    if last is not None:
        click.echo(f"{output}: continues after {last}", err=True)
    count = failed = 0
    try:
        for lines in lines_of_games(redis, club, wanted, last):
            for line, sound in lines:
                file.write(line + b"\n")
                count, failed = count + 1, failed + (not sound)
                if count % TOLD_EVERY == 0:
                    click.echo(f"{count} games, {file.tell() / 1e6:.1f} MB", err=True)
            file.flush()
            os.fsync(file.fileno())
    except NoSuchGame as missing:
        raise click.ClickException(f"{output} ends with {last}, which is no game of club {club}.") from missing
    click.echo(f"{output}: {counted(count, 'game')} written" + (f", of which {failed} cannot be read" if failed else ""))
    return not failed


def _any(redis: Redis, club: Club, wanted: Wanted) -> bool:
    return any(True for lines in lines_of_games(redis, club, wanted) for _ in lines)


def _begins(day: datetime, option: str, later: int = 0) -> int:
    """Return when this day, or one some days `later`, begins on this machine, in ms UTC. Raises BadParameter."""
    try:
        return int((day + timedelta(days=later)).timestamp() * 1000)
    except (OverflowError, ValueError) as fault:
        raise click.BadParameter("is too far from today", param_hint=option) from fault


def _appending(output: Path) -> BinaryIO:
    """Open the file to append to, which only its owner may read, and lock it. Raises ClickException, OSError."""
    file = os.fdopen(os.open(output, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as busy:
        file.close()
        raise click.ClickException(f"{output} is being written by another export.") from busy
    return file


def _last_game(file: BinaryIO, output: Path) -> GameId | None:
    """Cut a last line that is not whole. Returns the game of the last whole line; None if there is none. The next write goes to the end of
    the file. Raises ClickException if this command did not write the file."""
    size = file.seek(0, os.SEEK_END)
    end = _after_newline(file, size)
    begin = _after_newline(file, end - 1)
    file.seek(begin)
    line, torn = file.read(end - begin), file.read(max(map(len, BEGINNINGS)))
    try:
        fields = json.loads(line or b"{}")
        last = parse_game(fields["header"]["stream"] if "header" in fields else fields["game"]) if line else None
    except (ValueError, LookupError, TypeError):
        torn, last = b"?", None
    if torn and not any(torn.startswith(beginning[: len(torn)]) for beginning in BEGINNINGS):
        raise click.ClickException(f"{output} is no file of `faceup export --games`; choose another name.")
    file.truncate(end)
    file.seek(end)
    return last


def _after_newline(file: BinaryIO, end: int) -> int:
    """Return the place after the last line end before `end`; 0 if there is none."""
    while end > 0:
        start = max(0, end - BLOCK)
        file.seek(start)
        found = file.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
