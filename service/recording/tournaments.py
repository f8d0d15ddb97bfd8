"""What is special about recording in tournaments: which events clients may append, and which events are refused because they could not mean
anything."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.canonical import Json
from domain.kernel.events import TOURNAMENT_TYPES, EventId, TournamentAct, TournamentEvent, Visibility
from domain.kernel.events.tournaments import EntryChanged, EntryMade, RoundPaired, Settings, TournamentOpened
from domain.kernel.events.tournaments.values import SETTINGS
from domain.kernel.shapes import Fault, Sealed
from domain.record.batch import StreamDraft, Vocabulary
from domain.record.refusals import Refusal, Refused, invalid
from domain.system import Unplayable
from domain.systems import SYSTEMS
from domain.tournament.checks import faults
from domain.tournament.choices import misfits
from domain.tournament.formats.kinds import Cannot
from domain.tournament.pairing import next_round
from domain.tournament.reading import TournamentReading
from domain.tournament.resting import unconcerned
from service.recording.opening import When
from service.recording.way import Ids, Way, Writer
from service.store.clubs.clubs import Scope
from service.store.clubs.people import People
from service.store.keys import Club, StreamId, club_of
from service.store.outcomes import Conflict
from service.store.streams.heads import StreamHead
from service.store.streams.streams import Appended
from service.store.tournaments.tournaments import TournamentStreams

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
"""The event types that a client may not append, each with what to use instead."""
TYPES: Final = {name: kind for name, kind in TOURNAMENT_TYPES.items() if name not in ELSEWHERE}
SEEDS: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/pairing")
"""The UUID namespace of the seeds of pairings and of the ids of their events."""
EVERY: Final = frozenset(TYPES)
"""The event types that are checked against the state of the tournament: all."""


@dataclass(frozen=True, slots=True)
class Tournaments:
    """Answers the questions of recording about tournaments. `reading_of`: returns the current reading of a tournament. Every method may
    raise the errors of the store."""

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


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A request to open a tournament, not checked yet: `system` and `format` may be unknown, and `settings` may be anything. `seats`: how
    many people sit at a table (None: the number of entries at a table)."""

    title: str
    system: str
    options: Mapping[str, Json]
    seats: int | None
    format: str
    settings: Json
    visibility: Visibility


def opening(wanted: NewTournament) -> TournamentOpened | Refusal:
    """Return the opening event for this request, or a refusal that lists the faults."""
    found: list[Fault] = []
    settings = SETTINGS.read(wanted.settings, "/settings", found)
    if not isinstance(settings, Settings):
        return invalid(*found)
    found += misfits(wanted.format, settings, 0)
    system = SYSTEMS.get(wanted.system)
    if system is None:
        return invalid(Fault("/system", f"is not a system here; known: {', '.join(SYSTEMS)}"), *found)
    try:
        rules = system.rules_with(wanted.options, settings.table if wanted.seats is None else wanted.seats)
    except Unplayable as refused:
        return invalid(*refused.faults, *found)
    if found:
        return invalid(*found)
    return TournamentOpened(Sealed("", wanted.title), system.slug, rules, wanted.format, settings, wanted.visibility)


@dataclass(frozen=True, slots=True)
class TournamentDesk:
    """Opens tournaments, appends to them and pairs their rounds. Every method may raise Refused and the errors of the store."""

    way: TournamentWay
    kind: Tournaments

    def open(self, club: Club, writer: Writer, wanted: NewTournament, when: When, key: str | None) -> Appended:
        """Open a tournament. A repeated call with the same `when.id` or `key` (the Idempotency-Key) opens no second one."""
        event_id = Ids(writer.id, key, "tournament").first(1)[0] if when.id is None else EventId(when.id.lower())
        act = opening(wanted)
        if isinstance(act, Refusal):
            raise Refused(act)
        return self.way.open(club, writer, TournamentDraft(act, event_id, at=when.at, offset=when.offset))

    def pair(self, stream: StreamId, writer: Writer, expected: int, seed: int | None, *, dry_run: bool = False) -> tuple[RoundPaired, int]:
        """Pair the next round of the tournament, whose version must be `expected`. `seed` None: a number that follows from the tournament
        and the round.

        Returns the pairing, and the version after it. `dry_run`: record nothing. If two directors pair at once, one round is paired, and
        the second director gets a Conflict.
        """
        now = self.kind.state(stream)
        if now.version != expected:
            raise Conflict(expected, now.version)
        number = max(now.state.rounds, default=0) + 1
        chosen = int(uuid5(SEEDS, f"{stream}:{number}").int % 2**53) if seed is None else seed
        acts = next_round(now.state, chosen)
        if isinstance(acts, Cannot):
            raise Refused(Refusal("not-paired", acts.sentence))
        (made,) = (act for act in acts if isinstance(act, RoundPaired))
        if dry_run:
            return made, expected
        ids = [EventId(str(uuid5(SEEDS, f"{stream}:{number}:{expected}:{chosen}:{place}"))) for place in range(len(acts))]
        drafts = [TournamentDraft(act, event_id) for act, event_id in zip(acts, ids, strict=True)]
        return made, self.way.add(stream, writer, expected, drafts).version


def desk_of(kind: Tournaments, streams: TournamentStreams, now: Callable[[], int]) -> TournamentDesk:
    """Make the desk for one application. `now`: returns the time in milliseconds UTC."""
    return TournamentDesk(Way(kind, streams, now), kind)
