"""Decides who may read a tournament and who may record in it. A token of the club reaches all its tournaments; a token of one table reaches
none."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from flask import Response

from domain.tournament.reading import TournamentReading
from service.access import needs, visitor
from service.errors import Problem, not_found
from service.seen.tournaments import Names, names_of
from service.store.clubs.clubs import Token
from service.store.keys import StreamId, club_of
from service.store.streams.heads import StreamHead
from service.store.tournaments.kind import TOURNAMENT
from service.wiring import wired


@dataclass(frozen=True)
class TournamentAccess:
    """What this visitor may do with one tournament. `token`: the visitor's token; None if there is none, or if it does not reach this
    tournament."""

    id: StreamId
    head: StreamHead
    reading: TournamentReading
    token: Token | None

    @cached_property
    def names(self) -> Names:
        """The names to show for the entries now."""
        return names_of(club_of(self.id), self.reading.state, wired().people)

    @property
    def records(self) -> bool:
        """Whether the visitor may record in the tournament. Such visitors also see rounds that are not published."""
        return self.token is not None and self.token.may("record")


def access(tournament: str) -> TournamentAccess:
    """Return this visitor's access to a tournament. Raises Problem `not-found` if there is no such tournament, or if it is private and the
    visitor does not belong to its club."""
    token = visitor()
    try:
        stream = TOURNAMENT.parse(tournament)
    except ValueError:
        not_found()
    parts = wired()
    head = parts.tournaments.head(stream)
    if head is None:
        not_found()
    reading = parts.tournaments_read.at(head)
    reached = token if token is not None and token.club == club_of(stream) and token.game is None else None
    if reached is None and reading.state.visibility == "private":
        not_found()
    return TournamentAccess(stream, head, reading, reached)


def headers_at(version: int) -> dict[str, str]:
    """The headers of an answer that shows a tournament at this version. A cache must ask again before each use."""
    return {"ETag": f'"{version}"', "Cache-Control": "private, no-cache"}


View = Callable[..., Response]


def for_tournament_readers(view: View) -> View:
    """A decorator for views of the tournament in the path. It calls `view(access, …)` only for visitors who may read the tournament."""

    @wraps(view)
    def guarded(tournament: str, **kwargs: Any) -> Response:
        return view(access(tournament), **kwargs)

    return guarded


def for_tournament_recorders(view: View) -> View:
    """A decorator for views of the tournament in the path. It calls `view(access, token, …)` only for visitors who may record there."""

    @wraps(view)
    def guarded(tournament: str, **kwargs: Any) -> Response:
        needs("record")
        allowed = access(tournament)
        if allowed.token is None:
            raise Problem("no-right", "This token may not record here.", needs="record")
        return view(allowed, allowed.token, **kwargs)

    return guarded
