"""Every system has a golden playthrough, and still plays it; the page says all of it, and reads back to the same end."""

import pytest

from domain.notation import read
from domain.record import read as fold
from domain.systems import SYSTEMS
from tests.playthroughs.regenerate import HERE, page, played

every_playthrough = pytest.mark.parametrize("slug", list(SYSTEMS))


@every_playthrough
def test_playthrough(slug: str) -> None:
    assert HERE.joinpath(f"{slug}.txt").read_text(encoding="utf-8") == page(played(SYSTEMS[slug]))


@every_playthrough
def test_its_text_reads_back_and_is_written_the_same(slug: str) -> None:
    text = HERE.joinpath(f"{slug}.txt").read_text(encoding="utf-8")
    found = read(text)
    assert found.problems == ()
    reading, game = fold(SYSTEMS[slug], found.events), played(SYSTEMS[slug])
    assert [event.act for event in found.events] == [event.act for event in game.events]
    assert SYSTEMS[slug].outcome(reading.table) == SYSTEMS[slug].outcome(game.table)
    assert SYSTEMS[slug].outcome(reading.table).state == "finished"
    assert page(reading) == text
