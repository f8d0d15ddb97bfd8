"""The service's own metrics for Prometheus, without those of Python and of the process.

When several processes serve one port, only one of them answers a request of Prometheus. The answer adds up the values of all processes if
PROMETHEUS_MULTIPROC_DIR named an empty folder at the start. The numbers `dirty` and `parked` are about the whole installation. They are
read from the store for each answer.
"""

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

LABELLED: Final = 1024
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The meters of one process. `streams`: open live streams. `dirty`: records that wait for validation. `parked`: records whose
    validation failed. `cache`: bytes in the cache of this process."""

    def __init__(self) -> None:
        kept = self._registry = CollectorRegistry()
        self.requests = Counter("faceup_requests", "Requests answered.", ("method", "endpoint", "status"), registry=kept)
        self.seconds = Histogram("faceup_request_seconds", "Time to answer.", ("endpoint",), registry=kept, buckets=SECONDS)
        self.appends = Counter("faceup_appends", "Appends by outcome.", ("outcome",), registry=kept)
        self.refused = Counter("faceup_refused", "Requests and connections refused by a limit.", ("limit",), registry=kept)
        self.cut = Counter("faceup_connections_cut", "Connections closed because the client was too slow.", registry=kept)
        self.connections = _gauge("faceup_connections", "Open connections.", kept, "livesum")
        self.streams = _gauge("faceup_live_streams", "Open live streams.", kept, "livesum")
        self.dirty = _gauge("faceup_dirty_records", "Records whose newest events wait for their verdict.", kept, "mostrecent")
        self.parked = _gauge("faceup_parked_records", "Records that the validator gave up on for now.", kept, "mostrecent")
        self.cache = _gauge("faceup_cache_bytes", "Memory that the cache takes, as estimated.", kept, "livesum")
        # The meters are cached by their labels, because finding a meter takes as long as counting with it.
        self._request = lru_cache(LABELLED)(self.requests.labels)
        self._seconds = lru_cache(LABELLED)(self.seconds.labels)

    def answered(self, method: str, endpoint: str, status: int, seconds: float) -> None:
        self._request(method, endpoint, status).inc()
        self._seconds(endpoint).observe(seconds)

    def exposition(self, backlog: Callable[[], tuple[int, int]], cached: int) -> bytes:
        """Return all metrics in the text format of Prometheus. `backlog`: returns (dirty, parked). `cached`: bytes in this process's
        cache."""
        self.cache.set(cached)
        dirty, parked = backlog()
        self.dirty.set(dirty)
        self.parked.set(parked)
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def _gauge(name: str, about: str, registry: CollectorRegistry, together: str) -> Gauge:
    """Make a gauge. `together`: how Prometheus's client combines the values of several processes."""
    return Gauge(name, about, registry=registry, multiprocess_mode=together)  # type: ignore[arg-type]
