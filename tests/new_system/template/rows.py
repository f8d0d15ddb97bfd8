"""New Game, rule by rule. Each row: a record, what must follow from it, and the place in the page of rules that says so.
Source: docs/games/new-game.md."""

import pytest

from domain.kernel.events import Act
from domain.record.fold import Reading
from domain.system import PUBLIC
from domain.systems import SYSTEMS
from tests.domain.playing import act, played, suspicions


def new_game(*acts: Act, target: int = 5) -> Reading:
    """Return the reading of a game of three players."""
    return played("new-game", 3, *acts, target=target)


def a_round(cards: str) -> list[Act]:
    """Return the acts of a round: `a_round("2S 3S 4S")` are the cards of seats 0, 1 and 2. `??`: nobody remembers the card."""
    return [act("CardPlayed", seat=seat, card=None if card == "??" else card) for seat, card in enumerate(cards.split())]


ROUNDS = [
    ("2S 3S 4S", {0: 0, 1: 0, 2: 1}, "Scoring: the highest card scores a point"),
    ("2S 4H 4S", {0: 0, 1: 0, 2: 0}, "XX-1: two highest cards"),
    ("2S ?? 4S", {0: 0, 1: 0, 2: 0}, "nobody remembers a card: the points are open"),
]


@pytest.mark.parametrize(("cards", "scores", "source"), ROUNDS, ids=[row[-1] for row in ROUNDS])
def test_a_round_gives_the_expected_points(cards: str, scores: dict[int, int], source: str) -> None:
    reading = new_game(*a_round(cards))
    outcome = SYSTEMS["new-game"].outcome(reading.table)
    assert outcome.scores == scores, source
    assert outcome.open_deals == ((1,) if "??" in cards else ())
    assert reading.findings == ()


ENDS = [
    (1, ["2S 3S 4S"], "finished", (2,), "Winning: the target is reached"),
    (2, ["2S 3S 4S"], "open", (), "Winning: it is not reached yet"),
    (2, ["2S 3S 4S", "3S 2S 4S"], "finished", (2,), "Winning: it is reached later"),
]


@pytest.mark.parametrize(("target", "rounds", "state", "winners", "source"), ENDS, ids=[row[-1] for row in ENDS])
def test_a_game_ends_when_the_rules_say(target: int, rounds: list[str], state: str, winners: tuple[int, ...], source: str) -> None:
    result = new_game(*[laid for cards in rounds for laid in a_round(cards)], target=target).result
    assert (result.state, result.winners) == (state, winners), source


FINDINGS = [
    ([act("CardPlayed", seat=5, card="2S")], ["not-seated"]),
    ([*a_round("2S"), act("CardPlayed", seat=0, card="3S")], ["changed-card"]),
    ([act("CardPlayed", seat=0, card="HJ")], ["not-in-pack"]),
    ([*a_round("2S"), act("CardPlayed", seat=1, card="2S")], ["card-seen-twice"]),
    ([act("DealVoided", reason="misdeal")], ["nothing-to-void"]),
    ([*a_round("2S"), act("DealVoided", reason="misdeal")], []),
    ([act("PlayerJoined", seat=3)], ["roster-fixed"]),
    ([act("PlayerLeft", seat=3)], ["not-seated"]),
    ([act("PlayerLeft", seat=2), act("CardPlayed", seat=0, card="2S")], ["after-the-end"]),
    ([act("RoundStated", round=1, points={"0": 1})], []),
    ([act("RoundStated", round=1, points={"0": 1}), act("ScoreStated", scores={"0": 2})], ["score-stated-otherwise"]),
]


@pytest.mark.parametrize(("acts", "rules"), FINDINGS)
def test_what_is_wrong_is_found(acts: list[Act], rules: list[str]) -> None:
    assert [finding.rule for finding in suspicions(new_game(*acts))] == rules


def test_everyone_sees_the_cards() -> None:
    reading = new_game(*a_round("2S 3S"))
    view = SYSTEMS["new-game"].seen_by(reading.table, PUBLIC)
    assert [seat.card for seat in view.seats] == ["2S", "3S", None]
    assert view.turn == (2,)
