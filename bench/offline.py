"""Measures a table without a network in a real Chromium: how soon the rules are ready, an act with a processor held to a quarter, an act
while 2,000 others wait, how long these take to be sent, and the memory.

python -m bench.offline

The whole product runs (`faceup serve`). A cgroup holds all processes of the browser to a quarter of one processor, also the worker in which
the rules run; that needs root. An act is the time from the tap until the page shows the table after it.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import httpx
from playwright.sync_api import Browser, BrowserContext, Page

from bench.figures import Part, Progress, Row, alone, percentile
from bench.pages import shown
from service.offline import engine
from tests.browser.conftest import PHONE
from tests.browser.offline import AT_ONCE, REFUSING
from tests.waiting import until

ROUNDS: Final = 3
ACTS: Final = 30
MANY: Final = 2_000
SHARE: Final = 0.25
MOST_MS: Final = 150
GROUPS: Final = Path("/sys/fs/cgroup")
PERIOD: Final = 100_000
PATIENCE: Final = 300_000
PAUSE: Final = 500
"""Milliseconds between two acts: nobody plays faster."""
SEATS: Final = tuple({"name": name} for name in ("Anna", "Ben", "Cleo", "Dan"))
WATCH: Final = """
const Real = window.Worker;
window.Worker = class extends Real {
  #asked = new Map();
  constructor(...how) {
    super(...how);
    window.began = performance.now();
    this.addEventListener("message", ({ data }) => {
      if (["open", "live"].includes(this.#asked.get(data.id))) window.read = JSON.parse(data.answer);
    });
  }
  postMessage(message) { this.#asked.set(message.id, message.name); super.postMessage(message); }
};
document.addEventListener("DOMContentLoaded", () => {
  const { dataset } = document.getElementById("main");
  const look = () => { if (dataset.rules) window.ready ??= performance.now() - window.began; };
  new MutationObserver(look).observe(document.getElementById("main"), { attributes: true });
});
"""
"""Notes when the rules are ready, and the last message that they answered."""
ACT: Final = """() => new Promise((resolve) => {
  const undo = document.getElementById("undo"), seats = document.getElementById("seats"), before = Number(undo.dataset.version);
  const asked = () => {
    const { asks } = window.read.game.prompts.find((each) => each.expected);
    const { field, choices: [choice] } = asks.find((each) => each.choices.length && each.field !== "seat") ?? asks[0];
    const kind = field === "dealer" ? "seat" : typeof choice === "number" ? "number" : "card";
    return seats.querySelector(`[data-${kind}="${choice}"]`);
  };
  const button = asked(), began = performance.now();
  const watch = new MutationObserver(() => {
    const version = Number(undo.dataset.version);
    if (version === before || version !== window.read.game.version || !asked()) return;
    watch.disconnect();
    setTimeout(() => resolve(performance.now() - began));
  });
  watch.observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true });
  document.getElementById("main").classList.remove("resting");
  button.click();
})"""
"""Does what the page asks for, with the first choice. Returns the milliseconds until the page asks for the next act, with a choice of the
message that the rules have answered."""
FILL: Final = """([game, many]) => new Promise((resolve) => {
  const asked = indexedDB.open("faceup", 1);
  asked.onsuccess = () => {
    const rows = asked.result.transaction("waiting", "readwrite").objectStore("waiting");
    for (let number = 1; number <= many; number += 1) {
      const id = `018f4ad2-0000-4000-8000-${String(number).padStart(12, "0")}`;
      const event = { id, at: Date.now(), offset: 0, type: "NoteWritten", data: { note: `note ${number}` } };
      rows.put({ game, events: [event], expected: number === 1 ? 2 : null, names: [[]] });
    }
    rows.transaction.oncomplete = () => { asked.result.close(); resolve(); };
  };
})"""


def browsers() -> list[int]:
    """Return all processes of Chromium that this process has started."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it may have ended meanwhile
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])

    def ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and ours(parents[process]))

    found = []
    for process in filter(ours, parents):
        with suppress(OSError):
            found += [process] * ("chrom" in str(Path(f"/proc/{process}/exe").readlink()))
    return found


@contextmanager
def held_back() -> Iterator[None]:
    """Hold the browser to SHARE of one processor while the block runs. Raises OSError where no cgroup can be made."""
    second = (GROUPS / "cgroup.controllers").exists()
    group = GROUPS.joinpath(*(() if second else ("cpu",)), f"faceup-bench-{os.getpid()}")
    group.mkdir()
    quota = int(SHARE * PERIOD)
    if second:
        (group / "cpu.max").write_text(f"{quota} {PERIOD}")
    else:
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    try:
        move(group)
        yield
    finally:
        move(group.parent)
        group.rmdir()


def move(group: Path) -> None:
    for process in browsers():
        with suppress(OSError):
            (group / "cgroup.procs").write_text(str(process))


def memory() -> float:
    """Return the megabytes that the browser takes now. Pages that processes share are shared out among them."""
    sizes = []
    for process in browsers():
        with suppress(OSError):
            sizes += re.findall(r"^Pss: +(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.MULTILINE)
    return sum(map(int, sizes)) / 1024


def opened(api: httpx.Client) -> str:
    body = {"system": "spades-standard", "seats": SEATS}
    return str(api.post("games", json=body).raise_for_status().json()["game"])


def signed_in(browser: Browser, url: str, token: str) -> BrowserContext:
    context = browser.new_context(base_url=url, viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    for script in (REFUSING, AT_ONCE, WATCH):
        context.add_init_script(script)
    assert context.request.post("/api/v1/session", data={"token": token}).ok
    return context


def at(context: BrowserContext, game: str) -> tuple[Page, float]:
    """Open the game. Returns the page, and the milliseconds from the start of the worker until the rules were ready."""
    page = context.new_page()
    page.goto(f"/games/{game}")
    comes(page, "window.ready && window.read")
    return page, page.evaluate("window.ready")


def acts(page: Page, number: int) -> list[float]:
    taken = []
    for _ in range(number):
        taken.append(page.evaluate(ACT))
        page.wait_for_timeout(PAUSE)
    return taken


def comes(page: Page, true: str) -> None:
    """Wait until this is true on the page. (Playwright's own function for this needs `eval`, which the policy of the pages forbids.)"""
    until(lambda: page.wait_for_timeout(20) or page.evaluate(f"() => Boolean({true})"))


def many(context: BrowserContext, api: httpx.Client) -> tuple[list[float], float]:
    """Let MANY acts wait. Returns the milliseconds of each further act, and the seconds until all are stored."""
    game = opened(api)
    api.post(f"games/{game}/events", json={"events": [{"type": "CardsDealt", "data": {"dealer": 3}}]}, headers={"If-Match": "*"})
    page, _ = at(context, game)
    page.evaluate("localStorage.refusing = 1")
    page.evaluate(FILL, [game, MANY])
    page.reload()
    comes(page, f"window.ready && window.read?.game.version === {2 + MANY} && document.querySelector('#seats .pad [data-number]')")
    page.wait_for_timeout(PAUSE)
    taken = acts(page, ACTS // 2)
    began = time.monotonic()
    page.evaluate("delete localStorage.refusing")
    page.locator("#notice summary").tap()
    page.locator('#notice [data-do="retry"]').tap()
    comes(page, "!document.getElementById('notice').childElementCount")
    sent = time.monotonic() - began
    stored = api.get(f"games/{game}").json()["version"]
    assert stored == 2 + MANY + len(taken), stored
    context.close()
    return taken, sent


def rows(progress: Progress) -> list[Row]:
    engine.build()
    cold, cached, fast, slow, used = [], [], [], [], []
    with shown() as (running, api, browser):
        for number in range(ROUNDS):
            context = signed_in(browser, running.url, running.owner())
            before = memory()
            page, ready = at(context, opened(api))
            used.append(memory() - before)
            cold.append(ready)
            page.close()
            page, ready = at(context, opened(api))
            cached.append(ready)
            context.set_offline(True)
            fast += acts(page, ACTS)
            with held_back():
                slow += acts(page, ACTS // 2)
            context.close()
            progress((number + 1) / (ROUNDS + 2))
        taken, sent = many(signed_in(browser, running.url, running.owner()), api)
    return [
        Row("rules ready, nothing in the cache", "ms", cold),
        Row("rules ready, files in the cache", "ms", cached),
        Row("memory of a page with its rules", "MB", used),
        Row("an act, median", "ms", [percentile(fast, 50)]),
        Row("an act, p95", "ms", [percentile(fast, 95)]),
        Row(f"an act with {SHARE:.0%} of a processor, median", "ms", [percentile(slow, 50)]),
        Row(f"an act with {SHARE:.0%} of a processor, p95", "ms", [percentile(slow, 95)], limit=MOST_MS),
        Row(f"an act while {MANY:,} wait, median", "ms", [percentile(taken, 50)]),
        Row(f"an act while {MANY:,} wait, p95", "ms", [percentile(taken, 95)]),
        Row(f"until {MANY:,} acts are stored", "s", [sent]),
    ]


PART: Final = Part(
    "A table without a network",
    "Through the whole product and a real Chromium: a game of Spades, with the network cut. An act is the time from the tap until the page "
    "shows the table after it. A cgroup holds all processes of the browser back.",
    180,
    rows,
)

if __name__ == "__main__":
    alone(PART)
