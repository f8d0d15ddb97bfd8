"""/livez, /readyz, /metrics: health and metrics, for the operator. The answers contain no names, cards or secrets.

Everybody may ask /livez and /readyz. /metrics shows how much is played and when. So only programs on this machine and owners of the
installation may ask it.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, TypedDict

from flask import Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST
from redis.exceptions import RedisError

from service.access import needs, owns_installation
from service.api.lib.contract import Resource, reply
from service.api.lib.refusals import TOKEN
from service.errors import Problem
from service.proxies import is_local
from service.running.backlog import SCRATCH, backlog, idle
from service.running.durability import settings
from service.running.losses import noted
from service.running.room import Room, is_read_only, log_size
from service.store.asking import asked_of_each
from service.store.connect import refuses_writes
from service.store.errors import StoreError
from service.store.keys import CLUB_SETS, Club
from service.store.nodes import Nodes
from service.wiring import wired

blueprint = Resource("operations", "Health and metrics, for the operator of the service.", prefix="")


class Liveness(TypedDict):
    live: bool


class Check(TypedDict):
    ok: bool
    told: str


class Readiness(TypedDict):
    ready: bool
    checks: dict[str, Check]
    warnings: list[str]


MOST_WAITING: Final = 10_000
"""If more records than this wait for validation, the installation is reported as not ready."""


@blueprint.route("/livez")
@blueprint.response(200, Liveness)
def check_liveness() -> Response:
    """Check whether the process answers"""
    return reply(Liveness(live=True), headers={"Cache-Control": "no-store"})


@blueprint.route("/readyz")
@blueprint.response(200, Readiness)
@blueprint.alt_response(503, Readiness, description="At least one check fails.")
def check_readiness() -> Response:
    """Check whether events can be recorded, and whether they are validated; each check says what it found. Warnings are for the operator:
    they name what will soon be wrong, and what was lost"""
    waits = cache(lambda: wired().verdicts.backlog(wired().clubs.names_of_clubs()))
    asked = {**CHECKS, "verdicts": lambda: _validated(*waits())}
    checks = {name: _checked(check) for name, check in asked.items()}
    ready = all(check["ok"] for check in checks.values())
    warnings = _warnings()
    if checks["writable"]["ok"]:
        warnings += _idle(lambda: waits()[0])
    return reply(Readiness(ready=ready, checks=checks, warnings=warnings), 200 if ready else 503, {"Cache-Control": "no-store"})


@blueprint.route("/metrics")
@blueprint.file(200, ["text/plain"], description="Prometheus text format.")
@blueprint.refuses("no-right", "token-missing", *TOKEN)
def get_metrics() -> Response:
    """Metrics for Prometheus

    A request from the machine itself needs no token. A request from elsewhere needs the token of an owner of the club `home`. A request
    through a proxy on the machine counts as one from elsewhere if the proxy names a visitor's address.
    """
    parts = wired()
    if not is_local(request.environ) and not owns_installation(needs("own")):
        raise Problem("no-right", "Only an owner of the club `home` may read the metrics.", needs="own")
    waits = backlog(parts.redis, parts.queue, parts.clubs.names_of_clubs(), parts.now())
    content = parts.metrics.exposition(waits, parts.cache.bytes)
    return Response(content, content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _checked(check: Callable[[], tuple[bool, str]]) -> Check:
    try:
        ok, text = check()
    except (RedisError, StoreError) as error:
        why = "the store takes no writes now" if refuses_writes(error) else type(error).__name__
        ok, text = False, f"failed: {why}"
    return {"ok": ok, "told": text}


def _reachable() -> tuple[bool, str]:
    _, g.lost_nodes = Nodes(wired().redis).answers(lambda node: node.ping())
    return True, "the store answers"


def _writable() -> tuple[bool, str]:
    """Return whether the server takes writes; of a cluster, whether any node does."""
    redis = wired().redis
    try:
        redis.set(SCRATCH, b"1", ex=60)
    except RedisError:
        if len(Nodes(redis).all()) == 1:
            raise
        any(asked_of_each(redis, map(Club, CLUB_SETS), lambda keys: [("SET", f"{SCRATCH}:{{{keys.club}}}", "1", "EX", "60")]))
    return True, "the store takes writes"


def _durable() -> tuple[bool, str]:
    """Return two things: whether the Redis server's settings keep data safe in a crash, and these settings. A server that hides its
    settings counts as safe."""
    redis = wired().redis
    if _room() is not None and is_read_only(redis):
        return True, "the server is read-only; what was recorded is on disk"
    shown = [said for node in Nodes(redis).all() if (said := settings(node)) is not None]
    if not shown:
        return True, "the server does not show its settings"
    said = next((each for each in shown if (each.log, each.sync) != ("yes", "always")), shown[0])
    return (said.log, said.sync) == ("yes", "always"), f"appendonly {said.log}, appendfsync {said.sync}"


def _roomy() -> tuple[bool, str]:
    """Return whether the disk of our own server has room for records."""
    room = _room()
    if room is None:
        return True, "the disk is on another machine"
    return room.free() >= room.reserve, room.sentence()


def _warnings() -> list[str]:
    room = _room()
    if room is None:
        return [f"The node {node} of the cluster does not answer." for node in g.get("lost_nodes", ())]
    warning = room.warning(log_size(room.folder))
    return [*([warning] if warning else []), *map(str, noted(room.folder))]


def _idle(dirty: Callable[[], int]) -> list[str]:
    """Return whether a relay lives but does not do its work. Which one is for the operator alone. `dirty()`: how many records wait."""
    parts = wired()
    try:
        idling = idle(parts.redis, parts.watch.stands(parts.redis, parts.clubs.names_of_clubs(), parts.now()) if dirty() else {})
    except (RedisError, StoreError):
        return []  # the checks say so
    return ["A relay lives but does not do its work: `faceup doctor` says which, and what to do."] if idling else []


def _room() -> Room | None:
    """Return the room on the disk of our own server; None for a server that somebody else runs."""
    config = wired().config
    return None if config.redis_url else Room(config.data, config.reserve_bytes)


def _validated(dirty: int, parked: int) -> tuple[bool, str]:
    return dirty <= MOST_WAITING, f"{dirty} records wait for their verdict, {parked} are parked"


def _helped() -> tuple[bool, str]:
    parts = wired()
    if not parts.work.bounded:
        return True, "the API answers long requests itself"
    ready = parts.heavy.ready()
    return ready, "the heavy workers answer" if ready else "no heavy worker answers"


CHECKS: Final = {
    "reachable": _reachable,
    "writable": _writable,
    "disk": _roomy,
    "durability": _durable,
    "long requests": _helped,
}
