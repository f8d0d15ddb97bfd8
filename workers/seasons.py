"""Accepts late corrections in the seasons whose settings say so: part of the job that follows a club's feed (workers/take.py).

It may be repeated: the standings of a tournament's version have one event id, and a season takes only standings that are newer than its
own."""

import logging
from collections.abc import Collection
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from rq.timeouts import BaseTimeoutException

from domain.kernel.events import EventId, TokenId
from service.failures import describe
from service.recording.seasons import Counting, SeasonDraft
from service.store.errors import BatchRefused, BodyDiffers, Conflict, StoreUnavailable
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
"""A season is tried at most this many times if others append first. The next change of one of its tournaments tries again."""

log = logging.getLogger(__name__)


class Corrections:
    """Accepts the changes that wait in seasons whose settings accept them."""

    def __init__(self, parts: Wiring) -> None:
        self._parts = parts
        self._counting = Counting(parts.tournaments, parts.tournaments_read)

    def accept(self, club: Club, changed: Collection[str]) -> None:
        """Accept what waits in the club's seasons because of these changed streams: tournaments that they count, or the seasons
        themselves."""
        streams = self._parts.seasons.newest(club) if changed else []
        for head in self._parts.seasons.heads(streams) if streams else []:
            if head is not None:
                self._accept_in(head, changed)

    def _accept_in(self, head: StreamHead, changed: Collection[str]) -> None:
        try:
            for _ in range(ATTEMPTS):
                if self._accepted(head.stream, changed):
                    return
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("season %s cannot be read and accepts no corrections: %s", head.stream, describe(error))

    def _accepted(self, stream: StreamId, changed: Collection[str]) -> bool:
        """Accept what waits in a season now. Returns whether nothing is left to do."""
        reading = self._parts.seasons_read.of(stream)
        state = reading.state
        if state.closed or not state.settings.accept_changes or not ({stream, *state.counted} & {*changed}):
            return True
        version = reading.version
        for act in [change.act for change in self._counting.changes(reading)]:
            name = uuid5(ACCEPTED, f"{stream}:{act.tournament}:{act.version}")
            try:
                version = self._parts.seasons.append(stream, version, [SeasonDraft(act, EventId(str(name)))], BY).version
            except Conflict:
                return False
            except (BatchRefused, BodyDiffers) as error:
                log.warning("season %s did not accept the correction of %s: %s", stream, act.tournament, error)
        return True
