"""Records read event by event: at which events a confirmation contradicts the record, and at which events a ruling has its ground (what it
is about)."""

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, ResultConfirmed, ResultStated, Retracted, RulingRecorded
from domain.kernel.events.rulings import Cited
from domain.record.keystrokes import keystrokes
from tests.domain.playing import act, played

NOTE = act("NoteWritten", note="x")
DIFFERS, GROUNDLESS = "confirmed-result-differs@5", "ruling-without-ground@3"
CONFIRMED: list[Act | tuple[Act, int]] = [
    NOTE,
    (RulingRecorded(Cited(finding=DIFFERS), "HC-14", "stand", 1), 1),  # the ruling belongs after event 1, before all the other events
    ResultStated((Seat(0),)),
    ResultConfirmed(Seat(0), 4, "0" * 64, {Seat(0): 99}, (Seat(1),)),
]
"""Version 5 confirms a result that differs from the result of the record. The ruling at version 3 is about this contradiction, so it has a
ground only from version 5 on."""
LATER = [
    # Each row: what is recorded after the confirmation, and whether the confirmation then contradicts the record.
    ([], True),
    ([(NOTE, 2)], False),  # the note changes the events that were confirmed, so the confirmation does not count any more
    ([(NOTE, 2), Retracted(6)], True),
    ([(NOTE, 2), Retracted(6), Retracted(7)], False),
    ([(NOTE, 2), (NOTE, 2), Retracted(6)], False),
    ([(NOTE, 2), (NOTE, 2), Retracted(6), Retracted(7)], True),
    ([(NOTE, 5)], True),  # the note comes after the events that were confirmed
    ([Retracted(5)], False),
]


@pytest.mark.parametrize(("later", "contradicts"), LATER)
def test_a_confirmation_contradicts_the_record_only_while_the_confirmed_events_are_unchanged(
    later: list[Act | tuple[Act, int]], contradicts: bool
) -> None:
    """If nothing is contradicted, the ruling has no ground. Source: `result_of`; docs/decisions/rulings.md."""
    standing = set[str]()
    for typed in keystrokes(played("high-card", 3, *CONFIRMED, *later)):
        standing -= {finding.id for finding in typed.withdrawn}
        standing |= {finding.id for finding in typed.raised}
        if typed.event.version in (3, 4):
            assert {DIFFERS, GROUNDLESS} & standing == {GROUNDLESS}
    assert {DIFFERS, GROUNDLESS} & standing == {DIFFERS if contradicts else GROUNDLESS}
