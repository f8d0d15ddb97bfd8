"""Individual rotation (tournaments.md §4): each entry has a line of a schedule, and the remaining rounds can be drawn again.

test_schedules.py tests the schedules themselves.
"""

from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import strategies as st

from domain.kernel.events.tournaments import Scoring, Settings
from domain.tournament.formats.kinds import Asked, Cannot, Paired
from domain.tournament.formats.rotation import ROTATION, drawn_lines, free_lines, plan, redrawn, size_of
from domain.tournament.history import History, Line
from tests.speeds import examples
from tests.tournament.counting import Counted

FOURS = Settings(table=4, partners=2)


def history(rounds: Sequence[Paired], entries: Iterable[int]) -> History:
    """Return a history in which these rounds were played. Entries that sat out had a bye."""
    lines: dict[int, list[Line]] = {entry: [] for entry in entries}
    for number, made in enumerate(rounds, 1):
        for side, other in [pair for one, two in made.tables for pair in ((one, two), (two, one))]:
            for entry in side:
                lines[entry].append(Line(number, "played", partners=tuple(x for x in side if x != entry), opponents=other))
        for entry in made.sits_out:
            lines[entry].append(Line(number, "bye"))
    return History(Scoring(), len(rounds), {entry: tuple(played) for entry, played in lines.items()})


def pair(number: int, present: Sequence[int], lines: Mapping[int, int], before: Sequence[Paired] = (), seed: int = 1) -> Paired | Cannot:
    everyone = sorted({*present, *lines})
    return ROTATION.pair(Asked(number, FOURS, tuple(present), history(before, everyone), seed, lines), lambda _: None)


def played(rounds: int, present: Sequence[int], lines: Mapping[int, int]) -> list[Paired]:
    """Pair the first `rounds` rounds, one after another."""
    made: list[Paired] = []
    for number in range(1, rounds + 1):
        paired = pair(number, present, lines, made)
        assert isinstance(paired, Paired), paired
        made.append(paired)
    return made


def same_lines(size: int) -> dict[int, int]:
    """Return the schedule's lines if each entry has the line with its own number."""
    return {number: number for number in range(1, size + 1)}


# --- rounds ------------------------------------------------------------------------------------------------------------------------------


def test_in_8_rounds_of_24_entries_nobody_has_a_partner_twice() -> None:
    made = played(8, range(1, 25), same_lines(24))
    counted = Counted([(one.tables, one.sits_out) for one in made])
    assert set(counted.together.values()) == {1}
    assert len(counted.together) == 8 * 12
    assert max(counted.against.values()) <= 2


@pytest.mark.parametrize("size", [6, 7, 10, 11, 14, 22, 30, 33, 40])
def test_the_reported_unevenness_of_a_round_includes_all_earlier_rounds(size: int) -> None:
    everyone = range(1, size + 1)
    made = played(8, everyone, drawn_lines(everyone, 5))
    for rounds in range(1, 8 + 1):
        counted = Counted([(one.tables, one.sits_out) for one in made[:rounds]])
        assert made[rounds - 1].unevenness == counted.unevenness(everyone)


# --- lines --------------------------------------------------------------------------------------------------------------------------------


def test_the_seed_decides_which_entry_gets_which_line_of_the_schedule() -> None:
    first = drawn_lines(range(1, 25), 1)
    assert sorted(first.values()) == list(range(1, 25))
    assert first == drawn_lines(range(24, 0, -1), 1)
    assert first != drawn_lines(range(1, 25), 2)


def test_entries_sit_where_the_schedule_puts_their_line() -> None:
    lines = drawn_lines(range(1, 13), 3)
    made = pair(5, range(1, 13), lines)
    assert isinstance(made, Paired)
    assert [tuple(lines[x] for side in sides for x in side) for sides in made.tables] == list(plan(12, 5).tables)


@pytest.mark.parametrize("size", [12, 13, 14, 24])
def test_when_an_entry_is_absent_only_its_own_table_does_not_play(size: int) -> None:
    """Entry 3 did not come or has withdrawn, but keeps its line of the schedule."""
    gone = 3
    present = [entry for entry in range(1, size + 1) if entry != gone]
    for number in range(1, 9):
        made = pair(number, present, same_lines(size))
        assert isinstance(made, Paired)
        planned = plan(size, number)
        assert list(made.tables) == [((a, b), (c, d)) for a, b, c, d in planned.tables if gone not in (a, b, c, d)]
        broken = {line for table in planned.tables if gone in table for line in table}
        assert set(made.sits_out) == (broken | set(planned.rests)) - {gone}
        assert sorted([*made.sits_out, *(x for sides in made.tables for side in sides for x in side)]) == present


def test_the_schedule_stays_the_same_when_the_last_entry_leaves() -> None:
    full, without = pair(4, range(1, 13), same_lines(12)), pair(4, range(1, 12), same_lines(12))
    assert isinstance(full, Paired)
    assert isinstance(without, Paired)
    assert set(without.tables) < set(full.tables)
    assert len(without.tables) == 2


def test_a_late_entry_takes_the_schedule_line_of_an_entry_that_left() -> None:
    present = [*range(1, 12), 13]
    lines = {**same_lines(12), 13: 12}
    made = pair(4, present, lines)
    assert isinstance(made, Paired)
    assert len(made.tables) == 3
    assert made.sits_out == ()
    renamed = [tuple(tuple(12 if x == 13 else x for x in side) for side in sides) for sides in made.tables]
    assert renamed == [((a, b), (c, d)) for a, b, c, d in plan(12, 4).tables]


def test_a_schedule_line_is_free_if_no_entry_has_it() -> None:
    assert free_lines(6, {1: 2, 2: 4, 9: 6}) == (1, 3, 5)
    assert free_lines(4, same_lines(4)) == ()
    assert size_of({1: 2, 2: 4, 9: 6}) == 6
    assert size_of({}) == 4


REFUSED = [
    ("nobody has a line", range(1, 6), {}, "Entries 1, 2, 3, 4, 5 have no line of the schedule (free: lines 1, 2, 3, 4)."),
    ("a late entry without a line", range(1, 10), same_lines(8), "Entry 9 has no line of the schedule (none is free)."),
    ("a line of somebody absent is free", [1, 2, 3, 5, 9], same_lines(5), "Entry 9 has no line of the schedule (free: line 4)."),
    ("two on a line", range(1, 9), {**same_lines(7), 8: 7}, "Line 7 is held more than once: entries 7, 8."),
    ("line 0", range(1, 5), {1: 0, 2: 1, 3: 2, 4: 3}, "Entry 1 has line 0, but lines begin with 1."),
    ("no table is complete", [1, 2, 3, 5], same_lines(8), "Every table of this round has an empty line, so that nobody can play."),
]


@pytest.mark.parametrize(("present", "lines", "sentence"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_round_that_cannot_follow_the_schedule_is_refused_and_an_alternative_is_offered(
    present: Sequence[int], lines: Mapping[int, int], sentence: str
) -> None:
    made = pair(1, present, lines)
    assert isinstance(made, Cannot)
    assert made.sentence == sentence
    assert made.least is not None
    assert len(made.least.tables) == len(present) // 4


def test_a_rotation_with_three_entries_is_refused() -> None:
    assert pair(1, [1, 2, 3], same_lines(8)) == Cannot("A rotation needs four entries at least, and there are 3.")


@pytest.mark.parametrize(
    ("chosen", "entries", "refused"),
    [
        (FOURS, 4, False),
        (FOURS, 3, True),
        (Settings(table=4, partners=1), 8, True),
        (Settings(table=6, partners=2), 8, True),
        (Settings(), 8, True),
    ],
)
def test_a_rotation_refuses_unsuitable_settings_and_numbers_of_entries(chosen: Settings, entries: int, refused: bool) -> None:
    assert (ROTATION.refuses(chosen, entries) is not None) == refused


@pytest.mark.parametrize(
    ("rounds", "lines", "expected"), [(8, 24, 8), (None, 24, 23), (None, 25, 25), (None, 10, 10), (None, 40, 39), (6, 4, 6)]
)
def test_the_lines_of_the_schedule_give_the_number_of_rounds_if_the_settings_do_not(rounds: int | None, lines: int, expected: int) -> None:
    assert ROTATION.rounds(Settings(rounds=rounds, table=4, partners=2), lines) == expected


# --- drawn again --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_redrawing_the_remaining_rounds_repeats_no_partner(seed: int) -> None:
    """24 entries play 4 rounds. Then 3 entries leave and 2 come, and 4 more rounds are drawn for these 23 entries."""
    before = played(4, range(1, 25), same_lines(24))
    present = [*range(4, 25), 25, 26]
    asked = Asked(5, FOURS, tuple(present), history(before, range(1, 27)), seed)
    drawn = redrawn(asked, 4)
    assert drawn == redrawn(asked, 4)
    for rounds in range(1, 5):
        counted = Counted([(one.tables, one.sits_out) for one in (*before, *drawn[:rounds])])
        assert max(counted.together.values()) == 1
        assert drawn[rounds - 1].unevenness == counted.unevenness(present)
    assert all(len(one.tables) == 5 and len(one.sits_out) == 3 for one in drawn)


def test_another_seed_redraws_the_remaining_rounds_differently() -> None:
    asked = Asked(1, FOURS, tuple(range(1, 25)), history([], range(1, 25)), 1)
    assert redrawn(asked, 2) != redrawn(asked._replace(seed=2), 2)


def test_a_forfeited_table_does_not_count_as_a_meeting_in_a_rotation() -> None:
    met = history(played(1, range(1, 5), same_lines(4)), range(1, 5))
    ruled = {entry: tuple(line._replace(kind="forfeit") for line in lines) for entry, lines in met.lines.items()}
    asked = Asked(2, FOURS, (1, 2, 3, 4), met, 1)
    assert redrawn(asked, 1)[0].unevenness["opponents_most"] == 2
    assert redrawn(asked._replace(history=History(Scoring(), 1, ruled)), 1)[0].unevenness == {}


@examples(15, 200, st.integers(4, 26), st.integers(0, 2**53 - 1), st.integers(1, 4), st.data())
def test_every_round_of_a_rotation_seats_everyone_present_once(size: int, seed: int, number: int, data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.integers(1, size), max_size=size - 4))
    present = [entry for entry in range(1, size + 1) if entry not in gone]
    lines = drawn_lines(range(1, size + 1), seed)
    made = pair(number, present, lines, seed=seed)
    assert made == pair(number, present, lines, seed=seed)
    round_made = made if isinstance(made, Paired) else made.least
    assert round_made is not None
    assert sorted([*round_made.sits_out, *(x for sides in round_made.tables for side in sides for x in side)]) == present
    assert all([len(side) for side in sides] == [2, 2] for sides in round_made.tables)
