"""The rule sheet: sentences about the fields, the rulings that can come up, and how sure we are of the rules."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.shapes import OneOf
from domain.systems.pitch.rules.reading import resolved
from domain.systems.pitch.rules.ruleset import FIELDS, Ruleset
from domain.systems.pitch.rules.rulings import RULINGS, rulings_for
from domain.systems.pitch.rules.sheet import sections, sheet
from domain.systems.pitch.rules.steps import step_of
from domain.systems.pitch.rules.wording import SAYS, SILENT, STEPS
from domain.systems.pitch.variants import VARIANTS

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "03_pitch_schema.md").read_text(encoding="utf-8")
TITLES = ["Players", "Pack", "Deal", "Auction", "Trump", "Play", "Points", "Scoring", "Winning", "House rules", "How sure we are"]


def text_of(rules: Ruleset) -> str:
    return " ".join(sentence for section in sections(rules) for sentence in section.sentences)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_variant_has_a_rule_sheet_of_full_sentences(variant: Any) -> None:
    shown = sections(variant.rules)
    titles = [section.title for section in shown]
    assert titles == [title for title in TITLES if title in titles]
    assert set(TITLES) - set(titles) <= {"House rules"}
    for section in shown:
        for sentence in section.sentences:
            assert re.fullmatch(r"[A-Z0-9].*\.", sentence), sentence
            assert not re.search(r"[a-z]_[a-z]|n/a|[{}]|  ", sentence), sentence
    assert sheet(resolved(variant.rules, {})) == shown


SENTENCES = [
    # Each row: a variant, a sentence of its sheet.
    ("pitch-auction-classic", "Two to seven players, each alone."),
    ("pitch-auction-classic", "The maker pitches: the suit of the first card led is trump."),
    ("pitch-auction-classic", "To bid 4 is to shoot."),
    (
        "smear-ten-point",
        "The off-jack is the jack of the other suit of the trump's colour. It is a trump and does not belong to its own suit.",
    ),
    ("smear-ten-point", "When both jokers are played to one trick, the second is the higher."),
    ("smear-parlett", "Trumps above the limit are added to the first trick; they cannot win it."),
    ("pitch-campbell-ten-point", "The maker looks through the stock and takes every trump."),
    ("pitch-campbell-ten-point", "When all others pass, the dealer holds the bid at 5."),
    ("pitch-pawnee-five", "The called card must be played to the first trick."),
    ("pitch-reverse", "Trumps from the highest: 2, 3, 4, 5, 6, 7, 8, 9, 10, low joker, high joker, off-jack, J, Q, K, A."),
    ("pitch-oklahoma-six", "All cards are dealt."),
    ("smear-pastimes-54", "The game is won with more than 54 points."),
    ("smear-53-four", "The joker, for the player who wins it: one point."),
    ("pitch-susky-river", "Low, the lowest trump played, for the player who wins it: one point."),
    ("pitch-high-low-jick-jack-game", "The source gives only the name; how it is played here is a guess."),
    ("pitch-campbell-ten-point", "Also played: Throwing in; the makers may throw the deal in."),
    # PI-12: the order of trumps is reversed, and the jokers are reversed with it
    ("pitch-reverse", "The jokers rank just below the ten of trumps."),
    ("pitch-charbonneau-ten", "The jokers rank just above the ten of trumps."),
    ("pitch-trickster-6", "The joker ranks just above the ten of trumps."),
    ("smear-53-four", "The joker is the lowest trump."),
    # PI-5: a joker below the two is never Low
    ("smear-53-six", "Low, the lowest trump played, but never a joker, for the player who played it: one point."),
    ("smear-ten-point", "Low, the lowest trump played, for the player who played it: one point."),
    # 03 §2: all plain cards are thrown (others-nt or all-nt), and nobody draws
    ("pitch-pawnee-five", "Nobody draws: play begins with the trumps that each player holds."),
    ("pitch-call-partner-ten-point", "Nobody draws: the maker begins the play with six cards, the others with six at most."),
    ("pitch-charbonneau-ten", "Play begins with six cards each; a hand that could not be filled is played short."),
    # PI-35, PI-36
    ("smear-minnesota", "Point cards: all cards but the threes to nines."),
    ("smear-minnesota", "Of the trumps, threes to nines are thrown first."),
    (
        "smear-widow-deuce-ten",
        "A trump may be thrown only from a hand with more than 6 of them, cards that are not point cards first. A point card that is"
        " thrown is shown.",
    ),
    (
        "pitch-seven-point",
        "Point cards: the ace of trumps, the two of trumps, the jack of trumps, the off-jack, the high joker and the low joker.",
    ),
    # PI-39
    (
        "pitch-pagat-pitching",
        "Instead of calling, a player may lead a card: that is a bid of four in its suit, which only the dealer may overcall, by pitching"
        " or by a shoot. Then the player takes the led card back.",
    ),
    # PI-46
    ("pitch-campbell-ten-point", "A player without a trump is out of the deal. Say so only in your turn, not before."),
    # PI-45
    (
        "smear-pastimes-54",
        "The maker leads any card to the first trick. If it is no trump and is not trumped, it wins nothing; the maker leads again.",
    ),
    ("smear-pastimes-54", "A maker without a trump does not open: the partner does."),
    # PI-49
    ("smear-pastimes-54", "Only point cards are kept from the stock."),
    ("smear-pastimes-off-three", "After that lead, only trumps are led and played."),
    ("pitch-dirty", "Only trumps are led and played."),
    # 03 §1: the field `seed` names the source of the rules
    ("pitch-dirty", "Where it comes from: the collection of Pitch and Smear rules behind this catalogue, chapter 4."),
    ("smear-53-four", "Where it comes from: the collection of Pitch and Smear rules behind this catalogue, chapters 2 and 7."),
    (
        "pitch-six-point-fold",
        "Where it comes from: the collection of Pitch and Smear rules behind this catalogue, chapter 3, its opening.",
    ),
]


def test_a_house_rule_moves_the_jokers_on_the_sheet() -> None:
    """The ruling is PI-12, and the house rule is `keep_joker_pair_order`."""
    rules = replace(VARIANTS["pitch-reverse"].rules, house=frozenset({"keep_joker_pair_order"}))
    assert "Trumps from the highest: 2, 3, 4, 5, 6, 7, 8, 9, 10, high joker, low joker, off-jack, J, Q, K, A." in text_of(rules)


def test_a_source_outside_the_rules_digest_is_shown_unchanged() -> None:
    rules = replace(VARIANTS["pitch-dirty"].rules, seed="our club, 2024")
    assert "Where it comes from: our club, 2024." in text_of(rules)


@pytest.mark.parametrize(("slug", "sentence"), SENTENCES)
def test_the_rule_sheet_of_a_variant_has_the_expected_sentence(slug: str, sentence: str) -> None:
    assert any(sentence in section.sentences for section in sections(VARIANTS[slug].rules))


def test_the_rule_sheet_has_words_for_every_value_that_a_field_can_have() -> None:
    for name, words in SAYS.items():
        match FIELDS[name].shape:
            case OneOf(values):
                assert set(words) <= set(values), name
                assert set(values) - set(words) <= set(SILENT), name
            case shape:
                assert set(words) == ({"1", "2"} if name == "win_by" else {"True"}), (name, shape)
    assert {"finish", "confidence"} <= SAYS.keys()
    tokens = {token for variant in VARIANTS.values() for token in variant.rules.exchange}
    assert {step_of(token).does for token in tokens} == set(STEPS)


# --- rulings ------------------------------------------------------------------------------------------------------------------------------


def test_the_rulings_on_rule_sheets_are_those_in_the_rules_digest() -> None:
    rows = re.findall(r"^\| (PI-\d+) \| (.*?) \| (.*?) \| .*? \|$", PAGE.replace("`", ""), re.MULTILINE)
    assert list(RULINGS) == rows
    assert len(rows) == 51


def test_every_ruling_is_on_the_rule_sheet_of_some_variant() -> None:
    met = {id for variant in VARIANTS.values() for id, _, _ in rulings_for(variant.rules)}
    assert met == {id for id, _, _ in RULINGS}


APPLIES = [
    # Each row: a ruling, a variant in which it can come up, a variant in which it cannot.
    ("PI-3", "smear-ten-point", "pitch-auction-classic"),
    ("PI-5", "smear-53-four", "pitch-28-card"),
    ("PI-7", "pitch-auction-classic", "pitch-trickster-4"),
    ("PI-8", "pitch-trickster-4", "pitch-auction-classic"),
    ("PI-10", "pitch-exact-bid-bonus", "pitch-trickster-5"),
    ("PI-11", "smear-ten-point", "smear-parlett"),
    ("PI-12", "pitch-reverse", "pitch-dirty"),
    ("PI-13", "smear-parlett", "smear-ten-point"),
    ("PI-14", "pitch-campbell-ten-point", "pitch-charbonneau-ten"),
    ("PI-15", "pitch-pagat-no-trump-first-trick", "pitch-pagat-draw"),
    ("PI-19", "pitch-six-point-fold", "smear-53-four"),
    ("PI-22", "smear-cutthroat-three", "smear-widow-deuce-ten"),
    ("PI-23", "smear-pastimes-54", "pitch-dirty"),
    ("PI-25", "pitch-pawnee-five", "pitch-oklahoma-six"),
    ("PI-29", "pitch-campbell-ten-point", "pitch-seven-point"),
    ("PI-31", "pitch-oklahoma-six", "pitch-pagat-six"),
    ("PI-36", "smear-minnesota", "smear-ten-point"),
    ("PI-39", "pitch-pagat-pitching", "pitch-pagat-partnership"),
    ("PI-42", "pitch-arizona", "pitch-28-card"),
    ("PI-43", "smear-pastimes-54", "pitch-charbonneau-ten"),
    ("PI-44", "pitch-pagat-draw", "pitch-pagat-partnership"),
    ("PI-45", "smear-pastimes-off-three", "pitch-charbonneau-ten"),
    ("PI-46", "pitch-campbell-ten-point", "smear-minnesota"),
    ("PI-47", "pitch-pawnee-five", "smear-53-four"),
    ("PI-48", "pitch-pagat-pitching", "pitch-pagat-partnership"),
]


@pytest.mark.parametrize(("ruling", "here", "not_here"), APPLIES)
def test_a_ruling_is_only_on_rule_sheets_of_variants_that_it_concerns(ruling: str, here: str, not_here: str) -> None:
    assert ruling in {id for id, _, _ in rulings_for(VARIANTS[here].rules)}
    assert ruling not in {id for id, _, _ in rulings_for(VARIANTS[not_here].rules)}


def test_choosing_a_house_rule_adds_its_ruling_to_the_rule_sheet() -> None:
    rules = VARIANTS["pitch-seven-point"].rules
    assert "PI-24" not in {id for id, _, _ in rulings_for(rules)}
    assert "PI-24" in {id for id, _, _ in rulings_for(replace(rules, house=frozenset({"overshoot_loses_taken"})))}


# --- every field has words on the sheet ---------------------------------------------------------------------------------------------------

FIELD_ROWS = (
    ("seed", "pitch-auction-classic", {"seed": "002 ch.2"}, text_of, "§1"),
    ("confidence", "pitch-auction-classic", {"confidence": "stub"}, text_of, "§1"),
    ("players", "pitch-auction-classic", {"players": (2, 3)}, text_of, "§1"),
    ("sides", "pitch-pagat-six", {"sides": "2x3"}, text_of, "§1"),
    ("partner_draw", "pitch-auction-classic", {"partner_draw": "cut_high_low", "players": (4,), "sides": "2x2"}, text_of, "§1"),
    ("joker_identity", "smear-ten-point", {"joker_identity": "distinct"}, text_of, "§1"),
    ("deal_batch", "pitch-auction-classic", {"deal_batch": "1"}, text_of, "§1"),
    ("options", "pitch-auction-classic", {"options": ("low_to_winner",)}, text_of, "§1"),
)

ON_THE_SHEET = [
    # Each row: a field, a variant, another value that the field can have in this variant.
    ("ranks", "pitch-28-card", "AKQJT96"),
    ("pitched_joker", "smear-53-four", "declare"),
    ("misdeal", "smear-minnesota", "no_pointer_no_face"),
    ("play_hand", "pitch-oklahoma-four", 5),
    ("bid_min", "pitch-arizona", 3),
    ("bid_max", "pitch-arizona", 4),
    ("auction", "pitch-arizona", "until_passed_out"),
    ("dealer_priv", "pitch-arizona", "may_match"),
    ("all_pass", "pitch-arizona", "redeal_next"),
    ("pitch_in_lieu", "pitch-pagat-partnership", True),
    ("shoot_kind", "pitch-trickster-4", "all_points_and_tricks"),
    ("shoot_rank", "pitch-trickster-4", "is_top_bid"),
    ("exchange", "pitch-pagat-six", ("name_trump", "all-may(0-3)", "all-down(6)")),
    ("trump_discard", "pitch-pagat-six", "free"),
    ("first_lead", "pitch-trickster-4", "any"),
    ("follow", "pitch-trickster-4", "strict"),
    ("dead_trick", "pitch-trickster-4", "previous_winner_leads"),
    ("fold", "pitch-trickster-4", "maker_may_fold"),
    ("high_is", "pitch-trickster-4", "ace"),
    ("low_is", "pitch-trickster-4", "deuce"),
    ("low_to", "pitch-trickster-4", "winner"),
    ("joker_to", "pitch-trickster-6", "holder"),
    ("game_by", "pitch-trickster-4", "tens"),
    ("game_tie", "pitch-trickster-6", "jokers_half"),
    ("maker_gain", "pitch-trickster-4", "bid"),
    ("defender_gain", "pitch-trickster-4", "only_if_set"),
    ("shoot_gain", "pitch-trickster-4", "plus_5"),
    ("shoot_loss", "pitch-trickster-4", "lose"),
    ("target", "pitch-trickster-4", 12),
    ("target_cmp", "pitch-trickster-4", "gt"),
    ("win_by", "pitch-trickster-4", 2),
    ("finish", "pitch-trickster-4", "maker_only"),
    ("stakes_setback", "pitch-trickster-4", True),
    *((name, "pitch-charbonneau-extended", 7) for name in FIELDS if name.startswith("pt_") and name not in ("pt_five", "pt_off_five")),
    ("pt_five", "pitch-trickster-9", 4),
    ("pt_off_five", "pitch-high-five-swiss", 4),
]


@pytest.mark.parametrize(("field", "slug", "value"), ON_THE_SHEET)
def test_the_rule_sheet_changes_with_the_value_of_each_field(field: str, slug: str, value: Any) -> None:
    rules = VARIANTS[slug].rules
    assert text_of(replace(rules, **{field: value})) != text_of(rules)
