"""The store, workers and relay are those of tests/workers."""

from tests.workers.conftest import relaying, store, workers

__all__ = ["relaying", "store", "workers"]
