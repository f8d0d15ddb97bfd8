"""Measures the cards in motion in a real Chromium whose processor runs at a quarter of its speed: the frames a second, and the longest
task of the main thread, at any time and while a card moves.

python -m bench.motion

The whole product runs (`faceup serve`). Two tricks of Spades are played, on a phone that records them, and on the wide page of a spectator.
Frames count while a card moves. A task of less than 50 ms is not seen by Chromium, and counts as 0.
"""

from typing import Any, Final

import httpx
from playwright.sync_api import Browser, Page

from bench.figures import Part, Progress, Row, alone
from bench.pages import shown
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.games import say

ROUNDS: Final = 3
SLOWER: Final = 4
PAUSE: Final = 900
"""Milliseconds after each card: longer than any motion, and than the rest after a tap."""
MOST_MS: Final = 50
CARDS: Final = ("2H", "5H", "9H", "KH", "3D", "7D", "JD", "AD")
SEATS: Final = tuple({"name": name} for name in ("Anna", "Ben", "Cleo", "Dan"))
WATCH: Final = """() => {
  const seen = window.seen = { tasks: [], motions: [], frames: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, startTime + duration]);
  }).observe({ type: 'longtask' });
  let moving = 0, last = 0;
  const frame = (now) => {
    if (last) seen.frames.push(now - last);
    last = moving ? now : 0;
    if (moving) requestAnimationFrame(frame);
  };
  const move = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const motion = move.apply(this, how), times = [performance.now(), Infinity];
    seen.motions.push(times);
    if (!moving++) requestAnimationFrame(frame);
    motion.finished.finally(() => { moving--; times[1] = performance.now(); }).catch(() => {});
    return motion;
  };
}"""
"""A script that collects when long tasks and motions began and ended, and the time between two frames while something moves."""


def opened(api: httpx.Client) -> str:
    """Make a game of Spades in which everybody has bid. Returns its id."""
    body = {"system": "spades-standard", "seats": SEATS, "visibility": "public"}
    game = str(api.post("games", json=body).raise_for_status().json()["game"])
    say(api, game, ("CardsDealt", {"dealer": 3}), *(("BidMade", {"seat": seat, "amount": 3}) for seat in range(4)))
    return game


def page_of(browser: Browser, url: str, game: str, token: str | None) -> Page:
    """Open the page of a game: on a phone with a token that may record, or else on a wide screen. The processor is slow from then on."""
    context = browser.new_context(base_url=url, viewport=PHONE if token else DESKTOP, has_touch=True)  # type: ignore[arg-type]
    if token is not None:
        assert context.request.post("/api/v1/session", data={"token": token}).ok
    page = context.new_page()
    page.goto(f"/games/{game}")
    page.wait_for_selector("#connection[data-state=live]")
    page.wait_for_selector(".felt .seat")
    page.wait_for_timeout(PAUSE)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    return page


def played(api: httpx.Client, browser: Browser, url: str, token: str | None) -> dict[str, Any]:
    """Play the cards: by taps if `token` is given, otherwise by requests. Returns what the page saw."""
    game = opened(api)
    page = page_of(browser, url, game, token)
    for card in CARDS:
        if token is not None:
            page.tap(f'#seats [data-card="{card}"]')
        else:
            turn = api.get(f"games/{game}").json()["view"]["turn"][0]
            say(api, game, ("CardPlayed", {"seat": turn, "card": card}))
        page.wait_for_timeout(PAUSE)
    seen: dict[str, Any] = page.evaluate("window.seen")
    version = api.get(f"games/{game}").json()["version"]
    assert version == 6 + len(CARDS), version
    page.context.close()
    return seen


def longest(seen: dict[str, Any], *, moving: bool) -> float:
    """Return the length of the longest task, in ms; with `moving` of those during which a card moved, if only for a part of the task."""
    tasks = seen["tasks"]
    if moving:
        tasks = [task for task in tasks if any(task[0] < end and begin < task[1] for begin, end in seen["motions"])]
    return max((end - begin for begin, end in tasks), default=0)


def rows(progress: Progress) -> list[Row]:
    results: list[Row] = []
    with shown() as (running, api, browser):
        owner = running.owner()
        for place, (who, token) in enumerate((("the form on a phone", owner), ("the page of a spectator", None))):
            seen = [played(api, browser, running.url, token) for _ in range(ROUNDS)]
            results.append(
                Row(f"{who}: longest task while a card moves", "ms", [longest(each, moving=True) for each in seen], limit=MOST_MS)
            )
            results.append(Row(f"{who}: longest task", "ms", [longest(each, moving=False) for each in seen]))
            results.append(Row(f"{who}: frames", "/s", [1000 * len(each["frames"]) / (sum(each["frames"]) or 1) for each in seen]))
            progress((place + 1) / 2)
    return results


PART: Final = Part(
    "Cards in motion",
    "Through the whole product and a real Chromium whose processor is four times as slow: two tricks of Spades, a card each 0.9 s. Frames "
    "count while a card moves. A task of less than 50 ms counts as 0.",
    70,
    rows,
)

if __name__ == "__main__":
    alone(PART)
