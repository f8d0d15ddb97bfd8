"""A note explains an insertion if the insertion is recorded directly after the note, at the same moment, by the same recorder, and for the
same place in the record."""

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Event, EventId, NoteWritten, OpenerChosen, TokenId
from domain.kernel.shapes import Sealed
from domain.record.insertions import explanation

NOTE = Event(5, EventId("note"), NoteWritten(Sealed("", "reported later")), TokenId("t1"), 0, 0, 700, 2)
INSERTED = Event(6, EventId("act"), OpenerChosen(Seat(0)), TokenId("t1"), 0, 0, 700, 2)

ROWS = [
    ("as it is recorded", NOTE, INSERTED, True),
    ("at another moment at the table", NOTE._replace(at=-9), INSERTED, True),
    ("in another batch", NOTE._replace(recorded_at=699), INSERTED, False),
    ("by somebody else", NOTE._replace(by=TokenId("t2")), INSERTED, False),
    ("for another place", NOTE._replace(after=3), INSERTED, False),
    ("at the end", NOTE._replace(after=None), INSERTED._replace(after=None), False),
    ("no note", NOTE._replace(act=OpenerChosen(Seat(1))), INSERTED, False),
]


@pytest.mark.parametrize(("before", "inserted", "explains"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_only_the_note_directly_before_an_insertion_explains_the_insertion(before: Event, inserted: Event, *, explains: bool) -> None:
    events = [NOTE._replace(version=version, after=None) for version in range(1, 5)] + [before, inserted]
    assert explanation(inserted, events) == (before if explains else None)
