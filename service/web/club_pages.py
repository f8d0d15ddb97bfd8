"""Serves the pages of a club: `/club`, and a page for each part of it. The API decides what each member may do there.

The pages are about the club of the visitor's token. Visitors without a token, and visitors with the link of a game or a tournament, get a
page that says what a club page is.
"""

from typing import Final, NamedTuple

from flask import render_template

from service.access import visitor
from service.store.clubs.clubs import Scope
from service.web.pages import blueprint
from service.wiring import wired


class Part(NamedTuple):
    """A part of the club's pages. `end`: the end of its address. `word`: the word on its tab. `scope`: the scope that a visitor needs to
    see it."""

    end: str
    word: str
    scope: Scope


PARTS: Final = (
    Part("", "Club", "read"),
    Part("/people", "People", "record"),
    Part("/members", "Members", "read"),
    Part("/links", "Links", "read"),
    Part("/settings", "Settings", "record"),
    Part("/export", "Export", "direct"),
)


@blueprint.get("/club")
def club() -> str:
    return _page("overview", PARTS[0])


@blueprint.get("/club/people")
def club_people() -> str:
    return _page("people", PARTS[1])


@blueprint.get("/club/members")
def club_members() -> str:
    return _page("members", PARTS[2])


@blueprint.get("/club/links")
def club_links() -> str:
    return _page("links", PARTS[3])


@blueprint.get("/club/settings")
def club_settings() -> str:
    return _page("settings", PARTS[4])


@blueprint.get("/club/export")
def club_export() -> str:
    return _page("export", PARTS[5])


def _page(name: str, part: Part) -> str:
    token = visitor()
    if token is None or token.limited:
        return render_template("clubs/visitor.html", limited=token is not None)
    parts = [each for each in PARTS if token.may(each.scope)]
    directory = wired().people.directory(token.club)
    called, rows = directory.called or token.club, {"people": len(directory.people), "members": len(directory.members)}
    shown = name if token.may(part.scope) else "closed"
    return render_template(f"clubs/{shown}.html", club=token.club, called=called, parts=parts, here=part, may=token.may, rows=rows)
