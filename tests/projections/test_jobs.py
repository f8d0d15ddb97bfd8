"""Projecting with the real relay and real workers: whatever happens to jobs and workers, the rows get up to the feed and are right."""

from collections.abc import Callable

from service.projections.players import unpacked
from tests.projections.conftest import Evening, rebuilt, soon
from tests.speeds import slow
from tests.waiting import until
from tests.workers.conftest import Store, Workers
from workers.relay.loop import Relay

Relaying = Callable[..., Relay]


def test_live_rows_are_the_rebuilt_ones(evening: Evening, workers: Workers, relaying: Relaying) -> None:
    """Random games with corrections, the real relay and real workers; whatever grew is what is made from nothing."""
    relaying()
    digests = set()
    for _ in range(4):
        evening.at_random(12)
        soon(evening)
        live = evening.digest()
        assert rebuilt(evening) == live
        digests.add(live)
    assert len(digests) == 4
    total = [sum(each) for each in zip(*(c for row in evening.rows("players").values() for c in unpacked(row).values()), strict=True)]
    assert total[0] > 0
    assert total[-1] > 0, "the corrections broke no rule: nothing was tested"


def test_a_lost_job_is_sent_again(evening: Evening, store: Store, workers: Workers, relaying: Relaying) -> None:
    for _ in range(5):
        evening.at_random(3)
        relay = relaying()
        for key in store.redis.keys("rq:*"):
            store.redis.delete(key)
        soon(evening)
        relay.stop()


@slow
def test_a_worker_killed_in_the_middle_leaves_the_rest_to_another(
    evening: Evening, store: Store, workers: Workers, relaying: Relaying
) -> None:
    evening.at_random(40)
    evening.validated()
    relaying()
    for _ in range(5):
        until(lambda: store.redis.zcard("rq:wip:faceup") >= 1 or evening.up_to_date())
        for process in workers.processes:
            process.kill()
        evening.at_random(3)
    soon(evening)
    live = evening.digest()
    assert rebuilt(evening) == live
