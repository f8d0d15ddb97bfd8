"""Packs of games of tricks: trumps, orders of ranks, and jokers that are equal in rank or belong to no suit."""

import pytest

from domain.kernel.cards import JOKERS, RANKS, SUITS, Card
from domain.tricks.pack import NO_SUIT, TRUMP, Pack, best_play
from domain.tricks.ring import clockwise, from_left_of, next_dealer

PLAIN = tuple(Card(rank + suit) for suit in SUITS for rank in reversed(RANKS))
DOWN = "KQJT98765432A"
"""The ranks from low to high when low cards win (downtown). The ace is best, then the two (docs/rules/05_bid_whist.md)."""


def cards(line: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in line.split())


def spades(trumps: str, *, without: str = "", **level: object) -> Pack:
    left = tuple(card for card in (*PLAIN, *JOKERS) if card not in without.split())
    return Pack(trump="S", cards=left, trumps=cards(trumps), **level)  # type: ignore[arg-type]


SPADES = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
STANDARD = spades(SPADES, without="HJ LJ")
JOKERS_HIGH = spades("HJ LJ " + SPADES, without="2C 2H")
EQUAL = spades("HJ LJ " + SPADES, without="2C 2H", level=frozenset(JOKERS))
LATER = spades("HJ LJ " + SPADES, without="2C 2H", level=frozenset(JOKERS), later=True)
DEUCES = spades("2S 2D 2C 2H " + SPADES.removesuffix(" 2S"), without="HJ LJ")
UPTOWN = Pack(trump="H", cards=(*PLAIN, *JOKERS), trumps=cards("HJ LJ AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"))
DOWNTOWN = Pack(trump="H", cards=(*PLAIN, *JOKERS), trumps=cards("HJ LJ AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"), order=DOWN)
NO_TRUMP = Pack(trump="", cards=(*PLAIN, *JOKERS), trumps=(), order=DOWN)


@pytest.mark.parametrize(
    ("pack", "trick", "taker", "source"),
    [
        (STANDARD, "9H KH 2S AH", 2, "04 base game: highest trump"),
        (STANDARD, "9H KD 2C AD", 0, "04 base game: else the highest of the suit led"),
        (JOKERS_HIGH, "AS LJ HJ KS", 2, "04 joker_rule high_over_low"),
        (EQUAL, "AS LJ HJ KS", 1, "04 joker_rule first_played_wins"),
        (EQUAL, "HJ LJ AS KS", 0, "SP-7: a led joker wins"),
        (LATER, "AS HJ LJ KS", 2, "03 §1 joker_order second_higher"),
        (DEUCES, "AH 2C AS 2D", 3, "04 spades-deuces-high: 2S 2D 2C 2H above the ace"),
        (UPTOWN, "2S KS AS 3S", 2, "05 uptown: ace high"),
        (UPTOWN, "AH LJ 2H HJ", 3, "BW-1: HJ over LJ"),
        (DOWNTOWN, "KS 3S 2S QS", 2, "05 downtown_order: then two"),
        (DOWNTOWN, "2S AS 3S KS", 1, "BW-3: the ace is best"),
        (DOWNTOWN, "AS KH QH 3S", 2, "05 downtown: trumps are turned round too"),
        (NO_TRUMP, "3S HJ 2S LJ", 2, "BW-5: jokers never win"),
        (NO_TRUMP, "HJ 3S 2H KS", 1, "BW-5: a joker led, the next plain card sets the suit"),
        (NO_TRUMP, "HJ LJ KD 2S", 2, "BW-5: a plain card always wins"),
    ],
)  # fmt: skip
def test_the_best_card_in_the_order_of_the_pack_takes_the_trick(pack: Pack, trick: str, taker: int, source: str) -> None:
    played = list(enumerate(cards(trick)))
    assert best_play(pack, played) == played[taker], source


def test_a_card_that_shows_another_suit_may_be_a_trump() -> None:
    assert {DEUCES.suit_of[Card(card)] for card in ("2S", "2H", "2D", "2C", "AS")} == {TRUMP}
    assert (DEUCES.suit_of[Card("3H")], len(DEUCES.of_suit["H"])) == ("H", 12)
    assert NO_TRUMP.suit_of[JOKERS[0]] == NO_SUIT


def test_an_empty_trick_has_no_best_card() -> None:
    assert best_play(STANDARD, []) is None


def test_seats_are_listed_clockwise_from_any_seat() -> None:
    ring = (0, 2, 3)
    assert (clockwise(ring, 2), clockwise(ring, 1), clockwise(ring, None)) == ((2, 3, 0), ring, ring)  # type: ignore[arg-type]
    assert (from_left_of(ring, 2), next_dealer(ring, 3), next_dealer(ring, None)) == ((3, 0, 2), 0, None)  # type: ignore[arg-type]
