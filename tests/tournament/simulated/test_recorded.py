"""Whole tournaments with recorded games over HTTP, with rulings after the confirmation. Their standings equal an independent
recomputation."""

from random import Random

import pytest
from flask import Flask

from service.store.connect import write_client
from tests.api.callers import Caller
from tests.servers import RunningServer
from tests.speeds import rows
from tests.tournament.simulated.evening import Evening
from tests.tournament.simulated.plans import PLANS, Plan
from tests.tournament.simulated.recorded import Recorded, decides
from tests.tournament.simulated.test_simulated import (
    SEED,
    another_app,
    arrived,
    check_all,
    check_as_known_then,
    check_same_rounds,
)
from workers.wiring import Wiring, wired_to

__all__ = ["another_app"]

RECORDED = [name for name, plan in PLANS.items() if plan.size < 96 or name == "swiss-96"]
"""The tournaments that are played with recorded games. Games of the other large ones would only repeat what smaller ones show."""
SMALL_PLANS = [name for name, plan in PLANS.items() if plan.small]


@pytest.fixture
def jobs(server: RunningServer) -> Wiring:
    return wired_to(write_client(server.socket))


@pytest.mark.parametrize("plan", rows(RECORDED, ["progressive-8"], PLANS.__getitem__))
def test_standings_from_recorded_games_equal_an_independent_recomputation(
    director: Caller, scorekeeper: Caller, another_app: Flask, jobs: Wiring, plan: Plan
) -> None:
    evening = Evening(director, scorekeeper, plan, Recorded(jobs, SEED), SEED, Random(1)).play()
    check_all(evening, another_app)


@pytest.mark.parametrize("plan", rows([name for name in SMALL_PLANS if PLANS[name].size == 13], [], PLANS.__getitem__))
def test_pairings_and_standings_do_not_depend_on_which_game_ends_first(
    director: Caller, scorekeeper: Caller, jobs: Wiring, plan: Plan
) -> None:
    first, second = (
        Evening(director, scorekeeper, plan, Recorded(jobs, SEED), SEED, Random(order), watched=False).play() for order in (1, 2)
    )
    assert arrived(first) != arrived(second)
    check_same_rounds(first, second)


@pytest.mark.parametrize("accept", [True, False], ids=["accepted", "declined"])
def test_a_ruling_on_a_confirmed_game_moves_no_entry_until_the_director_accepts(
    director: Caller, scorekeeper: Caller, jobs: Wiring, accept: bool
) -> None:
    """In a round of recorded games, a director takes points from a confirmed game. The changed result waits for the director, although
    nobody confirmed it. The preview shows what happens if the director accepts. If the director declines, no entry moves."""
    results = Recorded(jobs, SEED)
    evening = Evening(director, scorekeeper, PLANS["swiss-8"], results, SEED, Random(1))
    evening.begin()
    evening.round(1)
    results.ruled(evening, 1, 1)
    decides(evening, accept=accept)
    check_as_known_then(evening)
