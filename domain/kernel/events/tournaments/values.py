"""The parts of tournament events: settings, tables, and the annotated types of fields that several events share."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, Literal

from domain.kernel.events.common import HANDS, MOST_ROUNDS, MOST_TABLES, RoundEnd
from domain.kernel.events.kinds import EventType, event_type, fields_of
from domain.kernel.shapes import Flag, ListOf, OneOf, Optional, Seal, Sealed, Text, Whole

TOURNAMENT_TYPES: Final[dict[str, EventType]] = {}
"""The event types of tournament streams, by name."""
directed = partial(event_type, types=TOURNAMENT_TYPES, common=False, right="direct")
"""A class decorator. It makes the class a type of tournament event that only directors may record."""
noted = partial(event_type, types=TOURNAMENT_TYPES, common=False)
"""A class decorator. It makes the class a type of tournament event that scorekeepers may record too."""
MOST_ENTRIES: Final = MOST_TABLES
MOST_AT_A_TABLE: Final = 26
"""The most entries at one table. Two teams are two entries; thirteen single players are thirteen entries."""

ENTRY: Final = Whole(1, MOST_ENTRIES)
POINTS: Final = Whole(-(10**6), 10**6)

AnEntry = Annotated[int, ENTRY]
AnEntryList = Annotated[tuple[int, ...], ListOf(ENTRY, most=MOST_ENTRIES)]
ARound = Annotated[int, Whole(1, MOST_ROUNDS)]
ATable = Annotated[int, Whole(1, MOST_ENTRIES)]
SIDES: Final = ListOf(Whole(0, MOST_AT_A_TABLE - 1), most=MOST_AT_A_TABLE)
SCORES: Final = ListOf(POINTS, most=MOST_AT_A_TABLE)
ASideList = Annotated[tuple[int, ...], SIDES]
AScoreList = Annotated[tuple[int, ...], SCORES]
AGame = Annotated[str, Text(40, r"[a-z0-9]{2,16}-[a-z0-9]{16}")]
AReason = Annotated[Sealed[str], Seal(Text())]
AWordOf = Annotated[str, Text(60, r"[a-z0-9-]{1,60}")]

ScoringKind = Literal["wins", "score", "placement"]
"""How a table gives points. wins: a win, a draw and a loss give fixed points. score: the score at the table counts as points, up to the
cap. placement: each place at the table gives fixed points, and level sides share the points of their places."""
SitOut = Literal["nothing", "fixed", "average"]
"""The points for a round without a table, if `Scoring.kind` is not `wins`. nothing: none. fixed: a fixed number. average: the entry's own
average of the rounds that it played."""
Taken = Literal["finished", "confirmed", "final"]
"""The state that a game must have reached before a tournament takes its result."""
Unplayed = Literal["bye", "half", "zero"]
"""The points for an absence that the entry asked for. bye: as many as for a bye. half: as many as for a draw. zero: none."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What results are worth. `win`, `draw`, `loss`, `bye`: the points for each. `cap`: the most points that a score can give (None: no
    limit). `places`: the points for the first place at a table, for the second and so on. `bye_score`: an entry with a bye gets this score,
    and counts as having played against a score of 0 (None: a bye has no score). `sit_out`: how points are given for a round without a
    table, if `kind` is not `wins`. `sit_out_score`: the points of a round without a table if `sit_out` is "fixed"."""

    kind: Annotated[ScoringKind, OneOf(("wins", "score", "placement"))] = "wins"
    win: Annotated[int, POINTS] = 2
    draw: Annotated[int, POINTS] = 1
    loss: Annotated[int, POINTS] = 0
    bye: Annotated[int, POINTS] = 2
    cap: Annotated[int | None, Optional(POINTS)] = None
    places: AScoreList = ()
    bye_score: Annotated[int | None, Optional(POINTS)] = None
    sit_out: Annotated[SitOut, OneOf(("nothing", "fixed", "average"))] = "nothing"
    sit_out_score: Annotated[int, POINTS] = 0


@dataclass(frozen=True, slots=True)
class RoundSettings:
    """When the games of a round end. `hands`: the number of hands, if `ends` is "hands". `minutes`: how long a round is planned to last
    (None: it has no clock)."""

    ends: Annotated[RoundEnd, OneOf(("target", "hands", "bell"))] = "target"
    hands: Annotated[int | None, Optional(HANDS)] = None
    minutes: Annotated[int | None, Optional(Whole(1, 24 * 60))] = None


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a tournament, which its director chooses. `rounds`: the number of planned rounds (None: as many as the format needs,
    or until the director ends the tournament). `table`: the number of entries at a table. `partners`: the number of entries that play
    together as a side. `tiebreaks`: the names of the tie-breaks, in the order in which they are applied. `takes`: the state that a game
    must have reached before its result is taken. `accept_changes`: whether a changed result of a game counts without asking the
    director. `prizes`: how many places have a prize (None: not said)."""

    rounds: Annotated[int | None, Optional(Whole(1, MOST_ROUNDS))] = None
    table: Annotated[int, Whole(2, MOST_AT_A_TABLE)] = 2
    partners: Annotated[int, Whole(1, MOST_AT_A_TABLE // 2)] = 1
    scoring: Annotated[Scoring, fields_of(Scoring)] = Scoring()
    round: Annotated[RoundSettings, fields_of(RoundSettings)] = RoundSettings()
    tiebreaks: Annotated[tuple[str, ...], ListOf(Text(60), most=16)] = ()
    takes: Annotated[Taken, OneOf(("finished", "confirmed", "final"))] = "confirmed"
    accept_changes: Annotated[bool, Flag()] = False
    prizes: Annotated[int | None, Optional(Whole(1, MOST_ENTRIES))] = None


SETTINGS: Final = fields_of(Settings)
ASettings = Annotated[Settings, SETTINGS]


@dataclass(frozen=True, slots=True)
class TablePaired:
    """A table of a round. `sides`: the entries of each side, in the order of their seats."""

    table: ATable
    sides: Annotated[tuple[tuple[int, ...], ...], ListOf(ListOf(ENTRY, least=1, most=MOST_AT_A_TABLE), least=2, most=MOST_AT_A_TABLE)]


@dataclass(frozen=True, slots=True)
class PairedBy:
    """What made a pairing: the name and version of the engine, and the seed of its random choices (None: nothing was random)."""

    engine: AWordOf
    version: Annotated[int, Whole(1, 10**6)]
    seed: Annotated[int | None, Optional(Whole(0, 2**53 - 1))] = None


APairedBy = Annotated[PairedBy, fields_of(PairedBy)]
TABLES: Final = ListOf(fields_of(TablePaired), most=MOST_ENTRIES)
ATables = Annotated[tuple[TablePaired, ...], TABLES]
