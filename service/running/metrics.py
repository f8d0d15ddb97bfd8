"""The service's own metrics for Prometheus, without those of Python and of the process.

When several processes serve one port, only one of them answers a request of Prometheus. The answer adds up the values of all processes if
PROMETHEUS_MULTIPROC_DIR named an empty folder at the start. What waits (service/running/backlog.py) is about the whole installation. It is
counted for each answer.
"""

import os
from functools import lru_cache
from math import nan
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.running.backlog import Backlog

LABELLED: Final = 1024
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
WAITS: Final = {
    "clubs": ("faceup_clubs", "Clubs."),
    "dirty": ("faceup_dirty_records", "Records whose newest events wait for their verdict."),
    "oldest": ("faceup_oldest_wait_seconds", "Time since the first event without its verdict was recorded; the longest of these times."),
    "parked": ("faceup_parked_records", "Records that the validator gave up on for now."),
    "lag": ("faceup_feed_lag", "Entries of all feeds that the tables have not counted yet."),
    "queued": ("faceup_queued_jobs", "Jobs that no worker has taken yet."),
    "relay": ("faceup_relay", "1 if a relay runs, else 0."),
    "workers": ("faceup_workers", "Running workers."),
    "write": ("faceup_store_write_seconds", "Time of one write to the store, made for this answer; +Inf: it takes no writes."),
}
"""The metrics of what waits: the field of `Backlog`, the name of the metric, and what it says."""


class Metrics:
    """The meters of one process. `streams`: open live streams. `cache`: bytes in the cache of this process. Those in `waits` are about the
    whole installation."""

    def __init__(self) -> None:
        kept = self._registry = CollectorRegistry()
        self.requests = Counter("faceup_requests", "Requests answered.", ("method", "endpoint", "status"), registry=kept)
        self.seconds = Histogram("faceup_request_seconds", "Time to answer.", ("endpoint",), registry=kept, buckets=SECONDS)
        appends = Counter("faceup_appends", "Appends by outcome.", ("outcome",), registry=kept)
        self.refused = Counter("faceup_refused", "Requests and connections refused by a limit.", ("limit",), registry=kept)
        self.cut = Counter("faceup_connections_cut", "Connections closed because the client was too slow.", registry=kept)
        self.connections = _gauge("faceup_connections", "Open connections.", kept, "livesum")
        self.streams = _gauge("faceup_live_streams", "Open live streams.", kept, "livesum")
        self.waits = {field: _gauge(name, about, kept, "mostrecent") for field, (name, about) in WAITS.items()}
        self.cache = _gauge("faceup_cache_bytes", "Memory that the cache takes, as estimated.", kept, "livesum")
        # The meters are cached by their labels, because finding a meter takes as long as counting with it.
        self._request = lru_cache(LABELLED)(self.requests.labels)
        self._seconds = lru_cache(LABELLED)(self.seconds.labels)
        self._appends = lru_cache(LABELLED)(appends.labels)

    def answered(self, method: str, endpoint: str, status: int, seconds: float) -> None:
        self._request(method, endpoint, status).inc()
        self._seconds(endpoint).observe(seconds)

    def appended(self, outcome: str) -> None:
        self._appends(outcome).inc()

    def exposition(self, backlog: Backlog, cached: int) -> bytes:
        """Return all metrics in the text format of Prometheus. `cached`: bytes in this process's cache."""
        self.cache.set(cached)
        for field, gauge in self.waits.items():
            value = getattr(backlog, field)
            gauge.set(nan if value is None else value)
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def _gauge(name: str, about: str, registry: CollectorRegistry, together: str) -> Gauge:
    """Make a gauge. `together`: how Prometheus's client combines the values of several processes."""
    return Gauge(name, about, registry=registry, multiprocess_mode=together)  # type: ignore[arg-type]
