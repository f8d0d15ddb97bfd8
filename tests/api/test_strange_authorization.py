"""No header `Authorization` or `Cookie`, however strange, makes a route fail: no answer has the status 500."""

import re

import pytest
from flask import Flask

from tests.speeds import rows

TOKEN = f"fu_home_{'a' * 10}_{'b' * 32}"
HEADERS = [
    {"Authorization": header}
    for header in (
        "",
        " ",
        "Bearer",
        "Bearer nonsense",
        f"Bearer {TOKEN}",
        f"Bearer {TOKEN} {TOKEN}",
        "Bearer fu_nowhere_" + TOKEN[8:],
        "Bearer \xff\xfe\x80",
        "Bearer \x00",
        "Bearer " + "x" * 100_000,
        f"Token {TOKEN}",
        "Basic",
        "Basic !!!",
        "Basic \xe9",
        'Digest username="',
        ",,,",
    )
]
COOKIES = [{"Cookie": cookie} for cookie in ("faceup=", "faceup=nonsense", "faceup=\xff", "faceup=eyJ0b2tlbiI6MX0.x.y", "faceup", "=;=")]
WANTED = ("text/html", "application/json")


def routes(app: Flask) -> list[tuple[str, str]]:
    """Every route with every method. The ids in the paths do not exist."""
    return sorted({(re.sub(r"<[^>]*>", "x", rule.rule), method) for rule in app.url_map.iter_rules() for method in rule.methods or ()})


STRANGE = dict(enumerate(HEADERS + COOKIES))


@pytest.mark.parametrize("headers", rows(map(str, STRANGE), {"4", "7", "19"}, lambda number: STRANGE[int(number)]))
def test_no_strange_header_makes_a_route_fail(app: Flask, headers: dict[str, str]) -> None:
    client = app.test_client(use_cookies=False)
    failed = [
        (path, method, answer.status_code)
        for number, (path, method) in enumerate(routes(app))
        if (answer := client.open(path, method=method, headers={**headers, "Accept": WANTED[number % 2]})).status_code >= 500
    ]
    assert failed == []


@pytest.mark.parametrize("headers", HEADERS[3:5], ids=("nonsense", "unknown"))
def test_a_page_says_that_a_token_is_not_valid(app: Flask, headers: dict[str, str]) -> None:
    answer = app.test_client(use_cookies=False).get("/games", headers={**headers, "Accept": "text/html"})
    assert (answer.status_code, answer.mimetype) == (401, "text/html")
    assert "This token is not valid" in answer.get_data(as_text=True)
