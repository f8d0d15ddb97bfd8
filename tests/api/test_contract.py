"""The contract of the API: the server serves openapi.yaml, every event type is described in this file, and the pages made from it need no
script."""

import json
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from threading import Barrier
from typing import Any

import orjson
import pytest
import yaml
from flask import Flask
from marshmallow import Schema

import service.api
from domain.kernel.events import EVENT_TYPES, SEASON_TYPES, TOURNAMENT_TYPES, EventType
from domain.kernel.shapes import Fault
from domain.record.settled import ELSEWHERE
from domain.systems import SYSTEMS
from service.api import RESOURCES
from service.api.lib.answers import OPEN_ENUM
from service.api.lib.contract import Resource, contract_of
from service.api.lib.described import Document, operations
from service.api.openapi import PLACE, generate, text
from service.api.server.documents import said
from service.app import create_app
from service.limits import Limits
from service.problems import PROBLEMS
from service.recording import seasons, tournaments
from service.wiring import EXTENSION
from tests.api.callers import Caller
from tests.contract import validator

PROBLEMS_PAGE = Path(__file__).parents[2] / "docs" / "problems.md"


def test_the_api_contract_that_the_server_serves_equals_the_file(stranger: Caller) -> None:
    assert PLACE.read_text("utf-8") == text(), "openapi.yaml is out of date: make openapi"
    assert yaml.load(text(), yaml.CSafeLoader) == generate() == stranger.get("/openapi.json").json


def test_every_resource_of_the_api_is_served() -> None:
    served = {resource.blueprint for resource in RESOURCES}
    modules = [import_module(module.name) for module in walk_packages(service.api.__path__, "service.api.")]
    made = {module.blueprint: module.__name__ for module in modules if isinstance(getattr(module, "blueprint", None), Resource)}
    assert [name for blueprint, name in made.items() if blueprint not in served] == [], "name the module in RESOURCES (service/api)"


def test_two_simultaneous_first_requests_for_the_api_contract_both_get_all_of_it(app: Flask) -> None:
    whole = orjson.dumps(generate())
    generate.cache_clear()
    both = Barrier(2)

    def asked(_: int) -> bytes:
        visitor = Caller(app)
        both.wait()
        return visitor.get("/openapi.json").get_data()

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(asked, range(2))) == [whole, whole]


def test_every_reference_in_the_api_contract_has_a_target() -> None:
    document = generate()
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document)):
        place = document
        for part in reference.split("/"):
            place = place[part]


def test_the_api_contract_does_not_depend_on_what_python_calls_an_http_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def contract() -> Document:
        seats = Resource("seats", "Seats.")
        seats.route("/seats")(seats.arguments(Schema)(seats.response(204, description="Done.")(lambda _: None)))
        made: Document = contract_of([seats]).spec.to_dict()
        return made

    as_it_is = contract()
    monkeypatch.setattr("http.HTTPStatus", IntEnum("HTTPStatus", {"ANOTHER_NAME": 422}))
    assert contract() == as_it_is


KINDS = [
    ("EventDraft", EVENT_TYPES, ELSEWHERE),
    ("TournamentEventDraft", TOURNAMENT_TYPES, tournaments.ELSEWHERE),
    ("SeasonEventDraft", SEASON_TYPES, seasons.ELSEWHERE),
]


@pytest.mark.parametrize(("union", "types", "elsewhere"), KINDS)
def test_every_event_that_can_be_sent_has_a_named_schema_with_a_valid_example(
    union: str, types: Mapping[str, EventType], elsewhere: Mapping[str, str]
) -> None:
    schemas = generate()["components"]["schemas"]
    for name, kind in types.items():
        schema = schemas[f"{name}Data"]
        assert set(schema["properties"]) == {field for field, _ in kind.shape.fields}
        assert schema["examples"] == [json.loads(json.dumps(kind.example))]
        faults: list[Fault] = []
        kind.shape.read(schema["examples"][0], "", faults)
        assert faults == []
    sent = [name for name in types if name not in elsewhere]
    named = {name: f"#/components/schemas/{name}Draft" for name in sent}
    assert schemas[union]["discriminator"] == {"propertyName": "type", "mapping": named}
    assert [choice["$ref"] for choice in schemas[union]["oneOf"]] == list(named.values())
    for name in sent:
        draft = {"type": name, "data": schemas[f"{name}Data"]["examples"][0]}
        assert validator(union).is_valid(draft)
        assert validator(f"{name}Draft").is_valid(draft)
        assert not validator(union).is_valid({**draft, "type": "SomethingElse"})
        assert not validator(union).is_valid({**draft, "colour": "red"})


def schemas_of(part: object) -> Iterator[Document]:
    """Yield the schemas in `part` of the contract, and all schemas that they refer to."""
    seen: set[str] = set()
    waiting = [part]
    while waiting:
        found = waiting.pop()
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            target = found.get("$ref")
            if isinstance(target, str) and target not in seen:
                seen.add(target)
                kind, name = target.split("/")[-2:]
                waiting.append(generate()["components"][kind][name])
            yield found
            waiting += found.values()


def test_no_schema_of_a_request_has_a_default_that_a_generated_client_would_send() -> None:
    for path, method, operation in operations(generate()):
        for schema in schemas_of([operation["parameters"], operation.get("requestBody")]):
            assert "default" not in schema, (path, method)


def test_the_contract_says_in_words_what_is_taken_for_every_value_that_has_a_default() -> None:
    def described(schema: Document) -> bool:
        return "Without it: " in schema.get("description", "")

    parameters = [each for _, _, operation in operations(generate()) for each in operation["parameters"] if each["in"] == "query"]
    assert {each["name"] for each in parameters if described(each)} >= {"dry_run", "limit", "after", "as", "format", "bom", "page"}
    assert all(described(each) for each in parameters if each["name"] in ("dry_run", "limit", "bom"))
    schemas = generate()["components"]["schemas"]
    for body, member in [("OpenBody", "offset"), ("OpenBody", "options"), ("PairBody", "accept_least"), ("TableGameBody", "again")]:
        assert described(schemas[body]["properties"][member]), (body, member)


def test_readers_of_answers_may_get_new_members_and_values_and_senders_may_not() -> None:
    """docs/compatibility.md"""
    for path, method, operation in operations(generate()):
        for schema in schemas_of(operation["responses"]):
            assert "enum" not in schema, (path, method)
            assert schema.get("additionalProperties") is not False, (path, method, schema)
        for schema in schemas_of(operation.get("requestBody")):
            assert OPEN_ENUM not in schema, (path, method)
            if "properties" in schema and schema.get("type") == "object":
                assert schema["additionalProperties"] is False, (path, method, schema)


def test_every_route_of_the_api_is_described_once_in_the_contract(app: Flask) -> None:
    described = {(path, method.upper()) for path, method, _ in operations(generate())}
    served = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(("/api/v1", "/livez", "/readyz", "/metrics"))
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert described == served


VERBS = (
    "accept add answer append approve cancel change check confirm delete download erase explain export found get hand import invite issue"
    " keep list merge open pair plan publish remove rename request set sign verify watch withdraw"
)


def test_every_operation_id_reads_like_a_function_name() -> None:
    """Generated clients name their functions after the operation ids: `openGame`, not `post_games`."""
    names = [operation["operationId"] for _, _, operation in operations(generate())]
    assert len(names) == len(set(names))
    assert {"openGame", "listGames", "getGame", "appendEvents", "getReplay", "exportGame", "verifyRecord", "importRecord"} <= set(names)
    for name in names:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)+", name), name
        assert re.match("[a-z]+", name)[0] in VERBS.split(), name  # type: ignore[index]


def test_the_headers_of_an_append_are_described_in_the_api_contract() -> None:
    post = generate()["paths"]["/api/v1/games/{game}/events"]["post"]
    headers = {parameter["name"]: parameter.get("required", False) for parameter in post["parameters"] if parameter["in"] == "header"}

    assert headers == {"If-Match": True, "Idempotency-Key": False, "Prefer": False}


NEVER = [
    # (the operation, a problem that it does not declare, why)
    ("handOver", "id-taken", "the key is for a link, and no event is recorded"),
    ("importTournament", "unsupported-media-type", "the file is read whatever its type says"),
    ("planTournament", "disk-full", "nothing is stored"),
]


@pytest.mark.parametrize(("name", "slug", "why"), NEVER)
def test_an_operation_does_not_declare_a_problem_that_it_cannot_answer_with(name: str, slug: str, why: str) -> None:
    (operation,) = (operation for _, _, operation in operations(generate()) if operation["operationId"] == name)
    assert slug not in operation["x-problems"], why


def test_every_list_of_the_api_contract_says_its_order() -> None:
    for path, _, operation in operations(generate()):
        if operation["operationId"].startswith("list"):
            assert re.search(r"\b(first|order|sorted)\b", operation["summary"]), f"the docstring of the view must say the order: {path}"


@pytest.mark.parametrize("path", ["/api/v1/games/{game}/live", "/api/v1/tournaments/{tournament}/live"])
def test_the_header_with_which_a_stream_is_continued_is_described_in_the_api_contract(path: str) -> None:
    assert [each["name"] for each in generate()["paths"][path]["get"]["parameters"] if each["in"] == "header"] == ["Last-Event-ID"]


def test_a_rule_sheet_has_everything_that_the_form_for_opening_a_game_needs(stranger: Caller) -> None:
    listed = stranger.get("/systems").json["systems"]
    assert [line["slug"] for line in listed] == list(SYSTEMS)
    sheet = stranger.get("/systems/high-card").json
    assert {option["name"]: option["default"] for option in sheet["options"]}["target"] == 4
    assert {kind["type"] for kind in sheet["event_types"]} >= {"CardPlaced", "Retracted"}
    assert not ELSEWHERE.keys() & {kind["type"] for kind in sheet["event_types"]}
    assert sheet["rulings"][0]["id"] == "HC-1"
    assert sheet["rules"]["target"] == 4
    assert sheet["rules_schema"] is None
    assert "Four points win the game." in sheet["sheet"][-1]["sentences"]
    smear = stranger.get("/systems/smear-ten-point").json["rules"]
    assert (smear["target"], smear["sides"]) == (21, "2x2")


@pytest.mark.parametrize("path", ["/systems", "/systems/high-card", "/systems/high-card/event-types"])
def test_what_is_known_of_a_system_is_not_sent_again(stranger: Caller, path: str) -> None:
    tag = stranger.get(path).headers["ETag"]
    again = stranger.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.get_data(), again.headers["Cache-Control"]) == (304, b"", "public, max-age=300")


def test_the_event_types_of_a_system_are_those_of_its_rule_sheet(stranger: Caller) -> None:
    sheet, types = stranger.get("/systems/smear-ten-point").json, stranger.get("/systems/smear-ten-point/event-types").json
    assert types == {name: sheet[name] for name in ("slug", "name", "family", "summary", "players", "event_types")}


SIDES = [("high-card", 0), ("smear-ten-point", 2), ("pitch-pagat-six", 3), ("smear-cutthroat-three", 0), ("pitch-pawnee-five", 0)]


@pytest.mark.parametrize(("slug", "sides"), SIDES)
def test_a_rule_sheet_gives_the_number_of_fixed_partnerships(stranger: Caller, slug: str, sides: int) -> None:
    assert stranger.get(f"/systems/{slug}").json["sides"] == sides


@pytest.mark.parametrize("kind", [{"items": {"type": "integer"}}, {"additionalProperties": {"type": "integer"}}, {}])
def test_the_documentation_says_which_values_may_be_null(kind: dict[str, Any]) -> None:
    word = "array" if "items" in kind else "object"
    never, sometimes = ("".join(text for text, _ in said({"type": types, **kind})) for types in (word, [word, "null"]))
    assert sometimes == f"{never} or null"


def test_the_page_of_the_api_contract_works_without_scripts(stranger: Caller) -> None:
    page = stranger.get("/docs").get_data(as_text=True)

    assert "<script" not in page
    assert not re.search(r"\son\w+=|style=", page)
    for path, _, _ in operations(generate()):
        assert path in page
    for target in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{target}"' in page, target
    with stranger.get("/docs/static/docs.css") as sheet:
        assert sheet.mimetype == "text/css"


def test_the_address_of_the_limits_shows_those_of_this_server(stranger: Caller, app: Flask) -> None:
    limited = create_app(replace(app.extensions[EXTENSION].config, limits=replace(Limits(), token_reads=1234)))
    shown = Caller(limited).get("/docs").get_data(as_text=True)
    there = stranger.get("/docs/limits")
    assert (there.status_code, there.headers["Location"]) == (302, "/docs#limits")
    assert "/docs/limits" in PROBLEMS["too-many-requests"].remedy
    for words in ('id="limits"', "<code>token_reads</code>", "1,234", "events in a batch"):
        assert words in shown
    assert "<code>token_reads</code>" not in stranger.get("/docs").get_data(as_text=True)  # this server has no limits


def test_the_address_of_every_problem_type_shows_its_explanation(stranger: Caller) -> None:
    page = stranger.get("/docs").get_data(as_text=True)
    for slug in PROBLEMS:
        response = stranger.get(f"/problems/{slug}")
        assert (response.status_code, response.headers["Location"]) == (302, f"/docs#problem-{slug}")
        assert f'id="problem-{slug}"' in page
    assert stranger.get("/problems/nothing").status_code == 404


def test_the_documentation_page_of_problem_types_is_up_to_date() -> None:
    page = PROBLEMS_PAGE.read_text("utf-8")
    for kind in PROBLEMS.values():
        assert f"| `{kind.slug}` | {kind.status} | {kind.title} | {kind.remedy} |" in page
    assert len(re.findall(r"^\| `", page, re.MULTILINE)) == len(PROBLEMS)


def test_every_body_that_is_a_file_can_be_sent_as_bytes() -> None:
    """Programs that are made from the contract often know no media type such as text/csv. All of them know this one."""
    bodies = {each["operationId"]: each["requestBody"]["content"] for _, _, each in operations(generate()) if "requestBody" in each}
    files = {name: content for name, content in bodies.items() if "application/json" not in content}

    assert files.keys() == {"importRecord", "importPeopleFile", "verifyRecord"}
    for content in files.values():
        assert content["application/octet-stream"]["schema"] == {"type": "string", "format": "binary"}
