"""Take a picture of every page, at 360 and at 1280 px: docs/pages/<page>-<width>.jpg, and docs/pages/README.md with a line for each page.

python -m docs.screenshots    (`make screenshots`; needs Chromium)

The script starts the product in a temporary installation, and plays half a tournament there. Look at the pictures before you commit them.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import click
import httpx
from playwright.sync_api import Browser, sync_playwright

from tests.browser import games
from tests.browser.conftest import launched
from tests.browser.cups import Cup, opened, registered
from tests.ops.serving import Serving, configured, serving

FOLDER: Final = Path(__file__).parent / "pages"
SIZES: Final = ((360, 740), (1280, 800))
LONGEST: Final = 2400
"""The most pixels of a picture from top to bottom. Longer pages are cut."""
NAMES: Final = ("Anna Berg", "Ben Okafor", "Cleo Marsh", "Dan Fischer", "Eve Lindqvist", "Farah Khan", "Gus Moreau", "Hana Sato")
GUEST, OWNER, TABLE, ENTRY = "guest", "owner", "table", "entry"
HEAD: Final = """# The pages, in pictures

Made by `make screenshots` from a temporary installation; do not edit. Each page at 360 px (a phone) and at 1280 px.

| Page | What it is for | 360 | 1280 |
| --- | --- | --- | --- |
"""


class Shown(NamedTuple):
    """A page. `who`: the visitor who looks at the page. `line`: a line about the purpose of the page."""

    name: str
    address: str
    who: str
    line: str


def pages(cup: str, live: str, done: str) -> list[Shown]:
    """Return all pages. `cup`: a tournament in round 3. `live`, `done`: games in play and finished."""
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


def taken(browser: Browser, running: Serving, api: httpx.Client) -> Iterator[Shown]:
    """Take all pictures. Yields each page when its pictures are taken."""
    live, done = games.pitched(api, "KS", "4S", visibility="public"), games.finished(api, visibility="public")
    cup = played(api)
    secrets = {
        GUEST: None,
        OWNER: running.owner(),
        TABLE: _token(api, scopes=["record"], tournament=cup.id, table=2),
        ENTRY: _token(api, scopes=["read"], tournament=cup.id, entry=5),
    }
    for page in pages(cup.id, live, done):
        for width, height in SIZES:
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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    lines = []
    with TemporaryDirectory() as folder, serving(configured(Path(folder) / "data"), Path(folder) / "printed") as running:
        headers = {"Authorization": f"Bearer {running.owner()}"}
        with httpx.Client(base_url=f"{running.url}/api/v1", headers=headers, timeout=60) as api, sync_playwright() as playwright:
            browser = launched(playwright.chromium)
            for page in taken(browser, running, api):
                click.echo(page.name, err=True)
                links = " | ".join(f"[{width}]({page.name}-{width}.jpg)" for width, _ in SIZES)
                lines.append(f"| {page.name} | {page.line} | {links} |")
            browser.close()
    (FOLDER / "README.md").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
