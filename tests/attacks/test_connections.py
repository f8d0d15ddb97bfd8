"""How long a connection may stay silent, and which connections are cut when there are too many. The tests use real sockets."""

import _socket
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import gevent
import pytest
from gunicorn.config import Config as GunicornConfig  # type: ignore[import-untyped]
from gunicorn.http.wsgi import FileWrapper, Response  # type: ignore[import-untyped]

from service.limits import UNLIMITED
from service.running.connections import FOREVER, MOST_JOINED, SLOWEST, Connection, Connections, Worker
from service.running.lobby import Arrival

LIMITS = replace(UNLIMITED, header_seconds=10, body_seconds=20, idle_seconds=75, send_seconds=30)


class Clock:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Wires:
    """Makes connections. `ends[connection]` is the socket at the client's end of the connection."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.ends: dict[Connection, socket.socket] = {}

    def __call__(self, place: str | None = "192.0.2.1") -> Connection:
        ours, theirs = socket.socketpair()
        arrived = Arrival(_socket.socket(ours.family, ours.type, 0, ours.detach()), self.clock() + LIMITS.header_seconds)
        made = Connection(arrived, LIMITS, place, self.clock)
        self.ends[made] = theirs
        return made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def wire(clock: Clock) -> Iterator[Wires]:
    wires = Wires(clock)
    yield wires
    for ours, theirs in wires.ends.items():
        ours.close()
        theirs.close()


def test_the_headers_of_the_first_request_must_come_in_time(wire: Wires, clock: Clock) -> None:
    connection = wire()
    for _ in range(3):  # sending a byte now and then does not extend the time
        wire.ends[connection].send(b"G")
        clock.seconds += 2
        connection.recv(10)
        assert connection.due == 1010


def test_a_client_has_more_time_to_begin_another_request_than_to_finish_the_headers_of_a_request(wire: Wires, clock: Clock) -> None:
    connection = wire()
    connection.handling()
    assert connection.due == FOREVER  # no limit while the service handles the request
    connection.handled()
    assert connection.due == 1075
    clock.seconds = 1070
    wire.ends[connection].send(b"G")
    connection.recv(10)
    assert connection.due == 1080


def test_a_body_has_more_time_when_more_of_it_has_arrived(wire: Wires, clock: Clock) -> None:
    connection, size = wire(), 16 * 1024
    connection.handling()
    waiting = gevent.spawn(connection.recv, size)
    gevent.sleep(0)
    assert connection.due == 1020
    wire.ends[connection].send(b"x" * size)
    received = len(waiting.get())
    assert connection.due == FOREVER
    waiting = gevent.spawn(connection.recv, size)
    gevent.sleep(0)
    assert connection.due == 1020 + received / SLOWEST
    wire.ends[connection].close()
    assert waiting.get() == b""


def test_the_service_waits_only_for_a_limited_time_for_a_client_that_reads_no_answer(wire: Wires) -> None:
    connection, answer = wire(), b"x" * 4 * 1024 * 1024
    connection.handling()
    sending = gevent.spawn(connection.sendall, answer)
    gevent.sleep(0)
    assert 1030 < connection.due <= 1030 + len(answer) / SLOWEST
    connection.cut()
    with pytest.raises(BrokenPipeError):
        sending.get()


def test_when_the_service_cuts_a_connection_it_is_closed_at_both_ends(wire: Wires) -> None:
    connection = wire()
    waiting = gevent.spawn(connection.recv, 10)
    gevent.sleep(0)
    connection.cut()
    assert waiting.get() == b""
    assert wire.ends[connection].recv(10) == b""


def test_only_connections_that_are_overdue_are_cut(wire: Wires, clock: Clock) -> None:
    kept = Connections(100, 100, clock)
    late, working, early = wire(), wire(), wire()
    working.handling()
    clock.seconds += 5
    early.handled()
    for each in (late, working, early):
        assert kept.admit(each)
    clock.seconds += 6
    kept.cut_overdue()
    assert (len(kept), kept.cut) == (2, 1)
    assert wire.ends[late].recv(10) == b""


def test_if_an_address_has_too_many_connections_the_one_with_least_time_left_is_cut(wire: Wires, clock: Clock) -> None:
    kept = Connections(100, 3, clock)
    working, idle, half = wire(), wire(), wire()
    for each in (working, idle, half):
        assert kept.admit(each)
    working.handling()
    idle.handled()
    elsewhere = wire("192.0.2.2")
    assert kept.admit(elsewhere)
    assert kept.cut == 0

    assert kept.admit(wire())
    assert wire.ends[half].recv(10) == b""  # the half-sent request has less time left than the idle connection
    assert (len(kept), kept.cut) == (4, 1)


def test_a_new_connection_is_refused_if_all_others_are_in_use(wire: Wires, clock: Clock) -> None:
    kept = Connections(100, 2, clock)
    for each in (wire(), wire()):
        assert kept.admit(each)
        each.handling()
    refused = wire()
    assert not kept.admit(refused)
    refused.refuse()
    assert wire.ends[refused].recv(1000).startswith(b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n")
    kept.forget(refused)
    assert (len(kept), kept.refused) == (2, 1)
    assert kept.admit(wire("192.0.2.2"))


def test_connections_of_proxies_are_counted_in_the_limit_for_all_connections_together(wire: Wires, clock: Clock) -> None:
    kept = Connections(4, 1, clock)
    proxied = [wire(None) for _ in range(4)]
    for each in proxied:  # the limit for one address does not apply to connections of proxies
        assert kept.admit(each)
        clock.seconds += 1
    assert kept.admit(wire(None))
    assert (len(kept), kept.cut) == (4, 1)
    for each in wire.ends:
        kept.forget(each)
    assert len(kept) == 0


def test_one_address_gets_at_most_half_of_all_connections(wire: Wires, clock: Clock) -> None:
    kept = Connections(10, 2000, clock)
    for _ in range(20):
        assert kept.admit(wire())
    assert len(kept) == 5


# --- answers --------------------------------------------------------------------------------------------------------------------------


def arrived(wire: Wires, connection: Connection) -> bytes:
    """Return what the client can read now."""
    try:
        return wire.ends[connection].recv(10**6, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return b""


def answer(connection: Connection, method: str, headers: dict[str, str]) -> Response:
    """Begin an answer as gunicorn does."""
    connection.handling()
    answered = Response(SimpleNamespace(method=method, version=(1, 1), should_close=lambda: False), connection, GunicornConfig())
    answered.start_response("200 OK", list(headers.items()))
    return answered


def test_the_head_of_an_answer_is_sent_together_with_its_body(wire: Wires) -> None:
    connection = wire()
    for _ in range(2):  # also for the second request of a connection
        answered = answer(connection, "GET", {"Content-Length": "4"})
        answered.send_headers()
        assert arrived(wire, connection) == b""
        answered.write(b"ab")
        assert arrived(wire, connection).endswith(b"\r\n\r\nab")
        answered.write(b"cd")
        assert arrived(wire, connection) == b"cd"
        connection.handled()
        assert arrived(wire, connection) == b""


@pytest.mark.parametrize("headers", [{}, {"Content-Length": "0"}], ids=["live", "empty"])
def test_the_head_of_a_live_or_empty_answer_is_sent_at_once(wire: Wires, headers: dict[str, str]) -> None:
    connection = wire()
    answer(connection, "GET", headers).send_headers()
    assert arrived(wire, connection).endswith(b"\r\n\r\n")


def test_the_head_of_an_answer_without_its_body_is_sent_when_the_request_is_over(wire: Wires) -> None:
    connection = wire()
    answered = answer(connection, "HEAD", {"Content-Length": "4"})
    answered.write(b"abcd")
    answered.close()
    connection.handled()
    assert arrived(wire, connection).endswith(b"Content-Length: 4\r\n\r\n")


def test_the_head_of_an_answer_that_broke_off_is_dropped_with_its_connection(wire: Wires) -> None:
    connection = wire()
    answer(connection, "GET", {"Content-Length": "4"}).send_headers()
    connection.close()
    connection.handled()
    assert arrived(wire, connection) == b""


def test_the_head_of_an_answer_is_sent_before_a_file(wire: Wires, tmp_path: Path) -> None:
    connection = wire()
    (tmp_path / "file").write_bytes(b"abcd")
    with (tmp_path / "file").open("rb") as file:
        answer(connection, "GET", {"Content-Length": "4"}).write_file(FileWrapper(file))
    assert arrived(wire, connection).endswith(b"\r\n\r\nabcd")


def test_a_large_body_is_not_copied_to_join_its_head(wire: Wires) -> None:
    connection = wire()
    answered = answer(connection, "GET", {"Content-Length": str(MOST_JOINED + 1)})
    answered.write(bytes(MOST_JOINED + 1))
    sent = arrived(wire, connection)
    assert sent.startswith(b"HTTP/1.1 200 OK")
    assert sent.endswith(bytes(MOST_JOINED + 1))


def test_a_process_that_serves_another_application_cuts_its_connections_too(
    wire: Wires, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Worker.__new__(Worker)
    worker.wsgi, worker.lobbies, worker.kept = (lambda *_: []), [], Connections(9, 0, clock)
    worker.kept.admit(wire())
    clock.seconds += LIMITS.header_seconds + 1
    looks = iter([None])
    monkeypatch.setattr(gevent, "sleep", lambda _: next(looks))
    with pytest.raises(StopIteration):
        worker._look()
    assert worker.kept.cut == 1
