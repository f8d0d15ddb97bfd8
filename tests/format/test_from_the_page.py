"""Tests that docs/record-format.md is enough to write a verifier: from_the_page.py was written from this page alone, and agrees with the
project's verifier."""

from pathlib import Path
from random import Random

import pytest

from domain.system import SCOREKEEPER
from tests.format import from_the_page
from tests.format.records import FINISHED, club_file, refitted, tournament_file
from tests.format.records import file as game_file
from tests.format.test_every_byte import report
from tests.format.test_verify import CLUBS, CUPS, REMADE, Edit

SAMPLES = sorted((Path(__file__).parent / "samples").glob("2-*"))


def sound(data: bytes) -> str:
    """Return the line that from_the_page.py prints for the file; empty if it refuses the file."""
    try:
        return from_the_page.verify(data)
    except (ValueError, AssertionError, LookupError, TypeError, AttributeError):
        return ""


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_our_verifier_and_one_written_from_the_format_page_agree_on_changed_files(sample: Path) -> None:
    data, dice = sample.read_bytes(), Random(sample.name)
    assert [sound(data)] == report(data)
    for _ in range(150):
        at = dice.randrange(len(data))
        changed = data[:at] + dice.choice([b"", b"0", b'"', b"\n", b" ", bytes([data[at] ^ 1])]) + data[at + 1 :]
        assert changed == data or not sound(changed), at


@pytest.mark.parametrize(
    ("data", "edit", "keep"),
    [
        *((game_file("ndjson", FINISHED, SCOREKEEPER), edit, keep) for edit, keep, _ in REMADE),
        *((club_file("ndjson"), edit, ("lines",)) for edit, _ in CLUBS),
        *((tournament_file("ndjson"), edit, ()) for edit, _ in CUPS),
    ],
)
def test_both_verifiers_refuse_wrong_contents_even_if_all_hashes_fit(data: bytes, edit: Edit, keep: tuple[str, ...]) -> None:
    changed = refitted(data, edit, keep=keep)
    assert not sound(changed)
    assert not report(changed)[0].startswith("OK ")
