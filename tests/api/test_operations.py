"""Health and metrics: what the API answers when everything works, and when the store cannot be reached."""

from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from service.config import Config
from service.engine import ENGINE
from service.projections import FOLD
from service.running import backlog
from service.running.backlog import late
from service.store.keys import HOME, GameId, Keys
from service.store.relays import Queue, RelayRow, Relays
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed
from tests.servers import packaged_valkey, start_server
from tests.verdicts import judged


def test_a_healthy_installation_is_ready(stranger: Caller) -> None:
    response = stranger.get("/readyz")

    assert response.status_code == 200
    assert response.json["ready"] is True
    assert set(response.json["checks"]) == {"reachable", "writable", "disk", "durability", "verdicts", "long requests"}
    assert response.json["checks"]["durability"]["told"] == "appendonly yes, appendfsync always"


def test_an_installation_whose_server_settings_can_lose_events_is_not_ready(stranger: Caller, parts: Wiring) -> None:
    parts.redis.config_set("appendfsync", "everysec")
    try:
        response = stranger.get("/readyz")
    finally:
        parts.redis.config_set("appendfsync", "always")

    assert response.status_code == 503
    assert response.json["checks"]["durability"] == {"ok": False, "told": "appendonly yes, appendfsync everysec"}


def test_an_installation_with_too_many_games_without_a_verdict_is_not_ready(stranger: Caller, parts: Wiring) -> None:
    parts.redis.zadd(Keys(HOME).dirty, {f"home-{number}": 1 for number in range(10_001)})

    assert stranger.get("/readyz").json["checks"]["verdicts"]["ok"] is False


WARNING = "A relay lives but does not do its work: `faceup doctor` says which, and what to do."


def test_a_relay_that_makes_no_verdict_between_two_looks_is_a_warning_without_names(
    scorekeeper: Caller, stranger: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backlog, "LATE_SECONDS", -1)
    monkeypatch.setattr(backlog, "LOOK_SECONDS", 0)
    monkeypatch.setitem(vars(parts), "watch", backlog.Watch())
    Relays(parts.redis).renewed(RelayRow("a", FOLD, Queue("1", 0, 2), host="oak"))
    game = GameId(scorekeeper.opened())
    told = [stranger.get("/readyz").json["warnings"] for _ in range(2)]
    scorekeeper.append(game, opener())
    told.append(stranger.get("/readyz").json["warnings"])  # newer events make the record no younger
    judged(parts.verdicts, game, 0, 1, ENGINE, "open", [], [])
    told += [stranger.get("/readyz").json["warnings"] for _ in range(2)]
    assert told == [[], [WARNING], [WARNING], [], [WARNING]]


def test_a_look_that_is_too_early_is_no_second_look(
    scorekeeper: Caller, stranger: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backlog, "LATE_SECONDS", -1)
    monkeypatch.setattr(backlog, "LOOK_SECONDS", 3600)
    monkeypatch.setitem(vars(parts), "watch", backlog.Watch())
    Relays(parts.redis).renewed(RelayRow("a", FOLD, Queue("1", 0, 2), host="oak"))
    scorekeeper.opened()
    assert [stranger.get("/readyz").json["warnings"] for _ in range(3)] == [[], [], []]


def test_an_old_record_that_was_imported_just_now_is_no_reason_for_a_warning(
    director: Caller, stranger: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backlog, "LOOK_SECONDS", 0)
    monkeypatch.setitem(vars(parts), "watch", backlog.Watch())
    Relays(parts.redis).renewed(RelayRow("a", FOLD, Queue("1", 0, 2), host="oak"))
    assert director.call("POST", "/records", data=Path("docs/samples/high-card.ndjson").read_bytes()).status_code == 201
    told = [stranger.get("/readyz").json["warnings"]]
    ((game, version),) = parts.verdicts.dirty(HOME)
    assert late(parts.redis, [HOME], parts.now())
    judged(parts.verdicts, game, 0, version, ENGINE, "finished", [], [])
    told.append(stranger.get("/readyz").json["warnings"])
    assert told == [[], []]


def test_an_installation_whose_store_refuses_writes_is_not_ready(scorekeeper: Caller, parts: Wiring) -> None:
    game = scorekeeper.opened()
    parts.redis.config_set("maxmemory", "1")
    try:
        ready = scorekeeper.get("/readyz")
        refused = scorekeeper.client.post(
            f"/api/v1/games/{game}/events",
            json={"events": [opener()]},
            headers={"Authorization": f"Bearer {scorekeeper.secret}", "If-Match": "*"},
        )
    finally:
        parts.redis.config_set("maxmemory", "0")

    assert ready.json["checks"]["writable"]["ok"] is False
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/store-unavailable")
    assert scorekeeper.recorded(game, opener()) == 2


def test_the_metrics_count_requests_and_recorded_events(scorekeeper: Caller, stranger: Caller) -> None:
    game = scorekeeper.opened()
    scorekeeper.recorded(game, opener())
    scorekeeper.append(game, placed(0), headers={"Idempotency-Key": "k"})
    scorekeeper.append(game, placed(0), headers={"Idempotency-Key": "k"})

    text = stranger.get("/metrics").get_data(as_text=True)

    assert 'faceup_requests_total{endpoint="events.append_events",method="POST",status="201"}' in text
    assert 'faceup_appends_total{outcome="already-there"}' in text
    assert "faceup_dirty_records 1.0" in text
    assert "faceup_live_streams" in text
    assert game not in text


def test_the_metrics_say_what_waits_and_since_when(
    scorekeeper: Caller, stranger: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(parts.records, "_now", lambda: parts.now() - 90_000)
        game = scorekeeper.opened()
    scorekeeper.append(game, opener())
    parts.redis.rpush("rq:queue:faceup", "a", "b")
    text = stranger.get("/metrics").get_data(as_text=True)
    told = {name: float(value) for name, _, value in (line.rpartition(" ") for line in text.splitlines()) if name.startswith("faceup_")}
    assert 90 <= told["faceup_oldest_wait_seconds"] < 200
    assert (told["faceup_clubs"], told["faceup_queued_jobs"], told["faceup_relay"], told["faceup_workers"]) == (1, 2, 0, 0)
    assert told["faceup_feed_lag"] == 2 + parts.people.directory(HOME).version
    assert 0 < told["faceup_store_write_seconds"] < 100


def test_the_metrics_are_shown_while_the_store_takes_no_writes(stranger: Caller, parts: Wiring) -> None:
    parts.redis.config_set("maxmemory", "1")
    try:
        text = stranger.get("/metrics").get_data(as_text=True)
    finally:
        parts.redis.config_set("maxmemory", "0")
    assert "faceup_store_write_seconds +Inf" in text


@pytest.fixture
def lonely(tmp_path: Path, short_directory: Path) -> Flask:
    server = start_server(packaged_valkey(), short_directory / "gone")
    app = create_app(Config(data=tmp_path / "data", redis_url=f"unix://{server.socket}"))
    server.kill()
    return app


def test_a_process_whose_store_is_unavailable_is_reported_as_alive_and_not_ready(lonely: Flask, caplog: pytest.LogCaptureFixture) -> None:
    client = lonely.test_client()

    assert client.get("/livez").status_code == 200
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json["checks"]["reachable"]["ok"]) == (503, False)
    for method, path in (("GET", "/api/v1/games"), ("GET", "/api/v1/games/home-aaaaaaaaaaaaaaaa"), ("GET", "/metrics")):
        response = client.open(path, method=method)
        assert (response.status_code, response.json["type"], response.headers["Retry-After"]) == (503, "/problems/store-unavailable", "1")
    secret = "fu_home_aaaaaaaaaa_" + "a" * 32
    assert client.get("/api/v1/games", headers={"Authorization": f"Bearer {secret}"}).status_code == 503
    assert "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" not in caplog.text


def test_building_the_application_opens_no_connection_to_the_store(tmp_path: Path) -> None:
    app = create_app(Config(data=tmp_path / "data", redis_url="redis://127.0.0.1:1/0"))

    assert app.test_client().get("/livez").status_code == 200
