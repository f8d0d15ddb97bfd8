"""Spectators' delay: a record as it was some seconds ago, for whoever looks as the public (docs/decisions/spectator-delay.md).

What was recorded within the delay is withheld, and everything that follows from it: the head that spectators meet is the one that the
record had at the last version that was there then. The opening is never withheld. Who may read a record, and the delay, are those of now.

What spectators are told of findings is worked out here from the events that they may know, one by one, and not read from the verdict: that
moves when a validator comes to it, and so would tell of events that they may not know.

Not a store: what is kept can be dropped at any moment.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import NamedTuple

from domain.kernel.events import Event
from domain.kernel.findings import Finding, Proof
from domain.record.chain import GENESIS, event_json, link
from domain.record.differences import finding_changes
from domain.record.fold import Reading
from service.engine import ENGINE
from service.kept.readings import Readings
from service.store.games.heads import Head, seats_after
from service.store.games.verdicts import VerdictEntry
from service.store.keys import GameId


@dataclass(frozen=True, slots=True)
class Late:
    """A record as spectators know it: its hash, what was found in it by and by, and what of that stands, by proof."""

    reading: Reading
    hash: str
    entries: tuple[VerdictEntry, ...]
    standing: Mapping[Proof, Finding]

    def with_event(self, event: Event) -> "Late":
        reading = self.reading.extended((event,))
        raised, withdrawn = finding_changes(self.standing.values(), reading.findings)
        entries = list(self.entries)
        for finding in raised:
            entries.append(VerdictEntry(len(entries) + 1, "raised", finding, event.version, ENGINE, event.recorded_at))
        for finding in withdrawn:
            entries.append(VerdictEntry(len(entries) + 1, "withdrawn", finding, event.version, ENGINE, event.recorded_at))
        gone = {finding.proof for finding in (*raised, *withdrawn)}
        kept = {proof: finding for proof, finding in self.standing.items() if proof not in gone}
        kept |= {finding.proof: finding for finding in raised}
        return Late(reading, link(self.hash, event_json(event)), tuple(entries), kept)

    def head(self, now: Head) -> Head:
        """The head behind these events; `now`: that of the whole record."""
        events = self.reading.events
        return replace(
            now,
            version=len(events),
            hash=self.hash,
            seats=seats_after((), [event.act for event in events]),
            state=self.reading.result.state,
            recorded_at=events[-1].recorded_at,
            verdict=len(self.entries),
            validated=len(events),
            engine=ENGINE,
            imported=min(now.imported, len(events)),
        )


class Known(NamedTuple):
    """What spectators know at a moment: the head that they meet, the record behind it, and when they will learn of the next event (ms UTC;
    None: they know all)."""

    head: Head
    late: Late
    due: int | None


class Delays:
    """The records that spectators asked for last, as they know them. `now`: ms UTC. Safe among threads and greenlets."""

    def __init__(self, readings: Readings, now: Callable[[], int], most: int = 256) -> None:
        self._readings = readings
        self._now = now
        self._most = most
        self._kept: OrderedDict[GameId, Late] = OrderedDict()
        self._lock = Lock()

    def known(self, head: Head) -> Known:
        """What spectators know now of the record with this head. Raises NoSuchGame, RecordDamaged, StoreUnavailable, like all here."""
        whole = self._readings.of(head.game)
        events, withheld = whole.events, head.delay * 1000
        version = max(1, bisect_right(events, self._now() - withheld, key=lambda event: event.recorded_at))
        late = self._late(whole, head.game, version)
        return Known(late.head(head), late, events[version].recorded_at + withheld if version < len(events) else None)

    def head(self, head: Head) -> Head:
        """The head as spectators meet it."""
        return self.known(head).head if head.delay else head

    def late(self, head: Head) -> Late:
        """What spectators know who met this head."""
        return self._late(self._readings.of(head.game), head.game, head.version)

    def _late(self, whole: Reading, game: GameId, version: int) -> Late:
        with self._lock:
            late = self._kept.get(game)
        if late is None or late.reading.events != whole.events[:version][: late.reading.version]:
            first = whole.events[0]
            late = Late(whole.at(1), link(GENESIS, event_json(first)), (), {})
        for event in whole.events[late.reading.version : version]:
            late = late.with_event(event)
        with self._lock:
            self._kept[game] = late
            self._kept.move_to_end(game)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return late
