"""Wishes in a round robin: entries that meet late. All orders of small tournaments are looked at for comparison."""

from collections import Counter
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from domain.kernel.events import TournamentAct
from domain.kernel.events.tournaments import EntryChanged, RoundPaired
from domain.tournament.fold import read
from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Cannot
from domain.tournament.formats.late_meetings import meeting_late, too_early
from domain.tournament.formats.round_robin import berger
from domain.tournament.pairing import Wanted, next_round, overtaken, planned
from domain.tournament.reading import tournament_read
from domain.tournament.wishes import Wish, pairs_of
from tests.speeds import examples
from tests.tournament.stream import act, entries, events, opened


def meets(lines: int, rounds: int) -> dict[tuple[int, int], int]:
    """Return in which round each two lines meet, read from the Berger tables."""
    return {(min(pair), max(pair)): number for number in range(1, rounds + 1) for pair in berger(lines, number)}


@examples(40, 400, seed=st.integers(0, 10**6), count=st.integers(2, 6))
def test_of_all_orders_of_a_small_round_robin_the_search_finds_one_of_the_best(seed: int, count: int) -> None:
    rnd, numbers = Random(seed), range(1, count + 1)
    wishes = [
        Wish(1, pair, rnd.random() < 0.5, rnd.randint(2, count + 1), "asked") for pair in combinations(numbers, 2) if rnd.random() < 0.5
    ]
    times = meets(count + count % 2, rnd.randint(1, count))
    apart = pairs_of(wishes)

    def met_in(one: int, other: int) -> int | None:
        return times.get((min(one, other), max(one, other)))

    def broken(order: dict[int, int]) -> tuple[int, int]:
        early = [each.wish.hard for each in too_early(order, apart, met_in)]
        return sum(early), len(early)

    best = min(broken(dict(zip(numbers, lines, strict=True))) for lines in permutations(numbers))
    assert broken(meeting_late({number: number for number in numbers}, apart, met_in, Chance(seed))) == best


class Played:
    """A tournament that is played to its end. Wishes are made before round 1."""

    def __init__(self, count: int, *wishes: dict[str, Any], format_name: str = "round-robin", **settings: Any) -> None:
        self.acts: list[TournamentAct] = [opened(format_name, **settings), *entries(count), *(act("WishMade", **each) for each in wishes)]
        self.rounds: list[RoundPaired] = []

    @property
    def made(self) -> list[Any] | Cannot:
        return next_round(read(events(self.acts)), Wanted(5))

    def whole(self, accept: bool = False) -> "Played":
        while not isinstance(made := next_round(read(events(self.acts)), Wanted(5, accept)), Cannot):
            self.add(made)
        return self

    def add(self, made: list[Any]) -> None:
        self.acts += made
        paired = made[-1]
        self.rounds.append(paired)
        for table in paired.tables:
            data = {
                "game": f"home-{'a' * 16}",
                "version": 9,
                "verdict": 9,
                "hash": "ab" * 32,
                "scores": [9, *[1] * (len(table.sides) - 1)],
                "winners": [0],
            }
            self.acts.append(act("ResultTaken", round=paired.round, table=table.table, **data))

    def met(self) -> dict[tuple[int, int], list[int]]:
        found: dict[tuple[int, int], list[int]] = {}
        for paired in self.rounds:
            for table in paired.tables:
                (one,), (other,) = table.sides
                found.setdefault((min(one, other), max(one, other)), []).append(paired.round)
        return found


@pytest.mark.parametrize(("format_name", "times"), [("round-robin", 1), ("double-round-robin", 2)])
@pytest.mark.parametrize("count", [4, 7, 8])
def test_entries_meet_late_and_everybody_still_meets_everybody(count: int, format_name: str, times: int) -> None:
    wish = {"entries": [1, 2], "from_round": count // 2 + 1}
    met = Played(count, wish, format_name=format_name).whole().met()
    assert met[1, 2][0] > count // 2
    assert {pair: len(rounds) for pair, rounds in met.items()} == dict.fromkeys(combinations(range(1, count + 1), 2), times)


def test_who_makes_a_club_meets_in_the_last_rounds() -> None:
    met = Played(12, {"entries": [1, 2, 3, 4], "from_round": 6, "because": "club"}).whole().met()
    assert sorted(rounds[0] for pair, rounds in met.items() if max(pair) <= 4)[0] >= 6


def test_without_wishes_or_with_wishes_that_are_kept_anyway_nothing_changes() -> None:
    plain, kept = Played(6).whole(), Played(6, {"entries": [1, 5], "from_round": 2}).whole()
    assert not any(isinstance(each, EntryChanged) for each in plain.acts)
    assert [each.tables for each in plain.rounds] == [each.tables for each in kept.rounds]


def test_in_a_shorter_tournament_entries_may_never_meet() -> None:
    """With five rounds no order could keep this wish."""
    assert (1, 2) not in Played(6, {"entries": [1, 2], "from_round": 6}, rounds=3).whole().met()
    assert isinstance(Played(6, {"entries": [1, 2], "from_round": 6}).made, Cannot)


def test_a_line_that_somebody_gave_an_entry_changes_nothing() -> None:
    played = Played(4)
    played.acts.append(act("EntryChanged", entry=3, line=1))
    assert planned(read(events(played.acts))) == 3
    assert [each.tables for each in played.whole().rounds] == [each.tables for each in Played(4).whole().rounds]


def test_a_hard_wish_that_no_order_keeps_is_named_before_round_1_and_a_soft_one_is_counted() -> None:
    everybody = [{"entries": [1, 2, 3, 4], "from_round": 3}]
    refused = Played(4, *everybody).made
    assert isinstance(refused, Cannot)
    assert refused.sentence.startswith(
        "No order of the rounds was found that keeps all hard wishes. In the best, these entries meet too early:"
    )
    assert refused.least is not None
    assert refused.least.unevenness == {"wishes_later": 2, "wishes": 2}
    assert len(Played(4, *everybody).whole(accept=True).rounds) == 3
    soft = Played(4, {**everybody[0], "hard": False}).whole()
    assert [each.unevenness for each in soft.rounds] == [{"wishes_later": 2, "wishes": 2}, {"wishes": 2}, None]


def test_if_round_1_is_paired_again_the_order_is_chosen_again_and_nobody_who_left_is_counted() -> None:
    played = Played(5, {"entries": [1, 4], "from_round": 4})
    assert planned(read(events(played.acts))) == 5
    made = played.made
    assert isinstance(made, list)
    played.acts += made
    state = tournament_read(events(played.acts))
    withdrawn = len(played.acts) - 5  # the wish
    assert overtaken(tournament_read(events([*played.acts, act("Retracted", target=withdrawn - 1)]))) == ()
    assert overtaken(state) is None
    played.acts += [act("Retracted", target=len(played.acts)), act("EntryWithdrawn", entry=3, from_round=1)]
    played.acts += [act("WishMade", entries=[1, 2], from_round=3)]
    met = played.whole(accept=True).met()
    assert Counter(len(rounds) for rounds in met.values()) == {1: 6}
    assert met[1, 2][0] == 3
    assert len(played.rounds) == 3


def test_when_the_wish_is_withdrawn_before_round_1_the_lines_are_in_order_again() -> None:
    played = Played(6, {"entries": [1, 6], "from_round": 4})
    made = played.made
    assert isinstance(made, list)
    wish = len(played.acts)
    played.acts += [*made, act("Retracted", target=wish + len(made)), act("Retracted", target=wish)]
    assert [each.tables for each in played.whole().rounds] == [each.tables for each in Played(6).whole().rounds]
