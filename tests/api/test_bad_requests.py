"""Bad requests: bodies, headers, queries and paths that no client should send. Each is answered with a problem, and nothing is stored."""

import json

import pytest

from tests.api.callers import API, Caller, opener, placed

OK = placed(0, "middle", "TS")

DEEP = b'{"events":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
A_CARD = json.dumps({"events": [OK]}).encode()

BODIES = [
    # (body, content type, status, type of problem)
    (b"", "application/json", 400, "malformed-body"),
    (b" ", "application/json", 400, "malformed-body"),
    (b"{", "application/json", 400, "malformed-body"),
    (b"nope", "application/json", 400, "malformed-body"),
    (b'{"events": [}', "application/json", 400, "malformed-body"),
    (b"\xff\xfe", "application/json", 400, "malformed-body"),
    (b'{"events": "\xc3"}', "application/json", 400, "malformed-body"),
    ('{"events": []}'.encode("utf-16"), "application/json", 400, "malformed-body"),
    (b"\xef\xbb\xbf" + A_CARD, "application/json", 400, "malformed-body"),
    (DEEP, "application/json", 400, "malformed-body"),
    (b'{"a":' * 40 + b"1" + b"}" * 40, "application/json", 400, "malformed-body"),
    (b'{"events": [], "events": []}', "application/json", 400, "malformed-body"),
    (A_CARD.replace(b'"seat": 0', b'"seat": 0, "seat": 1'), "application/json", 400, "malformed-body"),
    (b'{"events": NaN}', "application/json", 400, "malformed-body"),
    (b'{"events": -Infinity}', "application/json", 400, "malformed-body"),
    (b'{"events": ' + b"9" * 5000 + b"}", "application/json", 400, "malformed-body"),
    (b"\0", "application/json", 400, "malformed-body"),
    (A_CARD, "text/plain", 415, "unsupported-media-type"),
    (A_CARD, "application/x-www-form-urlencoded", 415, "unsupported-media-type"),
    (A_CARD, None, 415, "unsupported-media-type"),
    (b"[]", "application/json", 422, "invalid"),
    (b"null", "application/json", 422, "invalid"),
    (b"7", "application/json", 422, "invalid"),
    (b"{}", "application/json", 422, "invalid"),
    (b'{"events": []}', "application/json", 422, "invalid"),
    (b'{"events": {}}', "application/json", 422, "invalid"),
    (b'{"events": 1e400}', "application/json", 422, "invalid"),
    (b'{"events": [1], "more": 2}', "application/json", 422, "invalid"),
    (b'{"\\ud800": 1}', "application/json", 422, "invalid"),
    (json.dumps({"events": [OK] * 501}).encode(), "application/json", 413, "too-large"),
    (b'{"events": "' + b"x" * 270_000 + b'"}', "application/json", 413, "too-large"),
]


@pytest.mark.parametrize(("body", "content_type", "status", "slug"), BODIES)
def test_a_bad_request_body_is_answered_with_a_problem_document(
    body: bytes, content_type: str | None, status: int, slug: str, scorekeeper: Caller
) -> None:
    game = scorekeeper.opened()

    response = scorekeeper.call("POST", f"/games/{game}/events", data=body, content_type=content_type, headers={"If-Match": "*"})

    assert (response.status_code, response.json["type"]) == (status, f"/problems/{slug}")
    assert scorekeeper.get(f"/games/{game}").json["version"] == 1


IF_MATCH = [
    (None, 428, "precondition-required"),
    ("1", 422, "invalid"),
    ('W/"1"', 422, "invalid"),
    ('"1", "2"', 422, "invalid"),
    ('"x"', 422, "invalid"),
    ("", 422, "invalid"),
    ('"99999999999999999999"', 422, "invalid"),
    ('"-1"', 422, "invalid"),
    ('"2"', 412, "conflict"),
    ('"0"', 412, "conflict"),
]


@pytest.mark.parametrize(("header", "status", "slug"), IF_MATCH)
def test_an_append_without_the_current_version_in_if_match_is_refused(
    header: str | None, status: int, slug: str, scorekeeper: Caller
) -> None:
    game = scorekeeper.opened()

    response = scorekeeper.append(game, opener(), match=header)

    assert (response.status_code, response.json["type"]) == (status, f"/problems/{slug}")
    assert scorekeeper.get(f"/games/{game}").json["version"] == 1


QUERIES = [
    ("", "at=0", "at"),
    ("", "at=2", "at"),
    ("", "at=x", "at"),
    ("", "at=1_0", "at"),
    ("", "at=%D9%A1", "at"),
    ("", "at=" + "9" * 400, "at"),
    ("", "as=both", "as"),
    ("", "view=everything", "view"),
    ("", "view=seat:9", "view"),
    ("", "view=seat:x", "view"),
    ("", "view=", "view"),
    ("", "at_least=0", "at_least"),
    ("", "colour=red", "colour"),
    ("/events", "after=-1", "after"),
    ("/events", "limit=0", "limit"),
    ("/events", "limit=501", "limit"),
    ("/events", "upto=1e3", "upto"),
    ("/replay", "as=x", "as"),
    ("/replay", "at=5", "at"),
    ("/replay", "from=-1", "from"),
    ("/replay", "from=3&to=2", "from"),
    ("/replay", "to=x", "to"),
    ("/replay", "limit=0", "limit"),
    ("/replay", "limit=501", "limit"),
    ("/replay", "round=0", "round"),
    ("/replay", "round=2", "round"),
    ("/picture", "at=2", "at"),
    ("/picture", "at=x", "at"),
    ("/picture", "as=x", "as"),
    ("/picture", "view=seat:9", "view"),
    ("/picture", "format=gif", "format"),
    ("/picture", "scheme=pink", "scheme"),
    ("/picture", "version=1", "version"),
    ("/findings", "at_least=a", "at_least"),
    ("/export", "format=doc", "format"),
]


@pytest.mark.parametrize(("resource", "query", "parameter"), QUERIES)
def test_the_problem_document_names_each_wrong_query_parameter(resource: str, query: str, parameter: str, scorekeeper: Caller) -> None:
    game = scorekeeper.opened()

    response = scorekeeper.get(f"/games/{game}{resource}?{query}")

    assert response.status_code in (406, 422)
    assert [place["parameter"] for place in response.json["errors"]] == [parameter]


def test_a_dry_run_with_a_misspelt_parameter_records_nothing(scorekeeper: Caller) -> None:
    game = scorekeeper.opened()

    response = scorekeeper.append(game, opener(), query_string="dryrun=true")

    assert response.status_code == 422
    assert scorekeeper.get(f"/games/{game}").json["version"] == 1


def test_wrong_queries_for_the_list_of_games_are_refused(scorekeeper: Caller) -> None:
    for query in ("limit=0", "limit=51", "state=over", "cursor=AAAA", "cursor=%00", "club=X", "cursor=" + "A" * 201):
        assert scorekeeper.get(f"/games?{query}").status_code == 422, query


NOT_HERE = [
    ("GET", "/nothing", 404),
    ("GET", "/games/home-aaaaaaaaaaaaaaaa", 404),
    ("GET", "/games/HOME-aaaaaaaaaaaaaaaa", 404),
    ("GET", "/games/..%2f..", 404),
    ("GET", "/games/%00", 404),
    ("GET", "/games/home-aaaaaaaaaaaaaaa%F0%9F%82%A1", 404),
    ("GET", "/games/%ff", 404),
    ("GET", "/systems/whist", 404),
    ("GET", "/systems/whist/event-types", 404),
    ("DELETE", "/tokens/aaaaaaaaaa", 404),
    ("PUT", "/games", 405),
    ("DELETE", "/games", 405),
    ("PATCH", "/session", 405),
    ("POST", "/systems", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), NOT_HERE)
def test_an_unknown_address_or_method_is_answered_with_a_problem_document(method: str, path: str, status: int, director: Caller) -> None:
    response = director.call(method, path)

    assert response.status_code == status
    if status == 405:
        assert response.headers["Allow"]


def test_an_invalid_idempotency_key_is_refused(scorekeeper: Caller) -> None:
    game = scorekeeper.opened()
    for key in ("", "x" * 201, "caf\xe9"):
        response = scorekeeper.append(game, opener(), headers={"Idempotency-Key": key})
        assert response.status_code == 422
        assert response.json["errors"][0]["header"] == "Idempotency-Key"


def test_a_batch_of_500_events_is_accepted_only_if_they_are_short(scorekeeper: Caller) -> None:
    """500 events with the longest possible note exceed 256 KiB and are refused. 500 events with short notes are recorded."""
    game = scorekeeper.opened()
    long = {"type": "NoteWritten", "data": {"note": "x" * 500}}
    short = {"type": "NoteWritten", "data": {"note": "x"}}

    assert scorekeeper.append(game, *[long] * 500).status_code == 413
    assert scorekeeper.recorded(game, *[short] * 500) == 501


def test_an_illegal_play_is_recorded_and_not_refused(scorekeeper: Caller) -> None:
    """HC-14 forbids playing out of turn and playing the same card twice."""
    game = scorekeeper.opened()

    scorekeeper.recorded(game, opener(), placed(2, "lowest", "TS"), placed(2, "highest", "TS"), placed(1, "middle", "HJ"))

    assert scorekeeper.get(f"{API}/games/{game}").json["version"] == 5
