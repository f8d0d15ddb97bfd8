"""A record read: which events stand, in which order, and what they come to.

*As recorded* is the order of keystrokes: versions. *As corrected* is table order without what was retracted. Scores, findings and standings
are always as corrected; a step of the replay as recorded shows what the record said at that version.

`Retracted{target}` withdraws an event, a retraction included. `after` places an event directly behind the one named; of two events placed
behind the same one the later recorded stands nearer to it. Events without `after` go to the end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domain.events import Event, GameOpened, Retracted
from domain.findings import Finding
from domain.shapes import Fault
from domain.system import System, Table


def retracted(events: Iterable[Event]) -> frozenset[int]:
    """Versions of the events that are withdrawn. Read from the end: a retraction that is itself withdrawn withdraws nothing."""
    gone: set[int] = set()
    for event in sorted(events, key=lambda event: event.version, reverse=True):
        if isinstance(event.act, Retracted) and event.version not in gone:
            gone.add(event.act.target)
    return frozenset(gone)


def table_order(events: Sequence[Event]) -> list[Event]:
    """`events` (in order of version) in table order, the retracted still among them."""
    if all(event.after is None for event in events):
        return list(events)
    following: dict[int, list[Event]] = {}
    for event in events:
        following.setdefault(event.after or 0, []).append(event)
    # An event without `after` follows the whole of what stood before it; one with `after` opens a branch directly behind its target.
    order: list[Event] = []
    for event in following.get(0, []):
        branch = [event]
        while branch:
            placed = branch.pop()
            order.append(placed)
            branch += following.get(placed.version, [])
    return order


def corrected(events: Sequence[Event]) -> list[Event]:
    """The events that stand, in table order: what is folded. Retractions themselves are not among them."""
    if not [event for event in events if event.after is not None or isinstance(event.act, Retracted)]:
        return list(events)
    gone = retracted(events)
    return [event for event in table_order(events) if event.version not in gone and not isinstance(event.act, Retracted)]


def misplaced(drafts: Sequence[tuple[int, Retracted | None, int | None]]) -> list[tuple[int, Fault]]:
    """Faults of corrections about to be appended: (index of the draft, fault).

    Each draft is (its version to be, the retraction if it is one, its `after`). The opening can be neither withdrawn nor
    preceded, and nothing can point at itself or ahead.
    """
    faults = []
    for index, (version, retraction, after) in enumerate(drafts):
        if retraction is not None and not 2 <= retraction.target < version:
            why = "the opening cannot be retracted" if retraction.target == 1 else f"there is no version {retraction.target} to retract"
            faults.append((index, Fault("/data/target", why)))
        if after is not None and not 1 <= after < version:
            faults.append((index, Fault("/after", f"there is no version {after} before this one")))
    return faults


class Step(NamedTuple):
    """One event that stands, the table after it, and what it broke or proved."""

    event: Event
    table: Table
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A record read to the end: `events` in order of version, `steps` as corrected (never empty: the opening always stands)."""

    system: System[Table]
    events: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def version(self) -> int:
        return self.events[-1].version

    @property
    def table(self) -> Table:
        return self.steps[-1].table

    @property
    def opened(self) -> GameOpened:
        return _opening(self.events[0])

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, each once, in the order in which they were proved."""
        return tuple({finding.id: finding for step in self.steps for finding in step.findings}.values())

    def extended(self, events: Sequence[Event]) -> "Reading":
        """This reading with `events` behind it. Plain events cost only themselves; a correction re-reads the whole record."""
        if any(event.after is not None or isinstance(event.act, Retracted) for event in events):
            return read(self.system, (*self.events, *events))
        steps = list(self.steps)
        for event in events:
            steps.append(_step(self.system, steps[-1].table, event))
        return Reading(self.system, (*self.events, *events), tuple(steps))

    def at(self, version: int) -> "Reading":
        """The record as it stood at `version` (1 up to the last)."""
        return self if version == self.version else read(self.system, self.events[:version])

    def keystrokes(self) -> Iterable["Reading"]:
        """The record as it stood after each keystroke, from the opening to the end: the replay as recorded."""
        reading = read(self.system, self.events[:1])
        yield reading
        for event in self.events[1:]:
            reading = reading.extended((event,))
            yield reading


def read(system: System[Table], events: Sequence[Event]) -> Reading:
    """Fold and check a whole record, or any prefix of one; `events` in order of version, the opening first."""
    standing = corrected(events)
    steps = [Step(standing[0], system.open_table(_opening(standing[0])), ())]
    for event in standing[1:]:
        steps.append(_step(system, steps[-1].table, event))
    return Reading(system, tuple(events), tuple(steps))


def fold(system: System[Table], events: Sequence[Event]) -> Table:
    """The table after `events`, without checking anything."""
    standing = corrected(events)
    table = system.open_table(_opening(standing[0]))
    for event in standing[1:]:
        table = system.evolve(table, event)
    return table


def _step(system: System[Table], table: Table, event: Event) -> Step:
    return Step(event, system.evolve(table, event), system.check(table, event))


def _opening(event: Event) -> GameOpened:
    if not isinstance(event.act, GameOpened):
        raise ValueError(f"version {event.version} is {event.type}: a record begins with GameOpened")
    return event.act
