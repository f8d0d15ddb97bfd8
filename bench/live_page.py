"""Measures the time from the append of a planted breach until its sentence is on a visitor's live page, in a real Chromium.

python -m bench.live_page

The whole product runs (`faceup serve`). RUNS/2 games are played. Two breaches are planted in each: a call out of turn, and one card shown
twice. The clock starts when the append is sent, and stops when the finding is in the document. Both clock readings are from this machine.
"""

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import httpx
from playwright.sync_api import Page, sync_playwright

from bench.figures import Part, Progress, Row, alone
from bench.finding_latency import OUT_OF_TURN, SHOWN_TWICE, Json
from tests.browser.conftest import launched
from tests.ops.serving import configured, serving

RUNS: Final = 40
WATCH: Final = """() => {
  window.arrived = {};
  new MutationObserver(() => {
    for (const finding of document.querySelectorAll('[data-key]')) {
      window.arrived[finding.dataset.key] ??= performance.timeOrigin + performance.now();
    }
  }).observe(document.body, {childList: true, subtree: true});
}"""


def measured(api: httpx.Client, page: Page, url: str, progress: Progress) -> list[float]:
    """Plant RUNS breaches. Returns, for each, the milliseconds until its finding was on the page."""
    results: list[float] = []
    for number in range(RUNS // 2):
        progress(2 * number / RUNS)
        game = api.post("games", json={"system": "high-card", "seats": [{}, {}, {}], "visibility": "public"}).json()["game"]
        api.post(f"games/{game}/events", json={"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]}, headers={"If-Match": "*"})
        page.goto(f"{url}/games/{game}")
        page.wait_for_timeout(700)
        page.evaluate(WATCH)
        results += [_shown_after(api, page, game, breach) for breach in (OUT_OF_TURN, SHOWN_TWICE)]
    return results


def _shown_after(api: httpx.Client, page: Page, game: str, breach: Json) -> float:
    began = time.time() * 1000
    version = api.post(f"games/{game}/events", json={"events": [breach]}, headers={"If-Match": "*"}).raise_for_status().json()["version"]
    cites = f"Object.entries(window.arrived).filter(([id]) => id.split('@')[1].split(',').includes('{version}')).map(([, at]) => at)[0]"
    while (arrived := page.evaluate(cites)) is None:
        page.wait_for_timeout(20)
    return float(arrived) - began


def rows(progress: Progress) -> list[Row]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp")))
        running = stack.enter_context(serving(configured(folder / "data"), folder / "printed"))
        web = stack.enter_context(sync_playwright())
        api = httpx.Client(base_url=f"{running.url}/api/v1/", headers={"Authorization": f"Bearer {running.owner()}"}, timeout=10)
        results = measured(api, launched(web.chromium).new_page(), running.url, progress)
    return [Row("the finding on the page", "ms", results)]


PART: Final = Part(
    "From a breach to its sentence on a page",
    "Through the whole product and a real Chromium, from sending the append to the moment the finding is on a stranger's page.",
    50,
    rows,
)

if __name__ == "__main__":
    alone(PART)
