"""One process serves more viewers than gunicorn and the operating system allow by default."""

import selectors
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.running import capacity
from tests.ops.serving import Serving, configured, serving
from tests.speeds import slow
from tests.waiting import WITHIN

VIEWERS = 1100
OPENER = {"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]}


@pytest.fixture
def running(short_directory: Path) -> Iterator[Serving]:
    with serving(configured(short_directory / "crowd"), short_directory / "printed") as server:
        yield server


def shown(streams: list[socket.socket], what: bytes) -> int:
    """Read the streams and return how many of them send the bytes `what`. Stops reading when each has sent them, or when no stream has sent
    anything for a long time."""
    waiting = dict.fromkeys(streams, b"")
    with selectors.DefaultSelector() as ready:
        for stream in streams:
            ready.register(stream, selectors.EVENT_READ)
        while waiting and (keys := ready.select(WITHIN)):
            for stream in [key.fileobj for key, _ in keys]:
                assert isinstance(stream, socket.socket)
                waiting[stream] += stream.recv(1 << 16)
                if what in waiting[stream]:
                    ready.unregister(stream)
                    del waiting[stream]
    return len(streams) - len(waiting)


@slow
def test_one_process_serves_more_than_a_thousand_live_streams(running: Serving) -> None:
    capacity.raise_open_files()
    viewers = min(VIEWERS, capacity.most_streams())
    with running.api() as api:
        api.headers["Authorization"] = f"Bearer {running.owner()}"
        opened = api.post("/api/v1/games", json={"system": "high-card", "seats": [{}, {}, {}], "visibility": "public"})
        game = opened.raise_for_status().json()["game"]
        streams = [socket.create_connection(("127.0.0.1", running.config.port)) for _ in range(viewers)]
        for stream in streams:
            stream.sendall(f"GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: t\r\n\r\n".encode())
        assert shown(streams, b"\nid: 1.") == viewers
        api.post(f"/api/v1/games/{game}/events", json=OPENER, headers={"If-Match": "*"}).raise_for_status()
        assert shown(streams, b"\nid: 2.") == viewers
        for stream in streams:
            stream.close()


@pytest.mark.parametrize(
    ("soft", "hard", "streams"),
    [(1024, 1024, 499), (1024, 2048, 1113), (256, 6000, 3484), (6000, 6000, 3484)],
)
def test_the_greatest_number_of_live_streams_depends_on_the_limit_of_open_files(soft: int, hard: int, streams: int) -> None:
    look = f"""
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
from service.running import capacity
capacity.raise_open_files()
print(capacity.most_streams(), resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= {soft})
"""
    output = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout
    assert output.split() == [str(streams), "True"]
