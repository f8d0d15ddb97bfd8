"""The sentences that describe acts: acts of every type, and acts of the system Box with open and with closed cards."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, ExtrasTraded, HandRefilled
from domain.words import sentence, words
from domain.words.labels import LABELS
from tests.domain.playing import act


def worded(name: str, data: Mapping[str, Json]) -> str:
    return words(act(name, **data), lambda seat: f"seat {seat}")


@pytest.mark.parametrize("kind", list(EVENT_TYPES))
def test_an_act_of_every_type_has_a_sentence(kind: str) -> None:
    said = worded(kind, EVENT_TYPES[kind].example)
    assert said.strip() == said
    assert len(said.split()) > 1
    assert not said.endswith(".")


def test_an_act_of_every_type_has_a_short_label_in_words() -> None:
    assert set(LABELS) == set(EVENT_TYPES)
    assert all(label.strip() for label in LABELS.values())


RULES: dict[str, Json] = {"pack_mode": "own", "removed": [], "open_history": False}
OPENED: list[tuple[str, dict[str, Json], str]] = [
    ("GameOpened", {"seats": [{"seat": 0}, {"seat": 1}], "system": "one-up", "rules": RULES}, "to One Up"),
    ("SpectatorDelaySet", {"seconds": 60}, "1 minute late"),
    ("SpectatorDelaySet", {"seconds": 300}, "5 minutes late"),
    ("SpectatorDelaySet", {"seconds": 90}, "90 seconds late"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "data", "end"), OPENED, ids=[row[-1] for row in OPENED])
def test_the_sentence_of_an_opening_ends_with_its_game_or_setting(kind: str, data: dict[str, Json], end: str) -> None:
    assert worded(kind, data).endswith(f" {end}")


def test_a_sentence_on_its_own_line_begins_with_a_capital_letter() -> None:
    assert sentence(act("BidPassed", seat=2), lambda seat: f"seat {seat}") == "Seat 2 passes"


BOX: list[tuple[str, dict[str, Json], str]] = [
    ("BoxesSet", {}, "Boxes are set"),
    ("BoxesSet", {"hands": {"1": ["AS", "2H"]}}, "Boxes are set: seat 1 the ace of spades and the two of hearts"),
    ("BoxesSet", {"boxes": {"0": ["3D"]}}, "Boxes are set; in the boxes: seat 0 the three of diamonds"),
    ("CardLed", {"seat": 0, "card": "KS"}, "seat 0 leads the king of spades"),
    ("CardPlayed", {"seat": 1, "card": "9D"}, "seat 1 plays the nine of diamonds"),
    ("BoxDrawn", {"seat": 2, "card": "QD"}, "seat 2 draws the queen of diamonds from the box"),
    ("StuckDeclared", {"seat": 2}, "seat 2 is stuck"),
    ("HandRefilled", {"seat": 0, "count": 1}, "seat 0 draws 1 card into the hand"),
    ("HandRefilled", {"seat": 0, "count": 2, "cards": ["4C"]}, "seat 0 draws 2 cards into the hand: the four of clubs"),
    ("BoxRefilled", {"seat": 0, "count": 0}, "seat 0 declines to refill the box"),
    ("BoxRefilled", {"seat": 0, "count": 1}, "seat 0 puts 1 card into the box"),
    ("ExtrasTraded", {"seat": 3}, "seat 3 trades three extras for a box card"),
    ("ExtrasTraded", {"seat": 3, "cards": ["QD"]}, "seat 3 trades three extras (the queen of diamonds) for a box card"),
    ("ExtrasTraded", {"seat": 3, "box_card": "5H"}, "seat 3 trades three extras for a box card: the five of hearts"),
    ("Resurrected", {"seat": 1}, "seat 1 is resurrected"),
    ("Resurrected", {"seat": 1, "hand": ["2C"]}, "seat 1 is resurrected: the two of clubs"),
    ("Resurrected", {"seat": 1, "box_card": "3C"}, "seat 1 is resurrected; in the box: the three of clubs"),
    ("ResurrectionDeclined", {"seat": 1}, "seat 1 leaves instead of being resurrected"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "data", "sentence"), BOX, ids=[row[-1] for row in BOX])
def test_each_act_of_box_has_the_expected_sentence(kind: str, data: dict[str, Json], sentence: str) -> None:
    assert worded(kind, data) == sentence


def test_the_sentence_of_an_act_leaves_out_sealed_values() -> None:
    drawn = act("HandRefilled", seat=0, count=1, cards=["4C"])
    assert isinstance(drawn, HandRefilled)
    assert drawn.cards is not None
    assert words(replace(drawn, cards=drawn.cards.closed()), str) == "0 draws 1 card into the hand: sealed"
    traded = act("ExtrasTraded", seat=3, box_card="5H")
    assert isinstance(traded, ExtrasTraded)
    assert traded.box_card is not None
    assert words(replace(traded, box_card=traded.box_card.closed()), str) == "3 trades three extras for a box card: sealed"
