"""Reads a record: finds out which events are current, in which order they count, and what follows from them.

*As recorded* means: in the order of versions, each event as it looked before later corrections. *Table order* is the order in which things
happened at the table, even if somebody recorded them later. *As corrected* means: in table order, without the retracted events. Scores,
findings and rankings come from the record as corrected.

`Retracted{target}` withdraws the event with the version `target`, which may itself be a retraction. If an event has `after`, its place is
directly after the event with the version that `after` names. If two events name the same `after`, the later recorded event comes first.
Events without `after` go to the end. A ruling that supersedes another ruling takes its place."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from domain.kernel.events import (
    Event,
    GameOpened,
    IrregularityCalled,
    PlayerJoined,
    PlayerLeft,
    PlayerSubstituted,
    Retracted,
    RulingRecorded,
)
from domain.kernel.findings import Finding, each_proof
from domain.kernel.shapes import Fault
from domain.record.life import LIFE_ACTS, Correction, Life, Result, check_life, life_of, result_of
from domain.record.rulings import check_rulings, in_place, ruled
from domain.record.steps import Step, opening, same_events, standing_after, steps_after
from domain.scheduled import scheduled
from domain.system import System, Table


def retracted(events: Iterable[Event]) -> frozenset[int]:
    """Return the versions of the events that are withdrawn. A retraction that is itself withdrawn withdraws nothing. Therefore the events
    are read from the last to the first."""
    gone: set[int] = set()
    for event in sorted(events, key=lambda event: event.version, reverse=True):
        if isinstance(event.act, Retracted) and event.version not in gone:
            gone.add(event.act.target)
    return frozenset(gone)


def table_order(events: Sequence[Event]) -> list[Event]:
    """Put `events`, given in order of version, into table order. Retracted events stay in the list."""
    if all(event.after is None for event in events):
        return list(events)
    following: dict[int, list[Event]] = {}
    for event in events:
        following.setdefault(event.after or 0, []).append(event)
    # An event without `after` comes after all earlier events. An event with `after` comes directly after the event that it names. Each
    # event is followed by the events whose `after` names it.
    order: list[Event] = []
    for event in following.get(0, []):
        branch = [event]
        while branch:
            placed = branch.pop()
            order.append(placed)
            branch += following.get(placed.version, [])
    return order


def corrected(events: Sequence[Event]) -> list[Event]:
    """Return the current events in table order, without withdrawn events and without retractions."""
    unusual = [event for event in events if event.after is not None or event.act.__class__ in _CORRECTING]
    if not any(map(_reorders, unusual)):
        return list(events)
    standing = in_place(table_order(events), retracted(events))
    return [event for event in standing if not isinstance(event.act, Retracted)]


_CORRECTING: Final = {Retracted, RulingRecorded}
"""The types of acts that may change how earlier events count. Looking up the type is a quick first test; `_reorders` is the exact test."""


def _reorders(event: Event) -> bool:
    """Whether the event changes how earlier events count. An event does if it is inserted before the end, withdraws an event, or supersedes
    a ruling."""
    act = event.act
    return event.after is not None or isinstance(act, Retracted) or (isinstance(act, RulingRecorded) and act.supersedes is not None)


def corrections(events: Sequence[Event]) -> list[Correction]:
    """Return the current corrections, in order of version. A ruling that changes something counts as a correction of the whole record.

    `events`: a whole record, or all its events after some version."""
    gone = retracted(events)
    return [Correction(event.version, reached) for event in events if event.version not in gone and (reached := reaches(event)) is not None]


def reaches(event: Event) -> int | None:
    """Return the earliest version that the event corrects; None if the event corrects nothing."""
    match event.act:
        case Retracted(target):
            return target
        case RulingRecorded() as ruling if ruling.rectification != "stand" or ruling.supersedes is not None:
            return 1
        case _:
            return event.after


def misplaced(drafts: Sequence[tuple[int, Retracted | None, int | None]]) -> list[tuple[int, Fault]]:
    """Return the faults of corrections that are about to be appended, as (index in `drafts`, fault).

    `drafts`: for each new event, (its future version, its act if that is a retraction, its `after`). A correction can neither withdraw the
    opening nor be placed before it, and it cannot name its own version or a later one."""
    faults = []
    for index, (version, retraction, after) in enumerate(drafts):
        if retraction is not None and not 2 <= retraction.target < version:
            why = "the opening cannot be retracted" if retraction.target == 1 else f"there is no version {retraction.target} to retract"
            faults.append((index, Fault("/data/target", why)))
        if after is not None and not 1 <= after < version:
            faults.append((index, Fault("/after", f"there is no version {after} before this one")))
    return faults


NOTED: Final = LIFE_ACTS | {IrregularityCalled, RulingRecorded, PlayerJoined, PlayerLeft, PlayerSubstituted}
"""The types of acts that count for the record as a whole: for its life, for disputes and rulings, or for who sits where."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A record that was read. `events`: all events in order of version. `steps`: one for each current event, in table order, the opening
    first. `noted`: the indexes of the *noted* steps, ascending: a step is noted if it has findings, settles queries, or has an act that
    counts for the record as a whole (NOTED).

    `hashes`: the hashes of some events, by version. They are kept because `findings` compares them with the confirmations at every call."""

    system: System[Table]
    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    noted: tuple[int, ...]
    hashes: dict[int, str] = field(default_factory=dict, repr=False, compare=False)

    @property
    def version(self) -> int:
        return self.events[-1].version

    @property
    def table(self) -> Table:
        return self.steps[-1].table

    @property
    def opened(self) -> GameOpened:
        return opening(self.events[0])

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings in the order in which they were proved, then the findings about the whole record. If several events each prove a
        finding, it occurs once for each proof. `Viewer.visible` picks one proof of each finding for a viewer."""
        whole = check_life(self.life, self.result, self.system.outcome(self.table), self.events, self.hashes)
        steps = standing_after(self.steps[place] for place in self.noted)
        proved = each_proof((*steps, *whole))
        seats = [seating.seat for seating in self.opened.seats]
        rulings = [event for event in self.noted_events if isinstance(event.act, RulingRecorded)]
        current = {step.event.version for step in self.steps} if rulings else ()
        return (*proved, *check_rulings(rulings, {name for finding in proved for name in finding.names}, current, seats))

    @property
    def noted_events(self) -> list[Event]:
        """The events of the noted steps, in table order."""
        return [self.steps[place].event for place in self.noted]

    @property
    def ruled(self) -> dict[str, int]:
        """The rulings on findings: {id of a finding: version of the ruling that settles it}."""
        return ruled(self.noted_events)

    @property
    def life(self) -> Life:
        """The life of the record: its endings, confirmations, claims, substitutions and links."""
        return life_of(self.noted_events)

    @property
    def result(self) -> Result:
        """The result that counts, and up to which version only a director may correct the record."""
        return result_of(self.life, self.system.outcome(self.table), lambda version: corrections(self.events[version:]))

    def extended(self, events: Sequence[Event]) -> "Reading":
        """Return this reading with `events` appended. An ordinary event adds a step. After a correction, the steps from the corrected place
        on are folded again."""
        whole = (*self.events, *events)
        if any(map(_reorders, events)):
            return self.counting(whole, corrected(whole))
        return self._folded(whole, len(self.steps), events)

    def reach(self, events: Sequence[Event]) -> int:
        """Return how many steps `extended(events)` would fold, to know its cost before calling it."""
        if not any(map(_reorders, events)):
            return len(events)
        standing = corrected((*self.events, *events))
        return len(standing) - same_events(self.steps, standing)

    def at(self, version: int) -> "Reading":
        """Return the record as it was at `version` (from 1 to the last). Only steps that later corrections have changed are folded
        again."""
        if version == self.version:
            return self
        events = self.events[:version]
        return self.counting(events, corrected(events))

    def through(self, place: int) -> "Reading":
        """Return the first steps of this reading, up to the one with index `place`. Do not call `extended` on the returned reading."""
        return self._folded(self.events, place + 1, ())

    def counting(self, events: Sequence[Event], standing: Sequence[Event]) -> "Reading":
        """Read the record again as if only the events in `standing` were current. Steps at the beginning that stay the same are not folded
        again. `events`: the events of this record, and perhaps new ones after them. `standing`: some of `events` in table order, the
        opening first. If these are not exactly the current events of `events`, do not call `extended` on the returned reading."""
        shared = same_events(self.steps, standing)
        return self._folded(events, shared, standing[shared:])

    def _folded(self, events: Sequence[Event], kept: int, standing: Sequence[Event]) -> "Reading":
        """Return the reading with the first `kept` steps, and a step for each event in `standing` after them."""
        steps = steps_after(self.system, self.steps[kept - 1] if kept else None, standing)
        noted = self.noted[: bisect_left(self.noted, kept)]
        added = [kept + place for place, step in enumerate(steps) if step.findings or step.settled or step.event.act.__class__ in NOTED]
        hashes = {version: hash_ for version, hash_ in self.hashes.items() if version <= len(events)}
        return Reading(self.system, tuple(events), (*self.steps[:kept], *steps), (*noted, *added), hashes)


def read(system: System[Table], events: Sequence[Event]) -> Reading:
    """Read a record, or its first events, and check every current event. `events`: in order of version, the opening first.

    `system`: the card game with whose rules the record is read. For a game of a tournament, the `system` of the returned reading also ends
    the game as its opening says (domain/scheduled.py)."""
    nothing = Reading(scheduled(system, opening(events[0])), (), (), ())
    return nothing.counting(events, corrected(events))


def fold(system: System[Table], events: Sequence[Event]) -> Table:
    """Return the table after `events`, without looking for findings."""
    standing = corrected(events)
    system = scheduled(system, opening(events[0]))
    table = system.open_table(opening(standing[0]))
    for event in standing[1:]:
        table = system.evolve(table, event)
    return table
