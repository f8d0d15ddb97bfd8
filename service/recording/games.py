"""The recording policy of games; opens games and rematches."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.events import Act, Event, EventId, GameLinked, Relation, SpectatorDelaySet
from domain.record.batch import Draft, Vocabulary
from domain.record.fold import Reading
from domain.record.opening import NewTable, opening, opening_again
from domain.record.refusals import Refusal, Refused
from domain.record.settled import unsettling, vocabulary
from domain.systems import SYSTEMS
from service.recording.limits import Chains
from service.recording.recorder import Ids, Recorder, RecordingPolicy, When, Writer
from service.store.clubs.people import People
from service.store.errors import BodyDiffers
from service.store.games.heads import Head
from service.store.games.verdicts import Verdicts
from service.store.keys import Club, GameId, StreamId, club_of, game_id
from service.store.streams.append import Appended
from service.store.streams.seen import Seen

GameRecorder = Recorder[Act, Head, Reading]
"""Appends events to games (service/recording/recorder.py)."""


@dataclass(frozen=True, slots=True)
class Games(RecordingPolicy[Act, Head, Reading]):
    """The recording policy of games. `reading_of`: returns the current reading of a game, which is the state that results from its
    events."""

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


# --- opening ------------------------------------------------------------------------------------------------------------------------------


DERIVED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/life")
"""The UUID namespace (RFC 9562 §5.5) of event ids that are derived from a game and the event's purpose. So a repeated request makes the
same id."""


def derived(game: GameId, what: str) -> EventId:
    return EventId(str(uuid5(DERIVED, f"{game} {what}")))


@dataclass(frozen=True, slots=True)
class Rematch:
    """A rematch: the game that continues another game. `seen`: the last event of the new game. `outcome`: `already-there` if
    the former game's record already named the rematch, otherwise `appended`."""

    game: GameId
    seen: Seen
    outcome: str


@dataclass(frozen=True, slots=True)
class Opening:
    """Opens games. Both methods may raise Refused and the errors of the store."""

    recorder: GameRecorder
    games: Games
    chains: Chains

    def open(self, club: Club, writer: Writer, table: NewTable, when: When, key: str | None, delay: int | None = None) -> Appended:
        """Open a game, and register its new players. A repeated call with the same `when.id` or `key` (the Idempotency-Key) opens no second
        one. `delay`: how many seconds late spectators see it. Without delay (None) or visibility, the club's settings decide."""
        settings = self.games.people.settings(club)
        event_id = when.event_id(Ids(writer.id, key, "open"))
        decided = opening(table, event_id, partial(self.games.people.names, club), settings.visibility)
        if isinstance(decided, Refusal):
            raise Refused(decided)
        act, newcomers = decided
        if newcomers:
            self.games.people.register(club, dict(newcomers), writer.id, directs="direct" in writer.scopes)
        draft = Draft(act, event_id, at=when.at, offset=when.offset)
        made = self.recorder.open(club, writer, draft, usual=table.visibility is None)
        return self._delayed(made, writer, settings.delay if delay is None else delay)

    def _delayed(self, opened: Appended, writer: Writer, delay: int) -> Appended:
        """Record the delay of a new game. Returns `opened` with the event of the delay added. Safe to repeat, also after the settings of
        the club have changed."""
        game = GameId(opened.stream)
        if delay:
            with suppress(BodyDiffers):  # an earlier request has set another delay
                late = self.recorder.add(game, writer, None, [Draft(SpectatorDelaySet(delay), derived(game, "delay"))])
                return replace(late, first=opened.first, outcome=opened.outcome, events=(*opened.events, *late.events))
        return opened

    def play_again(self, head: Head, writer: Writer) -> Rematch:
        """Open the rematch of a game, and link both records. A second call returns it, or completes what was interrupted: all event ids are
        derived from the former game."""
        now = self.games.state(head.game)
        if now.result.state == "open":
            raise Refused(Refusal("not-finished", "This game is still in play."))
        game, former = head.game, now.life.rematch
        new = GameId(former) if former is not None else self._opened_again(head, now, writer)
        if former is None and head.delay:  # the rematch gets the delay of the former game
            self.recorder.add(new, writer, None, [Draft(SpectatorDelaySet(head.delay), derived(new, f"delay {head.delay}"))])
        seen = self._linked(new, game, "rematch_of", writer)
        self._linked(game, new, "rematch", writer)
        return Rematch(new, seen, "already-there" if former is not None else "appended")

    def _opened_again(self, head: Head, now: Reading, writer: Writer) -> GameId:
        """Open the rematch of a game whose record does not name one yet. Returns the new game's id."""
        withdrawn = sum(isinstance(event.act, GameLinked) and event.act.relation == "rematch" for event in now.events)
        club, event_id = club_of(head.game), derived(head.game, f"rematch {withdrawn}")
        act = opening_again(now, head.visibility)
        if isinstance(act, Refusal):
            raise Refused(act)
        self.chains.take(writer, "games")
        try:
            return self.recorder.open(club, writer, Draft(act, event_id)).game
        except BodyDiffers:  # an earlier call opened the rematch; since then, the players or the title have changed
            return game_id(club, event_id)

    def _linked(self, game: GameId, other: GameId, relation: Relation, writer: Writer) -> Seen:
        """Record in `game` that it is linked to `other`. Returns the last event of `game` after that. Safe to repeat."""
        return self.recorder.add(game, writer, None, [Draft(GameLinked(other, relation), derived(game, f"{relation} {other}"))]).seen
