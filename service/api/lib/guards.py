"""Decorators that check a visitor's rights. They pass the visitor's token or access to the view.

Place them above the decorators that read the request, so that no body is parsed for a visitor without the right.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response

from domain.kernel.events import PersonId
from service.access import Access, access, needs, player, recorder
from service.api.lib.refusals import RECORD, RIGHT, TOKEN, may_refuse
from service.errors import not_found
from service.store.clubs.clubs import Scope, Token
from service.wiring import wired

View = Callable[..., Response]


def for_token(scope: Scope, *, club_wide: bool = False) -> Callable[[View], View]:
    """Make a decorator that calls a view as `view(token, …)`, only for visitors whose token allows `scope`. `club_wide`: whether to refuse
    tokens for one game or one tournament."""

    def guard(view: View) -> View:
        @may_refuse(*RIGHT)
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Response:
            token: Token = needs(scope, club_wide=club_wide)
            return view(token, *args, **kwargs)

        return guarded

    return guard


def for_club(scope: Scope) -> Callable[[View], View]:
    """Make a decorator that calls a view as `view(token, …)` for the club in the path, only for visitors whose token allows `scope` in the
    whole club. For visitors with a token of another club, the answer is the same as if the club did not exist."""

    def guard(view: View) -> View:
        @may_refuse("not-found")
        @for_token(scope, club_wide=True)
        @wraps(view)
        def guarded(token: Token, club: str, **kwargs: Any) -> Response:
            if token.club != club:
                not_found()
            return view(token, **kwargs)

        return guarded

    return guard


def is_self(token: Token, person: PersonId) -> bool:
    """Whether `token` belongs to `person`. Ids that were merged count as one person."""
    directory = wired().people.directory(token.club)
    return token.person is not None and directory.whom(token.person) == directory.whom(person)


def for_readers(view: View) -> View:
    """Make a view that calls `view(access, …)` for the record in the path, only for visitors who may read that record."""

    @may_refuse(*TOKEN, *RECORD)
    @wraps(view)
    def guarded(game: str, **kwargs: Any) -> Response:
        allowed: Access = access(game)
        return view(allowed, **kwargs)

    return guarded


def for_recorders(view: View) -> View:
    """Make a view that calls `view(access, token, …)` for the record in the path, only for visitors who may record there."""

    @may_refuse(*RIGHT, *RECORD)
    @wraps(view)
    def guarded(game: str, **kwargs: Any) -> Response:
        allowed, token = recorder(game)
        return view(allowed, token, **kwargs)

    return guarded


def for_players(view: View) -> View:
    """Make a view that calls `view(access, token, …)` for the record in the path, only for visitors who may record there or act for one
    seat."""

    @may_refuse(*RIGHT, *RECORD)
    @wraps(view)
    def guarded(game: str, **kwargs: Any) -> Response:
        allowed, token = player(game)
        return view(allowed, token, **kwargs)

    return guarded
