"""The types of a tournament's state. `fold.py` computes the state from the events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events import PersonId, TokenId
from domain.kernel.events.common import Visibility
from domain.kernel.events.tournaments import PairedBy, ScoreAdjusted, Settings
from domain.tournament.wishes import Wish

ANNOUNCEMENTS: Final = 20
"""How many announcements a tournament shows."""


class Entry(NamedTuple):
    """An entry. `name`: None if the name was erased or is not in this copy. `out`: its withdrawals, as pairs (the first round that it
    misses, the round in which it plays again or None). `absences`: by round, what an absence that the entry asked for is worth. `carried`:
    the points that it brings from an earlier stage."""

    number: int
    people: tuple[PersonId, ...]
    name: str | None
    seed: int | None = None
    line: int | None = None
    out: tuple[tuple[int, int | None], ...] = ()
    absences: Mapping[int, str] = {}
    checked_in: bool = False
    carried: int = 0

    def plays_in(self, round_number: int) -> bool:
        """Whether the entry plays in this round: it is not withdrawn in this round, and has not asked to miss the round."""
        return not self.has_left(round_number) and round_number not in self.absences

    def has_left(self, round_number: int) -> bool:
        """Whether the entry is withdrawn in this round."""
        return any(first <= round_number and (back is None or round_number < back) for first, back in self.out)


class Result(NamedTuple):
    """A result of a table. `version`, `by`: the version and the recorder of the event with the result. `source`: typed by a person, taken
    from a recorded game, or a forfeit. `scores`: one for each side; None if unknown. `winners`: the sides that won, counted from 0.

    `game`: the game from which the result was taken. `at`: the versions of the game's record and of its verdict when the result was taken.
    `approved`: False for a typed result that waits for a second person. `annulled`: whether the game was annulled. If so, this result never
    counts: it takes away the table's result."""

    version: int
    by: TokenId
    source: Literal["typed", "taken", "forfeit"]
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    game: str | None = None
    at: tuple[int, int] = (0, 0)
    approved: bool = True
    annulled: bool = False

    def same(self, other: "Result") -> bool:
        """Whether both results say the same. They must have the same scores and winners. Either both are forfeits or neither is, and either
        both come from an annulled game or neither does."""
        return self._says == other._says

    @property
    def _says(self) -> tuple[tuple[int, ...] | None, tuple[int, ...], bool, bool]:
        return self.scores, self.winners, self.source == "forfeit", self.annulled


class Seated(NamedTuple):
    """A table of a round, with its sides and results. `result`: the result that counts; None if there is none yet. `typed`: a result that a
    person entered and a second person must still approve. `change`: a newer result of the table's game that differs from `result`; the
    director must still accept or decline it. `declined`: the last change that the director declined. When another result becomes the one
    that counts, `declined` is None again. `former`: the result that counted before `result`.

    `seen`: the versions of the game's record and verdict from which its newest result was taken. `linked`: the version of the event that
    linked the table to its game; 0 if no event did."""

    table: int
    sides: tuple[tuple[int, ...], ...]
    game: str | None = None
    result: Result | None = None
    typed: Result | None = None
    change: Result | None = None
    seen: tuple[int, int] = (0, 0)
    linked: int = 0
    declined: Result | None = None
    former: Result | None = None

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(entry for side in self.sides for entry in side)


class Round(NamedTuple):
    """A paired round. `tables`: by number. Three times in ms UTC follow. `started`: when play began. `due`: when the bell is due; None if
    the round has no clock. `rung`: when the bell rang. `started` is None before play begins, `rung` before the bell rings."""

    number: int
    tables: Mapping[int, Seated]
    sits_out: tuple[int, ...] = ()
    by: PairedBy | None = None
    unevenness: Mapping[str, Json] | None = None
    published: bool = False
    started: int | None = None
    due: int | None = None
    rung: int | None = None

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The numbers of the tables without a result that counts."""
        return tuple(number for number, seated in self.tables.items() if seated.result is None)


class Announcement(NamedTuple):
    """What the director told everybody. `text`: None if it was deleted, or is not in this copy. `at`: when it was recorded (ms UTC)."""

    version: int
    at: int
    text: str | None


class Published(NamedTuple):
    """Standings that were shown to everyone. `digest`: as in standings.py. `version`: the version of the event StandingsPublished."""

    digest: str
    version: int


class Stage(NamedTuple):
    """A stage. `first`: its first round. `version`: that of the event StageBegun; 0 for a first stage without one. `groups`: its entries,
    the first seed of each group first; empty: all entries of the tournament. `carried`: the points that entries bring into it. `by`: how
    its entries were chosen; None: by hand. `lines`: the lines of a schedule that entries held when it ended, by entry. The other fields
    are as in `Tournament`, after the stage has ended."""

    first: int
    version: int
    format: str
    settings: Settings
    groups: tuple[tuple[int, ...], ...] = ()
    carried: Mapping[int, int] = {}
    by: PairedBy | None = None
    lots: tuple[int, ...] = ()
    ruled: tuple[tuple[int, ...], ...] = ()
    lines: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after event `version` of its stream. `entries`, `rounds`: by number. `adjusted`: the adjustments, in order. `published`:
    by round, the standings that were last shown to everyone. `lots`: the order of entries that lots decided, the best place first. `ruled`:
    the orders that the director ruled, each with the best place first; no entry is in two of them. `announced`: the last ANNOUNCEMENTS
    announcements, in order. `wishes`: all that the director made, in order. `stages`: in order; empty if all play together from the first
    round to the last. Format, settings, lots and ruled orders are those of the last stage.

    `ever`: by the number of an entry, all people who were ever in it, also in events that were withdrawn."""

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
    ruled: tuple[tuple[int, ...], ...] = ()
    published: Mapping[int, Published] = field(default_factory=dict)
    finished: bool = False
    announced: tuple[Announcement, ...] = ()
    wishes: tuple[Wish, ...] = ()
    stages: tuple[Stage, ...] = ()
    ever: Mapping[int, frozenset[PersonId]] = field(default_factory=dict)

    @property
    def games(self) -> Mapping[str, frozenset[int]]:
        """The games that are linked to tables of published rounds, each with the numbers of its tables."""
        found: dict[str, frozenset[int]] = {}
        for paired in self.rounds.values():
            for number, seated in paired.tables.items() if paired.published else ():
                if seated.game is not None:
                    found[seated.game] = found.get(seated.game, frozenset()) | {number}
        return found
