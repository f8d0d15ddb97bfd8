"""A typed result must be approved by a second person: with a PIN, with a check-in link, or as a director."""

from typing import Any
from uuid import uuid4

import pytest

from domain.kernel.events import EventId
from service.recording.tournaments import TournamentDraft
from service.store.keys import HOME
from service.store.pins import MOST_TRIES
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import PIN, Cup, approve, event, kind, opened_cup, send, set_pin, typed, visiting
from tests.tournament.stream import act, paired


@pytest.fixture
def cup(parts: Wiring) -> Cup:
    return opened_cup(parts)


WAYS: dict[str, dict[str, Any]] = {
    "alone": {},
    "with PIN 2": {"entry": 2, "pin": PIN},
    "wrong PIN": {"entry": 2, "pin": "0000"},
    "no PIN set": {"entry": 1, "pin": PIN},
    "entry only": {"entry": 2},
    "PIN only": {"pin": PIN},
    "not there": {"entry": 3, "pin": PIN},
}
"""The ways to approve the result of table 1, each with its request. Entries 1 and 2 sit at table 1; entry 3 does not. Entries 2 and 3 have
the same PIN."""
PHONE = {
    "alone": "second-person-needed",
    "with PIN 2": "done",
    "wrong PIN": "wrong-pin /pin",
    "no PIN set": "invalid /pin",
    "entry only": "second-person-needed",
    "PIN only": "invalid /entry",
    "not there": "invalid /entry",
}
OWN = {"alone": "done", "no PIN set": "done", "PIN only": "done"}
APPROVERS: dict[str, dict[str, str]] = {
    "owner": {**PHONE, "alone": "done"},
    "director": {**PHONE, "alone": "done"},
    "scorekeeper": PHONE,
    "link of table 1": PHONE,
    "link of table 2": dict.fromkeys(WAYS, "no-right"),
    "check-in of entry 1": {**dict.fromkeys(WAYS, "no-right"), **OWN},
    "check-in of entry 3": dict.fromkeys(WAYS, "no-right"),
    "viewing link": dict.fromkeys(WAYS, "no-right"),
    "viewer": dict.fromkeys(WAYS, "no-right"),
    "table 1 of another tournament": dict.fromkeys(WAYS, "not-found"),
    "entry 1 of another tournament": dict.fromkeys(WAYS, "not-found"),
    "link of a game": dict.fromkeys(WAYS, "not-found"),
    "another club": dict.fromkeys(WAYS, "not-found"),
    "expired": dict.fromkeys(WAYS, "token-invalid"),
    "anonymous": dict.fromkeys(WAYS, "token-missing"),
}
"""For each visitor, the answer to each request in WAYS. A check-in link approves for its entry, so its request needs no entry and no
PIN."""


@pytest.mark.parametrize("visitor", APPROVERS)
def test_a_typed_result_can_be_approved_only_by_a_second_person(visitor: str, cup: Cup, director: Caller, callers: Callers) -> None:
    """After each request that approves, the test withdraws the approval."""
    for entry in (2, 3):
        set_pin(director, cup, entry)
    result, caller = typed(cup), visiting(callers, cup, visitor)
    answered = {}
    for way, body in WAYS.items():
        before = cup.version
        response = approve(caller, cup, result, **body)
        answered[way] = kind(response)
        assert cup.version - before == (response.status_code == 201)
        if response.status_code == 201:
            cup.add(act("Retracted", target=cup.version))

    assert answered == APPROVERS[visitor]


RECORDED = [
    # (the visitor who approves, the body of the request, the entry that the recorded event names)
    ("director", {}, None),
    ("director", {"entry": 2, "pin": PIN}, 2),
    ("scorekeeper", {"entry": 2, "pin": PIN}, 2),
    ("link of table 1", {"entry": 2, "pin": PIN}, 2),
    ("check-in of entry 1", {}, 1),
    ("check-in of entry 1", {"entry": 1}, 1),
]


@pytest.mark.parametrize(("visitor", "body", "entry"), RECORDED)
def test_an_approved_result_counts_and_its_approval_names_the_entry(
    visitor: str, body: dict[str, Any], entry: int | None, cup: Cup, director: Caller, callers: Callers
) -> None:
    set_pin(director, cup, 2)
    result = typed(cup)

    response = approve(visiting(callers, cup, visitor), cup, result, **body)

    assert (response.status_code, response.headers["ETag"]) == (201, f'"{result + 1}"')
    last = director.get(f"/tournaments/{cup.id}/events?after={result}").json["events"][0]
    assert (last["type"], last["data"]) == (
        "ResultApproved",
        {"round": 1, "table": 1, "result": result} | ({} if entry is None else {"entry": entry}),
    )
    table = director.get(f"/tournaments/{cup.id}/rounds/1").json["tables"][0]
    assert (table["result"]["scores"], table["typed"]) == ([7, 7], None)


@pytest.mark.parametrize(
    ("scores", "typist", "approver", "answer"),
    [
        ([11, 3], "link of table 1", 1, "second-person-needed"),  # nobody but the winner stands behind it
        ([11, 3], "link of table 1", 2, "done"),
        ([3, 11], "link of table 1", 1, "done"),
        ([11, 3], "director", 1, "done"),
        ([7, 7], "link of table 1", 1, "done"),  # nobody lost
    ],
)
def test_the_pin_of_a_winner_does_not_approve_a_result_behind_which_nobody_else_stands(
    scores: list[int], typist: str, approver: int, answer: str, cup: Cup, director: Caller, callers: Callers
) -> None:
    set_pin(director, cup, approver)
    assert send(visiting(callers, cup, typist), cup, event("ResultEntered", round=1, table=1, scores=scores)).status_code == 201
    result = cup.version
    assert kind(approve(visiting(callers, cup, "link of table 1"), cup, result, entry=approver, pin=PIN)) == answer
    if answer != "done":
        assert kind(approve(visiting(callers, cup, f"check-in of entry {approver}"), cup, result)) == "done"


@pytest.mark.parametrize(("visitor", "body", "entry"), RECORDED)
def test_a_repeated_approval_is_recorded_once(
    visitor: str, body: dict[str, Any], entry: int | None, cup: Cup, director: Caller, callers: Callers
) -> None:
    set_pin(director, cup, 2)
    result, caller = typed(cup), visiting(callers, cup, visitor)

    first, again = approve(caller, cup, result, **body).json, approve(caller, cup, result, **body).json

    assert (first["outcome"], again["outcome"], first["events"], cup.version) == ("appended", "already-there", again["events"], result + 1)


def test_a_withdrawn_approval_may_be_given_again(cup: Cup, director: Caller) -> None:
    result = typed(cup)
    for _ in range(3):
        assert approve(director, cup, result).json["outcome"] == "appended"
        send(director, cup, event("Retracted", target=cup.version))
    assert director.get(f"/tournaments/{cup.id}/rounds/1").json["tables"][0]["typed"]["version"] == result


def test_two_simultaneous_approvals_of_a_result_record_one_approval(cup: Cup, director: Caller, callers: Callers) -> None:
    """The second request names a result that no longer waits for approval."""
    result = typed(cup)
    assert kind(approve(visiting(callers, cup, "check-in of entry 1"), cup, result)) == "done"
    assert kind(approve(director, cup, result)) == "invalid /result"


NOTHING_WAITS = [
    # (round, table, version of the result, expected answer). At table 1, a later result has replaced the typed result of version 10
    (1, 1, 10, "invalid /result"),
    (1, 1, 9, "invalid /result"),
    (1, 1, 9999, "invalid /result"),
    (1, 1, 0, "invalid /result"),
    (1, 2, 11, "invalid /result"),
    (1, 9, 11, "not-found"),
    (1, 0, 11, "not-found"),
    (3, 1, 11, "not-found"),
    ("x", 1, 11, "not-found"),
    (1, "x", 11, "not-found"),
    (1, "¹", 11, "not-found"),
    ("99999999999", 1, 11, "not-found"),
]


@pytest.mark.parametrize(("number", "table", "version", "answer"), NOTHING_WAITS)
def test_only_a_typed_result_that_waits_for_approval_can_be_approved(
    number: int | str, table: int | str, version: int, answer: str, cup: Cup, director: Caller
) -> None:
    assert (typed(cup), typed(cup)) == (10, 11)
    assert kind(approve(director, cup, version, number=number, table=table)) == answer
    assert cup.version == 11


def test_a_pin_is_not_checked_if_no_result_waits_for_approval(cup: Cup, director: Caller, scorekeeper: Caller) -> None:
    """If the PIN were checked, anybody who may type results could lock the PINs of all entries at any time, by sending wrong PINs."""
    set_pin(director, cup, 2)
    for _ in range(MOST_TRIES + 1):
        assert kind(approve(scorekeeper, cup, 9, entry=2, pin="0000")) == "invalid /result"
    assert kind(approve(scorekeeper, cup, typed(cup), entry=2, pin=PIN)) == "done"


@pytest.mark.parametrize("visitor", ["link of table 1", "check-in of entry 1"])
def test_the_holder_of_a_link_cannot_approve_a_result_before_the_round_is_published(
    visitor: str, cup: Cup, director: Caller, callers: Callers
) -> None:
    """The answer is the same for a round that is not paired yet."""
    cup.add(paired(2, [[1], [3]], [[2], [4]], [[5], [6]]))
    result = cup.add(act("ResultEntered", round=2, table=1, scores=[11, 3]))
    for number in (2, 3):
        assert kind(approve(visiting(callers, cup, visitor), cup, result, number=number)) == "not-found"
    assert kind(approve(director, cup, result, number=2)) == "done"


def test_the_table_link_that_typed_a_result_can_approve_it_only_with_a_pin(cup: Cup, director: Caller, callers: Callers) -> None:
    set_pin(director, cup, 2)
    link = visiting(callers, cup, "link of table 1")
    result = send(link, cup, event("ResultEntered", round=1, table=1, scores=[11, 3])).json["version"]

    assert kind(approve(link, cup, result)) == "second-person-needed"
    assert kind(approve(link, cup, result, entry=2, pin=PIN)) == "done"


def test_a_result_cannot_be_approved_by_the_check_in_link_that_typed_it(
    cup: Cup, parts: Wiring, callers: Callers, director: Caller
) -> None:
    """A check-in link cannot type results today. So the test stores a result as if such a link had typed it."""
    caller = visiting(callers, cup, "check-in of entry 1")
    (token,) = (token for token in parts.clubs.tokens(HOME) if token.entry == 1)
    made = TournamentDraft(act("ResultEntered", round=1, table=1, scores=[11, 3]), EventId(str(uuid4())))
    result = parts.tournaments.append(cup.id, None, [made], token.id).version

    assert kind(approve(caller, cup, result)) == "second-person-needed"
    assert kind(approve(director, cup, result)) == "done"
