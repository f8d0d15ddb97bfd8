"""Which events a client may append to a game."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from functools import cache
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import COMMON, EVENT_TYPES, EventType, PersonId
from domain.record.batch import Vocabulary
from domain.record.settled import SETTLING

ELSEWHERE: Final = {
    "GameOpened": "POST /games",
    "ResultConfirmed": "POST /games/{game}/confirmation",
    "GameLinked": "POST /games/{game}/rematch",
}
"""The event types that a client may not append as events, each with the only request that records it."""


@cache
def types_of(acts: frozenset[str]) -> Mapping[str, EventType]:
    """Return the event types that clients may append to a game of a system, by name. `acts`: the types of events that its rules know
    (`System.acts`)."""
    names = acts | COMMON - ELSEWHERE.keys()
    return {name: kind for name, kind in EVENT_TYPES.items() if name in names}


def vocabulary(acts: frozenset[str], seats: Collection[Seat], people: Callable[[Iterable[PersonId]], Container[PersonId]]) -> Vocabulary:
    """Return what new events of a game may name. `acts`: as in `types_of`. `seats`, `people`: as in Vocabulary."""
    return Vocabulary("game", EVENT_TYPES, types_of(acts), ELSEWHERE, SETTLING, frozenset(seats), people)
