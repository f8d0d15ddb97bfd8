"""Decides who may read a season, and who may record in it. Everybody may read a public or unlisted season; a private one only those with a
token of the whole club. A token that is limited to one game or tournament gives no rights in a season."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from flask import Response

from domain.kernel.events import PersonId
from domain.season.fold import SeasonReading
from service.access import needs, visitor
from service.api.lib.refusals import RECORD, RIGHT, TOKEN, may_refuse
from service.errors import Problem, not_found
from service.store.clubs.clubs import Scope, Token
from service.store.keys import StreamId, club_of
from service.store.seasons.seasons import SEASON
from service.store.streams.kinds import StreamHead
from service.views.seasons import Shown, rows_in
from service.wiring import wired


@dataclass(frozen=True)
class SeasonAccess:
    """What this visitor may do with one season. `token`: the visitor's token; None if it gives no rights in this season."""

    id: StreamId
    head: StreamHead
    reading: SeasonReading
    token: Token | None

    def shown(self, people: Iterable[PersonId], tournaments: Iterable[str] = ()) -> Shown:
        """Return the names of these people and the titles of these tournaments."""
        names = wired().people.names(club_of(self.id), list(people))
        return Shown(self.whom, names, self.titles(tournaments))

    def titles(self, tournaments: Iterable[str]) -> dict[str, str | None]:
        """Return the titles of these tournaments, which everybody who may see the season may know."""
        return wired().titles.of(tournaments, self.reading.state.visibility)

    def whom(self, person: PersonId) -> PersonId:
        """Return the id by which the club knows a person, whose ids may have been merged."""
        return self._merged.get(person, person)

    @cached_property
    def _merged(self) -> Mapping[PersonId, PersonId]:
        return wired().people.merged(club_of(self.id))

    def holder(self, scope: Scope) -> Token:
        """Return the visitor's token, which was found to allow `scope`. Raises Problem `no-right` if it gives no rights in this season."""
        if self.token is None:
            raise Problem("no-right", "This token belongs to another club.", needs=scope)
        return self.token

    def check_work(self, times: int = 1) -> None:
        """Raise TooLong if this process would need too long to make the table. `times`: how often it must do so."""
        wired().work.cells(times * rows_in(self.reading.state))


def access(season: str) -> SeasonAccess:
    """Return this visitor's access to a season. Raises Problem `not-found` if there is no such season, or if the visitor may not read it.
    May raise TooLong."""
    try:
        stream = SEASON.parse(season)
    except ValueError:
        not_found()
    parts, token = wired(), visitor()
    head = parts.seasons.head(stream)
    if head is None:
        not_found()
    reading = parts.seasons_read.at(head)
    reached = token if token is not None and token.club == club_of(stream) and not token.limited else None
    if reached is None and reading.state.visibility == "private":
        not_found()
    return SeasonAccess(stream, head, reading, reached)


View = Callable[..., Response]


def for_season_readers(view: View) -> View:
    """A decorator for views of the season in the path. It calls `view(access, …)` only for visitors who may read the season."""

    @may_refuse(*TOKEN, *RECORD)
    @wraps(view)
    def guarded(season: str, **kwargs: Any) -> Response:
        return view(access(season), **kwargs)

    return guarded


def for_season(scope: Scope) -> Callable[[View], View]:
    """Make a decorator for views of the season in the path. It calls `view(access, token, …)` only for visitors whose token allows `scope`
    in the whole club of the season."""

    def guard(view: View) -> View:
        @may_refuse(*RIGHT, *RECORD)
        @wraps(view)
        def guarded(season: str, **kwargs: Any) -> Response:
            needs(scope, club_wide=True)
            allowed = access(season)
            return view(allowed, allowed.holder(scope), **kwargs)

        return guarded

    return guard
