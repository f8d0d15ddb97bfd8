"""Defines tie-breaks. A tie-break returns each value together with its summands: they explain the place of an entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from domain.tournament.history import History

Number = int | Fraction


class Contribution(NamedTuple):
    """One summand of a value. `round`: the round that brought it (None: no round). `opponent`: the entry that it comes from (None: no
    single one). `counts`: False if it is not added, for example because of a cut. `why`: a word for its kind: score, dummy, cut, win,
    adjusted …"""

    round: int | None
    opponent: int | None
    value: Number
    counts: bool = True
    why: str = "score"


class Value(NamedTuple):
    """The value of one entry. `total` is the sum of the contributions that count."""

    total: Number
    contributions: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break. `values`: returns a value for each entry of `level`; a greater total is better. `level`: entries that are level on
    everything before, in order of number. `apart`: True if the values depend on which entries are level; otherwise they are computed once,
    for all entries."""

    name: str
    label: str
    values: Callable[[History, tuple[int, ...]], Mapping[int, Value]]
    apart: bool = False
