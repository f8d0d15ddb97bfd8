"""What is decided before a tournament is opened: whether format, settings and tie-breaks contradict each other, whether the games of its
tables could be opened, and how many rounds and tables there will be. `fits` (seating.py) decides about games, as it does when they are
opened."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events.common import MOST_ROUNDS
from domain.kernel.events.tournaments import Cut, Settings
from domain.kernel.shapes import MAX_SEATS, Fault
from domain.system import Rules, System, Table, Unplayable
from domain.tournament.cut import GROUPED, how_many, settings_after
from domain.tournament.formats import FORMATS, format_named
from domain.tournament.formats.bracket import power
from domain.tournament.formats.draw import table_sizes
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired, Sides
from domain.tournament.history import History, Line
from domain.tournament.offers import ABOUT, Played
from domain.tournament.seating import fits, teams_among
from domain.tournament.tiebreaks import find

# --- choices that contradict each other ---------------------------------------------------------------------------------------------------


def unknown(format_name: str, settings: Settings) -> list[Fault]:
    """Return a fault for each name that this program does not know, with pointers into `{format, settings}`. Standings cannot be computed
    with an unknown name.

    An imported file is refused for these faults, but not for the faults that `misfits` finds. The rules of `misfits` may be newer than the
    file, and every file that was valid when it was made must stay importable."""
    found = []
    for place, name in enumerate(settings.tiebreaks):
        try:
            find(name)
        except ValueError as fault:
            found.append(Fault(f"/settings/tiebreaks/{place}", str(fault)))
    named = {"/format": format_name} if settings.cut is None else {"/format": format_name, "/settings/cut/format": settings.cut.format}
    for pointer, name in named.items():
        try:
            format_named(name)
        except ValueError as fault:
            found.append(Fault(pointer, str(fault)))
    return found


def misfits(format_name: str, settings: Settings, entries: int) -> list[Fault]:
    """Return the faults of these choices, with pointers into `{format, settings}`. `entries`: the number of entries; 0 if it is
    not known yet: then the choices must suit some number."""
    return [*unknown(format_name, settings), *_misfits(format_name, settings, entries)]


def _misfits(format_name: str, settings: Settings, entries: int) -> Iterator[Fault]:
    yield from _repeated(settings.tiebreaks)
    if settings.round.ends == "hands" and settings.round.hands is None:
        yield Fault("/settings/round/hands", "is needed: a round ends after this number of hands")
    if settings.scoring.kind == "placement" and not settings.scoring.places:
        yield Fault("/settings/scoring/places", "is needed: the points for the first place of a table, the second and so on")
    size = _sizes(settings, entries)[-1]
    if entries and settings.groups is not None:
        size = max(size, 2)  # groups of one are refused below
    refused = _refused(FORMATS[format_name], settings, size) if format_name in FORMATS else None
    if refused is not None:
        yield Fault("/settings", refused)
    yield from _groups(format_name, settings, entries)
    if settings.cut is not None and {format_name, settings.cut.format} <= FORMATS.keys():
        yield from _cut(format_name, settings, settings.cut, entries)


def _sizes(settings: Settings, entries: int) -> list[int]:
    """Return how many entries each group has, the greatest first; without groups, all entries are one group."""
    groups = settings.groups.count if settings.groups is not None else 1
    return [(entries + groups - 1 - group) // groups for group in range(groups)]


def _groups(format_name: str, settings: Settings, entries: int) -> Iterator[Fault]:
    if settings.groups is None:
        return
    if format_name in FORMATS and format_name not in GROUPED:
        yield Fault("/settings/groups", f"are played only as one of these formats: {', '.join(sorted(GROUPED))}")
    if entries and entries < 2 * settings.groups.count:
        yield Fault("/settings/groups/count", f"is too many for {entries} entries: a group has two entries or more")


def _cut(format_name: str, settings: Settings, cut: Cut, entries: int) -> Iterator[Fault]:
    smallest, going_on = _sizes(settings, entries)[-1], how_many(settings, cut)
    if not going_on:
        yield Fault("/settings/cut/best", "must be 1 or more: nobody would go on")
        return
    if entries and cut.top > smallest:
        where = "tournament" if settings.groups is None else "smallest group"
        yield Fault("/settings/cut/top", f"is too many: the {where} has {smallest} {'entry' if smallest == 1 else 'entries'}")
    elif entries and going_on > entries:
        yield Fault("/settings/cut/best", f"is too many: {entries - going_on + cut.best} others are left")
    if FORMATS[format_name].rounds(settings, max(2, smallest)) is None:
        yield Fault("/settings/rounds", "is needed: the cut is made after this number of rounds")
    if cut.carry and FORMATS[cut.format].bracket is not None:
        yield Fault("/settings/cut/carry", "must be false: a knock-out counts places, so no points are carried in")
    refused = FORMATS[cut.format].refuses(settings_after(settings, cut), going_on)
    if refused is not None:
        yield Fault("/settings/cut", f"does not suit those who go on ({going_on}): {refused}")


def _refused(format_: Format, settings: Settings, entries: int) -> str | None:
    """Return why the format does not take these settings; None if it does. If `entries` is 0: why it never takes them, whatever the number
    of entries."""
    if entries:
        return format_.refuses(settings, entries)
    refused: str | None = None
    for number in range(MOST_ROUNDS + 2):  # a round robin of one entry more than rounds has all these rounds
        refused = format_.refuses(settings, number)
        if refused is None:
            return None
    return refused


def _repeated(names: Sequence[str]) -> Iterator[Fault]:
    before: set[str] = set()
    for place, name in enumerate(names):
        pointer = f"/settings/tiebreaks/{place}"
        try:
            found = find(name).name
        except ValueError:
            continue
        if found == "points":
            yield Fault(pointer, "points always come first and are no tie-break: leave them out")
        elif found in before:
            yield Fault(pointer, f"{found} is in this list already: name each tie-break once")
        before.add(found)


# --- games of tables ----------------------------------------------------------------------------------------------------------------------


class Playable(NamedTuple):
    """The rules of the games, and how many people sit at a table."""

    rules: dict[str, Json]
    seats: int


def resolved(system: System[Table], options: Mapping[str, Json], settings: Settings, seats: int | None) -> Playable | list[Fault]:
    """Return the rules for the games of the tables; if no such game can be opened, return the faults, with pointers into `{system, options,
    seats}`. `settings`: they must suit the format. `seats`: how many people sit at a table. None: as many as at a table where each entry is
    one person; if the game has fixed teams and no number of players is given, as many as fill the teams."""
    alone = settings.table
    found = _opened(system, options, settings, (alone, *_numbers(settings)) if seats is None else (seats,), given=seats is not None)
    if isinstance(found, Playable):
        return found
    others = [n for n in _numbers(settings) if isinstance(_opened(system, options, settings, (n,), given=True), Playable)]
    if not others:
        return _unplayable(system, options, settings, found)
    told = ", ".join(map(str, others))
    if seats is not None:
        return [Fault("/seats", f"must be {'one of ' if len(others) > 1 else ''}{told}: {_table(settings)}")]
    return [Fault("/system", f"cannot be played by {alone} people at a table: give the number of people at a table as seats ({told})")]


def played(system: System[Table]) -> Played:
    """Return how a game without house rules is played."""
    least, most = system.players
    return Played(least, most, teams_among(system, system.standard_rules(), least))


def sizes_unfit(system: System[Table], found: Playable, format_name: str, settings: Settings, entries: int) -> list[Fault]:
    """Return a fault if a draw of this number of entries makes tables at which the game cannot be played. `found`: what `resolved`
    returned."""
    each = found.seats // settings.table
    sizes = sorted(set(table_sizes(entries, settings.table))) if format_name.startswith("draw") else []
    unfitting = [size for size in sizes if not fits(system, found.rules, size, each, each)]
    if not unfitting:
        return []
    return [Fault("/entries", f"makes a table of {unfitting[0]} entries, and {system.name} with these rules cannot be played there")]


def unfit(system: System[Table], rules: Rules, settings: Settings, people: int | None = None) -> str | None:
    """Return a sentence if no game can be opened at tables with these settings; otherwise None. `people`: how many an entry has; None: any
    number."""
    sides = settings.table // settings.partners
    for each in range(settings.partners, MAX_SEATS // sides + 1):
        if fits(system, rules, sides, each, settings.partners * (each // settings.partners if people is None else people)):
            return None
    return f"{system.name} with the rules of this tournament cannot be played here: {_table(settings)}"


def _numbers(settings: Settings) -> Iterator[int]:
    """Yield each number of people at a table with which the sides are equal and each entry has at least one person."""
    sides = settings.table // settings.partners
    return (sides * each for each in range(settings.partners, MAX_SEATS // sides + 1))


def _opened(
    system: System[Table], options: Mapping[str, Json], settings: Settings, numbers: tuple[int, ...], *, given: bool
) -> Playable | tuple[Fault, ...]:
    """Return the rules with the first of these numbers of people at a table with which a game can be opened; if there is none, return the
    faults with the first number. `given`: whether the director gave the number, so that an entry may have more than one person."""
    sides = settings.table // settings.partners
    faults: tuple[Fault, ...] | None = None
    for number in numbers:
        each, over = divmod(number, sides)
        members = each // settings.partners * settings.partners if given else settings.partners  # equally many in each entry
        try:
            rules = system.rules_with(options, number)
        except Unplayable as refused:
            faults = refused.faults if faults is None else faults
            continue
        if not over and each >= settings.partners and fits(system, rules, sides, each, members):
            return Playable(rules, number)
        faults = () if faults is None else faults
    return faults or ()


def _unplayable(system: System[Table], options: Mapping[str, Json], settings: Settings, found: tuple[Fault, ...]) -> list[Fault]:
    """Return the faults of a game that cannot be played with any number of people at a table. `found`: the faults with one number."""
    wrong = [fault for fault in found if fault.pointer.removeprefix("/options/") in options]
    least, most = system.players
    span = f"{least}" if least == most else f"{least} to {most}"
    return wrong or [Fault("/system", f"cannot be played with these settings: {system.name} is for {span} players; {_table(settings)}")]


def _table(settings: Settings) -> str:
    sides = settings.table // settings.partners
    return f"a table has {sides} sides of {settings.partners} {'entry' if settings.partners == 1 else 'entries'}"


# --- the plan -----------------------------------------------------------------------------------------------------------------------------


MOST_SHOWN: Final = 32
"""No schedule is made for more entries than this: it would be long, and might take seconds to make."""


class Plan(NamedTuple):
    """A plan. `rounds`: their number, with those after a cut; None if the director decides it. `tables`, `sits_out`: how many there are in
    each round before the cut, or in a knock-out in round 1, if nobody is missing. `schedule`: the pairing of each round before the cut;
    None if it is not known in advance, or would be too long. In a format with lines the schedule names lines instead of entries."""

    rounds: int | None
    tables: int
    sits_out: int
    schedule: tuple[Paired, ...] | None = None


def planned(format_name: str, settings: Settings, entries: int) -> Plan:
    """Return the plan for these settings, which must suit this number of entries."""
    sizes = _sizes(settings, entries)
    rounds = format_named(format_name).rounds(settings, sizes[0])
    if format_name.startswith("draw"):
        tables, sits_out = len(table_sizes(entries, settings.table)), 0
    elif settings.groups is not None:
        tables, sits_out = sum(size // 2 for size in sizes), sum(size % 2 for size in sizes)
    elif ABOUT[format_name].pairs_by == "bracket":
        sits_out = power(entries) - entries
        tables = (entries - sits_out) // 2
    else:
        tables, sits_out = divmod(entries, settings.table)
    schedule = None if settings.groups is not None else _schedule(format_name, settings, entries, rounds)
    if settings.cut is not None and rounds is not None:
        following = format_named(settings.cut.format).rounds(settings_after(settings, settings.cut), how_many(settings, settings.cut))
        rounds = None if following is None else rounds + following
    return Plan(rounds, tables, sits_out, schedule)


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
