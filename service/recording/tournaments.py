"""What is special about recording in tournaments: which events clients may append, and which events are refused because they would make no
sense in the current state of the tournament."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from domain.kernel.canonical import Json
from domain.kernel.events import TOURNAMENT_TYPES, GameOpened, TournamentAct, TournamentEvent, Visibility
from domain.kernel.events.tournaments import (
    MOST_AT_A_TABLE,
    SETTINGS,
    EntryChanged,
    EntryMade,
    ResultApproved,
    Settings,
    SettingsChanged,
    StageBegun,
    TableLinked,
    TournamentOpened,
)
from domain.kernel.shapes import Fault, Sealed
from domain.record.batch import Sent, StreamDraft, Vocabulary, without_right
from domain.record.refusals import Refusal, invalid
from domain.system import Rules, System, Table
from domain.systems import SYSTEMS
from domain.tournament.checks import faults
from domain.tournament.cut import settings_after
from domain.tournament.formats import FORMATS
from domain.tournament.offers import proposed
from domain.tournament.playable import Playable, misfits, played, resolved, sizes_unfit, unfit
from domain.tournament.reading import TournamentReading
from domain.tournament.resting import unconcerned
from service.recording.limits import beyond, said_already, too_often, undoing
from service.recording.recorder import Recorder, RecordingPolicy, When, Writer
from service.store.clubs.clubs import Token
from service.store.clubs.people import People
from service.store.errors import NoSuchGame
from service.store.keys import Club, GameId, StreamId, club_of, is_game
from service.store.streams.append import Appended
from service.store.streams.kinds import StreamHead
from service.store.streams.seen import Seen
from service.store.tournaments.tournaments import TournamentStreams

if TYPE_CHECKING:
    TournamentDraft = StreamDraft[TournamentAct]
else:  # Python cannot make instances of `StreamDraft[…]`, because the class has slots
    TournamentDraft = StreamDraft
TournamentRecorder = Recorder[TournamentAct, StreamHead, TournamentReading]
"""Appends events to tournaments (service/recording/recorder.py)."""
ELSEWHERE: Final = {
    "TournamentOpened": "POST /tournaments",
    "ResultTaken": "TableLinked: a worker takes the results of linked games",
}
"""The event types that a client may not append, each with what to use instead."""
TYPES: Final = {name: kind for name, kind in TOURNAMENT_TYPES.items() if name not in ELSEWHERE}
EVERY: Final = frozenset(TYPES)
"""The event types that are checked against the state of the tournament: all types."""
APPROVAL: Final = "POST /tournaments/{tournament}/rounds/{round}/tables/{table}/approval"
"""The request that everybody except directors sends to approve a result."""
NAMING: Final = frozenset({"EntryMade", "EntryChanged"})
"""The types of events that name an entry or its people."""
NOWHERE: Final = ("", 0, 0)


@dataclass(frozen=True, slots=True)
class Tournaments(RecordingPolicy[TournamentAct, StreamHead, TournamentReading]):
    """Answers the questions of recording about tournaments. `reading_of`: returns the current reading of a tournament; `opening_of`:
    returns the act that opened a game."""

    reading_of: Callable[[StreamId], TournamentReading]
    people: People
    opening_of: Callable[[GameId], GameOpened]

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
        writer: Writer,
    ) -> Refusal | None:
        found = [Fault(f"/events/{index}{fault.pointer}", fault.message) for index, fault in faults(now.state, events)]
        found += _unplayable(now, drafts)
        found += self._unknown_people(stream, drafts)
        found += self._not_linked(stream, now, drafts)
        if found:
            return invalid(*found)
        limited = isinstance(writer, Token) and writer.limited
        return undoing(now, events, writer.scopes) or (too_often(drafts, now) if limited else None)

    def said_already(self, drafts: Sequence[TournamentDraft], writer: Writer, now: TournamentReading) -> Mapping[int, int]:
        return said_already(drafts, now) if isinstance(writer, Token) and writer.limited else {}

    def without_right(
        self,
        drafts: Sequence[TournamentDraft],
        known: Vocabulary,
        writer: Writer,
        expected: int | None,
        now: TournamentReading | None,
    ) -> Refusal | None:
        if now is not None and isinstance(writer, Token) and writer.limited:
            refusal = beyond(writer, drafts, now.state)
        else:
            refusal = without_right(drafts, known, writer.scopes, expected, () if now is None else now.events)
        approvals = {index: draft.act for index, draft in enumerate(drafts) if isinstance(draft.act, ResultApproved)}
        if refusal is not None:
            return replace(refusal, detail=f"{refusal.detail} Others approve with {APPROVAL}.") if approvals else refusal
        found = [Fault(f"/events/{index}/data/entry", f"is recorded only by {APPROVAL}") for index, act in approvals.items() if act.entry]
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

    def _not_linked(self, stream: StreamId, now: TournamentReading, drafts: Sequence[TournamentDraft]) -> Iterator[Fault]:
        """Yield a fault for each game that cannot be linked, because it does not exist in this club or belongs to another table."""
        linked = {seated.game: (number, seated.table) for number, paired in now.state.rounds.items() for seated in paired.tables.values()}
        for index, draft in enumerate(drafts):
            if not isinstance(draft.act, TableLinked):
                continue
            place, pointer = (draft.act.round, draft.act.table), f"/events/{index}/data/game"
            played_for = self._played_for(stream, draft.act.game)
            if played_for == NOWHERE:
                yield Fault(pointer, "is no game of this club")
            elif played_for not in (None, (stream, *place)):
                yield Fault(pointer, "was opened for another table")
            elif linked.setdefault(draft.act.game, place) != place:
                yield Fault(pointer, "is linked to table {1} of round {0}".format(*linked[draft.act.game]))

    def _played_for(self, stream: StreamId, game: str) -> tuple[str, int, int] | None:
        """Return the tournament, the round and the table for which a game was opened; None if it was opened for no tournament; NOWHERE if
        the club of `stream` has no such game."""
        if not is_game(game) or club_of(GameId(game)) != club_of(stream):
            return NOWHERE
        try:
            place = self.opening_of(GameId(game)).tournament
        except NoSuchGame:
            return NOWHERE
        return None if place is None else (place.tournament, place.round, place.table)

    def unconcerned(self, now: TournamentReading, expected: int, drafts: Sequence[TournamentDraft]) -> bool:
        own = {draft.id for draft in drafts}
        recorded = [event.act for event in now.events if event.version <= expected or event.id not in own]
        return expected <= now.version and unconcerned([draft.act for draft in drafts], recorded, expected)


def _unplayable(now: TournamentReading, drafts: Sequence[TournamentDraft]) -> Iterator[Fault]:
    """Yield a fault for each change of the tables after which no game of a table could be opened."""
    system, before = SYSTEMS.get(now.state.system), now.state.settings
    for index, draft in enumerate(drafts):
        if system is None or not isinstance(draft.act, SettingsChanged | StageBegun):
            continue
        settings = draft.act.settings
        refused = None if _same_tables(settings, before) else unfit(system, now.state.rules, settings)
        if refused is not None:
            yield Fault(f"/events/{index}/data/settings", refused)
        else:
            yield from (replace(f, pointer=f"/events/{index}/data{f.pointer}") for f in _cut_unplayable(system, now.state.rules, settings))


def _same_tables(settings: Settings, before: Settings) -> bool:
    """Whether the tables are as before, or cannot be made at all, which is another fault."""
    return (settings.table, settings.partners) == (before.table, before.partners) or settings.table % settings.partners > 0


def _cut_unplayable(system: System[Table], rules: Rules, settings: Settings, people: int | None = None) -> Iterator[Fault]:
    """Yield a fault if no game could be opened at the tables of the stage that follows. `people`: how many an entry has; None: any
    number."""
    if settings.cut is None or settings.cut.format not in FORMATS:
        return
    following = settings_after(settings, settings.cut)
    refused = None if _same_tables(following, settings) else unfit(system, rules, following, people)
    if refused is not None:
        yield Fault("/settings/cut", refused)


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A request to open a tournament, not checked yet: `system` and `format` may be unknown, and `settings` may be anything. `seats`: how
    many people sit at a table (None: the number of entries at a table). `visibility`: None if the request does not give it."""

    title: str
    system: str
    options: Mapping[str, Json]
    seats: int | None
    format: str
    settings: Json
    visibility: Visibility | None


def opening(wanted: NewTournament, usual: Visibility = "private", entries: int = 0) -> TournamentOpened | Refusal:
    """Return the opening event for this request, or a refusal that lists the faults. `usual`: the visibility to use if the request gives
    none. `entries`: the number of entries; 0 if it is not known."""
    found: list[Fault] = []
    system = SYSTEMS.get(wanted.system)
    settings = SETTINGS.read(_completed(wanted, system), "/settings", found)
    if system is None:
        found.insert(0, Fault("/system", f"is not a system here; known: {', '.join(SYSTEMS)}"))
    if not isinstance(settings, Settings):
        return invalid(*found)
    found += [_as_sent(fault, wanted, entries) for fault in misfits(wanted.format, settings, entries)]
    if system is None or any(fault.pointer in ("/settings", "/format", "/entries") for fault in found):
        return invalid(*found)
    playable = resolved(system, wanted.options, settings, wanted.seats)
    if not isinstance(playable, Playable):
        return invalid(*playable, *found)
    found += sizes_unfit(system, playable, wanted.format, settings, entries) if entries else []
    found += _cut_unplayable(system, playable.rules, settings, playable.seats // settings.table)
    if found:
        return invalid(*found)
    return TournamentOpened(Sealed("", wanted.title), system.slug, playable.rules, wanted.format, settings, wanted.visibility or usual)


def _completed(wanted: NewTournament, system: System[Table] | None) -> Json:
    """Return the settings of the request, with those that the format proposes in place of those that were left out."""
    if system is None or wanted.format not in FORMATS or not isinstance(wanted.settings, Mapping):
        return wanted.settings
    table = wanted.settings.get("table")
    usable = table if isinstance(table, int) and 2 <= table <= MOST_AT_A_TABLE else None
    usual = SETTINGS.dump(proposed(wanted.format, played(system), usable))
    return {**usual, **wanted.settings} if isinstance(usual, Mapping) else wanted.settings


def _as_sent(fault: Fault, wanted: NewTournament, entries: int) -> Fault:
    """Return the fault of all settings as one of the number of entries, or if that is 0, of the format, if the request has no settings."""
    if fault.pointer != "/settings" or wanted.settings:
        return fault
    return replace(fault, pointer="/entries" if entries else "/format")


@dataclass(frozen=True, slots=True)
class TournamentDesk:
    """Opens tournaments and appends to them. Every method may raise Refused and the errors of the store."""

    recorder: TournamentRecorder
    kind: Tournaments
    streams: TournamentStreams

    def open(self, club: Club, writer: Writer, wanted: NewTournament, when: When, key: str | None) -> Appended:
        """Open a tournament. A repeated call with the same `when.id` or `key` (the Idempotency-Key) opens no second one. If the request
        does not say the visibility, the one in the club's settings is used."""
        act = opening(wanted, self.kind.people.settings(club).visibility)
        return self.recorder.opened(club, writer, act, when, key, usual=wanted.visibility is None)

    def append(self, head: StreamHead, writer: Writer, sent: Sequence[Sent], expected: Seen | None, key: str | None) -> Appended:
        """Append events from a client, as `Recorder.append` does. A person who is or was in one of the batch's entries may be erased at the
        same time. Then the names of that entry are deleted again, also by a repeated call."""
        made = self.recorder.append(head, writer, sent, expected, key)
        if any(one.body.get("type") in NAMING for one in sent):
            self._forget_erased(made)
        return made

    def _forget_erased(self, made: Appended) -> None:
        now = self.kind.state(made.stream)
        acts = [now.events[version - 1].act for version, _ in made.events]
        entries = {act.entry for act in acts if isinstance(act, EntryMade | EntryChanged) and (act.name or act.people)}
        people = [person for entry in entries for person in now.state.ever.get(entry, ())]
        self.streams.scrub_names(made.stream, self.kind.people.erased(club_of(made.stream), people))
