"""Fixtures: the complete product, a browser, and visitors. A visitor is the owner of the club, somebody with a link, or a stranger."""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import Browser, BrowserType, Error, Locator, expect, sync_playwright

from tests.browser.keyboard import Keys
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving, configured, serving
from tests.speeds import long, slow
from tests.waiting import WITHIN

WAITS = 60_000
"""How many milliseconds a test waits at most for a page to show something. The limit is high because busy machines are slow."""
DEBIAN_CHROMIUM = [path for path in map(Path, ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")) if path.exists()]
"""Debian's Chromium. The headless shell has no windows and needs less processor time."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
RESTED = """() => {
  const end = () => document.getElementById("main")?.classList.remove("resting");
  addEventListener("click", end, {capture: true, once: true});
}"""
FAILED = pytest.StashKey[bool]()
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
SCHEMES = pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=long)])
"""For tests that axe-core finds nothing: dark is long, because in CI test_axe looks at every page in both."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every browser test as slow except the smoke tests, which are one or two for each page. A row that is long keeps that mark."""
    here = Path(__file__).parent
    for item in items:
        if here == item.path.parent and not item.get_closest_marker("smoke"):
            item.add_marker(slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Store whether the test failed. The fixtures read this at the end of the test."""
    report = yield
    item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("product")
    with serving(configured(folder / "data"), folder / "printed") as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Debian's Chromium, or else Playwright's own. If neither starts, the tests fail in CI and are skipped elsewhere."""
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
    return chromium.launch(executable_path=next(map(str, DEBIAN_CHROMIUM), None), args=list(QUIET))


@pytest.fixture(scope="session", autouse=True)
def rested() -> Iterator[None]:
    """After each act, and when the page has changed by itself, it ignores taps for a moment. This pause is called the rest
    (docs/decisions/web-form.md). When a `Locator.tap` arrives, this fixture ends the rest, because waiting for its end took a third of the
    time of all tests. `test_double_taps` tests the rest itself."""
    tap = Locator.tap

    def when_rested(place: Locator, **how: Any) -> None:
        place.first.wait_for(state="attached")  # the tap before may lead to another page, on which alone this place is
        try:
            place.page.evaluate(RESTED)
        except Error as fault:  # that page comes just now
            if "navigation" not in fault.message:
                raise
            place.page.evaluate(RESTED)
        tap(place, **how)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Locator, "tap", when_rested)
        yield


@pytest.fixture(scope="session")
def api(product: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{product.url}/api/v1", headers={"Authorization": f"Bearer {product.owner()}"}, timeout=WITHIN) as client:
        yield client


Come = Callable[..., Any]


@pytest.fixture
def workers() -> Literal["allow", "block"]:
    """Whether pages may register the service worker. `Page.route` does not hold back requests that pass through it, so only the tests of
    the worker allow it."""
    return "block"


@pytest.fixture
def come(
    browser: Browser, product: Serving, tmp_path: Path, request: pytest.FixtureRequest, workers: Literal["allow", "block"]
) -> Iterator[Come]:
    """`come(kind, token=…, size=…)` makes a visitor in a new browser context. With a `token` the visitor is signed in; without
    one, the visitor is a stranger. The owner and strangers have opened no page yet. A visitor with any other token is on the page to which
    the link with this token leads. If the test fails, every
    visitor's page is saved as a picture. A fault on any page fails the test."""
    visitors: list[Visitor] = []

    def make(kind: type[Visitor] = Taps, *, token: str | None = None, size: dict[str, int] | None = None, **options: Any) -> Visitor:
        # No animations: the contrast of a colour that is still changing would be measured wrongly.
        look: dict[str, Any] = {"viewport": size or PHONE, "has_touch": True, "reduced_motion": "reduce"}
        context = browser.new_context(**look, service_workers=workers, **options)
        context.set_default_timeout(WAITS)
        visitor = kind(context.new_page(), product.url)
        visitors.append(visitor)
        if token == product.owner():
            visitor.sign_in(token)  # opens no page, which takes less time
        elif token is not None:
            visitor.go(f"/join#{token}")
            visitor.page.wait_for_url(lambda url: "/join" not in url)
        return visitor

    yield make
    faults = []
    for number, visitor in enumerate(visitors):
        if request.node.stash.get(FAILED, False) or visitor.faults:
            visitor.page.screenshot(path=tmp_path / f"{number}.png", full_page=True)
        visitor.page.unroute_all(behavior="ignoreErrors")  # an answer may be on its way through a test's own route
        visitor.page.context.close()  # Playwright tells of the last faults only during a call such as this
        faults += visitor.faults
    assert faults == []


@pytest.fixture
def owner(come: Come, product: Serving) -> Taps:
    visitor: Taps = come(Taps, token=product.owner())
    return visitor


@pytest.fixture
def keyboard(come: Come, product: Serving) -> Keys:
    visitor: Keys = come(Keys, token=product.owner())
    return visitor


@pytest.fixture
def colleague(come: Come, api: httpx.Client) -> Taps:
    """A second director, who works with the owner."""
    visitor: Taps = come(Taps, token=api.post("/tokens", json={"label": "colleague", "scopes": ["direct"]}).json()["token"])
    return visitor
