"""The clock and the bell of a round, and announcements."""

from typing import Any

import pytest

from domain.kernel.events import TournamentAct
from domain.tournament.fold import read
from domain.tournament.state import ANNOUNCEMENTS, Round
from domain.words.tournaments import words
from tests.tournament.stream import act, entries, events, opened, paired, tournament

STARTED, RUNG = act("RoundStarted", round=1, seconds=90), act("BellRung", round=1)
FOUR = [opened(), *entries(4), paired(1, [[1], [2]], [[3], [4]]), act("RoundPublished", round=1)]
"""Versions 1 to 7: four entries at two tables of a published round."""


def first(*acts: TournamentAct) -> Round:
    return tournament(*FOUR, *acts).rounds[1]


def recorded_at(version: int, *acts: TournamentAct) -> int:
    return events([*FOUR, *acts])[version - 1].recorded_at


def test_the_bell_is_due_the_given_number_of_seconds_after_the_rounds_start() -> None:
    started = first(STARTED)
    assert (started.started, started.due, started.rung) == (recorded_at(8, STARTED), recorded_at(8, STARTED) + 90_000, None)


def test_a_round_that_starts_without_a_clock_has_no_time_for_the_bell() -> None:
    started = first(act("RoundStarted", round=1))
    assert (started.started, started.due) == (recorded_at(8, STARTED), None)


def test_the_time_of_the_bell_of_a_round_is_the_time_when_the_bell_was_recorded() -> None:
    assert first(STARTED, RUNG).rung == recorded_at(9, STARTED, RUNG)


def test_starting_a_round_again_resets_its_clock_and_withdraws_its_bell() -> None:
    again = first(STARTED, RUNG, STARTED)
    assert (again.started, again.rung) == (recorded_at(10, STARTED, RUNG, STARTED), None)


def test_a_round_keeps_its_clock_if_its_pairing_changes_but_not_if_the_round_is_withdrawn() -> None:
    changed = act("PairingChanged", round=1, tables=[{"table": 1, "sides": [[1], [3]]}], sits_out=[2, 4])
    assert first(STARTED, changed).due == first(STARTED).due
    withdrawn = act("RoundUnpublished", round=1, reason="wrong")
    assert first(STARTED, withdrawn, paired(1, [[1], [2]], [[3], [4]])).started is None


def test_the_last_announcements_are_kept_in_order() -> None:
    said = [act("Announced", text=f"No. {number}") for number in range(ANNOUNCEMENTS + 2)]
    shown = read(events([*FOUR, *said])).announced
    assert [made.text for made in shown] == [f"No. {number}" for number in range(2, ANNOUNCEMENTS + 2)]
    assert [made.version for made in shown] == list(range(10, 10 + ANNOUNCEMENTS))


@pytest.mark.parametrize(
    ("said", "data"),
    [
        ("Round 1 begins; the bell is due in 1 min 30 s", {"type": "RoundStarted", "round": 1, "seconds": 90}),
        ("Round 1 begins; the bell is due in 20 min", {"type": "RoundStarted", "round": 1, "seconds": 1200}),
        ("Round 1 begins; the bell is due in 45 s", {"type": "RoundStarted", "round": 1, "seconds": 45}),
        ("Round 1 begins", {"type": "RoundStarted", "round": 1}),
        ("The bell ends round 1", {"type": "BellRung", "round": 1}),
        ("Announcement: Supper is ready", {"type": "Announced", "text": "Supper is ready"}),
    ],
)
def test_events_of_the_clock_and_announcements_have_the_expected_sentences(said: str, data: dict[str, Any]) -> None:
    assert words(act(data.pop("type"), **data), str) == said
