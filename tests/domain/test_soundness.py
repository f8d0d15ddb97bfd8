"""In legal games nobody is accused, with or without hidden parts (design.md §5). bench/soundness.py plays more games."""

import pytest

from bench.soundness import accused
from domain.system import System, Table
from tests.speeds import slow
from tests.systems import every_system


@pytest.mark.parametrize(("slug", "seed"), [("pitch-susky-river-off-ace", 6084), ("pitch-charbonneau-extended", 50213)])
def test_a_legal_game_that_once_gave_a_false_finding_now_gives_none(slug: str, seed: int) -> None:
    """In the record of the first game, the dealer and a draw are missing (PI-26). In the record of the second game, the first throws of
    two players are missing. Their second throws, which have no cards, were mistaken for the first."""
    assert accused(slug, seed) == []


@every_system
@pytest.mark.parametrize("games", [2, pytest.param(7, marks=slow)])
def test_a_legal_game_has_no_finding_that_accuses_a_player(system: System[Table], games: int) -> None:
    for seed in range(games):
        assert [finding.sentence for finding in accused(system.slug, seed, 70)] == [], seed
