"""Stages through the API: groups, the cut and the final, who sees what of them, and what is refused."""

from typing import Any

import pytest

import verify_record
from domain.files.tournament import recompute_standings
from domain.files.verify import verify
from tests.api.callers import Caller
from tests.api.test_tournaments import event, opened, pair, recorded, send, typed

GROUPS: dict[str, Any] = {"groups": {"count": 2}, "cut": {"top": 2}}


def version(caller: Caller, cup: str) -> int:
    return int(caller.get(f"/tournaments/{cup}").json["version"])


@pytest.fixture
def cup(director: Caller) -> str:
    """A public tournament of 8 entries, seeded in order of number, in two groups. Two of each go on into a knock-out."""
    made = opened(director, format="round-robin", settings=GROUPS, visibility="public")
    recorded(director, made, *(event("EntryMade", entry=n, people=[], name=f"Player {n}", seed=n) for n in range(1, 9)))
    return made


def played(director: Caller, cup: str) -> None:
    """Pair, publish and play a round. The smaller number wins at each table."""
    made = pair(director, cup, version(director, cup))
    assert made.status_code == 201, made.get_data(as_text=True)
    recorded(director, cup, event("RoundPublished", round=made.json["round"]))
    for table in made.json["tables"]:
        at = recorded(director, cup, typed(made.json["round"], table["table"], *(12 - side[0] for side in table["sides"])))
        recorded(director, cup, event("ResultApproved", round=made.json["round"], table=table["table"], result=at))


def stages(caller: Caller, cup: str, query: str = "") -> list[dict[str, Any]]:
    body: Any = caller.get(f"/tournaments/{cup}/stages{query}").json
    return list(body["stages"])


def groups(stage: dict[str, Any]) -> list[list[tuple[int, int, Any]]]:
    return [[(row["place"], row["entry"], row["goes_on"]) for row in group["rows"]] for group in stage["groups"]]


def test_nobody_else_sees_the_groups_before_round_1_is_published(director: Caller, stranger: Caller, cup: str) -> None:
    assert pair(director, cup, 9).status_code == 201
    assert director.get(f"/tournaments/{cup}").json["stages"] == 1
    assert [[row[1] for row in group] for group in groups(stages(director, cup)[0])] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert [(stage["groups"], stage["planned"]) for stage in stages(stranger, cup)] == [([], [4, 4])]
    rows: Any = stranger.get(f"/tournaments/{cup}/standings").json["rows"]
    assert [(row["place"], row["entry"]) for row in rows] == [(1, entry) for entry in range(1, 9)]
    assert stranger.get(f"/tournaments/{cup}/standings/1").json["group"] is None
    recorded(director, cup, event("RoundPublished", round=1))
    assert stages(stranger, cup) == stages(director, cup)
    assert stranger.get(f"/tournaments/{cup}/standings/2").json["group"] == 2


def test_groups_a_cut_and_a_final_are_played_shown_and_verified(director: Caller, stranger: Caller, cup: str) -> None:
    steps = []
    for _ in range(3):
        steps.append(director.get(f"/tournaments/{cup}/desk").json["next"])
        played(director, cup)
    desk: Any = director.get(f"/tournaments/{cup}/desk").json
    assert (steps, desk["next"], desk["planned"]) == (["pair"] * 3, "cut", 5)
    first = stages(stranger, cup)[0]
    assert first["cut"] == {"top": 2, "best": 0, "format": "single-elimination", "label": "Knock-out"}
    assert groups(first)[0] == [(1, 1, None), (2, 4, None), (3, 5, None), (4, 8, None)]
    for _ in range(2):
        played(director, cup)
    assert director.get(f"/tournaments/{cup}/desk").json["next"] == "finish"
    recorded(director, cup, event("TournamentFinished"))
    made = stages(stranger, cup)
    assert [(stage["stage"], stage["format"], stage["first_round"], stage["knocks_out"]) for stage in made] == [
        (1, "round-robin", 1, False),
        (2, "single-elimination", 4, True),
    ]
    assert groups(made[0]) == [
        [(1, 1, True), (2, 4, True), (3, 5, False), (4, 8, False)],
        [(1, 2, True), (2, 3, True), (3, 6, False), (4, 7, False)],
    ]
    assert stages(stranger, cup, "?as_of=3") == [first]
    rows: Any = stranger.get(f"/tournaments/{cup}/standings").json["rows"]
    assert [(row["place"], row["entry"]) for row in rows] == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (6, 6), (7, 7), (8, 8)]
    why: Any = stranger.get(f"/tournaments/{cup}/standings/1").json
    assert (why["stage"], why["group"], [part["round"] for part in why["values"][0]["contributions"]]) == (2, None, [4, 5])
    assert [stranger.get(f"/tournaments/{cup}/standings/8").json[key] for key in ("stage", "group")] == [1, 1]
    assert stranger.get(f"/tournaments/{cup}/standings?as_of=3").json["rows"][0]["entry"] == 1
    assert {match["round"] for match in stranger.get(f"/tournaments/{cup}/bracket").json["matches"]} == {4, 5}
    data = director.get(f"/tournaments/{cup}/export?format=ndjson").get_data()
    assert recompute_standings(data).faults == ()
    assert verify_record.verify_file(data)[0] == 0
    assert verify(data).valid
    for table in ("standings", "pairings", "crosstable"):
        assert stranger.get(f"/tournaments/{cup}/export?format=csv&table={table}").status_code == 200
        assert stranger.get(f"/tournaments/{cup}/crosstable").status_code == 200
    assert stranger.get(f"/tournaments/{cup}/export?format=pdf&table=standings").status_code == 200


def test_the_best_of_all_groups_go_on_together_and_the_record_verifies(director: Caller, stranger: Caller) -> None:
    """Entry 5 is third of its group, and better than the third of the other."""
    cup = opened(director, format="round-robin", settings={"groups": {"count": 2}, "cut": {"top": 0, "best": 5}}, visibility="public")
    recorded(director, cup, *(event("EntryMade", entry=n, people=[], name=f"Player {n}", seed=n) for n in range(1, 9)))
    for _ in range(3):
        played(director, cup)
    assert [group["line"] for group in stages(stranger, cup)[0]["groups"]] == [3, 2]
    shown: Any = stranger.get(f"/tournaments/{cup}/standings").json["rows"]
    played(director, cup)
    on = {row["entry"] for group in stages(stranger, cup)[0]["groups"] for row in group["rows"] if row["goes_on"]}
    assert on == {row["entry"] for row in shown[:5]}
    data = director.get(f"/tournaments/{cup}/export?format=ndjson").get_data()
    assert recompute_standings(data).faults == ()
    assert verify_record.verify_file(data)[0] == 0
    assert verify(data).valid


def test_groups_are_shown_as_planned_until_they_are_drawn(director: Caller, stranger: Caller) -> None:
    cup = opened(director, format="swiss", settings={"rounds": 2, "groups": {"count": 3}, "cut": {"top": 2}}, visibility="public")
    entries = [event("EntryMade", entry=n, people=[], name=f"Player {n}") for n in range(1, 8)]
    for count, planned in ((0, [0, 0, 0]), (7, [3, 2, 2])):
        recorded(director, cup, *entries[:count]) if count else None
        (stage,) = stages(stranger, cup)
        assert (stage["groups"], stage["planned"], stage["cut"]["top"]) == ([], planned, 2)
    recorded(director, cup, event("EntryWithdrawn", entry=1, from_round=1))
    assert stages(director, cup)[0]["planned"] == [2, 2, 2]


def test_tables_say_whose_group_plays_there_and_the_knock_out_has_none(director: Caller, stranger: Caller, cup: str) -> None:
    dry = pair(director, cup, version(director, cup), query="?dry_run=true").json
    for number in range(1, 5):
        played(director, cup)
        tables: Any = stranger.get(f"/tournaments/{cup}/rounds/{number}").json["tables"]
        assert [table["group"] for table in tables] == ([1, 1, 2, 2] if number < 4 else [None, None])
        assert number > 1 or [(table["group"], table["sides"]) for table in dry["tables"]] == [
            (each["group"], each["sides"]) for each in tables
        ]


def test_the_bracket_that_is_coming_is_shown_before_the_cut(director: Caller, stranger: Caller, cup: str) -> None:
    def bracket(query: str = "") -> dict[str, Any]:
        body: Any = stranger.get(f"/tournaments/{cup}/bracket{query}").json
        return dict(body)

    coming = bracket()
    assert coming["ahead"] == {"after": 3, "groups": 2, "top": 2, "best": 0}
    assert [
        (match["round"], match["state"], [side["line"] or -side["match"] for side in match["sides"]]) for match in coming["matches"]
    ] == [
        (4, "coming", [1, 4]),
        (4, "coming", [2, 3]),
        (5, "coming", [-1, -2]),
    ]
    assert {side["entry"] for match in coming["matches"] for side in match["sides"]} == {None}
    for _ in range(3):
        played(director, cup)
        assert bracket()["matches"] == coming["matches"]
    pair(director, cup, version(director, cup))
    assert bracket()["matches"] == coming["matches"]
    recorded(director, cup, event("RoundPublished", round=4))
    assert (bracket()["ahead"], bracket()["matches"][0]["sides"][0]["entry"]) == (None, 1)
    assert bracket("?as_of=3")["matches"] == coming["matches"]


def test_no_bracket_comes_if_the_tournament_is_over_or_another_format_follows(director: Caller, cup: str) -> None:
    recorded(director, cup, event("SettingsChanged", settings={**GROUPS, "cut": {"top": 2, "format": "round-robin"}}))
    assert director.get(f"/tournaments/{cup}/bracket").json["ahead"] is None
    recorded(director, cup, event("SettingsChanged", settings={**GROUPS, "cut": {"top": 0, "best": 3, "format": "double-elimination"}}))
    made: Any = director.get(f"/tournaments/{cup}/bracket").json
    assert (made["ahead"]["best"], {match["part"] for match in made["matches"]}) == (3, {"main", "lower", "final", "again"})
    played(director, cup)
    recorded(director, cup, event("TournamentFinished"))
    assert director.get(f"/tournaments/{cup}/bracket").json["matches"] == []


def test_the_line_of_the_cut_is_below_the_next_entry_if_one_above_it_has_left(director: Caller, stranger: Caller, cup: str) -> None:
    for _ in range(3):
        played(director, cup)
    assert [group["line"] for group in stages(stranger, cup)[0]["groups"]] == [2, 2]
    recorded(director, cup, event("EntryWithdrawn", entry=4, from_round=4), event("EntryWithdrawn", entry=7, from_round=4))
    assert [group["line"] for group in stages(stranger, cup)[0]["groups"]] == [3, 2]
    played(director, cup)
    assert [group["line"] for group in stages(stranger, cup)[0]["groups"]] == [None, None]
    assert groups(stages(stranger, cup)[0])[0] == [(1, 1, True), (2, 4, False), (3, 5, True), (4, 8, False)]


def test_a_result_that_changes_after_the_cut_is_shown_at_the_desk(director: Caller, cup: str) -> None:
    for _ in range(4):
        played(director, cup)
    assert director.get(f"/tournaments/{cup}/desk").json["cut_overtaken"] is None
    before = stages(director, cup)[1]
    at = recorded(director, cup, typed(3, 1, 0, 9))
    recorded(director, cup, event("ResultApproved", round=3, table=1, result=at))
    assert director.get(f"/tournaments/{cup}/desk").json["cut_overtaken"] == [{"round": 3, "table": 1}]
    assert stages(director, cup)[1] == before


def test_a_preview_shows_which_places_the_order_of_an_earlier_stage_would_move(director: Caller) -> None:
    cup = opened(director, settings={"rounds": 1, "tiebreaks": ["director"], "cut": {"top": 2, "format": "round-robin"}})
    recorded(director, cup, *(event("EntryMade", entry=n, people=[], name=f"Player {n}") for n in range(1, 7)))
    assert pair(director, cup, 7).status_code == 201
    for table in (1, 2, 3):
        at = recorded(director, cup, typed(1, table, 5, 5))
        recorded(director, cup, event("ResultApproved", round=1, table=table, result=at))
    ruled = recorded(director, cup, event("OrderRuled", order=[6, 5, 4, 3, 2, 1], reason="play-off"))
    recorded(director, cup, event("RoundPublished", round=1))
    played(director, cup)
    foreseen = send(director, cup, event("Retracted", target=ruled), query="?dry_run=true").json
    assert [(row["entry"], row["before"], row["place"]) for row in foreseen["moved"]] == [(1, 6, 3), (2, 5, 3), (3, 4, 3)]


def test_a_wish_that_a_knock_out_cannot_keep_is_not_shown_as_broken_there(director: Caller) -> None:
    cup = opened(director, settings={"rounds": 1, "cut": {"top": 2}})
    recorded(director, cup, *(event("EntryMade", entry=n, people=[], name=f"Player {n}") for n in range(1, 5)))
    recorded(director, cup, event("WishMade", entries=[1, 2], hard=True, because="family"))
    played(director, cup)
    now = version(director, cup)
    for made in (pair(director, cup, now, query="?dry_run=true"), pair(director, cup, now), director.get(f"/tournaments/{cup}/rounds/2")):
        assert [sorted(table["sides"]) for table in made.json["tables"]] == [[[1], [2]]]
        assert made.json["not_granted"] == []


def test_those_who_are_level_at_the_cut_are_named_and_nothing_is_recorded(director: Caller) -> None:
    cup = opened(director, settings={"rounds": 1, "tiebreaks": [], "cut": {"top": 2}})
    recorded(director, cup, *(event("EntryMade", entry=n, people=[], name=f"Player {n}") for n in range(1, 5)))
    assert pair(director, cup, 5).status_code == 201
    for table in (1, 2):
        at = recorded(director, cup, typed(1, table, 5, 5))
        recorded(director, cup, event("ResultApproved", round=1, table=table, result=at))
    now = version(director, cup)
    answer = pair(director, cup, now)
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/not-paired")
    assert "The entries 1, 2, 3, 4 are level at the cut." in answer.json["detail"]
    assert version(director, cup) == now


@pytest.mark.parametrize(
    ("settings", "entries", "pointers"),
    [
        ({"groups": {"count": 3}, "cut": {"top": 3}}, 8, ["/settings/cut/top"]),
        ({"groups": {"count": 5}}, 8, ["/settings/groups/count"]),
        (
            {"groups": {"count": 1}, "cut": {"top": -1, "best": -1, "format": "No"}},
            8,
            ["/settings/groups/count", "/settings/cut/top", "/settings/cut/best", "/settings/cut/format"],
        ),
        ({"groups": {"count": 2}, "cut": {"top": 0}}, 8, ["/settings/cut/best"]),
        ({"groups": {"count": 2}, "cut": {"top": 0, "best": 9}}, 8, ["/settings/cut/best"]),
        ({"cut": {"top": 4, "format": "duel"}}, 8, ["/settings/cut/format"]),
        ({"groups": 3}, 8, ["/settings/groups"]),
    ],
)  # fmt: skip
def test_a_plan_with_a_cut_that_cannot_be_made_is_refused_and_the_field_is_named(
    director: Caller, settings: dict[str, Any], entries: int, pointers: list[str]
) -> None:
    body = {"title": "Cup", "system": "high-card", "format": "round-robin", "settings": settings, "entries": entries}
    answer = director.post("/tournaments/plan", body)
    assert (answer.status_code, [fault["pointer"] for fault in answer.json["errors"]]) == (422, pointers)


def test_a_cut_to_tables_at_which_the_game_cannot_be_played_is_refused(director: Caller) -> None:
    """Two people cannot play this game, but four can."""
    body = {"title": "Night", "system": "high-card-low-card", "format": "progressive", "settings": {"rounds": 3, "cut": {"top": 4}}}
    answer = director.post("/tournaments", body)
    assert (answer.status_code, [fault["pointer"] for fault in answer.json["errors"]]) == (422, ["/settings/cut"])


def test_a_stage_that_makes_no_sense_is_refused_and_nothing_is_recorded(director: Caller, cup: str) -> None:
    made = event("StageBegun", format="swiss", settings={"rounds": 1, "groups": {"count": 2}, "cut": {"top": 3}}, groups=[[1, 2], [3, 99]])
    answer = send(director, cup, made)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json["errors"]] == ["/events/0/data/groups/1", "/events/0/data/settings/cut/top"]
    assert version(director, cup) == 9
