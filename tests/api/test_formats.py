"""The requests of a director before a tournament is opened: for the list of formats, and for a plan."""

from typing import Any

import pytest

from tests.api.callers import Caller

CUP: dict[str, Any] = {"title": "Cup", "system": "high-card", "format": "round-robin", "entries": 5}


def test_formats_are_listed_with_settings_for_the_requested_number_of_entries(stranger: Caller) -> None:
    body: Any = stranger.get("/tournaments/formats?entries=24&members=2&least=4&most=4&sides=2").json
    first = body["formats"][0]
    assert (first["name"], first["seats"], first["refused"]) == ("swiss", 4, None)
    assert first["settings"]["rounds"] == 5
    assert {offer["name"] for offer in body["tiebreaks"]} >= set(first["settings"]["tiebreaks"])


def test_a_tournament_can_be_opened_with_the_settings_proposed_for_each_format(director: Caller) -> None:
    body: Any = director.get("/tournaments/formats?entries=8").json
    for offer in body["formats"]:
        wanted = {"title": "Cup", "system": "high-card", "format": offer["name"], "settings": offer["settings"], "seats": offer["seats"]}
        assert offer["refused"] is None
        assert director.post("/tournaments", wanted).status_code == 201, offer["name"]


def test_a_tournament_in_stages_can_be_opened_with_the_settings_proposed_for_it(director: Caller) -> None:
    body: Any = director.get("/tournaments/formats?entries=16").json
    assert [offer["ready"] for offer in body["ready"]] == ["groups", "swiss-groups", "swiss-cut"]
    for offer in body["ready"]:
        wanted = {"title": "Cup", "system": "high-card", "format": offer["name"], "settings": offer["settings"], "seats": offer["seats"]}
        assert offer["refused"] is None
        assert director.post("/tournaments", wanted).status_code == 201, offer["ready"]


def test_a_plan_has_the_whole_schedule_only_if_the_format_fixes_it_in_advance(director: Caller) -> None:
    plan: Any = director.post("/tournaments/plan", {**CUP, "settings": {"round": {"minutes": 20}}}).json
    assert (plan["rounds"], plan["tables"], plan["sits_out"], plan["minutes"]) == (5, 2, 1, 100)
    assert [len(paired["tables"]) for paired in plan["schedule"]] == [2] * 5
    swiss: Any = director.post("/tournaments/plan", {**CUP, "format": "swiss"}).json
    assert swiss["schedule"] is None


@pytest.mark.parametrize(("format_name", "drawn"), [("round-robin", False), ("double-round-robin", False), ("rotation", True)])
def test_a_schedule_names_entries_unless_they_draw_its_lines(director: Caller, format_name: str, drawn: bool) -> None:
    settings = {"table": 4, "partners": 2} if drawn else {}
    plan: Any = director.post("/tournaments/plan", {**CUP, "entries": 8, "format": format_name, "settings": settings}).json
    assert plan["by_lines"] is drawn


def test_a_plan_stores_nothing(director: Caller) -> None:
    director.post("/tournaments/plan", CUP)
    assert director.get("/tournaments").json == {"tournaments": []}


@pytest.mark.parametrize(
    ("changes", "pointers"),
    [
        ({"entries": 1}, ["/entries"]),
        ({"settings": {"rounds": 9}}, ["/settings"]),
        ({"settings": {"tiebreaks": ["no-such"]}}, ["/settings/tiebreaks/0"]),
        ({"system": "chess"}, ["/system"]),
        ({"entries": 0}, ["/entries"]),
    ],
)
def test_a_plan_of_an_impossible_tournament_is_refused_and_the_wrong_field_is_named(
    director: Caller, changes: dict[str, Any], pointers: list[str]
) -> None:
    response = director.post("/tournaments/plan", {**CUP, **changes})
    body: Any = response.json
    assert response.status_code == 422
    assert [fault["pointer"] for fault in body["errors"]] == pointers
