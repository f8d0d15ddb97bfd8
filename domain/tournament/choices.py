"""Finds choices of a director that do not fit together: format, settings and tie-breaks."""

from collections.abc import Iterator

from domain.kernel.events.tournaments import Settings
from domain.kernel.shapes import Fault
from domain.tournament.formats import format_named
from domain.tournament.tiebreaks import find


def misfits(format_name: str, settings: Settings, entries: int) -> list[Fault]:
    """The faults of these choices, with pointers into `{format, settings}`. `entries`: the number of entries (0: the number is not judged
    yet)."""
    return list(_misfits(format_name, settings, entries))


def _misfits(format_name: str, settings: Settings, entries: int) -> Iterator[Fault]:
    for place, name in enumerate(settings.tiebreaks):
        try:
            find(name)
        except ValueError as fault:
            yield Fault(f"/settings/tiebreaks/{place}", str(fault))
    if settings.round.ends == "hands" and settings.round.hands is None:
        yield Fault("/settings/round/hands", "is needed: a round ends after this number of hands")
    if settings.scoring.kind == "placement" and not settings.scoring.places:
        yield Fault("/settings/scoring/places", "is needed: the points for the first place of a table, the second and so on")
    try:
        format_ = format_named(format_name)
    except ValueError as fault:
        yield Fault("/format", str(fault))
        return
    refused = format_.refuses(settings, entries) if entries else None
    if refused is not None:
        yield Fault("/settings", refused)
