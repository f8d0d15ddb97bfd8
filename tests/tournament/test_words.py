"""The events of a tournament in words: verbs agree with the names of pairs and teams, and scores below zero have a minus sign."""

from typing import Any

import pytest

from domain.words.tournaments import words
from tests.tournament.stream import act

NAMES = {1: "Anna", 2: "Anna and Ben", 3: "The Aces"}


@pytest.mark.parametrize(
    ("said", "data"),
    [
        ("Anna gets 1 point: late", {"type": "ScoreAdjusted", "entry": 1, "points": 1, "reason": "late"}),
        ("Anna and Ben get −3 points: late", {"type": "ScoreAdjusted", "entry": 2, "points": -3, "reason": "late"}),
        ("Anna and The Aces must not sit at one table", {"type": "WishMade", "entries": [1, 3]}),
        (
            "Anna and The Aces should not sit at one table before round 3: they are of one family",
            {"type": "WishMade", "entries": [1, 3], "hard": False, "from_round": 3, "because": "family"},
        ),
        ("Anna should sit at another table than the last time", {"type": "WishMade", "entries": [1], "hard": False, "another_table": True}),
        ("The Aces are here", {"type": "CheckedIn", "entry": 3}),
        ("Anna and Ben withdraw from round 2 on", {"type": "EntryWithdrawn", "entry": 2, "from_round": 2}),
        ("Anna plays again from round 3 on", {"type": "EntryReturned", "entry": 1, "from_round": 3}),
        ("Round 1, table 2: a result is typed in, 4 to −2", {"type": "ResultEntered", "round": 1, "table": 2, "scores": [4, -2]}),
    ],
)
def test_sentences_agree_with_their_names(said: str, data: dict[str, Any]) -> None:
    assert words(act(data.pop("type"), **data), NAMES.__getitem__) == said


@pytest.mark.parametrize(
    ("said", "winners", "sides"),
    [
        ("Anna and Ben win by forfeit", [0], [[2], [1]]),
        ("Anna and The Aces win by forfeit", [1], [[2], [1, 3]]),
        ("side 2 wins by forfeit", [1], []),
    ],
)
def test_the_side_that_wins_is_named_if_it_is_known(said: str, winners: list[int], sides: list[list[int]]) -> None:
    ruled = act("ForfeitRuled", round=1, table=2, winners=winners)
    assert words(ruled, NAMES.__getitem__, lambda *_: sides) == f"Round 1, table 2: {said}"
