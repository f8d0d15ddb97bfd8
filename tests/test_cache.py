"""The cache of a process never takes more memory than allowed. Its estimates are compared with the memory that Python allocates."""

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random

import pytest

from domain.kernel.events import Act, Event, EventId, TokenId
from domain.record.fold import Reading, read
from domain.selfplay import move
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.kept.cache import MIB, STEP_BYTES, Cache, Shelf
from service.kept.recent import REMEMBERED_MS, Recent
from tests.domain.playing import events, opening
from tests.speeds import rows, slow
from tests.systems import SAMPLED


@contextmanager
def measured() -> Iterator[None]:
    """Measure memory while the block runs. Measuring makes all code several times slower."""
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def game(system: System[Table], seed: int) -> Reading:
    dice, opened = Random(seed), opening(system, max(3, system.players[0]))
    acts: list[Act] = [opened]
    table = system.open_table(opened)
    while len(acts) < 100 and (act := move(system, table, dice.choice)) is not None:
        acts.append(act)
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId("t1"), 0, 0, 0))
    return read(system, events(acts))


def memory() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.parametrize("system", rows(SAMPLED, ("high-card", "pitch-auction-classic"), SYSTEMS.__getitem__))
def test_a_cached_reading_takes_no_more_memory_than_estimated(system: System[Table]) -> None:
    game(system, 1)  # allocates the objects that all games of the system share
    with measured():
        before = memory()
        reading = game(system, 2)
        assert memory() - before <= (reading.version + 1) * STEP_BYTES


@slow
def test_a_cache_of_long_games_stays_within_its_limit() -> None:
    cache = Cache(MIB)
    shelf: Shelf[int, Reading] = Shelf(cache, lambda reading: reading.version * STEP_BYTES)
    pitch = SYSTEMS["pitch-auction-classic"]
    game(pitch, 0)
    with measured():
        before, steps = memory(), 0
        for seed in range(6):
            reading = game(pitch, seed)
            steps += reading.version
            shelf.put(seed, reading)
            assert shelf.get(seed) is reading
            del reading
            assert cache.bytes <= MIB
            assert memory() - before <= MIB
    assert steps * STEP_BYTES > 2 * MIB
    assert 0 < sum(shelf.get(seed) is not None for seed in range(6)) < 6


def test_two_parts_of_a_cache_share_one_limit_but_have_separate_keys() -> None:
    cache = Cache(10)
    words: Shelf[str, str] = Shelf(cache, len)
    numbers: Shelf[str, int] = Shelf(cache, lambda _: 4)
    words.put("a", "trump")
    numbers.put("a", 4)
    assert (words.get("a"), numbers.get("a"), cache.bytes) == ("trump", 4, 9)
    numbers.put("b", 5)  # the cache must drop something; it drops the word, because the number was used more recently
    assert (words.get("a"), numbers.get("a"), numbers.get("b"), cache.bytes) == (None, 4, 5, 8)
    words.put("a", "more than ten")
    words.put("b", "")
    numbers.drop("a")
    numbers.drop("a")
    assert (words.get("a"), words.get("b"), numbers.get("a"), numbers.get("b"), cache.bytes) == (None, "", None, 5, 4)


def test_the_recorded_size_of_a_cache_is_exact_after_use_by_many_threads() -> None:
    cache = Cache(1000)
    shelf: Shelf[int, bytes] = Shelf(cache, len)

    def work(seed: int) -> None:
        dice = Random(seed)
        for _ in range(3000):
            key = dice.randrange(40)
            value = shelf.get(key)
            assert value is None or value[:1] == bytes([key])
            if dice.random() < 0.5:
                shelf.drop(key)
            else:
                shelf.put(key, bytes([key]) * dice.randint(1, 120))
            assert cache.bytes <= 1000 + 8 * 120  # at any time, each of eight threads may be adding up to 120 bytes

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert cache.bytes == sum(len(shelf.get(key) or b"") for key in range(40)) <= 1000


def test_a_value_that_was_read_a_moment_ago_is_not_read_again() -> None:
    now, reads = [0], iter("abc")
    recent: Recent[str, str] = Recent(lambda: now[0], MIB, len)
    assert recent.get("key", lambda: next(reads)) == "a"
    now[0] = REMEMBERED_MS - 1
    assert recent.get("key", lambda: next(reads)) == "a"
    now[0] = REMEMBERED_MS
    assert recent.get("key", lambda: next(reads)) == "b"
    recent.drop("key")
    assert recent.get("key", lambda: None) is None
    assert recent.get("key", lambda: next(reads)) == "c"


def test_a_cached_value_is_read_again_if_the_clock_goes_back() -> None:
    now, reads = [3_600_000], iter("ab")
    recent: Recent[str, str] = Recent(lambda: now[0], MIB, len)
    assert recent.get("key", lambda: next(reads)) == "a"
    now[0] = 0
    assert recent.get("key", lambda: next(reads)) == "b"


@pytest.mark.parametrize("forget", [Recent.forget, lambda recent: recent.drop("key")], ids=["all", "one"])
def test_a_value_dropped_from_the_cache_during_its_reading_is_not_cached(forget: Callable[[Recent[str, str]], None]) -> None:
    """Another process may change the value in the store while this process reads it."""
    recent: Recent[str, str] = Recent(lambda: 0, MIB, len)

    def reading() -> str:
        forget(recent)
        return "old"

    assert recent.get("key", reading) == "old"
    assert recent.get("key", lambda: "new") == "new"
