"""Properties of every registered system.

Random games are played: each act answers a prompt of the system. Hypothesis chooses the seed, the seats and the changes to the record.
"""

from collections.abc import Callable, Collection
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.canonical import Json, canonical
from domain.kernel.events import EVENT_TYPES, Event, EventId, Retracted, TokenId, data_of
from domain.kernel.shapes import Fault
from domain.record.chain import event_json
from domain.record.fold import Reading, fold, read
from domain.selfplay import act_for, awaited, move
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, System, Table, Viewer, seat_viewer
from domain.systems import SYSTEMS
from tests.domain.playing import at_each_version, events, opening
from tests.sealing import seal
from tests.speeds import long, rows
from tests.systems import COVERED, LEADING, SAMPLED

seeds = st.integers(0, 2**32)
FEW, SOME, MANY = 2, 3, 30
"""How many games of each system a test plays. In `make test`: FEW. In `make test-all`: SOME, of a third of the other systems. In `make
test-long`: SOME of every other system, and MANY of each sampled one."""


def holds(
    quick: Collection[str] = COVERED, **strategies: st.SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[[System[Table], int], None]]:
    """Decorate a test. `make test` runs the test on FEW games of the systems `quick`, the longer words on SOME or MANY games of the
    others."""
    few = [pytest.param(SYSTEMS[row.id], SOME if row.marks else FEW, id=row.id, marks=row.marks) for row in rows(SYSTEMS, quick)]
    many = [pytest.param(system, MANY, id=f"{slug}-often", marks=long) for slug, system in SAMPLED.items()]

    def decorate(test: Callable[..., None]) -> Callable[[System[Table], int], None]:
        def played(system: System[Table], games: int) -> None:
            def one(**drawn: Any) -> None:  # has no parameter `system`, because hypothesis would print all its rules
                test(system, **drawn)

            one.__name__ = test.__name__
            settings(max_examples=games, derandomize=True)(given(**strategies)(one))()

        played.__name__, played.__doc__ = test.__name__, test.__doc__
        return pytest.mark.parametrize(("system", "games"), [*few, *many])(played)

    return decorate


def a_game(system: System[Table], seed: int, moves: int = 60) -> Reading:
    """Play a random legal game of at most `moves` acts, some of them optional. It ends when only doubtful acts are left."""
    dice = Random(seed)
    seats = dice.randint(*system.players)
    reading = read(system, events([opening(system, seats)]))
    for _ in range(moves):
        if all(prompt.doubtful for prompt in awaited(system, reading.table)):
            break
        free = [prompt for prompt in system.prompts(reading.table) if not (prompt.expected or prompt.doubtful)]
        made = act_for(dice.choice(free), dice.choice) if free and dice.random() < 0.05 else move(system, reading.table, dice.choice)
        if made is None:
            break
        reading = reading.extended([next_event(reading, made)])
    return reading


def next_event(reading: Reading, made: object, after: int | None = None) -> Event:
    time = 1_763_700_000_000 + reading.version + 1
    number = f"{reading.version + 1:032x}"
    uuid = f"{number[:8]}-{number[8:12]}-{number[12:16]}-{number[16:20]}-{number[20:]}"
    return Event(reading.version + 1, EventId(uuid), made, TokenId("t1"), time, 60, time, after)  # type: ignore[arg-type]


@holds(seed=seeds)
def test_games_played_as_the_prompts_propose_have_no_findings(system: System[Table], seed: int) -> None:
    reading = a_game(system, seed)
    assert reading.findings == ()
    dice = Random(seed)
    for prompt in system.prompts(reading.table):
        if not prompt.doubtful:
            assert system.check(reading.table, next_event(reading, act_for(prompt, dice.choice))) == ()


@holds(LEADING, seed=seeds, at=st.floats(0, 1))
def test_retracting_the_last_event_of_a_game_restores_the_previous_state(system: System[Table], seed: int, at: float) -> None:
    reading = a_game(system, seed)
    reading = reading.at(1 + round(at * (reading.version - 1)))
    if reading.version == 1:
        return
    retracted = reading.extended([next_event(reading, Retracted(reading.version))])
    before = reading.at(reading.version - 1)
    assert (retracted.table, retracted.findings) == (before.table, before.findings)


@holds(LEADING, seed=seeds, at=st.floats(0, 1))
def test_a_withdrawn_mistake_has_no_effect_on_the_game(system: System[Table], seed: int, at: float) -> None:
    """A record with a withdrawn mistake gives the same game as a record without the mistake. Only the versions of the events differ."""
    reading = a_game(system, seed)
    where = 1 + round(at * (reading.version - 1))
    slip = reading.events[-1]._replace(version=reading.version + 1, after=where) if reading.version > 1 else None
    if slip is None:
        return
    mangled = reading.extended([slip])
    mended = mangled.extended([next_event(mangled, Retracted(slip.version))])
    assert (mended.table, mended.findings) == (reading.table, reading.findings)


@holds(LEADING, seed=seeds)
def test_reading_event_by_event_equals_reading_all_events_at_once(system: System[Table], seed: int) -> None:
    reading = a_game(system, seed, 25)
    for then in at_each_version(reading):
        assert fold(system, reading.events[: then.version]) == then.table == read(system, then.events).table


@holds(LEADING, seed=seeds)
def test_the_stored_events_alone_are_enough_to_rebuild_the_state(system: System[Table], seed: int) -> None:
    """The events are sealed, written as JSON, read back and folded."""
    reading = a_game(system, seed)
    salts = (bytes([n % 256]) * 16 for n in range(10**6))
    back = tuple(through_json(event, lambda: next(salts)) for event in reading.events)
    again = read(system, back)
    assert (again.table, again.findings) == (reading.table, reading.findings)


def through_json(event: Event, new_salt: Callable[[], bytes]) -> Event:
    sent = EVENT_TYPES[event.type].shape.swap(data_of(event.act), "", lambda _, leaf: leaf["value"])  # type: ignore[index,call-overload]
    recorded, opened = seal(event.type, sent, new_salt)
    whole = EVENT_TYPES[event.type].shape.swap(recorded, "", lambda path, leaf: {**leaf, "value": opened[path][0]})  # type: ignore[dict-item]
    act = EVENT_TYPES[event.type].shape.restore(whole)
    restored = event._replace(act=act)  # type: ignore[arg-type]
    assert canonical(event_json(restored)["data"]) == canonical(recorded)
    return restored


@holds(seed=seeds, extra=st.lists(st.integers(0, 10**6), max_size=12))
def test_the_rules_never_raise_an_error_on_an_event_of_valid_shape(system: System[Table], seed: int, extra: list[int]) -> None:
    """`evolve` and `check` raise no error. Events of all types are inserted anywhere in the record, even with seats that may not act."""
    reading = a_game(system, seed, 20)
    kinds = [kind for name, kind in EVENT_TYPES.items() if (kind.common or name in system.acts) and name not in ("GameOpened", "Retracted")]
    for number in extra:
        kind = kinds[number % len(kinds)]
        faults: list[Fault] = []
        data: dict[str, Json] = dict(kind.example)
        if "seat" in data:
            data["seat"] = number // 7 % 16
        made = kind.shape.read(data, "", faults)
        assert not faults
        after = None if number % 3 else 1 + number % reading.version
        reading = reading.extended([next_event(reading, made, after)])
        for viewer in (PUBLIC, SCOREKEEPER, DIRECTOR, seat_viewer(reading.opened.seats[0].seat)):
            system.seen_by(reading.table, viewer)
            system.shown(reading.events[-1], reading.table, viewer)
        system.prompts(reading.table)
        system.outcome(reading.table)
    breaches = [finding for finding in reading.findings if finding.kind == "breach"]
    assert all(len(finding.seats) < 2 for finding in breaches)  # a breach names at most one player


@holds(seed=seeds)
def test_changing_a_sealed_value_changes_nothing_for_viewers_who_may_not_see_the_value(system: System[Table], seed: int) -> None:
    reading = a_game(system, seed)
    seats = [seating.seat for seating in reading.opened.seats]
    for viewer in (PUBLIC, *map(seat_viewer, seats[:3])):
        closed = tuple(blinded(event, reading.table, system, viewer) for event in reading.events)
        blind = read(system, closed)
        assert system.seen_by(blind.table, viewer) == system.seen_by(reading.table, viewer)
        assert system.outcome(blind.table) == system.outcome(reading.table)
        assert [f for f in reading.findings if viewer.may_see(f)] == list(blind.findings)


def blinded(event: Event, table: Table, system: System[Table], viewer: Viewer) -> Event:
    seen = system.shown(event, table, viewer)
    return event if seen is None else seen
