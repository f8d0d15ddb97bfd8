"""The HTTP API: one module for each resource, with its requests and answers. `lib` holds the shared machinery."""

from typing import Final

from flask import Flask

from service.api.clubs import archives, imports, people, statistics, tokens
from service.api.games import diff, events, files, findings, games, life, live, opening, replay, rulings
from service.api.lib.contract import Contract, contract_of
from service.api.system import operations, session, systems

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
    session,
    tokens,
    people,
    operations,
)
"""The modules of the resources, in the order in which the contract describes them."""


def registered(app: Flask) -> Contract:
    """Register every resource with `app`. Returns the contract of these resources."""
    contract = contract_of(app)
    for resource in RESOURCES:
        contract.register_blueprint(resource.blueprint)
    return contract
