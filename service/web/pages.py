"""Serves the pages. They are almost empty: small ES modules in the browser fill them from the HTTP API. This module reads only the rules of
a record, and decides no rights.

`/` the games · `/games/new` · `/games/<id>` the table · `/games/<id>/replay` · `/games/<id>/rules` the rules of that game · `/players` ·
`/import` · `/join` the page that links open · `/systems` the games that can be played · `/systems/<slug>` the complete rules of one · `POST
/qr` a code for a link.

A record that this visitor may not read has no page: the answer is 404, as from the API.
"""

import io
import re
from typing import Final

import segno
from flask import Blueprint, Response, abort, render_template, request

from domain.system import System, Table
from domain.systems import SYSTEMS
from service.access import access, visitor
from service.api.games.games import reading_of
from service.api.system.systems import sections, sheet
from service.errors import Problem, not_found
from service.web.house_rules import chosen_in, options_in_words

LONGEST_LINK: Final = 500
CONTENT_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

RULING: Final = re.compile(r"[A-Z]{2}-[0-9]+")
FAMILIES: Final = {"pitch": "Pitch and Smear"}
"""The names that pages show for families of systems, where the name in the code would not be clear to readers."""

blueprint = Blueprint("pages", __name__, template_folder="templates", static_folder="static", static_url_path="/static")


@blueprint.get("/")
def games() -> str:
    return render_template("games.html")


@blueprint.get("/games/new")
def new_game() -> str:
    return render_template("new.html", families=families(), chosen=request.args.get("system", ""))


@blueprint.get("/games/<game>")
def table(game: str) -> str:
    return render_template("game.html", **_played(game))


@blueprint.get("/games/<game>/replay")
def replay(game: str) -> str:
    return render_template("replay.html", **_played(game))


@blueprint.get("/games/<game>/rules")
def rules_of_game(game: str) -> str:
    """Return the page with the rule sheet of the game's system and the house rules of the game."""
    granted = access(game)
    system, rules = SYSTEMS[granted.head.system], reading_of(granted).opened.rules
    in_force = {**sheet(system.slug), "sheet": sections(system, rules)}
    house_rules = {"chosen": chosen_in(system, rules), "options": options_in_words(system, rules)}
    return render_template("rules.html", system=in_force, game=granted.head.game, **house_rules)


def _played(game: str) -> dict[str, object]:
    """Return the values that the pages of a game show before any script has run."""
    granted = access(game)
    system = SYSTEMS[granted.head.system]
    return {"game": granted.head.game, "system": system, "chosen": chosen_in(system, reading_of(granted).opened.rules)}


@blueprint.get("/systems")
def systems() -> str:
    return render_template("systems.html", families=families())


@blueprint.get("/systems/<slug>")
def rules(slug: str) -> str:
    if slug not in SYSTEMS:
        not_found()
    return render_template("rules.html", system=sheet(slug))


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
    """Return the text in the body as a QR code (ISO/IEC 18004) in SVG. The text is a link with a secret, so it must not be in an address or
    a log."""
    text = request.get_data(as_text=True)
    if not 0 < len(text) <= LONGEST_LINK:
        abort(413)
    return Response(_drawn(text), content_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def _drawn(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=8, border=3, dark="#111", light="#fff", xmldecl=False)
    return out.getvalue()


def families() -> list[tuple[str, list[System[Table]]]]:
    """Return the systems by family; each family is sorted by name. Systems that are alone in their family come first, in one group without
    a name."""
    grouped: dict[str, list[System[Table]]] = {}
    for system in sorted(SYSTEMS.values(), key=lambda system: re.sub(r"\d+", lambda number: number[0].zfill(3), system.name)):
        grouped.setdefault(system.family, []).append(system)
    alone = [system for systems in grouped.values() for system in systems if len(systems) == 1]
    several = [
        (FAMILIES.get(family) or family.replace("-", " ").capitalize(), systems) for family, systems in grouped.items() if systems[1:]
    ]
    return [("", alone), *several] if alone else several


@blueprint.app_template_filter()
def in_words(value: object) -> str:
    """Return the words for a value or name in code: `yes`, `last survivor`, `7`. Empty if there is nothing to show."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None or value in ({}, [], "") else str(value).replace("_", " ")


@blueprint.app_template_filter()
def ruled(source: str) -> str:
    """Return `source` if it is a ruling's id, else an empty text. Readers know rulings; they do not know the sections of our rules
    digest."""
    return source if RULING.fullmatch(source) else ""


@blueprint.app_template_filter()
def without_ids(sentence: str) -> str:
    """Remove the name in brackets from a sentence such as `Also played (bid min 4): Bids from four; …`. The words after it say what the
    rule does."""
    return re.sub(r"^Also played \([^)]*\): ", "Also played: ", sentence)


@blueprint.context_processor
def visit() -> dict[str, object]:
    return {"signed_in": visitor() is not None, "span": span}


def span(players: tuple[int, int]) -> str:
    """Return how many may play, such as `4` or `2 to 7`."""
    least, most = players
    return f"{least} to {most}" if least < most else f"{least}"


@blueprint.errorhandler(Problem)
def problem_page(problem: Problem) -> tuple[str, int]:
    return render_template("problem.html", problem=problem), problem.type.status


@blueprint.after_request
def guarded(response: Response) -> Response:
    """Set the content policy of a page: that of all responses (`service.app`), with images from data URLs, which QR codes need."""
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    return response
