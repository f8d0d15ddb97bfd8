"""An empty store on the session's server."""

from collections.abc import Iterator

import pytest
from redis import Redis

from tests.servers import RunningServer
from tests.store.bench import Store


@pytest.fixture
def store(redis: Redis, server: RunningServer) -> Iterator[Store]:
    made = Store(server, redis)
    yield made
    made.close()
