"""Exports records for the owner of the machine: any record, for any viewer, without a token."""

import re
from collections.abc import Sequence
from dataclasses import replace

from domain.kernel.cards import Seat
from domain.kernel.events import Event, GameOpened
from domain.record.fold import Reading, read
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from domain.words.seated import SeatNames
from service.clock import now_ms
from service.files.contents import Exported, replay_address
from service.store.clubs.people import People
from service.store.connect import read_client
from service.store.errors import NoSuchGame
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import GameId, club_of, parse_game
from service.views.seated import seated


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
