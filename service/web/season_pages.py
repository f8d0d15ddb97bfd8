"""Serves the pages of seasons: the list, where a director begins one, the table that everybody sees, and the director's desk.

A season that this visitor may not see has no page: the answer is 404, as from the API."""

from flask import render_template

from service.access import needs, visitor
from service.api.seasons.access import SeasonAccess, access
from service.errors import Problem
from service.store.clubs.clubs import Token
from service.web.pages import blueprint, settings_for


@blueprint.get("/seasons")
def seasons() -> str:
    return render_template("seasons/list.html", directs=_directs(visitor()), visibility=settings_for(visitor()).visibility)


@blueprint.get("/seasons/<season>")
def season_table(season: str) -> str:
    return _page("table", access(season))


@blueprint.get("/seasons/<season>/desk")
def season_desk(season: str) -> str:
    opened, token = access(season), needs("direct", club_wide=True)
    if opened.token != token:
        raise Problem("no-right", "You are a director of another club.", needs="direct")
    return _page("desk", opened)


def _page(name: str, opened: SeasonAccess) -> str:
    shown = {"season": opened.id, "name": opened.reading.state.name, "directs": _directs(opened.token)}
    return render_template(f"seasons/{name}.html", **shown)


def _directs(token: Token | None) -> bool:
    return token is not None and token.may("direct") and not token.limited
