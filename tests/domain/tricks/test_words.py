"""Calls of games of tricks in words: kinds of bids, no trump, and which way the ranks run."""

import pytest

from domain.kernel.canonical import Json
from domain.words import sentence
from tests.domain.playing import act


@pytest.mark.parametrize(
    ("type_", "data", "said"),
    [
        ("BidMade", {"amount": 3}, "Ann bids 3"),
        ("BidMade", {"amount": 3, "kind": "low"}, "Ann bids 3 low"),
        ("BidMade", {"amount": 4, "kind": "no_trump"}, "Ann bids 4 without trumps"),
        ("TrumpNamed", {"suit": "H"}, "Ann names hearts"),
        ("TrumpNamed", {"suit": "H", "ranks": "low"}, "Ann names hearts low"),
        ("TrumpNamed", {"ranks": "high"}, "Ann names no trump high"),
    ],
)
def test_a_call_is_put_into_words(type_: str, data: dict[str, Json], said: str) -> None:
    assert sentence(act(type_, seat=0, **data), lambda _: "Ann") == said
