"""Wishes of a director who should not meet: recorded, shown to those who record, kept by pairings, withdrawn."""

from typing import Any

from tests.api.callers import Caller
from tests.api.test_tournament_bad_input import entered, event, opened, pair, recorded
from tests.format import from_the_page
from tests.format.test_every_byte import report


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
    wish = {"version": version, "entries": [1, 3], "hard": True, "from_round": None, "because": "family", "another_table": False}
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
    assert [pointer for pointer, _ in faults(director, cup, entries=[], hard="yes", from_round=1, because="love")] == [
        "/events/0/data/entries",
        "/events/0/data/hard",
        "/events/0/data/from_round",
        "/events/0/data/because",
    ]


def test_a_format_with_a_fixed_plan_keeps_nobody_apart(director: Caller) -> None:
    cup = opened(director, format="progressive", settings={"table": 4, "partners": 2})
    entered(director, cup, 4)
    message = "In a progressive people move as results or seats say, so nobody can be kept apart."
    assert faults(director, cup, entries=[1, 2]) == [("/events/0/data", message)]
    message = "In a progressive people move as results or seats say, so nobody can wish another table."
    assert faults(director, cup, entries=[1], another_table=True) == [("/events/0/data", message)]


def test_in_a_round_robin_entries_can_meet_late_if_the_wish_comes_before_round_1(director: Caller) -> None:
    cup = opened(director, format="round-robin")
    entered(director, cup, 4)
    message = "In a round robin everybody meets everybody: only wishes with a first round to meet, made before round 1, can be kept."
    assert faults(director, cup, entries=[1, 2]) == [("/events/0/data", message)]
    version = recorded(director, cup, event("WishMade", entries=[1, 4], from_round=3))
    made = pair(director, cup, version).json
    assert all(sorted(table["sides"]) != [[1], [4]] for table in made["tables"])
    assert [entry["line"] for entry in state(director, cup)["entries"]] != [None] * 4
    assert faults(director, cup, entries=[1, 2], from_round=3) == [("/events/0/data", message)]


def test_a_hard_wish_that_no_round_robin_keeps_is_refused_with_the_reason(director: Caller, stranger: Caller) -> None:
    cup = opened(director, format="round-robin", visibility="public")
    entered(director, cup, 4)
    version = recorded(director, cup, *(event("WishMade", entries=[1, other], from_round=3) for other in (2, 3)))
    refused = pair(director, cup, version)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    assert "these entries meet too early: " in refused.json["detail"]
    assert refused.json["least"]["unevenness"] == {"wishes_later": 1}
    taken = director.post(f"/tournaments/{cup}/rounds", {"accept_least": True}, headers={"If-Match": f'"{version}"'})
    assert (taken.status_code, taken.json["unevenness"]) == (201, {"wishes_later": 1})
    recorded(director, cup, event("RoundPublished", round=1))
    assert stranger.get(f"/tournaments/{cup}/rounds/1").json["unevenness"] is None


def test_who_wishes_another_table_gets_one_or_is_told_why_not(director: Caller, stranger: Caller) -> None:
    cup = opened(director, visibility="public", settings={"rounds": 3})
    entered(director, cup, 4)
    wished = recorded(director, cup, event("WishMade", entries=[1, 2, 3, 4], another_table=True, hard=False))
    assert state(director, cup)["wishes"][0]["another_table"] is True
    played(director, cup)
    made = pair(director, cup, state(director, cup)["version"]).json
    stays = [one["entries"] for one in made["not_granted"]]
    assert all(one == {"table": one["table"], "entries": one["entries"], "wish": wished, "hard": False} for one in made["not_granted"])
    assert len(stays) == (made["unevenness"] or {}).get("same_tables", 0) == 2  # two tables: of four people two stay
    assert director.get(f"/tournaments/{cup}/rounds/2").json["not_granted"] == made["not_granted"]
    recorded(director, cup, event("RoundPublished", round=2))
    assert stranger.get(f"/tournaments/{cup}/rounds/2").json["not_granted"] == []
    assert stranger.get(f"/tournaments/{cup}/rounds/2").json["unevenness"] is None


def test_if_nobody_can_move_a_hard_wish_is_refused_with_the_reason(director: Caller) -> None:
    cup = opened(director, format="double-round-robin")
    entered(director, cup, 2)
    recorded(director, cup, event("WishMade", entries=[1], another_table=True))
    played(director, cup)
    refused = pair(director, cup, state(director, cup)["version"])
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    sentence = "There is only one table. These entries stay where they sat the last time, against hard wishes: 1 at table 1."
    assert refused.json["detail"] == sentence
    assert refused.json["least"]["unevenness"] == {"same_tables": 1}


def test_a_file_with_such_wishes_verifies_and_comes_back(director: Caller) -> None:
    cup = opened(director, format="round-robin")
    entered(director, cup, 4)
    recorded(director, cup, event("WishMade", entries=[1, 4], from_round=3), event("WishMade", entries=[2], another_table=True, hard=False))
    played(director, cup)
    played(director, cup)
    data = director.get(f"/tournaments/{cup}/export?format=ndjson").get_data()
    verified = director.call("POST", "/records/verify", data=data).json
    assert (verified["valid"], verified["kind"]) == (True, "tournament"), verified
    assert report(data) == [from_the_page.verify(data)]


def test_a_wish_of_another_table_that_makes_no_sense_is_refused(director: Caller) -> None:
    cup = opened(director)
    entered(director, cup, 3)
    assert faults(director, cup, entries=[1]) == [("/events/0/data/entries", "must have 2 or more to keep apart")]
    message = "is only for entries that are kept apart: leave it out"
    assert faults(director, cup, entries=[1], another_table=True, from_round=3) == [("/events/0/data/from_round", message)]
    assert faults(director, cup, entries=[9], another_table=True) == [("/events/0/data/entries", "there is no entry 9")]
    assert faults(director, cup, entries=[1], another_table="yes") == [("/events/0/data/another_table", "must be true or false")]


def played(director: Caller, cup: str) -> None:
    """Pair and publish a round, and let the first side of each table win."""
    made = pair(director, cup, state(director, cup)["version"]).json
    recorded(director, cup, event("RoundPublished", round=made["round"]))
    for table in made["tables"]:
        version = recorded(director, cup, event("ResultEntered", round=made["round"], table=table["table"], winners=[0]))
        recorded(director, cup, event("ResultApproved", round=made["round"], table=table["table"], result=version))
