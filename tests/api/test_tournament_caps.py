"""How much the holder of a tournament's link can add to the tournament. Anybody who passes a table can take a picture of its link.
The tests make the limits of streams small, because it would take minutes to fill a normal stream."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from domain.tournament.reading import tournament_read
from service.app import create_app
from service.recording.limits import MOST_ALIKE
from service.store.tournaments.tournaments import TOURNAMENT
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import PIN, Cup, approve, check_in, event, kind, opened_cup, send, set_pin, visiting
from tests.tournament.stream import act, paired

HERE = {"round": 1, "table": 1}


@pytest.fixture
def cup(parts: Wiring) -> Cup:
    return opened_cup(parts)


@pytest.fixture
def link(callers: Callers, cup: Cup) -> Caller:
    """The link of table 1."""
    return visiting(callers, cup, "link of table 1")


def typed(**data: Any) -> dict[str, Any]:
    return event("ResultEntered", **{**HERE, **data})


def worn_out(cup: Cup) -> None:
    """Record as many results of table 1 as links may type in total."""
    cup.add(*(act("ResultEntered", **HERE, scores=[number, 1]) for number in range(MOST_ALIKE)))


# --- one event in a request ---------------------------------------------------------------------------------------------------------------

TWICE = [
    ("link of table 1", [typed(scores=[3, 1]), typed(scores=[3, 2])]),
    ("check-in of entry 1", [event("CheckedIn", entry=1), event("CheckedIn", entry=1)]),
]


@pytest.mark.parametrize(("visitor", "events"), TWICE)
def test_a_link_may_send_only_one_event_in_a_request(visitor: str, events: list[dict[str, Any]], cup: Cup, callers: Callers) -> None:
    refused = send(visiting(callers, cup, visitor), cup, *events)

    assert kind(refused) == "no-right /events/1"
    assert refused.json["errors"][0]["message"] == "A link sends one event in a request."
    assert cup.version == 9


def test_a_scorekeeper_may_send_several_events_in_a_request(cup: Cup, scorekeeper: Caller) -> None:
    assert kind(send(scorekeeper, cup, typed(scores=[3, 1]), typed(scores=[3, 2]))) == "done"


# --- what changes nothing -----------------------------------------------------------------------------------------------------------------

SAME = [
    # (the result that waits, the result that the link sends, the expected answer)
    ({"scores": [3, 1]}, {"scores": [3, 1]}, "already-there"),
    ({"scores": [3, 1]}, {"scores": [3, 1], "winners": [0]}, "already-there"),
    ({"winners": [1]}, {"winners": [1]}, "already-there"),
    ({"scores": [3, 1]}, {"scores": [3, 2]}, "appended"),
    ({"scores": [3, 1]}, {"scores": [3, 1], "winners": [1]}, "appended"),
    ({"scores": [3, 1]}, {"winners": [0]}, "appended"),
]


@pytest.mark.parametrize("match", ["*", '"9"', '"10"'])
@pytest.mark.parametrize(("waiting", "sent", "outcome"), SAME)
def test_a_link_stores_a_typed_result_only_if_it_differs_from_the_waiting_result(
    waiting: dict[str, Any], sent: dict[str, Any], outcome: str, match: str, cup: Cup, link: Caller
) -> None:
    """A writer who has seen only version 9 has not seen the result that waits. If this writer sends a different result, the answer is a
    conflict. If the writer sends the same result, the answer is `already-there`."""
    cup.add(act("ResultEntered", **HERE, **waiting))

    answer = link.post(f"/tournaments/{cup.id}/events", {"events": [typed(**sent)]}, headers={"If-Match": match})

    if outcome == "appended":
        assert (kind(answer), cup.version) == (("conflict", 10) if match == '"9"' else ("done", 11))
    else:
        recorded = str(cup.parts.tournaments_read.of(cup.id).events[-1].id)
        assert (answer.status_code, answer.json["outcome"], answer.json["version"]) == (201, "already-there", 10)
        assert (answer.json["events"], cup.version) == ([{"version": 10, "id": recorded}], 10)


def test_repeating_a_request_of_a_link_returns_the_event_that_the_first_request_recorded(cup: Cup, link: Caller) -> None:
    """The link types 3:1, then 3:2, then 3:1 again. The first request is repeated after that."""
    first = {**typed(scores=[3, 1]), "id": "a3f0c1d2-0000-4000-8000-000000000001"}
    for sent in (first, typed(scores=[3, 2]), typed(scores=[3, 1])):
        assert send(link, cup, sent).json["outcome"] == "appended"

    again = send(link, cup, first)

    assert (again.json["outcome"], again.json["first"], cup.version) == ("already-there", 10, 12)


def test_a_result_that_no_longer_waits_can_be_typed_again(cup: Cup, link: Caller, director: Caller) -> None:
    assert send(link, cup, typed(scores=[3, 1])).json["outcome"] == "appended"
    assert kind(send(director, cup, event("Retracted", target=10))) == "done"
    assert send(link, cup, typed(scores=[3, 1])).json["outcome"] == "appended"


def test_a_check_in_link_records_a_check_in_once(cup: Cup, callers: Callers, director: Caller) -> None:
    caller = visiting(callers, cup, "check-in of entry 1")
    outcomes = [send(caller, cup, event("CheckedIn", entry=1)).json["outcome"] for _ in range(3)]
    outcomes.append(check_in(caller, cup, 1).json["outcome"])
    assert (outcomes, cup.version) == (["appended", *["already-there"] * 3], 10)

    assert kind(send(director, cup, event("Retracted", target=10))) == "done"

    assert send(caller, cup, event("CheckedIn", entry=1)).json["outcome"] == "appended"


# --- how many events of one kind ----------------------------------------------------------------------------------------------------------


def test_links_can_type_only_a_limited_number_of_results_of_one_table(cup: Cup, callers: Callers, link: Caller, director: Caller) -> None:
    sent = [{**typed(scores=[number, 1]), "id": f"a3f0c1d2-0000-4000-8000-{number:012}"} for number in range(MOST_ALIKE)]
    assert [kind(send(link, cup, each)) for each in sent] == ["done"] * MOST_ALIKE
    other = callers.holder("record", tournament=cup.id, table=1)

    for caller in (link, other):
        refused = send(caller, cup, typed(scores=[99, 1]))
        assert (kind(refused), refused.json["needs"]) == ("no-right", "direct")
        assert f"{MOST_ALIKE} events ResultEntered" in refused.json["detail"]
        assert "director" in refused.json["detail"]
    assert send(link, cup, sent[0]).json["outcome"] == "already-there"
    assert cup.version == 9 + MOST_ALIKE

    assert kind(send(director, cup, typed(scores=[99, 1]))) == "done"
    assert kind(approve(director, cup, cup.version)) == "done"
    assert kind(send(visiting(callers, cup, "link of table 2"), cup, typed(table=2, scores=[1, 2]))) == "done"


def test_the_limit_of_typed_results_of_a_table_is_separate_for_each_round(cup: Cup, link: Caller) -> None:
    worn_out(cup)
    cup.add(paired(2, [[1], [3]], [[2], [4]], [[5], [6]]), act("RoundPublished", round=2))

    assert kind(send(link, cup, typed(scores=[99, 1]))) == "no-right"
    assert kind(send(link, cup, typed(round=2, scores=[99, 1]))) == "done"


def test_the_limit_of_typed_results_also_holds_after_withdrawals_in_another_process(cup: Cup, link: Caller, director: Caller) -> None:
    """Typed results that a director withdrew count towards the limit too. Otherwise a link could type results without end while directors
    withdraw them."""
    worn_out(cup)
    send(director, cup, *(event("Retracted", target=version) for version in range(10, 10 + MOST_ALIKE)))
    assert tournament_read(cup.parts.tournaments.events(cup.id)).state.rounds[1].tables[1].typed is None
    another_process = Caller(create_app(cup.parts.config), link.secret)

    assert kind(send(another_process, cup, typed(scores=[99, 1]))) == "no-right"


@pytest.mark.parametrize("request_", [lambda *at: check_in(at[0], at[1], 1), lambda *at: send(*at, event("CheckedIn", entry=1))])
def test_a_check_in_link_can_check_in_only_a_limited_number_of_times(
    request_: Callable[..., Any], cup: Cup, callers: Callers, director: Caller
) -> None:
    for _ in range(MOST_ALIKE):
        cup.add(act("Retracted", target=cup.add(act("CheckedIn", entry=1))))

    assert kind(request_(visiting(callers, cup, "check-in of entry 1"), cup)) == "no-right"
    assert kind(request_(director, cup)) == "done"


def test_repeated_requests_of_a_table_link_open_one_game(cup: Cup, link: Caller) -> None:
    first, *others = [link.post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {}).json for _ in range(3)]

    assert (first["outcome"], [each["outcome"] for each in others]) == ("appended", ["already-there"] * 2)
    assert {each["game"] for each in others} == {first["game"]}
    assert kind(link.post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {"again": True})) == "no-right"
    assert cup.version == 10


def test_an_approval_that_a_link_repeats_is_recorded_once(cup: Cup, link: Caller, director: Caller) -> None:
    set_pin(director, cup, 2)
    send(link, cup, typed(scores=[3, 1]))

    outcomes = [approve(link, cup, 10, entry=2, pin=PIN).json["outcome"] for _ in range(3)]

    assert (outcomes, cup.version) == (["appended", "already-there", "already-there"], 11)


# --- the last events of a tournament ------------------------------------------------------------------------------------------------------

LAST: list[tuple[str, Callable[[Caller, Cup], Any]]] = [
    ("link of table 1", lambda caller, cup: send(caller, cup, typed(scores=[3, 1]))),
    ("link of table 1", lambda caller, cup: caller.post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {})),
    ("check-in of entry 1", lambda caller, cup: check_in(caller, cup, 1)),
    ("check-in of entry 1", lambda caller, cup: send(caller, cup, event("CheckedIn", entry=1))),
    ("scorekeeper", lambda caller, cup: send(caller, cup, event("NoteWritten", note="rain"))),
    ("scorekeeper", lambda caller, cup: check_in(caller, cup, 1)),
]


@pytest.mark.parametrize(("visitor", "request_"), LAST)
def test_only_directors_may_record_the_last_events_of_a_nearly_full_tournament(
    visitor: str, request_: Callable[[Caller, Cup], Any], cup: Cup, callers: Callers, director: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = visiting(callers, cup, visitor)
    monkeypatch.setattr(cup.parts.tournaments, "kind", replace(TOURNAMENT, most_events=12, for_directors=3))

    refused = request_(caller, cup)

    assert (kind(refused), refused.json["needs"], cup.version) == ("no-right", "direct", 9)
    assert refused.json["detail"] == "The last 3 events of a tournament are for directors: ask one of them."
    assert director.get("/games").json["games"] == []
    assert kind(request_(director, cup)) == "done"


def test_a_request_repeated_after_the_limit_was_reached_is_answered_with_already_there(
    cup: Cup, link: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = {**typed(scores=[3, 1]), "id": "a3f0c1d2-0000-4000-8000-000000000001"}
    send(link, cup, sent)
    monkeypatch.setattr(cup.parts.tournaments, "kind", replace(TOURNAMENT, most_events=12, for_directors=2))

    assert [send(link, cup, each).json["outcome"] for each in (sent, typed(scores=[3, 1]))] == ["already-there"] * 2


def test_a_person_can_be_erased_from_a_tournament_that_accepts_no_more_events(
    cup: Cup, director: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = str(director.post("/people", {"name": "Anna"}).json["person"])
    cup.add(act("EntryChanged", entry=1, people=[anna], name="Anna"))
    monkeypatch.setattr(cup.parts.tournaments, "kind", replace(TOURNAMENT, most_events=cup.version, for_directors=3))
    assert kind(send(director, cup, event("NoteWritten", note="rain"))) == "invalid /events"

    assert director.call("DELETE", f"/people/{anna}").status_code == 200

    assert "Anna" not in director.get(f"/tournaments/{cup.id}").get_data(as_text=True)
