"""The API served by gunicorn over sockets, with several writers at the same time."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from service.clock import now_ms
from service.config import Config
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME
from tests.api.callers import HIGH_CARD, opener, placed
from tests.ops.serving import free_port
from tests.servers import RunningServer
from tests.waiting import WITHIN, until


@pytest.fixture(scope="module")
def address(server: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run gunicorn with two processes of the application; yields their URL."""
    data: Path = tmp_path_factory.mktemp("served") / "data"
    port = free_port()
    config = Config(data=data, port=port, redis_url=f"unix://{server.socket}", processes=2)
    config.secret_key()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.serving.api"]
    process = subprocess.Popen(command, env={**os.environ, **config.as_env()}, stderr=subprocess.PIPE)
    url = f"http://127.0.0.1:{port}"
    try:
        until(lambda: process.poll() is not None or _answers(url))
        assert process.poll() is None
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=WITHIN)


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/livez").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture
def client(address: str, redis: object, server: RunningServer) -> Iterator[httpx.Client]:
    """Create the club. Returns an HTTP client with the token of a scorekeeper."""
    clubs = Clubs(server.client(), now_ms)
    clubs.found(HOME)
    _, secret = clubs.issue(HOME, "test", "record")
    with httpx.Client(base_url=f"{address}/api/v1", headers={"Authorization": f"Bearer {secret}"}, timeout=WITHIN) as http:
        yield http


def opened(client: httpx.Client) -> str:
    return str(client.post("/games", json={**HIGH_CARD, "visibility": "public"}).json()["game"])


def test_events_recorded_through_the_real_server_can_be_read_back(client: httpx.Client) -> None:
    game = opened(client)

    made = client.post(f"/games/{game}/events", json={"events": [opener(), placed(0, card="TS")]}, headers={"If-Match": '"1"'})

    assert (made.status_code, made.json()["version"]) == (201, 3)
    for _ in range(4):  # several requests, so that every process answers
        assert client.get(f"/games/{game}").json()["version"] == 3
    head = client.head(f"/games/{game}")
    assert (head.status_code, head.content, head.headers["ETag"].partition(".")[0]) == (200, b"", '"3')
    again = client.get(f"/games/{game}", headers={"If-None-Match": head.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_only_one_of_several_writers_that_expect_the_same_version_succeeds(client: httpx.Client) -> None:
    game = opened(client)

    def write(seat: int) -> int:
        body = {"events": [{**opener(seat), "id": str(uuid4())}]}
        return client.post(f"/games/{game}/events", json=body, headers={"If-Match": '"1"'}).status_code

    with ThreadPoolExecutor(3) as pool:
        assert sorted(pool.map(write, range(3))) == [201, 412, 412]


def test_events_of_many_simultaneous_writers_have_no_gaps_and_no_duplicates(client: httpx.Client) -> None:
    game = opened(client)

    def write(number: int) -> int:
        key = {"If-Match": "*", "Idempotency-Key": f"note {number}"}
        body = {"events": [{"type": "NoteWritten", "data": {"note": str(number)}}]}
        first = client.post(f"/games/{game}/events", json=body, headers=key)
        again = client.post(f"/games/{game}/events", json=body, headers=key)
        assert again.json()["events"] == first.json()["events"]
        return int(first.json()["first"])

    with ThreadPoolExecutor(8) as pool:
        versions = list(pool.map(write, range(24)))

    assert sorted(versions) == list(range(2, 26))
    assert client.get(f"/games/{game}?at_least=25").json()["version"] == 25


def test_a_body_without_content_length_is_refused_beyond_the_size_limit(client: httpx.Client) -> None:
    game = opened(client)
    small = (part for part in (b'{"events": [{"type": "OpenerChosen", ', b'"data": {"seat": 0}}]}'))
    large = (b" " * 10_000 for _ in range(40))
    headers = {"If-Match": "*", "Content-Type": "application/json"}

    assert client.post(f"/games/{game}/events", content=small, headers=headers).status_code == 201
    refused = client.post(f"/games/{game}/events", content=large, headers=headers)
    assert (refused.status_code, refused.json()["type"]) == (413, "/problems/too-large")


def test_the_metrics_count_the_requests_of_all_server_processes(client: httpx.Client, address: str) -> None:
    def conflicts() -> float:
        lines = httpx.get(f"{address}/metrics", timeout=WITHIN).text.splitlines()
        refusals = [line for line in lines if line.startswith("faceup_requests_total") and 'status="412"' in line]
        return sum(float(line.rpartition(" ")[2]) for line in refusals)

    game, before = opened(client), conflicts()
    headers = {"Authorization": client.headers["Authorization"], "If-Match": '"9"'}
    for _ in range(10):  # a connection for each request, so that any process may take it
        httpx.post(f"{address}/api/v1/games/{game}/events", json={"events": [opener()]}, headers=headers, timeout=WITHIN)

    assert conflicts() == before + 10


RAW = [
    # (the bytes sent, the statuses that the answer may have)
    (b"GET /api/v1/games/%ff%00 HTTP/1.1\r\nHost: x\r\n\r\n", (404,)),
    (b"FOO /api/v1/games HTTP/1.1\r\nHost: x\r\n\r\n", (405,)),
    (b"GET /api/v1/games HTTP/1.1\r\n\r\n", (200, 400)),
    (b"GET /api/v1/games HTTP/1.1\r\nHost: \xff\r\n\r\n", (200, 400)),
    (b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", (400,)),
    (b"POST /api/v1/records/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n", (413,)),
    (b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset=\xff\r\nContent-Length: 2\r\n\r\n{}", (422,)),
    (b"GET /api/v1/games?cursor=\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", (400, 422)),
    (b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", (200, 404, 405)),
]


@pytest.mark.parametrize(("sent", "statuses"), RAW)
def test_a_malformed_http_request_is_refused(sent: bytes, statuses: tuple[int, ...], address: str) -> None:
    port = int(address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=WITHIN) as connection:
        connection.sendall(sent)
        line = connection.recv(200).split(b"\r\n")[0]

    assert int(line.split()[1]) in statuses, line
