"""Finds the reason why an event was inserted. An insertion has no reason of its own: the recorder adds a note to it.

The note comes directly before the insertion in the same batch, with the same `after`, so that it follows the inserted event in table order.
The note need not name the version of the insertion, which is not known before the batch is written (docs/decisions/web-life.md).
"""

from collections.abc import Sequence

from domain.kernel.events import Event, NoteWritten


def explanation(event: Event, events: Sequence[Event]) -> Event | None:
    """The note that says why `event` was inserted, even if the note was withdrawn since; None when there is no note. `events`: the record
    in order of version, at least up to that event."""
    if event.after is None:
        return None
    note = events[event.version - 2]
    together = (note.after, note.by, note.recorded_at) == (event.after, event.by, event.recorded_at)
    return note if together and isinstance(note.act, NoteWritten) else None
