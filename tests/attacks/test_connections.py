"""How long a connection may stay silent, and which connections are cut when there are too many. The tests use real sockets."""

import _socket
import socket
from collections.abc import Iterator
from dataclasses import replace

import gevent
import pytest

from service.limits import UNLIMITED
from service.running.connections import FOREVER, SLOWEST, Connection, Connections
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
