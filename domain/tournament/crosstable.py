"""The cross table: what each entry got in each round, and against which opponents. The rows are in the order of the standings.

It has two layouts. The layout by rounds has a column for each round. The layout by opponents has a column for each entry; it is for formats
in which everybody meets, and for MOST_BY_OPPONENTS entries at most.

`mark` writes a cell in the usual letters. At a table: W win, D draw, L loss, X win by forfeit, F loss by forfeit, * no result yet; the
numbers of the opponents follow, as in `W12` or `L3+7`. Without a table: B bye, H half-point bye, Z zero-point bye, U unplayed.
"""

from collections.abc import Collection, Mapping
from typing import Final, Literal, NamedTuple

from domain.tournament.history import History, Kind, Line, Outcome
from domain.tournament.scoring import history_of
from domain.tournament.standings import Row, ranking
from domain.tournament.state import Round, Seated, Tournament

MOST_BY_OPPONENTS: Final = 60
WITHOUT_TABLE: Final[Mapping[str, str]] = {"bye": "B", "full": "B", "half": "H", "zero": "Z", "absent": "U"}
LETTERS: Final[Mapping[tuple[str, Outcome | None], str]] = {
    ("played", "win"): "W",
    ("played", "draw"): "D",
    ("played", "loss"): "L",
    ("forfeit", "win"): "X",
    ("forfeit", "loss"): "F",
    ("open", None): "*",
}


class Cell(NamedTuple):
    """What one entry got in one round. `kind`: as in `Line`, or `open` if the table has no result yet. `opponents`, `partners`: entry
    numbers. `score`: the entry's score; `against`: the best score of another side; both are None if they are unknown or if the entry had no
    table. `table`: None if the entry had no table. `outcome`: None if there is no result."""

    round: int
    kind: Kind | Literal["open"]
    table: int | None = None
    opponents: tuple[int, ...] = ()
    partners: tuple[int, ...] = ()
    outcome: Outcome | None = None
    score: int | None = None
    against: int | None = None
    points: int = 0


class CrossRow(NamedTuple):
    """An entry's row in the cross table. `place`, `points`: as in the standings. `cells`: one for each round of the table, in order; a cell
    is None if its round may not be shown. If an entry came late, its cells for the rounds before have the kind `absent`."""

    place: int
    entry: int
    points: int
    cells: tuple[Cell | None, ...]

    @property
    def meetings(self) -> dict[int, tuple[Cell, ...]]:
        """The cells of the rounds against each opponent, in order of rounds: {number of the opponent: cells}."""
        met: dict[int, tuple[Cell, ...]] = {}
        for cell in self.cells:
            for other in () if cell is None else cell.opponents:
                met[other] = (*met.get(other, ()), cell)  # type: ignore[arg-type]
        return met


class CrossTable(NamedTuple):
    """A cross table. `rounds`: the numbers of its rounds, in order. `rows`: the best place first."""

    rounds: tuple[int, ...]
    rows: tuple[CrossRow, ...]

    @property
    def by_opponents(self) -> bool:
        """Whether the cross table is small enough to have a column for each opponent."""
        return len(self.rows) <= MOST_BY_OPPONENTS


def cross_table(state: Tournament, through: int | None = None, hidden: Collection[int] = ()) -> CrossTable:
    """Return the cross table of the rounds up to `through`; None for all rounds. `hidden`: numbers of rounds whose cells are not shown. The
    results of these rounds still count in points and places, as in the standings."""
    history = history_of(state, through)
    rounds = tuple(number for number in sorted(state.rounds) if number <= history.rounds)
    shown = {number: _cells(state.rounds[number], history) for number in rounds if number not in hidden}
    return CrossTable(rounds, tuple(_row(row, rounds, shown) for row in ranking(state, through).rows))


def _row(row: Row, rounds: tuple[int, ...], shown: Mapping[int, Mapping[int, Cell]]) -> CrossRow:
    cells = tuple(shown[number].get(row.entry) if number in shown else None for number in rounds)
    return CrossRow(row.place, row.entry, row.points, cells)


def _cells(paired: Round, history: History) -> dict[int, Cell]:
    """Return what each entry got in a round, as cells of the cross table by entry number."""
    cells: dict[int, Cell] = {}
    for entry, lines in history.lines.items():
        line = next((line for line in lines if line.round == paired.number), None)
        if line is not None:
            cells[entry] = _played(line, paired)
    for seated in paired.tables.values():
        if seated.result is None:
            cells |= _open(paired.number, seated)
    return cells


def _played(line: Line, paired: Round) -> Cell:
    seated = None if line.table is None else paired.tables[line.table]
    scored = seated is not None and seated.result is not None and seated.result.scores is not None
    score, against = (line.score, line.against) if scored else (None, None)
    return Cell(line.round, line.kind, line.table, line.opponents, line.partners, line.outcome, score, against, line.points)


def _open(number: int, seated: Seated) -> dict[int, Cell]:
    cells = {}
    for side in seated.sides:
        opponents = tuple(entry for other in seated.sides if other is not side for entry in other)
        for entry in side:
            cells[entry] = Cell(number, "open", seated.table, opponents, tuple(other for other in side if other != entry))
    return cells


def mark(cell: Cell | None) -> str:
    """Return a cell in the letters that the first lines of this module explain. Returns an empty text for None."""
    if cell is None:
        return ""
    if cell.kind in WITHOUT_TABLE:
        return WITHOUT_TABLE[cell.kind]
    return LETTERS[cell.kind, cell.outcome] + "+".join(map(str, cell.opponents))
