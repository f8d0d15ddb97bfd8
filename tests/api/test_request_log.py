"""The log of requests (FACEUP_REQUEST_LOG=1): a line for each request, without anything secret."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from service.proxies import networks
from service.request_log import RequestLog
from service.store.errors import StoreUnavailable
from service.wiring import Wiring
from tests.api.callers import API, Caller, opener

NAME = "Annabel Lee"


@pytest.fixture
def lines(app: Flask) -> Iterator[list[bytes]]:
    written: list[bytes] = []
    app.config["REQUEST_LOG"] = RequestLog(written.append)
    yield written
    app.config["REQUEST_LOG"] = None


def read(lines: list[bytes]) -> list[dict[str, Any]]:
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    return list(map(json.loads, lines))


def test_each_request_has_a_line_whose_id_is_in_the_answer(lines: list[bytes], scorekeeper: Caller) -> None:
    game = scorekeeper.opened(seats=[{"name": NAME}, {}, {}])
    answer = scorekeeper.get(f"/games/{game}?at_least=1")
    last = read(lines)[-1]
    assert {key: last[key] for key in ("request", "method", "endpoint", "status")} == {
        "request": answer.headers["X-Request-ID"],
        "method": "GET",
        "endpoint": "games.get_game",
        "status": 200,
    }
    assert {*last} == {"at", "request", "method", "endpoint", "status", "ms", "process"}
    assert len({line["request"] for line in read(lines)}) == len(lines)


def test_an_unchanged_answer_has_an_id_of_its_own(lines: list[bytes], director: Caller) -> None:
    game = director.opened(visibility="public")
    tag = director.get(f"/games/{game}").headers["ETag"]
    again = [director.get(f"/games/{game}", headers={"If-None-Match": tag}) for _ in range(3)]
    assert [answer.status_code for answer in again] == [304] * 3
    assert [line["request"] for line in read(lines)[-3:]] == [answer.headers["X-Request-ID"] for answer in again]
    assert all(len(answer.headers.getlist("X-Request-ID")) == 1 for answer in again)


def test_no_line_has_anything_secret_or_chosen_by_a_visitor(lines: list[bytes], scorekeeper: Caller) -> None:
    game = scorekeeper.opened(seats=[{"name": NAME}, {}, {}])
    scorekeeper.recorded(game, opener())
    secret = scorekeeper.secret
    for path, method in ((f"/{secret}", "GET"), (f"/games?q={secret}", "GET"), ("/games", secret.upper().replace("_", ""))):
        scorekeeper.client.open(API + path, method=method, headers={"X-Request-ID": secret, "User-Agent": secret})
    written = b"".join(lines).decode()
    assert not [said for said in (secret, secret.upper().replace("_", ""), NAME, game, "127.0.0.1") if said in written]
    assert read(lines)[-1]["method"] == "other"


@pytest.mark.parametrize(
    ("proxies", "given", "taken"),
    [("127.0.0.1", "abc-1", True), ("", "abc-1", False), ("127.0.0.1", "two words", False), ("127.0.0.1", "a" * 65, False)],
)
def test_only_a_trusted_proxy_gives_ids(app: Flask, lines: list[bytes], proxies: str, given: str, taken: bool) -> None:
    app.config["PROXIES"] = networks(proxies)
    try:
        answer = app.test_client().get("/livez", headers={"X-Request-ID": given})
    finally:
        app.config["PROXIES"] = ()
    assert (answer.headers["X-Request-ID"] == given) is taken
    assert read(lines)[0]["request"] == answer.headers["X-Request-ID"]


def test_a_failure_is_logged_with_the_id(
    lines: list[bytes], director: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(*_: object) -> None:
        raise StoreUnavailable("lost")

    monkeypatch.setattr(type(parts.people), "everyone", lost)
    with caplog.at_level(logging.ERROR):
        answer = director.client.get(f"{API}/people", headers={"Authorization": f"Bearer {director.secret}"})
    assert answer.status_code == 503
    assert f"(request {answer.headers['X-Request-ID']}): StoreUnavailable" in caplog.text
    assert read(lines)[-1]["status"] == 503


def test_without_the_setting_nothing_is_added(stranger: Caller) -> None:
    assert "X-Request-ID" not in stranger.get("/livez").headers
