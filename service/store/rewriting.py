"""Makes the Redis server rewrite its log of writes (the append-only file); in a cluster every node, replicas too. Before a rewrite, the log
still holds deleted data. A rewrite makes a new log of only the current data, and deletes the former files. A server that is away owes its
rewrite, and `settle` lets it begin when the server has returned. A replica that lacks writes could put deleted data into its new log, so it
rewrites that only when it has all."""

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, Literal, get_args

from redis import Redis
from redis.client import Pipeline
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
    does it, one after the other, and the worst outcome is returned."""
    try:
        nodes = Nodes(redis)
        waiting = {*nodes.known()}
        if not waiting:
            return _rewritten(redis, folder, patience, pause, clock)
        outcomes, until, debt = list[Rewritten](), clock() + patience, token_hex(8).encode()
        noted = _noted(redis, dict.fromkeys(waiting, debt))
        ends = _ends(nodes)
        for server in nodes.servers():
            with suppress(RedisError, StoreUnavailable):
                if not _caught_up(server, ends, pause):
                    continue
                outcome = _rewritten(server, folder, until - clock(), pause, clock)
                if outcome != "unfinished":
                    outcomes.append(outcome)
                if outcome in ("rewritten", "no-log"):
                    waiting.discard(name := _name_of(server))
                    if noted:
                        _change(redis, name, debt, b"")
    except (StoreUnavailable, RedisError):
        return "unfinished"
    if waiting:
        outcomes.append("later" if noted else "unfinished")
    return max(outcomes, key=get_args(Rewritten).index)


def owing(redis: Redis) -> int:
    """Return how many servers owe a rewrite. Raises StoreUnavailable."""
    return int(ask(lambda: redis.hlen(REWRITING)))


def settle(redis: Redis) -> list[str]:
    """Let servers that have returned begin the rewrite that they owe. Waits for none. Returns the ids of those that owe one still. Safe to
    repeat. Raises StoreUnavailable, RedisError.

    The hash in the store has the id of each, with its *debt*: a token of the erasure, and how many rewrites there had been when it began;
    without that number it has not begun. A server that refuses owes it until its administrator has made one."""
    owed: dict[str, bytes] = {name.decode(): debt for name, debt in ask(lambda: redis.hgetall(REWRITING)).items()}
    if not owed:
        return []
    nodes = Nodes(redis)
    for forgotten in owed.keys() - nodes.known().keys():
        _change(redis, forgotten, owed.pop(forgotten), b"")
    ends = _ends(nodes)
    for server in nodes.servers():
        with suppress(RedisError):
            name = _name_of(server)
            if name in owed and _has_all(server, ends):
                before, owed[name] = owed[name], _debt_of(server, owed[name])
                _change(redis, name, before, owed[name])
    return sorted(name for name, debt in owed.items() if debt)


def _noted(redis: Redis, debts: dict[str, bytes]) -> bool:
    """Note what servers owe. Returns whether that could be written: else only the servers that answer now make a rewrite."""
    with suppress(StoreUnavailable):
        ask(lambda: redis.hset(REWRITING, mapping=debts))  # type: ignore[arg-type]  # the stub wants either type, not one
        return True
    return False


def _change(redis: Redis, name: str, debt: bytes, after: bytes) -> None:
    """Replace what a server owes, unless a later erasure has done so. `after`: empty: nothing."""

    def step(pipe: Pipeline) -> None:
        same = pipe.hget(REWRITING, name) == debt
        pipe.multi()
        if same and after:
            pipe.hset(REWRITING, name, after)
        elif same:
            pipe.hdel(REWRITING, name)

    ask(lambda: redis.transaction(step, REWRITING))


def _name_of(server: Redis) -> str:
    """Return the id of a server in its cluster."""
    return str_if_bytes(server.cluster("MYID"))


def _ends(nodes: Nodes) -> dict[str, int]:
    """Return how far the writes of each node go, by the id of its history of writes. Nodes that do not answer are left out."""
    states, _ = nodes.answers(lambda node: node.info("replication"))
    return {state["master_replid"]: state["master_repl_offset"] for state in states if state["role"] == "master"}


def _has_all(server: Redis, ends: Mapping[str, int]) -> bool:
    """Whether a server is a node of `ends`, or a replica that is connected to one and has all its writes up to there."""
    state = server.info("replication")
    end = ends.get(state["master_replid"])
    return end is not None and state.get("master_link_status", "up") == "up" and state.get("slave_repl_offset", end) >= end


def _caught_up(server: Redis, ends: Mapping[str, int], pause: Callable[[float], None]) -> bool:
    """Whether a server has all writes, within a second."""
    for _ in range(50):
        if _has_all(server, ends):
            return True
        pause(LOOK_SECONDS)
    return False


def _debt_of(server: Redis, debt: bytes) -> bytes:
    """Return what a server owes now, after it owed `debt`. Lets it begin a rewrite, unless it makes one."""
    state = server.info("persistence")
    token, _, begun = debt.partition(b" ")
    made = begun and int(state["aof_rewrites"]) > int(begun) and state["aof_last_bgrewrite_status"] == "ok"
    if made or not state.get("aof_enabled"):
        return b""
    if _busy(state):
        return debt
    with suppress(ResponseError):
        if _begun(server, state) is None:
            return debt
    return b"%s %d" % (token, int(state["aof_rewrites"]))


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
