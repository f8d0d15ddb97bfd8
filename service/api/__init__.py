"""The HTTP API: one module for each resource, its schemas beside it. `answers` holds what comes back, `contract` the machinery."""

from typing import Final

from flask import Flask

from service.api import (
    diff,
    events,
    exports,
    files,
    findings,
    games,
    imports,
    life,
    live,
    opening,
    operations,
    replay,
    rulings,
    session,
    statistics,
    systems,
    tokens,
)
from service.api.contract import Contract, contract_of

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
    exports,
    statistics,
    session,
    tokens,
    operations,
)
"""In the order in which the contract describes them."""


def registered(app: Flask) -> Contract:
    """Serve every resource from `app`; the contract of what is served."""
    contract = contract_of(app)
    for resource in RESOURCES:
        contract.register_blueprint(resource.blueprint)
    return contract
