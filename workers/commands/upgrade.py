"""`faceup upgrade`: converts the data of an older Faceup to the layout (data format) of this version, with a progress bar.

Each step converts one layout to the next (service/store/layout.py). A step may be interrupted and run again. The new layout number is
stored only when the step is complete. The records of games do not change.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import click
from redis import Redis

from service.clock import now_ms
from service.config import Config
from service.directory import write_layout
from service.running.server import ServerFailed, require_known, server_of
from service.store import layout
from service.store.clubs.streams import upgrade_people
from service.store.connect import ask, write_client
from service.store.games.kind import GAME
from service.store.keys import FORMER_CLUBS, Club, Keys, set_of
from service.store.streams.shown import show_newest
from service.store.tournaments.tournaments import TOURNAMENT

STOPPED: Final = "Stopped. Nothing is lost: give the same command again to continue."
IN_USE: Final = "Faceup is running on these data: stop it, then upgrade."

Step = Callable[[Redis], Iterator[tuple[int, int]]]
"""A function that converts a store to the next layout. After each piece of work it yields (pieces done, pieces in all)."""


def names_into_streams(redis: Redis) -> Iterator[tuple[int, int]]:
    """Convert layout 1 to 2: begin every club's own stream, and move the names of its people from a Redis hash into that stream."""
    clubs = _former_clubs(redis)
    sizes = [1 + ask(lambda: redis.hlen(Keys(club).former_people)) for club in clubs]  # noqa: B023 (called at once)
    done = 0
    yield done, sum(sizes)
    for club, size in zip(clubs, sizes, strict=True):
        upgrade_people(redis, club, now_ms)
        done += size
        yield done, sum(sizes)


def clubs_into_sets(redis: Redis) -> Iterator[tuple[int, int]]:
    """Convert layout 2 to 3: put the names of all clubs into their sets, and make the lists of the landing page."""
    clubs = _former_clubs(redis)
    yield 0, len(clubs) + 1
    for done, club in enumerate(clubs, 1):
        ask(lambda: redis.sadd(set_of(club), club))  # noqa: B023 (called at once)
        yield done, len(clubs) + 1
    for kind in (GAME, TOURNAMENT):
        show_newest(redis, clubs, kind.index)
    yield len(clubs) + 1, len(clubs) + 1


def _former_clubs(redis: Redis) -> list[Club]:
    return sorted(Club(name.decode()) for name in ask(lambda: redis.smembers(FORMER_CLUBS)))


STEPS: Final[Mapping[int, Step]] = {1: names_into_streams, 2: clubs_into_sets}
"""The steps of an upgrade, by the layout from which each step starts."""


def upgraded(config: Config) -> Iterator[str]:
    """Convert the data to the current layout. Yields a line for each layout that is reached.

    Raises LayoutRefused for data of a newer Faceup, ServerFailed if the data are in use, StoreUnavailable.
    """
    require_known(config)
    server = server_of(config)
    server.enter()
    try:
        if not server.alone():
            raise ServerFailed(IN_USE)
        with write_client(server.url, copies=config.copies) as redis:
            yield from _upgraded(redis)
        if config.redis_url is None:
            write_layout(config.data, layout.LAYOUT)
    finally:
        server.leave()


def _upgraded(redis: Redis) -> Iterator[str]:
    current = layout.layout_of(redis)
    if current is None or current == layout.LAYOUT:
        layout.require(redis)
        ask(lambda: redis.delete(FORMER_CLUBS))
        yield f"The data have layout {layout.LAYOUT}: there is nothing to do."
        return
    if current not in STEPS:
        raise layout.unknown(current)
    for before in range(current, layout.LAYOUT):
        _step(redis, before)
        ask(lambda: redis.set(layout.KEY, before + 1))  # noqa: B023 (called at once)
        yield f"The data have layout {before + 1}."
    ask(lambda: redis.delete(FORMER_CLUBS))  # after the number: an older Faceup must not take the data for its own, without clubs


def _step(redis: Redis, before: int) -> None:
    with click.progressbar(length=1, label=f"To layout {before + 1}", file=sys.stderr) as bar:
        try:
            for done, total in STEPS[before](redis):
                bar.length = total
                bar.update(done - bar.pos)
        except KeyboardInterrupt:
            raise click.ClickException(STOPPED) from None
