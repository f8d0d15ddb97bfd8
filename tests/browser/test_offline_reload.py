"""A page that records opens again without a network, and goes on. What the device keeps for it is one visitor's, and is forgotten in
time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from service.config import Config
from service.offline import engine
from tests.browser.conftest import DEBIAN_CHROMIUM, PHONE, QUIET, WAITS, Come
from tests.browser.games import finished, link, opened, say
from tests.browser.test_offline import back, bids, cut, place, plays, seen, types, waits
from tests.browser.visitor import AHEAD, NETWORK, Taps
from tests.ops.serving import configured, serving
from tests.waiting import WITHIN, until

KEPT = 'main[data-kept="here"]'
CACHED = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
  [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""
WAITING = """() => new Promise((resolve) => {
  const asked = indexedDB.open("faceup");
  asked.onsuccess = () => {
    const counted = asked.result.transaction("waiting").objectStore("waiting").count();
    counted.onsuccess = () => { asked.result.close(); resolve(counted.result); };
  };
})"""
BUSY = """() => {
  self.fetch = async () => {
    const [{ viewer }] = await pages();
    return new Response("Too many requests", { status: 429, headers: { "Faceup-Viewer": viewer } });
  };
}"""
"""In the service worker: the server answers that there are too many requests."""
NARROWED = """async () => {
  const [{ path, viewer }] = await pages();
  const opened = async (path, right) => {
    await heard(new Response("", { headers: { "Faceup-Viewer": `${viewer.split(" ")[0]} ${right}` } }), path);
    return (await pages()).length;
  };
  return [await opened("/games/other", "public"), await opened("/systems", ""), await opened(path, "public")];
}"""
"""In the service worker: how many games are kept after each of three pages of the same visitor."""
ANSWERED = "([path, options]) => fetch(path, options).then(() => true, () => false)"
SIGNED_OUT = """async () => {
  const [{ path }] = await pages();
  const { fetch } = self;
  self.fetch = (address) => (address === "/api/v1/session" ? Promise.resolve(new Response("", { status: 401 })) : fetch(address));
  await forget(path);
  const kept = await told({ keep: path, said: ["/api/v1/session", `/api/v1${path}`], rules: false });
  await told({ live: {}, path });
  return [kept, await caches.has(`data:${path}`)];
}"""
"""In the service worker: the visitor signs out after the server has sent the page that is to be kept."""
FORGOTTEN_MEANWHILE = """async (what) => {
  const [{ path }] = await pages();
  const kept = { keep: path, said: ["/api/v1/session", `/api/v1${path}`], rules: false };
  const [client] = await self.clients.matchAll({ type: "window" });
  const all = [];
  const event = (request) => ({ request, clientId: client.id, waitUntil: (work) => all.push(work) });
  const address = (path) => new URL(path, location.origin);
  const doing = {
    keep: () => told(kept),
    live: () => told({ live: {}, path }),
    page: () => opened(event(path), address(path)),
    state: () => said(event(`/api/v1${path}`), address(`/api/v1${path}`)),
    events: () => said(event(`/api/v1${path}/events?after=0`), address(`/api/v1${path}/events?after=0`)),
  }[what];
  let at = 0, step = Infinity;
  const first = (owner, name) => {
    const real = owner[name];
    owner[name] = async function (...given) {
      if (what === "keep" && name === "open" && at === 0) return real.apply(this, given);
      at += 1;
      if (at === step) await forget(path);
      return real.apply(this, given);
    };
  };
  for (const name of ["has", "open"]) first(CacheStorage.prototype, name);
  for (const name of ["match", "matchAll", "keys", "put", "delete"]) first(Cache.prototype, name);
  first(self, "fetch");
  const left = [];
  for (let next = 1; next <= at || next === 1; next += 1) {
    step = Infinity;
    await told(kept);
    [at, step] = [0, next];
    await doing();
    await Promise.all(all);
    if (at < next) break;
    const cache = await caches.open(`data:${path}`);
    if ((await cache.keys()).length) left.push(next);
  }
  return [at > 3, left];
}"""
"""In the service worker: `what` is done again and again; the game is forgotten just before the first step of it, then before the second,
and so on. Returns whether there were several steps, and after which of them something is left."""
THREE_DAYS_AGO = """async (game) => {
  const data = await caches.open(`data:/games/${game}`);
  for (const key of await data.keys()) {
    const kept = await data.match(key);
    const headers = new Headers(kept.headers);
    if (headers.has("Faceup-Used")) headers.set("Faceup-Used", Date.now() - 3 * 86_400_000);
    await data.put(key, new Response(await kept.text(), { headers }));
  }
}"""
ANOTHER_VERSION = """
from pathlib import Path
read = Path.read_bytes
Path.read_bytes = lambda path: read(path) + (b"#" if path.name == "packs.py" else b"")
"""
"""A `sitecustomize` with which the files of the pages have another version (service/web/assets.py)."""


@pytest.fixture
def workers() -> Literal["allow", "block"]:
    return "allow"


def cached(visitor: Taps) -> dict[str, list[str]]:
    """Return the paths that the service worker has kept on this device, by the name of the cache. To look into a cache that is deleted at
    that moment makes an empty one again; so those that are empty do not count."""
    paths: dict[str, list[str]] = visitor.page.evaluate(CACHED)
    return {name: kept for name, kept in paths.items() if kept}


def games_kept(visitor: Taps) -> list[str]:
    """Return the games of which something is kept on this device."""
    return [name.removeprefix("data:/games/") for name in cached(visitor) if name.startswith("data")]


def forgotten(visitor: Taps) -> None:
    """Wait until nothing is kept that is one visitor's."""
    until(lambda: not games_kept(visitor))


def one_table(api: httpx.Client, come: Come, **more: Any) -> Taps:
    """A phone with the link of a table of three, which is kept on it. Chris has been chosen as the opener."""
    phone: Taps = come(Taps, token=link(api, opened(api, **more), "record"))
    expect(phone.find(KEPT)).to_have_count(1)
    return phone


@pytest.fixture
def phone(come: Come, api: httpx.Client) -> Taps:
    return one_table(api, come)


@pytest.fixture
def spades(owner: Taps) -> Taps:
    """The owner's phone at a table of Spades, which is kept on it, with the rules. Ann has dealt."""
    engine.build()
    start_spades(owner)
    return owner


def start_spades(owner: Taps) -> None:
    owner.start(("Ann", "Bob", "Cyd", "Dan"), system="Spades with breaking")
    owner.seat("Dan").tap()
    expect(owner.find("#undo")).to_have_attribute("data-version", "2")
    expect(owner.find(KEPT + '[data-rules="here"]')).to_have_count(1)


# --- it opens and goes on -----------------------------------------------------------------------------------------------------------------


def test_a_reload_without_a_network_keeps_the_table_and_what_waits(spades: Taps, api: httpx.Client) -> None:
    bids(spades, 4)
    cut(spades)
    bids(spades, 3, 0, 1)
    plays(spades, "AS", "AH", "AD")
    waits(spades, 6)
    before = seen(spades)
    spades.page.reload()
    waits(spades, 6)
    expect(spades.find('main[data-rules="here"]')).to_have_count(1)
    expect(spades.seat("Dan")).to_contain_text("to play")
    assert seen(spades) == before
    plays(spades, "AC", "2S")
    waits(spades, 8)
    back(spades)
    assert types(api, spades.game)[2:] == ["BidMade"] * 4 + ["CardPlayed"] * 5


def test_a_killed_tab_opens_again_without_a_network(spades: Taps, api: httpx.Client) -> None:
    game, other = spades.game, Taps(spades.page.context.new_page(), spades.url)
    spades.go("/systems")
    other.go(f"/games/{game}")
    expect(other.find("#connection")).to_have_text("Live")
    cut(spades)
    bids(other, 4, 3)
    waits(other, 2)
    other.page.close()
    spades.go(f"/games/{game}")
    waits(spades, 2)
    expect(spades.seat("Cyd")).to_contain_text("to bid")
    bids(spades, 0, 1)
    waits(spades, 4)
    back(spades)
    assert types(api, game)[2:] == ["BidMade"] * 4


def test_a_page_that_is_not_kept_leads_to_the_tables_that_are(phone: Taps) -> None:
    game = phone.game
    cut(phone)
    place(phone, "Chris", "lowest")
    waits(phone, 1)
    phone.go("/games")
    expect(phone.find("h1")).to_have_text("No network")
    expect(phone.find("#unstored")).to_contain_text("1 act of High Card is not stored yet.")
    phone.find("#kept a", has_text="Chris, Guy and Eric").tap()
    waits(phone, 1)
    assert phone.game == game
    phone.page.context.set_offline(False)
    expect(phone.find("#notice")).to_be_empty()


def test_what_is_kept_answers_only_the_visitor(phone: Taps) -> None:
    cut(phone)
    asked = {"visitor": {}, "nobody": {"credentials": "omit"}, "link": {"headers": {"Authorization": "Bearer other"}}}
    path = f"/api/v1/games/{phone.game}"
    answered = {name: phone.page.evaluate(ANSWERED, [path, options]) for name, options in asked.items()}
    assert answered == {"visitor": True, "nobody": False, "link": False}


def test_a_server_that_answers_later_takes_nothing_away(phone: Taps) -> None:
    game = phone.game
    phone.page.context.service_workers[0].evaluate(BUSY)
    phone.page.reload()
    expect(phone.find("#seats")).to_contain_text("Chris")
    assert games_kept(phone) == [game]


def test_a_page_of_a_spectator_keeps_nothing(come: Come, api: httpx.Client) -> None:
    visitor: Taps = come(Taps)
    visitor.go(f"/games/{opened(api, visibility='public')}")
    expect(visitor.find("#connection")).to_have_text("Live")
    visitor.page.wait_for_timeout(6_000)
    assert visitor.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert cached(visitor) == {}


# --- what is kept is forgotten ------------------------------------------------------------------------------------------------------------


def test_signing_out_asks_about_what_waits_and_clears_the_device_in_all_tabs(spades: Taps) -> None:
    game = spades.game
    desk = Taps(spades.page.context.new_page(), spades.url)
    cut(spades)
    bids(spades, 4)
    waits(spades, 1)
    spades.page.route("**/events", lambda route: route.abort())
    desk.page.route("**/events", lambda route: route.abort())
    spades.page.context.set_offline(False)
    desk.go("/club")
    desk.find('[data-do="leave"]').tap()
    expect(desk.find("dialog[open]")).to_contain_text("1 act of Spades with breaking is not stored yet.")
    with desk.page.expect_download() as saved:
        desk.find('dialog [data-do="save"]').tap()
    assert b"BidMade" in saved.value.path().read_bytes()
    desk.find('dialog [data-do="stay"]').tap()
    assert games_kept(desk) == [game]
    desk.find('[data-do="leave"]').tap()
    desk.find('dialog [data-do="leave"]').tap()
    desk.page.wait_for_url(f"{desk.url}/")
    expect(spades.find("h1")).to_have_text("There is nothing here")
    forgotten(desk)
    assert desk.page.evaluate(WAITING) == 0
    assert desk.page.evaluate("Object.keys(localStorage)") == []
    spades.forgive("404", "401")
    cut(desk)
    desk.go(f"/games/{game}")
    expect(desk.find("h1")).to_have_text("No network")
    expect(desk.find("#none")).to_be_visible()


def test_who_signs_out_while_a_game_is_being_kept_leaves_nothing(phone: Taps) -> None:
    assert phone.page.context.service_workers[0].evaluate(SIGNED_OUT) == [False, False]


@pytest.mark.parametrize("what", ["keep", "live", "page", "state", "events"])
def test_a_game_that_is_forgotten_while_something_is_being_kept_stays_forgotten(phone: Taps, what: str) -> None:
    assert phone.page.context.service_workers[0].evaluate(FORGOTTEN_MEANWHILE, what) == [True, []]


def test_somebody_else_who_signs_in_sees_nothing_of_the_former_visitor(phone: Taps, api: httpx.Client) -> None:
    game = phone.game
    other = link(api, opened(api), "record")
    phone.go(f"/join#{other}")
    phone.page.wait_for_url("**/games/*")
    forgotten_game = f"/games/{game}"
    assert phone.game != game
    expect(phone.find(KEPT)).to_have_count(1)
    assert games_kept(phone) == [phone.game]
    cut(phone)
    phone.go(forgotten_game)
    expect(phone.find("h1")).to_have_text("No network")


def test_a_session_that_was_replaced_without_the_page_of_links_shows_nothing_either(phone: Taps, api: httpx.Client) -> None:
    phone.sign_in(link(api, opened(api), "record"))
    phone.go("/systems")
    forgotten(phone)


def test_a_game_that_its_link_may_only_watch_now_is_forgotten(phone: Taps) -> None:
    assert phone.page.context.service_workers[0].evaluate(NARROWED) == [1, 1, 0]


def test_when_a_link_ends_its_record_goes_and_what_waits_stays(come: Come, api: httpx.Client) -> None:
    made = api.post("/tokens", json={"label": "link", "scopes": ["record"], "game": opened(api)}).json()
    phone: Taps = come(Taps, token=made["token"])
    expect(phone.find(KEPT)).to_have_count(1)
    cut(phone)
    place(phone, "Chris", "lowest")
    waits(phone, 1)
    assert api.delete(f"/tokens/{made['id']}").status_code == 204
    phone.page.context.set_offline(False)
    expect(phone.find("#notice")).to_contain_text("Open the link")
    forgotten(phone)
    assert phone.page.evaluate(WAITING) == 1
    phone.forgive("401", "404")


def test_a_name_that_was_erased_is_forgotten_at_the_next_contact(come: Come, api: httpx.Client) -> None:
    phone = one_table(api, come)
    [chris] = [seat["person"] for seat in api.get(f"/games/{phone.game}").json()["seats"] if seat["name"] == "Chris"]
    phone.go("/systems")
    assert games_kept(phone) != []
    assert api.delete(f"/people/{chris}").status_code == 200
    phone.go("/systems")
    forgotten(phone)


def test_a_result_that_is_final_ends_the_keeping(come: Come, api: httpx.Client) -> None:
    game = finished(api)
    phone: Taps = come(Taps, token=link(api, game, "record"))
    expect(phone.find(KEPT)).to_have_count(1)
    assert games_kept(phone) == [game]
    say(api, game, ("ResultFinalised", {}))
    expect(phone.find("#state")).to_have_text("Final")
    forgotten(phone)


def test_after_two_idle_days_a_game_is_forgotten(phone: Taps) -> None:
    game = phone.game
    phone.go("/systems")
    phone.page.evaluate(THREE_DAYS_AGO, game)
    cut(phone)
    phone.go(f"/games/{game}")
    expect(phone.find("h1")).to_have_text("No network")
    assert games_kept(phone) == []


# --- the clock ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [1, -1])
def test_the_times_of_acts_are_right_although_the_clock_is_wrong(come: Come, api: httpx.Client, hours: int) -> None:
    phone: Taps = come(Taps, token=None)
    phone.page.context.add_init_script(AHEAD.replace("3_600_000", f"{hours} * 3_600_000"))
    phone.go(f"/join#{link(api, opened(api), 'record')}")
    expect(phone.find(KEPT)).to_have_count(1)
    cut(phone)
    phone.page.reload()
    place(phone, "Chris", "lowest")
    waits(phone, 1)
    place(phone, "Guy", "lowest")
    waits(phone, 2)
    phone.page.wait_for_timeout(3_000)
    back(phone)
    placed = api.get(f"/games/{phone.game}/events").json()["events"][2:]
    waited = [event["recorded_at"] - event["at"] for event in placed]
    assert [3_000 <= each < WITHIN * 1_000 for each in waited] == [True, True]


# --- with a server and a browser of its own -----------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Config:
    engine.build()
    return configured(tmp_path / "data")


@pytest.fixture
def device(browser: Browser, tmp_path: Path) -> Iterator[list[BrowserContext]]:
    """Browsers that were started by `begun`, with the same profile."""
    begun: list[BrowserContext] = []
    yield begun
    for context in begun:
        context.close()


def begun(browser: Browser, folder: Path) -> BrowserContext:
    context = browser.browser_type.launch_persistent_context(
        folder,
        executable_path=next(map(str, DEBIAN_CHROMIUM), None),
        args=list(QUIET),
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        reduced_motion="reduce",
    )
    context.set_default_timeout(WAITS)
    return context


def test_a_browser_that_was_closed_opens_the_table_although_the_server_is_down(browser: Browser, own: Config, tmp_path: Path) -> None:
    with serving(own, tmp_path / "printed") as server:
        context = begun(browser, tmp_path / "profile")
        owner = Taps(context.new_page(), server.url)
        owner.sign_in(server.owner())
        start_spades(owner)
        game = owner.game
        cut(owner)
        bids(owner, 4, 3)
        waits(owner, 2)
        context.close()
    context = begun(browser, tmp_path / "profile")
    phone = Taps(context.new_page(), server.url)
    phone.go(f"/games/{game}")
    waits(phone, 2)
    expect(phone.seat("Cyd")).to_contain_text("to bid")
    bids(phone, 0)
    waits(phone, 3)
    with serving(own, tmp_path / "again"):
        expect(phone.find("#notice")).to_be_empty()
        assert phone.page.evaluate(f"fetch('/api/v1/games/{game}').then((answer) => answer.json()).then(({{ version }}) => version)") == 5
        context.close()


def test_a_new_version_waits_until_all_is_sent(come: Come, own: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(own, tmp_path / "printed") as server:
        owner: Taps = come(Taps)
        owner.url = server.url
        owner.sign_in(server.owner())
        start_spades(owner)
        [former] = [name for name in cached(owner) if name.startswith("release-")]
        cut(owner)
        bids(owner, 4)
        waits(owner, 1)
    (tmp_path / "sitecustomize.py").write_text(ANOTHER_VERSION)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path.cwd()}")
    with serving(own, tmp_path / "again"):
        owner.page.context.route("**/api/v1/games/*/events", lambda route: route.abort())
        owner.page.context.set_offline(False)
        until(lambda: owner.page.evaluate("navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)"))
        expect(owner.find("#notice")).to_contain_text("1 act waits")
        expect(owner.find("main")).not_to_contain_text("new version")
        owner.page.context.set_offline(True)
        owner.page.reload()
        waits(owner, 1)
        assert former.removeprefix("release-") in str(owner.find("script[src*=game]").get_attribute("src"))
        owner.page.context.set_offline(False)
        owner.page.context.unroute("**/api/v1/games/*/events")
        expect(owner.find("main")).to_contain_text("Faceup has a new version.")
        until(lambda: former not in cached(owner))
        owner.find("main >> text=Load this page again").tap()
        expect(owner.find(KEPT)).to_have_count(1)
        assert former.removeprefix("release-") not in str(owner.find("script[src*=game]").get_attribute("src"))
        owner.forgive(NETWORK, "ERR_")
        cut(owner)
        owner.page.reload()
        expect(owner.seat("Bob")).to_contain_text("to bid")
