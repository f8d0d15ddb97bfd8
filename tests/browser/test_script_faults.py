"""A page whose script fails tells the server where, and nothing else."""

import json

from playwright.sync_api import Route, expect

from service.web import assets
from tests.browser.conftest import Come
from tests.browser.visitor import Visitor

PACK = "js/landing+sample+focus.js"
BEGINS = '$modules["js/landing.js"] = (() => {\n'
BROKEN = "const held = { cards: ['AS'] }; held.hands.map((card) => card);"


def test_a_page_tells_once_where_its_script_failed(come: Come) -> None:
    visitor: Visitor = come(Visitor)

    def broken(route: Route) -> None:
        whole = route.fetch().text()
        assert BEGINS in whole
        route.fulfill(body=whole.replace(BEGINS, BEGINS + BROKEN), content_type="text/javascript")

    visitor.page.route(f"**/{PACK}", broken)
    with visitor.page.expect_event("pageerror"), visitor.page.expect_response("**/faults") as told:
        visitor.go("/?of=home-4nq2x7yexbumtczp")
    expect(visitor.find("#sample .seat")).to_have_count(4)  # the other scripts go on
    sent = told.value.request
    report = json.loads(sent.post_data or "")
    assert told.value.status == 204
    line = report.pop("line")
    assert report == {"error": "TypeError", "file": PACK, "column": 44, "page": "/", "version": assets.version()}
    assert assets.origin(PACK, line, assets.version()) == ("js/landing.js", 1)
    assert "cookie" not in sent.all_headers()
    visitor.forgive("reading 'map'")
