"""A page whose script fails tells the server where, and nothing else."""

import json

from playwright.sync_api import Route, expect

from tests.browser.conftest import Come
from tests.browser.visitor import Visitor

BROKEN = "const held = { cards: ['AS'] };\nexport const none = held.hands.map((card) => card);\n"


def test_a_page_tells_once_where_its_script_failed(come: Come) -> None:
    visitor: Visitor = come(Visitor)

    def broken(route: Route) -> None:
        route.fulfill(body=BROKEN, content_type="text/javascript")

    visitor.page.route("**/js/landing.js", broken)
    with visitor.page.expect_event("pageerror"), visitor.page.expect_response("**/faults") as told:
        visitor.go("/?of=home-4nq2x7yexbumtczp")
    expect(visitor.find("#sample .seat")).to_have_count(4)  # the other scripts go on
    sent = told.value.request
    report = json.loads(sent.post_data or "")
    assert told.value.status == 204
    assert report == {"error": "TypeError", "file": "js/landing.js", "line": 2, "column": 32, "page": "/"}
    assert "cookie" not in sent.all_headers()
    visitor.forgive("reading 'map'")
