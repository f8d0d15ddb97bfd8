"""What a tie-break is. It returns what each value was summed from: that is the explanation of a place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from domain.tournament.history import History

Number = int | Fraction


class Contribution(NamedTuple):
    """One summand. `round`: where it comes from (None: no round). `opponent`: the entry that it is about (None: nobody). `counts`: False
    when a cut leaves it out. `why`: a word for what it is: score, dummy, cut, win, adjusted …"""

    round: int | None
    opponent: int | None
    value: Number
    counts: bool = True
    why: str = "score"


class Value(NamedTuple):
    """The value of one entry. The contributions that count add up to `total`."""

    total: Number
    contributions: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break. `values`: a value for each entry of `level`, which are the entries that are level on everything before, in order of
    number; a greater total is better, equal totals stay level. `apart`: False when the values of an entry do not depend on who else is
    level, so that they are computed once for all."""

    name: str
    label: str
    values: Callable[[History, tuple[int, ...]], Mapping[int, Value]]
    apart: bool = False
