"""Which cards may be led and played in games that forbid leading trumps at first, and what a played card proves about the hand. The five
ways to follow suit are tested in tests/domain/pitch."""

import pytest

from domain.kernel.cards import Card
from domain.tricks.following import Following, denied, legal
from tests.domain.tricks.test_pack import NO_TRUMP, STANDARD, cards

UNBROKEN, BROKEN = Following("strict", "plain"), Following("strict")
FIRST = Following("strict", "plain", barred=True)
PLAIN = {"S", "H", "D", "C"}


@pytest.mark.parametrize(
    ("rules", "hand", "led", "may", "source"),
    [
        (UNBROKEN, "AS 2H 3D", None, "2H 3D", "04 breaking: no spade is led before they are broken"),
        (UNBROKEN, "AS 2S", None, "AS 2S", "SP-2: a leader who holds only trumps may lead one"),
        (BROKEN, "AS 2H 3D", None, "AS 2H 3D", "04 breaking: broken"),
        (UNBROKEN, "AS 2H", "D", "AS 2H", "04 base game: void, anything"),
        (UNBROKEN, "AS 2H", "H", "2H", "04 follow strict"),
        (FIRST, "AS 2H", "D", "2H", "04 first_trick_trump barred"),
        (FIRST, "AS 2S", "D", "AS 2S", "04 first_trick_trump barred: nothing else in the hand"),
    ],
)
def test_the_expected_cards_may_be_played(rules: Following, hand: str, led: str | None, may: str, source: str) -> None:
    assert legal(rules, STANDARD, cards(hand), led) == cards(may), source


@pytest.mark.parametrize(
    ("rules", "led", "played", "suits", "source"),
    [
        (UNBROKEN, None, "T", PLAIN, "SP-2: a player who leads a trump holds only trumps"),
        (UNBROKEN, None, "H", set(), "any plain card may be led"),
        (BROKEN, None, "T", set(), "04 breaking: broken"),
        (UNBROKEN, "H", "T", {"H"}, "04 follow strict"),
        (FIRST, "H", "T", PLAIN, "04 first_trick_trump barred"),
        (FIRST, "H", "D", {"H"}, "04 follow strict"),
    ],
)
def test_a_card_proves_which_suits_the_hand_lacked(rules: Following, led: str | None, played: str, suits: set[str], source: str) -> None:
    assert denied(rules, led, played) == suits, source


def test_a_joker_without_a_suit_is_played_only_by_a_hand_that_cannot_follow() -> None:
    """The rule is BW-5."""
    assert legal(BROKEN, NO_TRUMP, cards("HJ 2H 3S"), "H") == cards("2H")
    assert legal(BROKEN, NO_TRUMP, cards("HJ 3S"), "H") == cards("HJ 3S")
    assert denied(BROKEN, "H", NO_TRUMP.suit_of[Card("HJ")]) == {"H"}
