"""Defines formats. A format says which settings it accepts, how many rounds it has, and who plays whom in the next round."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.events.tournaments import Settings
from domain.tournament.history import History

Sides = tuple[tuple[int, ...], ...]
"""The entries of each side of a table."""


class Asked(NamedTuple):
    """What a format needs to know to pair a round. `round`: its number, from 1. `present`: the entries to be paired, in order of number.
    `history`: of all earlier rounds. `lines`: by entry, its line in the schedule of a rotation, from 1; entries that left are included.
    `paired`: for each earlier round, the sides of its tables, in order of table. `seed`: decides all random choices."""

    round: int
    settings: Settings
    present: tuple[int, ...]
    history: History
    seed: int
    lines: Mapping[int, int] = {}
    paired: tuple[tuple[Sides, ...], ...] = ()


class Paired(NamedTuple):
    """The pairing of a round. `tables`: table 1 first. `sits_out`: the entries without a table. `unevenness`: how often people meet again,
    as whole numbers by name (empty: nobody does, or the format does not count it)."""

    tables: tuple[Sides, ...]
    sits_out: tuple[int, ...] = ()
    unevenness: Mapping[str, int] = {}


class Cannot(NamedTuple):
    """Says that a round cannot be paired. `sentence`: the reason. `least`: the best pairing if the rule that `sentence` names may be broken
    (None: there is none)."""

    sentence: str
    least: Paired | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A format. `version`: changes whenever the same question would get another pairing. `refuses`: says in a sentence why these settings
    do not suit this number of entries (None: they do). `rounds`: the number of rounds, from the settings and the number of entries, or of
    lines if there are lines (None: as many as the director wants). `pair`: pairs the next round; it calls its second argument now and then
    with the percentage that is done. `lines`: gives each entry a line of the schedule before round 1, from the entries and a seed (None:
    the format has no lines)."""

    name: str
    version: int
    label: str
    refuses: Callable[[Settings, int], str | None]
    rounds: Callable[[Settings, int], int | None]
    pair: Callable[[Asked, Callable[[int], None]], Paired | Cannot]
    lines: Callable[[Iterable[int], int], dict[int, int]] | None = None
