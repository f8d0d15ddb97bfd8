"""The words for calls in games of tricks: kinds of bids, no trump, and whether high or low cards win."""

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
        ("TrumpNamed", {"suit": "H", "ranks": "low"}, "Ann names hearts, low cards win"),
        ("BidMade", {"amount": 0}, "Ann bids nil"),
        ("BidMade", {"amount": 0, "blind": True}, "Ann bids blind nil"),
        ("TrumpNamed", {"ranks": "high"}, "Ann names no trump, high cards win"),
    ],
)
def test_a_call_is_put_into_words(type_: str, data: dict[str, Json], said: str) -> None:
    assert sentence(act(type_, seat=0, **data), lambda _: "Ann") == said


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"dealer": 1}, "Result of the deal; Bob dealt"),
        ({"bids": {"0": 4, "1": 0}, "tricks": {"0": 5, "1": 8}}, "Result of the deal; bids: Ann 4, Bob nil; tricks: Ann 5, Bob 8"),
        ({"maker": 1, "bid": 4, "kind": "low", "trump": "H"}, "Result of the deal; Bob bids 4 low in hearts"),
        ({"maker": 0, "bid": 5, "kind": "no_trump", "ranks": "low"}, "Result of the deal; Ann bids 5 without trumps, low cards win"),
        ({"bids": {"0": 0, "1": 6}, "blind": [0]}, "Result of the deal; bids: Ann blind nil, Bob 6"),
        ({"maker": 0}, "Result of the deal; Ann is the maker"),
    ],
)
def test_a_stated_deal_is_put_into_words(stated: dict[str, Json], said: str) -> None:
    assert sentence(act("TricksStated", round=1, **stated), lambda seat: ("Ann", "Bob")[seat]) == said
