"""Refuses events that make no sense in the current state of a season, before they are recorded."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
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

Check = Callable[[SeasonReading, SeasonAct], Iterator[Fault]]


def faults(reading: SeasonReading, events: Sequence[SeasonEvent]) -> list[tuple[int, Fault]]:
    """Return the faults of a batch of events after `reading`, as pairs: the index of the event in the batch, and the fault. The pointer of
    a fault begins with `/data`, or is `/after`."""
    return _checked(reading, events, lambda now, act: chain(_senseless(now, act), _untimely(now, act)))


def senseless(events: Sequence[SeasonEvent]) -> list[tuple[int, Fault]]:
    """Return the faults of a whole stream, the opening included, as `faults` does for a batch. It may be older than a rule:
    only those count that every version of this program had."""
    opened = cast("SeasonOpened", events[0].act)
    found = [(0, Fault(f"/data{fault.pointer}", fault.message)) for fault in misfits(opened.settings)]
    return found + [(1 + index, fault) for index, fault in _checked(season_read(events[:1]), events[1:], _senseless)]


def _checked(reading: SeasonReading, events: Sequence[SeasonEvent], check: Check) -> list[tuple[int, Fault]]:
    found = []
    for index, event in enumerate(events):
        if event.after is not None:
            found.append((index, Fault("/after", "events of a season count in the order in which they are recorded: leave `after` out")))
        found += [(index, Fault(f"/data{fault.pointer}", fault.message)) for fault in check(reading, event.act)]
        reading = reading.extended([event])
    return found


def misfits(settings: SeasonSettings) -> Iterator[Fault]:
    if settings.by == "place" and not settings.places:
        yield Fault("/settings/places", "must have the points of the first place, and of the places after it")


def _senseless(reading: SeasonReading, act: SeasonAct) -> Iterator[Fault]:
    state = reading.state
    if isinstance(act, NoteWritten | Retracted):
        return
    if state.end is not None:
        yield _ended(state.end)
        return
    if isinstance(act, SeasonSettingsChanged):
        yield from misfits(act.settings)
    if isinstance(act, TournamentLeftOut | CorrectionAccepted | CorrectionDeclined) and act.tournament not in state.counted:
        yield Fault("/tournament", f"{act.tournament} does not count in this season")
    elif isinstance(act, CorrectionAccepted) and act.version <= state.counted[act.tournament].reached:
        yield Fault("/version", f"is not newer than the standings that count, of version {state.counted[act.tournament].reached}")
    if isinstance(act, TournamentCounted) and act.tournament in state.counted:
        yield Fault("/tournament", f"{act.tournament} counts already in this season")
    elif isinstance(act, TournamentCounted) and len(state.counted) >= MOST_COUNTED:
        yield Fault("/tournament", f"would be number {MOST_COUNTED + 1}: a season counts at most {MOST_COUNTED} tournaments")


def _untimely(reading: SeasonReading, act: SeasonAct) -> Iterator[Fault]:
    """Yield the faults of an act that has a meaning, but may not be recorded now. The first versions of this program allowed them."""
    state = reading.state
    if isinstance(act, Retracted) and state.end is not None and not _withdrawn_after(reading, state.end, act):
        yield _ended(state.end)
    elif isinstance(act, CorrectionAccepted | CorrectionDeclined) and act.tournament in state.counted and state.end is None:
        counted = state.counted[act.tournament]
        newer = isinstance(act, CorrectionDeclined) or act.version > counted.reached
        if newer and not _waits(counted, act):
            yield Fault("", "decides about standings that count, or were declined, already")


def _ended(end: int) -> Fault:
    return Fault("", f"cannot follow the end of the season: withdraw its SeasonClosed first, which is version {end}")


def _waits(counted: Counted, act: CorrectionAccepted | CorrectionDeclined) -> bool:
    """Whether the standings of this act are others than those that count, and nobody has declined them. Two directors may decide about them
    at the same time."""
    decided = act.digest if isinstance(act, CorrectionDeclined) else digest_of(act.rows)
    return decided not in {digest_of(counted.rows), *counted.declined}


def _withdrawn_after(reading: SeasonReading, end: int, act: Retracted) -> bool:
    """Whether an act may follow the end of the season, which is version `end`: it withdraws the end or a note."""
    return act.target in {end, *(event.version for event in reading.events if isinstance(event.act, NoteWritten))}
