"""Opening the game of a tournament's table over HTTP: rights, repeated requests, and when a game of a tournament ends."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.store.keys import HOME
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.test_tournaments import entered, event, opened, pair, recorded, send


def game_of(caller: Caller, tournament: str, number: int | str = 1, table: int | str = 1, **body: Any) -> TestResponse:
    return caller.post(f"/tournaments/{tournament}/rounds/{number}/tables/{table}/game", body)


def link(callers: Callers, tournament: str, *, scope: str = "record", **limits: Any) -> Caller:
    """Return the holder of a link of a tournament."""
    _, secret = callers.parts.clubs.issue(HOME, "link", scope, tournament=tournament, **limits)  # type: ignore[arg-type]
    return Caller(callers.app, secret)


@pytest.fixture
def cup(director: Caller) -> str:
    """A public tournament whose games end after two hands. Round 1 has the tables 1 and 2, and is published."""
    tournament = opened(director, visibility="public", settings={"round": {"ends": "hands", "hands": 2}})
    assert pair(director, tournament, entered(director, tournament, 4)).status_code == 201
    recorded(director, tournament, event("RoundPublished", round=1))
    return tournament


def test_a_scorekeeper_can_open_the_game_of_a_tournament_table(scorekeeper: Caller, cup: str) -> None:
    made = game_of(scorekeeper, cup)
    assert (made.status_code, made.json["outcome"], made.json["version"]) == (201, "appended", 1)
    assert made.headers["Location"] == f"/api/v1/games/{made.json['game']}"
    assert made.headers["ETag"] == scorekeeper.get(f"/games/{made.json['game']}").headers["ETag"]
    assert scorekeeper.get(f"/tournaments/{cup}/rounds/1").json["tables"][0]["game"] == made.json["game"]
    state = scorekeeper.get(f"/games/{made.json['game']}").json
    assert state["tournament"] == {"tournament": cup, "round": 1, "table": 1, "ends": "hands", "hands": 2}
    assert (state["system"], state["visibility"], len(state["seats"])) == ("high-card", "public", 2)


def test_repeating_the_request_to_open_a_tables_game_opens_no_second_game(scorekeeper: Caller, director: Caller, cup: str) -> None:
    first, again, other = game_of(scorekeeper, cup), game_of(scorekeeper, cup, at=1_763_726_400_000), game_of(director, cup)
    assert [made.json["outcome"] for made in (first, again, other)] == ["appended", "already-there", "already-there"]
    assert {made.json["game"] for made in (first, again, other)} == {first.json["game"]}
    assert [made.json["events"] for made in (again, other)] == [first.json["events"]] * 2


def test_a_tournament_game_ends_after_the_number_of_hands_that_the_tournament_sets(callers: Callers, scorekeeper: Caller, cup: str) -> None:
    game = game_of(scorekeeper, cup).json["game"]
    for number in (1, 2):
        assert scorekeeper.get(f"/games/{game}").json["state"] == "open"
        scorekeeper.recorded(game, event("RoundStated", round=number, points={"0": 1}))
    over = scorekeeper.get(f"/games/{game}").json
    assert (over["state"], over["outcome"]["winners"], over["prompts"]) == ("finished", [0], [])
    assert scorekeeper.get(f"/games/{game}/replay").json["frames"][-1]["state"] == "finished"
    loser = callers.holder("read", game=game, seat=1)
    assert loser.post(f"/games/{game}/confirmation", {"seat": 1}, headers={"If-Match": '"3"'}).status_code == 201
    assert scorekeeper.get(f"/games/{game}").json["state"] == "confirmed"


def test_a_game_that_belongs_to_no_tournament_names_no_tournament(scorekeeper: Caller) -> None:
    assert scorekeeper.get(f"/games/{scorekeeper.opened()}").json["tournament"] is None


def test_a_director_can_open_another_game_of_a_table_when_the_first_was_annulled(director: Caller, scorekeeper: Caller, cup: str) -> None:
    first = game_of(scorekeeper, cup).json["game"]
    running = game_of(director, cup, again=True)
    assert (running.status_code, running.json["type"]) == (409, "/problems/not-opened")
    director.recorded(first, event("GameAnnulled", reason="wrong table"))
    assert game_of(scorekeeper, cup, again=True).json["needs"] == "direct"
    second = game_of(director, cup, again=True)
    assert (second.status_code, second.json["outcome"]) == (201, "appended")
    assert second.json["game"] != first
    assert game_of(scorekeeper, cup).json["game"] == second.json["game"]


def test_nobody_can_open_the_game_of_a_table_before_the_round_is_published(director: Caller, scorekeeper: Caller) -> None:
    """Otherwise the list of games would show who plays whom before the round is published."""
    tournament = opened(director)
    pair(director, tournament, entered(director, tournament, 2))
    for caller in (scorekeeper, director):
        early = game_of(caller, tournament)
        assert (early.status_code, early.json["detail"]) == (409, "Round 1 is not published.")
    recorded(director, tournament, event("RoundPublished", round=1))
    assert game_of(scorekeeper, tournament).status_code == 201


@pytest.mark.parametrize(
    ("number", "table"), [(2, 1), (1, 3), (0, 1), (1, 0), ("x", 1), (1, "x"), (1, "99999999999"), ("1e3", 1), (1, "١")]
)
def test_opening_a_game_at_a_table_that_does_not_exist_gives_not_found(
    director: Caller, cup: str, number: int | str, table: int | str
) -> None:
    assert game_of(director, cup, number, table).status_code == 404


WRONG = [
    ({"at": "noon"}, "/at"),
    ({"offset": 10**6}, "/offset"),
    ({"again": "yes"}, "/again"),
    ({"seats": 4}, "/seats"),
]


@pytest.mark.parametrize(("body", "pointer"), WRONG)
def test_a_request_with_a_wrong_field_opens_no_game_at_a_table(director: Caller, cup: str, body: dict[str, Any], pointer: str) -> None:
    refused = game_of(director, cup, **body)
    assert (refused.status_code, [fault["pointer"] for fault in refused.json["errors"]]) == (422, [pointer])
    assert director.get(f"/tournaments/{cup}/rounds/1").json["tables"][0]["game"] is None


def test_opening_a_game_is_refused_with_a_reason_if_the_table_does_not_fit_the_system(director: Caller) -> None:
    tournament = opened(director, system="box", seats=4, options={"players": 4})
    pair(director, tournament, entered(director, tournament, 2))
    recorded(director, tournament, event("RoundPublished", round=1))
    refused = game_of(director, tournament)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-opened")
    assert refused.json["detail"] == "Box with these rules cannot be played by 2 sides of one person."


def test_the_holder_of_a_table_link_can_open_only_the_game_of_that_table(callers: Callers, cup: str) -> None:
    phone = link(callers, cup, table=1)
    assert game_of(phone, cup).status_code == 201
    assert game_of(phone, cup, table=2).status_code == 403


@pytest.mark.parametrize("limits", [{"scope": "read"}, {"scope": "read", "entry": 1}, {"scope": "read", "table": 1}])
def test_a_link_without_the_right_to_record_at_a_table_cannot_open_its_game(callers: Callers, cup: str, limits: dict[str, Any]) -> None:
    assert game_of(link(callers, cup, **limits), cup).status_code == 403


def test_the_holder_of_a_table_link_gets_not_found_before_the_round_is_published(callers: Callers, director: Caller, cup: str) -> None:
    other = opened(director)
    pair(director, other, entered(director, other, 2))
    assert game_of(link(callers, other, table=1), other).status_code == 404
    assert game_of(link(callers, cup, table=1), other).status_code == 404


def test_the_answer_to_opening_a_tables_game_does_not_contain_the_tournaments_secret(director: Caller, callers: Callers, cup: str) -> None:
    made = game_of(director, cup)
    secret = callers.parts.secrets.of(cup)  # type: ignore[arg-type]
    told = [made, director.get(f"/tournaments/{cup}/events"), director.get(f"/games/{made.json['game']}/export?format=json")]
    assert all(secret.hex() not in answer.get_data(as_text=True) for answer in told)


def test_linking_a_missing_game_to_a_table_is_refused(director: Caller, cup: str) -> None:
    refused = send(director, cup, event("TableLinked", round=1, table=1, game="home-aaaaaaaaaaaaaaaa"))
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/events/0/data/game")
    assert recorded(director, cup, event("TableLinked", round=1, table=1, game=director.opened()))


def test_a_game_in_play_whose_tables_result_was_typed_says_so_in_lists(
    director: Caller, scorekeeper: Caller, stranger: Caller, cup: str
) -> None:
    """It is not among the games that everybody may watch now. The game of the other table is."""
    given_up, played = (game_of(scorekeeper, cup, table=table).json["game"] for table in (1, 2))
    assert [line["game"] for line in stranger.get("/public").json["games"]] == [played, given_up]
    recorded(director, cup, event("ResultEntered", round=1, table=1, winners=[0]))
    version = director.get(f"/tournaments/{cup}/rounds/1").json["tables"][0]["typed"]["version"]
    assert director.post(f"/tournaments/{cup}/rounds/1/tables/1/approval", {"result": version}).status_code == 201
    for caller in (director, stranger):
        lines = {line["game"]: line.get("table_result") for line in caller.get("/games").json["games"]}
        assert lines == {given_up: "typed", played: None}
    for caller in (director, stranger):  # everybody gets the same
        assert [line["game"] for line in caller.get("/public").json["games"]] == [played]
