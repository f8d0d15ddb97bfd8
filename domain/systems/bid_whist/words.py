"""Bids and contracts of Bid Whist in words."""

from collections.abc import Sequence
from typing import Final

from domain.kernel.cards import SUIT_NAMES
from domain.kernel.events import Kind, Ranks
from domain.words.phrases import listed
from domain.words.tricks import KINDS

NAMES: Final[dict[Kind, str]] = {"high": "high", "low": "low", "no_trump": "no trump"}


def bid_words(level: int, kind: Kind | None) -> str:
    """Return the bid in words.

    >>> bid_words(4, "low")
    '4 low'
    """
    return f"{level}{KINDS[kind]}"


def contract_words(level: int, kind: Kind | None, trump: str | None, ranks: Ranks | None) -> str:
    """Return the contract in words: the bid and what was named.

    >>> contract_words(4, "low", "S", "low")
    '4 low in spades'
    >>> contract_words(5, "no_trump", None, "high")
    '5 without trumps, high'
    """
    suit = f" in {SUIT_NAMES[trump]}" if trump else ""
    return f"{bid_words(level, kind)}{suit}" + (f", {ranks}" if kind == "no_trump" and ranks else "")


def kinds_words(kinds: Sequence[Kind]) -> str:
    """Return the kinds of bids in words.

    >>> kinds_words(("high", "low", "no_trump"))
    'high, low or no trump'
    """
    return listed([NAMES[kind] for kind in kinds], "or")
