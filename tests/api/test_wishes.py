"""Wishes of a director who should not meet: recorded, shown to those who record, kept by pairings, withdrawn."""

from typing import Any

from tests.api.callers import Caller
from tests.api.test_tournament_bad_input import entered, event, opened, pair, recorded


def state(caller: Caller, cup: str) -> Any:
    return caller.get(f"/tournaments/{cup}").json


def faults(caller: Caller, cup: str, **wish: Any) -> list[tuple[str, str]]:
    before = state(caller, cup)["version"]
    refused = caller.post(f"/tournaments/{cup}/events", {"events": [event("WishMade", **wish)]}, headers={"If-Match": "*"})
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/invalid"), refused.json
    assert state(caller, cup)["version"] == before
    return [(error["pointer"], error["message"]) for error in refused.json["errors"]]


def test_a_wish_is_shown_and_kept_and_ends_when_its_event_is_withdrawn(director: Caller, stranger: Caller) -> None:
    cup = opened(director, visibility="public")
    entered(director, cup, 4)
    version = recorded(director, cup, event("WishMade", entries=[1, 3], because="family"))
    wish = {"version": version, "entries": [1, 3], "hard": True, "from_round": None, "because": "family"}
    assert state(director, cup)["wishes"] == [wish]
    assert state(stranger, cup)["wishes"] == []
    made = pair(director, cup, version).json
    assert all(sorted(table["sides"]) != [[1], [3]] for table in made["tables"])
    assert (made["not_granted"], made["unevenness"]) == ([], None)
    recorded(director, cup, event("Retracted", target=version))
    assert state(director, cup)["wishes"] == []
    assert director.get(f"/tournaments/{cup}/desk").json["round"]["overtaken"] == []


def test_a_soft_wish_that_cannot_be_granted_is_named_to_directors_only(director: Caller, stranger: Caller) -> None:
    cup = opened(director, visibility="public")
    entered(director, cup, 2)
    version = recorded(director, cup, event("WishMade", entries=[1, 2], hard=False))
    made = pair(director, cup, version).json
    assert made["not_granted"] == [{"table": 1, "entries": [1, 2], "wish": version, "hard": False}]
    assert made["unevenness"] == {"wishes": 1}
    recorded(director, cup, event("RoundPublished", round=1))
    path = f"/tournaments/{cup}/rounds/1"
    assert director.get(path).json["not_granted"] == made["not_granted"]
    shown = stranger.get(path).json
    assert (shown["not_granted"], shown["unevenness"]) == ([], None)


def test_if_hard_wishes_leave_no_pairing_it_is_refused_and_the_best_is_offered(director: Caller) -> None:
    cup = opened(director)
    entered(director, cup, 4)
    version = recorded(director, cup, event("WishMade", entries=[1, 2, 3]))
    refused = pair(director, cup, version)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    assert refused.json["detail"].startswith("No pairing was found that keeps all hard wishes. The best seats these entries together: ")
    assert refused.json["least"]["unevenness"] == {"wishes": 1}
    taken = director.post(f"/tournaments/{cup}/rounds", {"accept_least": True}, headers={"If-Match": f'"{version}"'})
    assert (taken.status_code, len(taken.json["not_granted"])) == (201, 1)


def test_a_director_may_seat_entries_together_against_a_hard_wish(director: Caller) -> None:
    cup = opened(director)
    entered(director, cup, 4)
    version = recorded(director, cup, event("WishMade", entries=[1, 3]))
    pair(director, cup, version)
    tables = [{"table": 1, "sides": [[1], [3]]}, {"table": 2, "sides": [[2], [4]]}]
    recorded(director, cup, event("PairingChanged", round=1, tables=tables))
    broken = director.get(f"/tournaments/{cup}/rounds/1").json["not_granted"]
    assert broken == [{"table": 1, "entries": [1, 3], "wish": version, "hard": True}]


def test_a_wish_that_makes_no_sense_is_refused(director: Caller) -> None:
    cup = opened(director)
    entered(director, cup, 3)
    assert faults(director, cup, entries=[1, 9]) == [("/events/0/data/entries", "there is no entry 9")]
    assert faults(director, cup, entries=[1, 1]) == [("/events/0/data/entries", "1 is named 2 times")]
    message = "nobody would be left to play with entries 1, 2, 3: enter the others first, or make the wish soft"
    assert faults(director, cup, entries=[1, 2, 3]) == [("/events/0/data/entries", message)]
    assert [pointer for pointer, _ in faults(director, cup, entries=[1], hard="yes", from_round=1, because="love")] == [
        "/events/0/data/entries",
        "/events/0/data/hard",
        "/events/0/data/from_round",
        "/events/0/data/because",
    ]


def test_a_format_with_a_fixed_plan_keeps_nobody_apart(director: Caller) -> None:
    cup = opened(director, format="round-robin")
    entered(director, cup, 4)
    message = "In a round robin everybody meets everybody, so nobody can be kept apart."
    assert faults(director, cup, entries=[1, 2]) == [("/events/0/data", message)]
