"""A proxy in front of a server, on a unix socket. It loses replies, as a broken network does."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread


class LossyProxy:
    """Forwards commands and replies. When it loses a reply, it closes the connection and does not forward the reply."""

    def __init__(self, server: str, path: Path) -> None:
        self.path = str(path)
        self.lost = 0
        self._server = server
        self._to_lose = 0
        self._stopped = Event()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()
        self._listener.settimeout(0.1)
        self._threads = [Thread(target=self._accept)]
        self._threads[0].start()

    def lose(self, replies: int = 1) -> None:
        self._to_lose = replies

    def close(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _accept(self) -> None:
        while not self._stopped.is_set():
            try:
                client, _ = self._listener.accept()
            except TimeoutError:
                continue
            self._threads.append(Thread(target=self._pass, args=(client,)))
            self._threads[-1].start()

    def _pass(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self._server)
            for end in (client, server):
                end.settimeout(0.02)
            while not self._stopped.is_set():
                asked = _received(client)
                if asked == b"":
                    return
                if asked:
                    server.sendall(asked)
                answered = _received(server)
                if answered and self._to_lose:
                    self._to_lose -= 1
                    self.lost += 1
                    return
                if answered:
                    client.sendall(answered)


def _received(end: socket.socket) -> bytes | None:
    """Return the bytes received from this end; None if none have arrived, b"" if the connection has ended."""
    try:
        return end.recv(1 << 20)
    except TimeoutError:
        return None


@contextmanager
def lossy_proxy(server: str, path: Path) -> Iterator[LossyProxy]:
    proxy = LossyProxy(server, path)
    try:
        yield proxy
    finally:
        proxy.close()
