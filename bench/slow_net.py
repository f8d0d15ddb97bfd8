"""Measures the form of a game on a slow net, in a real Chromium: seconds until it records, requests, and the bytes that are sent, by kind.

python -m bench.slow_net

The whole product runs (`faceup serve`). Each request waits 400 ms, and 50 kB arrive in a second (slow 3G). The first visit is that of a new
browser; the second one is made with what the browser has kept. The form records when a button in it is enabled.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Browser, Page

from bench.figures import Part, Progress, Row, alone
from bench.pages import shown, visiting

VISITS: Final = 3
SLOW: Final = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SYSTEMS: Final = {"Pitch": "pitch-auction-classic", "Spades": "spades-standard"}
KINDS: Final = {"Document": "page", "Script": "scripts", "Stylesheet": "sheets", "Fetch": "answers"}
"""The words for what Chromium says that a request is for. All others are "other"."""
RECORDS: Final = """() => new Promise((resolve) => {
  const enabled = () => document.querySelector('#seats button:not([aria-disabled], :disabled)');
  const look = () => (enabled() ? resolve(performance.now()) : requestAnimationFrame(look));
  look();
})"""
MOST_MS_FIRST: Final = 3_000
MOST_MS_AGAIN: Final = 1_000
MOST_SENT: Final = 150


@dataclass(slots=True)
class Visit:
    """The figures of one visit. `ms`: until the form records. `sent`: the bytes sent, with headers and compression, by kind."""

    ms: float = 0
    sent: Counter[str] = field(default_factory=Counter)
    requests: int = 0


def visit(page: Page, path: str) -> Visit:
    """Open the page and wait until it asks for nothing more."""
    made, kinds = Visit(), dict[str, str]()
    client = page.context.new_cdp_session(page)

    def asked(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = KINDS.get(event["type"], "other")

    def finished(event: dict[str, Any]) -> None:
        size = int(event["encodedDataLength"])
        made.sent[kinds[event["requestId"]]] += size
        made.requests += bool(size)

    client.on("Network.requestWillBeSent", asked)
    client.on("Network.loadingFinished", finished)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", SLOW)
    page.goto(path, wait_until="commit")
    made.ms = page.evaluate(RECORDS)
    page.wait_for_timeout(4_000)  # the stream of changes never ends, so the net is never idle
    client.detach()
    return made


def measured(browser: Browser, url: str, path: str, token: str) -> tuple[Visit, Visit]:
    """Visit a page twice in one new browser."""
    with visiting(browser, url, token) as page:
        first = visit(page, path)
        page.goto("about:blank")
        return first, visit(page, path)


def rows(progress: Progress) -> list[Row]:
    results: list[Row] = []
    with shown() as (running, api, browser):
        owner = running.owner()
        for place, (name, system) in enumerate(SYSTEMS.items()):
            seats = [{"name": each} for each in ("Ann", "Bob", "Cyd", "Dee")]
            game = api.post("games", json={"system": system, "seats": seats}).raise_for_status().json()["game"]
            visits = [measured(browser, running.url, f"/games/{game}", owner) for _ in range(VISITS)]
            results += _rows(f"{name}: the form of a game", visits)
            progress((place + 1) / len(SYSTEMS))
    return results


def _rows(what: str, visits: list[tuple[Visit, Visit]]) -> list[Row]:
    first, again = [each for each, _ in visits], [each for _, each in visits]
    kinds = [
        Row(f"{what}, first visit: sent, {kind}", "kB", [each.sent[kind] / 1000 for each in first]) for kind in (*KINDS.values(), "other")
    ]
    return [
        Row(f"{what}, first visit: records", "ms", [each.ms for each in first], limit=MOST_MS_FIRST),
        Row(f"{what}, second visit: records", "ms", [each.ms for each in again], limit=MOST_MS_AGAIN),
        Row(f"{what}, first visit: requests", "", [each.requests for each in first]),
        Row(f"{what}, first visit: sent", "kB", [each.sent.total() / 1000 for each in first], limit=MOST_SENT),
        *kinds,
        Row(f"{what}, second visit: requests", "", [each.requests for each in again]),
        Row(f"{what}, second visit: sent", "kB", [each.sent.total() / 1000 for each in again]),
    ]


PART: Final = Part(
    "The form on a slow net",
    "Through the whole product and a real Chromium. Each request waits 400 ms, and 50 kB arrive in a second. The first visit is that of a "
    "new browser; the second is made with what the browser has kept.",
    75,
    rows,
)

if __name__ == "__main__":
    alone(PART)
