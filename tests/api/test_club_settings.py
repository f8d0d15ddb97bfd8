"""The settings of a club. Owners can change them. They are the defaults of games and tournaments that are opened later."""

from typing import Any

import pytest

from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.people import member
from tests.export.test_club import Command
from tests.format.test_every_byte import report

CUP = {"title": "Cup", "system": "high-card", "format": "swiss"}
GAME = {"system": "high-card", "seats": [{}, {}]}


@pytest.fixture
def owner(callers: Callers) -> Caller:
    return callers.holder("own")


def changed(owner: Caller, **settings: Any) -> Any:
    answer = owner.call("PATCH", "/clubs/home", json={"settings": settings})
    assert answer.status_code == 200, answer.json
    return answer.json["settings"]


def keyed(key: str) -> dict[str, Any]:
    return {"headers": {"Idempotency-Key": key}}


def types(parts: Wiring) -> list[str]:
    return [event.type for event in parts.people.streams.events(parts.people.streams.kind.parse("home"), verify=True)]


def test_changing_some_settings_of_a_club_keeps_the_others(owner: Caller, callers: Callers) -> None:
    assert owner.get("/clubs/home").json["settings"] == {"visibility": "private", "delay": 0, "pins": True, "results_first": False}
    changed(owner, visibility="public")
    now = {"visibility": "public", "delay": 300, "pins": False, "results_first": False}
    assert changed(owner, delay=300, pins=False) == now
    viewer, _ = member(callers, "viewer")
    assert viewer.get("/clubs/home").json["settings"] == now
    assert changed(owner, results_first=True) == {**now, "results_first": True}


def test_a_request_that_changes_nothing_about_a_club_records_no_event(owner: Caller, parts: Wiring) -> None:
    body = {"name": "Tuesdays", "settings": {"visibility": "unlisted"}}
    for _ in range(2):
        assert owner.call("PATCH", "/clubs/home", json=body, **keyed("1")).json["name"] == "Tuesdays"
    assert owner.call("PATCH", "/clubs/home", json={}).status_code == 200
    changed(owner, visibility="unlisted")
    assert types(parts) == ["ClubFounded", "ClubNamed", "ClubSettingsChanged"]


WRONG: list[tuple[Any, set[str]]] = [
    ({"settings": {"visibility": "secret", "delay": -1, "pins": 1}}, {"/settings/visibility", "/settings/delay", "/settings/pins"}),
    ({"settings": {"delay": 86_401}, "name": ""}, {"/settings/delay", "/name"}),
    ({"settings": {"colour": "red"}}, {"/settings/colour"}),
    ({"settings": [], "delay": 1}, {"/settings", "/delay"}),
    ({"settings": {"delay": None, "visibility": None}}, {"/settings/delay", "/settings/visibility"}),
    ({"settings": None}, {"/settings"}),
]


@pytest.mark.parametrize(("body", "places"), WRONG)
def test_wrong_settings_are_named_and_change_nothing(owner: Caller, body: Any, places: set[str]) -> None:
    before = owner.get("/clubs/home").json
    refused = owner.call("PATCH", "/clubs/home", json=body)
    assert (refused.status_code, {place["pointer"] for place in refused.json["errors"]}) == (422, places)
    assert owner.get("/clubs/home").json == before


BEGUN: list[tuple[Any, Any, str, int]] = [
    # (settings of the club, members of the request that opens a game, visibility of this game, its delay)
    ({}, {}, "private", 0),
    ({"visibility": "public", "delay": 60}, {}, "public", 60),
    ({"visibility": "public", "delay": 60}, {"visibility": "private"}, "private", 60),
    ({"visibility": "public", "delay": 60}, {"delay": 0}, "public", 0),
    ({}, {"visibility": "unlisted", "delay": 30}, "unlisted", 30),
]


@pytest.mark.parametrize(("settings", "said", "visibility", "delay"), BEGUN)
def test_a_new_game_takes_missing_settings_from_its_club(owner: Caller, settings: Any, said: Any, visibility: str, delay: int) -> None:
    changed(owner, **settings)
    answer = owner.post("/games", {**GAME, **said})
    state = owner.get(f"/games/{answer.json['game']}").json
    assert (state["visibility"], state["delay"], state["version"]) == (visibility, delay, answer.json["version"])
    assert [event["version"] for event in answer.json["events"]] == list(range(1, state["version"] + 1))


def test_spectators_of_a_new_game_with_a_delay_see_only_its_opening(owner: Caller, stranger: Caller) -> None:
    changed(owner, visibility="public", delay=600)
    game = owner.post("/games", GAME).json["game"]
    owner.recorded(game, {"type": "NoteWritten", "data": {"note": "table 2"}})
    assert [event["type"] for event in stranger.get(f"/games/{game}/events").json["events"]] == ["GameOpened"]


@pytest.mark.parametrize("again", [{"visibility": "private", "delay": 0}, {"visibility": "unlisted", "delay": 30}])
def test_a_request_repeated_after_the_settings_have_changed_opens_no_second_game(owner: Caller, again: Any) -> None:
    changed(owner, visibility="public", delay=60)
    first = owner.post("/games", GAME, **keyed("1")).json
    changed(owner, **again)
    second = owner.post("/games", GAME, **keyed("1"))
    assert (second.status_code, second.json["game"], second.json["outcome"]) == (201, first["game"], "already-there")
    state = owner.get(f"/games/{first['game']}").json
    assert (state["visibility"], state["delay"], state["version"]) == ("public", 60, 2)
    assert owner.post("/games", {**GAME, "visibility": "unlisted"}, **keyed("1")).json["type"] == "/problems/id-taken"


def test_a_new_tournament_has_the_visibility_that_the_club_sets_at_that_time(owner: Caller) -> None:
    changed(owner, visibility="unlisted")
    first = owner.post("/tournaments", CUP, **keyed("1")).json
    changed(owner, visibility="public")
    second = owner.post("/tournaments", CUP, **keyed("1"))
    assert (second.status_code, second.json["tournament"], second.json["outcome"]) == (201, first["tournament"], "already-there")
    assert owner.get(f"/tournaments/{first['tournament']}").json["visibility"] == "unlisted"
    said = owner.post("/tournaments", {**CUP, "visibility": "private"}).json["tournament"]
    assert owner.get(f"/tournaments/{said}").json["visibility"] == "private"


def test_importing_the_exported_file_of_a_club_restores_its_settings(owner: Caller, parts: Wiring, server: Any, tmp_path: Any) -> None:
    changed(owner, visibility="public", delay=60)
    data = owner.get("/clubs/home/export?format=ndjson").data
    assert report(data)[0].startswith("OK home")
    assert b"ClubSettingsChanged" in data
    parts.redis.flushall()
    file = tmp_path / "club.ndjson"
    file.write_bytes(data)
    assert Command(server, tmp_path).run("import", str(file))[0] == 0
    assert parts.people.settings(HOME)[:2] == ("public", 60)
