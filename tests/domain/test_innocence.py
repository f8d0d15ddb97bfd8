"""If an entry is forgotten, the record accuses nobody. These tests make a few of the trials of bench/innocence.py for each family of
games. Source: docs/decisions/domain-asking.md."""

from itertools import islice

import pytest

import bench.innocence
from bench.forgetting import ANSWERED, answered, slipped
from bench.innocence import Tally, tried
from bench.marred import names
from domain.systems import SYSTEMS
from tests.speeds import long, slow


def judged(seed: int, trials: int) -> Tally:
    tally = Tally()
    for name in islice(names(seed), trials):
        tally.add(tried(name))
    return tally


def held(tally: Tally) -> None:
    assert {trial.name: trial.accusing for trial in tally.accused} == {}
    assert {trial.name: trial.flaws for trial in tally.flawed} == {}
    assert [trial.name for trial in tally.unanswered] == []
    opens = [trial for trial in tally.trials if trial.opens]
    assert sum(trial.asks for trial in opens) >= 0.85 * len(opens) > 0
    assert sorted(trial.queries for trial in tally.trials)[len(tally.trials) // 2] <= 1


@pytest.mark.parametrize(("seed", "trials"), [(1, 60), pytest.param(2, 240, marks=slow), pytest.param(5, 1_200, marks=long)])
def test_a_forgotten_or_swapped_entry_raises_a_question_and_accuses_nobody(seed: int, trials: int) -> None:
    held(judged(seed, trials))


GAMES_OF_TRICKS = ("pitch", "spades", "bid-whist")


@pytest.mark.parametrize("number", [20, pytest.param(60, marks=slow)])
def test_a_question_is_settled_when_the_missing_card_is_recorded_as_forgotten(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.innocence, "slipped", lambda game, dice: answered(game, dice) or slipped(game, dice))
    some = [name for name in islice(names(9), 300) if SYSTEMS[name.split(maxsplit=1)[0]].family in GAMES_OF_TRICKS][:number]
    trials = [trial for trial in map(tried, some) if trial.slip == ANSWERED]
    assert len(trials) > number / 2
    assert {trial.name: (trial.accusing, trial.queries) for trial in trials if trial.accusing or trial.queries} == {}
    assert [trial.name for trial in trials if trial.other_points] == []
