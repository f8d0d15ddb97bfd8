"""Events about the results and the standings of a tournament."""

from dataclasses import dataclass
from typing import Annotated

from domain.kernel.events.common import MOST_ROUNDS
from domain.kernel.events.kinds import AVersion
from domain.kernel.events.tournaments.values import (
    ENTRY,
    POINTS,
    SCORES,
    SIDES,
    AGame,
    AnEntry,
    AnEntryList,
    AReason,
    ARound,
    AScoreList,
    ASideList,
    ATable,
    directed,
    noted,
)
from domain.kernel.shapes import Flag, Optional, Text, Whole


@noted("RE", {"round": 1, "table": 1, "winners": [0], "scores": [11, 7]})
@dataclass(frozen=True, slots=True)
class ResultEntered:
    """Somebody types the result of a table. The result counts when a second person has approved it. `scores`: one for each side (None:
    unknown). `winners`: the sides that won, counted from 0; several winners mean a draw (None: the sides with the best score won)."""

    round: ARound
    table: ATable
    scores: Annotated[tuple[int, ...] | None, Optional(SCORES)] = None
    winners: Annotated[tuple[int, ...] | None, Optional(SIDES)] = None


@noted(
    "RK",
    {
        "round": 1,
        "table": 1,
        "game": "home-0123456789abcdef",
        "version": 40,
        "verdict": 40,
        "hash": "ab" * 32,
        "scores": [11, 7],
        "winners": [0],
    },
)
@dataclass(frozen=True, slots=True)
class ResultTaken:
    """The program takes the result of a table from its recorded game. If the table already has a different result, the taken result waits
    for the director. `version`, `hash`: those of the last event that the result counts. `verdict`: the version up to which the record
    was validated. `scores`: one for each side (empty: the record does not have them). `winners`: the sides that won, counted from 0.
    `annulled`: true if the game was annulled; then this event takes away the table's result (None: it was not annulled)."""

    round: ARound
    table: ATable
    game: AGame
    version: AVersion
    verdict: AVersion
    hash: Annotated[str, Text(64, r"[0-9a-f]{64}")]
    scores: AScoreList
    winners: ASideList
    annulled: Annotated[bool | None, Optional(Flag())] = None


@directed("RA", {"round": 1, "table": 1, "result": 17, "entry": 2})
@dataclass(frozen=True, slots=True)
class ResultApproved:
    """A second person approves a typed result. `result`: the version of its ResultEntered. `entry`: the entry whose PIN or check-in link
    was used (None: a director approved)."""

    round: ARound
    table: ATable
    result: AVersion
    entry: Annotated[int | None, Optional(ENTRY)] = None


@directed("CA", {"round": 1, "table": 1, "change": 23})
@dataclass(frozen=True, slots=True)
class ChangeAccepted:
    """The director accepts the changed result of a table. `change`: the version of its ResultTaken."""

    round: ARound
    table: ATable
    change: AVersion


@directed("CD", {"round": 1, "table": 1, "change": 23, "reason": "settled at the table"})
@dataclass(frozen=True, slots=True)
class ChangeDeclined:
    """The director keeps the former result of a table. `change`: the version of the ResultTaken that is declined."""

    round: ARound
    table: ATable
    change: AVersion
    reason: AReason


@directed("FR", {"round": 1, "table": 1, "winners": [0]})
@dataclass(frozen=True, slots=True)
class ForfeitRuled:
    """The director rules that a table was not played. `winners`: the sides that win by forfeit, counted from 0 (empty: all sides lose).
    `scores`: the score of each side, for tie-breaks that count scores (None: 0 for every side)."""

    round: ARound
    table: ATable
    winners: ASideList
    scores: Annotated[tuple[int, ...] | None, Optional(SCORES)] = None


@directed("SA", {"entry": 1, "points": -1, "reason": "late", "cites": "TD 4.2"})
@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """The director adds points to an entry's total, or takes points away. `round`: the round from which the change counts (None: from the
    start). `score`: added to the sum of the entry's scores at the tables (None: nothing)."""

    entry: AnEntry
    points: Annotated[int, POINTS]
    reason: AReason
    cites: Annotated[str | None, Optional(Text(60))] = None
    round: Annotated[int | None, Optional(Whole(1, MOST_ROUNDS))] = None
    score: Annotated[int | None, Optional(POINTS)] = None


@directed("LD", {"order": [3, 1, 2]})
@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """Lots are drawn to decide the order of entries that no other tie-break separates. `order`: the entries, the best place first. A later
    LotsDrawn replaces an earlier one."""

    order: AnEntryList


@directed("OR", {"order": [1, 3], "reason": "play-off"})
@dataclass(frozen=True, slots=True)
class OrderRuled:
    """The director decides the order of entries that are still level when the tie-break `director` is reached. `order`: the entries, the
    best place first. A later OrderRuled replaces this one if both name the same entry; otherwise both count."""

    order: AnEntryList
    reason: AReason


@directed("SD", {"through_round": 3, "digest": "cd" * 32})
@dataclass(frozen=True, slots=True)
class StandingsPublished:
    """The standings after round `through_round` were shown to everyone. `digest`: SHA-256 of the canonical JSON of these standings."""

    through_round: ARound
    digest: Annotated[str, Text(64, r"[0-9a-f]{64}")]


@directed("TF", {})
@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """The tournament is over; its standings are final."""
