"""Round robin: the Berger tables, and which entries meet in each round."""

from collections import Counter

import pytest

from domain.kernel.events.tournaments import Scoring, Settings
from domain.tournament.formats.kinds import Asked, Cannot, Paired, Sides
from domain.tournament.formats.round_robin import DOUBLE, SINGLE, berger
from domain.tournament.history import History, Line

# FIDE Handbook C.05, annex 1
TABLES = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
ALONE = Line(1, "bye", 2)


@pytest.mark.parametrize("lines", TABLES)
def test_the_berger_tables_equal_those_of_the_fide_handbook(lines: int) -> None:
    rounds = [" ".join(f"{one}-{other}" for one, other in berger(lines, number)) for number in range(1, lines)]
    assert rounds == TABLES[lines]


def all_rounds(entries: int, times: int) -> list[Paired]:
    format_ = (SINGLE, DOUBLE)[times - 1]
    rounds: list[Paired] = []
    wanted = format_.rounds(Settings(), entries)
    assert wanted is not None
    lines: dict[int, tuple[Line, ...]] = dict.fromkeys(range(1, entries + 1), ())
    for number in range(1, wanted + 1):
        asked = Asked(
            number, Settings(), tuple(lines), History(Scoring(), number - 1, lines), 1, paired=tuple(each.tables for each in rounds)
        )
        answer = format_.pair(asked, lambda _: None)
        assert isinstance(answer, Paired)
        rounds.append(answer)
        if number == 1:
            lines = {entry: (ALONE,) if entry in answer.sits_out else () for entry in lines}
    return rounds


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("entries", range(2, 41))
def test_everybody_meets_everybody_in_a_round_robin(entries: int, times: int) -> None:
    rounds = all_rounds(entries, times)
    meetings: Counter[tuple[int, ...]] = Counter()
    sides: Counter[Sides] = Counter()
    out: Counter[int] = Counter()
    for paired in rounds:
        seats = [entry for table in paired.tables for side in table for entry in side]
        assert sorted((*seats, *paired.sits_out)) == list(range(1, entries + 1))
        meetings.update(tuple(sorted((one, other))) for (one,), (other,) in paired.tables)
        sides.update(paired.tables)
        out.update(paired.sits_out)
    assert meetings == {(one, other): times for other in range(1, entries + 1) for one in range(1, other)}
    assert out == (dict.fromkeys(range(1, entries + 1), times) if entries % 2 else {})
    assert set(sides.values()) == {1}  # in a second meeting the sides are exchanged


def asked(number: int, present: tuple[int, ...]) -> Asked:
    """Ask for a later round of a tournament in which entries 1 to 4 played round 1."""
    lines = {entry: (Line(1, "played", 1, "draw", opponents=(5 - entry,), table=1),) for entry in (1, 2, 3, 4)}
    history = History(Scoring(), number - 1, {**lines, **{entry: (Line(1, "absent"),) for entry in present if entry > 4}})
    return Asked(number, Settings(), present, history, 1, paired=((((1,), (4,)), ((2,), (3,))),) if number > 1 else ())


def test_the_opponent_of_a_withdrawn_entry_sits_out() -> None:
    assert SINGLE.pair(asked(2, (1, 2, 3)), lambda _: None) == Paired((((1,), (2,)),), (3,))


def test_the_opponent_of_a_withdrawn_entry_sits_out_if_earlier_pairings_are_unknown() -> None:
    assert SINGLE.pair(asked(2, (1, 2, 3))._replace(paired=()), lambda _: None) == Paired((((1,), (2,)),), (3,))


def test_a_round_with_a_late_entry_is_refused_and_another_is_offered() -> None:
    answer = SINGLE.pair(asked(2, (1, 2, 3, 4, 7)), lambda _: None)
    sentence = "Entry 7 was not there in round 1, and the table of the round robin has no line for a late entry."
    assert answer == Cannot(sentence, Paired((((4,), (3,)), ((1,), (2,))), (7,)))


def test_a_round_robin_refuses_a_round_after_its_last_round() -> None:
    assert SINGLE.pair(asked(4, (1, 2, 3, 4)), lambda _: None) == Cannot("The round robin is over: 4 entries have 3 rounds.")
    assert isinstance(DOUBLE.pair(asked(4, (1, 2, 3, 4)), lambda _: None), Paired)


@pytest.mark.parametrize(
    ("settings", "entries", "says"),
    [
        (Settings(), 5, None),
        (Settings(rounds=3), 5, None),
        (Settings(rounds=6), 5, "A round robin of 5 entries has 5 rounds, not 6."),
        (Settings(), 1, "A round robin needs two entries or more."),
        (
            Settings(table=4, partners=2),
            8,
            "A table of a round robin has two entries, one on each side. Enter fixed pairs and teams as one entry each.",
        ),
    ],
)
def test_a_round_robin_refuses_unsuitable_settings(settings: Settings, entries: int, says: str | None) -> None:
    assert SINGLE.refuses(settings, entries) == says


@pytest.mark.parametrize(("rounds", "entries", "single", "double"), [(None, 5, 5, 10), (None, 6, 5, 10), (4, 6, 4, 4), (None, 0, 0, 0)])
def test_the_number_of_entries_gives_the_number_of_rounds_if_the_settings_do_not(
    rounds: int | None, entries: int, single: int, double: int
) -> None:
    settings = Settings(rounds=rounds)
    assert (SINGLE.rounds(settings, entries), DOUBLE.rounds(settings, entries)) == (single, double)
