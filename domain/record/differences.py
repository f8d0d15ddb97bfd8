"""Compares two readings of a record: which events were added, withdrawn or moved, which findings appeared or disappeared, and which rounds
have other points.

A reading is a sequence of events: either as corrected at some version (`standing`), or as typed (`as_typed`), that is, without corrections.
A difference turns the first sequence into the second, and moves as few events as possible.

service/api/games/diff.py decides what a viewer may see of a difference."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import Event, Retracted
from domain.kernel.findings import Finding
from domain.ledger import Closed
from domain.record.fold import Reading
from domain.rounds import rounds_over
from domain.system import Viewer


class Placed(NamedTuple):
    """An event and its place in a sequence. `behind`: the version of the event directly before it; 0 if it is the first."""

    event: Event
    behind: int


class Moved(NamedTuple):
    """An event that has different places in the two sequences. `stood_behind`: the version of the event directly before it in the first
    sequence. `behind`: the version of the event directly before it in the second sequence."""

    event: Event
    stood_behind: int
    behind: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How two sequences differ. `added` and `moved`: in the order of the second sequence. `withdrawn`: in the order of the first."""

    added: tuple[Placed, ...] = ()
    withdrawn: tuple[Placed, ...] = ()
    moved: tuple[Moved, ...] = ()


def difference(before: Sequence[Event], after: Sequence[Event]) -> Difference:
    """Return the difference that turns `before` into `after`. Neither sequence may hold an event twice."""
    old_places = {placed.event.version: placed.behind for placed in _placed(before)}
    new_versions = {event.version for event in after}
    places = {event.version: place for place, event in enumerate(before)}
    resting = _resting([places[event.version] for event in after if event.version in places])
    added, moved = [], []
    for event, behind in _placed(after):
        if event.version not in old_places:
            added.append(Placed(event, behind))
        elif places[event.version] not in resting:
            moved.append(Moved(event, old_places[event.version], behind))
    withdrawn = tuple(placed for placed in _placed(before) if placed.event.version not in new_versions)
    return Difference(tuple(added), withdrawn, tuple(moved))


def _placed(events: Sequence[Event]) -> Iterable[Placed]:
    return (Placed(event, events[place - 1].version if place else 0) for place, event in enumerate(events))


def _resting(places: Sequence[int]) -> frozenset[int]:
    """Return a longest ascending subsequence of `places`: the events that were not moved (patience sorting, Fredman 1975)."""
    tops: list[int] = []
    piles: list[int] = []
    for place in places:
        pile = bisect_left(tops, place)
        tops[pile : pile + 1] = [place]
        piles.append(pile)
    resting, wanted = [], len(tops) - 1
    for place, pile in zip(reversed(places), reversed(piles), strict=True):
        if pile == wanted:
            resting.append(place)
            wanted -= 1
    return frozenset(resting)


# --- readings ---------------------------------------------------------------------------------------------------------------------------


def as_typed(reading: Reading) -> Reading:
    """Read the record again without its corrections: every event except retractions, in order of version."""
    return reading.counting(reading.events, [event for event in reading.events if not isinstance(event.act, Retracted)])


def standing(reading: Reading) -> list[Event]:
    """Return the events of a reading in table order."""
    return [step.event for step in reading.steps]


# --- findings and rounds ----------------------------------------------------------------------------------------------------------------


class FindingChanges(NamedTuple):
    """How the findings of two readings differ. `raised`: those that are new in the second reading, or have another sentence there.
    `withdrawn`: those that only the first reading has."""

    raised: tuple[Finding, ...]
    withdrawn: tuple[Finding, ...]


def finding_changes(before: Iterable[Finding], after: Iterable[Finding]) -> FindingChanges:
    """Return the raised findings in the order of `after`, and the withdrawn ones in the order of `before`. If a finding has several proofs,
    each proof is compared separately."""
    old, new = ({finding.proof: finding for finding in findings} for findings in (before, after))
    raised = tuple(finding for proof, finding in new.items() if old.get(proof) != finding)
    return FindingChanges(raised, tuple(finding for proof, finding in old.items() if proof not in new))


def changes_seen(before: Iterable[Finding], after: Iterable[Finding], viewer: Viewer) -> FindingChanges:
    """Return the raised and withdrawn findings, as one viewer sees them. A finding counts as unchanged if only its proof is new. In the
    returned findings, `rests_on` is empty."""
    seen = ([replace(finding, rests_on=frozenset()) for finding in viewer.visible(findings)] for findings in (before, after))
    return finding_changes(*seen)


class RoundChange(NamedTuple):
    """A round whose points differ between two readings. `before`, `after`: the round in the first and in the second reading; None if the
    round is not over in that reading."""

    number: int
    before: Closed | None
    after: Closed | None


def round_changes(before: Reading, after: Reading) -> tuple[RoundChange, ...]:
    """Return the rounds that differ between the two readings, by number."""
    old, new = ({closed.number: closed for closed in rounds_over(reading.table)} for reading in (before, after))
    changes = (RoundChange(number, old.get(number), new.get(number)) for number in sorted(old.keys() | new.keys()))
    return tuple(change for change in changes if _points(change.before) != _points(change.after))


def _points(closed: Closed | None) -> Mapping[Seat, int] | None:
    return None if closed is None else closed.points
