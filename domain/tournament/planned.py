"""Plans a tournament that has not begun: how many rounds and tables it will have, and who plays whom, where that is known in advance."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats import format_named
from domain.tournament.formats.draw import table_sizes
from domain.tournament.formats.kinds import Asked, Cannot, Paired, Sides
from domain.tournament.history import History, Line
from domain.tournament.offers import ABOUT

MOST_SHOWN: Final = 32
"""No schedule is made for more entries than this: it would be long, and might take seconds to make."""


class Plan(NamedTuple):
    """A plan. `rounds`: their number; None if the director decides it. `tables`, `sits_out`: how many there are in each round, if nobody is
    missing. `schedule`: the pairing of each round; None if it is not known in advance, or would be too long. In a format with lines the
    schedule names lines instead of entries."""

    rounds: int | None
    tables: int
    sits_out: int
    schedule: tuple[Paired, ...] | None = None


def planned(format_name: str, settings: Settings, entries: int) -> Plan:
    """Return the plan for these settings, which must suit this number of entries."""
    rounds = format_named(format_name).rounds(settings, entries)
    if format_name.startswith("draw"):
        tables, sits_out = len(table_sizes(entries, settings.table)), 0
    else:
        tables, sits_out = divmod(entries, settings.table)
    return Plan(rounds, tables, sits_out, _schedule(format_name, settings, entries, rounds))


def _schedule(format_name: str, settings: Settings, entries: int, rounds: int | None) -> tuple[Paired, ...] | None:
    if ABOUT[format_name].pairs_by != "schedule" or rounds is None or entries > MOST_SHOWN:
        return None
    format_, numbers = format_named(format_name), range(1, entries + 1)
    lines: Mapping[int, int] = {} if format_.lines is None else {number: number for number in numbers}
    there = (Line(1, "bye"),)  # a format with a fixed schedule asks who was present in round 1
    history = History(settings.scoring, 0, dict.fromkeys(numbers, there))
    made: list[Paired] = []
    before: tuple[tuple[Sides, ...], ...] = ()
    for number in range(1, rounds + 1):
        paired = format_.pair(Asked(number, settings, tuple(numbers), history, 0, lines, before), lambda _: None)
        if isinstance(paired, Cannot):
            return None
        made.append(paired)
        before = (*before, paired.tables)
    return tuple(made)
