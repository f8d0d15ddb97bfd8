"""Who plays with whom: seats, the sides of a deal, and the accounts that a score sheet keeps.

A *side* takes points together in one deal. An *account* is whose total is kept: a team, or a player. With fixed teams and single players
the two are the same numbers; with called partners every player has an account, and the sides are made anew each deal (PI-25).
Source: docs/rules/00_conventions.md, Seats and turns; 03_pitch_schema.md §1 field `sides`, §6 and PI-25.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NewType

from domain.kernel.cards import Card, Seat
from domain.systems.pitch.ruleset import Ruleset

Side = NewType("Side", int)
"""A team number (`seat % k` of k teams), or a seat number: of single players their own, of a called partnership the maker's."""


def teams(rules: Ruleset) -> int | None:
    """How many fixed teams there are: A of `AxB`. None without fixed teams."""
    return int(rules.sides[0]) if "x" in rules.sides else None


def accounts(rules: Ruleset, seats: Collection[Seat]) -> dict[Seat, Side]:
    """Whose total each seat plays for: with k teams seat i belongs to team i mod k (00, Seats and turns), else to itself."""
    count = teams(rules)
    return {seat: Side(seat if count is None else seat % count) for seat in seats}


def of_deal(rules: Ruleset, seats: Sequence[Seat], maker: Seat | None = None, partner: Seat | None = None) -> dict[Seat, Side]:
    """By seat, the side that takes its points in this deal.

    With called partners the maker's side has the maker's number and all others together the lowest number that is left (PI-25).
    `partner` None: the maker plays alone, or nobody knows better yet. `maker` None: there is no maker yet, everyone is single.
    """
    if rules.sides != "called" or maker is None:
        return accounts(rules, seats)
    makers = {maker, partner}
    others = min((seat for seat in seats if seat not in makers), default=maker)
    return {seat: Side(maker if seat in makers else others) for seat in seats}


def called_partner(called: Card, maker: Seat, hands: Mapping[Seat, Collection[Card]]) -> Seat | None:
    """Who holds the called card. None: the maker plays alone, because it is in the maker's own hand or in nobody's (PI-25)."""
    return next((seat for seat, hand in hands.items() if called in hand and seat != maker), None)
