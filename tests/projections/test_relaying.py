"""The jobs that the relay sends to update rows. A hint is a message about a change. The sweep is the relay's regular search for changes
whose hint was lost. No worker runs."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from service.projections import FOLD, PROJECTIONS
from service.store.keys import CHANGES, HOME, Club, GameId
from service.store.projected import Projected
from service.store.streams.hints import Change, Ended
from tests.projections.conftest import Evening
from tests.waiting import until
from tests.workers.conftest import Store
from workers.queue import Jobs, queue_on
from workers.relay.following import PAUSE_SECONDS, FollowingJobs, Projecting
from workers.relay.loop import Relay
from workers.relay.single import LEASE_SECONDS, SingleJob

GAME = GameId(f"{HOME}-{'a' * 16}")
VERDICT = Change("verdict", GAME, 1)


def sent_in(store: Store) -> list[list[str]]:
    """Return the clubs of each projection job in the queue."""
    return [job.args[1] for job in queue_on(store.redis).get_jobs() if job.func_name == "workers.project.project"]


@dataclass
class Relayed:
    """The part of the relay that sends projection jobs. The test sets its clock."""

    store: Store
    now: list[float] = field(default_factory=lambda: [0.0])

    def __post_init__(self) -> None:
        self.projected = Projected(self.store.redis, tuple(PROJECTIONS))
        jobs, clock = Jobs(self.store.redis), lambda: self.now[0]
        self.jobs = FollowingJobs(Projecting(self.projected, jobs, FOLD), SingleJob(jobs, clock), clock)

    @property
    def sent(self) -> list[list[str]]:
        return sent_in(self.store)

    def send(self, after: float = PAUSE_SECONDS) -> None:
        self.now[0] += after
        self.jobs.send()

    def done(self) -> str:
        """Remove the job from the queue without announcing its end. Returns its id."""
        (job,) = queue_on(self.store.redis).get_jobs()
        queue_on(self.store.redis).empty()
        return job.id


def test_the_relay_sends_a_counting_job_immediately_after_a_verdict(evening: Evening, store: Store, relaying: Callable[..., Relay]) -> None:
    """The relay's clock is stopped, so the relay sweeps only once, before the game begins. Only the hint of the verdict can cause the
    job."""
    others = store.redis.pubsub_shardnumsub(CHANGES)[0][1]  # live views of other tests may still listen to the server of the session
    relaying(clock=lambda: 0.0)
    until(lambda: store.redis.pubsub_shardnumsub(CHANGES)[0][1] > others)
    store.redis.spublish(CHANGES, f"events home {GAME} 1")
    until(lambda: queue_on(store.redis).count == 1)
    evening.played(0)
    assert sent_in(store) == []
    evening.validated()
    until(lambda: sent_in(store) == [["home"]])


@pytest.fixture
def relayed(store: Store) -> Relayed:
    return Relayed(store)


def test_the_relay_sends_one_counting_job_for_all_clubs_with_uncounted_changes(evening: Evening, relayed: Relayed) -> None:
    others = [Evening(evening.parts, evening.dice, Club(name)) for name in ("ab", "cd")]
    for club in (*others, evening):
        relayed.store.clubs.found(club.club)
        club.played(1)
    for _ in range(5):
        relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
        relayed.send(1)
    assert relayed.sent == [["ab", "cd", "home"]]  # the job still waits in the queue after a long time, so it is not sent again
    relayed.done()
    evening.validated()
    evening.projected()
    relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
    relayed.send()
    assert relayed.sent == [["ab", "cd"]]
    assert relayed.projected.behind([Club("none")], FOLD) == []


def test_the_relay_sends_the_next_counting_job_when_the_last_one_ends(relayed: Relayed) -> None:
    relayed.jobs.take(VERDICT)
    relayed.send()
    job = relayed.done()
    relayed.jobs.take(VERDICT)
    relayed.jobs.ended(Ended("another"))
    relayed.send()
    assert relayed.sent == []
    assert relayed.jobs.patience() is None  # None: the relay waits for a message without a time limit
    relayed.jobs.ended(Ended(job))
    relayed.send(0)
    assert relayed.sent == [[HOME]]


def test_the_relay_finds_every_club_with_uncounted_changes_even_if_messages_were_lost(evening: Evening, relayed: Relayed) -> None:
    for _ in range(3):
        evening.played(2)
        evening.projected()  # no verdict yet: the game is put on the waiting list
        evening.validated()
        relayed.send(1)
        assert relayed.sent == []
        relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
        relayed.send(0)
        assert relayed.sent == [[HOME]]
        relayed.done()
        evening.projected()
        relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
        relayed.send(0)
        assert relayed.sent == []


def test_fifty_verdicts_in_quick_succession_cause_only_a_few_counting_jobs(relayed: Relayed) -> None:
    sent = 0
    for _ in range(50):
        relayed.jobs.take(VERDICT)
        relayed.send(0.002)
        if relayed.sent:
            sent += 1
            relayed.jobs.ended(Ended(relayed.done()))
    assert sent == 1 + int(49 * 0.002 / PAUSE_SECONDS)
    patience = relayed.jobs.patience()
    assert patience is not None
    assert 0 < patience <= PAUSE_SECONDS
    relayed.send(patience)
    assert relayed.sent == [[HOME]]


def test_a_club_that_a_counting_job_did_not_finish_waits_for_the_relays_next_search(evening: Evening, relayed: Relayed) -> None:
    evening.played(1)
    relayed.jobs.take(VERDICT)
    relayed.send()
    relayed.jobs.ended(Ended(relayed.done(), (HOME,)))
    relayed.jobs.take(VERDICT)
    relayed.send()
    assert relayed.sent == []
    relayed.jobs.take(Change("verdict", GameId(f"other-{'a' * 16}"), 1))
    relayed.send()
    assert relayed.sent == [["other"]]
    relayed.jobs.ended(Ended(relayed.done()))
    relayed.jobs.sweep(relayed.store.clubs.names_of_clubs())
    relayed.send()
    assert relayed.sent == [[HOME]]


def test_a_counting_job_that_waits_in_the_queue_is_not_sent_again(relayed: Relayed) -> None:
    for _ in range(4):
        relayed.jobs.take(VERDICT)
        relayed.send(LEASE_SECONDS + 1)
    assert relayed.sent == [[HOME]]
