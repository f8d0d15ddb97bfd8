"""/clubs: the clubs of this installation. Only an owner of the installation may found clubs. The owners of the club `home` own the
installation."""

import hmac
from typing import Annotated, Any, Final, TypedDict

from flask import Response
from marshmallow import Schema, fields

from domain.kernel.events.club import DELAY, VISIBILITIES, ClubSettingsChanged
from domain.kernel.shapes import Fault, Flag, OneOf, Text
from service.access import owns_installation
from service.api.lib.conditional import listed
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, LOCATION, PREFIX, SENT_HEADERS, Resource, reply
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_club, for_token
from service.api.lib.refusals import LONG
from service.api.lib.sending import event_id
from service.errors import Problem, invalid, not_found
from service.running.front_door import url
from service.running.owner import link
from service.store.clubs.clubs import Token
from service.store.clubs.members import WEEK_MS
from service.store.clubs.people import ClubChange
from service.store.clubs.people import change_club as changed
from service.store.keys import CLUB_PATTERN, RESERVED, Club, is_reserved
from service.wiring import wired

blueprint = Resource("clubs", "Clubs of this installation.")

NOT_KEPT: Final = {"Cache-Control": "no-store"}
CLUB_NAME: Final = Text(80)


class ClubLine(TypedDict):
    club: Annotated[str, "The club's short name, with which the ids of its games begin. The short name never changes."]
    name: str


class SettingsShown(TypedDict):
    visibility: Annotated[str, "Who may read new games and tournaments, if the request does not say: private, unlisted or public."]
    delay: Annotated[int, "How many seconds late spectators see new games, if the request does not say. Not for tables of tournaments."]
    pins: Annotated[bool, "Whether pages ask players for a PIN at check-in, also in tournaments that have begun."]
    results_first: Annotated[bool, "Whether the form of a game that begins asks for the result of a deal first, not for its cards."]


class ClubShown(ClubLine):
    members: Annotated[int, "How many members the club has."]
    settings: Annotated[SettingsShown, "What applies to games and tournaments that begin from now on."]


class ClubList(TypedDict):
    clubs: Annotated[list[ClubLine], "Sorted by short name."]


class Link(TypedDict):
    link: Annotated[str, "The first person who opens the link can accept the invitation. Its secret is in the fragment of the URL."]
    expires_at: Annotated[int, "Milliseconds since 1970, UTC."]


class ClubFounding(ClubLine):
    invitation: Annotated[Link, "The invitation for the owner of the new club."]


class NewClub(Schema):
    club = Shaped(Text(16, CLUB_PATTERN), required=True, metadata={"description": "The short name: 2 to 16 lower-case letters and digits."})
    name = Shaped(CLUB_NAME, required=True)
    owner = Shaped(CLUB_NAME, metadata={"description": "The name of the person who will own the club. Without it: Owner."})


class NewSettings(Schema):
    visibility = Shaped(OneOf(VISIBILITIES), metadata={"description": "Who may read new games and tournaments."})
    delay = Shaped(DELAY, metadata={"description": "How many seconds late spectators see new games."})
    pins = Shaped(Flag(), metadata={"description": "Whether players are asked for a PIN at check-in."})
    results_first = Shaped(Flag(), metadata={"description": "Whether the form of a game asks for the result of a deal first."})


class ChangedClub(Schema):
    name = Shaped(CLUB_NAME)
    settings = fields.Nested(NewSettings, metadata={"description": "The settings to change. The others stay."})


@blueprint.route("/clubs", methods=["POST"])
@for_token("own", club_wide=True)
@blueprint.arguments(NewClub)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(201, ClubFounding, headers=LOCATION)
@blueprint.refuses("club-exists")
def found_club(token: Token, body: dict[str, Any]) -> Response:
    """Found a club, as the owner of the installation

    The answer has an invitation for the owner of the new club. The invitation is valid for seven days. If the same request is sent again
    with the same `Idempotency-Key`, no second club is founded, and the answer is the same.
    """
    if not owns_installation(token):
        raise Problem("no-right", "Only the owner of the installation founds clubs.", needs="own")
    parts, club = wired(), Club(body["club"])
    if is_reserved(club):
        raise invalid([Fault("/club", f"must not begin with {RESERVED}: such names are kept for practice tables")])
    naming = event_id(token, f"club:{club}")
    founded = parts.members.found(club, body["name"], token.id, naming)
    seed = hmac.digest(parts.key, f"invitation {naming}".encode(), "sha256")
    made, secret = parts.invitations.make(club, "owner", token.id, founded + WEEK_MS, name=body.get("owner"), seed=seed)
    invitation: Link = {"link": link(url(wired().config), secret), "expires_at": made.expires}
    answer: ClubFounding = {"club": club, "name": body["name"], "invitation": invitation}
    return reply(answer, 201, NOT_KEPT | {"Location": f"{PREFIX}/clubs/{club}"})


@blueprint.route("/clubs")
@for_token("read", club_wide=True)
@blueprint.response(200, ClubList, headers=ETAG)
def list_clubs(token: Token) -> Response:
    """List the clubs that you belong to, sorted by id; the owner of the installation sees all clubs"""
    parts = wired()
    clubs = parts.clubs.names_of_clubs() if owns_installation(token) else [token.club]
    called = sorted(parts.people.all_called(clubs).items())
    return listed(ClubList(clubs=[{"club": club, "name": name or club} for club, name in called]), NOT_KEPT)


@blueprint.route("/clubs/<club>")
@for_token("read", club_wide=True)
@blueprint.response(200, ClubShown)
@blueprint.refuses("not-found", *LONG)
def get_club(token: Token, club: str) -> Response:
    """Get a club: its name, its settings, and how many members it has"""
    parts = wired()
    if token.club != club and not (owns_installation(token) and parts.clubs.exists(Club(club))):
        not_found()
    return _shown(Club(club))


@blueprint.route("/clubs/<club>", methods=["PATCH"])
@for_club("own")
@blueprint.arguments(ChangedClub)
@blueprint.doc(**{SENT_HEADERS: [IDEMPOTENCY_KEY]})
@blueprint.response(200, ClubShown)
@blueprint.refuses("contended")
def change_club(token: Token, body: dict[str, Any]) -> Response:
    """Change the name or the settings of your club, as an owner

    What the request leaves out stays as it is. The new settings apply to games and tournaments that are opened after the change, and to
    check-ins that are recorded after the change.
    """
    ids = event_id(token, "club-name"), event_id(token, "club-settings")
    change = ClubChange(body.get("name"), ClubSettingsChanged(**body.get("settings", {})))
    changed(wired().people, token.club, change, token.id, ids)
    return _shown(token.club)


def _shown(club: Club) -> Response:
    wired().work.people(wired().people.size(club))
    directory = wired().people.directory(club)
    chosen = directory.settings
    settings = SettingsShown(visibility=chosen.visibility, delay=chosen.delay, pins=chosen.pins, results_first=chosen.results_first)
    shown: ClubShown = {"club": club, "name": directory.called or club, "members": len(directory.members), "settings": settings}
    return reply(shown, headers=NOT_KEPT)
