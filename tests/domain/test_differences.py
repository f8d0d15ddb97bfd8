"""The difference of two readings: the changes that turn one into the other. It moves as few events as possible."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.events import Event, NoteWritten, Retracted
from domain.kernel.shapes import Sealed
from domain.record.differences import Difference, Placed, as_typed, difference, finding_changes, round_changes, standing
from domain.record.fold import Reading
from domain.systems import SYSTEMS
from tests.domain.playing import act, events, hand, opener, place, played, reveal
from tests.test_every_system import a_game, next_event

bounded = settings(max_examples=60, derandomize=True)
NOTES = events([NoteWritten(Sealed("", "x"))] * 12)


def applied(difference: Difference, before: Sequence[Event]) -> list[Event]:
    """Apply `difference` to the first sequence and return the second. Raises KeyError if the difference does not fit `before`."""
    gone = {placed.event.version for placed in difference.withdrawn} | {moved.event.version for moved in difference.moved}
    resting = [event for event in before if event.version not in gone]
    coming = {placed.behind: placed.event for placed in (*difference.added, *(Placed(m.event, m.behind) for m in difference.moved))}
    after: list[Event] = []
    last = 0
    for event in (*resting, None):
        while last in coming:
            after.append(coming.pop(last))
            last = after[-1].version
        if event is not None:
            after.append(event)
            last = event.version
    if coming:
        raise KeyError(min(coming))
    return after


def mangled(seed: int) -> Reading:
    """Return a random game with up to eight corrections: retractions, insertions, and retractions of retractions."""
    dice = Random(seed)
    reading = a_game(SYSTEMS["high-card"], seed, 12)
    for _ in range(dice.randint(0, 8)):
        if dice.random() < 0.5 and reading.version > 1:
            reading = reading.extended([next_event(reading, Retracted(dice.randint(2, reading.version)))])
        else:
            made = reading.events[dice.randint(0, reading.version - 1)].act if reading.version > 1 else NOTES[0].act
            made = NOTES[0].act if type(made).__name__ in ("GameOpened", "Retracted") else made
            reading = reading.extended([next_event(reading, made, dice.choice([None, dice.randint(1, reading.version)]))])
    return reading


@bounded
@given(seed=st.integers(0, 2**32), first=st.floats(0, 1), last=st.floats(0, 1))
def test_applying_the_difference_of_two_readings_to_the_first_gives_the_second(seed: int, first: float, last: float) -> None:
    """The two readings show a record at any two versions. Each of them may be read with or without its corrections."""
    reading = mangled(seed)
    one, two = (reading.at(1 + round(part * (reading.version - 1))) for part in (first, last))
    for before, after in ((one, two), (two, one), (as_typed(two), two), (as_typed(one), as_typed(two))):
        assert applied(difference(standing(before), standing(after)), standing(before)) == standing(after)


@bounded
@given(one=st.permutations(NOTES), two=st.permutations(NOTES), some=st.integers(0, 12), others=st.integers(0, 12))
def test_the_difference_of_two_sequences_turns_the_first_into_the_second(
    one: Sequence[Event], two: Sequence[Event], some: int, others: int
) -> None:
    before, after = one[:some], two[:others]
    change = difference(before, after)
    assert applied(change, before) == after
    assert {event.version for event, _ in change.added} == {e.version for e in after} - {e.version for e in before}
    assert {event.version for event, _ in change.withdrawn} == {e.version for e in before} - {e.version for e in after}


def test_applying_a_difference_to_a_wrong_sequence_raises() -> None:
    change = difference(NOTES[:3], (*NOTES[:3], NOTES[5]))
    with pytest.raises(KeyError):
        applied(change, NOTES[:2])


MOVES = [
    # Each row: the versions in the first reading, those in the second, and each moved event as (its version, the version before it in the
    # first reading, the version before it in the second); 0: none.
    ("1 2 3 4", "1 2 3 4", []),
    ("1 2 3 4", "1 3 4 2", [(2, 1, 4)]),
    ("1 2 3 4", "4 1 2 3", [(4, 3, 0)]),
    ("1 2 3 4", "2 1 4 3", [(1, 0, 2), (3, 2, 4)]),
    ("1 2 3 4 5", "1 5 2", [(5, 4, 1)]),
]


@pytest.mark.parametrize(("before", "after", "moved"), MOVES)
def test_the_difference_of_two_readings_moves_as_few_events_as_possible(before: str, after: str, moved: list[tuple[int, int, int]]) -> None:
    first, second = ([NOTES[int(number) - 1] for number in side.split()] for side in (before, after))
    change = difference(first, second)
    assert len(change.moved) == len(moved)
    assert applied(change, first) == second
    if len(moved) == 1:
        assert [(event.version, stood, behind) for event, stood, behind in change.moved] == moved


def slip() -> Reading:
    """HC-6: event 3, a call of highest by seat 0 with a two, is withdrawn. A call of lowest is inserted in its place."""
    first = [opener(0), place(0, "h", "2C"), place(1, "h", "AS"), place(2, "m", "KH"), reveal("2C AS KH")]
    return played("high-card", 3, *first, act("Retracted", target=3, reason="slip"), (place(0, "l", "2C"), 2))


def test_a_corrected_act_is_shown_as_one_withdrawn_and_one_added_event() -> None:
    reading = slip()
    change = difference(standing(reading.at(6)), standing(reading))
    assert [(event.version, behind) for event, behind in change.withdrawn] == [(3, 2)]
    assert [(event.version, behind) for event, behind in change.added] == [(8, 2)]
    assert change.moved == ()


def test_a_record_read_without_its_corrections_differs_from_the_corrected_record() -> None:
    """Without the corrections, the wrong event still counts, and the event that replaces it is at the end."""
    reading = slip()
    typed = as_typed(reading)
    assert [event.version for event in standing(typed)] == [1, 2, 3, 4, 5, 6, 8]
    change = difference(standing(typed), standing(reading))
    assert [event.version for event, _ in change.withdrawn] == [3]
    assert [(event.version, stood, behind) for event, stood, behind in change.moved] == [(8, 6, 2)]


def test_a_difference_shows_changed_rounds() -> None:
    """The rule is the recording model in docs/rules/00."""
    reading = played(
        "high-card",
        3,
        act("RoundStated", round=1, points={"0": 1}),
        act("Retracted", target=2),
        act("RoundStated", round=1, points={"1": 1}),
    )
    [change] = round_changes(reading.at(2), reading)
    assert change.before is not None
    assert change.after is not None
    assert (change.number, change.before.points, change.after.points) == (1, {0: 1}, {1: 1})
    [gone] = round_changes(reading.at(2), reading.at(3))
    assert gone.after is None
    assert round_changes(reading, reading) == ()


def test_a_difference_shows_raised_and_withdrawn_findings() -> None:
    """HC-2: as long as the record has a wrong opener, the play is out of turn. The correction of the opener withdraws this finding."""
    reading = played("high-card", 3, opener(0), place(1, "h", "AS"), act("Retracted", target=2), (opener(1), 1))
    before, after = reading.at(3), reading
    assert [finding.rule for finding in finding_changes((), before.findings).raised] == ["out-of-turn"]
    changes = finding_changes(before.findings, after.findings)
    assert ([finding.rule for finding in changes.withdrawn], changes.raised) == (["out-of-turn"], ())


def test_a_finding_with_a_new_sentence_is_withdrawn_and_raised_again() -> None:
    [finding] = played("high-card", 3, opener(0), place(1, "h", "AS")).findings
    assert finding_changes([finding], [replace(finding, sentence="Otherwise.")]) == ((replace(finding, sentence="Otherwise."),), ())


def test_the_difference_of_a_reading_from_itself_is_empty() -> None:
    reading = played("high-card", 4, *hand("m h h m", "TS KH AD JC", [0, 1, 2, 3]))
    assert difference(standing(reading), standing(reading)) == difference((), ())
