"""Clients that send or read so slowly that they would hold connections for ever. gunicorn runs with short limits."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from service.clock import now_ms
from service.config import Config
from service.limits import UNLIMITED
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME
from tests.api.callers import HIGH_CARD
from tests.attacks.half_sent import besieged
from tests.attacks.strangers import HALF, WHOLE, Address, attacked, dialled, is_closed, lives, told
from tests.ops.serving import free_port
from tests.servers import RunningServer
from tests.speeds import slow
from tests.waiting import WITHIN, until

LONG = b"GET /openapi.json HTTP/1.1\r\nHost: faceup\r\n\r\n"
"""A request whose answer has more than 200,000 bytes."""
LIMITS = replace(UNLIMITED, header_seconds=1, body_seconds=1, idle_seconds=1, send_seconds=1, address_connections=30)


@pytest.fixture(scope="module")
def url(server: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data: Path = tmp_path_factory.mktemp("slow") / "data"
    with attacked(Config(data=data, port=free_port(), redis_url=f"unix://{server.socket}", processes=1, limits=LIMITS)) as url:
        yield url


@pytest.fixture
def to(url: str) -> Address:
    return "127.0.0.1", int(url.rpartition(":")[2])


@slow
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        HALF,
        WHOLE + HALF,
        b"POST /api/v1/records/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
        b"POST /api/v1/records/verify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
    ids=["nothing", "a-byte", "half", "whole-then-half", "half-a-body", "half-a-chunk"],
)
def test_a_client_that_stops_sending_is_disconnected(url: str, to: Address, sent: bytes) -> None:
    with dialled(to, sent) as connection:
        assert lives(url)
        until(lambda: is_closed(connection))
    assert lives(url)


@slow
def test_a_client_that_sends_a_byte_now_and_then_is_disconnected(to: Address) -> None:
    with dialled(to, HALF) as connection:

        def closed_after_a_byte() -> bool:
            try:
                connection.send(b"x")
            except BlockingIOError:
                return False
            except OSError:
                return True
            return is_closed(connection)

        until(closed_after_a_byte)


@slow
def test_a_client_that_reads_no_answers_is_disconnected(url: str, to: Address) -> None:
    """The answers are so long that a few of them fill all buffers between the server and the client."""
    with dialled(to) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)

        def cut() -> bool:
            try:
                connection.send(LONG * 100)
            except BlockingIOError:
                return False
            except OSError:
                return True
            return False

        until(cut)
    assert lives(url)


@slow
def test_events_are_not_recorded_if_the_body_of_their_request_does_not_arrive(
    url: str, to: Address, redis: object, server: RunningServer
) -> None:
    clubs = Clubs(server.client(), now_ms)
    clubs.found(HOME)
    _, secret = clubs.issue(HOME, "test", "record")
    with httpx.Client(base_url=f"{url}/api/v1", headers={"Authorization": f"Bearer {secret}"}, timeout=WITHIN) as client:
        game = client.post("/games", json=HIGH_CARD).json()["game"]
        head = f"POST /api/v1/games/{game}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\nIf-Match: *\r\n"
        body = b'{"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]}'
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with dialled(to, head.encode() + body[:-1]) as connection:
            until(lambda: is_closed(connection))
        assert client.get(f"/games/{game}").json()["version"] == 1


def test_other_clients_are_answered_although_one_address_holds_too_many_connections(url: str, to: Address) -> None:
    """One address holds more connections than the limit allows. On each of them it has sent a whole request, and then half of another one.
    Clients at other addresses are still answered."""
    before = told(url)
    with ExitStack() as opened:
        crowd = [opened.enter_context(dialled(to, WHOLE + HALF)) for _ in range(100)]
        assert lives(url)
        assert sum(not is_closed(one) for one in crowd) <= 30
    until(lambda: told(url)["faceup_connections_cut_total"] >= before["faceup_connections_cut_total"] + 70)


@slow
@pytest.mark.long
def test_eleven_thousand_half_sent_requests_do_not_stop_the_service(server: RunningServer, redis: object, tmp_path: Path) -> None:
    """The installation has its usual limits. There are always 11,000 half-sent requests: whenever one is cut, another is opened. Every
    request of an honest client is answered, and no process ends."""
    figures = besieged(server, tmp_path, most=11_000, seconds=20)
    assert figures.statuses == {200, 201}
    assert figures.opened >= 11_000
    assert figures.cut > 1000
