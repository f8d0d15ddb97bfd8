"""Finds the standings of a tournament for a request, in pages.

A worker keeps the current standings of each tournament ready in Redis, a moment behind. A request gets the first of these that exists:

    1  the standings that this process computed before, for the same version
    2  small standings, computed now: that takes less time than asking Redis
    3  the page in Redis, if it is of the tournament's current version, or of the version that was current PATIENCE_MS ago
    4  standings that are computed now

Large standings are never computed in an event loop: the request is sent to a process beside the API (service/kept/loop.py).

So a request never gets wrong standings, and never fails because rows are missing. For PATIENCE_MS after a change, a request may get large
standings from before the change, with their older version. Standings of an earlier version or round are always computed here, from exactly
that version.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from domain.kernel.events import TournamentAct
from domain.tournament.reading import TournamentReading
from service.kept.cache import MIB, Cache, Shelf
from service.kept.earlier import Earlier
from service.kept.folds import TOURNAMENT_EVENTS_A_STEP, Folds
from service.kept.loop import Loop
from service.projections import FOLD
from service.projections.standings import PROJECTION, Line, Made, Mark, key_of, lines_of, made, mark_of
from service.store.keys import club_of
from service.store.projected import Projected
from service.store.streams.heads import StreamHead
from service.store.tournaments.tournaments import TournamentStreams

TournamentsRead = Folds[TournamentAct, StreamHead, TournamentReading]
EARLIER_BYTES: Final = 32 * MIB
"""The bytes of the cache of earlier versions and rounds. It is a cache of its own, so a client that asks for all of them pushes nothing
else out of memory."""
SMALL: Final = 1000
"""Standings count as small if entries × rounds are at most this number. Computing them takes at most about 8 ms."""
PATIENCE_MS: Final = 2000
"""How many milliseconds after a change a process still shows older large standings and waits for a worker. After that, the process computes
the current standings itself."""


class Page(NamedTuple):
    """A page of standings. `mark`: which standings these are: version, last round, size and so on. `number`: the number of the page,
    from 1. `reading`: the tournament, at the version in `mark` or later."""

    mark: Mark
    number: int
    lines: list[Line]
    reading: TournamentReading


Key = tuple[str, int, str, int | None]
"""The key of cached standings: (tournament, version, id of its last event, last round that counts or None)."""


class KeptStandings:
    """Finds the standings of tournaments in the way that the docstring of this module describes. `now`: returns the time in ms UTC. Safe
    for threads and greenlets. Every method may raise TooLong and the errors of the store."""

    def __init__(
        self, projected: Projected, streams: TournamentStreams, read: TournamentsRead, cache: Cache, now: Callable[[], int], loop: Loop
    ) -> None:
        self._loop = loop
        self._projected = projected
        self._streams = streams
        self._read = read
        self._now = now
        self._made: Shelf[Key, Made] = Shelf(cache, _bytes)
        earlier = Cache(EARLIER_BYTES)
        self._made_earlier: Shelf[Key, Made] = Shelf(earlier, _bytes)
        self._earlier = Earlier(earlier)

    def current(self, head: StreamHead, reading: TournamentReading, number: int) -> Page | None:
        """Return page `number` of the current standings; None if there is no such page. `reading`: the tournament at `head`. For
        PATIENCE_MS after a change, this may be a page from before the change."""
        made = self._remembered(head, reading)
        if made is not None:
            return page_of(made, number, reading)
        rows = self._rows(head, [key_of(head.stream), key_of(head.stream, number)])
        mark, page = _mark(rows, head), rows.get(key_of(head.stream, number))
        if mark is not None and mark.version > head.version:  # another process recorded more after this head was read
            newer = self._streams.head(head.stream) or head
            head, reading = newer, self._read.at(newer)
        if mark is None or not self._will_do(mark, head, reading) or (page is None and number <= mark.pages):
            return page_of(self.exactly(head, reading), number, reading)
        return None if page is None else Page(mark, number, lines_of(page), reading)

    def exactly(self, head: StreamHead, reading: TournamentReading, through: int | None = None) -> Made:
        """Return the standings of exactly this reading after round `through` (None: after all rounds that count). `reading`: the
        tournament at `head`, or at an earlier version."""
        key = (head.stream, reading.version, reading.events[-1].id, through)
        shelf = self._made if reading.version == head.version and through is None else self._made_earlier
        found = shelf.get(key)
        if found is None:
            self._loop.cells(cells_of(reading))
            found = made(head.stream, reading, through=through)
            shelf.put(key, found)
        return found

    def known(self, head: StreamHead, reading: TournamentReading, version: int) -> TournamentReading:
        """Return the tournament as it was known at `version`, a number from 1 to the version of `reading`. `reading`: the tournament at
        `head`."""
        if version != reading.version:
            self._loop.steps(version // TOURNAMENT_EVENTS_A_STEP)
        return self._earlier.at(head.stream, reading, version)

    def shown(self, head: StreamHead, reading: TournamentReading) -> tuple[int, int | None]:
        """Return (the version of the standings that `current` would return now, the time until which it may return them, in ms UTC). The
        time is None if the standings are up to date."""
        if self._remembered(head, reading) is None:
            mark = _mark(self._rows(head, [key_of(head.stream)]), head)
            if mark is not None and mark.version < head.version and self._will_do(mark, head, reading):
                return mark.version, _changed_at(mark, reading) + PATIENCE_MS
        return head.version, None

    def _rows(self, head: StreamHead, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return the stored standings with these keys; an empty dict if another version of the code wrote them."""
        found = self._projected.live(club_of(head.stream), PROJECTION.name, keys)
        return found.rows if found.fold == FOLD else {}

    def _remembered(self, head: StreamHead, reading: TournamentReading) -> Made | None:
        """Return the standings at `head` if they are in the cache, or small enough to compute now; otherwise None."""
        if cells_of(reading) <= SMALL:
            return self.exactly(head, reading)
        return self._made.get((head.stream, reading.version, reading.events[-1].id, None))

    def _will_do(self, mark: Mark, head: StreamHead, reading: TournamentReading) -> bool:
        """Whether stored standings may be shown for the tournament at `head`. `mark`: which standings they are."""
        if mark.version >= head.version:
            return (mark.version, mark.hash) == (head.version, head.hash)
        same = reading.events[mark.version - 1].id == mark.last  # False if a restored backup has replaced the stream
        return same and abs(self._now() - _changed_at(mark, reading)) < PATIENCE_MS


def cells_of(reading: TournamentReading) -> int:
    """Return the number of cells (entries × rounds). The time to rank a tournament grows with it."""
    return len(reading.state.entries) * max(1, len(reading.state.rounds))


def _bytes(made: Made) -> int:
    return 1000 + sum(map(len, made.pages))


def _mark(rows: Mapping[bytes, bytes], head: StreamHead) -> Mark | None:
    row = rows.get(key_of(head.stream))
    return None if row is None else mark_of(row)


def _changed_at(mark: Mark, reading: TournamentReading) -> int:
    """Return when the first event after these standings was recorded (ms UTC). `mark`: which standings they are."""
    return reading.events[mark.version].recorded_at


def page_of(made: Made, number: int, reading: TournamentReading) -> Page | None:
    """Return page `number` of these standings; None if there is no such page."""
    return Page(made.mark, number, lines_of(made.pages[number - 1]), reading) if number <= len(made.pages) else None
