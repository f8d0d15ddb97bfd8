"""/games/{id}/confirmation, /answers, /pins, /seats/{n}/pin, /handover, /rematch: what players do with a record besides recording play.

Players confirm the result with their seat's link, or with their PIN on somebody else's phone. They answer claims with their seat's link. In
a game of a tournament, the check-in link of an entry confirms too. In such a game only entries have PINs, seats do not. Other ways to
settle a record (final, annulled, time called) are ordinary events (docs/decisions/life-of-a-record.md).
"""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered
from domain.kernel.shapes import MAX_SEATS, Flag, Whole
from domain.record.sittings import sittings_of
from service.access import Access
from service.api.clubs.tokens import LINK_SECONDS, issued
from service.api.games.answers import Appended, HandedOver, PinnedSeats, Rematch
from service.api.lib.contract import ETAG, LOCATION, PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import PIN, VERSION, Shaped
from service.api.lib.guards import for_players, for_recorders
from service.api.lib.sending import IF_MATCH, appended, expected_version
from service.errors import Problem, not_found
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("life", "Confirm a result, hand the phone over, play again.")

# --- confirmation -----------------------------------------------------------------------------------------------------------------------


class ConfirmBody(Schema):
    seat = Shaped(Whole(0, MAX_SEATS - 1), required=True, metadata={"description": "The seat that confirms."})
    pin = Shaped(
        PIN, metadata={"description": "The PIN of the seat; in a tournament, of its entry. Not needed with the link of the seat or entry."}
    )


class PinBody(Schema):
    pin = Shaped(PIN, required=True)


@blueprint.route("/games/<game>/confirmation", methods=["POST"])
@for_players
@blueprint.arguments(ConfirmBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH]})
@blueprint.response(201, Appended, headers=ETAG)
def confirm_result(access: Access, token: Token, body: dict[str, Any]) -> Response:
    """Confirm the result of a game; `If-Match` must have the record's last version

    Every player at the table may confirm, and one confirmation is enough: after it, only directors can change the result. In a game of a
    tournament, the check-in link of an entry at the table confirms without a PIN; on other phones the PIN of that entry is needed.
    """
    seat, pin = Seat(body["seat"]), body.get("pin")
    return appended(wired().recording.life.confirm(access.head.game, token, seat, _seen(), pin))


def _seen() -> int:
    version = expected_version()
    if version is None:
        message = "must name the version that the player saw, because the record may have changed since"
        raise Problem("invalid", f"The header If-Match {message}.", [{"header": "If-Match", "message": message}])
    return version


# --- answers to claims ------------------------------------------------------------------------------------------------------------------


class AnswerBody(Schema):
    claim = Shaped(VERSION, required=True, metadata={"description": "The version of the claim or concession."})
    seat = Shaped(Whole(0, MAX_SEATS - 1), required=True, metadata={"description": "The seat that answers."})
    accepts = Shaped(Flag(), required=True, metadata={"description": "true: accepts; false: objects."})


@blueprint.route("/games/<game>/answers", methods=["POST"])
@for_players
@blueprint.arguments(AnswerBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH]})
@blueprint.response(201, Appended, headers=ETAG)
def answer_claim(access: Access, token: Token, body: dict[str, Any]) -> Response:
    """Accept a claim or concession, or object to it

    The last answer of a seat counts. The link of a seat answers only for that seat.
    """
    act = ClaimAnswered(body["claim"], Seat(body["seat"]), body["accepts"])
    return appended(wired().recording.life.answer(access.head.game, token, act, expected_version()))


# --- PINs -------------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/games/<game>/seats/<seat>/pin", methods=["PUT"])
@for_players
@blueprint.arguments(PinBody)
@blueprint.response(204)
def set_pin(access: Access, token: Token, body: dict[str, Any], seat: str) -> Response:
    """Set the PIN that a player uses to confirm on somebody else's phone

    The first PIN is set by the seat's own link, a scorekeeper of the club or a director, but not by the link of a table. Once a PIN is set,
    only the seat's own link or a director can change it. In a game of a tournament seats have no PINs: players confirm with the PIN of
    their entry.
    """
    reading = wired().readings.of(access.head.game)
    sitter = next((taken for taken in sittings_of(reading).taken if str(taken) == seat), None)
    if sitter is None:
        not_found()
    wired().recording.life.set_pin(access.head.game, token, sitter, body["pin"])
    return Response(status=204)


@blueprint.route("/games/<game>/pins")
@for_recorders
@blueprint.response(200, PinnedSeats)
def list_pins(access: Access, token: Token) -> Response:
    """List the seats whose player has a PIN

    These players can confirm a result on the scorekeeper's phone. The others can confirm it only with their own link. In a game of a
    tournament, a seat is listed if its entry has a PIN.
    """
    game = access.head.game
    seats = wired().recording.life.with_pin(game, token)
    return reply(PinnedSeats(game=game, seats=list(seats)), headers={"Cache-Control": "no-store"})


# --- hand-over --------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/games/<game>/handover", methods=["POST"])
@for_recorders
@blueprint.response(201, HandedOver)
def hand_over(access: Access, token: Token) -> Response:
    """Hand the scorekeeping of a game over to another phone

    The answer has a link for the other phone. If your token is the link of a game, the new link has the same rights, and your token becomes
    invalid. If your token is for the whole club, it stays valid, and the new link may record this game for one day. The link of a
    tournament's table is not handed over: every phone that scans the code on the table records there.
    """
    clubs = wired().clubs
    if token.tournament is not None:
        raise Problem("no-right", "The next phone scans the code on the table, as you did. Nothing has to be handed over.", needs="record")
    if not token.limited:
        until = wired().now() + LINK_SECONDS * 1000
        made, secret = clubs.issue(token.club, token.label, "record", game=access.head.game, expires=until)
    else:
        made, secret = clubs.issue(
            token.club,
            token.label,
            token.scope,
            game=token.game,
            expires=token.expires,
        )
        clubs.withdraw(token.club, token.id)
    return reply(HandedOver(**issued(made, secret), revoked=token.limited), 201, {"Cache-Control": "no-store"})


# --- rematch ----------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/games/<game>/rematch", methods=["POST"])
@for_recorders
@blueprint.response(201, Rematch, headers=LOCATION | ETAG)
def open_rematch(access: Access, token: Token) -> Response:
    """Open a rematch: a new game with the same players and rules

    After that, each of the two games names the other one. A game has only one rematch: if the request is repeated, the answer names the
    same new game. If your token is the link of this game, the answer has a link to the new game. The link of a tournament's table cannot
    open a rematch.
    """
    if token.tournament is not None:
        raise Problem("no-right", "This link is for a table of a tournament. It cannot open a rematch.", needs="record")
    made = wired().recording.opening.play_again(access.head, token)
    body: Rematch = {"game": made.game, "version": made.version, "outcome": made.outcome}
    if token.game is not None:
        link, secret = wired().clubs.issue(token.club, token.label, token.scope, game=made.game, expires=token.expires)
        body["link"] = issued(link, secret)["link"]
    headers = {"Location": f"{PREFIX}/games/{made.game}", "ETag": f'"{made.version}"', "Cache-Control": "no-store"}
    return reply(body, 201, headers)
