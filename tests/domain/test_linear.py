"""Reading a record is linear: twice as many acts are at most twice the work, whatever the acts are.

The work is counted, not timed: a count of the lines of Python that run, where each turn of a loop counts. Copies and searches inside C are
not seen here; `python -m bench.hostile` measures them."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Final

import pytest

from bench.hostile import ALL, BEFORE, Weapon, recorded
from domain.record.fold import read
from tests.speeds import rows
from tests.systems import FIRST_OF_FAMILY

WEAPONS: Final = {
    f"{weapon.family}: {weapon.what}": weapon
    for weapons in ALL.values()
    for weapon in weapons
    if not weapon.what.startswith("Retracted")  # how much these leave of a record does not follow from its length
}
QUICK: Final = (
    "pitch: CardsShown, most",
    "spades: CardPlayed, least, inserted after 1",
    "high-card: CardsRevealed, least",
    "pitch: withdrawals withdrawn",
)
MOST: Final = 1.1
"""The last hundred acts may be this many times the work of the hundred before them. If the work were quadratic, they would be 1.67 times."""


def ran(work: Callable[[], object]) -> int:
    """Return how many lines of Python run during a call."""
    count = 0

    def traced(_frame: FrameType, _event: str, _value: object) -> "Tracer":
        nonlocal count
        count += 1
        return traced

    former = sys.gettrace()
    sys.settrace(traced)
    try:
        work()
    finally:
        sys.settrace(former)
    return count


Tracer = Callable[[FrameType, str, object], object]


@pytest.mark.parametrize("name", rows(WEAPONS, QUICK))
def test_the_same_number_of_acts_more_is_the_same_work_more(name: str) -> None:
    one, two, three = (work_of(WEAPONS[name], length) for length in (BEFORE + 100, BEFORE + 200, BEFORE + 300))
    assert three - two <= MOST * (two - one), (one, two, three)


def work_of(weapon: Weapon, length: int) -> int:
    record = recorded(weapon.record(length))
    return ran(lambda: read(FIRST_OF_FAMILY[weapon.family], record).findings)
