"""A stated deal that the rules do not allow is a contradiction, whatever cards were played. Source: 03 §1, §2, §5;
docs/decisions/domain-asking.md."""

from random import Random

import pytest

from bench.strength import planted
from domain.kernel.events import Act, CardsDiscarded
from domain.record.fold import read
from domain.system import PUBLIC
from domain.systems.pitch.play.table import Pitch
from domain.tricks.pack import TRUMP
from tests.domain.pitch.playing import PLAYED, game, stated
from tests.domain.playing import act, events

FOUR, FIVE = "pitch-auction-classic", "pitch-pawnee-five"
NO_SHOOT = "smear-ten-point"
"""A game of two teams of partners, in which nobody may shoot."""

ROWS: list[tuple[str, Act, str, str]] = [
    (FOUR, stated(1, maker=1, bid=7), "a bid of 7, but bids are from 2 to 4", "03 §2: four points"),
    (FOUR, stated(1, maker=1, bid=1), "a bid of 1, but bids are from 2 to 4", "03 §2: the lowest bid"),
    (FOUR, stated(1, maker=1, bid=2, counts={"0": 3, "1": 3}), "6 points in all, but a deal has 4", "03 §5"),
    (FOUR, stated(1, maker=1, bid=2, counts={"0": 5}), "5 points for {0}, but a deal has 4", "03 §5"),
    (FIVE, stated(1, maker=1, bid=2, counts={"0": 11}), "11 points for {0}, but a deal has 10", "03 §5, PI-25"),
    (FOUR, stated(1, maker=1, bid=2, partner=3), "{3} as the called partner, but nobody calls a partner in this game", "03 §1"),
]


@pytest.mark.parametrize(("slug", "said", "words", "source"), ROWS, ids=[row[2] for row in ROWS])
def test_stating_a_deal_that_the_rules_make_impossible_is_a_contradiction(slug: str, said: Act, words: str, source: str) -> None:
    found = {finding.rule: finding for finding in game(slug, said, seats=5 if slug == FIVE else 4).findings}
    finding = found["deal-against-the-rules"]
    assert (finding.kind, finding.versions) == ("contradiction", (2,)), source
    assert finding.sentence == f"Deal 1 cannot have been as entered. Entered: {words}."


def test_stating_a_shoot_in_a_game_without_shoots_is_a_contradiction() -> None:
    [finding] = [each for each in game(NO_SHOOT, stated(1, maker=0, shoot=True)).findings if each.rule == "deal-against-the-rules"]
    assert "a shoot, but this game has none" in finding.sentence


def test_stating_different_scores_for_two_partners_is_reported() -> None:
    said = act("RoundStated", round=1, points={"0": 4, "2": 3, "1": 0})
    found = {finding.rule: finding for finding in game(NO_SHOOT, said, seats=4).findings}
    assert found["partners-unequal"].seats == (0, 2)
    fair = act("ScoreStated", scores={"0": 4, "2": 4, "1": 0})
    assert game(NO_SHOOT, fair, seats=4).findings == ()


def shown_trump(table: Pitch, _dice: Random) -> Act | None:
    """Return an act in which a player throws a trump face up, although no trump may be thrown. Return None if nobody has to throw now."""
    deal = table.deal
    step = table.steps[deal.step] if deal.phase == "exchange" and deal.step < len(table.steps) else None
    if step is None or step.does != "throw-plain" or not deal.trump:
        return None
    for seat in table.ring:
        trumps = sorted(card for card in deal.hand(seat) if deal.pack.suit_of[card] == TRUMP)
        if trumps and seat not in deal.done:
            plain = sorted(card for card in deal.hand(seat) if deal.pack.suit_of[card] != TRUMP)
            return CardsDiscarded(seat, len(plain) + 1, None, (*plain, trumps[0]))
    return None


@pytest.mark.parametrize(("seed", "kind"), [(2, "breach"), (1, "query")])
def test_everybody_sees_the_finding_about_a_trump_that_was_thrown_face_up(seed: int, kind: str) -> None:
    """03 §2: trumps may not be thrown (`trump_discard`). The breach is proved when the deal is closed. But if the throw was entered
    directly after the trump was named, these two entries may be in the wrong order, so there is only a query."""
    made = planted("pitch-seven-point-21", shown_trump, Random(seed))
    assert made is not None
    reading = read(PLAYED["pitch-seven-point-21"], events(made.acts))
    found = [finding for finding in reading.findings if finding.rule == "trump-thrown"]
    assert [(finding.kind, finding.versions, PUBLIC.may_see(finding)) for finding in found] == [(kind, (made.at + 1,), True)]
