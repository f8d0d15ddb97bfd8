"""Over HTTP: the cross table, the tables of people and pairs, team matches, and published standings with their digest."""

from hashlib import sha256
from typing import Any

import pytest

from domain.kernel.canonical import canonical
from tests.api.callers import Caller
from tests.api.test_tournaments import entered, event, opened, pair, recorded, send, typed


def registered(director: Caller, *names: str) -> list[str]:
    return [str(director.post("/people", {"name": name}).json["person"]) for name in names]


@pytest.fixture
def cup(director: Caller) -> str:
    """A match between two teams, at version 7: Anna and Ben won 5 to 3 against Cyd and Dan in round 1, which is published."""
    anna, ben, cyd, dan = registered(director, "Anna", "Ben", "Cyd", "Dan")
    cup = opened(director, visibility="public", settings={"tiebreaks": ["game-points"]})
    recorded(
        director,
        cup,
        event("EntryMade", entry=1, people=[anna, ben], name="The Aces"),
        event("EntryMade", entry=2, people=[cyd, dan], name="The Deuces"),
    )
    pair(director, cup, 3)
    at = recorded(director, cup, event("RoundPublished", round=1), typed(1, 1, 5, 3))
    recorded(director, cup, event("ResultApproved", round=1, table=1, result=at))
    return cup


def marks(caller: Caller, cup: str, query: str = "") -> dict[int, list[str | None]]:
    rows = caller.get(f"/tournaments/{cup}/crosstable{query}").json["rows"]
    return {row["entry"]: [cell and cell["mark"] for cell in row["cells"]] for row in rows}


# --- cross table --------------------------------------------------------------------------------------------------------------------------


def test_the_cross_table_of_a_team_match_has_match_points_and_game_points(stranger: Caller, cup: str) -> None:
    table = stranger.get(f"/tournaments/{cup}/crosstable")
    assert table.headers["ETag"].startswith("W/")  # a digest of the answer
    first, second = table.json["rows"]
    assert (first["name"], first["points"], second["name"], second["points"]) == ("The Aces", 2, "The Deuces", 0)
    cell = first["cells"][0]
    assert (cell["mark"], cell["score"], cell["against"], cell["points"]) == ("W2", 5, 3, 2)
    assert (table.json["by_opponents"], first["meetings"]) == (True, [{"opponent": 2, "rounds": [1]}])
    standings = stranger.get(f"/tournaments/{cup}/standings").json["rows"]
    assert [(row["points"], row["values"]) for row in standings] == [(2, ["5"]), (0, ["3"])]


def test_the_cross_table_can_show_the_row_of_one_entry_with_its_games(director: Caller, stranger: Caller, cup: str) -> None:
    game = director.opened()
    recorded(director, cup, event("TableLinked", round=1, table=1, game=game))
    (row,) = stranger.get(f"/tournaments/{cup}/crosstable?entry=2").json["rows"]
    assert (row["entry"], row["place"], row["cells"][0]["game"]) == (2, 2, game)
    unknown = stranger.get(f"/tournaments/{cup}/crosstable?entry=3")
    assert (unknown.status_code, unknown.json["errors"][0]["parameter"]) == (422, "entry")


def test_a_round_that_is_not_published_is_hidden_in_the_cross_table(
    director: Caller, scorekeeper: Caller, stranger: Caller, cup: str
) -> None:
    third = recorded(director, cup, event("EntryMade", entry=3, people=[], name="Eve"))
    pair(director, cup, third)
    assert marks(scorekeeper, cup) == {1: ["W2", "*3"], 2: ["L1", "B"], 3: ["U", "*1"]}
    assert marks(stranger, cup) == {1: ["W2"], 2: ["L1"], 3: ["U"]}
    assert stranger.get(f"/tournaments/{cup}/crosstable").json["rows"][1]["meetings"] == [{"opponent": 1, "rounds": [1]}]
    assert marks(scorekeeper, cup, "?as_of=1") == {1: ["W2"], 2: ["L1"], 3: ["U"]}


def test_a_cross_table_of_many_entries_has_no_layout_by_opponents(director: Caller) -> None:
    cup = opened(director)
    entered(director, cup, 61)
    table = director.get(f"/tournaments/{cup}/crosstable").json
    assert (table["by_opponents"], table["rows"][0]["meetings"]) == (False, None)


# --- people and pairs ---------------------------------------------------------------------------------------------------------------------


def test_the_table_of_people_shows_the_name_of_each_person_of_an_entry(stranger: Caller, cup: str) -> None:
    entries = stranger.get(f"/tournaments/{cup}").json["entries"]
    assert [entry["people_names"] for entry in entries] == [["Anna", "Ben"], ["Cyd", "Dan"]]


def test_a_substitute_gets_no_results_of_earlier_rounds_in_the_standings_of_people(director: Caller, stranger: Caller, cup: str) -> None:
    (eve,) = registered(director, "Eve")
    anna = stranger.get(f"/tournaments/{cup}").json["entries"][0]["people"][0]
    recorded(director, cup, event("EntryChanged", entry=1, people=[anna, eve]))
    table = stranger.get(f"/tournaments/{cup}/standings/people").json
    assert [(row["place"], row["name"], row["rounds"], row["wins"], row["points"], row["score"]) for row in table["rows"]] == [
        (1, "Anna", 1, 1, 2, 5),
        (1, "Ben", 1, 1, 2, 5),
        (3, "Cyd", 1, 0, 0, 3),
        (3, "Dan", 1, 0, 0, 3),
    ]
    assert stranger.get(f"/tournaments/{cup}/standings/people?as_of=0").json["rows"][0]["points"] == 0


def test_an_erased_person_has_no_name_in_the_tables_of_a_tournament(director: Caller, stranger: Caller, cup: str) -> None:
    anna = stranger.get(f"/tournaments/{cup}").json["entries"][0]["people"][0]
    director.call("DELETE", f"/people/{anna}")
    assert stranger.get(f"/tournaments/{cup}").json["entries"][0]["people_names"] == [None, "Ben"]
    named = {row["person"]: row["name"] for row in stranger.get(f"/tournaments/{cup}/standings/people").json["rows"]}
    assert named[anna] is None
    assert stranger.get(f"/tournaments/{cup}/crosstable").json["rows"][0]["name"] == "Ben"


def test_the_table_of_pairs_lists_partners_when_they_change(director: Caller) -> None:
    cup = opened(director, format="rotation", settings={"table": 4, "partners": 2})
    made = pair(director, cup, entered(director, cup, 4)).json
    at = recorded(director, cup, typed(1, 1, 7, 4))
    recorded(director, cup, event("ResultApproved", round=1, table=1, result=at))
    rows = director.get(f"/tournaments/{cup}/standings/pairs").json["rows"]
    winners, losers = (sorted(side) for side in made["tables"][0]["sides"])
    assert [(row["entries"], row["names"], row["wins"], row["points"], row["score"]) for row in rows] == [
        (winners, [f"Player {entry}" for entry in winners], 1, 7, 7),
        (losers, [f"Player {entry}" for entry in losers], 0, 4, 4),
    ]


# --- published standings ------------------------------------------------------------------------------------------------------------------


def publish(director: Caller, cup: str, version: int, through: int = 1) -> Any:
    return director.post(f"/tournaments/{cup}/standings/published", {"through_round": through}, headers={"If-Match": f'"{version}"'})


def digest(answer: dict[str, Any]) -> str:
    """Return the digest of the standings in an answer of the API, computed only from that answer."""
    rows = [{name: row[name] for name in ("place", "entry", "points", "values")} for row in answer["rows"]]
    shown = {"through": answer["through"], "tiebreaks": [tiebreak["name"] for tiebreak in answer["tiebreaks"]], "rows": rows}
    return sha256(canonical(shown)).hexdigest()


def test_the_digest_of_published_standings_can_be_computed_from_later_answers(director: Caller, stranger: Caller, cup: str) -> None:
    first = publish(director, cup, 7)
    assert (first.status_code, first.json["version"], first.headers["ETag"]) == (201, 8, '"8"')
    recorded(director, cup, event("ForfeitRuled", round=1, table=1, winners=[1]))
    second = publish(director, cup, 9)
    assert second.json["digest"] != first.json["digest"]
    for shown in (first.json, second.json):
        then = stranger.get(f"/tournaments/{cup}/standings?as_of=1&known_at={shown['version']}").json
        assert digest(then) == shown["digest"]
    (listed,) = stranger.get(f"/tournaments/{cup}").json["published"]
    recorded_at = int(director.get(f"/tournaments/{cup}/events").json["events"][-1]["recorded_at"])
    assert listed == {**second.json, "at": recorded_at}


def test_standings_that_are_published_twice_are_recorded_once(director: Caller, cup: str) -> None:
    first, again = publish(director, cup, 7), publish(director, cup, 7)
    assert (again.status_code, again.json) == (201, first.json)
    assert director.get(f"/tournaments/{cup}").json["version"] == 8


def test_publishing_standings_is_refused_after_results_that_the_director_has_not_seen(director: Caller, cup: str) -> None:
    recorded(director, cup, event("ForfeitRuled", round=1, table=1, winners=[1]))
    late = publish(director, cup, 7)
    assert (late.status_code, late.json["expected"], late.json["actual"]) == (412, 7, 8)
    early = publish(director, cup, 99)
    assert (early.status_code, early.json["expected"], early.json["actual"]) == (412, 99, 8)
    missing = publish(director, cup, 8, through=2)
    assert (missing.status_code, missing.json["errors"][0]["message"]) == (422, "round 2 is not paired")


def test_a_wrong_digest_sent_by_hand_is_refused(director: Caller, cup: str) -> None:
    right = digest(director.get(f"/tournaments/{cup}/standings?as_of=1").json)
    refused = send(director, cup, event("StandingsPublished", through_round=1, digest="cd" * 32), match='"7"')
    assert refused.status_code == 422
    assert refused.json["errors"] == [
        {"pointer": "/events/0/data/digest", "message": f"is not the digest of the standings after round 1, which is {right}"}
    ]
    assert send(director, cup, event("StandingsPublished", through_round=1, digest=right), match='"7"').status_code == 201
