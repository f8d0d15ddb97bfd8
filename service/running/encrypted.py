"""TLS for connections of the API, on the port for HTTPS in a hall (`hall.py`).

The sockets of Python's `ssl` would wait without regard to the limits of our connections. Here TLS works in memory, above the socket and
below those limits.
"""

import errno
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from gevent.socket import socket as GreenSocket  # noqa: N812

HANDSHAKE: Final = 0x16
"""The first byte of a client that begins TLS."""
HEAD: Final = 5
"""So many bytes stand before the content of each record; the last two say how long it is."""
PIECE: Final = 64 * 1024


def hello_is_whole(early: bytes) -> bool:
    """Whether a client's first record of TLS has arrived, or it is clear that the client sends none."""
    return bool(early) and (early[0] != HANDSHAKE or len(early) >= HEAD + int.from_bytes(early[HEAD - 2 : HEAD]))


class Contexts:
    """Gives the TLS context with the newest certificate in the file `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written = 0
        self._made: ssl.SSLContext | None = None

    def newest(self) -> ssl.SSLContext | None:
        """Return the context. If the file cannot be read, it is the one before, or None."""
        with suppress(OSError):
            written = self._path.stat().st_mtime_ns
            if written != self._written:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(self._path)
                self._written, self._made = written, context
        return self._made


class Encrypted(GreenSocket):  # type: ignore[misc]
    """A socket whose `recv`, `sendall` and `sendfile` take and give what the client encrypts and decrypts. `due`: when the client must act
    (service/running/connections.py). Call `encrypt` first."""

    due: float

    def encrypt(self, context: ssl.SSLContext, early: bytes) -> None:
        """Begin. `early`: what the client has sent already."""
        self._received, self._to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._received.write(early)
        self._tls = context.wrap_bio(self._received, self._to_send, server_side=True)

    def recv(self, size: int, *args: Any) -> bytes:
        """Return what the client has sent. Empty: it has gone, or its TLS is wrong, such as when it does not trust the certificate."""
        while True:
            try:
                return self._tls.read(size)
            except ssl.SSLWantReadError:
                self._send_waiting()
                received = super().recv(PIECE, *args)
                if not received:
                    return b""
                self._received.write(received)
            except ssl.SSLError:
                self._send_waiting()
                return b""

    def sendall(self, data: Any, *args: Any) -> None:
        rest = memoryview(data)
        while rest:
            try:
                self._tls.write(rest[:PIECE])
            except ssl.SSLError as failure:
                raise BrokenPipeError(errno.EPIPE, "TLS has ended") from failure
            rest = rest[PIECE:]
            super().sendall(self._to_send.read(), *args)

    def sendfile(self, file: BinaryIO, offset: int = 0, count: int | None = None) -> int:
        file.seek(offset)
        sent = 0
        while piece := file.read(PIECE if count is None else min(PIECE, count - sent)):
            self.sendall(piece)
            sent += len(piece)
        return sent

    def close(self) -> None:
        with suppress(OSError, ValueError):  # the client, too, would have to say that it ends
            self._tls.unwrap()
        with suppress(OSError):
            self._sock.send(self._to_send.read())
        super().close()

    def _send_waiting(self) -> None:
        """Send what belongs to TLS itself. It gives the client no more time to act."""
        due = self.due
        super().sendall(self._to_send.read())
        self.due = due
