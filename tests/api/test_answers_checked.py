"""The check of every answer in these tests notices an answer that openapi.yaml does not declare."""

import json

import pytest

from service.problems import PROBLEMS
from tests.contract import Answer

LIVE = {"live": True}


def problem(slug: str) -> dict[str, object]:
    kind = PROBLEMS[slug]
    return {"type": f"/problems/{slug}", "title": kind.title, "status": kind.status, "detail": "There is nothing here that you may read."}


PROBLEM, TOO_MANY, NOT_PAIRED = problem("not-found"), problem("too-many-requests"), problem("not-paired")
JSON, PROBLEM_JSON = "application/json", "application/problem+json"

WRONG = [
    # (method, path, status, headers, body, what the check says)
    ("GET", "/livez", 203, {"Content-Type": JSON}, LIVE, "is not declared"),
    ("GET", "/api/v1/nothing", 200, {"Content-Type": JSON}, LIVE, "is not declared"),
    ("POST", "/livez", 200, {"Content-Type": JSON}, LIVE, "is not declared"),
    ("GET", "/livez", 200, {"Content-Type": "text/plain"}, LIVE, "has the type text/plain"),
    ("GET", "/livez", 200, {"Content-Type": JSON}, {"live": "yes"}, "does not fit its schema"),
    ("GET", "/livez", 200, {"Content-Type": JSON}, {"live": None}, "does not fit its schema"),
    ("GET", "/livez", 200, {"Content-Type": JSON}, {}, "does not fit its schema"),
    ("GET", "/livez", 200, {"Content-Type": JSON}, {**LIVE, "dead": False}, "does not fit its schema"),
    ("GET", "/livez", 200, {"Content-Type": JSON, "Location": "/"}, LIVE, "has the header Location"),
    ("GET", "/api/v1/games/x/export", 200, {"Content-Type": JSON, "Content-Disposition": "x"}, {}, "lacks the header ETag"),
    ("GET", "/api/v1/games/x", 304, {}, None, "lacks the header ETag"),
    ("DELETE", "/api/v1/session", 204, {}, LIVE, "has a body"),
    ("GET", "/api/v1/games/x", 404, {"Content-Type": JSON}, PROBLEM, "has the type application/json"),
    ("GET", "/api/v1/games/x", 404, {"Content-Type": PROBLEM_JSON}, {**PROBLEM, "type": "/problems/new"}, "does not fit its schema"),
    ("GET", "/api/v1/games/x", 404, {"Content-Type": PROBLEM_JSON}, {**PROBLEM, "title": "Gone"}, "404"),
    ("GET", "/api/v1/systems", 404, {"Content-Type": PROBLEM_JSON}, PROBLEM, "is not declared"),
    ("GET", "/api/v1/games/x", 404, {"Content-Type": PROBLEM_JSON, "Retry-After": "1"}, PROBLEM, "has the header Retry-After"),
    ("GET", "/api/v1/games/x", 429, {"Content-Type": PROBLEM_JSON}, TOO_MANY, "lacks the header Retry-After"),
    ("POST", "/api/v1/games/x/events", 412, {"Content-Type": PROBLEM_JSON}, PROBLEM, "lacks the header ETag"),
    ("GET", "/api/v1/games/x", 409, {"Content-Type": PROBLEM_JSON}, NOT_PAIRED, "has the problem not-paired"),
]


@pytest.mark.parametrize(("method", "path", "status", "headers", "body", "said"), WRONG)
def test_an_answer_that_is_not_declared_is_noticed(
    method: str, path: str, status: int, headers: dict[str, str], body: object, said: str
) -> None:
    with pytest.raises(AssertionError, match=said):
        Answer(method, path, status, headers, b"" if body is None else json.dumps(body).encode()).check()


@pytest.mark.parametrize(
    ("path", "status", "headers", "body"),
    [
        ("/livez", 200, {"Content-Type": JSON}, LIVE),
        ("/api/v1/games/x", 404, {"Content-Type": PROBLEM_JSON}, PROBLEM),
        ("/api/v1/nothing", 404, {"Content-Type": PROBLEM_JSON}, PROBLEM),
        ("/api/v1/games/x", 429, {"Content-Type": PROBLEM_JSON, "Retry-After": "1"}, TOO_MANY),
        ("/games/x", 418, {"Content-Type": "text/html"}, None),
    ],
)
def test_declared_answers_and_those_of_other_addresses_pass_the_check(
    path: str, status: int, headers: dict[str, str], body: object
) -> None:
    Answer("GET", path, status, headers, json.dumps(body).encode()).check()
