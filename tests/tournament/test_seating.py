"""Which person has which seat in a table's game, and what the game's result means for the sides (docs/decisions/tournaments.md, games of
tables)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, GameOpened, PersonId, Seating
from domain.record.fold import Reading, read
from domain.systems import SYSTEMS
from domain.tournament.seating import entries_by_seat, seats_of, sides_of
from domain.tournament.state import Seated, Tournament
from tests.domain.playing import act as game_act
from tests.domain.playing import events as game_events
from tests.domain.playing import opening
from tests.tournament.stream import act, tournament

A, B, C, D = "p-a", "p-b", "p-c", "p-d"
TEAM = ["p-1", "p-2", "p-3", "p-4", "p-5"]
KNOWN = frozenset(map(PersonId, (A, B, C, D, *TEAM)))


def cup(system: str, players: int, *people: Sequence[str]) -> Tournament:
    """Return a tournament with an entry for each of `people`. `players`: the number of players for which the rules were chosen."""
    rules = opening(SYSTEMS[system], players).rules
    entered = [act("EntryMade", entry=number, people=list(who), name=f"E{number}") for number, who in enumerate(people, 1)]
    return replace(
        tournament(act("TournamentOpened", title="x", system=system, rules={}, format="swiss", settings={}), *entered), rules=rules
    )


PITCH, SIX, SINGLES = "smear-ten-point", "pitch-pagat-six", "pitch-auction-classic"
SEATED: list[tuple[str, str, int, list[list[str]], tuple[tuple[int, ...], ...], list[str | None]]] = [
    # Each row: what is tested, the system, the number of players that the rules are for, the people of each entry, the sides, the
    # person of each seat.
    ("two singles", "high-card", 2, [[A], [B]], ((1,), (2,)), [A, B]),
    ("the order of the sides is that of the seats", "high-card", 2, [[A], [B]], ((2,), (1,)), [B, A]),
    ("three at a table", "high-card", 3, [[A], [B], [C]], ((1,), (2,), (3,)), [A, B, C]),
    ("fixed pairs sit opposite each other", PITCH, 4, [[A, B], [C, D]], ((1,), (2,)), [A, C, B, D]),
    ("changing partners sit opposite each other", PITCH, 4, [[A], [B], [C], [D]], ((1, 4), (2, 3)), [A, B, D, C]),
    ("everybody for himself in a game of partners", PITCH, 4, [[A], [B], [C], [D]], ((1,), (2,), (3,), (4,)), [A, B, C, D]),
    ("pairs without people in a game of partners", PITCH, 4, [[], []], ((1,), (2,)), [None] * 4),
    ("one pair without people", PITCH, 4, [[A, B], []], ((1,), (2,)), [A, None, B, None]),
    ("a pair of whom one is not known", PITCH, 4, [[A], [C, D]], ((1,), (2,)), [A, C, None, D]),
    ("a person who was erased is not named", "high-card", 2, [["p-gone"], [B]], ((1,), (2,)), [None, B]),
    ("entries without people", "high-card", 2, [[], []], ((1,), (2,)), [None, None]),
    ("a team larger than its seats has no line-up", PITCH, 4, [TEAM, [C, D]], ((1,), (2,)), [None, C, None, D]),
    ("three pairs", SIX, 6, [[A, B], [C, D], []], ((1,), (2,), (3,)), [A, C, None, B, D, None]),
    ("pairs in a game without teams", SINGLES, 4, [[A, B], [C, D]], ((1,), (2,)), [A, C, B, D]),
    ("a game of single players", SINGLES, 4, [[A], [B], [C], [D]], ((1,), (2,), (3,), (4,)), [A, B, C, D]),
]


@pytest.mark.parametrize(("what", "system", "players", "people", "sides", "expected"), SEATED, ids=[row[0] for row in SEATED])
def test_the_people_of_a_table_sit_in_the_order_of_its_sides(
    what: str, system: str, players: int, people: list[list[str]], sides: tuple[tuple[int, ...], ...], expected: list[str | None]
) -> None:
    seats = seats_of(cup(system, players, *people), Seated(1, sides), SYSTEMS[system], KNOWN)
    assert not isinstance(seats, str), seats
    assert [seating.seat for seating in seats] == list(range(len(expected)))
    assert [seating.person for seating in seats] == expected, what


BY_SEAT: list[tuple[str, int, list[list[str]], tuple[tuple[int, ...], ...], list[tuple[int, ...]]]] = [
    # Each row: what is tested, the number of seats, the people of each entry, the sides, the entries of each seat.
    ("two singles", 2, [[A], [B]], ((2,), (1,)), [(2,), (1,)]),
    ("fixed pairs", 4, [[A, B], [C, D]], ((1,), (2,)), [(1,), (2,), (1,), (2,)]),
    ("changing partners", 4, [[A], [B], [C], [D]], ((1, 4), (2, 3)), [(1,), (2,), (4,), (3,)]),
    ("changing partners without people", 4, [[], [], [], []], ((1, 4), (2, 3)), [(1,), (2,), (4,), (3,)]),
    ("everybody for himself", 4, [[A], [B], [C], [D]], ((1,), (2,), (3,), (4,)), [(1,), (2,), (3,), (4,)]),
    ("a pair and a single against a pair", 4, [[A, B], [C], [D, "p-eve"]], ((1, 2), (3,)), [(1, 2), (3,), (1, 2), (3,)]),
    ("partners with more seats than people", 6, [[A], [B], [C], [D]], ((1, 4), (2, 3)), [(1,), (2,), (4,), (3,), (1, 4), (2, 3)]),
    ("an entry that is not there", 2, [[A]], ((1,), (9,)), [(1,), (9,)]),
    ("seats that the sides cannot share", 3, [[A], [B]], ((1,), (2,)), []),
]


@pytest.mark.parametrize(("what", "seats", "people", "sides", "expected"), BY_SEAT, ids=[row[0] for row in BY_SEAT])
def test_each_seat_of_a_tables_game_gets_the_entries_that_may_sit_there(
    what: str, seats: int, people: list[list[str]], sides: tuple[tuple[int, ...], ...], expected: list[tuple[int, ...]]
) -> None:
    opened = GameOpened("high-card", {}, tuple(Seating(Seat(seat)) for seat in range(seats)))
    assert entries_by_seat(cup("high-card", 2, *people), Seated(1, sides), opened) == dict(enumerate(expected)), what


MISFITS: list[tuple[str, int, list[list[str]], tuple[tuple[int, ...], ...], str]] = [
    (PITCH, 4, [[A], [B], [C]], ((1,), (2,), (3,)), "cannot be played by 3 sides of one person."),
    (SIX, 6, [[A], [B]], ((1,), (2,)), "cannot be played by 2 sides of one person."),
    ("box", 4, [[A, B], [C, D], []], ((1,), (2,), (3,)), "cannot be played by 3 sides of 2 people."),
    (PITCH, 4, [[A], [B], [C], [D]], ((1,), (2, 3, 4)), "cannot be played by 2 sides of 3 people."),
]


@pytest.mark.parametrize(("system", "players", "people", "sides", "end"), MISFITS)
def test_a_table_that_does_not_fit_the_game_is_refused_with_the_reason(
    system: str, players: int, people: list[list[str]], sides: tuple[tuple[int, ...], ...], end: str
) -> None:
    said = seats_of(cup(system, players, *people), Seated(1, sides), SYSTEMS[system], KNOWN)
    assert isinstance(said, str)
    assert said == f"{SYSTEMS[system].name} with these rules {end}"


def game(system: str, seats: int, *acts: Act) -> Reading:
    return read(SYSTEMS[system], game_events([opening(SYSTEMS[system], seats), *acts]))


def stated(winners: Sequence[int], **scores: int) -> Act:
    data: dict[str, Any] = {"scores": {seat[1:]: score for seat, score in scores.items()}} if scores else {}
    return game_act("ResultStated", winners=list(winners), **data)


TWO, FOUR = ((1,), (2,)), ((1,), (2,), (3,), (4,))
WON = stated([0, 2], s0=21, s1=4, s2=21, s3=4)
CASINO = "hi-lo-casino"
OVER = [game_act("RoundStated", round=number, points={str((number - 1) % 2): points}) for number, points in enumerate((5, 7, *[0] * 8), 1)]
"""A whole session of two players, whose rules name no winner (docs/decisions/games-without-tricks.md)."""
EQUAL: dict[str, Any] = {"cites": {"dispute": 1}, "rule": "house", "rectification": "penalty", "round": 1, "points": {"0": 2}}
RESULTS = [
    # Each row: what is tested, the game, the sides of the table, the scores of the sides, the sides that won.
    ("two singles", game("high-card", 2, stated([1], s0=2, s1=4)), TWO, (2, 4), (1,)),
    ("a draw", game("high-card", 2, stated([0, 1], s0=4, s1=4)), TWO, (4, 4), (0, 1)),
    ("partners have one score", game(PITCH, 4, WON), TWO, (21, 4), (0,)),
    ("changing partners", game(PITCH, 4, WON), ((1, 4), (2, 3)), (21, 4), (0,)),
    ("everybody for himself", game(PITCH, 4, WON), FOUR, (21, 4, 21, 4), (0, 2)),
    ("a game without teams: scores are added", game(SINGLES, 4, stated([3], s0=1, s1=2, s2=3, s3=11)), TWO, (4, 13), (1,)),
    ("winners only", game("high-card", 2, stated([1])), TWO, None, (1,)),
    ("a game without points", game("box", 4, stated([2])), FOUR, None, (2,)),
    ("a game whose rules name no winner", game(CASINO, 2, *OVER), TWO, (5, 7), (1,)),
    ("such a game, level", game(CASINO, 2, *OVER, game_act("RulingRecorded", **EQUAL)), TWO, (7, 7), (0, 1)),
    ("such a game with a stated winner", game(CASINO, 2, OVER[0], stated([0], s0=5, s1=5)), TWO, (5, 5), (0,)),
    ("no result yet", game("high-card", 2), TWO, (0, 0), ()),
    ("another number of seats", game("high-card", 3, stated([1], s0=2, s1=4)), TWO, None, ()),
    ("annulled", game("high-card", 2, stated([1], s0=2, s1=4), game_act("GameAnnulled", reason="x")), TWO, None, ()),
]


@pytest.mark.parametrize(("what", "reading", "sides", "scores", "winners"), RESULTS, ids=[row[0] for row in RESULTS])
def test_the_result_of_a_game_decides_the_result_of_each_side(
    what: str, reading: Reading, sides: tuple[tuple[int, ...], ...], scores: tuple[int, ...] | None, winners: tuple[int, ...]
) -> None:
    assert sides_of(Seated(1, sides), reading) == (scores, winners), what


def test_points_that_a_ruling_gives_to_one_partner_count_for_the_side() -> None:
    deal = game_act("RoundStated", round=1, points={"0": 3, "2": 3})
    ruling = game_act("RulingRecorded", cites={"dispute": 2}, rule="PI-28", rectification="adjust", round=1, points={"2": 1})
    assert sides_of(Seated(1, TWO), game(PITCH, 4, deal, ruling)) == ((1, 0), ())


@pytest.mark.parametrize("slug", ["high-card", PITCH, SINGLES, "pitch-pagat-six", "one-up"])
def test_each_side_gets_the_score_of_its_own_seats(slug: str) -> None:
    """In the game only one side scores. `sides_of` must give the score to that side, whichever seats the side has."""
    system = SYSTEMS[slug]
    sides = ((1,), (2,), (3,)) if slug == "pitch-pagat-six" else TWO
    state = cup(slug, max(2, system.players[0]), *([] for _ in sides))
    seats = seats_of(state, Seated(1, sides), system, KNOWN)
    assert not isinstance(seats, str)
    for side in range(len(sides)):
        mine = [seating.seat for seating in seats if seating.seat % len(sides) == side]
        opened = replace(opening(system, len(seats)), seats=tuple(map(_unnamed, seats)))
        scored = stated(mine, **{f"s{seat}": 5 for seat in mine})
        scores, winners = sides_of(Seated(1, sides), read(system, game_events([opened, scored])))
        assert winners == (side,)
        assert scores is not None
        assert [place for place, score in enumerate(scores) if score] == [side]


def _unnamed(seating: Seating) -> Seating:
    return Seating(seating.seat)
