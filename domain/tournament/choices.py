"""Finds choices of a director that contradict each other: the format, the settings and the tie-breaks of a tournament."""

from collections.abc import Iterator, Sequence

from domain.kernel.events.common import MOST_ROUNDS
from domain.kernel.events.tournaments import Settings
from domain.kernel.shapes import Fault
from domain.tournament.formats import FORMATS, format_named
from domain.tournament.formats.kinds import Format
from domain.tournament.tiebreaks import find


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
    try:
        format_named(format_name)
    except ValueError as fault:
        found.append(Fault("/format", str(fault)))
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
    refused = _refused(FORMATS[format_name], settings, entries) if format_name in FORMATS else None
    if refused is not None:
        yield Fault("/settings", refused)


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
