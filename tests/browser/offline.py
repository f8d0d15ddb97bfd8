"""What tests of tables without a network share: a phone on which the rules are loaded at once, and what it keeps and reads by itself."""

import json
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, Page, expect

from domain.views.device import Device
from service.offline import engine
from tests.browser.visitor import NETWORK, Taps
from tests.waiting import until

RULES = "**/engine/**"
REFUSING = """
const real = window.fetch;
window.fetch = (address, how) => localStorage.refusing && how?.method === "POST" ? Promise.reject(new TypeError()) : real(address, how);
"""
"""A script that lets nothing be sent while `localStorage.refusing` is set. A request that a test holds back would be sent when its tab is
closed."""
SEND_NOW = """
delete localStorage.refusing;
document.querySelector("#notice [data-do=retry]").click();
"""
"""A script that lets all be sent again, and presses the button for it, before the queue sends by itself."""
AT_ONCE = """
const later = window.setTimeout;
window.setTimeout = (work, after, ...more) => later(work, after === 5000 ? 0 : after, ...more);
"""
"""A script that has the rules loaded at once, and not five seconds after the form."""
TELLING = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (row, ...more) {
  const asked = put.call(this, row, ...more);
  this.transaction.addEventListener("complete", () => window.kept(JSON.stringify(row.events)));
  return asked;
};
const Engine = window.Worker;
window.Worker = class extends Engine {
  #asked = new Map();
  constructor(...how) {
    super(...how);
    this.addEventListener("message", ({ data }) => {
      if (["open", "live"].includes(this.#asked.get(data.id))) window.read(data.answer ?? data.fault);
    });
  }
  postMessage(message) {
    this.#asked.set(message.id, message.name);
    super.postMessage(message);
  }
};
"""
"""A script that tells the test each batch that is in the browser's database, and each live message that the rules on the device answer."""


def recorded(api: httpx.Client, game: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    while page := api.get(f"/games/{game}/events", params={"after": len(events)}).json()["events"]:
        events += page
    return events


def types(api: httpx.Client, game: str) -> list[str]:
    return [event["type"] for event in recorded(api, game)]


def live(api: httpx.Client, game: str, version: int) -> dict[str, Any]:
    """Return the server's live message, when it has this version and all its events are judged."""
    found: list[dict[str, Any]] = []

    def judged() -> bool:
        with api.stream("GET", f"/games/{game}/live") as answer:
            data = next(line for line in answer.iter_lines() if line.startswith("data: "))
        found.append(json.loads(data.removeprefix("data: ")))
        found[-1]["game"].pop("tag")  # it names the last event by its hash, which a device does not know
        return bool(found[-1]["validated"] == found[-1]["game"]["version"] == version)

    until(judged)
    return found[-1]


def waits(phone: Taps, acts: int) -> None:
    expect(phone.find("#notice")).to_contain_text(f"{acts} acts wait on this device" if acts > 1 else "1 act waits on this device")


def cut(phone: Taps) -> None:
    phone.page.context.set_offline(True)
    phone.forgive(NETWORK)


def back(phone: Taps) -> None:
    """The network is back: wait until all is stored."""
    phone.page.context.set_offline(False)
    expect(phone.find("#notice")).to_be_empty()
    expect(phone.find("#connection")).to_have_text("Live")


def until_told(page: Page, true: Callable[[], object]) -> None:
    """Wait until this is true while the page may tell something: Playwright listens only during a call."""
    until(lambda: bool(page.wait_for_timeout(20) or true()), 60)


class Offline:
    """The phone of a recorder that tells what it keeps and reads. It may be closed and opened again in the same browser context."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        engine.build()
        self.context, self.url = context, url
        self.kept: list[list[dict[str, Any]]] = []
        self.read: list[dict[str, Any]] = []
        for script in (REFUSING, AT_ONCE, TELLING):
            context.add_init_script(script)
        context.expose_function("kept", self._keep)
        context.expose_function("read", lambda told: self.read.append(json.loads(told)))

    def _keep(self, told: str) -> None:
        """A batch is written again when it is sent, and when the versions that it names change: then its acts stay the same."""
        events = json.loads(told)
        first = events[0]["id"]
        places = [place for place, batch in enumerate(self.kept) if batch[0]["id"] == first]
        self.kept[slice(*((places[0], places[0] + 1) if places else (len(self.kept), None)))] = [events]

    def opens(self, game: str, phone: Taps | None = None) -> Taps:
        """Open the game, by default in a new tab, and wait until the rules are loaded and know the record."""
        before = len(self.read)
        phone = phone or Taps(self.context.new_page(), self.url)
        phone.forgive(NETWORK, "The server does not answer.")
        phone.go(f"/games/{game}")
        until_told(phone.page, lambda: len(self.read) > before)
        expect(phone.find('main[data-rules="here"]')).to_have_count(1)
        return phone

    @property
    def message(self) -> dict[str, Any]:
        """The live message that this device has read last."""
        return self.read[-1]

    def acts(self, phone: Taps, most: int, ends: Callable[[dict[str, Any]], bool] = lambda _: False) -> None:
        """Do what the page asks for, `most` times or until `ends(message)`. After each act the device reads the record with it."""
        for _ in range(most):
            before, prompts = self.message["game"]["version"], self.message["game"]["prompts"]
            prompt = next((each for each in prompts if each["expected"]), None)
            if prompt is None or ends(self.message):
                return
            phone.answer(prompt)
            until_told(phone.page, lambda before=before: self.message["game"]["version"] > before)
            shown = str(self.message["game"]["version"])
            expect(phone.find("#undo")).to_have_attribute("data-version", shown)


def messages(base: dict[str, Any], events: list[dict[str, Any]], batches: list[list[dict[str, Any]]]) -> dict[int, dict[str, Any]]:
    """Return the live message at the version after each batch, by version, as this Python reads the record that the server has now. `base`:
    the server's message before them. `events`: the record."""
    version = base["game"]["version"]
    device = Device({"live": base, "events": events[:version], "names": {}})  # type: ignore[typeddict-item]
    found = {version: device.live()}
    for batch in batches:
        answer: Any = device.append({"events": batch, "at": events[version]["recorded_at"]})  # type: ignore[typeddict-item]
        version = answer["version"]
        found[version] = device.live()
    return found  # type: ignore[return-value]
