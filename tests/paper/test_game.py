"""The score sheet of a game in PDF: what stands on it for whom, that it is the same whenever it is made, and how names are written."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from domain.kernel.events import PersonId
from domain.record.fold import read
from domain.system import DIRECTOR, PUBLIC, Viewer
from domain.systems import SYSTEMS
from service.files.contents import Exported, replay_address
from service.files.formats import FORMATS, ExportClosed, export_bytes
from service.files.names import local
from service.files.paper import fonts
from service.files.paper.document import Paper, Run, runs
from service.pictures.texts import isolated
from tests.format.records import FINISHED, IN_PLAY, OPENED, exported, sent_of
from tests.paper.reading import codes_of, pages_of, text_of
from tests.pictures.states import FAMILIES, NAMES, played
from tests.pictures.test_pictures import ODD

REPLAY = "https://faceup.example/games/home-a/replay"


@pytest.fixture(autouse=True)
def _no_fonts_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "FOLDERS", ())
    fonts.font_for.cache_clear()


def game(slug: str, names: Sequence[str] = NAMES, viewer: Viewer = DIRECTOR, upto: int | None = None) -> Exported:
    """Return the export of a game of tests/playthroughs, with these names of its players."""
    reading = played(slug)
    (kind, opening, *rest), *others = sent_of(reading if upto is None else reading.at(upto))
    seats = [{"seat": seat, "person": f"p-{seat}"} for seat in range(len(reading.opened.seats))]
    opened = {**opening, "seats": seats, "title": "Friday night"}
    whole = exported([(kind, opened, *rest), *others], viewer)  # type: ignore[list-item]
    return replace(whole, names={PersonId(f"p-{seat}"): name for seat, name in enumerate(names)}, club="Card Club Brighton", replay=REPLAY)


def sheet(whole: Exported) -> bytes:
    return export_bytes("pdf", whole)


def test_a_score_sheet_says_what_was_played_by_whom_and_how_it_ended() -> None:
    first, last = pages_of(sheet(game("spades-standard")))
    for words in (
        *("Friday night", "Spades with breaking", "Card Club Brighton", "Friday 21 November 2025, 05:40"),
        *("Anna and Cleo win 537 to 529.", "Anna winner 1 537", "Ben 2 529", "Anna & Cleo", "Ben & Dan"),
        *("1 +61 61 +51 51", "Anna and Cleo bid 6, took 7: +61; Ben and Dan bid 5, took 6: +51.", "6 −80 253 +43 169"),
        *("1 / 2", "856 entries"),
    ):
        assert words in first, words
    assert "Total 537 529" in last
    assert "2 / 2" in last
    assert codes_of(sheet(game("spades-standard"))) == [REPLAY]


def test_the_foot_of_each_page_has_the_hash_of_the_last_entry() -> None:
    whole = game("high-card")
    head = whole.lines().footer.partition(b'"hash":"')[2][:64].decode()
    assert all(head in page for page in pages_of(sheet(whole)))


@pytest.mark.parametrize("slug", FAMILIES)
def test_every_game_has_a_sheet_with_its_rounds(slug: str) -> None:
    text = text_of(sheet(game(slug)))
    assert "Friday night" in text
    assert {"Points", "Rounds"} & {*text.split()}
    assert text_of(sheet(game(slug, upto=3))).startswith("Score sheet Friday night")


@pytest.mark.parametrize("seats", [2, 7, 10])
def test_a_sheet_has_room_for_every_number_of_players(seats: int) -> None:
    rules = SYSTEMS["high-card"].rules_with({}, seats)
    opened = {"system": "high-card", "rules": rules, "seats": [{"seat": seat} for seat in range(seats)], "visibility": "public"}
    points = {str(seat): 100 + seat for seat in range(seats)}
    text = text_of(sheet(exported([("GameOpened", opened), ("RoundStated", {"round": 1, "points": points})])))
    assert all(f"+{100 + seat}" in text for seat in range(seats))
    assert all(f"Seat {seat + 1}" in text for seat in range(seats))


def test_a_sheet_lists_findings_and_rulings_in_words() -> None:
    ruling = ("RulingRecorded", {"cites": {"finding": "out-of-turn@5"}, "rule": "HC-18", "rectification": "penalty", "points": {"2": -1}})
    text = text_of(sheet(replace(exported([*IN_PLAY, ruling], DIRECTOR), names={PersonId("p-anna"): "Anna"})))
    assert "Findings Question Seat 3 placed a card although it was seat 2's turn." in text
    assert "Ruled on by entry 7" in text
    assert "Rulings Entry 7 Ruling on the finding:" in text


def test_a_sheet_shows_a_viewer_only_what_they_may_see() -> None:
    for name in ("one-up", "high-card"):
        reading = played(name)
        begun = exported(sent_of(reading.at(reading.version // 2)), PUBLIC)
        blind = replace(begun, sealed={place: ("not seen", salt) for place, (_, salt) in begun.sealed.items()})
        try:
            assert sheet(begun) == sheet(blind)
        except ExportClosed:
            with pytest.raises(ExportClosed):
                export_bytes("json", begun)


def test_the_same_record_gives_the_same_bytes_and_another_name_gives_others() -> None:
    assert sheet(game("high-card")) == sheet(game("high-card"))
    assert sheet(game("high-card")) != sheet(game("high-card", ("Anne", *NAMES[1:])))
    assert sheet(exported(FINISHED)) == sheet(exported(FINISHED))


def test_a_person_without_a_name_is_called_by_the_seat() -> None:
    text = text_of(sheet(replace(game("spades-standard"), names={})))
    assert "Seat 1 & Seat 3" in text
    assert "p-0" not in text


def test_odd_names_stay_whole_and_mean_nothing_else() -> None:
    text = text_of(sheet(game("spades-standard", ("<b>Anna</b>", "{nb} **Ben** \\", "W" * 40, "Žofie\nÅå"))))
    for name in ("<b>Anna</b>", "{nb} **Ben** \\", "Žofie Åå"):
        assert name in text
    assert "W" * 40 in text.replace(" ", "")
    for names in (ODD[:4], ODD[4:]):
        assert pages_of(sheet(game("spades-standard", names)))


def test_letters_that_no_font_has_are_replaced() -> None:
    text = text_of(sheet(game("spades-standard", ("日本", "Ben", "Cleo", "Dan"))))
    assert "\ufffd\ufffd" in text
    assert "Ben" in text


def test_a_font_of_the_system_is_found_by_the_script_of_a_letter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "noto").mkdir()
    for name in ("NotoSansHebrew-Regular.ttf", "NotoSansHebrew-Bold.ttf", "NotoSansCJK-Regular.ttc"):
        (tmp_path / "noto" / name).touch()
    monkeypatch.setattr(fonts, "FOLDERS", (tmp_path,))
    fonts.font_for.cache_clear()
    found = {letter: None if file is None else file.name for letter in "שあ漢가ก☃\u0378" for file in [fonts.font_with(letter)]}
    assert found == {
        "ש": "NotoSansHebrew-Regular.ttf",
        "ก": None,
        "☃": None,
        "\u0378": None,
        **dict.fromkeys("あ漢가", "NotoSansCJK-Regular.ttc"),
    }


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("Anna bids 6", [("Anna bids 6", "ltr")]),
        (f"{isolated('Žofie')} bids", [("Žofie bids", "ltr")]),
        (f"1: {isolated('דוד (3)')} bids", [("1: ", "ltr"), (")", "rtl"), ("3", "ltr"), ("דוד (", "rtl"), (" bids", "ltr")]),
        (f"{isolated('אב 12')}, {isolated('גד')}", [("12", "ltr"), ("אב ", "rtl"), (", ", "ltr"), ("גד", "rtl")]),
    ],
)
def test_the_parts_of_a_line_are_in_the_order_in_which_they_are_seen(line: str, seen: list[tuple[str, str]]) -> None:
    assert runs(line) == [Run(*part) for part in seen]


def test_times_at_the_ends_of_the_calendar_are_written_too() -> None:
    reading = exported([OPENED]).reading
    for moment, offset in ((-62_135_596_800_000, -720), (253_402_300_799_999, 840)):
        events = [event._replace(at=moment, recorded_at=moment, offset=offset) for event in reading.events]
        whole = replace(exported([OPENED]), reading=read(reading.system, events))
        assert str(local(moment, offset).year) in text_of(sheet(whole))


def test_a_replay_has_an_address_only_if_others_can_open_it() -> None:
    assert replay_address("https://faceup.example", "home-a", "unlisted") == REPLAY
    assert replay_address("https://faceup.example", "home-a", "private") == ""
    assert replay_address(None, "home-a", "public") == ""
    assert codes_of(sheet(exported(FINISHED))) == []


def test_a_sheet_is_offered_as_a_file() -> None:
    assert FORMATS["pdf"].content_type == "application/pdf"
    assert FORMATS["pdf"].download_name("home-aaaakz7f", exported(FINISHED).reading) == "high-card-2025-11-21-kz7f.pdf"


def test_a_document_gets_only_those_letters_of_a_font_of_the_system_that_it_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Our own font stands for one of the system, and Greek for the letters that ours lack."""
    (tmp_path / "NotoSansGreek-Regular.ttf").symlink_to(fonts.OURS[""])
    monkeypatch.setattr(fonts, "FOLDERS", (tmp_path,))
    whole = Paper("a4", "", datetime(2026, 11, 29), ())
    whole._letters -= set("αβγδ")
    whole.paragraph("αβ", 10)
    assert whole._letters >= set("αβ")
    assert not whole._letters & set("γδ")
    whole.paragraph("βγα", 10)
    assert len({whole._pdf.get_fallback_font(letter) for letter in "αβγ"}) == 1, "letters of one word are joined in one font"
    assert text_of(whole.finished()) == "αβ βγα 1 / 1"
    assert [len(TTFont(BytesIO(fonts.cut(fonts.OURS[""], letters))).getBestCmap()) for letters in ("αβ", "γ")] == [3, 2]
