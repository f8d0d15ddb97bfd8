"""Stages: groups, the cut, the stage that follows, and the standings as a whole. The standings are also computed here a second time, from
nothing but the events."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, Final

import pytest

from domain.kernel.events import TournamentAct
from domain.kernel.events.tournaments import Cut, EntryMade, ResultTaken, RoundPaired, Settings, StageBegun, TournamentOpened
from domain.tournament.checks import faults
from domain.tournament.crosstable import cross_table
from domain.tournament.cut import apart
from domain.tournament.fold import after, read
from domain.tournament.formats.kinds import Cannot
from domain.tournament.pairing import Wanted, cut_overtaken, next_round, next_stage, planned
from domain.tournament.playable import misfits
from domain.tournament.playable import planned as plan_of
from domain.tournament.reading import tournament_read
from domain.tournament.scoring import bracket_of, going_on, history_of
from domain.tournament.standings import Row, across, explanation, ranked, ranking
from domain.tournament.state import Tournament
from domain.tournament.tiebreaks.kinds import Value
from tests.tournament.stream import act, entries, events, opened, paired

CUP: Final[dict[str, Any]] = {"groups": {"count": 4}, "cut": {"top": 2}}
"""Four groups; two of each go on, into a knock-out."""


class Played:
    """A tournament that is played. The better entry wins, which is the one with the smaller number, if `upsets` is False."""

    def __init__(
        self, count: int, format_name: str = "round-robin", *, seed: int = 1, upsets: bool = True, ranks: bool = True, **settings: Any
    ) -> None:
        self.dice, self.upsets = Random(seed), upsets
        self.acts: list[TournamentAct] = [opened(format_name, tiebreaks=["difference"], **settings)]
        self.state = read(events(self.acts))
        for number in range(1, count + 1):
            self.add(act("EntryMade", entry=number, people=[], name=f"E{number}", **({"seed": number} if ranks else {})))

    def add(self, *acts: TournamentAct) -> None:
        for made in acts:
            (event,) = events([*self.acts, made])[-1:]
            assert faults(self.state, [event]) == []
            self.state = after(self.state, [event])
            self.acts.append(made)

    def pair(self) -> RoundPaired | Cannot:
        made = next_round(self.state, Wanted(7, accept_least=True))
        if isinstance(made, Cannot):
            return made
        self.add(*made)
        paired = made[-1]
        assert isinstance(paired, RoundPaired)
        return paired

    def round(self) -> RoundPaired | Cannot:
        paired = self.pair()
        for table in () if isinstance(paired, Cannot) else paired.tables:
            scores = [self.dice.randint(0, 30) if self.upsets else 100 - side[0] for side in table.sides]
            scores[0] += scores[0] == scores[1]
            self.add(taken(paired.round, table.table, scores))
        return paired

    def whole(self) -> str:
        while not isinstance(stopped := self.round(), Cannot):
            pass
        return stopped.sentence


def taken(number: int, table: int, scores: Sequence[int], version: int = 9) -> TournamentAct:
    best = [side for side, score in enumerate(scores) if score == max(scores)]
    data = {"game": f"home-{'a' * 16}", "version": version, "verdict": version, "hash": "ab" * 32}
    return act("ResultTaken", round=number, table=table, scores=[*scores], winners=best, **data)


def settings(**chosen: Any) -> Settings:
    made = opened(**chosen)
    assert isinstance(made, TournamentOpened)
    return made.settings


def groups_of(played: Played) -> list[list[int]]:
    return [list(group) for group in played.state.stages[0].groups]


def test_a_cut_to_eight_may_play_all_their_places_out() -> None:
    played = Played(16, groups={"count": 4}, cut={"top": 2, "format": "single-elimination-eight"})
    assert planned(played.state) == 6
    played.whole()
    places = sorted(row.place for stage in [ranked(played.state)[-1]] for row in stage.rows)
    assert places == [*range(1, 9)]


# --- groups -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "groups", "expected"),
    [
        (8, 2, [[1, 4, 5, 8], [2, 3, 6, 7]]),
        (9, 2, [[1, 4, 5, 8, 9], [2, 3, 6, 7]]),
        (12, 4, [[1, 8, 9], [2, 7, 10], [3, 6, 11], [4, 5, 12]]),
    ],
)
def test_a_snake_gives_each_group_equally_good_entries(count: int, groups: int, expected: list[list[int]]) -> None:
    played = Played(count, groups={"count": groups})
    played.pair()
    assert groups_of(played) == expected


def test_groups_that_are_drawn_follow_from_the_seed_and_differ_by_one_entry_at_most() -> None:
    drawn = [next_stage(Played(11, groups={"count": 3, "split": "draw"}).state, seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert isinstance(drawn[0], StageBegun)
    assert sorted(map(len, drawn[0].groups)) == [3, 4, 4]
    assert sorted(entry for group in drawn[0].groups for entry in group) == list(range(1, 12))


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"groups": {"count": 4}}, "4 groups need 8 entries or more, and only 7 are there."),
        ({"groups": {"count": 4}, "count": 1}, "4 groups need 8 entries or more, and only 1 is there."),
        (
            {"groups": {"count": 2}, "cut": {"top": 3, "best": 2}},
            "The cut takes 3 of each group and 2 of the others, and only 7 are there: 3 in the smallest group.",
        ),
        (
            {"groups": {"count": 2}, "cut": {"top": 0, "best": 8}},
            "The cut takes 8 of all groups, and only 7 are there: 3 in the smallest group.",
        ),
        ({"groups": {"count": 2}, "rounds": 5}, "A round robin of 3 entries has 3 rounds, not 5."),
    ],
)
def test_groups_that_too_few_entries_cannot_make_are_not_drawn(chosen: dict[str, Any], sentence: str) -> None:
    assert Played(**{"count": 7, **chosen}).pair() == Cannot(sentence)


def test_entries_meet_only_in_their_group_and_small_groups_are_over_earlier() -> None:
    played = Played(9, groups={"count": 2})
    assert planned(played.state) == 5
    assert played.whole() == "All 5 rounds are paired."
    first, second = map(set, groups_of(played))
    tables = {number: [set(table.entries) for table in paired.tables.values()] for number, paired in played.state.rounds.items()}
    assert all(table <= first or table <= second for met in tables.values() for table in met)
    assert [len(tables[number]) for number in range(1, 6)] == [4, 4, 4, 2, 2]
    assert going_on(played.state, 4) == first
    assert {len(history_of(played.state).lines[entry]) for entry in second} == {3}


def test_a_group_that_everybody_has_left_does_not_stop_the_others() -> None:
    played = Played(8, "swiss", rounds=3, groups={"count": 2})
    played.round()
    here, left = groups_of(played)
    played.add(*(act("EntryWithdrawn", entry=entry, from_round=2) for entry in left))
    assert played.whole() == "All 3 rounds are paired."
    assert {entry for table in played.state.rounds[3].tables.values() for entry in table.entries} == {*here}
    alone = Played(4, "swiss", rounds=3, groups={"count": 2})
    alone.round()
    alone.add(*(act("EntryWithdrawn", entry=entry, from_round=2) for entry in range(1, 5)))
    assert alone.pair() == Cannot("Group 1: Nobody is there to be paired. Group 2: Nobody is there to be paired.")


# --- the cut ------------------------------------------------------------------------------------------------------------------------------


def test_groups_a_cut_and_a_final_are_played_by_pairing_round_after_round() -> None:
    played = Played(16, upsets=False, **CUP)
    assert planned(played.state) == 6
    for _ in range(3):
        played.round()
    assert ranking(played.state).rows[:2] == [Row(1, 1, 6, (30,)), Row(2, 2, 6, (26,))]
    played.round()
    cut = played.state.stages[1]
    assert (cut.first, cut.format, cut.groups) == (4, "single-elimination", ((1, 2, 3, 4, 6, 5, 8, 7),))
    bracket = bracket_of(played.state)
    assert bracket is not None
    assert [match.round for match in bracket.matches] == [4, 4, 4, 4, 5, 5, 6]
    assert played.whole() == "All 6 rounds are paired."
    rows = ranking(played.state).rows
    assert [(row.place, row.entry) for row in rows[:4]] == [(1, 1), (2, 2), (3, 3), (3, 4)]
    assert [row.entry for row in rows[8:]] == [9, 10, 11, 12, 13, 14, 15, 16]
    assert [row.place for row in rows[8:]] == list(range(9, 17))


@pytest.mark.parametrize(
    ("groups", "places", "seeds"),
    [
        ([1, 2, 2, 1], [1, 1, 2, 2], [1, 2, 4, 3]),
        ([1, 1, 1, 1], [1, 1, 2, 2], [1, 2, 3, 4]),
        ([1, 2, 2], [1, 1, 2], [1, 2, 3]),  # the best winner of a group keeps its bye
        ([1, 2, 3, 1, 2, 3], [1, 1, 1, 2, 2, 2], [1, 2, 3, 4, 6, 5]),
    ],
)
def test_nobody_meets_an_entry_of_its_group_at_once_if_that_can_be_avoided(groups: list[int], places: list[int], seeds: list[int]) -> None:
    """`groups`, `places`: of the entries 1, 2, 3 …, the best first."""
    assert apart([*range(1, len(groups) + 1)], dict(enumerate(groups, 1)), dict(enumerate(places, 1))) == seeds


def test_the_best_of_the_others_go_on_across_groups() -> None:
    played = Played(12, upsets=False, groups={"count": 3}, cut={"top": 2, "best": 2})
    for _ in range(4):
        played.round()
    assert set(played.state.stages[1].groups[0]) == {1, 2, 3, 6, 5, 4, 7, 8}


def by_table(played: Played, *scores: tuple[int, int, int, int]) -> None:
    """Play all rounds before the cut. `scores`: each (entry, other, its score, the score of the other); the smaller number wins the other
    tables 20 to 0."""
    known = {frozenset((one, other)): {one: mine, other: theirs} for one, other, mine, theirs in scores}
    while len(played.state.stages) < 2 and isinstance(paired := played.pair(), RoundPaired):
        for table in paired.tables if len(played.state.stages) < 2 else ():
            one, other = (side[0] for side in table.sides)
            found = known.get(frozenset((one, other)), {min(one, other): 20, max(one, other): 0})
            played.add(taken(paired.round, table.table, [found[one], found[other]]))


CYCLE: Final = ((2, 3, 9, 0), (2, 6, 9, 0), (2, 7, 9, 0), (3, 6, 5, 0), (6, 7, 5, 0), (7, 3, 5, 1))
"""In group 2 the winner has 6 points, and the others 2 each; in group 1 they have 6, 4, 2 and 0."""


@pytest.mark.parametrize(
    ("cut", "scores", "seeds"),
    [
        ({"top": 2}, CYCLE, (1, 2, 4, 3)),
        ({"top": 0, "best": 4}, CYCLE, (1, 2, 4, 3)),
        ({"top": 0, "best": 3}, CYCLE, (1, 2, 4)),
        ({"top": 0, "best": 4}, (*CYCLE, (5, 8, 90, 0)), (1, 2, 4, 5)),
    ],
)
def test_the_best_of_all_go_on_together_whatever_their_places(
    cut: dict[str, Any], scores: tuple[tuple[int, int, int, int], ...], seeds: tuple[int, ...]
) -> None:
    """The groups are 1 4 5 8 and 2 3 6 7. No entry goes on before one that is better in its group."""
    played = Played(8, upsets=False, groups={"count": 2}, cut={"format": "round-robin", **cut})
    by_table(played, *scores)
    assert played.state.stages[1].groups == (seeds,)


def test_the_whole_standings_are_in_the_order_in_which_the_best_of_all_go_on() -> None:
    played = Played(8, upsets=False, groups={"count": 2}, cut={"top": 0, "best": 4})
    by_table(played, *CYCLE, (5, 8, 90, 0))
    assert [(row.place, row.entry) for row in ranking(played.state, 3).rows][:5] == [(1, 1), (2, 2), (3, 4), (4, 5), (5, 3)]
    assert {row.entry for row in ranking(played.state).rows[:4]} == {1, 2, 4, 5}


def test_the_order_of_a_group_stays_if_a_tie_break_that_other_groups_cannot_have_decides_it() -> None:
    """Groups of 5 and 4, so who met whom decides only within a group. Entry 8 beat 5 and is before it with a smaller difference."""
    settings = {"groups": {"count": 2}, "cut": {"top": 0, "best": 5, "format": "swiss", "rounds": 1}}
    played = Played(9, upsets=False, **settings)
    played.state = replace(played.state, settings=replace(played.state.settings, tiebreaks=("head-to-head", "difference")))
    by_table(played, (8, 5, 1, 0), (5, 1, 90, 0))
    order = [row.entry for tier in across(ranked(played.state, 0)) for row in tier]
    assert order.index(8) < order.index(5)
    for one in ranked(played.state, 0):
        assert [entry for entry in order if entry in one.part.state.entries] == [row.entry for row in one.rows]


def test_who_is_level_among_the_best_of_all_is_named_and_the_director_decides() -> None:
    played = Played(8, upsets=False, groups={"count": 2}, cut={"top": 0, "best": 3, "format": "round-robin"})
    by_table(played)
    assert next_stage(played.state) == Cannot("The entries 3, 4 are level at the cut. Let them play it off, and rule their order.")
    played.add(act("OrderRuled", order=[3, 4], reason="play-off"))
    played.pair()
    assert played.state.stages[1].groups == ((1, 2, 3),)


def test_a_cut_that_takes_nobody_is_not_made() -> None:
    """Such settings are refused, but a file may have them."""
    played = Played(8, upsets=False, groups={"count": 2})
    by_table(played)
    nobody = replace(played.state.settings, cut=Cut(0))
    assert next_stage(replace(played.state, settings=nobody)) == Cannot("The cut takes nobody: change in the settings who goes on.")
    assert planned(replace(played.state, settings=nobody)) == 4


def test_a_top_cut_without_groups_follows_a_swiss() -> None:
    played = Played(10, "swiss", rounds=3, cut={"top": 4, "format": "single-elimination-third"})
    assert planned(played.state) == 5
    assert played.whole() == "All 5 rounds are paired."
    before = ranking(played.state, 3)
    assert before.tiebreaks == ("difference",)
    assert {row.entry for row in before.rows[:4]} == set(played.state.stages[1].groups[0])
    assert [row.entry for row in ranking(played.state).rows[4:]] == [row.entry for row in before.rows[4:]]
    assert {row.values for row in ranking(played.state).rows[4:]} == {()}


def test_points_are_carried_and_only_rounds_of_the_stage_count_for_tie_breaks() -> None:
    played = Played(8, "swiss", rounds=2, cut={"top": 4, "format": "round-robin", "carry": True})
    for _ in range(2):
        played.round()
    points = {row.entry: row.points for row in ranking(played.state).rows}
    played.round()
    stage = played.state.stages[1]
    assert stage.carried == {entry: points[entry] for entry in stage.groups[0]}
    place = explanation(played.state, stage.groups[0][0])
    assert (place.stage, place.group) == (2, None)
    parts = dict(place.values)["points"].contributions
    assert [(part.round, part.why == "carried") for part in parts] == [(3, False), (None, True)]
    assert explanation(played.state, next(e for e in points if e not in stage.carried)).stage == 1


def test_those_who_are_level_at_the_cut_play_it_off_and_the_director_rules_their_order() -> None:
    played = Played(4, "swiss", rounds=1, cut={"top": 2, "format": "round-robin"})
    paired = played.pair()
    assert isinstance(paired, RoundPaired)
    for table in (1, 2):
        played.add(taken(1, table, [5, 5]))
    stopped = played.pair()
    assert stopped == Cannot("The entries 1, 2, 3, 4 are level at the cut. Let them play it off, and rule their order.")
    played.add(act("OrderRuled", order=[4, 2], reason="play-off"))
    played.round()
    assert played.state.stages[1].groups == ((4, 2),)
    assert [row.entry for row in ranking(played.state, 1).rows] == [1, 2, 3, 4]  # `director` is no tie-break here


def test_seeds_of_level_entries_follow_their_rank_and_then_lots() -> None:
    """All three winners are level. Their numbers do not decide who gets the bye of a knock-out."""
    played = Played(6, "swiss", ranks=False, rounds=1, cut={"top": 3})
    paired = played.pair()
    assert isinstance(paired, RoundPaired)
    played.add(*(taken(1, table.table, [5, 0]) for table in paired.tables))
    winners = [table.sides[0][0] for table in paired.tables]
    assert seeded(played) == {*permutations(winners)}
    played.add(*(act("EntryChanged", entry=entry, seed=7 - entry) for entry in winners))
    assert seeded(played) == {tuple(sorted(winners, reverse=True))}


def seeded(played: Played) -> set[tuple[int, ...]]:
    """Return the seeds of the next stage, for many seeds of chance."""
    made = [next_stage(played.state, seed) for seed in range(60)]
    return {stage.groups[0] for stage in made if isinstance(stage, StageBegun)}


def test_the_director_also_decides_between_entries_of_different_groups() -> None:
    played = Played(4, groups={"count": 2}, cut={"top": 1, "best": 1, "format": "round-robin"})
    paired = played.pair()
    assert isinstance(paired, RoundPaired)
    for table in paired.tables:
        played.add(taken(1, table.table, [5, 0] if table.sides[0][0] < table.sides[1][0] else [0, 5]))
    assert played.pair() == Cannot("The entries 3, 4 are level at the cut. Let them play it off, and rule their order.")
    played.add(act("OrderRuled", order=[4, 3], reason="play-off"))
    played.round()
    assert played.state.stages[1].groups == ((1, 2, 4),)


@pytest.mark.parametrize(
    ("orders", "chosen"),
    [
        ([[1, 2, 7, 5, 6, 3]], (1, 2, 7)),
        ([[1, 2, 5, 7]], (1, 2, 5)),
        ([[1, 2, 7, 4, 5]], (1, 2, 7)),
        ([[1, 4, 5], [2, 7, 6, 3]], "The entries 4, 7 are level at the cut. Let them play it off, and rule their order."),
        ([[1, 4, 5], [2, 7]], "The entries 4, 7 are level at the cut. Let them play it off, and rule their order."),
        ([[1, 2, 7]], "The entries 4, 5, 7 are level at the cut. Let them play it off, and rule their order."),
    ],
)
def test_an_order_counts_between_groups_of_any_size_if_it_names_all_who_are_level(orders: list[list[int]], chosen: object) -> None:
    """Groups of 3 and 4: an order says who was better, however many rounds an entry played."""
    played = Played(7, groups={"count": 2}, cut={"top": 1, "best": 1, "format": "round-robin"})
    for number in range(1, 4):
        paired = played.pair()
        played.add(*(taken(number, each.table, [5, 5]) for each in getattr(paired, "tables", ())))
    assert groups_of(played) == [[1, 4, 5], [2, 3, 6, 7]]
    played.add(*(act("OrderRuled", order=order, reason="play-off") for order in orders))
    made = next_stage(played.state)
    assert (made.groups[0] if isinstance(made, StageBegun) else getattr(made, "sentence", None)) == chosen


@pytest.mark.parametrize(
    ("tiebreak", "count", "best"),
    [
        *((name, 9, [1, 2]) for name in ("wins", "won", "total", "difference:9", "placement", "points", "head-to-head")),
        *((name, 9, [1, 2]) for name in ("sonneborn-berger", "koya", "progressive", "buchholz", "average-buchholz:fide-2023")),
        *((name, 8, [1, 2]) for name in ("sonneborn-berger", "difference")),
        ("koya", 8, [1]),
    ],
)
def test_a_tie_break_favours_no_group_for_its_size(tiebreak: str, count: int, best: list[int]) -> None:
    """The winners of both groups have won all their games. In group 2 nobody else has half of the points."""
    played = Played(count, groups={"count": 2})
    while not isinstance(paired := played.pair(), Cannot):
        for table in paired.tables:
            one, other = (side[0] for side in table.sides)
            first = (one < other) != ({one, other} == {3, 7})
            played.add(taken(paired.round, table.table, [5, 0] if first else [0, 5]))
    state = replace(played.state, settings=replace(played.state.settings, tiebreaks=(tiebreak,)))
    assert [row.entry for row in across(ranked(state))[0]] == best


@pytest.mark.parametrize(
    ("cut", "left", "sentence"),
    [
        ({"top": 1, "format": "swiss"}, [1, 2, 3, 4], "The cut takes 1 of all entries, and nobody is there."),
        ({"top": 2}, [1, 2, 3], "The cut takes 2 of all entries, and only 1 is there."),
        ({"top": 1, "best": 2}, [2, 3], "The cut takes 2 of the others, and only 1 is there."),
        ({"top": 0, "best": 2}, [1, 2, 3], "The cut takes 2 of all, and only 1 is there."),
    ],
)
def test_a_cut_that_takes_more_than_are_there_says_so(cut: dict[str, Any], left: list[int], sentence: str) -> None:
    played = Played(4, "swiss", upsets=False, rounds=1, cut=cut)
    played.round()
    played.add(*(act("EntryWithdrawn", entry=entry, from_round=2) for entry in left))
    assert played.pair() == Cannot(sentence)


def test_an_entry_that_has_left_does_not_go_on() -> None:
    played = Played(8, upsets=False, groups={"count": 2}, cut={"top": 2})
    for _ in range(3):
        played.round()
    played.add(act("EntryWithdrawn", entry=1, from_round=4))
    played.round()
    assert set(played.state.stages[1].groups[0]) == {4, 5, 2, 3}


def test_a_director_corrects_the_cut_by_hand_before_it_is_paired() -> None:
    played = Played(8, upsets=False, groups={"count": 2}, cut={"top": 1})
    for _ in range(3):
        played.round()
    made = next_stage(played.state)
    assert isinstance(made, StageBegun)
    other = act("StageBegun", format=made.format, settings={"tiebreaks": []}, groups=[[8, 7]])
    played.add(made, other)
    played.round()
    assert [stage.groups for stage in played.state.stages] == [((1, 4, 5, 8), (2, 3, 6, 7)), ((8, 7),)]


def test_a_result_that_changes_after_the_cut_marks_it_and_moves_nobody() -> None:
    played = Played(8, upsets=False, groups={"count": 2}, cut={"top": 2})
    for _ in range(4):
        played.round()
    assert cut_overtaken(tournament_read(events(played.acts))) is None
    chosen = played.state.stages[1].groups
    scores = played.state.rounds[2].tables[1].result
    assert scores is not None
    assert scores.scores is not None
    played.add(taken(2, 1, scores.scores[::-1], 10))
    change = played.state.rounds[2].tables[1].change
    assert change is not None
    played.add(act("ChangeAccepted", round=2, table=1, change=change.version))
    assert cut_overtaken(tournament_read(events(played.acts))) == ((2, 1),)
    assert played.state.stages[1].groups == chosen
    assert [match.moved for match in getattr(bracket_of(played.state), "matches", [])] == [False] * 3


def test_a_withdrawn_pairing_is_made_again_with_those_who_are_there_now() -> None:
    played = Played(8, upsets=False, groups={"count": 2}, cut={"top": 2})
    played.pair()
    played.add(act("RoundUnpublished", round=1, reason="somebody came late"))
    played.add(act("EntryMade", entry=9, people=[], name="E9", seed=9))
    for _ in range(5):
        played.round()
    assert groups_of(played) == [[1, 4, 5, 8, 9], [2, 3, 6, 7]]
    played.pair()
    assert said(played, act("EntryMade", entry=10, people=[], name="E10")) == [
        "/data/entry comes too late: it is known who is in this stage"
    ]
    played.add(act("RoundUnpublished", round=6, reason="1 has left"), act("EntryWithdrawn", entry=1, from_round=6))
    assert said(played, act("EntryMade", entry=10, people=[], name="E10")) == [
        "/data/entry comes too late: it is known who is in this stage"
    ]
    chosen = {"tiebreaks": [], "round": {"hands": 5, "ends": "hands"}}
    played.add(act("SettingsChanged", settings=chosen))
    played.round()
    assert [(stage.first, set(stage.groups[0])) for stage in played.state.stages[1:]] == [(6, {2, 3, 4, 5})]
    assert played.state.settings.round.hands == 5


def groups_after_the_cut() -> tuple[Played, list[RoundPaired]]:
    """Return a round robin in two groups, in which two wish to meet late, after the cut is made; and the pairings of all rounds."""
    played = Played(10, groups={"count": 2}, cut={"top": 2})
    played.add(act("WishMade", entries=[1, 4], hard=False, from_round=4), act("WishMade", entries=[2, 3], hard=False, from_round=5))
    made = [played.round() for _ in range(5)]
    made.append(played.pair())
    assert len(played.state.stages) == 2
    return played, [paired for paired in made if isinstance(paired, RoundPaired)]


def withdraw(played: Played, kinds: tuple[type, ...], first: int) -> None:
    """Withdraw all acts of these kinds from round `first` on, the last one first."""
    acts = list(enumerate(played.acts, 1))
    played.acts += [act("Retracted", target=at) for at, each in reversed(acts) if isinstance(each, kinds) and each.round >= first]  # type: ignore[attr-defined]
    played.state = read(events(played.acts))


def test_a_round_of_groups_that_is_taken_back_after_the_cut_is_paired_as_before() -> None:
    played, before = groups_after_the_cut()
    withdraw(played, (ResultTaken,), 5)
    played.add(*(act("RoundUnpublished", round=number, reason="wrong") for number in (6, 5)))
    again = played.round()
    assert isinstance(again, RoundPaired)
    assert again.tables == before[4].tables
    assert isinstance(played.pair(), RoundPaired)
    assert [stage.first for stage in played.state.stages] == [1, 6]


def test_a_round_of_groups_that_is_withdrawn_after_the_cut_is_not_paired_as_the_next_stage() -> None:
    played, _ = groups_after_the_cut()
    withdraw(played, (ResultTaken, RoundPaired), 5)
    refused = next_round(played.state, Wanted(7))
    assert isinstance(refused, Cannot)
    assert refused.sentence.startswith("Who goes on was decided before round 5 was withdrawn")
    began = max(at for at, each in enumerate(played.acts, 1) if isinstance(each, StageBegun))
    played.acts.append(act("Retracted", target=began))
    played.state = read(events(played.acts))
    assert isinstance(played.pair(), RoundPaired)
    assert len(played.state.stages) == 1


def test_an_order_that_is_ruled_before_a_withdrawn_cut_is_made_again_counts_for_it() -> None:
    played = Played(4, "swiss", rounds=1, cut={"top": 2, "format": "round-robin"})
    played.pair()
    played.add(taken(1, 1, [5, 5]), taken(1, 2, [5, 5]), act("OrderRuled", order=[4, 2], reason="play-off"))
    for order in ([2, 3], [1, 2]):
        played.pair()
        played.add(act("RoundUnpublished", round=2, reason="wrong"), act("OrderRuled", order=order, reason="play-off"))
        played.pair()
        assert played.state.stages[-1].groups == (tuple(order),)
        played.add(act("RoundUnpublished", round=2, reason="once more"))


def test_only_what_decided_about_a_cut_marks_it() -> None:
    """The entries are level, and the director ruled their order. What is said of the final afterwards does not touch the cut."""
    played = Played(4, "swiss", rounds=1, cut={"top": 2, "format": "round-robin"})
    played.pair()
    played.add(*(taken(1, table, [5, 5]) for table in (1, 2)), act("OrderRuled", order=[4, 2], reason="play-off"))
    ruled = len(played.acts)
    played.round()
    later = [act("OrderRuled", order=[2, 4], reason="play-off"), act("LotsDrawn", order=[2, 4]), act("EntryChanged", entry=2, seed=9)]
    other = act("SettingsChanged", settings={"rounds": 1, "tiebreaks": ["total"], "cut": {"top": 2, "format": "round-robin"}})
    for made, expected in [(later, None), ([act("Retracted", target=ruled)], ()), ([(other, ruled)], ())]:
        assert cut_overtaken(tournament_read(events([*played.acts, *made]))) == expected


def test_three_stages_are_played_if_the_settings_of_the_second_have_a_cut() -> None:
    played = Played(12, groups={"count": 3}, cut={"top": 2})
    for _ in range(3):
        played.round()
    made = next_stage(played.state)
    assert isinstance(made, StageBegun)
    settings = {"tiebreaks": ["difference"], "groups": {"count": 2}, "cut": {"top": 1}}
    order = made.groups[0]
    played.add(act("StageBegun", format="round-robin", settings=settings, groups=[[*order[::2]], [*order[1::2]]]))
    assert played.whole() == "All 7 rounds are paired."
    assert [stage.first for stage in played.state.stages] == [1, 4, 7]
    rows = ranking(played.state).rows
    assert {row.entry for row in rows[:2]} == set(played.state.stages[2].groups[0])
    assert {row.entry for row in rows[:6]} == set(order)


def test_adjustments_count_in_the_stage_in_which_they_are_made() -> None:
    played = Played(8, "swiss", rounds=2, cut={"top": 4, "format": "swiss", "rounds": 2})
    played.add(*(act("ScoreAdjusted", entry=entry, points=1, reason="early") for entry in range(1, 9)))
    for _ in range(3):
        played.round()
    one = played.state.stages[1].groups[0][0]
    before = ranking(played.state, 2)
    played.add(act("ScoreAdjusted", entry=one, points=-5, reason="late"))
    assert ranking(played.state, 2) == before
    assert next(row.points for row in ranking(played.state).rows if row.entry == one) <= -3
    assert [part.value for part in explanation(played.state, one).values[0][1].contributions if part.why == "adjusted"] == [-5]


def points_of(played: Played, entry: int) -> int:
    return next(row.points for row in ranking(played.state).rows if row.entry == entry)


def test_an_adjustment_counts_in_the_last_stage_and_round_that_its_entry_plays() -> None:
    """Group 1 has five rounds, group 2 has three. Two of each go on."""
    played = Played(9, upsets=False, groups={"count": 2}, cut={"top": 2, "format": "swiss", "rounds": 2})
    for _ in range(4):
        played.round()
    before = points_of(played, 7)
    played.add(act("ScoreAdjusted", entry=7, points=-5, round=4, reason="late"))
    assert points_of(played, 7) == before - 5
    for _ in range(2):
        played.round()
    played.add(act("ScoreAdjusted", entry=7, points=-1, reason="later"), act("ScoreAdjusted", entry=7, points=-1, round=6, reason="later"))
    assert points_of(played, 7) == before - 7
    assert [part.round for part in explanation(played.state, 7).values[0][1].contributions if part.why == "adjusted"] == [3, 3, 3]


def test_a_first_stage_that_was_made_by_hand_shows_in_no_standings_before_round_1() -> None:
    """Neither who is in it nor what is carried: otherwise every visitor would know."""
    played = Played(6, "swiss")
    plain = ranking(played.state)
    played.add(begin([[1, 3, 5, 6]], chosen={"tiebreaks": ["difference"]}, carried=[{"entry": 5, "points": 4}]))
    assert ranking(played.state, 0) == ranking(played.state) == plain
    nothing = [("points", Value(0)), ("difference", Value(0))]
    assert [explanation(played.state, entry, 0) for entry in (2, 5)] == [(None, None, nothing, False)] * 2
    played.pair()
    assert ranking(played.state, 0) == plain
    assert [row.entry for row in ranking(played.state, 1).rows] == [5, 1, 3, 6, 2, 4]


# --- bad input ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "entries", "expected"),
    [
        ({**CUP}, 16, []),
        ({**CUP}, 0, []),
        ({"groups": {"count": 9}}, 16, ["/settings/groups/count is too many for 16 entries: a group has two entries or more"]),
        ({"groups": {"count": 4}, "cut": {"top": 4}}, 14, ["/settings/cut/top is too many: the smallest group has 3 entries"]),
        ({"cut": {"top": 9}}, 8, ["/settings/cut/top is too many: the tournament has 8 entries"]),
        ({"groups": {"count": 2}, "cut": {"top": 3, "best": 4}}, 8, ["/settings/cut/best is too many: 2 others are left"]),
        ({"groups": {"count": 2}, "cut": {"top": 0, "best": 8}}, 16, []),
        ({"cut": {"top": 0, "best": 4}}, 8, []),
        ({"groups": {"count": 2}, "cut": {"top": 0, "best": 9}}, 8, ["/settings/cut/best is too many: 8 others are left"]),
        ({"groups": {"count": 2}, "cut": {"top": 0}}, 8, ["/settings/cut/best must be 1 or more: nobody would go on"]),
        ({"cut": {"top": 0}}, 0, ["/settings/cut/best must be 1 or more: nobody would go on"]),
        (
            {"cut": {"top": 1}},
            8,
            ["/settings/cut does not suit those who go on (1): A knock-out is for 2 to 256 entries, not 1."],
        ),
        (
            {"cut": {"top": 2, "carry": True}},
            8,
            ["/settings/cut/carry must be false: a knock-out counts places, so no points are carried in"],
        ),
        ({"groups": {"count": 2}, "rounds": 4}, 8, ["/settings A round robin of 4 entries has 3 rounds, not 4."]),
        (
            {"cut": {"top": 4, "format": "rotation"}},
            8,
            [
                "/settings/cut does not suit those who go on (4): A rotation plays with four at a table, two against two: set table to 4 "
                "and partners to 2."
            ],
        ),
    ],
)  # fmt: skip
def test_choices_that_contradict_each_other_are_named(chosen: dict[str, Any], entries: int, expected: list[str]) -> None:
    assert [f"{fault.pointer} {fault.message}" for fault in misfits("round-robin", settings(**chosen), entries)] == expected


def test_an_unknown_format_after_the_cut_is_named_with_the_list() -> None:
    (fault,) = misfits("round-robin", settings(cut={"top": 2, "format": "duel"}), 8)
    assert (fault.pointer, fault.message[:29]) == ("/settings/cut/format", "There is no format 'duel'. Th")


def test_groups_are_for_formats_in_which_two_meet_and_a_cut_needs_a_last_round() -> None:
    assert [fault.pointer for fault in misfits("swiss", settings(groups={"count": 2}, cut={"top": 2}), 8)] == ["/settings/rounds"]
    (fault,) = misfits("single-elimination", settings(groups={"count": 2}), 8)
    assert fault.message == "are played only as one of these formats: double-round-robin, round-robin, swiss"


def begin(groups: list[list[int]], format_name: str = "swiss", chosen: Mapping[str, Any] | None = None, **data: Any) -> TournamentAct:
    return act("StageBegun", format=format_name, settings={**(chosen or {})}, groups=groups, **data)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (begin([[1, 2, 3, 4]]), []),
        (begin([[1, 9]]), ["/data/groups/0 there is no entry 9"]),
        (begin([[1, 2, 1]]), ["/data/groups 1 is named 2 times"]),
        (begin([[1, 5]]), ["/data/groups/0 entry 5 is withdrawn"]),
        (begin([[1, 2], [3, 4]]), ["/data/groups must be 1, as the settings say, not 2"]),
        (begin([[1, 2]], carried=[{"entry": 3, "points": 2}]), ["/data/carried entry 3 is not in this stage"]),
        (
            begin([[1, 2]], "single-elimination", carried=[{"entry": 1, "points": 2}]),
            ["/data/carried must be empty: a knock-out counts places, so no points are carried in"],
        ),
        (
            begin([[1, 2, 3, 4]], chosen={"rounds": 1, "cut": {"top": 5}}),
            ["/data/settings/cut/top is too many: the tournament has 4 entries"],
        ),
        (
            begin([[1, 2], [3, 4]], chosen={"rounds": 1, "groups": {"count": 2}, "cut": {"top": 3}}),
            ["/data/settings/cut/top is too many: the smallest group has 2 entries"],
        ),
        (
            begin([[1, 2], [3, 4, 6, 7]], chosen={"rounds": 1, "groups": {"count": 2}, "cut": {"top": 3}}),
            ["/data/settings/cut/top is too many: the smallest group has 2 entries"],
        ),
    ],
)  # fmt: skip
def test_a_stage_that_makes_no_sense_is_refused(made: TournamentAct, expected: list[str]) -> None:
    before = [opened(), *entries(7), act("EntryWithdrawn", entry=5, from_round=1)]
    found = faults(read(events(before)), events([*before, made])[-1:])
    assert [f"{fault.pointer} {fault.message}" for _, fault in found] == expected


def test_no_stage_begins_while_a_round_is_played_nor_in_the_past() -> None:
    played = Played(4, "swiss", rounds=1)
    played.pair()
    made = begin([[1, 2]])
    sent = [events([*played.acts, made])[-1], events([*played.acts, (made, 3)])[-1]]
    assert [fault.message for event in sent for _, fault in faults(played.state, [event])] == [
        "cannot begin: round 1 is not finished: tables 1, 2",
        "a stage begins with the next round: leave `after` out",
    ]


def test_a_pairing_keeps_to_the_stage_and_its_groups() -> None:
    played = Played(8, groups={"count": 2}, cut={"top": 2})
    played.pair()
    tables = [{"table": n, "sides": [[one], [other]]} for n, (one, other) in enumerate([(1, 2), (4, 3), (5, 8), (6, 7)], 1)]
    mixed = act("PairingChanged", round=1, tables=tables)
    late = entries(1, 9)[0]
    sent = [events([*played.acts, made])[-1:] for made in (mixed, late)]
    assert [fault.message for batch in sent for _, fault in faults(played.state, batch)] == [
        "has entries of different groups",
        "has entries of different groups",
        "comes too late: it is known who is in this stage",
    ]


def said(played: Played, made: TournamentAct | tuple[TournamentAct, int]) -> list[str]:
    """Return the faults of an event that would follow."""
    return [f"{fault.pointer} {fault.message}" for _, fault in faults(played.state, events([*played.acts, made])[-1:])]


def test_a_tournament_with_groups_is_not_played_without_them() -> None:
    played = Played(4, groups={"count": 2})
    alone = paired(1, [[1], [2]], [[3], [4]])
    assert said(played, alone) == ["/data cannot come before the groups: let the round be paired, or record StageBegun first"]
    stopped = next_round(read(events([*played.acts, alone, taken(1, 1, [5, 0]), taken(1, 2, [5, 0])])), Wanted(7))
    assert stopped == Cannot("Round 1 was paired without groups. Withdraw it, or withdraw what withdrew the StageBegun.")


def test_a_stage_is_withdrawn_only_before_it_has_a_round() -> None:
    played = Played(8, upsets=False, groups={"count": 2}, cut={"top": 2})
    for _ in range(4):
        played.round()
    first, final = (stage.version for stage in played.state.stages)
    assert [said(played, act("Retracted", target=version)) for version in (first, final, final + 1)] == [
        ["/data/target began a stage that has rounds: withdraw round 4 first"],
        ["/data/target began a stage that has rounds: withdraw round 4 first"],
        [],
    ]
    played.acts.append(act("Retracted", target=final + 1))
    played.state = read(events(played.acts))
    assert said(played, act("Retracted", target=final)) == []


def test_settings_of_the_past_are_checked_as_those_of_their_stage() -> None:
    """In a Swiss scores may be points, in a knock-out they may not. Nor do groups appear after the event."""
    played = Played(8, "swiss", rounds=2, cut={"top": 4})
    for _ in range(3):
        played.round()
    chosen: dict[str, Any] = {"rounds": 2, "scoring": {"kind": "score"}, "cut": {"top": 4}}
    final = played.state.stages[1].version
    (fault,) = said(played, (act("SettingsChanged", settings=chosen), final))
    assert fault.startswith("/data/settings In a knock-out")
    assert said(played, (act("SettingsChanged", settings=chosen), final - 1)) == []
    grouped = act("SettingsChanged", settings={**chosen, "groups": {"count": 2}})
    assert said(played, (grouped, 1)) == ["/data/settings/groups cannot be changed: it is known who plays together"]


def test_a_plan_counts_the_rounds_after_the_cut() -> None:
    assert plan_of("round-robin", settings(**CUP), 16)[:3] == (6, 8, 0)
    assert plan_of("round-robin", Settings(), 5)[:3] == (5, 2, 1)


# --- a second computation -----------------------------------------------------------------------------------------------------------------


def recomputed(acts: Sequence[TournamentAct]) -> list[tuple[int, int]]:
    """Return (place, entry) as the rules of docs/stages.md say, for stages in which a win counts 2 points, a draw 1 and a bye 2, with the
    difference of scores as the only tie-break. Nobody leaves, nothing is corrected."""
    everybody = [each.entry for each in acts if isinstance(each, EntryMade)]
    stages: list[dict[str, Any]] = []
    seats: dict[tuple[int, int], tuple[int, int]] = {}
    for each in acts:
        if isinstance(each, StageBegun):
            groups, carried = each.groups, {one.entry: one.points for one in each.carried}
            stages.append({"groups": groups, "points": carried, "scores": {}, "rounds": {}, "byes": {}})
        elif isinstance(each, RoundPaired):
            if not stages:
                stages.append({"groups": (everybody,), "points": {}, "scores": {}, "rounds": {}, "byes": {}})
            now = stages[-1]
            for table in each.tables:
                seats[each.round, table.table] = (table.sides[0][0], table.sides[1][0])
                for side in table.sides:
                    now["rounds"][side[0]] = now["rounds"].get(side[0], 0) + 1
            for entry in each.sits_out:
                now["points"][entry] = now["points"].get(entry, 0) + 2
                now["byes"][entry] = now["byes"].get(entry, 0) + 1
                now["rounds"][entry] = now["rounds"].get(entry, 0) + 1
        elif isinstance(each, ResultTaken):
            one, other = seats[each.round, each.table]
            for entry, mine, theirs in ((one, *each.scores), (other, *each.scores[::-1])):
                now["points"][entry] = now["points"].get(entry, 0) + (2 if mine > theirs else 1 if mine == theirs else 0)
                now["scores"][entry] = now["scores"].get(entry, 0) + mine - theirs
    found: list[tuple[int, int]] = []
    asked = next(each.settings.cut for each in acts if isinstance(each, TournamentOpened))
    for now in reversed(stages):
        if now is stages[0] and asked is not None and not asked.top and len(now["groups"]) > 1:
            seen = {entry for _, entry in found}
            placed = [(place, entry) for place, entry in together(now) if entry not in seen]
            found += [(1 + len(seen) + sum(other < place for other, _ in placed), entry) for place, entry in placed]
            continue
        keyed = []
        for group in now["groups"]:
            worth = {entry: (now["points"].get(entry, 0), now["scores"].get(entry, 0)) for entry in group}
            for entry in group:
                place = 1 + sum(other > worth[entry] for other in worth.values())
                byes = now["byes"].get(entry, 0)
                count = max(1, now["rounds"].get(entry, 0) - byes)
                share = (Fraction(-(worth[entry][0] - 2 * byes), count), Fraction(-worth[entry][1], count))
                keyed.append(((place, share if len(now["groups"]) > 1 else ()), entry))
        seen = {entry for _, entry in found}
        left = [(key, entry) for key, entry in sorted(keyed) if entry not in seen]
        found += [(1 + len(seen) + sum(other < key for other, _ in left), entry) for key, entry in left]
    return found


def together(stage: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return (place, entry) if the best of all groups go on together: each time, the first that is left of each group stands for it."""
    points, scores, rounds, byes = (stage[name] for name in ("points", "scores", "rounds", "byes"))

    def rank(entry: int) -> tuple[int, int]:
        return points.get(entry, 0), scores.get(entry, 0)

    def share(entry: int) -> tuple[Fraction, Fraction]:
        count = max(1, rounds.get(entry, 0) - byes.get(entry, 0))
        return Fraction(points.get(entry, 0) - 2 * byes.get(entry, 0), count), Fraction(scores.get(entry, 0), count)

    inside = {entry: 1 + sum(rank(other) > rank(entry) for other in group) for group in stage["groups"] for entry in group}
    left, found = [set(group) for group in stage["groups"]], []
    while any(left):
        heads = [entry for group in left for entry in group if inside[entry] == min(inside[other] for other in group)]
        best = max((share(entry), -inside[entry]) for entry in heads)
        level = [entry for entry in heads if (share(entry), -inside[entry]) == best]
        found += [(place, entry) for place in [1 + len(found)] for entry in level]
        left = [group - {*level} for group in left]
    return found


@pytest.mark.parametrize("seed", range(60))
def test_standings_of_any_stages_equal_a_second_computation(seed: int) -> None:
    dice = Random(seed)
    groups = dice.choice([None, 2, 3])
    first = dice.choice(["swiss", "round-robin"])
    count = dice.randint(8, 13)
    cut = {
        "top": dice.randint(2, 8 // (groups or 1) if groups != 3 else 2),
        "format": dice.choice(["swiss", "round-robin"]),
        "carry": dice.random() < 0.5,
    }
    cut |= {"rounds": 1} | ({"top": 0, "best": dice.randint(2, 7)} if seed >= 40 else {})
    grouped = {"groups": {"count": groups, "split": dice.choice(["snake", "draw"])}} if groups else {}
    played = Played(count, first, seed=seed, rounds=2 if first == "swiss" else None, cut=cut, **grouped)
    stopped = played.whole()
    assert "level at the cut" in stopped or "rounds are paired" in stopped
    last = len(played.state.rounds)
    for through in range(1, last + 1):
        until = next(
            (n for n, each in enumerate(played.acts) if isinstance(each, RoundPaired) and each.round == through + 1), len(played.acts)
        )
        # tie-breaks of the second stage are those that its format proposes; here only difference is asked for
        acts = played.acts[:until]
        if isinstance(acts[-1], StageBegun):
            acts.pop()
        state = only_difference(read(events(acts)))
        rows = ranking(state, through).rows
        assert sorted((row.place, row.entry) for row in rows) == sorted(recomputed(acts))
        assert [row.entry for row in cross_table(state, through).rows] == [row.entry for row in rows]
    assert read(events(played.acts)) == played.state
    for entry in played.state.entries:
        for _, value in explanation(played.state, entry).values:
            assert sum(part.value for part in value.contributions if part.counts) == value.total


def only_difference(state: Tournament) -> Tournament:
    return replace(state, settings=replace(state.settings, tiebreaks=("difference",)))


def test_the_standings_of_a_group_are_those_of_a_tournament_of_its_own() -> None:
    """The same results in a tournament without groups give the same rows."""
    played = Played(12, "swiss", rounds=3, groups={"count": 3})
    for _ in range(3):
        played.round()
    for one in ranked(played.state):
        alone = one.part.state
        assert not alone.stages
        assert ranking(alone).rows == one.rows
        assert set(history_of(alone).lines) == {row.entry for row in one.rows}
