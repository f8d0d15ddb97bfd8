"""Swiss rounds. A round with few entries is compared with all possible pairings. A round with many entries is checked against the rules."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.gaps import Measure, measure
from domain.tournament.formats.kinds import Cannot, Paired
from domain.tournament.formats.matching import best, gaps_of
from domain.tournament.formats.score_groups import byes, field_of, within_gap
from domain.tournament.formats.swiss import SWISS
from domain.tournament.history import History
from tests.speeds import examples, seeds
from tests.tournament.swiss_histories import Book, Played, book_by_chance, played_by_chance, tables_of


class Way(NamedTuple):
    """How good a pairing is. `repeats`: the tables whose entries have met before. `second_byes`: the entries that sit out again after a
    bye."""

    repeats: int
    second_byes: int
    measure: Measure


def matchings(entries: tuple[int, ...]) -> Iterator[Paired]:
    """Yield all pairings of the entries. One entry sits out if their number is odd."""
    if len(entries) < 2:
        yield Paired((), entries)
        return
    first, *others = entries
    for at, other in enumerate(others):
        for rest in matchings((*others[:at], *others[at + 1 :])):
            yield Paired((((first,), (other,)), *rest.tables), rest.sits_out)
    if len(entries) % 2:
        for rest in matchings(tuple(others)):
            yield Paired(rest.tables, (first,))


def way(history: History, paired: Paired) -> Way:
    repeats = sum(other in history.opponents(one) for one, other in tables_of(paired))
    return Way(repeats, sum(map(history.had_bye, paired.sits_out)), measure(history, paired))


@examples(120, 1_500, seed=st.integers(0, 10**6), entries=st.integers(1, 8), rounds=st.integers(0, 7))
def test_a_swiss_pairing_is_the_best_of_all_possible_pairings(seed: int, entries: int, rounds: int) -> None:
    rnd = Random(seed)
    book = book_by_chance(rnd, entries, rounds)
    there = [entry for entry in book.lines if rnd.random() < 0.9] or [1]
    ways = [way(book.history, paired) for paired in matchings(tuple(there))]
    right = [each.measure for each in ways if not (each.repeats or each.second_byes)]
    answer = book.paired(there)
    if isinstance(answer, Paired):
        assert way(book.history, answer) == (0, 0, min(right))
        assert not answer.unevenness
    else:
        assert not right
        assert answer.least is not None
        least_second = min(each.second_byes for each in ways)
        assert way(book.history, answer.least)[:2] == min(each[:2] for each in ways if each.second_byes == least_second)
        answer = answer.least
    assert sorted((*answer.sits_out, *(entry for table in tables_of(answer) for entry in table))) == there


@pytest.mark.parametrize("seed", seeds(20, quick=3))
def test_in_a_whole_swiss_tournament_nobody_meets_twice_or_has_two_byes(seed: int) -> None:
    rnd = Random(seed)
    book = Book(range(1, rnd.randint(30, 60)))
    for _ in range(9):
        there = [entry for entry in book.lines if rnd.random() < 0.95]
        answer = book.paired(there, seed)
        assert isinstance(answer, Paired)
        assert way(book.history, answer)[:2] == (0, 0)
        assert sorted((*answer.sits_out, *(entry for table in tables_of(answer) for entry in table))) == there
        book.add(played_by_chance(rnd, tables_of(answer)), answer.sits_out)


@pytest.mark.parametrize("seed", seeds(12, quick=2))
def test_a_search_through_all_possible_tables_finds_no_smaller_score_gaps(seed: int) -> None:
    rnd = Random(seed)
    book = Book(range(1, rnd.choice([60, 81, 150])))
    for _ in range(6):
        answer = book.paired()
        assert isinstance(answer, Paired)
        out, gaps = measure(book.history, answer)
        field = field_of(book.asked())
        bye = out[0] if out else None
        whole = best([*within_gap(field, field.points[0]), *(edge._replace(rest=0) for edge in byes(field, bye))], field.pairs)
        assert whole is not None
        assert gaps == gaps_of(whole)[: len(gaps)]
        book.add(played_by_chance(rnd, tables_of(answer)), answer.sits_out)


def test_the_same_round_and_seed_give_the_same_swiss_pairing() -> None:
    book = book_by_chance(Random(3), 24, 4)
    assert book.paired(seed=8) == book.paired(seed=8)


def test_another_seed_gives_an_equally_good_swiss_pairing() -> None:
    book = book_by_chance(Random(3), 24, 4)
    first, *others = [book.paired(seed=seed) for seed in range(6)]
    assert isinstance(first, Paired)
    for other in others:
        assert isinstance(other, Paired)
        assert way(book.history, other) == way(book.history, first)


def test_in_round_1_the_top_half_by_seeding_plays_the_bottom_half() -> None:
    book = Book(range(1, 9), seeds={8: 1, 7: 2})  # entries by rank: 8 7 1 2 3 4 5 6
    answer = book.paired()
    assert isinstance(answer, Paired)
    assert tables_of(answer) == [(8, 3), (7, 4), (1, 5), (2, 6)]


def test_the_last_of_an_odd_score_group_plays_the_first_of_the_next_group() -> None:
    book = Book(range(1, 7))
    book.add([Played(1, 4, "win"), Played(2, 6, "win"), Played(3, 5, "win")])  # entries 1, 2 and 3 have 2 points; 4, 5 and 6 none
    answer = book.paired()
    assert isinstance(answer, Paired)
    assert tables_of(answer) == [(1, 2), (3, 4), (5, 6)]


@pytest.mark.parametrize("seed", range(8))
def test_the_top_half_plays_the_bottom_half_whatever_the_seed(seed: int) -> None:
    book = Book(range(1, 5))
    book.add([Played(1, 3, "draw"), Played(2, 4, "draw")])
    answer = book.paired(seed=seed)
    assert isinstance(answer, Paired)
    assert tables_of(answer) == [(1, 4), (2, 3)]


def test_the_bye_goes_to_the_last_entry_with_the_fewest_points() -> None:
    book = Book(range(1, 6))
    book.add([Played(1, 3, "win"), Played(2, 4, "win")], byes=[5])
    answer = book.paired()
    assert isinstance(answer, Paired)
    assert answer.sits_out == (4,)


def test_a_win_by_forfeit_counts_as_a_bye_and_not_as_a_meeting() -> None:
    book = Book([1, 2, 3])
    book.add([Played(1, 2, "loss", forfeit=True)], byes=[3])
    answer = book.paired()
    assert isinstance(answer, Paired)
    assert answer.sits_out == (1,)  # entry 2 won by forfeit, entry 3 sat out
    again = book.paired([1, 2])
    assert isinstance(again, Paired)
    assert tables_of(again) == [(2, 1)]


def test_a_pairing_with_the_fewest_repeats_is_offered_when_all_have_met() -> None:
    book = Book([1, 2, 3, 4])
    book.add([Played(1, 2, "win"), Played(3, 4, "win")])
    book.add([Played(1, 3, "win"), Played(2, 4, "win")])
    book.add([Played(1, 4, "win"), Played(2, 3, "win")])
    answer = book.paired()
    assert isinstance(answer, Cannot)
    assert answer.sentence == "In every possible pairing, some entries meet again. The best one has 2 tables of entries that have met."
    assert answer.least is not None
    assert answer.least.unevenness == {"repeats": 2}
    assert tables_of(answer.least) == [(1, 2), (3, 4)]  # entries 1 to 4 have 6, 4, 2 and 0 points


def test_a_second_bye_is_offered_only_when_everybody_has_had_a_bye() -> None:
    book = Book([1])
    book.add(byes=[1])
    assert book.paired() == Cannot("The number of entries is odd, and everybody has had a bye.", Paired((), (1,), {"second_byes": 1}))


def test_a_swiss_round_without_entries_is_refused() -> None:
    assert Book([1, 2]).paired([]) == Cannot("Nobody is there to be paired.")


def test_a_late_entry_without_points_is_paired() -> None:
    book = Book(range(1, 6))
    book.add([Played(1, 3, "win"), Played(2, 4, "draw")], byes=[5])
    answer = book.paired([*range(1, 6), 6])
    assert isinstance(answer, Paired)
    assert any(6 in table for table in tables_of(answer))


def test_the_progress_of_a_pairing_rises_to_100_percent() -> None:
    shares: list[int] = []
    SWISS.pair(book_by_chance(Random(1), 20, 3).asked(), shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 100


def test_a_swiss_tournament_refuses_a_single_entry_and_tables_of_more_than_two() -> None:
    assert SWISS.refuses(Settings(), 8) is None
    assert SWISS.refuses(Settings(), 1) == "A Swiss tournament needs two entries or more."
    refused = SWISS.refuses(Settings(table=4, partners=2), 8)
    assert refused == "A Swiss table has two entries, one on each side. Enter fixed pairs and teams as one entry each."
    assert SWISS.rounds(Settings(rounds=5), 8) == 5
