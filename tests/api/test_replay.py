"""A replay is a list of frames, in corrected or recorded order. Applying the patches of the frames one after the other gives every view."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.seen.patches import merge_patch, without_nulls
from tests.api.callers import Caller, opener, placed, revealed

HAND = [placed(0, "lowest", "2C"), placed(1, "highest", "AS"), placed(2, "middle", "KH"), revealed(s0="2C", s1="AS", s2="KH")]


def patched(target: Any, patch: Any) -> Any:
    """Apply a merge patch (RFC 7396 §2)."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            target.pop(name, None)
        else:
            target[name] = patched(target.get(name), value)
    return target


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    """A hand with a mistake at version 3. Version 7 withdraws version 3, and version 8 is inserted in its place."""
    game = scorekeeper.opened(visibility="public")
    scorekeeper.recorded(game, opener(0), placed(0, "highest", "2C"), *HAND[1:3])
    slip = {"type": "Retracted", "data": {"target": 3, "reason": "slip"}}
    scorekeeper.recorded(game, {"type": "NoteWritten", "data": {"note": "look again"}}, slip, {**HAND[0], "after": 2}, HAND[3])
    return game


def views_of(replay: dict[str, Any]) -> list[Any]:
    views, view = [], {}
    for frame in replay["frames"]:
        view = patched(view, frame["changed"])
        views.append(view)
    return views


def test_a_replay_as_corrected_has_its_frames_in_the_order_of_play(scorekeeper: Caller, game: str) -> None:
    replay = scorekeeper.get(f"/games/{game}/replay").json

    assert [frame["step"] for frame in replay["frames"]] == list(range(7))
    assert [frame["version"] for frame in replay["frames"]] == [1, 2, 8, 4, 5, 6, 9]
    assert {frame["retracted"] for frame in replay["frames"]} == {False}


def test_a_replay_as_recorded_has_its_frames_in_the_order_of_recording(scorekeeper: Caller, game: str) -> None:
    replay = scorekeeper.get(f"/games/{game}/replay?as=recorded").json

    assert [frame["version"] for frame in replay["frames"]] == list(range(1, 10))
    assert [frame["version"] for frame in replay["frames"] if frame["retracted"]] == [3]


@pytest.mark.parametrize("view", ["", "&view=public", "&view=seat:1"])
def test_applying_the_patches_of_a_replay_gives_every_view(view: str, scorekeeper: Caller, game: str) -> None:
    """In recorded order, a frame is the state of the game at its version. In corrected order, a frame is the table after its event. Unlike
    the state, a frame has no member `evidence` (how cards are known)."""
    for order in ("recorded", "corrected"):
        replay = scorekeeper.get(f"/games/{game}/replay?as={order}{view}").json
        for frame, rebuilt in zip(replay["frames"], views_of(replay), strict=True):
            state = scorekeeper.get(f"/games/{game}?at={frame['version']}&as={order}{view}").json
            for seat in state["view"]["seats"].values():
                del seat["evidence"]
            assert rebuilt == without_nulls(state["view"])
            assert frame["scores"] == state["outcome"]["scores"]


def test_a_replay_can_end_at_a_given_version(scorekeeper: Caller, game: str) -> None:
    replay = scorekeeper.get(f"/games/{game}/replay?at=4").json

    assert (replay["version"], [frame["version"] for frame in replay["frames"]]) == (4, [1, 2, 3, 4])


def test_asking_for_the_corrected_state_at_a_withdrawn_event_or_its_retraction_is_refused(scorekeeper: Caller, game: str) -> None:
    for version in (3, 7):
        assert scorekeeper.get(f"/games/{game}?at={version}&as=corrected").status_code == 422
        assert scorekeeper.get(f"/games/{game}?at={version}").status_code == 200


def test_a_replay_shows_each_finding_at_the_event_that_proved_the_finding(scorekeeper: Caller, stranger: Caller) -> None:
    game = scorekeeper.opened(visibility="public")
    scorekeeper.recorded(game, opener(0), placed(1, "lowest"), placed(0, "lowest"))

    for order in ("corrected", "recorded"):
        frames = stranger.get(f"/games/{game}/replay?as={order}").json["frames"]
        assert [[finding["id"] for finding in frame["findings"]] for frame in frames] == [[], [], ["out-of-turn@3"], []]


VALUES = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=3) | st.lists(st.integers(), max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


def test_a_merge_patch_names_removed_members_in_the_order_of_the_old_object() -> None:
    """Two processes may order the same set differently, but their answers with the same entity tag must have the same bytes."""
    before = {f"member {number}": number for number in range(30)}
    assert list(merge_patch(before, {})) == list(before)  # type: ignore[arg-type]


@given(VALUES, VALUES)
def test_applying_a_merge_patch_gives_the_new_value(before: Any, after: Any) -> None:
    assert patched(before, merge_patch(before, after)) == after or not isinstance(after, dict)
