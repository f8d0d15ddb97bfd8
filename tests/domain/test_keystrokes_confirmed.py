"""A record that is followed keystroke by keystroke: which confirmations contradict it meanwhile, and which rulings have their ground."""

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
    (RulingRecorded(Cited(finding=DIFFERS), "HC-14", "stand", 1), 1),  # it counts before everything that comes and goes later
    ResultStated((Seat(0),)),
    ResultConfirmed(Seat(0), 4, "0" * 64, {Seat(0): 99}, (Seat(1),)),
]
"""A ruling about a confirmation of another result, and this confirmation (5), after which the ruling (3) has its ground."""
LATER = [
    # (what happens after the confirmation, whether the confirmation contradicts the record then)
    ([], True),
    ([(NOTE, 2)], False),  # a correction of what was confirmed: the confirmation does not count any more
    ([(NOTE, 2), Retracted(6)], True),
    ([(NOTE, 2), Retracted(6), Retracted(7)], False),
    ([(NOTE, 2), (NOTE, 2), Retracted(6)], False),
    ([(NOTE, 2), (NOTE, 2), Retracted(6), Retracted(7)], True),
    ([(NOTE, 5)], True),  # it reaches only what nobody confirmed
    ([Retracted(5)], False),
]


@pytest.mark.parametrize(("later", "contradicts"), LATER)
def test_a_confirmation_stops_to_contradict_while_a_correction_of_what_was_confirmed_is_current(
    later: list[Act | tuple[Act, int]], contradicts: bool
) -> None:
    """And the ruling about this contradiction has its ground as long as it is proved. Source: `result_of`; docs/decisions/rulings.md."""
    standing = set[str]()
    for typed in keystrokes(played("high-card", 3, *CONFIRMED, *later)):
        standing -= {finding.id for finding in typed.withdrawn}
        standing |= {finding.id for finding in typed.raised}
        if typed.event.version in (3, 4):
            assert {DIFFERS, GROUNDLESS} & standing == {GROUNDLESS}
    assert {DIFFERS, GROUNDLESS} & standing == {DIFFERS if contradicts else GROUNDLESS}
