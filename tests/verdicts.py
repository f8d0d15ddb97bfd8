"""Writes verdicts for tests that have not read the record."""

from typing import Any

from domain.kernel.events import Event, EventId, NoteWritten, TokenId
from domain.kernel.shapes import Sealed
from service.store.games.verdicts import Recorded, Verdicts
from service.store.keys import GameId, keys_of
from service.store.streams.wire import numbers_in

NOBODY = "00000000-0000-4000-8000-000000000000"


def judged(verdicts: Verdicts, game: GameId, seen: int, through: int, *result: Any) -> Recorded:
    """Record a verdict up to version `through`, whatever event that is; there may be none."""
    return verdicts.record(game, seen, _event(verdicts, game, through), *result)


def _event(verdicts: Verdicts, game: GameId, version: int) -> Event:
    recorded_at, spelt = 0, NOBODY
    for entry_id, fields in verdicts._redis.xrange(keys_of(game).stream(game), f"{version}", f"{version}"):
        _, recorded_at = numbers_in([(entry_id, b"")])
        spelt = fields[b"e"][:16].hex()
    return Event(version, EventId(spelt), NoteWritten(Sealed("", "")), TokenId(""), 0, 0, recorded_at, None)
