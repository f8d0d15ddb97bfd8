"""The time when a token was last used. Each process writes this time at most once in five minutes for each token. If the write fails, the
request still succeeds."""

from collections.abc import Callable

from service.store.clubs.clubs import EVERY_MS, Clubs
from service.store.keys import HOME, Keys
from tests.store.bench import Store


class Clock:
    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms


def writes(store: Store, act: Callable[[], object]) -> int:
    """Return how many write commands the server runs during `act`."""
    before = store.redis.info("commandstats").get("cmdstat_hset", {}).get("calls", 0)
    act()
    return int(store.redis.info("commandstats").get("cmdstat_hset", {}).get("calls", 0) - before)


def test_a_token_that_was_never_used_has_no_last_use(store: Store) -> None:
    clubs = Clubs(store.redis, Clock())
    token, _ = clubs.issue(HOME, "phone", "read")
    assert clubs.uses.of(HOME, [token.id]) == {}
    assert clubs.presented(f"fu_home_{token.id}_{'a' * 32}") is None
    assert clubs.uses.of(HOME, [token.id]) == {}


def test_the_last_use_of_a_token_is_written_at_most_once_in_five_minutes(store: Store) -> None:
    clock = Clock()
    clubs = Clubs(store.redis, clock)
    token, secret = clubs.issue(HOME, "phone", "read")
    began = clock.ms
    assert writes(store, lambda: [clubs.presented(secret), clubs.token(HOME, token.id)]) == 1
    clock.ms = began + EVERY_MS - 1
    assert writes(store, lambda: [clubs.presented(secret) for _ in range(100)]) == 0
    assert clubs.uses.of(HOME, [token.id]) == {token.id: began}
    clock.ms = began + EVERY_MS
    assert writes(store, lambda: clubs.token(HOME, token.id)) == 1
    assert clubs.uses.of(HOME, [token.id]) == {token.id: began + EVERY_MS}


def test_a_withdrawn_token_stays_withdrawn_and_keeps_its_last_use(store: Store) -> None:
    clock = Clock()
    clubs = Clubs(store.redis, clock)
    token, secret = clubs.issue(HOME, "phone", "read")
    clubs.presented(secret)
    clubs.withdraw(HOME, token.id)
    clock.ms += EVERY_MS
    assert clubs.presented(secret) is None
    assert clubs.uses.of(HOME, [token.id]) == {token.id: clock.ms - EVERY_MS}


def test_a_request_succeeds_when_the_last_use_of_its_token_cannot_be_written(store: Store) -> None:
    clubs = Clubs(store.redis, Clock())
    token, secret = clubs.issue(HOME, "phone", "read")
    store.redis.config_set("min-replicas-to-write", 9)  # from now on the server refuses to write
    try:
        assert clubs.presented(secret) == token
    finally:
        store.redis.config_set("min-replicas-to-write", 0)
    assert store.redis.hexists(Keys(HOME).token(token.id), "used") is False
