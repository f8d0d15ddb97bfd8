"""The pages: server-rendered shells that small ES modules fill from the HTTP API. No record is read here, and no right decided.

`/` the games · `/games/new` · `/games/<id>` the table · `/games/<id>/replay` · `/players` · `/import` · `/join` the door for links ·
`POST /qr` a code for a link.
A record that this visitor may not read has no page either: it answers 404, like the API.
"""

import io
from typing import Final

import segno
from flask import Blueprint, Response, abort, render_template, request

from service.access import access, visitor
from service.errors import Problem

LONGEST_LINK: Final = 500
CONTENT_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

blueprint = Blueprint("pages", __name__, template_folder="templates", static_folder="static", static_url_path="/static")


@blueprint.get("/")
def games() -> str:
    return render_template("games.html")


@blueprint.get("/games/new")
def new_game() -> str:
    return render_template("new.html")


@blueprint.get("/games/<game>")
def table(game: str) -> str:
    return render_template("game.html", game=access(game).head.game)


@blueprint.get("/games/<game>/replay")
def replay(game: str) -> str:
    return render_template("replay.html", game=access(game).head.game)


@blueprint.get("/players")
def players() -> str:
    return render_template("players.html")


@blueprint.get("/import")
def import_files() -> str:
    return render_template("import.html")


@blueprint.get("/join")
def join() -> str:
    return render_template("join.html")


@blueprint.post("/qr")
def qr() -> Response:
    """The text of the body as a QR code (ISO/IEC 18004) in SVG. It comes in the body: a link's secret belongs in no address and no log."""
    text = request.get_data(as_text=True)
    if not 0 < len(text) <= LONGEST_LINK:
        abort(413)
    return Response(_drawn(text), content_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def _drawn(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=8, border=3, dark="#111", light="#fff", xmldecl=False)
    return out.getvalue()


@blueprint.context_processor
def visit() -> dict[str, bool]:
    return {"signed_in": visitor() is not None}


@blueprint.errorhandler(Problem)
def problem_page(problem: Problem) -> tuple[str, int]:
    return render_template("problem.html", problem=problem), problem.type.status


@blueprint.after_request
def guarded(response: Response) -> Response:
    """The policy of every response (`service.app`), and images drawn from data beside it: the code of a link."""
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    return response
