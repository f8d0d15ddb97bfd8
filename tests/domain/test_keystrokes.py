"""A reading is the same however it was made. It may be made from all events at once, extended by one event or by a batch, taken back to an
earlier version, or followed keystroke by keystroke.

The records are random. They have acts that break rules, inserted acts, retractions (also of retractions), and confirmations of right and
wrong results. They also have rulings on findings and disputes, and some rulings replace others.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, ClaimMade, Event, ResultConfirmed, ResultStated, Retracted, RulingRecorded
from domain.kernel.events.rulings import RECTIFICATIONS, Cited
from domain.kernel.findings import Finding
from domain.kernel.shapes import Sealed
from domain.record.chain import hashes
from domain.record.differences import as_typed, finding_changes
from domain.record.fold import Reading, corrected, read, retracted
from domain.record.keystrokes import TooManyCorrections, as_recorded, keystrokes
from domain.record.life import confirming
from domain.record.places import Places
from domain.record.steps import Step, steps_after
from domain.system import DIRECTOR, PUBLIC, System, Table, Viewer, seat_viewer
from domain.systems import SYSTEMS
from tests.domain.playing import act, at_each_version, opener, place, played
from tests.speeds import long, rows
from tests.systems import SAMPLED
from tests.test_every_system import a_game, next_event

LENGTH = 30
NOTE = act("NoteWritten", note="x")


def corrected_game(system: System[Table], seed: int) -> tuple[Event, ...]:
    """Return a random record of LENGTH events, which begins with some legal acts. About half of the other events correct something, are out
    of place or break a rule."""
    dice, game = Random(seed), a_game(system, seed, LENGTH)
    legal = [event.act for event in game.events]
    reading = game.at(min(8, game.version))
    while reading.version < LENGTH:
        made = _act(reading, dice, legal)
        supersedes = isinstance(made, RulingRecorded) and made.supersedes is not None
        after = dice.randint(1, reading.version) if dice.random() < 0.3 and not supersedes else None
        reading = read(system, (*reading.events, next_event(reading, made, after)))
    return reading.events


def _act(reading: Reading, dice: Random, legal: list[Act]) -> Act:
    """Return a random act, or sometimes the act that the legal game has at this version."""
    choices: list[Callable[[Reading, Random], object]] = [_again, _retraction, _retraction, _ruling, _claim, _end]
    if reading.version < len(legal) and dice.random() < 0.3:
        return legal[reading.version]
    return dice.choice(choices)(reading, dice) or _claim(reading, dice)  # type: ignore[return-value]


def _again(reading: Reading, dice: Random) -> object:
    played = [event.act for event in reading.events[1:] if not isinstance(event.act, Retracted | RulingRecorded)]
    return dice.choice(played) if played else None


def _retraction(reading: Reading, dice: Random) -> object:
    """Return a retraction of any event, of an earlier retraction, or of the event that a retraction has withdrawn."""
    former = [version for event in reading.events if isinstance(event.act, Retracted) for version in (event.version, event.act.target)]
    if former and dice.random() < 0.5:
        return Retracted(dice.choice(former))
    return Retracted(dice.randint(2, reading.version)) if reading.version > 1 else None


def _ruling(reading: Reading, dice: Random) -> object:
    """Return a ruling about a proved finding or about any event. Sometimes the ruling supersedes an earlier one."""
    former = [event.version for event in reading.events if isinstance(event.act, RulingRecorded)]
    proved = [finding.id for finding in reading.findings]
    cited = Cited(finding=dice.choice(proved)) if proved and dice.random() < 0.7 else Cited(dispute=dice.randint(1, reading.version))
    superseded = dice.choice(former) if former and dice.random() < 0.5 else None
    return RulingRecorded(cited, "HC-14", dice.choice(RECTIFICATIONS), 1, {Seat(0): dice.randint(-2, 2)}, superseded)


def _claim(_reading: Reading, _dice: Random) -> object:
    return ClaimMade(Seat(0), Sealed("", "the rest is mine"))


def _end(reading: Reading, dice: Random) -> object:
    """Return a stated result if the game is open; otherwise a confirmation, sometimes with a wrong hash or other totals."""
    outcome = reading.system.outcome(reading.table)
    if outcome.state == "open":
        return ResultStated((Seat(0),)) if dice.random() < 0.5 else None
    through = dice.randint(1, reading.version)
    hash_ = dice.choice([list(hashes(reading.events))[through - 1], "0" * 64])
    confirmed = confirming(Seat(dice.randint(0, 1)), through, hash_, outcome)
    return dice.choice([confirmed, ResultConfirmed(confirmed.seat, through, hash_, {Seat(0): 99}, (Seat(1),))])


def said(reading: Reading) -> tuple[object, ...]:
    """Return everything that the reading contains, for comparison."""
    table = reading.table
    return reading.events, reading.steps, reading.findings, reading.life, reading.result, reading.ruled, reading.noted, table


def batches(events: tuple[Event, ...], dice: Random) -> Iterator[tuple[Event, ...]]:
    """Divide all events except the first into batches of one to four events."""
    first = 1
    while first < len(events):
        last = first + dice.randint(1, 4)
        yield events[first:last]
        first = last


@cache
def versions(slug: str, seed: int) -> list[Reading]:
    """Return a reading of each version of a random record with corrections. Each reading is made new, from the first event."""
    return at_each_version(read(SYSTEMS[slug], corrected_game(SYSTEMS[slug], seed)))


def games(test: Callable[..., None]) -> Callable[..., None]:
    """Give the test a game of every system, and a second game."""
    of_system = pytest.mark.parametrize("slug", rows(SYSTEMS, SAMPLED))
    return of_system(pytest.mark.parametrize("seed", [1, pytest.param(2, marks=long)])(test))


@games
def test_a_reading_extended_by_batches_equals_a_reading_of_all_events(slug: str, seed: int) -> None:
    reading, *_ = each = versions(slug, seed)
    for batch in batches(each[-1].events, Random(seed)):
        reach, former, reading = reading.reach(batch), reading, reading.extended(batch)
        assert said(reading) == said(each[reading.version - 1])
        kept = {id(step) for step in former.steps}
        assert reach == sum(id(step) not in kept for step in reading.steps)


@games
def test_a_reading_taken_back_to_an_earlier_version_equals_a_reading_of_the_events_up_to_that_version(slug: str, seed: int) -> None:
    *_, reading = each = versions(slug, seed)
    for then in each:
        assert said(reading.at(then.version)) == said(then)
        assert as_typed(reading.at(then.version)).steps == as_typed(then).steps == typed_steps(then)


def typed_steps(reading: Reading) -> tuple[Step, ...]:
    """Return the steps of all events except retractions. The events are folded in the order in which they were typed."""
    return tuple(steps_after(reading.system, None, [event for event in reading.events if not isinstance(event.act, Retracted)]))


@games
def test_after_each_event_the_new_findings_are_raised_and_the_old_ones_withdrawn(slug: str, seed: int) -> None:
    *_, reading = each = versions(slug, seed)
    before: tuple[Finding, ...] = ()
    for typed, then in zip(keystrokes(reading), each, strict=True):
        assert (typed.event, typed.table) == (then.events[-1], then.table)
        assert (typed.raised, typed.withdrawn) == finding_changes(before, then.findings)
        before = then.findings


@games
def test_reading_in_the_order_of_recording_gives_the_table_and_the_new_findings_of_each_version(slug: str, seed: int) -> None:
    *_, reading = each = versions(slug, seed)
    for viewer in (DIRECTOR, PUBLIC, seat_viewer(Seat(1))):
        assert list(as_recorded(reading, viewer)) == list(from_the_versions(each, viewer))


@pytest.mark.parametrize("seed", range(3))
def test_a_finding_with_several_proofs_is_shown_to_each_viewer_only_once(seed: int) -> None:
    """A made-up check gives the same finding at many events. The sealed cards of different seats prove it, in different sentences."""

    def check(_table: Table, event: Event) -> tuple[Finding, ...]:
        dice = Random(event.version * 100 + seed)
        seats = [frozenset(map(Seat, dice.sample(range(3), dice.randint(0, 2)))) for _ in range(dice.choice([0, 0, 1, 2]))]
        return tuple(Finding("trump-unsaid", "gap", "", (dice.choice([2, 3]),), dice.choice("ab"), rests_on=each) for each in seats)

    dice, system = Random(seed), replace(SYSTEMS["high-card"], check=check)
    acts = [Retracted(dice.randint(2, version - 1)) if version > 4 and dice.random() < 0.4 else NOTE for version in range(2, 40)]
    events = played("high-card", 3, *acts).events
    each = [read(system, events[:version]) for version in range(1, len(events) + 1)]
    before: tuple[Finding, ...] = ()
    for typed, then in zip(keystrokes(each[-1]), each, strict=True):
        assert (typed.raised, typed.withdrawn) == finding_changes(before, then.findings)
        before = then.findings
    for viewer in (DIRECTOR, PUBLIC, seat_viewer(Seat(1))):
        assert list(as_recorded(each[-1], viewer)) == list(from_the_versions(each, viewer))


def from_the_versions(versions: list[Reading], viewer: Viewer) -> Iterator[Step]:
    """For each version, yield its table and the findings that became visible to the viewer at this version."""
    known: set[str] = set()
    for then in versions:
        visible = viewer.visible(then.findings)
        fresh = tuple(finding for finding in visible if finding.id not in known)
        yield Step(then.events[-1], then.system, None, then.table, findings=fresh)
        known = {finding.id for finding in visible}


GROUNDS = [
    # Each row: the acts before the ruling, what the ruling is about, the version that is withdrawn and then restored.
    ([opener(0), place(1, "h", "AS")], Cited(finding="out-of-turn@3"), 3),
    ([opener(0), act("IrregularityCalled", kind="a card fell down")], Cited(dispute=3), 3),
]


@pytest.mark.parametrize("after", [3, 1])
@pytest.mark.parametrize(("acts", "cited", "ground"), GROUNDS)
def test_a_ruling_has_no_ground_while_the_act_that_it_is_about_is_retracted(acts: list[Act], cited: Cited, ground: int, after: int) -> None:
    """The ruling is placed after the act that it is about, or (inserted) before this act."""
    ruling = (RulingRecorded(cited, "HC-14", "stand", 1), after)
    *_, lost, back = keystrokes(played("high-card", 3, *acts, ruling, Retracted(ground), Retracted(5)))
    assert "ruling-without-ground@4" in [finding.id for finding in lost.raised]
    assert "ruling-without-ground@4" in [finding.id for finding in back.withdrawn]


def test_the_current_events_stay_in_table_order_after_any_retractions() -> None:
    """The record has three notes; the third one is inserted. Four retractions follow, in every combination. Each retracts a note or an
    earlier retraction."""
    notes: list[Act | tuple[Act, int]] = [NOTE, NOTE, (NOTE, 2)]
    for targets in product(range(2, 5), range(2, 6), range(2, 7), range(2, 8)):
        record = played("high-card", 3, *notes, *map(Retracted, targets)).events
        places, current = Places(record), list[Event]()
        for event in record:
            change = places.add(event)
            if change is not None:
                start, was, now = change
                assert current[start : start + (was is not None)] == [was] * (was is not None)
                current[start : start + (was is not None)] = [now] if now is not None else []
            assert current == corrected(record[: event.version])
            assert [other.version in places for other in record[: event.version]] == [other in current for other in record[: event.version]]
        assert [places.is_withdrawn(version) for version in range(1, 9)] == [version in retracted(record) for version in range(1, 9)]
        assert sorted(current, key=lambda event: places.rank(event.version)) == current


REACHES = [
    # Each row: the acts that are appended to a record of 6 events, the number of steps that are folded because of them.
    ([act("NoteWritten", note="x")], 1),
    ([act("NoteWritten", note="x"), act("NoteWritten", note="y")], 2),
    ([Retracted(6)], 0),  # the last step is removed, and no step is added
    ([Retracted(4)], 2),
    ([Retracted(2)], 4),
    ([(act("NoteWritten", note="x"), 5)], 2),
    ([(act("NoteWritten", note="x"), 1)], 6),
    ([(Retracted(6), 2)], 0),  # the place of the retraction itself makes no difference
    ([Retracted(6), Retracted(7)], 0),  # withdrawn and restored in one batch: nothing changes
]


@pytest.mark.parametrize(("acts", "folded"), REACHES)
def test_a_reading_knows_in_advance_how_many_steps_it_will_fold_for_a_batch(acts: list[Act | tuple[Act, int]], folded: int) -> None:
    """The record has six events, and so six steps. `Reading.reach` must return the number in the row."""
    former = [opener(0), place(0, "h"), place(1, "l"), place(2, "m"), act("NoteWritten", note="a")]
    reading, whole = played("high-card", 3, *former), played("high-card", 3, *former, *acts)
    assert reading.reach(whole.events[6:]) == folded


CALLED = act("IrregularityCalled", kind="card-exposed", seat=0)
FOLDED = [
    # (40 acts, what is recorded after them, how often an event is folded). Retracted from the last act on, no act is folded again. From the
    # first act on, 39 acts are folded again, then 38, and so on; but only one if the acts are notes, which change nothing.
    ([CALLED] * 40, [Retracted(version) for version in range(41, 21, -1)], 40),
    ([CALLED] * 40, [(Retracted(41 - number), 2) for number in range(20)], 40),  # the place of a retraction makes no difference
    ([CALLED] * 40, [Retracted(version) for version in range(2, 22)], 40 + sum(range(20, 40))),
    ([NOTE] * 40, [Retracted(version) for version in range(2, 22)], 40 + 20),
    ([NOTE] * 40, [(NOTE, 1)] * 20, 40 + 2 * 20),
]


@pytest.mark.parametrize(("acts", "later", "most"), FOLDED)
def test_an_event_is_folded_again_only_if_an_earlier_event_is_corrected(
    acts: list[Act], later: list[Act | tuple[Act, int]], most: int
) -> None:
    folded: list[int] = []
    reading = played("high-card", 3, *acts, *later)
    counted = Reading(counting(SYSTEMS["high-card"], folded), reading.events, reading.steps, reading.noted)
    assert len(list(keystrokes(counted))) == 61
    assert len(folded) == most


@pytest.mark.parametrize(("acts", "later", "folded"), FOLDED)
def test_a_limit_counts_the_steps_that_corrections_fold_again(acts: list[Act], later: list[Act | tuple[Act, int]], folded: int) -> None:
    """A correction that changes no other step is not counted."""
    reading = played("high-card", 3, *acts, *later)
    again = folded - 40 if acts[0] is CALLED else 0
    assert len(list(keystrokes(reading, again))) == 61
    if again:
        with pytest.raises(TooManyCorrections):
            list(keystrokes(reading, again - 1))


def counting(system: System[Table], folded: list[int]) -> System[Table]:
    """Return a system that works like `system`, and also adds the version of each event that it folds to `folded`."""

    def evolve(table: Table, event: Event) -> Table:
        folded.append(event.version)
        return system.evolve(table, event)

    return replace(system, evolve=evolve)
