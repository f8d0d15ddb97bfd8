"""House rules: which fields each one changes, which options are refused and with which faults, and the rules that a game is opened with."""

import json
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault
from domain.system import System, Table, Unplayable
from domain.systems import SYSTEMS
from domain.systems.pitch.rules.constraints import broken
from domain.systems.pitch.rules.options import PATCHES, chosen, options_of, patched
from domain.systems.pitch.rules.reading import fits, resolve, ruleset_of
from domain.systems.pitch.rules.ruleset import FIELDS, Ruleset
from domain.systems.pitch.variants import VARIANTS


def pitch(slug: str) -> System[Table]:
    """Return a system that can open games of that variant, but cannot play them."""
    rules = VARIANTS[slug].rules
    span = (min(rules.players), max(rules.players))
    opens = {"fits": partial(fits, rules), "resolve": partial(resolve, rules), "options": options_of(rules)}
    return replace(SYSTEMS["high-card"], slug=slug, name=rules.name, players=span, **opens)  # type: ignore[arg-type]


NO_JOKERS: Final = {
    "jokers": 0, "joker_identity": "n/a", "joker_slot": "n/a", "joker_order": "n/a", "joker_to": "n/a", "pt_high_joker": 0,
}  # fmt: skip
CAMPBELL_DRAW: Final = ["name_trump", "others-nt", "others-fill(6)", "others-down(6)"]

PATCHED: Final[list[tuple[str, str, Json, dict[str, Any]]]] = [
    # Each row: a variant, an option, its argument, the fields that it changes (without those that follow from them).
    ("pitch-auction-classic", "stakes_setback", True, {"stakes_setback": True}),
    ("pitch-auction-classic", "low_to_winner", True, {"low_to": "winner"}),
    ("pitch-arizona", "low_to_holder", True, {"low_to": "holder"}),
    ("smear-ten-point", "joker_to_holder", True, {"joker_to": "holder"}),
    ("smear-ten-point", "target", 50, {"target": 50}),
    ("pitch-seven-point", "target_15", True, {"target": 15}),
    ("pitch-seven-point", "target_21", True, {"target": 21}),
    ("smear-parlett", "target_31", True, {"target": 31}),
    ("pitch-trickster-4", "play_to_5_100", 100, {"target": 100}),
    ("pitch-pawnee-five", "bid_min", 5, {"bid_min": 5}),
    ("smear-ten-point", "bid_min_4", True, {"bid_min": 4}),
    ("smear-ten-point", "distinct_jokers", True, {"joker_identity": "distinct", "joker_order": "high_over_low"}),
    ("smear-ten-point", "no_jokers", True, {**NO_JOKERS, "pt_low_joker": 0, "bid_max": 8}),
    ("smear-ten-point", "no_jick", True, {"off_cards": [], "pt_off_jack": 0, "bid_max": 9}),
    ("smear-ten-point", "no_trey", True, {"pt_trey": 0, "bid_max": 7}),
    ("pitch-charbonneau-ten", "drop_points", ["off_jack", "trey"], {"pt_off_jack": 0, "pt_trey": 0, "bid_max": 6}),
    ("pitch-dirty", "drop_points", ["game"], {"pt_game": 0, "game_by": "none", "bid_max": 9}),
    (
        "pitch-charbonneau-extended", "choose_off_cards", ["3", "A"],
        {"off_cards": ["A", "3"], "pt_off_jack": 0, "pt_off_ten": 0, "pt_off_deuce": 0, "bid_max": 13},
    ),
    ("smear-pastimes-54", "off_three", True, {"off_cards": ["J", "3"], "pt_off_trey": 3, "bid_max": 13}),
    (
        "pitch-high-low-jick-jack-game", "jick_is_off_jack", True,
        {**NO_JOKERS, "joker_order": None, "pitched_joker": "n/a", "off_cards": ["J"], "pt_off_jack": 1},
    ),
    ("pitch-high-low-jick-jack-game", "save_the_five", True, {"pt_five": 5, "bid_max": 10}),
    (
        "pitch-susky-river", "joker_for_off_jack", True,
        {"off_cards": [], "pt_off_jack": 0, "jokers": 1, "joker_identity": "single", "joker_slot": "above_ten", "joker_to": "winner",
         "pt_high_joker": 1},
    ),
    ("smear-53-four", "strip_low_ranks", [*"5AKQJT9786"], {"ranks": "AKQJT98765"}),
    ("pitch-28-card", "pack_ranks", ["6", "9", "T", "J", "Q", "K", "A"], {"ranks": "AKQJT96"}),
    ("pitch-trickster-4", "strip_5A", True, {"ranks": "AKQJT98765"}),
    ("pitch-trickster-4", "strip_9A", True, {"ranks": "AKQJT9"}),
    ("pitch-trickster-4", "strip_2_9A", True, {"ranks": "AKQJT92"}),
    (
        "smear-53-eight", "kitty_3_sleep_2", True,
        {"kitty": 3, "trump_by": "announce", "pitched_joker": "n/a", "exchange": ["kitty>maker", "maker-down(6)", "name_trump"],
         "trump_discard": "free"},
    ),
    (
        "pitch-trickster-5", "kitty_3", True,
        {"kitty": 3, "exchange": ["kitty>maker", "name_trump", "maker-down(6)"], "trump_discard": "free"},
    ),
    (
        "pitch-campbell-ten-point", "pot_4", True,
        {"kitty": 4, "exchange": ["name_trump", "kitty>maker", "others-nt", "others-fill(6)", "others-down(6)", "maker-down(6)"]},
    ),
    ("pitch-campbell-ten-point", "widow_all_to_maker", True, {"exchange": [*CAMPBELL_DRAW, "stock>maker", "maker-adjust(6)"]}),
    ("pitch-oklahoma-four", "no_draw", True, {"exchange": ["name_trump", "all-down(6)"]}),
    (
        "pitch-seven-point-21", "hand_dealt_9", True,
        {"hand_dealt": 9, "exchange": ["name_trump", "all-nt", "all-down(6)", "all-fill(6)"], "trump_discard": "over_limit_only"},
    ),
    (
        "pitch-dirty", "discards_fair_game", True,
        {"rescue": True, "exchange": ["name_trump", "all-nt", "all-fill(6)", "stock>maker-or-partner", "all-down(6)", "rescue"]},
    ),
    ("pitch-oklahoma-six", "follow_strict", True, {"follow": "strict"}),
    ("pitch-oklahoma-six", "follow_must_trump", True, {"follow": "must_follow_or_trump"}),
    ("pitch-campbell-ten-point", "fold", True, {"fold": "maker_may_fold"}),
    ("pitch-campbell-ten-point", "game_by_pips", True, {"game_by": "pips", "game_tie": "nobody"}),
    ("pitch-seven-point-21", "game_by_ten", True, {"game_by": "ten", "game_tie": "n/a"}),
    ("pitch-exact-bid-bonus", "game_by_tens", True, {"game_by": "tens", "defender_gain": "only_if_set_except_off_jack_and_game"}),
    ("pitch-exact-bid-bonus", "game_open_to_all", True, {"defender_gain": "only_if_set_except_off_jack_and_game"}),
    ("pitch-campbell-ten-point", "shoot_all_or_nothing", True, {"shoot_gain": "win", "shoot_loss": "lose"}),
    ("pitch-campbell-ten-point", "shoot_above_ten", True, {"shoot_rank": "above_top_bid", "shoot_kind": "all_points_and_tricks"}),
    ("pitch-trickster-4", "shoot_off", True, {"shoot_kind": "none", "shoot_rank": "n/a", "shoot_gain": "n/a", "shoot_loss": "n/a"}),
    ("smear-pastimes-54", "target_ge", True, {"target_cmp": "ge"}),
    ("pitch-roadhouse", "partners_2x2", True, {"players": [4], "sides": "2x2"}),
    ("pitch-trickster-7", "teams_3x2", True, {"players": [6], "sides": "3x2"}),
    ("pitch-trickster-4", "solo_2_or_3", True, {"players": [2, 3], "sides": "individual"}),
    (
        "pitch-trickster-7", "five_called_partner", True,
        {"players": [5], "sides": "called",
         "exchange": ["name_trump", "call-partner", "all-nt", "others-fill(6)", "stock>maker", "all-down(6)"]},
    ),
    (
        "pitch-charbonneau-ten", "five_players", True,
        {"players": [5], "sides": "called",
         "exchange": ["name_trump", "call-partner", "all-nt", "all-fill(6)", "stock>maker", "all-down(6)"]},
    ),
]  # fmt: skip

WORDED = [
    # Each row: a variant, an option, its argument, all special rules (house words) when the option is chosen.
    ("pitch-pagat-pitching", "overcall_loss_doubled", True, ["overcall_loss_doubled"]),
    ("pitch-campbell-ten-point", "doubling", True, ["doubling"]),
    ("pitch-trickster-4", "overshoot_loses_taken", True, ["overshoot_loses_taken"]),
    ("pitch-campbell-ten-point", "discards_face_up", True, ["discards_face_up"]),
    ("pitch-seven-point-21", "discards_face_up", False, []),
    ("pitch-campbell-ten-point", "keep_surplus", True, ["keep_surplus"]),
    ("smear-pastimes-54", "search_any", True, ["discards_face_up", "search_any"]),
    ("smear-pastimes-54", "recycle_discards", True, ["discards_face_up", "recycle_discards"]),
    ("pitch-six-point-fold", "defenders_score_all", True, ["defenders_score_all"]),
    ("pitch-campbell-ten-point", "to_leader", True, ["to_leader"]),
    ("pitch-reverse", "keep_joker_pair_order", True, ["keep_joker_pair_order"]),
]


@pytest.mark.parametrize(("slug", "option", "argument", "changes"), PATCHED)
def test_each_house_rule_changes_the_expected_fields_of_the_rules(slug: str, option: str, argument: Json, changes: dict[str, Any]) -> None:
    base = VARIANTS[slug].rules
    was, now = base.as_json(), patched(base, {option: argument}).as_json()
    changed = {name: now[name] for name, kind in FIELDS.items() if not kind.derived and now[name] != was[name]}
    assert changed == {name: value for name, value in changes.items() if value is not None and was[name] != value}
    assert changed, "the row shows nothing"


@pytest.mark.parametrize(("slug", "option", "argument", "words"), WORDED)
def test_choosing_a_house_rule_turns_on_the_expected_special_rules(slug: str, option: str, argument: Json, words: list[str]) -> None:
    rules = pitch(slug).rules_with({option: argument}, VARIANTS[slug].rules.players[0])
    assert rules["house_rules"] == words
    assert rules["patches"] == {option: argument}


def test_every_house_rule_has_a_test_row() -> None:
    assert {patch.name for patch in PATCHES} == {row[1] for row in PATCHED} | {row[1] for row in WORDED}


@pytest.mark.parametrize(("slug", "option"), [(slug, option) for slug, variant in VARIANTS.items() for option in variant.rules.options])
def test_every_house_rule_that_a_source_names_leaves_its_variant_playable(slug: str, option: str) -> None:
    arguments = {row[1]: row[2] for row in PATCHED} | {"bid_min": VARIANTS[slug].rules.bid_max}
    system = pitch(slug)
    known = next(one for one in system.options if one.name == option)
    assert known.attested
    rules = ruleset_of(system.rules_with({option: arguments.get(option, True)}, (known.seats or system.players)[0]))
    assert rules != VARIANTS[slug].rules
    assert list(broken(rules)) == []


def test_the_option_off_three_turns_smear_pastimes_54_into_pastimes_off_three() -> None:  # §7
    made = patched(VARIANTS["smear-pastimes-54"].rules, {"off_three": True})
    record = VARIANTS["smear-pastimes-off-three"].rules
    named = {name: getattr(record, name) for name in ("slug", "name", "confidence", "options")}
    assert replace(made, **named) == record


REFUSED: Final[list[tuple[str, dict[str, Json], int, list[tuple[str, str]]]]] = [
    # Each row: a variant, the options, the number of seats, the faults.
    (
        "pitch-auction-classic", {"strip_9A": True}, 4,
        [("/options/strip_9A", "hand_dealt 24 cards are not enough for hands of 6 for 2, 3, 4, 5, 6 or 7 players and a kitty of 0")],
    ),
    ("pitch-trickster-4", {"bid_min": 5}, 4, [("/options/bid_min", "bid_min is more than the highest bid, 4")]),
    (
        "pitch-trickster-4", {"target": 31, "target_21": True}, 4,
        [("/options/target_21", "contradicts target: both change target")],
    ),
    (
        "pitch-campbell-ten-point", {"pot_4": True, "hand_dealt_9": True}, 4,
        [("/options/hand_dealt_9", "contradicts pot_4: both change exchange")],
    ),
    ("pitch-campbell-ten-point", {"widow_all_to_maker": True, "pot_4": True}, 4,
     [("/options/widow_all_to_maker", "needs the step stock-trumps>maker in the exchange")]),
    ("pitch-roadhouse", {"overcall_loss_doubled": True}, 4, [("/options/overcall_loss_doubled", "needs pitching in place of a bid")]),
    ("pitch-trickster-4", {"target": 0}, 4, [("/options/target", "must lie between 1 and 1000")]),
    ("pitch-trickster-4", {"play_to_5_100": 4}, 4, [("/options/play_to_5_100", "must lie between 5 and 100")]),
    ("pitch-trickster-4", {"drop_points": ["king"]}, 4, [("/options/drop_points/0", "must be one of")]),
    (
        "pitch-trickster-4", {"drop_points": ["high", "low", "jack"]}, 4,
        [("/options/drop_points", "bid_min is more than the highest bid, 1")],
    ),
    (
        "pitch-trickster-4", {"strip_5A": True, "pack_ranks": [*"AKQJT"]}, 4,
        [("/options/strip_5A", "contradicts pack_ranks: both change ranks")],
    ),
    ("pitch-trickster-4", {"house": True}, 4, [("/options/house", "is not an option of this game; known: ")]),
    ("pitch-trickster-4", {}, 5, [("/seats", "Trickster 4-point is for 4 players")]),
    ("pitch-trickster-4", {"solo_2_or_3": True}, 4, [("/seats", "Trickster 4-point is for 2 to 3 players")]),
    ("pitch-auction-classic", {}, 8, [("/seats", "Auction Pitch (Bicycle) is for 2 to 7 players")]),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "options", "seats", "faults"), REFUSED)
def test_invalid_options_are_refused(slug: str, options: dict[str, Json], seats: int, faults: list[tuple[str, str]]) -> None:
    with pytest.raises(Unplayable) as refused:
        pitch(slug).rules_with(options, seats)
    reported = [(fault.pointer, fault.message) for fault in refused.value.faults]
    assert [pointer for pointer, _ in reported] == [pointer for pointer, _ in faults]
    assert [message for (_, message), (_, begin) in zip(reported, faults, strict=True) if not message.startswith(begin)] == []


# --- a game opens -------------------------------------------------------------------------------------------------------------------------


def test_the_opening_of_a_game_contains_all_its_rules() -> None:
    rules = pitch("pitch-trickster-7").rules_with({"target": 31, "teams_3x2": True, "no_jick": False, "doubling": True}, 6)
    assert set(rules) == {*FIELDS, "house_rules", "patches"}
    assert (rules["players"], rules["sides"], rules["stock"], rules["target"]) == ([6], "3x2", {"6": 0}, 31)
    assert (rules["house_rules"], rules["patches"]) == (["doubling"], {"teams_3x2": True, "doubling": True, "target": 31})
    assert json.loads(json.dumps(rules)) == rules


def test_the_rules_in_a_record_are_read_back_unchanged() -> None:
    system = pitch("pitch-trickster-4")
    rules = system.rules_with({"target": 31}, 4)
    assert system.rules_again(rules, 4) == rules
    assert system.options_in(rules) == {"target": 31}
    by_hand = {**rules, "win_by": 2}
    assert system.rules_again(by_hand, 4) == by_hand


UNFIT: Final[list[tuple[dict[str, Json], int, str]]] = [
    ({"follow": "any"}, 4, "/rules/follow"),
    ({"slug": "pitch-trickster-5"}, 4, "/rules/slug"),
    ({"total": 7}, 4, "/rules/total"),
    ({}, 3, "/seats"),
    ({"strange": 1}, 4, "/rules/strange"),
]


@pytest.mark.parametrize(("changes", "seats", "pointer"), UNFIT)
def test_a_record_whose_rules_break_a_constraint_is_refused(changes: dict[str, Json], seats: int, pointer: str) -> None:
    system = pitch("pitch-trickster-4")
    with pytest.raises(Unplayable) as refused:
        system.rules_again({**system.rules_with({}, 4), **changes}, seats)
    assert [fault.pointer for fault in refused.value.faults] == [pointer]


ARGUMENTS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "target": st.integers(1, 1000),
    "play_to_5_100": st.integers(5, 100),
    "bid_min": st.integers(1, 50),
    "strip_low_ranks": st.lists(st.sampled_from("AKQJT98765432"), min_size=1, max_size=13),
    "pack_ranks": st.lists(st.sampled_from("AKQJT98765432"), min_size=1, max_size=13),
    "choose_off_cards": st.lists(st.sampled_from("AJT532"), max_size=6),
    "drop_points": st.lists(st.sampled_from(["high", "low", "jack", "game", "trey"]), min_size=1, max_size=5),
}
choices = st.lists(st.sampled_from([patch.name for patch in PATCHES]), max_size=5, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: ARGUMENTS.get(name, st.booleans()) for name in names})
)


@settings(max_examples=300, derandomize=True)
@given(slug=st.sampled_from(list(VARIANTS)), options=choices)
def test_random_options_give_a_valid_ruleset_or_faults_that_name_chosen_options(slug: str, options: dict[str, Json]) -> None:
    base = VARIANTS[slug].rules
    made, again = outcome(slug, options), outcome(slug, dict(reversed(options.items())))
    assert made == again
    if isinstance(made, tuple):
        assert {fault.pointer for fault in made} <= {f"/options/{name}" for name in options}
    else:
        assert list(broken(made)) == []
        assert ruleset_of(resolve(base, options)) == made


def outcome(slug: str, options: dict[str, Json]) -> Ruleset | tuple[Fault, ...]:
    """Return the rules, or the faults for which the options are refused."""
    base = VARIANTS[slug].rules
    try:
        return patched(base, chosen(base, options))
    except Unplayable as refused:
        return refused.faults
