"""docs/examples has a request and an answer of every operation, as the service answers today."""

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.api.lib.described import operations
from tests.api.callers import Caller
from tests.api.day import FOLDER, Example, Person, played
from tests.contract import Answer, contract, operation_at, validator_at

EXAMPLES: dict[str, Example] = {file.stem: json.loads(file.read_text("utf-8")) for file in FOLDER.glob("*.json")}


def test_every_operation_of_the_contract_has_an_example_and_no_example_has_another_operation() -> None:
    named = {operation["operationId"] for _, _, operation in operations(contract())}
    assert EXAMPLES.keys() == named, "let the day in tests/api/day.py use a new operation once, then: make docs"


def test_the_examples_are_what_the_service_answers(app: Flask) -> None:
    made = json.loads(json.dumps(played(app)))
    changed = {name: example for name, example in made.items() if example != EXAMPLES.get(name)}
    assert changed == {}, "make docs writes the examples again"


def test_a_client_that_has_the_answer_of_a_get_gets_304_wherever_answers_have_an_entity_tag(app: Flask) -> None:
    """During the day every GET operation is used. Each answer that has a tag is asked for again with it."""
    tagged = {operation["operationId"] for _, _, operation in operations(contract()) if "304" in operation["responses"]}
    statuses: dict[str, set[int]] = {}

    def ask_again(person: Person, answer: TestResponse) -> None:
        request = answer.request
        if request.method == "GET" and "ETag" in answer.headers and answer.status_code == 200:
            name = operation_at("GET", request.path)["operationId"]
            headers = {**request.headers, "If-None-Match": answer.headers["ETag"]}
            again = Caller.call(person, "GET", request.full_path, headers=headers)
            again.close()
            statuses.setdefault(name, set()).add(again.status_code)

    played(app, ask_again)

    assert statuses == {name: {304} for name in tagged}


def test_an_operation_of_the_contract_answers_304_if_its_answers_have_an_entity_tag() -> None:
    for path, method, operation in operations(contract()):
        tagged = method == "get" and "ETag" in operation["responses"].get("200", {}).get("headers", {})
        assert ("304" in operation["responses"]) is tagged, path


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_an_example_is_a_request_and_an_answer_of_the_contract(name: str) -> None:
    request, answer = EXAMPLES[name]["request"], EXAMPLES[name]["answer"]
    path = request["path"].partition("?")[0]
    operation = operation_at(request["method"], path)
    assert operation["operationId"] == name
    for parameter in operation["parameters"]:
        if parameter["in"] == "header" and parameter.get("required"):
            assert parameter["name"] in request["headers"]
    content: dict[str, Any] = operation.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        place = ("requestBody", "content", "application/json", "schema")
        assert list(validator_at(request["method"], path, *place).iter_errors(request["body"])) == []
    body = answer.get("body")
    Answer(request["method"], path, answer["status"], answer["headers"], None if body is None else json.dumps(body).encode()).check()
