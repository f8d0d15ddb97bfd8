"""Sends the current view of a game or tournament to everyone who follows it, as soon as the view changes.

One reader thread in each process listens to the changes of the store, and knows when delayed spectators may see the next event. A changed
stream is rendered once for each *topic* (the stream as one kind of viewer may see it). All its subscriptions share the result.

Each message is the current view. A subscription holds only the newest message. So a slow viewer skips messages and delays nobody.

This works with threads and with greenlets. service/api/lib/live.py sends the messages over HTTP. service/api/games/live.py and
service/api/tournaments/live.py check the rights and make the content of messages.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any, Final

from redis import Redis, RedisError

from service.clock import now_ms
from service.failures import describe
from service.memory.work import TooLong
from service.store.errors import StoreUnavailable
from service.store.keys import Club, StreamId, club_of
from service.store.streams.hints import Hearing, listening
from service.views.subscriptions import Message, Subscription, Topic

LISTEN_SECONDS: Final = 0.25
"""How many seconds the reader thread listens before it checks whether it must stop."""
LONGEST_PAUSE: Final = 1.0
"""The longest wait, in seconds, between two attempts to reach a Redis server that does not answer."""

log = logging.getLogger(__name__)


Render = Callable[[Any], Message]
"""A function that makes the message with the current view for one topic. It may raise any exception that
reading a stream may raise."""


class TooManySubscriptions(Exception):
    """This process already has as many subscriptions as it may have."""


@dataclass(slots=True)
class _Subscribers:
    """All subscriptions to one topic. `latest`: the last message sent to them. `lock`: held while a message is rendered and offered.
    `elsewhere`: whether another process is rendering the next message; `stale`: whether something has changed since that rendering
    began."""

    topic: Topic
    subscriptions: set[Subscription] = field(default_factory=set)
    latest: Message | None = None
    lock: Lock = field(default_factory=Lock)
    elsewhere: bool = False
    stale: bool = False


class Hub:
    """Sends the current views of games and tournaments to the subscriptions of one process. `redis`: a client that does not reconnect by
    itself (`service.store.streams.hints`). `most`: the largest number of subscriptions. `elsewhere`: renders a message in another process,
    if `render` raises TooLong."""

    def __init__(self, redis: Redis, render: Render, most: int, now: Callable[[], int] = now_ms, elsewhere: Render | None = None) -> None:
        self._redis = redis
        self._render = render
        self._elsewhere = elsewhere or render
        self._most = most
        self._now = now
        self._groups: dict[Topic, _Subscribers] = {}
        self._count = self._numbers = 0
        self._lock = Lock()
        self._reader: Thread | None = None
        self._closing = False

    def __len__(self) -> int:
        """The number of open subscriptions."""
        return self._count

    def subscribe(self, topic: Topic, seen: str = "") -> Subscription:
        """Begin a subscription: one viewer gets the current view, and then every new one. If the current view has the id `seen`, it begins
        with the next one. Raises TooManySubscriptions, and any exception that rendering raises."""
        with self._lock:
            if self._count >= self._most:
                raise TooManySubscriptions
            subscription = Subscription(self._leave, topic, seen, self._numbers)
            self._numbers += 1
            self._count += 1
            group = self._groups.setdefault(topic, _Subscribers(topic))
            group.subscriptions.add(subscription)
            self._start_reading()
        try:
            with group.lock:
                subscription.offer(group.latest or self._first(group))
        except BaseException:
            self._leave(subscription)
            raise
        return subscription

    def close(self) -> None:
        """End every subscription and stop listening."""
        self._closing = True
        for group in self._snapshot():
            self._end(group)
        if self._reader is not None:
            self._reader.join()

    def _leave(self, subscription: Subscription) -> None:
        with self._lock:
            group = self._groups.get(subscription.topic)
            if group is None or subscription not in group.subscriptions:
                return
            self._count -= 1
            group.subscriptions.discard(subscription)
            if not group.subscriptions:
                del self._groups[subscription.topic]

    def _first(self, group: _Subscribers) -> Message:
        """Render the group's current view for a new viewer. The caller must hold the group's lock."""
        try:
            group.latest = self._render(group.topic)
        except TooLong:
            group.latest = self._elsewhere(group.topic)
        return group.latest

    def _show(self, group: _Subscribers, render: Render) -> None:
        with group.lock:
            message = group.latest = render(group.topic)
            with self._lock:
                subscriptions = tuple(group.subscriptions)
            for subscription in subscriptions:
                subscription.offer(message)

    def _end(self, group: _Subscribers) -> None:
        with self._lock:
            subscriptions = tuple(group.subscriptions)
        for subscription in subscriptions:
            subscription.end()

    def _snapshot(self) -> list[_Subscribers]:
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
                    hearing.follow(self._clubs)
                    self._refresh(hearing, self._snapshot())  # the streams may have changed while this thread did not listen
                    pause = 0.0
                    while not self._closing:
                        changed = {change.stream for change in hearing.heard(self._patience(hearing))}
                        begun = hearing.follow(self._clubs)
                        self._refresh(hearing, (group for group in self._snapshot() if self._needs(group, changed, begun)))
            except Exception as lost:  # if this thread ended, all live pages would freeze and nobody would notice
                pause = min(max(2 * pause, 0.05), LONGEST_PAUSE)
                log.warning("live views lost the store and will try again: %s", describe(lost))
                time.sleep(pause)

    def _patience(self, hearing: Hearing) -> float:
        """Return for how many seconds to listen: at most LISTEN_SECONDS, and only until the next withheld event may be shown."""
        waiting = [(group, group.latest.until) for group in self._snapshot() if group.latest is not None]
        due = [until for group, until in waiting if until is not None and hearing.hears(club_of(group.topic.stream))]
        return min([LISTEN_SECONDS, *(max(0, until - self._now()) / 1000 for until in due)])

    def _clubs(self) -> set[Club]:
        return {club_of(group.topic.stream) for group in self._snapshot()}

    def _needs(self, group: _Subscribers, changed: Collection[StreamId], begun: Collection[Club]) -> bool:
        """Whether a group must be rendered: its stream has changed, or may have before anything was heard of its club, or a withheld event
        may be shown now."""
        stream = group.topic.stream
        return stream in changed or (bool(begun) and club_of(stream) in begun) or self._is_due(group)

    def _is_due(self, group: _Subscribers) -> bool:
        return group.latest is not None and group.latest.until is not None and group.latest.until <= self._now()

    def _refresh(self, hearing: Hearing, groups: Iterable[_Subscribers]) -> None:
        """Render these groups, except those whose club cannot be read now."""
        for group in groups:
            if not hearing.hears(club_of(group.topic.stream)):
                continue
            if group.elsewhere:
                self._show_elsewhere(group)
                continue
            try:
                self._show(group, self._render)
            except TooLong:
                self._show_elsewhere(group)
            except (RedisError, StoreUnavailable) as failure:
                if not hearing.missed(club_of(group.topic.stream), failure):
                    raise
            except Exception as error:
                self._give_up(group, error)

    def _show_elsewhere(self, group: _Subscribers) -> None:
        """Have the group's next message rendered by another process. The other groups do not wait for this."""
        with self._lock:
            group.stale = True
            if group.elsewhere:
                return
            group.elsewhere = True
        Thread(target=self._follow_elsewhere, args=(group,), name="faceup-live-elsewhere", daemon=True).start()

    def _follow_elsewhere(self, group: _Subscribers) -> None:
        while True:
            with self._lock:
                if not group.stale or not group.subscriptions:
                    group.elsewhere = False
                    return
                group.stale = False
            try:
                self._show(group, self._elsewhere)
            except Exception as error:
                self._give_up(group, error)

    def _give_up(self, group: _Subscribers, error: Exception) -> None:
        # This ends the viewers' streams. Their browsers connect again, and get the error as the answer.
        log.error("the live view of %s ended: %s", group.topic.stream, describe(error))
        self._end(group)
