"""Serves the pages of tournaments: the list, a new tournament, what everybody sees of one, the director's desk, and the pages of links.

A tournament that this visitor may not see has no page: the answer is 404, as from the API. The desk is for directors; the API decides what
each of them may do.
"""

from typing import Final

from flask import render_template

from domain.tournament.scoring import knocks_out
from service.access import needs, visitor
from service.api.tournaments.access import TournamentAccess, access
from service.errors import Problem, not_found
from service.store.clubs.clubs import Token
from service.store.keys import club_of
from service.web.pages import blueprint, families, settings_for
from service.wiring import wired

PAPERS: Final = ("pairings", "standings", "cards", "signs")
"""What can be printed of a tournament."""


@blueprint.get("/tournaments")
def tournaments() -> str:
    return render_template("tournaments/list.html", directs=_directs(visitor()))


@blueprint.get("/tournaments/new")
def new_tournament() -> str:
    return render_template("tournaments/new.html", families=families(), visibility=settings_for(visitor()).visibility)


# --- what everybody sees ------------------------------------------------------------------------------------------------------------------


@blueprint.get("/tournaments/<tournament>")
def standings(tournament: str) -> str:
    opened = access(tournament)
    return _page("standings", opened, public=opened.reading.state.visibility == "public")


@blueprint.get("/tournaments/<tournament>/rounds")
def newest_pairings(tournament: str) -> str:
    return _page("pairings", access(tournament), number=None)


@blueprint.get("/tournaments/<tournament>/rounds/<number>")
def pairings(tournament: str, number: str) -> str:
    opened = access(tournament)
    return _page("pairings", opened, number=opened.paired(number).number)


@blueprint.get("/tournaments/<tournament>/bracket")
def bracket(tournament: str) -> str:
    opened = access(tournament)
    if not _bracket(opened):
        not_found()
    return _page("bracket", opened, public=opened.reading.state.visibility == "public")


@blueprint.get("/tournaments/<tournament>/crosstable")
def cross_table(tournament: str) -> str:
    return _page("crosstable", access(tournament))


@blueprint.get("/tournaments/<tournament>/entries/<entry>")
def player(tournament: str, entry: str) -> str:
    opened = access(tournament)
    return _page("player", opened, entry=opened.entry(entry))


@blueprint.get("/tournaments/<tournament>/wall")
def wall(tournament: str) -> str:
    return _page("wall", access(tournament))


# --- the director's desk ------------------------------------------------------------------------------------------------------------------


@blueprint.get("/tournaments/<tournament>/desk")
def desk(tournament: str) -> str:
    return _desk("desk", tournament)


@blueprint.get("/tournaments/<tournament>/desk/entries")
def desk_entries(tournament: str) -> str:
    opened = _directed(tournament)
    return _page("entries", opened, pins=_asks_for_pins(opened))


@blueprint.get("/tournaments/<tournament>/desk/rounds/<number>")
def desk_round(tournament: str, number: str) -> str:
    """Return the page on which a round is paired, seen and changed. The next round, which is not paired yet, has such a page too."""
    opened = _directed(tournament)
    following = max(opened.reading.state.rounds, default=0) + 1
    here = following if number == str(following) else opened.paired(number).number
    return _page("round", opened, number=here, knock_out=knocks_out(opened.reading.state, here))


@blueprint.get("/tournaments/<tournament>/desk/links")
def desk_links(tournament: str) -> str:
    return _desk("links", tournament)


@blueprint.get("/tournaments/<tournament>/print/<paper>")
def paper(tournament: str, paper: str) -> str:
    if paper not in PAPERS:
        not_found()
    return _page(f"print_{paper}", access(tournament))


# --- links --------------------------------------------------------------------------------------------------------------------------------


@blueprint.get("/tournaments/<tournament>/tables/<table>")
def table_of_tournament(tournament: str, table: str) -> str:
    """Return the page that the code on a table opens. The code and the page are the same in all rounds."""
    if not (table.isascii() and table.isdecimal() and 0 < len(table) < 5):
        not_found()
    return _page("table", access(tournament), table=int(table))


@blueprint.get("/tournaments/<tournament>/checkin")
def check_in(tournament: str) -> str:
    opened = access(tournament)
    return _page("checkin", opened, pins=_asks_for_pins(opened))


def _page(name: str, opened: TournamentAccess, **values: object) -> str:
    state = opened.reading.state
    newest = max(state.rounds, default=1)
    shown = {
        "tournament": opened.id,
        "title": state.title,
        "bracket": _bracket(opened),
        "knock_out": knocks_out(state, newest),
        "directs": _directs(opened.token),
    }
    return render_template(f"tournaments/{name}.html", **shown | values)


def _bracket(opened: TournamentAccess) -> str:
    """Return what the page of stages and bracket is called; empty if there is nothing to show on it."""
    state = opened.reading.state
    if state.stages or state.settings.groups is not None or state.settings.cut is not None:
        return "Stages"
    return "Bracket" if knocks_out(state) else ""


def _asks_for_pins(opened: TournamentAccess) -> bool:
    return wired().people.settings(club_of(opened.id)).pins


def _directs(token: Token | None) -> bool:
    return token is not None and token.may("direct") and not token.limited


def _desk(name: str, tournament: str) -> str:
    return _page(name, _directed(tournament))


def _directed(tournament: str) -> TournamentAccess:
    """Return the access to a tournament for its desk. Raises Problem for visitors who are not directors of the tournament's club."""
    opened = access(tournament)
    token = needs("direct", club_wide=True)
    if opened.token != token:
        raise Problem("no-right", "You are a director of another club.", needs="direct")
    return opened
