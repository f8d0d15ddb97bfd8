"""Describes events of a club in words. The caller gives the names of people; a sealed name is shown only if its value is known here."""

from collections.abc import Callable
from typing import assert_never

from domain.kernel.events import ClubAct, PersonId
from domain.kernel.events.club import (
    ClubFounded,
    ClubNamed,
    ClubSettingsChanged,
    MembershipEnded,
    MembershipGranted,
    PeopleMerged,
    PersonErased,
    PersonRegistered,
    PersonRenamed,
)
from domain.words.common import duration


def words(act: ClubAct, called: Callable[[PersonId], str]) -> str:
    """Return the event in words, such as `Anna is in the directory`. `called`: returns the name for a person's id."""
    match act:
        case ClubFounded():
            return f"The club {act.club} is founded"
        case ClubNamed():
            return f"The club is called {act.name}"
        case ClubSettingsChanged():
            return f"For what begins from here on: {_settings(act)}"
        case PersonRegistered():
            return f"{act.name.value or called(act.person)} is in the directory"
        case PersonRenamed():
            return f"{called(act.person)} is called {act.name.value or 'something else'} from here on"
        case PersonErased():
            return f"The names of {act.person} are erased"
        case PeopleMerged():
            return f"{act.gone} and {called(act.kept)} are one person"
        case MembershipGranted():
            return f"{called(act.person)} is a member of the club as {act.role}"
        case MembershipEnded():
            return f"{called(act.person)} is no longer a member of the club"
        case _:
            assert_never(act)


def _settings(act: ClubSettingsChanged) -> str:
    late = "at once" if not act.delay else duration(act.delay) + " late"
    said = (
        act.visibility and f"games and tournaments are {act.visibility}",
        act.delay is not None and f"spectators see games {late}",
        act.pins is not None and f"players set {'a' if act.pins else 'no'} PIN when they check in",
        act.results_first is not None and f"{'the result of a deal is' if act.results_first else 'cards are'} asked for first",
    )
    return ", ".join(part for part in said if part) or "nothing changes"
