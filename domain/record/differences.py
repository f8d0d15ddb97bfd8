"""The differences between two readings of a record: events added, withdrawn and moved, findings raised and withdrawn, rounds with other
points.

A reading is a sequence of events: as corrected at some version (`standing`), or as typed (`as_typed`), without corrections. A difference
leads from the first sequence to the second: `applied(difference(a, b), a) == b`. It moves as few as possible of the events that are in
both.

service/api/games/diff.py decides what a viewer may see of a difference.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import Event, Retracted
from domain.kernel.findings import Finding
from domain.ledger import Closed
from domain.record.fold import Reading, read_as
from domain.rounds import rounds_over
from domain.system import Viewer


class Placed(NamedTuple):
    """An event in a sequence. `behind`: the version of the event directly before it; 0 if it is the first."""

    event: Event
    behind: int


class Moved(NamedTuple):
    """An event that is in both sequences at different places. `stood_behind`: the version directly before it in the first sequence,
    `behind`: in the second."""

    event: Event
    stood_behind: int
    behind: int


@dataclass(frozen=True, slots=True)
class Difference:
    """`added` and `moved` in the order of the second sequence, `withdrawn` in the order of the first."""

    added: tuple[Placed, ...] = ()
    withdrawn: tuple[Placed, ...] = ()
    moved: tuple[Moved, ...] = ()


def difference(before: Sequence[Event], after: Sequence[Event]) -> Difference:
    """The difference that leads from `before` to `after`. Neither sequence may hold an event twice."""
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


def applied(difference: Difference, before: Sequence[Event]) -> list[Event]:
    """The second sequence, made from the first. Raises KeyError when the difference does not fit `before`."""
    gone = {placed.event.version for placed in difference.withdrawn} | {moved.event.version for moved in difference.moved}
    resting = [event for event in before if event.version not in gone]
    coming = {placed.behind: placed.event for placed in (*difference.added, *(Placed(m.event, m.behind) for m in difference.moved))}
    after: list[Event] = []
    last = 0
    for event in (*resting, None):
        while last in coming:
            after.append(coming.pop(last))
            last = after[-1].version
        if event is not None:
            after.append(event)
            last = event.version
    if coming:
        raise KeyError(min(coming))
    return after


def _placed(events: Sequence[Event]) -> Iterable[Placed]:
    return (Placed(event, events[place - 1].version if place else 0) for place, event in enumerate(events))


def _resting(places: Sequence[int]) -> frozenset[int]:
    """A longest ascending subsequence of `places`. The events at these places count as not moved (patience sorting, Fredman 1975)."""
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
    """The record without corrections: every event except retractions, in order of version, none withdrawn, none moved."""
    return read_as(reading.system, reading.events, [event for event in reading.events if not isinstance(event.act, Retracted)])


def standing(reading: Reading) -> list[Event]:
    """The events of a reading in table order."""
    return [step.event for step in reading.steps]


# --- findings and rounds ----------------------------------------------------------------------------------------------------------------


class FindingChanges(NamedTuple):
    """`raised`: findings that are only in the second reading, or that have other words in it. `withdrawn`: findings that are only in the
    first reading."""

    raised: tuple[Finding, ...]
    withdrawn: tuple[Finding, ...]


def finding_changes(before: Iterable[Finding], after: Iterable[Finding]) -> FindingChanges:
    """The findings raised and withdrawn, each in its own order. Different proofs of one finding count separately."""
    old, new = ({finding.proof: finding for finding in findings} for findings in (before, after))
    raised = tuple(finding for proof, finding in new.items() if old.get(proof) != finding)
    return FindingChanges(raised, tuple(finding for proof, finding in old.items() if proof not in new))


def changes_seen(before: Iterable[Finding], after: Iterable[Finding], viewer: Viewer) -> FindingChanges:
    """The findings raised and withdrawn, as one viewer sees them. A finding with a new proof and the same words is unchanged. `rests_on` is
    emptied."""
    seen = ([replace(finding, rests_on=frozenset()) for finding in viewer.visible(findings)] for findings in (before, after))
    return finding_changes(*seen)


class RoundChange(NamedTuple):
    """A round with other points, or a round that is over in one reading only (for the other reading, `before` or `after` is None)."""

    number: int
    before: Closed | None
    after: Closed | None


def round_changes(before: Reading, after: Reading) -> tuple[RoundChange, ...]:
    """The rounds that differ between the two readings, by number."""
    old, new = ({closed.number: closed for closed in rounds_over(reading.table)} for reading in (before, after))
    changes = (RoundChange(number, old.get(number), new.get(number)) for number in sorted(old.keys() | new.keys()))
    return tuple(change for change in changes if _points(change.before) != _points(change.after))


def _points(closed: Closed | None) -> Mapping[Seat, int] | None:
    return None if closed is None else closed.points
