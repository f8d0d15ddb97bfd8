"""Who plays with whom under a ruleset of Pitch: fixed teams, single players or called partners.

A *called partner* holds the card that the maker names in this deal. With called partners every player has an account, and each deal has new
sides (PI-25). Source: docs/rules/03_pitch_schema.md §1 field `sides`, §6 and PI-25."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from domain.kernel.cards import Card, Seat
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.tricks.sides import Side, accounts


def teams(rules: Ruleset) -> int | None:
    """Return the number of fixed teams; None without fixed teams. For the value `2x3` of the field `sides` (two teams of three) it is 2."""
    return int(rules.sides[0]) if "x" in rules.sides else None


@lru_cache(maxsize=1024)
def of_deal(rules: Ruleset, seats: tuple[Seat, ...], maker: Seat | None = None, partner: Seat | None = None) -> Mapping[Seat, Side]:
    """Return the side of each seat in this deal.

    With called partners, the maker's side has the maker's number. All others share the lowest seat number among them (PI-25). `partner`:
    None if the maker plays alone, or if the partner is not known yet. `maker`: if None, every seat is a side of its own."""
    if rules.sides != "called" or maker is None:
        return accounts(teams(rules), seats)
    makers = {maker, partner}
    others = min((seat for seat in seats if seat not in makers), default=maker)
    return {seat: Side(maker if seat in makers else others) for seat in seats}


def called_partner(called: Card, maker: Seat, hands: Mapping[Seat, Collection[Card]]) -> Seat | None:
    """Return the seat that holds the called card. None if the maker or nobody holds it; then the maker plays alone (PI-25)."""
    return next((seat for seat, hand in hands.items() if called in hand and seat != maker), None)
