"""Says which events only directors may record, because the events touch a result of a tournament that counts already. For everybody else
these events are refused:

| Event | When it is refused |
|---|---|
| any event with `after` | always: it is inserted before events that are recorded, and so changes the past |
| `Retracted` | if a result that counts, or a change that waits for the director, would differ |
| `ResultApproved` | if the table has a result that counts: the typed result would replace it |
| `TableLinked` | if the table has a result that counts, or a change that waits: another game would bring the next results |

A `ResultEntered` for a table that has a result is recorded. It waits for a director.
"""

from collections.abc import Collection, Mapping, Sequence

from domain.kernel.events import TournamentEvent
from domain.kernel.events.common import Retracted
from domain.kernel.events.tournaments import ResultApproved, TableLinked
from domain.kernel.shapes import Fault
from domain.record.refusals import Refusal
from domain.tournament.reading import TournamentReading
from domain.tournament.state import Result, Tournament


def undoing(now: TournamentReading, events: Sequence[TournamentEvent], rights: Collection[str]) -> Refusal | None:
    """Return the refusal if a sender with these `rights` (the scopes of the token) may not record the batch, because of the results that
    count; None if the batch may be recorded. `events`: the batch, in the form of events that follow the state `now`."""
    if "direct" in rights:
        return None
    for index, event in enumerate(events):
        why = _why(event, now.state)
        if why is not None:
            field = "/after" if event.after is not None else "/data/game" if isinstance(event.act, TableLinked) else "/data/result"
            return _refused(index, field, why)
    retracting = [index for index, event in enumerate(events) if isinstance(event.act, Retracted)]
    if retracting and _results(now.extended(events).state) != _results(now.state):
        return _refused(retracting[0], "/data/target", "Only a director changes a result that counts, or that waits for the director.")
    return None


def _why(event: TournamentEvent, state: Tournament) -> str | None:
    if event.after is not None:
        return "Only a director inserts events."
    if not isinstance(event.act, ResultApproved | TableLinked):
        return None
    paired = state.rounds.get(event.act.round)
    seated = None if paired is None else paired.tables.get(event.act.table)
    if isinstance(event.act, TableLinked):
        settled = seated is not None and (seated.result is not None or seated.change is not None)
        return f"Table {event.act.table} has a result. Only a director links another game." if settled else None
    replaces = seated is not None and seated.result is not None
    return f"Table {event.act.table} has a result that counts. Only a director replaces it." if replaces else None


def _results(state: Tournament) -> Mapping[tuple[int, int], tuple[Result | None, Result | None]]:
    """Return the result that counts and the change that waits, by round and table. Tables with neither are left out."""
    return {
        (number, table): (seated.result, seated.change)
        for number, paired in state.rounds.items()
        for table, seated in paired.tables.items()
        if seated.result is not None or seated.change is not None
    }


def _refused(index: int, place: str, why: str) -> Refusal:
    return Refusal("no-right", why, (Fault(f"/events/{index}{place}", why),), needs="direct")
