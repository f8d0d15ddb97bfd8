"""The problems that are found in a sheet. Each has a place on the sheet and a message for the person who wrote the sheet. All problems are
reported at once."""

from typing import Final, NamedTuple

MOST: Final = 100
"""The most problems that are reported. When this many are found, the rest of the sheet is not read."""
_SHOWN: Final = 40


class Position(NamedTuple):
    """A place on a sheet: line and column, both counted from 1; a column counts characters."""

    line: int
    column: int


class Problem(NamedTuple):
    """One problem of a sheet, with its place."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class Problems:
    """Collects up to MOST problems, and remembers whether there were more. `full`: whether no more problems are collected, so that the rest
    of the sheet need not be read."""

    def __init__(self) -> None:
        self._found: list[Problem] = []
        self.full = False

    def add(self, place: Position, message: str) -> None:
        if not self.full:
            self._found.append(Problem(place.line, place.column, message))
            self.full = len(self._found) > MOST

    def stop(self, place: Position, message: str) -> None:
        """Add a problem after which the rest of the sheet is not read: the sheet exceeds a limit."""
        self.add(place, message)
        self.full = True

    def __len__(self) -> int:
        return len(self._found)

    def told(self) -> tuple[Problem, ...]:
        """Return the problems from top to bottom. If there were more than MOST, a last entry says so."""
        listed = sorted(self._found[:MOST])
        if len(self._found) > MOST:
            listed.append(Problem(listed[-1].line, listed[-1].column, f"there are more problems; {MOST} are listed"))
        return tuple(listed)


def shown(text: str) -> str:
    """Return a piece of a sheet for a message: shortened, with printable characters only."""
    cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return cut if cut.isprintable() else ascii(cut)[1:-1]
