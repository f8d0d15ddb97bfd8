"""Defines tie-breaks. A tie-break returns each value together with its summands, which explain to people why an entry has its place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from domain.tournament.history import Adjustment, History

Number = int | Fraction


class Contribution(NamedTuple):
    """One summand of a value. `round`: the round that it comes from; None if it comes from no round. `opponent`: the entry that it comes
    from; None if it comes from no single entry. `counts`: False if it is not added, for example because of a cut. `why`: a word for its
    kind: score, dummy, cut, win, adjusted … `adjustment`: the director's change, if the summand is such a change."""

    round: int | None
    opponent: int | None
    value: Number
    counts: bool = True
    why: str = "score"
    adjustment: Adjustment | None = None


class Value(NamedTuple):
    """The value of a tie-break for one entry. `total`: the sum of those `contributions` that count."""

    total: Number
    contributions: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break. `values(history, level)` returns the value of each entry of `level`; a greater total is better. `level`: entries that
    are equal in points and in all tie-breaks before this one, in order of number. `apart`: whether the values depend on which entries are
    level; if not, they are computed once, for all entries. `own`: whether the value is a sum over the entry's own rounds, so that the
    means over different numbers of rounds can be compared."""

    name: str
    label: str
    values: Callable[[History, tuple[int, ...]], Mapping[int, Value]]
    apart: bool = False
    own: bool = False
