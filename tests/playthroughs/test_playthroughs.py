"""For every system, the game played with a fixed seed equals the stored page of this game (the golden playthrough). Reading the page gives
the same game."""

import dataclasses
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from domain.kernel.events import EVENT_TYPES, BoxDrawn, ExtrasTraded, Resurrected, StuckDeclared
from domain.kernel.events.pitch import PointsMade
from domain.notation import read
from domain.record.fold import Reading
from domain.record.fold import read as fold
from domain.system import PUBLIC, System, Table
from domain.systems import SYSTEMS
from tests.playthroughs import regenerate, sample
from tests.playthroughs.regenerate import HERE, NeverEnds, page, played
from tests.speeds import rows
from tests.systems import LEADING


@cache
def stored(slug: str) -> str:
    """Return the stored page of a system."""
    path = HERE.joinpath(f"{slug}.txt")
    assert path.exists(), f"{slug} has no playthrough: make golden ONLY={slug}"
    return path.read_text(encoding="utf-8")


@cache
def golden(slug: str) -> Reading:
    return played(SYSTEMS[slug])


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_game_played_with_a_fixed_seed_equals_its_stored_golden_page(slug: str) -> None:
    assert stored(slug) == page(golden(slug)), f"make golden ONLY={slug}, and read what changed"


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_golden_page_can_be_read_and_is_the_same_when_written_again(slug: str) -> None:
    text = stored(slug)
    parsed = read(text)
    assert parsed.problems == ()
    reading, game = fold(SYSTEMS[slug], parsed.events), golden(slug)
    assert [event.act for event in parsed.events] == [event.act for event in game.events]
    assert SYSTEMS[slug].outcome(reading.table) == SYSTEMS[slug].outcome(game.table)
    assert SYSTEMS[slug].outcome(reading.table).state == "finished"
    assert page(reading) == text


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_played_game_has_only_acts_and_fields_that_its_system_uses(slug: str) -> None:
    """What a form leaves out (`System.unused`) is never needed in a game without house rules."""
    unused, found = SYSTEMS[slug].unused, set[str]()
    for event in golden(slug).events:
        name = type(event.act).__name__
        found |= {name, *_fields(event.act, name)}
    assert not found & unused


def _fields(act: object, prefix: str) -> Iterator[str]:
    """Yield the paths of the fields of an act that are set."""
    for field in dataclasses.fields(act) if dataclasses.is_dataclass(act) else ():
        value = getattr(act, field.name)
        if value is not None and value is not False:
            yield f"{prefix}.{field.name}"
            yield from _fields(value, f"{prefix}.{field.name}")


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_what_a_system_has_no_use_for_are_acts_and_fields_of_events_that_it_takes(system: System[Table]) -> None:
    for path in system.unused:
        kind, *fields = path.split(".")
        assert kind in system.acts
        act: Any = EVENT_TYPES[kind].make
        for name in fields:
            found = {field.name: field for field in dataclasses.fields(act)}
            assert name in found, path
            act = PointsMade if name == "points" else None


def test_the_stored_sample_game_of_the_first_page_equals_a_newly_played_one() -> None:
    assert sample.FILE.read_text(encoding="utf-8") == sample.text()
    assert sample.sample()["frames"][-1]["state"] == "finished"


def test_the_golden_page_of_box_contains_the_rare_acts_of_the_game() -> None:
    """The acts are: a reversal, a drawn card that could be played, a drawn card that could not be played, a trade, resurrections, a stuck
    player without a box (docs/rules/01 §4)."""
    game = golden("box")
    views = [SYSTEMS["box"].seen_by(step.table, PUBLIC) for step in game.steps]
    assert {type(event.act) for event in game.events} >= {BoxDrawn, ExtrasTraded, Resurrected, StuckDeclared}
    draws = [(views[place - 1], views[place]) for place, event in enumerate(game.events) if isinstance(event.act, BoxDrawn)]
    failed = [after.round > before.round for before, after in draws]
    assert any(failed)
    assert not all(failed)
    assert any(after.face_up and before.direction != after.direction for before, after in pairwise(views))


def test_the_error_about_a_random_game_that_does_not_end_gives_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regenerate, "MOST_MOVES", 3)
    with pytest.raises(NeverEnds, match=r"one-up: still open after 4 events, .*; waits for"):
        played(SYSTEMS["one-up"])
    silent = dataclasses.replace(SYSTEMS["one-up"], prompts=lambda _: ())
    with pytest.raises(NeverEnds, match=r"one-up: stuck after event 1 \(GameOpened\): no act is expected, offered is nothing"):
        played(silent)
