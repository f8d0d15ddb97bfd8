"""A note explains an inserted event if the note is recorded directly before the event and is inserted at the same place
(docs/decisions/web-form.md)."""

from typing import Any

import pytest

from tests.api.callers import Caller, opener, placed
from tests.api.conftest import Callers

NOTE = {"type": "NoteWritten", "data": {"note": "reported later"}}


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    """Version 3 is the card of seat 2. The cards of seats 0 and 1, whose turn came first, are missing."""
    game = scorekeeper.opened(visibility="public")
    scorekeeper.recorded(game, opener(0), placed(2, "lowest"))
    return game


def explained(caller: Caller, game: str) -> dict[int, int]:
    events = caller.get(f"/games/{game}/events").json["events"]
    return {event["version"]: event["explained_by"] for event in events if "explained_by" in event}


def behind(version: int, event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "after": version}


def test_a_note_recorded_just_before_an_insertion_at_the_same_place_explains_the_insertion(
    scorekeeper: Caller, callers: Callers, game: str
) -> None:
    scorekeeper.recorded(game, behind(2, NOTE), behind(2, placed(0)))

    for caller in (scorekeeper, callers.anonymous(), callers.holder("read", game=game, seat=0)):
        assert explained(caller, game) == {5: 4}
    assert scorekeeper.get(f"/games/{game}/events?after=3").json["events"][0]["data"]["note"]["value"] == "reported later"
    assert "reported later" not in callers.anonymous().get(f"/games/{game}/events").get_data(as_text=True)
    assert [frame["version"] for frame in scorekeeper.get(f"/games/{game}/replay").json["frames"]] == [1, 2, 5, 4, 3]
    assert scorekeeper.get(f"/games/{game}/diff?from=3").json["added"][0]["explained_by"] == 4


NO_REASONS: list[tuple[str, list[dict[str, Any]]]] = [
    ("an insertion without a note", [behind(2, placed(0))]),
    ("a note at the end", [NOTE, behind(2, placed(0))]),
    ("a note for another place", [behind(3, NOTE), behind(2, placed(0))]),
    ("a note after the insertion", [behind(2, placed(0)), behind(2, NOTE)]),
    ("something else before the insertion", [behind(2, placed(1)), behind(2, placed(0))]),
    ("nothing is inserted", [NOTE, placed(0)]),
]


@pytest.mark.parametrize(("why", "batch"), NO_REASONS, ids=[why for why, _ in NO_REASONS])
def test_any_other_note_explains_no_insertion(why: str, batch: list[dict[str, Any]], scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, *batch)

    assert explained(scorekeeper, game) == {}
