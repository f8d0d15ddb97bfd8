"""Finds the lines of lists of games, without reading the events of every game.

A worker keeps a row of each game ready in Redis (service/projections/games.py). If it is not of the version in the game's head, the line is
made from the events: the newest events were not validated yet, no worker has read the club's feed to that point, or spectators see the game
late. So a line is never older than the head. If a page needs more than an event loop may read (service/memory/work.py), a heavy worker
makes it.

With a filter, games are found by keys that the worker keeps ready too (service/caches/listing.py), and those that may have changed since
are looked at as well. While a new version of the code makes all rows again, all games are looked at, newest first; after MOST_FOLDED steps
the page ends early, and the next begins there."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from domain.record.facts import HASH_LETTERS, GameFacts, facts_of, people_of, sides_of, tournament_of
from domain.record.fold import Reading
from domain.record.life import State
from domain.system import PUBLIC, Viewer
from service.caches.delays import Delays
from service.caches.listing import AT_ONCE, Choices, Listing
from service.caches.streams import Readings
from service.failures import describe
from service.memory.work import A_GAME, MOST_STEPS, TooLong, WorkBudget
from service.projections import FOLD, games
from service.projections import lists as words
from service.store.errors import StoreUnavailable
from service.store.games.heads import Head
from service.store.games.records import Records
from service.store.keys import Club, GameId, by_club, short_name
from service.store.projected import Projected

LOOKED_AT_IN_A_LOOP: Final = 500
"""The most games that an event loop looks at to find those of one page. Looking at a game takes about 40 µs."""
MOST_LOOKED_AT: Final = 50_000
"""The most games that a heavy worker (service/heavy/) looks at for one page."""
MOST_FOLDED: Final = 50_000
"""The most steps that a heavy worker (service/heavy/) reads for one page. Each game that it reads counts as A_GAME steps more.
At this number the page ends, even if it is not full. One game is always read, however long it is. Measured: 50,000 steps take 3 seconds."""

log = logging.getLogger(__name__)
T = TypeVar("T")


MOST_WORDS: Final = 50
"""If more ids than this are wanted, games are not found by them: looking at the games one by one is then cheaper."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are listed. `system`, `state`: None: any. `people`, `called`: only games with one of these at the table, and also one of
    those; None: all. `since`, `until`: only games that began at the table then or later, and earlier than that, ms UTC. `months`: their
    months (`words.months`); empty: they are not found by months."""

    system: str | None = None
    state: State | None = None
    people: frozenset[PersonId] | None = None
    called: frozenset[PersonId] | None = None
    since: int | None = None
    until: int | None = None
    months: Sequence[str] = ()

    def takes(self, system: str, line: "ListedGame | GameFacts") -> bool:
        return (
            not line.removed
            and self.system in (None, system)
            and self.state in (None, line.state)
            and (self.since is None or line.opened_at >= self.since)
            and (self.until is None or line.opened_at < self.until)
            and all(not people.isdisjoint(line.people.values()) for people in (self.people, self.called) if people is not None)
        )

    def words(self, *, public: bool) -> Choices:
        """Return the words by which the wanted games are found (`Choices`). If it is empty, every game is wanted. `public`: whether only
        public games are wanted."""
        known = [people for people in (self.people, self.called) if people is not None and len(people) <= MOST_WORDS]
        choices = [[words.word("player", person, public=public) for person in sorted(people)] for people in known]
        choices += [] if self.state is None else [[words.word("state", self.state, public=public)]]
        choices += [] if self.system is None else [[words.word("system", self.system, public=public)]]
        choices += [[words.word("month", month, public=public) for month in self.months]] if self.months else []
        return choices or ([[words.PUBLIC]] if public else [])


class ListedGame(NamedTuple):
    """What a list shows of a game beside head and title. `opened_at`: when it began at the table, ms UTC. `people`: the last of each seat.
    `scores`, `winners`: those of the result that counts. `removed`: whether lists leave the game out. `sides`: by seat, if partners are
    fixed. `tournament`: that for whose table it was opened."""

    version: int
    state: State
    opened_at: int
    people: Mapping[Seat, PersonId | None]
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    removed: bool = False
    sides: Mapping[Seat, int] = MappingProxyType({})
    tournament: str | None = None


class Listed(NamedTuple):
    """A game of a list. `head`: its current head. `line`: its line, perhaps of an earlier version, if spectators see the game late.
    `title`: None if it has none."""

    head: Head
    line: ListedGame
    title: str | None


class Played(NamedTuple):
    """Games that count for somebody, newest first. `whole`: whether these are all; otherwise older ones would take too long to find."""

    games: list[GameFacts]
    whole: bool


class Page(NamedTuple):
    """A page of a list. `last`: the last game that was looked at; None if the list ends there."""

    games: list[Listed]
    last: GameId | None


Reach = Callable[[GameId], Viewer | None]
"""A function: game → the viewer as whom the visitor sees the game. None: the visitor's token does not reach the game."""


@dataclass(slots=True)
class Budget:
    """What may still be read for a page. `steps`: how many steps may be read; each game that is read costs A_GAME extra steps. `games`: how
    many games may be looked at. `late`: the exception that is raised when more is needed; None: the page ends instead."""

    steps: int
    games: int
    late: type[TooLong] | None
    began: bool = field(default=False, init=False)

    def look(self) -> bool:
        """Return whether another game may be looked at now, and count it if so. May raise TooLong."""
        self.games -= 1
        return self.games >= 0 or self._ends()

    def spend(self, events: int) -> bool:
        """Return whether this many `events` of one game may be read now, and count them if so. May raise TooLong. The first game always
        passes: `Readings` limits how long one game may be."""
        steps = events + A_GAME if events else 0
        if self.began and steps > self.steps:
            return self._ends()
        self.began = self.began or events > 0
        self.steps -= steps
        return True

    def _ends(self) -> bool:
        if self.late is not None:
            raise self.late
        return False


class _Looked(NamedTuple):
    """A game that may be listed. `head`: None if the game need not be looked at, or does not exist. `facts`: the facts in its stored row;
    None if there is none."""

    game: GameId
    head: Head | None
    facts: GameFacts | None


class GameLines:
    """Finds the lines of lists of games. `work`: how much this process may do on one request. Every method may raise StoreUnavailable and
    TooLong."""

    def __init__(
        self, projected: Projected, listing: Listing, records: Records, readings: Readings, delays: Delays, work: WorkBudget
    ) -> None:
        self._projected = projected
        self._listing = listing
        self._records = records
        self._readings = readings
        self._delays = delays
        self._work = work

    def _budget(self) -> Budget:
        if self._work.bounded:
            return Budget(MOST_STEPS, LOOKED_AT_IN_A_LOOP, TooLong)
        return Budget(MOST_FOLDED, MOST_LOOKED_AT, None)

    def page(self, club: Club, before: GameId | None, limit: int, wanted: Wanted, reach: Reach | None) -> Page:
        """Return at most `limit` games of a club that are wanted and that the visitor may see, newest first. `before`: the last game of the
        previous page. `reach`: how the visitor sees a game; None without a token of this club. A game that cannot be read is left out.
        Raises NoSuchGame if `before` does not exist."""
        if frozenset() in (wanted.people, wanted.called):
            return Page([], None)
        spent, found, last = self._budget(), list[tuple[Head, ListedGame]](), None
        for looked in self._looked_up(club, before, wanted, public=reach is None):
            if len(found) == limit or not spent.look():
                break
            viewer = None if looked.head is None else self._seen_as(looked.head, reach)
            if looked.head is not None and viewer is not None:
                line = self._line(looked.head, looked.facts, viewer, spent)
                if line is _TOO_MUCH:
                    break
                found += [(looked.head, line)] if line is not None and wanted.takes(looked.head.system, line) else []
            last = looked.game
        else:
            last = None
        return Page(self._titled(found), last)

    def among(self, some: Sequence[GameId], limit: int, wanted: Wanted) -> list[Listed]:
        """Return at most `limit` of these games, in their order, that everybody may see and that are wanted. The games may belong to
        different clubs. Ends early if too many events would have to be read. A game that cannot be read is left out."""
        spent, found = self._budget(), list[tuple[Head, ListedGame]]()
        for head, facts in self._public(some):
            line = self._line(head, facts, PUBLIC, spent)
            if line is _TOO_MUCH or len(found) == limit:
                break
            found += [(head, line)] if line is not None and wanted.takes(head.system, line) else []
        return self._titled(found)

    def these(self, some: Sequence[GameId], seen_as: Callable[[Head], Viewer | None]) -> Page:
        """Return those of `some`, perhaps of several clubs, that exist, can be read, and that the visitor may know of. `seen_as`: how the
        visitor sees a game; None: not at all. `last` of the page: the last game that was looked at, if the others would take too long."""
        spent, found, last = self._budget(), list[tuple[Head, ListedGame]](), None
        heads = [head for head in self._records.heads(some, for_list=True) if head is not None] if some else []
        facts = self._facts_of([head.game for head in heads])
        for head in heads:
            viewer = seen_as(head)
            if viewer is not None:
                line = self._line(head, facts.get(head.game), viewer, spent)
                if line is _TOO_MUCH:
                    return Page(self._titled(found), last)
                found += [(head, line)] if line is not None else []
            last = head.game
        return Page(self._titled(found), None)

    def played(self, club: Club, people: frozenset[PersonId], reach: Reach | None) -> Played:
        """Return the games of a club that the visitor may see, and in which one of `people` was the last at a seat. `reach`: as in `page`.
        A game that cannot be read is left out."""
        spent, found, wanted = self._budget(), list[GameFacts](), Wanted(people=people)
        for looked in self._looked_up(club, None, wanted, public=reach is None):
            if not spent.look():
                return Played(found, whole=False)
            viewer = None if looked.head is None else self._seen_as(looked.head, reach)
            if looked.head is None or viewer is None:
                continue
            head, late, facts = looked.head, self._is_late(looked.head, viewer), looked.facts
            if not _is_of(facts, head, late=late):
                if not spent.spend(self._missing(head, late=late)):
                    return Played(found, whole=False)
                facts = self._counted(head, late=late)
            found += [facts] if facts is not None and wanted.takes(facts.system, facts) else []
        return Played(found, whole=True)

    def _public(self, some: Sequence[GameId]) -> Iterator[tuple[Head, GameFacts | None]]:
        for start in range(0, len(some), AT_ONCE):
            public = self._records.public(some[start : start + AT_ONCE])
            facts = self._facts_of(public)
            for head in self._records.heads(public) if public else []:
                if head is not None and head.visibility == "public":
                    yield head, facts.get(head.game)

    # --- one game ---

    @staticmethod
    def _seen_as(head: Head, reach: Reach | None) -> Viewer | None:
        """Return the viewer that says how the visitor sees a game in a list. None: the visitor does not see the game."""
        viewer = None if reach is None else reach(head.game)
        return PUBLIC if viewer is None and head.visibility == "public" else viewer

    def _line(self, head: Head, facts: GameFacts | None, viewer: Viewer, budget: Budget) -> ListedGame | None:
        """Return the line of a game; None if it cannot be read; _TOO_MUCH if reading it would exceed the budget."""
        late = self._is_late(head, viewer)
        if facts is not None and _is_of(facts, head, late=late):
            told = (facts.scores, facts.winners, facts.removed, facts.sides, facts.tournament)
            return ListedGame(facts.version, facts.state, facts.opened_at, facts.people, *told)
        if not budget.spend(self._missing(head, late=late)):
            return _TOO_MUCH
        return self._made(head, _line_of, late=late)

    def _counted(self, head: Head, *, late: bool) -> GameFacts | None:
        return self._made(head, lambda reading: facts_of(head.game, reading, reading.findings, 0), late=late)

    def _is_late(self, head: Head, viewer: Viewer) -> bool:
        """Whether this viewer sees an earlier version of the game."""
        return viewer == PUBLIC and self._delays.hides(head)

    def _missing(self, head: Head, *, late: bool) -> int:
        return self._delays.missing(head) if late else self._readings.missing(head)

    def _made(self, head: Head, make: Callable[[Reading], T], *, late: bool) -> T | None:
        """Return what `make` makes of the game; None if it cannot be read."""
        try:
            return make(self._delays.reading(head) if late else self._readings.at(head))
        except (StoreUnavailable, TooLong):
            raise
        except Exception as error:
            log.warning("%s cannot be read and is left out of the list of games: %s", head.game, describe(error))
            return None

    # --- which games ---

    def _looked_up(self, club: Club, before: GameId | None, wanted: Wanted, *, public: bool) -> Iterator[_Looked]:
        """Yield the games of the club that may be listed, newest first. If the row of a game is up to date and says that the game is not
        wanted, the game's head is not read."""
        for some, changed in self._listing.pages(club, wanted.words(public=public), before):
            facts = self._facts(club, some)
            read = [game for game in some if game in changed or game not in facts or wanted.takes(facts[game].system, facts[game])]
            heads = dict(zip(read, self._records.heads(read, for_list=True), strict=True)) if read else {}
            for game in some:
                yield _Looked(game, heads.get(game), facts.get(game))

    def _facts_of(self, some: Sequence[GameId]) -> dict[GameId, GameFacts]:
        """Return what `_facts` does, for games that may belong to different clubs."""
        ours = by_club(some, lambda game: game)
        return {game: facts for club, games_of in ours.items() for game, facts in self._facts(club, games_of).items()}

    def _facts(self, club: Club, some: Sequence[GameId]) -> dict[GameId, GameFacts]:
        """Return the facts in the stored rows of these games, if the current version of the code made them."""
        fold, rows = self._projected.live(club, games.PROJECTION.name, [short_name(game) for game in some])
        current = rows if fold == FOLD else {}
        return {game: games.unpacked(club, key, current[key]) for game in some if (key := short_name(game)) in current}

    def _titled(self, found: Sequence[tuple[Head, ListedGame]]) -> list[Listed]:
        """Return the found games with their titles. A game whose stream has lost events is left out."""
        listed = []
        for (head, line), (title, whole) in zip(found, self._records.titles([head for head, _ in found]), strict=True):
            if whole:
                listed.append(Listed(head, line, title))
            else:
                log.warning("%s has lost events and is left out of the list of games", head.game)
        return listed


_TOO_MUCH: Final = ListedGame(0, "open", 0, {}, {}, ())
"""Used in place of a line that could be made only by reading more events than a page may read."""


def _is_of(facts: GameFacts | None, head: Head, *, late: bool) -> bool:
    """Whether the facts are those of the version in the head, and the visitor sees this version."""
    return facts is not None and not late and (facts.version, facts.hash) == (head.version, head.hash[:HASH_LETTERS])


def _line_of(reading: Reading) -> ListedGame:
    result = reading.result
    told = (dict(sorted(result.scores.items())), tuple(result.winners), result.removed, sides_of(reading), tournament_of(reading))
    return ListedGame(reading.version, result.state, reading.events[0].at, people_of(reading), *told)
