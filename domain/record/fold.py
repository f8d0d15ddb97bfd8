"""Reading a record: which events are current, in which order, and what follows from them.

*As recorded* is the order of versions. *As corrected* is table order without the retracted events. Scores, findings and rankings always
come from the record as corrected; a step of the replay as recorded shows what the record said at that version.

`Retracted{target}` withdraws an event, which may be a retraction. `after` places an event directly after the event of that version; if two
events are placed after the same event, the one recorded later comes first. Events without `after` go to the end. A ruling that supersedes
another takes the place of that other ruling.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.events import Event, GameOpened, Retracted, RulingRecorded
from domain.kernel.findings import Finding, each_proof
from domain.kernel.shapes import Fault
from domain.record.life import Correction, Life, Result, check_life, life_of, result_of
from domain.record.rulings import check_rulings, in_place, ruled
from domain.system import System, Table


def retracted(events: Iterable[Event]) -> frozenset[int]:
    """Versions of the events that are withdrawn. Reads from the end: a retraction that is itself withdrawn withdraws nothing."""
    gone: set[int] = set()
    for event in sorted(events, key=lambda event: event.version, reverse=True):
        if isinstance(event.act, Retracted) and event.version not in gone:
            gone.add(event.act.target)
    return frozenset(gone)


def table_order(events: Sequence[Event]) -> list[Event]:
    """`events` (in order of version) in table order, including the retracted ones."""
    if all(event.after is None for event in events):
        return list(events)
    following: dict[int, list[Event]] = {}
    for event in events:
        following.setdefault(event.after or 0, []).append(event)
    # An event without `after` comes after all earlier events; an event with `after` starts a branch directly after its target.
    order: list[Event] = []
    for event in following.get(0, []):
        branch = [event]
        while branch:
            placed = branch.pop()
            order.append(placed)
            branch += following.get(placed.version, [])
    return order


def corrected(events: Sequence[Event]) -> list[Event]:
    """The current events in table order, to be folded. Retractions are left out."""
    if not any(map(_reorders, events)):
        return list(events)
    standing = in_place(table_order(events), retracted(events))
    return [event for event in standing if not isinstance(event.act, Retracted)]


def _reorders(event: Event) -> bool:
    """Whether the event changes what came before: it inserts itself, withdraws an event, or supersedes a ruling."""
    act = event.act
    return event.after is not None or isinstance(act, Retracted) or (isinstance(act, RulingRecorded) and act.supersedes is not None)


def corrections(events: Sequence[Event]) -> list[Correction]:
    """The current corrections, in order of version. A ruling that changes something reaches the whole record."""
    gone = retracted(events)
    return [
        Correction(event.version, reaches) for event in events if event.version not in gone and (reaches := _reaches(event)) is not None
    ]


def _reaches(event: Event) -> int | None:
    """The earliest version that the event corrects, None when it corrects nothing."""
    match event.act:
        case Retracted(target):
            return target
        case RulingRecorded() as ruling if ruling.rectification != "stand" or ruling.supersedes is not None:
            return 1
        case _:
            return event.after


def misplaced(drafts: Sequence[tuple[int, Retracted | None, int | None]]) -> list[tuple[int, Fault]]:
    """Faults of corrections about to be appended: (index of the draft, fault).

    Each draft is (its future version, its act if that is a retraction, its `after`). No correction can withdraw or precede the opening, or
    name its own version or a later one.
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
    """One current event, the table after it, and the findings that it proves."""

    event: Event
    table: Table
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A record read to the end: `events` in order of version, `steps` as corrected (never empty: the opening is always the first)."""

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
        """All findings, each proof once, in the order in which they were proved; findings of the whole record, which belong to no step, at
        the end. `Viewer.visible` picks one of several proofs for a viewer."""
        whole = check_life(self.life, self.result, self.system.outcome(self.table), self.events)
        steps = [finding for step in self.steps for finding in step.findings]
        proved = each_proof((*steps, *whole))
        seats = [seating.seat for seating in self.opened.seats]
        groundless = check_rulings([step.event for step in self.steps], {finding.id for finding in proved}, seats)
        return (*proved, *groundless)

    @property
    def ruled(self) -> dict[str, int]:
        """Finding id → the version of the ruling that settles it."""
        return ruled(step.event for step in self.steps)

    @property
    def life(self) -> Life:
        """The life of the record: its endings, confirmations, claims, substitutions and links."""
        return life_of(step.event for step in self.steps)

    @property
    def result(self) -> Result:
        """The result that counts, and how far it is settled."""
        life = self.life
        since = corrections(self.events) if life.confirmations else ()
        return result_of(life, self.system.outcome(self.table), since)

    def extended(self, events: Sequence[Event]) -> "Reading":
        """This reading with `events` appended. A plain event costs one step; a correction reads the whole record again."""
        if any(map(_reorders, events)):
            return read(self.system, (*self.events, *events))
        steps = list(self.steps)
        for event in events:
            steps.append(_step(self.system, steps[-1].table, event))
        return Reading(self.system, (*self.events, *events), tuple(steps))

    def at(self, version: int) -> "Reading":
        """The record as of `version` (from 1 to the last)."""
        return self if version == self.version else read(self.system, self.events[:version])

    def keystrokes(self) -> Iterable["Reading"]:
        """Yield the record as of each version, from the opening to the end: the replay as recorded."""
        reading = read(self.system, self.events[:1])
        yield reading
        for event in self.events[1:]:
            reading = reading.extended((event,))
            yield reading


def read(system: System[Table], events: Sequence[Event]) -> Reading:
    """Fold and check a whole record, or any prefix of one; `events` in order of version, the opening first."""
    return read_as(system, events, corrected(events))


def read_as(system: System[Table], events: Sequence[Event], standing: Sequence[Event]) -> Reading:
    """Read a record, but with `standing` as its current events in table order, the opening first. Do not extend the result."""
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
