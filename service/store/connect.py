"""Clients of the Redis server. A client connects when it sends its first command. Replies are bytes.

`write_client` never retries by itself: if a script ran twice, its reply would be about the second run (docs/decisions/store.md).
`ask` repeats a question that is safe to repeat, and raises `StoreUnavailable` when the server cannot answer.
"""

from collections.abc import Callable, Sequence
from hashlib import sha1
from os import getpid
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from hiredis import pack_command
from redis import Redis
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import ClusterError, ConnectionError, NoScriptError, OutOfMemoryError, ReadOnlyError, RedisError, TimeoutError
from redis.retry import Retry

from service.store.errors import StoreUnavailable, WritesRefused

Script = Callable[[Sequence[str], Sequence[Any]], Any]

TIMEOUT: Final = 5.0
"""A reply that takes more seconds than this counts as lost."""
MOST_CONNECTIONS: Final = 1000
"""The most connections of one client. One process may need more than the driver's default of 100; a server takes ten thousand."""
_LOST: Final = (ConnectionError, TimeoutError)
_CANNOT: Final = (*_LOST, OutOfMemoryError, ReadOnlyError, ClusterError)
_TAKES_NO_WRITES: Final = ("MISCONF", "NOREPLICAS")
"""Words in the server's error replies when it refuses a write. redis-py has no exceptions for these errors."""


def write_client(address: str, name: str | None = None) -> Redis:
    """Make a client that raises an error for every lost reply. `address`: a redis:// or unix:// URL, or a unix socket's path. `name`:
    what its connections are called in the server's list of clients."""
    return _client(address, Retry(NoBackoff(), 0), name)


def read_client(address: str) -> Redis:
    """Make a client that retries for about a second. Only for code that reads, or whose commands may run twice."""
    return _client(address, Retry(ExponentialBackoff(cap=0.5, base=0.05), 4))


def _client(address: str, retry: Retry, name: str | None = None) -> Redis:
    url = address if "://" in address else f"unix://{quote(address)}"
    return Redis.from_url(
        url, retry=retry, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, client_name=name, max_connections=MOST_CONNECTIONS
    )


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


def ask(question: Callable[[], Any]) -> Any:
    """Call `question`, which sends commands to the server, and return its result; once more if a reply is lost. Replies are bytes
    (redis-py's types leave that open).

    Raises WritesRefused if the server takes no writes (disk full, too few replicas), StoreUnavailable if there is no answer, or no writes
    for another reason (memory full, a replica)."""
    lost = False
    try:
        try:
            return question()
        except _LOST:
            lost = True
            return question()
    except RedisError as error:
        if refuses_writes(error):
            # After a lost reply, the client cannot know whether the write of the first try happened.
            raise (StoreUnavailable(str(error)) if lost else refused(error)) from error
        if isinstance(error, _CANNOT):
            raise StoreUnavailable(str(error)) from error
        raise


def refuses_writes(error: Exception) -> bool:
    """Whether the server has answered that it takes no writes now, because of its disk or its replicas."""
    if isinstance(error, RedisError):
        return any(word in str(error) for word in _TAKES_NO_WRITES)  # In the error of a pipeline, the server's words do not come first.
    return isinstance(error, WritesRefused)


def refused(error: RedisError) -> WritesRefused:
    """Make the exception for a refused write. It does not quote the server's answer, which may contain values from the commands of a
    pipeline."""
    return WritesRefused(disk_full="No space left" in str(error))


def script(redis: Redis, name: str) -> Script:
    """Return a function that runs the Lua script `name`, a path below this folder, which must be safe to repeat, with KEYS and ARGV. It
    sends the script's hash, and the whole script only if the server does not know it."""
    text = Path(__file__).parent.joinpath(name).read_bytes()
    direct, digest = Direct.of(redis), sha1(text, usedforsecurity=False).hexdigest()

    def called(keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        try:
            return direct("EVALSHA", digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return direct("EVAL", text, len(keys), *keys, *arguments)

    return lambda keys, arguments: ask(lambda: called(keys, arguments))
