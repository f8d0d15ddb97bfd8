"""The card table: every plate is in sight, cards come from their players, partners' points are shown once, and on a phone the form has room
for the table and all cards."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE, Come
from tests.browser.games import link, pitched, say
from tests.browser.test_accessible import examine
from tests.browser.test_phone import smear
from tests.browser.visitor import Taps, Visitor
from tests.ops.serving import Serving

COVERED = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const seats = [...document.querySelectorAll(".felt .seat")];
  const boxes = seats.map((seat) => [seat.querySelector(".seat-name").title, seat.getBoundingClientRect()]);
  const before = (one, other) => one.right <= other.left + 1 || one.bottom <= other.top + 1;
  const apart = ([, one], [, other]) => before(one, other) || before(other, one);
  const over = boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => !apart(one, other)).map(([name]) => `${one[0]}, ${name}`));
  const inside = ([, {left, right, top, bottom}]) =>
    left >= felt.left - 1 && right <= felt.right + 1 && top >= felt.top - 1 && bottom <= felt.bottom + 1;
  return {seats: boxes.length, over, out: boxes.filter((each) => !inside(each)).map(([name]) => name)};
}"""
"""A script that returns how many plates there are, which of them cover each other, and which are not wholly on the felt."""

MOVES = """window.moves = [];
const move = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  moves.push(this.closest(".lies").dataset.seat);
  return move.apply(this, how);
};"""
"""A script that notes the seats of the cards that the page moves."""

LOW = """() => {
  const at = (selector) => document.querySelector(selector).getBoundingClientRect();
  return at(".felt").top >= at(".top").bottom - 1 && at(".pad").top >= at(".felt").bottom && at(".pad").bottom <= at("#tools").top + 1;
}"""
"""A script that returns whether the felt begins below the bar, the pad below the felt, and the buttons at the bottom below the pad."""


LONG = ("Maximilian Oberhuber", "Anneliese", "Bartholomew von Hohenstein", "Zoë", "Konstantinos", "Jo", "Christopher", "Eva-Maria")
CUT = """() => [...document.querySelectorAll(".felt .seat-name")].filter((name) => {
  const first = document.createRange();
  first.selectNodeContents(name.firstChild);
  return first.getBoundingClientRect().bottom > name.getBoundingClientRect().bottom + 1;
}).map((name) => name.title)"""
"""A script that returns the names whose first names are cut off."""


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 8])
def test_first_names_are_whole_at_all_seats_of_a_phone(come: Come, product: Serving, api: httpx.Client, players: int) -> None:
    seats = [{"name": name} for name in LONG[:players]]
    game = str(api.post("/games", json={"system": "high-card", "seats": seats, "visibility": "public"}).json()["game"])
    for token in (product.owner(), None):
        visitor: Taps = come(Taps, token=token)
        visitor.go(f"/games/{game}")
        expect(visitor.find("#seats .seat-name").first).to_have_attribute("title", LONG[0])
        expect(visitor.find("#seats .seat-name").first).to_have_text(LONG[0])
        assert visitor.page.evaluate(CUT) == []
        assert visitor.page.evaluate(COVERED) == {"seats": players, "over": [], "out": []}


def test_names_from_right_to_left_do_not_turn_numbers_round(owner: Taps, api: httpx.Client) -> None:
    """Each name is isolated, at seats, in scores, in sentences and titles."""
    names = ("אבי", "Ben", "سعاد", "Dan")
    game = pitched(api, "KH", "TH", names=names)
    owner.go(f"/games/{game}")
    avi = "\u2068אבי\u2069"
    expect(owner.find("#undo")).to_contain_text("\u2068سعاد\u2069 plays the ten of hearts")
    expect(owner.find("#seats .seat-name").first).to_have_attribute("title", avi)
    say(api, game, ("ResultStated", {"scores": {"0": 12, "1": 7, "2": 3, "3": 1}, "winners": [0]}))
    expect(owner.find("#life h2")).to_have_text(f"{avi} wins")
    expect(owner.find("#life .places li").first).to_contain_text(avi)
    owner.go(f"/games/{game}/replay")
    expect(owner.find("#title")).to_have_text(f"{avi} wins")
    assert owner.page.title() == f"{avi} wins · Faceup"
    owner.find("#words > summary").tap()
    expect(owner.find("#steps")).to_contain_text(f"{avi} ")


COVERED_CORNERS = """() => {
  const cards = [...document.querySelectorAll(".felt .lies")]
    .map((card) => [card, Number(getComputedStyle(card).zIndex), card.getBoundingClientRect()]);
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  return cards.flatMap(([card, height], place) => {
    const rank = card.querySelector(".corner").getBoundingClientRect();
    const above = cards.filter(([, other], at) => other > height || (other === height && at > place));
    return above.some(([, , box]) => meet(rank, box)) ? [card.dataset.seat] : [];
  });
}"""
"""A script that returns the seats of the cards whose rank lies under another card."""
HIDDEN = """() => {
  const boxes = [...document.querySelectorAll(".felt .lies")].map((card) => card.getBoundingClientRect());
  const shared = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  return Math.max(...boxes.flatMap((one, at) => boxes.slice(at + 1).map((other) => shared(one, other) / (one.width * one.height))));
}"""
"""A script that returns the greatest part of a card that another card may hide."""
SMALL = """() => [...document.querySelectorAll(".felt :is(.seat-name, .seat-said, .score)")]
  .filter((words) => parseFloat(getComputedStyle(words).fontSize) < 10.5).map((words) => words.textContent)"""
"""A script that returns the words on plates whose letters are too small to be read."""
CUT_WORDS = """() => [...document.querySelectorAll(".felt .seat-said")]
  .filter((said) => said.scrollWidth > said.clientWidth + 1).map((said) => said.textContent)"""
"""A script that returns what is said on a plate and has no room there."""
REVEALED = ["TH", "9S", "QH", "AS", "4D", "7D", "KC", "2D", "JS", "5H", "8C", "3S", "AC"]


@pytest.mark.parametrize("who", ["scorekeeper", "spectator"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_every_card_and_every_word_can_be_read_at_a_table_of_many(
    come: Come, product: Serving, api: httpx.Client, width: int, who: str
) -> None:
    size = {"width": width, "height": 640 if width < 640 else 800}
    visitor: Taps = come(Taps, token=product.owner() if who == "scorekeeper" else None, size=size)
    for seats in (8, 10, 13):
        names = [{"name": (*LONG, "Ivo", "Jo", "Kim", "Lena", "Max")[number]} for number in range(seats)]
        game = str(api.post("/games", json={"system": "high-card", "seats": names, "visibility": "public"}).json()["game"])
        calls = [("lowest", "middle", "highest")[seat % 3] for seat in range(seats)]
        placed = [("CardPlaced", {"seat": seat, "call": calls[seat], "card": REVEALED[seat]}) for seat in range(seats)]
        cards = {str(seat): REVEALED[seat] for seat in range(seats)}
        say(api, game, ("OpenerChosen", {"seat": 0}), *placed, ("CardsRevealed", {"cards": cards}))
        visitor.go(f"/games/{game}")
        expect(visitor.find(".felt .lies .corner").first).to_be_visible()
        assert visitor.page.evaluate(COVERED_CORNERS) == [], seats
        assert seats == 8 or width == 320 or visitor.page.evaluate(HIDDEN) < 0.2, seats
        assert visitor.page.evaluate(SMALL) == [], seats
        assert visitor.page.evaluate(CUT_WORDS) == [], seats


@pytest.mark.parametrize("who", ["scorekeeper", "spectator"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_no_plate_covers_another_at_a_table_of_any_size(
    come: Come, product: Serving, api: httpx.Client, size: dict[str, int], who: str
) -> None:
    visitor: Taps = come(Taps, token=product.owner() if who == "scorekeeper" else None, size=size)
    for seats in (2, 3, 5, 6, 8, 10, 13):
        names = [{"name": f"Player {number}"} for number in range(seats)]
        game = str(api.post("/games", json={"system": "high-card", "seats": names, "visibility": "public"}).json()["game"])
        say(api, game, ("OpenerChosen", {"seat": 0}), ("CardPlaced", {"seat": 0, "call": "highest", "card": "KH"}))
        visitor.go(f"/games/{game}")
        expect(visitor.seat("Player 1")).to_have_class("seat turn")
        assert visitor.page.evaluate(COVERED) == {"seats": seats, "over": [], "out": []}, seats
    examine(visitor)


BEYOND = """() => [...document.querySelectorAll(".pad .key, .words .word")].filter((key) => key.scrollWidth > key.clientWidth + 1
  || key.getBoundingClientRect().right > document.documentElement.clientWidth || key.getClientRects().length !== 1
  || [...key.childNodes].some((words) => {
    const line = document.createRange();
    line.selectNodeContents(words);
    return words.nodeType === Node.TEXT_NODE && line.getClientRects().length > 1;
  })).map((key) => key.textContent)"""
"""A script that returns the keys that are not wholly in sight, or whose word is torn."""


def test_all_cards_and_calls_are_in_sight_on_the_narrowest_phone(come: Come, api: httpx.Client) -> None:
    game = str(api.post("/games", json={"system": "high-card", "seats": [{"name": "Ann"}, {"name": "Bob"}]}).json()["game"])
    say(api, game, ("OpenerChosen", {"seat": 0}))
    phone: Taps = come(Taps, token=link(api, game, "record"), size={"width": 320, "height": 640})
    phone.go(f"/games/{game}")
    expect(phone.find(".pad .key").first).to_be_visible()
    assert phone.page.evaluate(BEYOND) == []


@pytest.mark.parametrize("names", [("Ann", "Bob", "Cyd"), ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus")])
def test_on_a_phone_the_form_has_room_for_the_table_and_all_cards(come: Come, api: httpx.Client, names: tuple[str, ...]) -> None:
    game = pitched(api, "KH", names=names)
    phone: Taps = come(Taps, token=link(api, game, "record"))
    phone.go(f"/games/{game}")
    expect(phone.find(".top > #turn")).to_have_text("Cyd plays")
    expect(phone.find("#title")).to_have_text("Auction Pitch (Bicycle)")
    assert phone.page.evaluate(LOW)
    assert phone.page.evaluate("scrollY") == 0


def test_on_a_phone_the_form_has_room_for_the_table_and_all_cards_with_jokers(come: Come, api: httpx.Client) -> None:
    game = smear(api)
    phone: Taps = come(Taps, token=link(api, game, "record"))
    phone.go(f"/games/{game}")
    expect(phone.find(".top > #turn")).to_have_text("Bob leads")
    assert phone.page.evaluate(LOW)


def test_a_wide_page_says_whose_turn_it_is_above_the_table(come: Come, api: httpx.Client) -> None:
    game = pitched(api, "KH")
    wide: Taps = come(Taps, token=link(api, game, "record"), size=DESKTOP)
    wide.go(f"/games/{game}")
    expect(wide.find("main #turn")).to_have_text("Cyd plays")
    wide.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect(wide.find(".top > #turn")).to_have_text("Cyd plays")
    wide.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    expect(wide.find("main #turn")).to_have_text("Cyd plays")


def test_the_points_of_partners_are_shown_once_beside_the_table(come: Come, api: httpx.Client) -> None:
    names = [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dan")]
    game = str(api.post("/games", json={"system": "spades-standard", "seats": names, "visibility": "public"}).json()["game"])
    say(api, game, ("CardsDealt", {"dealer": 3}), *(("BidMade", {"seat": seat, "amount": 2 + seat}) for seat in range(4)))
    say(api, game, *(("CardPlayed", {"seat": seat, "card": card}) for seat, card in enumerate(["2H", "KH", "AH", "3H"])))
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find(".side-box")).to_have_text(["●\ufe0e Ann & Cyd0 points1 of 6 tricks", "◇\ufe0e Bob & Dan0 points0 of 8 tricks"])
    expect(stranger.find(".tally")).to_be_hidden()
    for width in (360, 700, 899, 900, 940, 1179, 1180, 1920):
        stranger.page.set_viewport_size({"width": width, "height": 800})
        box = stranger.find("#turn").bounding_box()
        assert box is not None
        assert box["width"] > 250, width  # the sentence has room beside the points
    stranger.go(f"/games/{game}/replay")
    expect(stranger.find(".tally")).to_be_visible()
    expect(stranger.seat("Cyd")).to_contain_text("1 of 4 tricks")


def test_a_flag_in_the_replay_is_on_the_card_that_its_finding_is_about(come: Come, product: Serving, api: httpx.Client) -> None:
    game = pitched(api, "9H", "9H")
    visitor: Visitor = come(token=product.owner())
    visitor.go(f"/games/{game}/replay")
    expect(visitor.find("#findings-list .finding")).to_have_count(1)
    expect(visitor.find("#seats .card-flag")).to_have_count(1)
    expect(visitor.find('.lies[data-seat="2"] .card-flag')).to_have_text("?Question")
    visitor.find('[data-do="back"]').click()
    expect(visitor.find("#seats .card-flag")).to_have_count(0)


@pytest.fixture(params=["no-preference", "reduce"])
def reader(request: pytest.FixtureRequest, browser: Browser, product: Serving) -> Iterator[Visitor]:
    """The owner. `moves` of the window: the seats of the cards that moved."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion=request.param)  # type: ignore[arg-type]
    visitor = Visitor(context.new_page(), product.url)
    visitor.sign_in(product.owner())
    visitor.page.add_init_script(MOVES)
    yield visitor
    still = request.param == "reduce"
    assert visitor.page.evaluate("moves.length === 0") is still
    context.close()
    assert visitor.faults == []


def test_in_a_replay_cards_come_from_their_players_and_a_trick_is_gathered(reader: Visitor, api: httpx.Client) -> None:
    """Nothing moves after a step back or a jump, and nothing at all for a reader who prefers no motion: see the end of the fixture."""
    game = pitched(api, "KH", "3H", "JH", "QH", visibility="public")
    reader.go(f"/games/{game}/replay#step=5")
    expect(reader.find("#said")).to_contain_text("Bob plays the king of hearts")
    motion = not reader.page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    for key, said, moved in (
        ("ArrowRight", "Cyd plays the 3 of hearts", ["2"]),
        ("ArrowRight", "Ann plays the jack of hearts", ["0"]),
        ("ArrowLeft", "Cyd plays the 3 of hearts", []),
        ("End", "Bob plays the queen of hearts", []),
        ("ArrowLeft", "Ann plays the jack of hearts", []),
        ("ArrowRight", "Bob plays the queen of hearts", ["0", "1", "1", "2"]),
    ):
        reader.page.evaluate("moves.length = 0")
        reader.page.keyboard.press(key)
        expect(reader.find("#said")).to_contain_text(said.replace(" 3 ", " three "))
        wanted = moved if motion else []
        reader.page.wait_for_function("wanted => moves.length >= wanted", arg=len(wanted))
        reader.page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert sorted(reader.page.evaluate("moves")) == wanted
