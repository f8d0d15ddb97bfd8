"""What the events of a tournament are made of: settings, tables, and the annotated types of fields that several events share."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, Literal

from domain.kernel.events.kinds import EventType, event_type, fields_of
from domain.kernel.shapes import Flag, ListOf, OneOf, Optional, Seal, Sealed, Text, Whole

TOURNAMENT_TYPES: Final[dict[str, EventType]] = {}
"""The events of a tournament's stream."""
directed = partial(event_type, types=TOURNAMENT_TYPES, common=False, right="direct")
"""Registers an event that a director records."""
noted = partial(event_type, types=TOURNAMENT_TYPES, common=False)
"""Registers an event that a scorekeeper may record too."""
MOST_ENTRIES: Final = 2_000
MOST_ROUNDS: Final = 200
MOST_AT_A_TABLE: Final = 26
"""The most entries at one table: two teams count as two entries, thirteen single players as thirteen."""

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

RoundEnd = Literal["target", "hands", "bell"]
"""target: a game ends as its rules say. hands: after a number of hands. bell: when the director rings."""
ScoringKind = Literal["wins", "score", "placement"]
"""wins: points for a win, a draw and a loss. score: the score at the table, at most the cap. placement: points by place; ties share."""
SitOut = Literal["nothing", "fixed", "average"]
"""What a round without a table is worth when the scores are summed: nothing, a fixed score, or one's own average of the played rounds."""
Taken = Literal["finished", "confirmed", "final"]
"""How far a game must be settled before its result is taken."""
Unplayed = Literal["bye", "half", "zero"]
"""What an absence that was asked for is worth: as a bye, as a draw, or nothing."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What results are worth. `win`, `draw`, `loss`, `bye`: points for them. `cap`: the most that a score counts (None: no limit).
    `places`: points for the first place of a table, the second and so on. `bye_score`: the score of a bye in sums and differences of
    scores, against 0 (None: a bye has no score). `sit_out`, `sit_out_score`: see SitOut."""

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
    """How long a round is: `ends`, and with "hands" their number."""

    ends: Annotated[RoundEnd, OneOf(("target", "hands", "bell"))] = "target"
    hands: Annotated[int | None, Optional(Whole(1, 1_000))] = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What a director chooses. `rounds`: how many are planned (None: as many as the format needs, or until the director ends it). `table`:
    entries at a table. `partners`: entries that play together as a side. `tiebreaks`: names in their order, after the points.
    `takes`: when a game's result is taken. `accept_changes`: a taken game that changes is taken again without asking."""

    rounds: Annotated[int | None, Optional(Whole(1, MOST_ROUNDS))] = None
    table: Annotated[int, Whole(2, MOST_AT_A_TABLE)] = 2
    partners: Annotated[int, Whole(1, MOST_AT_A_TABLE // 2)] = 1
    scoring: Annotated[Scoring, fields_of(Scoring)] = Scoring()
    round: Annotated[RoundSettings, fields_of(RoundSettings)] = RoundSettings()
    tiebreaks: Annotated[tuple[str, ...], ListOf(Text(60), most=16)] = ()
    takes: Annotated[Taken, OneOf(("finished", "confirmed", "final"))] = "confirmed"
    accept_changes: Annotated[bool, Flag()] = False


SETTINGS: Final = fields_of(Settings)
ASettings = Annotated[Settings, SETTINGS]


@dataclass(frozen=True, slots=True)
class TablePaired:
    """A table of a round. `sides`: the entries of each side, in the order of their seats."""

    table: ATable
    sides: Annotated[tuple[tuple[int, ...], ...], ListOf(ListOf(ENTRY, least=1, most=MOST_AT_A_TABLE), least=2, most=MOST_AT_A_TABLE)]


@dataclass(frozen=True, slots=True)
class PairedBy:
    """Who made a pairing: the name and version of the engine, and the seed of its chance (None: it used none)."""

    engine: AWordOf
    version: Annotated[int, Whole(1, 10**6)]
    seed: Annotated[int | None, Optional(Whole(0, 2**53 - 1))] = None


APairedBy = Annotated[PairedBy, fields_of(PairedBy)]
TABLES: Final = ListOf(fields_of(TablePaired), most=MOST_ENTRIES)
ATables = Annotated[tuple[TablePaired, ...], TABLES]
