"""Commands over connections of their own, without the work of redis-py for each command."""

from os import getpid
from typing import Any

from hiredis import pack_command
from redis import Redis


class Direct:
    """Sends commands over connections of its own, without redis-py's work for each command, which takes twice as long as a small read.
    Raises the exceptions of redis-py. When a connection fails, the idle ones are closed too. A forked process opens new ones."""

    @classmethod
    def of(cls, redis: Redis) -> "Direct":
        """Return the `Direct` of this client; every call returns the same one. It takes connections from the client's pool, keeps them, and
        gives back only failed ones."""
        direct: Direct = vars(redis.connection_pool).setdefault("direct", cls(redis))
        return direct

    def __init__(self, redis: Redis) -> None:
        self._pool = redis.connection_pool
        self._idle: list[Any] = []
        self._process = getpid()

    def __call__(self, *command: str | bytes | int) -> Any:
        return self.together(command)[0]

    def together(self, *commands: tuple[str | bytes | int, ...]) -> list[Any]:
        """Send commands in one packet, which is one round trip. Returns their replies in the same order."""
        if self._process != getpid():
            self._idle, self._process = [], getpid()
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._pool.get_connection()
        try:
            connection.send_packed_command([b"".join(map(pack_command, commands))])  # type: ignore[arg-type]  # the stub wants tuples of one
            replies = [connection.read_response() for _ in commands]
        except BaseException:
            self._drop(connection)
            raise
        self._idle.append(connection)
        return replies

    def _drop(self, failed: Any) -> None:
        idle, self._idle = self._idle, []
        for connection in (failed, *idle):
            connection.disconnect()
            self._pool.release(connection)
