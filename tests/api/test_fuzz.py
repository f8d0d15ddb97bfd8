"""No input gives a 500 (design §7). The number of examples is limited, and every run uses the same ones."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import strategies as st

from domain.kernel.events import EVENT_TYPES
from tests.api.callers import HIGH_CARD, Caller, opener
from tests.speeds import examples

KEYS = st.sampled_from(["events", "type", "data", "seat", "card", "cards", "id", "after", "at", "0", "1", "", "a/b~", "\0", "\ud800"])
NUMBERS = st.integers(-3, 20) | st.sampled_from([2**31, 2**53, 2**63, 2**64, 10**30, -(2**63) - 1])
WORDS = st.text(max_size=4) | st.sampled_from(["TS", "HJ", "\0", "\ud800"])
LEAVES = st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False) | WORDS
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12)
EXAMPLES = st.sampled_from([(name, json.dumps(kind.example)) for name, kind in sorted(EVENT_TYPES.items())])

BODIES = (
    *("/games", "/games/{game}/events", "/games/{game}/events?dry_run=true", "/tokens", "/people", "/session"),
    *("/records", "/records/verify", "/practice", "/practice/kept"),
)


@st.composite
def spoilt(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a valid event, then replace one value and perhaps add a key."""
    name, example = draw(EXAMPLES)
    event: dict[str, Any] = {"type": name, "data": json.loads(example)}
    place: Any = event
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        if draw(st.booleans()) or not isinstance(place[key], dict | list) or not place[key]:
            break
        place = place[key]
    place[key] = draw(VALUES)
    if draw(st.booleans()):
        event[draw(KEYS)] = draw(VALUES)
    return event


@pytest.fixture
def game(director: Caller) -> str:
    game = director.opened()
    director.recorded(game, opener())
    return game


@pytest.mark.parametrize("path", BODIES)
@examples(10, 120, VALUES)
def test_any_json_is_answered_without_a_500(director: Caller, game: str, path: str, value: Any) -> None:
    director.call("POST", path.format(game=game), data=json.dumps(value), content_type="application/json", headers={"If-Match": "*"})


@pytest.mark.parametrize("path", BODIES)
@examples(10, 120, st.binary(max_size=60))
def test_any_bytes_are_answered_without_a_500(director: Caller, game: str, path: str, body: bytes) -> None:
    director.call("POST", path.format(game=game), data=body, content_type="application/json", headers={"If-Match": "*"})


@examples(10, 120, st.lists(spoilt(), min_size=1, max_size=3), st.sampled_from(["", "?dry_run=true"]))
def test_any_damaged_event_is_answered_without_a_500(director: Caller, game: str, events: list[dict[str, Any]], query: str) -> None:
    """After an event is accepted, the endpoints that the test tries can still read the game."""
    body = json.dumps({"events": events})
    response = director.call("POST", f"/games/{game}/events{query}", data=body, content_type="application/json", headers={"If-Match": "*"})
    if response.status_code == 201:
        for resource in ("", "/events", "/replay", "/replay?from=1", "/replay?as=recorded", "/export", "/findings"):
            assert director.get(f"/games/{game}{resource}").status_code == 200


@examples(
    10,
    120,
    st.dictionaries(st.sampled_from(sorted([*HIGH_CARD, "options", "visibility", "title", "id", "at", "offset"])), VALUES, max_size=4),
)
def test_any_damaged_opening_is_answered_without_a_500(director: Caller, changes: dict[str, Any]) -> None:
    director.call("POST", "/games", data=json.dumps({**HIGH_CARD, **changes}), content_type="application/json")


QUERIES = st.dictionaries(
    st.sampled_from(
        ["at", "view", "as", "at_least", "after", "upto", "limit", "from", "to", "round", "format", "cursor", "club", "player", "q", "x"]
    ),
    st.text(max_size=8) | st.integers(-1, 3).map(str),
    max_size=3,
)


@pytest.mark.parametrize("resource", ["", "/events", "/replay", "/findings", "/export", "list"])
@examples(10, 120, QUERIES)
def test_any_query_is_answered_without_a_500(director: Caller, game: str, resource: str, query: dict[str, str]) -> None:
    query = {name: value for name, value in query.items() if name != "at_least"}
    director.get("/games" if resource == "list" else f"/games/{game}{resource}", query_string=query)


HEADERS = st.dictionaries(
    st.sampled_from(
        ["If-Match", "If-None-Match", "Idempotency-Key", "Accept", "Authorization", "Cookie", "Range", "X-CSRFToken", "Prefer"]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=20),
    max_size=4,
)


@examples(10, 120, HEADERS)
def test_any_headers_are_answered_without_a_500(director: Caller, game: str, headers: dict[str, str]) -> None:
    director.get(f"/games/{game}/events", headers=headers)
    director.post(f"/games/{game}/events", {"events": [opener()]}, headers=headers)


@examples(10, 120, st.text(max_size=30))
def test_any_path_is_answered_without_a_500(director: Caller, path: str) -> None:
    headers = {"Authorization": f"Bearer {director.secret}"}

    assert director.client.get(f"/api/v1/games/{quote(path)}", headers=headers).status_code < 500
