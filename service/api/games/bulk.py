"""GET /records: the records of many games as NDJSON, one record a line, each as its export has it.
POST /records takes such a record after its parts were put on lines of their own (domain/files/many.py).

Records come in pages of limited work. A page ends early before it would read more than MOST_READ steps; the `next` link goes on there.
"""

from collections.abc import Iterator
from typing import Any, Final

import orjson
from flask import Response

from domain.files.layout import as_line
from domain.kernel.shapes import Text, Whole
from service.access import Access, access, met, viewer_of, visitor, within
from service.api.games.files import exported
from service.api.games.games import WantedQuery, reach, wanted_games
from service.api.lib.conditional import OWN
from service.api.lib.contract import Resource
from service.api.lib.fields import Digits, Shaped
from service.api.lib.paging import NEXT, game_at, next_page, sent_cursor
from service.api.lib.refusals import LONG, TOKEN
from service.caches.game_lines import Listed
from service.errors import DAMAGED, Problem, body_of, wrong_parameter
from service.files.contents import ExportClosed
from service.memory.work import A_GAME
from service.store.errors import RecordDamaged
from service.store.keys import Club, GameId
from service.wiring import wired

blueprint = Resource("records", "The records of many games.")

NDJSON: Final = "application/x-ndjson"
MOST_READ: Final = 10_000
"""How many steps of records one page has. One record is always sent, however long it is."""


class RecordsQuery(WantedQuery):
    limit = Digits(Whole(1, 100), load_default=20)
    cursor = sent_cursor()
    after = Shaped(Text(40), metadata={"description": "The id of the last game that you have: go on after it, instead of with a cursor."})


@blueprint.route("/records")
@blueprint.arguments(RecordsQuery, location="query")
@blueprint.alt_response(
    200,
    schema={"type": "string"},
    content_type=NDJSON,
    headers=NEXT,
    description="A record file on each line, or a problem document with the member `game`.",
)
@blueprint.refuses(*TOKEN, *LONG)
def list_records(query: dict[str, Any]) -> Response:
    """Get the records of many games: those of the list of games with the same filters, newest first

    The order is that of the list of games. Each line is the export of one game in the format json, without its line breaks. Its members
    `header`, each of `events` and `footer`, on lines of their own, are the file in the format ndjson, which can be verified and imported. A
    record that cannot be exported now has a problem document in its place, with the id of the game as `game`. A page may have fewer lines
    than `limit`: only the last page has no `next` link. If an answer was cut off, go on with `after` and the game of the last whole line.
    """
    token, parts = visitor(), wired()
    club, wanted = wanted_games(query)
    page = parts.game_lines.page(club, _before(query, club), query["limit"], wanted, reach(token, club))
    games = list(_affordable(page.games))
    parts.work.steps(sum(A_GAME + each.head.version for each in games))
    last = page.last if len(games) == len(page.games) else games[-1].head.game
    headers = OWN | next_page(last, wired().key, after=None)
    return Response(b"".join(_line(each) + b"\n" for each in games), 200, headers, content_type=NDJSON)


def _before(query: dict[str, Any], club: Club) -> GameId | None:
    """Return the last game of the page before; None: the first page is wanted. Raises Problem `invalid`."""
    if "after" not in query:
        return game_at(query, club, wired().key)
    if "cursor" in query:
        said = "cannot be combined: both say where to go on"
        places = [{"parameter": name, "message": said} for name in ("after", "cursor")]
        raise Problem("invalid", f"The query parameters after and cursor {said}.", places)
    try:
        game = access(query["after"]).head.game
    except Problem:
        game = None
    if game is None or not game.startswith(f"{club}-"):
        raise wrong_parameter("after", "is not the id of a game of this list that you may read")
    return game


def _affordable(listed: list[Listed]) -> Iterator[Listed]:
    """Yield the first games of a page, as many as may be read together."""
    steps = 0
    for number, each in enumerate(listed):
        steps += A_GAME + each.head.version
        if number and steps > MOST_READ:
            return
        yield each


def _line(listed: Listed) -> bytes:
    """Return the record of one game as a line, without its end."""
    seen = _seen(listed)
    try:
        return as_line(exported(seen, once=True).lines())
    except ExportClosed as closed:
        problem = Problem("history-closed", str(closed))
    except RecordDamaged:
        problem = Problem("record-damaged", DAMAGED)
    return orjson.dumps({**body_of(problem), "game": listed.head.game})


def _seen(listed: Listed) -> Access:
    """Return this visitor's access to a listed game."""
    token = visitor()
    mine = None if token is None else within(token, listed.head.game)
    return met(listed.head, mine, viewer_of(mine))
