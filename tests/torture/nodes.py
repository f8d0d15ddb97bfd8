"""The servers of an installation that keeps its records on a Redis Cluster: three masters, a replica of each, and the server of the job
queue. A server that has ended is started again from outside."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cluster import RunningCluster, start_cluster
from tests.servers import RunningServer, packaged_valkey, start_server


class Nodes:
    """`folder`: a new folder for all their files. It is not on the small disk: a node that cannot write ends, and could not start again."""

    def __init__(self, folder: Path) -> None:
        self.cluster: RunningCluster = start_cluster(packaged_valkey(), folder)
        self.queue: RunningServer = start_server(packaged_valkey(), folder / "queue")

    def pids(self) -> list[int]:
        """Return the ids of all servers that run."""
        return sorted(each.pid for each in (*self.cluster.nodes, self.queue) if each.process.poll() is None)

    def tend(self) -> None:
        for node in [node for node in self.cluster.nodes if node.process.poll() is not None]:
            self.cluster.start_again(node)
        if self.queue.process.poll() is not None:
            self.queue = start_server(self.queue.binary, self.queue.directory)

    def stop(self) -> None:
        self.cluster.stop()
        self.queue.kill()


@contextmanager
def running_nodes(folder: Path) -> Iterator[Nodes]:
    nodes = Nodes(folder)
    try:
        yield nodes
    finally:
        nodes.stop()
