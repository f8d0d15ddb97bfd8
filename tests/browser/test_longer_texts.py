"""The pages have room for texts in other languages: with texts that are longer and have accents, nothing is cut, nothing overlaps, and no
text is left in English. Some pages are looked at from right to left too."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Route, expect

from domain.systems import SYSTEMS
from service import packs
from service.web import pages
from service.web.assets import MODULE, assets, text
from tests.browser.conftest import DESKTOP, PHONE, Come
from tests.browser.cups import FOUR, SCORED, evening
from tests.browser.games import finished, say
from tests.browser.seasons import PLAYERS, season
from tests.browser.test_axe import COUNTING, SETTLED
from tests.browser.test_words import SHOWN
from tests.browser.visitor import Taps
from tests.ops.serving import Serving, configured, serving
from tests.waiting import WITHIN

HERE: Final = Path(__file__).parent
LONGER: Final = HERE.joinpath("longer.js").read_text(encoding="utf-8")
FITS: Final = HERE.joinpath("fits.js").read_text(encoding="utf-8")
TEXTS: Final = re.compile(r'(?P<head>\$modules\["js/texts/[^"]+"\] = )(?P<made>\(\(\) => \{.*?\nreturn \{[^}]*\}; \}\)\(\));', re.DOTALL)
"""A module of texts within a pack."""
DISPLAYED: Final = sorted(SHOWN | {"summary", "explanation", "description", "said"})
"""The members of answers whose texts are only for display. `said`: in the sample game of the first page."""
ALLOWED: Final = (
    "Faceup",  # the brand
    *FOUR, *PLAYERS, "Chris", "Guy", "Eric", "Cleo", "Dan",  # people, also of the sample game
    "Autumn cup", "January", "February", "March", "Winter", "home", "owner",  # names of tournaments, a season, the club, a link
    *(system.name for system in SYSTEMS.values()),  # games
    "nil", "bid", "Stock",  # calls and piles of a game: the API has no words for people for them
)  # fmt: skip
OWNER, STRANGER = "owner", "stranger"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A product of its own: its lists have no names from other tests."""
    folder = tmp_path_factory.mktemp("longer")
    with serving(configured(folder / "data"), folder / "printed") as server:
        yield server


@pytest.fixture(scope="module")
def api(product: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{product.url}/api/v1", headers={"Authorization": f"Bearer {product.owner()}"}, timeout=WITHIN) as client:
        yield client


def begun(api: httpx.Client, system: str, phase: str) -> str:
    """Make a public game, and record what the rules expect until it is in this phase. Returns the game's id."""
    opening = {"system": system, "seats": [{"name": name} for name in FOUR], "visibility": "public"}
    game = str(api.post("/games", json=opening).json()["game"])
    while (state := api.get(f"/games/{game}").json())["view"]["phase"] != phase:
        prompt = next(each for each in state["prompts"] if each["expected"])
        asked = {ask["field"]: ask["choices"][0] for ask in prompt["asks"] if not ask["optional"]}
        say(api, game, (prompt["type"], asked | prompt["given"]))
    return game


@pytest.fixture(scope="module")
def seen(api: httpx.Client) -> Mapping[str, tuple[str, str]]:
    """The pages by name: who looks at each, and its address."""
    for name in FOUR:
        api.post("/people", json={"name": name}).raise_for_status()
    spades, calls = begun(api, "spades-standard", "play"), begun(api, "spades-standard", "auction")
    smear, over = begun(api, "smear-ten-point", "play"), finished(api, visibility="public")
    cup = evening(api, settings=SCORED, visibility="public")
    cup.play()
    cup.start(seconds=900)
    cup.game(2, 1)
    cup.entered(2, 2, 7, 11)
    knock_out = evening(api, format="double-elimination", visibility="public")
    knock_out.play()
    table = season(api)
    return {
        "seasons": (OWNER, "/seasons"),
        "season": (STRANGER, f"/seasons/{table}"),
        "season desk": (OWNER, f"/seasons/{table}/desk"),
        "spades": (OWNER, f"/games/{spades}"),
        "calls": (OWNER, f"/games/{calls}"),
        "smear": (OWNER, f"/games/{smear}"),
        "spectator": (STRANGER, f"/games/{spades}"),
        "finished": (OWNER, f"/games/{over}"),
        "replay": (STRANGER, f"/games/{spades}/replay"),
        "new": (OWNER, "/games/new"),
        "new spades": (OWNER, "/games/new?system=spades-standard"),
        "games": (OWNER, "/games"),
        "landing": (STRANGER, "/"),
        "standings": (STRANGER, cup.page),
        "pairings": (STRANGER, f"{cup.page}/rounds"),
        "desk": (OWNER, f"{cup.page}/desk"),
        "table": (cup.link(table=2), f"{cup.page}/tables/2"),
        "check-in": (cup.link("read", entry=1), f"{cup.page}/checkin"),
        "club": (OWNER, "/club"),
        "people": (OWNER, "/club/people"),
        "members": (OWNER, "/club/members"),
        "links": (OWNER, "/club/links"),
        "settings": (OWNER, "/club/settings"),
        "export": (OWNER, "/club/export"),
        "players": (OWNER, "/players"),
        "cross table": (STRANGER, f"{cup.page}/crosstable"),
        "bracket": (STRANGER, f"{knock_out.page}/bracket"),
        "player": (STRANGER, f"{cup.page}/entries/1"),
        "wall": (STRANGER, f"{cup.page}/wall"),
        "entries": (OWNER, f"{cup.page}/desk/entries"),
        "round": (OWNER, f"{cup.page}/desk/rounds/2"),
        "desk links": (OWNER, f"{cup.page}/desk/links"),
        "tournaments": (OWNER, "/tournaments"),
        "new tournament": (OWNER, "/tournaments/new"),
        "import": (OWNER, "/import"),
        "rules": (STRANGER, "/systems/spades-standard"),
        "game rules": (STRANGER, f"/games/{over}/rules"),
        "systems": (STRANGER, "/systems"),
        "practice": (STRANGER, "/practice"),
        "join": (STRANGER, "/join"),
    }


PAGES: Final = (
    *("spades", "calls", "smear", "spectator", "finished", "replay", "new", "new spades", "games", "landing", "players", "import"),
    *("practice", "join", "rules", "game rules", "systems", "club", "people", "members", "links", "settings", "export"),
    *("tournaments", "new tournament", "standings", "pairings", "cross table", "bracket", "player", "wall", "table", "check-in"),
    *("desk", "entries", "round", "desk links", "seasons", "season", "season desk"),
)
NOTHING: Final[dict[str, Any]] = {"cut": [], "sideways": 0, "overlapping": [], "unchanged": []}


def longer(come: Come, product: Serving, seen: Mapping[str, tuple[str, str]], name: str) -> Taps:
    """Return a visitor who looks at this page with longer texts, with everything unfolded."""
    who, path = seen[name]
    visitor: Taps = come(Taps, token={OWNER: product.owner(), STRANGER: None}.get(who, who))
    visitor.page.add_init_script(f"({COUNTING})(); ({LONGER})({json.dumps(DISPLAYED)})")

    def fulfil(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=TEXTS.sub(r"\g<head>window.longer(\g<made>);", answer.text()))

    visitor.page.route(re.compile(r"/assets/\w+/js/.*\.js$"), fulfil)
    visitor.go(path)
    visitor.page.wait_for_function(SETTLED)
    visitor.page.evaluate("() => document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    visitor.page.wait_for_function(SETTLED)
    expect(visitor.find("#connection", has_text="…")).to_have_count(0)
    return visitor


def faults(visitor: Taps, product: Serving) -> dict[int, Any]:
    """Return what does not fit on the page, and what is left in English, by the width of the window."""
    token = product.owner().split("_")[2]  # the record names it
    found = {}
    for size in (PHONE, DESKTOP):
        visitor.page.set_viewport_size(size)  # type: ignore[arg-type]
        visitor.page.wait_for_timeout(50)  # a page may draw again when its size changes
        found[size["width"]] = visitor.page.evaluate(FITS, [*ALLOWED, token])
    return found


@pytest.mark.parametrize("name", PAGES)
def test_longer_texts_fit_and_none_is_left_in_english(come: Come, product: Serving, seen: Mapping[str, tuple[str, str]], name: str) -> None:
    assert faults(longer(come, product, seen, name), product) == {360: NOTHING, 1280: NOTHING}


@pytest.mark.parametrize("name", ["spades", "spectator", "games", "standings"])
def test_longer_texts_fit_from_right_to_left(come: Come, product: Serving, seen: Mapping[str, tuple[str, str]], name: str) -> None:
    visitor = longer(come, product, seen, name)
    visitor.page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    assert faults(visitor, product) == {360: NOTHING, 1280: NOTHING}


@pytest.mark.smoke
def test_each_module_of_texts_is_part_of_a_page() -> None:
    """A page loads what its template names, and the modules that these import."""
    templates = [path.read_text(encoding="utf-8") for path in Path(pages.__file__).with_name("templates").rglob("*.html")]
    first = {path for template in templates for path in MODULE.findall(template) if "{" not in path}
    first |= {f"js/club/{script}.js" for template in templates for script in re.findall(r"{% block script %}(\w+)", template)}
    texts = {path for path in assets() if path.startswith("js/texts/")}
    assert texts <= packs.modules(sorted(first), text).keys()
