"""A real Redis Cluster for the tests: three masters, each with a replica, on ports of this machine. A test may ask for other numbers, and
for addresses of their own for the nodes."""

import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from redis.utils import str_if_bytes

from service.store.connect import write_client
from service.store.keys import HOME, Club, Keys
from service.store.routed import Routed
from service.store.slots import NoClub, Slots, key_in, slot_of
from tests.servers import RunningServer, start_server
from tests.waiting import until

MASTERS: Final = 3
SLOTS: Final = 16384
HOST: Final = "127.0.0.1"
SETTINGS: Final = {
    "protected-mode": "no",
    "cluster-enabled": "yes",
    "cluster-node-timeout": "1000",
    "cluster-require-full-coverage": "no",
    "repl-diskless-sync-delay": "0",
}


class Everywhere(Routed):
    """A client for looking at a cluster from outside: it sends commands without a key to every node. The reply is that of the node with the
    club `home`; keys are those of all nodes."""

    def __init__(self, slots: Slots) -> None:
        super().__init__(slots, Retry(NoBackoff(), 0))

    def execute_command(self, *args: Any, **options: Any) -> Any:
        try:
            key_in(args)
        except NoClub:
            replies = {node: node.execute_command(*args, **options) for node in self.slots.all()}
            return replies[self.slots.node(slot_of(("", Keys(HOME).feed)))]
        return super().execute_command(*args, **options)

    def keys(self, *args: Any, **options: Any) -> Any:
        return [key for node in self.slots.all() for key in node.keys(*args, **options)]


@dataclass
class RunningCluster:
    """`nodes`: the masters, then their replicas, a first one of each master before the second ones. A replica may have taken over since.
    `hosts`, `ports`: their addresses. `replicas`: how many each master has."""

    nodes: list[RunningServer]
    hosts: list[str]
    ports: list[int]
    replicas: int
    _settings: list[dict[str, str]]
    _clients: list[Routed] = field(default_factory=list)

    @property
    def socket(self) -> str:
        """The address of the cluster. It has the name of the same property of a `RunningServer`."""
        return "redis+cluster://" + ",".join(f"{host}:{port}" for host, port in zip(self.hosts, self.ports, strict=True))

    def client(self) -> Everywhere:
        made = write_client(self.socket)
        assert isinstance(made, Routed)
        self._clients.append(made)
        return Everywhere(made.slots)

    def master_of(self, club: Club, cut_off: RunningServer | None = None) -> RunningServer:
        """Return the node that has a club now. Waits while none has it. `cut_off`: a node that is not asked."""
        slot = slot_of(("", Keys(club).feed))
        living = next(node for node in self.nodes if node is not cut_off and node.process.poll() is None)
        found: list[int] = []
        until(lambda: found.extend(row[2][1] for row in living.asked("CLUSTER SLOTS") if row[0] <= slot <= row[1]) or found)
        return self.nodes[self.ports.index(found[0])]

    def replica_of(self, club: Club) -> RunningServer:
        """Return the replica of the node that has a club now."""
        master = self.ports[self.nodes.index(self.master_of(club))]
        return next(node for node in self.nodes if node.asked("INFO", "replication").get("master_port") == master)

    def start_again(self, node: RunningServer) -> None:
        """Start a node that was killed. If its replica has taken over, it becomes the replica."""
        number = self.nodes.index(node)
        self.nodes[number] = start_server(node.binary, node.directory, **self._settings[number])

    def is_whole(self) -> bool:
        """Whether every node knows a master for every slot, and every master has its replicas."""
        with suppress(RedisError):
            return all(_is_well(node, self.replicas) for node in self.nodes)
        return False

    def stop(self) -> None:
        for client in self._clients:
            client.close()
        for node in self.nodes:
            node.kill()


def start_cluster(
    binary: Path, directory: Path, hosts: Sequence[str] = (), *, masters: int = MASTERS, replicas: int = 1, **settings: str
) -> RunningCluster:
    """Start a cluster of servers of `binary` in folders of `directory`, and wait until it is whole. `hosts`: the address of each node;
    else all have the same. `replicas`: of each master. `settings`: as in `start_server`."""
    number_of_nodes = masters * (1 + replicas)
    places, ports = [*hosts] or [HOST] * number_of_nodes, free_ports(2 * number_of_nodes)
    own = [
        SETTINGS | {"bind": host, "bind-source-addr": host, "port": str(port), "cluster-port": str(bus)} | settings
        for host, port, bus in zip(places, ports[::2], ports[1::2], strict=True)
    ]
    nodes = [start_server(binary, directory / str(number), **each) for number, each in enumerate(own)]
    cluster = RunningCluster(nodes, places, ports[::2], replicas, own)
    try:
        _join(cluster, masters, ports[1])
    except BaseException:
        cluster.stop()
        raise
    return cluster


def _join(cluster: RunningCluster, masters: int, bus: int) -> None:
    """Make a cluster of its nodes, which do not know each other yet. `bus`: the port at which the first one is met."""
    nodes = cluster.nodes
    for number, node in enumerate(nodes):
        node.asked("CLUSTER SET-CONFIG-EPOCH", number + 1)
        if number < masters:
            node.asked("CLUSTER ADDSLOTSRANGE", SLOTS * number // masters, SLOTS * (number + 1) // masters - 1)
        node.asked("CLUSTER MEET", cluster.hosts[0], cluster.ports[0], bus)
    ids = [str_if_bytes(node.asked("CLUSTER MYID")) for node in nodes]
    until(lambda: all({row["node_id"] for row in node.asked("CLUSTER NODES").values()} == {*ids} for node in nodes))
    for number, replica in enumerate(nodes[masters:]):
        replica.asked("CLUSTER REPLICATE", ids[number % masters])
    until(cluster.is_whole)


def free_ports(count: int) -> list[int]:
    """Return ports on which nobody listens now."""
    sockets = [socket.create_server((HOST, 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _is_well(node: RunningServer, replicas: int) -> bool:
    state, cluster = node.asked("INFO", "replication"), node.asked("CLUSTER INFO")
    follows = state["master_link_status"] == "up" if state["role"] == "slave" else state["connected_slaves"] >= replicas
    return follows and (cluster["cluster_state"], cluster["cluster_slots_ok"]) == ("ok", str(SLOTS))
