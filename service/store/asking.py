"""Asks the same about many clubs at once. A round trip for each club would take a second for a few thousand clubs, and redis-py's own
pipeline takes eight times as long as this (`python -m bench many_clubs`)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, cast

from redis import Redis
from redis.exceptions import AskError, TimeoutError, TryAgainError

from service.store.connect import ask, direct
from service.store.direct import Direct
from service.store.errors import StoreUnavailable
from service.store.keys import Club, Keys
from service.store.nodes import Nodes

Command = tuple[str | bytes | int, ...]
AT_ONCE: Final = 500
"""The most clubs in one round trip."""
_HANGING: ContextVar[set[Redis] | None] = ContextVar("hanging", default=None)
"""In a block of `passing_over_hanging`: the nodes that have taken too long."""


@contextmanager
def passing_over_hanging() -> Iterator[None]:
    """In this block `asked_of_each` asks a node no more that has taken too long: many questions would wait for it, one after the other."""
    token = _HANGING.set(set())
    try:
        yield
    finally:
        _HANGING.reset(token)


def asked_of_each(redis: Redis, clubs: Iterable[Club], commands: Callable[[Keys], Sequence[Command]]) -> Iterator[tuple[Club, list[Any]]]:
    """Yield each club with the replies to its commands. `commands`: a function that returns the commands about a club, for every club the
    same number. They must be safe to repeat. Clubs of a node that is lost are left out. Raises StoreUnavailable if all nodes are lost."""
    groups: dict[Redis, list[Club]] = {}
    nodes, asked, lost = Nodes(redis), list(clubs), list[StoreUnavailable]()
    answered, hanging = not asked, _HANGING.get()
    for club in asked:
        try:
            groups.setdefault(nodes.of(club), []).append(club)
        except StoreUnavailable as failure:
            lost.append(failure)
    for node, group in groups.items():
        if hanging and node in hanging:
            lost.append(StoreUnavailable("a node has taken too long"))
            continue
        try:
            for first in range(0, len(group), AT_ONCE):
                yield from _replies(redis, node, group[first : first + AT_ONCE], commands)
            answered = True
        except StoreUnavailable as failure:
            lost.append(failure)
            if hanging is not None and isinstance(failure.__cause__, TimeoutError):
                hanging.add(node)
    if not answered:
        raise lost[0]


def _replies(
    redis: Redis, node: Redis, clubs: Sequence[Club], commands: Callable[[Keys], Sequence[Command]]
) -> Iterator[tuple[Club, list[Any]]]:
    wanted = [commands(Keys(club)) for club in clubs]
    try:
        replies = ask(lambda: Direct.of(node).together(*(command for some in wanted for command in some)))
    except StoreUnavailable as failure:
        if not _moves(failure):
            raise
        yield from _one_by_one(redis, zip(clubs, wanted, strict=True))
        return
    each = len(wanted[0])
    for number, club in enumerate(clubs):
        yield club, replies[number * each : (number + 1) * each]


def _one_by_one(redis: Redis, asked: Iterable[tuple[Club, Sequence[Command]]]) -> Iterator[tuple[Club, list[Any]]]:
    """Ask about clubs of which one or more move to another node. Those that cannot be asked now are left out."""
    for club, some in asked:
        try:
            yield club, ask(lambda: direct(redis).together(*some))  # noqa: B023 (called at once)
        except StoreUnavailable as failure:
            if not _moves(failure):
                raise


def _moves(failure: StoreUnavailable) -> bool:
    """Whether a node has not answered because a club is on its way to another node, or is there."""
    return isinstance(failure.__cause__, (AskError, TryAgainError))


def pairs(reply: Any) -> list[tuple[bytes, Any]]:
    """Return the pairs in a reply to a command such as `HGETALL` or `ZRANGE … WITHSCORES`. Servers send it as a mapping or as a list of
    pairs (RESP3), or as names and values in turn (RESP2)."""
    if isinstance(reply, dict):
        return list(reply.items())
    if reply and isinstance(reply[0], list):
        return [(name, value) for name, value in reply]
    return list(zip(cast("list[bytes]", reply[::2]), reply[1::2], strict=True))
