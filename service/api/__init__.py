"""The HTTP API. Each module reads the requests for one resource and answers them. They share the code in `lib`."""

from typing import Final

from flask import Flask

from service.api.clubs import archives, careers, clubs, feed, imports, invitations, members, people, people_import, statistics, tokens
from service.api.games import bulk, diff, events, files, findings, games, life, live, opening, picture, replay, rulings
from service.api.seasons import events as season_events
from service.api.seasons import files as season_files
from service.api.seasons import seasons
from service.api.seasons import standings as season_standings
from service.api.server import operations, practice, public, session, systems
from service.api.tournaments import approval, checkin, crosstable, desk, formats, pending, published, rounds, standings, tables, tournaments
from service.api.tournaments import events as tournament_events
from service.api.tournaments import files as tournament_files
from service.api.tournaments import imports as tournament_imports
from service.api.tournaments import live as tournament_live

RESOURCES: Final = (
    systems,
    opening,
    games,
    events,
    replay,
    picture,
    diff,
    findings,
    rulings,
    life,
    live,
    files,
    bulk,
    imports,
    archives,
    statistics,
    careers,
    feed,
    tournaments,
    formats,
    tournament_events,
    rounds,
    approval,
    checkin,
    standings,
    tournament_files,
    tournament_imports,
    pending,
    desk,
    crosstable,
    published,
    tournament_live,
    tables,
    seasons,
    season_events,
    season_standings,
    season_files,
    public,
    practice,
    session,
    tokens,
    people,
    people_import,
    clubs,
    members,
    invitations,
    operations,
)
"""The modules of the resources, in the order of openapi.yaml."""


def register(app: Flask) -> None:
    """Make `app` serve every resource. openapi.py makes the OpenAPI document of the resources, when it is first asked for: that takes
    long."""
    for resource in RESOURCES:
        app.register_blueprint(resource.blueprint)
