"""The job that takes results of games into a tournament may be lost, run twice or run late. No result is taken twice,
and no outdated result is taken."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from service.store.games.heads import Head
from service.store.keys import HOME, GameId, Keys
from service.store.projected import Stale
from tests.taking.conftest import NOTE, Cup
from tests.turned_back import TurnedBack, once_before
from tests.workers.conftest import Store
from workers.links import PLACE


def test_taking_one_result_does_not_read_the_other_games_of_the_tournament(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    cup.begin(30, takes="finished")
    for table in cup.games:
        cup.stated(table, 11, 7)
    cup.taken()
    cup.corrected(4, 7, 11)
    cup.validated()
    asked: list[int] = []
    heads = cup.parts.records.heads

    def counted(games: Sequence[GameId]) -> list[Head | None]:
        asked.append(len(games))
        return heads(games)

    monkeypatch.setattr(cup.parts.records, "heads", counted)
    taker = cup.taker()
    while not taker.take(HOME):
        pass
    assert sum(asked) <= 3  # the job reads the game, and reads it again after its result was taken
    assert cup.table(4).change is not None


def test_results_are_taken_once_even_if_the_list_of_linked_games_is_lost(cup: Cup, store: Store) -> None:
    cup.begin(3)
    cup.played(1, 11, 7)
    cup.taken()
    keys = Keys(HOME)
    for lost in (keys.generation(PLACE), keys.waiting(PLACE), keys.rows(PLACE, "tournaments-of"), keys.rows(PLACE, "looked-at")):
        store.redis.delete(lost)
        cup.played(2, 11, 7) if cup.counts(2) is None else cup.corrected(2, *Random(str(lost)).sample(range(12), 2))
        cup.taken()
        assert len([event for event in cup.taken_events() if event.table == 1]) == 1
        last = cup.taken_events()[-1]
        assert (last.table, last.version) == (2, cup.parts.records.head(cup.games[2]).version)  # type: ignore[union-attr]


def test_a_job_cannot_take_a_game_off_its_list_if_the_game_changed_since_the_job_began(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taker().take(HOME)
    seen = cup.generation()
    cup.append(cup.games[1], NOTE)
    cup.taker().take(HOME)
    with pytest.raises(Stale):
        cup.parts.taking.move(seen, seen.position, {}, {cup.games[1]: 0})
    cup.taken()
    assert cup.counts() == (11, 7)


def sleeping_before_it_appends(cup: Cup, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], None]) -> list[bool]:
    """Let a worker call `meanwhile` once, just before it appends results for the first time. The returned list is empty until this call,
    and has one item afterwards."""
    append = cup.parts.tournaments.append
    slept: list[bool] = []

    def sleeping(*arguments: object, **named: object) -> object:
        if not slept:
            slept.append(True)
            meanwhile()
        return append(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(cup.parts.tournaments, "append", sleeping)
    return slept


def test_a_slow_worker_adds_nothing_if_a_newer_result_was_taken_meanwhile(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """The slow worker has read the game and the tournament. Before it appends, another worker takes a newer result."""
    cup.begin(1, accept_changes=True)
    cup.played(1, 11, 7)
    cup.validated()

    def meanwhile() -> None:
        cup.corrected(1, 7, 11)
        cup.taken()

    slept = sleeping_before_it_appends(cup, monkeypatch, meanwhile)
    cup.taken()
    assert slept
    assert (cup.counts(), len(cup.taken_events())) == ((7, 11), 1)


def test_an_outdated_result_of_a_slow_worker_is_not_appended(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker has read the second result of a game, and sleeps before it appends this result. Meanwhile the game changes back to its first
    result, which the tournament already has. So the other workers record nothing, and the tournament is as the slow worker has read it."""
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    cup.corrected(1, 7, 11)
    cup.validated()

    def meanwhile() -> None:
        cup.corrected(1, 11, 7)
        cup.taken()
        assert cup.table().change is None

    slept = sleeping_before_it_appends(cup, monkeypatch, meanwhile)
    cup.taken()
    assert slept
    assert (cup.counts(), cup.table().change) == ((11, 7), None)
    assert [event.scores for event in cup.taken_events()] == [(11, 7)]


def test_a_result_that_its_game_has_lost_does_not_count(data: TurnedBack, away: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker has read the result. Before it appends, the server loses the end of the game, and the game goes on."""
    away.begin(1)
    away.taken()
    data.keep()
    away.played(1, 5, 3)
    away.validated()

    def turned_back() -> None:
        data.turn_back()
        away.append(away.games[1], NOTE)

    once_before(monkeypatch, away.parts.tournaments, "append", turned_back)
    away.taker().take(HOME)
    away.taken()
    assert away.counts() is None
    away.played(1, 4, 6)
    away.taken()
    assert away.counts() == (4, 6)
