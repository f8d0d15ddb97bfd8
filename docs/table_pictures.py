"""Take pictures of the card table, of a game of each family at five moments: in the middle of a trick or a round, with all its cards on the
table, at a question, after a deal, and at the end of the game.

python -m docs.table_pictures [SLUG …]    (`make screenshots ONLY=tables`; needs Chromium)

A game has a sheet for each width, `docs/pages/tables/<slug>-<width>.webp`: the moments from left to right, the light pictures above the
dark ones. At 360 px it shows the form of the scorekeeper, at 1280 and 1920 px what spectators see. The games are those of
tests/playthroughs, up to the moment; for the question, an act is left out. `replay-<width>.webp` has the replay of the same games, from
left to right, with all cards on the table. Look at the pictures before you commit them.
"""

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any, Final

import click
import httpx
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from domain.kernel.events import GameOpened, data_of
from domain.notation import read
from domain.record.fold import Reading
from domain.record.fold import read as folded
from domain.system import PUBLIC
from domain.systems import SYSTEMS
from tests.browser.conftest import launched
from tests.browser.games import say
from tests.ops.serving import Serving, configured, serving

SHEETS: Final = Path(__file__).parents[1] / "tests" / "playthroughs"
FOLDER: Final = Path(__file__).parent / "pages" / "tables"
FAMILIES: Final = (
    "high-card",
    "high-card-low-card",
    "one-up",
    "box",
    "pitch-auction-classic",
    "smear-ten-point",
    "spades-standard",
    "bid-whist",
    "hi-lo-casino",
)
SIZES: Final = {360: (360, 740), 1280: (1280, 800), 1920: (1920, 1080)}
SHOWN: Final = {360: (288, 592), 1280: (576, 360), 1920: (576, 324)}
"""Width and height of each picture in a sheet."""
NAMES: Final = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Farah", "Gus", "Hana")
AT_ONCE: Final = 100

Acts = Sequence[tuple[str, dict[str, Any]]]


def acts_of(reading: Reading) -> Acts:
    """Return the acts after the opening, as a client sends them."""
    return [(type(event.act).__name__, {name: _open(value) for name, value in data_of(event.act).items()}) for event in reading.events[1:]]


def _open(value: Any) -> Any:
    if isinstance(value, Mapping):
        return value.get("value") if "commit" in value else {key: _open(inner) for key, inner in value.items()}
    return value


def moments(reading: Reading) -> dict[str, int]:
    """Return the versions of the moments, except that of the question."""
    system = reading.system
    views = [system.seen_by(step.table, PUBLIC) for step in reading.steps]
    laid = [sum(seat.placed or seat.card is not None for seat in view.seats) for view in views]
    shown = [sum(seat.card is not None for seat in view.seats) for view in views]
    inside = range(len(views) // 4, len(views))
    playing = next((at for at in inside if 2 <= laid[at] < len(views[at].seats) or views[at].base is not None), len(views) // 3)
    open_cards = [count or len(view.face_up) for count, view in zip(shown, views, strict=True)]
    full = next((at for at in range(playing, len(views)) if shown[at] == max(shown) and open_cards[at] > open_cards[playing]), playing)
    dealt = next((at for at in range(full + 1, len(views)) if views[at].last_round != views[at - 1].last_round), full)
    return {"playing": playing + 1, "shown": full + 1, "dealt": dealt + 1, "over": len(views)}


def opened(api: httpx.Client, reading: Reading, acts: Acts) -> str:
    """Make a game with these acts. Returns its id."""
    first = reading.events[0].act
    assert isinstance(first, GameOpened)
    seats = [{"name": name} for name in NAMES[: len(first.seats)]]
    body = {"system": first.system, "seats": seats, "visibility": "public", "options": reading.system.options_for(len(seats))}
    game = str(api.post("/games", json=body).json()["game"])
    for some in range(0, len(acts), AT_ONCE):
        say(api, game, *acts[some : some + AT_ONCE])
    return game


def asked(api: httpx.Client, reading: Reading, acts: Acts, version: int) -> str | None:
    """Make a game in which the table is asked: an act before this version is left out. Returns its id; None if leaving out one of the last
    acts makes nothing doubtful."""
    for left_out in range(version - 2, max(0, version - 14), -1):
        game = opened(api, reading, [*acts[:left_out], *acts[left_out + 1 : version + 2]])
        if any(finding["kind"] == "query" for finding in _findings(api, game)):
            return game
    return None


def _findings(api: httpx.Client, game: str) -> list[dict[str, Any]]:
    """Return the findings about a game, after a worker has validated all of it."""
    for _ in range(100):
        verdict = api.get(f"/games/{game}/findings").json()
        if verdict["validated"] == verdict["version"]:
            break
        sleep(0.1)
    return list(verdict["findings"])


def games(api: httpx.Client, slug: str) -> list[str]:
    """Make the games of this system, one for each moment. Returns their ids."""
    sheet = read(SHEETS.joinpath(f"{slug}.txt").read_text("utf-8"))
    reading = folded(SYSTEMS[slug], sheet.events)
    acts, versions = acts_of(reading), moments(reading)
    played = {moment: opened(api, reading, acts[: version - 1]) for moment, version in versions.items()}
    found = asked(api, reading, acts, versions["shown"])
    return [played["playing"], played["shown"], *([found] if found else []), played["dealt"], played["over"]]


def picture(browser: Browser, running: Serving, path: str, width: int, scheme: Any, *, records: bool = False) -> Image.Image:
    """Take a picture of a page. `records`: as the scorekeeper sees it; else as spectators do."""
    wide, high = SIZES[width]
    with closing(browser.new_context(viewport={"width": wide, "height": high}, locale="en-GB", color_scheme=scheme)) as context:
        page = context.new_page()
        if records:
            page.goto(f"{running.url}/join#{running.owner()}")
            page.wait_for_url(lambda url: "/join" not in url)
        page.goto(f"{running.url}{path}")
        page.wait_for_timeout(1200)  # a fixed time is enough for a picture: the page has loaded by then
        return Image.open(BytesIO(page.screenshot())).convert("RGB")


def sheet(rows: Sequence[Sequence[Image.Image]], size: tuple[int, int]) -> Image.Image:
    wide, high = size
    whole = Image.new("RGB", (max(map(len, rows)) * (wide + 8) - 8, len(rows) * (high + 8) - 8), "#888")
    for down, row in enumerate(rows):
        for along, each in enumerate(row):
            whole.paste(each.resize(size, Image.Resampling.LANCZOS), (along * (wide + 8), down * (high + 8)))
    return whole


def sheets(browser: Browser, running: Serving, paths: Sequence[str], name: str, *, records: bool = True) -> None:
    """Take pictures of these pages at each width, in light and in dark. `records`: those of a phone show what a scorekeeper sees."""
    for width, size in SHOWN.items():
        as_recorder = records and width == min(SIZES)
        rows = [[picture(browser, running, path, width, scheme, records=as_recorder) for path in paths] for scheme in ("light", "dark")]
        sheet(rows, size).save(FOLDER / f"{name}-{width}.webp", quality=70, method=6)


def main(wanted: Sequence[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, serving(configured(Path(folder) / "data"), Path(folder) / "printed") as running:
        headers = {"Authorization": f"Bearer {running.owner()}"}
        with httpx.Client(base_url=f"{running.url}/api/v1", headers=headers, timeout=60) as api, sync_playwright() as playwright:
            browser = launched(playwright.chromium)
            replays = []
            for slug in wanted or FAMILIES:
                click.echo(slug, err=True)
                taken = games(api, slug)
                sheets(browser, running, [f"/games/{game}" for game in taken], slug)
                replays.append(f"/games/{taken[-1]}/replay#step={api.get(f'/games/{taken[1]}').json()['version']}")
            if not wanted:
                click.echo("replay", err=True)
                sheets(browser, running, replays, "replay", records=False)
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
