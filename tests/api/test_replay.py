"""A replay is a list of frames, in corrected or recorded order. Applying the patches of the frames one after the other gives every view."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.views import replays
from domain.views.patches import merge_patch, without_nulls
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


def test_a_replay_as_recorded_is_refused_if_corrections_change_too_many_steps(
    scorekeeper: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 7 withdraws version 3, with two acts and a note after it. Version 8 is inserted there. Six steps are read again."""
    monkeypatch.setattr(replays, "MOST_AGAIN", 5)
    assert scorekeeper.get(f"/games/{game}/replay").status_code == 200

    refused = scorekeeper.get(f"/games/{game}/replay?as=recorded")

    assert (refused.status_code, refused.json["type"]) == (422, "/problems/too-costly")
    assert "Read it as corrected" in refused.json["detail"]
    monkeypatch.setattr(replays, "MOST_AGAIN", 100)
    assert scorekeeper.get(f"/games/{game}/replay?as=recorded").status_code == 200


def test_the_beginning_of_a_replay_as_recorded_does_not_cost_what_was_corrected_later(
    scorekeeper: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scorekeeper.get(f"/games/{game}/replay?as=recorded").json["frames"]
    note = {"type": "NoteWritten", "data": {"note": "so that nothing kept can be used"}}
    scorekeeper.recorded(game, note)
    monkeypatch.setattr(replays, "MOST_AGAIN", 5)

    first = scorekeeper.get(f"/games/{game}/replay?as=recorded&limit=3")

    assert (first.status_code, first.json["frames"]) == (200, whole[:3])
    assert scorekeeper.get(f"/games/{game}/replay?as=recorded&from=9").json["type"] == "/problems/too-costly"


@pytest.mark.parametrize("view", ["", "&view=public", "&view=seat:1"])
def test_applying_the_patches_of_a_replay_gives_every_view(view: str, scorekeeper: Caller, game: str) -> None:
    """In recorded order, a frame is the state of the game at its version. In corrected order, a frame is the table after its event. Unlike
    the state, a frame has neither `evidence` (how cards are known) nor `tricks` (the frames before it show them)."""
    for order in ("recorded", "corrected"):
        replay = scorekeeper.get(f"/games/{game}/replay?as={order}{view}").json
        for frame, rebuilt in zip(replay["frames"], views_of(replay), strict=True):
            state = scorekeeper.get(f"/games/{game}?at={frame['version']}&as={order}{view}").json
            for seat in state["view"]["seats"].values():
                del seat["evidence"]
            del state["view"]["tricks"]
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


# --- parts --------------------------------------------------------------------------------------------------------------------------------


def pages(caller: Caller, path: str) -> list[dict[str, Any]]:
    """Return the part of a replay at `path` and the parts to which its `next` links lead."""
    found = []
    while path:
        answer = caller.get(path)
        found.append(dict(answer.json))
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


PARTS = [
    # (the query, the number of frames on each page, the steps of all frames)
    ("from=2", [5], [2, 3, 4, 5, 6]),
    ("to=2", [3], [0, 1, 2]),
    ("from=1&to=4&limit=3", [3, 1], [1, 2, 3, 4]),
    ("limit=3", [3, 3, 1], [0, 1, 2, 3, 4, 5, 6]),
    ("limit=7", [7], [0, 1, 2, 3, 4, 5, 6]),
    ("from=3&to=3", [1], [3]),
    ("from=7", [0], []),
    ("from=900&limit=1", [0], []),
    ("round=1", [7], [0, 1, 2, 3, 4, 5, 6]),
    ("round=1&from=5&limit=1", [1, 1], [5, 6]),
    ("as=recorded&from=6&limit=2", [2, 1], [6, 7, 8]),
    ("at=4&from=2", [2], [2, 3]),
]


@pytest.mark.parametrize(("query", "sizes", "steps"), PARTS)
def test_a_part_of_a_replay_has_the_frames_of_the_whole_replay(
    query: str, sizes: list[int], steps: list[int], scorekeeper: Caller, game: str
) -> None:
    rest = "&".join(each for each in query.split("&") if each.startswith(("as=", "at=")))
    whole = scorekeeper.get(f"/games/{game}/replay?{rest}").json

    parts = pages(scorekeeper, f"/games/{game}/replay?{query}")

    frames = [frame for part in parts for frame in part["frames"]]
    assert frames == [whole["frames"][step] for step in steps]
    assert [len(part["frames"]) for part in parts] == sizes
    assert [part["steps"] for part in parts] == [len(whole["frames"])] * len(parts)


def test_a_part_of_a_replay_begins_with_the_view_before_its_first_frame(scorekeeper: Caller, game: str) -> None:
    views = views_of(scorekeeper.get(f"/games/{game}/replay").json)
    for number, view in enumerate(views):
        (part,) = pages(scorekeeper, f"/games/{game}/replay?from={number}&to={number}")
        assert part["before"] == (views[number - 1] if number else {})
        assert patched(part["before"], part["frames"][0]["changed"]) == view


def test_a_round_of_the_record_as_recorded_is_refused_and_both_parameters_are_named(scorekeeper: Caller, game: str) -> None:
    refused = scorekeeper.get(f"/games/{game}/replay?round=1&as=recorded")

    assert (refused.status_code, refused.json["type"]) == (422, "/problems/invalid")
    assert [place["parameter"] for place in refused.json["errors"]] == ["round", "as"]


def test_a_round_that_the_game_has_not_reached_is_refused_with_the_number_of_the_last(scorekeeper: Caller, game: str) -> None:
    refused = scorekeeper.get(f"/games/{game}/replay?round=9")

    assert refused.json["errors"] == [{"parameter": "round", "message": "is too high: the game is in round 1"}]


def test_a_part_of_a_replay_is_not_sent_again_to_a_client_that_has_it(scorekeeper: Caller, game: str) -> None:
    path = f"/games/{game}/replay?from=2&limit=2"
    tag = scorekeeper.get(path).headers["ETag"]
    assert scorekeeper.get(path, headers={"If-None-Match": tag}).status_code == 304
    scorekeeper.recorded(game, opener(1))
    assert scorekeeper.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_part_renders_only_its_own_frames(scorekeeper: Caller, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    frame = replays.Frames.frame
    monkeypatch.setattr(replays.Frames, "frame", lambda self, shot: (made.append(shot.number), frame(self, shot))[1])

    scorekeeper.get(f"/games/{game}/replay?from=3&limit=2")

    assert made == [3, 4]


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
