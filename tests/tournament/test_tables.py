"""Wishes of another table: the tables of a pairing get numbers by which entries move. All orders are looked at for comparison."""

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from domain.tournament.formats import FORMATS
from domain.tournament.formats.kinds import Cannot, Sides
from domain.tournament.pairing import Wanted, next_round, overtaken
from domain.tournament.reading import tournament_read
from domain.tournament.tables import Restless, moved, restless, staying
from domain.tournament.wishes import Wish
from tests.speeds import examples
from tests.tournament.stream import act, entries, events, opened, paired, tournament
from tests.tournament.test_late_meetings import Played

ALL = range(1, 9)


def wished(rnd: Random, tables: int, size: int) -> tuple[list[Sides], dict[int, Restless]]:
    numbers = rnd.sample(range(1, tables * size + 1), tables * size)
    sides = [tuple((entry,) for entry in numbers[at : at + size]) for at in range(0, len(numbers), size)]
    wishing = {
        entry: Restless(rnd.randint(1, tables), Wish(1, (entry,), rnd.random() < 0.5, None, "asked", True))
        for entry in numbers
        if rnd.random() < 0.8
    }
    return sides, wishing


def broken(tables: Any, wishing: dict[int, Restless]) -> tuple[int, int]:
    hard = [wishing[entry].wish.hard for _, entry in staying(enumerate(tables, 1), wishing)]
    return sum(hard), len(hard)


@examples(60, 600, seed=st.integers(0, 10**6), count=st.integers(1, 6), size=st.integers(2, 4))
def test_as_few_as_possible_stay_at_their_table(seed: int, count: int, size: int) -> None:
    tables, wishing = wished(Random(seed), count, size)
    found = moved(tables, wishing)
    assert sorted(found) == sorted(tables)
    assert broken(found, wishing) == min(broken(order, wishing) for order in permutations(tables))


@examples(60, 600, seed=st.integers(0, 10**6), count=st.integers(7, 30))
def test_with_many_tables_everybody_moves(seed: int, count: int) -> None:
    """Two people sat at each table, and everybody wishes another one."""
    rnd = Random(seed)
    numbers = rnd.sample(range(2 * count), 2 * count)
    tables = [((numbers[at],), (numbers[at + 1],)) for at in range(0, 2 * count, 2)]
    wishing = {entry: Restless(entry // 2 + 1, Wish(1, (entry,), True, None, "asked", True)) for entry in numbers}
    found = moved(tables, wishing)
    assert sorted(found) == sorted(tables)
    assert broken(found, wishing) == (0, 0)


def test_tables_keep_their_numbers_if_nobody_would_stay() -> None:
    tables = (((1,), (2,)), ((3,), (4,)))
    assert moved(tables, {1: Restless(2, Wish(1, (1,), True, None, "asked", True))}) == tables


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_in_every_format_that_leaves_its_tables_free_everybody_moves(name: str) -> None:
    settings: dict[str, Any] = {"draw": {"table": 4}, "draw-by-standing": {"table": 4}, "rotation": {"table": 4, "partners": 2}}.get(
        name, {}
    )
    if FORMATS[name].numbered is not None:
        assert name.startswith("progressive")
        return
    count = 24 if settings else 8
    plain = Played(count, format_name=name, **settings)
    played = Played(count, {"entries": [*range(1, count + 1)], "another_table": True, "hard": False}, format_name=name, **settings)
    before: dict[int, int] = {}
    stays = 0
    for _ in range(3):
        made = played.made
        assert isinstance(made, list), made
        played.add(made)
        now = {entry: table.table for table in played.rounds[-1].tables for side in table.sides for entry in side}
        told = (played.rounds[-1].unevenness or {}).get("same_tables", 0)
        assert told == sum(before.get(entry) == table for entry, table in now.items())
        stays += int(str(told))
        before |= now
        again = plain.made
        assert isinstance(again, list)
        plain.add(again)
    if FORMATS[name].bracket is None:
        assert stays == 0
    assert {frozenset(table.sides) for table in plain.rounds[0].tables} == {frozenset(table.sides) for table in played.rounds[0].tables}


@pytest.mark.parametrize(("count", "why"), [(2, "There is only one table."), (3, "There is only one table.")])
def test_a_hard_wish_of_another_table_that_there_is_not_is_refused_with_its_reason(count: int, why: str) -> None:
    played = Played(count, {"entries": [1], "another_table": True}, format_name="double-round-robin")
    for _ in range(3):
        made = played.made
        if isinstance(made, Cannot):
            assert made.sentence == f"{why} These entries stay where they sat the last time, against hard wishes: 1 at table 1."
            assert made.least is not None
            assert made.least.unevenness == {"same_tables": 1}
            return
        played.add(made)
    raise AssertionError("nobody was refused")


def test_a_hard_wish_counts_more_than_a_soft_one_of_the_same_entry() -> None:
    wishes = [act("WishMade", entries=[1], hard=hard, another_table=True) for hard in (True, False)]
    state = tournament(opened(), *entries(2), *wishes, paired(1, [[1], [2]]))
    assert {entry: (each.last, each.wish.hard) for entry, each in restless(state, 2).items()} == {1: (1, True)}
    assert restless(state, 1) == {}


def test_the_first_round_of_a_knock_out_after_groups_keeps_its_order() -> None:
    """The order of its tables says who meets whom later, so nobody moves for a wish; a hard one is refused with the reason."""
    cup = {"groups": {"count": 2}, "cut": {"top": 4}}
    plain = Played(8, format_name="round-robin", **cup).whole()
    wished = Played(8, {"entries": [*ALL], "another_table": True, "hard": False}, format_name="round-robin", **cup).whole()
    first = max(paired.round for paired in plain.rounds) - 2
    assert [each.tables for each in plain.rounds if each.round == first] == [each.tables for each in wished.rounds if each.round == first]
    hard = Played(8, {"entries": [*ALL], "another_table": True}, format_name="round-robin", **cup)
    while isinstance(made := hard.made, list):
        hard.add(made)
    assert made.sentence.startswith("The first round of a knock-out has its tables in the order of the bracket. These entries stay")


def test_a_pairing_is_overtaken_when_somebody_wishes_another_table_before_it_is_published() -> None:
    acts = [opened(), *entries(4), paired(1, [[1], [2]], [[3], [4]])]
    acts += [act("ResultEntered", round=1, table=table, winners=[0]) for table in (1, 2)]
    acts += [act("ResultApproved", round=1, table=table, result=6 + table) for table in (1, 2)]
    acts += [paired(2, [[1], [3]], [[2], [4]])]
    assert overtaken(tournament_read(events(acts))) is None
    assert overtaken(tournament_read(events([*acts, act("WishMade", entries=[1], another_table=True)]))) == ()
    made = next_round(tournament(*acts[:-1], act("WishMade", entries=[1], another_table=True)), Wanted(1))
    assert isinstance(made, list)
    ((seat,),) = [[table.table for table in each.tables if any(1 in side for side in table.sides)] for each in made]
    assert seat == 2
