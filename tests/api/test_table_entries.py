"""GET …/tables/{n}/entries: how the entries at a table can approve a typed result or confirm its game."""

from typing import Any

import pytest

from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import PIN, VISITORS, Cup, kind, linked, opened_cup, set_pin, visiting
from tests.tournament.stream import act, paired


@pytest.fixture
def cup(parts: Wiring) -> Cup:
    """Entries 1 and 2 sit at table 1, entries 3 and 4 at table 2."""
    return opened_cup(parts)


def listed(caller: Caller, cup: Cup, table: int | str = 1, number: int | str = 1) -> Any:
    return caller.get(f"/tournaments/{cup.id}/rounds/{number}/tables/{table}/entries")


NOT_HERE = {"table 1 of another tournament", "entry 1 of another tournament", "another club"}
ANSWERS = dict.fromkeys(VISITORS, "no-right") | {
    **dict.fromkeys(("owner", "director", "scorekeeper", "link of table 1", "check-in of entry 1"), "done"),
    **dict.fromkeys(NOT_HERE, "not-found"),
    "link of a game": "not-found",
    "anonymous": "token-missing",
    "expired": "token-invalid",
}
"""The answer to each visitor who requests the entries at table 1."""


@pytest.mark.parametrize("visitor", VISITORS)
def test_visitors_who_may_record_and_players_at_a_table_see_its_entries(visitor: str, cup: Cup, callers: Callers) -> None:
    assert kind(listed(visiting(callers, cup, visitor), cup)) == ANSWERS[visitor]


def test_the_list_of_a_tables_entries_shows_which_have_a_pin(cup: Cup, director: Caller) -> None:
    assert set_pin(director, cup, 2, PIN).status_code == 204

    answer = listed(director, cup)

    assert [(line["entry"], line["pin"], line["seats"]) for line in answer.json["entries"]] == [(1, False, []), (2, True, [])]
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_list_of_a_tables_entries_shows_their_seats_in_the_game(cup: Cup, director: Caller) -> None:
    made = director.post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {})
    assert made.status_code == 201

    assert [line["seats"] for line in listed(director, cup).json["entries"]] == [[0], [1]]


def test_partners_have_the_seats_opposite_each_other(parts: Wiring, director: Caller) -> None:
    cup = opened_cup(parts)
    cup.add(act("PairingChanged", round=1, tables=[{"table": 1, "sides": [[1, 4], [2, 3]]}], sits_out=[5, 6]))
    assert director.post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {}).status_code == 201

    lines = listed(director, cup).json["entries"]

    assert {line["entry"]: line["seats"] for line in lines} == {1: [0], 4: [2], 2: [1], 3: [3]}


def test_the_entries_of_a_table_have_no_seats_if_its_game_is_not_stored_here(cup: Cup, director: Caller) -> None:
    """An imported tournament may name a game that is not stored here."""
    cup.add(act("TableLinked", round=1, table=1, game="home-0000000000000000"))

    assert [line["seats"] for line in listed(director, cup).json["entries"]] == [[], []]


@pytest.mark.parametrize(("number", "table"), [(2, 1), (1, 9), ("x", 1), (1, "-1"), (3, 1)])
def test_requesting_the_entries_of_a_table_that_the_visitor_may_not_see_gives_not_found(
    number: Any, table: Any, cup: Cup, callers: Callers
) -> None:
    """Round 2 is not published, round 3 is not paired."""
    cup.add(paired(2, [[1], [3]], [[2], [4]], [[5], [6]]))

    assert kind(listed(visiting(callers, cup, "link of table 1"), cup, table, number)) == "not-found"


def test_a_table_link_cannot_read_the_entries_of_another_table(cup: Cup, director: Caller, callers: Callers) -> None:
    linked(cup, director, "two", 1, 2)

    assert kind(listed(visiting(callers, cup, "link of table 1"), cup, 2)) == "no-right"
    assert kind(listed(visiting(callers, cup, "check-in of entry 3"), cup, 2)) == "done"
