"""The ruleset: derived fields, constraints between fields, and faults, each reported at its field."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st

from domain.kernel.shapes import Fault, ListOf, Text
from domain.systems.pitch.rules.constraints import CONSTRAINTS, broken
from domain.systems.pitch.rules.reading import READER, read_ruleset, resolved, ruleset_of
from domain.systems.pitch.rules.ruleset import FIELDS, HOUSE, Ruleset
from domain.systems.pitch.rules.steps import step_of, steps_of
from domain.systems.pitch.variants import VARIANTS
from tests.speeds import examples


def faults_of(rules: Any) -> list[Fault]:
    faults: list[Fault] = []
    read_ruleset(rules, "", faults)
    return faults


# --- derived fields ---------------------------------------------------------------------------------------------------------------------

DERIVED = [
    # Each row: the fields that differ from plain Pitch, a derived field, its value, the source.
    ({}, "pack_size", 52, "§1"),
    ({"ranks": "AKQJT96", "jokers": 1}, "pack_size", 29, "pitch-arizona"),
    ({"players": (2, 7), "sides": "individual"}, "stock", {2: 40, 7: 10}, "pitch-auction-classic"),
    ({"hand_dealt": 9, "kitty": 4}, "stock", {4: 12}, "§1"),
    ({"pt_trey": 3, "pt_five": 5}, "total", 12, "§1"),
    ({"ranks": "AKJT", "off_cards": ("A", "J")}, "trump_order", ("A", "oA", "K", "J", "oJ", "T"), "each off-card just below its rank"),
    ({"ranks": "AJT2", "jokers": 2, "joker_slot": "above_ten"}, "trump_order", ("A", "J", "HJ", "LJ", "T", "2"), "above_ten"),
    ({"ranks": "AJT2", "jokers": 1, "joker_slot": "below_two"}, "trump_order", ("A", "J", "T", "2", "HJ"), "below_two"),
    ({"ranks": "AJT2", "jokers": 2, "joker_slot": "above_ten", "low_is": "ace"}, "trump_order", ("2", "T", "LJ", "HJ", "J", "A"), "PI-12"),
]


@pytest.mark.parametrize(("differences", "name", "value", "source"), DERIVED)
def test_a_derived_field_has_the_expected_value(differences: dict[str, Any], name: str, value: object, source: str) -> None:
    assert getattr(replace(Ruleset(), **differences), name) == value


# --- constraints --------------------------------------------------------------------------------------------------------------------------

CALLED = {"players": (5,), "sides": "called", "trump_by": "announce", "exchange": ("name_trump", "call-partner")}
DOWN = {"trump_by": "announce", "exchange": ("name_trump", "all-down(6)"), "trump_discard": "free"}
SHOOT = {"shoot_kind": "all_points", "shoot_rank": "above_top_bid", "shoot_gain": "win", "shoot_loss": "lose"}
ONE_JOKER = {"jokers": 1, "joker_identity": "single", "joker_slot": "above_ten", "joker_to": "winner", "pitched_joker": "spades"}
TWO_JOKERS = {**ONE_JOKER, "jokers": 2, "joker_identity": "distinct", "joker_order": "high_over_low"}
OUT = {
    "trump_by": "announce",
    "exchange": ("name_trump",),
    "follow": "trumps_only",
    "drop_out": "no_trumps_left",
    "out_leader": "next_active",
}
RESCUE = {"trump_by": "announce", "trump_discard": "free", "rescue": True}

BREAKING = [
    # Plain Pitch has six cards, four points, and trump by pitching. Each row: the fields that differ, the fields with faults, the source.
    ({"hand_dealt": 15, "play_hand": 15}, ["/hand_dealt"], "§1: stock >= 0"),
    ({"players": (2, 8), "sides": "individual", "hand_dealt": 9, "play_hand": 9}, ["/hand_dealt"], "§1: for every player count"),
    ({"bid_max": 5}, ["/bid_max"], "§1: bid_max <= total"),
    ({**SHOOT, "shoot_rank": "is_top_bid", "bid_max": 3}, ["/bid_max"], "§1: is_top_bid"),
    ({"pt_off_jack": 1}, ["/pt_off_jack"], "§1: off-card point"),
    ({"pt_off_five": 1}, ["/pt_off_five"], "§1: off-card point"),
    ({"pt_off_trey": 1}, ["/pt_off_trey"], "§1: off-card point"),
    ({"pt_off_ace": 1}, ["/pt_off_ace"], "§1: off-card point"),
    ({"pt_off_ten": 1}, ["/pt_off_ten"], "§1: off-card point"),
    ({"pt_off_deuce": 1}, ["/pt_off_deuce"], "§1: off-card point"),
    ({**ONE_JOKER, "pt_low_joker": 1}, ["/pt_low_joker"], "§1: two jokers"),
    ({"trump_by": "announce"}, ["/exchange", "/exchange"], "§1: pitch iff empty, announce iff name_trump"),
    ({"trump_by": "announce", "exchange": ("name_trump", "name_trump")}, ["/exchange"], "§1: exactly once"),
    ({"exchange": ("name_trump",)}, ["/exchange", "/exchange"], "§1: pitch iff empty"),
    ({"trump_discard": "free"}, ["/trump_discard"], "§1: n/a iff nothing is thrown"),
    ({**DOWN, "trump_discard": "n/a"}, ["/trump_discard"], "§1: n/a iff nothing is thrown"),
    ({"rescue": True}, ["/rescue"], "§1: rescue iff the step"),
    ({**DOWN, "exchange": ("name_trump", "all-down(6)", "rescue")}, ["/rescue"], "§1: rescue iff the step"),
    ({**RESCUE, "exchange": ("name_trump", "rescue", "all-down(6)")}, ["/exchange"], "§1: rescue behind the throwing"),
    ({"out_leader": "next_active"}, ["/out_leader"], "§1: never iff n/a"),
    ({**OUT, "out_leader": "n/a"}, ["/out_leader"], "§1: never iff n/a"),
    ({**SHOOT, "shoot_rank": "n/a"}, ["/shoot_rank"], "§1: shoot_kind none iff n/a"),
    ({"shoot_gain": "win"}, ["/shoot_gain"], "§1: shoot_kind none iff n/a"),
    ({**SHOOT, "shoot_loss": "n/a"}, ["/shoot_loss"], "§1: shoot_kind none iff n/a"),
    ({"pt_game": 0, "bid_max": 3}, ["/game_by"], "§1: game_by none iff pt_game = 0"),
    ({"game_by": "none", "game_tie": "n/a"}, ["/game_by"], "§1: game_by none iff pt_game = 0"),
    ({"players": (3, 2), "sides": "individual"}, ["/players"], "a list of counts"),
    ({"players": (6,)}, ["/players"], "sides: A teams of B"),
    ({"partner_draw": "cut_high_low", "players": (6,), "sides": "3x2"}, ["/partner_draw"], "partner_draw: four cut"),
    ({"sides": "called", "players": (5,)}, ["/sides"], "sides: called"),
    ({**CALLED, "sides": "individual"}, ["/sides"], "§2: call-partner"),
    ({"ranks": "KAQJT98765432"}, ["/ranks"], "ranks: high to low"),
    ({"ranks": "AAKQJT987", "pt_low": 1}, ["/ranks"], "ranks: each once"),
    ({"off_cards": ("5", "J")}, ["/off_cards"], "trump_order"),
    ({"ranks": "AKQJT98", "off_cards": ("5",)}, ["/off_cards"], "off_cards: ranks"),
    ({**ONE_JOKER, "joker_identity": "n/a"}, ["/joker_identity", "/joker_identity"], "joker_identity"),
    ({**ONE_JOKER, "joker_identity": "identical"}, ["/joker_identity"], "joker_identity"),
    ({"joker_slot": "below_two"}, ["/joker_slot"], "joker_slot"),
    ({**ONE_JOKER, "ranks": "AKQJ9876"}, ["/joker_slot"], "joker_slot: above the ten"),
    ({**TWO_JOKERS, "joker_identity": "identical", "joker_order": "n/a"}, ["/joker_order"], "joker_order"),
    ({**TWO_JOKERS, "joker_order": "first_higher"}, ["/joker_order"], "joker_order: where trump_order puts it"),
    ({"joker_to": "holder"}, ["/joker_to"], "joker_to"),
    ({"pt_high_joker": 1}, ["/pt_high_joker"], "pt_high_joker"),
    ({"pitched_joker": "spades"}, ["/pitched_joker"], "pitched_joker"),
    ({**ONE_JOKER, "pitched_joker": "n/a"}, ["/pitched_joker"], "pitched_joker"),
    ({"hand_dealt": 7, "play_hand": 7}, ["/deal_batch"], "deal_batch: in threes"),
    ({"kitty": 4}, ["/kitty"], "§2: kitty>maker"),
    ({**DOWN, "exchange": ("name_trump", "all-down(5)")}, ["/play_hand"], "play_hand"),
    ({"play_hand": 5}, ["/play_hand"], "play_hand"),
    ({"bid_min": 5}, ["/bid_min"], "bid_min, bid_max"),
    ({"pitch_in_lieu": True, "trump_by": "announce", "exchange": ("name_trump",)}, ["/pitch_in_lieu"], "PI-39"),
    ({"pitch_in_lieu": True, "bid_max": 3}, ["/pitch_in_lieu"], "pitch_in_lieu: a bid of four"),
    ({**DOWN, "exchange": ("all-nt", "name_trump")}, ["/exchange"], "§2: name_trump first"),
    ({**DOWN, "exchange": ("all-down(6)", "name_trump"), "trump_discard": "over_limit_only"}, ["/trump_discard"], "§7 kitty_3_sleep_2"),
    ({**DOWN, "exchange": ("name_trump", "all-nt", "excess>trick1")}, ["/trump_discard"], "PI-13"),
    ({"first_lead": "any"}, ["/first_lead"], "trump_by: pitch"),
    ({**OUT, "first_lead": "any_plain_bans_trump"}, ["/first_lead"], "§3: trumps_only"),
    ({"follow": "trumps_only"}, ["/drop_out"], "§3: none left = out"),
    ({**OUT, "dead_trick": "previous_winner_leads"}, ["/dead_trick"], "§3: cannot occur"),
    ({**OUT, "out_leader": "partner"}, ["/out_leader"], "PI-32"),
    ({**OUT, "out_leader": "partner", "team_out": "opponents_take_rest", "players": (6,), "sides": "3x2"}, ["/team_out"], "PI-43"),
    ({"ranks": "AKQT98765432"}, ["/pt_jack"], "pt_jack"),
    ({"ranks": "AKQJT98", "pt_five": 5}, ["/pt_five"], "pt_five"),
    ({"ranks": "AKQJT98", "pt_trey": 3}, ["/pt_trey"], "pt_trey"),
    ({"ranks": "KQJT98765432", "high_is": "ace"}, ["/high_is"], "high_is"),
    ({"ranks": "AKQJT98", "low_is": "deuce"}, ["/low_is"], "low_is"),
    ({"ranks": "KQJT98765432", "low_is": "ace"}, ["/low_is"], "low_is"),
    ({"ranks": "AKQJ98765432", "game_by": "ten", "game_tie": "n/a"}, ["/game_by"], "game_by"),
    ({"game_tie": "n/a"}, ["/game_tie"], "game_tie"),
    ({"game_tie": "jokers_half"}, ["/game_tie"], "game_tie"),
    ({"house": frozenset({"overcall_loss_doubled"})}, ["/house_rules"], "PI-39"),
    ({"house": frozenset({"to_leader"})}, ["/house_rules"], "PI-14"),
    ({"house": frozenset({"defenders_score_all"})}, ["/house_rules"], "PI-19"),
    ({"house": frozenset({"keep_joker_pair_order"})}, ["/house_rules"], "PI-12"),
    ({"house": frozenset({"keep_surplus"})}, ["/house_rules"], "PI-36"),
    ({"house": frozenset({"recycle_discards"})}, ["/house_rules"], "PI-26"),
    ({"house": frozenset({"search_any"})}, ["/house_rules"], "PI-49"),
    ({"house": frozenset({"discards_face_up"})}, ["/house_rules"], "PI-38"),
    ({"house": frozenset({"called_card_first"})}, ["/house_rules"], "§2"),
]  # fmt: skip


@pytest.mark.parametrize(("differences", "pointers", "source"), BREAKING)
def test_a_broken_constraint_of_the_rules_is_reported_at_its_first_field(
    differences: dict[str, Any], pointers: list[str], source: str
) -> None:
    rules = replace(Ruleset(), **differences)
    assert [fault.pointer for fault in faults_of(resolved(rules, {}))] == pointers


def test_every_constraint_of_the_rules_has_a_test_row_that_breaks_it() -> None:
    met = {row for differences, _, _ in BREAKING for row in broken(replace(Ruleset(), **differences))}
    assert [row.fields for row in CONSTRAINTS if row not in met] == []


# --- reading ------------------------------------------------------------------------------------------------------------------------------

WRONG = [
    # Each row: the new value of a field of plain Pitch, the fault that it causes.
    ({"follow": "revoke"}, ("/follow", "must be one of follow_or_trump, strict, must_follow_or_trump, trumps_only, trump_strict_off_free")),
    ({"jokers": 3}, ("/jokers", "must lie between 0 and 2")),
    ({"pitch_in_lieu": "yes"}, ("/pitch_in_lieu", "must be true or false")),
    ({"players": "four"}, ("/players", "must be a list")),
    ({"players": [4, "5"]}, ("/players/1", "must be a whole number")),
    ({"exchange": ["name_trump", "all-fill(x)"]}, ("/exchange/1", None)),
    ({"ranks": "AK10"}, ("/ranks", "must match [AKQJT2-9]+")),
    ({"pack_size": 53}, ("/pack_size", "does not agree with the other fields, from which it is computed: leave it out")),
    ({"stock": {"4": 29}}, ("/stock", "does not agree with the other fields, from which it is computed: leave it out")),
    ({"stock": 28}, ("/stock", "does not agree with the other fields, from which it is computed: leave it out")),
    ({"trump_order": ["A"]}, ("/trump_order", "does not agree with the other fields, from which it is computed: leave it out")),
    ({"total": 5}, ("/total", "does not agree with the other fields, from which it is computed: leave it out")),
    ({"house_rules": ["shouting"]}, ("/house_rules/0", None)),
    ({"patches": 3}, ("/patches", "must be a map of options")),
    ({"colour": "red"}, ("/colour", f"is not a field of a ruleset; known: {', '.join([*READER.given(), *READER.beside])}")),
    ({"a/b": "red"}, ("/a~1b", None)),
]


@pytest.mark.parametrize(("replaced", "fault"), WRONG)
def test_a_wrong_field_of_a_ruleset_is_reported(replaced: dict[str, Any], fault: tuple[str, str | None]) -> None:
    faults = faults_of({**resolved(Ruleset(), {}), **replaced})
    assert [one.pointer for one in faults] == [fault[0]]
    assert fault[1] in (None, faults[0].message)


@pytest.mark.parametrize("name", READER.given())
def test_every_field_of_a_ruleset_that_is_not_derived_is_required(name: str) -> None:
    rules = resolved(Ruleset(), {})
    del rules[name]
    assert faults_of(rules) == [Fault(f"/{name}", "is required")]


@pytest.mark.parametrize("said", [None, 4, [], "pitch", {}, {"slug": []}, {"target": 21, "exchange": {}}])
def test_reading_the_rules_in_a_record_never_raises(said: Any) -> None:
    assert ruleset_of(said) == Ruleset()


atoms = st.none() | st.booleans() | st.integers(-5, 60) | st.sampled_from(["n/a", "A", "name_trump", "all-down(6)", "2x2", "", "any"])
anything = st.recursive(atoms, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3))
values = st.one_of(anything, *(st.just(variant.rules.as_json()) for variant in list(VARIANTS.values())[:3]))


@examples(
    60,
    400,
    slug=st.sampled_from(list(VARIANTS)),
    changes=st.dictionaries(st.sampled_from([*FIELDS, "house_rules", "patches"]), values, max_size=4),
)
def test_reading_rules_never_raises_whatever_a_field_holds(slug: str, changes: dict[str, Any]) -> None:
    fields = {**resolved(VARIANTS[slug].rules, {}), **changes}
    faults = faults_of(fields)
    assert all(fault.pointer.startswith("/") for fault in faults)
    assert ruleset_of(fields) == (read_ruleset(fields, "", []) if not faults else Ruleset())


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_ruleset_is_the_same_after_writing_and_reading_json(variant: Any) -> None:
    fields = json.loads(json.dumps(resolved(variant.rules, {"target": 31})))
    assert ruleset_of(fields) == variant.rules
    assert fields["patches"] == {"target": 31}
    without = {name: value for name, value in fields.items() if name not in FIELDS or not FIELDS[name].derived}
    assert ruleset_of(without) == variant.rules


def test_plain_pitch_is_a_valid_ruleset() -> None:
    assert list(broken(Ruleset())) == []
    assert all(isinstance(word, str) for word in HOUSE)
    assert isinstance(FIELDS["slug"].shape, Text)
    assert isinstance(FIELDS["players"].shape, ListOf)


# --- steps --------------------------------------------------------------------------------------------------------------------------------

STEPS = [
    # Each row: the word for a step, which players act, what they do, the largest number of cards (§2).
    ("kitty>maker", "maker", "take-kitty", 0),
    ("all-may(0-3)", "all", "may-throw", 3),
    ("others-fill(6)", "others", "fill", 6),
    ("maker-adjust(12)", "maker", "adjust", 12),
    ("stock-choose>maker(6)", "maker", "choose-from-stock", 6),
    ("excess>trick1", "all", "extras", 0),
]


@pytest.mark.parametrize(("token", "who", "does", "most"), STEPS)
def test_each_word_for_a_step_of_the_deal_is_read_as_that_step(token: str, who: str, does: str, most: int) -> None:
    step = step_of(token)
    assert (step.token, step.who, step.does, step.most) == (token, who, does, most)


@pytest.mark.parametrize("token", ["all-fill", "all-fill(0)", "all-may(1-3)", "kitty>maker(4)", "name trump", ""])
def test_an_unknown_word_for_a_step_of_the_deal_is_refused(token: str) -> None:
    assert [fault.pointer for fault in faults_of({**resolved(Ruleset(), {}), "exchange": [token]})] == ["/exchange/0"]
    with pytest.raises(KeyError):
        steps_of((token,))
