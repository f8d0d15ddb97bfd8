"""The headers `RateLimit` and `RateLimit-Policy` say under which limits a request counts, and how much of them is left
(draft-ietf-httpapi-ratelimit-headers-10)."""

import re
from dataclasses import replace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.api.lib.contract import PROBLEMS_OF
from service.api.lib.described import operations
from service.api.openapi import generate
from service.caches.rates import Rates
from service.limits import UNLIMITED
from tests.api.test_limits import WRONG, Installation, Made, limited, made  # noqa: F401 - fixtures
from tests.verdicts import judged

ITEM = re.compile(r'"([a-z_]+)";([a-z]+)=(\d+);([a-z]+)=(\d+)')
"""An item of a list of structured fields (RFC 9651), as both headers have them: a string with two whole numbers."""

Quotas = dict[str, dict[str, int]]


def parsed(header: str) -> Quotas:
    found = [ITEM.fullmatch(item) for item in header.split(", ")]
    assert all(found), header
    return {each[1]: {each[2]: int(each[3]), each[4]: int(each[5])} for each in found if each}


def said(answer: TestResponse) -> tuple[Quotas, Quotas]:
    return parsed(answer.headers["RateLimit-Policy"]), parsed(answer.headers["RateLimit"])


def test_every_answer_says_how_much_of_the_limit_is_left(made: Made) -> None:  # noqa: F811
    here = made(token_reads=3)
    token = here.token()

    for left, status in [(2, 200), (1, 404), (0, 200)]:
        answer = here.send("/v1/systems" if status == 200 else "/v1/games/home-x", token)
        policy, quota = said(answer)
        assert answer.status_code == status
        assert policy == {"token_reads": {"q": 3, "w": 60}}
        assert quota["token_reads"]["r"] == left
        assert 0 <= quota["token_reads"]["t"] <= 60


def test_a_refusal_says_that_nothing_is_left_and_when_there_will_be(made: Made) -> None:  # noqa: F811
    here = made(token_reads=1)
    token = here.token()
    here.send("/v1/systems", token)
    refused = here.send("/v1/systems", token)

    _, quota = said(refused)
    assert (refused.status_code, quota["token_reads"]["r"]) == (429, 0)
    assert abs(quota["token_reads"]["t"] - int(refused.headers["Retry-After"])) <= 1


LIMITS = [
    # (who asks, how, the address, the limit under which the request counts)
    ("token", "GET", "/v1/systems", "token_reads"),
    ("token", "POST", "/v1/games", "token_writes"),
    ("token", "GET", "/v1/games/home-x/export", "token_costly"),
    ("nobody", "GET", "/v1/systems", "address_reads"),
    ("nobody", "POST", "/v1/games", "address_writes"),
    ("nobody", "GET", "/v1/games/home-x/export", "address_costly"),
]


@pytest.mark.parametrize(("who", "method", "path", "limit"), LIMITS)
def test_the_headers_name_the_limit_of_the_request(who: str, method: str, path: str, limit: str, made: Made) -> None:  # noqa: F811
    here = made(**dict.fromkeys({each[3] for each in LIMITS}, 9))
    answer = here.send(path, here.token() if who == "token" else None, method=method)
    assert list(said(answer)[0]) == [limit]


def test_a_wrong_token_counts_under_two_limits_and_both_are_named(made: Made) -> None:  # noqa: F811
    here = made(wrong_secrets=5, address_reads=9)
    policy, quota = said(here.send("/v1/games", WRONG))
    assert policy == {"wrong_secrets": {"q": 5, "w": 60}, "address_reads": {"q": 9, "w": 60}}
    assert {name: each["r"] for name, each in quota.items()} == {"wrong_secrets": 4, "address_reads": 8}


def test_nothing_is_said_where_nothing_is_counted(made: Made) -> None:  # noqa: F811
    here = made(token_reads=3)
    for answer in (here.send("/livez"), here.send("/v1/systems"), made().send("/v1/systems", here.token())):
        assert not {"RateLimit", "RateLimit-Policy"} & set(answer.headers.keys())


def test_an_answer_304_that_is_not_counted_has_no_old_numbers(made: Made) -> None:  # noqa: F811
    here = made(token_reads=50)
    token = here.token()
    game = here.game(token)
    judged(here.parts.verdicts, game, 0, 1, "rules", "open", [], [])  # type: ignore[arg-type]
    tag = {"If-None-Match": here.send(f"/v1/games/{game}", token).headers["ETag"]}

    answers = [here.send(f"/v1/games/{game}", token, headers=tag) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [304] * 3
    assert ["RateLimit" in answer.headers for answer in answers] == [True, False, False]


def test_the_contract_says_which_answers_have_these_headers() -> None:
    for path, method, operation in operations(generate()):
        counted = "too-many-requests" in operation[PROBLEMS_OF]
        assert counted is (path != "/livez"), (method, path)
        for status, response in operation["responses"].items():
            said = {"RateLimit", "RateLimit-Policy"} & _headers(response).keys()
            assert len(said) == (2 if counted or "$ref" in response else 0), (method, path, status)


def _headers(response: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in response:
        response = generate()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    return response.get("headers", {})  # type: ignore[no-any-return]


def test_a_counter_that_breaks_says_nothing_and_refuses_nothing(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    here: Installation = made(token_reads=3)

    def broken(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(here.parts.rates._counted, "get_window_stats", broken)
    answer = here.send("/v1/systems", here.token())
    assert (answer.status_code, "RateLimit" in answer.headers) == (200, False)


def test_a_clock_that_was_set_gives_no_impossible_seconds() -> None:
    now = [1_000_000.0]
    rates = Rates(replace(UNLIMITED, token_reads=5), now=lambda: now[0])
    rates.over("token_reads", "ann")
    for there in (-1e9, 0.0, 1e12):
        now[0] = there
        quota = rates.quota("token_reads", "ann")
        assert quota is not None
        assert 0 <= quota.reset <= 60
