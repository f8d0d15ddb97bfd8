"""Serves the landing page: what Faceup is, a replay that plays by itself, three *ways* (links that lead on), and what everybody may watch.

For a member of a club, the page says so, and the ways come first. The ways and the owner's first steps are in the page before any script
runs, so that nothing moves.
"""

from typing import NamedTuple

from flask import render_template

from service.access import visitor
from service.store.clubs.clubs import Token
from service.store.keys import Club
from service.web.pages import blueprint
from service.wiring import wired


class Way(NamedTuple):
    """A link that leads on from the landing page. `first`: whether most visitors of this kind take this link."""

    word: str
    about: str
    address: str
    first: bool = False


class FirstStep(NamedTuple):
    """A step that the owner of a new club should take."""

    word: str
    address: str
    done: bool


@blueprint.get("/")
def landing() -> str:
    token = visitor()
    member = token if token is not None and not token.limited else None
    steps = first_steps(member.club) if member is not None and member.may("own") else []
    club = member and (wired().people.called(member.club) or member.club)
    records = member is not None and member.may("record")
    return render_template(
        "landing.html", club=club, records=records, ways=ways(token), steps=[] if all(step.done for step in steps) else steps
    )


def ways(token: Token | None) -> list[Way]:
    """Return the links that lead a visitor on. `#begin` is the part of the page that says what a visitor needs to record."""
    records = token is not None and not token.limited and token.may("record")
    directs = token is not None and not token.limited and token.may("direct")
    tries = wired().config.practice and (token is None or token.practice)
    start = Way("Start a game", "One phone at the table is enough", "/games/new" if records else "#begin", first=records)
    goal = "To your practice table" if token is not None and token.practice else "To what your link is for"
    own = [] if token is None or not token.limited else [Way("Go on", goal, place_of(token), first=True)]
    return [
        *own,
        Way("Try a table", "Record a game at once, without a link", "/practice", first=not own) if tries else start,
        Way("Watch", "Games in play, replays, standings", "#watch", first=not (own or records or tries)),
        Way("Run an evening", "Pairings, results and standings", "/tournaments/new" if directs else "#begin"),
    ]


def place_of(token: Token) -> str:
    """Return the address of the page to open with a token that is limited to a game or a tournament."""
    if token.game is not None:
        return f"/games/{token.game}"
    page = f"/tournaments/{token.tournament}"
    if token.table is not None:
        return f"{page}/tables/{token.table}"
    return page if token.entry is None else f"{page}/checkin"


def first_steps(club: Club) -> list[FirstStep]:
    """Return the first steps in a new club. May raise StoreUnavailable."""
    parts = wired()
    directory = parts.people.directory(club)
    played = bool(parts.records.newest(club, limit=1) or parts.tournaments.newest(club, limit=1))
    return [
        FirstStep("Give your club a name", "/club/settings", directory.called not in ("", club)),
        FirstStep("Add the people who play", "/club/people", any(person.name for person in directory.people.values())),
        FirstStep("Start a game", "/games/new", played),
    ]
