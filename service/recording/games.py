"""What is special about recording in games: which events a game accepts, and which events would change something settled, such as a
confirmed result."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from domain.kernel.events import COMMON, EVENT_TYPES, Event, EventType
from domain.record.batch import Draft, Vocabulary
from domain.record.fold import Reading
from domain.record.refusals import Refusal
from domain.record.settled import SETTLING, unsettling
from domain.systems import SYSTEMS
from service.store.clubs.clubs import Scope
from service.store.clubs.people import People
from service.store.games.heads import Head
from service.store.games.verdicts import Verdicts
from service.store.keys import GameId, club_of

ELSEWHERE: Final = {
    "GameOpened": "POST /games",
    "ResultConfirmed": "POST /games/{game}/confirmation",
    "GameLinked": "POST /games/{game}/rematch",
}
"""The event types that a client may not append as events, each with the only request that records it."""


@cache
def types_of(system: str) -> Mapping[str, EventType]:
    """The event types that clients may append to a game of this system (a set of rules), by name. `system`: its slug. Raises KeyError for
    an unknown slug."""
    names = SYSTEMS[system].acts | COMMON - ELSEWHERE.keys()
    return {name: kind for name, kind in EVENT_TYPES.items() if name in names}


@dataclass(frozen=True, slots=True)
class Games:
    """What recording asks about games. `state`: returns the current reading of a game, which is the result of folding its events. Every
    method may raise the errors of the store."""

    state: Callable[[GameId], Reading]
    verdicts: Verdicts
    people: People

    def vocabulary(self, head: Head) -> Vocabulary:
        people = partial(self.people.names, club_of(head.game))
        return Vocabulary("game", EVENT_TYPES, types_of(head.system), ELSEWHERE, SETTLING, frozenset(head.seats), people)

    def refusal(
        self, stream: GameId, now: Reading, drafts: Sequence[Draft], events: Sequence[Event], scopes: Sequence[Scope]
    ) -> Refusal | None:
        return unsettling(now, drafts, events, scopes, lambda: {entry.finding.id for entry in self.verdicts.entries(stream)})
