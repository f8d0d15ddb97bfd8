"""Finds the standings of a tournament. They are made from its events once for each version, by the first request that asks for them, and
kept in the cache of this process.

Making large standings takes too long for an event loop. So an API process has those of the current version made by a heavy worker, for
all requests that wait for them, and keeps what it gets. A request for large standings of an earlier version or round is answered by a
heavy worker as a whole (service/memory/work.py).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import orjson

from domain.kernel.events import TournamentAct
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun
from domain.tournament.standings import ranking
from service.caches.streams import TOURNAMENT_EVENTS_A_STEP, Earlier, StreamCache
from service.memory import shares
from service.memory.cache import Cache, Region
from service.memory.garbage import without_collecting
from service.memory.work import TooLong, WorkBudget
from service.store.keys import StreamId
from service.store.streams.kinds import StreamHead

TournamentsRead = StreamCache[TournamentAct, StreamHead, TournamentReading]
PAGE: Final = 100
"""How many entries a page has; the last page may have fewer."""
LINE_BYTES: Final = 600
"""The estimated bytes of a line of standings."""


class StandingsLine(NamedTuple):
    """One line of the standings. `values`: one for each tie-break, as text: a whole number or a fraction, such as `7/2`."""

    place: int
    entry: int
    points: int
    values: tuple[str, ...]


class Standings(NamedTuple):
    """The standings of a tournament at one version. `mark`: `TournamentReading.mark`. `through`: the last round that counts."""

    version: int
    mark: str
    through: int
    tiebreaks: tuple[str, ...]
    lines: Sequence[StandingsLine]

    @property
    def pages(self) -> int:
        """The number of pages, at least 1."""
        return max(1, -(-len(self.lines) // PAGE))

    def page(self, number: int) -> Sequence[StandingsLine]:
        """Return the lines of a page. `number`: from 1 to `pages`."""
        return self.lines[(number - 1) * PAGE : number * PAGE]


def made(reading: TournamentReading, through: int | None = None) -> Standings:
    """Compute the standings after round `through` (None: after all rounds that count)."""
    last = begun(reading.state, through)
    with without_collecting():
        order, rows = ranking(reading.state, last)
        lines = [StandingsLine(row.place, row.entry, row.points, tuple(map(_text, row.values))) for row in rows]
    return Standings(reading.version, reading.mark(), last, tuple(order), lines)


def _text(value: int | Fraction) -> str:
    return str(value)  # a fraction that is a whole number has no denominator in its text


def packed(made: Standings) -> bytes:
    return orjson.dumps(made, default=tuple)


def unpacked(text: bytes) -> Standings:
    """Read what `packed` returned."""
    version, mark, through, order, rows = orjson.loads(text)
    lines = [StandingsLine(place, entry, points, tuple(values)) for place, entry, points, values in rows]
    return Standings(version, mark, through, tuple(order), lines)


class CachedStandings:
    """Finds the standings of tournaments. `elsewhere(stream, version)`: has the standings of this version, the current one, made by another
    process. Every method may raise TooLong and the errors of the store."""

    def __init__(self, cache: Cache, work: WorkBudget, elsewhere: Callable[[StreamId, int], bytes]) -> None:
        self._work = work
        self._elsewhere = elsewhere
        self._current: Region[tuple[StreamId, str], Standings] = Region(cache, _bytes, shares.STANDINGS)
        self._earlier: Region[tuple[StreamId, str, int | None], Standings] = Region(cache, _bytes)
        self._readings = Earlier(cache)

    def current(self, stream: StreamId, reading: TournamentReading) -> Standings:
        """Return the standings after all rounds that count. `reading`: the tournament at its current version. If more is recorded in the
        meantime, the standings may be of a later version."""
        key = (stream, reading.mark())
        found = self._current.get(key)
        if found is None:
            found = self._made(stream, reading)
            self._current.put((stream, found.mark), found)
        return found

    def _made(self, stream: StreamId, reading: TournamentReading) -> Standings:
        try:
            self._work.cells(cells_of(reading))
        except TooLong:
            return unpacked(self._elsewhere(stream, reading.version))
        return made(reading)

    def earlier(self, stream: StreamId, reading: TournamentReading, through: int | None) -> Standings:
        """Return the standings after round `through` (None: after all rounds that count). `reading`: the tournament at any version."""
        key = (stream, reading.mark(), through)
        found = self._earlier.get(key)
        if found is None:
            self._work.cells(cells_of(reading))
            found = made(reading, through)
            self._earlier.put(key, found)
        return found

    def known(self, stream: StreamId, reading: TournamentReading, version: int) -> TournamentReading:
        """Return the tournament as it was known at `version`, a number from 1 to the version of `reading`. `reading`: the tournament at its
        current version."""
        if version != reading.version:
            self._work.steps(version // TOURNAMENT_EVENTS_A_STEP)
        return self._readings.at(stream, reading, version)


def cells_of(reading: TournamentReading) -> int:
    """Return the number of cells (entries × rounds). The time to rank a tournament grows with it."""
    return len(reading.state.entries) * max(1, len(reading.state.rounds))


def _bytes(made: Standings) -> int:
    return 1000 + len(made.lines) * LINE_BYTES
