"""On a cluster each club has a channel of hints of its own, on its node. A listener hears of the clubs that it follows, and when one comes
to another node it is told that the club may have changed."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from redis import Redis

from domain.system import PUBLIC
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.keys import Club, GameId
from service.store.nodes import Nodes
from service.store.streams.hints import Change, Ended, Hearing, announce, channel_of, listening
from service.views.live import Hub
from service.views.subscriptions import GameTopic, Message
from tests.cluster import RunningCluster, start_cluster
from tests.servers import packaged_valkey, start_server
from tests.waiting import WITHIN, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster(short_directory: Path) -> Iterator[RunningCluster]:
    running = start_cluster(packaged_valkey(), short_directory / "spread")
    yield running
    running.stop()


@pytest.fixture
def store(cluster: RunningCluster) -> Iterator[Redis]:
    with write_client(cluster.socket) as client:
        yield client


def game(club: Club) -> GameId:
    return GameId(f"{club}-{'a' * 16}")


def clubs_of_two_nodes(store: Redis) -> tuple[Club, Club]:
    names = (Club(f"c{number}") for number in count())
    first = next(names)
    return first, next(club for club in names if Nodes(store).of(club) is not Nodes(store).of(first))


def changed(store: Redis, club: Club, version: int) -> None:
    store.execute_command("SPUBLISH", channel_of(store)(club), f"events {club} {game(club)} {version}")


def heard(hearing: Hearing, number: int) -> list[Change]:
    changes: list[Change] = []
    until(lambda: changes.extend(hearing.heard(0.2)) or len(changes) >= number)
    return changes


def test_a_listener_hears_of_the_clubs_that_it_follows_and_of_ended_jobs(store: Redis, short_directory: Path) -> None:
    one, two = clubs_of_two_nodes(store)
    queue = start_server(packaged_valkey(), short_directory / "spread-queue")
    with write_client(queue.socket) as jobs, listening(store, queue=jobs) as hearing:
        assert hearing.follow(lambda: [one]) == {one}
        assert hearing.follow(lambda: [one, two]) == {two}
        for club in (one, two):
            changed(store, club, 1)
        assert {change.stream for change in heard(hearing, 2)} == {game(one), game(two)}
        assert hearing.follow(lambda: [two]) == set()
        changed(store, one, 2)
        changed(store, two, 2)
        assert heard(hearing, 1) == [Change("events", game(two), 2)]
        announce(jobs, Ended("job", (one,)))
        until(lambda: hearing.heard(0.2) == [] and hearing.ended() == [Ended("job", (one,))])
    queue.stop()


class Table:
    """Renders games for a hub: their versions. Those of `lost` cannot be read."""

    def __init__(self) -> None:
        self.versions: dict[GameId, int] = {}
        self.lost: set[GameId] = set()

    def render(self, topic: GameTopic) -> Message:
        if topic.game in self.lost:
            raise StoreUnavailable
        name = f"{self.versions.get(topic.game, 1)}"
        return Message(name, name.encode())


def test_a_lost_node_stops_only_the_live_pages_of_its_clubs_until_its_replica_takes_over(cluster: RunningCluster, store: Redis) -> None:
    one, two = clubs_of_two_nodes(store)
    table = Table()
    hub = Hub(store, table.render, most=4)
    first, second = (hub.subscribe(GameTopic(game(club), PUBLIC, prompted=False)) for club in (one, two))

    def shows(club: Club, version: int) -> bool:
        message = (first if club == one else second).next(0.2)
        return message is not None and message.id == f"{version}"

    def follows(club: Club, version: int) -> None:
        """Change a club's game until its viewer is shown that version: the hub may not listen yet."""
        table.versions[game(club)] = version
        until(lambda: [changed(store, club, version)] and shows(club, version))

    follows(one, 2)
    follows(two, 2)
    table.lost.add(game(one))
    table.versions[game(one)] = 3
    cluster.master_of(one).kill()
    follows(two, 3)
    follows(two, 4)
    table.lost.clear()
    until(lambda: shows(one, 3))  # nothing was published: the hub has noticed that the club is on another node
    changed_at = table.versions[game(one)] = 4
    changed(store, one, changed_at)
    message = first.next(WITHIN)
    assert message is not None
    assert message.id == "4"
    hub.close()
