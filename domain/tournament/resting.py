"""What an event rests on, so that people who work on different parts of a tournament do not get into each other's way.

A writer sends the version that the writer saw. Later events are a conflict only if they touched something that the new event rests on.
With fifty tables reporting, a director who changes an entry is not refused at every tap. A pairing rests on everything, because all results
decide it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.kernel.events import TournamentAct
from domain.kernel.events.common import NoteWritten, Retracted
from domain.kernel.events.tournaments import (
    AbsenceNoted,
    ChangeAccepted,
    ChangeDeclined,
    CheckedIn,
    EntryChanged,
    EntryMade,
    EntryReturned,
    EntryWithdrawn,
    ForfeitRuled,
    LotsDrawn,
    OrderRuled,
    ResultApproved,
    ResultEntered,
    ResultTaken,
    RoundPublished,
    ScoreAdjusted,
    SettingsChanged,
    TableLinked,
)


class Part(NamedTuple):
    """A part of a tournament: its settings, an entry, a table of a round (`number` the round), the order of level entries, or a note."""

    name: str
    number: int = 0
    table: int = 0


ALL: Final = Part("all")
"""Everything: whatever happened since concerns the writer."""


def part(act: TournamentAct, recorded: Sequence[TournamentAct]) -> Part:
    """The part that an act rests on and touches. `recorded`: the acts of the stream by version, from 1: a retraction touches what the
    withdrawn act touches."""
    match act:
        case SettingsChanged():
            return Part("settings")
        case EntryMade() | EntryChanged() | EntryWithdrawn() | EntryReturned() | AbsenceNoted() | CheckedIn() | ScoreAdjusted():
            return Part("entry", act.entry)
        case TableLinked() | ResultEntered() | ResultTaken() | ResultApproved() | ChangeAccepted() | ChangeDeclined() | ForfeitRuled():
            return Part("table", act.round, act.table)
        case RoundPublished(number):
            return Part("round", number)
        case LotsDrawn() | OrderRuled():
            return Part("order")
        case NoteWritten():
            return Part("note")
        case Retracted(target) if target <= len(recorded):
            return part(recorded[target - 1], recorded)
        case _:
            return ALL


def unconcerned(acts: Sequence[TournamentAct], recorded: Sequence[TournamentAct], seen: int) -> bool:
    """Whether the acts after version `seen` touched nothing that `acts` rest on. An opening, a pairing, a withdrawn round, published
    standings and the end touch everything. `recorded`: all acts of the stream, in order of version."""
    rests = {part(act, recorded) for act in acts}
    touched = {part(act, recorded) for act in recorded[seen:]} - {Part("note")}
    return not touched or (ALL not in rests | touched and not rests & touched)
