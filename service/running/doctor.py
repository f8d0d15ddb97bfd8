"""`faceup doctor`: checks each part of this installation.

Each check yields lines: a line says what was found, and whether something is wrong. No line contains a secret, a person's name or a card.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from stat import S_IMODE
from time import sleep
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from service.clock import now_ms
from service.cluster import is_cluster
from service.config import Config, without_password
from service.directory import DirectoryRefused, layout_written
from service.engine import ENGINE
from service.failures import describe
from service.offline import engine
from service.projections import FOLD, PROJECTIONS, digested
from service.running import durability, hall
from service.running.backlog import LOOK_SECONDS, idle, is_relaying, late, living, queues, takes_writes, unmoved
from service.running.binaries import NoServer, named
from service.running.cells import unequal, with_queue
from service.running.front_door import answers, long_requests, url
from service.running.losses import damaged, feed_ends, missing, noted, reached
from service.running.records import HOW_TO_MEND, Progress, verified
from service.running.room import Room, is_read_only, log_size
from service.running.server import Server, ServerFailed, client, identity, server_of
from service.store.asking import asked_of_each
from service.store.clubs.clubs import Clubs
from service.store.connect import refuses_writes
from service.store.errors import StoreError
from service.store.games.verdicts import Verdicts
from service.store.keys import Club
from service.store.layout import LAYOUT, clubs_restoring, layout_of
from service.store.nodes import Nodes, address_of
from service.store.projected import Projected
from service.store.rewriting import owing
from service.store.slots import LOST

MOST_CLUBS: Final = 50
"""Up to this many clubs each get lines of their own."""
SOME_CLUBS: Final = "Lines follow only for clubs in which a record waits or is parked, or whose statistics are behind"
WHOLE: Final = "cluster-require-full-coverage"
"""The setting of a cluster's node with which it stops all clubs when some have no node."""
SENTENCES: Final = (ServerFailed, DirectoryRefused, NoServer, StoreError)
"""The exceptions whose message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check. `sound`: True: nothing is wrong; False: something is wrong; None: the part to be checked does not run, or
    cannot be checked."""

    sound: bool | None
    topic: str
    text: str

    def __str__(self) -> str:
        mark = {True: "ok", False: "WRONG", None: "-"}[self.sound]
        return f"{mark:<5} {self.topic:<10} {self.text}"


def examined(config: Config, progress: Progress | None = None) -> Iterator[Check]:
    """Make every check, and yield a line for each result. If the server does not run, it is started for the checks and then stopped. A
    check that fails becomes a line, too: no exception is raised. `progress`: a function that is called with the progress while every record
    is verified; None: the records are not verified."""
    yield Check(True, "Faceup", f"{version('faceup')}, engine {ENGINE}")
    server = server_of(config)
    yield from _safely("Disk", lambda: _directory(config, server.room))
    yield from _safely("Key", lambda: _key(config))
    yield from _safely("Offline", _offline)
    yield from _safely("HTTPS", lambda: _https(config))
    yield from _safely("Server", lambda: _through_server(config, server, progress))


def _through_server(config: Config, server: Server, progress: Progress | None) -> Iterator[Check]:
    """Make the checks that ask the server."""
    try:
        how = server.enter()
        with client(server.url) as redis:
            yield Check(True, "Server", how)
            for said in server.news():
                yield Check(None, "Loss", said)
            for topic, check in _CHECKS.items():
                yield from _safely(topic, partial(check, config, redis))
            if progress is not None:
                yield from _safely("Records", lambda: _verified(redis, progress))
    finally:
        server.leave()


def _safely(topic: str, check: Callable[[], Iterable[Check]]) -> Iterator[Check]:
    """Yield the lines of a check. If it raises an exception, yield a line that says what could not be done, and what to do."""
    try:
        yield from check()
    except SENTENCES as failure:
        yield Check(False, topic, str(failure))
    except OSError as failure:
        yield Check(
            False,
            topic,
            f"not checked: {failure.filename or 'a file'}: {failure.strerror}. Is the disk full, or does another user own the folder?",
        )
    except RedisError as failure:
        refused = "it takes no writes now, its disk may be full" if refuses_writes(failure) else f"{failure}"
        yield Check(False, topic, f"not checked: the server did not do what was asked: {refused}. Look at the lines above, and try again.")
    except Exception as failure:
        yield Check(False, topic, f"not checked: {describe(failure)}. Please report this line; the other lines are still right.")


def _directory(config: Config, room: Room | None) -> Iterator[Check]:
    mode = S_IMODE(config.data.stat().st_mode) if config.data.exists() else 0o700
    yield Check(
        mode & 0o077 == 0, "Data", f"{config.data}, readable by {'its owner alone' if mode & 0o077 == 0 else 'others'} (mode {mode:o})"
    )
    if room is not None:
        warning = room.warning(log_size(config.data))
        yield Check(warning is None, "Disk", warning or room.sentence())
    for loss in noted(config.data):
        yield Check(False if loss.lost else None, "Loss", f"{loss} When you have dealt with it, delete {config.data / 'losses'}.")


def _key(config: Config) -> Iterator[Check]:
    """Yield a line about the key that signs cookies. Doctor does not make it."""
    path = config.data / "secret"
    if config.secret:
        yield Check(True, "Key", "FACEUP_SECRET signs the cookies")
    elif path.exists():
        config.secret_key()
        yield Check(True, "Key", f"{path} signs the cookies")
    elif layout_written(config.data):
        yield Check(False, "Key", f"{path} is missing: put it back, or `faceup serve` makes a new one, and everyone must sign in again")


def _offline() -> Iterator[Check]:
    """Yield a line about the engine with which tables go on without a network. Without it the rest of Faceup is the same."""
    if engine.folder() is not None:
        yield Check(True, "Offline", f"engine {engine.name()} is built: browsers can read and judge a game by themselves")
        return
    try:
        engine.node()
        yield Check(None, "Offline", "the engine of the browser is not built yet; `faceup serve` builds it")
    except engine.NotBuilt as failure:
        yield Check(None, "Offline", f"no engine for the browser: {failure}")


def _https(config: Config) -> Iterator[Check]:
    """Yield a line that says when the certificate for HTTPS in a hall ends. Without one there is none to report."""
    root = hall.certificate(config)
    if root is None:
        return
    from service.running import authority  # noqa: PLC0415 - only here and where certificates are made

    folder = hall.folder(config)
    mode = S_IMODE((folder / authority.KEY).stat().st_mode)
    if mode != 0o600:
        yield Check(False, "HTTPS", f"{folder / authority.KEY} may be read by others (mode {mode:o}): chmod 600")
    try:
        ends = authority.dates(folder)
    except ValueError:
        yield Check(False, "HTTPS", f"a certificate in {folder} is damaged; `faceup serve` makes it again")
        return
    yield Check(
        ends.server > datetime.now(UTC),
        "HTTPS",
        f"the certificate ends on {ends.server:%Y-%m-%d}, `faceup serve` renews it; the one on devices ends on {ends.authority:%Y-%m-%d},"
        f" SHA-256 {hall.fingerprint(root)}",
    )


def _losses(config: Config, redis: Redis) -> Iterator[Check]:
    """Yield a line for each club that lacks acknowledged changes."""
    if config.redis_url is None and _knows_clubs(redis):
        if damaged(config.data):
            yield Check(None, "Loss", f"not checked: {config.data / 'reached'} cannot be read; `faceup serve` writes it again")
        for said in missing(reached(config.data), feed_ends(redis)):
            yield Check(False, "Loss", said)


def _layout(_: Config, redis: Redis) -> Iterator[Check]:
    layout = layout_of(redis)
    if layout is None or layout == LAYOUT:
        yield Check(True, "Layout", f"{LAYOUT}" if layout else f"none yet; `faceup serve` will begin with layout {LAYOUT}")
    else:
        what = "run `faceup upgrade`" if layout < LAYOUT else "a newer Faceup wrote these data; install that one"
        yield Check(False, "Layout", f"{layout}, and this Faceup needs {LAYOUT}: {what}")


def _server(config: Config, redis: Redis) -> Iterator[Check]:
    nodes = Nodes(redis).all()
    nodes = [node for node in nodes if _lives(node)] or nodes
    yield from map(_memory, nodes)
    if _read_only(config, redis):
        yield Check(False, "Recording", "refused: the server's disk has too little room, or takes no writes; it goes on by itself")
    if any(node.info("persistence").get("aof_last_write_status", "ok") != "ok" for node in nodes):
        yield Check(False, "Log", "the last write to the server's log failed: is its disk full, or read-only? Its own log says why")


def _memory(node: Redis) -> Check:
    memory = node.info("memory")
    used = f"{memory['used_memory'] / 2**20:.1f} MiB used"
    most = memory.get("maxmemory", 0)
    bound = f" of at most {most / 2**20:.0f} MiB" if most else ""
    policy = memory.get("maxmemory_policy", "unknown")
    return Check(
        policy == "noeviction",
        "Memory",
        f"{used}{bound}; when full it {'refuses writes' if policy == 'noeviction' else 'DROPS RECORDS'} ({policy})",
    )


def _durability(config: Config, redis: Redis) -> Iterator[Check]:
    if is_cluster(config.store_url):
        yield from _copied(config, redis)
        return
    if _read_only(config, redis):
        yield Check(None, "Durability", "not measured: the server is read-only, its disk is short of room; what was recorded is on disk")
        return
    own = None if config.redis_url else config.data
    sound, sentence = durability.judged(durability.settings(redis), durability.repeated(lambda: durability.measured(redis, own)))
    yield Check(sound, "Durability", sentence)


def _copied(config: Config, redis: Redis) -> Iterator[Check]:
    """Yield lines about what the servers of a cluster say of themselves. Nothing is measured."""
    nodes = Nodes(redis)
    listed = nodes.servers()
    servers = [server for server in listed if _lives(server)]
    masters = [server for server in nodes.all() if server in servers]
    replicas = min((int(node.info("replication")["connected_slaves"]) for node in masters), default=0)
    sound = replicas >= max(config.copies, 1)
    yield Check(sound, "Copies", f"{config.copies} must confirm a write; the fewest replicas of a node: {replicas}")
    said = {server: settings for server in servers if (settings := durability.settings(server)) is not None}
    if unsynced := [server for server, each in said.items() if (each.log, each.sync) != ("yes", "always")]:
        yield Check(False, "Durability", f"not appendonly yes, appendfsync always: {_addresses(unsynced)}")
    else:
        every = "every node and replica has appendonly yes, appendfsync always"
        yield Check(bool(said), "Durability", every if said else "no node shows its settings")
    if dropping := [server for server in servers if server not in masters and not _memory(server).sound]:
        yield Check(False, "Memory", f"as masters, replicas would DROP RECORDS: set maxmemory-policy noeviction at {_addresses(dropping)}")
    if whole := [server for server in said if server.config_get(WHOLE).get(WHOLE) == "yes"]:
        yield Check(False, "Nodes", f"one node that hangs stops the clubs of all others: set {WHOLE} no at {_addresses(whole)}")
    if len(versions := {named(*identity(server)) for server in servers}) > 1:
        yield Check(False, "Nodes", f"unequal versions: {', '.join(sorted(versions))}; an older replica may not understand a newer node")
    known = nodes.known()
    if away := {name for name, away in known.items() if away} | nodes.names(set(listed) - set(servers)):
        yield Check(False, "Nodes", f"{len(away)} of {len(known)} servers are away")
    if owed := owing(redis):
        yield Check(None, "Erased", f"servers whose logs may hold erased names until they are rewritten: {owed}")


def _lives(server: Redis) -> bool:
    with suppress(*LOST):
        return bool(server.ping())
    return False


def _addresses(servers: Iterable[Redis]) -> str:
    return ", ".join(sorted(map(address_of, servers)))


def _read_only(config: Config, redis: Redis) -> bool:
    """Whether our own server is read-only, because its disk is short of room."""
    return config.redis_url is None and is_read_only(redis)


def _knows_clubs(redis: Redis) -> bool:
    """Whether this Faceup finds the clubs of the store. It does not in data of another layout."""
    return bool(clubs_restoring(redis)) or layout_of(redis) in (None, LAYOUT)


def _records(_: Config, redis: Redis) -> Iterator[Check]:
    if not _knows_clubs(redis):
        return
    verdicts = Verdicts(redis, now_ms)
    clubs = Clubs(redis, now_ms).names_of_clubs()
    asked = asked_of_each(redis, clubs, lambda keys: (("ZCARD", keys.games), ("ZCARD", keys.dirty), ("HLEN", keys.parked)))
    counts = {club: (games, waiting, parked) for club, (games, waiting, parked) in asked}
    if len(clubs) > MOST_CLUBS:
        games, waiting, _ = (sum(some) for some in zip(*counts.values(), strict=True))
        yield Check(True, "Clubs", f"{len(clubs)}: {games} games, {waiting} of them waiting for their verdict. {SOME_CLUBS}")
        behind = set(Projected(redis, tuple(PROJECTIONS)).behind(clubs, FOLD))
        counts = {club: count for club, count in counts.items() if any(count[1:]) or club in behind}
    for club, (games, waiting, parked) in counts.items():
        yield Check(True, "Club", f"{club}: {games} games, {waiting} of them waiting for their verdict")
        yield _projected(redis, club)
        yield from _parked(verdicts, club) if parked else ()
    if not clubs:
        yield Check(None, "Club", "none yet; `faceup serve` creates the first")


def _verified(redis: Redis, progress: Progress) -> Iterator[Check]:
    """Verify every record. Yields a line for each club, and one for each damaged record."""
    sound = True
    for club in verified(redis, progress):
        bad = len(club.damages)
        sound = sound and not bad
        yield Check(
            not bad, "Records", f"{club.club}: {club.streams} verified, {f'{bad} of them damaged' if bad else 'each is as acknowledged'}"
        )
        for damage in club.damages:
            yield Check(False, "Record", str(damage))
        if club.feed:
            yield Check(False, "Feed", f"{club.club}: {club.feed}")
    if not sound:
        yield Check(None, "To mend", HOW_TO_MEND)


def _projected(redis: Redis, club: Club) -> Check:
    """Return a line that says up to which entry of the feed the club's tables are made. It includes the digest that `faceup rebuild` also
    prints."""
    projected = Projected(redis, tuple(PROJECTIONS), digested=digested)
    end, made, begun = projected.end(club), projected.digest(club), projected.generation(club, "shadow")
    also = f"; a rebuild is at entry {begun.position}" if begun else ""
    also += f"; waiting for their verdict: {made[0].waiting}" if made and made[0].waiting else ""
    if made is None:
        return Check(None, "Statistics", f"{club}: none yet, or being rebuilt{also}")
    generation, digest = made
    whole = generation.position == end and generation.fold == FOLD
    state = f"up to entry {generation.position} of {end}" if generation.fold == FOLD else "made by another version of Faceup"
    return Check(whole or None, "Statistics", f"{club}: {state}, digest {digest}{also}")


def _parked(verdicts: Verdicts, club: Club) -> Iterator[Check]:
    for parked in verdicts.parked(club):
        yield Check(
            False,
            "Parked",
            f"{parked.game} at version {parked.version}, after {parked.attempts} attempts by engine {parked.engine}: {parked.reason}",
        )


def _processes(config: Config, redis: Redis) -> Iterator[Check]:
    serving = answers(config)
    yield Check(serving or None, "API", f"{'answers' if serving else 'nothing answers'} at {url(config)}")
    if serving:
        answered, told = long_requests(config) or (None, "not checked: the API does not say whether it is ready")
        yield Check(answered, "Beside", told)
    config, rows = with_queue(config), living(redis)
    if config.queue_url is None:
        yield Check(None, "Queue", "RQ_REDIS_URL names no server, and no cell with a queue of its own works with this data folder")
        _, workers = queues(redis, None)
    else:
        with client(config.queue_url) as queue:
            if config.rq_redis_url is not None:
                yield from _queue(config.rq_redis_url, queue)
            _, workers = queues(redis, queue)
    # If the API does not answer, Faceup is not serving, so relay and workers need not run.
    relays = is_relaying(redis)
    yield Check(relays or (False if serving else None), "Relay", _running(len(rows)) if relays else "does not run")
    if said := unequal(rows):
        yield Check(False, "Relay", said)
    if takes_writes(redis):
        seen = late(redis, Clubs(redis, now_ms).names_of_clubs(), now_ms())
        if seen:
            sleep(LOOK_SECONDS)
        for said in idle(redis, unmoved(redis, seen)):
            yield Check(False, "Relay", said)
    if workers == 0 and _read_only(config, redis):
        yield Check(None, "Workers", "they wait until the server takes writes")
    else:
        yield Check(bool(workers) or (False if serving else None), "Workers", f"{workers or 0} running")


def _queue(url: str, queue: Redis) -> Iterator[Check]:
    yield Check(True, "Queue", f"{named(*identity(queue))} at {without_password(url)}")
    if queue.info("persistence").get("aof_last_write_status", "ok") != "ok":
        yield Check(False, "Queue", "its last write to its log failed: is its disk full? No verdicts are made until it takes writes")


def _running(relays: int) -> str:
    return "runs" if relays < 2 else f"{relays} share the clubs"


_CHECKS: Final[dict[str, Callable[[Config, Redis], Iterable[Check]]]] = {
    "Loss": _losses,
    "Layout": _layout,
    "Memory": _server,
    "Durability": _durability,
    "Club": _records,
    "API": _processes,
}
"""The checks that ask the server, in order. The key is the topic of the line that is shown if the check fails."""
