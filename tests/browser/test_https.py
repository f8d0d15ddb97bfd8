"""A hall with plain HTTP and, on another port, HTTPS with a certificate of the machine's own (docs/operations.md). The browser reaches the
product by a name that is not local."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Page, expect

from service.offline import engine
from service.running import hall
from tests.browser.axe import violations
from tests.browser.conftest import DEBIAN_CHROMIUM, DESKTOP, PHONE, QUIET, WAITS
from tests.browser.games import opened
from tests.browser.offline import AT_ONCE, back, cut, types, waits
from tests.browser.visitor import Taps
from tests.ops.serving import Serving, configured, free_port, serving
from tests.speeds import slow

NAME = "club.test"
COUNTING = """
window.locks = { asked: 0, held: null };
if (window.WakeLock) navigator.wakeLock.request = async () => {
  window.locks.asked += 1;
  window.locks.held = Object.assign(new EventTarget(), { release: async () => window.locks.held?.dispatchEvent(new Event("release")) });
  return window.locks.held;
};
"""
"""A script that stands for the device's lock of the screen."""


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("https")
    with serving(replace(configured(folder / "data"), https_port=free_port()), folder / "printed") as server:
        yield server


@pytest.fixture(scope="module")
def trusting(browser: Browser, product: Serving) -> Iterator[Browser]:
    """A browser that trusts the product's certificate, and takes NAME for this machine."""
    server = x509.load_pem_x509_certificate(hall.server_file(product.config).read_bytes())
    key = b64encode(sha256(server.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()).decode()
    trusts = (f"--ignore-certificate-errors-spki-list={key}", f"--host-resolver-rules=MAP {NAME} 127.0.0.1")
    launched = browser.browser_type.launch(executable_path=next(map(str, DEBIAN_CHROMIUM), None), args=[*QUIET, *trusts])
    yield launched
    launched.close()


@pytest.fixture
def page(trusting: Browser) -> Iterator[Page]:
    context = trusting.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(WAITS)
    context.add_init_script(COUNTING)
    yield context.new_page()
    context.close()


def plain(product: Serving) -> str:
    return f"http://{NAME}:{product.config.port}"


def secure(product: Serving) -> str:
    return f"https://{NAME}:{product.config.https_port}"


def seated(page: Page, address: str) -> None:
    """Open a practice table."""
    page.goto(f"{address}/practice")
    page.locator('.quick [data-system="high-card"]').tap()
    expect(page.locator("#tools")).to_be_visible()
    expect(page.locator("#connection")).to_have_text("Live")


def test_over_https_a_page_is_trusted_and_can_be_installed_as_an_app(page: Page, product: Serving) -> None:
    page.goto(secure(product))
    assert page.evaluate("isSecureContext && 'serviceWorker' in navigator && 'wakeLock' in navigator")
    chromium = page.context.new_cdp_session(page)
    found = chromium.send("Page.getAppManifest")
    assert (found["errors"], found["url"]) == ([], f"{secure(product)}/manifest.webmanifest")
    hinders = {each["errorId"] for each in chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert hinders <= {"in-incognito"}  # as every context of a test is
    icons = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json()).then(({ icons }) => icons)")
    for icon in icons:
        size = page.evaluate(
            "async (src) => { const image = new Image(); image.src = src; await image.decode(); return image.width; }", icon["src"]
        )
        assert icon["sizes"] == f"{size}x{size}"


def test_over_plain_http_the_form_says_before_play_what_a_reload_does(page: Page, product: Serving) -> None:
    seated(page, plain(product))
    assert not page.evaluate("isSecureContext")
    said = page.locator("#notice")
    expect(said).to_have_text("Leave this page open: reloaded without a network, it does not come back. With HTTPS it does")
    page.locator("#notice a").tap()
    expect(page.locator("h1")).to_have_text("HTTPS for your club’s own devices")
    seated(page, secure(product))
    expect(said).to_be_empty()


def test_a_page_with_acts_that_wait_asks_before_it_is_left(page: Page, product: Serving) -> None:
    asks = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    seated(page, plain(product))
    phone = Taps(page, plain(product))
    phone.opener("Anna")
    expect(phone.seat("Anna")).to_have_class("seat turn")
    expect(phone.find("#notice")).to_be_empty()
    assert not page.evaluate(asks)
    page.context.set_offline(True)
    phone.place("Anna", "highest")
    expect(phone.find("#notice")).to_contain_text("1 act waits on this device")
    expect(phone.find('#notice [data-key="reload"]')).to_have_text(
        "Leave this page open: reloaded without a network, it does not come back."
    )
    assert page.evaluate(asks)
    page.context.set_offline(False)
    expect(phone.find("#notice")).to_be_empty()
    assert not page.evaluate(asks)


@pytest.fixture
def api(product: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{product.url}/api/v1", headers={"Authorization": f"Bearer {product.owner()}"}, timeout=60) as client:
        yield client


def recording(page: Page, product: Serving, api: httpx.Client, address: str) -> Taps:
    """Return a phone at a new game of three, in which Chris is the opener."""
    engine.build()
    page.add_init_script(AT_ONCE)
    page.goto(f"{address}/join#{product.owner()}")
    page.wait_for_url(lambda url: "/join" not in url)
    phone = Taps(page, address)
    phone.go(f"/games/{opened(api)}")
    expect(phone.find('main[data-rules="here"]')).to_have_count(1)
    return phone


def test_in_a_hall_with_https_a_reload_without_a_network_keeps_the_table(page: Page, product: Serving, api: httpx.Client) -> None:
    phone = recording(page, product, api, secure(product))
    expect(phone.find('main[data-kept="here"]')).to_have_count(1)
    cut(phone)
    phone.place("Chris", "highest")
    waits(phone, 1)
    page.reload()
    waits(phone, 1)
    expect(phone.seat("Guy")).to_have_class("seat turn")
    phone.place("Guy", "lowest")
    waits(phone, 2)
    back(phone)
    assert types(api, phone.game)[2:] == ["CardPlaced"] * 2


@slow
def test_in_a_hall_with_plain_http_forty_acts_go_on_while_the_page_is_open(page: Page, product: Serving, api: httpx.Client) -> None:
    phone = recording(page, product, api, plain(product))
    expect(phone.find("#notice")).to_contain_text("Leave this page open")
    cut(phone)
    calls = {"Chris": "highest", "Guy": "middle", "Eric": "lowest"}  # all of them are right in each hand
    names = [*calls]
    for hand in range(10):
        leads = hand % 3
        for name in names[leads:] + names[:leads]:
            expect(phone.seat(name)).to_have_class("seat turn")  # of what is tapped before, only one act waits
            phone.place(name, calls[name])
        expect(phone.find("#turn")).to_contain_text("turned over")
        cards = [rank + "SHDC"[hand % 4] for rank in ("A82", "K73", "Q64")[hand // 4]]
        phone.reveal(dict(zip(names, cards, strict=True)))
        expect(phone.find("#where")).to_contain_text(f"hand {hand + 2}")
        waits(phone, 4 * (hand + 1))
    back(phone)
    assert types(api, phone.game)[2:] == (["CardPlaced"] * 3 + ["CardsRevealed"]) * 10


def test_the_screen_stays_on_while_the_form_is_open_and_seen(page: Page, product: Serving) -> None:
    seated(page, secure(product))
    page.wait_for_function("() => window.locks.asked === 1")
    page.evaluate("window.locks.held.release()")  # as when the page is hidden
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => window.locks.asked === 2")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.locks.asked") == 2


def test_a_link_goes_on_over_https_on_a_device_that_trusts_the_certificate(page: Page, product: Serving) -> None:
    link = f"{plain(product)}/join#{product.owner()}"
    page.goto(link)
    page.wait_for_url(f"{plain(product)}/")
    page.goto(f"{secure(product)}/https")
    expect(page.locator("h1")).to_have_text("This device is ready")
    page.goto(link)
    page.wait_for_url(f"{secure(product)}/")
    assert page.evaluate("fetch('/api/v1/session').then(({ status }) => status)") == 200


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_page_about_https_fits_and_is_accessible(trusting: Browser, product: Serving, size: dict[str, int], tmp_path: Path) -> None:
    context = trusting.new_context(viewport=size, color_scheme="light")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{plain(product)}/https")
    page.locator("summary").first.click()
    page.screenshot(path=tmp_path / "https.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert violations(page) == []
    context.close()
