"""What is special about recording in tournaments: which events clients may append, and which events could not mean anything."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from domain.kernel.events import TOURNAMENT_TYPES, TournamentAct, TournamentEvent
from domain.kernel.events.tournaments import EntryChanged, EntryMade
from domain.kernel.shapes import Fault
from domain.record.batch import StreamDraft, Vocabulary
from domain.record.refusals import Refusal, invalid
from domain.tournament.checks import faults
from domain.tournament.reading import TournamentReading
from domain.tournament.resting import unconcerned
from service.recording.way import Way
from service.store.clubs.clubs import Scope
from service.store.clubs.people import People
from service.store.keys import StreamId, club_of
from service.store.streams.heads import StreamHead

if TYPE_CHECKING:
    TournamentDraft = StreamDraft[TournamentAct]
else:  # an alias of a slotted class cannot make instances
    TournamentDraft = StreamDraft
TournamentWay = Way[TournamentAct, StreamHead, TournamentReading]
"""The way into tournaments."""
ELSEWHERE: Final = {
    "TournamentOpened": "POST /tournaments",
    "ResultTaken": "TableLinked: a worker takes the results of linked games",
}
"""The event types that a client may not append as events, each with what to use instead."""
TYPES: Final = {name: kind for name, kind in TOURNAMENT_TYPES.items() if name not in ELSEWHERE}
EVERY: Final = frozenset(TYPES)
"""Every batch is checked against the state of the tournament."""


@dataclass(frozen=True, slots=True)
class Tournaments:
    """What recording asks about tournaments. `reading_of`: returns the current reading of a tournament. Every method may raise the errors
    of the store."""

    reading_of: Callable[[StreamId], TournamentReading]
    people: People

    def state(self, stream: StreamId) -> TournamentReading:
        return self.reading_of(stream)

    def vocabulary(self, head: StreamHead) -> Vocabulary:
        people = partial(self.people.names, club_of(head.stream))
        return Vocabulary("tournament", TOURNAMENT_TYPES, TYPES, ELSEWHERE, EVERY, None, people)

    def refusal(
        self,
        stream: StreamId,
        now: TournamentReading,
        drafts: Sequence[TournamentDraft],
        events: Sequence[TournamentEvent],
        scopes: Sequence[Scope],
    ) -> Refusal | None:
        found = [Fault(f"/events/{index}{fault.pointer}", fault.message) for index, fault in faults(now.state, events)]
        found += self._unknown_people(stream, drafts)
        return invalid(*found) if found else None

    def _unknown_people(self, stream: StreamId, drafts: Sequence[TournamentDraft]) -> list[Fault]:
        named = [
            (f"/events/{index}/data/people/{place}", person)
            for index, draft in enumerate(drafts)
            if isinstance(draft.act, EntryMade | EntryChanged)
            for place, person in enumerate(draft.act.people or ())
        ]
        known = self.people.names(club_of(stream), [person for _, person in named])
        return [Fault(pointer, "is nobody in this club's directory") for pointer, person in named if person not in known]

    def unconcerned(self, now: TournamentReading, expected: int, drafts: Sequence[TournamentDraft]) -> bool:
        own = {draft.id for draft in drafts}
        recorded = [event.act for event in now.events if event.version <= expected or event.id not in own]
        return expected <= now.version and unconcerned([draft.act for draft in drafts], recorded, expected)
