"""Callers who send too much are refused for a while. Other callers are not. Each test sets small limits in one application."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from service.admission import COSTLY, COSTLY_AS, FREE, PINS
from service.app import create_app
from service.caches.rates import Rates
from service.config import Config
from service.limits import UNLIMITED, Limits
from service.proxies import networks
from service.store.keys import HOME
from service.wiring import EXTENSION, Wiring
from tests.api.callers import HIGH_CARD, Caller, opener
from tests.api.lives import confirmed, finished
from tests.servers import RunningServer
from tests.streams import end_streams

WRONG = f"fu_home_{'a' * 10}_{'b' * 32}"
ROUTER, ELSEWHERE = "192.0.2.1", "192.0.2.2"

Made = Callable[..., "Installation"]


class Installation:
    """An application with limits, and its visitors."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.parts: Wiring = app.extensions[EXTENSION]
        self.client: FlaskClient = app.test_client(use_cookies=False)

    def token(self, scope: Any = "record", **limits: Any) -> str:
        return self.parts.clubs.issue(HOME, "a phone", scope, **limits)[1]

    def send(self, path: str, token: str | None = None, *, at: str = ROUTER, method: str = "GET", **options: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= options.pop("headers", {})
        url = path if not path.startswith("/v1") else f"/api{path}"
        return self.client.open(url, method=method, headers=headers, environ_base={"REMOTE_ADDR": at}, **options)

    def statuses(self, times: int, path: str, token: str | None = None, **options: Any) -> list[int]:
        return [self.send(path, token, **options).status_code for _ in range(times)]

    def game(self, token: str) -> str:
        return str(self.send("/v1/games", token, method="POST", json={**HIGH_CARD, "visibility": "public"}).json["game"])

    def append(self, game: str, token: str) -> TestResponse:
        return self.send(f"/v1/games/{game}/events", token, method="POST", json={"events": [opener()]}, headers={"If-Match": "*"})


@pytest.fixture(scope="module")
def limited(server: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Config(data=tmp_path_factory.mktemp("limited"), redis_url=f"unix://{server.socket}", limits=Limits()))


@pytest.fixture
def made(limited: Flask, redis: Redis) -> Iterator[Made]:
    here = Installation(limited)

    def make(proxies: str = "", **limits: int) -> Installation:
        limited.config["PROXIES"] = networks(proxies)
        told = here.parts.metrics.refused
        rates = Rates(replace(UNLIMITED, **limits), lambda limit: told.labels(limit).inc())
        object.__setattr__(here.parts, "rates", rates)
        here.parts.clubs.found(HOME)
        here.parts.people.lately.forget(HOME)
        return here

    yield make
    end_streams(limited)
    for client in (here.parts.redis, here.parts.records._redis):
        client.connection_pool.disconnect()


def test_the_refusal_of_a_caller_beyond_the_limit_says_when_to_try_again(made: Made) -> None:
    here = made(token_reads=2)
    token = here.token()

    assert here.statuses(2, "/v1/systems", token) == [200, 200]
    refused = here.send("/v1/systems", token)

    assert (refused.status_code, refused.json["type"]) == (429, "/problems/too-many-requests")
    assert refused.content_type == "application/problem+json"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert here.send("/v1/systems", here.token()).status_code == 200
    assert here.send("/v1/systems").status_code == 200


def test_a_browser_beyond_the_limit_gets_the_refusal_as_an_html_page(made: Made) -> None:
    here = made(address_reads=1)
    html = {"Accept": "text/html"}
    assert here.send("/games", headers=html).status_code == 200
    refused = here.send("/games", headers=html)
    assert (refused.status_code, refused.mimetype) == (429, "text/html")
    assert "Too many requests" in refused.get_data(as_text=True)


def test_200_phones_behind_one_router_do_not_use_up_each_others_limits(made: Made) -> None:
    """The phones have one address, and each has a valid token. Each phone sends as many requests as the limit of a token allows, and none
    is refused."""
    here = made(token_reads=1, token_writes=1, address_reads=1, address_writes=1, wrong_secrets=1)
    game = here.game(here.token("direct"))
    phones = [here.token("record") for _ in range(200)]

    assert {here.append(game, phone).status_code for phone in phones} == {201}
    assert {here.send(f"/v1/games/{game}", phone).status_code for phone in phones} == {200}


def test_links_that_came_from_one_link_are_one_caller(made: Made) -> None:
    """Otherwise every hand-over would begin at 0 again, and so would both of the links after a rematch."""
    here = made(token_reads=2)
    game = here.game(here.token("direct"))
    first = here.token(game=game)
    handed = here.send(f"/v1/games/{game}/handover", first, method="POST", json={})
    second = handed.json["token"]

    assert here.statuses(2, "/v1/systems", second) == [200, 200]
    again = here.send(f"/v1/games/{game}/handover", second, method="POST", json={})

    assert here.send("/v1/systems", again.json["token"]).status_code == 429
    assert here.send("/v1/systems", here.token(game=game)).status_code == 200


def test_visitors_without_a_token_are_counted_by_their_address(made: Made) -> None:
    here = made(address_reads=2)
    assert here.statuses(3, "/v1/systems") == [200, 200, 429]
    assert here.statuses(1, "/v1/systems", at=ELSEWHERE) == [200]
    assert here.statuses(2, "/v1/systems", here.token()) == [200, 200]
    assert here.statuses(3, "/nothing/here", at="192.0.2.3") == [404, 404, 429]


def test_requests_with_a_session_cookie_are_counted_for_the_token_of_the_session(made: Made) -> None:
    here = made(token_reads=2, address_reads=1)
    signed_in = here.send("/v1/session", method="POST", json={"token": here.token()})
    cookie = {"Cookie": signed_in.headers["Set-Cookie"].split(";")[0]}
    assert here.statuses(3, "/v1/session", headers=cookie) == [200, 200, 429]


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/v1/systems", "reads"),
        ("HEAD", "/v1/systems", "reads"),
        ("OPTIONS", "/v1/systems", "reads"),
        ("GET", "/v1/games/home-x/replay", "reads"),
        ("GET", "/v1/games/home-x/replay?as=corrected", "reads"),
        ("GET", "/v1/games/home-x/replay?as=recorded", "costly"),
        ("GET", "/v1/games/home-x/picture?format=svg", "reads"),
        ("GET", "/v1/games/home-x/picture?format=png", "costly"),
        ("GET", "/v1/games/home-x/diff?from=1", "costly"),
        ("GET", "/v1/games/home-x/export?format=json", "costly"),
        ("POST", "/v1/games/home-x/events", "writes"),
        ("POST", "/v1/games", "writes"),
        ("DELETE", "/v1/session", "writes"),
        ("POST", "/v1/records/verify", "costly"),
        ("POST", "/v1/records", "costly"),
        ("POST", "/v1/games/home-x/confirmation", "costly"),
        ("GET", "/readyz", "costly"),
    ],
)
@pytest.mark.parametrize("whose", ["token", "address"])
def test_every_kind_of_request_has_its_own_limit(made: Made, method: str, path: str, kind: str, whose: str) -> None:
    here = made(**{f"{whose}_{kind}": 1})
    token = here.token() if whose == "token" else None
    first, second = here.statuses(2, path, token, method=method)
    assert first != 429
    assert second == 429
    others = {f"{whose}_{other}": 1 for other in ("reads", "writes", "costly") if other != kind}
    assert 429 not in made(**others).statuses(2, path, token, method=method)


def test_static_files_and_the_liveness_check_are_not_counted(made: Made) -> None:
    here = made(address_reads=1, address_writes=1, address_costly=1)
    assert here.statuses(5, "/static/css/base.css") == here.statuses(5, "/static/css/base.css")
    assert 429 not in here.statuses(5, "/static/nothing")
    assert here.statuses(5, "/livez") == [200] * 5


def test_every_endpoint_that_has_its_own_limit_exists(made: Made) -> None:
    assert (FREE | COSTLY | PINS | COSTLY_AS.keys()) - set(made().app.view_functions) == set()


# --- wrong secrets ---------------------------------------------------------------------------------------------------------------------


def test_wrong_tokens_are_counted_by_address_and_valid_tokens_are_still_accepted(made: Made) -> None:
    here = made(wrong_secrets=2)
    assert here.statuses(3, "/v1/games", WRONG) == [401, 401, 429]
    assert here.statuses(1, "/v1/games", WRONG, at=ELSEWHERE) == [401]
    assert here.statuses(1, "/v1/games", here.token()) == [200]
    assert here.statuses(1, "/v1/games") == [200]


def test_wrong_tokens_and_invitations_in_a_body_are_counted_too(made: Made) -> None:
    here = made(wrong_secrets=2)
    sign_in = {"method": "POST", "json": {"token": WRONG}}
    assert here.statuses(3, "/v1/session", **sign_in) == [401, 401, 429]
    check = {"method": "POST", "json": {"invitation": "x"}, "at": ELSEWHERE}
    assert here.statuses(3, "/v1/invitations/checked", **check) == [410, 410, 429]
    assert here.send("/v1/session", method="POST", json={"token": here.token()}).status_code == 204


def test_a_caller_who_sent_too_many_wrong_pins_cannot_try_any_more(made: Made) -> None:
    here = made(wrong_secrets=2)
    keeper, other = here.token(), here.token()
    game = finished(Caller(here.app, keeper))
    assert here.send(f"/v1/games/{game}/seats/1/pin", keeper, method="PUT", json={"pin": "2468"}).status_code == 204

    def tried(pin: str, token: str) -> int:
        return confirmed(Caller(here.app, token), game, 1, pin=pin).status_code

    assert [tried("0000", keeper) for _ in range(2)] == [403, 403]
    assert tried("2468", keeper) == 429
    assert tried("0000", other) == 403


# --- live streams ----------------------------------------------------------------------------------------------------------------------


def test_live_streams_are_limited_by_token_and_for_visitors_without_a_token_by_address(made: Made) -> None:
    here = made(token_streams=2, address_streams=3)
    keeper, other = here.token(), here.token()
    path = f"/v1/games/{here.game(keeper)}/live"
    opened = {whose: [here.send(path, whose) for _ in range(4)] for whose in (keeper, other, None)}

    assert [one.status_code for one in opened[keeper]] == [200, 200, 429, 429]
    assert [one.status_code for one in opened[other]] == [200, 200, 429, 429]
    assert [one.status_code for one in opened[None]] == [200, 200, 200, 429]
    assert int(opened[None][3].headers["Retry-After"]) > 0
    assert here.send(path, at=ELSEWHERE).status_code == 200
    opened[keeper][0].close()
    assert here.send(path, keeper).status_code == 200


def test_streams_that_cannot_be_opened_do_not_use_up_the_limit(made: Made) -> None:
    here = made(token_streams=1)
    keeper = here.token()
    path = f"/v1/games/{here.game(keeper)}/live"
    assert here.statuses(3, "/v1/games/home-nothing/live", keeper) == [404] * 3
    assert here.statuses(2, path, keeper) == [200, 429]


# --- when counting fails ---------------------------------------------------------------------------------------------------------------


def test_requests_are_answered_even_if_they_cannot_be_counted(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    here = made(address_reads=1)

    def broken(*_: object) -> bool:
        raise OSError("no space left")

    monkeypatch.setattr(here.parts.rates._counted, "hit", broken)
    assert here.statuses(3, "/v1/systems") == [200] * 3


def test_requests_that_only_read_are_counted_without_writing_to_the_store(made: Made) -> None:
    """Visitors with a token, with a wrong token and without a token send requests that only read. Meanwhile the log of the store (AOF)
    does not grow."""
    here = made(token_reads=1, address_reads=1, wrong_secrets=1)
    token = here.token()
    here.send("/v1/games", token)  # records that the token was used now
    before = here.parts.redis.info("persistence")["aof_current_size"]
    for visitor in (token, WRONG, None):
        here.statuses(3, "/v1/systems", visitor)
    assert here.parts.redis.info("persistence")["aof_current_size"] == before


# --- proxies, metrics ------------------------------------------------------------------------------------------------------------------


def test_requests_through_a_proxy_are_counted_for_the_address_that_the_proxy_names(made: Made) -> None:
    here = made(proxies="10.0.0.0/8", address_reads=1)
    for visitor in ("198.51.100.1", "198.51.100.2"):
        assert here.statuses(2, "/v1/systems", at="10.0.0.1", headers={"X-Forwarded-For": visitor}) == [200, 429]
    inventive = [here.send("/v1/systems", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(3)]
    assert inventive == [200, 429, 429]


def test_strangers_cannot_read_the_metrics(made: Made) -> None:
    here = made(token_reads=1, address_reads=2)
    keeper, director, owner = (here.token(scope) for scope in ("record", "direct", "own"))
    assert here.statuses(1, "/metrics") == [401]
    assert here.statuses(1, "/metrics", keeper) == [403]
    assert here.statuses(1, "/metrics", director) == [403]
    assert here.statuses(1, "/metrics", owner) == [200]
    here.parts.clubs.found("north")  # type: ignore[arg-type]
    _, elsewhere = here.parts.clubs.issue("north", "owner", "own")  # type: ignore[arg-type]
    assert here.statuses(1, "/metrics", elsewhere) == [403]
    assert here.statuses(1, "/metrics", at="127.0.0.1") == [200]
    assert here.statuses(1, "/metrics", at="127.0.0.1", headers={"X-Forwarded-For": "198.51.100.1"}) == [401]


def test_the_metrics_count_the_requests_that_the_limits_refused(made: Made) -> None:
    here = made(address_reads=1, token_streams=1)
    here.statuses(3, "/v1/systems")
    lines = here.send("/metrics", at="127.0.0.1").get_data(as_text=True).splitlines()
    counted = {line.split()[0]: float(line.split()[1]) for line in lines if line.startswith("faceup_refused_total")}
    assert counted['faceup_refused_total{limit="address_reads"}'] >= 2


def test_every_limit_has_a_default_and_a_text_about_what_it_limits() -> None:
    for each in fields(Limits):
        assert getattr(Limits(), each.name) > 0
        assert each.metadata["what"]
        assert each.metadata["answer"]
