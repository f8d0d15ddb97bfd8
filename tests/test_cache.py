"""The cache of a process never takes more memory than allowed. Its estimates are compared with the memory that Python allocates."""

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from domain.kernel.events import Act, Event, EventId, TokenId
from domain.record.fold import Reading, read
from domain.selfplay import move
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.app import wiring_of
from service.config import Config
from service.memory.cache import MIB, STEP_BYTES, Cache, Region
from service.store.connect import write_client
from tests.domain.playing import events, opening
from tests.speeds import rows, slow
from tests.systems import SAMPLED
from workers.wiring import wired_to


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
    readings: Region[int, Reading] = Region(cache, lambda reading: reading.version * STEP_BYTES)
    pitch = SYSTEMS["pitch-auction-classic"]
    game(pitch, 0)
    with measured():
        before, steps = memory(), 0
        for seed in range(6):
            reading = game(pitch, seed)
            steps += reading.version
            readings.put(seed, reading)
            assert readings.get(seed) is reading
            del reading
            assert cache.bytes <= MIB
            assert memory() - before <= MIB
    assert steps * STEP_BYTES > 2 * MIB
    assert 0 < sum(readings.get(seed) is not None for seed in range(6)) < 6


def test_two_parts_of_a_cache_share_one_limit_but_have_separate_keys() -> None:
    cache = Cache(10)
    words: Region[str, str] = Region(cache, len)
    numbers: Region[str, int] = Region(cache, lambda _: 4)
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


def test_what_was_not_used_for_the_longest_time_leaves_a_full_cache_first() -> None:
    cache = Cache(3)
    words: Region[str, str] = Region(cache, len)
    numbers: Region[int, int] = Region(cache, lambda _: 1)
    words.put("a", "x")
    numbers.put(1, 1)
    words.get("a")
    words.put("b", "y")
    numbers.put(2, 2)
    assert (words.get("b"), numbers.get(1), words.get("a"), numbers.get(2)) == ("y", None, "x", 2)
    numbers.put(3, 3)
    assert (words.get("b"), words.get("a"), numbers.get(2), numbers.get(3)) == (None, "x", 2, 3)


def test_a_region_keeps_its_share_while_large_values_fill_the_cache() -> None:
    cache = Cache(1000)
    heads: Region[int, int] = Region(cache, lambda _: 10, share=10)
    others: Region[int, int] = Region(cache, lambda _: 10)
    readings: Region[int, int] = Region(cache, lambda _: 300)
    for key in range(20):
        heads.put(key, key)
        others.put(key, key)
    for key in range(50):
        readings.put(key, key)
        assert cache.bytes <= 1000
    assert [key for key in range(20) if heads.get(key) is not None] == list(range(10, 20))  # the newest ones
    assert not any(others.get(key) for key in range(20))
    assert [key for key in range(50) if readings.get(key) is not None] == [47, 48, 49]


def test_a_region_may_take_more_than_its_share_as_long_as_there_is_room() -> None:
    cache = Cache(1000)
    heads: Region[int, int] = Region(cache, lambda _: 10, share=10)
    for key in range(200):
        heads.put(key, key)
    assert [key for key in range(200) if heads.get(key) is not None] == list(range(100, 200))


def test_the_limit_of_a_cache_holds_even_if_its_shares_are_more_than_the_whole() -> None:
    cache = Cache(1000)
    regions: list[Region[int, int]] = [Region(cache, lambda _: 10, share=80) for _ in range(2)]
    for key in range(100):
        for region in regions:
            region.put(key, key)
            assert cache.bytes <= 1000
    assert [[key for key in range(100) if region.get(key) is not None] for region in regions] == [list(range(50, 100))] * 2


class Meeting(int):
    """A key at which threads take turns whenever a cache looks it up."""

    def __hash__(self) -> int:
        time.sleep(0)
        return super().__hash__()


def test_the_recorded_size_of_a_cache_is_exact_after_use_by_many_threads() -> None:
    cache = Cache(1000)
    regions: list[Region[int, bytes]] = [Region(cache, len, share) for share in (20, 0)]

    def work(seed: int) -> None:
        dice = Random(seed)
        for _ in range(300):
            key, region = Meeting(dice.randrange(40)), dice.choice(regions)
            value = region.get(key)
            assert value is None or value[:1] == bytes([key])
            act = dice.random()
            if act < 0.4:
                region.drop(key)
            elif act < 0.41:
                region.forget()
            else:
                region.put(key, bytes([key]) * dice.randint(1, 120))
            assert cache.bytes <= 1000 + 8 * 120  # at any time, each of eight threads may be adding up to 120 bytes

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    kept = [len(region.get(key) or b"") for region in regions for key in range(40)]
    assert 0 < cache.bytes == sum(kept) <= 1000


AGE = 1000


def test_a_value_that_was_read_a_moment_ago_is_not_read_again() -> None:
    now, reads = [0], iter("abc")
    region: Region[str, str] = Region(Cache(), len, age=AGE, now=lambda: now[0])
    assert region.of("key", lambda: next(reads)) == "a"
    now[0] = AGE - 1
    assert region.get("key") == region.of("key", lambda: next(reads)) == "a"
    now[0] = AGE
    assert region.get("key") is None
    assert region.of("key", lambda: next(reads)) == "b"
    region.drop("key")
    assert region.of("key", lambda: None) is None
    assert region.of("key", lambda: next(reads)) == "c"


def test_the_age_of_a_value_counts_from_the_beginning_of_its_reading() -> None:
    now = [0]
    region: Region[str, str] = Region(Cache(), len, age=AGE, now=lambda: now[0])

    def reading() -> str:
        now[0] = AGE
        return "old"

    assert (region.of("key", reading), region.get("key")) == ("old", None)


def test_a_cached_value_is_read_again_if_the_clock_goes_back() -> None:
    now, reads = [3_600_000], iter("ab")
    region: Region[str, str] = Region(Cache(), len, age=AGE, now=lambda: now[0])
    assert region.of("key", lambda: next(reads)) == "a"
    now[0] = 0
    assert region.of("key", lambda: next(reads)) == "b"


@pytest.mark.parametrize("age", [None, AGE])
@pytest.mark.parametrize("forget", [Region.forget, lambda region: region.drop("key")], ids=["all", "one"])
def test_a_value_dropped_from_the_cache_during_its_reading_is_not_cached(
    forget: Callable[[Region[str, str]], None], age: int | None
) -> None:
    """Another process may change the value in the store while this process reads it."""
    region: Region[str, str] = Region(Cache(), len, age=age)

    def reading() -> str:
        forget(region)
        return "old"

    assert region.of("key", reading) == "old"
    assert region.of("key", lambda: "new") == "new"


def test_all_values_of_a_region_are_forgotten_and_no_others() -> None:
    cache = Cache(100)
    names, tokens = Region[str, str](cache, len), Region[str, str](cache, len)
    names.put("a", "Ann")
    tokens.put("a", "token")
    names.forget()
    assert (names.get("a"), tokens.get("a"), cache.bytes) == (None, "token", 5)


def caches() -> set[int]:
    gc.collect()
    return {id(each) for each in gc.get_objects() if isinstance(each, Cache)}


def test_a_process_has_one_cache_and_its_shares_are_not_more_than_the_whole(tmp_path: Path) -> None:
    """Nothing is asked of the server, so there need be none."""
    config, before = Config(tmp_path, redis_url="redis://localhost:1", cache_mb=64), caches()
    made = [wiring_of(config, b"key"), wired_to(write_client(config.store_url), config.cache_bytes)]
    new = [each for each in gc.get_objects() if isinstance(each, Cache) and id(each) not in before]
    assert len(new) == len(made)
    for cache in new:
        assert 0.5 < sum(region._share for region in cache._regions) / config.cache_bytes <= 1
