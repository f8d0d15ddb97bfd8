"""The pack when a suit is trump: its trumps in order, and its point cards."""

from dataclasses import replace

import pytest

from domain.kernel.cards import Card
from domain.systems.pitch.rules.pack import pack_of
from domain.systems.pitch.variants import VARIANTS
from domain.tricks.pack import TRUMP

ORDER = [
    # Each row: a variant, the trump suit, the trumps from high to low, the source.
    ("pitch-auction-classic", "S", "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "02 ch.1"),
    ("smear-ten-point", "S", "AS KS QS JS JC HJ LJ TS 9S 8S 7S 6S 5S 4S 3S 2S", "02 ch.2"),
    ("smear-53-four", "H", "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H HJ", "02 ch.2: joker lowest"),
    ("pitch-28-card", "D", "AD KD QD JD JH TD 9D 8D", "02 ch.4: left bower"),
    ("pitch-charbonneau-extended", "C", "AC AS KC QC JC JS HJ LJ TC TS 9C 8C 7C 6C 5C 4C 3C 3S 2C 2S", "02 ch.4"),
    ("pitch-reverse", "H", "2H 3H 4H 5H 6H 7H 8H 9H TH LJ HJ JD JH QH KH AH", "PI-12"),
    ("smear-ten-point", None, "HJ LJ", "jokers are trumps in any trump"),
    ("pitch-auction-classic", None, "", "before trump is known"),
]


@pytest.mark.parametrize(("slug", "trump", "trumps", "source"), ORDER)
def test_each_variant_has_the_expected_trumps_from_high_to_low(slug: str, trump: str | None, trumps: str, source: str) -> None:
    pack = pack_of(VARIANTS[slug].rules, trump)
    assert " ".join(pack.trumps) == trumps
    assert sorted(pack.strength, key=pack.strength.__getitem__, reverse=True) == list(pack.trumps)
    assert {card for card in pack.cards if pack.suit_of[card] == TRUMP} == set(pack.trumps)
    assert len(pack.cards) == len(set(pack.cards)) == VARIANTS[slug].rules.pack_size


def test_an_off_jack_belongs_to_the_trump_suit_and_not_to_the_suit_shown_on_it() -> None:
    pack = pack_of(VARIANTS["smear-ten-point"].rules, "S")
    assert (pack.suit_of[Card("JC")], pack.suit_of[Card("TC")], pack.suit_of[Card("JD")]) == (TRUMP, "C", "D")


def test_the_jokers_may_keep_their_order_when_trumps_are_reversed() -> None:  # PI-12, option
    rules = replace(VARIANTS["pitch-reverse"].rules, house=frozenset({"keep_joker_pair_order"}))
    trumps = pack_of(rules, "H").trumps
    assert trumps[8:12] == ("TH", "HJ", "LJ", "JD")


POINT_CARDS = [
    # Each row: a variant, the trump suit, the point cards (PI-35), the source.
    ("pitch-auction-classic", "S", "AS 2S JS", "ace, two, and the jack that scores"),
    ("pitch-campbell-ten-point", "S", "AS 2S JS JC HJ LJ 3S TS", "game_by = ten"),
    ("pitch-seven-point", "S", "AS 2S JS JC HJ LJ", "the three does not score, Game by pips"),
    ("pitch-high-five-swiss", "D", "AD 2D JD JH HJ LJ TD 5D 5H", "five and off-five"),
    ("pitch-coleman-six-point", "C", "AC 2C JC HJ LJ", "no off-jack, no trey score"),
    ("pitch-28-card", "H", "AH JH JD", "there is no two"),
    ("pitch-trickster-9", None, "AS 2S JS 5S AH 2H JH 5H AD 2D JD 5D AC 2C JC 5C", "as if its own suit were trump"),
    ("smear-53-four", None, "AS 2S JS AH 2H JH AD 2D JD AC 2C JC HJ", "as if its own suit were trump"),
]


@pytest.mark.parametrize(("slug", "trump", "cards", "source"), POINT_CARDS)
def test_each_variant_has_the_expected_point_cards(slug: str, trump: str | None, cards: str, source: str) -> None:
    assert pack_of(VARIANTS[slug].rules, trump).scoring == set(cards.split())


def test_in_smear_minnesota_all_cards_except_threes_to_nines_are_point_cards() -> None:  # PI-35
    pack = pack_of(VARIANTS["smear-minnesota"].rules, "S")
    assert {card for card in pack.cards if card not in pack.scoring} == {Card(rank + suit) for rank in "3456789" for suit in "SHDC"}


def test_each_point_is_decided_by_the_expected_card() -> None:
    ten = pack_of(VARIANTS["pitch-trickster-13"].rules, "H").point_of
    assert ten == {"jack": "JH", "off_jack": "JD", "high_joker": "HJ", "low_joker": "LJ", "trey": "3H", "off_trey": "3D"}
    assert pack_of(VARIANTS["pitch-auction-classic"].rules, "C").point_of == {"jack": "JC"}


def test_equal_rules_make_equal_packs_even_if_the_packs_are_made_twice() -> None:
    """Only some packs are kept in memory, so a pack may be made again. A table with the new pack must equal a table with the old pack."""
    rules = VARIANTS["smear-ten-point"].rules
    made = {pack_of(rules, "S"), pack_of.__wrapped__(rules, "S")}
    assert len(made) == 1
    assert pack_of(rules, "H") not in made
