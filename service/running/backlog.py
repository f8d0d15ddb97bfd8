"""What waits in an installation, for its operator: records without a verdict, feeds that the tables have not counted, jobs in the queue.
Also whether somebody works on them. Nothing is stored for this: it is counted when somebody asks, so it is right without a relay, too."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Final, TypeVar, cast

from redis import Redis
from redis.exceptions import RedisError, ResponseError

from service.projections import FOLD, PROJECTIONS
from service.store.asking import asked_of_each
from service.store.connect import ask
from service.store.errors import StoreError, StoreUnavailable
from service.store.keys import Club, GameId, club_of, keys_of
from service.store.nodes import Nodes
from service.store.projected import Projected
from service.store.relays import Queue, RelayRow, Relays, owner_of, sharing
from service.store.streams.hints import RELAY

QUEUE: Final = "rq:queue:faceup"
WORKERS: Final = "rq:workers:faceup"
"""The Redis keys under which RQ keeps our queue and its workers. The service does not import RQ."""
T = TypeVar("T")
SCRATCH: Final = "faceup:ready"
MOST_LOOKED_AT: Final = 1000
"""Of how many waiting records the time is looked up."""
LATE_SECONDS: Final = 60
"""A verdict that takes longer is not made. One game that no worker survives waits nearly so long before it is parked."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits. `clubs`: how many clubs there are. `dirty`: records that wait for their verdict. `oldest`: how many seconds ago the
    newest event of one of them was recorded, the longest of these times among MOST_LOOKED_AT of them. `parked`: records whose validation
    failed. `lag`: entries of the feeds of all clubs that the tables have not counted. `queued`: jobs that no worker has taken, in all
    queues; None: no queue is known, or its server does not answer. `relay`: whether one runs; `workers`: how many run; None: no server
    lists its clients. `write`: how many seconds a write to the store took; infinity: it takes none."""

    clubs: int
    dirty: int
    oldest: float
    parked: int
    lag: int
    queued: int | None
    relay: bool | None
    workers: int | None
    write: float


def backlog(store: Redis, queue: Redis | None, clubs: Sequence[Club], now: int) -> Backlog:
    """Count what waits. `queue`: a client of the queue's server; None: only relays know their queues. `clubs`: all of them. `now`: ms UTC.
    Raises StoreUnavailable, RedisError."""
    asked = asked_of_each(store, clubs, lambda keys: (("ZRANGE", keys.dirty, 0, -1), ("HLEN", keys.parked)))
    waiting, parked = list[GameId](), 0
    for _, (games, number) in asked:
        waiting += [GameId(game.decode()) for game in games]
        parked += number
    queued, running = queues(store, queue)
    return Backlog(
        clubs=len(clubs),
        dirty=len(waiting),
        oldest=_oldest(store, waiting[:MOST_LOOKED_AT], now),
        parked=parked,
        lag=sum(Projected(store, tuple(PROJECTIONS)).lags(clubs, FOLD).values()),
        queued=queued,
        relay=_or_none(lambda: is_relaying(store)),
        workers=running,
        write=_write(store),
    )


def _write(store: Redis) -> float:
    began = perf_counter()
    try:
        ask(lambda: store.set(SCRATCH, b"1", ex=60))
    except StoreError:
        return inf
    return perf_counter() - began


def queues(store: Redis, queue: Redis | None) -> tuple[int | None, int | None]:
    """Return how many jobs wait, and how many workers run: at the queue that this process reaches, and at those of other relays."""
    queues = {row.queue.server: row.queue for row in living(store)}
    if queue is not None:
        try:
            own = queue_of(queue)
        except RedisError:
            return None, 0
        queues[own.server] = own
    return _sum(each.queued for each in queues.values()), _sum(each.workers for each in queues.values())


def living(store: Redis) -> list[RelayRow]:
    """Return the rows of the relays that live; none if the node that has them is lost."""
    with suppress(StoreUnavailable):
        return Relays(store).living()
    return []


def idle(store: Redis, clubs: Iterable[Club], now: int) -> list[str]:
    """Return a sentence for each relay that lives but does not do its work: nobody does its jobs, or its clubs wait for verdicts. `now`: ms
    UTC. Nothing is said while the store takes no writes. Raises StoreUnavailable."""
    rows = living(store)
    if not rows or _write(store) == inf:
        return []
    share, said = sharing(rows), list[str]()
    asked = asked_of_each(store, clubs, lambda keys: (("ZRANGE", keys.dirty, 0, -1),))
    waiting = [GameId(game.decode()) for _, (games,) in asked for game in games][:MOST_LOOKED_AT]
    late: dict[str, tuple[int, Club]] = {}
    for game, at in _recorded(store, waiting).items():
        club = club_of(game)
        relay = owner_of(club, share)
        late[relay] = min((at, club), late.get(relay, (at, club)))
    for row in rows:
        at, club = late.get(row.relay, (now, Club("")))
        if row.relay not in share:
            why = "nobody does its jobs: its workers do not run, or its queue takes no writes. Start Faceup there again."
            said.append(f"The relay {row} lives, but {why}")
        elif now - at > LATE_SECONDS * 1000:
            why = f"a record of the club {club} has waited {(now - at) // 1000:,} seconds for its verdict. Start Faceup there again"
            more = f"if its jobs pile up again (now {row.queue.queued:,}), give it more workers (FACEUP_WORKERS)"
            said.append(f"The relay {row} lives, but {why}; {more}.")
    return said


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def queue_of(queue: Redis) -> Queue:
    """Return what a queue's server says. Raises RedisError."""
    server = _or_none(lambda: queue.info("server").get("run_id"))
    return Queue(str(server), queue.llen(QUEUE), _or_none(lambda: running_workers(queue)))


def _oldest(store: Redis, waiting: Sequence[GameId], now: int) -> float:
    recorded = _recorded(store, waiting)
    return max(0, now - min(recorded.values())) / 1000 if recorded else 0.0


def _recorded(store: Redis, waiting: Sequence[GameId]) -> dict[GameId, int]:
    """Return when the newest event of each record was recorded, ms UTC."""

    def question() -> list[bytes | None]:
        with store.pipeline(transaction=False) as pipe:
            for game in waiting:
                pipe.hget(keys_of(game).head(game), "recorded_at")
            return pipe.execute()

    recorded = zip(waiting, ask(question) if waiting else [], strict=True)
    return {game: int(at) for game, at in recorded if at is not None}


def is_relaying(store: Redis) -> bool:
    """Whether a relay is connected to the server. Raises RedisError."""
    return RELAY in Nodes(store).clients()


def running_workers(queue: Redis) -> int:
    """Return how many workers are connected to the queue's server. RQ 2.12 keeps all that it knows, dead ones included, as
    `rq:worker:<name>`. Raises RedisError."""
    known = {key.decode().removeprefix("rq:worker:") for key in cast("set[bytes]", queue.smembers(WORKERS))}
    return len(Nodes(queue).clients() & known)


def _or_none(question: Callable[[], T]) -> T | None:
    try:
        return question()
    except ResponseError:
        return None
