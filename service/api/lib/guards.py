"""Decorators that check a visitor's rights: they call a view only for visitors with the right, and pass the visitor's token or access to
the view.

In the source they come before the decorators that read the request, so that no body is parsed for a visitor without the right."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response

from service.access import Access, access, needs, player, recorder
from service.store.clubs.clubs import Scope, Token

View = Callable[..., Response]


def for_token(scope: Scope, *, club_wide: bool = False) -> Callable[[View], View]:
    """Make a decorator. It calls a view as `view(token, …)`, and only for visitors whose token allows `scope`; with `club_wide`, only if
    the token is not limited to one game."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Response:
            token: Token = needs(scope, club_wide=club_wide)
            return view(token, *args, **kwargs)

        return guarded

    return guard


def for_readers(view: View) -> View:
    """A decorator. It calls `view(access, …)` for the record named in the path, and only for visitors who may read that record."""

    @wraps(view)
    def guarded(game: str, **kwargs: Any) -> Response:
        allowed: Access = access(game)
        return view(allowed, **kwargs)

    return guarded


def for_recorders(view: View) -> View:
    """A decorator. It calls `view(access, token, …)` for the record named in the path, and only for visitors who may record there."""

    @wraps(view)
    def guarded(game: str, **kwargs: Any) -> Response:
        allowed, token = recorder(game)
        return view(allowed, token, **kwargs)

    return guarded


def for_players(view: View) -> View:
    """A decorator. It calls `view(access, token, …)` for the record named in the path, and only for visitors who may record there or act
    for one seat."""

    @wraps(view)
    def guarded(game: str, **kwargs: Any) -> Response:
        allowed, token = player(game)
        return view(allowed, token, **kwargs)

    return guarded
