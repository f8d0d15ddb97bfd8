"""Serves the pages. They are almost empty: small ES modules in the browser fill them from the HTTP API. This module reads only the rules of
a record and the settings of the club, and decides no rights.

`/games` the list of games · `/games/new` · `/games/<id>` the table · `/games/<id>/replay` · `/games/<id>/rules` the rules of that game ·
`/players` · `/clubs/<club>/players/<person>` one person · `/import` · `/join` the page that every link opens first · `/systems` the games
that can be played · `/systems/<slug>` the complete rules of one · `POST /qr` a code for a link. `landing.py`, `practice_pages.py`,
`tournament_pages.py`, `club_pages.py` and `offline_pages.py` add theirs.

A record that this visitor may not read has no page: the answer is 404, as from the API.
"""

import hmac
import re
from contextlib import suppress
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, abort, render_template, request

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES
from domain.record.directory import AS_FOUNDED, ClubSettings
from domain.system import PUBLIC, System, Table
from domain.systems import SYSTEMS
from domain.views.house_rules import chosen_in
from domain.words.options import worded
from service.access import Access, access, viewer_of, visitor, within
from service.api.clubs.careers import player_of
from service.api.games.games import reading_of, state_now
from service.api.lib.contract import PREFIX
from service.api.lib.sending import compressed
from service.api.server.systems import sections, sheet
from service.errors import Problem, not_found
from service.files.contents import Use
from service.files.formats import FORMATS
from service.offline import engine
from service.pictures.table import HIGH, WIDE
from service.pictures.words import preview
from service.qr import drawn
from service.running.front_door import reachable
from service.running.installed import FOR_PHONES
from service.store.clubs.clubs import Token
from service.store.errors import StoreUnavailable
from service.store.keys import GameId, club_of, is_game, is_practice
from service.wiring import wired

LONGEST_LINK: Final = 500
CONTENT_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

VIEWER: Final = "Faceup-Viewer"
"""The header that says for whom a page is (`_mark`). The service worker reads it."""
SIZE: Final = {"wide": str(WIDE), "high": str(HIGH)}
RULING: Final = re.compile(r"[A-Z]{2}-[0-9]+")
FAMILIES: Final = {"pitch": "Pitch and Smear", "hi-lo": "Higher or lower", "bid-whist": "Bid Whist"}
"""The names that pages show for families of systems, where the name in the code would not be clear to readers."""

USES: Final[tuple[tuple[Use, str], ...]] = (("look", "To look at"), ("keep", "To keep and verify"), ("count", "For a spreadsheet"))
"""What people do with a file of a game, in the order of the page."""
STANDARD: Final = {"pitch-auction-classic": "Pitch", "spades-standard": "Spades", "bid-whist": "Bid Whist"}
"""What people look for who look for the game that a whole family is called after. None of its games has exactly this name."""
OPEN: Final = (("/games", "Games"), ("/tournaments", "Tournaments"), ("/systems", "Rules"))
"""The pages in the menu of the site, by address."""
MEMBERS: Final = (("/players", "Players"), ("/club", "Club"))
"""The pages that only members of a club see in the menu."""

blueprint = Blueprint("pages", __name__, template_folder="templates")


@blueprint.get("/games")
def games() -> str:
    token = visitor()
    return render_template("games.html", families=families(), records=token is not None and not token.limited and token.may("record"))


@blueprint.get("/games/new")
def new_game() -> str:
    token, chosen = visitor(), SYSTEMS.get(request.args.get("system", ""))
    named = "" if chosen is None else chosen.name
    club = "" if token is None else token.club
    return render_template("new.html", families=families(), chosen=named, club=club, visibility=settings_for(token).visibility)


def settings_for(token: Token | None) -> ClubSettings:
    """Return the club's settings for games and tournaments that this visitor begins. Visitors who may not begin any get the settings of a
    new club. May raise StoreUnavailable."""
    return AS_FOUNDED if token is None or token.limited else wired().people.settings(token.club)


@blueprint.get("/games/<game>")
def table(game: str) -> str:
    granted = readable(game)
    built = engine.name() if granted.records and engine.folder() is not None else None
    shares = granted.records or granted.head.visibility != "private"  # if nobody else may watch, scorekeepers make links
    return render_template("game.html", **_played(granted), shares=shares, results_first=_results_first(granted), engine=built)


@blueprint.get("/games/<game>/replay")
def replay(game: str) -> str:
    formats = sorted(FORMATS.values(), key=lambda form: [use for use, _ in USES].index(form.use))
    return render_template("replay.html", **_played(readable(game)), formats=formats, uses=USES)


@blueprint.get("/games/<game>/rules")
def rules_of_game(game: str) -> str:
    """Return the page with the rule sheet of the game's system and the house rules of the game."""
    granted = readable(game)
    system, rules = SYSTEMS[granted.head.system], reading_of(granted).opened.rules
    in_force = {**sheet(system.slug), "sheet": sections(system, rules)}
    return render_template("rules.html", system=in_force, game=granted.head.game, chosen=chosen_in(system, rules))


def _played(granted: Access) -> dict[str, object]:
    """Return the values that the pages of a game show before any script has run."""
    system = SYSTEMS[granted.head.system]
    chosen = chosen_in(system, reading_of(granted).opened.rules)
    ends = wired().practice.ends(club_of(granted.head.game))
    left = None if ends is None else ends - wired().now()
    shown = {"game": granted.head.game, "system": system, "chosen": chosen, "back": _way_back(visitor()), "left": left}
    visibility = granted.head.visibility
    spectates = visibility != "private" and not granted.records  # may share the address, which others can open
    return {**shown, "preview": _preview(granted), "public": visibility == "public", "spectates": spectates}


def _results_first(granted: Access) -> bool:
    """Whether the form asks for the result of a deal first: if the club wants it so, until play begins."""
    begins = all(EVENT_TYPES[event.type].common for event in reading_of(granted).events)
    return begins and wired().people.settings(club_of(granted.head.game)).results_first


def _preview(granted: Access) -> dict[str, str] | None:
    """Return what a link to this game shows in other programs, for a game that everybody may read: as everybody sees it."""
    head = granted.head
    if head.visibility == "private":
        return None
    title, said = preview(state_now(granted.seen_as(str(PUBLIC))), SYSTEMS[head.system].name)
    address = address_to_share()
    return {"title": title, "said": said, "picture": f"{address}{PREFIX}/games/{head.game}/picture?format=png" if address else ""} | SIZE


def readable(game: str) -> Access:
    """Return this visitor's access to the record `game`. The game of a practice table that has ended, but is not cleared yet, is not
    found."""
    granted = access(game)
    if _is_over(granted.head.game):
        not_found()
    return granted


def _is_over(game: GameId) -> bool:
    """Whether the game belongs to a practice table that has ended."""
    return is_practice(club_of(game)) and wired().practice.ends(club_of(game)) is None


def _way_back(token: Token | None) -> dict[str, str] | None:
    """Return the tournament's page to which the visitor's link leads: its `address`, and a `word` for it. Return None if the visitor has no
    link of a tournament."""
    if token is None or token.tournament is None:
        return None
    if token.table is not None:
        return {"address": f"/tournaments/{token.tournament}/tables/{token.table}", "word": f"Table {token.table}"}
    if token.entry is not None:
        return {"address": f"/tournaments/{token.tournament}/checkin", "word": "My page"}
    return {"address": f"/tournaments/{token.tournament}", "word": "Tournament"}


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


@blueprint.get("/clubs/<club>/players/<person>")
def player_page(club: str, person: str) -> str:
    asked = player_of(club, person)
    return render_template("player.html", club=asked.club, person=asked.person, name=asked.name)


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
    return Response(drawn(text), content_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def families() -> list[tuple[str, list[System[Table]]]]:
    """Return the systems by family; each family is sorted by name, but its plain game comes first. Systems that are alone in their family
    come first, in one group without a name."""
    plain = {system.family: system for system in reversed([*SYSTEMS.values()])}
    grouped: dict[str, list[System[Table]]] = {}
    for system in sorted(SYSTEMS.values(), key=lambda system: re.sub(r"\d+", lambda number: number[0].zfill(3), system.name)):
        place = 0 if system is plain[system.family] else len(SYSTEMS)
        grouped.setdefault(system.family, []).insert(place, system)
    alone = [system for systems in grouped.values() for system in systems if len(systems) == 1]
    several = [(family_name(family), systems) for family, systems in grouped.items() if systems[1:]]
    return [("", alone), *several] if alone else several


def family_name(family: str) -> str:
    """Return the name that people read for a family of systems."""
    return FAMILIES.get(family) or family.replace("-", " ").capitalize()


@blueprint.app_template_filter()
def standard(slug: str) -> str:
    """Return the words that say which game of a family is the standard one; empty for all other games."""
    return f"Standard {STANDARD[slug]}" if slug in STANDARD else ""


@blueprint.app_template_filter()
def in_words(value: Json, option: str) -> str:
    """Return the words for the value of the option with this name: `yes`, `added up`, `hearts`, `7`. Empty if there is nothing to show."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None or value in ({}, [], "") else worded(option, value)


@blueprint.app_template_filter()
def ruled(source: str) -> str:
    """Return `source` if it is a ruling's id, otherwise an empty text: readers know rulings, but not the sections of our rules digest."""
    return source if RULING.fullmatch(source) else ""


@blueprint.context_processor
def visit() -> dict[str, object]:
    try:
        token = visitor()
    except Problem:  # the page itself says that the token is invalid
        token = None
    config = wired().config
    return {
        "signed_in": token is not None,
        "guest": token is None or token.practice,
        "practice": config.practice,
        "span": span,
        "address": address_to_share(),
        "fixed": config.public_url is not None or (config.https_port > 0 and request.is_secure),
        "for_phones": FOR_PHONES,
        "places": [*OPEN, *(MEMBERS if token is not None and not token.limited else ())],
    }


def address_to_share() -> str | None:
    """Return an address of this installation that phones can open, or None if there is none. The pages use it for links to share."""
    return next(reachable(wired().config), None)


def span(players: tuple[int, int]) -> str:
    """Return how many may play, such as `4` or `2 to 7`."""
    least, most = players
    return f"{least} to {most}" if least < most else f"{least}"


@blueprint.errorhandler(Problem)
def problem_page(problem: Problem) -> tuple[str, int]:
    game = str((request.view_args or {}).get("game", ""))
    over = problem.type.status == 404 and is_game(game) and _is_over(GameId(game))
    return render_template("practice_ended.html" if over else "problem.html", problem=problem), problem.type.status


@blueprint.after_request
def guarded(response: Response) -> Response:
    """Set the content policy of a page, say for whom it is, and compress it. Unlike the policy of all other responses (`service.app`), it
    allows images from data URLs, because QR codes need them."""
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    if response.mimetype != "text/html":
        return response
    with suppress(StoreUnavailable):
        response.headers[VIEWER] = _mark()
    return compressed(response)


def _mark() -> str:
    """Return what says to a device whether the pages and records that it has kept are still for this visitor. For another link it begins
    with another word, and also when somebody in the club was renamed or erased. On a page of a game a second word says which rights the
    link has there. Empty for a visitor without a link. May raise StoreUnavailable."""
    try:
        token = visitor()
    except Problem:
        token = None
    if token is None:
        return ""
    who = hmac.new(wired().key, f"{token} {wired().people.named_at(token.club)}".encode(), sha256).hexdigest()[:16]
    game = str((request.view_args or {}).get("game", ""))
    return f"{who} {viewer_of(within(token, GameId(game)))}" if is_game(game) else who
