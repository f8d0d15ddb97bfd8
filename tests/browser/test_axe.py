"""axe-core reports no fault on any page, for four kinds of visitors, in light and dark, on a phone and on a desktop.

The pages are taken from the routes of the product, so a new page is tested without being added here.
"""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import product as pairs
from pkgutil import iter_modules
from typing import Final

import httpx
import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

import service.web
from service.web import embed_pages, pages
from service.web.tournament_pages import PAPERS
from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, WAITS
from tests.browser.desks import cup_of
from tests.browser.games import pitched
from tests.browser.seasons import season
from tests.ops.serving import Serving
from tests.speeds import rows

VISITORS: Final = ("owner", "table link", "check-in link", "visitor")
SYSTEMS: Final = ("high-card", "high-card-low-card", "one-up", "box", "pitch-auction-classic", "smear-parlett")
COUNTING: Final = """() => {
  const fetched = window.fetch;
  window.underWay = 0;
  window.fetch = async (...request) => {
    window.underWay += 1;
    try {
      const answer = await fetched(...request);
      answer.clone().text().catch(() => {}).finally(() => setTimeout(() => { window.underWay -= 1; }));
      return answer;
    } catch (failure) {
      window.underWay -= 1;
      throw failure;
    }
  };
}"""
"""A script that counts the requests that have no answer yet, so that a test can wait until a page has all its content."""
SETTLED: Final = """() => window.underWay === 0 && document.readyState === 'complete'
  && ![...document.querySelectorAll('.skeleton')].some((each) => each.checkVisibility())"""


def routes() -> list[str]:
    """Return the addresses of all pages in alphabetical order. In place of values, the addresses have names such as `<game>`."""
    for module in iter_modules(service.web.__path__, "service.web."):
        import_module(module.name)
    app = Flask("pages")
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(embed_pages.blueprint)
    return sorted(rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and rule.endpoint != "static")


PAGES: Final = [rule.replace("<paper>", paper) for rule in routes() for paper in (PAPERS if "<paper>" in rule else ("",))]
SEEN: Final = {f"{visitor} {rule}": (visitor, rule) for rule in PAGES for visitor in VISITORS}
"""Each page as each visitor sees it."""
OWNERS: Final = {name for name, (visitor, _) in SEEN.items() if visitor == "owner"}
"""The owner sees most of each page, so these rows are never long."""
PLAYED: Final = {f"{system}{end}": (system, end) for system in SYSTEMS for end in ("", "/replay")}


@pytest.fixture(scope="module")
def named(api: httpx.Client) -> Mapping[str, str]:
    """Make a public game of Pitch in play, a public tournament whose first round is being played, and a public season. Return a value for
    each name in the addresses."""
    game = pitched(api, "AS", visibility="public")
    cup = cup_of(api, 4)
    cup.start()
    cup.game(1, 1)
    return {
        "game": game,
        "season": season(api),
        "slug": "pitch-auction-classic",
        "tournament": cup.id,
        "number": "1",
        "entry": "1",
        "table": "1",
        "paper": "signs",
        "club": "home",
        "person": api.get(f"/games/{game}").json()["seats"][0]["person"],
    }


@pytest.fixture(scope="module")
def visitors(browser: Browser, product: Serving, api: httpx.Client, named: Mapping[str, str]) -> Iterator[Mapping[str, Page]]:
    """A browser page for each kind of visitor. All are signed in except "visitor", the stranger."""

    def limited(scope: str, **limits: int) -> str:
        body = {"label": "link", "scopes": [scope], "tournament": named["tournament"], **limits}
        return str(api.post("/tokens", json=body).raise_for_status().json()["token"])

    tokens = {
        "owner": product.owner(),
        "table link": limited("record", table=1),
        "check-in link": limited("read", entry=1),
        "visitor": None,
    }
    opened = {}
    for name, token in tokens.items():
        context = browser.new_context(base_url=product.url, viewport=PHONE, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_default_timeout(WAITS)
        context.add_init_script(f"({COUNTING})()")
        opened[name] = context.new_page()
        if token is not None:
            context.request.post("/api/v1/session", data={"token": token})
    yield opened
    for page in opened.values():
        page.context.close()


def address(rule: str, named: Mapping[str, str]) -> str:
    return re.sub(r"<(\w+)>", lambda name: named[name[1]], rule)


def faults(page: Page) -> dict[str, list[str]]:
    """Unfold everything on this page. Return the faults that axe finds, by colour scheme and size; empty if there are none."""
    page.wait_for_function(SETTLED)
    page.evaluate("() => document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    page.wait_for_function(SETTLED)
    found = {}
    for scheme, size in pairs(("light", "dark"), (PHONE, DESKTOP)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found[f"{scheme}, {size['width']}"] = violations(page)
    return {where: lines for where, lines in found.items() if lines}


@pytest.mark.parametrize("seen", rows(SEEN, OWNERS, SEEN.__getitem__))
def test_axe_finds_nothing_on_a_page(visitors: Mapping[str, Page], named: Mapping[str, str], seen: tuple[str, str]) -> None:
    """A visitor who may not see a page gets a page that says so, which is tested too."""
    visitor, rule = seen
    page = visitors[visitor]
    answer = page.goto(address(rule, named))
    assert answer is not None
    assert answer.status < 500
    assert faults(page) == {}


@pytest.mark.parametrize("played", rows(PLAYED, {"box", "pitch-auction-classic/replay"}, PLAYED.__getitem__))
def test_axe_finds_nothing_on_the_page_of_a_game_in_play(visitors: Mapping[str, Page], api: httpx.Client, played: tuple[str, str]) -> None:
    system, end = played
    seats = [{"name": name} for name in ("Anna", "Ben", "Cyd", "Dora")]
    game = str(api.post("/games", json={"system": system, "seats": seats, "visibility": "public"}).raise_for_status().json()["game"])
    page = visitors["owner"]
    page.goto(f"/games/{game}{end}")
    assert faults(page) == {}
