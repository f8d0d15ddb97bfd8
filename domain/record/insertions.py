"""Finds the reason why an event was inserted. An inserted event has no field for a reason; instead, the recorder writes a note with it.

The note comes directly before the inserted event in the same batch, and has the same `after`. In table order it then follows the inserted
event. So the note need not name the version of the inserted event, which is not known before the batch is written
(docs/decisions/web-life.md).
"""

from collections.abc import Sequence

from domain.kernel.events import Event, NoteWritten


def explanation(event: Event, events: Sequence[Event]) -> Event | None:
    """Return the note that says why `event` was inserted, even if the note was withdrawn later; None when there is no note. `events`: the
    record in order of version, at least up to `event`."""
    if event.after is None:
        return None
    note = events[event.version - 2]
    together = (note.after, note.by, note.recorded_at) == (event.after, event.by, event.recorded_at)
    return note if together and isinstance(note.act, NoteWritten) else None
