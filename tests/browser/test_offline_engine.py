"""The rules run in a worker of a real browser, under the policies of the real pages, and answer what the server answers."""

import json
from typing import Any
from uuid import UUID

import httpx

from domain.systems import SYSTEMS
from service.api.lib.bodies import MOST_EVENTS
from service.offline import engine
from tests.browser.conftest import Come
from tests.browser.visitor import Visitor
from tests.offline.games import draft
from tests.ops.serving import Serving
from tests.playthroughs.regenerate import played
from tests.waiting import until

SYSTEM = SYSTEMS["spades-standard"]
CALL = """async ([name, given]) => {
  const { Engine } = await import("/static/js/engine/client.js");
  window.engine ??= new Engine(document.getElementById("main").dataset.engine);
  return window.engine[name](...given);
}"""


def recorded(api: httpx.Client) -> tuple[str, list[dict[str, Any]]]:
    """Record the golden game of Spades except for its last 20 acts. Return its id, and these acts."""
    reading = played(SYSTEM)
    seats = [{"name": name} for name in ("Anna", "Ben", "Zoë", "Dan")]
    game = str(api.post("/games", json={"system": SYSTEM.slug, "seats": seats}).json()["game"])
    acts = [{**draft(event), "id": str(UUID(int=event.version + (4 << 76) + (8 << 60)))} for event in reading.events[1:]]
    for first in range(0, len(acts) - 20, MOST_EVENTS):
        answer = api.post(f"/games/{game}/events", json={"events": acts[first:-20][:MOST_EVENTS]}, headers={"If-Match": "*"})
        assert answer.status_code == 201, answer.text
    return game, acts[-20:]


def live(api: httpx.Client, game: str) -> dict[str, Any]:
    """Return the live message for the owner, when the server has judged all events."""
    found: list[dict[str, Any]] = []

    def judged() -> bool:
        with api.stream("GET", f"/games/{game}/live") as answer:
            data = next(line for line in answer.iter_lines() if line.startswith("data: "))
        found.append(json.loads(data.removeprefix("data: ")))
        found[-1]["game"].pop("tag")  # it names the last event by its hash, which a device does not know
        return bool(found[-1]["validated"] == found[-1]["game"]["version"])

    until(judged)
    return found[-1]


def all_events(api: httpx.Client, game: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    while page := api.get(f"/games/{game}/events", params={"after": len(events)}).json()["events"]:
        events += page
    return events


def test_the_engine_in_a_browser_shows_for_acts_that_are_not_sent_what_the_server_shows_later(
    come: Come, api: httpx.Client, product: Serving
) -> None:
    engine.build()
    game, waiting = recorded(api)
    owner: Visitor = come(token=product.owner())
    owner.go(f"/games/{game}")
    before = live(api, game)
    kept = {"live": before, "events": all_events(api, game), "names": {}}

    def ask(name: str, *given: Any) -> Any:
        return owner.page.evaluate(CALL, [name, given])

    assert ask("open", kept) == before
    refused = ask("append", {"events": [{**waiting[0], "type": "BoxDrawn"}], "at": 1})
    assert (refused["type"], refused["errors"][0]["pointer"]) == ("invalid", "/events/0/type")
    for act in waiting:
        assert "version" in ask("append", {"events": [act], "at": 1_763_700_000_000}), act
    ahead = ask("live")

    answer = api.post(f"/games/{game}/events", json={"events": waiting}, headers={"If-Match": f'"{before["game"]["version"]}"'})
    assert answer.status_code == 201, answer.text
    until(lambda: live(api, game)["game"]["version"] == answer.json()["version"])  # the first message may be the one before
    assert ahead == live(api, game)
    assert ahead["game"]["state"] == "finished"
