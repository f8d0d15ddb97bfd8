"""The fold of a tournament: entries, rounds, and which result counts (tournaments.md §2, §3)."""

from typing import Any

import pytest

from domain.kernel.events import TOURNAMENT_TYPES, TournamentAct
from domain.tournament.fold import after, read
from domain.tournament.scoring import history_of
from domain.tournament.state import Seated
from tests.tournament.stream import BY, act, entries, events, opened, paired, taken, tournament

FOUR = [opened(), *entries(4), paired(1, [[1], [2]], [[3], [4]])]
"""Versions 1 to 6: four entries at two tables."""


def at_table(*acts: TournamentAct, table: int = 1, **settings: Any) -> Seated:
    return tournament(opened(**settings), *FOUR[1:], *acts).rounds[1].tables[table]


def counted(*acts: TournamentAct, **settings: Any) -> tuple[int, ...] | None:
    """The winners of the result that counts at table 1 (None: no result counts)."""
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
def test_the_right_result_counts_at_a_table(acts: list[TournamentAct], winners: tuple[int, ...] | None) -> None:
    assert counted(*acts) == winners


def test_a_changed_result_counts_at_once_if_the_settings_accept_changes() -> None:
    assert counted(WON, LOST, accept_changes=True) == (1,)


def test_a_waiting_change_ends_when_the_game_has_its_old_result_again() -> None:
    again = taken(1, 1, 42, [11, 7], [0])
    assert at_table(WON, LOST).change is not None
    seated = at_table(WON, LOST, again)
    assert (seated.change, seated.seen) == (None, (42, 42))
    assert seated.result is not None
    assert seated.result.at == (42, 42)


def test_a_recorded_game_asks_for_a_change_only_if_the_typed_result_differs() -> None:
    approved = [TYPED, act("ResultApproved", round=1, table=1, result=7)]
    same = at_table(*approved, LOST)
    assert same.result is not None
    assert (same.result.source, same.change) == ("typed", None)
    other = at_table(*approved, WON)
    assert other.change is not None


# --- entries and rounds -------------------------------------------------------------------------------------------------------------------


def test_an_entry_plays_unless_it_is_withdrawn_or_absent() -> None:
    out = [act("EntryWithdrawn", entry=1, from_round=3), act("EntryReturned", entry=1, from_round=5)]
    entry = tournament(*FOUR, *out, act("AbsenceNoted", entry=1, round=6, kind="half")).entries[1]
    assert [number for number in range(1, 8) if entry.plays_in(number)] == [1, 2, 5, 7]


def test_a_changed_pairing_keeps_the_results_of_unchanged_tables() -> None:
    tables = [{"table": 1, "sides": [[1], [2]]}, {"table": 2, "sides": [[4], [3]]}]
    state = tournament(*FOUR, WON, taken(1, 2, 40, [5, 6], [1], "b"), act("PairingChanged", round=1, tables=tables))
    assert state.rounds[1].unfinished == (2,)


def test_a_withdrawn_round_no_longer_exists() -> None:
    assert tournament(*FOUR, act("RoundUnpublished", round=1, reason="late entry")).rounds == {}


def test_a_retracted_result_does_not_count() -> None:
    state = tournament(*FOUR, WON, act("Retracted", target=7))
    assert (state.rounds[1].tables[1].result, state.version) == (None, 8)


@pytest.mark.parametrize("name", [name for name in TOURNAMENT_TYPES if name != "TournamentOpened"])
def test_no_type_of_event_makes_the_fold_raise(name: str) -> None:
    """The example of each type follows an empty tournament, a paired one, and one with a result."""
    example = act(name, **TOURNAMENT_TYPES[name].example)
    for before in (FOUR[:1], FOUR, [*FOUR, WON]):
        state = tournament(*before, example)
        assert state.version == len(before) + 1
        history_of(state)


def test_folding_event_by_event_gives_the_same_tournament() -> None:
    whole = events([*FOUR, WON, LOST, ACCEPTED, act("ScoreAdjusted", entry=3, points=-1, reason="late")])
    state = read(whole[:1])
    for event in whole[1:]:
        state = after(state, [event])
    assert state == read(whole)


def test_a_stream_without_an_opening_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with TournamentOpened"):
        read(events(FOUR[1:]))


def test_a_result_names_who_recorded_it() -> None:
    result = at_table(WON).result
    assert result is not None
    assert result.by == BY
