"""Exports records for the owner of the machine: any record, for any viewer, without a token."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from redis import Redis

from domain.files.layout import as_line
from domain.kernel.cards import Seat
from domain.kernel.events import Event, GameOpened
from domain.record.fold import Reading, read
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from domain.words.seated import SeatNames
from service.caches.delays import Delays
from service.caches.game_lines import GameLines, Wanted
from service.caches.listing import Listing
from service.caches.streams import Readings
from service.clock import now_ms
from service.failures import describe
from service.files.contents import Exported, replay_address
from service.memory.cache import ALONE_BYTES, Cache
from service.memory.work import WorkBudget
from service.projections import FOLD, PROJECTIONS
from service.store.clubs.people import People
from service.store.connect import read_client
from service.store.errors import NoSuchGame, StoreUnavailable
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId, club_of, parse_game
from service.store.projected import Projected
from service.views.heads import seated


def viewer_named(name: str) -> Viewer:
    """Return the viewer with that name: `director`, `scorekeeper`, `public` or `seat:<number>`. Raises ValueError for other names."""
    named = {"director": DIRECTOR, "scorekeeper": SCOREKEEPER, "public": PUBLIC}
    if name in named:
        return named[name]
    seat = re.fullmatch(r"seat:([0-9]{1,2})", name)
    if seat is None:
        raise ValueError("must be director, scorekeeper, public or seat:<number>")
    return seat_viewer(Seat(int(seat[1])))


def exported(store: str, game: str, viewer: Viewer, address: str | None = None) -> Exported:
    """Export the record `game` for `viewer`, with the names of the people at the table. `store`: the store's URL. `address`: that of this
    installation, if others can open it. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
    name = _parsed(game)
    with read_client(store) as redis:
        records, people = Records(redis, now_ms), People(redis, now_ms)
        whole, head = export_of(records, Verdicts(redis, now_ms), name, viewer), records.head(name)
        names = seated(name, whole.reading, people).names
        replay = "" if head is None else replay_address(address, name, head.visibility)
        return replace(whole, names=names, club=people.called(club_of(name)), replay=replay)


def named_game(store: str, game: str) -> tuple[Reading, SeatNames]:
    """Return the record `game` and the people at its table. `store`: the store's URL. Raises NoSuchGame, RecordDamaged,
    StoreUnavailable."""
    name = _parsed(game)
    with read_client(store) as redis:
        reading = read_record(Records(redis, now_ms).events(name))
        return reading, seated(name, reading, People(redis, now_ms))


def _parsed(game: str) -> GameId:
    try:
        return parse_game(game)
    except ValueError as fault:
        raise NoSuchGame(str(fault)) from fault


def export_of(records: Records, verdicts: Verdicts, game: GameId, viewer: Viewer) -> Exported:
    """Make the export of a record, with its current verdict, for `viewer`. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
    # Read the verdict first: it must not be newer than the events.
    standing = verdicts.state(game)
    return Exported(
        game=game,
        reading=read_record(records.events(game)),
        sealed=records.sealed(game),
        findings=[entry.finding for entry in standing.findings],
        validated=standing.validated,
        engine=standing.engine,
        viewer=viewer,
    )


def read_record(events: Sequence[Event]) -> Reading:
    """Return the reading (the state of the game at each version) of `events`, a whole record with the opening first."""
    opening = events[0].act
    assert isinstance(opening, GameOpened)
    return read(SYSTEMS[opening.system], events)


SLICE: Final = 100
"""How many games are found together."""

SoundLine = tuple[bytes, bool]
"""The line of a game without its end, and whether the game could be read. If not, the line has the id of the game and the reason."""


def lines_of_games(redis: Redis, club: Club, wanted: Wanted, last: GameId | None = None) -> Iterator[Iterator[SoundLine]]:
    """Yield slices of the lines of the games that the list of games has, newest first. `last`: only the games after this one; None: all.
    Raises NoSuchGame if `last` does not exist, and StoreUnavailable."""
    cache = Cache(ALONE_BYTES)
    records, verdicts = Records(redis, now_ms, cache=cache), Verdicts(redis, now_ms, cache)
    readings, listing = Readings(records, cache), Listing(records, redis, FOLD, now_ms)
    games = GameLines(Projected(redis, tuple(PROJECTIONS)), listing, records, readings, Delays(readings, now_ms, cache), WorkBudget())
    more = True
    while more:
        page = games.page(club, last, SLICE, wanted, lambda _: DIRECTOR)
        yield (_line(records, verdicts, listed.head.game) for listed in page.games)
        last, more = page.last, page.last is not None


def _line(records: Records, verdicts: Verdicts, game: GameId) -> SoundLine:
    try:
        return as_line(export_of(records, verdicts, game, DIRECTOR).lines()), True
    except StoreUnavailable:
        raise
    except Exception as failure:
        return json.dumps({"game": game, "failed": describe(failure)}).encode(), False
