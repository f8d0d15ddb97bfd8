"""/games/{id}/confirmation, /answers, /pins, /seats/{n}/pin, /handover, /rematch: what players do about a record beside playing.

A player confirms with the link of their own seat, or with their PIN on somebody else's phone, and answers claims by that link. What else
settles a record (final, annulled, time called) are events like others. docs/decisions/life-of-a-record.md says what each takes.
"""

from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from flask import Response
from marshmallow import Schema

from domain.kernel.cards import Seat
from domain.kernel.events import (
    ClaimAnswered,
    Event,
    EventId,
    GameLinked,
    GameOpened,
    PersonId,
    Relation,
    Seating,
    SpectatorDelaySet,
    TokenId,
)
from domain.kernel.shapes import MAX_SEATS, Fault, Flag, Sealed, Text, Whole
from domain.record.chain import hashes
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.life import confirming
from domain.record.sittings import sittings_of
from domain.system import Unplayable
from domain.views import title_of
from service.access import Access
from service.api.answers.events import Appended
from service.api.answers.life import HandedOver, PinnedSeats, Rematch
from service.api.clubs.tokens import LINK_SECONDS, issued
from service.api.games.events import IF_MATCH, appended
from service.api.games.games import ETAG
from service.api.lib.conditional import expected_version
from service.api.lib.contract import PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import VERSION, Shaped
from service.api.lib.guards import for_players, for_recorders
from service.errors import Problem, invalid, not_found
from service.seen.life import answerable, awaited
from service.store.clubs.clubs import Token
from service.store.games.pins import TooManyTries
from service.store.keys import GameId, club_of, game_id
from service.store.outcomes import BodyDiffers, Conflict
from service.store.streams.batch import Draft
from service.wiring import wired

blueprint = Resource("life", "Confirm a result, hand the phone over, play again.")

DERIVED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/life")
"""Namespace (RFC 9562 §5.5) of the ids of events that follow from what they are about: to ask twice is to ask once."""
PIN: Final = Text(8, r"[0-9]{4,8}")


# --- confirmation -----------------------------------------------------------------------------------------------------------------------


class ConfirmBody(Schema):
    seat = Shaped(Whole(0, MAX_SEATS - 1), required=True, metadata={"description": "Who confirms."})
    pin = Shaped(PIN, metadata={"description": "Not needed with the link of that seat."})


class PinBody(Schema):
    pin = Shaped(PIN, required=True)


@blueprint.route("/games/<game>/confirmation", methods=["POST"])
@for_players
@blueprint.arguments(ConfirmBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH]})
@blueprint.response(201, Appended(), headers=ETAG)
def confirm(found: Access, token: Token, body: dict[str, Any]) -> Response:
    """Confirm the result, as it follows from the version in `If-Match`

    From then on only directors change it. Everybody may confirm; one is enough.
    """
    seat, through, game = Seat(body["seat"]), _seen(), found.head.game
    _acting(token, seat)
    now = _now(found)
    event_id = _derived(game, f"confirmation {seat} {through}")
    if through != now.version and not any(event.id == event_id for event in now.events):
        raise Conflict(through, now.version)
    reading = now.at(through)
    _refuse_nothing(reading, seat)
    if token.seat != seat:
        _check_pin(game, seat, people_of(reading).get(seat), body.get("pin"))
    *_, hash_ = hashes(reading.events)
    act = confirming(seat, through, hash_, reading.system.outcome(reading.table))
    return appended(wired().records.append(game, through, [Draft(act, event_id)], token.id))


def _refuse_nothing(reading: Reading, seat: Seat) -> None:
    """Raises Problem where that seat has nothing to confirm."""
    result = reading.result
    if seat not in sittings_of(reading).taken:
        raise invalid([Fault("/seat", f"nobody sits at seat {seat} of this table")])
    if seat not in awaited(reading, result):
        done = result.confirmed is not None and seat in result.confirmed.seats
        why = f"Seat {seat} has confirmed this result." if done else f"The game is {result.state}: there is no result to confirm."
        raise Problem("not-finished", why)


def _seen() -> int:
    version = expected_version()
    if version is None:
        message = "must name the version that was seen: nobody confirms what may have changed since"
        raise Problem("invalid", f"The header If-Match {message}.", [{"header": "If-Match", "message": message}])
    return version


def _now(found: Access) -> Reading:
    return wired().readings.of(found.head.game)


def _acting(token: Token, seat: Seat) -> None:
    """Raises Problem `no-right` for the link of another seat."""
    if token.seat != seat and not token.may("record"):
        raise Problem("no-right", f"This link acts for seat {token.seat} alone.", needs="record")


def _check_pin(game: GameId, seat: Seat, person: PersonId | None, pin: str | None) -> None:
    pins = wired().pins
    if pin is None:
        raise invalid([Fault("/pin", f"is needed: this is not the link of seat {seat}")])
    if not pins.has(game, seat, person):
        raise invalid([Fault("/pin", f"none is set for seat {seat}")])
    try:
        fits = pins.fits(game, seat, person, pin)
    except TooManyTries as refused:
        headers = {"Retry-After": str(refused.seconds)}
        raise Problem("too-many-attempts", f"Seat {seat} takes no PIN for {refused.seconds} seconds.", headers=headers) from None
    if not fits:
        raise Problem("wrong-pin", f"This is not the PIN of seat {seat}.", [{"pointer": "/pin", "message": "is wrong"}])


# --- answers to claims ------------------------------------------------------------------------------------------------------------------


class AnswerBody(Schema):
    claim = Shaped(VERSION, required=True, metadata={"description": "The version of the claim or concession."})
    seat = Shaped(Whole(0, MAX_SEATS - 1), required=True, metadata={"description": "Who answers."})
    accepts = Shaped(Flag(), required=True, metadata={"description": "true: accepts; false: objects."})


@blueprint.route("/games/<game>/answers", methods=["POST"])
@for_players
@blueprint.arguments(AnswerBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH]})
@blueprint.response(201, Appended(), headers=ETAG)
def answer(found: Access, token: Token, body: dict[str, Any]) -> Response:
    """Accept a claim or concession, or object to it

    The last answer of a seat counts. The link of a seat answers for that seat alone.
    """
    seat, expected, game = Seat(body["seat"]), expected_version(), found.head.game
    _acting(token, seat)
    act = ClaimAnswered(body["claim"], seat, body["accepts"])
    now = _now(found)
    draft = _answering(game, now, act)
    if not any(event.id == draft.id for event in now.events):
        _refuse_no_claim(now, act)
    return appended(wired().records.append(game, expected, [draft], token.id))


def _refuse_no_claim(now: Reading, act: ClaimAnswered) -> None:
    """Raises Problem `invalid` where nobody sits there, or there is nothing that they could answer."""
    claims = {claim.version: claim for claim in answerable(now, now.result)}
    if act.seat not in sittings_of(now).taken:
        raise invalid([Fault("/seat", f"nobody sits at seat {act.seat} of this table")])
    if act.claim not in claims:
        raise invalid([Fault("/claim", f"event {act.claim} is no claim or concession that waits for an answer")])
    if claims[act.claim].seat == act.seat:
        raise invalid([Fault("/seat", "made the claim: it is for the others to answer")])


def _answering(game: GameId, now: Reading, act: ClaimAnswered) -> Draft:
    """The answer that counts if it says the same, else a new one: who repeats an answer gives it once."""
    given = [event for event in now.events if _answers_alike(event, act)]
    counts = next((step.event for step in reversed(now.steps) if _answers_alike(step.event, act)), None)
    if counts is not None and counts.act == act:
        return Draft(act, counts.id, counts.after, counts.at, counts.offset)
    return Draft(act, _derived(game, f"answer {act.claim} {act.seat} {act.accepts} {len(given)}"))


def _answers_alike(event: Event, act: ClaimAnswered) -> bool:
    """Whether the event is an answer of the same seat to the same claim."""
    return isinstance(event.act, ClaimAnswered) and (event.act.claim, event.act.seat) == (act.claim, act.seat)


# --- PINs -------------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/games/<game>/seats/<seat>/pin", methods=["PUT"])
@for_players
@blueprint.arguments(PinBody)
@blueprint.response(204)
def set_pin(found: Access, token: Token, body: dict[str, Any], seat: str) -> Response:
    """Set the PIN with which a player confirms on a phone that is not theirs

    One that is set is changed by the seat's own link, or a director.
    """
    reading = _now(found)
    sitter = next((taken for taken in sittings_of(reading).taken if str(taken) == seat), None)
    if sitter is None:
        not_found()
    _acting(token, sitter)
    pins, game, person = wired().pins, found.head.game, people_of(reading).get(sitter)
    if token.seat != sitter and not token.may("direct") and pins.has(game, sitter, person):
        raise Problem("pin-set", f"Seat {seat} has a PIN.")
    pins.put(game, sitter, person, body["pin"])
    return Response(status=204)


@blueprint.route("/games/<game>/pins")
@for_recorders
@blueprint.response(200, PinnedSeats())
def pins(found: Access, _: Token) -> Response:
    """The seats whose player has a PIN

    These can confirm on the phone of whoever records; the others on their own.
    """
    reading, kept, game = _now(found), wired().pins, found.head.game
    people = people_of(reading)
    seats = [seat for seat in sorted(sittings_of(reading).taken) if kept.has(game, seat, people.get(seat))]
    return reply({"game": game, "seats": seats}, headers={"Cache-Control": "no-store"})


# --- hand-over --------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/games/<game>/handover", methods=["POST"])
@for_recorders
@blueprint.response(201, HandedOver())
def hand_over(found: Access, token: Token) -> Response:
    """Hand the score over to another phone

    A table link is replaced by a new one with the same rights, and ends. Whoever came with a token of the club keeps it, and hands out a
    link to this table, for a day.
    """
    clubs = wired().clubs
    if token.game is None:
        until = wired().now() + LINK_SECONDS * 1000
        made, secret = clubs.issue(token.club, token.label, "record", game=found.head.game, expires=until)
    else:
        made, secret = clubs.issue(token.club, token.label, token.scope, game=token.game, expires=token.expires)
        clubs.withdraw(token.club, token.id)
    return reply({**issued(made, secret), "revoked": token.game is not None}, 201, {"Cache-Control": "no-store"})


# --- rematch ----------------------------------------------------------------------------------------------------------------------------


@blueprint.route("/games/<game>/rematch", methods=["POST"])
@for_recorders
@blueprint.response(201, Rematch(), headers={"Location": {"schema": {"type": "string"}}, "ETag": {"schema": {"type": "string"}}})
def play_again(found: Access, token: Token) -> Response:
    """Open a game with the same players and rules; both records name each other

    A game has one rematch: to ask again gives the same one. Who holds a table link gets another one, for the new table.
    """
    reading, game = _now(found), found.head.game
    if reading.result.state == "open":
        raise Problem("not-finished", "This game is still played.")
    former = reading.life.rematch
    new = GameId(former) if former is not None else _opened(found, reading, token.id)
    if former is None and found.head.delay:
        _as_late(new, found.head.delay, token.id)
    version = _linked(new, game, "rematch_of", token.id)
    _linked(game, new, "rematch", token.id)
    body: dict[str, Any] = {"game": new, "version": version, "outcome": "already-there" if former is not None else "appended"}
    if token.game is not None:
        made, secret = wired().clubs.issue(token.club, token.label, token.scope, game=new, expires=token.expires)
        body["link"] = issued(made, secret)["link"]
    return reply(body, 201, {"Location": f"{PREFIX}/games/{new}", "ETag": f'"{version}"', "Cache-Control": "no-store"})


def _opened(found: Access, reading: Reading, by: TokenId) -> GameId:
    """The rematch of a record that names none. Its id follows from the record, so that what broke off half-way is found again."""
    withdrawn = sum(isinstance(event.act, GameLinked) and event.act.relation == "rematch" for event in reading.events)
    club, event_id = club_of(found.head.game), _derived(found.head.game, f"rematch {withdrawn}")
    try:
        return wired().records.open(club, Draft(_opening(found, reading), event_id), by).game
    except BodyDiffers:  # it was opened before, and the players or the title are others now
        return game_id(club, event_id)


def _as_late(game: GameId, delay: int, by: TokenId) -> None:
    """Spectators see a rematch as late as the game that it continues. Safe to repeat."""
    wired().records.append(game, None, [Draft(SpectatorDelaySet(delay), _derived(game, f"delay {delay}"))], by)


def _opening(found: Access, reading: Reading) -> GameOpened:
    """The opening with whoever sits there now. Raises Problem `invalid` where they are too few or too many."""
    system, people = reading.system, people_of(reading)
    seats = sorted(sittings_of(reading).taken)
    try:
        rules = system.rules_again({**reading.opened.rules, **system.options_for(len(seats))}, len(seats))
    except Unplayable as refused:
        raise invalid(refused.faults) from refused
    title = title_of(reading)
    sealed = None if title is None else Sealed("", title)
    return GameOpened(system.slug, rules, tuple(Seating(seat, people.get(seat)) for seat in seats), found.head.visibility, sealed)


def _linked(game: GameId, other: GameId, relation: Relation, by: TokenId) -> int:
    """Let the record of `game` name the other one; its version then. Once is enough."""
    draft = Draft(GameLinked(other, relation), _derived(game, f"{relation} {other}"))
    return wired().records.append(game, None, [draft], by).version


def _derived(game: GameId, what: str) -> EventId:
    return EventId(str(uuid5(DERIVED, f"{game} {what}")))
