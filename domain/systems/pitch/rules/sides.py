"""Who plays with whom: seats, the sides of a deal, and the accounts that a score sheet keeps.

A *side* takes points together in one deal. An *account* is a team or a player whose total is kept. With fixed teams or single players,
sides and accounts have the same numbers. A *called partner* holds the card that the maker names in this deal. With called partners every
player has an account, and each deal has new sides (PI-25). Source: docs/rules/00_conventions.md, Seats and turns; 03_pitch_schema.md §1
field `sides`, §6 and PI-25.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NewType

from domain.kernel.cards import Card, Seat
from domain.systems.pitch.rules.ruleset import Ruleset

Side = NewType("Side", int)
"""The number of a side or an account. With k teams, the team of seat s has the number `s % k`. Without teams, a side has the number of one
of its seats, for example the maker's."""


def teams(rules: Ruleset) -> int | None:
    """Return the number of fixed teams; None without fixed teams. For the value `2x3` of the field `sides` (two teams of three) it is 2."""
    return int(rules.sides[0]) if "x" in rules.sides else None


def accounts(rules: Ruleset, seats: Collection[Seat]) -> dict[Seat, Side]:
    """Return the account of each seat: the team or player whose total gets the points. With k teams, seat i belongs to team i mod k
    (00_conventions, Seats and turns). Without teams, every seat has its own account."""
    count = teams(rules)
    return {seat: Side(seat if count is None else seat % count) for seat in seats}


def of_deal(rules: Ruleset, seats: Sequence[Seat], maker: Seat | None = None, partner: Seat | None = None) -> dict[Seat, Side]:
    """Return the side of each seat in this deal.

    With called partners, the maker's side has the maker's number. All others share the lowest seat number among them (PI-25). `partner`:
    None if the maker plays alone, or if the partner is not known yet. `maker`: if None, every seat is a side of its own."""
    if rules.sides != "called" or maker is None:
        return accounts(rules, seats)
    makers = {maker, partner}
    others = min((seat for seat in seats if seat not in makers), default=maker)
    return {seat: Side(maker if seat in makers else others) for seat in seats}


def called_partner(called: Card, maker: Seat, hands: Mapping[Seat, Collection[Card]]) -> Seat | None:
    """Return the seat that holds the called card. None if the maker or nobody holds it; then the maker plays alone (PI-25)."""
    return next((seat for seat, hand in hands.items() if called in hand and seat != maker), None)
