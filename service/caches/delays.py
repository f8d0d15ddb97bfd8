"""Shows spectators (the viewer `public`) a record as it was some seconds ago, if its game has a delay (docs/decisions/who-sees-what.md).

An event, with everything that follows from it, is withheld until the event is as old as the delay. Spectators get the head (the record's
summary) from before the withheld events, with the current delay and visibility. The opening is never withheld.

Findings for spectators are worked out here, from the events that they may know. The verdict cannot be used: it may already tell something
about a withheld event.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from domain.kernel.events import Event
from domain.kernel.findings import Finding, Proof
from domain.record.chain import GENESIS, event_json, link
from domain.record.differences import finding_changes
from domain.record.fold import Reading
from domain.record.keystrokes import keystrokes
from service.caches.streams import Readings
from service.engine import ENGINE
from service.memory import shares
from service.memory.cache import FINDING_BYTES, STEP_BYTES, Cache, Region
from service.store.games.heads import Head, seats_after
from service.store.games.verdicts import VerdictEntry
from service.store.keys import GameId


@dataclass(frozen=True, slots=True)
class Late:
    """A record as spectators know it. `hash`: the hash of its last event. `entries`: every finding raised or withdrawn so far, in order.
    `standing`: the findings that are not withdrawn, by their proofs."""

    reading: Reading
    hash: str
    entries: tuple[VerdictEntry, ...]
    standing: Mapping[Proof, Finding]

    @classmethod
    def at_once(cls, reading: Reading) -> "Late":
        """Return the record as spectators know it after all events of `reading`, as if they had followed it from the beginning."""
        entries: list[VerdictEntry] = []
        standing: dict[Proof, VerdictEntry] = {}
        hash_ = GENESIS
        for event, _, raised, withdrawn in keystrokes(reading):
            hash_ = link(hash_, event_json(event))
            gone = sorted((standing.pop(finding.proof) for finding in withdrawn), key=lambda entry: entry.n)
            told: list[tuple[Literal["raised", "withdrawn"], Finding]] = [("raised", finding) for finding in raised]
            told += [("withdrawn", entry.finding) for entry in gone]
            for kind, finding in told:
                entries.append(VerdictEntry(len(entries) + 1, kind, finding, event.version, ENGINE, event.recorded_at))
                if kind == "raised":
                    standing.pop(finding.proof, None)
                    standing[finding.proof] = entries[-1]
        return cls(reading, hash_, tuple(entries), {proof: entry.finding for proof, entry in standing.items()})

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
        """Return the head (summary) of the record as spectators know it. `now`: the current head of the whole record."""
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
    """What spectators know of a record at a moment. `head`: the head (summary of the record) that they get. `late`: the record up to that
    head. `due`: when they will see the next event (ms UTC); None if they see all events already."""

    head: Head
    late: Late
    due: int | None


class Delays:
    """Caches the delayed records that spectators requested most recently. `cache`: where they are kept; None: in a new cache."""

    def __init__(self, readings: Readings, now: Callable[[], int], cache: Cache | None = None) -> None:
        self._readings = readings
        self._now = now
        cache = cache or Cache()
        self._kept: Region[GameId, Late] = Region(cache, _size, shares.DELAYED)
        self._begun: Region[GameId, Reading] = Region(cache, lambda reading: reading.version * STEP_BYTES, shares.DELAYED)

    def known(self, head: Head) -> Known:
        """Return what spectators know now of the record with this head.

        Like the other methods, it may raise NoSuchGame, RecordDamaged and StoreUnavailable.
        """
        whole = self._readings.of(head.game)
        events, version = whole.events, self.version(head, whole.events)
        late = self._late(whole, head.game, version)
        return Known(late.head(head), late, events[version].recorded_at + head.delay * 1000 if version < len(events) else None)

    def hides(self, head: Head) -> bool:
        """Return whether the delay hides some events of the record with this head."""
        return head.recorded_at > self._now() - head.delay * 1000 and head.delay > 0

    def version(self, head: Head, events: Sequence[Event]) -> int:
        """Return the last version that spectators know. `events`: all events of the record with this head."""
        return max(1, bisect_right(events, self._now() - head.delay * 1000, key=lambda event: event.recorded_at))

    def reading(self, head: Head) -> Reading:
        """Return the record with this head as spectators know it now. Costs less than `known`, which also works out findings."""
        whole, kept = self._readings.at(head), self._begun.get(head.game)
        version = self.version(head, whole.events)
        if kept is None or kept.version > version or kept.events != whole.events[: kept.version]:
            kept = whole.at(version)
        elif kept.version < version:
            kept = kept.extended(whole.events[kept.version : version])
        self._begun.put(head.game, kept)
        return kept

    def missing(self, head: Head) -> int:
        """Return the largest number of events that the method `reading` may have to fold."""
        kept, unread = self._begun.get(head.game), self._readings.missing(head)
        if kept is None or unread:
            return unread + head.version
        version = self.version(head, self._readings.at(head).events)
        return version - kept.version if kept.version <= version else version

    def head(self, head: Head) -> Head:
        """Return the head that spectators get for the record whose current head is `head`."""
        return self.known(head).head if head.delay else head

    def late(self, head: Head) -> Late:
        """Return the record as spectators know it. `head`: the head that `known` returned for spectators."""
        return self._late(self._readings.of(head.game), head.game, head.version)

    def _late(self, whole: Reading, game: GameId, version: int) -> Late:
        late = self._kept.get(game)
        if late is None or late.reading.events != whole.events[:version][: late.reading.version]:
            late = Late.at_once(whole.at(version))
        for event in whole.events[late.reading.version : version]:
            late = late.with_event(event)
        self._kept.put(game, late)
        return late


def _size(late: Late) -> int:
    return late.reading.version * STEP_BYTES + len(late.entries) * FINDING_BYTES
