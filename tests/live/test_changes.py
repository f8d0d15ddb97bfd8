"""A listener to the store gets every hint (message about a change) in order. If no hint arrives for a while, the listener tests its
connection. If the server does not answer the test, the connection counts as lost."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.exceptions import ConnectionError, TimeoutError
from redis.retry import Retry

from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.keys import CHANGES, Club, GameId, Keys
from service.store.routed import Routed
from service.store.slots import LOST, OneServer, Slots, slot_of
from service.store.streams.hints import LOOK_SECONDS, MOST_AT_ONCE, PAUSE_SECONDS, PING_SECONDS, Change, Hearing, _Spread, listening
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.waiting import WITHIN, until

GAME = GameId("home-aaaaaaaaaaaaaaaa")


def test_every_hint_from_the_store_arrives_in_order(server: RunningServer, redis: Redis) -> None:
    number = 2 * MOST_AT_ONCE + 7
    with write_client(server.socket) as client, listening(client) as hearing:
        for version in range(number):
            redis.spublish(CHANGES, f"events home {GAME} {version}")
        collected: list[Change] = []
        while len(collected) < number:
            collected += hearing.heard(WITHIN)
    assert collected == [Change("events", GAME, version) for version in range(number)]


def test_messages_that_are_not_hints_are_ignored(server: RunningServer, redis: Redis) -> None:
    with write_client(server.socket) as client, listening(client) as hearing:
        for line in ("", "hello", "events home", f"events home {GAME} one", b"\xff\xfe", f"parked home {GAME} 3"):
            redis.spublish(CHANGES, line)
        heard: list[Change] = []

        def any_heard() -> bool:  # the lines may arrive one by one
            heard.extend(hearing.heard(1))
            return bool(heard)

        until(any_heard)
        assert heard == [Change("parked", GAME, 3)]


def test_a_connection_on_which_no_hint_arrives_is_tested_and_kept(server: RunningServer, redis: Redis) -> None:
    now = [0.0]
    with write_client(server.socket) as client, listening(client, lambda: now[0]) as hearing:
        for _ in range(5):
            now[0] += PING_SECONDS + 1
            assert hearing.heard(0.05) == []
        redis.spublish(CHANGES, f"verdict home {GAME} 1")
        assert hearing.heard(WITHIN) == [Change("verdict", GAME, 1)]


def test_the_connection_to_a_server_that_does_not_answer_counts_as_lost(short_directory: Path) -> None:
    server, now = start_server(packaged_valkey(), short_directory / "silent"), [0.0]
    with write_client(server.socket) as client, listening(client, lambda: now[0]) as hearing:
        server.process.send_signal(signal.SIGSTOP)
        now[0] += PING_SECONDS + 1
        assert hearing.heard(0.05) == []
        now[0] += PING_SECONDS + 1
        with pytest.raises(ConnectionError, match="does not answer"):
            hearing.heard(0.05)
        server.process.send_signal(signal.SIGCONT)
    server.stop()


class TwoNodes(OneServer):
    """The map of a cluster whose two nodes are one server: a club that `moved` names is on the second, the others on the first."""

    def __init__(self, server: RunningServer) -> None:
        super().__init__(write_client(server.socket))
        self.second = write_client(server.socket)
        self.moved = set[Club]()

    def fresh(self) -> Slots:
        return self

    def node(self, slot: int) -> Redis:
        return self.second if slot in {slot_of(("", Keys(club).feed)) for club in self.moved} else super().node(slot)


@pytest.fixture
def nodes(server: RunningServer, redis: Redis) -> Iterator[TwoNodes]:
    made = TwoNodes(server)
    made.moved = {C}
    yield made
    made.close()
    made.second.close()


A, B, C, D, E = (Club(name) for name in "abcde")


def spread(nodes: TwoNodes, now: list[float]) -> Hearing:
    """Return a listener that hears of A and B on one node and of C on another."""
    hearing = _Spread(Routed(nodes, Retry(NoBackoff(), 0)), lambda: now[0])
    assert hearing.follow(lambda: [A, B, C]) == {A, B, C}
    return hearing


@pytest.mark.parametrize(("cause", "seconds"), [(ConnectionError(), LOOK_SECONDS), (TimeoutError(), PAUSE_SECONDS), (None, LOOK_SECONDS)])
def test_a_club_that_cannot_be_read_is_left_alone_for_a_while(nodes: TwoNodes, cause: Exception | None, seconds: float) -> None:
    """If its node is lost, the others of that node are, too: else each of them would wait for it."""
    now, failure = [0.0], StoreUnavailable()
    failure.__cause__ = cause
    hearing = spread(nodes, now)
    assert hearing.missed(A, failure)
    gone = {A, B} if isinstance(cause, LOST) else {A}
    for _ in range(2):
        assert {club for club in (A, B, C) if not hearing.hears(club)} == gone
        assert hearing.follow(lambda: [A, B, C]) == set()
        now[0] += 0.9 * seconds
    assert hearing.follow(lambda: [A, B, C]) == gone
    assert all(map(hearing.hears, (A, B, C)))
    hearing.close()


def test_a_club_that_has_moved_silences_no_other_on_its_former_node(nodes: TwoNodes, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node refuses its channel. The others on the same connection are heard, and the club when it is known where it is."""
    asked, refusing = PubSub.ssubscribe, {Keys(D).changes}

    def refused(subscriptions: PubSub, channel: str) -> None:
        if channel in refusing:
            subscriptions.execute_command("EVAL", "return redis.error_reply('MOVED 1 h:7')", 0)
        else:
            asked(subscriptions, channel)

    def learn(_: TwoNodes) -> None:
        nodes.moved.add(D)
        refusing.clear()

    now = [0.0]
    hearing = spread(nodes, now)
    monkeypatch.setattr(PubSub, "ssubscribe", refused)
    monkeypatch.setattr(TwoNodes, "learn", learn)
    assert hearing.follow(lambda: [A, B, C, D, E]) == {E}
    assert [club for club in (A, B, C, D, E) if hearing.hears(club)] == [A, B, C, E]
    assert hearing.follow(lambda: [A, B, C, D, E]) == {D}
    redis.spublish(Keys(D).changes, f"events d {GAME} 1")
    assert hearing.heard(WITHIN) == [Change("events", GAME, 1)]
    hearing.close()
