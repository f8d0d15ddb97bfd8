"""What is special about recording in games: which events a game accepts, and which events would change something settled, such as a
confirmed result."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from domain.kernel.events import Act, Event
from domain.record.batch import Draft, Vocabulary, without_right
from domain.record.fold import Reading
from domain.record.refusals import Refusal
from domain.record.sendable import vocabulary
from domain.record.settled import unsettling
from domain.systems import SYSTEMS
from service.recording.recorder import Recorder, Writer
from service.store.clubs.people import People
from service.store.games.heads import Head
from service.store.games.verdicts import Verdicts
from service.store.keys import GameId, StreamId, club_of

GameRecorder = Recorder[Act, Head, Reading]
"""Appends events to games (service/recording/recorder.py)."""


@dataclass(frozen=True, slots=True)
class Games:
    """The recording policy of games. `reading_of`: returns the current reading of a game, which is the state that results from its events.
    Every method may raise the errors of the store."""

    reading_of: Callable[[GameId], Reading]
    verdicts: Verdicts
    people: People

    def state(self, stream: StreamId) -> Reading:
        return self.reading_of(GameId(stream))

    def vocabulary(self, head: Head) -> Vocabulary:
        people = partial(self.people.names, club_of(head.stream))
        return vocabulary(SYSTEMS[head.system].acts, head.seats, people)

    def refusal(self, stream: StreamId, now: Reading, drafts: Sequence[Draft], events: Sequence[Event], writer: Writer) -> Refusal | None:
        return unsettling(now, drafts, events, writer.scopes, lambda: {entry.finding.id for entry in self.verdicts.entries(GameId(stream))})

    def without_right(
        self, drafts: Sequence[Draft], known: Vocabulary, writer: Writer, expected: int | None, now: Reading | None
    ) -> Refusal | None:
        return without_right(drafts, known, writer.scopes, expected, () if now is None else now.events)

    def said_already(self, drafts: Sequence[Draft], writer: Writer, now: Reading) -> Mapping[int, int]:
        """Return an empty dict: in a game, an act that is sent twice counts as two acts."""
        return {}

    def unconcerned(self, now: Reading, expected: int, drafts: Sequence[Draft]) -> bool:
        """Return False: each act of a game depends on the whole record before it."""
        return False
