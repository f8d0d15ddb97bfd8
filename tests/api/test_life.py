"""The life of a record over HTTP (docs/decisions/life-of-a-record.md): games without a confirmed result, handing over a table, and
rematches."""

from typing import Any

import pytest

from tests.api.callers import Caller, opener
from tests.api.conftest import Callers
from tests.api.lives import event, finished, life, problem, stated


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    return finished(scorekeeper)


def test_a_game_in_play_cannot_be_finalised(director: Caller) -> None:
    game = director.opened()

    assert problem(director.append(game, event("ResultFinalised"))) == (409, "not-finished")
    assert director.append(game, stated(), event("ResultFinalised")).status_code == 201
    assert life(director, game)["state"] == "final"


def test_a_game_whose_time_was_called_is_unfinished_until_a_result_is_stated(scorekeeper: Caller) -> None:
    game = scorekeeper.opened()
    assert life(scorekeeper, game)["may"]["call_time"]

    scorekeeper.recorded(game, event("TimeCalled", reason="the hall closes"))
    life_now = life(scorekeeper, game)
    assert (life_now["state"], life_now["reason"], life_now["may"]["call_time"]) == ("unfinished", "the hall closes", False)

    scorekeeper.recorded(game, stated())
    assert life(scorekeeper, game)["state"] == "finished"


def test_the_state_of_an_abandoned_game_gives_the_reason(scorekeeper: Caller) -> None:
    game = scorekeeper.opened()

    scorekeeper.recorded(game, event("GameAbandoned", reason="the lights went out"))
    life_now = life(scorekeeper, game)
    assert (life_now["state"], life_now["reason"]) == ("abandoned", "the lights went out")


def test_a_player_can_be_replaced_by_a_substitute(scorekeeper: Caller) -> None:
    game = scorekeeper.opened(seats=[{"name": "Anna"}, {"name": "Ben"}])
    person = scorekeeper.post("/people", {"name": "Eva"}).json["person"]

    scorekeeper.recorded(game, event("PlayerSubstituted", seat=1, person=person))

    body = scorekeeper.get(f"/games/{game}").json
    assert [seat["name"] for seat in body["seats"]] == ["Anna", "Eva"]
    assert body["life"]["substitutions"] == [{"version": 2, "seat": 1, "person": person}]
    assert scorekeeper.get(f"/games?player={person}").json["games"][0]["game"] == game


# --- hand-over and rematch ----------------------------------------------------------------------------------------------------------------


def bearer(caller: Caller, body: dict[str, Any]) -> Caller:
    return Caller(caller.app, body["link"].partition("#")[2])


def test_handing_over_a_table_gives_a_new_table_link_and_ends_the_old_link(callers: Callers, game: str) -> None:
    former = callers.holder("record", game=game)

    handed = former.post(f"/games/{game}/handover")

    assert (handed.status_code, handed.json["revoked"]) == (201, True)
    assert bearer(former, handed.json).recorded(game, event("NoteWritten", note="mine now")) == 4
    assert problem(former.post(f"/games/{game}/handover")) == (401, "token-invalid")


def test_handing_over_a_table_with_a_club_token_does_not_end_that_token(director: Caller, game: str) -> None:
    handed = director.post(f"/games/{game}/handover")

    assert (handed.status_code, handed.json["revoked"]) == (201, False)
    new = bearer(director, handed.json)
    assert new.get("/session").json == {"club": "home", "scopes": ["read", "record"], "game": game}
    assert director.recorded(game, event("NoteWritten", note="mine still")) == 4


def test_a_rematch_has_the_same_seats_and_both_games_name_each_other(scorekeeper: Caller) -> None:
    game = scorekeeper.opened(seats=[{"name": "Anna"}, {"name": "Ben"}, {}], title="Final", options={"target": 2}, visibility="public")
    assert problem(scorekeeper.post(f"/games/{game}/rematch")) == (409, "not-finished")
    scorekeeper.recorded(game, stated())

    again = scorekeeper.post(f"/games/{game}/rematch")

    assert (again.status_code, again.json["outcome"]) == (201, "appended")
    new = again.json["game"]
    assert again.headers["Location"].endswith(new)
    before, after = (scorekeeper.get(f"/games/{name}").json for name in (game, new))
    same = ("seats", "rules", "title", "visibility", "system")
    assert {key: before[key] for key in same} == {key: after[key] for key in same}
    assert (before["life"]["rematch"], after["life"]["rematch_of"], after["state"]) == (new, game, "open")
    repeated = scorekeeper.post(f"/games/{game}/rematch").json
    assert (repeated["game"], repeated["outcome"]) == (new, "already-there")


def test_a_player_who_has_left_is_not_in_the_rematch(scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, event("PlayerLeft", seat=1))

    new = scorekeeper.post(f"/games/{game}/rematch").json["game"]

    assert [seat["seat"] for seat in scorekeeper.get(f"/games/{new}").json["seats"]] == [0, 2]


def test_a_rematch_with_too_few_players_is_refused(scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, event("PlayerLeft", seat=1), event("PlayerLeft", seat=2))

    assert problem(scorekeeper.post(f"/games/{game}/rematch")) == (422, "invalid")
    assert life(scorekeeper, game)["rematch"] is None


def test_another_rematch_can_be_opened_after_the_first_is_withdrawn(scorekeeper: Caller, game: str) -> None:
    first = scorekeeper.post(f"/games/{game}/rematch").json["game"]
    scorekeeper.recorded(game, event("Retracted", target=4))

    second = scorekeeper.post(f"/games/{game}/rematch").json["game"]

    assert first != second
    assert life(scorekeeper, game)["rematch"] == second


def test_the_holder_of_a_table_link_gets_a_link_to_the_rematch(callers: Callers, game: str) -> None:
    holder = callers.holder("record", game=game)

    again = holder.post(f"/games/{game}/rematch").json

    assert problem(holder.get(f"/games/{again['game']}")) == (404, "not-found")
    assert bearer(holder, again).recorded(again["game"], opener()) == 3
