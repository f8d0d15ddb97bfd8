"""Computing a tournament from its events: entries, rounds, and which result counts (tournaments.md §2, §3)."""

from random import Random
from typing import Any

import pytest

from domain.kernel.events import TOURNAMENT_TYPES, TournamentAct
from domain.tournament.fold import after, read
from domain.tournament.reading import tournament_read
from domain.tournament.scoring import history_of
from domain.tournament.state import Seated
from tests.tournament.stream import BY, act, entries, events, opened, paired, taken, tournament

FOUR = [opened(), *entries(4), paired(1, [[1], [2]], [[3], [4]])]
"""Versions 1 to 6: four entries at two tables."""


def at_table(*acts: TournamentAct, table: int = 1, **settings: Any) -> Seated:
    return tournament(opened(**settings), *FOUR[1:], *acts).rounds[1].tables[table]


def counted(*acts: TournamentAct, **settings: Any) -> tuple[int, ...] | None:
    """Return the winners of the result that counts at table 1 (None: no result counts)."""
    result = at_table(*acts, **settings).result
    return None if result is None else result.winners


# --- results ------------------------------------------------------------------------------------------------------------------------------

WON, LOST = taken(1, 1, 40, [11, 7], [0]), taken(1, 1, 41, [7, 11], [1])
TYPED = act("ResultEntered", round=1, table=1, scores=[7, 11])
ACCEPTED = act("ChangeAccepted", round=1, table=1, change=8)
DECLINED = act("ChangeDeclined", round=1, table=1, change=8, reason="settled")

COUNTING: list[tuple[str, list[TournamentAct], tuple[int, ...] | None]] = [
    ("nothing yet", [], None),
    ("a typed result waits for a second person", [TYPED], None),
    ("an approved result counts, its best score wins", [TYPED, act("ResultApproved", round=1, table=1, result=7, entry=1)], (1,)),
    ("an approval of another version approves nothing", [TYPED, TYPED, act("ResultApproved", round=1, table=1, result=7)], None),
    ("a taken result counts at once", [WON], (0,)),
    ("a recorded game comes before a typed result", [TYPED, WON], (0,)),
    ("a changed result waits for the director", [WON, LOST], (0,)),
    ("an accepted change counts", [WON, LOST, ACCEPTED], (1,)),
    ("a declined change does not", [WON, LOST, DECLINED], (0,)),
    ("a late job with an older version changes nothing", [LOST, WON, ACCEPTED], (1,)),
    ("a job that came twice changes nothing", [WON, WON], (0,)),
    ("a forfeit replaces a result", [WON, act("ForfeitRuled", round=1, table=1, winners=[1])], (1,)),
    ("nobody wins a double forfeit", [act("ForfeitRuled", round=1, table=1, winners=[])], ()),
    ("a result for a table that does not exist", [taken(1, 9, 40, [11, 7], [0]), taken(7, 1, 40, [11, 7], [0])], None),
]


@pytest.mark.parametrize(("acts", "winners"), [row[1:] for row in COUNTING], ids=[row[0] for row in COUNTING])
def test_the_events_of_a_table_decide_which_result_counts(acts: list[TournamentAct], winners: tuple[int, ...] | None) -> None:
    assert counted(*acts) == winners


def test_a_changed_result_counts_at_once_if_the_settings_accept_changes_automatically() -> None:
    assert counted(WON, LOST, accept_changes=True) == (1,)


def test_a_waiting_change_is_dropped_when_the_game_regains_its_old_result() -> None:
    again = taken(1, 1, 42, [11, 7], [0])
    assert at_table(WON, LOST).change is not None
    seated = at_table(WON, LOST, again)
    assert (seated.change, seated.seen) == (None, (42, 42))
    assert seated.result is not None
    assert seated.result.at == (42, 42)


def test_a_games_result_is_proposed_as_a_change_only_if_it_differs_from_the_typed_result() -> None:
    approved = [TYPED, act("ResultApproved", round=1, table=1, result=7)]
    same = at_table(*approved, LOST)
    assert same.result is not None
    assert (same.result.source, same.change) == ("typed", None)
    other = at_table(*approved, WON)
    assert other.change is not None


# --- entries and rounds -------------------------------------------------------------------------------------------------------------------


def test_an_entry_does_not_play_while_it_is_withdrawn_or_absent() -> None:
    out = [act("EntryWithdrawn", entry=1, from_round=3), act("EntryReturned", entry=1, from_round=5)]
    entry = tournament(*FOUR, *out, act("AbsenceNoted", entry=1, round=6, kind="half")).entries[1]
    assert [number for number in range(1, 8) if entry.plays_in(number)] == [1, 2, 5, 7]


def test_a_changed_pairing_keeps_the_results_of_unchanged_tables() -> None:
    tables = [{"table": 1, "sides": [[1], [2]]}, {"table": 2, "sides": [[4], [3]]}]
    state = tournament(*FOUR, WON, taken(1, 2, 40, [5, 6], [1], "b"), act("PairingChanged", round=1, tables=tables))
    assert state.rounds[1].unfinished == (2,)


def test_a_withdrawn_round_is_no_longer_part_of_the_tournament() -> None:
    assert tournament(*FOUR, act("RoundUnpublished", round=1, reason="late entry")).rounds == {}


def test_a_retracted_result_does_not_count_at_its_table() -> None:
    state = tournament(*FOUR, WON, act("Retracted", target=7))
    assert (state.rounds[1].tables[1].result, state.version) == (None, 8)


@pytest.mark.parametrize("name", [name for name in TOURNAMENT_TYPES if name != "TournamentOpened"])
def test_an_event_of_any_type_can_be_read_without_an_error(name: str) -> None:
    """The example event of each type is added to an empty tournament, to one with a paired round, and to one with a result."""
    example = act(name, **TOURNAMENT_TYPES[name].example)
    for before in (FOUR[:1], FOUR, [*FOUR, WON]):
        state = tournament(*before, example)
        assert state.version == len(before) + 1
        history_of(state)


def test_reading_event_by_event_gives_the_same_tournament_as_reading_at_once() -> None:
    whole = events([*FOUR, WON, LOST, ACCEPTED, act("ScoreAdjusted", entry=3, points=-1, reason="late")])
    state = read(whole[:1])
    for event in whole[1:]:
        state = after(state, [event])
    assert state == read(whole)


def test_a_tournament_lists_every_person_who_was_ever_in_an_entry() -> None:
    """The list includes the people in withdrawn events. It is the same if the events are read in parts."""
    made = events(
        [
            opened(),
            act("EntryMade", entry=1, people=["p-ann", "p-ben"], name="A"),
            act("EntryMade", entry=2, people=["p-cyd"], name="B"),
            act("EntryChanged", entry=1, people=["p-dan"]),
            act("EntryChanged", entry=1, name="C"),
            act("Retracted", target=3),
            act("EntryChanged", entry=1, people=["p-eve"]),
            act("Retracted", target=7),
        ]
    )
    whole = tournament_read(made).state
    assert [entry.people for entry in whole.entries.values()] == [("p-dan",)]
    assert whole.ever == {1: {"p-ann", "p-ben", "p-dan", "p-eve"}, 2: {"p-cyd"}}
    assert [tournament_read(made[:at]).extended(made[at:]).state == whole for at in range(1, len(made))] == [True] * (len(made) - 1)


def test_a_tournament_stream_without_an_opening_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with TournamentOpened"):
        read(events(FOUR[1:]))


def test_a_result_names_who_recorded_it() -> None:
    result = at_table(WON).result
    assert result is not None
    assert result.by == BY


@pytest.mark.parametrize("seed", range(20))
def test_a_tournament_that_is_read_in_parts_equals_one_that_is_read_whole(seed: int) -> None:
    """The parts end at random versions. Some of the acts are corrections, or are inserted at an earlier place."""
    dice = Random(seed)
    acts: list[TournamentAct | tuple[TournamentAct, int]] = [*FOUR]
    for _ in range(30):
        table, version = dice.randint(1, 2), len(acts)
        some = [
            act("ResultEntered", round=1, table=table, scores=[dice.randint(0, 9), dice.randint(0, 9)]),
            act("ResultApproved", round=1, table=table, result=dice.randint(6, version)),
            taken(1, table, dice.randint(1, 50), [9, dice.randint(0, 20)], [dice.randint(0, 1)]),
            act("ForfeitRuled", round=1, table=table, winners=[0]),
            act("ScoreAdjusted", entry=dice.randint(1, 4), points=1, reason="x"),
            act("RoundPublished", round=1),
            act("EntryWithdrawn", entry=dice.randint(1, 4), from_round=2),
            act("Retracted", target=dice.randint(2, version)),
        ]
        chosen = dice.choice(some)
        acts.append((chosen, dice.randint(6, version)) if dice.random() < 0.1 and chosen is not some[-1] else chosen)
    record = events(acts)
    reading = tournament_read(record[:1])
    while reading.version < len(record):
        reading = reading.extended(record[reading.version : reading.version + dice.randint(1, 5)])
        assert reading.state == read(record[: reading.version])
        assert reading.at(max(1, reading.version - 3)).state == read(record[: max(1, reading.version - 3)])
