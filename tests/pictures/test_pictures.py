"""Pictures of tables: what they show of every family, how they write names, and that they show nothing else."""

import json
import re
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from domain.kernel.cards import CARDS, Card, Seat, spoken
from domain.system import DIRECTOR, PUBLIC, seat_viewer
from domain.systems import SYSTEMS
from domain.views.answers import GameState
from service.pictures import table
from service.pictures.cards import face
from service.pictures.pixels import png_of
from service.pictures.shapes import FILE, HATS, PIPS, PLACES, STAR
from service.pictures.table import HIGH, SCHEMES, WIDE, table_svg
from service.pictures.texts import clean, fitted, number, width, wrapped
from service.pictures.words import SURENESS, names_of, piles_of, preview, sentence, told
from tests.pictures.states import FAMILIES, states

STYLES = Path(table.__file__).parents[1] / "web" / "static" / "css" / "felt.css"
VIEWERS = (PUBLIC, DIRECTOR, seat_viewer(Seat(1)))
ODD = (
    '<script>alert("1")</script>',
    "]]>&amp;<!--",
    "\u202eevil\u202c\u2067",
    "בן דוד",
    "W" * 40,
    "日本太郎" * 10,
    "a\u0301" * 40,
    "\x00\x08\ufffe\ud800",
)
"""Names: markup, other directions, too long, too high, not allowed in XML."""


def drawn(state: GameState, scheme: Any = "light") -> ElementTree.Element:
    return ElementTree.fromstring(table_svg(state, SYSTEMS[state["system"]].name, scheme))


def texts(picture: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in picture.iter("{http://www.w3.org/2000/svg}text")]


def cards(picture: ElementTree.Element) -> list[str]:
    return sorted(label for part in picture.iter() if (label := part.get("aria-label")))


def called(card: str) -> str:
    return spoken(Card(card.partition("@")[0])).removeprefix("the ")


def seen(state: GameState) -> set[str]:
    """Return every card that the viewer gets, in words."""
    return {called(card) for card in re.findall(r'"([^"]*)"', json.dumps(state["view"])) if card.partition("@")[0] in CARDS}


# --- shapes -----------------------------------------------------------------------------------------------------------------------------


def test_the_shapes_of_the_pages_are_json() -> None:
    literal = FILE.read_text("utf-8").split("export const SHAPES = ")[1].strip().removesuffix(";")
    assert json.loads(literal).keys() == {"pips", "star", "hats", "jester", "places"}
    assert [len(places) for places in PLACES] == [*range(1, 17)]
    assert PIPS.keys() == {"S", "H", "D", "C"}
    assert HATS.keys() == {"K", "Q", "J"}


def test_the_colours_of_the_felt_are_those_of_the_pages() -> None:
    sheet = STYLES.read_text("utf-8")
    for colours in table.COLOURS.values():
        assert [colour for colour in (*colours.felt, colours.plate, colours.on_felt) if colour not in sheet] == []


# --- what is shown ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", FAMILIES)
@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_a_picture_of_each_family_is_xml_with_the_sentence_the_names_and_no_card_that_the_viewer_does_not_get(
    slug: str, viewer: Any
) -> None:
    for number_, state in enumerate(states(slug, viewer)):
        picture = drawn(state, SCHEMES[number_ % 2])
        shown = texts(picture)
        assert sentence(state, names_of(state)) in shown
        assert {each["name"] for each in state["seats"]} <= set(shown)
        assert set(cards(picture)) <= seen(state)
        lying = [called(seat["card"]) for seat in state["view"]["seats"].values() if (seat["card"] or "").partition("@")[0] in CARDS]
        assert sorted(lying) == [card for card in sorted(lying) if card in cards(picture)]
        assert not re.search(r"<(?:script|image|use|foreignObject|a|style)\b|\bon\w+=|href", table_svg(state, "x"))


def test_all_tricks_of_partners_stand_beside_the_number_that_they_bid_together() -> None:
    state: Any = deepcopy(next(each for each in states("spades-standard") if each["view"]["phase"] == "play"))
    bid = {"word": "bid", "amount": 5, "doubled": False, "kind": None}
    for (seat, each), tricks in zip(state["view"]["seats"].items(), (1, 0, 3, 2), strict=True):
        each |= {"said": bid if seat in "01" else None, "piles": {"tricks": tricks}}
    assert [told(seat, state).words for seat in range(2)] == ["1 of 5", "0 of 5"]
    state["view"]["shared_bid"] = True
    assert [told(seat, state).words for seat in range(2)] == ["4 of 5", "2 of 5"]
    assert not any("tricks" in piles_of(seat, state).lower() for seat in range(4))


def test_the_card_that_wins_the_trick_has_a_star() -> None:
    state: Any = next(each for each in states("spades-standard") if each["view"]["winning"] is not None)
    assert STAR in table_svg(state, "Spades")
    state["view"]["winning"] = None
    assert STAR not in table_svg(state, "Spades")


def test_a_picture_rests_on_nothing_but_what_its_viewer_gets() -> None:
    """The same state without prompts, rounds and findings, and with other rules, gives the same picture."""
    for state in states("spades-standard"):
        other: Any = {**deepcopy(state), "rules": {}, "rounds": [], "prompts": [{"text": "AS"}], "life": {}, "version": 1}
        assert table_svg(other, "Spades") == table_svg(state, "Spades")


def test_the_viewer_sits_at_the_bottom() -> None:
    state = [*states("spades-standard", seat_viewer(Seat(1)))][3]
    plates = {seat.seat: seat for seat in table._Drawing(state, "Spades", table.COLOURS["light"]).seats}
    assert max(plates, key=lambda seat: plates[seat].y) == 1
    assert plates[3].x == plates[1].x
    assert plates[3].y < plates[1].y


@pytest.mark.parametrize("count", range(1, 17))
def test_plates_and_cards_of_any_number_of_seats_stay_on_the_felt_and_cover_no_plate(count: int) -> None:
    state = _with_seats([*states("high-card")][3], count)
    drawing = table._Drawing(state, "x", table.COLOURS["light"])
    half, high = table._FELT[2] / 2, table._FELT[3] / 2
    size, tall = drawing.size, drawing._card_high()
    for at, seat in enumerate(drawing.seats):
        assert abs(seat.x) + size.wide / 2 <= half
        assert abs(seat.y) + size.high / 2 <= high
        x, y = drawing._card_at(seat)
        for other in drawing.seats:
            apart = abs(x - other.x) >= (size.wide + tall * 5 / 7) / 2 or abs(y - other.y) >= (size.high + tall) / 2
            assert apart, (seat.seat, other.seat)
        for other in drawing.seats[at + 1 :]:
            assert abs(seat.x - other.x) >= size.wide or abs(seat.y - other.y) >= size.high
    assert drawn(state) is not None


def _with_seats(state: GameState, count: int) -> GameState:
    made: Any = deepcopy(state)
    seats = [*made["view"]["seats"].values()]
    made["view"] |= {"order": [*range(count)], "seats": {str(at): deepcopy(seats[at % len(seats)]) for at in range(count)}}
    made["seats"] = [{"seat": at, "person": None, "name": None} for at in range(count)]
    made["outcome"]["scores"] = {}
    return made  # type: ignore[no-any-return]


SENTENCES = [
    # (slug, part of the game, sentence)
    ("spades-standard", 6, "Anna and Cleo win 537 to 529."),
    ("high-card", 6, "Ben wins with 4 points."),
    ("box", 6, "Cleo wins."),
    ("hi-lo-casino", 6, "The game is over without a winner."),
]


@pytest.mark.parametrize(("slug", "moment", "said"), SENTENCES)
def test_a_finished_game_says_who_won_and_with_which_points(slug: str, moment: int, said: str) -> None:
    state = [*states(slug)][moment]
    assert said in texts(drawn(state))


LIVES: list[tuple[str, dict[str, Any], str]] = [
    ("unfinished", {}, "Time was called."),
    ("annulled", {}, "This game was annulled."),
    ("final", {}, "Time was called."),
    ("abandoned", {"state": "abandoned", "reason": "rain"}, "The game was abandoned: rain."),
]


@pytest.mark.parametrize(("life", "outcome", "said"), LIVES)
def test_a_game_that_was_ended_says_how(life: str, outcome: dict[str, Any], said: str) -> None:
    state: Any = deepcopy([*states("high-card")][2])
    state["state"], state["outcome"] = life, state["outcome"] | outcome
    assert said in texts(drawn(state))


@pytest.mark.parametrize(("level", "said"), [("observed", None), ("inferred", "worked out"), ("director", "ruled"), ("stated", "reported")])
def test_a_card_that_nobody_saw_has_a_tag(level: str, said: str | None) -> None:
    state: Any = deepcopy(next(state for state in states("spades-standard") if any(s["card"] for s in state["view"]["seats"].values())))
    for seat in state["view"]["seats"].values():
        seat["evidence"] = {"level": level, "versions": [2]} if seat["card"] else None
    tags = {text for text in texts(drawn(state)) if text in SURENESS.values()}
    assert tags == ({said} if said else set())


# --- names ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ODD, ids=lambda name: ascii(name)[:12])
@pytest.mark.parametrize("slug", ["spades-standard", "high-card"])
def test_any_name_is_text_and_no_wider_than_its_place(name: str, slug: str) -> None:
    for state in states(slug, names=[name] * 4):
        picture = drawn(state)
        assert {part.tag.partition("}")[2] for part in picture.iter()} <= {
            *("svg", "title", "defs", "radialGradient", "stop", "rect", "g", "path", "circle", "text")
        }
        shown = "".join(texts(picture))
        assert not re.search("[\u202a-\u202e\u2067]", shown)
        assert shown.count("\u2068") == shown.count("\u2069")
        assert all(width(text.strip("\u2068\u2069"), 1) < 80 for text in texts(picture))


def test_a_name_without_letters_is_the_seat() -> None:
    state = next(states("high-card", names=["\u202e\x00"] * 4))
    assert "Seat 1" in texts(drawn(state))


def test_letters_are_cut_whole() -> None:
    assert fitted("e\u0301" * 9, 40, 20).removesuffix("…").endswith("\u0301")
    assert fitted("Anna", 100, 20) == "Anna"
    assert clean(" a\n\tb\u2066 ") == "a b"
    assert wrapped("one two three four", 60, 20, 2) == ["one", "two…"] or len(wrapped("one two three four", 60, 20, 2)) == 2
    assert wrapped("\u2068אבי\u2069 bid 8\u202e", 600, 20) == ["\u2068אבי\u2069 bid 8"]
    assert [number(value) for value in (0.0, -0.04, 1.25, 12.0, -7.06)] == ["0", "0", "1.2", "12", "-7.1"]


def test_the_title_of_a_preview_names_the_people_with_their_points() -> None:
    state = [*states("spades-standard")][6]
    assert preview(state, "Spades") == ("Anna & Cleo 537, Ben & Dan 529 · Spades", "Anna and Cleo win 537 to 529. Spades")
    state["seats"][1]["name"] = "אבי"
    assert preview(state, "Spades")[0] == "Anna & Cleo 537, \u2068אבי\u2069 & Dan 529 · Spades"
    many = _with_seats([*states("high-card")][3], 13)
    assert preview(many, "High Card")[0].endswith(", 10 more · High Card")


# --- pixels -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", FAMILIES)
def test_a_picture_becomes_a_png_of_its_size(slug: str) -> None:
    state = [*states(slug)][3]
    picture = Image.open(BytesIO(png_of(table_svg(state, SYSTEMS[slug].name))))
    assert (picture.format, picture.size) == ("PNG", (WIDE, HIGH))
    assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 50


@pytest.mark.parametrize("token", ["AS", "TH", "KD", "QC", "JS", "HJ", "LJ", "7", "13", "AS@2", "?", "<"])
@pytest.mark.parametrize("high", [40, 64, 90, 140])
def test_every_card_is_drawn_at_every_height(token: str, high: float) -> None:
    made = f'<svg xmlns="http://www.w3.org/2000/svg" width="110" height="150">{face(token, 55, 75, high)}</svg>'
    ElementTree.fromstring(made)
    assert len(Image.open(BytesIO(png_of(made))).convert("RGB").getcolors(1 << 20) or ()) > 5
