"""Tests of the runner of worked examples. An example with unknown parts fails, and all examples of systems with code pass."""

import json
from pathlib import Path

import pytest

from domain.systems import SYSTEMS
from tests.examples.pitch import rules_of
from tests.examples.run import DEFAULT, failure, not_built_yet, run

RULES = DEFAULT.with_name("from_the_rules.json")
"""Examples of Spades, Bid Whist and higher-or-lower that were written from the rule texts alone; `source` names the fields and rulings."""
PUBLISHED = DEFAULT.with_name("published_rules.json")
"""Examples of rules that tournaments and websites publish; `source` names them."""
HC01 = next(example for example in json.loads(DEFAULT.read_text(encoding="utf-8")) if example["id"] == "hc-01")


def test_all_worked_examples_of_implemented_games_pass() -> None:
    assert run(DEFAULT, frozenset(SYSTEMS)) == 0


def test_all_examples_written_from_the_rules_pass() -> None:
    assert run(RULES, frozenset()) == 0


def test_all_examples_of_published_rules_pass() -> None:
    assert run(PUBLISHED, frozenset()) == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"system": "poker"}, "nobody knows poker"),
        ({"level": "moon"}, "nobody knows high-card at level moon"),
        ({"input": {**HC01["input"], "wind": 3}}, "unknown input wind"),
        ({"expected": {"luck": 3}}, "unknown expectation luck"),
        ({"expected": {"right": ["Chris"]}}, "right: expected"),
        ({"expected": {"next_leader": "Guy"}}, "next_leader: expected"),
        ({"input": {"seats": ["A"]}}, "KeyError"),
    ],
)
def test_a_worked_example_with_unknown_parts_or_wrong_expectations_fails(change: dict[str, object], why: str) -> None:
    assert why in (failure({**HC01, **change}) or "")


def test_a_worked_example_may_list_expected_players_in_any_order() -> None:
    assert failure({**HC01, "expected": {"right": ["Jason", "Eric"]}}) is None


def test_the_runner_of_worked_examples_returns_the_number_that_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "held-back.json"
    file.write_text(json.dumps([HC01, {**HC01, "id": "x", "level": "moon"}]), encoding="utf-8")
    assert run(file, frozenset()) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"


def test_worked_examples_of_games_not_yet_implemented_are_counted_separately(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.examples.run.SYSTEMS", {slug: system for slug, system in SYSTEMS.items() if slug != "bid-whist"})
    file = tmp_path / "held-back.json"
    file.write_text(json.dumps([HC01, {**HC01, "system": "bid-whist"}, {**HC01, "system": "poker"}]), encoding="utf-8")
    assert "bid-whist" in not_built_yet()
    assert run(file, frozenset()) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed, 1 not built yet"


def test_running_a_file_without_worked_examples_fails(tmp_path: Path) -> None:
    file = tmp_path / "held-back.json"
    file.write_text(json.dumps([HC01]), encoding="utf-8")
    with pytest.raises(SystemExit, match="no example of high"):
        run(file, frozenset({"high"}))


SCORE = {
    "id": "s", "system": "pitch-pawnee-five", "level": "score",
    "input": {"before": {"A": 0, "B": 0, "C": 0, "D": 0, "E": 0}, "maker": "A", "bid": 6, "made": {"A": 5, "B": 0, "C": 5, "D": 0, "E": 0}},
    "expected": {"made_bid": False, "delta": {"A": -6, "B": 0, "C": -6, "D": 0, "E": 0}},
}  # fmt: skip


def test_in_a_worked_example_the_partners_are_the_players_with_as_many_points_as_the_maker() -> None:
    """PI-25: each member of a side scores the points of the side."""
    assert failure(SCORE) is None


@pytest.mark.parametrize(
    ("slug", "option", "total"),
    [
        ("smear-ten-point", "drop_points(pt_high)", 9),
        ("smear-ten-point", "drop_points(high low)", 8),
        ("smear-ten-point", "drop_points(high,low)", 8),
        ("smear-ten-point", "play_to_5_100 (15)", 10),
        ("smear-ten-point", "target=31", 10),
        ("pitch-pagat-partnership", "pack_ranks(AKQJT98765)", 4),
        ("pitch-pagat-partnership", "pack_ranks(A K Q J T 9 8 7 6 5)", 4),
    ],
)
def test_a_house_rule_in_a_worked_example_is_read_with_its_argument(slug: str, option: str, total: int) -> None:
    """docs/rules/03 §7: if an argument is a list, it may be written in several ways."""
    rules = rules_of({"system": slug, "input": {"option": option}})
    assert rules.total == total


@pytest.mark.parametrize("option", ["drop_points(moon)", "moon", "target(many)", "target", "fold(", "fold(3)", ""])
def test_an_invalid_house_rule_in_a_worked_example_is_refused(option: str) -> None:
    assert failure({**SCORE, "input": {**SCORE["input"], "option": option}})  # type: ignore[dict-item]


def test_a_worked_example_scores_minus_five_for_makers_who_give_up_a_shoot() -> None:
    """PI-19: makers who give up are set (have failed). That costs five points if a shoot is its own kind of call (docs/rules/03 §6,
    shoot_loss)."""
    given = {"override": {"fold": "maker_may_fold"}, "maker": "A", "bid": None, "before": {"A": 0, "B": 0}, "defender_points_fallen": {}}
    example = {"id": "f", "system": "pitch-pagat-partnership", "level": "fold", "input": given, "expected": {"delta": {"A": -5, "B": 0}}}
    assert failure(example) is None


BID_WHIST = [
    # Each row: the id, the system, the level, the input, the expected answer, the source.
    ("no-low", "bid-whist", "trick", {"kind": "no", "direction": "low", "trump": None,
     "plays": [["N", "KD"], ["E", "HJ"], ["S", "2D"], ["W", "AD"]]}, {"winner": "W"}, "BW-3, BW-5"),
    ("joker-led", "bid-whist", "trick", {"kind": "no", "direction": "high", "trump": None,
     "plays": [["N", "LJ"], ["E", "3H"], ["S", "AS"], ["W", "HJ"]]}, {"winner": "E"}, "BW-5"),
    ("aces-bad", "bid-whist", "trick", {"kind": "low", "direction": "low", "trump": "S", "option": "aces_bad",
     "plays": [["N", "AS"], ["E", "KS"], ["S", "KH"], ["W", "2H"]]}, {"winner": "E"}, "BW-3"),
    ("aces-good", "bid-whist", "trick", {"kind": "low", "direction": "low", "trump": "S",
     "override": {"downtown_order": "A23456789TJQK"}, "plays": [["N", "AS"], ["E", "2S"], ["S", "LJ"], ["W", "HJ"]]},
     {"winner": "W"}, "BW-1"),
    ("boston", "bid-whist", "score", {"level": 3, "kind": "no", "tricks": 12, "override": {"boston": 4}},
     {"books": 13, "made": True, "delta": 56}, "05 Schema boston, BW-4"),
    ("made-level", "bid-whist-min-four", "score", {"level": 4, "kind": "high", "tricks": 11, "option": "made_scores(level)"},
     {"books": 12, "made": True, "delta": 4}, "BW-4"),
    ("no-book", "bid-whist", "score", {"level": 4, "kind": "low", "tricks": 9, "override": {"kitty_is_book": "none"}},
     {"books": 9, "made": False, "delta": -4}, "05 Schema kitty_is_book"),
    ("no-book-limit", "bid-whist", "limit", {"level": 4, "override": {"kitty_is_book": "none"}}, {"max_opponent_books": 2}, "05 Audit"),
    ("low-first", "bid-whist", "bid_order",
     {"bids": [[3, "no"], [3, "high"], [3, "low"]], "override": {"kind_order": ["low", "high", "no"]}},
     {"sorted": [[3, "low"], [3, "high"], [3, "no"]]}, "05 Schema kind_order"),
    ("no-floor", "bid-whist", "game_end", {"scores": {"NS": -9, "EW": 2}, "option": "floor: none"}, {"winner": None}, "BW-6"),
    ("target", "bid-whist", "game_end", {"scores": {"NS": 7, "EW": 6}}, {"winner": "NS"}, "05 Schema target"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "system", "level", "given", "expected", "source"), BID_WHIST, ids=[row[0] for row in BID_WHIST])
def test_an_example_of_bid_whist_may_have_an_option_or_changed_fields(
    name: str, system: str, level: str, given: dict[str, object], expected: dict[str, object], source: str
) -> None:
    assert failure({"id": name, "system": system, "level": level, "input": given, "expected": expected}) is None, source


def test_an_example_of_bid_whist_with_an_unknown_option_fails() -> None:
    given = {"scores": {"A": 0, "B": 0}, "option": "floor: high"}
    assert "no value of floor" in (failure({"id": "x", "system": "bid-whist", "level": "game_end", "input": given, "expected": {}}) or "")
