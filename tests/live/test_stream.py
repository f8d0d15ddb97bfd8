"""GET /games/{id}/live: what is sent to each viewer, when the stream begins, and what ends it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from flask import Flask
from werkzeug.serving import make_server

from domain.kernel.cards import Seat
from domain.kernel.events import Act, EventId, GameOpened, IrregularityCalled, Seating, TokenId, VisibilitySet
from domain.record.batch import Draft
from domain.system import PUBLIC
from service.access import access
from service.api.games import live
from service.api.lib.live import lines
from service.app import create_app
from service.config import Config
from service.engine import ENGINE
from service.memory.cache import REMEMBERED_MS
from service.store.clubs.clubs import Scope
from service.store.connect import write_client
from service.store.keys import HOME, GameId
from service.store.streams.seen import digits_of
from service.views.live import Hub
from service.views.subscriptions import GameTopic, Message
from service.wiring import EXTENSION, Wiring
from tests.contract import heard, validator
from tests.servers import RunningServer
from tests.streams import end_streams
from tests.waiting import WITHIN, until
from tests.workers import poison
from workers.validate import Validator

BY = TokenId("t1")


@pytest.fixture(autouse=True)
def poisoned() -> Iterator[None]:
    with poison.known():
        yield


@dataclass
class Served:
    """The API on its own port, the parts of the application, and short methods to use them."""

    app: Flask
    url: str
    parts: Wiring

    def open(self, *acts: Act) -> GameId:
        opened = GameOpened("poisoned", {}, (Seating(Seat(0)), Seating(Seat(1))))
        game = self.parts.records.open(HOME, Draft(opened, EventId(str(uuid4()))), BY).game
        return self.append(game, *acts) if acts else game

    def append(self, game: GameId, *acts: Act) -> GameId:
        self.parts.records.append(game, None, [Draft(act, EventId(str(uuid4()))) for act in acts], BY)
        return game

    def validate(self, game: GameId) -> None:
        Validator(self.parts.records, self.parts.readings, self.parts.verdicts, ENGINE).validate(game, 1)

    def token(self, scope: Scope, **limits: Any) -> tuple[str, str]:
        token, secret = self.parts.clubs.issue(HOME, "test", scope, **limits)
        return token.id, secret


@dataclass
class Stream:
    """An open stream, which the test reads event by event."""

    response: httpx.Response
    lines: Iterator[str]

    def next(self) -> dict[str, str]:
        """Wait for the next event; return its fields by name. A comment has the name ''. Raises StopIteration at the end of the stream."""
        fields: dict[str, str] = {}
        for line in self.lines:
            if not line and fields:
                return fields
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        raise StopIteration

    def table(self) -> tuple[str, dict[str, Any]]:
        while (fields := self.next()).get("event") != "table":
            pass
        data = json.loads(fields["data"])
        validator("Live").validate(data)
        return fields["id"], data


@pytest.fixture
def served(server: RunningServer, redis: object, tmp_path: Path) -> Iterator[Served]:
    app = create_app(Config(data=tmp_path, redis_url=f"unix://{server.socket}"))
    listener = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=listener.serve_forever, args=(0.02,))
    thread.start()
    parts: Wiring = app.extensions[EXTENSION]
    parts.clubs.found(HOME)
    yield Served(app, f"http://127.0.0.1:{listener.port}/api/v1", parts)
    end_streams(app)
    listener.shutdown()
    thread.join()
    listener.server_close()


@pytest.fixture
def stream(served: Served) -> Iterator[Callable[..., Stream]]:
    """A function `stream(game, secret, last_id, view)` that opens a stream. The fixture closes all streams after the test."""
    with httpx.Client(timeout=WITHIN, event_hooks={"response": [heard]}) as client:
        opened: list[httpx.Response] = []

        def start(game: GameId, secret: str = "", last_id: str = "", view: str = "") -> Stream:
            headers = {"Authorization": f"Bearer {secret}"} if secret else {}
            headers |= {"Last-Event-ID": last_id} if last_id else {}
            request = client.build_request("GET", f"{served.url}/games/{game}/live", params={"view": view} if view else {}, headers=headers)
            response = client.send(request, stream=True)
            opened.append(response)
            return Stream(response, response.iter_lines())

        yield start
        for response in opened:
            response.close()


Streaming = Callable[..., Stream]


def told_by(served: Served, game: GameId) -> str:
    """Return the end of an id of a message: letters of the hash in the game's head."""
    head = served.parts.records.head(game)
    assert head is not None
    return f".e{digits_of(head.hash)}"


def test_a_live_stream_sends_the_state_at_once_and_after_each_change(served: Served, stream: Streaming) -> None:
    game = served.open()
    served.validate(game)
    opened = stream(game, served.token("record")[1])
    assert opened.response.headers["content-type"].startswith("text/event-stream")
    assert opened.response.headers["cache-control"] == "no-store"
    assert opened.response.headers["x-accel-buffering"] == "no"
    name, body = opened.table()
    assert name == f"1.0.{ENGINE}{told_by(served, game)}"
    assert (body["game"]["version"], body["verdict"], body["validated"], body["findings"]) == (1, 0, 1, [])
    served.append(game, IrregularityCalled("breach"))
    name, body = opened.table()
    assert name == f"2.0.{ENGINE}.1{told_by(served, game)}"
    served.validate(game)
    name, body = opened.table()
    assert name == f"2.1.{ENGINE}{told_by(served, game)}"
    assert [finding["id"] for finding in body["findings"]] == ["breach@2"]


def test_the_state_on_a_live_stream_equals_the_answer_to_a_request(served: Served, stream: Streaming) -> None:
    game = served.open()
    for secret in (served.token("record")[1], served.token("read", seat=Seat(1))[1]):
        headers = {"Authorization": f"Bearer {secret}"}
        state = httpx.get(f"{served.url}/games/{game}", headers=headers, timeout=WITHIN).json()
        assert stream(game, secret).table()[1]["game"] == state
        narrowed = httpx.get(f"{served.url}/games/{game}?view=public", headers=headers, timeout=WITHIN).json()
        assert stream(game, secret, view="public").table()[1]["game"] == narrowed


def test_a_live_stream_does_not_send_a_finding_that_its_viewer_may_not_see(served: Served, stream: Streaming) -> None:
    game = served.open(VisibilitySet("public"))
    served.validate(game)
    public, keeper = stream(game), stream(game, served.token("record")[1])
    assert public.table()[0] == keeper.table()[0] == f"2.0.{ENGINE}{told_by(served, game)}"
    served.append(game, IrregularityCalled("breach", Seat(1)))
    served.validate(game)
    last: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, watched in (("public", public), ("keeper", keeper)):
        while not last.get(name, ("", {}))[0].endswith(f"{ENGINE}{told_by(served, game)}"):
            last[name] = watched.table()
    assert (last["public"][0], last["public"][1]["findings"]) == (f"3.0.{ENGINE}{told_by(served, game)}", [])
    assert last["keeper"][0] == f"3.1.{ENGINE}{told_by(served, game)}"
    assert [finding["id"] for finding in last["keeper"][1]["findings"]] == ["breach@3"]


def test_a_resumed_live_stream_sends_only_later_changes(served: Served, stream: Streaming) -> None:
    game = served.open()
    served.validate(game)
    secret = served.token("record")[1]
    name, _ = stream(game, secret).table()
    resumed = stream(game, secret, last_id=name)
    assert resumed.next().keys() == {"retry"}
    served.append(game, IrregularityCalled("nothing"))
    assert resumed.table()[1]["game"]["version"] == 2


def test_a_viewer_who_reconnects_is_sent_the_verdict_that_they_missed(served: Served, stream: Streaming) -> None:
    game, secret = served.open(), served.token("record")[1]
    name, body = stream(game, secret).table()
    assert body["validated"] == 0
    served.validate(game)
    assert stream(game, secret, last_id=name).table()[1]["validated"] == 1


def test_a_live_stream_says_when_a_game_is_parked_because_it_cannot_be_validated(served: Served, stream: Streaming) -> None:
    game, secret = served.open(), served.token("record")[1]
    opened = stream(game, secret)
    assert opened.table()[1]["parked"] is None
    served.parts.verdicts.park(game, 1, 3, "KeyError at somewhere:1", ENGINE)
    assert opened.table()[1]["parked"]["attempts"] == 3


def test_a_private_game_has_no_live_stream_for_strangers(served: Served) -> None:
    game = served.open()
    answer = httpx.get(f"{served.url}/games/{game}/live", timeout=WITHIN)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    seat = served.token("read", seat=Seat(1))[1]
    wider = httpx.get(f"{served.url}/games/{game}/live?view=director", headers={"Authorization": f"Bearer {seat}"}, timeout=WITHIN)
    assert wider.status_code == 403


def test_a_live_stream_beyond_the_limit_of_streams_is_refused_with_503(served: Served, stream: Streaming) -> None:
    game = served.open(VisibilitySet("public"))
    hub = Hub(write_client(served.parts.config.store_url), lambda topic: live.rendered(served.parts, topic), most=1)
    served.app.extensions["faceup.live"] = hub
    first = stream(game)
    first.table()
    answer = httpx.get(f"{served.url}/games/{game}/live", timeout=WITHIN)
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/too-many-streams")
    assert int(answer.headers["retry-after"]) > 0
    assert b"faceup_live_streams 1.0" in httpx.get(served.url.removesuffix("/api/v1") + "/metrics", timeout=WITHIN).content


def test_a_viewer_who_leaves_makes_room_for_another_viewer(served: Served, stream: Streaming) -> None:
    game = served.open(VisibilitySet("public"))
    opened = stream(game)
    opened.table()
    hub: Hub = served.app.extensions["faceup.live"]
    assert len(hub) == 1
    opened.response.close()

    def noticed() -> bool:
        """Record an event. When the server tries to send it, the server notices that the viewer has left. Returns whether the server has
        noticed this."""
        served.append(game, IrregularityCalled("nothing"))
        return len(hub) == 0

    until(noticed)


def test_withdrawing_a_token_ends_its_live_stream(served: Served) -> None:
    game = served.open()
    token, secret = served.token("record")
    with served.app.test_request_context(headers={"Authorization": f"Bearer {secret}"}):
        permitted = live.permission(access(game))
        assert permitted()
        served.parts.clubs.withdraw(HOME, TokenId(token))
        assert not permitted()


def test_a_live_stream_sends_heartbeats_until_the_viewers_right_ends(served: Served) -> None:
    game, allowed = served.open(), [True, True, False]
    hub = Hub(write_client(served.parts.config.store_url), lambda _: Message("1", b"{}"), most=1)
    subscription = hub.subscribe(GameTopic(game, PUBLIC, prompted=False))
    ticks = count(0, 10)  # each call of the clock advances the time by 10 ms
    sent = list(lines(subscription, lambda: allowed.pop(0), lambda: next(ticks), 0.05, "table"))
    assert sent == [b"retry: 1000\n\n", b"retry: 1000\nevent: table\nid: 1\ndata: {}\n\n", b": beat\n\n", b": beat\n\n"]
    hub.close()


def test_a_live_stream_sends_heartbeats_even_if_the_clock_stands_still(
    served: Served, stream: Streaming, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.api.lib.live.BEAT_SECONDS", 0.01)
    monkeypatch.setitem(served.app.extensions, EXTENSION, replace(served.parts, now=lambda: 0))
    opened = stream(served.open(VisibilitySet("public")))
    opened.table()
    assert any("beat" in fields.get("", "") for fields in iter(opened.next, None))


def test_making_a_game_private_ends_the_live_streams_of_the_public(served: Served) -> None:
    game = served.open(VisibilitySet("public"))
    with served.app.test_request_context():
        permitted = live.permission(access(game))
        assert permitted()
        served.append(game, VisibilitySet("private"))
        time.sleep(REMEMBERED_MS / 1000)
        assert not permitted()
