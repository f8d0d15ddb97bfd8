"""Sends the current view of a game or tournament to everyone who watches it, as soon as the view changes.

One reader thread in each process listens to the changes of the store, and knows when delayed spectators may see the next event. A changed
stream is rendered once for each *sight* (the stream as one kind of viewer may see it). All *watches* of that sight share the result.

Each message is a *moment*: the current view. A watch holds only the newest moment. So a slow viewer skips moments and delays nobody.

This works with threads and with greenlets. service/api/lib/live.py sends the messages over HTTP. service/api/games/live.py and
service/api/tournaments/live.py check the rights and make the content of moments.
"""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any, Final

from redis import Redis, RedisError

from service.clock import now_ms
from service.failures import describe
from service.kept.loop import TooLong
from service.seen.watches import Moment, Watch, Watched
from service.store.outcomes import StoreUnavailable
from service.store.streams.hints import listening

LISTEN_SECONDS: Final = 0.25
"""How many seconds the reader thread listens before it checks whether it must stop."""
LONGEST_PAUSE: Final = 1.0
"""The longest wait, in seconds, between two attempts to reach a Redis server that does not answer."""

log = logging.getLogger(__name__)


Render = Callable[[Any], Moment]
"""A function that makes the message with the current view (*moment*) for one kind of viewer (*sight*). It may raise any exception that
reading a stream may raise."""


class TooManyWatches(Exception):
    """This process already has as many live viewers (*watches*) as it may have."""


@dataclass(slots=True)
class _Group:
    """All viewers (*watches*) who see the same view of a game or tournament (*sight*). `latest`: the last message (*moment*) sent to them.
    `lock`: held while a moment is rendered and offered. `elsewhere`: whether another process is rendering the next moment; `stale`: whether
    something has changed since that rendering began."""

    sight: Watched
    watches: set[Watch] = field(default_factory=set)
    latest: Moment | None = None
    lock: Lock = field(default_factory=Lock)
    elsewhere: bool = False
    stale: bool = False


class Hub:
    """Sends the current views of games and tournaments to the live viewers (*watches*) of one process. `redis`: a client that does not
    reconnect by itself (`service.store.streams.hints`). `most`: the largest number of watches. `now`: returns the time in ms UTC.
    `elsewhere`: renders a moment in another process, if `render` raises TooLong."""

    def __init__(self, redis: Redis, render: Render, most: int, now: Callable[[], int] = now_ms, elsewhere: Render | None = None) -> None:
        self._redis = redis
        self._render = render
        self._elsewhere = elsewhere or render
        self._most = most
        self._now = now
        self._groups: dict[Watched, _Group] = {}
        self._count = self._numbers = 0
        self._lock = Lock()
        self._reader: Thread | None = None
        self._closing = False

    def __len__(self) -> int:
        """The number of open watches."""
        return self._count

    def watch(self, sight: Watched, seen: str = "") -> Watch:
        """Begin a watch: one viewer gets the current view, and then every new one. If the current view has the id `seen`, the watch begins
        with the next one. Raises TooManyWatches, and any exception that rendering raises."""
        with self._lock:
            if self._count >= self._most:
                raise TooManyWatches
            watch = Watch(self._leave, sight, seen, self._numbers)
            self._numbers += 1
            self._count += 1
            group = self._groups.setdefault(sight, _Group(sight))
            group.watches.add(watch)
            self._start_reading()
        try:
            with group.lock:
                watch.offer(group.latest or self._first(group))
        except BaseException:
            self._leave(watch)
            raise
        return watch

    def close(self) -> None:
        """End every watch and stop listening."""
        self._closing = True
        for group in self._snapshot():
            self._end(group)
        if self._reader is not None:
            self._reader.join()

    def _leave(self, watch: Watch) -> None:
        with self._lock:
            group = self._groups.get(watch.sight)
            if group is None or watch not in group.watches:
                return
            self._count -= 1
            group.watches.discard(watch)
            if not group.watches:
                del self._groups[watch.sight]

    def _first(self, group: _Group) -> Moment:
        """Render the group's current view for a new viewer. The caller must hold the group's lock."""
        try:
            group.latest = self._render(group.sight)
        except TooLong:
            group.latest = self._elsewhere(group.sight)
        return group.latest

    def _show(self, group: _Group, render: Render) -> None:
        with group.lock:
            moment = group.latest = render(group.sight)
            with self._lock:
                watches = tuple(group.watches)
            for watch in watches:
                watch.offer(moment)

    def _end(self, group: _Group) -> None:
        with self._lock:
            watches = tuple(group.watches)
        for watch in watches:
            watch.end()

    def _snapshot(self) -> list[_Group]:
        with self._lock:
            return list(self._groups.values())

    def _start_reading(self) -> None:
        # The thread is not started in the constructor: the web server forks later, and a fork does not copy threads.
        if self._reader is None:
            self._reader = Thread(target=self._read, name="faceup-live", daemon=True)
            self._reader.start()

    def _read(self) -> None:
        pause = 0.0
        while not self._closing:
            try:
                with listening(self._redis) as hearing:
                    self._refresh(self._snapshot())  # the streams may have changed while this thread did not listen
                    pause = 0.0
                    while not self._closing:
                        changed = {change.stream for change in hearing.heard(self._patience())}
                        self._refresh(group for group in self._snapshot() if group.sight.stream in changed or self._is_due(group))
            except Exception as lost:  # if this thread ended, all live pages would freeze and nobody would notice
                pause = min(max(2 * pause, 0.05), LONGEST_PAUSE)
                log.warning("live views lost the store and will try again: %s", describe(lost))
                time.sleep(pause)

    def _patience(self) -> float:
        """Return for how many seconds to listen: at most LISTEN_SECONDS, and only until the next withheld event may be shown."""
        due = [group.latest.until for group in self._snapshot() if group.latest is not None and group.latest.until is not None]
        return min([LISTEN_SECONDS, *(max(0, until - self._now()) / 1000 for until in due)])

    def _is_due(self, group: _Group) -> bool:
        return group.latest is not None and group.latest.until is not None and group.latest.until <= self._now()

    def _refresh(self, groups: Iterable[_Group]) -> None:
        for group in groups:
            if group.elsewhere:
                self._show_elsewhere(group)
                continue
            try:
                self._show(group, self._render)
            except TooLong:
                self._show_elsewhere(group)
            except (RedisError, StoreUnavailable):
                raise
            except Exception as error:
                self._give_up(group, error)

    def _show_elsewhere(self, group: _Group) -> None:
        """Have the group's next message rendered by another process. The other groups do not wait for this."""
        with self._lock:
            group.stale = True
            if group.elsewhere:
                return
            group.elsewhere = True
        Thread(target=self._follow_elsewhere, args=(group,), name="faceup-live-elsewhere", daemon=True).start()

    def _follow_elsewhere(self, group: _Group) -> None:
        while True:
            with self._lock:
                if not group.stale or not group.watches:
                    group.elsewhere = False
                    return
                group.stale = False
            try:
                self._show(group, self._elsewhere)
            except Exception as error:
                self._give_up(group, error)

    def _give_up(self, group: _Group, error: Exception) -> None:
        # This ends the viewers' streams. Their browsers connect again, and get the error as the answer.
        log.error("the live view of %s ended: %s", group.sight.stream, describe(error))
        self._end(group)
