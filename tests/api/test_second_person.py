"""Only directors change a result that counts: a result that a second person approved, that came from a game, or that a director set by a
ruling."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import PIN, Cup, approve, event, kind, linked, opened_cup, send, set_pin, typed, visiting
from tests.tournament.stream import act


class Versions(NamedTuple):
    """The versions of some events in the tournament that `settled` returns. The name of a field says what its event is."""

    note: int
    here: int
    approved: int
    waiting: int
    link: int
    taken: int
    change: int
    gone: int


def settled(parts: Wiring, director: Caller) -> tuple[Cup, Versions]:
    """Table 1 has an approved result. Table 2 has the result of a game, a change that waits for the director, and a typed result that
    waits. Table 3 has a typed result that waits. A retraction (`gone`) took back an approved result of table 3."""
    cup = opened_cup(parts)
    note, here = cup.add(act("NoteWritten", note="rain")), cup.add(act("CheckedIn", entry=1))
    approved = typed(cup)
    cup.add(act("ResultApproved", round=1, table=1, result=approved))
    linked(cup, director, "two", 1, 2)
    link = cup.version
    at = {"round": 1, "table": 2, "game": cup.games["two"], "hash": "ab" * 32}
    taken = cup.add(act("ResultTaken", **at, version=5, verdict=5, scores=[9, 11], winners=[1]))
    change = cup.add(act("ResultTaken", **at, version=6, verdict=6, scores=[9, 12], winners=[1]))
    before = typed(cup, 3)
    cup.add(act("ResultApproved", round=1, table=3, result=before))
    gone = cup.add(act("Retracted", target=cup.version))
    cup.add(act("Retracted", target=before))
    typed(cup, 2)
    return cup, Versions(note, here, approved, typed(cup, 3), link, taken, change, gone)


def retracted(target: int) -> dict[str, Any]:
    return event("Retracted", target=target)


def entered(table: int) -> dict[str, Any]:
    return event("ResultEntered", round=1, table=table, scores=[3, 11])


BATCHES: dict[str, tuple[Callable[[Versions], list[dict[str, Any]]], bool]] = {
    # what the events do: (a function that returns the events, whether a scorekeeper may send them)
    "another typed result": (lambda _: [entered(1)], True),
    "a note is taken back": (lambda known: [retracted(known.note)], True),
    "a check-in is taken back": (lambda known: [retracted(known.here)], True),
    "a typed result that waits is taken back": (lambda known: [retracted(known.waiting)], True),
    "an approved result is taken back": (lambda known: [retracted(known.approved)], False),
    "its approval is taken back": (lambda known: [retracted(known.approved + 1)], False),
    "a result is taken back behind a note": (lambda known: [event("NoteWritten", note="x"), retracted(known.approved)], False),
    "the result of a game is taken back": (lambda known: [retracted(known.taken)], False),
    "a change that waits is taken back": (lambda known: [retracted(known.change)], False),
    "an approved result comes back": (lambda known: [retracted(known.gone)], False),
    "a typed result is inserted": (lambda known: [{**entered(1), "after": known.approved}], False),
    "a note is inserted": (lambda known: [{**event("NoteWritten", note="x"), "after": known.note}], False),
}


@pytest.mark.parametrize("query", ["", "?dry_run=true"])
@pytest.mark.parametrize("sent", BATCHES)
def test_only_directors_can_correct_a_result_that_counts(
    sent: str, query: str, parts: Wiring, director: Caller, scorekeeper: Caller
) -> None:
    cup, known = settled(parts, director)
    batch, allowed = BATCHES[sent][0](known), BATCHES[sent][1]
    before = parts.tournaments_read.of(cup.id).state.rounds

    answered = send(scorekeeper, cup, *batch, query=query)
    if allowed:
        assert answered.status_code == (200 if query else 201)
    else:
        assert (answered.status_code, answered.json["type"], answered.json["needs"]) == (403, "/problems/no-right", "direct")
        assert parts.tournaments_read.of(cup.id).state.rounds == before
        assert send(director, cup, *batch, query=query).status_code == (200 if query else 201)


APPROVERS = [
    # (the visitor who approves, the table, the body of the request, the expected answer). Entry 2 sits at table 1, entry 4 at table 2
    ("scorekeeper", 1, {"entry": 2, "pin": PIN}, "no-right /result"),
    ("link of table 1", 1, {"entry": 2, "pin": PIN}, "no-right /result"),
    ("check-in of entry 1", 1, {}, "no-right /result"),
    ("scorekeeper", 2, {"entry": 4, "pin": PIN}, "no-right /result"),
    ("link of table 2", 2, {"entry": 4, "pin": PIN}, "no-right /result"),
    ("check-in of entry 3", 2, {}, "no-right /result"),
    ("scorekeeper", 3, {"entry": 6, "pin": PIN}, "done"),
    ("director", 1, {}, "done"),
    ("director", 2, {}, "done"),
    ("director", 1, {"entry": 2, "pin": PIN}, "done"),
    ("owner", 2, {}, "done"),
]


@pytest.mark.parametrize(("visitor", "table", "body", "answer"), APPROVERS)
def test_only_a_director_can_approve_a_typed_result_that_replaces_a_result_that_counts(
    visitor: str, table: int, body: dict[str, Any], answer: str, parts: Wiring, director: Caller, callers: Callers
) -> None:
    cup, known = settled(parts, director)
    for entry in (2, 4, 6):
        set_pin(director, cup, entry)
    result = known.waiting if table == 3 else typed(cup, table)
    counted = parts.tournaments_read.of(cup.id).state.rounds[1].tables[table].result

    response = approve(visiting(callers, cup, visitor), cup, result, table=table, **body)

    assert kind(response) == answer
    now = parts.tournaments_read.of(cup.id).state.rounds[1].tables[table].result
    assert (now == counted) == (answer != "done")


def test_an_approval_that_is_sent_twice_is_answered_with_already_there(parts: Wiring, director: Caller, callers: Callers) -> None:
    cup, known = settled(parts, director)
    set_pin(director, cup, 6)
    phone = visiting(callers, cup, "scorekeeper")
    first, again = (approve(phone, cup, known.waiting, table=3, entry=6, pin=PIN) for _ in range(2))
    assert (first.status_code, again.status_code, again.json["outcome"]) == (201, 201, "already-there")
