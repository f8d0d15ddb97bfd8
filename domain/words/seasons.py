"""Describes events of a season in words."""

from collections.abc import Callable
from typing import assert_never

from domain.kernel.events import seasons as acts
from domain.kernel.events.common import NoteWritten, Retracted
from domain.words.common import aside, because


def words(act: acts.SeasonAct, called: Callable[[str], str]) -> str:
    """Return the event in words, without a full stop. `called`: returns the title of the tournament with this id."""
    match act:
        case acts.SeasonOpened():
            return f"{act.name.value or 'A season'} begins"
        case acts.SeasonSettingsChanged():
            return "The settings change"
        case acts.TournamentCounted():
            return f"{called(act.tournament)} counts"
        case acts.TournamentLeftOut():
            return f"{called(act.tournament)} does not count any more{because(act.reason)}"
        case acts.CorrectionAccepted():
            return f"{called(act.tournament)} counts with its changed standings"
        case acts.CorrectionDeclined():
            return f"{called(act.tournament)} keeps the standings that counted{because(act.reason)}"
        case acts.SeasonClosed():
            return "The season is over"
        case NoteWritten() | Retracted():
            return aside(act)
        case _:
            assert_never(act)
