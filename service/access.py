"""Access: who sends a request, what they may do, and what they see of a record. The *viewer* says what they see: everything as a director,
the cards of one seat, only what is public, and so on.

A request sends a bearer token, or the session cookie that a page got in exchange for a token. A request with neither is anonymous.

A token *reaches* a record if it gives rights there. A club's token reaches all records of its club. The token of a game's link reaches that
game only. A token for a tournament reaches the games of that tournament's tables. If the token is for one table, it may record only in
games of that table.

Visitors whose token does not reach a private record get the same answer as for a record that does not exist.

The scope of the token that reaches the record decides the viewer:

    `direct`, `own`                   director
    `record`                          scorekeeper
    `read`, in the link of a seat     that seat
    any other `read`, or no token     public
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from flask import Flask, Response, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.wrappers import Request
from flask_wtf.csrf import validate_csrf
from wtforms import ValidationError

from domain.kernel.cards import Seat
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from service.errors import Problem, not_found, wrong_parameter
from service.store.clubs.clubs import Scope, Token
from service.store.games.heads import Head
from service.store.keys import HOME, Club, GameId, StreamId, club_of, parse_game
from service.wiring import wired

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="faceup"'}


class Cookies(SecureCookieSessionInterface):
    """Flask's signed session cookie, marked Secure when the request came by https. A request without the cookie gets an empty session."""

    @staticmethod
    def digest_method(string: bytes = b"") -> Any:
        return sha256(string)

    def get_cookie_name(self, app: Flask) -> str:
        """Return another name over HTTPS in a hall. Cookies know no ports, and over plain HTTP browsers neither send nor replace a cookie
        that is marked Secure: with one name, a device could not sign in at the plain address any more."""
        name = super().get_cookie_name(app)
        return f"{name}-https" if request.is_secure and wired().config.https_port else name

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def save_session(self, app: Flask, session: Any, response: Response) -> None:
        """Do nothing for a request that had no session and got none. Flask would look up all settings of the cookie first."""
        if session or session.accessed or session.modified:
            super().save_session(app, session, response)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if "HTTP_COOKIE" not in request.environ or self.get_cookie_name(app) not in request.cookies:
            return SecureCookieSession()
        return super().open_session(app, request)


def visitor() -> Token | None:
    """Return the token of this request; None if the request is anonymous.

    A request whose cookie names an expired or withdrawn token is anonymous.

    Raises Problem `token-invalid` for an invalid bearer token. Raises Problem `csrf` if the request has the cookie, changes something, and
    lacks the page's CSRF token.
    """
    if "visitor" not in g:
        header = request.headers.get("Authorization")
        g.visitor = _by_cookie() if header is None else _by_header(header)
    token: Token | None = g.visitor
    return token


def _by_header(header: str) -> Token:
    text = _secret_in(header)
    token = None if text is None else wired().clubs.presented(text)
    if token is None:
        raise Problem("token-invalid", "The bearer token is unknown, expired or withdrawn.", headers=CHALLENGE)
    return token


def _secret_in(header: str) -> str | None:
    """Return the secret string of a token in a header `Authorization`; None if the header has another scheme."""
    scheme, _, text = header.partition(" ")
    return text.strip() if scheme.lower() == "bearer" else None


def _by_cookie() -> Token | None:
    kept = session.get("token")
    token = wired().clubs.token(Club(session["club"]), kept) if kept else None
    if token is not None:
        _checked_csrf()
    return token


def _checked_csrf() -> None:
    if request.method not in SAFE:
        try:
            validate_csrf(request.headers.get("X-CSRFToken"))
        except ValidationError as fault:
            raise Problem("csrf", str(fault)) from fault


def given_away() -> Token | None:
    """Return the link that this request was sent with, if it was handed over to another phone; else None. It is not valid any more, and
    gives no right except to ask again for the link that took its place. Raises Problem `csrf`, as `visitor` does."""
    header, clubs = request.headers.get("Authorization"), wired().clubs
    if header is not None:
        text = _secret_in(header)
        return None if text is None else clubs.given_away(text)
    kept = session.get("token")
    former = clubs.handed_over(Club(session["club"]), kept) if kept else None
    if former is not None:
        _checked_csrf()
    return former


def needs(scope: Scope, *, club_wide: bool = False) -> Token:
    """Return the visitor's token if it allows `scope`. Raises Problem `token-missing` or `no-right`. `club_wide`: whether tokens for one
    game or one tournament are refused."""
    token = visitor()
    if token is None:
        raise Problem("token-missing", f"This needs a token with the scope {scope}.", headers=CHALLENGE, needs=scope)
    if not token.may(scope):
        raise Problem("no-right", f"This needs a token with the scope {scope}.", needs=scope)
    if club_wide and token.limited:
        raise Problem("no-right", "This needs a token for the whole club; yours is for one table or one tournament.", needs=scope)
    return token


def owns_installation(token: Token) -> bool:
    """Whether `token` belongs to an owner of the club `home`. Owners of `home` own the whole installation."""
    return token.club == HOME and token.may("own") and not token.limited


@dataclass(frozen=True, slots=True)
class Access:
    """What this visitor may do with one record. Made by `met`. `head`: the summary of the record (its version, seats and so on). `token`:
    the visitor's token; None if the visitor has none that reaches the record. `viewer`: how the visitor sees the record, for example as a
    director or as the public."""

    head: Head
    token: Token | None
    viewer: Viewer

    @property
    def records(self) -> bool:
        """Whether the visitor may record here and sees the record as a scorekeeper or director. Only such a visitor gets prompts (proposals
        for the next act) in the view."""
        return self.token is not None and self.token.may("record") and self.viewer.sees_all

    @property
    def delayed(self) -> bool:
        """Whether this visitor sees events late, as spectators do when the game has a delay."""
        return self.head.delay > 0 and self.viewer == PUBLIC

    def seen_as(self, view: str | None) -> "Access":
        """Return this access with the viewer that `view` names (None: the same viewer). Raises Problem `wider-view` or `invalid`."""
        return self if view is None else met(self.head, self.token, narrowed(self.viewer, view, self.head))


def met(head: Head, token: Token | None, viewer: Viewer) -> Access:
    """Return the access of a visitor to a record. `head`: the record's summary. If spectators see the game with a delay, the viewer
    `public` gets the head of an earlier version (service/caches/delays.py)."""
    return Access(wired().delays.head(head) if viewer == PUBLIC else head, token, viewer)


def access(game: str, view: str | None = None) -> Access:
    """Return this visitor's access to the record `game`. Raises Problem `not-found`, `wider-view` or `invalid`.

    `view`: the name of the viewer to see the record as. If it is None, the visitor sees everything that the token allows.
    """
    return _access(game, visitor(), wired().records.head).seen_as(view)


def _access(game: str, token: Token | None, head_of: Callable[[GameId], Head | None]) -> Access:
    try:
        name = parse_game(game)
    except ValueError:
        not_found()
    token = None if token is None else within(token, name)
    head = head_of(name)
    if head is None or (token is None and head.visibility == "private"):
        not_found()
    return met(head, token, viewer_of(token))


def recorder(game: str) -> tuple[Access, Token]:
    """Return the visitor's access to the record `game`, and the visitor's token, which allows recording there. The head (the record's
    summary) in the access may be out of date. Raises Problem `token-missing`, `no-right` or `not-found`."""
    allowed, token = _bearer(game)
    if not token.may("record"):
        raise Problem("no-right", "This token may not record here.", needs="record")
    return allowed, token


def player(game: str) -> tuple[Access, Token]:
    """Return the visitor's access and token, like `recorder`. Two more kinds of tokens are accepted: the token of a seat's link, which may
    act only for that seat, and the token of an entry's check-in link. For a check-in link, the caller of this function must find out in
    which seat the entry sits."""
    allowed, token = _bearer(game)
    if token.seat is None and token.entry is None and not token.may("record"):
        raise Problem("no-right", "This token may not act for a seat of this game.", needs="record")
    return allowed, token


def _bearer(game: str) -> tuple[Access, Token]:
    """Return the visitor's access and token, like `recorder`, but accept a token of any scope."""
    allowed = _access(game, visitor() or needs("record"), wired().records.last_seen)
    if allowed.token is None:
        raise Problem("no-right", "This token may not record here.", needs="record")
    return allowed, allowed.token


def within(token: Token, game: GameId) -> Token | None:
    """Return `token` with the rights that it has in the record `game`; None if it does not reach the record."""
    if token.club != club_of(game):
        return None
    if token.tournament is None:
        return token if token.game in (None, game) else None
    tables = _linked(token.tournament).get(game)
    if tables is None:
        return None
    return token if token.table in tables or not token.may("record") else replace(token, scope="read")


def _linked(tournament: StreamId) -> Mapping[str, frozenset[int]]:
    """Return the games that are linked to tables of a tournament: {game: the numbers of its tables}. The list of games calls this function
    for each line, so the games are looked up only once in a request."""
    if "linked" not in g:
        parts = wired()
        head = parts.tournaments.head(tournament)
        g.linked = {} if head is None else parts.tournaments_read.at(head).state.games
    linked: Mapping[str, frozenset[int]] = g.linked
    return linked


def viewer_of(token: Token | None) -> Viewer:
    """Return the viewer that says how visitors with this `token` see a record that the token reaches. Without a token (None), the viewer is
    `public`."""
    if token is None:
        return PUBLIC
    if token.may("direct"):
        return DIRECTOR
    if token.may("record"):
        return SCOREKEEPER
    return PUBLIC if token.seat is None else seat_viewer(token.seat)


def narrowed(widest: Viewer, view: str, head: Head) -> Viewer:
    """Return the viewer that `view` names: `scorekeeper`, `director`, `public` or `seat:<n>`. Raises Problem `wider-view` if that viewer
    sees more than `widest`. Raises Problem `invalid` for any other `view`."""
    wanted = _named(view, head)
    narrower = wanted in (widest, PUBLIC) or (widest == DIRECTOR) or (widest == SCOREKEEPER and wanted != DIRECTOR)
    if not narrower:
        raise Problem("wider-view", f"This token may see the game as {widest}, but not as {wanted}.")
    return wanted


def _named(view: str, head: Head) -> Viewer:
    named = viewer_named(view)
    if named is None or (named.seat is not None and named.seat not in head.seats):
        raise wrong_parameter("view", "must be scorekeeper, director, public or seat:<number of a seat of this game>")
    return named


def viewer_named(view: str) -> Viewer | None:
    """Return the viewer whose name (`str(viewer)`) is `view`; None if there is none."""
    fixed = {"director": DIRECTOR, "scorekeeper": SCOREKEEPER, "public": PUBLIC}
    kind, _, number = view.partition(":")
    if kind == "seat" and number.isascii() and number.isdigit() and len(number) < 3:
        return seat_viewer(Seat(int(number)))
    return fixed.get(view)
