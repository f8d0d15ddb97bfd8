"""The confirmation of a result over HTTP. Each seat confirms once, by the link of the seat or with a PIN."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.store.pins import MOST_IN_AN_HOUR, MOST_TRIES
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.lives import TOTALS, confirmed, event, finished, life, problem, stated


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    return finished(scorekeeper)


def test_a_finished_game_waits_for_the_confirmation_of_every_seat(scorekeeper: Caller, game: str) -> None:
    life_now = life(scorekeeper, game)

    assert (life_now["state"], life_now["confirmed"], life_now["awaiting"]) == ("finished", None, [0, 1, 2])
    assert life_now["may"] == {
        "confirm": True,
        "answer": [],
        "annul": False,
        "finalise": False,
        "call_time": False,
        "correct_below": None,
        "remove": False,
    }


def test_the_holder_of_a_seat_link_can_confirm_the_result_for_that_seat(scorekeeper: Caller, callers: Callers, game: str) -> None:
    guest = callers.holder("read", game=game, seat=1)
    assert life(guest, game)["may"]["confirm"]

    response = confirmed(guest, game, 1)

    assert (response.status_code, response.json["version"], response.json["outcome"]) == (201, 4, "appended")
    life_now = life(scorekeeper, game)
    assert (life_now["state"], life_now["awaiting"]) == ("confirmed", [0, 2])
    kept = life_now["confirmed"]
    assert (kept["through"], kept["totals"], kept["winners"], kept["seats"]) == (3, TOTALS, [0], [1])
    assert not life(guest, game)["may"]["confirm"]
    assert scorekeeper.get("/games?state=confirmed").json["games"][0]["state"] == "confirmed"
    recorded = scorekeeper.get(f"/games/{game}/events?after=3").json["events"][0]
    assert recorded["data"]["hash"] == kept["hash"]
    assert kept["by"] == [recorded["by"]]


def test_a_second_confirmation_by_the_same_seat_changes_nothing(callers: Callers, game: str) -> None:
    guest = callers.holder("read", game=game, seat=1)
    first = confirmed(guest, game, 1)

    again = confirmed(guest, game, 1)

    assert (again.status_code, again.json["outcome"], again.json["events"]) == (201, "already-there", first.json["events"])
    assert problem(confirmed(guest, game, 1, 4)) == (409, "not-finished")


def test_several_seats_can_confirm_the_same_result_one_after_another(scorekeeper: Caller, callers: Callers, game: str) -> None:
    for seat in (1, 0):
        version = scorekeeper.get(f"/games/{game}").json["version"]
        assert confirmed(callers.holder("read", game=game, seat=seat), game, seat, version).status_code == 201

    state = life(scorekeeper, game)
    assert (state["confirmed"]["seats"], state["confirmed"]["through"], state["awaiting"]) == ([1, 0], 4, [2])


def test_a_player_can_confirm_with_a_pin_on_the_phone_of_the_scorekeeper(scorekeeper: Caller, game: str) -> None:
    assert scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "2468"}).status_code == 204

    assert problem(confirmed(scorekeeper, game, 1)) == (422, "invalid")
    assert problem(confirmed(scorekeeper, game, 1, pin="2467")) == (403, "wrong-pin")
    assert confirmed(scorekeeper, game, 1, pin="2468").status_code == 201
    assert life(scorekeeper, game)["state"] == "confirmed"


def test_the_scorekeeper_sees_which_players_have_a_pin(scorekeeper: Caller, game: str) -> None:
    assert scorekeeper.get(f"/games/{game}/pins").json == {"game": game, "seats": []}
    for seat in (2, 1):
        scorekeeper.call("PUT", f"/games/{game}/seats/{seat}/pin", json={"pin": "2468"})
    assert scorekeeper.get(f"/games/{game}/pins").json == {"game": game, "seats": [1, 2]}


def test_no_answer_about_a_game_contains_the_pin_of_a_player(scorekeeper: Caller, director: Caller, game: str) -> None:
    scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "97531864"})
    confirmed(scorekeeper, game, 1, pin="97531864")

    for path in ("", "/events", "/replay", "/export", "/findings"):
        assert "97531864" not in director.get(f"/games/{game}{path}").get_data(as_text=True)


def test_even_the_right_pin_is_refused_after_too_many_wrong_pins(scorekeeper: Caller, game: str) -> None:
    scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "2468"})
    for _ in range(MOST_TRIES):
        assert problem(confirmed(scorekeeper, game, 1, pin="0000")) == (403, "wrong-pin")

    refused = confirmed(scorekeeper, game, 1, pin="2468")

    assert problem(refused) == (429, "too-many-attempts")
    assert 0 < int(refused.headers["Retry-After"]) <= 900
    assert life(scorekeeper, game)["state"] == "finished"


def test_wrong_pins_sent_with_a_table_link_do_not_keep_the_player_from_confirming(
    scorekeeper: Caller, director: Caller, callers: Callers, game: str
) -> None:
    """A phone at the table has the link, and so has a stranger elsewhere, who tries PINs. Each row confirms in another game."""
    ways = {
        "with the link of the seat": lambda name: confirmed(callers.holder("read", game=name, seat=1), name, 1),
        "with the PIN on a member's phone": lambda name: confirmed(director, name, 1, pin="2468"),
        "with the PIN on another phone that has the same link": lambda name: at(table(name), "192.0.2.7", name, "2468"),
    }
    tables: dict[str, Caller] = {}

    def table(name: str) -> Caller:
        if name not in tables:
            made = scorekeeper.post("/tokens", {"label": "table", "scopes": ["record"], "game": name})
            tables[name] = Caller(scorekeeper.app, made.json["token"])
        return tables[name]

    def at(holder: Caller, address: str, name: str, pin: str) -> TestResponse:
        body = {"seat": 1, "pin": pin}
        return holder.post(f"/games/{name}/confirmation", body, headers={"If-Match": '"3"'}, environ_base={"REMOTE_ADDR": address})

    for way, confirm in ways.items():
        name = finished(scorekeeper)
        scorekeeper.call("PUT", f"/games/{name}/seats/1/pin", json={"pin": "2468"})
        for _ in range(MOST_TRIES):
            assert problem(at(table(name), "192.0.2.66", name, "0000")) == (403, "wrong-pin")
        assert problem(at(table(name), "192.0.2.66", name, "2468")) == (429, "too-many-attempts")

        assert confirm(name).status_code == 201, way


def test_new_links_and_addresses_bring_no_more_tries_than_the_limit_of_the_member_who_gave_the_link(scorekeeper: Caller, game: str) -> None:
    scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "2468"})
    answers = []
    for number in range(2 * MOST_IN_AN_HOUR // MOST_TRIES):
        made = scorekeeper.post("/tokens", {"label": f"table {number}", "scopes": ["record"], "game": game})
        link = Caller(scorekeeper.app, made.json["token"])
        handed = link.post(f"/games/{game}/handover")
        phone = Caller(scorekeeper.app, handed.json["token"])
        answers += [
            phone.post(
                f"/games/{game}/confirmation",
                {"seat": 1, "pin": f"{number:04d}"},
                headers={"If-Match": '"3"'},
                environ_base={"REMOTE_ADDR": f"192.0.2.{number}"},
            ).status_code
            for _ in range(MOST_TRIES)
        ]
    assert (answers.count(403), answers.count(429)) == (MOST_IN_AN_HOUR, MOST_IN_AN_HOUR)


def test_only_the_player_or_a_director_can_change_a_pin(scorekeeper: Caller, director: Caller, callers: Callers, game: str) -> None:
    guest, path = callers.holder("read", game=game, seat=1), f"/games/{game}/seats/1/pin"
    assert scorekeeper.call("PUT", path, json={"pin": "1111"}).status_code == 204

    assert problem(scorekeeper.call("PUT", path, json={"pin": "2222"})) == (403, "pin-set")
    assert problem(callers.holder("read", game=game, seat=2).call("PUT", path, json={"pin": "2222"})) == (403, "no-right")
    assert guest.call("PUT", path, json={"pin": "3333"}).status_code == 204
    assert director.call("PUT", path, json={"pin": "4444"}).status_code == 204
    assert confirmed(scorekeeper, game, 1, pin="4444").status_code == 201


FIRST_PINS = [
    # (the visitor's token, whether it may set the first PIN of seat 1); source: docs/decisions/life-of-a-record.md
    ({"scope": "record", "here": True}, False),
    ({"scope": "read", "here": True, "seat": 2}, False),
    ({"scope": "read", "here": True, "seat": 1}, True),
    ({"scope": "record"}, True),
    ({"scope": "direct"}, True),
    ({"scope": "direct", "here": True}, True),
]


@pytest.mark.parametrize(("token", "may"), FIRST_PINS)
def test_only_the_player_of_a_seat_or_a_scorekeeper_of_the_club_can_set_its_first_pin(
    callers: Callers, game: str, token: dict[str, Any], may: bool
) -> None:
    limits = ({"game": game} if "here" in token else {}) | ({"seat": token["seat"]} if "seat" in token else {})
    answer = callers.holder(token["scope"], **limits).call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "2468"})
    assert (answer.status_code == 204) == may
    table = callers.holder("record", game=game)
    assert confirmed(table, game, 1, pin="2468").status_code == (201 if may else 422)


def test_a_table_link_cannot_set_the_first_pin_of_a_seat_even_after_replacing_the_player_there(callers: Callers, game: str) -> None:
    table = callers.holder("record", game=game)
    table.recorded(game, {"type": "PlayerSubstituted", "data": {"seat": 1}})
    refused = table.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "2468"})
    assert problem(refused) == (403, "pin-set")
    assert "scorekeeper of the club" in refused.json["detail"]


def test_the_pin_of_a_seat_is_deleted_when_somebody_else_takes_the_seat(scorekeeper: Caller, game: str) -> None:
    scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "1111"})
    person = scorekeeper.post("/people", {"name": "Eva"}).json["person"]
    version = scorekeeper.recorded(game, event("PlayerSubstituted", seat=1, person=person))

    refused = confirmed(scorekeeper, game, 1, version, pin="1111")

    assert problem(refused) == (422, "invalid")
    assert refused.json["errors"][0]["pointer"] == "/pin"
    assert scorekeeper.get(f"/games/{game}/pins").json["seats"] == []
    assert scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "2222"}).status_code == 204


WRONG_PINS = ["123", "123456789", "12a4", "१२३४", 1234, None]


@pytest.mark.parametrize("pin", WRONG_PINS)
def test_a_players_pin_that_is_not_four_to_eight_digits_is_refused(scorekeeper: Caller, game: str, pin: Any) -> None:
    assert problem(scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": pin})) == (422, "invalid")


def test_a_confirmation_of_an_old_version_is_refused(scorekeeper: Caller, callers: Callers, game: str) -> None:
    guest = callers.holder("read", game=game, seat=1)
    scorekeeper.recorded(game, event("NoteWritten", note="x"))

    assert problem(confirmed(guest, game, 1, 3)) == (412, "conflict")
    assert problem(confirmed(guest, game, 1, 9)) == (412, "conflict")
    assert problem(confirmed(guest, game, 1, "*")) == (422, "invalid")
    assert problem(guest.post(f"/games/{game}/confirmation", {"seat": 1})) == (428, "precondition-required")


def test_a_game_without_a_result_cannot_be_confirmed(scorekeeper: Caller, director: Caller, callers: Callers) -> None:
    game = scorekeeper.opened()
    guest = callers.holder("read", game=game, seat=1)
    for step in ((), (event("TimeCalled", reason="late"),), (event("GameAbandoned", reason="x"),)):
        version = scorekeeper.recorded(game, *step) if step else 1
        assert problem(confirmed(guest, game, 1, version)) == (409, "not-finished")
    assert problem(confirmed(guest, game, 2, 3)) == (403, "no-right")


def test_the_pin_of_a_winner_confirms_only_after_somebody_who_did_not_win(scorekeeper: Caller, callers: Callers, game: str) -> None:
    for seat in (0, 1):
        assert scorekeeper.call("PUT", f"/games/{game}/seats/{seat}/pin", json={"pin": "2468"}).status_code == 204
    assert scorekeeper.get(f"/games/{game}/pins").json["seats"] == [1]
    assert problem(confirmed(scorekeeper, game, 0, pin="2468")) == (403, "second-person-needed")
    assert confirmed(scorekeeper, game, 1, pin="2468").status_code == 201
    assert scorekeeper.get(f"/games/{game}/pins").json["seats"] == [0, 1]
    assert confirmed(scorekeeper, game, 0, 4, pin="2468").status_code == 201
    assert life(scorekeeper, game)["confirmed"]["seats"] == [1, 0]


def test_a_winner_confirms_with_the_link_of_their_seat(callers: Callers, game: str) -> None:
    assert confirmed(callers.holder("read", game=game, seat=0), game, 0).status_code == 201


@pytest.mark.parametrize("winners", [[0, 1, 2], []])
def test_any_pin_confirms_a_result_that_everybody_or_nobody_won(scorekeeper: Caller, winners: list[int]) -> None:
    game = scorekeeper.opened()
    version = scorekeeper.recorded(game, event("ResultStated", winners=winners, scores={"0": 2, "1": 2, "2": 2}))
    assert scorekeeper.call("PUT", f"/games/{game}/seats/0/pin", json={"pin": "2468"}).status_code == 204
    assert confirmed(scorekeeper, game, 0, version, pin="2468").status_code == 201


def test_a_seat_whose_player_has_left_cannot_confirm(scorekeeper: Caller, callers: Callers) -> None:
    game = scorekeeper.opened()
    version = scorekeeper.recorded(game, event("PlayerLeft", seat=2), stated())

    assert problem(confirmed(callers.holder("read", game=game, seat=2), game, 2, version)) == (422, "invalid")
    assert life(scorekeeper, game)["awaiting"] == [0, 1]


def test_an_append_may_not_contain_confirmations_or_links_between_games(director: Caller, game: str) -> None:
    data = {"seat": 1, "through": 3, "hash": "0" * 64, "totals": TOTALS, "winners": [0]}
    for sent in (event("ResultConfirmed", **data), event("GameLinked", game="home-aaaaaaaaaaaaaaaa", relation="rematch")):
        refused = director.append(game, sent)
        assert (problem(refused), refused.json["errors"][0]["pointer"]) == ((422, "invalid"), "/events/0/type")
