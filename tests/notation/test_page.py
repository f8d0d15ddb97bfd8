"""docs/notation.md is right: the program reads every sheet on that page as the page says, and writes sheets as the page shows."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from domain.files.limits import MOST_EVENTS, MOST_IN_A_RECORD, MOST_IN_A_SHEET_LINE, MOST_LINES_OF_A_SHEET
from domain.kernel.events import EVENT_TYPES
from domain.notation import margin_of, read, write
from domain.notation.entries import MOST_VALUES
from domain.notation.forms import COMMON, OF_FAMILY
from domain.notation.grammar import MOST_MARKS, MOST_TAGS
from domain.notation.problems import MOST
from domain.notation.tokens import DEEPEST
from domain.record.fold import read as fold

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = DOCS.joinpath("notation.md").read_text("utf-8")
BLOCKS = re.findall(r"^```([a-z ]+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def as_written(text: str) -> str:
    parsed = read(text)
    assert parsed.problems == ()
    assert parsed.sheet is not None
    assert parsed.system is not None
    return write(replace(parsed.sheet, margin=margin_of(fold(parsed.system, parsed.events))))


def test_score_sheets_are_written_as_the_notation_page_shows_them() -> None:
    shown = [text for kind, text in BLOCKS if kind == "sheet"]
    assert len(shown) >= 3
    for text in shown:
        assert as_written(text) == text


def test_a_score_sheet_written_by_hand_is_rewritten_as_the_notation_page_shows() -> None:
    pairs = list(pairwise(BLOCKS))
    by_hand = [(text, below) for (kind, text), (_, below) in pairs if kind == "sheet hand"]
    assert by_hand
    for text, below in by_hand:
        assert as_written(text) == below


def test_messages_about_faults_of_a_score_sheet_are_as_the_notation_page_shows() -> None:
    pairs = list(pairwise(BLOCKS))
    wrong = [(text, below) for (kind, text), (_, below) in pairs if kind == "sheet wrong"]
    assert wrong
    for text, below in wrong:
        assert "".join(f"{problem}\n" for problem in read(text).problems) == below


def test_every_short_form_of_an_act_is_on_the_notation_page() -> None:
    for form in (*COMMON, *(form for forms in OF_FAMILY.values() for form in forms)):
        if form.type in EVENT_TYPES and form.type not in ("BoxesSet",):
            assert re.search(rf"`[^`]*{re.escape(form.word)}[^`]*`", PAGE) or form.bare, form.word


def test_the_pages_name_the_limits_of_sheets_and_record_files() -> None:
    limits = [MOST_IN_A_RECORD, MOST_LINES_OF_A_SHEET, MOST_IN_A_SHEET_LINE, MOST_VALUES, MOST_MARKS, MOST_TAGS, DEEPEST, MOST]
    named = re.findall(r"^\| [^|]+ \| ([0-9,]+) \|$", PAGE.partition("## Limits")[2], re.MULTILINE)
    assert named == [f"{limit:,}" for limit in limits]
    record_files = DOCS.joinpath("record-format.md").read_text("utf-8").partition("## Limits")[2]
    assert all(f"{most:,}" in record_files.partition("## Versions")[0] for most, _ in MOST_EVENTS.values())
