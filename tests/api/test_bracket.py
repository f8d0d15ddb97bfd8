"""A knock-out through the API: how it is opened and played, and who sees what of its bracket."""

from typing import Any

import pytest

import verify_record
from domain.files.tournament import recompute_standings
from domain.files.verify import verify
from tests.api.callers import Caller
from tests.api.test_tournaments import entered, event, opened, pair, recorded


@pytest.fixture
def cup(director: Caller) -> str:
    """A public knock-out of 6 entries, seeded in order of number. Round 1 is paired, but not published."""
    made = opened(director, format="single-elimination", settings={}, visibility="public")
    entered(director, made, 6)
    recorded(director, made, *(event("EntryChanged", entry=entry, seed=entry) for entry in range(1, 7)))
    assert pair(director, made, 13).status_code == 201
    return made


def matches(caller: Caller, cup: str, query: str = "") -> list[dict[str, Any]]:
    body: Any = caller.get(f"/tournaments/{cup}/bracket{query}").json
    return list(body["matches"])


def typed(director: Caller, cup: str, number: int, table: int, winner: int) -> None:
    version = recorded(director, cup, event("ResultEntered", round=number, table=table, winners=[winner], scores=[1 - winner, winner]))
    recorded(director, cup, event("ResultApproved", round=number, table=table, result=version))


def test_a_bracket_is_shown_when_round_1_is_published(director: Caller, stranger: Caller, cup: str) -> None:
    assert (len(matches(director, cup)), matches(stranger, cup)) == (5, [])
    recorded(director, cup, event("RoundPublished", round=1))
    assert matches(stranger, cup) == matches(director, cup)
    first, _, semi, *_ = matches(stranger, cup)
    assert first == {
        "match": 1,
        "round": 1,
        "part": "main",
        "sides": [{"entry": entry, "nobody": False, "line": entry, "match": None, "loser": False} for entry in (4, 5)],
        "state": "open",
        "table": 1,
        "seated": [4, 5],
        "winner": None,
        "moved": False,
        "scores": None,
    }
    assert semi["sides"] == [
        {"entry": 1, "nobody": False, "line": 1, "match": None, "loser": False},
        {"entry": None, "nobody": False, "line": None, "match": 1, "loser": False},
    ]


def test_strangers_do_not_see_the_pairing_of_a_later_round_before_it_is_published(director: Caller, stranger: Caller, cup: str) -> None:
    recorded(director, cup, event("RoundPublished", round=1))
    typed(director, cup, 1, 1, 1)
    typed(director, cup, 1, 2, 0)
    pair(director, cup, director.get(f"/tournaments/{cup}").json["version"])
    semi = [[match["state"] for match in matches(caller, cup) if match["round"] == 2] for caller in (director, stranger)]
    assert semi == [["open", "open"], ["coming", "coming"]]
    assert [side["entry"] for side in matches(stranger, cup)[2]["sides"]] == [1, 5]
    assert (matches(stranger, cup)[0]["winner"], matches(stranger, cup)[0]["scores"]) == (5, [0, 1])
    assert matches(director, cup, "?as_of=1") == matches(stranger, cup)


def test_a_format_without_a_bracket_has_no_matches_in_one(director: Caller) -> None:
    made = opened(director)
    entered(director, made, 4)
    pair(director, made, 5)
    assert matches(director, made) == []


def test_a_tie_that_names_nobody_is_refused_and_the_field_is_named(director: Caller, cup: str) -> None:
    tie = {"events": [event("ResultEntered", round=1, table=1, scores=[3, 3])]}
    answer = director.post(f"/tournaments/{cup}/events", tie, headers={"If-Match": "*"})
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json["errors"]] == ["/events/0/data/winners"]


@pytest.mark.parametrize("entries", [1, 300])
def test_a_knock_out_of_too_few_or_too_many_entries_is_refused(director: Caller, entries: int) -> None:
    plan = {"title": "Cup", "system": "high-card", "format": "single-elimination", "entries": entries}
    planned = director.post("/tournaments/plan", plan)
    assert (planned.status_code, [fault["pointer"] for fault in planned.json["errors"]]) == (422, ["/entries"])
    assert planned.json["errors"][0]["message"] == f"A knock-out is for 2 to 256 entries, not {entries}."


def test_a_knock_out_of_one_entry_is_not_paired_and_nothing_is_recorded(director: Caller) -> None:
    made = opened(director, format="single-elimination", settings={})
    entered(director, made, 1)
    answer = pair(director, made, 2)
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/not-paired")
    assert "A knock-out is for 2 to 256 entries, not 1." in answer.json["detail"]
    assert director.get(f"/tournaments/{made}").json["version"] == 2


def test_a_knock_out_is_kept_verified_and_explained_like_every_tournament(director: Caller, stranger: Caller, cup: str) -> None:
    """Its file verifies offline, its standings are computed again from the file, and earlier standings can be asked for."""
    for number, winners in enumerate([(1, 1), (0, 1), (1,)], 1):
        if number > 1:
            assert pair(director, cup, director.get(f"/tournaments/{cup}").json["version"]).status_code == 201
        recorded(director, cup, event("RoundPublished", round=number))
        for table, winner in enumerate(winners, 1):
            typed(director, cup, number, table, winner)
    known = director.get(f"/tournaments/{cup}").json["version"]
    typed(director, cup, 3, 1, 0)
    recorded(director, cup, event("TournamentFinished"))
    rows: Any = stranger.get(f"/tournaments/{cup}/standings").json["rows"]
    assert [row["entry"] for row in rows] == [1, 6, 2, 5, 3, 4]
    assert [row["place"] for row in rows] == [1, 2, 3, 3, 5, 5]
    assert [row["points"] for row in rows] == [5, 4, 2, 2, 0, 0]
    for query, first in ((f"?known_at={known}", 6), ("?as_of=1", 1), ("", 1)):
        assert stranger.get(f"/tournaments/{cup}/standings{query}").json["rows"][0]["entry"] == first
    why: Any = stranger.get(f"/tournaments/{cup}/standings/6").json["values"][0]
    assert [f"{part['round']} {part['value']} {part['why']}" for part in why["contributions"]] == ["1 2 win", "2 2 win", "3 0 loss"]
    data = director.get(f"/tournaments/{cup}/export?format=ndjson").get_data()
    assert recompute_standings(data).faults == ()
    assert verify_record.verify_file(data)[0] == 0
    assert verify(data).valid
    for table in ("standings", "pairings", "crosstable"):
        assert stranger.get(f"/tournaments/{cup}/export?format=csv&table={table}").status_code == 200
    assert stranger.get(f"/tournaments/{cup}/export?format=pdf&table=standings").status_code == 200


def lines(director: Caller, cup: str) -> list[tuple[str, int, int]]:
    body: Any = director.get(f"/tournaments/{cup}/desk").json
    return [(line["kind"], line["round"], line["table"]) for line in body["lines"]]


def test_the_desk_says_which_matches_rest_on_a_result_that_changed(director: Caller, cup: str) -> None:
    recorded(director, cup, event("RoundPublished", round=1))
    typed(director, cup, 1, 1, 1)
    typed(director, cup, 1, 2, 0)
    pair(director, cup, director.get(f"/tournaments/{cup}").json["version"])
    recorded(director, cup, event("RoundPublished", round=2))
    typed(director, cup, 1, 1, 0)
    assert lines(director, cup) == [("moved", 2, 1), ("missing", 2, 1), ("missing", 2, 2)]
    assert [match["moved"] for match in matches(director, cup)] == [False, False, True, False, False]
    typed(director, cup, 1, 1, 1)
    assert lines(director, cup) == [("missing", 2, 1), ("missing", 2, 2)]


def test_the_desk_says_which_table_does_not_name_who_goes_on(director: Caller, cup: str) -> None:
    """A tie in a recorded game is taken as it is. Corrections are not checked, so the test records the tie as one."""
    recorded(director, cup, event("RoundPublished", round=1))
    version = recorded(director, cup, {**event("ResultEntered", round=1, table=1, scores=[3, 3]), "after": 15})
    recorded(director, cup, event("ResultApproved", round=1, table=1, result=version))
    assert lines(director, cup) == [("tied", 1, 1), ("missing", 1, 2)]
