"""Refuses events that make no sense in the current state of a season, before they are recorded."""

from collections.abc import Iterator, Sequence
from typing import cast

from domain.kernel.events import SeasonAct, SeasonEvent
from domain.kernel.events.common import NoteWritten, Retracted
from domain.kernel.events.seasons import (
    MOST_COUNTED,
    CorrectionAccepted,
    CorrectionDeclined,
    SeasonOpened,
    SeasonSettings,
    SeasonSettingsChanged,
    TournamentCounted,
    TournamentLeftOut,
)
from domain.kernel.shapes import Fault
from domain.season.counting import digest_of
from domain.season.fold import Counted, SeasonReading, season_read


def faults(reading: SeasonReading, events: Sequence[SeasonEvent]) -> list[tuple[int, Fault]]:
    """Return the faults of a batch of events after `reading`, as pairs: the index of the event in the batch, and the fault. The pointer of
    a fault begins with `/data`, or is `/after`."""
    found = []
    for index, event in enumerate(events):
        if event.after is not None:
            found.append((index, Fault("/after", "events of a season count in the order in which they are recorded: leave `after` out")))
        found += [(index, Fault(f"/data{fault.pointer}", fault.message)) for fault in _faults(reading, event.act)]
        reading = reading.extended([event])
    return found


def senseless(events: Sequence[SeasonEvent]) -> list[tuple[int, Fault]]:
    """Return the faults of a whole stream, the opening included, as `faults` does for a batch."""
    opened = cast("SeasonOpened", events[0].act)
    found = [(0, Fault(f"/data{fault.pointer}", fault.message)) for fault in misfits(opened.settings)]
    return found + [(1 + index, fault) for index, fault in faults(season_read(events[:1]), events[1:])]


def misfits(settings: SeasonSettings) -> Iterator[Fault]:
    if settings.by == "place" and not settings.places:
        yield Fault("/settings/places", "must have the points of the first place, and of the places after it")


def _faults(reading: SeasonReading, act: SeasonAct) -> Iterator[Fault]:
    state = reading.state
    if state.end is not None and not _after_the_end(reading, state.end, act):
        yield Fault("", f"cannot follow the end of the season: withdraw its SeasonClosed first, which is version {state.end}")
        return
    if isinstance(act, SeasonSettingsChanged):
        yield from misfits(act.settings)
    if isinstance(act, TournamentLeftOut | CorrectionAccepted | CorrectionDeclined) and act.tournament not in state.counted:
        yield Fault("/tournament", f"{act.tournament} does not count in this season")
    elif isinstance(act, CorrectionAccepted) and act.version <= state.counted[act.tournament].reached:
        yield Fault("/version", f"is not newer than the standings that count, of version {state.counted[act.tournament].reached}")
    elif isinstance(act, CorrectionAccepted | CorrectionDeclined) and not _waits(state.counted[act.tournament], act):
        yield Fault("", "decides about standings that count, or were declined, already")
    if isinstance(act, TournamentCounted) and act.tournament in state.counted:
        yield Fault("/tournament", f"{act.tournament} counts already in this season")
    elif isinstance(act, TournamentCounted) and len(state.counted) >= MOST_COUNTED:
        yield Fault("/tournament", f"would be number {MOST_COUNTED + 1}: a season counts at most {MOST_COUNTED} tournaments")


def _waits(counted: Counted, act: CorrectionAccepted | CorrectionDeclined) -> bool:
    """Whether the standings of this act are others than those that count, and nobody has declined them. Two directors may decide about them
    at the same time."""
    decided = act.digest if isinstance(act, CorrectionDeclined) else digest_of(act.rows)
    return decided not in {digest_of(counted.rows), *counted.declined}


def _after_the_end(reading: SeasonReading, end: int, act: SeasonAct) -> bool:
    """Whether an act may follow the end of the season, which is version `end`: a note, or what withdraws the end or a note."""
    if isinstance(act, Retracted):
        return act.target in {end, *(event.version for event in reading.events if isinstance(event.act, NoteWritten))}
    return isinstance(act, NoteWritten)
