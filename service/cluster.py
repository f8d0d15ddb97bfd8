"""The address of a Redis Cluster: `redis+cluster://user:password@a:6379,b:6379?options`, or `rediss+cluster://…` with TLS. It names some of
the nodes; the others are learnt from them."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

PORT: Final = 6379
_URL: Final = re.compile(r"(rediss?)\+cluster://(?:([^/?#]*)@)?([^/?#@]+)/?(\?[^#]*)?")


@dataclass(frozen=True, slots=True)
class Cluster:
    """`starts`: host and port of the nodes that the address names. `before`, `after`: what stands around these in the address of a node."""

    starts: tuple[tuple[str, int], ...]
    before: str
    after: str

    def url(self, host: str, port: int) -> str:
        """Return the address of one node."""
        return f"{self.before}{f'[{host}]' if ':' in host else host}:{port}{self.after}"


def is_cluster(url: str) -> bool:
    """Whether an address says that it is a cluster's."""
    return url.partition("://")[0].endswith("+cluster")


def cluster_of(url: str) -> Cluster:
    """Read the address of a cluster. Raises ValueError if it has no nodes, or anything behind them except options."""
    found = _URL.fullmatch(url)
    if found is None:
        raise ValueError("not the address of a cluster")
    scheme, user, places, options = found.groups()
    nodes = [urlsplit(f"//{place}") for place in places.split(",")]
    if not all(node.hostname for node in nodes):
        raise ValueError("a node has no name")
    starts = tuple((node.hostname or "", node.port or PORT) for node in nodes)
    return Cluster(starts, f"{scheme}://{user + '@' if user else ''}", options or "")
