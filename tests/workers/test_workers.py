"""The relay with real workers: every game gets its verdict, even when hints (messages about changes), jobs or workers are lost."""

import time
from collections.abc import Callable

from service.engine import ENGINE
from service.store.keys import Club
from tests.speeds import slow
from tests.workers.conftest import Store, Workers, until
from workers.relay.loop import MOST_DEATHS, Relay

Relaying = Callable[..., Relay]
LONG = 600
"""The time limit of a job in seconds, in tests that make a job wait."""


def test_a_game_is_validated_soon_after_a_new_event(store: Store, workers: Workers, relaying: Relaying) -> None:
    relaying()
    game = store.open()
    store.happens(game, "breach", "nothing", "breach")
    until(lambda: store.validated(game))
    assert store.standing(game) == ["breach@2", "breach@4"]


def test_the_relay_finds_games_to_validate_in_every_club(store: Store, workers: Workers, relaying: Relaying) -> None:
    store.clubs.found(Club("elsewhere"))
    games = [store.open(club=Club(club)) for club in ("home", "elsewhere")]  # no relay listens yet, so the hints are lost
    relaying()
    until(lambda: all(map(store.validated, games)))


def test_validation_jobs_lost_from_the_queue_are_sent_again(store: Store, workers: Workers, relaying: Relaying) -> None:
    games = [store.open() for _ in range(5)]
    for game in games:
        store.happens(game, "held")
    with workers.holding():
        relaying(job_seconds=LONG)
        until(lambda: any(key.startswith(b"rq:job:") for key in store.redis.keys("rq:job:*")))
        for key in store.redis.keys("rq:*"):
            store.redis.delete(key)
    until(lambda: all(map(store.validated, games)))


def test_a_failing_validation_is_tried_three_times_and_delays_no_other_game(store: Store, workers: Workers, relaying: Relaying) -> None:
    relaying()
    bad, good = store.open(), store.open()
    version = store.happens(bad, "raise")
    store.happens(good, "breach")
    until(lambda: store.validated(good))
    until(lambda: store.parked(bad) is not None)
    parked = store.parked(bad)
    assert parked is not None
    assert (parked.version, parked.attempts) == (version, 3)
    assert parked.reason.startswith("KeyError at ")
    store.retract(bad, version)
    until(lambda: store.validated(bad))
    assert store.parked(bad) is None


def test_a_game_that_takes_long_to_validate_delays_no_other_game(store: Store, workers: Workers, relaying: Relaying) -> None:
    relaying(job_seconds=LONG)
    long = store.open()
    store.happens(long, "held")
    with workers.holding():
        for _ in range(10):
            good = store.open()
            store.happens(good, "breach")
            until(lambda game=good: store.validated(game))
        assert not store.validated(long)
    until(lambda: store.validated(long))


def test_validation_is_given_up_for_a_game_that_exceeds_the_time_limit(store: Store, workers: Workers, relaying: Relaying) -> None:
    relaying(job_seconds=1)
    bad = store.open()
    store.happens(bad, "hang")
    until(lambda: store.parked(bad) is not None)
    parked = store.parked(bad)
    assert parked is not None
    assert parked.reason.startswith("JobTimeoutException at ")


@slow
def test_validation_is_given_up_for_a_game_that_kills_five_workers(store: Store, workers: Workers, relaying: Relaying) -> None:
    relaying()
    bad = store.open()
    before = len(workers.ended)
    store.happens(bad, "die")
    until(lambda: store.parked(bad) is not None)
    parked = store.parked(bad)
    assert parked is not None
    assert (parked.attempts, parked.reason) == (MOST_DEATHS, "the worker died or hung")
    assert workers.ended[before:] == [-9] * MOST_DEATHS
    good = store.open()
    until(lambda: store.validated(good))


def test_another_worker_takes_the_validation_job_of_a_killed_worker(store: Store, workers: Workers, relaying: Relaying) -> None:
    relaying(job_seconds=LONG)
    game = store.open()
    store.happens(game, "held")
    with workers.holding():
        until(lambda: store.redis.zcard("rq:wip:faceup") >= 1)
        workers.kill()
    until(lambda: store.validated(game))
    assert store.parked(game) is None


@slow
def test_a_game_that_failed_validation_under_other_rules_is_validated_again(store: Store, workers: Workers, relaying: Relaying) -> None:
    theirs, ours = store.open(), store.open()
    assert store.verdicts.park(theirs, 1, 3, "KeyError at somewhere:1", "00000000")
    assert store.verdicts.park(ours, 1, 3, "KeyError at somewhere:1", ENGINE)
    relaying()
    until(lambda: store.validated(theirs))
    assert store.parked(theirs) is None
    time.sleep(1.5)
    assert store.parked(ours) is not None
    assert not store.validated(ours)


def test_many_games_that_change_at_the_same_time_are_all_validated(store: Store, workers: Workers, relaying: Relaying) -> None:
    relaying()
    games = [store.open() for _ in range(100)]
    for game in games:
        store.happens(game, "breach")
    until(lambda: all(map(store.validated, games)))
    assert all(store.standing(game) == ["breach@2"] for game in games)


def test_two_relays_on_one_server_validate_every_game(store: Store, workers: Workers, relaying: Relaying) -> None:
    relaying()
    relaying()
    games = [store.open() for _ in range(10)]
    for _ in range(10):
        for game in games:
            store.happens(game, "breach")
    until(lambda: all(map(store.validated, games)))
    assert all(len(store.verdicts.entries(game)) == 10 for game in games)
