"""A part of a replay has the same frames as the whole replay, for every system, viewer and order."""

from collections import ChainMap
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, NoteWritten, Retracted
from domain.kernel.shapes import Sealed
from domain.record.fold import Reading
from domain.rounds import ends_of_rounds, round_of
from domain.system import PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from domain.views.replays import NoSuchRound, Order, Part, part_json, replay_json
from domain.words.seated import seated_in
from tests.api.test_replay import patched
from tests.domain.playing import act, hand, opener, played
from tests.pictures.states import played as finished
from tests.speeds import rows
from tests.systems import LEADING
from tests.test_every_system import a_game, next_event

VIEWERS = (SCOREKEEPER, PUBLIC, seat_viewer(Seat(1)))
ORDERS: tuple[Order, ...] = ("corrected", "recorded")
EVERYTHING = Part(0, None, None, 1000)
every_slug = pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))


@cache
def corrected_game(slug: str) -> Reading:
    """A game in which the act in the middle is withdrawn and recorded again in its place, and a note is inserted."""
    reading = a_game(SYSTEMS[slug], 7, 40)
    middle = reading.version // 2 + 1
    again = reading.events[middle - 1].act
    for made, after in ((Retracted(middle, "slip"), None), (again, middle - 1), (NoteWritten(Sealed("", "slow")), 1)):
        reading = reading.extended([next_event(reading, made, after)])
    return reading


def whole(reading: Reading, viewer: Viewer, order: Order) -> dict[str, Any]:
    return dict(replay_json("g", reading, reading, viewer, order, seated_in(reading, {})))


def pages(reading: Reading, viewer: Viewer, order: Order, part: Part) -> Iterator[dict[str, Any]]:
    """Yield the part in as many answers as it takes."""
    following: int | None = part.first
    while following is not None:
        replay, following = part_json("g", reading, reading, viewer, order, seated_in(reading, {}), part._replace(first=following))
        yield dict(replay)


@every_slug
def test_the_pages_of_a_replay_have_together_what_the_whole_replay_has(slug: str) -> None:
    reading = corrected_game(slug)
    for viewer in VIEWERS:
        for order in ORDERS:
            expected = whole(reading, viewer, order)
            taken = list(pages(reading, viewer, order, EVERYTHING._replace(most=7)))

            assert [frame for page in taken for frame in page["frames"]] == expected["frames"]
            assert {page["steps"] for page in taken} == {len(reading.steps) if order == "corrected" else reading.version}
            versions = {str(frame["version"]) for frame in expected["frames"]}
            known = {version: seats for version, seats in expected["evidence"]["cards"].items() if version in versions}
            assert dict(ChainMap(*(page["evidence"]["cards"] for page in taken))) == known


@every_slug
def test_every_range_of_a_replay_is_that_slice_of_the_whole_replay(slug: str) -> None:
    reading, dice = corrected_game(slug), Random(3)
    for viewer in VIEWERS:
        for order in ORDERS:
            frames = whole(reading, viewer, order)["frames"]
            for _ in range(4):
                first, last = sorted((dice.randrange(reading.version + 2), dice.randrange(reading.version + 2)))
                (page,) = pages(reading, viewer, order, Part(first, last, None, 1000))
                assert page["frames"] == [frame for frame in frames if first <= frame["step"] <= last]


@every_slug
def test_the_patches_of_a_range_apply_to_the_view_before_it(slug: str) -> None:
    reading = corrected_game(slug)
    for viewer in VIEWERS:
        view: Any = {}
        for frame in whole(reading, viewer, "corrected")["frames"]:
            (page,) = pages(reading, viewer, "corrected", Part(frame["step"], frame["step"], None, 1))
            assert page["before"] == view
            view = patched(view, frame["changed"])


@every_slug
def test_the_totals_after_a_round_are_the_scores_at_the_step_that_ends_it(slug: str) -> None:
    reading = finished(slug)
    replay = whole(reading, PUBLIC, "corrected")
    scores = {frame["version"]: frame["scores"] for frame in replay["frames"]}
    ends = dict(ends_of_rounds(reading.table))
    assert replay["evidence"]["rounds"]
    for over in replay["evidence"]["rounds"]:
        assert scores[ends[over["round"]]] in (over["totals"], {})  # Box has no scores, but counts the rounds that each player won


@every_slug
def test_the_rounds_of_a_replay_are_together_the_whole_replay(slug: str) -> None:
    """A step is of the round that was in progress before it."""
    reading = corrected_game(slug)
    frames = whole(reading, SCOREKEEPER, "corrected")["frames"]
    last = round_of(reading.table)
    for number in range(1, last + 1):
        (page,) = pages(reading, SCOREKEEPER, "corrected", Part(0, None, number, 1000))
        before = [round_of(step.before.table) if step.before else 1 for step in reading.steps]
        assert page["frames"] == [frame for frame in frames if before[frame["step"]] == number]
        assert [each["round"] for each in page["evidence"]["rounds"]] == ([number] if number < last else [])
    with pytest.raises(NoSuchRound) as refused:
        list(pages(reading, SCOREKEEPER, "corrected", Part(0, None, last + 1, 1000)))
    assert refused.value.last == last


HANDS = [
    opener(0),
    *hand("h h h", "AS KH QC", [0, 1, 2]),
    act("RoundStated", round=4, points={"1": 1}),
    *hand("h h h", "AD KC QD", [1, 2, 0]),
]
ROUNDS = [
    # (the round, the steps of its frames, why)
    (1, [0, 1, 2, 3, 4, 5], "the opening, and the hand that was played"),
    (2, [6], "the record misses rounds 2 and 3: one statement closed them, and round 4"),
    (3, [6], "the same statement"),
    (4, [6], "the statement of round 4"),
    (5, [7, 8, 9, 10], "the hand after the statement"),
]


@pytest.mark.parametrize(("number", "steps", "why"), ROUNDS)
def test_a_round_ends_with_the_step_that_closes_it(number: int, steps: list[int], why: str) -> None:
    acts: list[Act] = list(HANDS)
    reading = played("high-card", 3, *acts, target=9)
    (page,) = pages(reading, SCOREKEEPER, "corrected", Part(0, None, number, 1000))
    assert [frame["step"] for frame in page["frames"]] == steps, why
