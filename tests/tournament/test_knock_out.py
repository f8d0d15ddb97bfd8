"""Knock-outs: the bracket, walk-overs, ties, corrected results, and the places that follow."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from domain.kernel.events import TournamentAct
from domain.kernel.events.tournaments import RoundPaired, Scoring, Settings
from domain.kernel.shapes import Fault
from domain.tournament.checks import faults
from domain.tournament.fold import after, read
from domain.tournament.formats import FORMATS
from domain.tournament.formats.bracket import NOBODY, Match, drawn, power, without_byes
from domain.tournament.formats.double_elimination import CROSSINGS, Crossing, backwards, halves, halves_backwards, matches, pairs, same
from domain.tournament.formats.kinds import Cannot, Planned, Source
from domain.tournament.pairing import Wanted, next_round, overtaken, planned
from domain.tournament.playable import misfits
from domain.tournament.playable import planned as plan_of
from domain.tournament.reading import tournament_read
from domain.tournament.scoring import bracket_of, history_of
from domain.tournament.standings import explained, standings
from tests.tournament.stream import act, entries, events, opened

KNOCK_OUTS: Final = [name for name, format_ in FORMATS.items() if format_.bracket is not None]
SINGLE: Final = [name for name in KNOCK_OUTS if name.startswith("single")]
EIGHT: Final = "single-elimination-eight"
DOUBLE: Final = [name for name in KNOCK_OUTS if name.startswith("double")]
RECORDED: Final = json.loads(Path(__file__).with_name("brackets.json").read_text(encoding="utf-8"))


def matches_of(name: str) -> Any:
    bracket = FORMATS[name].bracket
    assert bracket is not None
    return bracket


# --- seeds and crossings ------------------------------------------------------------------------------------------------------------------


def favourites(plan: Sequence[Planned], count: int) -> Iterator[tuple[str, int, str]]:
    """Yield (part, round, match) of each match if the better seed always wins."""
    came = {Source(line): line for line in range(1, count + 1)}
    for number, (one, other) in without_byes(plan, range(1, count + 1)).items():
        better, worse = sorted((came[one], came[other]))
        came |= {Source(match=number): better, Source(match=number, loser=True): worse}
        yield plan[number].part, plan[number].round, f"{came[one]}-{came[other]}"


THEIRS: Final[Mapping[int, tuple[Crossing, ...]]] = {
    8: (backwards,),
    16: (halves_backwards, backwards),
    32: (backwards, halves, same),
    64: (backwards, halves, backwards, same),
}
"""defaultMinorOrdering of brackets-manager 1.11.1: in which order losers cross over."""


@pytest.mark.parametrize("kind", ["single", "double"])
@pytest.mark.parametrize("count", range(2, 65))
def test_seeds_and_crossings_equal_those_of_brackets_manager(kind: str, count: int) -> None:
    size = power(count)
    plan = matches_of("single-elimination-third")(size) if kind == "single" else matches(size, THEIRS.get(size, ()), second_final=False)
    order = ["main", "third", "lower", "final"]
    rounds: dict[tuple[int, int], list[str]] = {}
    for part, number, match in favourites(plan, count):
        rounds.setdefault((order.index(part), number), []).append(match)
    made = " | ".join(" ".join(rounds[at]) for at in sorted(rounds))
    assert made == RECORDED[kind].get(str(count), "1-2 | 1-2")  # it makes no double elimination of 2 entries


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256])
def test_the_best_seeds_meet_as_late_as_possible(size: int) -> None:
    order = drawn(size)
    for step in range(1, size.bit_length() - 1):
        best = size >> step
        parts = [order[at : at + size // best] for at in range(0, size, size // best)]
        assert all(sum(line <= best for line in part) == 1 for part in parts)


@pytest.mark.parametrize("name", KNOCK_OUTS)
def test_a_bracket_of_any_size_has_a_match_in_each_round(name: str) -> None:
    for count in range(2, 257):
        plan = matches_of(name)(power(count))
        left = without_byes(plan, range(1, count + 1))
        assert {plan[number].round for number in left} == set(range(1, plan[-1].round + 1))
        assert [plan[number].round for number in left] == sorted(plan[number].round for number in left)


# --- a tournament -------------------------------------------------------------------------------------------------------------------------


class Cup:
    """A knock-out to which a test adds acts. Every act must pass the checks."""

    def __init__(self, name: str, count: int, *, seeded: bool = True) -> None:
        self.acts: list[TournamentAct] = [opened(name)]
        self.state = read(events(self.acts))
        for made in entries(count):
            self.add(made)
        if seeded:
            self.add(*(act("EntryChanged", entry=entry, seed=entry) for entry in range(1, count + 1)))

    def refused(self, made: TournamentAct) -> list[Fault]:
        return [fault for _, fault in faults(self.state, events([*self.acts, made])[-1:])]

    def add(self, *acts: TournamentAct) -> None:
        for made in acts:
            assert self.refused(made) == []
            self.state = after(self.state, events([*self.acts, made])[-1:])
            self.acts.append(made)

    def pair(self) -> str:
        """Pair the next round. Return its tables and who sits out, as in `1-4 2-3 5`, or why it cannot be paired."""
        made = next_round(self.state, Wanted(7))
        if isinstance(made, Cannot):
            return made.sentence
        self.add(*made)
        paired = made[-1]
        assert isinstance(paired, RoundPaired)
        return " ".join([*("-".join(str(side[0]) for side in table.sides) for table in paired.tables), *map(str, paired.sits_out)])

    def typed(self, number: int, table: int, winner: int, **data: Any) -> None:
        """Type a result and approve it. `winner`: the number of an entry."""
        sides = self.state.rounds[number].tables[table].sides
        self.add(act("ResultEntered", round=number, table=table, winners=[sides.index((winner,))], **data))
        self.add(act("ResultApproved", round=number, table=table, result=len(self.acts)))

    def play(self, *winners: int) -> None:
        """Type the results of the newest round."""
        number = max(self.state.rounds)
        for table, seated in self.state.rounds[number].tables.items():
            (winner,) = {*seated.entries} & {*winners}
            self.typed(number, table, winner)

    def match(self, *seated: int) -> Match:
        bracket = bracket_of(self.state)
        assert bracket is not None
        return [match for match in bracket.matches if {*match.seated} == {*seated}][-1]

    @property
    def places(self) -> str:
        """The entries in the order of the standings, as in `1 2 3=4`."""
        rows = standings(history_of(self.state), ())
        return " ".join(
            "=".join(str(row.entry) for row in rows if row.place == place) for place in dict.fromkeys(row.place for row in rows)
        )


PLAYED: Final = [
    # the format, the number of entries, (the pairing of each round, who wins), the places
    ("single-elimination", 2, [("1-2", [2])], "2 1"),
    ("single-elimination", 3, [("2-3 1", [3]), ("1-3", [1])], "1 3 2"),
    ("single-elimination", 6, [("4-5 3-6 1 2", [5, 6]), ("1-5 2-6", [1, 6]), ("1-6", [6])], "6 1 2=5 3=4"),
    ("single-elimination-third", 6, [("4-5 3-6 1 2", [5, 6]), ("1-5 2-6", [1, 6]), ("1-6 5-2", [6, 2])], "6 1 2 5 3=4"),
    ("single-elimination-third", 3, [("2-3 1", [3]), ("1-3", [1])], "1 3 2"),
    ("single-elimination", 8, [("1-8 4-5 2-7 3-6", [1, 4, 2, 3]), ("1-4 2-3", [1, 2]), ("1-2", [1])], "1 2 3=4 5=6=7=8"),
    (
        "single-elimination-eight",
        8,
        [("1-8 4-5 2-7 3-6", [1, 4, 2, 3]), ("1-4 2-3 8-5 7-6", [1, 2, 5, 7]), ("1-2 4-3 5-7 8-6", [1, 3, 7, 6])],
        "1 2 3 4 7 5 6 8",
    ),
    (
        "single-elimination-eight",
        7,
        [("4-5 2-7 3-6 1", [4, 2, 3]), ("1-4 2-3 7-6", [1, 2, 6]), ("1-2 4-3 5-6", [1, 3, 5])],
        "1 2 3 4 5 6 7",
    ),
    ("single-elimination-eight", 6, [("4-5 3-6 1 2", [4, 3]), ("1-4 2-3", [1, 2]), ("1-2 4-3 5-6", [2, 3, 5])], "2 1 3 4 5 6"),
    ("single-elimination-eight", 5, [("4-5 1 2 3", [4]), ("1-4 2-3", [1, 2]), ("1-2 4-3", [2, 3])], "2 1 3 4 5"),
    ("single-elimination-eight", 3, [("2-3 1", [3]), ("1-3", [1])], "1 3 2"),
    ("double-elimination", 2, [("1-2", [1]), ("1-2", [2]), ("2-1", [1])], "1 2"),
    (
        "double-elimination",
        4,
        [("1-4 2-3", [1, 2]), ("1-2 4-3", [1, 3]), ("2-3", [2]), ("1-2", [2]), ("2-1", [1])],
        "1 2 3 4",
    ),
    ("double-elimination", 4, [("1-4 2-3", [1, 2]), ("1-2 4-3", [1, 3]), ("2-3", [2]), ("1-2", [1])], "1 2 3 4"),
    ("double-elimination-one-final", 4, [("1-4 2-3", [1, 2]), ("1-2 4-3", [1, 3]), ("2-3", [2]), ("1-2", [2])], "2 1 3 4"),
]
"""Worked out by hand from docs/knock-outs.md."""


@pytest.mark.parametrize(("name", "count", "rounds", "places"), PLAYED)
def test_a_knock_out_is_played_to_its_end(name: str, count: int, rounds: list[tuple[str, list[int]]], places: str) -> None:
    cup = Cup(name, count)
    for pairing, winners in rounds:
        assert cup.pair() == pairing
        cup.play(*winners)
    assert cup.places == places
    assert planned(cup.state) == len(rounds)
    assert cup.pair() == ("The only round is paired." if len(rounds) == 1 else f"All {len(rounds)} rounds are paired.")
    points = [history_of(cup.state).points(row.entry) for row in standings(history_of(cup.state), ())]
    assert points == [sum(other < mine for other in points) for mine in points]  # as many points as entries behind
    for entry in cup.state.entries:
        for _, value in explained(history_of(cup.state), (), entry):
            assert sum(part.value for part in value.contributions) == value.total


def test_entries_without_a_seed_are_drawn_behind_the_others() -> None:
    drawings = set()
    for seed in range(20):
        cup = Cup("single-elimination", 8, seeded=False)
        cup.add(act("EntryChanged", entry=7, seed=1), act("EntryChanged", entry=5, seed=2))
        made = next_round(cup.state, Wanted(seed))
        assert not isinstance(made, Cannot)
        paired = made[-1]
        assert isinstance(paired, RoundPaired)
        drawings.add(paired.tables)
        assert (paired.tables[0].sides[0], paired.tables[2].sides[0]) == ((7,), (5,))
    assert len(drawings) > 10


def test_who_is_not_there_loses_by_a_walk_over() -> None:
    cup = Cup("single-elimination", 4)
    assert cup.pair() == "1-4 2-3"
    cup.play(1, 2)
    cup.add(act("EntryWithdrawn", entry=1, from_round=2))
    assert cup.pair() == "2"
    assert (cup.match(2).state, cup.match(2).winner, cup.match(2).loser) == ("walk-over", 2, 1)
    assert cup.places == "2 1 3=4"
    assert [line.kind for line in history_of(cup.state).lines[1]] == ["played", "absent"]
    assert cup.pair() == "All 2 rounds are paired."


def test_a_match_to_which_nobody_comes_is_a_walk_over_in_the_next_round() -> None:
    cup = Cup("single-elimination", 8)
    cup.pair()
    cup.play(1, 4, 2, 3)
    cup.add(act("EntryWithdrawn", entry=1, from_round=2), act("AbsenceNoted", entry=4, round=2, kind="bye"))
    assert cup.pair() == "2-3"
    cup.play(3)
    assert cup.pair() == "3"
    assert cup.places == "3 1=2=4 5=6=7=8"


def test_a_forfeit_of_both_sides_puts_both_out() -> None:
    cup = Cup("single-elimination", 4)
    cup.pair()
    cup.typed(1, 1, 4)
    cup.add(act("ForfeitRuled", round=1, table=2, winners=[]))
    assert cup.match(2, 3)[5:] == ("forfeit", NOBODY, NOBODY)
    assert cup.pair() == "4"
    assert cup.places == "4 1=2=3"


TIED: Final = [
    ({"scores": [7, 7]}, False),
    ({"scores": [7, 7], "winners": [1]}, True),
    ({"winners": [0, 1]}, False),
    ({"winners": []}, False),
]


@pytest.mark.parametrize(("data", "counts"), TIED)
def test_a_typed_result_must_name_the_one_who_goes_on(data: dict[str, Any], counts: bool) -> None:
    cup = Cup("single-elimination", 2)
    cup.pair()
    refused = cup.refused(act("ResultEntered", round=1, table=1, **data))
    assert refused == ([] if counts else [Fault("/data/winners", "must name the one side that goes on: this is a knock-out")])
    forfeited = cup.refused(act("ForfeitRuled", round=1, table=1, winners=[0, 1]))
    assert [fault.pointer for fault in forfeited] == ["/data/winners"]


def test_a_tie_in_a_recorded_game_blocks_the_next_round_until_a_winner_is_named() -> None:
    cup = Cup("single-elimination", 4)
    cup.pair()
    cup.typed(1, 1, 1)
    tied = {"game": f"home-{'a' * 16}", "version": 9, "verdict": 9, "hash": "ab" * 32, "scores": [7, 7], "winners": [0, 1]}
    cup.add(act("ResultTaken", round=1, table=2, **tied))
    assert (cup.match(2, 3).state, cup.match(2, 3).winner) == ("tied", None)
    assert cup.places == "1 2=3=4"
    assert cup.pair() == "Round 1 does not say who goes on, of entries 2 and 3: enter a result with one winner."
    cup.typed(1, 2, 3, scores=[7, 7])
    assert cup.pair() == "1-3"


def test_a_late_entry_has_no_place_in_the_bracket() -> None:
    cup = Cup("single-elimination", 4)
    cup.pair()
    cup.add(act("EntryMade", entry=5, people=[], name="late"))
    cup.play(1, 2)
    assert cup.pair() == "Entry 5 was not there in round 1, and the bracket has no place for a late entry."
    made = next_round(cup.state, Wanted(7, accept_least=True))
    assert not isinstance(made, Cannot)
    cup.add(*made)
    assert [seated.entries for seated in cup.state.rounds[2].tables.values()] == [(1, 2)]
    assert cup.places == "1=2 3=4=5"


def test_the_director_changes_seeds_with_the_pairing_of_round_1() -> None:
    cup = Cup("single-elimination", 6)
    assert cup.pair() == "4-5 3-6 1 2"
    tables = [{"table": 1, "sides": [[4], [1]]}, {"table": 2, "sides": [[3], [6]]}]
    cup.add(act("PairingChanged", round=1, tables=tables, sits_out=[5, 2]))
    cup.play(1, 3)
    assert cup.pair() == "5-1 2-3"


def test_the_bracket_of_a_pairing_by_hand_may_have_any_size() -> None:
    """Such a pairing may also come from a file."""
    for name in KNOCK_OUTS:
        cup = Cup(name, 300, seeded=False)
        tables = [{"table": n, "sides": [[2 * n - 1], [2 * n]]} for n in range(1, 151)]
        cup.add(act("RoundPaired", round=1, tables=tables, by={"engine": "director", "version": 1}))
        bracket = bracket_of(cup.state)
        assert bracket is not None
        assert len(bracket.in_round(1)) == 150


# --- corrections --------------------------------------------------------------------------------------------------------------------------


def test_a_corrected_result_overtakes_a_pairing_that_is_not_published() -> None:
    cup = Cup("single-elimination", 4)
    cup.pair()
    cup.play(1, 2)
    cup.pair()
    cup.typed(1, 2, 3)
    assert overtaken(tournament_read(events(cup.acts))) == ((1, 2),)
    cup.add(act("RoundUnpublished", round=2, reason="a result changed"))
    assert cup.pair() == "1-3"


def test_a_match_that_rests_on_a_corrected_result_is_marked() -> None:
    """Entry 2 sits in the final, but entry 3 should."""
    cup = Cup("single-elimination", 4)
    cup.pair()
    cup.play(1, 2)
    cup.pair()
    cup.add(act("RoundPublished", round=2))
    assert not cup.match(1, 2).moved
    cup.typed(1, 2, 3)
    assert (cup.match(1, 2).sides, cup.match(1, 2).moved) == ((1, 3), True)
    cup.play(2)
    assert (cup.match(1, 2).winner, cup.match(1, 2).moved) == (2, True)
    cup.typed(1, 2, 2)
    assert not cup.match(1, 2).moved


@pytest.mark.parametrize(("gone", "winner", "pairing"), [([3], 2, "1-2"), ([2], 3, "1-3"), ([2, 3], NOBODY, "1")])
def test_a_match_is_decided_when_an_entry_is_retracted_after_the_pairing(gone: list[int], winner: int, pairing: str) -> None:
    cup = Cup("single-elimination", 4)
    cup.pair()
    cup.play(1, 2)
    cup.acts += [act("Retracted", target=entry + 1) for entry in gone]  # version 1 opens the tournament
    cup.state = read(events(cup.acts))
    bracket = bracket_of(cup.state)
    assert bracket is not None
    assert (bracket.matches[1].state, bracket.matches[1].winner) == ("walk-over", winner)
    assert cup.pair() == pairing


def test_a_director_may_seat_somebody_for_an_entry_that_left() -> None:
    cup = Cup("single-elimination", 8)
    cup.pair()
    cup.play(1, 4, 2, 3)
    cup.add(act("EntryWithdrawn", entry=1, from_round=2))
    assert cup.pair() == "2-3 4"
    cup.add(act("PairingChanged", round=2, tables=[{"table": 1, "sides": [[8], [4]]}, {"table": 2, "sides": [[2], [3]]}]))
    assert (cup.match(8, 4).sides, cup.match(8, 4).moved) == ((1, 4), True)
    cup.play(8, 3)
    assert cup.pair() == "8-3"


def test_all_matches_of_a_round_may_rest_on_corrected_results() -> None:
    cup = Cup("single-elimination", 8)
    cup.pair()
    cup.play(1, 4, 2, 3)
    cup.pair()
    cup.play(1, 3)
    for table, winner in enumerate((8, 5, 7, 6), 1):
        cup.typed(1, table, winner)
    assert cup.match(1, 4)[3:5] == ((8, 5), (1, 4))
    assert cup.match(2, 3)[3:5] == ((7, 6), (2, 3))
    assert cup.pair() == "1-3"


# --- settings -----------------------------------------------------------------------------------------------------------------------------

TWO = "A table of a knock-out has two entries, one on each side. Enter fixed pairs and teams as one entry each."
SCORED = "In a knock-out a place is decided by the round in which an entry leaves: leave the scoring as it is proposed."


@pytest.mark.parametrize("name", KNOCK_OUTS)
@pytest.mark.parametrize(
    ("settings", "count", "says"),
    [
        (Settings(), 2, None),
        (Settings(), 256, None),
        (Settings(), 1, "A knock-out is for 2 to 256 entries, not 1."),
        (Settings(), 257, "A knock-out is for 2 to 256 entries, not 257."),
        (Settings(table=4, partners=2), 8, TWO),
        (Settings(scoring=Scoring(win=3)), 8, SCORED),
    ],
)
def test_a_knock_out_refuses_unsuitable_settings(name: str, settings: Settings, count: int, says: str | None) -> None:
    assert FORMATS[name].refuses(settings, count) == says
    assert [fault.message for fault in misfits(name, settings, count)] == ([] if says is None else [says])


@pytest.mark.parametrize(("name", "rounds"), [("single-elimination", (1, 2, 3, 3, 4, 8)), ("double-elimination", (3, 5, 7, 7, 9, 17))])
def test_the_number_of_entries_gives_the_number_of_rounds(name: str, rounds: tuple[int, ...]) -> None:
    assert tuple(FORMATS[name].rounds(Settings(), count) for count in (2, 3, 5, 8, 9, 256)) == rounds
    assert FORMATS[name].refuses(Settings(rounds=rounds[2]), 5) is None
    refused = "In a knock-out the number of entries decides how many rounds there are: leave the number of rounds out."
    assert FORMATS[name].refuses(Settings(rounds=2), 5) == refused


@pytest.mark.parametrize(("count", "tables", "sits_out"), [(2, 1, 0), (6, 2, 2), (8, 4, 0), (9, 1, 7)])
def test_a_plan_counts_the_tables_of_round_1(count: int, tables: int, sits_out: int) -> None:
    assert plan_of("single-elimination", Settings(), count)[1:] == (tables, sits_out, None)


@pytest.mark.parametrize("count", [1, 257])
def test_a_bracket_that_is_too_small_or_too_large_is_not_paired(count: int) -> None:
    assert Cup("single-elimination", count, seeded=False).pair() == f"A knock-out is for 2 to 256 entries, not {count}."


# --- at random ----------------------------------------------------------------------------------------------------------------------------


class Evening(Cup):
    """A knock-out that goes as chance will: results come in any order and are corrected, entries leave, directors rule forfeits."""

    def __init__(self, name: str, seed: int, *, walk_overs: bool | None = None) -> None:
        self.dice = Random(f"{name} {seed}")
        self.walk_overs = self.dice.random() < 0.7 if walk_overs is None else walk_overs
        super().__init__(name, self.dice.choice([2, 3, 4, 5, 6, 7, 8, 11, 16, 21]), seeded=self.dice.random() < 0.5)

    def to_its_end(self) -> None:
        while not self.pair().endswith(("paired.", "decided.")):
            number = max(self.state.rounds)
            if self.dice.random() < 0.3 and number > 1 and self.state.rounds[number - 1].tables:
                self._corrected(number)
            if number not in self.state.rounds:  # the second final is not needed after all
                break
            self.add(act("RoundPublished", round=number))
            order = [*self.state.rounds[number].tables]
            self.dice.shuffle(order)
            for table in order:
                self._result(number, table)
                if self.dice.random() < 0.2:
                    self._result(number, self.dice.choice(order[: order.index(table) + 1]))
                if self.walk_overs and self.dice.random() < 0.15:
                    self._leaves(number + 1)

    def _result(self, number: int, table: int) -> None:
        sides = self.state.rounds[number].tables[table].sides
        if self.dice.random() < 0.1:
            forfeited = [] if self.walk_overs and self.dice.random() < 0.2 else [self.dice.randrange(2)]
            self.add(act("ForfeitRuled", round=number, table=table, winners=forfeited))
        else:
            self.typed(number, table, self.dice.choice(sides)[0])

    def _corrected(self, number: int) -> None:
        """Change a result of the round before, then pair this round again."""
        self._result(number - 1, self.dice.choice([*self.state.rounds[number - 1].tables]))
        self.add(act("RoundUnpublished", round=number, reason="a result changed"))
        self.pair()

    def _leaves(self, number: int) -> None:
        there = [entry.number for entry in self.state.entries.values() if not entry.out]
        if len(there) > 2:
            self.add(act("EntryWithdrawn", entry=self.dice.choice(there), from_round=number))


Beaten = Mapping[int, list[int]]


def beaten(cup: Cup, through: int) -> Beaten:
    """Return, by entry, the rounds in which it lost at a table. Read from the acts alone."""
    tables: dict[tuple[int, int], tuple[int, ...]] = {}
    lost: dict[tuple[int, int], list[int]] = {}
    typed: dict[int, TournamentAct] = {}
    for version, made in enumerate(cup.acts, 1):
        data: Any = made
        match type(made).__name__:
            case "RoundPaired":
                tables = {at: seats for at, seats in tables.items() if at[0] < data.round}
                lost = {at: who for at, who in lost.items() if at[0] < data.round}
                tables |= {(data.round, table.table): tuple(side[0] for side in table.sides) for table in data.tables}
            case "ResultEntered":
                typed[version] = made
            case "ResultApproved" | "ForfeitRuled":
                result: Any = typed[data.result] if hasattr(data, "result") else data
                seats = tables[data.round, data.table]
                lost[data.round, data.table] = [entry for side, entry in enumerate(seats) if side not in (result.winners or ())]
            case _:
                pass
    rounds: dict[int, list[int]] = {entry: [] for entry in cup.state.entries}
    for (number, _), who in sorted(lost.items()):
        for entry in who if number <= through else ():
            rounds[entry].append(number)
    return rounds


def single_places(cup: Cup, through: int) -> dict[int, int]:
    """Return the place of each entry of a single elimination after a round: who leaves in the same round shares a place."""
    lost, left = beaten(cup, through), dict.fromkeys(cup.state.entries, 10**6)
    last = max(cup.state.rounds)
    third = "third" in cup.state.format
    for number in range(1, through + 1):
        paired = cup.state.rounds[number]
        named = {entry for seated in paired.tables.values() for entry in seated.entries} | {*paired.sits_out}
        for entry, at in left.items():
            if at == 10**6 and (entry not in named or number in lost[entry]):
                left[entry] = number
    worth = {entry: (number, False) for entry, number in left.items()}
    if third and last > 1 and through == last:
        semi = [entry for entry, number in left.items() if number == last - 1]
        paired = cup.state.rounds[last]
        for entry in semi:
            there = entry in paired.sits_out or any(entry in seated.entries for seated in paired.tables.values())
            worth[entry] = (last - 1, there and last not in lost[entry])
    return {entry: 1 + sum(other > mine for other in worth.values()) for entry, mine in worth.items()}


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("name", [name for name in SINGLE if name != EIGHT])
def test_the_places_of_a_knock_out_equal_an_independent_recomputation(name: str, seed: int) -> None:
    evening = Evening(name, seed)
    evening.to_its_end()
    for through in range(1, max(evening.state.rounds) + 1):
        rows = standings(history_of(evening.state, through), ())
        assert {row.entry: row.place for row in rows} == single_places(evening, through), through
    assert read(events(evening.acts)) == evening.state


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("name", DOUBLE)
def test_the_places_of_a_double_elimination_follow_from_the_round_of_the_second_defeat(name: str, seed: int) -> None:
    evening = Evening(name, seed, walk_overs=False)
    evening.to_its_end()
    last = max(evening.state.rounds)
    lost = beaten(evening, last)
    decided = {entry for entry, rounds in lost.items() if rounds[-1:] == [last]}  # who lost the last final is second
    left = {entry: rounds[-1] if len(rounds) > 1 or entry in decided else last + 1 for entry, rounds in lost.items()}
    if name == "double-elimination" and len(lost[next(iter(decided))]) == 1:  # a second final was taken back
        return
    rows = standings(history_of(evening.state), ())
    assert {row.entry: row.place for row in rows} == {entry: 1 + sum(other > at for other in left.values()) for entry, at in left.items()}


def eight_places(cup: Cup) -> dict[int, int]:
    """Return the place of each entry after the last round, if nobody left: by the rounds that it lost."""
    last = max(cup.state.rounds)
    won = {entry: [number not in rounds for number in range(1, last + 1)] for entry, rounds in beaten(cup, last).items()}
    shared = {entry: each if all(each[:-3]) else each[: each.index(False) + 1] for entry, each in won.items()}
    return {entry: 1 + sum(other > mine for other in shared.values()) for entry, mine in shared.items()}


@pytest.mark.parametrize("seed", range(30))
def test_the_places_to_8_are_played_out(seed: int) -> None:
    evening = Evening(EIGHT, seed, walk_overs=False)
    evening.to_its_end()
    rows = standings(history_of(evening.state), ())
    assert {row.entry: row.place for row in rows} == eight_places(evening)
    assert [row.place for row in rows[:8]] == [*range(1, len(rows[:8]) + 1)]


@pytest.mark.parametrize("seed", range(30))
def test_who_leaves_while_the_places_to_8_are_played_out_takes_no_place_from_others(seed: int) -> None:
    """Whatever happens: who won the final is first, and nobody stands before an entry that came further."""
    evening = Evening(EIGHT, seed, walk_overs=True)
    evening.to_its_end()
    rows = standings(history_of(evening.state), ())
    points = [row.points for row in rows]
    assert points == sorted(points, reverse=True)
    assert all(row.points == sum(other.points < row.points for other in rows) or row.points < len(rows) for row in rows)
    assert max(points) <= len(rows) - 1
    bracket = bracket_of(evening.state)
    assert bracket is not None
    final = next(match for match in bracket.matches if match.part == "main" and match.round == bracket.rounds)
    assert not final.winner or rows[0].entry == final.winner
    losers = {match.loser for match in bracket.matches if match.part == "main" and match.round == bracket.rounds - 2}
    ahead = {entry for match in bracket.matches if match.part == "main" and match.round >= bracket.rounds - 1 for entry in match.seated}
    place = {row.entry: row.place for row in rows}
    assert all(place[one] <= place[other] for one in ahead - losers for other in losers if other)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("name", [name for name in KNOCK_OUTS if name != EIGHT])
def test_everybody_plays_until_knocked_out(name: str, seed: int) -> None:
    lives = 1 if name in SINGLE else 2
    evening = Evening(name, seed)
    evening.to_its_end()
    last = max(evening.state.rounds)
    winner = standings(history_of(evening.state), ())[0].entry
    for entry, rounds in beaten(evening, last).items():
        if entry == winner:
            assert len(rounds) < lives or evening.walk_overs
        else:
            assert len(rounds) <= lives + ("third" in name and last in rounds)
            assert len(rounds) >= lives or evening.walk_overs or name == "double-elimination-one-final"


# --- rematches in a double elimination ----------------------------------------------------------------------------------------------------


def rematches(plan: Sequence[Planned]) -> list[int]:
    """Return for each round, from round 1, in how many ways two who have met may meet again in it before the final. One of them lost to the
    other and crossed over; the other did so in a later round."""
    following = {source: number for number, planned in enumerate(plan) for source in planned.sides}

    def lower(number: int | None) -> list[int]:
        way = []
        while number is not None:
            way.append(number)
            number = following.get(Source(match=number))
        return way

    found: Counter[int] = Counter()
    for number, match in enumerate(plan):
        later = following.get(Source(match=number)) if match.part == "main" else None
        while later is not None and plan[later].part == "main":
            mine, theirs = (lower(following[Source(match=lost, loser=True)]) for lost in (number, later))
            found[plan[next(common for common in mine if common in theirs)].round] += 1
            later = following.get(Source(match=later))
    return [found[number] for number in range(1, plan[-1].round + 1)]


@pytest.mark.parametrize("size", [8, 16, 32])
def test_no_crossing_of_losers_has_fewer_or_later_rematches(size: int) -> None:
    """Fewer rematches in the earliest round come first, then fewer in the next."""
    ours = rematches(matches(size, CROSSINGS[size], second_final=False))
    for inner in product((same, backwards, halves, halves_backwards, pairs), repeat=len(CROSSINGS[size])):
        assert ours <= rematches(matches(size, inner, second_final=False))


@pytest.mark.parametrize("size", [16, 32, 64])
def test_rematches_come_later_than_with_the_crossings_of_brackets_manager(size: int) -> None:
    ours, theirs = (rematches(matches(size, crossings, second_final=False)) for crossings in (CROSSINGS[size], THEIRS[size]))
    assert ours < theirs


@pytest.mark.parametrize(("size", "first"), [(4, 3), (8, 4), (16, 5), (32, 6), (64, 8), (128, 9), (256, 10)])
def test_nobody_meets_again_before_this_round(size: int, first: int) -> None:
    found = rematches(matches(size, CROSSINGS.get(size, ()), second_final=False))
    assert next(number for number, times in enumerate(found, 1) if times) == first
