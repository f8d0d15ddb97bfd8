"""Serves the pages that any other site may show in a frame: `/embed/games/<id>` a game, `/embed/tournaments/<id>` the standings of a
tournament. They are small, lead nowhere by themselves, and offer nothing that acts.

They show what a visitor without a link sees, also to a director: cookie and token of the request are ignored here, and the scripts of these
pages send none (`static/js/api.js`). A record that not everybody may see has a page that only says so.

The query chooses how a page looks: `scheme=light` or `dark`, and of a game `seat`, `autoplay=1`, `step` or `event` (`static/js/embed/`).
What cannot be is ignored, as on other pages.
"""

from typing import Final

from flask import Blueprint, Response, g, render_template, request

from domain.systems import SYSTEMS
from service.api.lib.compressed import compressed
from service.api.tournaments.access import access as tournament_access
from service.errors import DAMAGED, Problem, unavailable
from service.store.outcomes import RecordDamaged, StoreUnavailable
from service.web.pages import readable

POLICY: Final = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *"
SCHEMES: Final = ("light", "dark")

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


@blueprint.errorhandler(Problem)
def closed(problem: Problem) -> Response:
    return _framed("closed", problem.type.status, problem=problem)


@blueprint.errorhandler(StoreUnavailable)
def not_now(_error: StoreUnavailable) -> Response:
    return closed(unavailable())


@blueprint.errorhandler(RecordDamaged)
def damaged(_error: RecordDamaged) -> Response:
    return closed(Problem("record-damaged", DAMAGED))


def _framed(name: str, status: int = 200, **values: object) -> Response:
    scheme = request.args.get("scheme")
    page = render_template(f"embed/{name}.html", scheme=scheme if scheme in SCHEMES else "", **values)
    return compressed(Response(page, status, {"Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8"))
