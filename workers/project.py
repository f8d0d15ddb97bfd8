"""The job that updates the projected rows of clubs, and the rebuild of these rows from nothing. Projected rows are tables, such as player
statistics. They are computed from a club's feed, the list of all changes in the club.

An entry of the feed says only that a stream has changed. The job compares the stream's current facts (workers/facts.py) with those in the
rows, and adds the difference. It skips streams that no table counts. A game with events that are not validated yet is noted as waiting, and
read again after its validation.

The job may be lost, sent twice, late or killed. Rows, position in the feed and waiting games are written together, and only if nobody has
written since they were read (service/store/projected.py). Rows that another *fold* (version of the code) made are made again as a *shadow*:
a second set of rows, made a part at a time. The old rows are read until the shadow is complete.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from service.engine import ENGINE
from service.projections import FOLD, PROJECTIONS, changed
from service.projections.projection import Projection, Row, Turn
from service.store.keys import Club, GameId
from service.store.kinds import kind_of
from service.store.projected import Generation, Stale
from service.store.streams.feed import FeedEntry
from service.store.tournaments.tournaments import TOURNAMENT
from workers.facts import Games, Look, Source, Tournaments
from workers.following import followed
from workers.wiring import Wiring, wired

STEP_ENTRIES: Final = 500
STEP_SECONDS: Final = 0.1
"""A step reads changes for this many seconds before it writes rows. If the worker is killed, only the work of one step is lost."""
SLICE_SECONDS: Final = 0.5
"""After this many seconds a job stops and leaves the rest to the next job, because its worker validates no games during the job."""

GAME: Final = "game"
"""The only kind of stream whose events are validated."""

Stream = tuple[str, str]
"""A stream: (the name of its kind, its id)."""


def stream_of(entry: FeedEntry) -> Stream:
    return kind_of(entry.stream).name, entry.stream


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rebuild has come. `position`: the position reached in the feed. `end`: the feed's last position. `waits`: the games that
    this step found waiting for validation."""

    position: int
    end: int
    waits: tuple[GameId, ...] = ()


@dataclass(slots=True)
class _Taken:
    """What one step took from the list of changed streams. `position`: the position reached in the feed. `turns`: by kind of stream, a pair
    (the old facts, the new facts) for each stream. `waits`: for each game, the version that waits for validation; 0 if the game no longer
    waits. `count`: how many streams were taken."""

    position: int
    turns: dict[str, list[Turn[Any]]]
    waits: dict[GameId, int] = field(default_factory=dict)
    count: int = 0


class _Step(NamedTuple):
    """The result of a step. `generation`: the set of rows after the step. `left`: whether there is more to do. `waits`: the games that the
    step found waiting for validation."""

    generation: Generation
    left: bool
    waits: tuple[GameId, ...]


class Projector:
    """Updates projected rows: tables such as player statistics. `engine`: the version of the rules with which games are read here. `fold`:
    the version of the code that makes rows. `sources`: where the facts come from, by kind of stream. `projections`: the tables.
    `stream_of`: a function that returns the stream of a feed entry."""

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
        self._sources: Mapping[str, Source] = sources or {GAME: Games(parts, engine), TOURNAMENT.name: Tournaments(parts)}
        self._projections = tuple(projections)
        self._stream_of = stream_of

    def project(self, club: Club) -> bool:
        """Update a club's rows by one step, which reads the next part of the feed. Returns True if nothing is left to do now.

        Rows that are being made again (the shadow) replace the live rows as soon as nothing is left to do, even if games still wait for
        validation.
        """
        projected = self._parts.projected
        try:
            live = projected.written(club, "live")
            known = live is not None and live.fold == self._fold
            step = self._advance(live if live is not None and known else projected.shadow(club, self._fold))
            if not step.left and not known:
                projected.switch(step.generation)
        except Stale:
            return False
        return not step.left

    def rebuild(self, club: Club) -> Iterator[Progress]:
        """Make the rows of a club from nothing, even if it has rows, and then replace the old rows. Yields the progress after each step.

        If a rebuild with the same version of the code was interrupted, it is continued. The rebuild ends when the new rows have replaced
        the old ones, even if another process did that. Between two steps the caller may validate games. The next step reads the validated
        games first. Games that still wait for validation at the end are noted as waiting.
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
        """Update a set of rows (`generation`) by one step: first with the games that waited and are now validated, then with the next
        part of the feed. Returns the result. Raises Stale."""
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
        """Take as many items from `queue` as a step has time for, but at least one. Each item is (the feed's
        position after this item, a stream)."""
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
    """The RQ job: update the rows of `clubs` for SLICE_SECONDS, each club by at least one step. Does nothing if the code of this worker is
    of another version than `fold`.

    Announces the end of the job to the relay, with the clubs for which more is left to do.
    """
    clubs_here = [Club(club) for club in clubs] if fold == FOLD else []
    followed(projector().project, clubs_here, SLICE_SECONDS, "the rows of club %s cannot be updated: %s")
