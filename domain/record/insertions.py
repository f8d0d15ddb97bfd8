"""Why an event was inserted. An insertion carries no reason itself: whoever wants to give one records a note with it.

The note stands directly before the insertion in the same batch, and for the same place (`after`), so that it follows the inserted event in
table order; that needs no version, which nobody knows before the batch is written (docs/decisions/web-life.md).
"""

from collections.abc import Sequence

from domain.kernel.events import Event, NoteWritten


def explanation(event: Event, events: Sequence[Event]) -> Event | None:
    """The note that says why `event` was inserted, whether or not it still stands; None where there is none. `events`: the record in order
    of version, at least up to that event."""
    if event.after is None:
        return None
    note = events[event.version - 2]
    together = (note.after, note.by, note.recorded_at) == (event.after, event.by, event.recorded_at)
    return note if together and isinstance(note.act, NoteWritten) else None
