"""The tables of points and wins, for each person and for each pair of entries (domain/tournament/tallies.py)."""

from domain.kernel.events import TournamentAct
from domain.tournament.reading import tournament_read
from domain.tournament.scoring import history_of
from domain.tournament.tallies import pairs_table, people_table
from tests.tournament.stream import act, entries, events, opened, paired, taken, tournament


def team(number: int, *people: str) -> TournamentAct:
    return act("EntryMade", entry=number, people=[f"p-{person}" for person in people], name=f"Team {number}")


def changed(number: int, *people: str) -> TournamentAct:
    return act("EntryChanged", entry=number, people=[f"p-{person}" for person in people])


def won(number: int, version: int = 9) -> TournamentAct:
    """Return a result: the first side of table 1 wins round `number` 11 to 7."""
    return taken(number, 1, version, [11, 7], [0], "abcdef"[number])


def people(*acts: TournamentAct, through: int | None = None) -> dict[str, tuple[int, int, int, int]]:
    """Return, for each person, (place, rounds, points, score)."""
    reading = tournament_read(events([opened(), *acts]))
    table = people_table(reading, through)
    return {row.who.removeprefix("p-"): (row.place, row.rounds, row.points, row.score) for row in table}


PAIRS = [team(1, "anna", "ben"), team(2, "cyd", "dan")]
ONE, TWO = paired(1, [[1], [2]]), paired(2, [[1], [2]])


def test_the_points_of_an_entry_count_for_each_person_of_the_entry() -> None:
    assert people(*PAIRS, ONE, won(1)) == {"anna": (1, 1, 2, 11), "ben": (1, 1, 2, 11), "cyd": (3, 1, 0, 7), "dan": (3, 1, 0, 7)}


def test_a_substitute_counts_from_the_first_result_after_the_substitution() -> None:
    """Eve replaces Ben after the pairing of round 2, and before its result."""
    made = people(*PAIRS, ONE, won(1), TWO, changed(1, "anna", "eve"), won(2))
    assert {name: row[1:3] for name, row in made.items()} == {"anna": (2, 4), "ben": (1, 2), "cyd": (2, 0), "dan": (2, 0), "eve": (1, 2)}


def test_a_later_ruling_does_not_change_which_people_get_the_points() -> None:
    made = people(*PAIRS, ONE, won(1), changed(1, "anna", "eve"), act("ForfeitRuled", round=1, table=1, winners=[0]))
    assert {name: row[2] for name, row in made.items()} == {"anna": 2, "ben": 2, "cyd": 0, "dan": 0}


def test_a_person_who_played_in_two_entries_has_one_row() -> None:
    """Ben leaves entry 1 after round 1, and joins entry 2."""
    made = people(*PAIRS, ONE, won(1), changed(1, "anna"), changed(2, "cyd", "ben"), TWO, won(2))
    assert made["ben"][1:3] == (2, 2)


def test_a_bye_adds_points_but_no_played_round_to_a_person() -> None:
    made = people(*PAIRS, team(3, "eve"), paired(1, [[1], [2]], sits_out=[3]), won(1))
    assert made["eve"] == (3, 0, 2, 0)


def test_the_places_of_a_knock_out_are_not_added_to_the_points_of_the_stage_before() -> None:
    final = act("StageBegun", format="single-elimination", settings={}, groups=[[2, 1]])
    made = people(*PAIRS, ONE, won(1), final, TWO, won(2))
    assert made == {"anna": (1, 2, 2, 22), "ben": (1, 2, 2, 22), "cyd": (3, 2, 0, 14), "dan": (3, 2, 0, 14)}


def test_the_table_of_people_can_be_computed_for_an_earlier_round() -> None:
    acts = [*PAIRS, ONE, won(1), TWO, won(2)]
    assert people(*acts, through=1) == people(*PAIRS, ONE, won(1))


def test_the_table_of_pairs_has_a_row_for_each_pair_when_partners_change() -> None:
    one, two = paired(1, [[1, 2], [3, 4]]), paired(2, [[1, 3], [2, 4]])
    state = tournament(opened("rotation", table=4, partners=2), *entries(4), one, won(1), two, taken(2, 1, 9, [5, 6], [1], "b"))
    table = [(row.place, row.who, row.wins, row.points, row.score - row.against) for row in pairs_table(history_of(state))]
    assert table == [(1, (1, 2), 1, 2, 4), (2, (2, 4), 1, 2, 1), (3, (1, 3), 0, 0, -1), (4, (3, 4), 0, 0, -4)]


def test_the_table_of_pairs_is_empty_if_each_pair_is_one_entry() -> None:
    assert pairs_table(history_of(tournament(opened(), *PAIRS, ONE, won(1)))) == []
