"""Clients of the store. Nothing connects before it is asked something; replies are bytes.

`write_client` never asks twice by itself: a driver that repeats a script whose reply was lost reports the second answer for the first
(docs/decisions/store-append.md). `ask` repeats what may be repeated, and turns a server that cannot answer into `StoreUnavailable`.
"""

from collections.abc import Callable, Sequence
from hashlib import sha1
from os import getpid
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from redis import Redis
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import ClusterError, ConnectionError, NoScriptError, OutOfMemoryError, ReadOnlyError, RedisError, TimeoutError
from redis.retry import Retry

from service.store.outcomes import StoreUnavailable

Script = Callable[[Sequence[str], Sequence[Any]], Any]

TIMEOUT: Final = 5.0
"""Seconds until a reply counts as lost."""
MOST_CONNECTIONS: Final = 1000
"""Of one client. The driver's hundred are fewer than the requests that one process may have under way; a server takes ten thousand."""
_LOST: Final = (ConnectionError, TimeoutError)
_CANNOT: Final = (*_LOST, OutOfMemoryError, ReadOnlyError, ClusterError)
_TAKES_NO_WRITES: Final = ("MISCONF", "NOREPLICAS")
"""How the refusals begin that have no class of their own."""


def write_client(address: str, name: str | None = None) -> Redis:
    """A client that surfaces every lost reply. `address`: a redis:// or unix:// URL, or the path of a unix socket; `name`: what its
    connections are called in the server's list of clients."""
    return _client(address, Retry(NoBackoff(), 0), name)


def read_client(address: str) -> Redis:
    """A client for whoever only reads, or may do a thing twice: it tries again for a second or so."""
    return _client(address, Retry(ExponentialBackoff(cap=0.5, base=0.05), 4))


def _client(address: str, retry: Retry, name: str | None = None) -> Redis:
    url = address if "://" in address else f"unix://{quote(address)}"
    return Redis.from_url(
        url, retry=retry, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, client_name=name, max_connections=MOST_CONNECTIONS
    )


class Direct:
    """One command and its reply as the server sent it, on connections of its own: what redis-py does around every command, such as looking
    whether an idle connection has died, costs twice as much as a small read itself, and more with greenlets.

    Raises what redis-py raises; a connection that had died is found out then, and so is every other one that has been idle. A process
    that was forked (RQ's work horse) makes its own: two that shared one would read each other's replies.
    """

    @classmethod
    def of(cls, redis: Redis) -> "Direct":
        """The one of this client: it lives in the client's pool, whose connections it borrows for good, and goes with it."""
        found: Direct = vars(redis.connection_pool).setdefault("direct", cls(redis))
        return found

    def __init__(self, redis: Redis) -> None:
        self._pool = redis.connection_pool
        self._idle: list[Any] = []
        self._process = getpid()

    def __call__(self, *command: str | bytes | int) -> Any:
        if self._process != getpid():
            self._idle, self._process = [], getpid()
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._pool.get_connection()
        try:
            connection.send_command(*command)
            reply = connection.read_response()
        except BaseException:
            self._drop(connection)
            raise
        self._idle.append(connection)
        return reply

    def _drop(self, failed: Any) -> None:
        idle, self._idle = self._idle, []
        for connection in (failed, *idle):
            connection.disconnect()
            self._pool.release(connection)


def ask(question: Callable[[], Any]) -> Any:
    """The answer to `question`, which is put a second time if the first reply is lost: it must be safe to repeat.

    Typed `Any`: replies are bytes where the driver's types leave open whether they are decoded.

    Raises StoreUnavailable if there is no answer, or if the server takes no writes (memory full, read-only, disk failing).
    """
    try:
        try:
            return question()
        except _LOST:
            return question()
    except RedisError as error:
        if isinstance(error, _CANNOT) or str(error).startswith(_TAKES_NO_WRITES):
            raise StoreUnavailable(str(error)) from error
        raise


def script(redis: Redis, name: str) -> Script:
    """The Lua script `name` (a path below this folder) as a function of its KEYS and ARGV; it must be safe to repeat.

    It is called by its hash, and loaded again where the server has forgotten it.
    """
    text = Path(__file__).parent.joinpath(name).read_bytes()
    direct, digest = Direct.of(redis), sha1(text, usedforsecurity=False).hexdigest()

    def called(keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        try:
            return direct("EVALSHA", digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return direct("EVAL", text, len(keys), *keys, *arguments)

    return lambda keys, arguments: ask(lambda: called(keys, arguments))
