"""Seasons of many evenings equal their independent recomputation."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from domain.season.fold import season_read
from domain.season.table import Row, moves, table
from tests.season.recomputed import recomputed
from tests.season.stream import Places, corrected, counted, events, opened
from tests.speeds import seeds

EVENINGS = 20
LETTERS = "abcdefghijklmnopqrst"


def evening(dice: Random, people: int) -> Places:
    """Return the final standings of an evening: some of the people, alone or in pairs, some of them level."""
    there = dice.sample([f"n{number}" for number in range(people)], dice.randint(4, people))
    entries = [there[at : at + 2] for at in range(0, len(there), 2)] if dice.random() < 0.4 else [[person] for person in there]
    points = sorted((dice.randint(-2, 12) for _ in entries), reverse=True)
    return [(points.index(each) + 1, people, each) for people, each in zip(entries, points, strict=True)]


@pytest.mark.parametrize("seed", seeds(60, 12))
def test_a_season_of_twenty_evenings_equals_its_recomputation_and_a_late_correction_moves_nobody_before_it_is_accepted(seed: int) -> None:
    dice = Random(seed)
    settings: dict[str, Any] = {
        "by": dice.choice(["place", "place", "points", "percentage"]),
        "places": sorted((dice.randint(0, 25) for _ in range(dice.randint(1, 9))), reverse=True),
        "beyond": dice.randint(0, 2),
        "joint": dice.choice(["share", "same"]),
        "best": dice.choice([None, dice.randint(1, 20)]),
        "least": dice.randint(1, 12),
    }
    evenings = [evening(dice, 14) for _ in range(EVENINGS)]
    made = events([opened(**settings), *map(counted, LETTERS, evenings), corrected(LETTERS[2], third := evening(dice, 14))])
    reading = season_read(made[:-1])
    before = table(reading.state)
    assert places(before) == recomputed(settings, evenings)

    then = table(reading.extended(made[-1:]).state)
    assert table(reading.state) == before
    assert places(then) == recomputed(settings, [*evenings[:2], third, *evenings[3:]])
    was, now = places(before), places(then)
    moved = {person for person in {*was, *now} if was.get(person) != now.get(person)}
    assert {move.person.removeprefix("p-") for move in moves(before, then)} == moved
    assert season_read(made).at(reading.version) == reading


def places(rows: list[Row]) -> dict[str, tuple[int | None, Fraction]]:
    return {row.person.removeprefix("p-"): (row.place, row.points) for row in rows}
