"""The worked examples of Pitch and Smear in the examples file, and the forms in which an example may be written."""

import json
from typing import Any

import pytest

from domain.systems.pitch.variants import VARIANTS
from tests.examples.pitch import DRIVERS, rules_of
from tests.examples.run import DEFAULT, failure

EXAMPLES = [example for example in json.loads(DEFAULT.read_text(encoding="utf-8")) if example["system"] in VARIANTS]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_every_worked_example_in_the_file_passes(example: dict[str, Any]) -> None:
    assert failure(example) is None


def an_example(system: str, level: str, given: dict[str, Any], **expected: Any) -> dict[str, Any]:
    return {"system": system, "level": level, "input": given, "expected": expected}


PARLETT_TRICK = [["N", "5C"], ["N", "AC"], ["E", "2C"], ["S", "KC"], ["S", "3C"], ["W", "QC"]]


@pytest.mark.parametrize(
    ("example", "source"),
    [
        (an_example("smear-ten-point", "trick", {"trump": "C", "plays": PARLETT_TRICK}, winner="N"), "PI-13: default highest"),
        (an_example("pitch-charbonneau-ten", "legal", {"trump": "S", "hand": ["4D"], "led": "3S"}, legal=[]), "PI-37: out"),
        (
            an_example("pitch-roadhouse", "legal", {"trump": "S", "hand": ["4D", "2S"], "led": None, "first_trick": True}, legal=["2S"]),
            "first_lead",
        ),
        (
            an_example(
                "smear-pastimes-54",
                "team_out",
                {"left_with": {"EW": ["AH", "TD"]}, "trump": "H", "taken_before": {"NS": 4}},
                final={"NS": 4, "EW": 1},
            ),
            "PI-43: point cards only",
        ),
        (
            an_example(
                "pitch-campbell-ten-point",
                "fold",
                {
                    "option": "fold",
                    "maker": "A",
                    "bid": 5,
                    "before": {"A": 0, "B": 0},
                    "defender_points_fallen": {"joker_won": True, "deuce_played": True},
                },
                delta={"A": -5, "B": 2},
                after={"A": -5, "B": 2},
            ),
            "PI-19 by option",
        ),
        (
            an_example(
                "smear-ten-point",
                "exchange",
                {"pack": 54, "players": 4, "hand": 10},
                stock=14,
                maker_after_stock=24,
                maker_discards=18,
                other_discards=4,
            ),
            "PI-11",
        ),
        (
            an_example("pitch-charbonneau-ten", "exchange", {"trumps_held": 8, "hand_limit": 6}, cards_on_first_trick=1, extra=0),
            "no such step",
        ),
        (
            an_example(
                "smear-ten-point",
                "score",
                {"option": "target(31)", "before": {"A": 20, "B": 0}, "maker": "A", "bid": 3, "made": {"A": 5, "B": 5}},
                winner=None,
            ),
            "§7: an option with its argument",
        ),
        (
            an_example(
                "pitch-charbonneau-ten", "deal_total", {"option": "drop_points(trey)", "points": {"high": 1, "low": 1, "game": 1}}, total=3
            ),
            "§7: an option with a list",
        ),
        (
            an_example(
                "pitch-pawnee-five",
                "score",
                {"before": dict.fromkeys("ABCDE", 0), "maker": "A", "bid": 8, "made": {"A": 7, "B": 3, "C": 7, "D": 3, "E": 3}},
                made_bid=False,
                delta={"A": -8, "B": 3, "C": -8, "D": 3, "E": 3},
            ),
            "PI-25: points given by player; the player who made what the maker made is the partner",
        ),
        (
            an_example(
                "pitch-charbonneau-ten",
                "full_hand",
                {
                    "trump": "H",
                    "maker": "N",
                    "bid": 4,
                    "sides": {"N": "NS", "S": "NS", "E": "EW", "W": "EW"},
                    "hands": {"N": ["AH", "KD"], "E": ["5H", "2D"], "S": ["2H", "TH", "3H"], "W": ["QD"]},
                    "tricks": [[["N", "AH"], ["E", "5H"], ["S", "2H"]]],
                },
                trick_winners=["N"],
                totals={"NS": 6, "EW": 0},
                points={"high": "NS", "low": "NS", "trey": "NS", "game": "NS"},
            ),
            "PI-41: all others are out, the rest are tricks for S",
        ),
        (
            an_example(
                "smear-pastimes-54",
                "full_hand",
                {
                    "trump": "H",
                    "maker": "N",
                    "bid": 4,
                    "sides": {"N": "NS", "S": "NS", "E": "EW", "W": "EW"},
                    "hands": {"N": ["AH"], "E": ["5H", "HJ"], "S": ["2H"], "W": ["4H", "LJ", "6H"]},
                    "tricks": [[["N", "AH"], ["E", "5H"], ["S", "2H"], ["W", "4H"]]],
                },
                totals={"NS": 2, "EW": 2},
                pips={"NS": 4, "EW": 0},
            ),
            "PI-43: both N and S are out",
        ),
    ],
)
def test_a_worked_example_in_each_form_passes(example: dict[str, Any], source: str) -> None:
    assert failure(example) is None, source


@pytest.mark.parametrize("level", sorted({level for _, level in DRIVERS}))
def test_a_worked_example_with_an_unknown_input_fails(level: str) -> None:
    assert "unknown input wind" in (failure(an_example("smear-parlett", level, {"wind": 3})) or "")


def test_a_worked_example_that_overrides_fields_has_its_derived_fields_computed_again() -> None:
    rules = rules_of(an_example("pitch-reverse", "trick", {"override": {"low_is": "deuce", "off_cards": ["J", "5"]}}))
    assert rules.trump_order[:5] == ("A", "K", "Q", "J", "oJ")
    assert "o5" in rules.trump_order
