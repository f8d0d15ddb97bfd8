"""What is special about recording in seasons: how a tournament is counted, and how its changed standings are accepted.

A season counts only finished tournaments of its own club that everybody who may see the season may see. The standings are taken from the
tournament here, never from the client."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events import SEASON_TYPES, EventId, SeasonAct, SeasonEvent, TournamentAct, Visibility
from domain.kernel.events.club import VISIBILITIES
from domain.kernel.events.seasons import (
    SEASON_SETTINGS,
    CorrectionAccepted,
    CorrectionDeclined,
    FinalRow,
    SeasonOpened,
    SeasonSettings,
    TournamentCounted,
)
from domain.kernel.events.tournaments import TournamentFinished
from domain.kernel.shapes import Fault, Sealed
from domain.record.batch import StreamDraft, Vocabulary
from domain.record.refusals import Refusal, Refused, invalid
from domain.season.checks import faults, misfits
from domain.season.counting import digest_of, final_rows
from domain.season.fold import Counted, SeasonReading
from domain.tournament.reading import TournamentReading
from service.caches.standings import cells_of
from service.caches.streams import StreamCache
from service.failures import describe
from service.memory.work import WorkBudget
from service.recording.recorder import Ids, Recorder, RecordingPolicy, When, Writer
from service.store.clubs.people import People
from service.store.errors import BatchRefused, BodyDiffers, RecordDamaged
from service.store.keys import Club, StreamId, club_of
from service.store.streams.append import Appended
from service.store.streams.kinds import StreamHead
from service.store.tournaments.tournaments import TOURNAMENT, TournamentStreams

if TYPE_CHECKING:
    SeasonDraft = StreamDraft[SeasonAct]
else:  # Python cannot make instances of `StreamDraft[…]`, because the class has slots
    SeasonDraft = StreamDraft
SeasonRecorder = Recorder[SeasonAct, StreamHead, SeasonReading]
ELSEWHERE: Final = {
    "SeasonOpened": "POST /seasons",
    "TournamentCounted": "POST /seasons/{season}/tournaments",
    "CorrectionAccepted": "POST /seasons/{season}/pending",
    "CorrectionDeclined": "POST /seasons/{season}/pending",
}
"""The event types that a client may not append, each with what to use instead."""
TYPES: Final = {name: kind for name, kind in SEASON_TYPES.items() if name not in ELSEWHERE}
EVERY: Final = frozenset(TYPES)
"""The event types that are checked against the state of the season: all types."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Seasons(RecordingPolicy[SeasonAct, StreamHead, SeasonReading]):
    """Answers the questions of recording about seasons. `reading_of`: returns the current reading of a season."""

    reading_of: Callable[[StreamId], SeasonReading]
    people: People

    def state(self, stream: StreamId) -> SeasonReading:
        return self.reading_of(stream)

    def vocabulary(self, head: StreamHead) -> Vocabulary:
        return Vocabulary("season", SEASON_TYPES, TYPES, ELSEWHERE, EVERY, None, partial(self.people.names, club_of(head.stream)))

    def refusal(
        self, stream: StreamId, now: SeasonReading, drafts: Sequence[SeasonDraft], events: Sequence[SeasonEvent], writer: Writer
    ) -> Refusal | None:
        found = [Fault(f"/events/{index}{fault.pointer}", fault.message) for index, fault in faults(now, events)]
        return invalid(*found) if found else None


class Standing(NamedTuple):
    """The final standings of a tournament as they are now. `version`, `hash`: those of its last event."""

    version: int
    hash: str
    rows: tuple[FinalRow, ...]


class Change(NamedTuple):
    """A counted tournament whose final standings differ from those that count."""

    counted: Counted
    now: Standing

    @property
    def digest(self) -> str:
        return digest_of(self.now.rows)

    @property
    def act(self) -> CorrectionAccepted:
        return CorrectionAccepted(self.counted.tournament, *self.now)

    def decided(self, decline: str | None) -> CorrectionAccepted | CorrectionDeclined:
        """Return the act that accepts this change or, if there is a reason to decline it, declines it."""
        return self.act if decline is None else CorrectionDeclined(self.counted.tournament, self.digest, Sealed("", decline))


@dataclass(frozen=True, slots=True)
class Counting:
    """Finds what tournaments bring to seasons. Every method may raise TooLong and the errors of the store."""

    tournaments: TournamentStreams
    read: StreamCache[TournamentAct, StreamHead, TournamentReading]
    work: WorkBudget = WorkBudget()  # noqa: RUF009 - it does not change

    def acts(self, season: StreamId, visibility: Visibility, tournaments: Sequence[str]) -> tuple[list[TournamentCounted], list[Fault]]:
        """Return the acts that count these tournaments in a season, and what is wrong with those that cannot count. The pointer of a fault
        begins with the tournament's index."""
        acts: list[TournamentCounted] = []
        wrong: list[Fault] = []
        heads, work = self._heads(club_of(season), tournaments), self.work.summed()
        self.read.check(heads.values())
        for index, tournament in enumerate(tournaments):
            head = heads.get(tournament)
            reading = None if head is None else self.read.at(head)
            refused = "is no tournament of this club" if reading is None else _refused(reading, visibility)
            if head is None or reading is None or refused is not None:
                wrong.append(Fault(f"/{index}", str(refused)))
            else:
                acts.append(TournamentCounted(tournament, *_standing(head, reading, work)))
        return acts, wrong

    def changes(self, reading: SeasonReading) -> Iterator[Change]:
        """Yield the changes that wait in a season, in the order in which its tournaments were counted. A tournament that could not be
        counted now (it was reopened, or is not here) brings none, nor does one whose stored events are damaged."""
        late, work = self.late(reading), self.work.summed()
        self.read.check(head for _, head in late)
        for counted, head in late:
            try:
                change = self._change(reading, counted, head, work)
            except RecordDamaged as error:
                log.warning("tournament %s brings no change to a season: %s", head.stream, describe(error))
                continue
            if change is not None:
                yield change

    def change(self, reading: SeasonReading, tournament: str) -> Change | None:
        """Return the change of this tournament that waits in a season; None if none does. Raises RecordDamaged."""
        counted = reading.state.counted.get(tournament)
        head = None if counted is None else self.tournaments.head(StreamId(tournament))
        return None if counted is None or head is None else self._change(reading, counted, head, self.work)

    def late(self, reading: SeasonReading) -> list[tuple[Counted, StreamHead]]:
        """Return the tournaments of a season that have newer events than the standings that count, with their heads."""
        counted = list(reading.state.counted.values())
        heads = self.tournaments.heads([StreamId(each.tournament) for each in counted], for_list=True)
        return [(each, head) for each, head in zip(counted, heads, strict=True) if head is not None and head.version > each.reached]

    def _change(self, reading: SeasonReading, counted: Counted, head: StreamHead, work: WorkBudget) -> Change | None:
        if head.version <= counted.reached:
            return None
        tournament = self.read.at(head)
        if _refused(tournament, reading.state.visibility) is not None:
            return None
        change = Change(counted, _standing(head, tournament, work))
        return change if change.now.rows != counted.rows and change.digest not in counted.declined else None

    def _heads(self, club: Club, tournaments: Iterable[str]) -> dict[str, StreamHead]:
        """Return the heads of those of `tournaments` that are tournaments of the club, by id."""
        own = [StreamId(name) for name in tournaments if TOURNAMENT.pattern.fullmatch(name) and club_of(StreamId(name)) == club]
        return {head.stream: head for head in self.tournaments.heads(own) if head is not None}


def _standing(head: StreamHead, tournament: TournamentReading, work: WorkBudget) -> Standing:
    """Raises TooLong."""
    work.cells(cells_of(tournament))
    return Standing(head.version, head.hash, final_rows(tournament.state))


def _refused(tournament: TournamentReading, visibility: Visibility) -> str | None:
    """Return why a tournament cannot count in a season with this visibility; None if it can."""
    state = tournament.state
    if VISIBILITIES.index(state.visibility) < VISIBILITIES.index(visibility):
        return f"is {state.visibility}, but the season is {visibility}: it would show who played there"
    if state.finished:
        return None
    reopened = any(isinstance(event.act, TournamentFinished) for event in tournament.events)
    return f"{'was reopened' if reopened else 'is not finished'}: end it first"


class NewSeason(NamedTuple):
    """A request to open a season. `settings` may be anything. `visibility`: None if the request does not give it."""

    name: str
    settings: Json
    visibility: Visibility | None


def opening(wanted: NewSeason, usual: Visibility) -> SeasonOpened | Refusal:
    """Return the opening event, or a refusal that lists the faults of the settings. `usual`: the visibility to use if the request gives
    none."""
    found: list[Fault] = []
    read = SEASON_SETTINGS.read(wanted.settings, "/settings", found)
    if isinstance(read, SeasonSettings):
        found += misfits(read)
    if found or not isinstance(read, SeasonSettings):
        return invalid(*found)
    return SeasonOpened(Sealed("", wanted.name), read, wanted.visibility or usual)


class Decision(NamedTuple):
    """A request to accept or decline a change that waits. `digest`: that of the change which the director has seen. `decline`: why the
    standings that count stay; None: the change is accepted."""

    tournament: str
    digest: str
    decline: str | None = None


@dataclass(frozen=True, slots=True)
class SeasonDesk:
    """Opens seasons and appends to them. Every method may raise Refused and the errors of the store."""

    recorder: SeasonRecorder
    kind: Seasons
    counting: Counting

    def open(self, club: Club, writer: Writer, wanted: NewSeason, when: When, key: str | None) -> Appended:
        """Open a season. A repeated call with the same `when.id` or `key` (the Idempotency-Key) opens no second one. If the request does
        not say the visibility, the one in the club's settings is used, as it was at the first call."""
        act = opening(wanted, self.kind.people.settings(club).visibility)
        return self.recorder.opened(club, writer, act, when, key, usual=wanted.visibility is None)

    def count(self, stream: StreamId, writer: Writer, tournaments: Sequence[str], key: str | None) -> Appended:
        """Count tournaments in a season, all or none. Raises Refused, which names every tournament that cannot count."""
        now, ids = self.kind.state(stream), Ids(writer.id, key, f"{stream}:count").first(len(tournaments))
        before = _recorded(now, {name: (tournament,) for name, tournament in zip(ids, tournaments, strict=True)})
        if before is not None:
            return self.recorder.there(stream, "already-there", before)
        acts, wrong = self.counting.acts(stream, now.state.visibility, tournaments)
        wrong += _twice(now, tournaments)
        if wrong:
            raise Refused(invalid(*(Fault(f"/tournaments{fault.pointer}", fault.message) for fault in wrong)))
        return self._checked(stream, writer, acts, ids, "/tournaments")

    def decide(self, stream: StreamId, writer: Writer, wanted: Decision, key: str | None) -> Appended:
        """Accept or decline the changed standings of a counted tournament."""
        tournament, digest, decline = wanted
        now, ids = self.kind.state(stream), Ids(writer.id, key, f"{stream}:decide").first(1)
        before = _recorded(now, {ids[0]: wanted})
        if before is not None:
            return self.recorder.there(stream, "already-there", before)
        change = self.counting.change(now, tournament)
        if change is None:
            raise Refused(invalid(Fault("/tournament", "has no changed standings that wait in this season")))
        if change.digest != digest:
            raise Refused(invalid(Fault("/digest", f"is not the digest of the standings that wait now, which is {change.digest}")))
        return self._checked(stream, writer, [change.decided(decline)], ids, "/tournament")

    def _checked(self, stream: StreamId, writer: Writer, acts: Sequence[SeasonAct], ids: Sequence[EventId], pointer: str) -> Appended:
        """Append these acts. `pointer`: the field of the request to which a refusal refers."""
        try:
            return self.recorder.checked(stream, writer, [SeasonDraft(act, name) for act, name in zip(acts, ids, strict=True)])
        except Refused as refused:
            faults = refused.refusal.faults
            raise Refused(replace(refused.refusal, faults=tuple(replace(fault, pointer=pointer) for fault in faults))) from refused
        except BatchRefused as refused:
            raise Refused(invalid(Fault(pointer, refused.reason))) from refused


def _twice(now: SeasonReading, tournaments: Sequence[str]) -> Iterator[Fault]:
    for index, tournament in enumerate(tournaments):
        if tournament in now.state.counted:
            yield Fault(f"/{index}", "counts already in this season")
        elif tournament in tournaments[:index]:
            yield Fault(f"/{index}", "is named twice")


def _recorded(now: SeasonReading, asked: Mapping[EventId, tuple[str | None, ...]]) -> tuple[tuple[int, EventId], ...] | None:
    """Return version and id of each event of a request that was sent before; None if none of them is recorded. `asked`: what the request
    asks, by the id of the event that would record it. Raises BodyDiffers if the recorded events answer another request."""
    there = {event.id: event for event in now.events if event.id in asked}
    if not there:
        return None
    if {name: _answered(event.act) for name, event in there.items()} != asked:
        raise BodyDiffers(sorted(event.version for event in there.values()))
    return tuple((there[name].version, name) for name in asked)


def _answered(act: SeasonAct) -> tuple[str | None, ...]:
    """Return what a request asked which this act answers."""
    match act:
        case TournamentCounted():
            return (act.tournament,)
        case CorrectionAccepted():
            return Decision(act.tournament, digest_of(act.rows))
        case CorrectionDeclined():
            return Decision(act.tournament, act.digest, act.reason.value)
        case _:
            return ()
