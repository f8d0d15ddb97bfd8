"""Claims and concessions over HTTP, and the answers to them by the links of seats."""

import pytest
from werkzeug.test import TestResponse

from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.lives import confirmed, event, life, problem, stated


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


# --- answers to claims, by the link of a seat ---------------------------------------------------------------------------------------------


@pytest.fixture
def claimed(scorekeeper: Caller) -> str:
    """A game in which seat 0 makes a claim (version 2) and seat 2 concedes (version 3)."""
    game = scorekeeper.opened()
    scorekeeper.recorded(game, event("ClaimMade", seat=0, claim="the rest are mine"), event("ConcessionMade", seat=2))
    return game


def answered(caller: Caller, game: str, claim: int, seat: int, *, accepts: bool = True, match: str = "*") -> TestResponse:
    return caller.post(f"/games/{game}/answers", {"claim": claim, "seat": seat, "accepts": accepts}, headers={"If-Match": match})


def answers(caller: Caller, game: str) -> list[list[tuple[int, bool]]]:
    return [[(reply["seat"], reply["accepts"]) for reply in claim["answers"]] for claim in life(caller, game)["claims"]]


def test_the_holder_of_a_seat_link_can_answer_a_claim_for_that_seat(callers: Callers, scorekeeper: Caller, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    assert life(guest, claimed)["may"]["answer"] == [2, 3]

    response = answered(guest, claimed, 2, 1, accepts=False)

    assert (response.status_code, response.json["version"], response.json["outcome"]) == (201, 4, "appended")
    assert answers(scorekeeper, claimed) == [[(1, False)], []]
    assert not life(scorekeeper, claimed)["claims"][0]["standing"]
    recorded = scorekeeper.get(f"/games/{claimed}/events?after=3").json["events"][0]
    assert (recorded["type"], recorded["data"]) == ("ClaimAnswered", {"claim": 2, "seat": 1, "accepts": False})
    assert recorded["by"] != scorekeeper.get(f"/games/{claimed}/events").json["events"][0]["by"]


def test_only_a_different_answer_to_a_claim_replaces_the_recorded_answer(callers: Callers, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    for accepts in (True, False, True):
        first = answered(guest, claimed, 2, 1, accepts=accepts)
        again = answered(guest, claimed, 2, 1, accepts=accepts)
        assert (first.json["outcome"], again.json["outcome"], again.json["events"]) == ("appended", "already-there", first.json["events"])
        assert answers(guest, claimed) == [[(1, accepts)], []]


def test_a_withdrawn_answer_to_a_claim_can_be_given_again(scorekeeper: Caller, callers: Callers, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    answered(guest, claimed, 2, 1)
    scorekeeper.recorded(claimed, event("Retracted", target=4))

    assert answered(guest, claimed, 2, 1).json["outcome"] == "appended"
    assert answers(guest, claimed) == [[(1, True)], []]


def test_an_answer_to_a_claim_is_not_recorded_again_after_the_scorekeeper_recorded_it(
    scorekeeper: Caller, callers: Callers, claimed: str
) -> None:
    scorekeeper.recorded(claimed, {**event("ClaimAnswered", claim=2, seat=1, accepts=True), "offset": 120, "after": 2})

    assert answered(callers.holder("read", game=claimed, seat=1), claimed, 2, 1).json["outcome"] == "already-there"


def test_the_holder_of_a_seat_link_cannot_answer_a_claim_for_another_seat(callers: Callers, scorekeeper: Caller, claimed: str) -> None:
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
def test_a_seat_can_answer_only_a_claim_that_another_seat_made_and_nobody_withdrew(
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


def test_an_answer_to_a_claim_must_name_the_version_that_the_player_saw(callers: Callers, claimed: str) -> None:
    guest = callers.holder("read", game=claimed, seat=1)
    body = {"claim": 2, "seat": 1, "accepts": True}
    assert problem(guest.post(f"/games/{claimed}/answers", body)) == (428, "precondition-required")
    assert problem(answered(guest, claimed, 2, 1, match='"2"')) == (412, "conflict")
    assert answered(guest, claimed, 2, 1, match='"3"').status_code == 201
