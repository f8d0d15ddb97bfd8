"""The rules of Bid Whist as pure functions: the pack of a contract, the order of bids, the score of a deal, and the winner."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.cards import Card, Seat
from domain.kernel.events import Kind, Ranks
from domain.systems.bid_whist.rules import KINDS, decided, following, most_left, pack_of, place, scored
from domain.tricks.following import denied, legal
from domain.tricks.pack import best_play
from domain.tricks.sides import Side
from tests.domain.bid_whist.playing import STANDARD

# --- cards --------------------------------------------------------------------------------------------------------------------------------

TRICKS: list[tuple[str | None, Ranks, str, dict[str, Any], str, str]] = [
    # Each row: the trump suit, whether high or low cards win, the cards of the trick, the options, the card that wins, the source.
    ("S", "high", "AS LJ HJ KS", {}, "HJ", "BW-1"),
    ("S", "high", "AS LJ KS QS", {}, "LJ", "BW-1"),
    ("S", "low", "AS 2S LJ HJ", {}, "HJ", "BW-1"),
    ("S", "high", "AH KH 2S QH", {}, "2S", "05 trump"),
    ("S", "high", "2H AD KC 3H", {}, "3H", "05 follow"),
    ("S", "high", "KH AH QH JH", {}, "AH", "05 card order"),
    ("S", "low", "KH 2H AH 3H", {}, "AH", "BW-3"),
    ("S", "low", "KH 2H QH 3H", {}, "2H", "05 downtown_order"),
    ("S", "low", "KS 2S AS TS", {}, "AS", "BW-3"),
    ("S", "low", "KH AH QH 3H", {"aces_bad": True}, "3H", "BW-3 aces_bad"),
    ("S", "low", "KH AH AD AC", {"aces_bad": True}, "KH", "BW-3 aces_bad"),
    ("S", "low", "3S AS KS QS", {"aces_bad": True}, "3S", "BW-3 aces_bad"),
    (None, "high", "2H HJ LJ 3S", {}, "2H", "BW-5"),
    (None, "high", "HJ 2H LJ AS", {}, "2H", "BW-5: the next plain card sets the suit"),
    (None, "high", "LJ HJ 2H 3H", {}, "3H", "BW-5: two jokers cannot fill a trick"),
    (None, "low", "KD 2D AD HJ", {}, "AD", "BW-3, BW-5"),
    (None, "low", "9C 8C AS HJ", {}, "8C", "05 no trump"),
]


@pytest.mark.parametrize(("trump", "ranks", "plays", "options", "winner", "source"), TRICKS)
def test_the_best_card_takes_a_trick(
    trump: str | None, ranks: Ranks, plays: str, options: dict[str, Any], winner: str, source: str
) -> None:
    pack = pack_of(replace(STANDARD, **options), trump, ranks)
    best = best_play(pack, [(Seat(seat), Card(card)) for seat, card in enumerate(plays.split())])
    assert best is not None
    assert best[1] == winner, source


LEGAL: list[tuple[str | None, str, str | None, dict[str, Any], str, str]] = [
    # Each row: the trump suit, the hand, the card led, the options, the legal cards, the source.
    ("S", "HJ 2H KD", "AS", {}, "HJ", "BW-2"),
    ("S", "HJ 2H KD", "HJ", {}, "HJ", "BW-2"),
    ("S", "HJ 2H KD", "AH", {}, "2H", "05 follow strict"),
    ("S", "HJ 2S KD", "AH", {}, "HJ 2S KD", "05 follow strict"),
    ("S", "HJ 2S KD", None, {}, "HJ 2S KD", "05 first_leader: any card"),
    (None, "HJ 2H KD", "AH", {}, "2H", "BW-5"),
    (None, "HJ 2H KD", "AC", {}, "HJ 2H KD", "BW-5"),
    (None, "HJ 3D KD", "AC", {}, "HJ 3D KD", "BW-12: a joker need not be played"),
    (None, "HJ 3D LJ", "AC", {"joker_when_void": True}, "HJ LJ", "BW-12 joker_when_void"),
    (None, "HJ 3C KD", "AC", {"joker_when_void": True}, "3C", "BW-12 joker_when_void: the suit led comes first"),
    (None, "HJ 3C KD", "AC", {"joker_when_void": True, "no_trump_jokers": "any_time"}, "HJ 3C", "BW-5 any_time"),
    (None, "2H 3D KD", "AC", {"joker_when_void": True}, "2H 3D KD", "BW-12 joker_when_void: no joker"),
    (None, "HJ 3D KD", None, {"joker_when_void": True}, "HJ 3D KD", "BW-12 joker_when_void: a lead is free"),
    ("S", "HJ 2S KD", "AH", {"joker_when_void": True}, "HJ 2S KD", "BW-12 joker_when_void: a joker is a trump"),
    (None, "HJ 2H KD", "AH", {"no_trump_jokers": "any_time"}, "HJ 2H", "BW-5 any_time"),
    (None, "HJ 2H KD", "AC", {"no_trump_jokers": "any_time"}, "HJ 2H KD", "BW-5 any_time"),
]


@pytest.mark.parametrize(("trump", "hand", "led", "options", "expected", "source"), LEGAL)
def test_a_player_who_holds_the_led_suit_must_follow_it(
    trump: str | None, hand: str, led: str | None, options: dict[str, Any], expected: str, source: str
) -> None:
    rules = replace(STANDARD, **options)
    pack, cards = pack_of(rules, trump, "high"), [Card(card) for card in hand.split()]
    suit = None if led is None else pack.suit_of[Card(led)]
    assert legal(following(rules), pack, cards, suit) == tuple(expected.split()), source
    # A card is legal only if the hand has no card of the suits that `denied` returns.
    for card in cards:
        proved = denied(following(rules), suit, pack.suit_of[card])
        held = any(pack.suit_of[other] in proved for other in cards)
        assert held is (card not in expected.split()), (source, card)


@pytest.mark.parametrize(("jokers", "kitty"), [(2, 6), (1, 5), (0, 4)])
def test_the_kitty_has_the_cards_that_the_four_hands_do_not_get(jokers: int, kitty: int) -> None:
    """Source: docs/rules/05_bid_whist.md, Schema. Each hand has 12 cards. With no joker the kitty has 4, with one joker 5, with two jokers
    6."""
    rules = replace(STANDARD, jokers=jokers)
    assert (rules.kitty, len(pack_of(rules, None, None).cards)) == (kitty, 48 + kitty)


# --- bids ---------------------------------------------------------------------------------------------------------------------------------


def test_at_the_same_level_low_beats_high_and_no_trump_beats_low() -> None:
    """Source: docs/rules/05_bid_whist.md, Schema, `kind_order`; worked example bw-01."""
    bids = [(level, kind) for level in range(3, 8) for kind in KINDS]
    assert sorted(bids, key=lambda bid: place(STANDARD, *bid)) == bids
    other = replace(STANDARD, kind_order=("low", "high", "no_trump"))
    assert place(other, 3, "high") > place(other, 3, "low")


# --- scores -------------------------------------------------------------------------------------------------------------------------------

SCORED: list[tuple[int, Kind, int, dict[str, Any], tuple[int, bool, int, int], str]] = [
    # Each row: the level and kind of the bid, the tricks of the makers, the options, (books, whether the bid was made, points of
    # the makers, points of the defenders), the source.
    (4, "high", 9, {}, (10, True, 4, 0), "BW-4"),
    (3, "high", 11, {}, (12, True, 6, 0), "BW-4: every book over six"),
    (5, "low", 9, {}, (10, False, -5, 0), "bw-03"),
    (5, "no_trump", 8, {}, (9, False, -10, 0), "bw-05"),
    (4, "no_trump", 9, {}, (10, True, 8, 0), "BW-4: twice"),
    (3, "high", 8, {}, (9, True, 3, 0), "05 Audit: three needs nine"),
    (3, "high", 7, {}, (8, False, -3, 0), "05 Audit"),
    (7, "low", 12, {}, (13, True, 7, 0), "05 boston off"),
    (3, "low", 12, {"boston": 4}, (13, True, 28, 0), "05 Schema boston"),
    (3, "low", 11, {"boston": 4}, (12, True, 6, 0), "05 Schema boston: only all books"),
    (3, "no_trump", 12, {"boston": 4}, (13, True, 56, 0), "05 Schema boston, BW-4"),
    (3, "high", 11, {"made_scores": "level"}, (12, True, 3, 0), "BW-4 level"),
    (3, "no_trump", 11, {"made_scores": "level"}, (12, True, 6, 0), "BW-4 level"),
    (5, "low", 4, {"defenders_on_set": "books_over_six"}, (5, False, -5, 2), "BW-4 books_over_six"),
    (5, "no_trump", 4, {"defenders_on_set": "books_over_six"}, (5, False, -10, 4), "BW-4 books_over_six"),
    (5, "low", 9, {"defenders_on_set": "books_over_six"}, (10, False, -5, 0), "BW-4: three books are not over six"),
    (5, "no_trump", 8, {"no_multiplier": 1}, (9, False, -5, 0), "05 Schema no_multiplier"),
    (5, "no_trump", 11, {"no_multiplier": 3}, (12, True, 18, 0), "05 Schema no_multiplier"),
]


@pytest.mark.parametrize(("level", "kind", "tricks", "options", "expected", "source"), SCORED)
def test_the_makers_score_their_books_over_six_or_lose_their_bid(
    level: int, kind: Kind, tricks: int, options: dict[str, Any], expected: tuple[int, bool, int, int], source: str
) -> None:
    assert scored(replace(STANDARD, **options), level, kind, tricks, kitty=True) == expected, source


@pytest.mark.parametrize(
    ("kitty_is_book", "kitty", "books", "left"), [("maker", True, 9, 4), ("first_trick_winner", False, 8, 4), ("none", False, 8, 3)]
)
def test_the_kitty_counts_as_a_book_if_the_rules_say_so(kitty_is_book: str, kitty: bool, books: int, left: int) -> None:
    """Source: docs/rules/05_bid_whist.md, Schema, `kitty_is_book`; worked example bw-06. `left`: the most books that the other side can
    have if the makers make a bid of three."""
    rules = replace(STANDARD, kitty_is_book=kitty_is_book)
    assert (scored(rules, 3, "high", 8, kitty=kitty).books, most_left(rules, 3)) == (books, left)


DECIDED: list[tuple[int, int, int | None, dict[str, Any], int | None, str]] = [
    # Each row: the total of each side, the makers, the options, the winner, the source.
    (6, 0, 0, {}, None, "05 target"),
    (7, 0, 0, {}, 0, "05 target"),
    (0, 9, 0, {}, 1, "05 target"),
    (-7, 2, 0, {}, 1, "bw-10, BW-6"),
    (-6, 2, 0, {}, None, "BW-6"),
    (2, -8, 1, {}, 0, "BW-6"),
    (-7, 2, 0, {"floor": None}, None, "BW-6 floor: none"),
    (-7, 2, 0, {"floor": -10}, None, "BW-6"),
    (7, 8, 0, {}, 0, "BW-7: made side first"),
    (7, 8, 1, {}, 1, "BW-7: made side first"),
    (7, 8, None, {}, 1, "BW-7: the higher side if nobody knows the maker"),
    (7, 7, None, {}, None, "BW-7: level sides go on if nobody knows the maker"),
    (-7, -8, 0, {}, 1, "BW-6: the maker's side first"),
    (-7, -8, None, {}, 0, "BW-6"),
    (7, 0, 0, {"target": 21}, None, "05 Schema target"),
]


@pytest.mark.parametrize(("ours", "theirs", "makers", "options", "winner", "source"), DECIDED)
def test_a_side_wins_at_the_target_and_loses_at_the_floor(
    ours: int, theirs: int, makers: int | None, options: dict[str, Any], winner: int | None, source: str
) -> None:
    totals = {Side(0): ours, Side(1): theirs}
    assert decided(replace(STANDARD, **options), totals, None if makers is None else Side(makers)) == winner, source
