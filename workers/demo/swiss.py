"""The finished tournament of the demonstration: a Swiss tournament whose results were typed. One table is not played, one player goes home
early, and after the last round the director corrects a total."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from domain.systems import SYSTEMS
from workers.demo.client import Client
from workers.demo.director import Director, act, opened
from workers.demo.script import NONE, Play

ROUNDS: Final = 5
SWISS: Final[Mapping[str, Any]] = {
    "title": "Autumn Swiss",
    "system": "one-up",
    "format": "swiss",
    "settings": {"rounds": ROUNDS, "tiebreaks": ["buchholz", "sonneborn-berger", "head-to-head"]},
}
NOT_PLAYED: Final = (2, 4)
"""(round, table) of the table that is not played, because one of its players came too late."""
LAST_OF_ONE: Final = 3
"""One player goes home after this round."""
LATE: Final = 8
"""After the last round the director corrects a total of this entry. The entry loses a point, and with the point the first place."""


def finished_swiss(api: Client, people: Mapping[str, str]) -> str:
    """Play a whole Swiss tournament. `people`: names by id; the last of them goes home early. Returns the id of the tournament."""
    director = opened(api, SWISS, people)
    for number in range(1, ROUNDS + 1):
        for table in director.pair(number)["tables"]:
            _played(director, number, table["table"])
        if number == LAST_OF_ONE:
            director.record(act("EntryWithdrawn", entry=len(people), from_round=number + 1))
        director.publish(number)
    reason = "came twenty minutes late to the last round"
    director.record(act("ScoreAdjusted", entry=LATE, points=-1, reason=reason, cites="house rules, 4", round=ROUNDS))
    director.publish(ROUNDS)
    director.record(act("TournamentFinished"))
    return director.tournament


def _played(director: Director, number: int, table: int) -> None:
    """Type the result of a table, and approve it as a second person would."""
    if (number, table) == NOT_PLAYED:
        director.record(act("ForfeitRuled", round=number, table=table, winners=[0]))
        return
    play = Play(SYSTEMS[SWISS["system"]], 2, Random(f"swiss {number} {table}"), NONE)  # noqa: S311
    for _ in play.turns():
        pass
    typed = director.record(act("ResultEntered", round=number, table=table, scores=play.scores))
    director.record(act("ResultApproved", round=number, table=table, result=typed))
