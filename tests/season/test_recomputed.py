"""Seasons of many evenings, recomputed independently: one dictionary and one loop, from the settings and the evenings alone."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from domain.season.fold import season_read
from domain.season.table import Row, moves, table
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


def recomputed(settings: dict[str, Any], evenings: list[Places]) -> dict[str, tuple[int | None, Fraction]]:
    got: dict[str, list[Fraction]] = {}
    for rows in evenings:
        top = max(points for _, _, points in rows)
        for place, people, points in rows:
            if settings["by"] == "points":
                worth = Fraction(points)
            elif settings["by"] == "percentage":
                worth = Fraction(max(points, 0) * 100, top) if top > 0 else Fraction(0)
            else:
                paid = settings["places"] + [settings["beyond"]] * 50
                level = sum(other == place for other, _, _ in rows)
                worth = (
                    Fraction(paid[place - 1]) if settings["joint"] == "same" else Fraction(sum(paid[place - 1 : place - 1 + level]), level)
                )
            for person in people:
                got.setdefault(f"p-{person}", []).append(worth)
    totals = {person: sum(sorted(each, reverse=True)[: settings["best"]], Fraction(0)) for person, each in got.items()}
    placed = {person for person, each in got.items() if len(each) >= settings["least"]}
    return {
        person: (1 + sum(totals[other] > total for other in placed) if person in placed else None, total)
        for person, total in totals.items()
    }


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
    assert {move.person for move in moves(before, then)} == {person for person in {*was, *now} if was.get(person) != now.get(person)}
    assert season_read(made).at(reading.version) == reading


def places(rows: list[Row]) -> dict[str, tuple[int | None, Fraction]]:
    return {row.person: (row.place, row.points) for row in rows}
