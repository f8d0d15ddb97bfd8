"""Serves the pages that any other site may show in a frame: `/embed/games/<id>` a game, `/embed/tournaments/<id>` the standings of a
tournament, `/embed/tournaments/<id>/bracket` the bracket of a knock-out. They are small, lead nowhere by themselves, and offer nothing that
acts.

They show what a visitor without a link sees, also to a director: cookie and token of the request are ignored here, and the scripts of these
pages send none (`static/js/api.js`). A record that not everybody may see has a page that only says so.

The query chooses how a page looks: `scheme=light` or `dark`, and of a game `seat`, `autoplay=1`, `step` or `event` (`static/js/embed/`).
What cannot be is ignored, as on other pages.
"""

from collections.abc import Mapping
from http.client import SERVICE_UNAVAILABLE
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Response, g, render_template, request

from domain.systems import SYSTEMS
from domain.tournament.scoring import knocks_out
from service.api.lib.sending import compressed
from service.api.tournaments.access import access as tournament_access
from service.errors import PAGES, Problem, not_found
from service.web.pages import readable

POLICY: Final = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *"
SCHEMES: Final = ("light", "dark")
AGAIN_SECONDS: Final = "15"

blueprint = Blueprint("embed", __name__, url_prefix="/embed")


@blueprint.before_request
def forget_visitor() -> None:
    g.visitor = None


@blueprint.get("/games/<game>")
def embedded_game(game: str) -> Response:
    head = readable(game).head
    return _framed("game", game=head.game, system=SYSTEMS[head.system])


@blueprint.get("/tournaments/<tournament>")
def embedded_tournament(tournament: str) -> Response:
    opened = tournament_access(tournament)
    return _framed("tournament", tournament=opened.id, title=opened.reading.state.title)


@blueprint.get("/tournaments/<tournament>/bracket")
def embedded_bracket(tournament: str) -> Response:
    opened = tournament_access(tournament)
    if not (knocks_out(opened.reading.state) or opened.reading.state.settings.cut is not None):
        not_found()
    return _framed("bracket", tournament=opened.id, title=opened.reading.state.title)


def closed(problem: Problem, code: int) -> Response:
    """Return the page of a problem. It can be framed as well: a browser leaves a frame blank otherwise. While the server is busy, the page
    asks again by itself, because nobody may be there to tap."""
    again = {"Refresh": AGAIN_SECONDS} if code == SERVICE_UNAVAILABLE else {}
    return _framed("closed", code, problem.headers | again, problem=problem, code=code)


PAGES["/embed/"] = closed


def _framed(name: str, status: int = 200, headers: Mapping[str, str] = MappingProxyType({}), **values: object) -> Response:
    scheme = request.args.get("scheme")
    page = render_template(f"embed/{name}.html", scheme=scheme if scheme in SCHEMES else "", **values)
    return compressed(Response(page, status, {**headers, "Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8"))
