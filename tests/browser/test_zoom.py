"""At 200 % the page of a game shows whose turn it is without scrolling: zoomed on a desktop, and with large text on a phone."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Come
from tests.browser.games import pitched
from tests.browser.visitor import Taps
from tests.ops.serving import Serving

ZOOMED = {"width": 640, "height": 400}
"""A window of 1280 × 800 at a zoom of 200 %, in CSS pixels."""
LARGE = "document.documentElement.style.fontSize = '200%'"


@pytest.mark.parametrize("signed_in", [True, False], ids=["scorekeeper", "spectator"])
@pytest.mark.parametrize(("size", "script"), [(ZOOMED, "0"), (PHONE, LARGE)], ids=["zoom", "text"])
def test_the_turn_is_in_sight_at_200_percent(
    come: Come, product: Serving, api: httpx.Client, size: dict[str, int], script: str, signed_in: bool
) -> None:
    game = pitched(api, "AS", visibility="public")
    visitor: Taps = come(Taps, token=product.owner() if signed_in else None, size=size)
    visitor.go(f"/games/{game}")
    expect(visitor.find("#turn")).to_contain_text("Cyd")
    visitor.page.evaluate(script)
    shown = visitor.find("#turn").bounding_box()
    assert shown is not None
    assert shown["y"] >= 0
    assert shown["y"] + shown["height"] <= size["height"]
    assert visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
