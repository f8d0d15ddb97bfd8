"""The HTTP API. It has one module for each resource, which reads the requests and builds the answers; `lib` holds the code that they
share."""

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
"""The modules of the resources, in the order in which openapi.yaml describes them."""


def registered(app: Flask) -> Contract:
    """Register every resource with `app`. Returns the contract, from which the OpenAPI document is made."""
    contract = contract_of(app)
    for resource in RESOURCES:
        contract.register_blueprint(resource.blueprint)
    return contract
