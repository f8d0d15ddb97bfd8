"""The job that brings the projected rows of clubs up to their feeds, and the making of them from nothing.

A pointer in the feed says only that a stream moved on. Its facts as they are now (workers/facts.py) are taken against those that the rows
count, and the difference is folded into every row in which the stream counts. Pointers to streams of a kind that nobody folds are passed
over. A game whose head is ahead of its verdict holds up nothing: it is noted as waiting, and looked at again when it is ready.

The job may be lost, doubled, late, killed, or run twice at the same time: rows, position and what waits move together, and only for a
writer who built on what stands (service/store/projected.py). Rows that another fold made are made again in a shadow, a slice at a time,
while the former ones are read.
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
"""What is read between two moves: what a kill can cost, and how often a progress bar moves."""
SLICE_SECONDS: Final = 0.5
"""When a job leaves the rest to the next one: meanwhile this worker validates nothing."""

log = logging.getLogger(__name__)

GAME: Final = "game"
"""The kind of stream that has a verdict, and so may wait for it."""

Stream = tuple[str, str]
"""The kind of a stream, and its id."""


def stream_of(entry: FeedEntry) -> Stream:
    """The stream that an entry of the feed points to."""
    return kind_of(entry.stream).name, entry.stream


@dataclass(frozen=True, slots=True)
class Progress:
    """Of rows that are made from nothing: the position in the feed, its end, and the games that were found waiting in this step."""

    position: int
    end: int
    waits: tuple[GameId, ...] = ()


@dataclass(slots=True)
class _Taken:
    """What one step took: the position reached, what changed by kind of stream, whether each game still waits (the version, or 0), and how
    many items of the queue that was."""

    position: int
    turns: dict[str, list[Turn[Any]]]
    waits: dict[GameId, int] = field(default_factory=dict)
    count: int = 0


class _Step(NamedTuple):
    """`generation`: as it was moved on; `left`: whether there was more than one step takes; `waits`: the games found waiting."""

    generation: Generation
    left: bool
    waits: tuple[GameId, ...]


class Projector:
    """`clock`: seconds that never go back; `engine`, `fold`: the names of the rules by which games are read and of the folds by which rows
    are made here; `sources`: of facts, by kind of stream; `projections`: those that are folded; `stream_of`: what an entry points to."""

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

        A shadow takes its place as soon as nothing is left to do, whatever waits: in a busy club something always does.
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
        """Make the rows of a club from nothing, whatever there is, and put them in place; reports after each step how far it is.

        Goes on where a rebuild with the same fold was interrupted. Ends when the rows are in place, also if another process put them there:
        at the end of the feed, after another look at what the caller validated meanwhile. What still waits then, waits in the new rows too.
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
        """Move `generation` on by what is ready and a part of the feed. Raises Stale."""
        ready = self._parts.projected.ready(generation)
        entries = self._parts.records.feed(generation.club, generation.position, STEP_ENTRIES)
        queue: list[tuple[int, Stream]] = [(generation.position, (GAME, game)) for game in list(ready)[:STEP_ENTRIES]]
        queue += [(entry.n, self._stream_of(entry)) for entry in entries]
        taken = self._take(generation, queue)
        left = taken.count < len(queue) or len(entries) == STEP_ENTRIES or len(ready) > STEP_ENTRIES
        found = tuple(game for game, version in taken.waits.items() if version and ready.get(game) != version)
        return _Step(self._moved(generation, taken, ready), left, found)

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
        """As much of `queue` as a step has time for, at least one of it: streams, and the position in the feed after each."""
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
        """A look at each stream of a kind that somebody folds."""
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
    """The job: a slice of work on the rows of `clubs`, each at least a step. `fold`: the one that is wanted; workers of another leave it.

    Its end is announced, with the clubs that have more to do. Raises StoreUnavailable.
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
    """Advance one step; of a club whose rows cannot be moved on, nothing more now."""
    try:
        return projector().project(club)
    except (StoreUnavailable, BaseTimeoutException):
        raise
    except Exception as error:
        log.warning("the rows of club %s stand still: %s", club, describe(error))
        return True
