"""Describes events of a club in words. The caller gives the names of people; a sealed name is shown only if its value is known here."""

from collections.abc import Callable
from typing import assert_never

from domain.kernel.events import PersonId
from domain.kernel.events import club as acts
from domain.words.common import duration


def words(act: acts.ClubAct, called: Callable[[PersonId], str]) -> str:
    """Return the event in words, such as `Anna is in the directory`. `called`: returns the name for a person's id."""
    match act:
        case acts.ClubFounded():
            return f"The club {act.club} is founded"
        case acts.ClubNamed():
            return f"The club is called {act.name}"
        case acts.ClubSettingsChanged():
            return f"For what begins from here on: {_settings(act)}"
        case acts.PersonRegistered():
            return f"{act.name.value or called(act.person)} is in the directory"
        case acts.PersonRenamed():
            return f"{called(act.person)} is called {act.name.value or 'something else'} from here on"
        case acts.PersonErased():
            return f"The names of {act.person} are erased"
        case acts.PeopleMerged():
            return f"{act.gone} and {called(act.kept)} are one person"
        case acts.MembershipGranted():
            return f"{called(act.person)} is a member of the club as {act.role}"
        case acts.MembershipEnded():
            return f"{called(act.person)} is no longer a member of the club"
        case _:
            assert_never(act)


def _settings(act: acts.ClubSettingsChanged) -> str:
    late = "at once" if not act.delay else duration(act.delay) + " late"
    said = (
        act.visibility and f"games and tournaments are {act.visibility}",
        act.delay is not None and f"spectators see games {late}",
        act.pins is not None and f"players set {'a' if act.pins else 'no'} PIN when they check in",
        act.results_first is not None and f"{'the result of a deal is' if act.results_first else 'cards are'} asked for first",
    )
    return ", ".join(part for part in said if part) or "nothing changes"
