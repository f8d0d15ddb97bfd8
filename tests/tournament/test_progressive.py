"""Progressive card nights: to which table each player moves, with which partner, and who sits out."""

from random import Random

import pytest
from hypothesis import strategies as st

from domain.kernel.events.tournaments import Scoring, Settings
from domain.tournament.formats import format_named
from domain.tournament.formats.kinds import Asked, Cannot, Paired, Sides
from domain.tournament.history import History, Line, Outcome
from tests.speeds import examples

PAIRS = Settings(table=4, partners=2)
NAMES = ("progressive", "progressive-up-down", "progressive-seats")
THREE = ["1+2 v 3+4", "5+6 v 7+8", "9+10 v 11+12"]


def sides_of(table: str) -> Sides:
    """Read `1+2 v 3+4` as the sides of a table."""
    return tuple(tuple(map(int, side.split("+"))) for side in table.split(" v "))


def told(paired: Paired | Cannot) -> list[str]:
    assert isinstance(paired, Paired)
    return [" v ".join("+".join(map(str, side)) for side in table) for table in paired.tables]


def lines_of(tables: list[Sides], winners: list[int | None], number: int, byes: tuple[int, ...] = ()) -> dict[int, Line]:
    """Return the results of a round, as lines of a history. `winners`: for each table, the index of the side that won (None: all sides
    drew)."""
    lines = {entry: Line(number, "bye", 2) for entry in byes}
    for at, (sides, won) in enumerate(zip(tables, winners, strict=True), 1):
        for index, side in enumerate(sides):
            outcome: Outcome = "draw" if won is None else "win" if index == won else "loss"
            others = tuple(entry for other in sides if other != side for entry in other)
            for entry in side:
                partners = tuple(other for other in side if other != entry)
                lines[entry] = Line(number, "played", 0, outcome, partners, others, table=at, place=1 if outcome != "loss" else 2)
    return lines


def after(tables: list[str], winners: list[int | None], settings: Settings = PAIRS, present: tuple[int, ...] | None = None) -> Asked:
    """Ask for round 2. `tables`: the tables that were played in round 1."""
    seated = [sides_of(table) for table in tables]
    lines = lines_of(seated, winners, 1)
    there = tuple(sorted(lines)) if present is None else present
    history = History(Scoring(), 1, {entry: (lines[entry],) if entry in lines else () for entry in {*lines, *there}})
    return Asked(2, settings, there, history, 1, paired=(tuple(seated),))


@pytest.mark.parametrize(
    ("name", "tables", "winners", "expected"),
    [
        # the winners 5+6 and 9+10 move up; 3+4, the losers of table 1, move to table 3; partners change
        ("progressive", THREE, [0, 0, 0], ["5+2 v 1+6", "9+8 v 7+10", "11+4 v 3+12"]),
        ("progressive", THREE, [1, 1, 1], ["7+4 v 3+8", "11+6 v 5+12", "9+2 v 1+10"]),
        ("progressive", THREE[:1], [1], ["3+2 v 1+4"]),
        # from table 2, 5+6 move up and 7+8 move down
        ("progressive-up-down", THREE, [0, 0, 0], ["5+2 v 1+6", "9+4 v 3+10", "11+8 v 7+12"]),
        ("progressive-up-down", THREE[:1], [0], ["1+4 v 3+2"]),
        # at each table, seat 1 stays, seat 2 comes from one table below, seat 3 from one above, seat 4 from two below
        ("progressive-seats", THREE, [0, 0, 0], ["1+6 v 11+12", "5+10 v 3+4", "9+2 v 7+8"]),
        ("progressive-seats", THREE, [1, 1, 1], ["1+6 v 11+12", "5+10 v 3+4", "9+2 v 7+8"]),
    ],
)
def test_winners_and_losers_move_to_the_expected_tables(
    name: str, tables: list[str], winners: list[int | None], expected: list[str]
) -> None:
    assert told(format_named(name).pair(after(tables, winners), lambda _: None)) == expected


def test_if_everybody_plays_alone_the_winner_of_a_table_moves_up_and_the_last_player_moves_down() -> None:
    tables, settings = ["1 v 2 v 3", "4 v 5 v 6"], Settings(table=3)
    moved = format_named("progressive").pair(after(tables, [0, 2], settings), lambda _: None)
    assert isinstance(moved, Paired)
    top, bottom = ({entry for side in table for entry in side} for table in moved.tables)
    assert {1, 6} < top  # the winners
    assert len(top & {2, 3}) == 1  # one of the two losers went to the bottom table
    assert bottom == {4, 5} | ({2, 3} - top)


def test_the_player_in_last_place_at_table_1_leaves_that_table() -> None:
    asked = after(["1 v 2 v 3", "4 v 5 v 6"], [0, 0], Settings(table=3))
    for last, second in ((2, 3), (3, 2)):
        places = {1: 1, second: 2, last: 3}
        lines = {entry: (line._replace(place=places.get(entry, line.place)),) for entry, (line,) in asked.history.lines.items()}
        moved = format_named("progressive").pair(asked._replace(history=History(Scoring(), 1, lines)), lambda _: None)
        assert isinstance(moved, Paired)
        assert {entry for side in moved.tables[0] for entry in side} == {1, second, 4}


def test_chance_decides_who_moves_after_a_drawn_match() -> None:
    asked = after(THREE, [None, 0, 0])
    moved = {tuple(told(format_named("progressive").pair(asked._replace(seed=seed), lambda _: None))) for seed in range(8)}
    assert moved == {("5+2 v 1+6", "9+8 v 7+10", "11+4 v 3+12"), ("5+4 v 3+6", "9+8 v 7+10", "11+2 v 1+12")}


def test_an_entry_that_sat_out_plays_the_next_round() -> None:
    seated = [sides_of(table) for table in THREE]
    lines = {entry: (line,) for entry, line in lines_of(seated, [0, 0, 0], 1, byes=(13,)).items()}
    asked = Asked(2, PAIRS, tuple(range(1, 14)), History(Scoring(), 1, lines), 1, paired=(tuple(seated),))
    answer = format_named("progressive").pair(asked, lambda _: None)
    assert isinstance(answer, Paired)
    assert answer.sits_out == (12,)
    everybody_was_out = {entry: (*line, Line(1, "bye")) if entry != 13 else line for entry, line in lines.items()}
    again = format_named("progressive").pair(asked._replace(history=History(Scoring(), 1, everybody_was_out)), lambda _: None)
    assert isinstance(again, Paired)
    assert again.sits_out == (12,)  # entry 13 sat out in the round before


def test_winners_move_to_the_same_tables_if_earlier_pairings_are_unknown() -> None:
    asked = after(THREE, [0, 0, 0])
    assert told(format_named("progressive").pair(asked._replace(paired=()), lambda _: None)) == ["5+2 v 1+6", "9+8 v 7+10", "11+4 v 3+12"]


def test_a_new_entry_takes_the_seat_of_an_entry_that_left() -> None:
    asked = after(THREE, [0, 0, 0], present=(1, *range(3, 14)))  # entry 2 went home, entry 13 came
    assert told(format_named("progressive").pair(asked, lambda _: None)) == ["5+13 v 1+6", "9+8 v 7+10", "11+4 v 3+12"]


def test_when_a_table_is_no_longer_needed_its_players_fill_free_seats_elsewhere() -> None:
    asked = after(THREE, [0, 0, 0], present=tuple(range(3, 11)))  # entries 1, 2, 11 and 12 went home; 3+4 would move to table 3
    assert told(format_named("progressive").pair(asked, lambda _: None)) == ["5+4 v 3+6", "9+8 v 7+10"]


def test_a_progressive_round_with_too_few_entries_for_a_table_is_refused() -> None:
    answer = format_named("progressive").pair(after(THREE, [0, 0, 0], present=(1, 2, 3)), lambda _: None)
    assert answer == Cannot("A table needs 4 entries, and there are 3.")


@pytest.mark.parametrize(
    ("settings", "entries", "says"),
    [
        (PAIRS, 8, None),
        (PAIRS, 3, "A table needs 4 entries, and there are 3."),
        (Settings(table=5, partners=2), 10, "A table of 5 cannot have two or more sides of 2."),
        (Settings(table=2, partners=2), 10, "A table of 2 cannot have two or more sides of 2."),
        (Settings(table=6, partners=3), 12, None),
    ],
)
def test_a_progressive_tournament_refuses_unsuitable_settings(settings: Settings, entries: int, says: str | None) -> None:
    assert format_named("progressive").refuses(settings, entries) == says


def night(name: str, entries: int, settings: Settings, rounds: int, rnd: Random, leaving: float = 0.0) -> list[Paired]:
    """Play a night with random results; return its rounds. `leaving`: the probability that an entry misses a round."""
    paired: list[Paired] = []
    lines: dict[int, tuple[Line, ...]] = dict.fromkeys(range(1, entries + 1), ())
    for number in range(1, rounds + 1):
        there = tuple(entry for entry in lines if rnd.random() >= leaving)
        asked = Asked(number, settings, there, History(Scoring(), number - 1, dict(lines)), 4, paired=tuple(each.tables for each in paired))
        answer = format_named(name).pair(asked, lambda _: None)
        assert isinstance(answer, Paired)
        seats = [entry for table in answer.tables for side in table for entry in side]
        assert sorted((*seats, *answer.sits_out)) == list(there)
        assert len(answer.sits_out) == len(there) % settings.table
        assert all([len(side) for side in table] == [settings.partners] * (settings.table // settings.partners) for table in answer.tables)
        sides = settings.table // settings.partners
        results = lines_of(list(answer.tables), [rnd.choice([None, *range(sides)]) for _ in answer.tables], number, answer.sits_out)
        for entry in lines:
            lines[entry] += (results.get(entry, Line(number, "absent")),)
        paired.append(answer)
    return paired


@examples(
    40,
    400,
    name=st.sampled_from(NAMES),
    entries=st.integers(13, 40),
    settings=st.sampled_from([PAIRS, Settings(table=3), Settings(table=6, partners=3), Settings(), Settings(table=6, partners=2)]),
    seed=st.integers(0, 10**6),
)
def test_everybody_present_gets_one_seat_in_each_progressive_round(name: str, entries: int, settings: Settings, seed: int) -> None:
    night(name, entries, settings, 8, Random(seed), leaving=0.1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("entries", [4, 8, 24, 40])
def test_nobody_keeps_a_partner_for_the_next_round(name: str, entries: int) -> None:
    before: set[tuple[int, ...]] = set()
    for paired in night(name, entries, PAIRS, 10, Random(entries)):
        pairs = {tuple(sorted(side)) for table in paired.tables for side in table}
        if entries > 4 or name != "progressive-seats":
            assert not pairs & before
        before = pairs


def test_in_10_progressive_rounds_of_40_entries_nobody_has_a_partner_twice() -> None:
    partners = [
        tuple(sorted(side)) for paired in night("progressive-seats", 40, PAIRS, 10, Random(1)) for table in paired.tables for side in table
    ]
    assert len(partners) == len(set(partners)) == 10 * 20


def test_everybody_sits_out_once_before_anybody_sits_out_again() -> None:
    rounds = night("progressive", 14, PAIRS, 7, Random(2))
    out = [entry for paired in rounds for entry in paired.sits_out]
    assert sorted(out) == list(range(1, 15))


def test_the_seed_decides_the_seats_of_round_1() -> None:
    first = Asked(1, PAIRS, tuple(range(1, 17)), History(Scoring(), 0, {}), 1)
    pair = format_named("progressive").pair
    assert pair(first, lambda _: None) == pair(first, lambda _: None)
    assert pair(first, lambda _: None) != pair(first._replace(seed=2), lambda _: None)
