"""Says which earlier events matter to a new event, so that people who work on different parts of a tournament do not disturb each other.

A writer sends the version that the writer saw. A later event is a conflict only if it touched the part of the tournament that the new event
rests on. For example, results that come in from fifty tables do not stop a director who changes an entry. A pairing rests on everything,
because all results decide it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.kernel.events import TournamentAct
from domain.kernel.events.common import NoteWritten, Retracted
from domain.kernel.events.tournaments import (
    Announced,
    BellRung,
    EntryAct,
    LotsDrawn,
    OrderRuled,
    RoundPublished,
    RoundStarted,
    ScoreAdjusted,
    SettingsChanged,
    TableAct,
    WishMade,
)


class Part(NamedTuple):
    """A part of a tournament: the settings, an entry, a round, a table of a round, the order of level entries, the wishes, or a note.
    `number`: the number of the entry or round."""

    name: str
    number: int = 0
    table: int = 0


ALL: Final = Part("all")
"""The whole tournament. An act with this part rests on everything and touches everything."""


def part(act: TournamentAct, recorded: Sequence[TournamentAct]) -> Part:
    """Return the part of the tournament that an act rests on and touches. For a retraction, this is the part of the withdrawn act.
    `recorded`: all acts of the stream, in order of version, from version 1."""
    if isinstance(act, EntryAct | ScoreAdjusted):
        return Part("entry", act.entry)
    if isinstance(act, TableAct):
        return Part("table", act.round, act.table)
    match act:
        case SettingsChanged():
            return Part("settings")
        case RoundPublished(number) | RoundStarted(number, _) | BellRung(number):
            return Part("round", number)
        case LotsDrawn() | OrderRuled():
            return Part("order")
        case WishMade():
            return Part("wishes")
        case NoteWritten() | Announced():
            return Part("note")
        case Retracted(target) if target <= len(recorded):
            return part(recorded[target - 1], recorded)
        case _:
            return ALL


def unconcerned(acts: Sequence[TournamentAct], recorded: Sequence[TournamentAct], seen: int) -> bool:
    """Whether the acts after version `seen` touched nothing that the new `acts` rest on. Some acts touch everything: an opening, a
    pairing, the withdrawal of a round, published standings and the end. `recorded`: all acts of the stream, in order of version."""
    rests = {part(act, recorded) for act in acts} - {Part("note")}
    touched = {part(act, recorded) for act in recorded[seen:]} - {Part("note")}
    return not rests or not touched or (ALL not in rests | touched and not rests & touched)
