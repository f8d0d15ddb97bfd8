"""Rounds of published Swiss tournaments: our pairing of a round is never worse than the published one."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.tournament.formats.gaps import compared
from domain.tournament.formats.kinds import Paired
from tests.tournament.swiss_histories import Book, Played, rounds_of

EVENTS: list[Any] = [
    event for event in json.loads(Path(__file__).with_name("tournaments.json").read_text(encoding="utf-8")) if event["system"] == "swiss"
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: str(event["id"]))
def test_our_swiss_pairing_is_never_worse_than_the_published_pairing(event: Any) -> None:
    rounds = [compared(asked, theirs) for asked, theirs in rounds_of(event)]
    assert len(rounds) == len(event["rounds"])
    assert [each for each in rounds if each.wrong] == []


def test_the_published_tournaments_for_comparing_pairings_are_in_the_file() -> None:
    assert {event["id"] for event in EVENTS} >= {"pairing-n13-1", "pairing-n40-1", "pairing-n61-1"}


def test_the_comparison_distinguishes_better_and_worse_pairings() -> None:
    book = Book(range(1, 5))
    book.add([Played(1, 2, "win"), Played(3, 4, "win")])  # entries 1 and 3 have 2 points
    asked = book.asked()
    level = compared(asked, Paired((((1,), (3,)), ((2,), (4,)))))
    assert (level.worse, level.wrong) == (False, False)
    assert level.ours == ((), (0, 0))
    apart = compared(asked, Paired((((1,), (4,)), ((2,), (3,)))))
    assert (apart.worse, apart.wrong) == (False, False)
    assert apart.theirs == ((), (2, 2))
    assert apart._replace(ours=((), (3, 0))).worse
    assert apart._replace(repeats=((1, 2),)).wrong
