"""The hub renders each change once for each kind of viewer and sends it to all viewers of that kind. It waits for no viewer."""

import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from redis import Redis

from domain.kernel.cards import Seat
from domain.system import PUBLIC, SCOREKEEPER, seat_viewer
from service.memory.work import TooLong
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.keys import CHANGES, Club, GameId
from service.store.streams.hints import Change, Hearing
from service.views import live
from service.views.live import Hub, TooManySubscriptions
from service.views.subscriptions import GameTopic, Message
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.waiting import WITHIN, until

GAME, OTHER, THIRD = (GameId(f"home-{letter * 16}") for letter in "abc")
MOST = 4
WATCHED = GameTopic(GAME, PUBLIC, prompted=False)


class Table:
    """Renders games for the hub. The state of a game is its number in `now`; rendering a negative number raises KeyError. `rendered`: the
    pairs (game, viewer) that were rendered so far."""

    def __init__(self) -> None:
        self.now = {GAME: 1, OTHER: 1, THIRD: 1}
        self.rendered: list[GameTopic] = []

    def render(self, topic: GameTopic) -> Message:
        self.rendered.append(topic)
        if self.now[topic.game] < 0:
            raise KeyError("TS")
        name = f"{self.now[topic.game]}"
        return Message(name, f"{topic.viewer} sees {name}".encode())


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def hub(server: RunningServer, redis: Redis, table: Table) -> Iterator[Hub]:
    with write_client(server.socket) as client:
        made = Hub(client, table.render, most=MOST)
        yield made
        made.close()


def listens(redis: Redis, least: int = 1) -> None:
    until(lambda: redis.pubsub_shardnumsub(CHANGES)[0][1] >= least)


def settled(hub: Hub, table: Table, redis: Redis) -> None:
    """Wait until the hub's reader has handled all changes so far. For this, change a third game and wait until a viewer gets this change.
    The reader handles changes in order, so it handles all earlier changes before this one."""
    subscription = hub.subscribe(GameTopic(THIRD, PUBLIC, prompted=False))
    listens(redis)
    subscription.next(0)
    table.now[THIRD] += 1
    changed(redis, THIRD)
    assert seen(subscription.next(WITHIN)) == f"public sees {table.now[THIRD]}"
    subscription.leave()


def changed(redis: Redis, game: GameId = GAME, kind: str = "events") -> None:
    redis.spublish(CHANGES, f"{kind} home {game} 1")


def seen(message: Message | None) -> str:
    assert message is not None, "nothing came"
    return message.body.decode()


def test_a_new_viewer_is_sent_the_current_state_at_once(hub: Hub) -> None:
    assert seen(hub.subscribe(WATCHED).next(0)) == "public sees 1"


def test_a_viewer_is_sent_every_change(hub: Hub, table: Table, redis: Redis) -> None:
    subscription = hub.subscribe(WATCHED)
    listens(redis)
    assert seen(subscription.next(0)) == "public sees 1"
    for number, kind in enumerate(("events", "verdict", "parked"), 2):
        table.now[GAME] = number
        changed(redis, kind=kind)
        assert seen(subscription.next(WITHIN)) == f"public sees {number}"


def test_a_viewer_who_reconnects_with_the_current_id_is_sent_only_later_changes(hub: Hub, table: Table, redis: Redis) -> None:
    subscription = hub.subscribe(WATCHED, seen="1")
    assert subscription.next(0.1) is None
    listens(redis)
    table.now[GAME] = 2
    changed(redis)
    assert seen(subscription.next(WITHIN)) == "public sees 2"


def test_a_viewer_who_reconnects_with_an_older_id_is_sent_the_current_state(hub: Hub) -> None:
    assert seen(hub.subscribe(WATCHED, seen="0").next(0)) == "public sees 1"


def test_an_unchanged_state_is_not_sent_again(hub: Hub, redis: Redis) -> None:
    subscription = hub.subscribe(WATCHED)
    listens(redis)
    subscription.next(0)
    changed(redis)
    assert subscription.next(0.2) is None


def test_a_viewer_is_not_sent_a_change_of_another_game(hub: Hub, table: Table, redis: Redis) -> None:
    subscription = hub.subscribe(WATCHED)
    settled(hub, table, redis)
    subscription.next(0)
    table.now |= {GAME: 2, OTHER: 2}
    changed(redis, OTHER)
    assert subscription.next(0.2) is None


def test_a_change_is_rendered_once_for_each_kind_of_viewer(hub: Hub, table: Table, redis: Redis) -> None:
    topics = [WATCHED, WATCHED, GameTopic(GAME, seat_viewer(Seat(1)), prompted=False)]
    subscriptions = [hub.subscribe(topic) for topic in topics]
    settled(hub, table, redis)
    assert [seen(subscription.next(0)) for subscription in subscriptions] == ["public sees 1", "public sees 1", "seat:1 sees 1"]
    table.rendered.clear()
    table.now[GAME] = 2
    changed(redis)
    assert [seen(subscription.next(WITHIN)) for subscription in subscriptions] == ["public sees 2", "public sees 2", "seat:1 sees 2"]
    assert sorted(str(topic.viewer) for topic in table.rendered if topic.game == GAME) == ["public", "seat:1"]


def test_the_state_is_rendered_separately_for_viewers_with_and_without_prompts(hub: Hub, table: Table) -> None:
    hub.subscribe(GameTopic(GAME, SCOREKEEPER, prompted=True))
    hub.subscribe(GameTopic(GAME, SCOREKEEPER, prompted=False))
    assert {topic.prompted for topic in table.rendered} == {True, False}


def test_a_slow_viewer_skips_states_and_delays_no_other_viewer(hub: Hub, table: Table, redis: Redis) -> None:
    slow, quick = hub.subscribe(WATCHED), hub.subscribe(WATCHED)
    listens(redis)
    quick.next(0)
    for number in range(2, 200):
        table.now[GAME] = number
        changed(redis)
        assert seen(quick.next(WITHIN)) == f"public sees {number}"
    settled(hub, table, redis)
    assert seen(slow.next(0)) == "public sees 199"
    assert slow.next(0) is None


def test_a_viewer_beyond_the_greatest_number_of_viewers_is_refused(hub: Hub) -> None:
    subscriptions = [hub.subscribe(WATCHED) for _ in range(MOST)]
    with pytest.raises(TooManySubscriptions):
        hub.subscribe(WATCHED)
    subscriptions[0].leave()
    subscriptions[0].leave()
    assert len(hub) == MOST - 1
    hub.subscribe(WATCHED)
    assert len(hub) == MOST


def test_a_viewer_whose_first_state_cannot_be_rendered_is_not_counted_as_watching(hub: Hub, table: Table) -> None:
    table.now[GAME] = -1
    with pytest.raises(KeyError):
        hub.subscribe(WATCHED)
    assert len(hub) == 0


def test_a_game_that_cannot_be_rendered_ends_only_the_streams_of_its_viewers(hub: Hub, table: Table, redis: Redis) -> None:
    bad, good = hub.subscribe(WATCHED), hub.subscribe(GameTopic(OTHER, PUBLIC, prompted=False))
    listens(redis)
    bad.next(0), good.next(0)
    table.now |= {GAME: -1, OTHER: 2}
    changed(redis, GAME)
    changed(redis, OTHER)
    assert seen(good.next(WITHIN)) == "public sees 2"
    assert bad.next(WITHIN) is None
    assert bad.ended
    assert not good.ended


def test_closing_the_hub_of_live_updates_ends_the_streams_of_all_viewers(server: RunningServer, table: Table) -> None:
    with write_client(server.socket) as client:
        hub = Hub(client, table.render, most=3)
        subscription = hub.subscribe(WATCHED)
        subscription.next(0)
        waiting = threading.Thread(target=subscription.next, args=(10 * WITHIN,))
        waiting.start()
        hub.close()
        waiting.join(WITHIN)
        assert not waiting.is_alive()
        assert subscription.ended


def test_viewers_miss_no_change_when_the_store_server_restarts(short_directory: Path, table: Table) -> None:
    directory = short_directory / "restarted"
    server = start_server(packaged_valkey(), directory)
    with write_client(server.socket) as client:
        hub = Hub(client, table.render, most=3)
        subscription = hub.subscribe(WATCHED)
        with server.client() as redis:
            listens(redis)
        subscription.next(0)
        server.kill()
        table.now[GAME] = 2  # the server is down, so no message about this change is published
        again = start_server(packaged_valkey(), directory)
        assert seen(subscription.next(WITHIN)) == "public sees 2"
        table.now[GAME] = 3
        with again.client() as redis:
            listens(redis)
            changed(redis)
        assert seen(subscription.next(WITHIN)) == "public sees 3"
        hub.close()
        again.stop()


def test_other_viewers_get_changes_while_another_process_renders_a_long_record(server: RunningServer, redis: Redis, table: Table) -> None:
    """One record is too long for this process, so another process renders it. Meanwhile the record changes twice, and viewers of other
    records get their changes. In the end the viewers of the long record get the newest state of this record."""
    go_on = threading.Event()

    def render(topic: GameTopic) -> Message:
        if topic.game == OTHER:
            raise TooLong
        return table.render(topic)

    def elsewhere(topic: GameTopic) -> Message:
        if table.now[OTHER] > 1:
            assert go_on.wait(WITHIN)
        return table.render(topic)

    with write_client(server.socket) as client:
        hub = Hub(client, render, MOST, elsewhere=elsewhere)
        long, short = hub.subscribe(GameTopic(OTHER, PUBLIC, prompted=False)), hub.subscribe(WATCHED)
        assert seen(long.next(0)) == "public sees 1"
        assert seen(short.next(0)) == "public sees 1"
        listens(redis)
        for number in (2, 3):
            table.now[OTHER] = table.now[GAME] = number
            changed(redis, OTHER)
            changed(redis, GAME)
            assert seen(short.next(WITHIN)) == f"public sees {number}"
        go_on.set()
        while seen(long.next(WITHIN)) != "public sees 3":  # `seen` fails if nothing comes
            pass
        hub.close()


class Deaf(Hearing):
    """Hears nothing. `patience`: for how many seconds it was to listen, each time."""

    def __init__(self) -> None:
        super().__init__(time.monotonic)
        self.patience: list[float] = []
        self._missed = set[Club]()

    def heard(self, seconds: float) -> list[Change]:
        self.patience.append(seconds)
        time.sleep(0.001)
        return []

    def hears(self, club: Club) -> bool:
        return club not in self._missed

    def missed(self, club: Club, failure: Exception) -> bool:
        self._missed.add(club)
        return True


def test_a_game_on_a_lost_node_is_not_rendered_while_nothing_is_heard_of_it(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its next event, which was withheld, may be shown long since: that must not keep the reader busy."""
    deaf, rendered = Deaf(), list[Message | None]()

    def render(topic: GameTopic) -> Message:
        rendered.append(message := None if rendered else Message("1", b"", until=0))
        if message is None:
            raise StoreUnavailable
        return message

    monkeypatch.setattr(live, "listening", lambda _: nullcontext(deaf))
    hub = Hub(redis, render, most=1)
    hub.subscribe(WATCHED)
    until(lambda: len(deaf.patience) > 20)
    hub.close()
    assert len(rendered) == 2
    assert {*deaf.patience} == {live.LISTEN_SECONDS}
