"""Finds the reason why an event was inserted. The reason is in a note, because an inserted event has no field for it.

The note comes directly before the inserted event in the same batch, and has the same `after`. In table order the note follows the inserted
event (docs/decisions/web-form.md)."""

from collections.abc import Sequence

from domain.kernel.events import Event, NoteWritten


def explanation(event: Event, events: Sequence[Event]) -> Event | None:
    """Return the note that says why `event` was inserted, even if the note was withdrawn later; None if there is no note.

    `events`: the record in order of version, at least up to `event`."""
    if event.after is None:
        return None
    note = events[event.version - 2]
    together = (note.after, note.by, note.recorded_at) == (event.after, event.by, event.recorded_at)
    return note if together and isinstance(note.act, NoteWritten) else None
