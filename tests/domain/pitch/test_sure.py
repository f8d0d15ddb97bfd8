"""A statement that no legal deal allows is a contradiction at once, whatever was played. Source: 03 §1, §2, §5;
docs/decisions/domain-asking.md."""

import pytest

from domain.kernel.events import Act
from tests.domain.pitch.playing import game, stated
from tests.domain.playing import act

FOUR = "pitch-auction-classic"
NO_SHOOT = "smear-ten-point"
"""Two teams of partners, and no shoot."""

ROWS: list[tuple[str, Act, str, str]] = [
    (FOUR, stated(1, maker=1, bid=7), "a bid of 7, but bids are from 2 to 4", "03 §2: four points"),
    (FOUR, stated(1, maker=1, bid=1), "a bid of 1, but bids are from 2 to 4", "03 §2: the lowest bid"),
    (FOUR, stated(1, maker=1, bid=2, counts={"0": 3, "1": 3}), "6 points in all, but a deal has 4", "03 §5"),
    (FOUR, stated(1, maker=1, bid=2, partner=3), "{3} as the called partner, but nobody calls a partner in this game", "03 §1"),
]


@pytest.mark.parametrize(("slug", "said", "words", "source"), ROWS, ids=[row[2] for row in ROWS])
def test_stating_a_deal_that_the_rules_make_impossible_is_a_contradiction(slug: str, said: Act, words: str, source: str) -> None:
    found = {finding.rule: finding for finding in game(slug, said, seats=4).findings}
    finding = found["deal-against-the-rules"]
    assert (finding.kind, finding.versions) == ("contradiction", (2,)), source
    assert finding.sentence == f"Deal 1 cannot have been as stated. Stated: {words}."


def test_stating_a_shoot_in_a_game_without_shoots_is_a_contradiction() -> None:
    [finding] = [each for each in game(NO_SHOOT, stated(1, maker=0, shoot=True)).findings if each.rule == "deal-against-the-rules"]
    assert "a shoot, but this game has none" in finding.sentence


def test_stating_different_scores_for_two_partners_is_reported() -> None:
    said = act("RoundStated", round=1, points={"0": 4, "2": 3, "1": 0})
    found = {finding.rule: finding for finding in game(NO_SHOOT, said, seats=4).findings}
    assert found["partners-unequal"].seats == (0, 2)
    fair = act("ScoreStated", scores={"0": 4, "2": 4, "1": 0})
    assert game(NO_SHOOT, fair, seats=4).findings == ()
