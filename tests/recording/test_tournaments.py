"""Recording events of tournaments: refused batches, conflicts between two writers, and tournaments that are kept in a cache."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.events import EventId, PersonId, TournamentAct
from domain.record.batch import Sent
from domain.record.refusals import Refused
from domain.tournament.reading import tournament_read
from service.caches.streams import StreamCache
from service.recording.recorder import Recorder
from service.recording.tournaments import TournamentDraft, TournamentRecorder, Tournaments
from service.store.clubs.clubs import Token
from service.store.clubs.people import People
from service.store.errors import Conflict
from service.store.keys import HOME, StreamId
from service.store.streams.kinds import StreamHead
from service.store.streams.seen import Seen
from service.store.tournaments.tournaments import TournamentStreams
from tests.store.bench import BY, Store, new_id
from tests.tournament.stream import entries, opened, paired, taken

DIRECTOR, SCOREKEEPER = Token(BY, HOME, "direct", "the director"), Token(BY, HOME, "record", "at the table")
SETTING: list[TournamentAct] = [*entries(4), paired(1, [[1], [2]], [[3], [4]])]
"""The events with the versions 2 to 6. Version 1 is the opening."""


@dataclass
class Desk:
    """Records events of one tournament, which has four entries and a paired round, and is at version 6."""

    streams: TournamentStreams
    folds: StreamCache[TournamentAct, StreamHead, Any]
    recorder: TournamentRecorder
    id: StreamId

    def append(self, expected: int | None, *sent: dict[str, Any], by: Token = DIRECTOR, key: str | None = None) -> int:
        """Append events as a client sends them, and return the last version."""
        head = self.streams.head(self.id)
        assert head is not None
        seen = None if expected is None else Seen(expected, None)
        return self.recorder.append(head, by, [Sent(item) for item in sent], seen, key).version


@pytest.fixture
def desk(store: Store) -> Desk:
    streams = TournamentStreams(store._client(store.server.socket), store.clock)
    folds = StreamCache(streams, lambda _, events: tournament_read(events))
    recorder = Recorder(Tournaments(folds.of, People(store.redis, store.clock), store.records.opening), streams, store.clock)
    made = streams.open(HOME, TournamentDraft(opened(), EventId(str(UUID(int=12)))), BY)
    streams.append(made.stream, 1, [TournamentDraft(act, new_id()) for act in SETTING], BY)
    return Desk(streams, folds, recorder, made.stream)


def event(name: str, /, **data: Any) -> dict[str, Any]:
    return {"type": name, "data": data}


def result(table: int, *scores: int) -> dict[str, Any]:
    return event("ResultEntered", round=1, table=table, scores=list(scores))


def test_a_typed_result_counts_at_its_table_when_it_is_approved(desk: Desk) -> None:
    assert desk.append(6, result(1, 11, 7), by=SCOREKEEPER) == 7
    assert desk.folds.of(desk.id).state.rounds[1].tables[1].typed.scores == (11, 7)
    assert desk.append(7, event("ResultApproved", round=1, table=1, result=7)) == 8
    assert desk.folds.of(desk.id).state.rounds[1].unfinished == (2,)


def test_a_batch_with_faults_is_refused_completely_and_every_fault_is_named(desk: Desk) -> None:
    with pytest.raises(Refused) as refused:
        desk.append(6, result(1, 11, 7), result(9, 1, 2), event("EntryMade", entry=5, people=["p-nobody"], name="Nobody"))
    assert [(fault.pointer, fault.message) for fault in refused.value.refusal.faults] == [
        ("/events/1/data/table", "round 1 has no table 9; its tables: 1 to 2"),
        ("/events/2/data/people/0", "is nobody in this club's directory"),
    ]
    assert desk.folds.of(desk.id).version == 6


def test_people_of_the_clubs_directory_may_enter_a_tournament(desk: Desk, store: Store) -> None:
    People(store.redis, store.clock).register(HOME, {PersonId("p-anna"): "Anna"}, BY)
    assert desk.append(6, event("EntryMade", entry=5, people=["p-anna"], name="Anna")) == 7


@pytest.mark.parametrize("name", ["TournamentOpened", "ResultTaken"])
def test_the_refusal_of_an_event_type_names_what_to_use_instead(desk: Desk, name: str) -> None:
    with pytest.raises(Refused) as refused:
        desk.append(6, event(name))
    assert "cannot be recorded here; use" in refused.value.refusal.faults[0].message


def test_a_scorekeeper_may_not_publish_a_round(desk: Desk) -> None:
    with pytest.raises(Refused) as refused:
        desk.append(6, event("RoundPublished", round=1), by=SCOREKEEPER)
    assert (refused.value.refusal.kind, refused.value.refusal.needs) == ("no-right", "direct")


# --- two writers ------------------------------------------------------------------------------------------------------------------------

WITHDRAWN = event("EntryWithdrawn", entry=4, from_round=2)
TABLES = [{"table": 1, "sides": [[1], [3]]}, {"table": 2, "sides": [[2], [4]]}]
PAIRED = event("PairingChanged", round=1, tables=TABLES)

BOTH: list[tuple[str, dict[str, Any], dict[str, Any], bool]] = [
    ("two tables", result(1, 11, 7), result(2, 5, 6), True),
    ("the same table", result(1, 11, 7), result(1, 7, 11), False),
    ("a table and an entry", result(1, 11, 7), WITHDRAWN, True),
    ("the same entry", WITHDRAWN, event("CheckedIn", entry=4), False),
    ("a note concerns nobody", event("NoteWritten", note="rain"), event("RoundUnpublished", round=1, reason="rain"), True),
    ("nothing concerns a note", event("RoundUnpublished", round=1, reason="rain"), event("NoteWritten", note="rain"), True),
    ("a pairing rests on everything", result(1, 11, 7), PAIRED, False),
    ("a new pairing concerns every table", event("RoundUnpublished", round=1, reason="rain"), result(1, 11, 7), False),
    ("a retraction touches what it withdraws", event("Retracted", target=5), event("EntryChanged", entry=1, name="Anna"), True),
    ("a retraction and the same entry", event("Retracted", target=2), event("EntryChanged", entry=1, name="Anna"), False),
]


@pytest.mark.parametrize(("first", "second", "both"), [row[1:] for row in BOTH], ids=[row[0] for row in BOTH])
def test_a_batch_for_an_old_version_is_refused_only_if_newer_events_affect_the_batch(
    desk: Desk, first: dict[str, Any], second: dict[str, Any], both: bool
) -> None:
    """Both writers saw version 6. The second batch is refused if it depends on something that the first batch changed."""
    desk.append(6, first)
    if both:
        assert desk.append(6, second) == 8
    else:
        with pytest.raises(Conflict) as conflict:
            desk.append(6, second)
        assert (conflict.value.expected, conflict.value.actual) == (6, 7)


def test_a_repeated_request_is_recognised_after_later_events(desk: Desk) -> None:
    for _ in range(2):
        assert desk.append(6, result(1, 11, 7), key="tap-1") == 7
    desk.append(7, result(2, 5, 6))
    desk.append(8, event("ResultApproved", round=1, table=1, result=7))
    assert desk.append(6, result(1, 11, 7), key="tap-1") == 9
    assert [item.type for item in desk.streams.events(desk.id, 6)] == ["ResultEntered", "ResultEntered", "ResultApproved"]


def test_a_batch_that_expects_a_version_that_does_not_exist_yet_is_a_conflict(desk: Desk) -> None:
    with pytest.raises(Conflict):
        desk.append(7, result(1, 11, 7))


def test_another_writer_causes_a_conflict_only_at_the_same_table(desk: Desk) -> None:
    """A writer reads the tournament and then appends a result. In between, another writer appends."""

    def beaten_by(act: TournamentAct) -> Callable[[StreamId], Any]:
        looks: list[int] = []

        def state(stream: StreamId) -> Any:
            now = desk.folds.of(stream)
            if not looks:
                desk.streams.append(stream, now.version, [TournamentDraft(act, new_id())], BY)
            looks.append(now.version)
            return now

        return state

    kind = desk.recorder._kind
    desk.recorder._kind = Tournaments(beaten_by(taken(1, 2, 9, [1, 0], [0])), kind.people, kind.opening_of)  # type: ignore[attr-defined]
    assert desk.append(6, result(1, 11, 7)) == 8
    desk.recorder._kind = Tournaments(beaten_by(taken(1, 1, 9, [1, 0], [0])), kind.people, kind.opening_of)  # type: ignore[attr-defined]
    with pytest.raises(Conflict):
        desk.append(8, result(1, 7, 11))


def test_a_cached_tournament_is_brought_up_to_the_last_event(desk: Desk) -> None:
    before = desk.folds.of(desk.id)
    assert desk.folds.of(desk.id) is before
    desk.append(6, result(1, 11, 7))
    assert desk.folds.of(desk.id).state == tournament_read(desk.streams.events(desk.id)).state


def test_the_tournaments_of_a_club_are_listed_newest_first(desk: Desk, store: Store) -> None:
    store.clock.now += 1000
    second = desk.streams.open(HOME, TournamentDraft(opened(), new_id()), BY)
    assert desk.streams.newest(HOME) == [second.stream, desk.id]
