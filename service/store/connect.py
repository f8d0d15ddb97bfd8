"""Clients of the Redis server, or of the nodes of a cluster. A client connects when it sends its first command. Replies are bytes.

`write_client` never retries by itself: if a script ran twice, its reply would be about the second run (docs/decisions/store.md).
`ask` repeats a question that is safe to repeat, and raises `StoreUnavailable` when the server cannot answer. What is acknowledged to
somebody is written with `confirming`.
"""

from collections.abc import Callable, Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from redis import Redis
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import MovedError, NoScriptError, OutOfMemoryError, ReadOnlyError, RedisError
from redis.retry import Retry

from service.cluster import cluster_of, is_cluster
from service.store.direct import Direct
from service.store.errors import StoreUnavailable, WritesRefused
from service.store.routed import Routed
from service.store.slots import LOST, NOT_NOW, Address, OneServer, Slots, Unconfirmed

Script = Callable[[Sequence[str], Sequence[Any]], Any]

TIMEOUT: Final = 5.0
"""A reply of a single server that takes more seconds than this counts as lost."""
MOST_CONNECTIONS: Final = 1000
"""The most connections of one client. One process may need more than the driver's default of 100; a server takes ten thousand."""
_AGAIN: Final = (*LOST, MovedError)
CANNOT: Final = (*LOST, *NOT_NOW, Unconfirmed, OutOfMemoryError, ReadOnlyError)
"""The errors of a server that cannot do now what was asked."""
_TAKES_NO_WRITES: Final = ("MISCONF", "NOREPLICAS")
"""Words in the server's error replies when it refuses a write. redis-py has no exceptions for these errors."""


def write_client(address: str, name: str | None = None, copies: int | None = None) -> Redis:
    """Make a client that raises an error for every lost reply. `address`: a redis:// or unix:// URL, a unix socket's path, or the address
    of a cluster. `name`: what its connections are called in the server's list of clients. `copies`: how many replicas must have what is
    written with `confirming`; None: 1 in a cluster, else 0."""
    return _client(address, _never(), name, copies)


def read_client(address: str, copies: int | None = None) -> Redis:
    """Make a client that retries for about a second. Only for code that reads, or whose commands may run twice."""
    return _client(address, Retry(ExponentialBackoff(cap=0.5, base=0.05), 1 if is_cluster(address) else 4), None, copies)


def _never() -> Retry:
    return Retry(NoBackoff(), 0)


def _client(address: str, retry: Retry, name: str | None, copies: int | None) -> Redis:
    if is_cluster(address):
        nodes = cluster_of(address)

        def node(at: Address, timeout: float) -> Redis:
            return _plain(nodes.url(*at), _never(), name, timeout)

        return Routed(Slots(nodes.starts, node), retry, 1 if copies is None else copies)
    url = address if "://" in address else f"unix://{quote(address)}"
    if copies:
        return Routed(OneServer(_plain(url, _never(), name)), retry, copies)
    return _plain(url, retry, name)


def _plain(url: str, retry: Retry, name: str | None, timeout: float = TIMEOUT) -> Redis:
    return Redis.from_url(
        url, retry=retry, socket_timeout=timeout, socket_connect_timeout=timeout, client_name=name, max_connections=MOST_CONNECTIONS
    )


def confirming(redis: Redis) -> Redis:
    """Return a client that raises an error unless its writes are on as many replicas as `redis` was made for."""
    return redis.confirming if isinstance(redis, Routed) else redis


def direct(redis: Redis) -> Direct:
    """Return what sends commands with less work than `redis` has. All calls return the same one."""
    return redis.direct if isinstance(redis, Routed) else Direct.of(redis)


def ask(question: Callable[[], Any]) -> Any:
    """Call `question`, which sends commands to the server, and return its result; once more if a reply is lost. Replies are bytes
    (redis-py's types leave that open).

    Raises WritesRefused if the server takes no writes (disk full, too few replicas), StoreUnavailable if there is no answer, or no writes
    for another reason (memory full, a replica)."""
    lost = False
    try:
        try:
            return question()
        except _AGAIN:
            lost = True
            return question()
    except RedisError as error:
        if refuses_writes(error):
            # After a lost reply, the client cannot know whether the write of the first try happened.
            raise (StoreUnavailable(str(error)) if lost else refused(error)) from error
        if isinstance(error, CANNOT):
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


def script(redis: Redis, *names: str, confirmed: bool = False) -> Script:
    """Return a function that runs a Lua script, which must be safe to repeat, with KEYS and ARGV. It sends the script's hash, and the whole
    script only if the server does not know it. `names`: the files that are its parts, in order, as paths below this folder. `confirmed`:
    its replies are acknowledged to somebody (`confirming`)."""
    text = b"".join(Path(__file__).parent.joinpath(name).read_bytes() for name in names)
    digest, sure = sha1(text, usedforsecurity=False).hexdigest(), confirming(redis)
    send = sure.execute_command if confirmed and sure is not redis else direct(redis)

    def called(keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        try:
            return send("EVALSHA", digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return send("EVAL", text, len(keys), *keys, *arguments)

    return lambda keys, arguments: ask(lambda: called(keys, arguments))
