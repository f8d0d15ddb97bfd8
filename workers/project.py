"""The job that brings the projected rows of clubs up to their feeds, and the making of them anew.

A pointer in the feed says only that a game moved on. Its facts are read from the record and the standing verdict, taken against those
that its row holds, and the difference is folded into every row that the game counts in. A record is read here once it has been validated as
far as it goes: then it is known to be readable, and its findings are in. The part of the feed behind a game that still waits is left for
later.

The job may be lost, doubled, late, killed, or run twice at the same time: rows and position move together, and only for whoever built on
what stands (service/store/projected.py). Rows that another fold made are made anew in a shadow, a slice at a time, while the former ones
are read.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from rq.timeouts import BaseTimeoutException

from domain.record.facts import GameFacts, facts_of
from service.engine import ENGINE
from service.failures import told
from service.projections import FOLD, Turn, changed, games
from service.store.games.heads import Head
from service.store.keys import GAME_LETTERS, Club, GameId, short_name
from service.store.outcomes import StoreUnavailable
from service.store.projected import Generation, Stale
from service.store.streams.feed import FeedEntry
from workers.wiring import Wiring, wired

STEP_ENTRIES: Final = 500
STEP_SECONDS: Final = 0.1
"""What is read between two moves: what a kill can cost, and how often a progress bar moves."""
SLICE_SECONDS: Final = 0.5
"""When a job leaves the rest to the next one: meanwhile this worker validates nothing."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Progress:
    """Of rows that are made anew: the position in the feed, its end, and the game that has to be validated before it can go on."""

    position: int
    end: int
    waits_for: GameId | None = None


class Projector:
    """`fold`: the name of the folds by which rows are made here; `clock`: seconds that never go back."""

    def __init__(self, parts: Wiring, clock: Callable[[], float] = time.monotonic, engine: str = ENGINE, fold: str = FOLD) -> None:
        self._parts = parts
        self._clock = clock
        self._engine = engine
        self._fold = fold

    def project(self, club: Club) -> bool:
        """A step towards live rows that are up to the feed; whether nothing is left to do now. Raises StoreUnavailable.

        A shadow takes its place as soon as nothing is left to do: in a busy club there is always something that waits for its verdict.
        """
        projected, waits_for = self._parts.projected, None
        try:
            end, live = projected.end(club), projected.generation(club, "live")
            known = live is not None and live.fold == self._fold
            made, waits_for = self._advance(live if live is not None and known else projected.shadow(club, self._fold))
            done = waits_for is not None or made.position >= end
            if done and not known:
                projected.switch(made)
        except Stale:
            return waits_for is not None
        return done

    def rebuild(self, club: Club) -> Iterator[Progress]:
        """Make the rows of a club anew, whatever there is, and put them in place; tells after each step how far it is.

        Goes on where a rebuild with the same fold was broken off. Ends when the rows are in place, also if another process put them there.
        Raises StoreUnavailable.
        """
        projected = self._parts.projected
        shadow = projected.shadow(club, self._fold)
        while True:
            end, waits_for = projected.end(club), None
            try:
                shadow, waits_for = self._advance(shadow)
                if shadow.position >= end:
                    projected.switch(shadow)
                    return
            except Stale:
                live = projected.generation(club, "live")
                if live is not None and live.id == shadow.id:
                    return
                shadow = projected.shadow(club, self._fold)
            yield Progress(shadow.position, max(end, shadow.position), waits_for)

    def _advance(self, generation: Generation) -> tuple[Generation, GameId | None]:
        """`generation` moved on by a part of the feed, and the game at which it stopped since that waits for its verdict. Raises Stale."""
        entries = self._parts.records.feed(generation.club, generation.position, STEP_ENTRIES)
        seen = self._seen(generation, entries)
        turns: dict[GameId, Turn] = {}
        reached, waits_for, until = generation.position, None, self._clock() + STEP_SECONDS
        for entry in entries:
            if entry.letter not in GAME_LETTERS:
                reached = entry.n
                continue
            game = GameId(entry.stream)
            if game not in turns:
                if turns and self._clock() > until:
                    break
                before, head, parked = seen[game]
                if head is not None and head.validated < head.version and not parked:
                    waits_for = game
                    break
                turns[game] = (before, self._facts(game, head, before) if head is not None and not parked else None)
            reached = entry.n
        if reached > generation.position:
            rows_of = self._parts.projected.rows_of
            changes = changed(turns.values(), lambda name, keys: rows_of(generation, name, keys))
            self._parts.projected.move(generation, reached, changes)
        return replace(generation, position=reached), waits_for

    def _seen(self, generation: Generation, entries: Sequence[FeedEntry]) -> dict[GameId, tuple[GameFacts | None, Head | None, bool]]:
        """Of each game in `entries`: its facts as its row holds them, its head, and whether it is parked there."""
        named = list(dict.fromkeys(GameId(entry.stream) for entry in entries if entry.letter in GAME_LETTERS))
        club = generation.club
        rows = self._parts.projected.rows_of(generation, games.PROJECTION.name, [short_name(game) for game in named])
        held = {facts.game: facts for key, row in rows.items() for facts in (games.unpacked(club, key, row),)}
        parked = {parked.game: parked.version for parked in self._parts.verdicts.parked(club) if parked.engine == self._engine}
        heads = dict(zip(named, self._parts.records.heads(named), strict=True))
        return {game: (held.get(game), head, head is not None and parked.get(game, 0) >= head.version) for game, head in heads.items()}

    def _facts(self, game: GameId, head: Head, before: GameFacts | None) -> GameFacts | None:
        """The facts of a game now; None of one that cannot be read."""
        if before is not None and (before.version, before.verdict) == (head.version, head.verdict):
            return before
        try:
            reading = self._parts.readings.of(game)
            standing = self._parts.verdicts.standing(game)
            return facts_of(game, reading, (entry.finding for entry in standing.findings), standing.verdict)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("%s cannot be read and counts nowhere: %s", game, told(error))
            return None


@cache
def projector() -> Projector:
    """The projector of this process."""
    return Projector(wired())


def project(fold: str, clubs: Sequence[str]) -> None:
    """The job: a slice of work on the rows of `clubs`, each at least a step. `fold`: the one that is wanted; workers of another leave it.

    Raises StoreUnavailable.
    """
    waiting = [Club(club) for club in clubs] if fold == FOLD else []
    until = time.monotonic() + SLICE_SECONDS
    while waiting:
        waiting = [club for club in waiting if not _projected(club)]
        if time.monotonic() > until:
            return


def _projected(club: Club) -> bool:
    """A step; of a club whose rows cannot be moved on, nothing more now."""
    try:
        return projector().project(club)
    except (StoreUnavailable, BaseTimeoutException):
        raise
    except Exception as error:
        log.warning("the rows of club %s stand still: %s", club, told(error))
        return True
