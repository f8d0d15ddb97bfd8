"""What a season counts, how it becomes a table, and what is refused."""

import pytest

from domain.kernel.events import SEASON_TYPES, PersonId, SeasonAct
from domain.season.checks import faults
from domain.season.counting import digest_of, final_rows
from domain.season.fold import Season, season_read
from domain.season.table import Move, moves, table
from domain.words.seasons import words
from tests.season.stream import Places, act, corrected, counted, cup, events, opened, season
from tests.tournament.stream import act as tournament_act
from tests.tournament.stream import entries, paired, tournament
from tests.tournament.stream import opened as tournament_opened

THREE: Places = [(1, ["ann"], 6), (2, ["ben"], 4), (3, ["cleo"], 2)]
TURNED: Places = [(3, ["ann"], 2), (2, ["ben"], 4), (1, ["cleo"], 6)]
LEVEL: Places = [(1, ["ann"], 6), (2, ["ben"], 4), (2, ["cleo"], 4), (4, ["dora"], 0)]
PAIRS: Places = [(1, ["ann", "ben"], 9), (2, ["cleo", "dora"], 3)]


def shown(state: Season, **whom: str) -> dict[str, tuple[int | None, str]]:
    """Return place and points of each person, in the order of the table."""
    rows = table(state, lambda person: PersonId(f"p-{whom.get(person[2:], person[2:])}"))
    return {row.person[2:]: (row.place, str(row.points)) for row in rows}


TABLES: list[tuple[str, list[SeasonAct], dict[str, tuple[int | None, str]]]] = [
    ("nothing counts yet", [opened()], {}),
    ("by place", [opened(places=[5, 3]), counted("a", THREE)], {"ann": (1, "5"), "ben": (2, "3"), "cleo": (3, "0")}),
    ("points beyond the table", [opened(places=[5], beyond=1), counted("a", THREE)], {"ann": (1, "5"), "ben": (2, "1"), "cleo": (2, "1")}),
    (
        "joint places share their points",
        [opened(places=[8, 5, 2], beyond=1), counted("a", LEVEL)],
        {"ann": (1, "8"), "ben": (2, "7/2"), "cleo": (2, "7/2"), "dora": (4, "1")},
    ),
    (
        "joint places at the end of the list share with those beyond it",
        [opened(places=[8, 5], beyond=1), counted("a", LEVEL)],
        {"ann": (1, "8"), "ben": (2, "3"), "cleo": (2, "3"), "dora": (4, "1")},
    ),
    (
        "joint places get the same",
        [opened(places=[8, 5, 2], joint="same"), counted("a", LEVEL)],
        {"ann": (1, "8"), "ben": (2, "5"), "cleo": (2, "5"), "dora": (4, "0")},
    ),
    ("by points", [opened(by="points"), counted("a", THREE)], {"ann": (1, "6"), "ben": (2, "4"), "cleo": (3, "2")}),
    (
        "by percentage of the best, exact",
        [opened(by="percentage"), counted("a", [(1, ["ann"], 6), (2, ["ben"], 4), (3, ["cleo"], -1)])],
        {"ann": (1, "100"), "ben": (2, "200/3"), "cleo": (3, "0")},
    ),
    ("by percentage when nobody has points", [opened(by="percentage"), counted("a", [(1, ["ann"], 0)])], {"ann": (1, "0")}),
    (
        "each of a pair gets the points",
        [opened(places=[5, 3]), counted("a", PAIRS)],
        {"ann": (1, "5"), "ben": (1, "5"), "cleo": (3, "3"), "dora": (3, "3")},
    ),
    ("guests keep their places", [opened(places=[5, 3]), counted("a", [(1, [], 6), (2, ["ben"], 4)])], {"ben": (1, "3")}),
    (
        "who is in two entries gets the better result",
        [opened(places=[5, 3, 1]), counted("a", [(1, ["ben"], 6), (2, ["ann"], 5), (3, ["ann"], 4)])],
        {"ben": (1, "5"), "ann": (2, "3")},
    ),
    (
        "several tournaments add up",
        [opened(places=[5, 3, 1]), counted("a", THREE), counted("b", TURNED)],
        {"ann": (1, "6"), "ben": (1, "6"), "cleo": (1, "6")},
    ),
    (
        "the best of them",
        [opened(places=[5, 3, 1], best=1), counted("a", THREE), counted("b", TURNED)],
        {"ann": (1, "5"), "cleo": (1, "5"), "ben": (3, "3")},
    ),
    (
        "too few tournaments: below, without a place",
        [opened(places=[5, 3, 1], least=2), counted("a", THREE), counted("b", [(1, ["ben"], 6), (2, ["cleo"], 4)])],
        {"ben": (1, "8"), "cleo": (2, "4"), "ann": (None, "5")},
    ),
    (
        "a tournament that is left out",
        [opened(places=[5, 3, 1]), counted("a", THREE), act("TournamentLeftOut", tournament=cup("a"), reason="friendly")],
        {},
    ),
    (
        "a tournament that is left out, and counted again",
        [
            opened(places=[5, 3, 1]),
            counted("a", THREE),
            act("TournamentLeftOut", tournament=cup("a"), reason="friendly"),
            counted("a", [(1, ["ben"], 6)], 10),
        ],
        {"ben": (1, "5")},
    ),
    (
        "a withdrawn count",
        [opened(places=[5, 3, 1]), counted("a", THREE), act("Retracted", target=2)],
        {},
    ),
    (
        "an accepted correction",
        [opened(places=[5, 3, 1]), counted("a", THREE), corrected("a", TURNED)],
        {"cleo": (1, "5"), "ben": (2, "3"), "ann": (3, "1")},
    ),
    (
        "a correction that is not newer",
        [opened(places=[5, 3, 1]), counted("a", THREE), corrected("a", TURNED, 9)],
        {"ann": (1, "5"), "ben": (2, "3"), "cleo": (3, "1")},
    ),
    ("a correction of what does not count", [opened(places=[5, 3, 1]), corrected("a", TURNED)], {}),
    (
        "settings that change hold for all",
        [opened(places=[5, 3, 1]), counted("a", THREE), act("SeasonSettingsChanged", settings={"by": "points"})],
        {"ann": (1, "6"), "ben": (2, "4"), "cleo": (3, "2")},
    ),
]


@pytest.mark.parametrize(("acts", "expected"), [pytest.param(acts, expected, id=name) for name, acts, expected in TABLES])
def test_the_table_of_a_season(acts: list[SeasonAct], expected: dict[str, tuple[int | None, str]]) -> None:
    assert shown(season(*acts)) == expected
    assert list(shown(season(*acts))) == list(expected)


def test_two_ids_of_one_person_are_one_row() -> None:
    state = season(opened(places=[5, 3, 1]), counted("a", THREE), counted("b", TURNED))
    assert shown(state, cleo="ann") == {"ann": (1, "10"), "ben": (2, "6")}


def test_a_row_explains_itself() -> None:
    """Each result says what it was, what it is worth, and whether it counts; what counts adds up to the total."""
    state = season(opened(places=[8, 5, 2], best=1), counted("a", LEVEL), counted("b", THREE))
    (row,) = [row for row in table(state) if row.person == "p-ben"]
    assert [(str(credit.worth), credit.counts) for credit in row.credits] == [("7/2", False), ("5", True)]
    shared = row.credits[0]
    assert (shared.tournament, shared.place, shared.level, shared.of, shared.points) == (cup("a"), 2, 2, 4, 4)
    for each in table(state):
        assert sum(credit.worth for credit in each.credits if credit.counts) == each.points


def test_a_season_is_known_as_it_was_at_each_of_its_versions() -> None:
    acts = [opened(places=[5, 3, 1]), counted("a", THREE), corrected("a", TURNED)]
    whole = season_read(events(acts))
    assert [shown(whole.at(version).state).get("ann") for version in (1, 2, 3)] == [None, (1, "5"), (3, "1")]
    step = season_read(events(acts[:1]))
    for event in events(acts)[1:]:
        step = step.extended([event])
    assert step == whole


def test_only_a_correction_folds_a_season_again() -> None:
    made = events([opened(), A, counted("b", THREE), act("Retracted", target=2)])
    reading = season_read(made[:2])
    assert (reading.reach(made[2:3]), reading.reach(made[2:])) == (1, 4)
    assert reading.extended(made[2:3]).extended(made[3:]) == reading.extended(made[2:]) == season_read(made)


def test_moves_say_who_moves_and_how_far() -> None:
    before, after = season(opened(places=[5, 3, 1]), counted("a", THREE)), season(opened(places=[5, 3, 1]), counted("a", TURNED))
    assert moves(table(before), table(before)) == []
    assert [(move.person, move.before, move.place) for move in moves(table(before), table(after))] == [("p-cleo", 3, 1), ("p-ann", 1, 3)]
    gone = moves(table(before), [])
    assert gone[0] == Move(PersonId("p-ann"), 1, None, table(before)[0].points, gone[0].points)


# --- what is refused ----------------------------------------------------------------------------------------------------------------------


A, CLOSED = counted("a", THREE), act("SeasonClosed")
DECLINED = act("CorrectionDeclined", tournament=cup("a"), digest=digest_of(corrected("a", TURNED).rows), reason="x")  # type: ignore[union-attr]
REFUSED: list[tuple[str, list[SeasonAct], SeasonAct, str]] = [
    ("twice the same", [A], A, f"/data/tournament {cup('a')} counts already in this season"),
    ("left out without counting", [], act("TournamentLeftOut", tournament=cup("a"), reason="x"), "/data/tournament"),
    ("a correction of what does not count", [], corrected("a", TURNED), f"/data/tournament {cup('a')} does not count in this season"),
    ("a correction that is not newer", [A], corrected("a", TURNED, 9), "/data/version is not newer"),
    ("declined without counting", [], act("CorrectionDeclined", tournament=cup("a"), digest="ab" * 32, reason="x"), "/data/tournament"),
    ("accepted what counts", [A], corrected("a", THREE), "/data decides about standings that count, or were declined, already"),
    ("accepted what was declined", [A, DECLINED], corrected("a", TURNED), "/data decides about standings"),
    ("declined twice", [A, DECLINED], DECLINED, "/data decides about standings"),
    ("declined what was accepted", [A, corrected("a", TURNED)], DECLINED, "/data decides about standings"),
    ("places without points", [], act("SeasonSettingsChanged", settings={"places": []}), "/data/settings/places must have"),
    ("after the end", [CLOSED], A, "/data cannot follow the end of the season: withdraw its SeasonClosed first"),
    ("a second end", [CLOSED], CLOSED, "/data cannot follow"),
    ("what counts is withdrawn after the end", [A, CLOSED], act("Retracted", target=2), "/data cannot follow"),
    ("an earlier reopening is withdrawn", [CLOSED, act("Retracted", target=2), CLOSED], act("Retracted", target=3), "/data cannot follow"),
]


@pytest.mark.parametrize(("before", "made", "said"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_what_makes_no_sense_is_refused_by_name(before: list[SeasonAct], made: SeasonAct, said: str) -> None:
    reading = season_read(events([opened(), *before]))
    (new,) = events([opened(), *before, made])[-1:]
    ((index, fault),) = faults(reading, [new])
    assert index == 0
    assert f"{fault.pointer} {fault.message}".startswith(said)


def test_nothing_is_inserted_into_a_season() -> None:
    reading = season_read(events([opened()]))
    (event,) = events([opened(), A])[1:]
    assert [fault.pointer for _, fault in faults(reading, [event._replace(after=1)])] == ["/after"]


@pytest.mark.parametrize(
    ("last", "end"), [(act("Retracted", target=3), None), (act("Retracted", target=2), 3), (act("NoteWritten", note="hi"), 3)]
)
def test_a_closed_season_can_be_reopened_and_takes_notes(last: SeasonAct, end: int | None) -> None:
    made = events([opened(), act("NoteWritten", note="ho"), CLOSED, last])
    reading = season_read(made[:-1])
    assert faults(reading, made[-1:]) == []
    assert reading.extended(made[-1:]).state.end == end


@pytest.mark.parametrize("name", [name for name in SEASON_TYPES if name != "SeasonOpened"])
def test_an_event_of_any_type_can_be_read_and_has_words(name: str) -> None:
    example = act(name, **SEASON_TYPES[name].example)
    for before in ([opened()], [opened(), A]):
        assert season(*before, example).version == len(before) + 1
    assert words(example, lambda _: "The cup")


# --- what a tournament brings -------------------------------------------------------------------------------------------------------------


def test_who_was_never_there_is_not_in_the_final_rows() -> None:
    made = [*entries(5), paired(1, [[1], [2]], [[4], [5]], sits_out=[3]), tournament_act("ForfeitRuled", round=1, table=2, winners=[0])]
    typed = tournament_act("ResultEntered", round=1, table=1, scores=[2, 5])
    state = tournament(tournament_opened(), *made, typed, tournament_act("ResultApproved", round=1, table=1, result=9))
    rows = final_rows(state)
    assert [(row.place, row.entry, row.points) for row in rows] == [(1, 2, 2), (1, 3, 2), (1, 4, 2), (4, 1, 0)]
    assert digest_of(rows) != digest_of(rows[::-1])


def test_who_was_never_there_takes_no_place_from_those_below() -> None:
    """Entry 5 asked for the round off, and stands above those who lost."""
    away = tournament_act("AbsenceNoted", round=1, entry=5, kind="half")
    made = [*entries(5), away, paired(1, [[1], [2]], [[3], [4]])]
    for number, typed in ((1, 9), (2, 11)):
        made += [tournament_act("ResultEntered", round=1, table=number, winners=[1])]
        made += [tournament_act("ResultApproved", round=1, table=number, result=typed)]
    rows = final_rows(tournament(tournament_opened(), *made))
    assert [(row.place, row.entry) for row in rows] == [(1, 2), (1, 4), (3, 1), (3, 3)]


def test_every_declined_correction_is_remembered_until_one_is_accepted() -> None:
    one, other = (act("CorrectionDeclined", tournament=cup("a"), digest=digest * 32, reason="x") for digest in ("cd", "00"))
    assert season(opened(), A, one, other).counted[cup("a")].declined == {"cd" * 32, "00" * 32}
    assert season(opened(), A, one, other, corrected("a", TURNED)).counted[cup("a")].declined == frozenset()
