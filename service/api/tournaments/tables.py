"""/tournaments/{id}/rounds/{n}/tables/{n}/game and …/entries: open the game of a table, and see how the entries there can approve."""

from typing import Annotated, Any, TypedDict

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import MILLISECONDS, OFFSET, Flag
from domain.tournament.seating import entries_by_seat
from domain.tournament.state import Seated
from domain.tournament.taking import TableOfRound
from service.api.games.answers import Opened
from service.api.lib.contract import ETAG, LOCATION, Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.sending import opened, when_of
from service.api.tournaments.access import TournamentAccess, for_tournament_links
from service.errors import Problem
from service.store.clubs.clubs import Token
from service.store.errors import NoSuchStream
from service.store.keys import GameId
from service.wiring import wired

blueprint = Resource("tables", "Games of a tournament's tables.")


class TableGameBody(Schema):
    at = Shaped(MILLISECONDS, metadata={"description": "When the game began: milliseconds since 1970, UTC. Without it: now."})
    offset = Shaped(OFFSET, load_default=0)
    again = Shaped(
        Flag(), load_default=False, metadata={"description": "Open another game, because the former one was annulled or abandoned."}
    )


class EntryAtTable(TypedDict):
    entry: int
    pin: Annotated[bool, "Whether the entry has a PIN, and so can approve and confirm on somebody else's phone."]
    seats: Annotated[list[int], "The seats of the table's game for which the entry may confirm. Empty: the table has no game."]


class EntriesAtTable(TypedDict):
    tournament: str
    round: int
    table: int
    entries: Annotated[list[EntryAtTable], "In the order of the sides."]


@blueprint.route("/tournaments/<tournament>/rounds/<number>/tables/<table>/entries")
@for_tournament_links
@blueprint.response(200, EntriesAtTable)
def list_table_entries(access: TournamentAccess, token: Token, number: str, table: str) -> Response:
    """List the entries at a table, in order of its sides, with how each can approve a result

    This needs a token that may record at the table, or the check-in link of an entry there.
    """
    paired, seated = access.seated(number, table)
    if token.limited and token.table != seated.table and token.entry not in seated.entries:
        raise Problem("no-right", "This link is not for that table.", needs="record")
    entries = _approving(access, seated)
    answer = EntriesAtTable(tournament=access.id, round=paired.number, table=seated.table, entries=entries)
    return reply(answer, headers={"Cache-Control": "no-store"})


def _approving(access: TournamentAccess, seated: Seated) -> list[EntryAtTable]:
    """Return the entries at the table. An entry that was withdrawn from the record of the tournament is left out."""
    parts, now = wired(), access.reading
    try:
        opened = None if seated.game is None else parts.readings.of(GameId(seated.game)).opened
    except NoSuchStream:  # a table of an imported tournament may name a game that is not here
        opened = None
    seats = {} if opened is None else entries_by_seat(now.state, seated, opened)
    return [
        EntryAtTable(
            entry=entry,
            pin=parts.entry_pins.of(access.id, now, entry).there,
            seats=sorted(int(seat) for seat, sitting in seats.items() if entry in sitting),
        )
        for entry in seated.entries
        if entry in now.state.entries
    ]


@blueprint.route("/tournaments/<tournament>/rounds/<number>/tables/<table>/game", methods=["POST"])
@for_tournament_links
@blueprint.arguments(TableGameBody)
@blueprint.response(201, Opened, headers=LOCATION | ETAG)
@blueprint.refuses("contended", "not-opened")
def open_table_game(access: TournamentAccess, token: Token, body: dict[str, Any], number: str, table: str) -> Response:
    """Open the game of a table

    The game has the rules of the tournament and the people of the table's sides. If the table has a game already, that game is returned,
    and the outcome is `already-there`. The request may be repeated, and several phones may send it at the same time.
    """
    paired, seated = access.seated(number, table)
    if token.table not in (None, seated.table) or token.entry is not None:
        raise Problem("no-right", f"This link is for table {token.table}." if token.table else "This link is for no table.", needs="record")
    if body["again"] and not token.may("direct"):
        raise Problem("no-right", "Only a director may open another game for a table.", needs="direct")
    place = TableOfRound(paired.number, seated.table)
    return opened("game", wired().tables.open(access.id, token, place, when_of(body), again=body["again"]))
