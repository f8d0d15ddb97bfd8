"""The real relay and real workers keep rows ready. Even if jobs or workers are lost, the rows become correct and up to date in the end."""

from collections.abc import Callable

from service.projections import FOLD
from service.projections.players import unpacked
from service.store.connect import write_client
from service.store.keys import HOME
from service.store.streams.hints import Change, Ended, listening
from tests.projections.conftest import Evening, rebuilt, soon
from tests.servers import RunningServer
from tests.speeds import slow
from tests.waiting import until
from tests.workers.conftest import Store, Workers
from workers.queue import Jobs
from workers.relay.loop import Relay

Relaying = Callable[..., Relay]


def test_rows_updated_by_workers_equal_rows_rebuilt_from_nothing(evening: Evening, workers: Workers, relaying: Relaying) -> None:
    """While the workers update the rows, random games are played and corrected."""
    relaying()
    digests = set()
    for _ in range(4):
        evening.at_random(12)
        for game in evening.games:
            evening.attested(game)
        soon(evening)
        live = evening.digest()
        assert rebuilt(evening) == live
        digests.add(live)
    assert len(digests) == 4
    total = [sum(each) for each in zip(*(c for row in evening.rows("players").values() for c in unpacked(row).values()), strict=True)]
    assert total[0] > 0
    assert total[-1] > 0, "the corrections broke no rule: nothing was tested"


class Deaf(Relay):
    """A relay that ignores all messages: it finds work only by its regular search (the sweep)."""

    def take(self, change: Change) -> None:
        pass

    def ended(self, ended: Ended) -> None:
        pass


@slow
def test_every_change_is_counted_even_if_the_relay_gets_no_messages(evening: Evening, workers: Workers, relaying: Relaying) -> None:
    relaying(kind=Deaf)
    for _ in range(3):
        evening.at_random(5)
        soon(evening)
    live = evening.digest()
    assert rebuilt(evening) == live


def test_a_worker_announces_the_end_of_a_counting_job(evening: Evening, store: Store, server: RunningServer, workers: Workers) -> None:
    evening.played(3)
    evening.validated()
    with write_client(server.socket) as client, listening(client, queue=client) as hearing:
        job = Jobs(store.redis).send_projection(FOLD, [HOME])
        ended: list[Ended] = []
        until(lambda: bool(hearing.heard(0.1) or ended.extend(hearing.ended()) or ended))
    assert ended == [Ended(job)]
    assert evening.up_to_date()


def test_a_counting_job_that_was_lost_is_sent_again(evening: Evening, store: Store, workers: Workers, relaying: Relaying) -> None:
    for _ in range(5):
        evening.at_random(3)
        relay = relaying()
        for key in store.redis.keys("rq:*"):
            store.redis.delete(key)
        soon(evening)
        relay.stop()


@slow
def test_another_worker_finishes_the_counting_job_of_a_killed_worker(
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
