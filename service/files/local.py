"""Exports for whoever has the machine: any record of this installation, for the eyes of any viewer, without a token."""

import re
from collections.abc import Sequence

from domain.kernel.cards import Seat
from domain.kernel.events import Event, GameOpened
from domain.record.fold import Reading, read
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from service.clock import now_ms
from service.files.contents import Exported
from service.store.connect import read_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import GameId, parse_game
from service.store.outcomes import NoSuchGame


def viewer_named(name: str) -> Viewer:
    """The viewer `director`, `scorekeeper`, `public` or `seat:<number>`. Raises ValueError for any other name."""
    named = {"director": DIRECTOR, "scorekeeper": SCOREKEEPER, "public": PUBLIC}
    if name in named:
        return named[name]
    seat = re.fullmatch(r"seat:([0-9]{1,2})", name)
    if seat is None:
        raise ValueError("must be director, scorekeeper, public or seat:<number>")
    return seat_viewer(Seat(int(seat[1])))


def exported(store: str, game: str, viewer: Viewer) -> Exported:
    """The record `game` in the store at that URL. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
    try:
        name = parse_game(game)
    except ValueError as fault:
        raise NoSuchGame(str(fault)) from fault
    with read_client(store) as redis:
        return export_of(Records(redis, now_ms), Verdicts(redis, now_ms), name, viewer)


def export_of(records: Records, verdicts: Verdicts, game: GameId, viewer: Viewer) -> Exported:
    """A record as it stands now. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
    # The verdict first: it may be behind the reading, never ahead of it.
    standing = verdicts.standing(game)
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
    """The record of these events, the opening first."""
    opening = events[0].act
    assert isinstance(opening, GameOpened)
    return read(SYSTEMS[opening.system], events)
