"""Measures the cards in motion in a real Chromium on a processor that is four times as slow: the longest task of the main thread, and the
frames a second.

python -m bench.motion

The whole product runs (`faceup serve`). Two tricks of Spades are played, on a phone that records them, and on the wide page of a spectator.
A task is as long as its processor time at full speed, times four: Chromium's trace tells it. Its length by the clock stands beside, without
a limit. To slow a page down, Chromium lets three milliseconds pass for each one on the clock, so whatever else runs on the machine counts
four times. A task of less than 50 ms is not seen by the clock, and counts as 0. Frames count while a card moves.
"""

from typing import Any, Final

import httpx
from playwright.sync_api import Browser, CDPSession, Page

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
    performance.mark('moves');
    if (!moving++) requestAnimationFrame(frame);
    motion.finished.finally(() => { moving--; times[1] = performance.now(); }).catch(() => {});
    return motion;
  };
}"""
"""A script that collects when long tasks and motions began and ended, and the time between two frames while something moves. Its
mark tells the thread of the page from the others in a trace."""
TRACED: Final = {"includedCategories": ["toplevel", "blink.user_timing"], "excludedCategories": ["*"]}


def opened(api: httpx.Client) -> str:
    """Make a game of Spades in which everybody has bid. Returns its id."""
    body = {"system": "spades-standard", "seats": SEATS, "visibility": "public"}
    game = str(api.post("games", json=body).raise_for_status().json()["game"])
    say(api, game, ("CardsDealt", {"dealer": 3}), *(("BidMade", {"seat": seat, "amount": 3}) for seat in range(4)))
    return game


def page_of(browser: Browser, url: str, game: str, token: str | None) -> Page:
    """Open the page of a game: on a phone with a token that may record, or else on a wide screen."""
    context = browser.new_context(base_url=url, viewport=PHONE if token else DESKTOP, has_touch=True)  # type: ignore[arg-type]
    if token is not None:
        assert context.request.post("/api/v1/session", data={"token": token}).ok
    page = context.new_page()
    page.goto(f"/games/{game}")
    page.wait_for_selector("#connection[data-state=live]")
    page.wait_for_selector(".felt .seat")
    page.wait_for_timeout(PAUSE)
    page.evaluate(WATCH)
    return page


def play(api: httpx.Client, page: Page, game: str, token: str | None) -> None:
    """Play the cards: by taps if `token` is given, otherwise by requests."""
    for card in CARDS:
        if token is not None:
            page.tap(f'#seats [data-card="{card}"]')
        else:
            turn = api.get(f"games/{game}").json()["view"]["turn"][0]
            say(api, game, ("CardPlayed", {"seat": turn, "card": card}))
        page.wait_for_timeout(PAUSE)
    version = api.get(f"games/{game}").json()["version"]
    assert version == 6 + len(CARDS), version


def watched(api: httpx.Client, browser: Browser, url: str, token: str | None) -> dict[str, Any]:
    """Play on a slow processor. Returns what the page saw."""
    game = opened(api)
    page = page_of(browser, url, game, token)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    play(api, page, game, token)
    seen: dict[str, Any] = page.evaluate("window.seen")
    page.context.close()
    return seen


def traced(api: httpx.Client, browser: Browser, url: str, token: str | None) -> float:
    """Play at full speed. Returns the length of the longest task on a slow processor, in ms."""
    game = opened(api)
    page = page_of(browser, url, game, token)
    session = page.context.new_cdp_session(page)
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": TRACED})
    play(api, page, game, token)
    events = trace_of(page, session)
    page.context.close()
    main = next((event["pid"], event["tid"]) for event in events if event["name"] == "moves")
    lengths = [event.get("tdur", 0) for event in events if (event.get("pid"), event.get("tid")) == main]
    return SLOWER * float(max(lengths)) / 1000


def trace_of(page: Page, session: CDPSession) -> list[dict[str, Any]]:
    """End the trace and return its events. Their times are in µs."""
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(10)
    return events


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
            results.append(
                Row(f"{who}: longest task", "ms", [traced(api, browser, running.url, token) for _ in range(ROUNDS)], limit=MOST_MS)
            )
            seen = [watched(api, browser, running.url, token) for _ in range(ROUNDS)]
            results.append(Row(f"{who}: by the clock", "ms", [longest(each, moving=False) for each in seen]))
            results.append(Row(f"{who}: by the clock, while a card moves", "ms", [longest(each, moving=True) for each in seen]))
            results.append(Row(f"{who}: frames", "/s", [1000 * len(each["frames"]) / (sum(each["frames"]) or 1) for each in seen]))
            progress((place + 1) / 2)
    return results


PART: Final = Part(
    "Cards in motion",
    "Through the whole product and a real Chromium on a processor that is four times as slow: two tricks of Spades, a card each 0.9 s. A "
    "task is as long as its processor time; by the clock, what else the machine does is in it, and less than 50 ms counts as 0. Frames "
    "count while a card moves.",
    140,
    rows,
)

if __name__ == "__main__":
    alone(PART)
