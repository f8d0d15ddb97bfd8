"""The spectators' delay on live streams: spectators get a change when the delay has passed, all others get it at once."""

import json
import time

import httpx
import pytest
from redis import Redis

from domain.kernel.events import NoteWritten, SpectatorDelaySet, VisibilitySet
from domain.kernel.shapes import Sealed
from domain.record.fold import Reading
from domain.system import PUBLIC
from service.api.games.live import rendered
from service.store.connect import write_client
from service.store.keys import GameId
from service.views.live import Hub
from service.views.subscriptions import GameTopic, Message
from tests.live.test_hub import GAME, WATCHED, changed, listens, seen
from tests.live.test_stream import Served, Streaming, poisoned, served, stream
from tests.servers import RunningServer
from tests.waiting import WITHIN

__all__ = ["poisoned", "served", "stream"]

NOTE = NoteWritten(Sealed("", "x"))


class Withheld:
    """A renderer that shows how many changes spectators may see now. `due`: when spectators may see each change, in ms. `now`: the current
    time in ms. `asked`: how often `render` was called."""

    def __init__(self, *due: int) -> None:
        self.due = due
        self.asked = 0
        self.now = 0

    def clock(self) -> int:
        return self.now

    def render(self, topic: GameTopic) -> Message:
        self.asked += 1
        shown = [due for due in self.due if due <= self.now]
        ahead = [due for due in self.due if due > self.now]
        return Message(f"{len(shown)}", f"{topic.viewer} sees {len(shown)}".encode(), ahead[0] if ahead else None)


def test_a_delayed_change_is_sent_to_spectators_when_its_delay_has_passed(server: RunningServer, redis: Redis) -> None:
    withheld = Withheld(400, 700)
    with write_client(server.socket) as client:
        hub = Hub(client, withheld.render, most=60, now=withheld.clock)
        subscriptions = [hub.subscribe(WATCHED) for _ in range(50)]
        assert {seen(subscription.next(0)) for subscription in subscriptions} == {"public sees 0"}
        listens(redis)
        for number, due in enumerate(withheld.due, 1):
            withheld.now = due - 1
            assert subscriptions[0].next(0.3) is None
            withheld.now = due
            assert {seen(subscription.next(WITHIN)) for subscription in subscriptions} == {f"public sees {number}"}
        assert withheld.asked <= 5, "once at first, once when the reader began, once for each that came due: not once for each viewer"
        hub.close()


def test_a_change_is_sent_to_no_viewer_before_its_delay_has_passed(server: RunningServer, redis: Redis) -> None:
    withheld = Withheld(10**9)
    with write_client(server.socket) as client:
        hub = Hub(client, withheld.render, most=3, now=withheld.clock)
        subscription = hub.subscribe(WATCHED)
        listens(redis)
        subscription.next(0)
        changed(redis, GAME)
        assert subscription.next(0.6) is None
        assert withheld.asked <= 3
        hub.close()


@pytest.mark.parametrize("seconds", [1])
def test_spectators_are_sent_no_event_before_its_delay_has_passed(seconds: int, served: Served, stream: Streaming) -> None:
    game = served.open(VisibilitySet("public"), SpectatorDelaySet(seconds))
    time.sleep(seconds)
    reader, keeper = served.token("read")[1], served.token("record")[1]
    late = [stream(game), stream(game), stream(game, reader), stream(game, keeper, view="public")]
    live = stream(game, keeper)
    assert {each.table()[1]["game"]["version"] for each in (*late, live)} == {3}
    recorded: dict[int, float] = {}
    for version in (4, 5, 6):
        recorded[version] = time.monotonic()
        served.append(game, NOTE)
        while live.table()[1]["game"]["version"] < version:
            pass
        time.sleep(0.3)
    for each in late:
        version = 3
        while version < 6:
            shown = each.table()[1]["game"]["version"]
            assert shown > version
            assert time.monotonic() - recorded[shown] >= seconds - 0.02
            version = shown


def test_the_scorekeeper_is_sent_a_change_at_once(served: Served, stream: Streaming) -> None:
    game = served.open(VisibilitySet("public"), SpectatorDelaySet(600), NOTE)
    live, late = stream(game, served.token("record")[1]), stream(game)
    assert [each.table()[1]["game"]["version"] for each in (live, late)] == [4, 1]
    served.append(game, NOTE)
    assert live.table()[1]["game"]["version"] == 5


def test_spectators_are_sent_an_earlier_state_of_the_game_when_a_delay_is_set(served: Served, stream: Streaming) -> None:
    game = served.open(VisibilitySet("public"), NOTE)
    served.validate(game)
    live = stream(game)
    assert live.table()[1]["game"]["version"] == 3
    served.append(game, SpectatorDelaySet(600))
    name, body = live.table()
    assert (body["game"]["version"], body["game"]["delay"], body["parked"]) == (1, 600, None)
    resumed = stream(game, last_id=name)
    assert resumed.next().keys() == {"retry"}
    served.append(game, NOTE)
    served.validate(game)
    served.append(game, SpectatorDelaySet(0))
    assert resumed.table()[1]["game"]["version"] == 6


@pytest.mark.parametrize("looked", ["live", "list"])
def test_a_delay_set_during_a_request_does_not_change_its_answer(served: Served, monkeypatch: pytest.MonkeyPatch, looked: str) -> None:
    """When the request begins, the game has no delay. The delay is set before the request reads the record."""
    game = served.open(VisibilitySet("public"), NOTE)
    parts = served.parts
    read = parts.readings.of

    def set_meanwhile(name: GameId) -> Reading:
        served.append(game, SpectatorDelaySet(600))
        return read(name)

    monkeypatch.setattr(parts.readings, "of", set_meanwhile)
    if looked == "live":
        shown = json.loads(rendered(parts, GameTopic(game, PUBLIC, prompted=False)).body)["game"]
    else:
        (shown,) = httpx.get(f"{served.url}/games", params={"club": "home"}, timeout=WITHIN).json()["games"]
    assert shown["version"] == 3


def test_the_state_on_a_delayed_live_stream_equals_the_answer_to_a_request(served: Served, stream: Streaming) -> None:
    game = served.open(VisibilitySet("public"), SpectatorDelaySet(600), NOTE)
    state = httpx.get(f"{served.url}/games/{game}", timeout=WITHIN).json()
    assert stream(game).table()[1]["game"] == state
    assert (state["version"], state["viewer"]) == (1, str(PUBLIC))
