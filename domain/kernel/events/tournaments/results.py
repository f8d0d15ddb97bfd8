"""Events of the results of a tournament, and of its standings."""

from dataclasses import dataclass
from typing import Annotated

from domain.kernel.events.kinds import AVersion
from domain.kernel.events.tournaments.values import (
    ENTRY,
    MOST_ROUNDS,
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
from domain.kernel.shapes import Optional, Text, Whole


@noted("RE", {"round": 1, "table": 1, "winners": [0], "scores": [11, 7]})
@dataclass(frozen=True, slots=True)
class ResultEntered:
    """Somebody types the result of a table. It counts when a second person has approved it. `scores`: of each side (None: unknown);
    `winners`: places of the sides that won, several when they drew (None: the best scores)."""

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
    """A worker takes the result of a recorded game. `version`, `hash`: of the record when it was taken; `verdict`: the version up to which
    it was validated. A second, different result of a table is a change that waits for the director."""

    round: ARound
    table: ATable
    game: AGame
    version: AVersion
    verdict: AVersion
    hash: Annotated[str, Text(64, r"[0-9a-f]{64}")]
    scores: AScoreList
    winners: ASideList


@noted("RA", {"round": 1, "table": 1, "result": 17, "entry": 2})
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
    """The director takes the changed result of a table. `change`: the version of its ResultTaken."""

    round: ARound
    table: ATable
    change: AVersion


@directed("CD", {"round": 1, "table": 1, "change": 23, "reason": "settled at the table"})
@dataclass(frozen=True, slots=True)
class ChangeDeclined:
    """The director keeps the former result of a table. `change`: the version of the ResultTaken that does not count."""

    round: ARound
    table: ATable
    change: AVersion
    reason: AReason


@directed("FR", {"round": 1, "table": 1, "winners": [0]})
@dataclass(frozen=True, slots=True)
class ForfeitRuled:
    """A table was not played. `winners`: places of the sides that win by forfeit; empty: all sides lose. `scores`: what the forfeit counts
    for in sums and differences of scores, by side (None: nothing)."""

    round: ARound
    table: ATable
    winners: ASideList
    scores: Annotated[tuple[int, ...] | None, Optional(SCORES)] = None


@directed("SA", {"entry": 1, "points": -1, "reason": "late", "cites": "TD 4.2"})
@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """The director adds points to an entry's total, or takes some away. `round`: the round with which they count (None: from the
    start). `score`: added in the same way to the sum of its scores at the tables (None: nothing)."""

    entry: AnEntry
    points: Annotated[int, POINTS]
    reason: AReason
    cites: Annotated[str | None, Optional(Text(60))] = None
    round: Annotated[int | None, Optional(Whole(1, MOST_ROUNDS))] = None
    score: Annotated[int | None, Optional(POINTS)] = None


@directed("LD", {"order": [3, 1, 2]})
@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """Lots decide among entries that are level on everything else. `order`: from the best place; the last draw counts."""

    order: AnEntryList


@directed("OR", {"order": [1, 3], "reason": "play-off"})
@dataclass(frozen=True, slots=True)
class OrderRuled:
    """The director rules the order of entries that are level on everything before the tie-break `director`."""

    order: AnEntryList
    reason: AReason


@directed("SD", {"through_round": 3, "digest": "cd" * 32})
@dataclass(frozen=True, slots=True)
class StandingsPublished:
    """The standings after a round were shown to everyone. `digest`: SHA-256 of their canonical JSON."""

    through_round: ARound
    digest: Annotated[str, Text(64, r"[0-9a-f]{64}")]


@directed("TF", {})
@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """The tournament is over; its standings are final."""
