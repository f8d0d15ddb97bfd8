"""Exports many games for the owner of the machine, one record a line, with everything that a director may see. The games are found and read
in slices, so the memory that is needed does not depend on their number."""

import json
from collections.abc import Iterator
from typing import Final

from redis import Redis

from domain.files.layout import as_line
from domain.system import DIRECTOR
from service.caches.delays import Delays
from service.caches.game_lines import GameLines, Wanted
from service.caches.listing import Listing
from service.caches.readings import Readings
from service.clock import now_ms
from service.failures import describe
from service.files.local import export_of
from service.memory.cache import ALONE_BYTES, Cache
from service.memory.work import WorkBudget
from service.projections import FOLD, PROJECTIONS
from service.store.errors import StoreUnavailable
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId
from service.store.projected import Projected

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
