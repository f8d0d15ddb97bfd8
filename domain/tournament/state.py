"""The state of a tournament after its events. `fold.py` makes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events import PersonId, TokenId
from domain.kernel.events.common import Visibility
from domain.kernel.events.tournaments import PairedBy, ScoreAdjusted, Settings


class Entry(NamedTuple):
    """An entry. `name`: None if it was erased or is not in this copy. `out`: its withdrawals, as pairs (first round that it misses, round
    of its return or None). `absences`: by round, what an absence that the entry asked for is worth."""

    number: int
    people: tuple[PersonId, ...]
    name: str | None
    seed: int | None = None
    line: int | None = None
    out: tuple[tuple[int, int | None], ...] = ()
    absences: Mapping[int, str] = {}
    checked_in: bool = False

    def plays_in(self, round_number: int) -> bool:
        """Whether the entry plays in this round: it is not withdrawn then, and did not ask to be absent."""
        gone = any(first <= round_number and (back is None or round_number < back) for first, back in self.out)
        return not gone and round_number not in self.absences


class Result(NamedTuple):
    """A result of a table. `version`: of the event that brought the result; `by`: who recorded this event. `source`: typed by a person,
    taken from a recorded game, or a forfeit. `scores`: one for each side (None: unknown). `winners`: the sides that won, counted from 0.
    `game`, `at`: of a taken result, the game, and the versions of its record and its verdict. `approved`: False for a typed result that
    waits for a second person."""

    version: int
    by: TokenId
    source: Literal["typed", "taken", "forfeit"]
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    game: str | None = None
    at: tuple[int, int] = (0, 0)
    approved: bool = True

    def same(self, other: "Result") -> bool:
        """Whether both results have the same scores and winners, and both or neither are forfeits."""
        return (self.scores, self.winners, self.source == "forfeit") == (other.scores, other.winners, other.source == "forfeit")


class Seated(NamedTuple):
    """A table of a round. `result`: the result that counts (None: none yet). `typed`: a typed result that waits for a second person.
    `change`: a changed result that waits for the director. `seen`: the versions of the newest record and verdict that a result of its game
    was taken from."""

    table: int
    sides: tuple[tuple[int, ...], ...]
    game: str | None = None
    result: Result | None = None
    typed: Result | None = None
    change: Result | None = None
    seen: tuple[int, int] = (0, 0)

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(entry for side in self.sides for entry in side)


class Round(NamedTuple):
    """A round that is paired. `tables`: by number."""

    number: int
    tables: Mapping[int, Seated]
    sits_out: tuple[int, ...] = ()
    by: PairedBy | None = None
    unevenness: Mapping[str, Json] | None = None
    published: bool = False

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The numbers of the tables without a result that counts."""
        return tuple(number for number, seated in self.tables.items() if seated.result is None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after event `version` of its stream. `entries`, `rounds`: by number. `adjusted`: the adjustments, in order. `published`:
    by round, the digest of the standings that were shown. `lots`, `ruled`: entries, the best place first."""

    version: int
    title: str | None
    system: str
    rules: Mapping[str, Json]
    format: str
    settings: Settings
    visibility: Visibility
    entries: Mapping[int, Entry] = field(default_factory=dict)
    rounds: Mapping[int, Round] = field(default_factory=dict)
    adjusted: tuple[ScoreAdjusted, ...] = ()
    lots: tuple[int, ...] = ()
    ruled: tuple[int, ...] = ()
    published: Mapping[int, str] = field(default_factory=dict)
    finished: bool = False
