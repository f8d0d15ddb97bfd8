"""A finished tournament that was imported has no recorded games in this installation. A request that needs a game is refused with a
reason; all other requests work."""

import json
from typing import Any

import pytest

from domain.tournament.replayed import PUBLISHED
from tests.api.callers import Caller
from tests.imports.test_finished import SMALL


@pytest.fixture(params=["finished", "open again"])
def cup(request: pytest.FixtureRequest, director: Caller) -> str:
    """An imported tournament. For the parameter "open again", the test withdraws the event that ended it."""
    made = director.post("/tournaments/import?visibility=public", json.loads(json.dumps(SMALL, default=float))).json
    if request.param == "open again":
        end = {"type": "Retracted", "data": {"target": made["version"]}}
        answer = director.post(f"/tournaments/{made['tournament']}/events", {"events": [end]}, headers={"If-Match": "*"})
        assert answer.status_code == 201
    assert director.get(f"/tournaments/{made['tournament']}").json["system"] == PUBLISHED
    return str(made["tournament"])


SETTINGS = {"type": "SettingsChanged", "data": {"settings": {"rounds": 9, "tiebreaks": ["buchholz"]}}}
SENT: list[tuple[str, str, Any, set[int]]] = [
    # (method, path below the tournament, body, the statuses that are allowed both for the finished and for the reopened tournament)
    ("GET", "", None, {200}),
    ("GET", "/events", None, {200}),
    ("GET", "/rounds/1", None, {200}),
    ("GET", "/standings", None, {200}),
    ("GET", "/standings/1", None, {200}),
    ("GET", "/standings/people", None, {200}),
    ("GET", "/standings/pairs", None, {200}),
    ("GET", "/crosstable", None, {200}),
    ("GET", "/pending", None, {200}),
    ("GET", "/export", None, {200}),
    ("GET", "/export?format=ndjson", None, {200}),
    *[("GET", f"/export?format=csv&table={table}", None, {200}) for table in ("standings", "pairings", "crosstable")],
    ("POST", "/rounds/1/tables/1/game", {}, {409}),
    ("POST", "/rounds/1/tables/1/game", {"again": True}, {409}),
    ("POST", "/rounds/1/tables/1/approval", {"result": 1}, {422}),
    ("POST", "/entries/1/check-in", {}, {201, 422}),
    ("PUT", "/entries/1/pin", {"pin": "1234"}, {204}),
    ("POST", "/events", {"events": [SETTINGS]}, {201, 422}),
    ("POST", "/events?dry_run=true", {"events": [SETTINGS]}, {200, 422}),
]


@pytest.mark.parametrize(("method", "path", "body", "statuses"), SENT)
def test_a_request_about_an_imported_tournament_is_answered_or_refused_with_a_reason(
    method: str, path: str, body: Any, statuses: set[int], cup: str, director: Caller
) -> None:
    answer = director.call(method, f"/tournaments/{cup}{path}", json=body, headers={"If-Match": "*"})
    assert answer.status_code in statuses, answer.get_data(as_text=True)
    if answer.status_code >= 400:
        assert answer.json["detail"]


def test_the_next_round_of_an_imported_tournament_is_paired_or_refused_with_a_reason(cup: str, director: Caller) -> None:
    version = director.get(f"/tournaments/{cup}").json["version"]
    answer = director.post(f"/tournaments/{cup}/rounds", {}, headers={"If-Match": f'"{version}"'})
    assert answer.status_code in (201, 409)
    assert answer.status_code == 201 or answer.json["detail"]


@pytest.mark.parametrize("limits", [{"scopes": ["record"], "table": 1}, {"scopes": ["read"], "entry": 1}, {"scopes": ["read"]}])
def test_links_for_an_imported_tournament_can_be_issued_and_used(limits: dict[str, Any], cup: str, director: Caller) -> None:
    made = director.post("/tokens", {"label": "x", "tournament": cup, **limits})
    assert made.status_code == 201
    link = Caller(director.app, made.json["token"])
    assert link.get(f"/tournaments/{cup}").status_code == 200
    assert link.post(f"/tournaments/{cup}/rounds/1/tables/1/game", {}).status_code in (403, 409)
