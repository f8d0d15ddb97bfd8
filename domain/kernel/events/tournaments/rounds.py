"""Events about the rounds of a tournament: who plays whom, and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments.values import AGame, AnEntryList, APairedBy, AReason, ARound, ATable, ATables, directed
from domain.kernel.shapes import Optional, RulesMap, Whole

MOST_SECONDS: Final = 24 * 3600
"""The longest time that a round may be planned to last."""
_SIDES: Final[list[Json]] = [{"table": 1, "sides": [[1, 4], [2, 3]]}]


@directed("RP", {"round": 1, "tables": _SIDES, "sits_out": [5], "by": {"engine": "swiss", "version": 1, "seed": 7}})
@dataclass(frozen=True, slots=True)
class RoundPaired:
    """The tables of a round are set. `sits_out`: the entries that have a bye, because no table is left for them. `unevenness`: how uneven
    the pairing is, such as {"repeats": 2} for two pairs that meet again (None: it is even, or the format does not count this)."""

    round: ARound
    tables: ATables
    by: APairedBy
    sits_out: AnEntryList = ()
    unevenness: Annotated[Mapping[str, Json] | None, Optional(RulesMap())] = None


@directed("PC", {"round": 1, "tables": _SIDES, "sits_out": [5]})
@dataclass(frozen=True, slots=True)
class PairingChanged:
    """The director replaces all tables of a round. A table that keeps its number and its sides also keeps its result."""

    round: ARound
    tables: ATables
    sits_out: AnEntryList = ()


@directed("PP", {"round": 1})
@dataclass(frozen=True, slots=True)
class RoundPublished:
    """Everyone may see the pairing of a round."""

    round: ARound


@directed("PU", {"round": 1, "reason": "Carla is here after all"})
@dataclass(frozen=True, slots=True)
class RoundUnpublished:
    """The pairing of a round is withdrawn. The round may be paired again."""

    round: ARound
    reason: AReason


@directed("RS", {"round": 1, "seconds": 1200})
@dataclass(frozen=True, slots=True)
class RoundStarted:
    """Play in a round begins. `seconds`: the bell is due this many seconds after this event was recorded (None: the round has no clock). A
    later RoundStarted of the same round sets the clock again. A bell that has already rung no longer counts."""

    round: ARound
    seconds: Annotated[int | None, Optional(Whole(1, MOST_SECONDS))] = None


@directed("BR", {"round": 1})
@dataclass(frozen=True, slots=True)
class BellRung:
    """The bell ends a round: the hands that are running are played to their end, and no new hand begins."""

    round: ARound


@directed("TL", {"round": 1, "table": 1, "game": "home-0123456789abcdef"})
@dataclass(frozen=True, slots=True)
class TableLinked:
    """A recorded game is linked to a table of a round, as the record of that table. If several games are linked to one table, the last one
    counts."""

    round: ARound
    table: ATable
    game: AGame
