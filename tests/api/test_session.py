"""Signing in by a link: the token in the fragment is POSTed, and the answer sets an HttpOnly cookie. A change made with the cookie needs
the CSRF token of the session (design §8)."""

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.clock import now_ms
from service.wiring import Wiring
from tests.api.callers import API, HIGH_CARD, Caller
from tests.api.conftest import Callers


@pytest.fixture
def browser(app: Flask) -> FlaskClient:
    return app.test_client()


def signed_in(browser: FlaskClient, secret: str | None, **options: str) -> TestResponse:
    return browser.post(f"{API}/session", json={"token": secret}, **options)


def test_signing_in_with_a_token_sets_a_cookie_that_scripts_cannot_read(browser: FlaskClient, director: Caller) -> None:
    response = signed_in(browser, director.secret)

    cookie = response.headers["Set-Cookie"]
    assert (response.status_code, response.get_data()) == (204, b"")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Secure" not in cookie
    assert director.secret is not None
    assert director.secret.rpartition("_")[2] not in cookie


def test_the_session_cookie_is_marked_secure_over_https(browser: FlaskClient, director: Caller) -> None:
    response = signed_in(browser, director.secret, base_url="https://localhost")

    assert "Secure" in response.headers["Set-Cookie"]


def test_the_session_resource_gives_the_rights_and_the_csrf_token(browser: FlaskClient, callers: Callers, scorekeeper: Caller) -> None:
    game = scorekeeper.opened()
    signed_in(browser, callers.holder("read", game=game, seat=1).secret)

    body = browser.get(f"{API}/session").json

    assert body == {"club": "home", "scopes": ["read"], "game": game, "seat": 1, "csrf": body["csrf"]}
    assert browser.get(f"{API}/games/{game}").json["viewer"] == "seat:1"


def test_a_visitor_with_a_bearer_token_gets_no_cookie(director: Caller) -> None:
    response = director.get("/session")

    assert response.json == {"club": "home", "scopes": ["read", "record", "direct"]}
    assert "Set-Cookie" not in response.headers


PROOFS = ["", "x", "wrong.token.here", None]


@pytest.mark.parametrize("proof", PROOFS)
def test_a_change_by_a_session_cookie_without_the_csrf_token_is_refused(proof: str | None, browser: FlaskClient, director: Caller) -> None:
    signed_in(browser, director.secret)
    headers = {} if proof is None else {"X-CSRFToken": proof}

    response = browser.post(f"{API}/games", json=HIGH_CARD, headers=headers)

    assert (response.status_code, response.json["type"]) == (403, "/problems/csrf")


def test_a_change_by_a_session_cookie_with_the_csrf_token_is_accepted(browser: FlaskClient, director: Caller) -> None:
    signed_in(browser, director.secret)
    proof = browser.get(f"{API}/session").json["csrf"]

    assert browser.post(f"{API}/games", json=HIGH_CARD, headers={"X-CSRFToken": proof}).status_code == 201


def test_the_csrf_token_of_one_session_is_refused_in_another(app: Flask, browser: FlaskClient, director: Caller) -> None:
    signed_in(browser, director.secret)
    other = app.test_client()
    signed_in(other, director.secret)
    proof = other.get(f"{API}/session").json["csrf"]

    assert browser.post(f"{API}/games", json=HIGH_CARD, headers={"X-CSRFToken": proof}).status_code == 403


def test_signing_out_ends_the_session(browser: FlaskClient, director: Caller) -> None:
    signed_in(browser, director.secret)

    assert browser.delete(f"{API}/session").status_code == 204
    assert browser.get(f"{API}/session").status_code == 401


def test_withdrawing_a_token_signs_out_its_browser_but_the_browser_still_sees_public_games(
    browser: FlaskClient, callers: Callers, director: Caller, parts: Wiring
) -> None:
    game = director.opened(visibility="public")
    guest = callers.holder("record")
    signed_in(browser, guest.secret)
    assert browser.get(f"{API}/games/{game}").json["viewer"] == "scorekeeper"
    issued = next(token for token in director.get("/tokens").json["tokens"] if token["label"] == "record token")

    director.call("DELETE", f"/tokens/{issued['id']}")

    assert browser.get(f"{API}/games/{game}").json["viewer"] == "public"
    assert browser.get(f"{API}/session").status_code == 401
    assert guest.get("/games").status_code == 401


NO_TOKENS = [
    "",
    "x",
    "fu_home_aaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "fu_nope_aaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "fu_home_aaaaaaaaaa_",
    "FU_HOME_AAAAAAAAAA_" + "A" * 32,
    "fu_home_aaaaaaaaaa_" + "a" * 81,
    "\0",
]


@pytest.mark.parametrize("text", NO_TOKENS)
def test_an_invalid_token_starts_no_session(text: str, browser: FlaskClient, app: Flask) -> None:
    response = signed_in(browser, text)

    assert response.status_code in (401, 422)
    assert "Set-Cookie" not in response.headers


HEADERS = ["Bearer", "Bearer ", "Bearer x", "Basic YTpi", "bearer fu_home_aaaaaaaaaa_" + "a" * 32, "\xff", ""]


@pytest.mark.parametrize("header", HEADERS)
def test_an_invalid_authorization_header_is_refused(header: str, stranger: Caller) -> None:
    response = stranger.get("/games", headers={"Authorization": header})

    assert (response.status_code, response.json["type"]) == (401, "/problems/token-invalid")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_with_the_secret_of_another_token_is_refused(app: Flask, director: Caller, scorekeeper: Caller) -> None:
    assert director.secret is not None
    assert scorekeeper.secret is not None
    mixed = "_".join([*director.secret.split("_")[:3], scorekeeper.secret.split("_")[3]])

    assert Caller(app, mixed).get("/games").status_code == 401


def test_the_secret_of_a_token_is_neither_stored_nor_listed_nor_logged(
    director: Caller, parts: Wiring, caplog: pytest.LogCaptureFixture
) -> None:
    issued = director.post("/tokens", {"label": "door", "scopes": ["read"]}).json
    secret = issued["token"].rpartition("_")[2]

    stored = b"".join(b"".join(parts.redis.hgetall(key).values()) for key in parts.redis.keys("{home}:token:*"))
    assert secret.encode() not in stored
    assert secret not in director.get("/tokens").get_data(as_text=True)
    assert secret not in caplog.text
    assert issued["link"] == f"http://127.0.0.1:8000/join#{issued['token']}"


# --- tokens and people -------------------------------------------------------------------------------------------------------------------


def test_a_director_can_list_and_withdraw_tokens(director: Caller, app: Flask) -> None:
    issued = director.post("/tokens", {"label": "Ben", "scopes": ["record", "read"], "expires_in": 60}).json
    director.post("/tokens", {"label": "never used", "scopes": ["read"]})
    holder = Caller(app, issued["token"])
    assert holder.get("/session").json["scopes"] == ["read", "record"]

    line = next(token for token in director.get("/tokens").json["tokens"] if token["id"] == issued["id"])
    assert (line["label"], line["scopes"]) == ("Ben", ["read", "record"])
    assert 0 < line["expires_at"] - now_ms() <= 60_000
    assert 0 <= now_ms() - line["last_used_at"] <= 60_000
    assert next(token for token in director.get("/tokens").json["tokens"] if token["label"] == "never used")["last_used_at"] is None

    assert director.call("DELETE", f"/tokens/{issued['id']}").status_code == 204
    assert holder.get("/session").status_code == 401
    assert director.call("DELETE", f"/tokens/{issued['id']}").status_code == 404


def test_the_holder_of_a_token_can_withdraw_that_token(callers: Callers, director: Caller) -> None:
    guest = callers.holder("read")
    token = next(line["id"] for line in director.get("/tokens").json["tokens"] if line["scopes"] == ["read"])

    assert guest.call("DELETE", f"/tokens/{token}").status_code == 204
    assert guest.get("/games").status_code == 401


def test_the_token_of_a_table_link_expires_after_a_day(scorekeeper: Caller, director: Caller) -> None:
    game = scorekeeper.opened()
    scorekeeper.post("/tokens", {"label": "phone", "scopes": ["record"], "game": game})

    line = next(token for token in director.get("/tokens").json["tokens"] if token["label"] == "phone")
    assert line["game"] == game
    assert 0 < line["expires_at"] - now_ms() <= 24 * 3_600_000


WRONG_TOKENS = [
    # (body, JSON pointers to the wrong fields)
    ({}, {"/label", "/scopes"}),
    ({"label": "", "scopes": ["read"]}, {"/label"}),
    ({"label": "x", "scopes": []}, {"/scopes"}),
    ({"label": "x", "scopes": ["rule"]}, {"/scopes/0"}),
    ({"label": "x", "scopes": "read"}, {"/scopes"}),
    ({"label": "x", "scopes": [["read"]]}, {"/scopes/0"}),
    ({"label": "x", "scopes": ["read"], "seat": 0}, {"/seat"}),
    ({"label": "x", "scopes": ["record"], "game": "{game}", "seat": 0}, {"/seat"}),
    ({"label": "x", "scopes": ["read"], "game": "{game}", "seat": 9}, {"/seat"}),
    ({"label": "x", "scopes": ["read"], "game": "{game}", "seat": 16}, {"/seat"}),
    ({"label": "x", "scopes": ["read"], "game": "{other}"}, {"/game"}),
    ({"label": "x", "scopes": ["read"], "expires_in": 0}, {"/expires_in"}),
    ({"label": "x", "scopes": ["read"], "expires_in": 10**12}, {"/expires_in"}),
    ({"label": "x\0", "scopes": ["read"], "secret": "s"}, {"/label", "/secret"}),
]


@pytest.mark.parametrize(("body", "places"), WRONG_TOKENS)
def test_the_problem_document_names_each_wrong_field_of_a_new_token(
    body: object, places: set[str], director: Caller, callers: Callers
) -> None:
    game = director.opened()
    other = callers.holder("record", club="away").opened(visibility="public")
    sent = json.loads(re.sub(r"\{game\}", game, json.dumps(body)).replace("{other}", other))

    response = director.post("/tokens", sent)

    assert response.status_code == 422
    assert {place["pointer"] for place in response.json["errors"]} == places


def test_people_are_listed_by_name(scorekeeper: Caller) -> None:
    for name in ("Zoë", "ann", "Ben"):
        assert scorekeeper.post("/people", {"name": name}).json["name"] == name

    assert [person["name"] for person in scorekeeper.get("/people").json["people"]] == ["ann", "Ben", "Zoë"]


@pytest.mark.parametrize("name", ["", "x" * 81, 7, None, "a\0", "\ud800"])
def test_registering_a_person_with_an_invalid_name_is_refused(name: object, scorekeeper: Caller) -> None:
    response = scorekeeper.call("POST", "/people", data=json.dumps({"name": name}), content_type="application/json")

    assert [place["pointer"] for place in response.json["errors"]] == ["/name"]
