"""Makes the Redis server rewrite its log of writes (the append-only file); in a cluster every node, replicas too. Before a rewrite, the log
still holds deleted data. A rewrite makes a new log of only the current data, and deletes the former files. A server that is away owes its
rewrite, and `settle` lets it begin when the server has returned."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, get_args

from redis import Redis
from redis.exceptions import RedisError, ResponseError
from redis.utils import str_if_bytes

from service.store.connect import ask
from service.store.errors import StoreUnavailable
from service.store.keys import REWRITING
from service.store.nodes import Nodes

Rewritten = Literal["rewritten", "no-log", "later", "refused", "unfinished"]
"""The outcome of a rewrite, the best first. `no-log`: the server keeps no log. `later`: a server of a cluster owes it.
`refused`: only the server's administrator may rewrite it. `unfinished`: the rewrite failed or took too long; deleted names may still be in
the files."""

PATIENCE: Final = 300.0
"""The most seconds to wait for a rewrite. A log of a gigabyte takes about ten seconds on a slow disk."""
LOOK_SECONDS: Final = 0.02
TELL_SECONDS: Final = 5.0

log = logging.getLogger(__name__)


def rewritten(
    redis: Redis,
    folder: Path | None = None,
    patience: float = PATIENCE,
    pause: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> Rewritten:
    """Make the server rewrite its log of writes, and wait until that is done, logging every few seconds. Raises nothing. Safe to repeat.
    `folder`: of the log's files: wait until the former ones are gone, too; None: they are on another machine. In a cluster, every server
    does it, and the worst outcome is returned."""
    outcomes = list[Rewritten]()
    try:
        waiting = {*Nodes(redis).known()}
        if not waiting:
            return _rewritten(redis, folder, patience, pause, clock)
        for name in waiting:
            ask(lambda: redis.hset(REWRITING, name, ""))  # noqa: B023 (called at once)
        for server in Nodes(redis).servers():
            outcome = _rewritten(server, folder, patience, pause, clock)
            if outcome != "unfinished":
                name = _name_of(server)
                redis.hdel(REWRITING, name)
                waiting.discard(name)
            outcomes.append("later" if outcome == "unfinished" else outcome)
    except (StoreUnavailable, RedisError):
        return "unfinished"
    if waiting:
        outcomes.append("later")
    return max(outcomes, key=get_args(Rewritten).index)


def settle(redis: Redis) -> list[str]:
    """Let servers that have returned begin the rewrite that they owe. Waits for none. Returns the ids of those that owe one still. Safe to
    repeat. Raises StoreUnavailable, RedisError.

    The hash in the store has the id of each, with how many rewrites there had been when it began; empty: it has not begun."""
    owed = {name.decode(): begun for name, begun in ask(lambda: redis.hgetall(REWRITING)).items()}
    if not owed:
        return []
    nodes, ends = Nodes(redis), dict[str, int]()
    for forgotten in owed.keys() - nodes.known().keys():
        redis.hdel(REWRITING, forgotten)
        del owed[forgotten]
    for server in [*nodes.all(), *nodes.servers()]:
        with suppress(RedisError):
            name, state = _name_of(server), server.info()
            end = ends.setdefault(state["master_replid"], state["master_repl_offset"])
            if name in owed and state.get("slave_repl_offset", end) >= end and _is_settled(redis, server, name, owed[name], state):
                del owed[name]
    return sorted(owed)


def _name_of(server: Redis) -> str:
    """Return the id of a server in its cluster."""
    return str_if_bytes(server.cluster("MYID"))


def _is_settled(redis: Redis, server: Redis, name: str, begun: bytes, state: dict[str, Any]) -> bool:
    """Whether a server, which has all that its master had, has made its rewrite. Else lets it begin one."""
    done = begun and int(state["aof_rewrites"]) > int(begun) and state["aof_last_bgrewrite_status"] == "ok"
    if done or not state.get("aof_enabled"):
        redis.hdel(REWRITING, name)
        return True
    if not _busy(state) and (before := _begun(server, state)) is not None:
        redis.hset(REWRITING, name, before)
    return False


def _rewritten(redis: Redis, folder: Path | None, patience: float, pause: Callable[[float], None], clock: Callable[[], float]) -> Rewritten:
    try:
        return _waited(redis, folder, patience, pause, clock)
    except ResponseError as refusal:
        log.warning("the server refuses to rewrite its log: %s", refusal)
        return "refused"
    except RedisError as failure:
        log.warning("perhaps the log of writes was not rewritten: %s", type(failure).__name__)
        return "unfinished"


def _waited(redis: Redis, folder: Path | None, patience: float, pause: Callable[[float], None], clock: Callable[[], float]) -> Rewritten:
    began = logged = clock()
    before: int | None = None
    while True:
        state = redis.info("persistence")
        if not state.get("aof_enabled"):
            return "no-log"
        if not _busy(state):
            if before is None:
                before = _begun(redis, state)
            elif int(state["aof_rewrites"]) > before:
                done = state["aof_last_bgrewrite_status"] == "ok" and _former_gone(folder, pause)
                return "rewritten" if done else "unfinished"
        if clock() - began >= patience:
            return "unfinished"
        if clock() - logged >= TELL_SECONDS:
            logged = clock()
            log.info("the log of writes is being rewritten: %.0f seconds so far", logged - began)
        pause(LOOK_SECONDS)


def _begun(redis: Redis, state: dict[str, Any]) -> int | None:
    """Begin a rewrite. Returns how many rewrites the server had made before. Returns None if a rewrite was running already: the log that it
    makes may still hold data that were deleted after it began."""
    try:
        redis.bgrewriteaof()
    except ResponseError as refusal:
        if "in progress" not in str(refusal):
            raise
        return None
    return int(state["aof_rewrites"])


def _busy(state: dict[str, Any]) -> bool:
    return bool(state.get("aof_rewrite_in_progress") or state.get("aof_rewrite_scheduled"))


def _former_gone(folder: Path | None, pause: Callable[[float], None]) -> bool:
    """Wait at most five seconds until the folder holds only those files that the manifest of the log names. Returns whether it does."""
    for _ in range(250):
        if folder is None or _only_named(folder):
            return True
        pause(LOOK_SECONDS)
    return False


def _only_named(folder: Path) -> bool:
    manifests = list(folder.glob("*.manifest"))
    named = {line.split()[1] for manifest in manifests for line in manifest.read_text("utf-8").splitlines() if " type h" not in line}
    return {path.name for path in folder.glob("*.aof")} <= named
