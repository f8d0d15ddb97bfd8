"""Finished tournaments that were published elsewhere are imported once each. Published values that differ from the values computed here are
reported, and faults are named."""

import json
from copy import deepcopy
from typing import Any

import pytest

from domain.files.tournament import recompute_standings
from domain.record.batch import StreamDraft
from domain.tournament.published import Refused, exact
from domain.tournament.reading import TournamentReading, tournament_read
from domain.tournament.scoring import history_of
from service.files.finished import FinishedFile, read_finished
from service.files.streams import read_stream
from service.store.errors import RecordDiffers
from service.store.keys import HOME, StreamId
from service.store.streams.append import Restored
from tests.imports.records import into
from tests.imports.test_tournaments import exported
from tests.speeds import rows
from tests.store.bench import BY, Store
from tests.tournament.run import DEFAULT

TEXT = DEFAULT.read_text(encoding="utf-8")
EVENTS: list[dict[str, Any]] = json.loads(TEXT, parse_float=exact)
BY_ID = {event["id"]: event for event in EVENTS}
SMALL: dict[str, Any] = {
    "id": "small",
    "title": "Friday cup",
    "system": "swiss",
    "scoring": {"win": 1, "draw": exact("0.5"), "loss": 0},
    "players": [
        {"no": 1, "points": exact("1.5"), "name": "Anna", "place": 1},
        {"no": 2, "points": exact("0.5"), "name": "Žofie", "place": 2, "tiebreaks": {"LUCK": 7}},
    ],
    "rounds": [
        {"n": 1, "games": [{"a": 1, "b": 2, "pa": 1, "pb": 0, "kind": "played"}]},
        {"n": 2, "games": [{"a": 2, "b": 1, "pa": exact("0.5"), "pb": exact("0.5"), "kind": "played"}]},
    ],
}


def stored(store: Store, file: FinishedFile) -> Restored:
    there = into(store)
    return file.store(there.tournaments, there.people, HOME, BY)


def reading_of(store: Store, stream: StreamId) -> TournamentReading:
    return tournament_read(into(store).tournaments.events(stream))


@pytest.mark.parametrize("event", rows(BY_ID, ("fide-tec-swiss16", "uzchess-2025", "carrom-2008-11-29"), BY_ID.get))
def test_importing_every_published_tournament_twice_stores_it_once_with_its_points(store: Store, event: dict[str, Any]) -> None:
    file = read_finished(event, "public")
    assert file.differences == []
    made = stored(store, file)
    state = reading_of(store, made.stream).state
    unit = file.publication.published.unit
    assert (state.finished, state.visibility, state.title, len(state.entries)) == (True, "public", event["title"], len(event["players"]))
    assert {n: points * unit for n, points in ((p["no"], p["points"]) for p in event["players"])} == {
        entry: history_of(state).points(entry) for entry in state.entries
    }
    assert all(paired.published for paired in state.rounds.values())
    assert stored(store, file) == Restored(made.stream, made.version, 0, "already-there")
    data = exported(store, made.stream)
    assert recompute_standings(data).faults == ()
    store.redis.flushall()
    assert read_stream(data).store(into(store), HOME, BY, lambda _: None).stream == made.stream
    assert exported(store, made.stream) == data


def test_players_with_names_in_an_imported_tournament_become_people_of_the_club(store: Store) -> None:
    there = into(store)
    anna = there.people.add(HOME, "anna", BY)
    made = stored(store, read_finished(SMALL))
    state = reading_of(store, made.stream).state
    zofie = next(person for person, name in there.people.everyone(HOME).items() if name == "Žofie")
    assert [(entry.name, entry.people) for entry in state.entries.values()] == [("Anna", (anna,)), ("Žofie", (zofie,))]
    assert state.title == "Friday cup"


def test_an_imported_tournament_is_recognised_when_its_file_is_written_differently(store: Store) -> None:
    """Other names, titles, order of keys and ways of writing numbers make no difference. A second import does not bring an erased person
    back."""
    first = stored(store, read_finished(SMALL))
    there = into(store)
    people = set(there.people.everyone(HOME))
    other = json.loads(
        json.dumps(SMALL, default=float, sort_keys=True).replace('"win": 1', '"win": 1.0').replace("Anna", "Berta"), parse_float=exact
    )
    for person in people:
        there.people.erase(HOME, person, BY)
    assert stored(store, read_finished({**other, "title": "Another"})) == Restored(first.stream, first.version, 0, "already-there")
    assert there.people.everyone(HOME) == {}
    assert stored(store, read_finished({**other, "id": "another"})).stream != first.stream


def test_a_tournament_is_imported_even_if_its_published_values_differ_from_ours(store: Store) -> None:
    changed = deepcopy(SMALL)
    changed["players"][1].update(points=1, place=1)
    file = read_finished(changed)
    assert [(one.name, one.of, one.printed, one.computed) for one in file.differences] == [
        ("points", "player 2", "1", "0.5"),
        ("place", "player 2", "1", "2"),
    ]
    assert file.not_compared == ("LUCK",)
    assert stored(store, file).outcome == "appended"


def test_a_name_imported_while_its_person_is_being_erased_is_not_kept(store: Store) -> None:
    """The person is erased after the first append of the import. The erasure deletes the name in all tournaments that are stored at that
    time."""
    file, there, gone = read_finished(SMALL), into(store), []

    def written(_: int) -> None:
        (anna,) = (person for person, name in there.people.everyone(HOME).items() if name == "Anna")
        there.people.erase(HOME, anna, BY)
        gone.append(there.tournaments.scrub(HOME, [anna]))

    def first(version: int) -> None:
        if version == 1:
            written(version)

    made = file.store(there.tournaments, there.people, HOME, BY, first)
    assert gone == [[]]
    assert [entry.name for entry in reading_of(store, made.stream).state.entries.values()] == [None, "Žofie"]


def test_an_interrupted_import_of_a_tournament_is_completed_by_the_next_import(store: Store) -> None:
    class Killed(Exception):
        pass

    def killed(version: int) -> None:
        if version > 1:
            raise Killed

    file, there = read_finished(BY_ID["fide-tec-swiss16"]), into(store)
    with pytest.raises(Killed):
        file.store(there.tournaments, there.people, HOME, BY, killed)
    made = stored(store, file)
    assert (made.outcome, made.added < made.version) == ("completed", True)
    assert reading_of(store, made.stream).state.finished


def test_a_tournament_that_somebody_changes_during_its_import_is_refused(store: Store) -> None:
    file = read_finished(SMALL)
    stream = file.dry_run(into(store).tournaments, into(store).people, HOME).stream
    assert into(store).tournaments.head(stream) is None
    there = into(store)

    class Stopped(Exception):
        pass

    def stop(_: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        file.store(there.tournaments, there.people, HOME, BY, stop)
    other = read_finished({**SMALL, "id": "other"})
    event = into(store).tournaments.events(stored(store, other).stream)[1]
    there.tournaments.append(stream, None, [StreamDraft(event.act, event.id)], BY)
    with pytest.raises(RecordDiffers):
        stored(store, file)


def broken(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(SMALL), **changes}


def test_every_fault_of_a_tournament_file_is_named_and_nothing_is_stored(store: Store) -> None:
    wrong = broken(wind=3, system="knockout")
    wrong["players"][0].update(name="", place=0)
    wrong["rounds"][0]["games"][0].update(pa="one", kind="online")
    with pytest.raises(Refused) as refused:
        read_finished(wrong)
    places = "/wind /system /players/0/name /players/0/place /rounds/0/games/0/pa /rounds/0/games/0/kind"
    assert [fault.pointer for fault in refused.value.faults] == places.split()
    assert into(store).tournaments.newest(HOME) == []
    assert into(store).people.everyone(HOME) == {}


UNSTORABLE: list[tuple[str, dict[str, Any], str]] = [
    ("a list", [], ""),  # type: ignore[list-item]
    ("nobody", broken(players=[], rounds=[]), "/players"),
    ("a round that is missing", broken(rounds=[SMALL["rounds"][0], {**SMALL["rounds"][1], "n": 3}]), "/rounds/1/n"),
    ("names twice", broken(players=[SMALL["players"][0], {"no": 2, "points": 0, "name": "ANNA"}]), "/players/1/name"),
    (
        "numbers that are too large",
        broken(rounds=[{"n": 1, "games": [{**SMALL["rounds"][0]["games"][0], "sa": 900_000, "sb": exact("0.001")}]}]),
        "/rounds/0/games/0/sa",
    ),
    ("an order of nobody", broken(published_direct_encounter=[{"group": [7], "order": [[7]]}]), "/published_direct_encounter/0/group"),
    ("an order without all", broken(published_direct_encounter=[{"group": [1, 2], "order": [[1]]}]), "/published_direct_encounter/0/order"),
]


@pytest.mark.parametrize(("event", "pointer"), [row[1:] for row in UNSTORABLE], ids=[row[0] for row in UNSTORABLE])
def test_a_tournament_that_cannot_be_recorded_as_events_is_refused(event: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Refused) as refused:
        read_finished(event)
    assert refused.value.faults[0].pointer == pointer


def test_a_player_name_that_several_people_of_the_club_have_is_refused(store: Store) -> None:
    there = into(store)
    there.people.add(HOME, "Anna", BY)
    there.people.add(HOME, "Anna", BY)
    before = there.people.everyone(HOME)
    with pytest.raises(Refused) as refused:
        stored(store, read_finished(SMALL))
    assert [fault.pointer for fault in refused.value.faults] == ["/players/0/name"]
    assert there.people.everyone(HOME) == before
    assert there.tournaments.newest(HOME) == []


@pytest.mark.parametrize("number", ["1e400", "1e-9", "1.1234567890123", "1234567890123.5"])
def test_a_tournament_file_with_a_number_of_too_many_digits_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="exponent or too many digits"):
        json.loads(f"[{number}]", parse_float=exact)
