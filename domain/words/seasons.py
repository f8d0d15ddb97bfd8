"""Describes events of a season in words."""

from collections.abc import Callable
from typing import assert_never

from domain.kernel.events import SeasonAct
from domain.kernel.events.common import NoteWritten, Retracted
from domain.kernel.events.seasons import (
    CorrectionAccepted,
    CorrectionDeclined,
    SeasonClosed,
    SeasonOpened,
    SeasonSettingsChanged,
    TournamentCounted,
    TournamentLeftOut,
)


def words(act: SeasonAct, called: Callable[[str], str]) -> str:
    """Return the event in words, without a full stop. `called`: returns the title of the tournament with this id."""
    match act:
        case SeasonOpened():
            return f"{act.name.value or 'A season'} begins"
        case SeasonSettingsChanged():
            return "The settings change"
        case TournamentCounted():
            return f"{called(act.tournament)} counts"
        case TournamentLeftOut():
            return f"{called(act.tournament)} does not count any more{_because(act.reason.value)}"
        case CorrectionAccepted():
            return f"{called(act.tournament)} counts with its changed standings"
        case CorrectionDeclined():
            return f"{called(act.tournament)} keeps the standings that counted{_because(act.reason.value)}"
        case SeasonClosed():
            return "The season is over"
        case NoteWritten():
            return f"Note: {act.note.value}" if act.note.value else "A note"
        case Retracted():
            return f"Version {act.target} is withdrawn" + (f": {act.reason}" if act.reason else "")
        case _:
            assert_never(act)


def _because(reason: str | None) -> str:
    return f": {reason}" if reason else ""
