"""A tournament of every format is played, from its opening to its standings. Some tournaments have a late entry and a withdrawal."""

from random import Random
from typing import Any

import pytest

from domain.kernel.events import TournamentAct
from domain.kernel.events.tournaments import RoundPaired
from domain.tournament.checks import faults
from domain.tournament.fold import after, read
from domain.tournament.formats import FORMATS
from domain.tournament.formats.kinds import Cannot
from domain.tournament.pairing import Wanted, next_round
from domain.tournament.playable import misfits
from domain.tournament.scoring import history_of
from domain.tournament.standings import explained, standings
from domain.tournament.state import Tournament
from tests.tournament.stream import act, entries, events, opened

ORDER = ["buchholz", "head-to-head", "difference", "lots"]
PLAYED: dict[str, tuple[int, dict[str, Any]]] = {
    "round-robin": (6, {}),
    "double-round-robin": (5, {}),
    "swiss": (9, {"rounds": 4}),
    "rotation": (9, {"table": 4, "partners": 2}),
    "progressive": (12, {"table": 4, "partners": 2, "rounds": 5}),
    "progressive-up-down": (12, {"table": 4, "partners": 2, "rounds": 5}),
    "progressive-seats": (12, {"table": 4, "partners": 2, "rounds": 5}),
    "draw": (11, {"table": 4, "rounds": 4, "scoring": {"kind": "placement", "places": [6, 4, 2, 0]}}),
    "draw-by-standing": (11, {"table": 4, "rounds": 4, "scoring": {"kind": "placement", "places": [6, 4, 2, 0]}}),
    "single-elimination": (11, {}),
    "single-elimination-third": (8, {}),
    "single-elimination-eight": (13, {}),
    "double-elimination": (9, {}),
    "double-elimination-one-final": (6, {}),
}
"""For each format: the number of entries, and the settings."""


class Evening:
    """A tournament to which a test adds acts. Every act must pass the checks."""

    def __init__(self, format_name: str, count: int, settings: dict[str, Any]) -> None:
        self.acts: list[TournamentAct] = [opened(format_name, tiebreaks=ORDER, **settings)]
        self.state = read(events(self.acts))
        self.dice = Random(format_name)
        self.add(*entries(count))

    def add(self, *acts: TournamentAct) -> None:
        for made in acts:
            (event,) = events([*self.acts, made])[-1:]
            assert faults(self.state, [event]) == []
            self.state = after(self.state, [event])
            self.acts.append(made)

    def round(self) -> Tournament | Cannot:
        """Pair a round and play all its tables. Returns the tournament, or the reason why no round was paired."""
        made = next_round(self.state, Wanted(7))
        if isinstance(made, Cannot):
            return made
        self.add(*made)
        paired = made[-1]
        assert isinstance(paired, RoundPaired)
        for table in paired.tables:
            scores = [self.dice.randint(0, 11) for _ in table.sides]
            if FORMATS[self.state.format].bracket is not None and len({*scores}) == 1:
                scores[0] += 1  # a tie would stop a knock-out
            best = [side for side, score in enumerate(scores) if score == max(scores)]
            data = {"game": f"home-{'a' * 16}", "version": 9, "verdict": 9, "hash": "ab" * 32}
            self.add(act("ResultTaken", round=paired.round, table=table.table, scores=scores, winners=best, **data))
        return self.state


def test_every_tournament_format_has_a_test_row() -> None:
    assert set(PLAYED) == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_a_tournament_of_every_format_is_played_to_its_end(name: str) -> None:
    count, settings = PLAYED[name]
    evening = Evening(name, count, settings)
    assert misfits(name, evening.state.settings, count) == []
    while not isinstance(stopped := evening.round(), Cannot):
        pass
    assert stopped.sentence.endswith((" rounds are paired.", "The only round is paired."))
    history = history_of(evening.state)
    if FORMATS[name].bracket is None:  # otherwise a second final may not be needed, and who has left has no more lines
        assert history.rounds == (FORMATS[name].rounds(evening.state.settings, count) or 0)
        assert {len(lines) for lines in history.lines.values()} == {history.rounds}
    rows = standings(history, ORDER)
    assert sorted(row.entry for row in rows) == list(range(1, count + 1))
    for row in rows:
        for _, value in explained(history, ORDER, row.entry):
            assert sum(part.value for part in value.contributions if part.counts) == value.total
    assert read(events(evening.acts)) == evening.state


@pytest.mark.parametrize("name", [name for name in FORMATS if not name.endswith("robin") and not FORMATS[name].bracket])
def test_a_tournament_of_any_format_goes_on_after_a_withdrawal_and_a_late_entry(name: str) -> None:
    """Entry 2 withdraws after round 1. In a rotation the late entry takes the line of entry 2."""
    count, settings = PLAYED[name]
    evening = Evening(name, count, settings)
    assert not isinstance(evening.round(), Cannot)
    evening.add(act("EntryWithdrawn", entry=2, from_round=2))
    free = {"line": evening.state.entries[2].line} if name == "rotation" else {}
    evening.add(act("EntryMade", entry=count + 1, people=[], name="late", **free))
    assert not isinstance(evening.round(), Cannot)
    second = evening.state.rounds[2]
    seated = {entry for table in second.tables.values() for entry in table.entries} | {*second.sits_out}
    assert seated == set(range(1, count + 2)) - {2}
    assert [line.kind for line in history_of(evening.state).lines[count + 1]] in (["absent", "played"], ["absent", "bye"])
