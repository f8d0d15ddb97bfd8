"""Acts of a club in words. The caller gives the names of people; a sealed name is shown only if it is open."""

from collections.abc import Callable
from typing import assert_never

from domain.kernel.events import ClubAct, PersonId
from domain.kernel.events.club import ClubFounded, ClubNamed, PeopleMerged, PersonErased, PersonRegistered, PersonRenamed


def words(act: ClubAct, called: Callable[[PersonId], str]) -> str:
    """Return the act in words: `Anna is in the directory`. `called`: returns the name for a person's id."""
    match act:
        case ClubFounded():
            return f"The club {act.club} is founded"
        case ClubNamed():
            return f"The club is called {act.name}"
        case PersonRegistered():
            return f"{act.name.value or called(act.person)} is in the directory"
        case PersonRenamed():
            return f"{called(act.person)} is called {act.name.value or 'something else'} from here on"
        case PersonErased():
            return f"The names of {act.person} are erased"
        case PeopleMerged():
            return f"{act.gone} and {called(act.kept)} are one person"
        case _:
            assert_never(act)
