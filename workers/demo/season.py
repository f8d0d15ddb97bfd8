"""The season of the demonstration: three short evenings with typed results. The result of the first one was corrected after it had
counted, so its director is asked who moves."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from workers.demo.client import Client
from workers.demo.director import Director, act, opened

EVENINGS: Final = ("First evening", "Second evening", "Third evening")
ROUNDS: Final = 2
EVENING: Final[Mapping[str, Any]] = {"system": "high-card", "format": "swiss", "settings": {"rounds": ROUNDS, "tiebreaks": ["buchholz"]}}
SEASON: Final[Mapping[str, Any]] = {
    "name": "Autumn season",
    "visibility": "public",
    "settings": {"places": [10, 7, 5, 3, 2, 1], "best": 2, "least": 2},
}


def season_of(api: Client, people: Mapping[str, str]) -> str:
    """Play the evenings, and count them. `people`: names by id, an even number. Returns the id of the season."""
    evenings = [_evening(api, title, people) for title in EVENINGS]
    season = str(api.post("/seasons", dict(SEASON))["season"])
    api.post(f"/seasons/{season}/tournaments", {"tournaments": evenings})
    _corrected(api, evenings[0])
    return season


def _evening(api: Client, title: str, people: Mapping[str, str]) -> str:
    dice = Random(title)  # noqa: S311
    director = opened(api, {**EVENING, "title": title}, dict(dice.sample(list(people.items()), len(people))))
    for number in range(1, ROUNDS + 1):
        for table in director.pair(number)["tables"]:
            typed = director.record(act("ResultEntered", round=number, table=table["table"], winners=[dice.randrange(2)]))
            director.record(act("ResultApproved", round=number, table=table["table"], result=typed))
    director.record(act("TournamentFinished"))
    return director.tournament


def _corrected(api: Client, evening: str) -> None:
    """Take two points from the first entry of an evening that is over."""
    director = Director(api, evening, 0)
    director.state()
    director.record(act("Retracted", target=director.version))
    director.record(act("ScoreAdjusted", entry=1, points=-2, reason="played a table twice"), act("TournamentFinished"))
