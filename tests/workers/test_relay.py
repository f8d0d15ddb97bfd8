"""The relay without workers, step by step: which jobs it sends, which jobs it waits for, and which games it parks (gives up validating). A
hint is a message about a change. The sweep is the relay's regular search for changes whose hint was lost."""

import time
from typing import Any

import pytest
from redis import Redis

from service.caches.streams import Readings
from service.clock import now_ms
from service.engine import ENGINE
from service.memory.cache import MIB, Cache
from service.store.clubs.archives import Exports
from service.store.clubs.clubs import Clubs
from service.store.clubs.practice import PracticeTables
from service.store.errors import StoreUnavailable
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, PRACTICE, Club, GameId
from service.store.nodes import Nodes
from service.store.projected import Projected
from service.store.relays import RelayRow, Relays
from service.store.streams.hints import Change
from service.store.tournaments.pairings import PairingJobs
from tests.verdicts import judged
from tests.workers.conftest import Store
from workers.queue import Jobs, queue_on
from workers.relay import loop
from workers.relay.loop import MOST_DEATHS, SETTLE_SECONDS, Relay
from workers.relay.share import Share
from workers.validate import Validator
from workers.validated import LONG


@pytest.fixture
def relay(store: Store) -> Relay:
    """A relay whose loop does not run. The test calls each step."""
    return Relay(store.redis, Jobs(store.redis), store.clubs, store.verdicts, ENGINE, time.monotonic)


def queued(redis: Redis) -> list[str]:
    """Return the id of the game of each validation job in the queue."""
    return [job.args[0] for job in queue_on(redis).get_jobs()]


def test_the_relay_finds_a_changed_game_even_if_the_message_was_lost(store: Store, relay: Relay) -> None:
    game = store.open()
    relay.send()
    assert queued(store.redis) == []
    relay.sweep()
    relay.send()
    assert queued(store.redis) == [game]


def test_the_second_validation_job_for_a_game_is_not_sent_before_the_first_ends(store: Store, relay: Relay) -> None:
    game = store.open()
    for version in range(1, 5):
        relay.take(Change("events", game, version))
        relay.send()
        relay.sweep()
    relay.send()
    assert queued(store.redis) == [game]


def test_at_most_one_long_game_is_validated_at_a_time(store: Store, relay: Relay) -> None:
    first, second, short = (store.open() for _ in range(3))
    for game, version in ((first, LONG + 1), (second, LONG + 1), (short, LONG)):
        relay.take(Change("events", game, version))
    relay.send()
    relay.send()
    assert queued(store.redis) == [first, short]
    relay.take(Change("verdict", first, LONG + 1))
    relay.send()
    assert queued(store.redis) == [first, short, second]


def test_a_game_that_becomes_long_waits_while_another_long_game_is_validated(store: Store, relay: Relay) -> None:
    first, second = store.open(), store.open()
    relay.take(Change("events", first, LONG))
    relay.send()
    relay.take(Change("events", first, LONG + 1))
    relay.take(Change("events", second, LONG + 1))
    relay.send()
    assert queued(store.redis) == [first]
    relay.take(Change("parked", first, LONG + 1))
    relay.send()
    assert sorted(queued(store.redis)[1:]) == [second]


def test_a_validation_job_is_treated_as_running_until_there_is_a_verdict_on_all_events(store: Store, relay: Relay) -> None:
    game = store.open()
    relay.take(Change("events", game, 2))
    relay.send()
    relay.take(Change("verdict", game, 1))
    relay.take(Change("events", game, 3))
    relay.send()
    assert queued(store.redis) == [game]
    relay.take(Change("verdict", game, 3))
    relay.take(Change("events", game, 4))
    relay.send()
    assert queued(store.redis) == [game, game]


def test_a_game_that_failed_validation_is_validated_again_when_it_has_later_events(store: Store, relay: Relay) -> None:
    game = store.open()
    relay.take(Change("events", game, 2))
    relay.send()
    relay.take(Change("events", game, 3))
    relay.take(Change("parked", game, 2))
    relay.send()
    assert queued(store.redis) == [game, game]


def test_a_validation_job_is_treated_as_ended_when_the_relay_finds_its_verdict(store: Store, relay: Relay) -> None:
    game = store.open()
    relay.take(Change("events", game, 1))
    relay.send()
    judged(store.verdicts, game, 0, 1, ENGINE, "open", [], [])
    relay.sweep()
    relay.take(Change("events", game, 2))
    relay.send()
    assert queued(store.redis) == [game, game]


def test_a_validation_job_is_not_sent_again_while_it_waits_in_the_queue(store: Store) -> None:
    now = [0.0]
    relay = Relay(store.redis, Jobs(store.redis), store.clubs, store.verdicts, ENGINE, lambda: now[0])
    game = store.open()
    for _ in range(60):
        relay.sweep()
        relay.send()
        now[0] += 1
    assert queued(store.redis) == [game]
    assert store.parked(game) is None


def test_a_validation_job_is_sent_again_if_the_worker_that_took_it_was_killed_before_beginning_it(store: Store) -> None:
    now = [0.0]
    relay = Relay(store.redis, Jobs(store.redis), store.clubs, store.verdicts, ENGINE, lambda: now[0])
    game = store.open()
    relay.sweep()
    relay.send()
    queue = queue_on(store.redis)
    store.redis.lmove(queue.key, queue.intermediate_queue_key)  # as if a worker took the job and was then killed
    for expected in ([], [game]):  # a worker may just have taken the job, so the relay sends it again only at its second search
        now[0] += 3
        relay.sweep()
        relay.send()
        assert queued(store.redis) == expected
    assert store.redis.llen(queue.intermediate_queue_key) == 0
    assert len(store.redis.keys("rq:job:*")) == 1


def test_validation_is_given_up_for_a_game_whose_job_never_ends(store: Store) -> None:
    now = [0.0]
    relay = Relay(store.redis, Jobs(store.redis, seconds=10), store.clubs, store.verdicts, ENGINE, lambda: now[0])
    game = store.open()
    store.redis.client_setname("stuck")  # to the relay, a connection with this name looks like a living worker
    for _ in range(MOST_DEATHS):
        assert store.parked(game) is None
        relay.sweep()
        relay.send()
        (job,) = queue_on(store.redis).get_jobs()
        store.redis.delete(queue_on(store.redis).key)
        store.redis.hset(job.key, mapping={"status": "started", "worker_name": "stuck"})
        now[0] += 11
        relay.sweep()
        assert queued(store.redis) == []
        now[0] += 2
    relay.sweep()
    parked = store.parked(game)
    assert parked is not None
    assert (parked.attempts, parked.reason) == (MOST_DEATHS, "the worker died or hung")


def test_a_validation_job_is_stored_as_json_with_two_retries_and_no_result(store: Store, relay: Relay) -> None:
    game = store.open()
    relay.sweep()
    relay.send()
    (job,) = queue_on(store.redis).get_jobs()
    assert (job.func_name, job.args, job.retries_left) == ("workers.validate.validate", [game], 2)
    assert (job.timeout, job.result_ttl, job.failure_ttl) == (10, 0, 60)
    assert job.data.decode().startswith("[")


def test_a_validation_job_is_deleted_if_its_queue_was_lost(store: Store) -> None:
    jobs = Jobs(store.redis)
    job = jobs.send_projection("fold", [HOME])
    assert jobs.fate(job) == "waits"
    store.redis.delete("rq:queue:faceup")
    assert jobs.fate(job) == "gone"


def test_the_relay_validates_the_game_of_a_practice_table_and_clears_it_when_its_time_is_over(store: Store, relay: Relay) -> None:
    tables = PracticeTables(store.redis, store.clubs, now_ms)
    club, _ = tables.begin(0)
    game = store.open(club=club)
    relay.sweep()
    relay.send()
    assert queued(store.redis) == [game]
    assert club not in store.clubs.names_of_clubs()
    store.redis.zadd(PRACTICE, {club: now_ms()})
    relay.sweep()
    relay.send()
    assert [*store.redis.scan_iter(f"*{club}*")] == []
    assert tables.clubs() == []


def test_the_relay_goes_on_with_the_clubs_while_the_node_with_the_list_of_practice_tables_is_lost(
    store: Store, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(_: PracticeTables) -> None:
        raise StoreUnavailable

    game = store.open()
    monkeypatch.setattr(PracticeTables, "sweep", lost)
    relay.sweep()
    relay.send()
    assert queued(store.redis) == [game]


def test_practice_tables_are_cleared_though_the_node_of_another_one_is_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clear, other, lost = PracticeTables.clear, object(), Club("practice0aaaaaaa")

    def cleared(self: PracticeTables, club: Club) -> None:
        if club == lost:
            raise StoreUnavailable
        clear(self, club)

    tables = PracticeTables(store.redis, store.clubs, now_ms)
    club, _ = tables.begin(0)
    store.redis.zadd(PRACTICE, {lost: 1, club: 2})
    monkeypatch.setattr(PracticeTables, "clear", cleared)
    monkeypatch.setattr(Nodes, "of", lambda _, club: other if club == lost else store.redis)
    tables.sweep()
    assert tables.clubs() == [lost]


def test_a_relay_renews_its_row_during_a_sweep_that_waits_for_a_node_at_every_step(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now, renewed = [0.0], list[float]()
    relay = Relay(store.redis, Jobs(store.redis), store.clubs, store.verdicts, ENGINE, lambda: now[0])

    def noted(rows: Relays, row: RelayRow) -> list[RelayRow]:
        renewed.append(now[0])
        return [row]

    def slow(kind: type, step: str) -> None:
        quick = getattr(kind, step)

        def waiting(*arguments: Any) -> Any:
            now[0] += 4
            return quick(*arguments)

        monkeypatch.setattr(kind, step, waiting)

    monkeypatch.setattr(Relays, "renewed", noted)
    for kind, step in ((PracticeTables, "sweep"), (Clubs, "names_of_clubs"), (Verdicts, "unvalidated"), (Projected, "behind")):
        slow(kind, step)
    for kind in (Exports, PairingJobs):
        slow(kind, "due")
    relay.sweep()
    assert renewed == [*range(0, 29, 4)]
    assert now == [28]


def test_a_relay_sends_jobs_only_for_its_share_of_the_clubs(store: Store) -> None:
    clubs = [Club(f"c{number}") for number in range(20)]
    for club in clubs:
        store.clubs.found(club)
    games = [store.open(club=club) for club in clubs]
    first, second = (
        Relay(store.redis, Jobs(store.redis), store.clubs, store.verdicts, ENGINE, time.monotonic, name) for name in ("one", "other")
    )
    for relay in (first, second, first):  # when the first one looks for the first time, it does not know of the other
        relay.sweep()
    first.send()
    assert 0 < len(queued(store.redis)) < len(games)
    second.send()
    assert sorted(queued(store.redis)) == sorted(games)


def test_a_job_for_a_game_that_was_cleared_does_nothing(store: Store) -> None:
    Validator(store.records, Readings(store.records, Cache(MIB)), store.verdicts, ENGINE).validate(GameId(f"{HOME}-{'a' * 16}"), 1)
    assert store.verdicts.parked(HOME) == []


def test_one_relay_looks_now_and_then_at_servers_that_owe_a_rewrite(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now, looks = [0.0], list[float]()
    monkeypatch.setattr(loop, "settle", lambda _: looks.append(now[0]))
    monkeypatch.setattr(Share, "renew", lambda _: None)
    monkeypatch.setattr(Share, "has", lambda share, club: (share._relay == "a") is (club == HOME))
    two = [Relay(store.redis, Jobs(store.redis), store.clubs, store.verdicts, ENGINE, lambda: now[0], name) for name in ("a", "b")]
    for now[0] in (0.0, 1.0, SETTLE_SECONDS, SETTLE_SECONDS + 1):
        for relay in two:
            relay.sweep()
    assert looks == [0.0, SETTLE_SECONDS]
