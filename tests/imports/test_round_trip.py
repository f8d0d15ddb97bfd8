"""A record that is exported and then imported into another club is the same, byte for byte."""

from dataclasses import replace
from random import Random

import pytest

from domain.system import PUBLIC, SCOREKEEPER, System, Table
from domain.systems import SYSTEMS
from service.files.importing import read_file
from service.store.errors import RecordDamaged, RecordDiffers
from service.store.keys import HOME, GameId
from service.store.streams.append import MOST_EVENTS
from tests.domain.playing import opening
from tests.imports.records import AWAY, corrected_game, exported, imported, kept, recorded
from tests.speeds import seeds
from tests.store.bench import BY, Store, noted
from tests.systems import every_shape

FORMS = ("json", "ndjson")


def away(game: GameId) -> GameId:
    return GameId(game.replace("home-", "away-"))


@every_shape
@pytest.mark.parametrize("seed", seeds(12, 2))
def test_an_exported_and_imported_record_equals_the_original(store: Store, system: System[Table], seed: int) -> None:
    game = recorded(store, corrected_game(system, seed), seed)
    data = exported(store.records, game, FORMS[seed % 2])

    head = imported(store.records, data)

    assert (head.game, head.outcome, head.added) == (away(game), "appended", head.version)
    assert kept(store, head.game) == kept(store, game)
    assert store.records.events(head.game, verify=True) == store.records.events(game)
    again = exported(store.records, head.game, FORMS[seed % 2])
    assert lines(again)[1:-1] == lines(data)[1:-1]
    assert imported(store.another(), again, HOME).outcome == "already-there"


def lines(data: bytes) -> list[bytes]:
    return [line for line in data.splitlines() if line not in (b'"events":[', b"],")]


@every_shape
@pytest.mark.parametrize("seed", seeds(4, 1))
def test_an_imported_record_can_be_continued(store: Store, system: System[Table], seed: int) -> None:
    """New events can be appended. When a longer export of the same record is imported later, the events that the shorter export lacked are
    added."""
    reading = corrected_game(system, seed, 30)
    game = recorded(store, reading, seed)
    upto = Random(seed).randint(1, reading.version)
    first = imported(store.records, exported(store.records, game, upto=upto))
    whole = imported(store.another(), exported(store.records, game))

    assert (first.outcome, first.version) == ("appended", upto)
    assert (whole.outcome, whole.added) == ("already-there" if upto == reading.version else "completed", reading.version - upto)
    assert kept(store, whole.game) == kept(store, game)

    assert store.records.append(whole.game, None, [noted("goes on")], BY).version == reading.version + 1
    assert len(store.records.events(whole.game, verify=True)) == reading.version + 1
    shorter = imported(store.records, exported(store.records, game, upto=upto))
    assert (shorter.outcome, shorter.version, shorter.added) == ("already-there", reading.version + 1, 0)


def test_importing_another_record_with_the_same_opening_names_the_first_difference(store: Store) -> None:
    game = recorded(store, corrected_game(SYSTEMS["high-card"], 1, 20))
    short = exported(store.records, game, upto=5)
    for data in (exported(store.records, game), short):
        store.redis.flushall()
        imported(store.records, short)
        store.another().append(away(game), None, [noted("here"), noted("and here")], BY)
        before = kept(store, away(game))
        if data == short:
            assert imported(store.another(), data).outcome == "already-there"
            continue
        with pytest.raises(RecordDiffers) as refused:
            imported(store.another(), data)
        assert refused.value.version == 6
        assert kept(store, away(game)) == before


def test_a_record_imported_from_a_public_file_keeps_its_values_sealed(store: Store) -> None:
    game = recorded(store, corrected_game(SYSTEMS["high-card"], 7, 20))
    file = read_file(exported(store.records, game, viewer=PUBLIC))
    head = store.records.restore(AWAY, file.record, lambda _: None)
    closed = {(version, path) for version, path in store.records.sealed(game)} - store.records.sealed(head.game).keys()

    assert set(file.closed) == closed
    assert closed
    assert file.notes(head)[1] == (
        f"{len(closed)} hidden cards or texts stay hidden here for ever: the file was made for somebody who could not see them."
    )
    assert len(store.records.events(head.game, verify=True)) == head.version

    complete = imported(store.records, exported(store.records, game, viewer=SCOREKEEPER))
    assert complete.outcome == "already-there"
    assert store.records.sealed(head.game).keys() == store.records.sealed(game).keys() - closed


def test_an_import_does_not_bring_an_erased_value_back(store: Store) -> None:
    game = recorded(store, corrected_game(SYSTEMS["high-card"], 7, 20))
    data = exported(store.records, game)
    version, path = next(iter(store.records.sealed(game)))
    store.redis.hdel(f"{{home}}:sealed:{game}", str(128 * version))

    assert imported(store.records, data, HOME).outcome == "already-there"
    assert (version, path) not in store.records.sealed(game)


def test_a_long_record_is_imported_in_batches_and_verifies_after_each_batch(store: Store) -> None:
    game = recorded(store, corrected_game(SYSTEMS["high-card"], 3, 20))
    for _ in range(3):
        store.records.append(game, None, [noted(f"note {number}") for number in range(400)], BY)
    file = read_file(exported(store.records, game))
    reached: list[int] = []

    def look(version: int) -> None:
        reached.append(version)
        stored = store.another().events(away(game), verify=True)
        assert [event.version for event in stored] == list(range(1, version + 1))

    store.records.restore(AWAY, file.record, look)
    assert reached == [MOST_EVENTS, 2 * MOST_EVENTS, len(file.record)]
    assert kept(store, away(game)) == kept(store, game)
    assert [entry.version for entry in store.records.feed(AWAY, 0, 9)] == reached


def test_an_imported_record_says_how_many_of_its_events_came_from_a_file(store: Store) -> None:
    game = recorded(store, corrected_game(SYSTEMS["high-card"], 3, 20))
    stored = imported(store.records, exported(store.records, game))
    store.records.append(stored.game, None, [noted("here")], BY)
    head, original = store.another().head(stored.game), store.records.head(game)

    assert head is not None
    assert original is not None
    assert (head.imported, head.version, original.imported) == (stored.version, stored.version + 1, 0)


def test_a_record_whose_hash_chain_is_broken_is_not_imported(store: Store) -> None:
    game = recorded(store, corrected_game(SYSTEMS["high-card"], 3, 20))
    first, second, *rest = read_file(exported(store.records, game)).record
    broken = (first, type(second)(second.event, "0" * 64, second.opened), *rest)
    with pytest.raises(RecordDamaged):
        store.records.restore(AWAY, broken, lambda _: None)
    assert store.records.head(away(game)) is None


def test_two_simultaneous_imports_write_the_record_once(store: Store) -> None:
    game = recorded(store, corrected_game(SYSTEMS["one-up"], 3, 20))
    store.records.append(game, None, [noted(f"note {number}") for number in range(400)], BY)
    store.records.append(game, None, [noted(f"note {number}") for number in range(400)], BY)
    record = read_file(exported(store.records, game)).record
    other = store.another()

    def race(version: int) -> None:
        if version == MOST_EVENTS:
            other.restore(AWAY, record, lambda _: None)

    head = store.records.restore(AWAY, record, race)
    assert head.version == len(record)
    assert kept(store, away(game)) == kept(store, game)


@every_shape
def test_a_record_older_than_a_house_rule_follows_the_default_of_the_rule(system: System[Table]) -> None:
    """A record in a file or in the store may be older than a house rule. The opening of this record lacks the rule."""
    seats = system.players[0]
    opened = opening(system, seats)
    options = {option.name for option in system.options} if system.resolve is None else {"patches"}
    younger = options - system.options_for(seats).keys()
    older = replace(opened, rules={name: rule for name, rule in opened.rules.items() if name not in younger})
    assert system.open_table(older) == system.open_table(opened)
