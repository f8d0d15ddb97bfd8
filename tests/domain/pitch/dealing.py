"""Helpers for tests of counting and play. They read rules, cards and seats from short texts, and draw random deals."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from domain.kernel.cards import SUITS, Card, Seat
from domain.systems.pitch.rules.pack import Pack, pack_of
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.variants import VARIANTS
from domain.tricks.sides import Side

Ask = Callable[[Ruleset], object]
"""A question: a function that takes a ruleset and returns an answer. A test calls the function with two rulesets, and the answers must
differ."""

TEAMS = {Seat(0): Side(0), Seat(1): Side(1), Seat(2): Side(0), Seat(3): Side(1)}
"""Four seats in two teams: seats 0 and 2 against seats 1 and 3."""


def rules_of(slug: str, **changes: Any) -> Ruleset:
    """Return the rules of a variant with some fields or house words replaced."""
    return replace(VARIANTS[slug].rules, **changes)


def cards(line: str) -> list[Card]:
    return [Card(token) for token in line.split()]


def plays(line: str) -> list[tuple[Seat, Card]]:
    """Read a line like `0:AH 1:4H` as seats and cards."""
    return [(Seat(int(token[0])), Card(token[2:])) for token in line.split()]


def piles(line: str) -> dict[Seat, list[Card]]:
    """Read a line like `0:AH 4H / 1:2H` as seats and the cards that they took."""
    return {Seat(int(pile.strip()[0])): cards(pile.strip()[2:]) for pile in line.split("/") if pile.strip()}


variants = st.sampled_from(sorted(VARIANTS)).map(lambda slug: VARIANTS[slug].rules)
trumps = st.sampled_from(SUITS)


@st.composite
def packs(draw: st.DrawFn) -> tuple[Ruleset, Pack]:
    """Draw a variant and a trump suit. Return the rules of the variant and its pack with this trump suit."""
    rules = draw(variants)
    return rules, pack_of(rules, draw(trumps))


@st.composite
def hands(draw: st.DrawFn, most: int = 10) -> tuple[Ruleset, Pack, list[Card]]:
    rules, pack = draw(packs())
    return rules, pack, draw(st.lists(st.sampled_from(pack.cards), min_size=1, max_size=most, unique=True))


@st.composite
def deals(draw: st.DrawFn) -> tuple[Ruleset, Pack, list[list[tuple[Seat, Card]]]]:
    """Draw a variant, its pack, and six tricks of four cards (fewer if the pack is small). Neither the leaders nor the cards played need to
    be legal."""
    rules, pack = draw(packs())
    order = draw(st.permutations(pack.cards))
    tricks = []
    for number in range(min(6, len(order) // 4)):
        leader = draw(st.integers(0, 3))
        tricks.append([(Seat((leader + turn) % 4), order[4 * number + turn]) for turn in range(4)])
    return rules, pack, tricks
