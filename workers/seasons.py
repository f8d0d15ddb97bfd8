"""Accepts late corrections in the seasons whose settings say so: the last part of the job that follows a club's feed (workers/take.py).

It may be repeated: the standings of a tournament's version have one event id, and a season takes only standings that are newer than its
own."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from rq.timeouts import BaseTimeoutException

from domain.kernel.events import EventId, TokenId
from domain.season.fold import Counted, Season
from service.failures import describe
from service.memory.cache import ALONE_BYTES, Cache, Region
from service.recording.seasons import Counting, SeasonDraft
from service.store.errors import BatchRefused, BodyDiffers, Conflict, SourceChanged, StoreUnavailable
from service.store.keys import Club, StreamId
from service.store.seasons.seasons import SEASON
from service.store.streams.kinds import StreamHead
from service.store.tournaments.tournaments import TOURNAMENT
from workers.wiring import Wiring

BY: Final = TokenId("job:season")
ACCEPTED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/season-correction")
"""The UUID namespace (RFC 9562 §5.5) of the ids of these events."""
LETTERS: Final = (TOURNAMENT.letter, SEASON.letter)
"""The letters of the entries of a club's feed after which something may have to be accepted."""
ATTEMPTS: Final = 8
"""A season is tried at most this many times if others append first. The next change of the tournament tries again."""
STEP_SECONDS: Final = 0.1
"""After this many seconds, a step looks at no more seasons and tournaments."""
TOURNAMENT_BYTES: Final = 100
"""The estimated bytes of the id of a tournament in the cache."""

log = logging.getLogger(__name__)


class Corrections:
    """Accepts the changes that wait in seasons whose settings accept them."""

    def __init__(self, parts: Wiring, clock: Callable[[], float] = time.monotonic) -> None:
        self._parts = parts
        self._clock = clock
        self._counting = Counting(parts.tournaments, parts.tournaments_read)
        self._known: Region[str, frozenset[str]] = Region(Cache(ALONE_BYTES), lambda counted: (2 + len(counted)) * TOURNAMENT_BYTES)

    def look(self, club: Club, changed: Iterable[StreamId]) -> dict[StreamId, int]:
        """Accept what waits in the club's seasons because of these changed tournaments and seasons, until the time of a step is over.
        Returns how the list of what to look at changes: 0 for those that are done, 1 for the tournaments of changed seasons."""
        heads = [head for head in self._parts.seasons.heads(self._parts.seasons.newest(club), for_list=True) if head is not None]
        until = self._clock() + STEP_SECONDS
        accepting: dict[StreamId, frozenset[str]] = {}
        for head in heads:
            known = self._known.get(head.hash)
            if known is None and self._clock() > until:
                return {}
            accepting[head.stream] = self._read(head) if known is None else known
        looked: dict[StreamId, int] = {}
        for stream in changed:
            if looked and self._clock() > until:
                break
            looked[stream] = 0
            if accepting.get(stream):
                looked |= dict.fromkeys(self._late(stream), 1)
            for season, counted in accepting.items():
                if stream in counted:
                    self._accept_in(season, stream)
        return looked

    def _read(self, head: StreamHead) -> frozenset[str]:
        """Return the tournaments of a season whose changes it accepts, and remember them for this version of the season."""
        try:
            found = frozenset(_accepting(self._parts.seasons_read.at(head).state))
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("season %s cannot be read and accepts no corrections: %s", head.stream, describe(error))
            found = frozenset()
        self._known.put(head.hash, found)
        return found

    def _late(self, season: StreamId) -> list[StreamId]:
        """Return the tournaments of a season that have changed since their standings were taken."""
        return [head.stream for _, head in self._counting.late(self._parts.seasons_read.of(season))]

    def _accept_in(self, season: StreamId, tournament: StreamId) -> None:
        try:
            for _ in range(ATTEMPTS):
                if self._accepted(season, tournament):
                    return
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("season %s cannot accept the correction of %s: %s", season, tournament, describe(error))

    def _accepted(self, season: StreamId, tournament: StreamId) -> bool:
        """Accept the change of a tournament that waits in a season now. Returns whether nothing is left to do."""
        reading = self._parts.seasons_read.of(season)
        change = self._counting.change(reading, tournament) if tournament in _accepting(reading.state) else None
        if change is None:
            return True
        name = uuid5(ACCEPTED, f"{season}:{tournament}:{change.now.version}")
        draft, sources = SeasonDraft(change.act, EventId(str(name))), [(tournament, change.now.hash)]
        try:
            self._parts.seasons.append(season, reading.version, [draft], BY, sources=sources)
        except (Conflict, SourceChanged):
            return False
        except (BatchRefused, BodyDiffers) as error:
            log.warning("season %s did not accept the correction of %s: %s", season, tournament, error)
        return True


def _accepting(season: Season) -> Mapping[str, Counted]:
    """Return the tournaments whose changes a season accepts: all that it counts, or none."""
    return season.counted if season.settings.accept_changes and not season.closed else {}
