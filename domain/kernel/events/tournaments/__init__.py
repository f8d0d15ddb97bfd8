"""Events of a tournament: its set-up, its entries, its rounds and its results.

The standings have one row for each *entry*: a person, a fixed pair or a team. An entry keeps its number for ever. The entries that play
together at a table are a *side*; a table has two sides or more. Points are whole numbers. Where half points are usual, the settings count a
win as 2 and a draw as 1. domain/tournament/ folds the events. Source: docs/decisions/tournaments.md.
"""

from domain.kernel.events.common import NoteWritten, Retracted
from domain.kernel.events.kinds import EVENT_TYPES
from domain.kernel.events.tournaments.results import (
    ChangeAccepted,
    ChangeDeclined,
    ForfeitRuled,
    LotsDrawn,
    OrderRuled,
    ResultApproved,
    ResultEntered,
    ResultTaken,
    ScoreAdjusted,
    StandingsPublished,
    TournamentFinished,
)
from domain.kernel.events.tournaments.rounds import (
    BellRung,
    PairingChanged,
    RoundPaired,
    RoundPublished,
    RoundStarted,
    RoundUnpublished,
    TableLinked,
)
from domain.kernel.events.tournaments.setup import (
    AbsenceNoted,
    Announced,
    CheckedIn,
    EntryChanged,
    EntryMade,
    EntryReturned,
    EntryWithdrawn,
    SettingsChanged,
    TournamentOpened,
)
from domain.kernel.events.tournaments.values import TOURNAMENT_TYPES, PairedBy, RoundSettings, Scoring, Settings, TablePaired

__all__ = [
    "TOURNAMENT_TYPES",
    "AbsenceNoted",
    "Announced",
    "BellRung",
    "ChangeAccepted",
    "ChangeDeclined",
    "CheckedIn",
    "EntryAct",
    "EntryChanged",
    "EntryMade",
    "EntryReturned",
    "EntryWithdrawn",
    "ForfeitRuled",
    "LotsDrawn",
    "OrderRuled",
    "PairedBy",
    "PairingChanged",
    "ResultApproved",
    "ResultEntered",
    "ResultTaken",
    "RoundPaired",
    "RoundPublished",
    "RoundSettings",
    "RoundStarted",
    "RoundUnpublished",
    "ScoreAdjusted",
    "Scoring",
    "Settings",
    "SettingsChanged",
    "StandingsPublished",
    "TableAct",
    "TableLinked",
    "TablePaired",
    "TournamentAct",
    "TournamentFinished",
    "TournamentOpened",
]

EntryAct = EntryMade | EntryChanged | EntryWithdrawn | EntryReturned | AbsenceNoted | CheckedIn
"""The acts about one entry, which have its number as `entry`."""
TableAct = TableLinked | ResultEntered | ResultTaken | ResultApproved | ChangeAccepted | ChangeDeclined | ForfeitRuled
"""The acts about one table, which have its `round` and its number as `table`."""
TournamentAct = (
    TournamentOpened
    | SettingsChanged
    | EntryMade
    | EntryChanged
    | EntryWithdrawn
    | EntryReturned
    | AbsenceNoted
    | CheckedIn
    | RoundPaired
    | PairingChanged
    | RoundPublished
    | RoundUnpublished
    | RoundStarted
    | BellRung
    | TableLinked
    | ResultEntered
    | ResultTaken
    | ResultApproved
    | ChangeAccepted
    | ChangeDeclined
    | ForfeitRuled
    | ScoreAdjusted
    | LotsDrawn
    | OrderRuled
    | StandingsPublished
    | Announced
    | TournamentFinished
    | NoteWritten
    | Retracted
)

TOURNAMENT_TYPES.update({name: EVENT_TYPES[name] for name in ("NoteWritten", "Retracted")})
