"""Which servers of a cluster rewrite their logs of writes after an erasure, and what the others owe. The servers are made up; tests with
real ones are in test_cluster.py."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError, NoPermissionError

from service.store import rewriting
from service.store.keys import REWRITING
from service.store.rewriting import owing, rewritten, settle

MASTER = {"role": "master", "master_replid": "new", "master_repl_offset": 100}
REPLICA = {"role": "slave", "master_replid": "new", "master_repl_offset": 100, "slave_repl_offset": 100, "master_link_status": "up"}
LATE = {
    "it lacks the last writes": REPLICA | {"slave_repl_offset": 99, "master_repl_offset": 99},
    "its link is down": REPLICA | {"master_link_status": "down"},
    "it has another history, as after a failover": REPLICA | {"master_replid": "old", "slave_repl_offset": 500},
}


class Server:
    """A server with an id. `replication`: what it says of that. `during`: called when it begins a rewrite, which it makes at once if it is
    `able`."""

    def __init__(self, name: str, replication: Mapping[str, Any], during: Callable[[], object] = bool, *, able: bool = True) -> None:
        self.name, self.replication, self.during, self.able = name, replication, during, able
        self.begun = self.made = 0

    def info(self, section: str) -> Mapping[str, Any]:
        if section == "replication":
            return self.replication
        return {"aof_enabled": 1, "aof_rewrites": self.made, "aof_last_bgrewrite_status": "ok"}

    def cluster(self, _: str) -> str:
        return self.name

    def bgrewriteaof(self) -> None:
        self.begun += 1
        self.during()
        self.made += self.able


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the cluster have these servers. `lost`: ids of others, which do not answer."""

    def made(*servers: Server, lost: tuple[str, ...] = ()) -> None:
        class Cluster:
            def __init__(self, _: Redis) -> None:
                pass

            def known(self) -> dict[str, bool]:
                return {server.name: False for server in servers} | dict.fromkeys(lost, True)

            def servers(self) -> tuple[Server, ...]:
                return servers

            def answers(self, question: Callable[[Server], Any]) -> tuple[list[Any], list[str]]:
                return [question(server) for server in servers if server.replication["role"] == "master"], [*lost]

        monkeypatch.setattr(rewriting, "Nodes", Cluster)

    return made


def idle(_: float) -> None:
    """Does not wait."""


@pytest.mark.parametrize("why", LATE)
def test_a_replica_without_all_writes_owes_its_rewrite_until_it_has_them(redis: Redis, made_up: Callable[..., None], why: str) -> None:
    master, replica = Server("m", MASTER), Server("r", LATE[why])
    made_up(master, replica)
    assert rewritten(redis, pause=idle) == "later"
    assert settle(redis) == ["r"]
    assert (master.begun, replica.begun, owing(redis)) == (1, 0, 1)
    replica.replication = REPLICA
    assert settle(redis) == ["r"]  # it has begun
    assert (settle(redis), replica.begun, owing(redis)) == ([], 1, 0)


def test_a_replica_whose_master_does_not_answer_owes_its_rewrite(redis: Redis, made_up: Callable[..., None]) -> None:
    other, replica = Server("o", MASTER | {"master_replid": "other"}), Server("r", REPLICA)
    made_up(other, replica, lost=("m",))
    assert rewritten(redis, pause=idle) == "later"
    assert settle(redis) == ["m", "r"]
    assert replica.begun == 0


def test_a_replica_that_is_a_moment_late_is_waited_for(redis: Redis, made_up: Callable[..., None]) -> None:
    replica = Server("r", REPLICA | {"slave_repl_offset": 99})
    made_up(Server("m", MASTER), replica)

    def pause(_: float) -> None:
        replica.replication = REPLICA

    assert (rewritten(redis, pause=pause), owing(redis)) == ("rewritten", 0)


def test_what_a_later_erasure_makes_a_server_owe_is_not_taken_away_by_an_earlier_one(redis: Redis, made_up: Callable[..., None]) -> None:
    def erase() -> None:
        redis.hset(REWRITING, "m", "later")

    server = Server("m", MASTER, erase)
    made_up(server)
    assert rewritten(redis) == "rewritten"
    assert redis.hget(REWRITING, "m") == b"later"
    redis.hset(REWRITING, "m", "earlier")
    settle(redis)
    assert redis.hget(REWRITING, "m") == b"later"  # without a number of rewrites: it has not begun


def test_the_servers_that_answer_rewrite_their_logs_though_nothing_can_be_noted(
    redis: Redis, made_up: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> int:
        raise ConnectionError

    monkeypatch.setattr(redis, "hset", lost)
    server = Server("m", MASTER)
    made_up(server, lost=("gone",))
    assert rewritten(redis) == "unfinished"  # nobody owes anything: the request must be sent again
    assert server.begun == 1


def test_all_servers_together_are_waited_for_as_long_as_one(redis: Redis, made_up: Callable[..., None]) -> None:
    now = [0.0]

    def pause(seconds: float) -> None:
        now[0] += seconds

    servers = [Server(name, MASTER, able=False) for name in "abc"]
    made_up(*servers)
    assert rewritten(redis, patience=10, pause=pause, clock=lambda: now[0]) == "later"
    assert now[0] == pytest.approx(10, abs=0.1)
    assert [server.begun for server in servers] == [1, 1, 1]


def test_a_server_that_refuses_owes_its_rewrite_until_its_administrator_has_made_one(redis: Redis, made_up: Callable[..., None]) -> None:
    def refuse() -> None:
        raise NoPermissionError

    server = Server("m", MASTER, refuse)
    made_up(server)
    assert rewritten(redis) == "refused"
    assert settle(redis) == settle(redis) == ["m"]
    server.made += 1
    assert settle(redis) == []
