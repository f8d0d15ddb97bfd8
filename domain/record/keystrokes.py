"""Shows how a record grew: the record as it was after each of its events was recorded, and which findings came and went with that event.

Only the steps that an event changes are folded again. An event at the end adds one step. A correction changes all steps from the corrected
place on, except for acts that change no table, such as notes.

`Reading.at` reads the record at one version. It gives the same table as the keystroke of that version, and all findings at that version.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import Final, NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import (
    ClaimAnswered,
    ClaimMade,
    Event,
    GameLinked,
    NoteWritten,
    ResultConfirmed,
    RulingRecorded,
    SpectatorDelaySet,
    VisibilitySet,
)
from domain.kernel.findings import Finding, Proof
from domain.record.differences import finding_changes
from domain.record.fold import Reading, reaches
from domain.record.life import Correction, check_life, life_of, result_of
from domain.record.places import Places
from domain.record.rulings import check_rulings
from domain.record.steps import Step, steps_after
from domain.system import Outcome, System, Table, Viewer


class Keystroke(NamedTuple):
    """The record after `event` was recorded. `table`: the table at that time. `raised`: the findings that are new, or have another sentence
    now, in the order of `Reading.findings` after the event. `withdrawn`: the findings that are gone, in the order of `Reading.findings`
    before the event."""

    event: Event
    table: Table
    raised: tuple[Finding, ...]
    withdrawn: tuple[Finding, ...]


class TooManyCorrections(Exception):
    """The corrections of a record change so many steps that a reader need not wait for what each of them changed."""


def keystrokes(reading: Reading, most: float = inf) -> Iterator[Keystroke]:
    """Yield a keystroke for each event of the record, in the order of recording. `most`: how many steps may be folded again, and how many
    retractions may be turned by later ones, in all; the findings and the deals in doubt of these steps count too (FOUND). Raises
    TooManyCorrections when a correction needs more."""
    typed = _Typed(reading, most)
    for event in reading.events:
        yield typed.after(event)


def as_recorded(reading: Reading, viewer: Viewer, most: float = inf) -> Iterator[Step]:
    """Yield a step for each event of the record, in the order of recording. A step has the table after the event, and the findings that
    this viewer sees after the event but did not see before it. `most`: as for `keystrokes`. Raises TooManyCorrections."""
    return typed_steps(keystrokes(reading, most), reading.system, viewer)


def typed_steps(typed: Iterable[Keystroke], system: System[Table], viewer: Viewer) -> Iterator[Step]:
    """Yield the steps of `as_recorded` for the first keystrokes of a record."""
    seen: dict[str, set[Proof]] = {}
    for event, table, raised, withdrawn in typed:
        fresh: tuple[Finding, ...] = ()
        if raised or withdrawn:
            visible = [finding for finding in raised if viewer.may_see(finding)]
            fresh = tuple(finding for finding in viewer.visible(visible) if not seen.get(finding.id))
            for finding in filter(viewer.may_see, withdrawn):
                seen[finding.id].discard(finding.proof)
            for finding in visible:
                seen.setdefault(finding.id, set()).add(finding.proof)
        yield Step(event, system, None, table, findings=fresh)


class _Typed:
    """A record that is typed event by event. `_steps`: the steps of its current events. `_proved`: the findings of these steps.
    `_confirmations`, `_rulings`: the findings about the record as a whole. `_left`: how much of `most` is left."""

    def __init__(self, reading: Reading, most: float) -> None:
        self._system, self._left = reading.system, most
        self._places = Places(reading.events)
        self._steps: list[Step] = []
        self._proved = _Proved(self._places)
        self._confirmations = _Confirmations(reading, self._places)
        self._rulings = _Rulings([seating.seat for seating in reading.opened.seats], self._places)

    def after(self, event: Event) -> Keystroke:
        """Record the next event, and return what it changed."""
        gone, come = self._folded(event)
        ids = {finding.id for step in (*gone, *come) for finding in (*step.findings, *step.settled)}
        before, confirmed = self._proved.of(ids), self._confirmations.findings
        self._proved.remove(gone)
        self._proved.add(come)
        after, now = self._proved.of(ids), self._confirmations.after(event, gone, come, self._steps[-1].table)
        self._proved.whole = {finding.id for finding in now}
        ids |= {finding.id for finding in confirmed} ^ self._proved.whole
        lost, found = self._rulings.after(gone, come, ids, self._proved)
        changes = finding_changes((*before, *confirmed, *lost), (*after, *now, *found))
        return Keystroke(event, self._steps[-1].table, *changes)

    def _folded(self, event: Event) -> tuple[list[Step], list[Step]]:
        """Record the next event. Returns (the steps that do not count any more, the new steps in place of them)."""
        turned = self._places.turned
        change = self._places.add(event)
        self._spend(self._places.turned - turned)
        if change is None:
            return [], []
        index, was, now = change
        former, rest = self._steps[index - 1] if index else None, index + (was is not None)
        come = [] if now is None else steps_after(self._system, former, [now])
        if former is not None and all(_is_aside(step, former) for step in (*self._steps[index:rest], *come)):
            end = rest + 1  # the step after them is folded again, because a question may name the event directly before it
            again = steps_after(self._system, come[-1] if come else former, [step.event for step in self._steps[rest:end]])
            if all(new == old and new.doubts == old.doubts for new, old in zip(again, self._steps[rest:end], strict=True)):
                return self._replaced(index, end, come + again)
        self._spend(len(self._steps) - rest)
        come += steps_after(self._system, come[-1] if come else former, [step.event for step in self._steps[rest:]])
        self._spend(sum(FOUND * len(step.findings) + len(step.doubts.by_key) for step in come[1:]))
        return self._replaced(index, len(self._steps), come)

    def _spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise TooManyCorrections

    def _replaced(self, index: int, end: int, come: list[Step]) -> tuple[list[Step], list[Step]]:
        """Put `come` in the place of the steps from `index` up to `end`. Returns what `_folded` returns."""
        gone = self._steps[index:end]
        self._steps[index:end] = come
        after = index + len(come)
        if 0 < after < len(self._steps):
            self._steps[after].before = self._steps[after - 1]
        return gone, come


FOUND: Final = 8
"""A finding in a step that is folded again counts as much as so many steps, because proving it takes as long. Each deal in doubt counts as
much as a step."""
_ASIDE: Final = frozenset({NoteWritten, ClaimMade, ClaimAnswered, VisibilitySet, SpectatorDelaySet, GameLinked})
"""The types of acts that no game reads, and that prove nothing about a deal."""


def _is_aside(step: Step, before: Step) -> bool:
    """Whether a step changes nothing for the steps after it. `before`: a step whose table and doubts count before it."""
    told = step.findings or step.settled
    return step.event.act.__class__ in _ASIDE and not told and step.doubts == before.doubts and step.table == before.table


_Told = tuple[int, int, Finding | None]


class _Proved:
    """The findings of the current steps. `whole`: the ids of the findings about confirmations, which belong to no step but count as proved
    too."""

    def __init__(self, places: Places) -> None:
        self.whole: set[str] = set()
        # `_told`: for each proof, the places where it is found or settled, ascending. A place is (place of the event in table order, index
        # among the step's findings, the finding), or (place of the event, -1, None) where the proof is settled. `_grounds`: by id of a
        # finding, the `rests_on` of each of its proofs that counts now.
        self._told: dict[Proof, list[_Told]] = {}
        self._grounds: dict[str, set[frozenset[Seat]]] = {}
        self._places = places

    def __contains__(self, finding: object) -> bool:
        """Whether a proved fault, a gap or an open query has this id now."""
        return finding in self._grounds or finding in self.whole

    def add(self, steps: Iterable[Step]) -> None:
        """Add the findings and the settled queries of `steps`."""
        for proof, told in self._of(steps):
            insort(self._told.setdefault(proof, []), told, key=_place_of)
            self._weigh(proof)

    def remove(self, steps: Iterable[Step]) -> None:
        """Remove the findings and the settled queries of `steps`."""
        for proof, told in self._of(steps):
            occurrences = self._told[proof]
            del occurrences[bisect_left(occurrences, _place_of(told), key=_place_of)]
            self._weigh(proof)

    def _of(self, steps: Iterable[Step]) -> Iterator[tuple[Proof, _Told]]:
        for step in steps:
            if step.findings or step.settled:
                place = self._places.rank(step.event.version)
                yield from ((finding.proof, (place, -1, None)) for finding in step.settled)
                yield from ((finding.proof, (place, number, finding)) for number, finding in enumerate(step.findings))

    def _weigh(self, proof: Proof) -> None:
        """Note in `_grounds` whether the proof counts now, after `_told` has changed for this proof."""
        told = self._told[proof]
        if told and told[-1][2] is not None:
            self._grounds.setdefault(proof.id, set()).add(proof.rests_on)
            return
        grounds = self._grounds.get(proof.id, set())
        grounds.discard(proof.rests_on)
        if not grounds:
            self._grounds.pop(proof.id, None)
        if not told:
            del self._told[proof]

    def of(self, ids: Iterable[str]) -> list[Finding]:
        """For the findings with these ids, return the proofs that count (those that `each_proof` keeps), in the order in which they were
        proved."""
        told = [
            self._told[Proof(name, ground)]
            for name in ids
            for grounds in [self._grounds.get(name, ())]
            for ground in grounds
            if not any(other < ground for other in grounds)
        ]
        last = sorted(((_since(occurrences), occurrences[-1][2]) for occurrences in told), key=lambda each: each[0])
        return [finding for _, finding in last if finding is not None]


def _place_of(told: _Told) -> tuple[int, int]:
    return told[:2]


def _since(occurrences: Sequence[_Told]) -> tuple[int, int]:
    """Return the place since which a proof has counted without a break, as (place of the event, index among the findings of its step). This
    is the first place where the proof was found after it was last settled; if it was never settled, the first place of all."""
    place, number, _ = occurrences[0]
    for earlier, later in pairwise(occurrences):
        if earlier[2] is None:
            place, number, _ = later
    return place, number


class _Confirmations:
    """The findings about the current confirmations. `_current`: the events with the current confirmations, in table order. `_typed`: all
    events recorded so far."""

    def __init__(self, reading: Reading, places: Places) -> None:
        self.findings: tuple[Finding, ...] = ()
        self._reading = reading
        self._places = places
        self._typed: list[Event] = []
        self._current: list[Event] = []
        self._corrections: list[Correction] = []
        self._since: dict[tuple[int, int], list[Correction]] = {}

    def after(self, event: Event, gone: Iterable[Step], come: Sequence[Step], table: Table) -> tuple[Finding, ...]:
        """Record the next event, and return the findings after it. `gone`: the steps that the event removes. `come`: the steps that
        replace them."""
        self._typed.append(event)
        reached = reaches(event)
        if reached is not None:
            self._corrections.append(Correction(event.version, reached))
        for step in filter(_confirms, gone):
            self._current.remove(step.event)
        for step in filter(_confirms, come):
            insort(self._current, step.event, key=lambda each: self._places.rank(each.version))
        self.findings = self._found(self._reading.system.outcome(table)) if self._current else ()
        return self.findings

    def _found(self, outcome: Outcome) -> tuple[Finding, ...]:
        life = life_of(self._current)
        return check_life(life, result_of(life, outcome, self._earliest), outcome, self._typed, self._reading.hashes)

    def _earliest(self, version: int) -> list[Correction]:
        """Of the current corrections that were recorded after `version`, return the one that changes the earliest version, as a list of one
        item. Return an empty list if there is none."""
        key = (version, len(self._corrections))
        if key not in self._since:
            later = self._corrections[bisect_right(self._corrections, version, key=lambda each: each.version) :]
            current = [each for each in later if not self._places.is_withdrawn(each.version)]
            self._since = {key: sorted(current, key=lambda each: each.reaches)[:1]}
        return self._since[key]


def _confirms(step: Step) -> bool:
    return isinstance(step.event.act, ResultConfirmed)


class _Rulings:
    """The findings about current rulings whose subject is gone. `_rulings`: every ruling so far, by version. `_citing`: the versions of the
    rulings about a subject; the key is the id of a finding or the version of a dispute. `_found`: the findings, by version of the
    ruling."""

    def __init__(self, seats: Sequence[Seat], places: Places) -> None:
        self._seats = seats
        self._places = places
        self._rulings: dict[int, Event] = {}
        self._citing: dict[object, set[int]] = {}
        self._found: dict[int, Finding] = {}

    def after(
        self, gone: Sequence[Step], come: Sequence[Step], ids: Iterable[str], proved: Container[str]
    ) -> tuple[list[Finding], list[Finding]]:
        """Record the next event. Return the findings about rulings as (those before the event, those after it). Findings that cannot have
        changed are left out. `gone`: the steps that the event removed. `come`: the steps that replaced them. `ids`: the findings
        whose proofs have changed."""
        for event in (step.event for step in come):
            if isinstance(event.act, RulingRecorded) and event.version not in self._rulings:
                self._rulings[event.version] = event
                for subject in (event.act.cites.finding, event.act.cites.dispute):
                    if subject is not None:
                        self._citing.setdefault(subject, set()).add(event.version)
        if not self._rulings:
            return [], []
        changed = {step.event.version for step in (*gone, *come)}
        rulings = changed & self._rulings.keys()
        rulings.update(*(self._citing.get(subject, ()) for subject in (*ids, *changed)))
        ranked = sorted(rulings, key=self._places.rank)
        before = [self._found[version] for version in ranked if version in self._found]
        current = [self._rulings[version] for version in ranked if version in self._places]
        after = check_rulings(current, proved, self._places, self._seats)
        for version in ranked:
            self._found.pop(version, None)
        self._found |= {finding.versions[0]: finding for finding in after}
        return before, list(after)
