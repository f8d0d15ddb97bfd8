"""The HTTP API. Each module reads the requests for one resource and answers them. They share the code in `lib`."""

from typing import Final

from flask import Flask

from service.api.clubs import archives, imports, people, statistics, tokens
from service.api.games import diff, events, files, findings, games, life, live, opening, replay, rulings
from service.api.lib.contract import Contract, contract_of
from service.api.system import operations, session, systems
from service.api.tournaments import events as tournament_events
from service.api.tournaments import rounds, standings, tournaments

RESOURCES: Final = (
    systems,
    opening,
    games,
    events,
    replay,
    diff,
    findings,
    rulings,
    life,
    live,
    files,
    imports,
    archives,
    statistics,
    tournaments,
    tournament_events,
    rounds,
    standings,
    session,
    tokens,
    people,
    operations,
)
"""The modules of the resources, in the order of openapi.yaml."""


def registered(app: Flask) -> Contract:
    """Register every resource with `app`. Returns the contract, from which the OpenAPI document is made."""
    contract = contract_of(app)
    for resource in RESOURCES:
        contract.register_blueprint(resource.blueprint)
    return contract
