"""What an exported sheet shows to each viewer, and how a sheet is replayed or converted to a record file."""

import json
import re
from dataclasses import replace

import pytest

from domain.files.transcript import NotARecord, transcript_of
from domain.kernel.cards import Seat
from domain.kernel.events import TokenId
from domain.notation import Margin, Sheet, margin_of, read, write
from domain.notation.filing import filed, record_file
from domain.record.fold import read as fold
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, System, Table, Viewer, seat_viewer
from domain.systems import SYSTEMS
from service.files.formats import FORMATS, ExportClosed, export_bytes
from service.files.formats.text import sheet_of
from service.files.transcript import replay
from tests.domain.playing import act, events, opening
from tests.format.records import FINISHED, IN_PLAY, SHORT, Sent, exported, file, sent_of
from tests.imports.records import corrected_game
from tests.speeds import seeds
from tests.systems import every_shape

VIEWERS = (PUBLIC, seat_viewer(Seat(0)), seat_viewer(Seat(1)), SCOREKEEPER, DIRECTOR)
every_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)


def test_an_exported_score_sheet_has_a_content_type_and_a_file_name() -> None:
    assert FORMATS["text"].content_type == "text/plain; charset=utf-8"
    assert FORMATS["text"].download_name("home-aaaaaaaaaaaakz7f", exported(FINISHED).reading) == "high-card-2025-11-21-kz7f.txt"


@every_viewer
@pytest.mark.parametrize("sent", [IN_PLAY, FINISHED, SHORT], ids=["in play", "finished", "short"])
def test_a_score_sheet_has_the_same_contents_as_the_record_file(sent: tuple[Sent, ...], viewer: Viewer) -> None:
    """Sheet and record file have the same events, the same open values and the same last hash."""
    parsed = read(file("text", sent, viewer).decode())
    assert parsed.problems == ()
    assert parsed.sheet is not None
    assert parsed.system is not None
    lines = file("ndjson", sent, viewer)
    transcript = transcript_of(lines)
    assert parsed.events == transcript.events
    assert parsed.closed == transcript.closed
    back = record_file(parsed.sheet, parsed.system)
    assert back.splitlines()[1:-1] == lines.splitlines()[1:-1]
    header, was = json.loads(back.splitlines()[0]), json.loads(lines.splitlines()[0])
    assert [header[key] for key in ("stream", "club", "viewer", "system")] == [was[key] for key in ("stream", "club", "viewer", "system")]


@every_viewer
def test_a_score_sheet_shows_only_what_the_viewer_may_see(viewer: Viewer) -> None:
    """If the viewer may not see a value, the sheet has neither the value nor its salt."""
    whole = exported(IN_PLAY, viewer)
    text = file("text", IN_PLAY, viewer).decode()
    opened = {(event.version, path) for event in whole.reading.events for path in whole.opened(event)}
    for place, (_, salt) in whole.sealed.items():
        assert (salt.hex() in text) == (place in opened)
    acts = text.partition("[provenance]")[0]
    assert set(re.findall(r"\b[2-9TJQKA][SHDC]\b", acts)) == {
        card for place in opened for card in re.findall("[2-9TJQKA][SHDC]", json.dumps(whole.sealed[place][0]))
    }
    assert ("seat 2 was quicker" in acts) == viewer.sees_all


def test_the_margin_of_a_sheet_shows_only_findings_that_the_viewer_may_see() -> None:
    text = file("text", IN_PLAY, PUBLIC).decode()
    assert " 2:middle(-)" in text
    assert (
        "; ? Seat 2 placed a card although it was seat 1's turn. "
        "Is an entry missing here, or in the wrong order? Or did it happen so? (HC-2)" in text
    )
    private = [replace(finding, kind="breach", rests_on=frozenset({Seat(2)})) for finding in exported(IN_PLAY).findings]
    for viewer, expected in ((PUBLIC, False), (seat_viewer(Seat(2)), True), (SCOREKEEPER, True)):
        text = export_bytes("text", replace(exported(IN_PLAY, viewer), findings=private)).decode()
        assert ("?2:middle" in text, "HC-2" in text) == (expected, expected)


def test_a_score_sheet_ends_with_the_current_result() -> None:
    assert "\n+\n" in file("text", IN_PLAY).decode()
    assert "\n; finished, won by 0; 0:1 1:0 2:0\n\n[provenance]\n" in file("text", FINISHED).decode()


def test_a_game_with_a_closed_history_cannot_be_exported_as_a_score_sheet() -> None:
    sent = sent_of(corrected_game(SYSTEMS["one-up"], 4, 12))
    with pytest.raises(ExportClosed):
        file("text", sent, PUBLIC)
    assert read(file("text", sent, SCOREKEEPER).decode()).problems == ()


@every_shape
@pytest.mark.parametrize("seed", seeds(5, 1))
def test_reading_a_score_sheet_and_writing_it_again_gives_the_same_bytes(system: System[Table], seed: int) -> None:
    whole = exported(sent_of(corrected_game(system, seed)), SCOREKEEPER)
    text = export_bytes("text", whole).decode()
    parsed = read(text)
    assert parsed.sheet is not None
    assert parsed.sheet == replace(sheet_of(whole), margin=Margin())
    assert write(replace(parsed.sheet, margin=margin_of(fold(system, parsed.events)))) == text


def test_recorder_names_with_special_characters_are_read_back_from_a_sheet() -> None:
    whole = exported(SHORT, SCOREKEEPER)
    sheet = sheet_of(whole)
    for name in ('"', ";", "a;b", "\\", "=", "x#y", "1.", "+1"):
        odd = replace(sheet, events=tuple(event._replace(by=TokenId(name)) for event in sheet.events))
        assert read(write(odd)).events == odd.events


# --- replay -------------------------------------------------------------------------------------------------------------------------------


def test_the_replay_of_a_score_sheet_equals_the_replay_of_its_record() -> None:
    for order in (True, False):
        lines = list(replay(file("text", FINISHED, PUBLIC), as_recorded=order))
        assert lines == list(replay(file("json", FINISHED, PUBLIC), as_recorded=order))
    assert len(list(replay(file("text", FINISHED), at=4))) == 6


def test_a_sheet_written_by_hand_can_be_replayed() -> None:
    lines = list(replay(b"faceup sheet 1\nsystem: high-card\nseats: 0 1\nround(1 0:1)\nresult(0)"))
    assert lines[0] == "High Card, a sheet without provenance"
    assert lines[-1] == "The game is finished, won by seat 1; seat 1: 1, seat 2: 0."


def test_replaying_a_faulty_score_sheet_is_refused_with_a_list_of_faults() -> None:
    with pytest.raises(NotARecord) as refused:
        list(replay(b"faceup sheet 1\nsystem: high-card\nseats: 0 1\n0:low 5:opens"))
    assert [reason.partition(":")[0] for reason in refused.value.reasons] == ["line 4, column 3", "line 4, column 7"]


def test_an_exported_score_sheet_can_be_converted_to_a_record_file() -> None:
    """The function `filed` converts a sheet for code that accepts only record files. If it refuses the sheet, it gives every reason."""
    assert transcript_of(filed(file("text", FINISHED, PUBLIC))).events == transcript_of(file("json", FINISHED, PUBLIC)).events
    for wrong, expected in ((b"faceup sheet 1\nfoo: 1\n0:low", ["line 1", "line 1", "line 2", "line 3"]), (b"faceup \xff", ["line 1"])):
        with pytest.raises(NotARecord) as refused:
            filed(wrong)
        assert [reason.partition(",")[0] for reason in refused.value.reasons] == expected
    with pytest.raises(NotARecord, match="draft"):
        filed(file("text", FINISHED).partition(b"[provenance]")[0])


def test_a_score_sheet_written_by_hand_cannot_be_converted_to_a_record_file() -> None:
    with pytest.raises(ValueError, match="without provenance"):
        record_file(Sheet(events([opening(SYSTEMS["high-card"], 2), act("OpenerChosen", seat=0)]), proved=False), SYSTEMS["high-card"])
