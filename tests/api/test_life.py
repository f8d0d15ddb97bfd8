"""The life of a record over HTTP (docs/decisions/life-of-a-record.md): what each request changes."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

import verify_record
from domain.files.recompute import recompute
from domain.kernel.cards import Seat
from domain.kernel.events import EventId, ResultConfirmed, TokenId
from domain.record.batch import Draft
from service.files.transcript import replay
from service.store.games.pins import MOST_TRIES
from service.store.keys import parse_game
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers

TOTALS = {"0": 4, "1": 2, "2": 0}


def event(type_: str, **data: Any) -> dict[str, Any]:
    return {"type": type_, "data": data}


def stated(winner: int = 0, **scores: int) -> dict[str, Any]:
    return event("ResultStated", winners=[winner], scores={seat[1:]: score for seat, score in scores.items()} or TOTALS)


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    """A game that ends at version 3: version 2 chooses an opener, version 3 states a result."""
    game = scorekeeper.opened()
    scorekeeper.recorded(game, opener(), stated())
    return game


def confirmed(caller: Caller, game: str, seat: int, version: int | str = 3, **body: Any) -> TestResponse:
    match = version if version == "*" else f'"{version}"'
    return caller.post(f"/games/{game}/confirmation", {"seat": seat, **body}, headers={"If-Match": match})


def life(caller: Caller, game: str) -> dict[str, Any]:
    state: dict[str, Any] = caller.get(f"/games/{game}").json["life"]
    return state


def problem(response: TestResponse) -> tuple[int, str]:
    return response.status_code, response.json["type"].removeprefix("/problems/")


# --- confirmation -----------------------------------------------------------------------------------------------------------------------


def test_a_finished_game_awaits_the_confirmation_of_every_seat(scorekeeper: Caller, game: str) -> None:
    life_now = life(scorekeeper, game)

    assert (life_now["state"], life_now["confirmed"], life_now["awaiting"]) == ("finished", None, [0, 1, 2])
    assert life_now["may"] == {"confirm": True, "answer": [], "annul": False, "finalise": False, "call_time": False, "correct_below": None}


def test_the_holder_of_a_seat_link_confirms_for_that_seat(scorekeeper: Caller, callers: Callers, game: str) -> None:
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


def test_a_second_confirmation_of_a_seat_changes_nothing(callers: Callers, game: str) -> None:
    guest = callers.holder("read", game=game, seat=1)
    first = confirmed(guest, game, 1)

    again = confirmed(guest, game, 1)

    assert (again.status_code, again.json["outcome"], again.json["events"]) == (201, "already-there", first.json["events"])
    assert problem(confirmed(guest, game, 1, 4)) == (409, "not-finished")


def test_the_holder_of_any_seat_link_may_confirm(scorekeeper: Caller, callers: Callers, game: str) -> None:
    for seat in (1, 0):
        version = scorekeeper.get(f"/games/{game}").json["version"]
        assert confirmed(callers.holder("read", game=game, seat=seat), game, seat, version).status_code == 201

    state = life(scorekeeper, game)
    assert (state["confirmed"]["seats"], state["confirmed"]["through"], state["awaiting"]) == ([1, 0], 4, [2])


def test_a_player_confirms_by_pin_on_the_phone_of_the_scorekeeper(scorekeeper: Caller, game: str) -> None:
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


def test_a_pin_is_shown_nowhere(scorekeeper: Caller, director: Caller, game: str) -> None:
    scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "97531864"})
    confirmed(scorekeeper, game, 1, pin="97531864")

    for path in ("", "/events", "/replay", "/export", "/findings"):
        assert "97531864" not in director.get(f"/games/{game}{path}").get_data(as_text=True)


def test_a_pin_is_refused_after_too_many_wrong_ones(scorekeeper: Caller, game: str) -> None:
    scorekeeper.call("PUT", f"/games/{game}/seats/1/pin", json={"pin": "2468"})
    for _ in range(MOST_TRIES):
        assert problem(confirmed(scorekeeper, game, 1, pin="0000")) == (403, "wrong-pin")

    refused = confirmed(scorekeeper, game, 1, pin="2468")

    assert problem(refused) == (429, "too-many-attempts")
    assert 0 < int(refused.headers["Retry-After"]) <= 900
    assert life(scorekeeper, game)["state"] == "finished"


def test_only_the_player_or_a_director_changes_a_pin(scorekeeper: Caller, director: Caller, callers: Callers, game: str) -> None:
    guest, path = callers.holder("read", game=game, seat=1), f"/games/{game}/seats/1/pin"
    assert scorekeeper.call("PUT", path, json={"pin": "1111"}).status_code == 204

    assert problem(scorekeeper.call("PUT", path, json={"pin": "2222"})) == (403, "pin-set")
    assert problem(callers.holder("read", game=game, seat=2).call("PUT", path, json={"pin": "2222"})) == (403, "no-right")
    assert guest.call("PUT", path, json={"pin": "3333"}).status_code == 204
    assert director.call("PUT", path, json={"pin": "4444"}).status_code == 204
    assert confirmed(scorekeeper, game, 1, pin="4444").status_code == 201


def test_a_pin_is_deleted_when_somebody_else_takes_the_seat(scorekeeper: Caller, game: str) -> None:
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
def test_a_pin_is_four_to_eight_digits(scorekeeper: Caller, game: str, pin: Any) -> None:
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


def test_a_seat_whose_player_has_left_cannot_confirm(scorekeeper: Caller, callers: Callers) -> None:
    game = scorekeeper.opened()
    version = scorekeeper.recorded(game, event("PlayerLeft", seat=2), stated())

    assert problem(confirmed(callers.holder("read", game=game, seat=2), game, 2, version)) == (422, "invalid")
    assert life(scorekeeper, game)["awaiting"] == [0, 1]


def test_confirmations_and_links_between_games_are_refused_in_an_append(director: Caller, game: str) -> None:
    data = {"seat": 1, "through": 3, "hash": "0" * 64, "totals": TOTALS, "winners": [0]}
    for sent in (event("ResultConfirmed", **data), event("GameLinked", game="home-aaaaaaaaaaaaaaaa", relation="rematch")):
        refused = director.append(game, sent)
        assert (problem(refused), refused.json["errors"][0]["pointer"]) == ((422, "invalid"), "/events/0/type")


# --- settled results --------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def settled(callers: Callers, game: str) -> str:
    """The game after seat 1 has confirmed the result with version 4."""
    assert confirmed(callers.holder("read", game=game, seat=1), game, 1).status_code == 201
    return game


BELOW = [
    # a batch after version 4, the JSON pointer that its refusal names
    ([event("Retracted", target=3)], "/events/0/data/target"),
    ([event("NoteWritten", note="x"), event("Retracted", target=3)], "/events/1/data/target"),
    ([{**stated(1), "after": 2}], "/events/0/after"),
    ([event("Retracted", target=3), stated(1)], "/events/0/data/target"),
    ([event("Retracted", target=3), stated(0, s0=4, s1=1)], "/events/0/data/target"),
]


@pytest.mark.parametrize(("batch", "pointer"), BELOW)
@pytest.mark.parametrize("match", ["*", '"4"'])
def test_only_directors_may_change_confirmed_totals(
    batch: list[dict[str, Any]], pointer: str, match: str, scorekeeper: Caller, director: Caller, settled: str
) -> None:
    for query in ("", "dry_run=true"):
        refused = scorekeeper.append(settled, *batch, match=match, query_string=query)
        assert problem(refused) == (403, "confirmed")
        assert (refused.json["through"], refused.json["errors"][0]["pointer"]) == (3, pointer)
    assert scorekeeper.get(f"/games/{settled}").json["version"] == 4
    assert life(scorekeeper, settled)["may"]["correct_below"] == 3
    assert life(director, settled)["may"]["correct_below"] is None

    assert director.append(settled, *batch, match=match).status_code == 201
    assert life(director, settled)["confirmed"] is None


ALLOWED = [
    [event("Retracted", target=2)],
    [event("NoteWritten", note="x")],
    [event("NoteWritten", note="x"), event("Retracted", target=5)],
    [{**event("NoteWritten", note="x"), "after": 1}],
    [event("Retracted", target=3), stated()],
    [event("Retracted", target=3), event("RoundStated", round=1, points={"0": 4, "1": 2}), stated()],
]


@pytest.mark.parametrize("batch", ALLOWED)
def test_a_batch_that_keeps_the_confirmed_totals_is_accepted(batch: list[dict[str, Any]], scorekeeper: Caller, settled: str) -> None:
    assert scorekeeper.append(settled, *batch, match='"4"').status_code == 201
    assert life(scorekeeper, settled)["state"] == "confirmed"


def test_a_director_can_withdraw_a_confirmation(scorekeeper: Caller, director: Caller, settled: str) -> None:
    assert problem(scorekeeper.append(settled, event("Retracted", target=4))) == (403, "no-right")

    director.recorded(settled, event("Retracted", target=4))

    assert life(scorekeeper, settled)["state"] == "finished"
    assert scorekeeper.append(settled, event("Retracted", target=3)).status_code == 201


def test_an_append_repeated_after_the_confirmation_is_recognised(scorekeeper: Caller, callers: Callers, game: str) -> None:
    ids = [str(uuid4()), str(uuid4())]
    correction = [{**event("Retracted", target=3), "id": ids[0]}, {**stated(1), "id": ids[1]}]
    scorekeeper.recorded(game, *correction)
    confirmed(callers.holder("read", game=game, seat=1), game, 1, 5)

    for match in ("*", '"3"'):
        again = scorekeeper.append(game, *correction, match=match)
        assert (again.status_code, again.json["outcome"]) == (201, "already-there")


def test_the_second_of_two_racing_corrections_gets_a_conflict(scorekeeper: Caller, game: str) -> None:
    assert scorekeeper.append(game, event("Retracted", target=3), match='"3"').status_code == 201

    stale = scorekeeper.append(game, event("Retracted", target=3), match='"3"')
    anywhere = scorekeeper.append(game, event("Retracted", target=3), match="*")

    assert (problem(stale), stale.json["expected"], stale.json["actual"]) == ((412, "conflict"), 3, 4)
    assert (problem(anywhere), anywhere.json["errors"][0]["pointer"]) == ((422, "invalid"), "/events/0/data/target")
    assert scorekeeper.get(f"/games/{game}").json["version"] == 4


def test_of_a_confirmation_and_a_simultaneous_correction_only_one_succeeds(scorekeeper: Caller, callers: Callers) -> None:
    for _ in range(12):
        game = scorekeeper.opened()
        scorekeeper.recorded(game, opener(), stated())
        guest = callers.holder("read", game=game, seat=1)
        with ThreadPoolExecutor(2) as pool:
            confirming = pool.submit(confirmed, guest, game, 1)
            correcting = pool.submit(scorekeeper.append, game, event("Retracted", target=3), match="*")
            statuses = (confirming.result().status_code, correcting.result().status_code)

        assert statuses in ((201, 403), (412, 201)), statuses
        assert life(scorekeeper, game)["state"] == ("confirmed" if statuses[0] == 201 else "open")


POINTS_NOWHERE = [
    (event("Retracted", target=99), "/events/0/data/target"),
    (event("Retracted", target=1), "/events/0/data/target"),
    ({**event("NoteWritten", note="x"), "after": 99}, "/events/0/after"),
    (event("ClaimAnswered", claim=99, seat=1, accepts=True), "/events/0/data/claim"),
    (event("ClaimAnswered", claim=2, seat=1, accepts=True), "/events/0/data/claim"),
    (event("ClaimAnswered", claim=4, seat=1, accepts=True), "/events/0/data/claim"),
    (event("PlayerSubstituted", seat=9, person="p-x"), "/events/0/data/seat"),
    (event("PlayerSubstituted", seat=1, person="p-nobody"), "/events/0/data/person"),
]


@pytest.mark.parametrize(("sent", "pointer"), POINTS_NOWHERE)
def test_an_event_that_names_something_missing_is_refused(sent: dict[str, Any], pointer: str, director: Caller, game: str) -> None:
    refused = director.append(game, sent)

    assert (problem(refused), refused.json["errors"][0]["pointer"]) == ((422, "invalid"), pointer)
    assert director.get(f"/games/{game}").json["version"] == 3


@pytest.mark.parametrize("sent", [event("ClaimAnswered", claim=1, seat=1, accepts=True), event("ResultFinalised")])
def test_an_append_that_expects_version_0_is_refused(sent: dict[str, Any], director: Caller, game: str) -> None:
    assert director.append(game, sent, match='"0"').status_code in (409, 412, 422)


def test_a_correction_cannot_name_an_event_of_another_game(scorekeeper: Caller, game: str) -> None:
    """The other game is longer. Its last version does not exist in this game."""
    other = scorekeeper.opened()
    last = scorekeeper.recorded(other, opener(), placed(0), placed(1), placed(2), revealed(s0="TS", s1="KH", s2="2C"))

    assert problem(scorekeeper.append(game, event("Retracted", target=last))) == (422, "invalid")
    assert problem(scorekeeper.append(game, event("Retracted", target=last), match=f'"{last}"')) == (412, "conflict")


def test_a_result_confirmed_under_former_rules_stays_the_result(scorekeeper: Caller, callers: Callers, parts: Wiring, game: str) -> None:
    """Seat 1 won by the former rules, and that result was confirmed. Nobody can confirm another result."""
    old = ResultConfirmed(Seat(1), 3, "00" * 32, {Seat(0): 2, Seat(1): 4}, (Seat(1),))
    parts.records.append(parse_game(game), 3, [Draft(old, EventId(str(uuid4())))], TokenId("former"))

    assert problem(confirmed(callers.holder("read", game=game, seat=2), game, 2, 4)) == (409, "not-finished")
    body = scorekeeper.get(f"/games/{game}").json
    assert (body["state"], body["outcome"]["winners"], body["life"]["confirmed"]["winners"]) == ("confirmed", [0], [1])
    line = scorekeeper.get("/games").json["games"][0]
    assert (line["scores"], line["winners"]) == ({"0": 2, "1": 4}, [1])


# --- other ways to end a game -----------------------------------------------------------------------------------------------------------


def test_a_director_can_finalise_and_annul_a_result(scorekeeper: Caller, director: Caller, settled: str) -> None:
    assert life(director, settled)["may"] == {
        "confirm": True,
        "answer": [],
        "annul": True,
        "finalise": True,
        "call_time": False,
        "correct_below": None,
    }
    for sent in (event("ResultFinalised"), event("GameAnnulled", reason="test")):
        assert problem(scorekeeper.append(settled, sent)) == (403, "no-right")

    director.recorded(settled, event("ResultFinalised"))
    assert (life(director, settled)["state"], life(director, settled)["awaiting"]) == ("final", [])

    version = director.recorded(settled, event("GameAnnulled", reason="a test"))
    body = director.get(f"/games/{settled}").json
    assert (body["state"], body["life"]["reason"]) == ("annulled", "a test")
    line = director.get("/games?state=annulled").json["games"][0]
    assert (line["game"], line["scores"], line["winners"]) == (settled, None, [])

    director.recorded(settled, event("Retracted", target=version))
    assert life(director, settled)["state"] == "final"


def test_a_game_in_play_cannot_be_finalised(director: Caller) -> None:
    game = director.opened()

    assert problem(director.append(game, event("ResultFinalised"))) == (409, "not-finished")
    assert director.append(game, stated(), event("ResultFinalised")).status_code == 201
    assert life(director, game)["state"] == "final"


def test_a_game_after_a_call_of_time_is_unfinished_until_a_result_is_stated(scorekeeper: Caller) -> None:
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


def test_the_state_lists_claims_and_concessions_with_their_answers(scorekeeper: Caller) -> None:
    game = scorekeeper.opened()
    scorekeeper.recorded(
        game,
        event("ClaimMade", seat=0, claim="the rest are mine"),
        event("ClaimAnswered", claim=2, seat=1, accepts=True),
        event("ConcessionMade", seat=2),
        event("ClaimAnswered", claim=4, seat=0, accepts=False),
    )

    claim, concession = life(scorekeeper, game)["claims"]

    assert (claim["claim"], claim["answers"], claim["standing"]) == ("the rest are mine", [{"seat": 1, "accepts": True}], True)
    assert (concession["concession"], concession["claim"], concession["standing"]) == (True, None, False)
    scorekeeper.recorded(game, event("ClaimAnswered", claim=4, seat=0, accepts=True))
    assert life(scorekeeper, game)["claims"][1]["standing"]


# --- answers to claims, by the link of a seat -------------------------------------------------------------------------------------------


@pytest.fixture
def claimed(scorekeeper: Caller) -> str:
    """Seat 0 claims at version 2, seat 2 concedes at version 3."""
    game = scorekeeper.opened()
    scorekeeper.recorded(game, event("ClaimMade", seat=0, claim="the rest are mine"), event("ConcessionMade", seat=2))
    return game


def answered(caller: Caller, game: str, claim: int, seat: int, *, accepts: bool = True, match: str = "*") -> TestResponse:
    return caller.post(f"/games/{game}/answers", {"claim": claim, "seat": seat, "accepts": accepts}, headers={"If-Match": match})


def answers(caller: Caller, game: str) -> list[list[tuple[int, bool]]]:
    return [[(reply["seat"], reply["accepts"]) for reply in claim["answers"]] for claim in life(caller, game)["claims"]]


def test_the_holder_of_a_seat_link_answers_for_that_seat(callers: Callers, scorekeeper: Caller, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    assert life(guest, claimed)["may"]["answer"] == [2, 3]

    response = answered(guest, claimed, 2, 1, accepts=False)

    assert (response.status_code, response.json["version"], response.json["outcome"]) == (201, 4, "appended")
    assert answers(scorekeeper, claimed) == [[(1, False)], []]
    assert not life(scorekeeper, claimed)["claims"][0]["standing"]
    recorded = scorekeeper.get(f"/games/{claimed}/events?after=3").json["events"][0]
    assert (recorded["type"], recorded["data"]) == ("ClaimAnswered", {"claim": 2, "seat": 1, "accepts": False})
    assert recorded["by"] != scorekeeper.get(f"/games/{claimed}/events").json["events"][0]["by"]


def test_repeating_an_answer_records_nothing_and_another_answer_replaces_it(callers: Callers, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    for accepts in (True, False, True):
        first = answered(guest, claimed, 2, 1, accepts=accepts)
        again = answered(guest, claimed, 2, 1, accepts=accepts)
        assert (first.json["outcome"], again.json["outcome"], again.json["events"]) == ("appended", "already-there", first.json["events"])
        assert answers(guest, claimed) == [[(1, accepts)], []]


def test_a_withdrawn_answer_can_be_given_again(scorekeeper: Caller, callers: Callers, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    answered(guest, claimed, 2, 1)
    scorekeeper.recorded(claimed, event("Retracted", target=4))

    assert answered(guest, claimed, 2, 1).json["outcome"] == "appended"
    assert answers(guest, claimed) == [[(1, True)], []]


def test_an_answer_that_the_scorekeeper_recorded_is_not_recorded_again(scorekeeper: Caller, callers: Callers, claimed: str) -> None:
    scorekeeper.recorded(claimed, {**event("ClaimAnswered", claim=2, seat=1, accepts=True), "offset": 120, "after": 2})

    assert answered(callers.holder("read", game=claimed, seat=1), claimed, 2, 1).json["outcome"] == "already-there"


def test_the_holder_of_a_seat_link_cannot_answer_for_another_seat(callers: Callers, scorekeeper: Caller, claimed: str) -> None:
    for holder in (callers.holder("read", game=claimed, seat=2), callers.holder("read"), callers.holder("read", game=claimed)):
        assert problem(answered(holder, claimed, 2, 1)) == (403, "no-right")
    assert (
        problem(callers.holder("read", game=claimed, seat=1).append(claimed, event("ClaimAnswered", claim=2, seat=1, accepts=True)))[0]
        == 403
    )
    assert answers(scorekeeper, claimed) == [[], []]
    assert answered(scorekeeper, claimed, 2, 1).status_code == 201


NO_CLAIM = [(1, 1, "/claim"), (99, 1, "/claim"), (4, 1, "/claim"), (3, 2, "/seat"), (2, 0, "/seat")]


@pytest.mark.parametrize(("claim", "seat", "pointer"), NO_CLAIM)
def test_a_seat_can_answer_only_a_current_claim_of_another_seat(
    claim: int, seat: int, pointer: str, scorekeeper: Caller, callers: Callers, claimed: str
) -> None:
    """Version 4 is a claim that was withdrawn."""
    scorekeeper.recorded(claimed, event("ClaimMade", seat=0, claim="x"))
    scorekeeper.recorded(claimed, event("Retracted", target=4))
    guest = callers.holder("read", game=claimed, seat=seat)

    refused = answered(guest, claimed, claim, seat)

    assert (problem(refused), refused.json["errors"][0]["pointer"]) == ((422, "invalid"), pointer)
    assert claim not in life(guest, claimed)["may"]["answer"]


def test_a_claim_cannot_be_answered_after_the_result_is_confirmed(scorekeeper: Caller, callers: Callers, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    answered(guest, claimed, 2, 1)
    scorekeeper.recorded(claimed, stated())
    assert life(guest, claimed)["may"]["answer"] == [2, 3]
    assert confirmed(callers.holder("read", game=claimed, seat=0), claimed, 0, 5).status_code == 201

    assert problem(answered(guest, claimed, 3, 1)) == (422, "invalid")
    assert answered(guest, claimed, 2, 1).json["outcome"] == "already-there"
    assert life(guest, claimed)["may"]["answer"] == []


def test_an_answer_must_name_the_version_that_the_player_saw(callers: Callers, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    body = {"claim": 2, "seat": 1, "accepts": True}
    assert problem(guest.post(f"/games/{claimed}/answers", body)) == (428, "precondition-required")
    assert problem(answered(guest, claimed, 2, 1, match='"2"')) == (412, "conflict")
    assert answered(guest, claimed, 2, 1, match='"3"').status_code == 201


def test_a_player_can_be_substituted(scorekeeper: Caller) -> None:
    game = scorekeeper.opened(seats=[{"name": "Anna"}, {"name": "Ben"}])
    person = scorekeeper.post("/people", {"name": "Eva"}).json["person"]

    scorekeeper.recorded(game, event("PlayerSubstituted", seat=1, person=person))

    body = scorekeeper.get(f"/games/{game}").json
    assert [seat["name"] for seat in body["seats"]] == ["Anna", "Eva"]
    assert body["life"]["substitutions"] == [{"version": 2, "seat": 1, "person": person}]
    assert scorekeeper.get(f"/games?player={person}").json["games"][0]["game"] == game


def test_the_verifier_accepts_the_file_of_a_settled_record(director: Caller, settled: str) -> None:
    """The footer follows from the events and the rules alone, because the chain contains the confirmations."""
    director.recorded(settled, event("ResultFinalised"))

    for form in ("json", "ndjson"):
        file = director.get(f"/games/{settled}/export?format={form}").data

        assert director.call("POST", "/records/verify", data=file).json["valid"]
        assert verify_record.verify(file)[0].startswith(f"OK {settled} 5 events")
        assert recompute(file).faults == ()
    assert "The game is final, won by seat 1; seat 1: 4, seat 2: 2, seat 3: 0." in list(replay(file))


# --- hand-over and rematch --------------------------------------------------------------------------------------------------------------


def bearer(caller: Caller, body: dict[str, Any]) -> Caller:
    return Caller(caller.app, body["link"].partition("#")[2])


def test_a_handover_gives_a_new_table_link_and_ends_the_old_link(callers: Callers, game: str) -> None:
    former = callers.holder("record", game=game)

    handed = former.post(f"/games/{game}/handover")

    assert (handed.status_code, handed.json["revoked"]) == (201, True)
    assert bearer(former, handed.json).recorded(game, event("NoteWritten", note="mine now")) == 4
    assert problem(former.post(f"/games/{game}/handover")) == (401, "token-invalid")


def test_a_handover_does_not_end_the_club_token_that_made_it(director: Caller, game: str) -> None:
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


def test_another_rematch_can_be_opened_after_one_is_withdrawn(scorekeeper: Caller, game: str) -> None:
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
