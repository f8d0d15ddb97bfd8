"""The lobby holds connections until their request is complete. The tests show which connections leave it, and when waiting connections
are closed. They use real sockets."""

import socket
from collections.abc import Iterator

import gevent
import gevent.event
import pytest
from gevent.pool import Pool
from gevent.socket import socket as GreenSocket  # noqa: N812

from service.running.lobby import MOST_BYTES, Arrival, Lobby

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class House:
    """A lobby with room for three connections, the requests that have left it, and its clients."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.handled: list[bytes] = []
        listener = GreenSocket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(100)
        self.address = listener.getsockname()
        self.pool = Pool(2)
        self.free = gevent.event.Event()
        self.lobby = Lobby(listener, self._handle, self.pool, 3, 10, lambda: self.seconds)
        self.lobby.start()
        self.clients: list[socket.socket] = []

    def _handle(self, arrival: Arrival, _: object) -> None:
        self.handled.append(arrival.early)
        self.free.wait()

    def client(self, sent: bytes = b"") -> socket.socket:
        made = socket.create_connection(self.address)
        self.clients.append(made)
        self.send(made, sent)
        return made

    def send(self, client: socket.socket, sent: bytes) -> None:
        client.sendall(sent)
        settle()


def settle() -> None:
    """Let gevent's loop do all work that is ready now."""
    for _ in range(3):
        gevent.sleep(0.001)


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.free.set()
    made.lobby.stop()
    made.pool.join()
    for client in made.clients:
        client.close()


def test_a_connection_leaves_the_lobby_when_its_headers_are_complete(house: House) -> None:
    client = house.client()
    for piece in (b"GET / HT", b"TP/1.1\r\nHost: x\r\n", b"\r"):
        house.send(client, piece)
        assert (len(house.lobby), house.handled) == (1, [])
    house.send(client, b"\n")
    assert (len(house.lobby), house.handled) == (0, [WHOLE])


def test_a_complete_request_leaves_the_lobby_immediately(house: House) -> None:
    house.client(WHOLE + b"the body")
    assert (len(house.lobby), house.handled) == (0, [WHOLE + b"the body"])


def test_a_request_with_too_long_headers_is_passed_on_to_gunicorn(house: House) -> None:
    client = house.client(b"G" * (MOST_BYTES - 1))
    assert len(house.lobby) == 1
    house.send(client, b"G")
    assert (len(house.lobby), len(house.handled[0])) == (0, MOST_BYTES)


def test_if_too_many_connections_wait_in_the_lobby_the_oldest_is_closed(house: House) -> None:
    crowd = [house.client(b"G") for _ in range(5)]
    assert (len(house.lobby), house.lobby.cut) == (3, 2)
    assert [one.recv(1) for one in crowd[:2]] == [b"", b""]
    house.client(WHOLE)
    assert house.handled == [WHOLE]


def test_a_connection_that_waits_too_long_is_closed_even_if_bytes_arrive_now_and_then(house: House) -> None:
    slow = house.client(b"G")
    house.seconds += 6
    house.send(slow, b"E")
    late = house.client(b"G")
    house.seconds += 5
    house.lobby.cut_overdue()
    assert slow.recv(1) == b""
    assert (len(house.lobby), house.lobby.cut) == (1, 1)
    house.send(late, WHOLE[1:])
    assert house.handled == [WHOLE]


def test_a_client_that_hangs_up_leaves_the_lobby(house: House) -> None:
    for sent in (b"", b"G"):
        house.client(sent).close()
        settle()
        assert len(house.lobby) == 0
    assert house.handled == []


def test_the_connection_of_a_complete_request_is_closed_if_all_greenlets_are_in_use(house: House) -> None:
    client = house.client(b"G")
    house.client(WHOLE)
    house.client(WHOLE)
    house.send(client, WHOLE[1:])
    assert client.recv(1) == b""
    assert (len(house.lobby), len(house.handled)) == (0, 2)


def test_a_lobby_that_stops_closes_the_connections_that_wait(house: House) -> None:
    client = house.client(b"G")
    house.lobby.stop()
    assert client.recv(1) == b""
