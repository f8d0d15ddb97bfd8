"""/clubs/{club}/invitations: who is invited, what an invitation allows, and who accepts it."""

from typing import Any

import pytest
from flask import Flask

from service.store.clubs.members import WEEK_MS
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import API, Caller
from tests.api.conftest import Callers
from tests.api.people import BY, accept, fragment, invited, member


def test_an_invitation_is_listed_until_it_is_accepted(callers: Callers, stranger: Caller, parts: Wiring) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    made = invited(owner)
    (line,) = owner.get("/clubs/home/invitations").json["invitations"]
    assert (line["id"], line["role"], line["name"], line["person"]) == (made["id"], "scorekeeper", "Cy", made["person"])
    assert line["expires_at"] - line["created_at"] <= WEEK_MS < line["expires_at"] - line["created_at"] + 60_000
    assert made["link"].startswith("http://127.0.0.1:8000/join#fi_home_")
    assert fragment(made["link"]).rpartition("_")[2] not in owner.get("/clubs/home/invitations").get_data(as_text=True)
    assert parts.people.names(HOME, [made["person"]]) == {}
    answer = accept(stranger, made["link"])
    assert answer.status_code == 201
    assert answer.json["link"] == f"http://127.0.0.1:8000/join#{answer.json['token']}"
    cy = Caller(callers.app, answer.json["token"])
    assert cy.get("/session").json == {"club": "home", "scopes": ["read", "record"], "person": made["person"]}
    assert parts.people.names(HOME, [made["person"]]) == {made["person"]: "Cy"}
    assert owner.get("/clubs/home/invitations").json["invitations"] == []
    again = accept(stranger, made["link"])
    assert (again.status_code, again.json["type"]) == (410, "/problems/invitation-invalid")
    assert "accepted already" in again.json["detail"]
    assert owner.call("DELETE", f"/clubs/home/invitations/{made['id']}").status_code == 404


def test_a_withdrawn_invitation_cannot_be_accepted(callers: Callers, stranger: Caller) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    made = invited(owner)
    assert owner.call("DELETE", f"/clubs/home/invitations/{made['id']}").status_code == 204
    assert "withdrawn" in accept(stranger, made["link"]).json["detail"]
    assert owner.get("/clubs/home/invitations").json["invitations"] == []


def test_a_member_who_is_invited_again_gets_another_device(callers: Callers, stranger: Caller) -> None:
    owner, person = member(callers, "owner", name="Olga")
    made = owner.post("/clubs/home/invitations", {"role": "viewer", "person": person}).json
    device = Caller(callers.app, accept(stranger, made["link"]).json["token"])
    assert device.get("/session").json == {"club": "home", "scopes": ["read", "record", "direct", "own"], "person": person}


def test_an_invitation_without_a_name_takes_the_name_given_at_acceptance(callers: Callers, stranger: Caller, parts: Wiring) -> None:
    made, secret = parts.invitations.make(HOME, "viewer", BY, parts.now() + WEEK_MS)
    assert accept(stranger, f"#{secret}", name="Dee").status_code == 201
    assert parts.people.names(HOME, [made.person]) == {made.person: "Dee"}


def checked(visitor: Caller, link: str) -> Any:
    return visitor.post("/invitations/checked", {"invitation": fragment(link)})


def test_reading_an_invitation_changes_nothing_and_shows_who_invites_whom_to_which_club(callers: Callers, stranger: Caller) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    made = invited(owner)

    for answer in (checked(stranger, made["link"]), checked(stranger, made["link"])):
        assert answer.status_code == 200
        assert (answer.headers["Cache-Control"], answer.json["club"], answer.json["expires_at"]) == ("no-store", "home", made["expires_at"])
        assert (answer.json["role"], answer.json["name"], answer.json["by"]) == ("scorekeeper", "Cy", "Olga")
    assert accept(stranger, made["link"]).status_code == 201


def test_a_link_for_another_device_shows_the_members_name_and_no_role(callers: Callers, stranger: Caller) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    made = owner.post("/session/device").json

    answer = checked(stranger, made["link"]).json

    assert (answer["role"], answer["name"], answer["by"]) == (None, "Olga", "Olga")


def test_an_invitation_without_a_name_is_shown_without_a_name(stranger: Caller, parts: Wiring) -> None:
    _, secret = parts.invitations.make(HOME, "viewer", BY, parts.now() + WEEK_MS)

    answer = checked(stranger, f"#{secret}").json

    assert (answer["role"], answer["name"], answer["by"]) == ("viewer", None, None)


def test_reading_an_invitation_that_cannot_be_accepted_gives_the_reason(callers: Callers, stranger: Caller) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    made = invited(owner)
    assert accept(stranger, made["link"]).status_code == 201

    used, unknown = checked(stranger, made["link"]), checked(stranger, "#fi_home_aaaaaaaaaa_" + "a" * 32)

    assert [(answer.status_code, answer.json["type"]) for answer in (used, unknown)] == [(410, "/problems/invitation-invalid")] * 2
    assert ("accepted already" in used.json["detail"], "unknown" in unknown.json["detail"]) == (True, True)


WRONG: list[tuple[Any, set[str]]] = [
    ({}, {"/role"}),
    ({"role": "viewer"}, {"/person"}),
    ({"role": "viewer", "name": "x", "person": "p-nobody"}, {"/person"}),
    ({"role": "viewer", "person": "p-nobody"}, {"/person"}),
    ({"role": "king", "name": ""}, {"/role", "/name"}),
    ({"role": "viewer", "name": "x", "expires_in": 0}, {"/expires_in"}),
    ({"role": "viewer", "name": "x", "expires_in": 30 * 24 * 3600 + 1}, {"/expires_in"}),
    ({"role": "viewer", "name": "x", "secret": "s"}, {"/secret"}),
]


@pytest.mark.parametrize(("body", "places"), WRONG)
def test_wrong_fields_of_an_invitation_are_named(callers: Callers, body: Any, places: set[str]) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    refused = owner.post("/clubs/home/invitations", body)
    assert (refused.status_code, {place["pointer"] for place in refused.json["errors"]}) == (422, places)
    assert owner.get("/clubs/home/invitations").json["invitations"] == []


@pytest.mark.parametrize("body", [{}, {"invitation": "", "label": ""}, {"invitation": "x" * 101, "label": 7}, {"invitation": None}])
def test_wrong_fields_of_an_acceptance_are_named(stranger: Caller, body: Any) -> None:
    refused = stranger.post("/invitations/accepted", body)
    assert (refused.status_code, {place["pointer"] for place in refused.json["errors"]}) == (422, {"/invitation", "/label"})


def test_a_browser_that_is_signed_in_can_accept_an_invitation(callers: Callers, app: Flask) -> None:
    """The request needs no CSRF token, because it does the same with and without the session cookie."""
    owner, _ = member(callers, "owner", name="Olga")
    browser = app.test_client()
    browser.post(f"{API}/session", json={"token": owner.secret})
    answer = browser.post(f"{API}/invitations/accepted", json={"invitation": fragment(invited(owner)["link"]), "label": "x"})
    assert answer.status_code == 201


def test_no_secret_of_an_invitation_is_logged_stored_or_exported(
    callers: Callers, stranger: Caller, parts: Wiring, caplog: pytest.LogCaptureFixture
) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    made = invited(owner)
    secret = fragment(made["link"]).rpartition("_")[2]
    token = accept(stranger, made["link"]).json["token"].rpartition("_")[2]
    kept = b"".join(parts.redis.dump(key) or b"" for key in parts.redis.keys("*"))
    exported = owner.get("/clubs/home/export").get_data()
    for hidden in (secret, token):
        assert hidden.encode() not in kept
        assert hidden.encode() not in exported
        assert hidden not in caplog.text
