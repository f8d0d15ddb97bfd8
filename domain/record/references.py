"""Checks the events that an event names: the ruling that it supersedes, the claim that it answers, the typed result that it approves.

The same check refuses such an event when it is recorded and when it is imported from a file. An event can name only earlier events. The
target of a retraction and `after` are checked by `misplaced` (fold.py), which needs no other events. Whether a named event still counts is
checked only when the naming event is recorded (settled.py). An answer to a query (IrregularityAttested) is not checked: it may name a
query that is not asked, and a finding says so (attesting.py)."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from domain.kernel.events import (
    AnyAct,
    ClaimAnswered,
    ClaimMade,
    ConcessionMade,
    Event,
    ResultConfirmed,
    RulingRecorded,
    StreamEvent,
    TournamentEvent,
)
from domain.kernel.events.tournaments import ChangeAccepted, ChangeDeclined, ResultApproved, ResultEntered, ResultTaken
from domain.kernel.shapes import Fault
from domain.record.rulings import DISPUTES

A = TypeVar("A", bound=AnyAct)
_CLAIMS: Final = (ClaimMade, ConcessionMade)
_VERSION: Final = re.compile(r"[0-9]+")


def misreferred(events: Sequence[Event], first: int = 0) -> Iterator[tuple[int, Fault]]:
    """Yield (index of an event, fault) for each event of a game that names an event which it can never name: itself, a later or missing
    one, or one of the wrong type. `events`: all events of the record, in order of version; those before the index `first` are not
    checked."""
    for index in range(first, len(events)):
        for fault in _of_game(events, index):
            yield index, fault


def misreferred_in_tournament(events: Sequence[TournamentEvent]) -> Iterator[tuple[int, Fault]]:
    """Yield (index of an event, fault) for each event of a tournament that names an event which it can never name. Events with `after` are
    not checked, as when they are recorded: they change the past."""
    kind: type[ResultEntered | ResultTaken]
    for index, event in enumerate(events):
        match event.act:
            case _ if event.after is not None:
                continue
            case ResultApproved(number, table, named, _):
                pointer, kind = "/data/result", ResultEntered
            case ChangeAccepted(number, table, named) | ChangeDeclined(number, table, named, _):
                pointer, kind = "/data/change", ResultTaken
            case _:
                continue
        act = _named(events, index, named)
        if not isinstance(act, kind) or (act.round, act.table) != (number, table):
            yield index, Fault(pointer, f"version {named} is not an earlier {kind.__name__} of table {table} in round {number}")


def no_dispute(version: int) -> Fault:
    """Return the fault of a ruling that cites an event as a dispute that is none, or that is withdrawn."""
    names = ", ".join(kind.__name__ for kind in DISPUTES)
    why = f"version {version} opens no dispute; only events of these types do, until they are withdrawn: {names}"
    return Fault("/data/cites/dispute", why)


def _of_game(events: Sequence[Event], index: int) -> Iterator[Fault]:
    act = events[index].act
    match act:
        case ClaimAnswered(version) if not isinstance(_named(events, index, version), _CLAIMS):
            yield Fault("/data/claim", f"event {version} is not a claim or concession in this record")
        case ResultConfirmed(through=version) if version > index:
            yield Fault("/data/through", f"there is no version {version} before this one")
        case RulingRecorded():
            cited, former = act.cites, act.supersedes
            if cited.finding is not None:
                yield from _unproved(cited.finding, index)
            if cited.dispute is not None and not isinstance(_named(events, index, cited.dispute), DISPUTES):
                yield no_dispute(cited.dispute)
            if former is not None and not isinstance(_named(events, index, former), RulingRecorded):
                yield Fault("/data/supersedes", f"version {former} is not a ruling before this one")
        case _:
            return


def _named(events: Sequence[StreamEvent[A]], index: int, version: int) -> A | None:
    """Return the act of the event with this version; None if no event before `index` has it."""
    return events[version - 1].act if version <= index else None


def _unproved(finding: str, index: int) -> Iterator[Fault]:
    """Yield a fault if the finding rests on an event that is not before `index`."""
    last = max(map(int, _VERSION.findall(finding.partition("@")[2])))
    if last > index:
        yield Fault("/data/cites/finding", f"there is no such finding in this game: there is no version {last} before this one")
