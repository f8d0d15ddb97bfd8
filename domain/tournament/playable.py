"""Decides, before a tournament is opened, whether the games of its tables could be opened: the system, its options, the settings and the
number of people at a table must fit together. `fits` (seating.py) decides, as it does when the game of a table is opened."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments import Settings
from domain.kernel.shapes import MAX_SEATS, Fault
from domain.system import Rules, System, Table, Unplayable
from domain.tournament.formats.draw import table_sizes
from domain.tournament.offers import Played
from domain.tournament.seating import fits, teams_among


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


def unfit(system: System[Table], rules: Rules, settings: Settings) -> str | None:
    """Return a sentence if no game can be opened at tables with these settings, however many people an entry has; otherwise None."""
    sides = settings.table // settings.partners
    for each in range(settings.partners, MAX_SEATS // sides + 1):
        if fits(system, rules, sides, each, each // settings.partners * settings.partners):
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
