"""The whole product, a browser, and visitors in it: the owner (by taps or by keys), others with a link, strangers."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserType, Error, Locator, expect, sync_playwright

from tests.browser.visitor import Keys, Taps, Visitor
from tests.ops.serving import Serving, configured, serving
from tests.speeds import slow
from tests.waiting import WITHIN

WAITS = 60_000
"""Milliseconds that a test waits for a page to show something; a busy machine may need some of them."""
DEBIAN_CHROMIUM = Path("/usr/bin/chromium")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PHONE = {"width": 360, "height": 740}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark browser tests as slow, except one or two for each page."""
    for item in items:
        if Path(__file__).parent in item.path.parents and not item.get_closest_marker("smoke"):
            item.add_marker(slow)


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("product")
    with serving(configured(folder / "data"), folder / "printed") as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, else Playwright's own. Without either, CI fails; elsewhere the tests are skipped and say so."""
    expect.set_options(timeout=WAITS)
    with sync_playwright() as playwright:
        try:
            chromium = launched(playwright.chromium)
        except Error as failure:
            reason = (
                f"NO BROWSER: the pages are NOT TESTED. Install chromium, or run `playwright install chromium`. {failure.message[:200]}"
            )
            if os.environ.get("CI"):
                pytest.fail(reason)
            pytest.skip(reason)
        yield chromium
        chromium.close()


def launched(chromium: BrowserType) -> Browser:
    if DEBIAN_CHROMIUM.exists():
        return chromium.launch(executable_path=str(DEBIAN_CHROMIUM), args=list(QUIET))
    return chromium.launch(args=list(QUIET))


@pytest.fixture(scope="session", autouse=True)
def rested() -> Iterator[None]:
    """Let taps of the tests count as if the page had rested (docs/decisions/web-rest.md). The time that it rests is the business of
    `test_double_taps`, which taps on the glass. Waiting for it at every tap took a third of the time of all tests."""
    tap = Locator.tap

    def when_rested(place: Locator, **how: Any) -> None:
        place.page.evaluate("() => document.getElementById('main')?.classList.remove('resting')")
        tap(place, **how)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Locator, "tap", when_rested)
        yield


@pytest.fixture(scope="session")
def api(product: Serving) -> Iterator[httpx.Client]:
    """The API as the owner."""
    with httpx.Client(base_url=f"{product.url}/api/v1", headers={"Authorization": f"Bearer {product.owner()}"}, timeout=WITHIN) as client:
        yield client


Come = Callable[..., Any]


@pytest.fixture
def come(browser: Browser, product: Serving, tmp_path: Path) -> Iterator[Come]:
    """`come(kind, token=…, size=…)`: a visitor in a context of its own, signed in by the link of `token`; without one, a stranger. At the
    end each visitor's page is saved as a picture, and a fault on any page fails the test.
    """
    visitors: list[Visitor] = []

    def make(kind: type[Visitor] = Taps, *, token: str | None = None, size: dict[str, int] | None = None, **options: Any) -> Visitor:
        # Without motion: a colour in transition would give a wrong contrast.
        context = browser.new_context(viewport=size or PHONE, has_touch=True, reduced_motion="reduce", **options)  # type: ignore[arg-type]
        context.set_default_timeout(WAITS)
        visitor = kind(context.new_page(), product.url)
        visitors.append(visitor)
        if token is not None:
            visitor.go(f"/join#{token}")
            visitor.page.wait_for_url(lambda url: "/join" not in url)
        return visitor

    yield make
    faults = []
    for number, visitor in enumerate(visitors):
        visitor.page.screenshot(path=tmp_path / f"{number}.png", full_page=True)
        faults += visitor.faults
        visitor.page.context.close()
    assert faults == []


@pytest.fixture
def owner(come: Come, product: Serving) -> Taps:
    """The owner with a phone."""
    visitor: Taps = come(Taps, token=product.owner())
    return visitor


@pytest.fixture
def keyboard(come: Come, product: Serving) -> Keys:
    """The owner with a keyboard."""
    visitor: Keys = come(Keys, token=product.owner())
    return visitor
