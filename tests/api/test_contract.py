"""The contract of the API: the server serves openapi.yaml, every event type is described in this file, and the pages made from it need no
script."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import orjson
import pytest
import yaml
from flask import Flask

from domain.kernel.events import EVENT_TYPES
from domain.systems import SYSTEMS
from service.api.lib.described import operations
from service.openapi import PLACE, generate, text
from service.problems import PROBLEMS
from service.recording.games import ELSEWHERE
from tests.api.callers import Caller

PROBLEMS_PAGE = Path(__file__).parents[2] / "docs" / "problems.md"


def test_the_api_contract_that_the_server_serves_equals_the_file(stranger: Caller) -> None:
    """If the file is out of date, `make openapi` writes it again."""
    assert PLACE.read_text("utf-8") == text()
    assert yaml.safe_load(text()) == generate() == stranger.get("/openapi.json").json


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


def test_every_event_type_is_described_in_the_api_contract_with_a_valid_example() -> None:
    schemas = generate()["components"]["schemas"]
    for name, kind in EVENT_TYPES.items():
        schema = schemas[f"{name}Data"]
        assert set(schema["properties"]) == {field for field, _ in kind.shape.fields}
        assert schema["examples"] == [json.loads(json.dumps(kind.example))]
        faults: list[object] = []
        kind.shape.read(schema["examples"][0], "", faults)  # type: ignore[arg-type]
        assert faults == []
    choices = {choice["properties"]["type"]["const"] for choice in schemas["DraftBody"]["oneOf"]}
    assert choices == EVENT_TYPES.keys() - ELSEWHERE.keys()


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
    " list merge open pair plan publish remove rename request set sign verify watch withdraw"
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

    assert headers == {"If-Match": True, "Idempotency-Key": False}


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


SIDES = [("high-card", 0), ("smear-ten-point", 2), ("pitch-pagat-six", 3), ("smear-cutthroat-three", 0), ("pitch-pawnee-five", 0)]


@pytest.mark.parametrize(("slug", "sides"), SIDES)
def test_a_rule_sheet_gives_the_number_of_fixed_partnerships(stranger: Caller, slug: str, sides: int) -> None:
    assert stranger.get(f"/systems/{slug}").json["sides"] == sides


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
