"""Links begin with the public address in the settings of the installation. They never begin with the header Host of a request
(docs/decisions/clubs.md)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from service.api.openapi import generate
from service.app import create_app
from service.config import Config
from service.running.front_door import url
from service.store.keys import HOME
from service.wiring import EXTENSION, Wiring
from tests.api.callers import HIGH_CARD, Caller
from tests.api.conftest import Callers
from tests.api.lives import stated
from tests.api.people import fragment, invited, member
from tests.api.test_rights import MATRIX, filled, games

__all__ = ["games"]

EVIL = "evil.example"
FORGED: dict[str, Any] = {
    "base_url": f"http://{EVIL}",
    "headers": {"X-Forwarded-Host": EVIL, "Forwarded": f"host={EVIL}", "If-Match": "*"},
}
PUBLIC = "https://faceup.example"


def handed_over(owner: Caller, _: Caller) -> Any:
    return owner.post(f"/games/{owner.opened()}/handover", **FORGED)


def accepted(owner: Caller, stranger: Caller) -> Any:
    body = {"invitation": fragment(invited(owner)["link"]), "label": "phone"}
    return stranger.post("/invitations/accepted", body, **FORGED)


def rematch(owner: Caller, stranger: Caller) -> Any:
    game = owner.opened()
    owner.recorded(game, stated())
    secret = owner.post("/tokens", {"label": "x", "scopes": ["record"], "game": game}).json["token"]
    return Caller(owner.app, secret).post(f"/games/{game}/rematch", **FORGED)


def shared(_: Caller, stranger: Caller) -> Any:
    secret = stranger.post("/practice", HIGH_CARD).json["token"]
    return Caller(stranger.app, secret).post("/practice/links", **FORGED)


LINKS: dict[str, Callable[[Caller, Caller], Any]] = {
    "token": lambda owner, _: owner.post("/tokens", {"label": "x", "scopes": ["read"]}, **FORGED),
    "invitation": lambda owner, _: owner.post("/clubs/home/invitations", {"role": "viewer", "name": "Ann"}, **FORGED),
    "device": lambda owner, _: owner.post("/session/device", **FORGED),
    "club": lambda owner, _: owner.post("/clubs", {"club": "away", "name": "Away"}, **FORGED),
    "handover": handed_over,
    "accepted": accepted,
    "rematch": rematch,
    "practice": lambda _, stranger: stranger.post("/practice", HIGH_CARD, **FORGED),
    "practice link": shared,
}
"""Every request whose answer has a link."""


@pytest.fixture(scope="module")
def known(the_app: Flask) -> Flask:
    """The same installation, but its settings have a public address (FACEUP_URL)."""
    usual: Wiring = the_app.extensions[EXTENSION]
    return create_app(replace(usual.config, public_url=PUBLIC))


@pytest.fixture
def at(app: Flask, known: Flask, redis: Redis) -> Iterator[Callable[[str | None], Callers]]:
    parts: Wiring = known.extensions[EXTENSION]
    parts.clubs.found(HOME)
    yield lambda public: Callers(known, parts) if public else Callers(app, app.extensions[EXTENSION])
    for client in (parts.redis, parts.records._redis):
        client.connection_pool.disconnect()


@pytest.mark.parametrize("public", [None, PUBLIC])
@pytest.mark.parametrize("asked", LINKS.values(), ids=LINKS)
def test_a_link_never_begins_with_the_host_of_the_request(
    at: Callable[[str | None], Callers], public: str | None, asked: Callable[[Caller, Caller], Any]
) -> None:
    callers = at(public)
    owner, _ = member(callers, "owner")
    answer = asked(owner, callers.anonymous())
    assert answer.status_code == 201, answer.json
    link = str(answer.json.get("link") or answer.json["invitation"]["link"])
    config: Config = callers.parts.config
    assert link.startswith(f"{public or f'http://{config.host}:{config.port}'}/join#")
    assert EVIL not in answer.get_data(as_text=True)


def test_these_tests_send_every_request_whose_answer_has_a_link() -> None:
    document = generate()
    named = {name for name, schema in document["components"]["schemas"].items() if "link" in schema.get("properties", {})}
    named |= {"ClubFounding"}  # this schema has the link in its member `invitation`
    answering = {
        operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
        if isinstance(operation, dict)
        and any(name in str(operation.get("responses", {}).get("201", {})).replace("'", "/").split("/") for name in named)
    }
    assert answering == {"issueToken", "inviteMember", "addDevice", "foundClub", "handOver", "acceptInvitation", "openRematch"} | {
        "openPracticeTable",
        "issuePracticeLink",
    }


@pytest.mark.slow
def test_no_answer_of_any_address_repeats_a_forged_host(callers: Callers, games: dict[str, str], app: Flask) -> None:
    owner, _ = member(callers, "owner")
    for method, path, body, _statuses in MATRIX:
        sent = None if body is None else filled(body, games)
        answer = owner.call(method, filled(path, games), json=sent, **{**FORGED, "headers": dict(FORGED["headers"])})
        assert EVIL.encode() not in answer.get_data() + str(answer.headers).encode(), (method, path)
    example = {"game": games["public"], "tournament": games["open_cup"], "slug": "high-card", "club": "home", "table": 1, "entry": 1}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.startswith("/api") and rule.arguments <= example.keys():
            _, path = rule.build({name: example[name] for name in rule.arguments}) or ("", rule.rule)  # type: ignore[misc]
            for address in (path, f"{path}/"):
                answer = owner.client.get(address, base_url=FORGED["base_url"], headers={"X-Forwarded-Host": EVIL, "Accept": "text/html"})
                assert EVIL not in answer.get_data(as_text=True) + str(answer.headers), address


@pytest.mark.parametrize("public", [None, PUBLIC])
def test_the_address_in_links_is_the_one_set_for_the_installation(public: str | None, app: Flask) -> None:
    config = replace(app.extensions[EXTENSION].config, public_url=public)
    assert url(config) == (public or "http://127.0.0.1:8000")
