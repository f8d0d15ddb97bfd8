"""What a format is: it says which entries it takes, how many rounds it has, and who plays whom in the next one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.events.tournaments import Settings
from domain.tournament.history import History

Sides = tuple[tuple[int, ...], ...]
"""The entries of each side of a table."""


class Asked(NamedTuple):
    """A round to be paired. `round`: its number, from 1. `present`: the entries that are there, in order of number. `history`: all rounds
    before. `lines`: by entry, its line in a schedule of rotation, from 1, of every entry that ever had one, present or not. `paired`: for
    each earlier round, the sides of its tables in order of table. `seed`: decides what chance decides."""

    round: int
    settings: Settings
    present: tuple[int, ...]
    history: History
    seed: int
    lines: Mapping[int, int] = {}
    paired: tuple[tuple[Sides, ...], ...] = ()


class Paired(NamedTuple):
    """A round with its tables, table 1 first. `sits_out`: entries without a table. `unevenness`: how often people meet again, in whole
    numbers by name (empty: nobody meets twice)."""

    tables: tuple[Sides, ...]
    sits_out: tuple[int, ...] = ()
    unevenness: Mapping[str, int] = {}


class Cannot(NamedTuple):
    """Why there is no pairing, as a sentence, and the best pairing that breaks the rule which is named (None: there is none)."""

    sentence: str
    least: Paired | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A format. `version` changes whenever the same question would get another pairing. `refuses`: why these settings do not suit this
    number of entries, as a sentence (None: they do). `rounds`: how many rounds there are (None: as many as the director wants). `pair`:
    the next round; `progress` is called now and then with the share that is done, in percent. `lines`: gives every entry a line of the
    schedule before round 1, from the entries and a seed (None: the format has no lines). Where there are lines, `rounds` takes their number
    in place of the entries."""

    name: str
    version: int
    label: str
    refuses: Callable[[Settings, int], str | None]
    rounds: Callable[[Settings, int], int | None]
    pair: Callable[[Asked, Callable[[int], None]], Paired | Cannot]
    lines: Callable[[Iterable[int], int], dict[int, int]] | None = None
