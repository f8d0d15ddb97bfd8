"""A reading (the folded record of a game) from the cache equals a reading of the whole record."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import domain
from domain.record.fold import read
from domain.systems import SYSTEMS
from service.caches.streams import Readings
from service.engine import ENGINE, engine_of
from service.memory.cache import STEP_BYTES, Cache
from service.store.errors import NoSuchGame
from service.store.keys import GameId, keys_of
from tests.workers.conftest import Store


@pytest.fixture
def readings(store: Store) -> Readings:
    return Readings(store.records, Cache(40 * STEP_BYTES))


def test_a_cached_reading_equals_a_reading_of_all_events(store: Store, readings: Readings) -> None:
    game = store.open()
    for kinds in (["breach"], ["nothing", "breach"], ["breach"]):
        store.happens(game, *kinds)
        assert readings.of(game) == read(SYSTEMS["poisoned"], store.records.events(game))


def test_an_unchanged_record_is_not_read_from_the_store_again(store: Store, readings: Readings) -> None:
    game = store.open()
    assert readings.of(game) is readings.of(game)


def test_a_reading_that_is_needed_once_is_not_cached_unless_it_was(store: Store, readings: Readings) -> None:
    game = store.open()
    head = store.records.head(game)
    assert head is not None
    assert readings.once(head).version == 1
    assert readings.cached(head) is None
    assert readings.at(head) is readings.once(head)


def test_a_cached_reading_is_extended_by_new_events(store: Store, readings: Readings) -> None:
    game = store.open()
    before = readings.of(game)
    store.happens(game, "nothing")
    after = readings.of(game)
    assert after.version == 2
    assert after.events[0] is before.events[0]


def test_a_reading_at_an_earlier_version_ignores_later_events(store: Store, readings: Readings) -> None:
    game = store.open()
    head = store.records.head(game)
    assert head is not None
    store.happens(game, "raise")
    for _ in range(2):
        assert readings.at(head).version == 1
    with pytest.raises(KeyError):
        readings.of(game)
    assert readings.at(head).version == 1


def test_a_reading_up_to_a_head_needs_the_store_only_if_the_cached_one_ends_elsewhere(store: Store, readings: Readings) -> None:
    game = store.open()
    before = store.records.head(game)
    store.happens(game, "nothing")
    after = store.records.head(game)
    assert before is not None
    assert after is not None
    whole = readings.of(game)
    store.redis.config_resetstat()
    assert readings.until(after) is whole
    assert "cmdstat_hgetall" not in store.redis.info("commandstats")
    assert readings.until(before) == whole.at(1)


def test_the_whole_record_is_read_again_after_a_correction(store: Store, readings: Readings) -> None:
    game = store.open()
    version = store.happens(game, "breach")
    assert [finding.id for finding in readings.of(game).findings] == ["breach@2"]
    store.retract(game, version)
    assert readings.of(game).findings == ()


def test_a_record_that_was_restored_from_a_backup_is_read_again(store: Store, readings: Readings) -> None:
    game, other = store.open(), store.open()
    store.happens(game, "breach", "breach")
    store.happens(other, "nothing", "breach", "nothing")
    assert len(readings.of(game).findings) == 2
    keys = keys_of(game)
    for key, key_of_other in ((keys.stream(game), keys.stream(other)), (keys.head(game), keys.head(other))):
        store.redis.copy(key_of_other, key, replace=True)
    assert [finding.id for finding in readings.of(game).findings] == ["breach@3"]


def test_a_long_record_takes_the_place_of_many_short_records_in_the_cache(store: Store) -> None:
    """The least recently used readings are removed first. A record larger than the cache is read but not cached."""
    cache = Cache(10 * STEP_BYTES)
    readings = Readings(store.records, cache)
    games = [store.open() for _ in range(4)]
    first, second, *_ = [readings.of(game) for game in games]
    assert readings.of(games[0]) is first
    store.happens(games[3], *["nothing"] * 7)
    assert readings.of(games[3]).version == 8
    assert readings.of(games[0]) is first
    assert readings.of(games[1]) is not second
    assert cache.bytes == 10 * STEP_BYTES
    store.happens(games[3], *["nothing"] * 3)
    assert readings.of(games[3]).version == 11
    assert readings.of(games[3]) is not readings.of(games[3])
    assert readings.of(games[0]) is first


def test_an_unknown_game_has_no_reading(readings: Readings) -> None:
    with pytest.raises(NoSuchGame):
        readings.of(GameId("home-aaaaaaaaaaaaaaaa"))


def test_threads_that_share_the_cache_get_current_readings(store: Store, readings: Readings) -> None:
    games = [store.open() for _ in range(5)]
    with ThreadPoolExecutor(8) as pool:
        for version in range(2, 12):
            for game in games:
                store.happens(game, "nothing")
            assert {reading.version for reading in pool.map(readings.of, games * 8)} == {version}


def test_if_a_source_file_of_the_rules_is_changed_or_renamed_the_rules_have_another_version(tmp_path: Path) -> None:
    copy = tmp_path / "domain"
    shutil.copytree(domain.__path__[0], copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert engine_of(copy) == ENGINE
    assert len(ENGINE) == 8
    cards = copy / "kernel" / "cards.py"
    for shown in (copy / "notation" / "grammar.py", copy / "views" / "answers.py"):
        shown.write_text(shown.read_text() + "\n")
    assert engine_of(copy) == ENGINE  # a changed grammar or view gives the same version of the rules, because it changes no verdict
    cards.write_text(cards.read_text() + "\n")
    changed = engine_of(copy)
    cards.rename(cards.with_name("decks.py"))
    assert len({ENGINE, changed, engine_of(copy)}) == 3
