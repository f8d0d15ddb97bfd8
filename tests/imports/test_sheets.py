"""A sheet with provenance (ids, times, hashes) imports as the same record. A sheet written by hand imports as a new record."""

from random import Random

import pytest

from domain.files.transcript import NotARecord
from domain.kernel.events import EVENT_TYPES, data_of
from domain.notation import Sheet, read_bytes, write
from domain.notation.filing import examined
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.files.by_hand import ByHand
from service.files.importing import read_any
from service.recording.copies import AT_ONCE
from service.store.errors import RecordDiffers
from tests.imports.fuzz import examine, sound_files
from tests.imports.records import AWAY, corrected_game, exported, into, kept, recorded
from tests.speeds import long, seeds
from tests.store.bench import BY, Store, noted
from tests.systems import every_shape


def brought(store: Store, data: bytes) -> object:
    return read_any(data).store(into(store), AWAY, BY, lambda _: None)


def contents(store: Store, game: str) -> list[object]:
    """Return the recorded events without ids and times, with sealed values in clear text."""
    clear = lambda _, leaf: leaf.get("value")  # noqa: E731
    events = store.records.events(game)  # type: ignore[arg-type]
    return [(event.type, EVENT_TYPES[event.type].shape.swap(data_of(event.act), "", clear), event.after) for event in events]


@every_shape
@pytest.mark.parametrize("seed", seeds(4, 1))
def test_an_exported_sheet_is_imported_as_the_same_record(store: Store, system: System[Table], seed: int) -> None:
    game = recorded(store, corrected_game(system, seed), seed)
    sheet = exported(store.records, game, "text")

    assert examined(sheet).report()[0].startswith(f"OK {game} ")
    head = read_any(sheet).store(into(store), AWAY, BY, lambda _: None)

    assert (head.outcome, head.added) == ("appended", head.version)
    assert kept(store, head.game) == kept(store, game)
    assert read_any(sheet).dry_run(into(store), AWAY).outcome == "already-there"


@every_shape
@pytest.mark.parametrize("seed", seeds(4, 1))
def test_a_sheet_written_by_hand_is_imported_as_a_new_game(store: Store, system: System[Table], seed: int) -> None:
    reading = corrected_game(system, seed)
    sheet = write(Sheet(reading.events, proved=False)).encode()
    file = read_any(sheet)
    assert isinstance(file, ByHand)
    assert file.dry_run(into(store), AWAY).added == reading.version
    assert store.records.head(file.dry_run(into(store), AWAY).game) is None

    head = file.store(into(store), AWAY, BY, lambda _: None)

    assert (head.outcome, head.version, head.added) == ("appended", reading.version, reading.version)
    assert {event.by for event in store.records.events(head.game, verify=True)} == {BY}
    assert contents(store, head.game) == [
        (event.type, EVENT_TYPES[event.type].shape.swap(data_of(event.act), "", lambda _, leaf: leaf.get("value")), event.after)
        for event in reading.events
    ]
    again = read_any(sheet).store(into(store), AWAY, BY, lambda _: None)
    assert (again.game, again.outcome, again.added) == (head.game, "already-there", 0)


HAND = "faceup sheet 1\nsystem: high-card\nseats: 0 1 2\n"


def long_sheet() -> bytes:
    return (HAND + "".join(f'note("line {number}")\n' for number in range(3 * AT_ONCE))).encode()


@pytest.mark.parametrize("reached", [1, 2, AT_ONCE, AT_ONCE + 1, 2 * AT_ONCE + 7])
def test_an_interrupted_import_of_a_sheet_is_completed(store: Store, reached: int) -> None:
    whole = read_any(long_sheet())
    assert isinstance(whole, ByHand)
    ByHand(whole.drafts[:reached]).store(into(store), AWAY, BY, lambda _: None)

    head = whole.store(into(store), AWAY, BY, lambda _: None)

    assert (head.outcome, head.version, head.added) == ("completed", 3 * AT_ONCE + 1, 3 * AT_ONCE + 1 - reached)


def test_a_score_sheet_that_contradicts_later_events_of_its_game_is_refused(store: Store) -> None:
    whole = read_any(long_sheet())
    assert isinstance(whole, ByHand)
    game = ByHand(whole.drafts[:5]).store(into(store), AWAY, BY, lambda _: None).game
    store.records.append(game, None, [noted("meanwhile")], BY)
    with pytest.raises(RecordDiffers):
        whole.store(into(store), AWAY, BY, lambda _: None)
    assert len(store.records.events(game)) == 6


def test_the_same_score_sheet_with_another_date_is_imported_as_another_game(store: Store) -> None:
    sheets = [(HAND + f"date: {day} 20:00 +01:00\nresult(0)\n").encode() for day in ("2025-11-21", "2025-11-28")]
    games = {read_any(sheet).store(into(store), AWAY, BY, lambda _: None).game for sheet in sheets}
    assert len(games) == 2
    assert {store.records.events(game)[0].offset for game in games} == {60}


@pytest.mark.parametrize(
    ("sheet", "reasons"),
    [
        (HAND + "note(-)\n", ["event 2: /data/note must be text"]),
        (HAND + "0:Lowest(10S)\n7:opens\n", None),
        (HAND + "\n".join(["0:wibble"] * 50), None),
    ],
    ids=["a value that must be known", "two faults", "fifty faults"],
)
def test_a_score_sheet_with_faults_is_refused_with_a_list_of_the_faults(store: Store, sheet: str, reasons: list[str] | None) -> None:
    before = store.redis.keys("*")
    with pytest.raises(NotARecord) as refused:
        brought(store, sheet.encode())
    assert list(refused.value.reasons) == (reasons or [str(problem) for problem in read_bytes(sheet.encode()).problems])
    assert store.redis.keys("*") == before


def test_an_exported_score_sheet_with_a_changed_hash_is_refused(store: Store) -> None:
    game = recorded(store, corrected_game(SYSTEMS["high-card"], 3), 3)
    sheet = exported(store.records, game, "text").replace(b"head: ", b"head: 0", 1)
    before = store.redis.dbsize()
    with pytest.raises(NotARecord):
        brought(store, sheet)
    assert store.redis.dbsize() == before
    assert not examined(sheet).valid
    assert examined(long_sheet()).report() == ("sheet: has no [provenance], so it proves nothing: it is only a draft of a record",)


@pytest.mark.parametrize("number", [500, pytest.param(10_000, marks=long)])
def test_a_damaged_file_is_either_read_or_refused(store: Store, number: int) -> None:
    """Reading gives a record or a sheet, or raises NotARecord with the faults; it raises no other exception. tests/imports/fuzz.py reads
    more files."""
    dice, sound = Random(4), sound_files(store)
    accepted = [examine(dice, sound) for _ in range(number)]
    assert 1 < sum(accepted) < number - 1
