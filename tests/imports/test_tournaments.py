"""A tournament that is exported and then imported into an empty installation has the same bytes as before. Erased names do not come
back."""

from collections.abc import Callable
from random import Random
from uuid import UUID

import pytest

from domain.files.tournament import recompute_standings
from domain.files.transcript import NotARecord
from domain.kernel.events import EventId, PersonId, TournamentAct
from domain.record.batch import StreamDraft
from domain.system import DIRECTOR, PUBLIC, Viewer
from domain.tournament.reading import tournament_read
from service.files.club import packed_club
from service.files.streams import read_stream
from service.files.tournament import TournamentFile, packed_tournament
from service.store.errors import RecordDiffers
from service.store.keys import HOME, Keys, StreamId
from service.store.streams.append import MOST_EVENTS, Restored
from tests.format.test_every_byte import report
from tests.imports.records import AWAY, into
from tests.store.bench import BY, Store
from tests.tournament.stream import act, entries, opened, paired, taken

ANNA, BERT = PersonId("p-anna"), PersonId("p-bert")
ACTS: list[TournamentAct] = [
    opened(title="Herbstpokal ♠", tiebreaks=["buchholz", "average-buchholz"]),
    act("EntryMade", entry=1, people=[ANNA], name="Anna Zimt"),
    act("EntryMade", entry=2, people=[BERT], name="Bert"),
    *entries(3, first=3),
    paired(1, [[1], [2]], [[3], [4]], sits_out=[5]),
    act("RoundPublished", round=1),
    taken(1, 1, 40, [11, 7], [0]),
    act("ResultEntered", round=1, table=2, scores=[3, 3]),
    act("ResultApproved", round=1, table=2, result=10),
    act("ScoreAdjusted", entry=2, points=-1, reason="late"),
    act("Retracted", target=12, reason="slip"),
    act("EntryChanged", entry=1, people=[ANNA], name="Anna Zimt-Quux"),
]


def recorded(store: Store, acts: list[TournamentAct] = ACTS) -> StreamId:
    """Record a tournament of the club `home`, with two people of the club's directory."""
    there, dice = into(store), Random(7)
    there.people.register(HOME, {ANNA: "Anna Zimt", BERT: "Bert"}, BY)
    drafts = [StreamDraft(made, EventId(str(UUID(int=dice.getrandbits(128))))) for made in acts]
    stream = there.tournaments.open(HOME, drafts[0], BY).stream
    for at in range(1, len(drafts), MOST_EVENTS):
        there.tournaments.append(stream, None, drafts[at : at + MOST_EVENTS], BY)
    return stream


def exported(store: Store, stream: StreamId, form: str = "ndjson", viewer: Viewer = DIRECTOR, upto: int | None = None) -> bytes:
    there = into(store)
    reading = tournament_read(there.tournaments.events(stream, upto=upto))
    gone = there.people.directory(HOME).erased
    return packed_tournament(stream, reading, there.tournaments.sealed(stream), gone, viewer, form).data


def imported(store: Store, data: bytes, written: Callable[[int], object] = lambda _: None) -> Restored:
    return read_stream(data).store(into(store), HOME, BY, written)


def emptied(store: Store) -> None:
    store.redis.flushall()


@pytest.mark.parametrize("form", ["json", "ndjson"])
@pytest.mark.parametrize("viewer", [DIRECTOR, PUBLIC], ids=str)
def test_an_imported_tournament_is_exported_to_the_same_bytes(store: Store, form: str, viewer: Viewer) -> None:
    stream = recorded(store)
    data = exported(store, stream, form, viewer)
    assert report(data)[0].startswith(f"OK {stream} 14 events, head ")
    assert recompute_standings(data).faults == ()
    emptied(store)
    assert read_stream(data).dry_run(into(store), HOME) == Restored(stream, 14, 14, "appended")
    assert imported(store, data) == Restored(stream, 14, 14, "appended")
    assert exported(store, stream, form, viewer) == data
    assert into(store).tournaments.newest(HOME) == [stream]
    assert imported(store, data) == Restored(stream, 14, 0, "already-there")


def test_a_longer_file_completes_a_tournament_and_a_shorter_one_changes_nothing(store: Store) -> None:
    stream = recorded(store)
    whole, part = exported(store, stream), exported(store, stream, upto=9)
    emptied(store)
    assert imported(store, part).outcome == "appended"
    assert imported(store, whole) == Restored(stream, 14, 5, "completed")
    shorter = read_stream(part)
    stored = shorter.store(into(store), HOME, BY, lambda _: None)
    assert (stored, shorter.notes(stored)[1]) == (
        Restored(stream, 14, 0, "already-there"),
        "The tournament here is longer, up to event 14. Nothing of it was changed.",
    )
    assert exported(store, stream) == whole


def test_importing_a_tournament_that_differs_from_the_stored_one_is_refused(store: Store) -> None:
    stream = recorded(store)
    whole, part = exported(store, stream), exported(store, stream, upto=9)
    emptied(store)
    imported(store, part)
    into(store).tournaments.append(stream, None, [StreamDraft(act("NoteWritten", note="here"), EventId(str(UUID(int=5))))], BY)
    before = exported(store, stream)
    with pytest.raises(RecordDiffers) as refused:
        imported(store, whole)
    assert refused.value.version == 10
    assert exported(store, stream) == before


def test_importing_a_tournament_into_another_club_is_refused(store: Store) -> None:
    data = exported(store, recorded(store))
    with pytest.raises(NotARecord, match="this is a tournament of club home; it cannot be imported into another club"):
        read_stream(data).store(into(store), AWAY, BY, lambda _: None)
    assert into(store).tournaments.newest(AWAY) == []


def sealed_names(store: Store, stream: StreamId) -> set[object]:
    return {value for (_, path), (value, _) in into(store).tournaments.sealed(stream).items() if path == "name"}


def test_an_import_does_not_bring_back_the_name_of_a_person_who_was_erased_here(store: Store) -> None:
    stream = recorded(store)
    before = exported(store, stream)
    keys = Keys(HOME)
    store.redis.delete(keys.stream(stream, "tournament"), keys.head(stream), keys.ids(stream), keys.sealed(stream))
    into(store).people.erase(HOME, ANNA, BY)
    assert imported(store, before).outcome == "appended"
    assert sealed_names(store, stream) == {"Bert", "E3", "E4", "E5"}
    after = exported(store, stream)
    assert b"Zimt" not in after
    assert report(after)[0] == report(before)[0]


def test_a_person_erased_during_an_import_has_no_name_afterwards(store: Store) -> None:
    stream = recorded(store)
    data = exported(store, stream)
    keys = Keys(HOME)
    store.redis.delete(keys.stream(stream, "tournament"), keys.head(stream), keys.ids(stream), keys.sealed(stream))
    imported(store, data, lambda _: into(store).people.erase(HOME, ANNA, BY))
    assert sealed_names(store, stream) == {"Bert", "E3", "E4", "E5"}


def test_importing_the_file_of_a_club_deletes_erased_names_in_its_tournaments(store: Store) -> None:
    """An older file of the tournament still has the name. The newer file of the club says that the person was erased."""
    stream = recorded(store)
    tournament = exported(store, stream)
    into(store).people.erase(HOME, ANNA, BY)
    club = packed_club(into(store).people.streams, HOME)
    assert club is not None
    emptied(store)
    imported(store, tournament)
    assert "Anna Zimt" in sealed_names(store, stream)
    imported(store, club.data)
    assert sealed_names(store, stream) == {"Bert", "E3", "E4", "E5"}


def test_a_long_tournament_is_imported_in_batches(store: Store) -> None:
    stream = recorded(store, [*ACTS, *(act("NoteWritten", note=f"note {number}") for number in range(MOST_EVENTS))])
    data = exported(store, stream)
    emptied(store)
    reached: list[int] = []
    imported(store, data, reached.append)
    assert reached == [MOST_EVENTS, len(ACTS) + MOST_EVENTS]
    assert exported(store, stream) == data


def test_a_tournament_file_with_a_changed_byte_is_refused_and_nothing_is_stored(store: Store) -> None:
    data = exported(store, recorded(store))
    emptied(store)
    with pytest.raises(NotARecord, match="hash does not match"):
        imported(store, data.replace(b'"scores":[3,3]', b'"scores":[4,3]'))
    assert into(store).tournaments.newest(HOME) == []
    assert isinstance(read_stream(data), TournamentFile)
