"""Take the moving picture of the product, docs/pages/faceup.webp: a phone records a game, a page follows it, and standings change.

`film` plays one deal of Spades at a table of a tournament. Two pages are open in Chromium beside the phone. After each step their pictures
are put on a stage, which is a page too, and the stage is taken as a frame.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from docs.sample_games import Sample, exported
from domain.kernel.events import BidMade, CardPlayed, CardsDealt
from tests.browser.cups import Cup, opened, registered
from tests.browser.games import say
from tests.ops.serving import Serving

STAGE: Final = {"width": 1000, "height": 696}
PHONE: Final = {"width": 360, "height": 740}
HALL: Final = {"width": 940, "height": 1200}
"""The size of the page of the standings. A part of it is shown, as of the page of the game."""
LOW: Final = {"width": 899, "height": 650}
"""The size of the page of the game: on a low window the whole table is in sight."""
LIVE: Final = ("#seats .felt:visible, .life.ended", 461, 10)
BOARD: Final = ("table:has(#rows)", 402, 12)
"""The part of a page that is shown: the element at its bottom, its height, and how much of it is below the element."""
HEADER: Final = 54
"""The height of the header of every page."""
NAMES: Final = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Farah", "Gus", "Hana")
QUALITY: Final = 90
DEAL: Final = Sample("film", "spades-standard", "Spades", ("p-anna", "p-ben", "p-cleo", "p-dan"), 9)
"""The game whose first deal is played."""
CARDS: Final = 52
BEFORE: Final = 6
"""How many cards are on record when the film begins."""
TAPPED: Final = 8
"""How many cards are tapped then. All others but the last LAST are recorded while the film says so; the last are tapped again."""
LAST: Final = 2
FIRST, TAP, SEEN, CUT, END = 900, 240, 420, 1100, 2600
"""How many milliseconds a frame is shown: the first one, one with a finger, one after it, one with words, and the last one."""
NIGHT: Final[dict[str, Any]] = {
    "title": "Card night",
    "system": DEAL.system,
    "format": "progressive-up-down",
    "settings": {
        "table": 4,
        "partners": 2,
        "rounds": 4,
        "round": {"ends": "hands", "hands": 1},
        "scoring": {"kind": "score"},
        "tiebreaks": ["wins"],
        "takes": "finished",
        "accept_changes": True,
    },
}


IN_HANDS: Final = """cards => cards === [...document.querySelectorAll("#seats .seat")]
    .reduce((sum, seat) => sum + Number(/([0-9]+) cards? in hand/.exec(seat.textContent)?.[1] ?? 0), 0)"""


class Frame(NamedTuple):
    """A picture (PNG), and how many milliseconds it is shown."""

    picture: bytes
    shown: int


class Stage:
    """Makes frames of three pages. `pages`: the pages by the ids of their places in LAYOUT."""

    def __init__(self, stage: Page, pages: dict[str, Page]) -> None:
        self._stage = stage
        self._pages = pages
        stage.set_content(LAYOUT)

    def frame(self, shown: int, part: str, finger: Locator | None = None, words: str = "") -> Frame:
        """Take a frame. `part`: the page whose caption is lit. `finger`: what is tapped on the phone. `words`: what is written over the
        phone."""
        phone, live, standings = self._pages.values()
        shots = (phone.screenshot(), _part(live, *LIVE), _part(standings, *BOARD))
        pictures = dict(zip(self._pages, map(_inline, shots), strict=True))
        place = finger.bounding_box() if finger else None
        at = [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2] if place else None
        self._stage.evaluate("([pictures, part, at, words]) => put(pictures, part, at, words)", [pictures, part, at, words])
        return Frame(self._stage.screenshot(type="png"), shown)


def _part(page: Page, last: str, height: int, below: int) -> bytes:
    """Return a picture of a part of a page, without the site's header. It ends `below` pixels under the last element that fits `last`."""
    box = page.locator(last).last.bounding_box()
    assert box
    top = max(HEADER, box["y"] + box["height"] + below - height)
    return page.screenshot(clip={"x": 0, "y": top, "width": page.viewport_size["width"], "height": height}, full_page=True)  # type: ignore[index]


def film(browser: Browser, running: Serving, api: httpx.Client) -> list[Frame]:
    """Play the deal, and return the frames in order."""
    cup, game, acts = _seated(api)
    more = {"locale": "en-GB", "color_scheme": "light", "reduced_motion": "reduce", "device_scale_factor": 2}
    with (
        closing(browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, **more)) as pocket,
        closing(browser.new_context(viewport=HALL, **more)) as hall,
        closing(browser.new_context(viewport=STAGE, device_scale_factor=1)) as theatre,
    ):
        phone, live, standings = pocket.new_page(), hall.new_page(), hall.new_page()
        phone.goto(f"{running.url}/join#{running.owner()}")
        phone.wait_for_url(lambda url: "/join" not in url)
        phone.goto(f"{running.url}/games/{game}")
        live.set_viewport_size(LOW)  # type: ignore[arg-type]
        live.goto(f"{running.url}/games/{game}?watch")
        standings.goto(f"{running.url}{cup.page}")
        expect(standings.locator("#rows tr")).to_have_count(len(NAMES))
        stage = Stage(theatre.new_page(), {"phone": phone, "live": live, "standings": standings})
        return [*_tapped(stage, phone, live, standings, api, game, acts)]


def _tapped(
    stage: Stage, phone: Page, live: Page, standings: Page, api: httpx.Client, game: str, acts: list[CardPlayed]
) -> Iterator[Frame]:
    _show(BEFORE, phone, live)
    yield stage.frame(FIRST, "phone")
    for number in range(BEFORE, BEFORE + TAPPED):
        yield from _tap(stage, phone, acts[number])
        _show(number + 1, phone, live)
        yield stage.frame(SEEN, "live")
    say(api, game, *map(_sent, acts[BEFORE + TAPPED : -LAST]))
    _show(CARDS - LAST, phone, live)
    yield stage.frame(CUT, "phone", words="Nine tricks later")
    before = standings.locator("#rows").inner_text()
    for number in range(CARDS - LAST, CARDS):
        yield from _tap(stage, phone, acts[number])
        _show(number + 1, phone, live)
        yield stage.frame(SEEN, "live")
    standings.wait_for_function("before => document.getElementById('rows').innerText !== before", arg=before)
    yield stage.frame(END, "standings")


def _tap(stage: Stage, phone: Page, card: CardPlayed) -> Iterator[Frame]:
    """Yield the frame with the finger on a card, and tap the card."""
    phone.evaluate("() => document.getElementById('main')?.classList.remove('resting')")
    button = phone.locator(f'#seats [data-card="{card.card}"]')
    button.scroll_into_view_if_needed()
    yield stage.frame(TAP, "phone", button)
    button.tap()


def _show(cards: int, *pages: Page) -> None:
    """Wait until the pages show that so many cards of the deal were played."""
    for page in pages:
        if cards == CARDS:
            expect(page.locator("#last-round")).not_to_be_empty()
        else:
            page.wait_for_function(IN_HANDS, arg=CARDS - cards)


def _seated(api: httpx.Client) -> tuple[Cup, str, list[CardPlayed]]:
    """Make a tournament of eight players in its second round, with bids and BEFORE cards on record at its first table. Returns the
    tournament, the game at that table, and all cards in order of play."""
    cup = opened(api, NAMES, registered(api, *NAMES), **NIGHT)
    cup.pair()
    for table, scores in enumerate(((61, 44), (33, 52)), 1):
        cup.typed(1, table, *scores)
    cup.pair()
    cup.typed(2, 2, 42, 50)
    game = cup.game(2, 1)
    acts = [event.act for event in exported(DEAL).reading.events]
    deal = next(act for act in acts if isinstance(act, CardsDealt))
    bids, cards = ([act for act in acts if isinstance(act, kind)] for kind in (BidMade, CardPlayed))
    bid = [("BidMade", {"seat": act.seat, "amount": act.amount}) for act in bids[:4]]
    say(api, game, ("CardsDealt", {"dealer": deal.dealer}), *bid, *map(_sent, cards[:BEFORE]))
    return cup, game, cards[:CARDS]


def _sent(card: CardPlayed) -> tuple[str, dict[str, Any]]:
    return "CardPlayed", {"seat": card.seat, "card": card.card}


def write(frames: Sequence[Frame], path: Path) -> None:
    """Write the frames as an animated WebP that begins again at its end."""
    first, *others = (Image.open(BytesIO(frame.picture)).convert("RGB") for frame in frames)
    shown = [frame.shown for frame in frames]
    first.save(path, save_all=True, append_images=others, duration=shown, loop=0, quality=QUALITY, method=6, minimize_size=True)


def _inline(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"


LAYOUT: Final = """<!doctype html><style>
* { box-sizing: border-box; margin: 0 }
body { overflow: hidden; background: #e4ebe6; font: 15px system-ui, "DejaVu Sans", sans-serif }
h2, .pane, #finger, #words { position: absolute }
h2 { font-size: 15px; font-weight: 600; color: #5b6660 }
h2 b { display: inline-block; width: 22px; border-radius: 11px; margin-right: 7px; background: #93a39a; color: #fff; font-size: 13px;
  line-height: 22px; text-align: center }
h2.lit { color: #1b5a40 }
h2.lit b { background: #1b5a40 }
.pane { overflow: hidden; border-radius: 10px; background: #f6f4ef; box-shadow: 0 2px 10px #0003 }
.pane img { display: block; width: 100% }
#phone { left: 24px; top: 46px; width: 310px; height: 627px; border: 7px solid #26302b; border-radius: 26px }
#live { left: 356px; top: 46px; width: 620px; height: 318px }
#standings { left: 356px; top: 408px; width: 620px; height: 265px }
#phone-caption { left: 30px; top: 12px }
#live-caption { left: 358px; top: 12px }
#standings-caption { left: 358px; top: 376px }
#finger { width: 34px; height: 34px; margin: -17px; border: 2px solid #1b5a40; border-radius: 50%; background: #1b5a4055; display: none }
#words { left: 24px; top: 340px; width: 310px; text-align: center; display: none }
#words span { padding: 9px 16px; border-radius: 18px; background: #26302b; color: #fff; font-weight: 600 }
</style>
<h2 id="phone-caption"><b>1</b>Record</h2><div id="phone" class="pane"><img alt=""></div>
<h2 id="live-caption"><b>2</b>Follow</h2><div id="live" class="pane"><img alt=""></div>
<h2 id="standings-caption"><b>3</b>Standings</h2><div id="standings" class="pane"><img alt=""></div>
<i id="finger"></i><p id="words"><span></span></p>
<script>
const byId = (id) => document.getElementById(id);
async function put(pictures, part, at, words) {
  for (const [name, source] of Object.entries(pictures)) {
    const image = byId(name).firstElementChild;
    image.src = source;
    await image.decode();
    byId(`${name}-caption`).classList.toggle("lit", name === part);
  }
  const phone = byId("phone").firstElementChild.getBoundingClientRect(), scale = phone.width / 360;
  byId("finger").style = at ? `display: block; left: ${phone.left + at[0] * scale}px; top: ${phone.top + at[1] * scale}px` : "";
  byId("words").style.display = words ? "block" : "";
  byId("words").firstElementChild.textContent = words;
}
</script>"""
