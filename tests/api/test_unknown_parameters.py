"""A query parameter that the contract does not list for an operation is refused, so that a mistyped one is never ignored."""

import re

import pytest

from service.api.lib.described import operations
from tests.api.callers import Caller
from tests.api.evenings import opened_season
from tests.api.test_tournaments import opened
from tests.contract import contract


def test_every_operation_refuses_unknown_query_parameters_and_lists_the_known_ones(director: Caller) -> None:
    known = {"game": director.opened(), "tournament": opened(director), "season": opened_season(director), "club": "home"}
    said, expected = {}, {}
    for path, method, operation in operations(contract()):
        address = re.sub(r"\{(\w+)\}", lambda place: known.get(place[1], "1"), path)
        answer = director.call(method.upper(), f"{address}?colour=red&w=")
        assert answer.status_code == 422, address
        said[operation["operationId"]] = {(place["parameter"], place["message"]) for place in answer.json["errors"]}
        names = ", ".join(parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "query")
        message = f"is not a query parameter here: {f'there are {names}' if names else 'this address has none'}"
        expected[operation["operationId"]] = {("colour", message), ("w", message)}
    assert said == expected


def test_every_wrong_and_every_unknown_parameter_is_named_at_once(director: Caller) -> None:
    answer = director.get("/games?limit=none&colour=red")
    assert [place["parameter"] for place in answer.json["errors"]] == ["limit", "colour"]


def test_a_parameter_that_is_sent_twice_is_refused(director: Caller) -> None:
    """Otherwise nobody could say which of its values counts."""
    for query, wrong in (("limit=1&limit=2", ["limit"]), ("limit=1&colour=red&limit=1", ["colour", "limit"])):
        answer = director.get(f"/games?{query}")
        assert (answer.status_code, [place["parameter"] for place in answer.json["errors"]]) == (422, wrong)


@pytest.mark.parametrize("page", ["/games", "/systems", "/docs"])
def test_pages_take_any_query(director: Caller, page: str) -> None:
    assert director.client.get(f"{page}?from=mail").status_code == 200
