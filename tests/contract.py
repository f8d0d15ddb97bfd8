"""Compares answers of the service with openapi.yaml, the contract of the API.

Of an answer, the status, the headers, the media type, and JSON with its schema (JSON Schema 2020-12) are compared. `ContractClient` does
this for an application in the test's own process, the hook `heard` for httpx.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import httpx
import yaml
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator, Registry
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, Rule
from werkzeug.test import TestResponse

from service.api.lib.answers import OPEN_ENUM
from service.api.lib.contract import PROBLEMS_OF
from service.api.lib.described import STATUSES
from service.api.openapi import PLACE
from service.app import POLICY
from service.errors import MEDIA_TYPE
from service.problems import PROBLEMS

JSON: Final = "application/json"
LIVE: Final = "text/event-stream"
API: Final = "/api/"
BESIDE_IT: Final = ("/livez", "/readyz", "/metrics")
"""The addresses that the contract describes, besides those below API."""
SPOKEN_OF: Final = (
    "ETag",
    "Link",
    "Location",
    "Accept-Ranges",
    "Content-Range",
    "Retry-After",
    "Content-Disposition",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
)
"""The headers that no answer may have if the contract does not say so for its status."""
WHOLE: Final = "urn:faceup:openapi"

Document = dict[str, Any]


class ContractClient(FlaskClient):
    """Flask's test client. It checks each answer before a test sees it."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        for name in (*POLICY, "Cache-Control"):
            assert name in response.headers, name
        body = None if response.mimetype == LIVE else response.get_data()
        Answer(response.request.method, response.request.path, response.status_code, dict(response.headers), body).check()
        return response


def heard(response: httpx.Response) -> None:
    """Check an answer that httpx got. The body of a live stream is not read."""
    live = response.headers.get("Content-Type", "").startswith(LIVE)
    path, body = response.request.url.path, None if live else response.read()
    Answer(response.request.method, path, response.status_code, dict(response.headers), body).check()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to `method path`. `body`: None if it was not read, as that of a live stream."""

    method: str
    path: str
    status: int
    headers: Mapping[str, str]
    body: bytes | None

    def check(self) -> None:
        """Assert that openapi.yaml declares this answer. Answers from addresses that it does not describe are not compared."""
        if not (self.path.startswith(API) or self.path in BESIDE_IT) or self.method == "OPTIONS" or self.status == 308:
            return
        self._check_response(_template(self.path), operation_at(self._verb, self.path))

    @property
    def _headers(self) -> Mapping[str, str]:
        return {name.lower(): value for name, value in self.headers.items()}

    @property
    def _verb(self) -> str:
        return "get" if self.method == "HEAD" else self.method.lower()

    def _check_response(self, template: str | None, operation: Document) -> None:
        told = f"{self.method} {self.path}: {self.status}"
        if not operation and self.status >= 400:  # no such address (some tests have addresses of their own), or not with this method
            place = ["components", "responses", STATUSES.get(self.status, "NotFound")]
        else:
            assert str(self.status) in operation.get("responses", {}), f"{told} is not declared"
            place = ["paths", template or "", self._verb, "responses", str(self.status)]
        response = _at(place)
        if "$ref" in response:
            place = response["$ref"].split("/")[1:]
            response = _at(place)
        self._check_headers(told, response.get("headers", {}))
        if self.method != "HEAD":
            kind = self._headers.get("content-type", "").partition(";")[0]
            self._check_body(told, kind, place, response.get("content", {}))
            if kind == MEDIA_TYPE and self.body is not None:
                self._check_problem(told, json.loads(self.body), operation)

    def _check_headers(self, told: str, declared: Document) -> None:
        sent = self._headers.keys()
        for name, header in declared.items():
            assert name.lower() in sent or not header.get("required"), f"{told} lacks the header {name}"
        for name in SPOKEN_OF if self.status != 304 else ():  # 304 may repeat the headers of the answer that the client has
            assert name.lower() not in sent or name in declared, f"{told} has the header {name}, which is not declared"

    def _check_body(self, told: str, kind: str, place: list[str], content: Document) -> None:
        if not content:
            assert not self.body, f"{told} has a body, but none is declared"
            return
        assert kind in content, f"{told} has the type {kind}, but only {', '.join(content)} are declared"
        if kind in (JSON, MEDIA_TYPE) and self.body is not None and "schema" in content[kind]:
            faults = [
                f"{'/'.join(map(str, error.instance_path))}: {error.message}"
                for error in _validator(*place, "content", kind, "schema").iter_errors(json.loads(self.body))
            ]
            assert not faults, f"{told} does not fit its schema: {faults[:5]}"

    def _check_problem(self, told: str, problem: Document, operation: Document) -> None:
        slug = problem["type"].removeprefix("/problems/")
        assert (problem["status"], problem["title"]) == (self.status, PROBLEMS[slug].title), told
        known = PROBLEMS[slug].status == self.status and operation  # other 4xx answers of the web framework have the type bad-request
        assert not known or slug in operation[PROBLEMS_OF], f"{told} has the problem {slug}, which is not declared"


def operation_at(method: str, path: str) -> Document:
    """Return the operation of the contract to which a request belongs; an empty one if there is none."""
    template = _template(path)
    operation: Document = {} if template is None else contract()["paths"][template].get(method.lower(), {})
    return operation


def _at(place: list[str]) -> Document:
    """Return the part of the contract at this place."""
    part = contract()
    for name in place:
        part = part[name]
    return part


@cache
def contract() -> Document:
    """Return the content of openapi.yaml. tests/api/test_contract.py compares it with what the service serves."""
    document: Document = yaml.load(PLACE.read_text("utf-8"), yaml.CSafeLoader)
    return document


def validator(schema: str) -> Draft202012Validator:
    """Return the validator of the schema with this name."""
    return _validator("components", "schemas", schema)


def validator_at(method: str, path: str, *place: str) -> Draft202012Validator:
    """Return the validator of the schema at this place of an operation."""
    return _validator("paths", _template(path) or "", method.lower(), *place)


@cache
def _validator(*place: str) -> Draft202012Validator:
    pointer = quote("".join("/" + part.replace("~", "~0").replace("/", "~1") for part in place))
    return Draft202012Validator({"$ref": f"{WHOLE}#{pointer}"}, registry=_registry())


@cache
def _registry() -> Registry:
    return Registry([(WHOLE, {"$schema": "https://json-schema.org/draft/2020-12/schema", **_as_sent(contract())})])


def _as_sent(schema: Any) -> Any:
    """Return a contract that fits only what this version of the service sends. openapi.yaml lets answers get more members and more values
    (docs/compatibility.md)."""
    if isinstance(schema, list):
        return [_as_sent(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {name: _as_sent(inner) for name, inner in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        strict.setdefault("additionalProperties", False)
    if isinstance(schema.get(OPEN_ENUM), list):
        strict["enum"] = [*schema[OPEN_ENUM], *([None] if "null" in schema["type"] else [])]
    return strict


@cache
def _paths() -> Map:
    return Map([Rule(path.replace("{", "<").replace("}", ">"), endpoint=path) for path in contract()["paths"]])


def _template(path: str) -> str | None:
    """Return the path of the contract to which an address belongs; None if there is none."""
    try:
        return str(_paths().bind("localhost").match(path)[0])
    except HTTPException:
        return None
