"""Tournaments over HTTP: opening, entries, rounds, typed results, standings, rights, and erased people."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from bench.cup import acts, stored
from domain.tournament.formats import FORMATS
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers

CUP: dict[str, Any] = {
    "title": "Autumn cup",
    "system": "high-card",
    "format": "swiss",
    "settings": {"rounds": 3, "tiebreaks": ["buchholz", "head-to-head"]},
}


def opened(director: Caller, **changes: Any) -> str:
    response = director.post("/tournaments", {**CUP, **changes})
    assert response.status_code == 201, response.get_data(as_text=True)
    return str(response.json["tournament"])


def event(name: str, /, **data: Any) -> dict[str, Any]:
    return {"type": name, "data": data}


def send(caller: Caller, tournament: str, *events: dict[str, Any], match: str = "*", query: str = "") -> TestResponse:
    return caller.post(f"/tournaments/{tournament}/events{query}", {"events": list(events)}, headers={"If-Match": match})


def recorded(caller: Caller, tournament: str, *events: dict[str, Any]) -> int:
    response = send(caller, tournament, *events)
    assert response.status_code == 201, response.get_data(as_text=True)
    return int(response.json["version"])


def entered(director: Caller, tournament: str, count: int) -> int:
    return recorded(director, tournament, *(event("EntryMade", entry=n, people=[], name=f"Player {n}") for n in range(1, count + 1)))


def pair(director: Caller, tournament: str, version: int, query: str = "") -> TestResponse:
    return director.post(f"/tournaments/{tournament}/rounds{query}", {}, headers={"If-Match": f'"{version}"'})


def typed(number: int, table: int, *scores: int) -> dict[str, Any]:
    return event("ResultEntered", round=number, table=table, scores=list(scores))


def played(director: Caller, tournament: str, version: int) -> int:
    """Pair, publish and play a round of five entries. The entry with the lower number wins at each table. Returns the last version."""
    made = pair(director, tournament, version).json
    recorded(director, tournament, event("RoundPublished", round=made["round"]))
    for table in made["tables"]:
        scores = [12 - side[0] for side in table["sides"]]
        at = recorded(director, tournament, typed(made["round"], table["table"], *scores))
        version = recorded(director, tournament, event("ResultApproved", round=made["round"], table=table["table"], result=at))
    return version


@pytest.fixture
def cup(director: Caller) -> str:
    """A tournament of five entries, at version 6."""
    tournament = opened(director, visibility="public")
    assert entered(director, tournament, 5) == 6
    return tournament


# --- opening ------------------------------------------------------------------------------------------------------------------------------


def test_a_repeated_opening_opens_one_tournament(director: Caller) -> None:
    keyed = {"headers": {"Idempotency-Key": "cup"}}
    first, again = director.post("/tournaments", CUP, **keyed), director.post("/tournaments", CUP, **keyed)
    assert (first.json["outcome"], again.json["outcome"]) == ("appended", "already-there")
    assert first.json["tournament"] == again.json["tournament"]
    assert first.headers["Location"] == f"/api/v1/tournaments/{first.json['tournament']}"
    assert len(director.get("/tournaments").json["tournaments"]) == 1


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"title": ""}, ["/title"]),
    ({"system": "chess"}, ["/system"]),
    ({"format": "knockout"}, ["/format"]),
    ({"options": {"target": "many"}}, ["/options/target"]),
    ({"settings": {"tiebreaks": ["buchholz", "luck"]}}, ["/settings/tiebreaks/1"]),
    ({"settings": {"round": {"ends": "hands"}}}, ["/settings/round/hands"]),
    ({"settings": {"scoring": {"kind": "placement"}}}, ["/settings/scoring/places"]),
    ({"settings": {"rounds": 0, "table": 1, "colour": "red"}}, ["/settings/colour", "/settings/rounds", "/settings/table"]),
]


@pytest.mark.parametrize(("changes", "pointers"), WRONG, ids=[row[1][0] for row in WRONG])
def test_a_wrong_opening_is_refused_and_every_wrong_field_is_named(director: Caller, changes: dict[str, Any], pointers: list[str]) -> None:
    response = director.post("/tournaments", {**CUP, **changes})
    assert response.status_code == 422
    assert sorted({fault["pointer"] for fault in response.json["errors"]}) == pointers
    assert director.get("/tournaments").json["tournaments"] == []


@pytest.mark.parametrize("format_", FORMATS)
def test_settings_that_are_left_out_are_those_that_the_list_of_formats_proposes(director: Caller, format_: str) -> None:
    offers = director.get("/tournaments/formats").get_json()["formats"]
    proposed = next(offer["settings"] for offer in offers if offer["name"] == format_)
    made = director.get(f"/tournaments/{opened(director, format=format_, settings={'prizes': 3})}").get_json()["settings"]
    assert made == {name: value for name, value in {**proposed, "prizes": 3}.items() if name != "rounds"}


def test_an_unknown_tie_break_is_refused_with_a_list_of_tie_breaks(director: Caller) -> None:
    response = director.post("/tournaments", {**CUP, "settings": {"tiebreaks": ["luck"]}})
    assert "buchholz" in response.json["errors"][0]["message"]


# --- rounds and standings -----------------------------------------------------------------------------------------------------------------


def test_a_tournament_is_played_to_its_end(director: Caller, stranger: Caller, cup: str) -> None:
    version = 6
    for _ in range(3):
        version = played(director, cup, version)
    over = pair(director, cup, version)
    assert (over.status_code, over.json["type"]) == (409, "/problems/not-paired")
    recorded(director, cup, event("TournamentFinished"))
    table = stranger.get(f"/tournaments/{cup}/standings").json
    assert table["rows"][0]["place"] == 1
    assert [row["points"] for row in table["rows"]] == sorted((row["points"] for row in table["rows"]), reverse=True)
    assert (
        sum(row["points"] for row in table["rows"]) == 3 * (2 + 1) * 2
    )  # 3 rounds, each of 2 tables and 1 bye; every table and every bye gives 2 points
    assert {tuple(round_["unfinished"]) for round_ in stranger.get(f"/tournaments/{cup}").json["rounds"]} == {()}


def test_the_explanation_of_a_place_adds_up_to_the_points_and_tie_breaks_of_the_row(director: Caller, stranger: Caller, cup: str) -> None:
    played(director, cup, played(director, cup, 6))
    for row in stranger.get(f"/tournaments/{cup}/standings").json["rows"]:
        why = stranger.get(f"/tournaments/{cup}/standings/{row['entry']}").json
        assert (why["place"], why["name"]) == (row["place"], f"Player {row['entry']}")
        assert [part["total"] for part in why["values"]] == [str(row["points"]), *row["values"]]
        points = why["values"][0]["contributions"]
        assert sum(int(part["value"]) for part in points if part["counts"]) == row["points"]


def test_standings_can_be_read_for_an_earlier_round_or_version(director: Caller, stranger: Caller, cup: str) -> None:
    after_one = played(director, cup, 6)
    then = stranger.get(f"/tournaments/{cup}/standings").json
    played(director, cup, after_one)
    assert stranger.get(f"/tournaments/{cup}/standings?as_of=1").json["rows"] == then["rows"]
    assert stranger.get(f"/tournaments/{cup}/standings?known_at={after_one}").json == then
    assert stranger.get(f"/tournaments/{cup}/standings?known_at={after_one}&as_of=0").json["through"] == 0
    assert stranger.get(f"/tournaments/{cup}/standings?known_at=9999").status_code == 422
    assert stranger.get(f"/tournaments/{cup}/standings?known_at_time=1").status_code == 422


def test_only_one_round_is_paired_when_two_directors_pair_at_the_same_time(director: Caller, cup: str) -> None:
    assert pair(director, cup, 6).status_code == 201
    second = pair(director, cup, 6)
    assert (second.status_code, second.json["expected"], second.json["actual"]) == (412, 6, 7)
    assert len(director.get(f"/tournaments/{cup}").json["rounds"]) == 1


def test_a_repeated_pairing_with_the_same_key_pairs_one_round(director: Caller, cup: str) -> None:
    headers = {"If-Match": '"6"', "Idempotency-Key": "tap"}
    first, again = (director.post(f"/tournaments/{cup}/rounds", {}, headers=headers) for _ in range(2))
    recorded(director, cup, event("RoundPublished", round=1))
    late = director.post(f"/tournaments/{cup}/rounds", {}, headers=headers)
    assert (first.status_code, again.json, late.json) == (201, first.json, first.json)
    assert len(director.get(f"/tournaments/{cup}").json["rounds"]) == 1


def test_a_round_is_not_paired_while_tables_have_no_result(director: Caller, cup: str) -> None:
    pair(director, cup, 6)
    refused = pair(director, cup, 7)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    assert "tables without a result: 1, 2" in refused.json["detail"]


def test_a_dry_run_of_a_pairing_records_nothing(director: Caller, cup: str) -> None:
    foreseen = pair(director, cup, 6, "?dry_run=true")
    assert foreseen.status_code == 200
    assert director.get(f"/tournaments/{cup}").json["version"] == 6
    assert pair(director, cup, 6).json["tables"] == foreseen.json["tables"]


def test_a_pairing_request_without_an_exact_version_is_refused(director: Caller, cup: str) -> None:
    for headers in ({}, {"If-Match": "*"}):
        refused = director.post(f"/tournaments/{cup}/rounds", {}, headers=headers)
        assert (refused.status_code, refused.json["type"]) == (428, "/problems/precondition-required")
    assert director.post(f"/tournaments/{cup}/rounds", {}, headers={"If-Match": "six"}).status_code == 422


def test_a_dry_run_of_a_forfeit_says_who_would_move_in_the_standings(director: Caller, cup: str) -> None:
    version = played(director, cup, 6)
    pair(director, cup, version)
    withdrawn = event("ForfeitRuled", round=1, table=1, winners=[1])
    foreseen = send(director, cup, withdrawn, query="?dry_run=true").json
    recorded(director, cup, withdrawn)
    rows = {row["entry"]: row for row in director.get(f"/tournaments/{cup}/standings").json["rows"]}
    assert foreseen["paired_on_old"] == [2]
    assert foreseen["moved"]
    for moved in foreseen["moved"]:
        row = rows[moved["entry"]]
        assert (moved["place"], moved["points"], moved["values"]) == (row["place"], row["points"], row["values"])


# --- who may what -------------------------------------------------------------------------------------------------------------------------


def test_a_round_is_shown_to_guests_when_it_is_published(director: Caller, stranger: Caller, cup: str) -> None:
    pair(director, cup, 6)
    assert stranger.get(f"/tournaments/{cup}/rounds/1").status_code == 404
    assert stranger.get(f"/tournaments/{cup}").json["rounds"] == []
    recorded(director, cup, event("RoundPublished", round=1))
    assert len(stranger.get(f"/tournaments/{cup}/rounds/1").json["tables"]) == 2


PATHS = ["", "/events", "/rounds/1", "/standings", "/standings/1", "/crosstable", "/bracket", "/standings/people", "/standings/pairs"]


def test_a_director_who_sends_a_guests_entity_tag_gets_a_full_answer(director: Caller, stranger: Caller, cup: str) -> None:
    """A director also sees rounds that are not published, at the same version. So a 304 must not tell a browser that its copy for guests is
    up to date."""
    assert pair(director, cup, 6).status_code == 201
    kept = stranger.get(f"/tournaments/{cup}")
    assert kept.status_code == 200
    assert {"Authorization", "Cookie"} <= set(kept.headers["Vary"].split(", "))
    assert "no-cache" in kept.headers["Cache-Control"]
    assert director.get(f"/tournaments/{cup}", headers={"If-None-Match": kept.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_a_private_tournament_is_hidden_from_outsiders(director: Caller, callers: Callers, parts: Wiring, path: str) -> None:
    tournament = opened(director)
    entered(director, tournament, 2)
    pair(director, tournament, 3)
    parts.clubs.found("away")  # type: ignore[arg-type]
    game = director.opened()
    strangers = [callers.anonymous(), callers.holder("direct", club="away"), callers.holder("record", game=game)]
    for stranger in strangers:
        assert stranger.get(f"/tournaments/{tournament}{path}").status_code in (401, 404)
    assert callers.holder("record").get(f"/tournaments/{tournament}{path}").status_code == 200


def test_guests_see_only_public_tournaments(director: Caller, stranger: Caller) -> None:
    opened(director)
    public = opened(director, visibility="public", title="Open cup")
    assert [line["tournament"] for line in stranger.get("/tournaments").json["tournaments"]] == [public]
    assert len(director.get("/tournaments").json["tournaments"]) == 2


def test_a_scorekeeper_may_type_results_but_may_not_open_tournaments_or_pair_rounds_or_rule(
    director: Caller, scorekeeper: Caller, stranger: Caller, cup: str
) -> None:
    assert scorekeeper.post("/tournaments", CUP).status_code == 403
    assert scorekeeper.post(f"/tournaments/{cup}/rounds", {}, headers={"If-Match": '"6"'}).status_code == 403
    pair(director, cup, 6)
    assert send(scorekeeper, cup, typed(1, 1, 3, 2)).status_code == 201
    assert send(scorekeeper, cup, event("ForfeitRuled", round=1, table=1, winners=[])).status_code == 403
    assert send(stranger, cup, typed(1, 1, 3, 2)).status_code == 401


def test_a_batch_with_a_fault_records_nothing(director: Caller, cup: str) -> None:
    refused = send(director, cup, event("CheckedIn", entry=1), typed(4, 1, 3, 2), event("EntryMade", entry=5, people=[], name="Again"))
    assert refused.status_code == 422
    assert [fault["pointer"] for fault in refused.json["errors"]] == ["/events/1/data/round", "/events/2/data/entry"]
    assert director.get(f"/tournaments/{cup}").json["version"] == 6


def test_recorded_events_are_described_in_sentences(director: Caller, cup: str) -> None:
    events = director.get(f"/tournaments/{cup}/events?after=1&limit=2").json["events"]
    assert [item["sentence"] for item in events] == ["Player 1 enters as number 1", "Player 2 enters as number 2"]
    assert [item["after"] for item in events] == [None, None]


def test_an_inserted_event_is_listed_with_the_version_that_it_comes_after(director: Caller, cup: str) -> None:
    version = recorded(director, cup, {"type": "NoteWritten", "data": {"note": "rain"}, "after": 1})
    (event,) = director.get(f"/tournaments/{cup}/events?after={version - 1}").json["events"]
    assert (event["version"], event["after"]) == (version, 1)


@pytest.mark.parametrize("id_", ["home-t", "home-aaaaaaaaaaaaaaaa", "nobody", "home-taaaaaaaaaaaaaaaa"])
def test_an_unknown_tournament_is_not_found(director: Caller, id_: str) -> None:
    assert director.get(f"/tournaments/{id_}").status_code == 404


# --- many at the same time ----------------------------------------------------------------------------------------------------------------


def test_fifty_tables_that_finish_at_the_same_time_are_all_recorded_once(director: Caller, parts: Wiring) -> None:
    """No result is refused because another result was recorded first."""
    stream = stored(parts.tournaments, list(acts(100, 1, open_last=True)))
    with ThreadPoolExecutor(50) as pool:
        ruled = [event("ForfeitRuled", round=1, table=table, winners=[0]) for table in range(1, 51)]
        answers = list(pool.map(lambda one: send(director, stream, one), ruled))
    assert {answer.status_code for answer in answers} == {201}
    assert sorted(answer.json["version"] for answer in answers) == [*range(104, 154)]
    assert director.get(f"/tournaments/{stream}/rounds/1").json["tables"][49]["result"]["source"] == "forfeit"
    assert director.get(f"/tournaments/{stream}").json["rounds"][0]["unfinished"] == []
