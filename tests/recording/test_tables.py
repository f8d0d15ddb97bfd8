"""Opening the games of a tournament's tables. A table gets only one game and one link, even if several people open the game or a process is
killed."""

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from domain.kernel.events import GameOpened, PersonId, TournamentAct
from domain.kernel.events.tournaments import TableLinked
from domain.record.batch import Sent
from domain.record.refusals import Refused
from domain.tournament.taking import TableOfRound
from service.store.keys import HOME, Club, GameId, StreamId, full_name
from service.store.streams.append import Appended
from tests.domain.playing import act as game_act
from tests.recording.tables import DIRECTOR, TABLE, Process, opened_stream, process
from tests.store.bench import BY, Draft, Store, new_id, opening
from tests.tournament.stream import act, entries, paired

ROUND = paired(1, [[1], [2]], [[3], [4]])
PUBLISHED = act("RoundPublished", round=1)
HANDS = {"round": {"ends": "hands", "hands": 8}}


def cup(**settings: object) -> list[TournamentAct]:
    opened = {"title": "Cup", "system": "high-card", "rules": {}, "format": "swiss", "settings": settings, "visibility": "unlisted"}
    return [act("TournamentOpened", **opened), *entries(4), ROUND, PUBLISHED]


@dataclass
class Hall:
    """A tournament on a server, and two processes that both serve it."""

    store: Store
    here: Process
    there: Process
    id: StreamId

    def links(self) -> list[TableLinked]:
        return [event.act for event in self.here.streams.events(self.id) if isinstance(event.act, TableLinked)]

    def games(self) -> list[GameId]:
        return self.store.records.newest(HOME, limit=100)

    def end(self, game: GameId, name: str) -> None:
        self.store.records.append(game, None, [Draft(game_act(name, reason="x"), new_id())], BY)


def hall_of(store: Store, *acts: TournamentAct) -> Hall:
    here, there = (process(store._client(store.server.socket)) for _ in range(2))
    return Hall(store, here, there, opened_stream(here, *acts))


@pytest.fixture
def hall(store: Store) -> Hall:
    return hall_of(store, *cup(**HANDS))


def opened_as(hall: Hall, game: GameId) -> GameOpened:
    return hall.here.readings.of(game).opened


def test_the_game_of_a_table_is_opened_and_linked(hall: Hall) -> None:
    made = hall.here.open(hall.id, TableOfRound(1, 2))
    assert (made.outcome, made.version) == ("appended", 1)
    assert hall.links() == [TableLinked(1, 2, made.game)]
    opened = opened_as(hall, made.game)
    assert (opened.system, opened.visibility, [seating.seat for seating in opened.seats]) == ("high-card", "unlisted", [0, 1])
    place = opened.tournament
    assert place is not None
    assert (place.tournament, place.round, place.table, place.ends, place.hands) == (hall.id, 1, 2, "hands", 8)


def test_the_people_of_the_sides_take_the_seats(store: Store) -> None:
    hall = hall_of(store, *cup())
    hall.here.tables.kind.people.register(HOME, {PersonId("p-anna"): "Anna"}, BY)
    hall.here.add(hall.id, act("EntryChanged", entry=1, people=["p-anna"]), act("EntryChanged", entry=2, people=["p-gone"]))
    opened = opened_as(hall, hall.here.open(hall.id).game)
    assert [seating.person for seating in opened.seats] == ["p-anna", None]


def test_opening_the_game_of_a_table_twice_opens_one_game(hall: Hall) -> None:
    first, again, elsewhere = hall.here.open(hall.id), hall.here.open(hall.id), hall.there.open(hall.id, at=1_763_726_400_000)
    assert first.game == again.game == elsewhere.game
    assert [made.outcome for made in (first, again, elsewhere)] == ["appended", "already-there", "already-there"]
    assert {made.events for made in (first, again, elsewhere)} == {first.events}
    assert len(hall.links()) == 1


def test_each_table_gets_one_game_when_many_phones_open_it_at_the_same_time(hall: Hall) -> None:
    phones = [process(hall.store._client(hall.store.server.socket)) for _ in range(8)]

    def opened(number: int) -> Appended:
        return phones[number].open(hall.id, TableOfRound(1, 1 + number % 2), at=1_763_726_400_000 + number)

    with ThreadPoolExecutor(len(phones)) as pool:
        made = list(pool.map(opened, range(len(phones))))
    assert len({each.game for each in made}) == 2
    assert sorted((link.table, link.game) for link in hall.links()) == sorted({(1 + n % 2, each.game) for n, each in enumerate(made)})
    assert sum(each.outcome == "appended" for each in made) == 2


def test_a_table_has_one_game_and_link_although_a_process_was_killed(hall: Hall) -> None:
    command = [sys.executable, "-m", "tests.recording.tables", str(hall.store.server.socket), hall.id]
    child = subprocess.run(command, capture_output=True, check=False)
    assert child.returncode == -signal.SIGKILL, child.stderr.decode()
    (orphan,) = hall.games()
    assert hall.links() == []

    made = hall.here.open(hall.id)

    assert (made.game, made.outcome) == (orphan, "already-there")
    assert hall.games() == [orphan]
    assert hall.links() == [TableLinked(1, 1, orphan)]


def test_a_game_is_not_linked_if_the_pairing_changed_meanwhile(hall: Hall) -> None:
    """Somebody changes the pairing after the sides of the table were read. The game that was opened for the old sides is not linked to the
    table, and a game of the new sides is opened."""
    tournaments, add = hall.here.tables.tournaments, hall.here.tables.tournaments.add
    changed = act("PairingChanged", round=1, tables=[{"table": 1, "sides": [[3], [2]]}, {"table": 2, "sides": [[1], [4]]}])

    def slow(*arguments: object) -> object:
        tournaments.add = add  # type: ignore[method-assign]
        hall.there.add(hall.id, changed)
        return add(*arguments)  # type: ignore[arg-type]

    tournaments.add = slow  # type: ignore[method-assign,assignment]
    made = hall.here.open(hall.id)
    assert hall.links() == [TableLinked(1, 1, made.game)]
    assert made.outcome == "appended"
    assert len(hall.games()) == 2


def test_the_tables_get_new_games_when_a_round_is_paired_again(hall: Hall) -> None:
    first = hall.here.open(hall.id)
    hall.here.add(hall.id, act("RoundUnpublished", round=1, reason="x"), ROUND, PUBLISHED)
    second = hall.here.open(hall.id)
    assert second.outcome == "appended"
    assert first.game != second.game


def test_the_game_of_a_table_gets_another_id_on_another_server(store: Store, hall: Hall) -> None:
    """The ids of games are computed with a secret of the server, so on another server the same table gets another id."""
    made = hall.here.open(hall.id)
    store.redis.flushall()
    again = hall_of(store, *cup(**HANDS))
    assert again.id == hall.id
    assert again.here.open(again.id).game != made.game


def test_the_secret_of_a_tournament_is_made_once_and_kept(hall: Hall) -> None:
    first = hall.here.tables.secrets.of(hall.id)
    assert len(first) == 32
    assert hall.there.tables.secrets.of(hall.id) == hall.here.tables.secrets.of(hall.id) == first


# --- another game -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["GameAnnulled", "GameAbandoned"])
def test_another_game_of_a_table_can_be_opened_if_the_first_does_not_count(hall: Hall, name: str) -> None:
    first = hall.here.open(hall.id)
    hall.end(first.game, name)
    second = hall.here.open(hall.id, again=True)
    assert second.outcome == "appended"
    assert [link.game for link in hall.links()] == [first.game, second.game]
    assert hall.here.folds.of(hall.id).state.rounds[1].tables[1].game == second.game


def test_repeating_a_request_for_another_game_of_a_table_opens_one_game(hall: Hall) -> None:
    hall.end(hall.here.open(hall.id).game, "GameAnnulled")
    second, repeated = hall.here.open(hall.id, again=True), hall.there.open(hall.id, again=True)
    assert (repeated.game, repeated.outcome) == (second.game, "already-there")
    assert len(hall.links()) == 2


def test_a_game_that_counts_at_its_table_is_not_replaced_by_another_game(hall: Hall) -> None:
    hall.here.open(hall.id)
    with pytest.raises(Refused, match="The game of this table is open"):
        hall.here.open(hall.id, again=True)
    assert len(hall.links()) == 1


def test_asking_for_another_game_of_a_table_opens_the_first_game_if_the_table_has_none(hall: Hall) -> None:
    assert hall.here.open(hall.id, again=True).outcome == "appended"
    assert len(hall.links()) == 1


def test_another_game_of_a_table_can_be_opened_after_the_link_to_the_first_game_is_withdrawn(hall: Hall) -> None:
    first = hall.here.open(hall.id)
    hall.here.add(hall.id, act("Retracted", target=8))
    second = hall.here.open(hall.id)
    assert first.game != second.game
    assert hall.here.folds.of(hall.id).state.rounds[1].tables[1].game == second.game


# --- refusals -----------------------------------------------------------------------------------------------------------------------------


def test_opening_a_game_is_refused_when_the_round_was_withdrawn(hall: Hall) -> None:
    """The round was withdrawn after the director had seen the page."""
    hall.here.add(hall.id, act("RoundUnpublished", round=1, reason="x"))
    with pytest.raises(Refused, match="Round 1 has no table 1 any more"):
        hall.here.open(hall.id)


@pytest.mark.parametrize("again", [False, True])
def test_no_game_is_opened_or_shown_in_a_round_that_is_not_published(hall: Hall, again: bool) -> None:
    """The round was withdrawn and paired again, and nobody has published it yet."""
    linked = act("TableLinked", round=1, table=2, game=hall.store.open())
    hall.here.add(hall.id, act("RoundUnpublished", round=1, reason="x"), ROUND, linked)
    before = hall.games()
    for place in (TableOfRound(1, 1), TableOfRound(1, 2)):
        with pytest.raises(Refused, match="Round 1 is not published"):
            hall.here.open(hall.id, place, again=again)
    assert hall.games() == before


def test_no_game_is_linked_if_the_round_is_withdrawn_and_paired_again_meanwhile(hall: Hall) -> None:
    tournaments, add = hall.here.tables.tournaments, hall.here.tables.tournaments.add

    def slow(*arguments: object) -> object:
        tournaments.add = add  # type: ignore[method-assign]
        hall.there.add(hall.id, act("RoundUnpublished", round=1, reason="x"), ROUND)
        return add(*arguments)  # type: ignore[arg-type]

    tournaments.add = slow  # type: ignore[method-assign,assignment]
    with pytest.raises(Refused, match="Round 1 is not published"):
        hall.here.open(hall.id)
    assert hall.links() == []


def test_a_table_that_does_not_fit_the_system_is_refused_with_the_reason(store: Store) -> None:
    box = act("TournamentOpened", title="x", system="box", rules={"players": 4}, format="swiss", settings={})
    boxes = hall_of(store, box, *entries(4), ROUND, PUBLISHED)
    with pytest.raises(Refused, match="Box with these rules cannot be played by 2 sides of one person"):
        boxes.here.open(boxes.id)
    assert boxes.games() == []


def test_no_game_is_opened_in_a_finished_tournament(hall: Hall) -> None:
    hall.here.add(hall.id, act("TournamentFinished"))
    with pytest.raises(Refused, match="The tournament is finished"):
        hall.here.open(hall.id)
    assert hall.games() == []


# --- links by hand ------------------------------------------------------------------------------------------------------------------------


def linked(hall: Hall, *places: tuple[int, str]) -> list[tuple[str, str]]:
    """Link games to tables of round 1 by hand. Returns the faults, as (pointer, message)."""
    head = hall.here.streams.head(hall.id)
    assert head is not None
    sent = [Sent({"type": "TableLinked", "data": {"round": 1, "table": table, "game": game}}) for table, game in places]
    try:
        hall.here.tables.tournaments.append(head, DIRECTOR, sent, None, None)
    except Refused as refused:
        return [(fault.pointer, fault.message) for fault in refused.refusal.faults]
    return []


def test_a_game_linked_by_hand_is_the_game_of_its_table(hall: Hall) -> None:
    game = hall.store.open()
    assert linked(hall, (1, game)) == []
    assert linked(hall, (1, game)) == []
    made = hall.here.open(hall.id)
    assert (made.game, made.outcome) == (game, "already-there")


def test_a_game_that_does_not_exist_in_the_club_is_not_linked(hall: Hall) -> None:
    nobody = "is no game of this club"
    foreign = hall.store.records.open(Club("away"), opening(), BY).game
    unknown = full_name(HOME, b"\7" * 10)
    for game in (unknown, foreign, "home-0000000000000000"):
        assert linked(hall, (1, game)) == [("/events/0/data/game", nobody)]
    assert hall.links() == []


def test_a_game_is_not_linked_to_two_tables(hall: Hall) -> None:
    game, other = hall.store.open(), hall.store.open()
    assert linked(hall, (1, game)) == []
    assert linked(hall, (2, game)) == [("/events/0/data/game", "is linked to table 1 of round 1")]
    assert linked(hall, (1, other), (2, other)) == [("/events/1/data/game", "is linked to table 1 of round 1")]


def test_a_game_that_was_opened_for_another_table_cannot_be_linked(hall: Hall) -> None:
    made = hall.here.open(hall.id)
    hall.here.add(hall.id, act("Retracted", target=8))
    assert linked(hall, (2, made.game)) == [("/events/0/data/game", "was opened for another table")]
    assert linked(hall, (TABLE.table, made.game)) == []
