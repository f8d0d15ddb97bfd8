"""The runner itself: what it does not know has failed; the project's own copy passes as far as the systems go."""

import json
from pathlib import Path

import pytest

from domain.systems import SYSTEMS
from tests.examples.run import DEFAULT, failure, run

HC01 = next(example for example in json.loads(DEFAULT.read_text(encoding="utf-8")) if example["id"] == "hc-01")


def test_all_examples_of_the_systems_we_have_pass() -> None:
    assert run(DEFAULT, frozenset(SYSTEMS)) == 0


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
def test_what_is_unknown_or_wrong_fails(change: dict[str, object], why: str) -> None:
    assert why in (failure({**HC01, **change}) or "")


def test_lists_of_players_are_unordered() -> None:
    assert failure({**HC01, "expected": {"right": ["Jason", "Eric"]}}) is None


def test_exit_counts_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "held-back.json"
    file.write_text(json.dumps([HC01, {**HC01, "id": "x", "level": "moon"}]), encoding="utf-8")
    assert run(file, frozenset()) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"
