"""What the relay sends for projected rows; nobody works."""

from collections.abc import Callable

from service.projections import FOLD, PROJECTIONS
from service.store.keys import CHANGES, Club
from service.store.projected import Projected
from tests.projections.conftest import Evening
from tests.waiting import until
from tests.workers.conftest import Store
from workers.queue import Jobs, queue_on
from workers.relay.loop import Relay
from workers.relay.projections import Projecting

NOBODY = f"home-{'a' * 16}"


def sent(store: Store) -> list[list[str]]:
    """The clubs that projecting jobs in the queue are for."""
    return [job.args[1] for job in queue_on(store.redis).get_jobs() if job.func_name == "workers.project.project"]


def test_rows_are_on_their_way_as_soon_as_a_verdict_is(evening: Evening, store: Store, relaying: Callable[..., Relay]) -> None:
    """The hint of the verdict is enough: no sweep comes after the first, which is over when something that was heard of has been sent."""
    relaying(clock=lambda: 0.0)
    until(lambda: store.redis.pubsub_numsub(CHANGES)[0][1] == 1)
    store.redis.publish(CHANGES, f"events home {NOBODY} 1")
    until(lambda: queue_on(store.redis).count == 1)
    evening.played(0)
    assert sent(store) == []
    evening.validated()
    until(lambda: sent(store) == [["home"]])


def test_clubs_that_are_behind_share_one_job(evening: Evening, store: Store) -> None:
    now = [0.0]
    projected = Projected(store.redis, tuple(PROJECTIONS))
    projecting = Projecting(projected, store.clubs, Jobs(store.redis), FOLD, lambda: now[0])
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
