"""Decides who may read a tournament and who may record in it. A club's token gives rights in all tournaments of the club. A token that is
limited to one tournament gives rights only there. A token for one game gives rights in no tournament. service/recording/limits.py says what
a limited token may record."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from flask import Response

from domain.tournament.reading import TournamentReading
from domain.tournament.state import Round, Seated
from service.access import needs, visitor
from service.api.lib.refusals import RECORD, RIGHT, TOKEN, may_refuse
from service.caches.standings import cells_of
from service.errors import Problem, not_found
from service.store.clubs.clubs import Token
from service.store.keys import StreamId, club_of
from service.store.streams.kinds import StreamHead
from service.store.tournaments.tournaments import TOURNAMENT
from service.views.tournaments import Names, names_of
from service.wiring import wired


@dataclass(frozen=True)
class TournamentAccess:
    """What this visitor may do with one tournament. `token`: the visitor's token; None if the visitor has none that gives rights in this
    tournament."""

    id: StreamId
    head: StreamHead
    reading: TournamentReading
    token: Token | None

    @cached_property
    def names(self) -> Names:
        """The names to show for all entries now."""
        return self.names_at(self.reading)

    def names_at(self, reading: TournamentReading, entries: Iterable[int] | None = None) -> Names:
        """Return the names to show for `entries` (None: for all) in an answer about `reading`, which may be older or newer than the reading
        in this access."""
        latest = max(self.reading, reading, key=lambda each: each.version)
        return names_of(club_of(self.id), reading.state, wired().people, entries, latest=latest.state)

    def check_work(self, times: int = 1) -> None:
        """Raise TooLong if this process would need too long to rank or arrange all entries. `times`: how often it must do so."""
        wired().work.cells(times * cells_of(self.reading))

    @property
    def records(self) -> bool:
        """Whether the visitor may record in the whole tournament. Such visitors also see rounds that are not published."""
        return self.token is not None and self.token.may("record") and not self.token.limited

    def paired(self, number: str) -> Round:
        """Return the round with this number. Raises Problem `not-found` if the round is not paired, or if the visitor may not see it
        yet."""
        found = self.reading.state.rounds.get(_number(number))
        if found is None or not (found.published or self.records):
            not_found()
        return found

    def seated(self, number: str, table: str) -> tuple[Round, Seated]:
        """Return the round with this number and one of its tables. Raises Problem `not-found` if there is no such table or round, or if the
        visitor may not see the round yet."""
        paired = self.paired(number)
        found = paired.tables.get(_number(table))
        if found is None:
            not_found()
        return paired, found

    def entry(self, entry: str) -> int:
        """Return the number of the entry in the path. Raises Problem `not-found` if there is no such entry."""
        number = _number(entry)
        if number not in self.reading.state.entries:
            not_found()
        return number


def _number(text: str) -> int:
    """Return the number in a path; 0 if the text is not a number of at most four digits."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 5 else 0


def access(tournament: str, *, however_long: bool = False) -> TournamentAccess:
    """Return this visitor's access to a tournament. `however_long`: whether to read even a long tournament in this process. Raises Problem
    `not-found` if there is no such tournament, or if it is private and the visitor's token gives no rights there. May raise TooLong."""
    return access_with(visitor(), tournament, however_long=however_long)


def access_with(token: Token | None, tournament: str, *, however_long: bool = False) -> TournamentAccess:
    """The same as `access`, for whoever has this token; None: everybody."""
    try:
        stream = TOURNAMENT.parse(tournament)
    except ValueError:
        not_found()
    parts = wired()
    head = parts.tournaments.head(stream)
    if head is None:
        not_found()
    reading = parts.tournaments_read.at(head, however_long=however_long)
    mine = token is not None and token.club == club_of(stream) and (token.tournament == stream or not token.limited)
    reached = token if mine else None
    if reached is None and reading.state.visibility == "private":
        not_found()
    return TournamentAccess(stream, head, reading, reached)


View = Callable[..., Response]


def for_tournament_readers(view: View) -> View:
    """A decorator for views of the tournament in the path. It calls `view(access, …)` only for visitors who may read the tournament."""
    return _reached(view, however_long=False)


def for_tournament_watchers(view: View) -> View:
    """The same decorator as `for_tournament_readers`, for views of live streams. This process must send the stream itself, however long the
    tournament is. It reads the tournament only once for all viewers."""
    return _reached(view, however_long=True)


def _reached(view: View, *, however_long: bool) -> View:
    @may_refuse(*TOKEN, *RECORD)
    @wraps(view)
    def guarded(tournament: str, **kwargs: Any) -> Response:
        return view(access(tournament, however_long=however_long), **kwargs)

    return guarded


def for_tournament_recorders(view: View) -> View:
    """A decorator for views of the tournament in the path. It calls `view(access, token, …)` only for visitors who may record in the whole
    tournament: links of a table or an entry are refused."""

    @may_refuse(*RIGHT, *RECORD)
    @wraps(view)
    def guarded(tournament: str, **kwargs: Any) -> Response:
        needs("record")
        allowed = access(tournament)
        if allowed.token is None or allowed.token.limited:
            raise Problem("no-right", "This token may not record in the whole tournament.", needs="record")
        return view(allowed, allowed.token, **kwargs)

    return guarded


def for_tournament_links(view: View) -> View:
    """The same decorator as `for_tournament_recorders`, but links of a table or an entry are accepted too. The view must ask
    service/recording/limits.py what such a link may do."""

    @may_refuse(*RIGHT, *RECORD)
    @wraps(view)
    def guarded(tournament: str, **kwargs: Any) -> Response:
        sender = visitor()
        if sender is None or sender.entry is None:
            needs("record")
        allowed = access(tournament)
        if allowed.token is None:
            raise Problem("no-right", "This token may not record here.", needs="record")
        return view(allowed, allowed.token, **kwargs)

    return guarded
