"""What waits in an installation, for its operator: records without a verdict, feeds that the tables have not counted, jobs in the queue.
Also whether somebody works on them. Nothing is stored for this: it is counted when somebody asks, so it is right without a relay, too."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar, cast

from redis import Redis
from redis.exceptions import RedisError, ResponseError

from service.projections import FOLD, PROJECTIONS
from service.store.asking import asked_of_each
from service.store.connect import ask
from service.store.errors import StoreError, StoreUnavailable
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId, club_of, keys_of
from service.store.nodes import Nodes
from service.store.projected import Projected
from service.store.relays import Queue, RelayRow, Relays, owner_of, sharing
from service.store.streams.hints import RELAY
from service.store.streams.wire import numbers_in

QUEUE: Final = "rq:queue:faceup"
WORKERS: Final = "rq:workers:faceup"
"""The Redis keys under which RQ keeps our queue and its workers. The service does not import RQ."""
T = TypeVar("T")
SCRATCH: Final = "faceup:ready"
LOOKED_AT: Final = 10
"""At how many waiting records of each club one looks: those that the relay sends first."""
LATE_SECONDS: Final = 60
"""A verdict that takes longer is not made. One game that no worker survives waits nearly so long before it is parked."""
LOOK_SECONDS: Final = 5
"""The least time between two looks at a relay. In this time one that works makes a verdict."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits. `clubs`: how many clubs there are. `dirty`: records that wait for their verdict. `oldest`: how many seconds ago the
    first event without a verdict was recorded, the longest of these times among LOOKED_AT records of each club. A record that was imported
    may have waited less. `parked`: records whose validation
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
    dirty, parked = Verdicts(store, lambda: now).backlog(clubs)
    waiting = _waiting(store, clubs) if dirty else []
    queued, running = queues(store, queue)
    return Backlog(
        clubs=len(clubs),
        dirty=dirty,
        oldest=max((now - each.since for each in waiting if each.since < now), default=0) / 1000,
        parked=parked,
        lag=sum(Projected(store, tuple(PROJECTIONS)).lags(clubs, FOLD).values()),
        queued=queued,
        relay=_or_none(lambda: is_relaying(store)),
        workers=running,
        write=_write(store),
    )


def takes_writes(store: Redis) -> bool:
    return _write(store) < inf


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


class Waiting(NamedTuple):
    """A record that waits for its verdict. `validated`: up to which version it has one. `since`: when the next event was recorded, ms UTC;
    it may have come later, with an import or a restore."""

    game: GameId
    validated: int
    since: int


Late = Mapping[str, Sequence[Waiting]]
"""The records that seem to have waited for too long, by the relay to which their clubs belong."""


def late(store: Redis, clubs: Iterable[Club], now: int) -> Late:
    """Look for what is late. `now`: ms UTC. Raises StoreUnavailable."""
    found: dict[str, list[Waiting]] = {}
    share = sharing(living(store))
    for each in _waiting(store, clubs) if share else ():
        if now - each.since > LATE_SECONDS * 1000:
            found.setdefault(owner_of(club_of(each.game), share), []).append(each)
    return found


def unmoved(store: Redis, seen: Late) -> Late:
    """Look again, LOOK_SECONDS later or more: return what `late` has returned of the relays that have made no verdict for any of these
    records since then. Only this shows that a relay does not work: when a record came here is not known. Raises StoreUnavailable."""
    return {relay: records for relay, records in seen.items() if _stands(store, records)}


def _stands(store: Redis, records: Sequence[Waiting]) -> bool:
    def question() -> list[Any]:
        with store.pipeline(transaction=False) as pipe:
            for each in records:
                keys = keys_of(each.game)
                pipe.zscore(keys.dirty, each.game)
                pipe.hget(keys.head(each.game), "validated")
            return pipe.execute()

    told = ask(question)
    waits = zip(records, told[::2], told[1::2], strict=True)
    return all(score is not None and int(validated or 0) == each.validated for each, score, validated in waits)


class Watch:
    """What this process saw of the relays when it was last asked: a second look needs some seconds, and no answer waits so long."""

    def __init__(self) -> None:
        self._at = 0
        self._seen: Late = {}
        self._stands: Late = {}

    def stands(self, store: Redis, clubs: Iterable[Club], now: int) -> Late:
        """Return the relays that have made no verdict between two looks, of which this is one if the last one is LOOK_SECONDS ago."""
        if now - self._at >= LOOK_SECONDS * 1000:
            self._stands = unmoved(store, self._seen)
            self._at, self._seen = now, {**late(store, clubs, now), **self._stands}
        return self._stands


def idle(store: Redis, stands: Late) -> list[str]:
    """Return a sentence for each relay that lives but does not do its work: nobody does its jobs, or it makes no verdicts. `stands`: what
    `unmoved` returned. Ask this only while the store takes writes. Raises StoreUnavailable."""
    rows = living(store)
    share, said = sharing(rows), list[str]()
    for row in rows:
        if row.relay not in share:
            why = "nobody does its jobs: its workers do not run, or its queue takes no writes. Start Faceup there again."
            said.append(f"The relay {row} lives, but {why}")
        elif row.relay in stands:
            club = min(stands[row.relay], key=lambda each: each.since).game
            why = f"has made no verdict in {LOOK_SECONDS} seconds, though a record of the club {club_of(club)} waits for one"
            more = f"Start Faceup there again; if its jobs pile up again (now {row.queue.queued:,}), give it more workers (FACEUP_WORKERS)"
            said.append(f"The relay {row} lives, but {why}. {more}.")
    return said


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def queue_of(queue: Redis) -> Queue:
    """Return what a queue's server says. Raises RedisError."""
    server = _or_none(lambda: queue.info("server").get("run_id"))
    return Queue(str(server), queue.llen(QUEUE), _or_none(lambda: running_workers(queue)))


def _waiting(store: Redis, clubs: Iterable[Club]) -> list[Waiting]:
    """Return the first LOOKED_AT records of each club that wait."""
    asked = asked_of_each(store, clubs, lambda keys: (("ZRANGE", keys.dirty, 0, LOOKED_AT - 1),))
    games = [GameId(game.decode()) for _, (some,) in asked for game in some]

    def validated() -> list[Any]:
        with store.pipeline(transaction=False) as pipe:
            for game in games:
                pipe.hget(keys_of(game).head(game), "validated")
            return pipe.execute()

    known = [(game, int(version or 0)) for game, version in zip(games, ask(validated) if games else [], strict=True)]

    def following() -> list[Any]:
        with store.pipeline(transaction=False) as pipe:
            for game, version in known:
                pipe.xrange(keys_of(game).stream(game), f"{version + 1}", count=1)
            return pipe.execute()

    found = zip(known, ask(following) if known else [], strict=True)
    return [Waiting(game, version, numbers_in(entries[:1])[1]) for (game, version), entries in found if entries]


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
