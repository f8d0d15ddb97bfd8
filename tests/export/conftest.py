"""These tests use the fixtures for store, workers and relay of tests/workers."""

from tests.workers.conftest import relaying, store, workers

__all__ = ["relaying", "store", "workers"]
