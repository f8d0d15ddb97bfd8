"""What the relay sends for projected rows, step by step and without workers."""

from service.projections import FOLD, PROJECTIONS
from service.store.keys import Club
from service.store.projected import Projected
from tests.projections.conftest import Evening
from tests.workers.conftest import Store
from workers.queue import Jobs, queue_on
from workers.relay.projections import ProjectionJobs


def sent(store: Store) -> list[list[str]]:
    """The clubs that projecting jobs in the queue are for."""
    return [job.args[1] for job in queue_on(store.redis).get_jobs() if job.func_name == "workers.project.project"]


def test_clubs_that_are_behind_share_one_job(evening: Evening, store: Store) -> None:
    now = [0.0]
    projected = Projected(store.redis, tuple(PROJECTIONS))
    projecting = ProjectionJobs(projected, store.clubs, Jobs(store.redis), FOLD, lambda: now[0])
    others = [Evening(evening.parts, evening.dice, Club(name)) for name in ("ab", "cd")]
    for club in (*others, evening):
        club.played(1)
    for _ in range(5):
        projecting.sweep()
        projecting.send()
        now[0] += 1
    assert sent(store) == [["ab", "cd", "home"]]  # it waits, however long
    queue_on(store.redis).empty()
    evening.validated()
    evening.projected()
    projecting.sweep()
    projecting.send()
    assert sent(store) == [["ab", "cd"]]
    assert projected.behind([Club("none")], FOLD) == []
