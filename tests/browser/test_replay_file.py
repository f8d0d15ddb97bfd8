"""A replay in one file opens from the disk with the network off, shows the same table as the page, and says whether its record is whole."""

from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import expect

from domain.systems import SYSTEMS
from tests.browser.conftest import Come
from tests.browser.games import finished
from tests.browser.keyboard import Keys
from tests.browser.test_accessible import examine
from tests.browser.visitor import Visitor
from tests.ops.serving import Serving
from tests.playthroughs.regenerate import HERE
from tests.speeds import rows
from tests.systems import LEADING

WIDE = {"width": 1280, "height": 900}
ROUNDED = 30
"""Colours that differ by no more, on average of a pixel and its neighbours, are the same. A card, a letter or a line differs by more."""
PARTS = 4
"""The table is compared at the ends of so many parts of the game, and at its beginning."""


def imported(api: httpx.Client, slug: str) -> str:
    """Import the golden playthrough of a system. Returns the game's id."""
    return str(api.post("/records", content=HERE.joinpath(f"{slug}.txt").read_bytes()).json()["game"])


def saved(api: httpx.Client, game: str, folder: Path) -> Path:
    path = folder / "game.html"
    path.write_bytes(api.get(f"/games/{game}/export", params={"format": "html"}).content)
    return path


def shown(visitor: Visitor, step: int) -> bytes:
    """Go to a step, and return a picture of the table there."""
    visitor.find("#slider").evaluate("(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input')); }", step)
    expect(visitor.find("#where")).to_contain_text(f"Step {step} of")
    return visitor.find("#seats").screenshot(animations="disabled")


def looks_like(one: bytes, other: bytes) -> bool:
    """Whether two pictures are the same to the eye. The browser does not smooth an edge alike at every place of a page."""
    first, second = (Image.open(BytesIO(picture)).convert("RGB") for picture in (one, other))
    darker: Any = ImageChops.difference(first, second).filter(ImageFilter.BoxBlur(1)).getextrema()
    return first.size == second.size and max(most for _, most in darker) <= ROUNDED


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_replay_in_a_file_shows_what_its_page_shows(come: Come, api: httpx.Client, product: Serving, tmp_path: Path, slug: str) -> None:
    game = imported(api, slug)
    page: Visitor = come(token=product.owner(), size=WIDE)
    page.go(f"/games/{game}/replay")
    alone: Visitor = come(size=WIDE, offline=True)
    alone.page.goto(saved(api, game, tmp_path).as_uri())
    expect(alone.find("#checked")).to_contain_text("The record is whole")
    expect(alone.find("h1")).to_have_text(page.find("h1").inner_text())
    last = int(alone.find("#slider").get_attribute("max") or 0)
    expect(alone.find("#where")).to_contain_text(f"Step {last} of {last}")
    for step in [last * part // PARTS for part in range(PARTS + 1)]:
        assert looks_like(shown(alone, step), shown(page, step)), step


CHANGES = [
    ("an event", 5, '"seat":2', '"seat":1', "Entry 5: or its hash was changed: they do not fit"),
    ("a hash", 5, '"hash":"', '"hash":"0', "Entry 5: or its hash was changed: they do not fit"),
    (
        "an opened value",
        1,
        '"value":"Friday"',
        '"value":"Monday"',
        "Entry 1: was changed: the opened value “title” does not fit its commitment",
    ),
]


@pytest.mark.smoke
@pytest.mark.parametrize(("what", "version", "old", "new", "said"), CHANGES, ids=[row[0] for row in CHANGES])
def test_a_changed_file_says_so_and_names_the_entry(
    come: Come, api: httpx.Client, tmp_path: Path, what: str, version: int, old: str, new: str, said: str
) -> None:
    path = saved(api, finished(api, title="Friday"), tmp_path)
    lines = path.read_text("utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.endswith(f'"version":{version}}}'))
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new, 1)
    path.write_text("\n".join(lines), "utf-8")
    reader: Visitor = come(offline=True)
    reader.page.goto(path.as_uri())
    expect(reader.find("#checked")).to_contain_text("was changed")
    expect(reader.find("#faults")).to_have_text(said)


def test_a_file_is_complete_with_keys_and_for_screen_readers(come: Come, api: httpx.Client, tmp_path: Path) -> None:
    path = saved(api, finished(api), tmp_path)
    reader: Keys = come(Keys, offline=True)
    reader.page.goto(path.as_uri())
    expect(reader.find("#checked")).to_contain_text("The record is whole")
    reader.press("Home")
    expect(reader.find("#where")).to_contain_text("Step 0 of 5")
    reader.press("ArrowRight")
    expect(reader.find("#where")).to_contain_text("Step 1 of 5")
    examine(reader)
    reader.find("summary", has_text="line by line").click()
    with reader.page.expect_download() as download:
        reader.find("[data-do=save]").click()
    assert api.post("/records/verify", content=download.value.path().read_bytes()).json()["valid"]
