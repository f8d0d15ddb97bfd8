"""A Python client that is made from openapi.yaml reads every answer about games and a tournament, and loses nothing of it.

The client is made by openapi-python-client, which knows nothing of this service. It raises an error when a member is missing.
tests/clients uses what this and other generators make.
"""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

import httpx
import pytest
from flask import Flask

from domain.systems import SYSTEMS
from service.api.lib.described import operations
from service.engine import ENGINE
from service.store.keys import parse_game
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.people import member
from tests.api.test_all_systems import acts_of, named
from tests.api.test_tournaments import entered, event, opened, pair, played, recorded, typed
from tests.clients.python_client import PACKAGE, generate
from tests.contract import contract
from tests.speeds import slow
from tests.systems import LEADING
from workers.validate import Validator

pytestmark = slow

NOT_ASKED: Final = {"watchGame", "watchTournament", "getPairing", "getExport", "downloadExport"}
"""Streams, which do not end, and answers about work that only some requests begin."""
ENOUGH: Final = 60
"""How many acts of a game are recorded."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("generated")
    generate(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield


class Generated:
    """The client of a director. It asks the application without a network."""

    def __init__(self, app: Flask, secret: str) -> None:
        headers = {"Authorization": f"Bearer {secret}"}
        http = httpx.Client(transport=httpx.WSGITransport(app=app), base_url="http://localhost", headers=headers)
        self._client = import_module(PACKAGE).Client(base_url="http://localhost").set_httpx_client(http)

    def asked(self, operation: dict[str, Any], **parameters: Any) -> None:
        """Call the function of an operation. Assert that it read the whole answer."""
        package, name = (
            re.sub(r"\W", "_", operation["tags"][0]),
            re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", operation["operationId"]),
        )
        answer = import_module(f"{PACKAGE}.api.{package}.{name}").sync_detailed(client=self._client, **parameters)
        assert answer.status_code == 200, (name, parameters, answer.content)
        assert answer.parsed is not None, name
        if answer.headers["Content-Type"] == "application/json":
            assert answer.parsed.to_dict() == json.loads(answer.content), name

    def read(self, known: dict[str, Any]) -> list[str]:
        """Ask for everything that has an address made from `known`: the values of the parameters of paths. Returns the names of the
        operations."""
        names = []
        for path, method, operation in operations(contract()):
            places = re.findall(r"\{(\w+)\}", path)
            if method == "get" and operation["operationId"] not in NOT_ASKED and known.keys() >= set(places):
                self.asked(operation, **{name: known[name] for name in places})
                names.append(operation["operationId"])
        return names


@pytest.mark.parametrize("slug", sorted(LEADING))
def test_a_generated_client_reads_all_answers_about_a_recorded_game(package: None, director: Caller, parts: Wiring, slug: str) -> None:
    system = SYSTEMS[slug]
    seats = min(system.players[1], max(system.players[0], 4))
    game = director.opened(**named(system, seats))
    version = director.recorded(game, *acts_of(system, seats)[:ENOUGH])
    Validator(parts.records, parts.readings, parts.verdicts, ENGINE).validate(parse_game(game), 1)
    client = Generated(director.app, str(director.secret))
    asked = client.read({"game": game, "slug": slug})
    assert {"getGame", "listEvents", "getReplay", "getDiff", "listFindings", "listRulings", "exportGame", "listGames"} <= set(asked)
    state = contract()["paths"]["/api/v1/games/{game}"]["get"]
    for at in range(1, version + 1):
        client.asked(state, game=game, at=at)


def test_a_generated_client_reads_all_answers_about_a_tournament(package: None, callers: Callers, parts: Wiring) -> None:
    owner, person = member(callers, "owner", name="Olga")
    cup = opened(owner, visibility="public")
    version = played(owner, cup, entered(owner, cup, 5))
    round_two = pair(owner, cup, version).json
    recorded(owner, cup, event("RoundPublished", round=2), typed(2, round_two["tables"][0]["table"], 11, 3))
    client = Generated(owner.app, str(owner.secret))
    asked = client.read({"tournament": cup, "number": 1, "table": 1, "entry": 1, "club": "home", "person": person})
    assert {"getTournament", "getStandings", "explainPlace", "getDesk", "getCrossTable", "listPending", "getPerson", "listClubFeed"} <= set(
        asked
    )
