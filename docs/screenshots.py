"""Take a picture of every page, at 360 and at 1280 px: docs/pages/<page>-<width>.jpg, and docs/pages/README.md with a line for each page.
Take the moving picture too: docs/pages/faceup.webp.

python -m docs.screenshots [NAME …]    (`make screenshots ONLY=name,name`; needs Chromium)

A name is that of a page, `faceup`, or `tables`, which takes the card table at five moments of a game of each family (table_pictures.py).
Without names, everything is taken. The small pictures in README.md are always made again from the
others.

The script starts the product in a temporary installation, and plays half a tournament there. Look at the pictures before you commit them.
"""

import sys
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import click
import httpx
from PIL import Image, ImageOps
from playwright.sync_api import Browser, expect, sync_playwright

from docs import moving_picture, table_pictures
from tests.browser import games
from tests.browser.conftest import WAITS, launched
from tests.browser.cups import Cup, opened, registered
from tests.browser.seasons import season
from tests.ops.serving import Serving, configured, serving

FOLDER: Final = Path(__file__).parent / "pages"
SIZES: Final = ((360, 740), (1280, 800))
SMALL: Final = {360: (90, 150), 1280: (240, 150)}
"""Width and height of the small pictures: the top of a page. Their names end in `-small`."""
MOVING: Final = "faceup"
TABLES: Final = "tables"
LONGEST: Final = 2400
"""The most pixels of a picture from top to bottom. Longer pages are cut."""
NAMES: Final = ("Anna Berg", "Ben Okafor", "Cleo Marsh", "Dan Fischer", "Eve Lindqvist", "Farah Khan", "Gus Moreau", "Hana Sato")
GUEST, OWNER, TABLE, ENTRY = "guest", "owner", "table", "entry"
HEAD: Final = """# The pages, in pictures

Made by `make screenshots` from a temporary installation; do not edit. Each page at 360 px (a phone) and at 1280 px. Click on a picture to
see all of the page.

![A phone records cards, a page follows the game, and the standings of the tournament change](faceup.webp)

The card table of a game of each family is in [tables](tables): in play, with all cards on the table, at a question, after a round and at
the end; the form of the scorekeeper at 360 px, what spectators see at 1280 and 1920 px, light above dark. The replay of the same games is
there too, at [360](tables/replay-360.webp), [1280](tables/replay-1280.webp) and [1920 px](tables/replay-1920.webp).

| Page | What it is for | 360 | 1280 |
| --- | --- | --- | --- |
"""


class Shown(NamedTuple):
    """A page. `who`: the visitor who looks at the page. `line`: a line about the purpose of the page."""

    name: str
    address: str
    who: str
    line: str


def pages(cup: str, table: str, live: str, done: str, person: str) -> list[Shown]:
    """Return all pages. `cup`: a tournament in round 3. `table`: a season with a late correction. `live`, `done`: games in play and
    finished. `person`: who sits in both."""
    here = f"/tournaments/{cup}"
    return [
        Shown("landing", "/", GUEST, "what Faceup is, a game that plays by itself, and what is on"),
        Shown("landing-owner", "/", OWNER, "the same for the owner of a new installation: the first steps"),
        Shown("games", "/games", OWNER, "the games of the club"),
        Shown("new-game", "/games/new", OWNER, "starting a game"),
        Shown("table", f"/games/{live}", OWNER, "the table of a game: recording it"),
        Shown("table-guest", f"/games/{live}", GUEST, "the same for a spectator"),
        Shown("replay", f"/games/{done}/replay", GUEST, "a game step by step, as recorded and as corrected"),
        Shown("rules-of-game", f"/games/{done}/rules", GUEST, "the rules of one game, with its house rules"),
        Shown("systems", "/systems", GUEST, "the games that can be recorded"),
        Shown("rules", "/systems/box", GUEST, "the complete rules of one game"),
        Shown("players", "/players", OWNER, "everybody's results"),
        Shown("person", f"/clubs/home/players/{person}", OWNER, "one person: results, partners, opponents"),
        Shown("embed-game", f"/embed/games/{done}", GUEST, "a game in a frame of another site"),
        Shown("embed-standings", f"/embed/tournaments/{cup}", GUEST, "standings in a frame of another site"),
        Shown("import", "/import", OWNER, "bringing record files in"),
        Shown("join", "/join", GUEST, "the page that links open; here without a key"),
        Shown("club", "/club", OWNER, "the club: what needs doing, and ways on"),
        Shown("club-people", "/club/people", OWNER, "people: add, rename, merge, erase"),
        Shown("club-members", "/club/members", OWNER, "members, roles, invitations, devices"),
        Shown("club-links", "/club/links", OWNER, "all links: what for, until when, last used"),
        Shown("club-settings", "/club/settings", OWNER, "what begins with which settings"),
        Shown("club-export", "/club/export", OWNER, "everything as files"),
        Shown("tournaments", "/tournaments", OWNER, "the tournaments of the club"),
        Shown("new-tournament", "/tournaments/new", OWNER, "a new tournament: what, who, how"),
        Shown("standings", here, GUEST, "live standings, and why somebody has a place"),
        Shown("pairings", f"{here}/rounds", GUEST, "who plays where"),
        Shown("crosstable", f"{here}/crosstable", GUEST, "everybody against everybody"),
        Shown("player", f"{here}/entries/1", GUEST, "one player: rounds, results, progress"),
        Shown("wall", f"{here}/wall", GUEST, "for the projector: it turns its pages by itself"),
        Shown("desk", f"{here}/desk", OWNER, "the director's desk: what is missing, and the clock"),
        Shown("desk-players", f"{here}/desk/entries", OWNER, "check-in, late players, withdrawals"),
        Shown("desk-round", f"{here}/desk/rounds/3", OWNER, "a pairing: its reasons, and changing it"),
        Shown("desk-links", f"{here}/desk/links", OWNER, "codes for tables and players, and paper"),
        Shown("table-link", f"{here}/tables/2", TABLE, "what the code on a table opens"),
        Shown("checkin", f"{here}/checkin", ENTRY, "a player's own page for the evening"),
        Shown("print-pairings", f"{here}/print/pairings", OWNER, "pairings on paper"),
        Shown("print-standings", f"{here}/print/standings", OWNER, "standings on paper"),
        Shown("print-cards", f"{here}/print/cards", OWNER, "score cards on paper"),
        Shown("print-signs", f"{here}/print/signs", OWNER, "signs for the tables"),
        Shown("seasons", "/seasons", OWNER, "the seasons of the club, and beginning one"),
        Shown("season", f"/seasons/{table}", GUEST, "the table over several evenings, and why somebody has a place"),
        Shown("season-desk", f"/seasons/{table}/desk", OWNER, "counting evenings; a late correction waits"),
        Shown("problem", "/nowhere", GUEST, "an address that does not exist"),
    ]


def played(api: httpx.Client) -> Cup:
    """Make a tournament of eight players. Two rounds are finished, and round 3 is in play."""
    cup = opened(api, NAMES, registered(api, *NAMES))
    for number in (1, 2):
        cup.pair()
        for table in range(1, 5):
            cup.typed(number, table, 11, (7 * table + number) % 11)
    number = cup.pair()["round"]
    cup.record(
        ("RoundStarted", {"round": number, "seconds": 2400}),
        ("Announced", {"text": "Round 4 starts ten minutes after the last result of round 3."}),
        *(("CheckedIn", {"entry": entry}) for entry in range(1, 8)),
    )
    cup.typed(number, 1, 11, 9)
    cup.record(("ResultEntered", {"round": number, "table": 3, "scores": [4, 11]}))
    return cup


def taken(browser: Browser, running: Serving, api: httpx.Client, wanted: Collection[str]) -> Iterator[Shown]:
    """Take the pictures of the wanted pages; of all pages if none is wanted. Yields every page, when its pictures are taken."""
    live, done = games.pitched(api, "KS", "4S", visibility="public"), games.finished(api, visibility="public")
    cup = played(api)
    secrets = {
        GUEST: None,
        OWNER: running.owner(),
        TABLE: _token(api, scopes=["record"], tournament=cup.id, table=2),
        ENTRY: _token(api, scopes=["read"], tournament=cup.id, entry=5),
    }
    person = api.get(f"/games/{done}").json()["seats"][0]["person"]
    for page in pages(cup.id, season(api, NAMES), live, done, person):
        for width, height in SIZES if not wanted or page.name in wanted else ():
            with closing(browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")) as context:
                window = context.new_page()
                if secrets[page.who] is not None:
                    window.goto(f"{running.url}/join#{secrets[page.who]}")
                    window.wait_for_url(lambda url: "/join" not in url)
                window.goto(running.url + page.address)
                window.wait_for_timeout(1500)  # a fixed time is enough for a picture: the page has loaded by then
                long = min(LONGEST, int(window.evaluate("document.documentElement.scrollHeight")))
                window.set_viewport_size({"width": width, "height": max(height, long)})
                window.screenshot(path=FOLDER / f"{page.name}-{width}.jpg", type="jpeg", quality=60)
        yield page


def _token(api: httpx.Client, **wanted: Any) -> str:
    return str(api.post("/tokens", json={"label": "A link", **wanted}).json()["token"])


def small(page: Shown) -> str:
    """Make the small pictures of a page. Returns the line of the page in README.md."""
    cells = []
    for width, size in SMALL.items():
        whole, top = f"{page.name}-{width}.jpg", f"{page.name}-{width}-small.webp"
        with Image.open(FOLDER / whole) as picture:
            ImageOps.fit(picture, size, centering=(0, 0)).save(FOLDER / top, quality=70, method=6)
        cells.append(f"[![{page.name}, {width} px wide]({top})]({whole})")
    return f"| {page.name} | {page.line} | {' | '.join(cells)} |"


def main(wanted: Collection[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    lines = []
    expect.set_options(timeout=WAITS)
    with TemporaryDirectory() as folder, serving(configured(Path(folder) / "data"), Path(folder) / "printed") as running:
        headers = {"Authorization": f"Bearer {running.owner()}"}
        with httpx.Client(base_url=f"{running.url}/api/v1", headers=headers, timeout=60) as api, sync_playwright() as playwright:
            browser = launched(playwright.chromium)
            for page in taken(browser, running, api, wanted):
                click.echo(page.name, err=True)
                lines.append(small(page))
            if not wanted or MOVING in wanted:
                click.echo(MOVING, err=True)
                moving_picture.write(moving_picture.film(browser, running, api), FOLDER / f"{MOVING}.webp")
            browser.close()
    if not wanted or TABLES in wanted:
        table_pictures.main([])
    (FOLDER / "README.md").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
