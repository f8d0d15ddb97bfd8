"""The ring: the seats of a table clockwise, and who comes after whom."""

from functools import lru_cache

from domain.kernel.cards import Seat


@lru_cache(maxsize=1024)
def clockwise(ring: tuple[Seat, ...], start: Seat | None) -> tuple[Seat, ...]:
    """Return the seats clockwise, once around from `start`. If `start` is not in `ring` (all seats, clockwise), return `ring` unchanged."""
    at = ring.index(start) if start in ring else 0
    return ring[at:] + ring[:at]


@lru_cache(maxsize=1024)
def from_left_of(ring: tuple[Seat, ...], seat: Seat | None) -> tuple[Seat, ...]:
    """Return the seats clockwise, from the left of `seat` to `seat` itself. If `seat` is not in the ring, return the ring."""
    order = clockwise(ring, seat)
    return order if seat not in ring else order[1:] + order[:1]


def next_dealer(ring: tuple[Seat, ...], dealer: Seat | None) -> Seat | None:
    return None if dealer is None else from_left_of(ring, dealer)[0]
