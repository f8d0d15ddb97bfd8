"""The proxy between clients and the API. In these tests, a server sends all data back unchanged."""

import asyncio
import gc
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Thread

import pytest

from tests.ops.serving import free_port
from tests.torture.wire import HOST, Wire
from tests.waiting import until


class Echo(Thread):
    """A server that sends every piece of data back. `heard`: all received bytes."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listener = socket.create_server((HOST, 0))
        self.port: int = self.listener.getsockname()[1]
        self.heard = b""

    def run(self) -> None:
        with suppress(OSError):
            while True:
                end, _ = self.listener.accept()
                with end, suppress(OSError):
                    while piece := end.recv(1000):
                        self.heard += piece
                        end.sendall(piece)


@pytest.fixture
def echo() -> Iterator[Echo]:
    made = Echo()
    made.start()
    yield made
    made.listener.close()


@pytest.fixture
def wire(echo: Echo) -> Iterator[Wire]:
    made = Wire(free_port(), lambda: [free_port(), echo.port])  # nobody listens on the first port
    yield made
    made.close()


def asked(wire: Wire, meanwhile: Callable[[], object] = lambda: None) -> bytes:
    """Connect, do something, send a request. Returns the answer; empty if the connection was cut."""
    with socket.create_connection((HOST, wire.port)) as end, suppress(OSError):
        meanwhile()
        end.sendall(b"request!")
        return end.recv(1000)
    return b""


def test_the_proxy_starts_while_an_event_loop_runs_in_the_same_thread(echo: Echo) -> None:
    """Playwright's runs in the thread of the tests, from the first test in a browser to the last test of all."""

    async def heavy() -> None:
        Wire(free_port(), lambda: [echo.port]).close()

    with ThreadPoolExecutor(1) as thread:  # this thread may have a loop of Playwright already
        thread.submit(asyncio.run, heavy()).result()


def test_the_proxy_forwards_data_in_both_directions(wire: Wire) -> None:
    assert asked(wire) == b"request!"


def test_the_proxy_can_lose_the_answer_to_a_request_that_was_carried_out(wire: Wire, echo: Echo) -> None:
    wire.no_answers = True
    assert (asked(wire), echo.heard) == (b"", b"request!")
    wire.heal()
    assert asked(wire) == b"request!"


def test_the_proxy_can_forward_only_half_of_a_request(wire: Wire, echo: Echo) -> None:
    wire.half_requests = True
    assert asked(wire) == b""
    until(lambda: echo.heard)  # the server may read the bytes a little later
    assert echo.heard == b"requ"


def test_a_closed_proxy_accepts_no_connection(wire: Wire, echo: Echo) -> None:
    wire.closed = True
    assert (asked(wire), echo.heard) == (b"", b"")


def test_the_proxy_can_end_all_its_open_connections(wire: Wire) -> None:
    with socket.create_connection((HOST, wire.port)) as end, suppress(ConnectionError):
        end.sendall(b"request!")
        assert end.recv(1000) == b"request!"
        assert wire.cut() == 2
        assert end.recv(1000) == b""


@pytest.mark.filterwarnings("always::ResourceWarning")
def test_connections_that_come_while_the_proxy_is_closed_are_closed_too(echo: Echo, recwarn: pytest.WarningsRecorder) -> None:
    wire = Wire(free_port(), lambda: [echo.port])
    wire._work.call_soon_threadsafe(time.sleep, 0.3)  # so that all connections and the end of the proxy come at once
    ends = [socket.create_connection((HOST, wire.port)) for _ in range(20)]
    wire.close()
    for end in ends:
        with end, suppress(ConnectionError):
            assert end.recv(1000) == b""
    gc.collect()
    assert [str(warning.message) for warning in recwarn] == []
