"""A confirmed result over HTTP: who may still change it, finalise it or annul it, and what two requests at the same time do."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest

import verify_record
from domain.files.recompute import recompute
from domain.kernel.cards import Seat
from domain.kernel.events import EventId, ResultConfirmed, TokenId
from domain.record.batch import Draft
from service.files.transcript import replay
from service.store.keys import parse_game
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.api.lives import confirmed, event, finished, life, problem, stated


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    return finished(scorekeeper)


@pytest.fixture
def settled(callers: Callers, game: str) -> str:
    """The game after seat 1 has confirmed the result with version 4."""
    assert confirmed(callers.holder("read", game=game, seat=1), game, 1).status_code == 201
    return game


BELOW = [
    # (a batch that is sent after version 4, the JSON pointer in its refusal)
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
def test_a_batch_that_does_not_change_the_confirmed_totals_is_accepted(
    batch: list[dict[str, Any]], scorekeeper: Caller, settled: str
) -> None:
    assert scorekeeper.append(settled, *batch, match='"4"').status_code == 201
    assert life(scorekeeper, settled)["state"] == "confirmed"


def test_a_director_can_withdraw_a_confirmation(scorekeeper: Caller, director: Caller, settled: str) -> None:
    assert problem(scorekeeper.append(settled, event("Retracted", target=4))) == (403, "no-right")

    director.recorded(settled, event("Retracted", target=4))

    assert life(scorekeeper, settled)["state"] == "finished"
    assert scorekeeper.append(settled, event("Retracted", target=3)).status_code == 201


def test_repeating_an_append_after_the_confirmation_is_answered_with_already_there(
    scorekeeper: Caller, callers: Callers, game: str
) -> None:
    ids = [str(uuid4()), str(uuid4())]
    correction = [{**event("Retracted", target=3), "id": ids[0]}, {**stated(1), "id": ids[1]}]
    scorekeeper.recorded(game, *correction)
    confirmed(callers.holder("read", game=game, seat=1), game, 1, 5)

    for match in ("*", '"3"'):
        again = scorekeeper.append(game, *correction, match=match)
        assert (again.status_code, again.json["outcome"]) == (201, "already-there")


def test_the_slower_of_two_simultaneous_corrections_gets_a_conflict(scorekeeper: Caller, game: str) -> None:
    assert scorekeeper.append(game, event("Retracted", target=3), match='"3"').status_code == 201

    stale = scorekeeper.append(game, event("Retracted", target=3), match='"3"')
    anywhere = scorekeeper.append(game, event("Retracted", target=3), match="*")

    assert (problem(stale), stale.json["expected"], stale.json["actual"]) == ((412, "conflict"), 3, 4)
    assert (problem(anywhere), anywhere.json["errors"][0]["pointer"]) == ((422, "invalid"), "/events/0/data/target")
    assert scorekeeper.get(f"/games/{game}").json["version"] == 4


def test_if_a_confirmation_and_a_correction_are_sent_at_the_same_time_only_one_succeeds(scorekeeper: Caller, callers: Callers) -> None:
    for _ in range(12):
        game = finished(scorekeeper)
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
def test_an_event_that_names_a_missing_event_or_seat_is_refused(sent: dict[str, Any], pointer: str, director: Caller, game: str) -> None:
    refused = director.append(game, sent)

    assert (problem(refused), refused.json["errors"][0]["pointer"]) == ((422, "invalid"), pointer)
    assert director.get(f"/games/{game}").json["version"] == 3


@pytest.mark.parametrize("sent", [event("ClaimAnswered", claim=1, seat=1, accepts=True), event("ResultFinalised")])
def test_an_append_that_expects_version_0_is_refused(sent: dict[str, Any], director: Caller, game: str) -> None:
    assert director.append(game, sent, match='"0"').status_code in (409, 412, 422)


def test_a_correction_cannot_name_an_event_of_another_game(scorekeeper: Caller, game: str) -> None:
    """The other game is longer. The correction names the last version of the other game, which does not exist in this game."""
    other = scorekeeper.opened()
    last = scorekeeper.recorded(other, opener(), placed(0), placed(1), placed(2), revealed(s0="TS", s1="KH", s2="2C"))

    assert problem(scorekeeper.append(game, event("Retracted", target=last))) == (422, "invalid")
    assert problem(scorekeeper.append(game, event("Retracted", target=last), match=f'"{last}"')) == (412, "conflict")


def test_a_confirmed_result_still_counts_when_the_rules_have_changed_since(
    scorekeeper: Caller, callers: Callers, parts: Wiring, game: str
) -> None:
    """Seat 1 won by the former rules, and that result was confirmed. Nobody can confirm another result."""
    old = ResultConfirmed(Seat(1), 3, "00" * 32, {Seat(0): 2, Seat(1): 4}, (Seat(1),))
    parts.records.append(parse_game(game), 3, [Draft(old, EventId(str(uuid4())))], TokenId("former"))

    assert problem(confirmed(callers.holder("read", game=game, seat=2), game, 2, 4)) == (409, "not-finished")
    body = scorekeeper.get(f"/games/{game}").json
    assert (body["state"], body["outcome"]["winners"], body["life"]["confirmed"]["winners"]) == ("confirmed", [0], [1])
    line = scorekeeper.get("/games").json["games"][0]
    assert (line["scores"], line["winners"]) == ({"0": 2, "1": 4}, [1])


def test_the_verifier_accepts_the_file_of_a_game_whose_result_is_final(director: Caller, settled: str) -> None:
    """The footer follows from the events and the rules alone, because the events include the confirmations."""
    director.recorded(settled, event("ResultFinalised"))

    for form in ("json", "ndjson"):
        file = director.get(f"/games/{settled}/export?format={form}").data

        assert director.call("POST", "/records/verify", data=file).json["valid"]
        assert verify_record.verify(file)[0].startswith(f"OK {settled} 5 events")
        assert recompute(file).faults == ()
    assert "The game is final, won by seat 1; seat 1: 4, seat 2: 2, seat 3: 0." in list(replay(file))


def test_a_director_can_finalise_and_annul_a_result(scorekeeper: Caller, director: Caller, settled: str) -> None:
    assert life(director, settled)["may"] == {
        "confirm": True,
        "answer": [],
        "annul": True,
        "finalise": True,
        "call_time": False,
        "correct_below": None,
        "remove": False,
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
