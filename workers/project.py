"""The job that brings the projected rows of clubs up to date with their feeds, and the rebuild of those rows from nothing.

A pointer in the feed says only that a stream has changed. The job compares the stream's current facts (workers/facts.py) with those that
the rows count, and folds the difference into every row in which the stream counts. It skips pointers to streams of a kind that nothing
folds. A game whose head is ahead of its verdict delays nothing: it is noted as waiting, and looked at again when it is ready.

The job may be lost, doubled, late, killed, or run twice at the same time: rows, position and waiting games are written together, and only
by a writer that started from the current ones (service/store/projected.py). Rows that another fold made are made again in a shadow, a slice
at a time, while the old ones are still read.
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
"""The longest reading of a step before its rows are written. A kill loses at most that work, and a progress bar moves that often."""
SLICE_SECONDS: Final = 0.5
"""Seconds after which a job leaves the rest to the next job, because its worker validates nothing while the job runs."""

log = logging.getLogger(__name__)

GAME: Final = "game"
"""The kind of stream that has a verdict, and so may wait for it."""

Stream = tuple[str, str]
"""The kind of a stream, and its id."""


def stream_of(entry: FeedEntry) -> Stream:
    """Return the stream that an entry of the feed points to."""
    return kind_of(entry.stream).name, entry.stream


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a rebuild. `position`: the position reached in the feed; `end`: the feed's last position; `waits`: the games that
    this step noted as waiting."""

    position: int
    end: int
    waits: tuple[GameId, ...] = ()


@dataclass(slots=True)
class _Taken:
    """What one step took from its queue: the position reached, the changes by kind of stream, the version at which each game waits (0 when
    it does not), and the number of items."""

    position: int
    turns: dict[str, list[Turn[Any]]]
    waits: dict[GameId, int] = field(default_factory=dict)
    count: int = 0


class _Step(NamedTuple):
    """The result of a step. `generation`: the rows' generation after it; `left`: whether more is left to do; `waits`: the games that it
    noted as waiting."""

    generation: Generation
    left: bool
    waits: tuple[GameId, ...]


class Projector:
    """Updates rows. `clock`: seconds that never go back; `engine`: the name of the rules that read games here; `fold`: the name of the
    folds that make rows; `sources`: the sources of facts, by kind of stream; `projections`: the projections to fold; `stream_of`: returns
    the stream that an entry of the feed points to."""

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
        """Advance the live rows one step towards the feed. Returns True when nothing is left to do now. Raises StoreUnavailable.

        A shadow replaces the live rows as soon as nothing is left to do, even while games wait: in a busy club some always wait.
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
        """Make the rows of a club from nothing, even when there are rows, and put them in place. Yields the progress after each step.

        Continues where a rebuild with the same fold was interrupted. Ends when the new rows are in place, even if another process put them
        there. That happens at the end of the feed, after another look at the games that the caller validated meanwhile. A game that still
        waits is noted as waiting in the new rows. Raises StoreUnavailable.
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
        """Fold the games that are ready and a part of the feed into `generation`. Raises Stale."""
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
        """Take as much of `queue` as a step has time for, at least one item. Each item is a stream with the position in the feed after
        it."""
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
        """Look at each stream whose kind has a source. Returns the looks by stream."""
        names: dict[str, dict[str, None]] = {}
        for kind, name in streams:
            names.setdefault(kind, {})[name] = None
        asked = {kind: source.looks(generation, list(names[kind])) for kind, source in self._sources.items() if kind in names}
        return {(kind, name): look for kind, looks in asked.items() for name, look in looks.items()}


@cache
def projector() -> Projector:
    """The projector of this process."""
    return Projector(wired())


def project(fold: str, clubs: Sequence[str]) -> None:
    """Work on the rows of `clubs` for one slice, each for at least one step (the RQ job). A worker whose own fold is not `fold` does
    nothing.

    The end of the job is announced, with the clubs that have more to do. Raises StoreUnavailable.
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
    """Advance the rows of a club by one step. Returns True when nothing more can be done now: nothing is left, or the rows of the club
    cannot be updated."""
    try:
        return projector().project(club)
    except (StoreUnavailable, BaseTimeoutException):
        raise
    except Exception as error:
        log.warning("the rows of club %s cannot be updated: %s", club, describe(error))
        return True
