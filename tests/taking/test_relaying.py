"""The jobs that the relay sends so that workers take results of games into tournaments. Here no worker runs."""

from dataclasses import dataclass, field

import pytest

from service.clock import now_ms
from service.store.keys import HOME, Club, GameId, StreamId
from service.store.projected import Projected
from service.store.streams.hints import Change, Ended
from service.store.tournaments.tournaments import TournamentStreams
from tests.taking.conftest import Cup
from tests.workers.conftest import Store
from workers.links import FOLD, LINKS
from workers.queue import Jobs, queue_on
from workers.relay.following import PAUSE_SECONDS, FollowingJobs, Taking
from workers.relay.single import SingleJob

VERDICT = Change("verdict", GameId(f"{HOME}-{'a' * 16}"), 1)
TOURNAMENT = StreamId(f"{HOME}-t{'a' * 16}")


@dataclass
class Relayed:
    """The part of the relay that sends the jobs. The test sets its clock."""

    store: Store
    now: list[float] = field(default_factory=lambda: [0.0])

    def __post_init__(self) -> None:
        jobs, redis = Jobs(self.store.redis), self.store.redis
        kind = Taking(Projected(redis, LINKS), TournamentStreams(redis, now_ms), jobs, FOLD)
        self.jobs = FollowingJobs(kind, SingleJob(jobs, lambda: self.now[0]), lambda: self.now[0])

    def sent(self) -> list[list[str]]:
        """Send the jobs that are due. Returns for each job in the queue the list of clubs whose results the job takes."""
        self.now[0] += PAUSE_SECONDS
        self.jobs.send()
        return [job.args[1] for job in queue_on(self.store.redis).get_jobs() if job.func_name == "workers.take.take"]

    def done(self, *left: Club) -> None:
        """Remove the only job from the queue, and announce its end. `left`: the clubs in which results are left to take."""
        (job,) = queue_on(self.store.redis).get_jobs()
        self.store.redis.delete(queue_on(self.store.redis).key, job.key)
        self.jobs.ended(Ended(job.id, left))


@pytest.fixture
def relayed(store: Store) -> Relayed:
    return Relayed(store)


def test_no_job_to_take_results_is_sent_for_a_club_without_tournaments(cup: Cup, relayed: Relayed) -> None:
    cup.game()
    relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
    relayed.jobs.take(VERDICT)
    assert relayed.sent() == []


def test_jobs_to_take_results_are_sent_as_soon_as_a_club_has_a_tournament(relayed: Relayed) -> None:
    relayed.jobs.take(Change("tournament", TOURNAMENT, 1))
    assert relayed.sent() == [[HOME]]
    relayed.done()
    relayed.jobs.take(VERDICT)
    assert relayed.sent() == [[HOME]]


def test_a_job_to_take_results_is_sent_even_if_messages_about_changes_were_lost(cup: Cup, relayed: Relayed) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
    assert relayed.sent() == [[HOME]]
    relayed.done()
    cup.taker().take(HOME)  # the game has no verdict yet, so it is on the list of waiting games
    relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
    assert relayed.sent() == []
    cup.validated()
    relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
    assert relayed.sent() == [[HOME]]
    relayed.done()
    cup.taken()
    relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
    assert relayed.sent() == []


def test_no_job_to_take_results_is_sent_before_the_game_has_its_verdict(cup: Cup, relayed: Relayed) -> None:
    cup.begin(1)
    cup.taken()
    relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
    relayed.jobs.take(Change("events", cup.games[1], 2))
    assert relayed.sent() == []


def test_a_club_with_results_left_to_take_gets_another_job_at_once(relayed: Relayed) -> None:
    relayed.jobs.take(Change("tournament", TOURNAMENT, 1))
    relayed.sent()
    relayed.done(HOME)
    Jobs(relayed.store.redis).send([game := GameId(f"{HOME}-{'b' * 16}")])
    relayed.sent()
    assert [job.args for job in queue_on(relayed.store.redis).get_jobs()] == [[game], [FOLD, [HOME]]]
