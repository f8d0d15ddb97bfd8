"""Wishes of a director: who should not sit at one table, in each format that pairs."""

import json
from itertools import combinations
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import strategies as st

from domain.kernel.events.tournaments import Because, Scoring, Settings
from domain.tournament.formats import FORMATS
from domain.tournament.formats.bracket import drawn
from domain.tournament.formats.gaps import Measure, measure
from domain.tournament.formats.kinds import Asked, Cannot, Paired
from domain.tournament.formats.knock_out import first_meetings
from domain.tournament.formats.matching import best
from domain.tournament.formats.rotation import redrawn
from domain.tournament.formats.score_groups import byes, field_of, within_gap
from domain.tournament.formats.swiss import SWISS
from domain.tournament.history import History
from domain.tournament.pairing import broken
from domain.tournament.wishes import Apart, Wish, alone, pairs_of
from tests.speeds import examples
from tests.tournament.swiss_histories import Book, book_by_chance, played_by_chance, rounds_of, tables_of
from tests.tournament.test_swiss import matchings, way

EVENTS: list[Any] = [
    event for event in json.loads(Path(__file__).with_name("tournaments.json").read_text(encoding="utf-8")) if event["system"] == "swiss"
]


def wish(*entries: int, hard: bool = True, from_round: int | None = None, because: Because = "asked") -> Wish:
    return Wish(1, entries, hard, from_round, because)


def by_chance(rnd: Random, entries: tuple[int, ...], share: float, *, hard: bool) -> list[Wish]:
    return [wish(*pair, hard=hard) for pair in combinations(entries, 2) if rnd.random() < share]


def not_granted(apart: Apart, paired: Paired) -> tuple[int, int]:
    """Return how many (hard, soft) wishes a pairing breaks."""
    found = broken(apart, paired.tables)
    return sum(each.wish.hard for each in found), sum(not each.wish.hard for each in found)


@examples(120, 1_500, seed=st.integers(0, 10**6), entries=st.integers(2, 8), rounds=st.integers(0, 5))
def test_with_wishes_a_swiss_pairing_is_the_best_of_all_that_are_allowed(seed: int, entries: int, rounds: int) -> None:
    rnd = Random(seed)
    book = book_by_chance(rnd, entries, rounds)
    asked = book.asked()
    apart = pairs_of([*by_chance(rnd, asked.present, 0.2, hard=True), *by_chance(rnd, asked.present, 0.3, hard=False)])
    made = SWISS.pair(asked._replace(apart=apart), lambda _: None)
    ways = [(way(book.history, each), not_granted(apart, each)) for each in matchings(asked.present)]
    right = [(each.measure[0], soft, each.measure[1]) for each, (hard, soft) in ways if not (hard or each.repeats or each.second_byes)]
    if isinstance(made, Paired) and not not_granted(apart, made)[0]:
        mine = way(book.history, made)
        assert (mine.repeats, mine.second_byes) == (0, 0)
        assert (mine.measure[0], not_granted(apart, made)[1], mine.measure[1]) == min(right)
        return
    assert not right
    least = made.least if isinstance(made, Cannot) else made
    assert least is not None
    second = min(each.second_byes for each, _ in ways)
    among = [(hard, each.repeats) for each, (hard, _) in ways if each.second_byes == second]
    assert (not_granted(apart, least)[0], way(book.history, least).repeats) == min(among)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: str(event["id"]))
def test_with_a_tenth_of_all_pairs_forbidden_swiss_is_never_worse_than_a_search_through_all_tables(event: Any) -> None:
    for asked, _ in rounds_of(event):
        apart = pairs_of(by_chance(Random(asked.round), asked.present, 0.1, hard=True))
        made = SWISS.pair(asked._replace(apart=apart), lambda _: None)
        wanted = searched(asked._replace(apart=apart))
        if wanted is None:
            assert isinstance(made, Cannot) or not_granted(apart, made)[0]
        else:
            assert isinstance(made, Paired)
            assert not_granted(apart, made) == (0, 0)
            assert measure(asked.history, made) == wanted
            assert not any(other in asked.history.opponents(one) for one, other in tables_of(made))


def searched(asked: Asked) -> Measure | None:
    """Return the best that a search through all tables finds in which nobody meets twice and no hard wish is broken."""
    field = field_of(asked)
    for bye in sorted({*field.points}) if field.odd else [None]:
        out = [edge._replace(rest=0) for edge in byes(field, bye)]
        found = best([*within_gap(field, field.points[0] - field.points[-1]), *out], field.pairs)
        if found is not None:
            gaps = sorted((edge.gap for edge in found if edge.other < len(field.entries)), reverse=True)
            return (() if bye is None else (bye,)), tuple(gaps)
    return None


@pytest.mark.parametrize("hard", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_500_entries_with_wishes_are_paired_in_seconds(hard: bool) -> None:
    rnd = Random(4)
    book = Book(range(1, 501))
    apart = pairs_of(by_chance(rnd, tuple(book.lines), 0.1, hard=hard))
    for _ in range(5):
        began = perf_counter()
        made = SWISS.pair(book.asked()._replace(apart=apart), lambda _: None)
        assert perf_counter() - began < 15  # usually less than 1: this only ends a test that hangs
        assert isinstance(made, Paired)
        assert not_granted(apart, made) == (0, 0)
        book.add(played_by_chance(rnd, tables_of(made)), made.sits_out)


def test_a_soft_wish_that_cannot_be_granted_is_broken_once_and_a_hard_one_never() -> None:
    asked = Book([1, 2, 3, 4]).asked()
    made = SWISS.pair(asked._replace(apart=pairs_of([wish(1, 2, 3, hard=False)])), lambda _: None)
    assert isinstance(made, Paired)
    assert len(broken(pairs_of([wish(1, 2, 3, hard=False)]), made.tables)) == 1
    apart = pairs_of([wish(1, 2, 3, hard=False), wish(1, 2), wish(1, 3)])
    made = SWISS.pair(asked._replace(apart=apart), lambda _: None)
    assert isinstance(made, Paired)
    assert not_granted(apart, made) == (0, 1)
    assert sorted(tables_of(made)) == [(1, 4), (2, 3)]


@pytest.mark.parametrize("name", ["draw", "draw-by-standing"])
def test_a_draw_keeps_families_apart(name: str) -> None:
    everyone = tuple(range(1, 25))
    apart = pairs_of([wish(*everyone[at : at + 3], because="family") for at in range(0, 24, 3)])
    nothing = History(Scoring(), 0, dict.fromkeys(everyone, ()))
    made = FORMATS[name].pair(Asked(1, Settings(table=4), everyone, nothing, 3, apart=apart), lambda _: None)
    assert isinstance(made, Paired)
    assert broken(apart, made.tables) == []


def test_a_rotation_says_when_its_schedule_breaks_a_hard_wish_and_offers_a_draw_that_keeps_it() -> None:
    everyone = tuple(range(1, 9))
    nothing = History(Scoring(), 0, dict.fromkeys(everyone, ()))
    asked = Asked(1, Settings(table=4, partners=2), everyone, nothing, 1, lines={entry: entry for entry in everyone})
    scheduled = FORMATS["rotation"].pair(asked, lambda _: None)
    assert isinstance(scheduled, Paired)
    (one, _), (other, _) = scheduled.tables[0]
    apart = pairs_of([wish(one, other)])
    made = FORMATS["rotation"].pair(asked._replace(apart=apart), lambda _: None)
    assert isinstance(made, Cannot)
    assert made.least is not None
    assert broken(apart, made.least.tables) == []
    assert broken(apart, redrawn(asked._replace(apart=apart), 1)[0].tables) == []


@pytest.mark.parametrize("name", ["single-elimination", "double-elimination"])
@pytest.mark.parametrize("entries", [8, 13, 64])
def test_a_knock_out_draws_a_family_so_that_it_meets_late_and_keeps_its_seeds(name: str, entries: int) -> None:
    everyone = tuple(range(1, entries + 1))
    nothing = History(Scoring(), 0, dict.fromkeys(everyone, ()), seeds={1: 1, 2: 2})
    late = 2 if entries == 8 else 3
    apart = pairs_of([wish(1, 3, 4, from_round=late)])
    asked = Asked(1, Settings(), everyone, nothing, 4, apart=apart)
    pairing = FORMATS[name].pair(asked, lambda _: None)
    assert isinstance(pairing, Paired)
    plan = FORMATS[name].bracket
    assert plan is not None
    size = 2 ** (entries - 1).bit_length()
    lines = dict(zip((line for line in drawn(size) if line <= entries), _in_lines(pairing, size, entries), strict=True))
    held = {entry: line for line, entry in lines.items()}
    assert (held[1], held[2]) == (1, 2)
    meet = first_meetings(plan(size))
    if name == "single-elimination":
        assert all(meet[min(held[a], held[b]), max(held[a], held[b])] >= late for a, b in apart)


@pytest.mark.parametrize(("wishes", "told"), [([wish(1, 3, from_round=3)], 3), ([wish(1, 2, 3, from_round=9)], 200)])
def test_a_knock_out_tells_its_progress_and_stops_at_a_draw_that_keeps_all_wishes(wishes: list[Wish], told: int) -> None:
    everyone = tuple(range(1, 9))
    nothing = History(Scoring(), 0, dict.fromkeys(everyone, ()))
    percents: list[int] = []
    FORMATS["single-elimination"].pair(Asked(1, Settings(), everyone, nothing, 4, apart=pairs_of(wishes)), percents.append)
    assert (len(percents), percents, percents[-1]) == (told, sorted(percents), 100)


def _in_lines(pairing: Paired, size: int, entries: int) -> list[int]:
    """Return the entries of round 1 in the order of the bracket's lines."""
    tables, out = iter(pairing.tables), dict(enumerate(pairing.sits_out, 1))
    order = []
    for one, other in zip(drawn(size)[::2], drawn(size)[1::2], strict=True):
        order += [out[one]] if other > entries else [entry for side in next(tables) for entry in side]
    return order


def test_lines_of_a_bracket_meet_as_late_as_its_tree_says() -> None:
    plan = FORMATS["single-elimination"].bracket
    assert plan is not None
    assert first_meetings(plan(4)) == {(1, 4): 1, (2, 3): 1, (1, 2): 2, (1, 3): 2, (2, 4): 2, (3, 4): 2}


def test_a_hard_wish_counts_more_than_a_soft_one_for_the_same_pair() -> None:
    assert [each.hard for each in pairs_of([wish(1, 2), wish(2, 1, hard=False)]).values()] == [True]
    assert alone(pairs_of([wish(1, 2), wish(1, 3), wish(2, 3, hard=False)]), [1, 2, 3]) == [1]
