"""Bad input: the answer is a problem document that names every wrong field, never a 500, and nothing is stored. Each row is one mistake."""

import json
from typing import Any

import pytest

from tests.api.callers import HIGH_CARD, Caller, opener, placed

OK = placed(0, "middle", "TS")


def event(**changes: Any) -> dict[str, Any]:
    return {**OK, **changes}


def card_placed(**changes: Any) -> dict[str, Any]:
    return event(data={**OK["data"], **changes})


WRONG_EVENTS = [
    # (events, JSON pointers to the fields that the problem must name)
    ([card_placed(card="10S")], ["/events/0/data/card"]),
    ([card_placed(card="ts")], ["/events/0/data/card"]),
    ([card_placed(card="ST")], ["/events/0/data/card"]),
    ([card_placed(card=7)], ["/events/0/data/card"]),
    ([card_placed(card={"commit": "00"})], ["/events/0/data/card"]),
    ([card_placed(seat=3)], ["/events/0/data/seat"]),
    ([card_placed(seat=16)], ["/events/0/data/seat"]),
    ([card_placed(seat=-1)], ["/events/0/data/seat"]),
    ([card_placed(seat=True)], ["/events/0/data/seat"]),
    ([card_placed(seat=1.0)], ["/events/0/data/seat"]),
    ([card_placed(seat="1")], ["/events/0/data/seat"]),
    ([card_placed(seat=10**400)], ["/events/0/data/seat"]),
    ([card_placed(seat=2**53)], ["/events/0/data/seat"]),
    ([card_placed(seat=None)], ["/events/0/data/seat"]),
    ([card_placed(call="low")], ["/events/0/data/call"]),
    ([card_placed(call=["lowest"])], ["/events/0/data/call"]),
    ([card_placed(call={"a": 1})], ["/events/0/data/call"]),
    ([card_placed(colour="red")], ["/events/0/data/colour"]),
    ([card_placed(**{"a/b~c": 1})], ["/events/0/data/a~1b~0c"]),
    ([card_placed(**{"\ud800": 1})], ["/events/0/data/?"]),
    ([event(data={})], ["/events/0/data/call", "/events/0/data/seat"]),
    ([event(data=[])], ["/events/0/data"]),
    ([event(data=None)], ["/events/0/data"]),
    ([event(data="TS")], ["/events/0/data"]),
    ([{"type": "CardPlaced"}], ["/events/0/data"]),
    ([{"data": {}}], ["/events/0/type"]),
    ([{}], ["/events/0/type", "/events/0/data"]),
    ([7], ["/events/0"]),
    ([None], ["/events/0"]),
    ([[]], ["/events/0"]),
    ([event(type="CardPlayed")], ["/events/0/type"]),
    ([event(type="cardplaced")], ["/events/0/type"]),
    ([event(type=None)], ["/events/0/type"]),
    ([event(type={"a": 1})], ["/events/0/type"]),
    ([event(type="\0")], ["/events/0/type"]),
    ([event(type="GameOpened", data={"system": "high-card", "rules": {}, "seats": [{"seat": 0}]})], ["/events/0/type"]),
    ([event(id="1")], ["/events/0/id"]),
    ([event(id=1)], ["/events/0/id"]),
    ([event(id="{123e4567-e89b-42d3-a456-426614174000}")], ["/events/0/id"]),
    ([event(id="123e4567-e89b-42d3-a456-426614174000"), event(id="123E4567-E89B-42D3-A456-426614174000")], ["/events/1/id"]),
    ([event(at="now")], ["/events/0/at"]),
    ([event(at=10**17)], ["/events/0/at"]),
    ([event(at=1.5)], ["/events/0/at"]),
    ([event(offset=1440)], ["/events/0/offset"]),
    ([event(offset=None)], ["/events/0/offset"]),
    ([event(after=0)], ["/events/0/after"]),
    ([event(after=99)], ["/events/0/after"]),
    ([event(after="1")], ["/events/0/after"]),
    ([event(version=2)], ["/events/0/version"]),
    ([event(by="someone")], ["/events/0/by"]),
    ([{"type": "Retracted", "data": {"target": 1}}], ["/events/0/data/target"]),
    ([{"type": "Retracted", "data": {"target": 3}}], ["/events/0/data/target"]),
    ([{"type": "Retracted", "data": {"target": 10**30}}], ["/events/0/data/target"]),
    ([OK, {"type": "Retracted", "data": {"target": 4}}], ["/events/1/data/target"]),
    ([{"type": "CardsRevealed", "data": {"cards": {}}}], ["/events/0/data/cards"]),
    ([{"type": "CardsRevealed", "data": {"cards": {"x": "TS"}}}], ["/events/0/data/cards/x"]),
    ([{"type": "CardsRevealed", "data": {"cards": {"01": "TS"}}}], ["/events/0/data/cards/01"]),
    ([{"type": "CardsRevealed", "data": {"cards": {"9": "TS"}}}], ["/events/0/data/cards/9"]),
    ([{"type": "CardsRevealed", "data": {"cards": ["TS"]}}], ["/events/0/data/cards"]),
    ([{"type": "ResultStated", "data": {"winners": [0, 9]}}], ["/events/0/data/winners/1"]),
    ([{"type": "ScoreStated", "data": {"scores": {"0": 1, "9": 2}}}], ["/events/0/data/scores/9"]),
    ([{"type": "HandDealt", "data": {"cards": {"0": "TS"}}}], ["/events/0/data/cards/0"]),
    ([{"type": "HandDealt", "data": {"cards": {"0": ["TS", "XX"]}}}], ["/events/0/data/cards/0/1"]),
    ([{"type": "PlayerJoined", "data": {"seat": 3, "left_of": 7}}], ["/events/0/data/left_of"]),
    ([{"type": "PlayerJoined", "data": {"seat": 3, "person": "p-nobody"}}], ["/events/0/data/person"]),
    ([{"type": "PlayerJoined", "data": {"seat": 3, "person": "Anna"}}], ["/events/0/data/person"]),
    ([{"type": "PlayerLeft", "data": {"seat": 7}}], ["/events/0/data/seat"]),
    ([{"type": "NoteWritten", "data": {"note": ""}}], ["/events/0/data/note"]),
    ([{"type": "NoteWritten", "data": {"note": "a\0b"}}], ["/events/0/data/note"]),
    ([{"type": "NoteWritten", "data": {"note": "\ud800"}}], ["/events/0/data/note"]),
    ([{"type": "NoteWritten", "data": {"note": "x" * 501}}], ["/events/0/data/note"]),
    ([{"type": "VisibilitySet", "data": {"visibility": "secret"}}], ["/events/0/data/visibility"]),
    # several events with several faults: one answer names all faults
    (
        [card_placed(card="XX", seat=3, at=1), event(type="Nothing"), event(id="x", at="y"), card_placed(call="no")],
        [
            *("/events/0/data/card", "/events/0/data/at", "/events/0/data/seat"),
            *("/events/1/type", "/events/2/id", "/events/2/at", "/events/3/data/call"),
        ],
    ),
    # faults that are found only by comparing an event with the stored game or with the rest of the batch
    (
        [
            {"type": "PlayerJoined", "data": {"seat": 5, "person": "p-nobody", "colour": 1}},
            {"type": "CardsRevealed", "data": {"cards": {"5": "TS", "6": "XX", "x": "9S"}}},
            {"type": "Retracted", "data": {"target": 1}},
            event(at="now"),
            {"type": "ResultStated", "data": {"winners": [0, "1", 9], "scores": {"8": 1}}},
        ],
        [
            *("/events/0/data/colour", "/events/1/data/cards/6", "/events/1/data/cards/x", "/events/2/data/target", "/events/3/at"),
            *("/events/4/data/winners/1", "/events/4/data/winners/2", "/events/4/data/scores/8"),
        ],
    ),
]


@pytest.mark.parametrize(("events", "places"), WRONG_EVENTS)
def test_an_event_with_wrong_fields_is_refused_and_every_wrong_field_is_named(
    events: list[Any], places: list[str], scorekeeper: Caller
) -> None:
    game = scorekeeper.opened()
    scorekeeper.recorded(game, opener())

    body = json.dumps({"events": events})
    response = scorekeeper.call("POST", f"/games/{game}/events", data=body, content_type="application/json", headers={"If-Match": '"2"'})

    assert response.status_code == 422
    assert response.json["type"] == "/problems/invalid"
    assert {place["pointer"] for place in response.json["errors"]} == set(places)
    assert scorekeeper.get(f"/games/{game}").json["version"] == 2


WRONG_OPENINGS = [
    ({"system": "whist"}, ["/system"]),
    ({"system": 7}, ["/system"]),
    ({"system": None}, ["/system"]),
    ({"seats": []}, ["/seats"]),
    ({"seats": [{}]}, ["/seats"]),
    ({"seats": [{}] * 14}, ["/seats"]),
    ({"seats": [{}] * 2000}, ["/seats"]),
    ({"seats": None}, ["/seats"]),
    ({"seats": {}}, ["/seats"]),
    ({"seats": [{}, 7]}, ["/seats/1"]),
    ({"seats": [{"seat": 0}, {"seat": 0}]}, ["/seats/1/seat"]),
    ({"seats": [{"seat": 1}, {}]}, ["/seats/1/seat"]),
    ({"seats": [{"seat": 16}, {}]}, ["/seats/0/seat"]),
    ({"seats": [{"seat": "0"}, {}]}, ["/seats/0/seat"]),
    ({"seats": [{"person": "p-nobody"}, {}]}, ["/seats/0/person"]),
    ({"seats": [{"person": "No Body"}, {}]}, ["/seats/0/person"]),
    ({"seats": [{"name": ""}, {}]}, ["/seats/0/name"]),
    ({"seats": [{"name": "x" * 81}, {}]}, ["/seats/0/name"]),
    ({"seats": [{"name": "a\0"}, {"colour": 1}]}, ["/seats/0/name", "/seats/1/colour"]),
    ({"options": {"target": 5}, "seats": [{}] * 13}, ["/options/target"]),
    ({"options": {"target": 0}}, ["/options/target"]),
    ({"options": {"target": "4"}}, ["/options/target"]),
    ({"options": {"target": True}}, ["/options/target"]),
    ({"options": {"target": 10**100}}, ["/options/target"]),
    ({"options": {"playoff": 1, "jokers": 2}}, ["/options/playoff", "/options/jokers"]),
    ({"options": []}, ["/options"]),
    ({"options": None}, ["/options"]),
    ({"visibility": "secret"}, ["/visibility"]),
    ({"title": ""}, ["/title"]),
    ({"title": "\ud800"}, ["/title"]),
    ({"id": "x"}, ["/id"]),
    ({"at": -(10**15)}, ["/at"]),
    ({"offset": "+1"}, ["/offset"]),
    ({"rules": {"target": 4}}, ["/rules"]),
]


@pytest.mark.parametrize(("changes", "places"), WRONG_OPENINGS)
def test_an_opening_with_wrong_fields_is_refused_and_every_wrong_field_is_named(
    changes: dict[str, Any], places: list[str], scorekeeper: Caller
) -> None:
    body = json.dumps({**HIGH_CARD, **changes})

    response = scorekeeper.call("POST", "/games", data=body, content_type="application/json")

    assert response.status_code == 422
    assert {place["pointer"] for place in response.json["errors"]} == set(places)
    assert scorekeeper.get("/games").json["games"] == []
