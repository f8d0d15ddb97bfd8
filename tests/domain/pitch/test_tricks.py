"""Who takes a trick: trumps by their order, jokers by the rules, dead tricks."""

import pytest
from hypothesis import given

from domain.kernel.cards import RANK_OF, Card, Seat
from domain.systems.pitch.rules.following import surplus
from domain.systems.pitch.rules.pack import Pack, pack_of, winner
from domain.systems.pitch.rules.ruleset import Ruleset
from tests.domain.pitch.dealing import Ask, deals, plays, rules_of

TEN, LATER, FIRST = "smear-pastimes-54", "smear-ten-point", "smear-minnesota"


@pytest.mark.parametrize(
    ("slug", "changes", "trump", "trick", "taker", "source"),
    [
        ("pitch-auction-classic", {}, "H", "0:9S 1:KS 2:2H 3:AS", 2, "§3: highest trump"),
        ("pitch-auction-classic", {}, "H", "0:9S 1:KS 2:AD 3:QS", 1, "§3: no trump, highest of the led suit"),
        ("pitch-auction-classic", {}, "H", "0:9S 1:KD 2:AC 3:QD", 0, "§3: nobody followed"),
        ("pitch-auction-classic", {}, "H", "0:9S 1:TS 2:8S 3:7S", 1, "the ten between nine and jack"),
        (LATER, {}, "H", "0:5H 1:HJ 2:LJ 3:TH", 2, "joker_order second_higher"),
        (LATER, {}, "H", "0:5H 1:LJ 2:HJ 3:TH", 2, "second_higher: never by the label"),
        (FIRST, {}, "H", "0:5H 1:HJ 2:LJ 3:TH", 1, "pi-22: first_higher"),
        (FIRST, {}, "H", "0:5H 1:LJ 2:HJ 3:TH", 1, "first_higher: never by the label"),
        (TEN, {}, "H", "0:5H 1:LJ 2:HJ 3:TH", 2, "high_over_low: by trump_order"),
        (TEN, {}, "H", "0:5H 1:HJ 2:LJ 3:TH", 1, "high_over_low: by trump_order"),
        (LATER, {}, "H", "0:HJ 1:JD 2:LJ 3:TH", 1, "§1: the off-jack above the jokers"),
        (TEN, {}, "H", "0:TH 1:HJ 2:JD 3:LJ", 2, "pi-24: the jick beats both jokers and the ten"),
        ("pitch-28-card", {}, "S", "0:JS 1:JC 2:QS 3:TS", 2, "pi-26: the queen beats both bowers"),
        ("pitch-28-card", {}, "S", "0:JS 1:JC 2:9S 3:TS", 0, "§1: the right bower over the left"),
        ("pitch-high-five-swiss", {}, "D", "0:5H 1:5D 2:4D 3:2D", 1, "pi-30: the five over the off-five"),
        ("pitch-high-five-swiss", {}, "D", "0:4D 1:5H 2:9S 3:2D", 1, "§1: the off-five over the four"),
        ("smear-53-four", {}, "S", "0:2S 1:HJ 2:3S 3:4D", 2, "joker_slot below_two"),
        ("smear-53-four", {}, "S", "0:2S 1:HJ 2:3D 3:4D", 0, "joker_slot below_two: under the two"),
        ("smear-53-four", {}, "S", "0:AD 1:HJ 2:KD 3:4D", 1, "a joker is a trump"),
        ("pitch-arizona", {}, "S", "0:TS 1:HJ 2:9S 3:KD", 1, "above_ten"),
        ("pitch-reverse", {}, "H", "0:AH 1:KH 2:2H 3:5H", 2, "pi-27: trumps upside down"),
        ("pitch-reverse", {}, "H", "0:HJ 1:LJ 2:JD 3:KH", 1, "PI-12: the low joker beats the high one"),
        ("pitch-reverse", {"house": frozenset({"keep_joker_pair_order"})}, "H", "0:HJ 1:LJ 2:JD 3:KH", 0, "PI-12 option"),
        ("pitch-coleman-six-point", {}, "H", "0:9D 1:JD 2:2H 3:KD", 2, "02 coleman: no off-jack"),
        ("pitch-campbell-ten-point", {}, "H", "0:KD 1:4C 2:AD 3:2D", None, "pi-28, PI-14: dead"),
        ("pitch-campbell-ten-point", {}, "H", "0:KD 1:4C 2:2H 3:2D", 2, "PI-14: trumped, so not dead"),
        ("pitch-campbell-ten-point", {}, "H", "0:9H 1:4C 2:AD 3:2D", 0, "PI-14: a trump led"),
        ("pitch-campbell-ten-point", {"house": frozenset({"to_leader"})}, "H", "0:KD 1:4C 2:AD 3:2D", 0, "PI-14 option"),
        ("pitch-pagat-no-trump-first-trick", {}, "H", "0:KD 1:4D 2:2H 3:AD", 2, "PI-15: such a trump wins normally"),
        ("pitch-auction-classic", {}, "H", "", None, "no cards, no winner"),
    ],
)  # fmt: skip
def test_the_expected_player_takes_the_trick(
    slug: str, changes: dict[str, object], trump: str, trick: str, taker: int | None, source: str
) -> None:
    rules = rules_of(slug, **changes)
    assert winner(rules, pack_of(rules, trump), plays(trick)) == taker, source


def test_a_card_that_is_not_in_the_pack_takes_no_trick() -> None:
    rules = rules_of("pitch-28-card")
    assert winner(rules, pack_of(rules, "S"), plays("0:9D 1:2S 2:7D 3:8D")) == 0


@pytest.mark.parametrize(
    ("slug", "held", "extras", "source"),
    [
        ("smear-parlett", 8, 2, "pi-121, PI-13"),
        ("smear-parlett", 6, 0, "PI-13: only above the limit"),
        ("smear-parlett", 4, 0, "PI-13"),
        ("pitch-pawnee-five", 8, 0, "keeps all, but has no step excess>trick1"),
    ],
)
def test_all_cards_above_the_hand_limit_go_to_the_first_trick(slug: str, held: int, extras: int, source: str) -> None:
    assert surplus(rules_of(slug), held) == extras, source


@given(deals())
def test_in_random_tricks_the_player_of_the_best_card_takes_the_trick(dealt: tuple[Ruleset, Pack, list[list[tuple[Seat, Card]]]]) -> None:
    rules, pack, tricks = dealt
    for played in tricks:
        taker = winner(rules, pack, played)
        mine = dict(played)
        ranks = [pack.trumps.index(card) for _, card in played if card in pack.strength]
        if taker is None:
            assert not ranks
            assert rules.dead_trick != "n/a" or (rules.follow, rules.first_lead) == ("trumps_only", "any"), "PI-14, PI-45"
        elif ranks and not (rules.joker_order in {"first_higher", "second_higher"} and {"HJ", "LJ"} <= set(mine.values())):
            assert pack.trumps.index(mine[taker]) == min(ranks)
        elif not ranks:
            assert RANK_OF[mine[taker]] == max(RANK_OF[card] for card in mine.values() if card[1] == played[0][1][1])


def _taker(trick: str, trump: str = "H") -> Ask:
    return lambda rules: winner(rules, pack_of(rules, trump), plays(trick))


FIELD_ROWS = (
    ("joker_order", LATER, {"joker_order": "first_higher"}, _taker("0:5H 1:HJ 2:LJ 3:TH"), "§1"),
    ("joker_slot", "pitch-arizona", {"joker_slot": "below_two"}, _taker("0:TH 1:HJ 2:9H 3:6H"), "§1"),
    ("low_is", "pitch-reverse", {"low_is": "deuce"}, _taker("0:AH 1:KH 2:2H 3:5H"), "PI-12"),
    ("dead_trick", "pitch-campbell-ten-point", {"dead_trick": "n/a"}, _taker("0:KD 1:4C 2:AD 3:2D"), "PI-14"),
    ("trump_order", "pitch-reverse", {"low_is": "deuce"}, _taker("0:AH 1:KH 2:2H 3:5H"), "§1, derived"),
    ("exchange", "smear-parlett", {"exchange": ("name_trump", "all-nt", "all-fill(6)")}, lambda rules: surplus(rules, 8), "PI-13"),
    ("play_hand", "smear-parlett", {"play_hand": 7}, lambda rules: surplus(rules, 8), "PI-13"),
)
OPTION_ROWS = (
    ("distinct_jokers", LATER, True, _taker("0:5H 1:HJ 2:LJ 3:TH"), "§7"),
    ("to_leader", "pitch-campbell-ten-point", True, _taker("0:KD 1:4C 2:AD 3:2D"), "PI-14"),
)
