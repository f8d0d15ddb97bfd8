"""Measures the five most used pages in a real Chromium: how much they jump while they load, when they can be used, and how much they weigh.

python -m bench.pages

The whole product runs (`faceup serve`). Every visit is the first visit of a new browser, whose cache is empty. The processor runs at a
quarter of its speed, except where a row says otherwise. A page can be used when its first control is there and enabled, no placeholder
for loading content is left, and no task of 50 ms or more begins in the next half second. (If such a task begins, the half second starts
again after it.) The clock starts with the navigation.
"""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from bench.figures import Part, Progress, Row, alone
from tests.browser.conftest import PHONE, launched
from tests.ops.serving import Serving, configured, serving

VISITS: Final = 5
SLOWER: Final = 4
GAMES: Final = 50
PLAYERS: Final = 16
MOST_SHIFT: Final = 0.1
MOST_MS: Final = 2_000
MOST_MS_LIST: Final = 1_000
MOST_FORM: Final = 150_000

WATCH: Final = """() => {
  window.measured = { shift: 0, tasks: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.measured.tasks.push([entry.startTime, entry.startTime + entry.duration]);
  }).observe({ type: 'longtask', buffered: true });
}"""
"""A script that runs before any script of the page. It adds up the layout shifts (CLS) and collects the long tasks."""
USABLE: Final = """([selector, least]) => new Promise((resolve) => {
  const seen = (each) => each.checkVisibility();
  const ready = () => [...document.querySelectorAll(selector)].filter(seen).length >= least
    && ![...document.querySelectorAll('.skeleton')].some(seen);
  const idle = (since) => setTimeout(() => {
    const late = window.measured.tasks.filter(([begin]) => begin < since + 500).map(([, end]) => end);
    const quiet = Math.max(since, ...late);
    if (quiet > since) idle(quiet);
    else resolve({ usable: since, shift: window.measured.shift });
  }, Math.max(0, since + 500 - performance.now()) + 100);
  const look = () => (ready() ? idle(performance.now()) : requestAnimationFrame(look));
  look();
})"""
CONTROL: Final = "main :is(button, a[href], select, input):not(:disabled, [aria-disabled=true], .tabs *)"


@dataclass(frozen=True, slots=True)
class Visited:
    """A page to measure. `path`: its address. `token`: the visitor's token; None for a stranger. The page can be used once at least `least`
    elements match the selector `control`. `heaviest`: the most bytes that may be sent."""

    what: str
    path: str
    token: str | None
    control: str = CONTROL
    least: int = 1
    heaviest: int | None = None


@dataclass(slots=True)
class Visit:
    """The figures of one visit. `sent`: how many bytes were sent, with headers and compression. `whole`: how many bytes the bodies have
    without compression."""

    shift: float = 0
    usable: float = 0
    sent: int = 0
    whole: int = 0
    requests: set[str] = field(default_factory=set)


@contextmanager
def shown() -> Iterator[tuple[Serving, httpx.Client, Browser]]:
    """Start the product and a browser. Yields the product, a client of its API with the rights of the owner, and the browser."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp")))
        running = stack.enter_context(serving(configured(folder / "data"), folder / "printed"))
        headers = {"Authorization": f"Bearer {running.owner()}"}
        api = stack.enter_context(httpx.Client(base_url=f"{running.url}/api/v1/", headers=headers, timeout=10))
        browser = launched(stack.enter_context(sync_playwright()).chromium)
        yield running, api, browser
        browser.close()


@contextmanager
def visiting(browser: Browser, url: str, token: str | None) -> Iterator[Page]:
    """Yield a page in a new browser of a phone. If `token` is not None, the browser is signed in with it."""
    context = browser.new_context(base_url=url, viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    context.add_init_script(f"({WATCH})()")
    if token is not None:
        assert context.request.post("/api/v1/session", data={"token": token}).ok
    try:
        yield context.new_page()
    finally:
        context.close()


def visit(browser: Browser, url: str, visited: Visited, slower: int = SLOWER) -> Visit:
    made = Visit()

    def received(event: dict[str, Any]) -> None:
        made.whole += event["dataLength"]
        made.requests.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        made.sent += int(event["encodedDataLength"])

    with visiting(browser, url, visited.token) as page:
        client = page.context.new_cdp_session(page)
        client.send("Network.enable")
        client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        client.on("Network.dataReceived", received)
        client.on("Network.loadingFinished", finished)
        answer = page.goto(visited.path, wait_until="commit")
        assert answer is not None
        assert answer.ok, f"{visited.what}: {answer.status}"
        figures = page.evaluate(USABLE, [visited.control, visited.least])
    made.shift, made.usable = figures["shift"], figures["usable"]
    return made


def pages(api: httpx.Client, owner: str) -> list[Visited]:
    """Make 50 games and a tournament whose second round is in play. Return the pages to measure."""

    def post(path: str, body: Any, **headers: str) -> Any:
        return api.post(path, json=body, headers=headers).raise_for_status().json()

    opening = {
        "system": "pitch-auction-classic",
        "seats": [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dee")],
        "visibility": "public",
    }
    game = [post("games", opening)["game"] for _ in range(GAMES)][-1]
    settings = {"rounds": 5}
    body = {"title": "Bench", "system": "high-card", "format": "swiss", "visibility": "public", "settings": settings}
    cup = f"tournaments/{post('tournaments', body)['tournament']}"
    entries = [
        {"type": "EntryMade", "data": {"entry": number, "people": [], "name": f"Player {number}"}} for number in range(1, PLAYERS + 1)
    ]
    post(f"{cup}/events", {"events": entries}, **{"If-Match": "*"})
    for number in (1, 2):
        post(f"{cup}/rounds", {}, **{"If-Match": f'"{api.get(cup).json()["version"]}"'})
        acts = [{"type": "RoundPublished", "data": {"round": number}}, {"type": "RoundStarted", "data": {"round": number}}]
        if number == 1:
            tables = range(1, PLAYERS // 2 + 1)
            acts += [{"type": "ForfeitRuled", "data": {"round": 1, "table": table, "winners": [0]}} for table in tables]
        post(f"{cup}/events", {"events": acts}, **{"If-Match": "*"})
    link = post("tokens", {"label": "Table 1", "scopes": ["record"], "tournament": cup.partition("/")[2], "table": 1})["token"]
    listed = "main :is(li, article) :is(h2, h3, .what) a[href^='/games/']"
    return [
        Visited(f"the list of {GAMES} games", "/games", None, listed, GAMES),
        Visited("the form of a game", f"/games/{game}", owner, "#seats button:not([aria-disabled])", heaviest=MOST_FORM),
        Visited("the standings", f"/{cup}", None),
        Visited("the director's desk", f"/{cup}/desk", owner, "#desk button"),
        Visited("the page of a table", f"/{cup}/tables/1", link),
    ]


def measured(browser: Browser, url: str, visited: Visited) -> list[Row]:
    visits = [visit(browser, url, visited) for _ in range(VISITS)]
    sent = [each.sent / 1000 for each in visits]
    whole = [each.whole / 1000 for each in visits]
    return [
        Row(f"{visited.what}: layout shift", "", [each.shift for each in visits], limit=MOST_SHIFT),
        Row(f"{visited.what}: can be used", "ms", [each.usable for each in visits], limit=MOST_MS),
        Row(f"{visited.what}: sent", "kB", sent, limit=visited.heaviest and visited.heaviest / 1000),
        Row(f"{visited.what}: without compression", "kB", whole),
    ]


def rows(progress: Progress) -> list[Row]:
    results: list[Row] = []
    with shown() as (running, api, browser):
        asked = pages(api, running.owner())
        first = asked[0]
        full = [visit(browser, running.url, first, slower=1).usable for _ in range(VISITS)]
        results.append(Row(f"{first.what}: can be used, processor at full speed", "ms", full, limit=MOST_MS_LIST))
        for place, visited in enumerate(asked):
            results += measured(browser, running.url, visited)
            progress((place + 1) / len(asked))
    return results


PART: Final = Part(
    "The five most used pages",
    "Through the whole product and a real Chromium with nothing kept from before, on a phone whose processor is four times as slow. A page "
    "can be used when its first control is there, nothing is still loading, and the main thread is idle.",
    60,
    rows,
)

if __name__ == "__main__":
    alone(PART)
