"""Exports for whoever has the machine: any record of this installation, for the eyes of any viewer, without a token."""

import re

from domain.cards import Seat
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from service.clock import now_ms
from service.exported import Exported
from service.readings import Readings
from service.store.connect import read_client
from service.store.keys import parse_game
from service.store.outcomes import NoSuchGame
from service.store.records import Records
from service.store.verdicts import Verdicts


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
        records = Records(redis, now_ms)
        # The verdict first: it may be behind the reading, never ahead of it.
        standing = Verdicts(redis, now_ms).standing(name)
        return Exported(
            game=name,
            reading=Readings(records).of(name),
            sealed=records.sealed(name),
            findings=[entry.finding for entry in standing.findings],
            validated=standing.validated,
            engine=standing.engine,
            viewer=viewer,
        )
