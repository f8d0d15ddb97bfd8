"""/clubs: several clubs in one installation. The owner of the installation founds the clubs. A club can be seen only by its members."""

from typing import Any

import pytest

from domain.kernel.events import TokenId
from domain.kernel.events.club import ROLES, Role
from service.store.keys import HOME, Club
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.people import fragment, member
from tests.export.test_club import Command
from tests.servers import RunningServer

AS_FOUNDED = {"visibility": "private", "delay": 0, "pins": True, "results_first": False}
"""The settings of a club that nobody has changed."""
NEW = {"club": "away", "name": "The Away Club", "owner": "Olga"}


@pytest.fixture
def machine(callers: Callers) -> Caller:
    """The owner of the installation: the holder of a token that belongs to no person."""
    return callers.holder("own")


def keyed(key: str) -> dict[str, Any]:
    return {"headers": {"Idempotency-Key": key}}


def accepted(stranger: Caller, link: str, **body: str) -> Caller:
    answer = stranger.post("/invitations/accepted", {"invitation": fragment(link), "label": "phone", **body})
    assert answer.status_code == 201, answer.json
    return Caller(stranger.app, answer.json["token"])


def test_the_person_who_accepts_the_invitation_of_a_new_club_becomes_its_owner(machine: Caller, stranger: Caller) -> None:
    founded = machine.post("/clubs", NEW)
    assert (founded.status_code, founded.headers["Location"]) == (201, "/api/v1/clubs/away")
    assert {name: founded.json[name] for name in ("club", "name")} == {"club": "away", "name": "The Away Club"}
    olga = accepted(stranger, founded.json["invitation"]["link"])
    assert olga.get("/session").json["scopes"] == ["read", "record", "direct", "own"]
    assert olga.get("/clubs").json["clubs"] == [{"club": "away", "name": "The Away Club"}]
    assert olga.get("/clubs/away").json == {"club": "away", "name": "The Away Club", "members": 1, "settings": AS_FOUNDED}
    (line,) = olga.get("/clubs/away/members").json["members"]
    assert (line["name"], line["role"]) == ("Olga", "owner")
    assert olga.opened().startswith("away-")
    assert olga.get("/clubs/home").status_code == 404
    assert machine.get("/clubs/away").json["members"] == 1
    assert machine.get("/clubs/away/members").status_code == 404
    assert machine.call("PATCH", "/clubs/away", json={"name": "Mine"}).status_code == 404
    assert [line["club"] for line in machine.get("/clubs").json["clubs"]] == ["away", "home"]


def test_founding_an_existing_club_is_a_conflict_unless_it_repeats_the_request_that_founded_it(machine: Caller, stranger: Caller) -> None:
    first = machine.post("/clubs", NEW, **keyed("1"))
    assert machine.post("/clubs", NEW, **keyed("1")).json == first.json
    olga = accepted(stranger, first.json["invitation"]["link"])
    assert machine.post("/clubs", NEW, **keyed("1")).json == first.json
    assert (
        stranger.post("/invitations/accepted", {"invitation": fragment(first.json["invitation"]["link"]), "label": "x"}).status_code == 410
    )
    for options in (keyed("2"), {}):
        refused = machine.post("/clubs", NEW, **options)
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/club-exists")
    assert machine.post("/clubs", {**NEW, "club": "home"}).status_code == 409
    differs = machine.post("/clubs", {**NEW, "name": "Else"}, **keyed("1"))
    assert (differs.status_code, differs.json["type"]) == (422, "/problems/id-taken")
    assert olga.get("/clubs/away").json["name"] == "The Away Club"


FOUNDERS: list[tuple[str, str, int]] = [("own", "home", 201), ("direct", "home", 403), ("own", "other", 403)]


@pytest.mark.parametrize(("scope", "club", "status"), FOUNDERS)
def test_only_the_owner_of_the_installation_can_found_clubs(callers: Callers, scope: Any, club: str, status: int) -> None:
    assert callers.holder(scope, club=club).post("/clubs", NEW).status_code == status
    assert ("away" in callers.parts.clubs.names_of_clubs()) == (status == 201)


def test_an_owner_whose_token_is_limited_to_a_game_cannot_found_a_club(callers: Callers) -> None:
    assert callers.holder("own", game="home-aaaaaaaaaaaaaaaa").post("/clubs", NEW).status_code == 403


WRONG: list[tuple[Any, set[str]]] = [
    ({}, {"/club", "/name"}),
    ({"club": "A", "name": ""}, {"/club", "/name"}),
    ({"club": "a-b", "name": "x", "role": "owner"}, {"/club", "/role"}),
    ({"club": "a" * 17, "name": "x" * 81, "owner": 7}, {"/club", "/name", "/owner"}),
    ({"club": "ab:cd", "name": "x\0"}, {"/club", "/name"}),
]


@pytest.mark.parametrize(("body", "places"), WRONG)
def test_the_problem_document_names_each_wrong_field_of_a_new_club(machine: Caller, body: Any, places: set[str]) -> None:
    refused = machine.post("/clubs", body)
    assert (refused.status_code, {place["pointer"] for place in refused.json["errors"]}) == (422, places)
    assert machine.get("/clubs").json["clubs"] == [{"club": "home", "name": "home"}]


def test_repeating_an_old_rename_does_not_undo_a_later_rename(machine: Caller) -> None:
    for key, name in (("1", "First"), ("2", "Second"), ("1", "First")):
        assert machine.call("PATCH", "/clubs/home", json={"name": name}, **keyed(key)).status_code == 200
    assert machine.get("/clubs/home").json == {"club": "home", "name": "Second", "members": 0, "settings": AS_FOUNDED}


@pytest.mark.parametrize("path", ["/clubs/nope", "/clubs/x", "/clubs/%00", "/clubs/HOME", "/clubs/" + "a" * 300])
def test_a_request_about_an_unknown_club_is_answered_with_not_found(machine: Caller, callers: Callers, path: str) -> None:
    for visitor in (machine, callers.holder("read")):
        assert visitor.get(path).status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_a_member_sees_only_their_own_club(callers: Callers, role: Role) -> None:
    callers.parts.members.found(Club("away"), "Away", TokenId("t"), "0" * 8 + "-0000-4000-8000-000000000000")  # type: ignore[arg-type]
    visitor, _ = member(callers, role, club="away")
    assert [line["club"] for line in visitor.get("/clubs").json["clubs"]] == ["away"]
    assert visitor.get("/clubs/away").json == {"club": "away", "name": "Away", "members": 1, "settings": AS_FOUNDED}
    hidden, absent = visitor.get("/clubs/home"), visitor.get("/clubs/nowhere")
    assert (hidden.status_code, hidden.json) == (absent.status_code, absent.json) == (404, absent.json)


def test_the_command_line_can_found_clubs_list_clubs_and_invite_members(
    server: RunningServer, tmp_path: Any, parts: Wiring, stranger: Caller
) -> None:
    faceup = Command(server, tmp_path)
    code, printed, _ = faceup.run("club", "found", "abroad", "--called", "The Club Abroad")
    assert (code, printed.splitlines()[0]) == (0, "The club abroad is founded. The first person who opens this link becomes its owner.")
    olga = accepted(stranger, printed.splitlines()[-1])
    code, _, wrong = faceup.run("club", "found", "abroad")
    assert code == 2
    assert "there is a club abroad already" in wrong
    assert faceup.run("club", "found", "A-B")[0] == 2
    assert faceup.run("club", "found", "practice")[0] == 2  # such names are kept for practice tables
    code, printed, _ = faceup.run("club", "invite", HOME, "scorekeeper", "--name", "Ben")
    assert code == 0
    assert accepted(stranger, printed.splitlines()[-1]).get("/session").json["scopes"] == ["read", "record"]
    assert [faceup.run("club", "invite", *words)[0] for words in (("nope", "owner"), (HOME, "king"))] == [2, 2]
    assert faceup.run("club", "list")[1].splitlines() == ["abroad: The Club Abroad, 1 member", "home: home, 1 member"]
    assert [line["name"] for line in olga.get("/clubs/abroad/members").json["members"]] == ["Owner"]
    assert parts.people.everyone(HOME).popitem()[1] == "Ben"
