"""What differs between two readings of a record: events added, withdrawn and moved, findings raised and withdrawn, rounds that came to
something else.

A reading is a sequence of events: as corrected at some version (`standing`), or as typed (`as_typed`), where no correction has been made.
A difference says of two sequences what leads from the first to the second: `applied(difference(a, b), a) == b`. Of the events that both
hold, as few as possible are said to have moved.

Not here: what anybody may see of it (service/api/games/diff.py).
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
    """An event and the version of the one directly before it; 0: none."""

    event: Event
    behind: int


class Moved(NamedTuple):
    """An event that stands in both sequences at another place: behind which version it stood and stands."""

    event: Event
    stood_behind: int
    behind: int


@dataclass(frozen=True, slots=True)
class Difference:
    """`added` and `moved` in the order of the second sequence, `withdrawn` in that of the first."""

    added: tuple[Placed, ...] = ()
    withdrawn: tuple[Placed, ...] = ()
    moved: tuple[Moved, ...] = ()


def difference(before: Sequence[Event], after: Sequence[Event]) -> Difference:
    """What leads from one sequence to the other. No event stands in a sequence twice."""
    stood = {placed.event.version: placed.behind for placed in _placed(before)}
    stands = {event.version for event in after}
    places = {event.version: place for place, event in enumerate(before)}
    resting = _resting([places[event.version] for event in after if event.version in places])
    added, moved = [], []
    for event, behind in _placed(after):
        if event.version not in stood:
            added.append(Placed(event, behind))
        elif places[event.version] not in resting:
            moved.append(Moved(event, stood[event.version], behind))
    withdrawn = tuple(placed for placed in _placed(before) if placed.event.version not in stands)
    return Difference(tuple(added), withdrawn, tuple(moved))


def applied(difference: Difference, before: Sequence[Event]) -> list[Event]:
    """The second sequence from the first. Raises KeyError where the difference does not fit it."""
    gone = {placed.event.version for placed in difference.withdrawn} | {moved.event.version for moved in difference.moved}
    resting = [event for event in before if event.version not in gone]
    coming = {placed.behind: placed.event for placed in (*difference.added, *(Placed(m.event, m.behind) for m in difference.moved))}
    found: list[Event] = []
    last = 0
    for event in (*resting, None):
        while last in coming:
            found.append(coming.pop(last))
            last = found[-1].version
        if event is not None:
            found.append(event)
            last = event.version
    if coming:
        raise KeyError(min(coming))
    return found


def _placed(events: Sequence[Event]) -> Iterable[Placed]:
    return (Placed(event, events[place - 1].version if place else 0) for place, event in enumerate(events))


def _resting(places: Sequence[int]) -> frozenset[int]:
    """A longest part of `places` that ascends: what it holds has not moved (patience sorting, Fredman 1975)."""
    tops: list[int] = []
    piles: list[int] = []
    for place in places:
        pile = bisect_left(tops, place)
        tops[pile : pile + 1] = [place]
        piles.append(pile)
    found, wanted = [], len(tops) - 1
    for place, pile in zip(reversed(places), reversed(piles), strict=True):
        if pile == wanted:
            found.append(place)
            wanted -= 1
    return frozenset(found)


# --- readings ---------------------------------------------------------------------------------------------------------------------------


def as_typed(reading: Reading) -> Reading:
    """The record as if no correction had ever been made: every event in order of version, none withdrawn, none moved. Corrections
    themselves are not in it."""
    return read_as(reading.system, reading.events, [event for event in reading.events if not isinstance(event.act, Retracted)])


def standing(reading: Reading) -> list[Event]:
    """The events of a reading as they follow each other at the table."""
    return [step.event for step in reading.steps]


# --- findings and rounds ----------------------------------------------------------------------------------------------------------------


class FindingChanges(NamedTuple):
    """`raised`: those that are new or read differently now; `withdrawn`: those that hold no longer."""

    raised: tuple[Finding, ...]
    withdrawn: tuple[Finding, ...]


def finding_changes(before: Iterable[Finding], after: Iterable[Finding]) -> FindingChanges:
    """Each in its own order, every proof by itself."""
    stood, holds = ({finding.proof: finding for finding in findings} for findings in (before, after))
    raised = tuple(finding for proof, finding in holds.items() if stood.get(proof) != finding)
    return FindingChanges(raised, tuple(finding for proof, finding in stood.items() if proof not in holds))


def changes_seen(before: Iterable[Finding], after: Iterable[Finding], viewer: Viewer) -> FindingChanges:
    """The same for one viewer, to whom a finding stays the same if only its proof is another. What they rest on is left out."""
    seen = ([replace(finding, rests_on=frozenset()) for finding in viewer.visible(findings)] for findings in (before, after))
    return finding_changes(*seen)


class RoundChange(NamedTuple):
    """A round that came to something else, or that is over in one reading only (the other is None)."""

    number: int
    before: Closed | None
    after: Closed | None


def round_changes(before: Reading, after: Reading) -> tuple[RoundChange, ...]:
    """By number."""
    stood, stands = ({closed.number: closed for closed in rounds_over(reading.table)} for reading in (before, after))
    changes = (RoundChange(number, stood.get(number), stands.get(number)) for number in sorted(stood.keys() | stands.keys()))
    return tuple(change for change in changes if _points(change.before) != _points(change.after))


def _points(closed: Closed | None) -> Mapping[Seat, int] | None:
    return None if closed is None else closed.points
