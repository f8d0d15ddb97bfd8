"""The floor of the bench (bench/floor.py) calls the product's own append script with values of its own, so it must know its arguments."""

import pytest

from bench.append import BATCH, EVENT, HAND
from bench.floor import application
from domain.kernel.events import EventId
from service.store.keys import HOME, game_id
from tests.servers import RunningServer
from tests.store.conftest import one_server


@one_server
def test_the_floor_appends_what_it_is_sent(store_server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", f"unix://{store_server.socket}")
    client = application().test_client()
    game = game_id(HOME, EventId("0a8a2b6e-3f0e-4f1e-9a43-3d1f6f1a2b10"))
    for expected, events in (("*", [EVENT]), ('"1"', [*HAND] * (BATCH // len(HAND)))):
        answer = client.post(f"/append/{game}", json={"events": events}, headers={"If-Match": expected})
        assert answer.status_code == 201, answer.get_data(as_text=True)
    assert answer.get_json()["version"] == 1 + BATCH
