"""A tab may be killed at any moment: what was kept is stored once and in order, and what was taken back is not stored.

The script SCENE records, takes back, corrects and sends. The test kills its renderer at the first write to the browser's database, then at
the second, and so on, until the scene comes to its end: when the write is asked for, or when it is done. Another page of the same browser
then sends what is left."""

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import opened, say
from tests.browser.offline import RULES, recorded, until_told
from tests.browser.visitor import NETWORK, Taps

HALTING = """([number, when]) => {
  const kept = {}, gone = [], rows = new Map();
  const halt = () => { console.log("halted", JSON.stringify([kept, gone])); for (;;); };
  let writes = 0;
  for (const name of ["put", "delete"]) {
    const real = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (given) {
      const asked = real.call(this, given);
      const last = ++writes === number;
      if (last && when === "asked") halt();
      this.transaction.addEventListener("complete", () => {
        if (name === "put") {
          rows.set(asked.result, given.events);
          for (const { id, data } of given.events) kept[id] = data.call ?? "";
        } else for (const { id } of rows.get(given)) gone.push(id);
        if (last) halt();
      });
      return asked;
    };
  }
}"""
"""Stops the page for ever at its write to the database with this number. Before, the page says the ids of the acts that were kept, with
their calls, and of those that were removed."""
SCENE = """async (game) => {
  const { Outbox } = await import("/static/js/outbox.js");
  const placed = (seat, call) => ({ type: "CardPlaced", data: { seat, call } });
  const add = (...acts) => box.add(acts, 2, ({ type }) => (type === "Retracted" ? ["target"] : []));
  const post = window.fetch;
  window.fetch = (address, how) => (how?.method === "POST" ? Promise.reject(new TypeError()) : post(address, how));
  const box = new Outbox(game, { changed: () => {}, stored: () => {} });
  await add(placed(0, "middle"));
  await add(placed(1, "lowest"));
  await add(placed(2, "highest"));
  await box.takeBack(box.batches.at(-1));
  await add(placed(2, "middle"));
  await add({ type: "Retracted", data: { target: 5 } }, placed(2, "lowest"));
  window.fetch = post;
  await box.send();
  if (box.trouble) {
    const { expected, actual } = box.trouble.problem.body;
    const { events } = await (await fetch(`/api/v1/games/${game}/events?after=${expected}`)).json();
    await box.follow(expected, events.slice(0, actual - expected));
    await box.anyway();
  }
  console.log("ended", box.waiting);
}"""
LEFT = """() => new Promise((resolve) => {
  const asked = indexedDB.open("faceup");
  asked.onsuccess = () => {
    const counted = asked.result.transaction("waiting").objectStore("waiting").count();
    counted.onsuccess = () => { asked.result.close(); resolve(counted.result); };
  };
})"""
"""How many batches are in the database."""
TAKEN_BACK = "highest"
"""The call of the act that the scene takes back."""


def played(page: Page, game: str, number: int, when: str) -> tuple[dict[str, str], list[str]] | None:
    """Play the scene. Return the acts that were kept when the page stopped, and those that were removed. None: it came to its end."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.evaluate(HALTING, [number, when])
    page.evaluate(f"(game) => {{ ({SCENE})(game); }}", game)
    until_told(page, lambda: any(line.startswith(("halted", "ended")) for line in said))
    line = next(line for line in said if line.startswith(("halted", "ended")))
    if line.startswith("halted"):
        return tuple(json.loads(line.removeprefix("halted ")))  # type: ignore[return-value]
    assert line == "ended 0"
    return None


def settled(phone: Taps) -> None:
    """Wait until nothing waits. If the page asks, record what waits at the end."""
    rest = phone.find('#notice [data-do="anyway"]')

    def settles() -> bool:
        if rest.count():
            rest.tap()
        return not phone.page.evaluate(LEFT)

    until_told(phone.page, settles)


@pytest.mark.parametrize("others", [(), ("CardPlaced", "NoteWritten")], ids=["alone", "others"])
@pytest.mark.parametrize("when", ["asked", "done"])
def test_a_tab_that_is_killed_at_any_write_loses_nothing_and_doubles_nothing(
    owner: Taps, api: httpx.Client, when: str, others: tuple[str, ...]
) -> None:
    """`others`: what somebody else has recorded meanwhile: the first act is the same, so it counts once."""
    acts: dict[str, Any] = {"CardPlaced": {"seat": 0, "call": "middle"}, "NoteWritten": {"note": "a draught"}}
    owner.forgive(NETWORK, "412", "TypeError")
    owner.page.context.route(RULES, lambda route: route.abort())
    for number in range(1, 60):
        game = opened(api)
        if others:
            say(api, game, *((name, acts[name]) for name in others))
        page = owner.page.context.new_page()
        page.goto(f"{owner.url}/")
        told = played(page, game, number, when)
        if told is None:
            assert number > 10, "the scene has many writes"
            return
        page.close()  # its script does not end, so the browser kills its process
        kept, gone = told
        owner.go(f"/games/{game}")
        expect(owner.find("#connection")).to_have_text("Live")
        left = [act for act, call in kept.items() if not (call == TAKEN_BACK and act in gone)]
        settled(owner)
        stored = [event["id"] for event in recorded(api, game)[2 + len(others) :]]
        assert stored == left[len(others[:1]) :], f"write {number}: others have recorded the first act too"
    pytest.fail("the scene did not end")
