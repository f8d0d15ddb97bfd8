"""The card night of the demonstration: a tournament in progress. A game is recorded at each of its tables. When a worker has taken the
results of all games, the director pairs the next round. After the last round a new night begins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, Final

from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened, Seating, TournamentTable
from domain.scheduled import scheduled
from domain.system import System, Table
from domain.systems import SYSTEMS
from workers.demo.client import Refused
from workers.demo.company import HEAD_START, LIVE, REST, Company
from workers.demo.director import Director, act, opened
from workers.demo.script import Play, Turn

SYSTEM: Final = SYSTEMS["smear-parlett"]
SEATS: Final = 4
HANDS: Final = 2
ROUNDS: Final = 6
NIGHT: Final[Mapping[str, Any]] = {
    "title": "Card night",
    "system": SYSTEM.slug,
    "format": "progressive-up-down",
    "settings": {
        "table": SEATS,
        "partners": 2,
        "rounds": ROUNDS,
        "round": {"ends": "hands", "hands": HANDS},
        "scoring": {"kind": "score"},
        "tiebreaks": ["wins", "difference"],
        "takes": "finished",
        "accept_changes": True,
    },
}
AT_ONCE: Final = 2
"""How many rounds are recorded without pauses when a night begins, so that visitors always see results."""
PAUSE: Final = 0.5
"""Seconds between two turns of the night, at any of its tables."""
WAIT: Final = 0.5
"""Seconds until the director looks again whether the results of a round were taken."""
THEIRS: Final = frozenset({"conflict", "not-paired", "not-opened"})
"""The types of refusals that a visitor with the director's link can cause. `conflict`: the visitor has recorded something in the tournament
or in a game. `not-paired`: other settings or fewer entries do not suit the format. `not-opened`: the round is not published any more, or
other settings or entries do not suit the game."""


@dataclass
class NightTable:
    """A table of the current round. `game`, `version`: its game and the game's version. `turns`: the turns that are not recorded yet."""

    number: int
    game: str
    version: int
    turns: Iterator[Turn]


@dataclass
class CardNight:
    """Card nights, one after another. `begun`: how many nights have begun. `director`: the director of the newest night. `over`: whether
    the newest night is over. `round`: the current round of that night; 0 before round 1. `tables`: the tables of the current round.
    `playing`: the tables that have turns left."""

    company: Company
    begun: int = 0
    director: Director | None = None
    over: bool = False
    round: int = 0
    tables: list[NightTable] = field(default_factory=list)
    playing: list[NightTable] = field(default_factory=list)
    dice: Random = field(default_factory=lambda: Random("night"))  # noqa: S311

    def play(self) -> float:
        """Record the next turn, or do what the director has to do next. Returns the seconds to wait after it. Raises Refused for
        a refusal that no visitor can cause."""
        if self.director is None or self.over:
            self.director = opened(self.company.api, NIGHT, self.company.people)
            self.begun, self.over, self.round = self.begun + 1, False, 0
        try:
            return self._turn(self.dice.choice(self.playing)) if self.playing else self._directed(self.director)
        except Refused as refusal:
            if refusal.type not in THEIRS and not self._withdrawn(self.director, refusal):
                raise
            return self._left()

    def _withdrawn(self, director: Director, refusal: Refused) -> bool:
        """Whether a table was not found because a visitor has withdrawn the pairing of the current round."""
        return refusal.type == "not-found" and self.round > max((each["round"] for each in director.state()["rounds"]), default=0)

    def _turn(self, table: NightTable) -> float:
        turn = next(table.turns, None)
        if turn is None:
            self.playing.remove(table)
            return 0.0
        table.version = self.company.enter(table.game, table.version, list(turn.events))
        return PAUSE

    def _directed(self, director: Director) -> float:
        """Seat the next round if workers have taken all results of the current one into the tournament. After the last round, end the
        night."""
        state = director.state()
        if state["finished"] or any(each["unfinished"] for each in state["rounds"] if each["round"] != self.round):
            return self._left()
        if any(each["unfinished"] for each in state["rounds"]):
            return WAIT
        if len(state["rounds"]) >= ROUNDS:
            director.record(act("TournamentFinished"))
            return self._left()
        paired = director.pair(1000 * self.begun + self.round)
        self.round = paired["round"]
        self.playing = [self._seated(director, table["table"]) for table in paired["tables"]]
        self.tables = list(self.playing)
        return PAUSE

    def _seated(self, director: Director, number: int) -> NightTable:
        """Open the game of a table. Record the whole game in the first AT_ONCE rounds, and its first turns in later rounds. Returns the
        table."""
        made = director.api.post(f"{director.path}/rounds/{self.round}/tables/{number}/game", {})
        dice = Random(f"night {self.begun} {self.round} {number}")  # noqa: S311
        turns = Play(short(director.tournament, self.round, number), SEATS, dice, LIVE).turns()
        start = [event for turn in islice(turns, None if self.round <= AT_ONCE else HEAD_START) for event in turn.events]
        return NightTable(number, made["game"], self.company.enter(made["game"], made["version"], start), turns)

    def _left(self) -> float:
        """Leave this night, because it is over or because a visitor directs it now. Returns the seconds to wait."""
        self.over, self.playing = True, []
        return REST


def short(tournament: str, number: int, table: int) -> System[Table]:
    """Return the card game that this table plays: a game that ends after HANDS hands."""
    place = TournamentTable(tournament, number, table, "hands", HANDS)
    seats = tuple(Seating(Seat(seat)) for seat in range(SEATS))
    return scheduled(SYSTEM, GameOpened(SYSTEM.slug, SYSTEM.rules_with(SYSTEM.options_for(SEATS), SEATS), seats, tournament=place))
