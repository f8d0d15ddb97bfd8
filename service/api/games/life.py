"""/games/{id}/confirmation, /answers, /pins, /seats/{n}/pin, /handover, /rematch: what players do with a record besides recording play.

Players confirm the result with their seat's link, or with their PIN on somebody else's phone. They answer claims with their seat's link. In
a game of a tournament, the check-in link of an entry confirms too. In such a game only entries have PINs, seats do not. Other ways to
settle a record (final, annulled, time called) are ordinary events (docs/decisions/life-of-a-record.md).
"""

import hmac
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered
from domain.kernel.shapes import MAX_SEATS, Flag, Whole
from domain.record.sittings import sittings_of
from service.access import Access, given_away
from service.admission import guesser
from service.api.clubs.tokens import LINK_SECONDS, issued
from service.api.games.answers import Appended, HandedOver, PinnedSeats, Rematch
from service.api.games.games import recorded
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, LOCATION, PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import PIN, VERSION, Shaped
from service.api.lib.guards import for_players, for_recorders
from service.api.lib.sending import APPENDED, IF_MATCH, IF_MATCH_VERSION, PREFER, expected_seen, idempotency_key
from service.errors import Problem, not_found
from service.store.clubs.clubs import Token
from service.store.streams.seen import Seen
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
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH_VERSION, PREFER]})
@blueprint.response(201, Appended, headers=APPENDED)
@blueprint.refuses("not-finished", "second-person-needed", "too-many-attempts", "wrong-pin")
def confirm_result(access: Access, token: Token, body: dict[str, Any]) -> Response:
    """Confirm the result of a game; `If-Match` must have the record's last version

    Every player at the table may confirm, and one confirmation is enough: after it, only directors can change the result. In a game of a
    tournament, the check-in link of an entry at the table confirms without a PIN; on other phones the PIN of that entry is needed.
    """
    seat, pin = Seat(body["seat"]), body.get("pin")
    confirming = (access.head.game, token, seat, _seen(), pin, guesser(token))
    return recorded(access, lambda: wired().recording.life.confirm(*confirming), 1, corrects=False)


def _seen() -> Seen:
    seen = expected_seen()
    if seen is None:
        message = "must name the version that the player saw, because the record may have changed since"
        raise Problem("invalid", f"The header If-Match {message}.", [{"header": "If-Match", "message": message}])
    return seen


# --- answers to claims ------------------------------------------------------------------------------------------------------------------


class AnswerBody(Schema):
    claim = Shaped(VERSION, required=True, metadata={"description": "The version of the claim or concession."})
    seat = Shaped(Whole(0, MAX_SEATS - 1), required=True, metadata={"description": "The seat that answers."})
    accepts = Shaped(Flag(), required=True, metadata={"description": "true: accepts; false: objects."})


@blueprint.route("/games/<game>/answers", methods=["POST"])
@for_players
@blueprint.arguments(AnswerBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH, PREFER]})
@blueprint.response(201, Appended, headers=APPENDED)
@blueprint.refuses("confirmed", "over-budget")
def answer_claim(access: Access, token: Token, body: dict[str, Any]) -> Response:
    """Accept a claim or concession, or object to it

    The last answer of a seat counts. The link of a seat answers only for that seat.
    """
    act = ClaimAnswered(body["claim"], Seat(body["seat"]), body["accepts"])
    answering = (access.head.game, token, act, expected_seen())
    return recorded(access, lambda: wired().recording.life.answer(*answering), 1, corrects=False)


# --- PINs -------------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/games/<game>/seats/<seat>/pin", methods=["PUT"])
@for_players
@blueprint.arguments(PinBody)
@blueprint.response(204)
@blueprint.refuses("pin-set")
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
    """List the seats whose player has a PIN, in order of seats

    These players can confirm a result on the scorekeeper's phone. The others can confirm it only with their own link. In a game of a
    tournament, a seat is listed if its entry has a PIN.
    """
    game = access.head.game
    seats = wired().recording.life.with_pin(game, token)
    return reply(PinnedSeats(game=game, seats=list(seats)), headers={"Cache-Control": "no-store"})


# --- hand-over --------------------------------------------------------------------------------------------------------------------------


View = Callable[..., Response]


def or_answered_before(view: View) -> View:
    """Make a view that answers a repeated hand-over again. The first request has ended its token, so the token has no right any more."""

    @wraps(view)
    def guarded(game: str, **kwargs: Any) -> Response:
        try:
            return view(game=game, **kwargs)
        except Problem:  # asked afterwards: another request may give the link away while the view runs
            former = None if idempotency_key() is None else given_away()
            again = None if former is None or former.game != game else wired().clubs.hand_over(former, _seed(former, game))
            if again is None:
                raise
            return _handed(*again, revoked=True)

    return guarded


@blueprint.route("/games/<game>/handover", methods=["POST"])
@or_answered_before
@for_recorders
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, HandedOver)
@blueprint.never_refuses("id-taken")  # the key is for a link, and no event is recorded
def hand_over(access: Access, token: Token) -> Response:
    """Hand the scorekeeping of a game over to another phone

    The answer has a link for the other phone. If your token is the link of a game, the new link has the same rights, and your token becomes
    invalid. If your token is for the whole club, it stays valid, and the new link may record this game for one day. If the same request is
    sent again with the same `Idempotency-Key`, the answer has the same link. The link of a tournament's table is not handed over: every
    phone that scans the code on the table records there. Nor is a practice table.
    """
    if token.practice:
        raise Problem("no-right", "A practice table is not handed over: make a link to it for the other phone.", needs="record")
    parts, seed = wired(), _seed(token, access.head.game)
    if token.tournament is not None:
        raise Problem("no-right", "The next phone scans the code on the table, as you did. Nothing has to be handed over.", needs="record")
    if not token.limited:
        until = parts.now() + LINK_SECONDS * 1000
        made = parts.clubs.issue(token.club, token.label, "record", game=access.head.game, expires=until, by=token, seed=seed)
        return _handed(*made, revoked=False)
    parts.chains.take(token, "tokens")
    handed = parts.clubs.hand_over(token, seed)
    if handed is None:
        raise Problem("no-right", "This link was handed over already: the other phone records now.", needs="record")
    return _handed(*handed, revoked=True)


def _handed(token: Token, secret: str, *, revoked: bool) -> Response:
    return reply(HandedOver(**issued(token, secret), revoked=revoked), 201, {"Cache-Control": "no-store"})


def _seed(token: Token, game: str) -> bytes | None:
    """Return the bytes from which the link of this hand-over is made. They follow from the Idempotency-Key; None without a key."""
    key = idempotency_key()
    return None if key is None else hmac.digest(wired().key, f"handover {token.club} {token.id} {game} {key}".encode(), "sha256")


# --- rematch ----------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/games/<game>/rematch", methods=["POST"])
@for_recorders
@blueprint.response(201, Rematch, headers=LOCATION | ETAG)
@blueprint.refuses("contended", "not-finished", "over-budget")
def open_rematch(access: Access, token: Token) -> Response:
    """Open a rematch: a new game with the same players and rules

    After that, each of the two games names the other one. A game has only one rematch: if the request is repeated, the answer names the
    same new game. If your token is the link of this game, the answer has a link to the new game. The link of a tournament's table cannot
    open a rematch, nor can that of a practice table.
    """
    if token.practice:
        raise Problem("no-right", "A practice table has one game. Open another practice table.", needs="record")
    if token.tournament is not None:
        raise Problem("no-right", "This link is for a table of a tournament. It cannot open a rematch.", needs="record")
    made = wired().recording.opening.play_again(access.head, token)
    body: Rematch = {"game": made.game, "version": made.seen.version, "outcome": made.outcome}
    if token.game is not None:
        wired().chains.take(token, "tokens")
        link, secret = wired().clubs.issue(token.club, token.label, token.scope, game=made.game, expires=token.expires, by=token)
        body["link"] = issued(link, secret)["link"]
    headers = {"Location": f"{PREFIX}/games/{made.game}", "ETag": f'"{made.seen}"', "Cache-Control": "no-store"}
    return reply(body, 201, headers)
