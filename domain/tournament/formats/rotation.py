"""Individual rotation: four at a table play two against two, and partners change after each round.

The pairings come from a schedule. It has *lines*, numbered from 1, and each entry holds one of them. Before round 1 the lines are drawn at
random (`drawn_lines`). A late entry takes a line that nobody uses (`line_for`), such as the line of a withdrawn entry. A director who
expects more people gives one entry a line with a greater number, so that lines stay free for late entries.

The number of lines in the schedule is the greatest line number that any entry ever had, and at least 4. The schedule therefore stays the
same when entries leave, or come and take a free line. For this, `Asked.lines` must also name the entries that are withdrawn or absent.

For some numbers of lines there is a perfect schedule (starters.py). It repeats no partner before all its rounds are played. For other
numbers a search with a fixed seed plans one round after another. The result depends neither on the number of rounds nor on `Asked.seed`.

A line is empty if no present entry holds it. A table with an empty line does not play, and its other entries sit out. `pair` refuses a
round if an entry has no line or if no table is complete. With the refusal it offers a round that is drawn without lines. Source:
docs/decisions/tournaments.md.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired, Steps, no_steps, steps
from domain.tournament.formats.mixing import TABLE, Met, met_in, mixed_round, unevenness
from domain.tournament.formats.starters import Plan, perfect, whole
from domain.tournament.wishes import too_near

PARTNERS: Final = 2
SEED: Final = 6
"""The seed of all schedules that are not perfect. It must not change within version 1 of the format. With fewer than 20 lines it gives
no repeated partner."""


# --- lines --------------------------------------------------------------------------------------------------------------------------------


def size_of(lines: Mapping[int, int]) -> int:
    """Return the number of lines in the schedule, at least 4. `lines`: {entry: its line}, for every entry that ever had one."""
    return max([TABLE, *lines.values()])


def drawn_lines(entries: Iterable[int], seed: int) -> dict[int, int]:
    """Give each entry a line at random, from 1. Returns {entry: its line}."""
    return {entry: line for line, entry in enumerate(Chance(seed).mixed(sorted(entries)), 1)}


def free_lines(size: int, lines: Mapping[int, int]) -> tuple[int, ...]:
    """Return the lines that no entry in `lines` holds. To count the lines of withdrawn entries as free, leave these entries out of
    `lines`."""
    taken = set(lines.values())
    return tuple(line for line in range(1, size + 1) if line not in taken)


# --- the schedule -------------------------------------------------------------------------------------------------------------------------


def plan(size: int, number: int, progress: Steps = no_steps) -> Plan:
    """Return round `number`, counted from 1, of the schedule with `size` lines (at least 4). `progress`: called after each round that is
    planned. Planning a round takes less than 0.1 seconds."""
    known = perfect(size, number)
    if known is not None:
        return known
    for earlier in range(1, number + 1):
        rounds = _planned(size, earlier)
        progress(earlier, number)
    return rounds[-1]


@lru_cache(maxsize=512)
def _planned(size: int, number: int) -> tuple[Plan, ...]:
    """Return the rounds up to `number` of the schedule that a search makes, because no perfect one is known for `size` lines."""
    if number == 0:
        return ()
    before = _planned(size, number - 1)
    met = Met(range(1, size + 1))
    for made in before:
        met.add(made)
    return (*before, mixed_round(met, Chance(SEED, size, number)))


def redrawn(asked: Asked, rounds: int) -> tuple[Paired, ...]:
    """Draw the next `rounds` rounds without lines, for the entries that are present (at least 4). As few wishes as possible are broken, and
    as few meetings repeated. The unevenness of each returned round also counts the rounds before it."""
    met = met_in(asked.history, asked.present)
    drawn = []
    for number in range(asked.round, asked.round + rounds):
        made = mixed_round(met, Chance(asked.seed, number), asked.apart)
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
    """Return the number of rounds of the tournament. `lines`: the number of lines in the schedule."""
    return whole(lines) if settings.rounds is None else settings.rounds


def _pair(asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    """Return the pairing of the next round by the schedule, or the reason why there is none. `progress`: called with the percentage that is
    done."""
    refused = _refuses(asked.settings, len(asked.present))
    if refused is not None:
        return Cannot(refused)
    wrong = _wrong_lines(asked)
    if wrong is not None:
        return Cannot(wrong, redrawn(asked, 1)[0])
    lines = plan(size_of(asked.lines), asked.round, steps(progress, 0, 99))
    seated = _seated(lines, {asked.lines[entry]: entry for entry in asked.present})
    if not seated.tables:
        return Cannot("Every table of this round has an empty line, so that nobody can play.", redrawn(asked, 1)[0])
    apart = {pair for table in seated.tables for pair in too_near(asked.apart, table) if asked.apart[pair].hard}
    if apart:
        wish = " and ".join(map(str, min(apart)))
        return Cannot(f"The schedule seats entries {wish} at one table, against a hard wish.", redrawn(asked, 1)[0])
    met = met_in(asked.history, asked.present)
    met.add(seated)
    progress(100)
    return _paired(seated, met)


def _wrong_lines(asked: Asked) -> str | None:
    without = [entry for entry in asked.present if entry not in asked.lines]
    if without:
        free = free_lines(size_of(asked.lines), {entry: line for entry, line in asked.lines.items() if entry in asked.present})
        offered = f"free: {_listed(free)}" if free else "none is free"
        have = "has" if len(without) == 1 else "have"
        return f"{_listed(without, 'Entry', 'Entries')} {have} no line of the schedule ({offered})."
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
    """Return the round with entries in place of the lines of the schedule. `holder`: {line: the entry that holds it}."""
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
    lines=lambda asked: {} if asked.lines else drawn_lines(asked.present, asked.seed),
)
