"""Defines what a format is. A format, such as Swiss, says which settings it accepts, how many rounds it has, and who plays whom in the next
round."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from domain.kernel.events.tournaments import Settings
from domain.tournament.history import History
from domain.tournament.wishes import NOBODY_APART, Apart

Sides = tuple[tuple[int, ...], ...]
"""The entries of each side of a table."""


Steps = Callable[[int, int], None]
"""The type of a function that reports progress. It is called with (the number of steps done, the number of all steps)."""


def no_steps(_done: int, _of: int) -> None:
    """Do nothing. Passed as `progress` by callers who do not want to know the progress."""


def steps(progress: Callable[[int], None], first: int, last: int) -> Steps:
    """Return a function that takes (the number of steps done, the number of all steps) and passes a percentage to `progress`. The
    percentage is `first` if no step is done, and `last` if all are done."""
    return lambda done, of: progress(first + (last - first) * done // max(of, 1))


class Asked(NamedTuple):
    """What a format needs to know to pair a round. `round`: its number, from 1. `present`: the entries to be paired, in order of number.
    `history`: what each entry got in all earlier rounds. `paired`: for each earlier round, the sides of its tables, in order of table.
    `seed`: decides all random choices.

    `lines`: only for a rotation, and for a round robin with wishes. Its schedule has numbered lines, and each entry holds one of them:
    {entry: its line, from 1}. Entries that left are included. `out`: for each earlier round, the entries without a table, in the order of
    the pairing. `apart`: the pairs of entries that should not sit at one table in this round.
    """

    round: int
    settings: Settings
    present: tuple[int, ...]
    history: History
    seed: int
    lines: Mapping[int, int] = {}
    paired: tuple[tuple[Sides, ...], ...] = ()
    out: tuple[tuple[int, ...], ...] = ()
    apart: Apart = NOBODY_APART


class Paired(NamedTuple):
    """The pairing of a round. `tables`: table 1 first. `sits_out`: the entries without a table. `unevenness`: how often people meet again,
    as whole numbers by name; empty if nobody meets again, or if the format does not count this."""

    tables: tuple[Sides, ...]
    sits_out: tuple[int, ...] = ()
    unevenness: Mapping[str, int] = {}


class Cannot(NamedTuple):
    """Says that a round cannot be paired. `sentence`: the reason. `least`: the best pairing that breaks the rule named in `sentence`; None
    if there is no such pairing."""

    sentence: str
    least: Paired | None = None


class Source(NamedTuple):
    """Who comes to a side of a match in a bracket. `line`: the entry that holds this line, from 1; 0: the winner of match `match` (its
    index in the plan) or, with `loser`, its loser."""

    line: int = 0
    match: int = 0
    loser: bool = False


Part = Literal["main", "third", "fifth", "seventh", "lower", "final", "again"]
"""A part of a bracket. main: the matches of those who have not lost. third, fifth, seventh: the matches for third place and so on. lower:
the matches of those who have lost once. final, again: in a double elimination the final, and the second final, which is played only if the
first source of the final loses it."""


class Planned(NamedTuple):
    """A match of a bracket's plan. `round`: from 1. `sides`: who comes to it."""

    round: int
    part: Part
    sides: tuple[Source, Source]


@dataclass(frozen=True, slots=True)
class Format:
    """A format. `version`: a number that changes whenever the format would pair the same round in another way. `everyone_meets`: whether
    everybody plays everybody; if so, tie-breaks count a forfeit like a game.

    `refuses(settings, entries)` returns a sentence that says why these settings do not suit this number of entries, or None if they suit.
    `rounds(settings, entries)` returns the number of rounds; None if the director decides it. For a format with lines (see `Asked`),
    `entries` is the number of lines.

    `pair(asked, progress)` returns the pairing of the next round, or a `Cannot`. It calls `progress` with the percentage that is done: ten
    times or more if it takes seconds. A percentage may be less than an earlier one. It keeps apart whom `asked.apart` names as far as
    it can; pairing.py refuses a pairing that breaks a hard wish. `fixed` says why a format keeps nobody apart; None if it does.
    `postpones`: whether it can still let entries meet late, if the wish is there before round 1. `numbered` says why the number of a table
    is not free, so that nobody can wish another one; None if it is free.

    `lines(asked)` gives entries lines of the schedule before they are paired; it is empty if they keep what they have. `lines` is None for
    a format without lines.

    `bracket(size)` plans all matches of a knock-out with `size` lines, a power of two: earlier rounds first, and in each round table 1
    first. It is None for a format in which nobody is knocked out."""

    name: str
    version: int
    label: str
    refuses: Callable[[Settings, int], str | None]
    rounds: Callable[[Settings, int], int | None]
    pair: Callable[[Asked, Callable[[int], None]], Paired | Cannot]
    lines: Callable[[Asked], dict[int, int]] | None = None
    everyone_meets: bool = False
    bracket: Callable[[int], tuple[Planned, ...]] | None = None
    fixed: str | None = None
    postpones: bool = False
    numbered: str | None = None
