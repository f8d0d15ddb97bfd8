"""The job that takes the results of recorded games into their tournaments (domain/tournament/taking.py decides what is taken), and then
changed standings of tournaments into the seasons that accept them (workers/seasons.py).

The job follows the club's feed, the list of all changes in the club. It keeps a list of games to look at. A game is put on this list when
it has changed and is linked to a tournament's table, or when a tournament has changed in a way that concerns the game. The job reads each
game on the list as soon as the game is validated, and appends the results that the tournament wants. All results of one tournament are one
batch, appended at the version that was read. If somebody else has appended after that version, the job reads the tournament again.
Changed tournaments and seasons are on the same list. They come last, so that seasons never delay results.

The job may be lost, sent twice, late or killed. A game leaves the list only after the append was acknowledged, and only if nobody else has
changed the list since the job read it. An event that is made again has the same id. A tournament takes a result only if the game's version
is newer than the last version taken, and the store appends it only if the game still ends with the event with which the job has read it:
after a failover that event may be lost.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from rq.timeouts import BaseTimeoutException

from domain.kernel.events import TokenId
from domain.kernel.events.tournaments import ResultTaken
from domain.record.chain import hashes
from domain.record.open_deals import asks
from domain.tournament.reading import TournamentReading
from domain.tournament.state import Seated
from domain.tournament.taking import Taken, event_id, places, wanted
from service.engine import ENGINE
from service.failures import describe
from service.recording.tournaments import TournamentDraft
from service.store.errors import BatchRefused, BodyDiffers, Conflict, SourceChanged, StoreUnavailable
from service.store.games.heads import Head
from service.store.games.verdicts import Verdicts
from service.store.keys import GAME_LETTERS, Club, GameId, StreamId, is_game
from service.store.projected import Generation, Stale
from workers.following import followed
from workers.links import FOLD, PLACE, Links, is_tournament
from workers.seasons import LETTERS, Corrections
from workers.validated import Validated, waits
from workers.wiring import Wiring, wired

BY: Final = TokenId("job:take")
STEP_ENTRIES: Final = 500
STEP_GAMES: Final = 100
"""The most games that one step of the job reads."""
STEP_SECONDS: Final = 0.1
"""After this many seconds, a step of the job reads no more games."""
SLICE_SECONDS: Final = 0.15
"""After this many seconds a job stops and leaves the rest to the next job, because its worker validates no games during the job."""
ATTEMPTS: Final = 8
"""A batch is tried at most this many times if other writers append first. After that, its games stay on the list."""

log = logging.getLogger(__name__)


class Taker:
    """Takes the results of games into tournaments. `engine`: the version of the rules with which games are read here. `fold`: the version
    of the code that stores which games are linked."""

    def __init__(self, parts: Wiring, clock: Callable[[], float] = time.monotonic, engine: str = ENGINE, fold: str = FOLD) -> None:
        self._parts = parts
        self._clock = clock
        self._fold = fold
        self._links = Links(parts.taking)
        self._corrections = Corrections(parts)
        self._validated = Validated(parts.records, parts.verdicts, parts.unchecked, engine)

    def take(self, club: Club) -> bool:
        """Do one step for a club: read the next part of the feed, take results from the games on the list of what to look at, and look at
        its tournaments and seasons. Returns True if nothing is left to do now."""
        taking = self._parts.taking
        try:
            known = taking.written(club, PLACE)
            generation = known if known is not None and known.fold == self._fold else taking.shadow(club, self._fold, PLACE)
            generation, more = self._listed(generation)
            ready = list(taking.ready(generation))
            generation, looked = self._looked(generation, [name for name in ready if is_game(name)])
            corrected = self._corrected(generation, [name for name in ready if not is_game(name)])
            return looked and corrected and not more
        except Stale:
            return False

    # --- the feed ---

    def _listed(self, generation: Generation) -> tuple[Generation, bool]:
        """Read the next part of the feed, and put the games that this part concerns on the list of what to look at, and the changed
        tournaments and seasons. Returns (the set of rows after that, whether there is more of the feed to read)."""
        entries = self._parts.records.feed(generation.club, generation.position, STEP_ENTRIES)
        if not entries:
            return generation, False
        changed = {GameId(entry.stream): entry.version for entry in entries if entry.letter in GAME_LETTERS}
        streams = dict.fromkeys(entry.stream for entry in entries if is_tournament(entry.letter))
        rows, look = self._links.changes(generation, dict(self._readings(streams)))
        listed: dict[StreamId, int] = {entry.stream: entry.version for entry in entries if entry.letter in LETTERS}
        listed.update((game, 1) for game in look)
        listed.update((game, changed[game]) for game in self._links.tournaments_of(generation, list(changed)))
        return self._parts.taking.move(generation, entries[-1].n, rows, listed), len(entries) == STEP_ENTRIES

    def _readings(self, streams: Iterable[StreamId]) -> Iterator[tuple[StreamId, TournamentReading]]:
        for stream in streams:
            reading = self._reading(stream)
            if reading is not None:
                yield stream, reading

    def _reading(self, stream: StreamId) -> TournamentReading | None:
        """Return the tournament with its events, as it is now; None if it cannot be read."""
        try:
            return self._parts.tournaments_read.of(stream)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("tournament %s cannot be read and takes no results: %s", stream, describe(error))
            return None

    # --- what is on the list ---

    def _corrected(self, generation: Generation, changed: Sequence[StreamId]) -> bool:
        """Look at these tournaments and seasons on the list. Returns whether all of them are done."""
        looked = self._corrections.look(generation.club, changed) if changed else {}
        if looked:
            self._parts.taking.move(generation, generation.position, {}, looked)
        return len(looked) == len(changed) and not any(looked.values())

    def _looked(self, generation: Generation, ready: Sequence[GameId]) -> tuple[Generation, bool]:
        """Look at these games on the list, which do not wait for validation, and take their results. Returns (the set of rows after that,
        whether all of them are done). Games from which a result was taken are put on the list again."""
        if not ready:
            return generation, True
        games, parked = ready[:STEP_GAMES], self._validated.parked(generation.club)
        heads = {head.game: head for head in self._parts.records.heads(games) if head is not None}
        linked = self._links.tournaments_of(generation, games)
        found = _Found(self._validated, self._parts.verdicts, parked, self._clock)
        by_tournament: dict[StreamId, list[Head]] = {}
        for game, head in heads.items():
            for stream in linked.get(game, ()):
                by_tournament.setdefault(stream, []).append(head)
        tried = [self._appended(stream, concerned, found) for stream, concerned in by_tournament.items()]
        kept = {head.game for each in tried for head in (*each.late, *each.refused)}
        done = {game: waits(heads[game], parked) if game in heads else 0 for game in games if game not in kept}
        if done:
            generation = self._parts.taking.move(generation, generation.position, {}, done)
        return generation, len(ready) <= STEP_GAMES and not any(each.appended or each.late for each in tried)

    def _appended(self, stream: StreamId, heads: Sequence[Head], found: "_Found") -> "_Tried":
        """Append the results that the tournament `stream` wants from these games. Returns which games were done, late or refused."""
        for _ in range(ATTEMPTS):
            reading = self._reading(stream)
            if reading is None:
                return _Tried()
            acts, late = _wanted(reading, heads, found)
            drafts = [TournamentDraft(act, event_id(stream, seated, act)) for seated, act in acts]
            recorded = {event.id for event in reading.events} if drafts else set()
            drafts = [draft for draft in drafts if draft.id not in recorded]
            if not drafts or self._is_full(stream, reading.version + len(drafts)):
                return _Tried(late=late)
            named = {act.game for _, act in acts}
            sources = [(head.stream, head.hash) for head in heads if head.game in named]
            try:
                self._parts.tournaments.append(stream, reading.version, drafts, BY, sources=sources)
            except SourceChanged:
                return _Tried(late=heads)
            except (Conflict, BodyDiffers, BatchRefused) as error:
                refused = error
                continue
            return _Tried(appended=True, late=late)
        log.warning("%s did not take the results of %d games: %s", stream, len(heads), refused)
        return _Tried(refused=() if isinstance(refused, BatchRefused) else heads)

    def _is_full(self, stream: StreamId, version: int) -> bool:
        """Whether an append that ends at `version` would use the room that is reserved for the events of directors. Without this reserve,
        the results of one linked game could fill the tournament's record."""
        full = version > self._parts.tournaments.kind.longest(directs=False)
        if full:
            log.warning("%s takes no more results: its last events are reserved for directors", stream)
        return full


class _Tried(NamedTuple):
    """What happened to one tournament in a step. `appended`: whether results were appended. `late`: the games for which no time was
    left, or that have changed since they were read. `refused`: the games to be tried again later, because other writers appended first."""

    appended: bool = False
    late: Sequence[Head] = ()
    refused: Sequence[Head] = ()


class _Found:
    """The games that one step has read. Each game is read only once. After STEP_SECONDS no more games are read."""

    def __init__(self, validated: Validated, verdicts: Verdicts, parked: Mapping[GameId, int], clock: Callable[[], float]) -> None:
        self._validated = validated
        self._verdicts = verdicts
        self._parked = parked
        self._clock = clock
        self._until = clock() + STEP_SECONDS
        self._known: dict[GameId, Taken | None] = {}

    def has_time(self, game: GameId) -> bool:
        return game in self._known or not self._known or self._clock() <= self._until

    def of(self, head: Head) -> Taken | None:
        """Return a game with its validated events; None if the game cannot be read."""
        if head.game not in self._known:
            self._known[head.game] = self._read(head) if self._validated.is_readable(head, self._parked) else None
        return self._known[head.game]

    def _read(self, head: Head) -> Taken | None:
        try:
            verdict = self._verdicts.state(head.game)
            reading = self._validated.reading(head, verdict.validated)
            last = head.hash if reading.version == head.version else list(hashes(reading.events))[-1]
            asking = asks(reading, (entry.finding for entry in verdict.findings))
            return Taken(head.game, reading, reading.version, reading.version, last, asking)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception as error:
            log.warning("%s cannot be read and gives its tournament no result: %s", head.game, describe(error))
            return None


def _wanted(reading: TournamentReading, heads: Sequence[Head], found: _Found) -> tuple[list[tuple[Seated, ResultTaken]], list[Head]]:
    """Return the results that the tournament wants from these games, and the games for which no time was left."""
    state, at = reading.state, places(reading.state)
    acts, late = [], []
    for head in heads:
        for place in at.get(head.game, ()):
            seated = state.rounds[place.round].tables[place.table]
            if state.finished or (head.validated, head.validated) <= seated.seen:
                continue
            if not found.has_time(head.game):
                late.append(head)
                break
            game = found.of(head)
            act = None if game is None else wanted(state, place.round, seated, game)
            if act is not None:
                acts.append((seated, act))
    return acts, late


@cache
def taker() -> Taker:
    """Return the taker of this process. The first call makes it."""
    return Taker(wired())


def take(fold: str, clubs: Sequence[str]) -> None:
    """The RQ job: take results in `clubs` for SLICE_SECONDS, in each club by at least one step. Does nothing if the code of this worker is
    of another version than `fold`.

    Announces the end of the job to the relay, with the clubs for which more is left to do.
    """
    followed(taker().take, [Club(club) for club in clubs] if fold == FOLD else [], SLICE_SECONDS, "no results can be taken in club %s: %s")
