"""A real Redis Cluster for the tests: three masters, each with a replica, on ports of this machine."""

import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

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
    "bind": HOST,
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
    """`nodes`: the masters, then a replica of each. A replica may have taken over since. `ports`: under which the nodes are known."""

    nodes: list[RunningServer]
    ports: list[int]
    _settings: list[dict[str, str]]
    _clients: list[Routed] = field(default_factory=list)

    @property
    def socket(self) -> str:
        """The address of the cluster. It has the name of the same property of a `RunningServer`."""
        return "redis+cluster://" + ",".join(f"{HOST}:{port}" for port in self.ports)

    def client(self) -> Everywhere:
        made = write_client(self.socket)
        assert isinstance(made, Routed)
        self._clients.append(made)
        return Everywhere(made.slots)

    def master_of(self, club: Club) -> RunningServer:
        """Return the node that has a club now. Waits while none has it."""
        slot, living = slot_of(("", Keys(club).feed)), next(node for node in self.nodes if node.process.poll() is None)
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
        """Whether every node knows a master for every slot, and every master has its replica."""
        with suppress(RedisError):
            return all(map(_is_well, self.nodes))
        return False

    def stop(self) -> None:
        for client in self._clients:
            client.close()
        for node in self.nodes:
            node.kill()


def start_cluster(
    binary: Path, directory: Path, known: Sequence[int] = (), began: Callable[[Sequence[int]], object] = lambda _: None
) -> RunningCluster:
    """Start a cluster of servers of `binary` in folders of `directory`, and wait until it is whole. `known`: the ports under which nodes
    find each other, if something stands before them. `began`: called with their own ports before they look for each other."""
    ports = free_ports(4 * MASTERS)
    began(ports[::2])
    known = known or ports[::2]
    settings = [
        SETTINGS | {"port": str(port), "cluster-port": str(bus), "cluster-announce-port": str(seen)}
        for port, bus, seen in zip(ports[::2], ports[1::2], known, strict=True)
    ]
    nodes = [start_server(binary, directory / str(number), **each) for number, each in enumerate(settings)]
    cluster = RunningCluster(nodes, [*known], settings)
    for number, node in enumerate(nodes):
        node.asked("CLUSTER SET-CONFIG-EPOCH", number + 1)
        if number < MASTERS:
            node.asked("CLUSTER ADDSLOTSRANGE", SLOTS * number // MASTERS, SLOTS * (number + 1) // MASTERS - 1)
        node.asked("CLUSTER MEET", HOST, ports[0], ports[1])
    until(lambda: all(node.asked("CLUSTER INFO")["cluster_known_nodes"] == str(len(nodes)) for node in nodes))
    for master, replica in zip(nodes[:MASTERS], nodes[MASTERS:], strict=True):
        replica.asked("CLUSTER REPLICATE", master.asked("CLUSTER MYID"))
    until(cluster.is_whole)
    return cluster


def free_ports(count: int) -> list[int]:
    """Return ports on which nobody listens now."""
    sockets = [socket.create_server((HOST, 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _is_well(node: RunningServer) -> bool:
    state, cluster = node.asked("INFO", "replication"), node.asked("CLUSTER INFO")
    follows = state["master_link_status"] == "up" if state["role"] == "slave" else state["connected_slaves"] > 0
    return follows and (cluster["cluster_state"], cluster["cluster_slots_ok"]) == ("ok", str(SLOTS))
