"""What is wrong with a sheet: where, and in words for whoever wrote it. All of it is told at once."""

from typing import Final, NamedTuple

MOST: Final = 100
"""Problems that are told; a sheet with more is not read to its end."""
_SHOWN: Final = 40


class Place(NamedTuple):
    """Line and column, from 1; a column counts characters."""

    line: int
    column: int


class Problem(NamedTuple):
    """One thing wrong, and where."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class Problems:
    """Collects up to MOST problems; those behind are only known to be there."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, place: Place, message: str) -> None:
        if not self.full:
            self._found.append(Problem(place.line, place.column, message))

    @property
    def full(self) -> bool:
        return len(self._found) > MOST

    def __bool__(self) -> bool:
        return bool(self._found)

    def told(self) -> tuple[Problem, ...]:
        """From top to bottom; where there are more than MOST, the last one says so."""
        told = sorted(self._found[:MOST])
        if self.full:
            told.append(Problem(told[-1].line, told[-1].column, f"there are more problems; {MOST} are listed"))
        return tuple(told)


def shown(text: str) -> str:
    """A piece of a sheet as it is quoted in a message: short, and of characters that any terminal prints."""
    cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return cut if cut.isprintable() else ascii(cut)[1:-1]
