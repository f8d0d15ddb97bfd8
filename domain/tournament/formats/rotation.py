"""Individual rotation: four at a table, two against two, and other partners in each round.

A schedule has numbered *lines*, and each entry holds a line, from 1. Before round 1 the entries draw lines at random (`drawn_lines`). A
director who expects more people gives somebody a greater line. A late entry takes a line that nobody uses (`line_for`), such as the line of
a withdrawn entry.

The schedule has as many lines as the greatest line that any entry ever had. So it stays the same when entries leave or come. For this,
`Asked.lines` must also name entries that are withdrawn or absent.

For some numbers of lines there is a perfect schedule (starters.py). It repeats no partner, also if the tournament ends early. For other
numbers a seeded search plans one round after another. Such a schedule depends neither on the number of rounds nor on `Asked.seed`.

A line is empty if no present entry holds it. A table with an empty line does not play, and its other entries sit out. `pair` refuses if an
entry has no line or if no table is complete. It then offers a round that is drawn without lines. Source: docs/decisions/tournaments.md.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired
from domain.tournament.formats.mixing import TABLE, Met, met_in, mixed_round, unevenness
from domain.tournament.formats.starters import Plan, perfect, whole

PARTNERS: Final = 2
SEED: Final = 6
"""The seed of all schedules that are not perfect. It belongs to version 1 of the format. With fewer than 20 lines it gives no repeated
partner."""


# --- lines --------------------------------------------------------------------------------------------------------------------------------


def size_of(lines: Mapping[int, int]) -> int:
    """The number of lines in the schedule, at least 4. `lines`: by entry, the line of every entry that ever had one."""
    return max([TABLE, *lines.values()])


def drawn_lines(entries: Iterable[int], seed: int) -> dict[int, int]:
    """Give each entry a line, from 1, at random."""
    return {entry: line for line, entry in enumerate(Chance(seed).mixed(sorted(entries)), 1)}


def free_lines(size: int, lines: Mapping[int, int]) -> tuple[int, ...]:
    """The lines that no entry in `lines` holds. To count the lines of withdrawn entries as free, leave these entries out of `lines`."""
    taken = set(lines.values())
    return tuple(line for line in range(1, size + 1) if line not in taken)


def line_for(size: int, lines: Mapping[int, int], first: int, last: int) -> int | None:
    """The free line that makes the most tables complete in the rounds from `first` to `last`; the least line if several do. None if no line
    is free. `lines`: as for `free_lines`."""
    taken = set(lines.values())
    completed: Counter[int] = Counter()
    for number in range(first, last + 1):
        for table in plan(size, number).tables:
            missing = [line for line in table if line not in taken]
            if len(missing) == 1:
                completed[missing[0]] += 1
    return min(free_lines(size, lines), key=lambda line: (-completed[line], line), default=None)


# --- the schedule -------------------------------------------------------------------------------------------------------------------------


def plan(size: int, number: int) -> Plan:
    """Round `number`, from 1, of the schedule with `size` lines. `size`: at least 4."""
    return perfect(size, number) or _planned(size, number)[-1]


@lru_cache(maxsize=512)
def _planned(size: int, number: int) -> tuple[Plan, ...]:
    """The rounds up to `number` of a schedule that is not perfect."""
    if number == 0:
        return ()
    before = _planned(size, number - 1)
    met = Met(range(1, size + 1))
    for made in before:
        met.add(made)
    return (*before, mixed_round(met, Chance(SEED, size, number)))


def redrawn(asked: Asked, rounds: int) -> tuple[Paired, ...]:
    """Draw the next `rounds` rounds without lines, for the entries that are present (at least 4). They repeat as little as possible of what
    was played. The unevenness of each round counts all rounds up to it."""
    met = met_in(asked.history, asked.present)
    drawn = []
    for number in range(asked.round, asked.round + rounds):
        made = mixed_round(met, Chance(asked.seed, number))
        met.add(made)
        drawn.append(_paired(made, met))
    return tuple(drawn)


# --- the format ---------------------------------------------------------------------------------------------------------------------------


def _refuses(settings: Settings, entries: int) -> str | None:
    if settings.table != TABLE or settings.partners != PARTNERS:
        return "A rotation plays with four at a table, two against two: set table to 4 and partners to 2."
    if entries < TABLE:
        return f"A rotation needs four entries at least, and there {'is' if entries == 1 else 'are'} {entries}."
    return None


def _rounds(settings: Settings, lines: int) -> int:
    """`lines`: the number of lines in the schedule."""
    return whole(lines) if settings.rounds is None else settings.rounds


def _pair(asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    refused = _refuses(asked.settings, len(asked.present))
    if refused is not None:
        return Cannot(refused)
    wrong = _wrong_lines(asked)
    if wrong is not None:
        return Cannot(wrong, redrawn(asked, 1)[0])
    seated = _seated(plan(size_of(asked.lines), asked.round), {asked.lines[entry]: entry for entry in asked.present})
    if not seated.tables:
        return Cannot("Every table of this round has an empty line, so that nobody can play.", redrawn(asked, 1)[0])
    met = met_in(asked.history, asked.present)
    met.add(seated)
    progress(100)
    return _paired(seated, met)


def _wrong_lines(asked: Asked) -> str | None:
    without = [entry for entry in asked.present if entry not in asked.lines]
    if without:
        free = free_lines(size_of(asked.lines), {entry: line for entry, line in asked.lines.items() if entry in asked.present})
        offered = f"free: {_listed(free)}" if free else "none is free"
        return f"Without a line of the schedule: {_listed(without, 'entry', 'entries')} ({offered})."
    holders: dict[int, list[int]] = {}
    for entry in asked.present:
        holders.setdefault(asked.lines[entry], []).append(entry)
    for line, entries in sorted(holders.items()):
        if len(entries) > 1:
            return f"Line {line} is held more than once: {_listed(entries, 'entry', 'entries')}."
        if line < 1:
            return f"Entry {entries[0]} has line {line}, but lines begin with 1."
    return None


def _listed(numbers: Iterable[int], one: str = "line", more: str = "lines") -> str:
    named = [str(number) for number in numbers]
    return f"{one if len(named) == 1 else more} {', '.join(named)}"


def _seated(lines: Plan, holder: Mapping[int, int]) -> Plan:
    """The round with entries instead of lines. `holder`: by line, the entry that holds it."""
    tables = tuple(
        (holder[a], holder[b], holder[c], holder[d]) for a, b, c, d in lines.tables if all(line in holder for line in (a, b, c, d))
    )
    playing = {entry for table in tables for entry in table}
    return Plan(tables, tuple(sorted(entry for entry in holder.values() if entry not in playing)))


def _paired(made: Plan, met: Met) -> Paired:
    return Paired(tuple(((a, b), (c, d)) for a, b, c, d in made.tables), made.rests, unevenness(met))


ROTATION: Final = Format(
    name="rotation",
    version=1,
    label="Individual rotation with changing partners",
    refuses=_refuses,
    rounds=_rounds,
    pair=_pair,
    lines=drawn_lines,
)
