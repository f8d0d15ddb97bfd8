"""Rows on a real server: updated rows equal rebuilt rows, even if jobs are repeated, writers race or keys are lost."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import IrregularityCalled, Retracted
from service.engine import ENGINE
from service.projections import FOLD, PROJECTIONS
from service.projections.players import Counts, unpacked
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.keys import HOME, Club, GameId, Keys, short_name
from service.store.projected import Stale
from tests.projections.conftest import PEOPLE, Evening, rebuilt
from tests.verdicts import judged
from tests.workers.conftest import Store
from workers.project import Projector, project
from workers.wiring import wired_to

ANN, BEN = PEOPLE[:2]


def test_a_correction_takes_back_exactly_what_its_event_had_added_to_the_counts(evening: Evening) -> None:
    game = evening.opened("high-card", ANN, BEN, None)
    before = evening.append(game, IrregularityCalled("revoke", Seat(0)))
    evening.validated()
    evening.projected()
    rows = {name: evening.rows(name) for name in PROJECTIONS}
    assert {person: unpacked(row) for person, row in rows["players"].items()} == {
        ANN.encode(): {"high-card": Counts(games=1)},
        BEN.encode(): {"high-card": Counts(games=1)},
    }
    evening.goes_on(game, 30)
    evening.validated()
    evening.projected()
    assert evening.rows("games") != rows["games"]
    head = evening.parts.records.head(game)
    assert head is not None
    for version in range(before + 1, head.version + 1):
        evening.append(game, Retracted(version))
    evening.validated()
    evening.projected()
    assert evening.rows("players") == rows["players"]


def test_every_club_has_its_own_tables(evening: Evening, store: Store) -> None:
    other = Evening(evening.parts, evening.dice, Club("away"))
    store.clubs.found(other.club)
    for club in (evening, other):
        club.played(5)
        club.validated()
        club.projected()
    assert evening.live().rows["games"] == other.live().rows["games"] == 1
    assert evening.rows("games").keys().isdisjoint(other.rows("games"))


# --- jobs and writers --------------------------------------------------------------------------------------------------------------------


def test_a_repeated_counting_job_changes_no_row(evening: Evening) -> None:
    evening.at_random(10)
    evening.validated()
    evening.projected()
    once = (evening.live(), evening.digest())
    for _ in range(3):
        evening.projected()
    assert (evening.live(), evening.digest()) == once


def test_simultaneous_counting_jobs_count_each_game_once(evening: Evening) -> None:
    with ThreadPoolExecutor(6) as pool:
        runs = []
        for _ in range(15):
            evening.at_random(2)
            evening.validated()
            runs += [pool.submit(evening.projected) for _ in range(4)]
        for run in runs:
            run.result()
    evening.projected()
    assert evening.up_to_date()
    live = evening.digest()
    assert rebuilt(evening) == live


def test_simultaneous_rebuilds_give_the_same_rows(evening: Evening) -> None:
    evening.at_random(20)
    evening.validated()
    evening.projected()
    live = evening.digest()
    with ThreadPoolExecutor(3) as pool:
        assert {run.result() for run in [pool.submit(rebuilt, evening) for _ in range(3)]} == {live}
    assert evening.parts.projected.generation(HOME, "shadow") is None


def test_a_worker_cannot_write_rows_that_others_changed_after_the_worker_read_them(evening: Evening) -> None:
    evening.played(3)
    evening.validated()
    evening.projected()
    projected, seen = evening.parts.projected, evening.live()
    evening.played(3)
    evening.validated()
    evening.projected()
    moved = (evening.live(), evening.digest())
    with pytest.raises(Stale):
        projected.move(seen, seen.position + 1, {"games": {b"x" * 10: b"[]"}})
    rebuilt(evening)
    with pytest.raises(Stale):  # the rebuild replaced the rows; their position in the feed is still the same
        projected.move(moved[0], moved[0].position + 1, {"games": {b"x" * 10: b"[]"}})
    assert (evening.live().position, evening.digest()) == (moved[0].position, moved[1])


def test_rebuilt_rows_do_not_replace_rows_that_include_more_entries_of_the_feed(evening: Evening) -> None:
    evening.played(3)
    evening.validated()
    evening.projected()
    shadow = evening.parts.projected.shadow(HOME, FOLD)
    with pytest.raises(Stale):
        evening.parts.projected.switch(shadow)
    assert evening.live().position > 0


def test_a_worker_ignores_a_job_for_another_version_of_the_counting_code(evening: Evening, store: Store) -> None:
    evening.played(3)
    evening.validated()
    project("00000000.00000000", [HOME])
    assert evening.parts.projected.generation(HOME, "live") is None


def test_counting_raises_store_unavailable_if_the_store_does_not_answer(short_directory: object) -> None:
    with pytest.raises(StoreUnavailable):
        Projector(wired_to(write_client(f"{short_directory}/nobody"))).project(HOME)


# --- lost keys, other rules and games without a verdict ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lost",
    [("generation",), ("games",), ("players",), ("games", "players"), ("generation", "games", "players"), ("generation", "players")],
    ids=" ".join,
)
def test_rows_that_were_deleted_are_restored_by_the_next_counting_job(evening: Evening, store: Store, lost: tuple[str, ...]) -> None:
    evening.at_random(10)
    evening.validated()
    evening.projected()
    for name in lost:
        keys = Keys(HOME)
        assert store.redis.delete(keys.generation("live") if name == "generation" else keys.rows("live", name)) == 1
    evening.played(2)
    evening.validated()
    evening.projected()
    live = evening.digest()
    assert evening.live().rows["games"] == len(evening.games)
    assert rebuilt(evening) == live


def test_rows_made_by_older_counting_code_are_shown_until_the_rebuild_ends(evening: Evening) -> None:
    evening.at_random(5)
    evening.validated()
    former = Projector(evening.parts, fold="00000000.00000000")
    while not former.project(HOME):
        pass
    assert evening.parts.projected.behind([HOME], FOLD) == [HOME]
    rows = evening.rows("games")
    evening.parts.projected.shadow(HOME, "11111111.11111111")  # these rows are from an unfinished rebuild by another version of the rules
    assert evening.parts.projected.shadow(HOME, FOLD).position == 0
    assert (evening.live().fold, evening.rows("games")) == ("00000000.00000000", rows)
    evening.projected()
    assert (evening.live().fold, evening.rows("games")) == (FOLD, rows)
    assert evening.up_to_date()


def test_a_game_is_counted_only_after_it_is_validated(evening: Evening, store: Store) -> None:
    first = evening.played(0)
    evening.validated()
    second, third = evening.played(0), evening.played(0)
    evening.projected()
    assert evening.rows("games").keys() == {short_name(first)}
    assert not evening.up_to_date()
    evening.validated()
    evening.projected()
    assert evening.rows("games").keys() == {short_name(game) for game in (first, second, third)}


def test_a_game_that_failed_validation_has_no_row_and_delays_no_other_game(evening: Evening, store: Store) -> None:
    bad = store.open()
    evening.games.append(bad)
    version = store.happens(bad, "raise")
    good = evening.played(3)
    assert store.verdicts.park(bad, version, 3, "KeyError at somewhere:1", ENGINE)
    judged(evening.parts.verdicts, good, 0, head_version(evening, good), ENGINE, "open", [], [])
    evening.projected()
    assert evening.rows("games").keys() == {short_name(good)}
    store.retract(bad, version)
    evening.validated()
    evening.projected()
    assert evening.rows("games").keys() == {short_name(good), short_name(bad)}


def test_a_game_that_cannot_be_read_has_no_row(evening: Evening, store: Store) -> None:
    """Earlier rules could read and validate the game; the current rules cannot read it."""
    game = store.open()
    evening.games.append(game)
    evening.validated()
    evening.projected()
    assert evening.live().rows["games"] == 1
    version = store.happens(game, "garbled")
    judged(store.verdicts, game, 0, version, "00000000", "open", [], [])
    evening.projected()
    assert evening.live().rows["games"] == 0
    assert evening.up_to_date()


def head_version(evening: Evening, game: GameId) -> int:
    head = evening.parts.records.head(game)
    assert head is not None
    return head.version
