"""What the table may answer to a query. Source of all rows: docs/decisions/domain-asking.md."""

import pytest

from domain.kernel.events import Act, EventId, Retracted
from domain.kernel.shapes import Fault, Sealed
from domain.record.asking import Answer, answers_to
from domain.record.batch import Draft, as_events
from domain.record.fold import Reading
from tests.domain.pitch.playing import calls, deal, game, plays
from tests.domain.playing import EVENT_TYPES, act, opener, place, played, reveal

Acts = list[Act | tuple[Act, int]]


def answers(reading: Reading, finding: str = "") -> tuple[Answer, ...]:
    """Return the possible answers to a query: to `finding`, or by default to the only query of the record."""
    found = answers_to(reading, reading.findings)
    return found[finding] if finding else next(iter(found.values()))


def kinds(reading: Reading) -> str:
    return " ".join(answer.kind for answer in answers(reading))


def high(*acts: Act | tuple[Act, int]) -> Reading:
    return played("high-card", 3, *acts)


def pitch(*acts: Act | tuple[Act, int]) -> Reading:
    return game("pitch-auction-classic", *acts, seats=4)


CALLS = [*calls("1:2 2:pass 3:pass 0:pass")]
TRICK = [*plays("1:AS 2:2S 3:3S 0:4S")]
ROUND = [opener(0), place(0, "h"), place(1, "m"), place(2, "l"), reveal("TS 2H KD")]
"""A round of High Card. Seat 0 leads the next round."""
ALL, NO_SWAP, FIRST = "missing earlier swapped happened leave", "missing earlier happened leave", "missing happened leave"
ROWS: list[tuple[str, Reading, str]] = [
    # Each row: what is tested, a record with one query, the kinds of answers that are offered.
    ("seat 1 is missing between two cards", high(opener(0), place(0, "m"), place(2, "l")), NO_SWAP),
    ("the card of seat 1 comes after that of seat 2", high(opener(0), place(0, "m"), place(2, "l"), place(1, "h")), ALL),
    ("only the opener comes before", high(opener(0), place(1, "m")), FIRST),
    ("only the deal comes before", high(opener(0), act("HandDealt"), place(1, "m")), FIRST),
    ("a note is no act of play", high(opener(0), place(0, "m"), act("NoteWritten", note="x"), place(2, "l")), NO_SWAP),
    ("a statement is no act of play", high(opener(0), place(0, "m"), act("ScoreStated", scores={"0": 9})), NO_SWAP),
    ("the first card of a round", high(*ROUND, place(1, "m")), NO_SWAP),
    ("a bid is too low, but the other order would be out of turn", pitch(deal(0), *calls("1:3 2:2")), NO_SWAP),
    ("the call of seat 2 comes after that of seat 3", pitch(deal(0), *calls("1:2 3:pass 2:pass")), ALL),
    ("a play comes too early", pitch(*CALLS, *plays("1:AS 3:3S")), NO_SWAP),
    ("a play comes too early, and the next play belongs before it", pitch(*CALLS, *plays("1:AS 3:3S 2:2S")), ALL),
    ("the deal of the cards belongs to the next deal", pitch(*CALLS, *TRICK, deal(1)), NO_SWAP),
]


@pytest.mark.parametrize(("what", "reading", "offered"), ROWS, ids=[row[0] for row in ROWS])
def test_only_answers_that_make_sense_are_offered(what: str, reading: Reading, offered: str) -> None:
    assert kinds(reading) == offered, what


AFTER: list[tuple[str, Reading, int]] = [
    ("directly before the entry", high(opener(0), place(0, "m"), place(2, "l")), 3),
    ("before the last entry in table order", high(opener(0), place(2, "l"), (place(0, "m"), 2), (place(2, "l"), 4)), 4),
    ("the last cited entry is not the one recorded last", pitch(deal(0), *calls("2:2"), (next(calls("1:3")), 2)), 4),
    ("a withdrawn entry does not count", high(opener(0), place(0, "m"), act("NoteWritten", note="x"), place(2, "l"), Retracted(4)), 3),
    (
        "a ruling that replaces another counts at the place of the other",
        high(
            opener(0), place(0, "m"), act("IrregularityCalled", kind="other"),
            act("RulingRecorded", cites={"dispute": 4}, rule="x", rectification="stand"), place(2, "l"),
            act("RulingRecorded", cites={"dispute": 4}, rule="y", rectification="stand", supersedes=5),
        ),
        5,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("what", "reading", "after"), AFTER, ids=[row[0] for row in AFTER])
def test_a_missing_entry_belongs_directly_before_the_last_entry_that_the_query_cites(what: str, reading: Reading, after: int) -> None:
    missing = answers(reading)[0]
    assert (missing.kind, missing.after) == ("missing", after), what
    steps = [step.event.version for step in reading.extended(_written(reading, ((act("NoteWritten", note="x"), after),))).steps]
    cited = max(steps.index(version) for version in next(iter(reading.findings)).versions)
    assert steps[cited - 1] == reading.version + 1, what


def _written(reading: Reading, acts: tuple[tuple[Act, int | None], ...]) -> tuple:  # type: ignore[type-arg]
    drafts = [Draft(each, EventId(str(number)), after) for number, (each, after) in enumerate(acts)]
    return tuple(as_events(drafts, reading.events[-1].version, reading.events[-1].by, 0))


def given(reading: Reading, kind: str) -> Reading:
    """Return the record extended by an answer of this kind to its only query."""
    [answer] = [each for each in answers(reading) if each.kind == kind]
    faults: list[Fault] = []
    acts = tuple((EVENT_TYPES[entry.type].shape.read(entry.data, "", faults), entry.after) for entry in answer.entries)
    assert acts
    assert not faults
    return reading.extended(_written(reading, acts))  # type: ignore[arg-type]


def test_a_swap_retracts_the_second_act_and_enters_it_again_before_the_first() -> None:
    reading = high(opener(0), place(0, "m", "AS"), place(2, "l", "2C"), place(1, "h", "3D"))
    swap = next(answer for answer in answers(reading) if answer.kind == "swapped")
    first, again = swap.entries
    assert (first.type, first.data) == ("Retracted", {"target": 5, "reason": "wrong order"})
    fifth = reading.events[4]
    assert (again.type, again.data, again.after) == ("CardPlaced", {"seat": 1, "call": "highest", "card": "3D"}, 3)
    assert (again.at, again.offset) == (fifth.at, fifth.offset), "the time at the table stays"
    assert [step.event.version for step in given(reading, "swapped").steps] == [1, 2, 3, 7, 4]


SWAPS: list[tuple[str, Reading, list[int], list[str]]] = [
    # Each row: what is tested, a record, the versions of its events in table order after the swap, the findings after the swap.
    ("two calls", pitch(deal(0), *calls("1:2 3:pass 2:pass 0:pass")), [1, 2, 3, 8, 4, 6], []),
    ("two plays", pitch(*CALLS, *plays("1:AS 3:3S 2:2S 0:4S")), [1, 2, 3, 4, 5, 6, 11, 7, 9], []),
    ("inserted entries", high(opener(0), place(2, "l"), (place(1, "m"), 3), (place(0, "h"), 2)), [1, 2, 5, 7, 3], []),
]


@pytest.mark.parametrize(("what", "reading", "order", "found"), SWAPS, ids=[row[0] for row in SWAPS])
def test_a_swap_settles_the_query_about_entries_in_the_wrong_order(what: str, reading: Reading, order: list[int], found: list[str]) -> None:
    then = given(reading, "swapped")
    assert [step.event.version for step in then.steps] == order, what
    assert [finding.id for finding in then.findings] == found


def test_no_swap_is_offered_if_the_sealed_value_of_the_act_was_erased() -> None:
    former = [opener(0), place(0, "m", "AS"), place(2, "l", "2C")]
    known = high(*former, place(1, "h", "3D"))
    erased = high(*former, _erased(place(1, "h", "3D")))
    assert (kinds(known), kinds(erased)) == (ALL, NO_SWAP)


def _erased(placed: Act) -> Act:
    return type(placed)(placed.seat, placed.call, Sealed("commitment", None))  # type: ignore[attr-defined,call-arg]


def test_a_query_is_settled_when_the_table_confirms_it() -> None:
    reading = high(opener(0), place(0, "m"), place(2, "l"))
    then = given(reading, "happened")
    assert [(finding.id, finding.kind) for finding in then.findings] == [("out-of-turn@4,5", "breach")]
    assert answers_to(then, then.findings) == answers_to(then, reading.findings) == {}, "the record does not ask any more"
