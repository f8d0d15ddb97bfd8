"""Programs that were written for the last released contract work with this version (docs/compatibility.md)."""

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from service.api.lib.described import Document
from service.api.lib.sending import IF_MATCH, IF_MATCH_VERSION
from tests.api.compatibility import broken, released
from tests.contract import contract

NEVER_SENT = {
    "POST /api/v1/tournaments/{tournament}/rounds/{number}/tables/{table}/game 412: the status is gone": "it came after 32 tries "
    "in vain, for a version that nobody had named; that is 503 (`contended`) now",
    "POST /api/v1/tournaments/plan 507: the status is gone": "a plan is not stored",
    "POST /api/v1/tournaments/import 415: the status is gone": "the file is read whatever its type says",
}
"""What the last release declared, although no client could ever meet it, or find sense in it, and why."""


WIDER = "If-Match: pattern is not what it was"
"""The pattern takes more than the last release declared: the server took and sent such tags already."""


def test_the_pattern_of_a_tag_takes_what_it_took() -> None:
    for sent in ('"7"', '"7.e0123456789"'):
        assert all(re.search(header["schema"]["pattern"], sent) for header in (IF_MATCH, IF_MATCH_VERSION))
    assert re.search(IF_MATCH["schema"]["pattern"], "*")


def test_nothing_that_the_last_release_promised_is_gone() -> None:
    """If this fails, the change needs a new address (`/api/v2`), or another way. After a release, `make released` writes the file again,
    and NEVER_SENT is emptied."""
    assert [fault for fault in broken(released(), contract()) if fault not in NEVER_SENT and not fault.endswith(WIDER)] == []


GAME, EVENTS = "/api/v1/games/{game}", "/api/v1/games/{game}/events"

PART: Document = {
    **contract(),
    "paths": {path: contract()["paths"][path] for path in (GAME, EVENTS, f"{GAME}/live", "/api/v1/games", "/api/v1/records/verify")},
}
"""Enough of the contract for the tables below."""
Change = Callable[[Document], object]


def schemas(document: Document) -> Any:
    return document["components"]["schemas"]


def parameter(document: Document, name: str) -> Any:
    return next(each for each in document["paths"]["/api/v1/games"]["get"]["parameters"] if each["name"] == name)


BREAKING: list[tuple[Change, str]] = [
    (lambda new: new["paths"][GAME].pop("get"), f"GET {GAME}: the operation is gone"),
    (lambda new: new["paths"].pop(EVENTS), f"POST {EVENTS}: the operation is gone"),
    (lambda new: new["paths"][GAME]["get"].update(operationId="readGame"), "operationId is now readGame"),
    (lambda new: new["paths"]["/api/v1/games"]["get"].update(parameters=[]), "the parameter state is gone"),
    (lambda new: parameter(new, "system").update(required=True), "the parameter system is now required"),
    (lambda new: parameter(new, "limit")["schema"].update(maximum=10), "GET /api/v1/games limit: maximum is not what it was"),
    (lambda new: parameter(new, "state")["schema"]["enum"].remove("final"), "['final'] not among the values"),
    (lambda new: new["paths"][GAME]["get"]["responses"].pop("304"), f"GET {GAME} 304: the status is gone"),
    (lambda new: new["paths"][GAME]["get"]["responses"].pop("404"), f"GET {GAME} 404: the status is gone"),
    (lambda new: new["paths"][GAME]["get"]["responses"]["200"].pop("headers"), "the header ETag is gone"),
    (lambda new: new["components"]["responses"]["TooManyRequests"].pop("headers"), "the header Retry-After is gone"),
    (lambda new: new["paths"][EVENTS]["get"]["responses"]["200"]["content"].pop("application/x-ndjson"), "application/x-ndjson is gone"),
    (lambda new: new["paths"]["/api/v1/records/verify"]["post"]["requestBody"].update(required=True), "body: is now required"),
    (lambda new: schemas(new)["OpenBody"]["required"].append("title"), "POST /api/v1/games body/title: is now required"),
    (lambda new: schemas(new)["OpenBody"]["properties"].pop("title"), "POST /api/v1/games body/title: is gone"),
    (lambda new: schemas(new)["OpenBody"]["properties"]["system"]["enum"].remove("box"), "['box'] not among the values"),
    (lambda new: schemas(new)["OpenBody"]["properties"]["title"].update(maxLength=10), "body/title: maxLength is not what it was"),
    (lambda new: schemas(new)["OpenBody"]["properties"]["title"].update(pattern="^a"), "body/title: pattern is not what it was"),
    (lambda new: schemas(new)["EventDraft"]["oneOf"].pop(0), "BoxesSetDraft is no choice"),
    (lambda new: schemas(new)["CardPlayedData"]["required"].append("card"), "body/events/*/data/card: is now required"),
    (lambda new: schemas(new)["CardPlayedData"]["properties"]["card"]["anyOf"].pop(), "body/events/*/data/card"),
    (lambda new: schemas(new)["GameState"]["properties"].pop("life"), f"GET {GAME} 200 /life: is gone"),
    (lambda new: schemas(new)["GameState"]["required"].remove("life"), f"GET {GAME} 200 /life: may now be missing"),
    (
        lambda new: schemas(new)["GameState"]["properties"].update(version={"type": "string"}),
        "200 /version: the type is string, not integer",
    ),
    (
        lambda new: schemas(new)["GameState"]["properties"].update(version={"type": ["integer", "null"]}),
        "/version: the type is integer or null",
    ),
    (lambda new: schemas(new)["Evidence"]["properties"]["level"]["x-extensible-enum"].remove("stated"), "['stated'] not among the values"),
    (lambda new: schemas(new)["LiveEvent"]["properties"].pop("id"), f"GET {GAME}/live 200 /id: is gone"),
    (lambda new: schemas(new)["Live"]["properties"].pop("verdict"), f"GET {GAME}/live 200 /data/*/verdict: is gone"),
    (lambda new: schemas(new)["ProblemDocument"]["properties"].pop("errors"), "/errors: is gone"),
]


@pytest.mark.parametrize(("change", "said"), BREAKING, ids=[said for _, said in BREAKING])
def test_what_would_break_clients_is_noticed(change: Change, said: str) -> None:
    new = deepcopy(PART)
    change(new)
    assert [fault for fault in broken(PART, new) if said in fault] != []


ALLOWED: list[tuple[str, Change]] = [
    ("an operation", lambda new: new["paths"].update({"/api/v1/new": new["paths"][GAME]})),
    ("a parameter", lambda new: new["paths"][GAME]["get"]["parameters"].append({"in": "query", "name": "new", "schema": {}})),
    ("a status", lambda new: new["paths"][GAME]["get"]["responses"].update({"410": {"$ref": "#/components/responses/Gone"}})),
    ("a header", lambda new: new["paths"][GAME]["get"]["responses"]["200"]["headers"].update({"Age": {"schema": {}}})),
    ("a member of an answer", lambda new: schemas(new)["GameState"]["properties"].update(new={"type": "string"})),
    ("a value in an answer", lambda new: schemas(new)["Evidence"]["properties"]["level"]["x-extensible-enum"].append("new")),
    ("a member of a request", lambda new: schemas(new)["OpenBody"]["properties"].update(new={"type": "string"})),
    ("a value in a request", lambda new: schemas(new)["OpenBody"]["properties"]["system"]["enum"].append("new")),
    ("a longer text in a request", lambda new: schemas(new)["OpenBody"]["properties"]["title"].update(maxLength=500)),
    ("a parameter that may be left out", lambda new: schemas(new)["OpenBody"]["required"].remove("seats")),
    (
        "an event type",
        lambda new: (
            schemas(new)["EventDraft"]["oneOf"].append({"$ref": "#/components/schemas/NewDraft"}),
            schemas(new).update(NewDraft={"type": "object"}),
        ),
    ),
    ("other words", lambda new: schemas(new)["GameState"]["properties"]["version"].update(description="Other words.")),
]


@pytest.mark.parametrize(("what", "change"), ALLOWED, ids=[what for what, _ in ALLOWED])
def test_what_may_be_added_is_not_refused(what: str, change: Change) -> None:
    new = deepcopy(PART)
    change(new)
    assert new != PART
    assert broken(PART, new) == []
