"""`faceup doctor`: checks each part of this installation.

Each check yields lines that say what was found, and whether it is sound. No line has a secret, a person's name or a card.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from shutil import disk_usage
from stat import S_IMODE
from typing import Final, cast

from redis import Redis

from service.clock import now_ms
from service.config import Config, without_password
from service.engine import ENGINE
from service.projections import FOLD, PROJECTIONS, digested
from service.running import durability
from service.running.binaries import named
from service.running.front_door import answers, url
from service.running.server import client, identity, server_of
from service.store.clubs.clubs import Clubs
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, Keys
from service.store.layout import LAYOUT, layout_of
from service.store.projected import Projected
from service.store.streams.hints import RELAY

WORKERS: Final = "rq:workers:faceup"
"""The Redis key under which RQ keeps the workers of our queue. The service does not import RQ."""
LEAST_FREE: Final = 256 * 2**20
"""The fewest bytes that must be free on the disk of the records."""


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one check. `sound`: True; False (something is wrong); None (what was to be checked does not run or cannot be
    checked)."""

    sound: bool | None
    topic: str
    text: str

    def __str__(self) -> str:
        mark = {True: "ok", False: "WRONG", None: "-"}[self.sound]
        return f"{mark:<5} {self.topic:<10} {self.text}"


def examined(config: Config) -> Iterator[Line]:
    """Make every check, and yield a line for each result. If the server does not run, it is started for the checks and then stopped."""
    yield Line(True, "Faceup", f"{version('faceup')}, engine {ENGINE}")
    server = server_of(config)
    how = server.enter()
    try:
        with client(server.url) as redis:
            yield Line(True, "Server", how)
            yield from _directory(config)
            yield _layout(redis)
            yield from _server(redis)
            yield _durability(config, redis)
            yield from _records(redis)
            yield from _processes(config, redis)
    finally:
        server.leave()


def _directory(config: Config) -> Iterator[Line]:
    mode, free = S_IMODE(config.data.stat().st_mode) if config.data.exists() else 0o700, _free(config.data)
    yield Line(
        mode & 0o077 == 0, "Data", f"{config.data}, readable by {'its owner alone' if mode & 0o077 == 0 else 'others'} (mode {mode:o})"
    )
    yield Line(free >= LEAST_FREE, "Disk", f"{free / 2**30:.1f} GiB free")


def _layout(redis: Redis) -> Line:
    layout = layout_of(redis)
    if layout is None or layout == LAYOUT:
        return Line(True, "Layout", f"{LAYOUT}" if layout else f"none yet; `faceup serve` will begin with layout {LAYOUT}")
    what = "run `faceup upgrade`" if layout < LAYOUT else "a newer Faceup wrote these data; install that one"
    return Line(False, "Layout", f"{layout}, and this Faceup needs {LAYOUT}: {what}")


def _free(path: Path) -> int:
    """Return the free bytes on the disk of `path`, which need not exist yet."""
    return disk_usage(next(place for place in (path, *path.parents) if place.exists())).free


def _server(redis: Redis) -> Iterator[Line]:
    memory = redis.info("memory")
    used = f"{memory['used_memory'] / 2**20:.1f} MiB used"
    most = memory.get("maxmemory", 0)
    bound = f" of at most {most / 2**20:.0f} MiB" if most else ""
    policy = memory.get("maxmemory_policy", "unknown")
    yield Line(
        policy == "noeviction",
        "Memory",
        f"{used}{bound}; when full it {'refuses writes' if policy == 'noeviction' else 'DROPS RECORDS'} ({policy})",
    )
    last = redis.info("persistence").get("aof_last_write_status", "ok")
    if last != "ok":
        yield Line(False, "Log", f"the last write to the log failed ({last}): is the disk full?")


def _durability(config: Config, redis: Redis) -> Line:
    own = None if config.redis_url else config.data
    sound, sentence = durability.judged(durability.settings(redis), durability.repeated(lambda: durability.measured(redis, own)))
    return Line(sound, "Durability", sentence)


def _records(redis: Redis) -> Iterator[Line]:
    verdicts = Verdicts(redis, now_ms)
    clubs = Clubs(redis, now_ms).names_of_clubs()
    for club in clubs:
        games = redis.zcard(Keys(club).games)
        waiting = len(verdicts.dirty(club))
        yield Line(True, "Club", f"{club}: {games} games, {waiting} of them waiting for their verdict")
        yield _projected(redis, club)
        yield from _parked(verdicts, club)
    if not clubs:
        yield Line(None, "Club", "none yet; `faceup serve` creates the first")


def _projected(redis: Redis, club: Club) -> Line:
    """Return a line that says how far the club's tables are up to date, with the digest that `faceup rebuild` also prints."""
    projected = Projected(redis, tuple(PROJECTIONS), digested=digested)
    end, made, begun = projected.end(club), projected.digest(club), projected.generation(club, "shadow")
    also = f"; a rebuild is at entry {begun.position}" if begun else ""
    also += f"; waiting for their verdict: {made[0].waiting}" if made and made[0].waiting else ""
    if made is None:
        return Line(None, "Statistics", f"{club}: none yet, or being rebuilt{also}")
    generation, digest = made
    whole = generation.position == end and generation.fold == FOLD
    state = f"up to entry {generation.position} of {end}" if generation.fold == FOLD else "made by another version of Faceup"
    return Line(whole or None, "Statistics", f"{club}: {state}, digest {digest}{also}")


def _parked(verdicts: Verdicts, club: Club) -> Iterator[Line]:
    for parked in verdicts.parked(club):
        yield Line(
            False,
            "Parked",
            f"{parked.game} at version {parked.version}, after {parked.attempts} attempts by engine {parked.engine}: {parked.reason}",
        )


def _processes(config: Config, redis: Redis) -> Iterator[Line]:
    serving = answers(config)
    yield Line(serving or None, "API", f"{'answers' if serving else 'nothing answers'} at {url(config)}")
    with client(config.queue_url) as queue:
        if config.rq_redis_url is not None:
            yield Line(True, "Queue", f"{named(*identity(queue))} at {without_password(config.rq_redis_url)}")
        relays = RELAY in _connected(redis)
        workers = len(_connected(queue) & _workers(queue))
    # Relay and workers need to run only while the API answers. Otherwise Faceup is not serving.
    yield Line(relays or (False if serving else None), "Relay", "runs" if relays else "does not run")
    yield Line(workers > 0 or (False if serving else None), "Workers", f"{workers} running")


def _connected(redis: Redis) -> set[str]:
    return {str(one["name"]) for one in redis.client_list()}


def _workers(queue: Redis) -> set[str]:
    """Return the names of the workers that RQ knows, dead ones included. RQ 2.12 keeps them as `rq:worker:<name>`."""
    return {key.decode().removeprefix("rq:worker:") for key in cast("set[bytes]", queue.smembers(WORKERS))}
