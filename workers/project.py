"""The job that updates the projected rows of clubs, and the rebuild of these rows from nothing. Projected rows are tables, such as player
statistics. They are computed from a club's feed, the list of all changes in the club.

An entry of the feed says only that a stream has changed. The job compares the stream's current facts (workers/facts.py) with those in the
rows, and adds the difference. It skips streams that no table counts. A game with events that are not validated yet is noted as waiting, and
looked at again after its validation.

The job may be lost, doubled, late or killed. Rows, position in the feed and waiting games are written together, and only if nobody else has
written since they were read (service/store/projected.py). Rows that another *fold* (version of the code) made are made again as a *shadow*,
a slice at a time. The old rows are read until the new ones are complete.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from rq import get_current_job
from rq.timeouts import BaseTimeoutException

from service.engine import ENGINE
from service.failures import describe
from service.projections import FOLD, PROJECTIONS, changed
from service.projections.projection import Projection, Row, Turn
from service.store.keys import Club, GameId
from service.store.kinds import kind_of
from service.store.outcomes import StoreUnavailable
from service.store.projected import Generation, Stale
from service.store.streams.feed import FeedEntry
from service.store.streams.hints import Ended, announce
from workers.facts import Games, Look, Source
from workers.wiring import Wiring, wired

STEP_ENTRIES: Final = 500
STEP_SECONDS: Final = 0.1
"""For so many seconds a step reads changes before it writes rows. A kill loses at most so much work."""
SLICE_SECONDS: Final = 0.5
"""After this many seconds a job leaves the rest to the next job: while it runs, its worker validates no games."""

log = logging.getLogger(__name__)

GAME: Final = "game"
"""The kind of stream that is validated."""

Stream = tuple[str, str]
"""(name of its kind, its id)."""


def stream_of(entry: FeedEntry) -> Stream:
    return kind_of(entry.stream).name, entry.stream


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rebuild is. `position`: reached in the feed. `end`: the feed's last position. `waits`: the games that this step found
    waiting for validation."""

    position: int
    end: int
    waits: tuple[GameId, ...] = ()


@dataclass(slots=True)
class _Taken:
    """What one step took from its queue. `position`: reached in the feed. `turns`: the changes by kind of stream. `waits`: the version at
    which each game waits; 0: it waits no longer. `count`: the number of items."""

    position: int
    turns: dict[str, list[Turn[Any]]]
    waits: dict[GameId, int] = field(default_factory=dict)
    count: int = 0


class _Step(NamedTuple):
    """The result of a step. `generation`: the rows' generation after it. `left`: whether more is to do. `waits`: the games that it found
    waiting for validation."""

    generation: Generation
    left: bool
    waits: tuple[GameId, ...]


class Projector:
    """Updates rows. `clock`: returns seconds that never go back. `engine`: the version of the rules that read games here. `fold`: the
    version of the code that makes rows. `sources`: of facts, by kind of stream. `projections`: the tables. `stream_of`: returns the stream
    of a feed entry."""

    def __init__(
        self,
        parts: Wiring,
        clock: Callable[[], float] = time.monotonic,
        engine: str = ENGINE,
        fold: str = FOLD,
        sources: Mapping[str, Source] | None = None,
        projections: Iterable[Projection[Any]] = PROJECTIONS.values(),
        stream_of: Callable[[FeedEntry], Stream] = stream_of,
    ) -> None:
        self._parts = parts
        self._clock = clock
        self._fold = fold
        self._sources: Mapping[str, Source] = sources or {GAME: Games(parts, engine)}
        self._projections = tuple(projections)
        self._stream_of = stream_of

    def project(self, club: Club) -> bool:
        """Update a club's rows by one step, which reads the next part of the feed. Returns True if nothing is left to do now. Raises
        StoreUnavailable.

        A shadow replaces the live rows as soon as nothing is left to do, even if games still wait for validation.
        """
        projected = self._parts.projected
        try:
            live = projected.generation(club, "live")
            known = live is not None and live.fold == self._fold
            step = self._advance(live if live is not None and known else projected.shadow(club, self._fold))
            if not step.left and not known:
                projected.switch(step.generation)
        except Stale:
            return False
        return not step.left

    def rebuild(self, club: Club) -> Iterator[Progress]:
        """Make the rows of a club from nothing, even if it has rows, and then replace the old rows. Yields the progress after each step.

        Continues an interrupted rebuild with the same fold. Ends when the new rows have replaced the old ones, even if another process did
        that. Each step first looks again at the games that the caller validated since the last step. Games that still wait stay noted.
        Raises StoreUnavailable.
        """
        projected = self._parts.projected
        shadow = projected.shadow(club, self._fold)
        while True:
            end, waits = projected.end(club), tuple[GameId, ...]()
            try:
                step = self._advance(shadow)
                shadow, waits = step.generation, step.waits
                if not step.left and not waits:
                    projected.switch(shadow)
                    return
            except Stale:
                live = projected.generation(club, "live")
                if live is not None and live.id == shadow.id:
                    return
                shadow = projected.shadow(club, self._fold)
            yield Progress(shadow.position, max(end, shadow.position), waits)

    def _advance(self, generation: Generation) -> _Step:
        """Update the rows of `generation` by one step: the waiting games that are ready, and the next part of the feed. Raises Stale."""
        ready = self._parts.projected.ready(generation)
        entries = self._parts.records.feed(generation.club, generation.position, STEP_ENTRIES)
        queue: list[tuple[int, Stream]] = [(generation.position, (GAME, game)) for game in list(ready)[:STEP_ENTRIES]]
        queue += [(entry.n, self._stream_of(entry)) for entry in entries]
        taken = self._take(generation, queue)
        left = taken.count < len(queue) or len(entries) == STEP_ENTRIES or len(ready) > STEP_ENTRIES
        waits = tuple(game for game, version in taken.waits.items() if version and ready.get(game) != version)
        return _Step(self._moved(generation, taken, ready), left, waits)

    def _moved(self, generation: Generation, taken: _Taken, ready: Mapping[GameId, int]) -> Generation:
        rows_of = self._parts.projected.rows_of
        changes: dict[str, Mapping[bytes, Row | None]] = {}
        for kind, turns in taken.turns.items():
            folding = [projection for projection in self._projections if projection.kind == kind]
            changes |= changed(folding, turns, lambda name, keys: rows_of(generation, name, keys))
        waited = any(taken.waits.get(game, version) != version for game, version in ready.items())
        if taken.position == generation.position and not waited and not any(changes.values()):
            return generation
        return self._parts.projected.move(generation, taken.position, changes, taken.waits)

    def _take(self, generation: Generation, queue: Sequence[tuple[int, Stream]]) -> _Taken:
        """Take as many items of `queue` as a step has time for, at least one. An item: the feed's position after it, and a stream."""
        looks = self._looks(generation, [stream for _, stream in queue])
        taken = _Taken(generation.position, {kind: [] for kind in self._sources})
        seen: set[Stream] = set()
        until = self._clock() + STEP_SECONDS
        for position, stream in queue:
            if stream in looks and stream not in seen:
                if seen and self._clock() > until:
                    break
                seen.add(stream)
                kind, name = stream
                look = looks[stream]
                taken.turns[kind].append((look.before, look.now()))
                if kind == GAME:
                    taken.waits[GameId(name)] = look.waits
            taken.position, taken.count = position, taken.count + 1
        return taken

    def _looks(self, generation: Generation, streams: Iterable[Stream]) -> Mapping[Stream, Look[Any]]:
        names: dict[str, dict[str, None]] = {}
        for kind, name in streams:
            names.setdefault(kind, {})[name] = None
        asked = {kind: source.looks(generation, list(names[kind])) for kind, source in self._sources.items() if kind in names}
        return {(kind, name): look for kind, looks in asked.items() for name, look in looks.items()}


@cache
def projector() -> Projector:
    """Return the projector of this process. The first call makes it."""
    return Projector(wired())


def project(fold: str, clubs: Sequence[str]) -> None:
    """The RQ job: update the rows of `clubs` for SLICE_SECONDS, each club by at least one step. Does nothing in a worker whose code is not
    `fold`.

    Announces the end of the job to the relay, with the clubs for which more is left to do. Raises StoreUnavailable.
    """
    left = [Club(club) for club in clubs] if fold == FOLD else []
    until = time.monotonic() + SLICE_SECONDS
    while left:
        left = [club for club in left if not _projected(club)]
        if time.monotonic() > until:
            break
    job = get_current_job()
    if job is not None:
        announce(wired().store, Ended(job.id, tuple(left)))


def _projected(club: Club) -> bool:
    """Update the rows of a club by one step. Returns True if nothing is left to do, or the rows cannot be updated."""
    try:
        return projector().project(club)
    except (StoreUnavailable, BaseTimeoutException):
        raise
    except Exception as error:
        log.warning("the rows of club %s cannot be updated: %s", club, describe(error))
        return True
