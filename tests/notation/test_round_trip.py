"""Writing events as text and reading them gives the same events. Reading a text and writing it again gives the same text."""

from dataclasses import replace
from zlib import crc32

from hypothesis import strategies as st

from domain.files.layout import game_of
from domain.files.transcript import transcript_of
from domain.files.verify import verify
from domain.kernel.events import Event
from domain.notation import Margin, Sheet, margin_of, read, write
from domain.notation.filing import examined, record_file
from domain.record.chain import GENESIS, event_json, link
from domain.record.fold import read as fold
from domain.record.fold import table_order
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.imports.records import corrected_game
from tests.notation.acts import records
from tests.notation.sealing import Opens, sealed
from tests.speeds import examples
from tests.systems import every_shape


def half(seed: int) -> Opens:
    return lambda version, path: crc32(f"{seed} {version} {path}".encode()) % 2 == 0


def read_back(sheet: Sheet) -> Sheet:
    """Write the sheet and read the text. Asserts that writing again gives the same text. Returns the sheet that was read."""
    text = write(sheet)
    parsed = read(text)
    assert parsed.problems == ()
    assert parsed.sheet is not None
    assert write(parsed.sheet) == text
    assert parsed.drafts == tuple((event.version, event.act, event.after) for event in parsed.events)
    return parsed.sheet


def chained(events: tuple[Event, ...]) -> str:
    reached = GENESIS
    for event in events:
        reached = link(reached, event_json(event))
    return reached


@every_shape
@examples(5, 40, data=st.data())
def test_any_acts_are_the_same_after_writing_and_reading_a_sheet(system: System[Table], data: st.DataObject) -> None:
    """The records have insertions and withdrawals at any place. All values are open, or half are closed, or the sheet has no provenance."""
    events = data.draw(records(system))
    for sheet in (sealed(events), sealed(events, half(data.draw(st.integers(0, 9))))):
        assert read_back(sheet) == sheet
    clear = Sheet(events, proved=False)
    assert [(event.act, event.after) for event in read_back(clear).events] == [(event.act, event.after) for event in events]


@every_shape
@examples(5, 40, data=st.data())
def test_verifying_a_sheet_gives_the_same_as_verifying_its_record_file(system: System[Table], data: st.DataObject) -> None:
    """In the first two sheets all or about half of the sealed values are open. The other two have faults: in one the values are not sealed,
    in one the times are before 1970."""
    events = data.draw(records(system))
    early = tuple(event._replace(recorded_at=event.recorded_at - 2 * events[0].recorded_at) for event in events)
    for sheet in (sealed(events), sealed(events, half(data.draw(st.integers(0, 9)))), Sheet(events), sealed(early)):
        text = write(sheet)
        expected = verify(record_file(sheet, system))
        assert examined(text.encode()) == expected
        assert read(text).head in ("", chained(sheet.events))
        assert read(text).head or not expected.valid


@every_shape
@examples(2, 40, seed=st.integers(0, 2**32), ending=st.sampled_from(["", "*", "+"]))
def test_a_corrected_game_is_the_same_after_writing_and_reading_its_sheet(system: System[Table], seed: int, ending: str) -> None:
    """The sheet that was read has the same last hash. Its record file verifies and has the same events. It makes no difference whether the
    sheet has a margin."""
    reading = corrected_game(system, seed)
    sheet = replace(sealed(reading.events), game=game_of("home", reading.events[0].id), club="home", viewer="scorekeeper", ending=ending)
    back = read_back(sheet)
    assert back == sheet
    assert chained(back.events) == chained(sheet.events)
    written = read(write(replace(sheet, margin=margin_of(reading))))
    assert written.sheet == sheet
    file = record_file(back, system)
    assert verify(file).valid
    assert transcript_of(file).events == sheet.events
    assert fold(system, back.events).table == fold(system, sheet.events).table


@every_shape
@examples(5, 40, seed=st.integers(0, 2**32))
def test_a_score_sheet_has_the_acts_in_the_order_of_play(system: System[Table], seed: int) -> None:
    """An act that was inserted is written at its place in the order of play, and not where it was recorded."""
    reading = corrected_game(system, seed, 20)
    lines = write(Sheet(reading.events, proved=False)).splitlines()
    order = [event.version for event in table_order(reading.events)]
    labels = [int(line[:4].rstrip(". ")) for line in lines if line[:4].strip().rstrip(".").isdigit()]
    at = [order.index(label) for label in labels]
    assert at == sorted(at)


def test_reading_a_sheet_written_by_hand_gives_its_events_the_same_ids_each_time() -> None:
    text = write(Sheet(corrected_game(SYSTEMS["high-card"], 7, 20).events, proved=False))
    one, other = read(text), read(text.replace("\n", " ; a remark\r\n"))
    assert one.events == other.events
    assert len({event.id for event in one.events}) == len(one.events)
    assert {event.by for event in one.events} == {"sheet"}


def test_reading_a_sheet_ignores_its_margin() -> None:
    reading = corrected_game(SYSTEMS["high-card"], 7, 20)
    sheet = Sheet(reading.events, proved=False)
    wrong = Margin({2: "?", 3: "!"}, {2: "0:99"}, {3: ("a\nremark",)}, "won by nobody")
    assert read(write(replace(sheet, margin=wrong))).events == read(write(sheet)).events
