"""Draws for tables of 3 to 13 entries (tournaments.md §4): table sizes, repeated meetings, and draws by standing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import strategies as st

from domain.kernel.events.tournaments import Scoring, Settings
from domain.tournament.formats.draw import DRAW, DRAW_BY_STANDING, table_sizes
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired
from domain.tournament.history import History, Line
from tests.speeds import examples


def history(
    rounds: Sequence[Paired], entries: Iterable[int], points: Mapping[int, int] | None = None, seeds: Mapping[int, int] | None = None
) -> History:
    """Return a history in which these rounds were played. `points`: the total of each entry, all of it won in round 1."""
    lines: dict[int, list[Line]] = {entry: [] for entry in entries}
    for number, made in enumerate(rounds, 1):
        for sides in made.tables:
            for (entry,) in sides:
                others = tuple(other for (other,) in sides if other != entry)
                won = (points or {}).get(entry, 0) if number == 1 else 0
                lines[entry].append(Line(number, "played", won, opponents=others))
    return History(Scoring(), len(rounds), {entry: tuple(played) for entry, played in lines.items()}, seeds or {})


def drawn(
    form: Format, entries: Sequence[int], table: int, before: Sequence[Paired] = (), seed: int = 1, points: Mapping[int, int] | None = None
) -> Paired:
    asked = Asked(len(before) + 1, Settings(table=table), tuple(entries), history(before, entries, points), seed)
    made = form.pair(asked, lambda _: None)
    assert isinstance(made, Paired), made
    return made


def seated(made: Paired) -> list[list[int]]:
    assert all(len(side) == 1 for sides in made.tables for side in sides)
    return [[entry for (entry,) in sides] for sides in made.tables]


def meetings(rounds: Iterable[Paired]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for made in rounds for table in seated(made) for pair in combinations(table, 2))


SIZES = [
    (12, 4, (4, 4, 4)),
    (13, 4, (5, 4, 4)),
    (14, 4, (4, 4, 3, 3)),
    (10, 4, (4, 3, 3)),
    (5, 4, (5,)),
    (5, 13, (5,)),
    (6, 4, (3, 3)),
    (7, 5, (4, 3)),
    (8, 6, (8,)),
    (14, 13, (7, 7)),
    (3, 3, (3,)),
    (11, 3, (4, 4, 3)),
    (96, 8, (8,) * 12),
]


@pytest.mark.parametrize(("entries", "wanted", "sizes"), SIZES)
def test_entries_are_divided_into_tables_of_the_expected_sizes(entries: int, wanted: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(entries, wanted) == sizes


@pytest.mark.parametrize("wanted", range(3, 14))
def test_table_sizes_differ_by_at_most_one_and_are_on_average_near_the_wanted_size(wanted: int) -> None:
    for entries in range(3, 120):
        sizes = table_sizes(entries, wanted)
        assert sum(sizes) == entries
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= 3
        assert max(sizes) <= 13
        others = [count for count in range(1, entries + 1) if 3 * count <= entries <= 13 * count]
        assert all(abs(entries / len(sizes) - wanted) <= abs(entries / count - wanted) + 1e-9 for count in others)


def test_a_draw_refuses_a_table_of_fewer_than_three_entries() -> None:
    with pytest.raises(ValueError, match="a table has 3 at least"):
        table_sizes(2, 4)


REFUSED = [
    (Settings(table=2), 8, "A draw has tables of 3 to 13: set table to one of these, not to 2."),
    (Settings(table=14), 30, "A draw has tables of 3 to 13: set table to one of these, not to 14."),
    (Settings(table=4, partners=2), 8, "In a draw each entry plays for itself: set partners to 1."),
    (Settings(table=4), 2, "A draw needs 3 entries at least, and there are 2."),
    (Settings(table=4), 1, "A draw needs 3 entries at least, and there is 1."),
]


@pytest.mark.parametrize("form", [DRAW, DRAW_BY_STANDING], ids=lambda form: form.name)
@pytest.mark.parametrize(("chosen", "entries", "sentence"), REFUSED)
def test_a_draw_refuses_unsuitable_settings_and_numbers_of_entries(form: Format, chosen: Settings, entries: int, sentence: str) -> None:
    assert form.refuses(chosen, entries) == sentence
    everyone = tuple(range(1, entries + 1))
    assert form.pair(Asked(1, chosen, everyone, history([], everyone), 1), lambda _: None) == Cannot(sentence)


@pytest.mark.parametrize("form", [DRAW, DRAW_BY_STANDING], ids=lambda form: form.name)
def test_a_draw_accepts_suitable_settings(form: Format) -> None:
    assert all(form.refuses(Settings(table=table), 8) is None for table in range(3, 14))
    assert form.rounds(Settings(table=4), 8) is None
    assert form.rounds(Settings(table=4, rounds=6), 8) == 6


@examples(
    8, 100, st.sampled_from([DRAW, DRAW_BY_STANDING]), st.integers(3, 24), st.integers(3, 13), st.integers(0, 2**53 - 1), st.integers(1, 3)
)
def test_each_drawn_round_seats_everyone_once_and_counts_repeated_meetings(
    form: Format, count: int, table: int, seed: int, rounds: int
) -> None:
    entries = list(range(1, 2 * count, 2))
    made: list[Paired] = []
    for _ in range(rounds):
        one = drawn(form, entries, table, made, seed)
        assert one == drawn(form, entries, table, made, seed)
        made.append(one)
        assert sorted(entry for sides in seated(one) for entry in sides) == entries
        assert tuple(sorted(map(len, seated(one)), reverse=True)) == table_sizes(count, table)
        assert one.sits_out == ()
        met = meetings(made)
        times = [met[frozenset(pair)] for pair in combinations(entries, 2)]
        repeats = sum(count - 1 for count in times if count)
        assert one.unevenness == (
            {"meeting_repeats": repeats, "meetings_least": min(times), "meetings_most": max(times)} if repeats else {}
        )


def test_another_seed_gives_a_different_draw() -> None:
    assert drawn(DRAW, range(1, 25), 4, seed=1) != drawn(DRAW, range(1, 25), 4, seed=2)


NO_REPEATS = [(9, 3, 3), (16, 4, 3), (20, 4, 3), (24, 4, 4), (40, 4, 6), (25, 5, 2), (96, 8, 4)]


@pytest.mark.parametrize(("count", "table", "rounds"), NO_REPEATS)
def test_nobody_meets_twice_in_the_first_drawn_rounds(count: int, table: int, rounds: int) -> None:
    """An entry has `count` − 1 others to meet, and meets `table` − 1 of them in each round. So nobody can avoid a second meeting for more
    than (`count` − 1) / (`table` − 1) rounds."""
    made: list[Paired] = []
    for _ in range(rounds):
        made.append(drawn(DRAW, range(1, count + 1), table, made))
    assert max(meetings(made).values()) == 1
    assert all(one.unevenness == {} for one in made)


def triples(entries: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield all ways to seat the entries at tables of three."""
    if not entries:
        yield []
        return
    first, *rest = entries
    for two in combinations(rest, 2):
        for others in triples([entry for entry in rest if entry not in two]):
            yield [(first, *two), *others]


@pytest.mark.parametrize(("count", "rounds"), [(6, 6), (9, 6)])
def test_no_other_seating_of_a_drawn_round_has_fewer_repeated_meetings(count: int, rounds: int) -> None:
    """All seatings at tables of three are tried: 10 for six entries, 280 for nine. A pair at a table costs the square of the number of its
    earlier meetings."""
    made: list[Paired] = []
    for _ in range(rounds):
        met = meetings(made)
        one = drawn(DRAW, range(1, count + 1), 3, made)
        costs = {
            frozenset(map(frozenset, seating)): sum(met[frozenset(pair)] ** 2 for table in seating for pair in combinations(table, 2))
            for seating in triples(range(1, count + 1))
        }
        assert costs[frozenset(map(frozenset, seated(one)))] == min(costs.values())
        made.append(one)


def test_a_forfeited_table_does_not_count_as_a_meeting_in_later_draws() -> None:
    before = [drawn(DRAW, range(1, 4), 3)]
    played = history(before, range(1, 4))
    ruled = {entry: tuple(line._replace(kind="forfeit") for line in lines) for entry, lines in played.lines.items()}
    asked = Asked(2, Settings(table=3), (1, 2, 3), played, 1)
    again = DRAW.pair(asked, lambda _: None)
    first = DRAW.pair(asked._replace(history=History(Scoring(), 1, ruled)), lambda _: None)
    assert isinstance(again, Paired)
    assert isinstance(first, Paired)
    assert again.unevenness == {"meeting_repeats": 3, "meetings_least": 2, "meetings_most": 2}
    assert first.unevenness == {}


# --- by standing --------------------------------------------------------------------------------------------------------------------------


def test_a_draw_by_standing_puts_the_best_entries_at_table_1() -> None:
    """In the only earlier round, each table had both strong and weak entries. If the entries now sit by standing, no meeting is
    repeated."""
    entries = range(1, 17)
    before = Paired(tuple(tuple((first + 4 * step,) for step in range(4)) for first in range(1, 5)))
    points = {entry: 100 - entry for entry in entries}
    made = drawn(DRAW_BY_STANDING, entries, 4, [before], points=points)
    assert [sorted(table) for table in seated(made)] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    assert made.unevenness == {}


@pytest.mark.parametrize("seed", range(2))
def test_a_draw_by_standing_avoids_repeats_by_moving_entries_at_most_one_table(seed: int) -> None:
    """Tables strictly by standing would repeat round 1: 3 tables × 6 pairs = 18 repeats. The draw has 6 repeats at most."""
    entries = range(1, 13)
    before = Paired(tuple(tuple((entry,) for entry in range(first, first + 4)) for first in (1, 5, 9)))
    made = drawn(DRAW_BY_STANDING, entries, 4, [before], seed, {entry: 100 - entry for entry in entries})
    for place, table in enumerate(seated(made)):
        assert all(abs((entry - 1) // 4 - place) <= 1 for entry in table)
    repeats = sum(times - 1 for times in meetings([before, made]).values())
    assert repeats == made.unevenness["meeting_repeats"]
    assert repeats <= 6


def test_a_draw_by_standing_uses_the_seeds_in_round_1() -> None:
    entries = tuple(range(1, 10))
    seeds = {entry: 10 - entry for entry in entries}
    made = DRAW_BY_STANDING.pair(Asked(1, Settings(table=3), entries, history([], entries, seeds=seeds), 1), lambda _: None)
    assert isinstance(made, Paired)
    assert [sorted(table) for table in seated(made)] == [[7, 8, 9], [4, 5, 6], [1, 2, 3]]


def test_a_draw_by_standing_puts_entries_without_a_seed_last() -> None:
    entries = tuple(range(1, 7))
    made = DRAW_BY_STANDING.pair(Asked(1, Settings(table=3), entries, history([], entries, seeds={6: 1, 2: 2, 4: 3}), 1), lambda _: None)
    assert isinstance(made, Paired)
    assert [sorted(table) for table in seated(made)] == [[2, 4, 6], [1, 3, 5]]


def test_a_draw_by_standing_orders_level_entries_by_chance() -> None:
    made = {tuple(map(tuple, seated(drawn(DRAW_BY_STANDING, range(1, 13), 4, seed=seed)))) for seed in range(5)}
    assert len(made) == 5
