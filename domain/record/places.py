"""Keeps the current events of a record in table order while its events are recorded one after the other.

`domain.record.fold.corrected` says which events are current and in which order, for a whole record at once. This module takes one event at
a time, and an event costs little wherever it belongs.

The order of two events in table order never changes, whatever is recorded later. So each event has its final place from the beginning.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.events import Event, Retracted, RulingRecorded
from domain.record.fold import table_order


class Change(NamedTuple):
    """What an event changes in the list of the current events: at the index `start`, the event `was` is replaced by the event `now`. `was`:
    None if `now` is inserted there. `now`: None if `was` is removed."""

    start: int
    was: Event | None
    now: Event | None


class Places:
    """The events of a record up to some version. `_rank`: by version, the place of each event of the whole record in table order.
    `_standing`: by place, the event that counts there now. `_sums`: how many places have such an event, as a binary indexed tree (Fenwick
    1994).

    `_naming`: by version of an event, how many retractions withdraw it and are not withdrawn themselves. `_first`: by version of a ruling,
    the first ruling of its chain. `_chains`: by version of that first ruling, all versions of the chain.

    `turned`: how often a retraction began or ceased to count because of a later one."""

    def __init__(self, events: Sequence[Event]) -> None:
        """`events`: the whole record, in order of version. None of them is recorded yet."""
        self._events = events
        self._recorded = 0
        self.turned = 0
        self._rank = {event.version: place for place, event in enumerate(table_order(events))}
        self._standing: dict[int, Event] = {}
        self._sums = [0] * (len(events) + 1)
        self._naming: dict[int, int] = {}
        self._first: dict[int, int] = {}
        self._chains: dict[int, list[int]] = {}

    def __contains__(self, version: object) -> bool:
        """Whether the event with this version is current."""
        if not (isinstance(version, int) and 1 <= version <= self._recorded):
            return False
        return self._standing.get(self.rank(version)) is self._events[version - 1]

    def is_withdrawn(self, version: int) -> bool:
        return self._naming.get(version, 0) > 0

    def rank(self, version: int) -> int:
        """Return a number by which current events can be sorted into table order."""
        return self._rank[self._first.get(version, version)]

    def add(self, event: Event) -> Change | None:
        """Record the next event. Return what it changes; None if it changes nothing."""
        self._recorded += 1
        version = self._changed(event)
        if version is None:
            return None
        place = self._rank[version]
        was, now = self._standing.get(place), self._current(self._events[version - 1])
        if was is now:
            return None
        if now is None:
            del self._standing[place]
        else:
            self._standing[place] = now
        self._count(place, (now is not None) - (was is not None))
        return Change(self._before(place), was, now)

    def _changed(self, event: Event) -> int | None:
        """Note what `event` withdraws or supersedes. Return the version of the event at whose place another event may count now; None if
        there is no such place."""
        act = event.act
        if isinstance(act, Retracted):
            return self._withdrawn(act.target)
        if isinstance(act, RulingRecorded):
            first = event.version if act.supersedes is None else self._first.get(act.supersedes, event.version)
            self._first[event.version] = first
            self._chains.setdefault(first, []).append(event.version)
            return first
        return event.version

    def _withdrawn(self, version: int) -> int | None:
        """Withdraw the event with this version. If that event is a retraction, the event that the retraction names is current again, and so
        on. Returns what `_changed` returns."""
        more = 1
        while True:
            former = self._naming.get(version, 0)
            self._naming[version] = former + more
            if bool(former) == bool(former + more):
                return None
            act = self._events[version - 1].act
            if not isinstance(act, Retracted):
                return self._first.get(version, version)
            self.turned += 1
            version, more = act.target, -more

    def _current(self, event: Event) -> Event | None:
        """Return the event that now counts in place of `event`; None if no event does. If rulings replaced `event` one after another, the
        last of them that is not withdrawn counts. Otherwise `event` itself counts."""
        act, version = event.act, event.version
        if isinstance(act, RulingRecorded):
            chain = self._chains[version] if self._first[version] == version else []
            return next((self._events[each - 1] for each in reversed(chain) if not self.is_withdrawn(each)), None)
        return None if isinstance(act, Retracted) or self.is_withdrawn(version) else event

    def _count(self, place: int, more: int) -> None:
        node = place + 1
        while more and node < len(self._sums):
            self._sums[node] += more
            node += node & -node

    def _before(self, place: int) -> int:
        """Return how many current events have an earlier place."""
        number, node = 0, place
        while node:
            number += self._sums[node]
            node -= node & -node
        return number
