"""Keeps the current events of a record in table order while events are recorded one after the other.

`domain.record.fold.corrected` says which events are current and in which order, for a whole record at once. This module takes one event at
a time, and the cost of an event grows with the number of events after the place that it changes.

Every correction names an earlier version (`domain.record.fold.misplaced`). Therefore an inserted event comes directly after the event that
it names, and the order of the events recorded before does not change.
"""

from domain.kernel.events import Event, Retracted, RulingRecorded


class Places:
    """The events of a record up to some version. `_order`: all of them in table order, also those that are not current. `_rank`: by
    version, the index in `_order`. `_before`: by index in `_order`, how many current events come before it; the last number counts all.

    `_naming`: by version of an event, how many retractions withdraw it and are not withdrawn themselves. `_first`: by version of a ruling,
    the first ruling of its chain. `_chains`: by version of that first ruling, all versions of the chain."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._order: list[Event] = []
        self._rank: dict[int, int] = {}
        self._before = [0]
        self._naming: dict[int, int] = {}
        self._first: dict[int, int] = {}
        self._chains: dict[int, list[int]] = {}

    def __contains__(self, version: object) -> bool:
        """Whether the event with this version is current."""
        if not (isinstance(version, int) and 1 <= version <= len(self._events)):
            return False
        at = self._first.get(version, version)
        return self._current(self._events[at - 1]) is self._events[version - 1]

    def is_withdrawn(self, version: int) -> bool:
        return self._naming.get(version, 0) > 0

    def rank(self, version: int) -> int:
        """Return a number by which current events can be sorted into table order."""
        return self._rank[self._first.get(version, version)]

    def add(self, event: Event) -> tuple[int, list[Event]]:
        """Record the next event. Returns (how many current events at the beginning of the table order stay the same, the current events
        that now come after them)."""
        self._events.append(event)
        place = self._rank[event.after] + 1 if event.after else len(self._order)
        self._order.insert(place, event)
        changed = self._changed(event)
        return self._counted(place if changed is None else min(place, self._rank[changed]))

    def _changed(self, event: Event) -> int | None:
        """Note what `event` withdraws or supersedes. If this changes which event counts at the place of an earlier event, return the
        version of that earlier event; otherwise return None."""
        act = event.act
        if isinstance(act, Retracted):
            return self._withdrawn(act.target)
        if isinstance(act, RulingRecorded):
            first = event.version if act.supersedes is None else self._first.get(act.supersedes, event.version)
            self._first[event.version] = first
            self._chains.setdefault(first, []).append(event.version)
            return None if first == event.version else first
        return None

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
            version, more = act.target, -more

    def _counted(self, start: int) -> tuple[int, list[Event]]:
        """Find out again which events are current, from the index `start` of `_order` on. Returns what `add` returns."""
        del self._before[start + 1 :]
        standing: list[Event] = []
        kept = self._before[start]
        for place in range(start, len(self._order)):
            event = self._order[place]
            self._rank[event.version] = place
            current = self._current(event)
            if current is not None:
                standing.append(current)
            self._before.append(kept + len(standing))
        return kept, standing

    def _current(self, event: Event) -> Event | None:
        """Return the event that now counts in place of `event`; None if no event does. If rulings replaced `event` one after another, the
        last of them that is not withdrawn counts. Otherwise `event` itself counts."""
        act, version = event.act, event.version
        if isinstance(act, RulingRecorded):
            chain = self._chains[version] if self._first[version] == version else []
            return next((self._events[each - 1] for each in reversed(chain) if not self.is_withdrawn(each)), None)
        return None if isinstance(act, Retracted) or self.is_withdrawn(version) else event
