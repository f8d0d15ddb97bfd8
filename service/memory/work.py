"""How much work an API process may do on one request. For more work, the request must go to a heavy worker (service/heavy/)."""

from typing import Final

MOST_STEPS: Final = 300
"""The most steps of a record that are read, or rendered, within the event loop: about 20 ms of work."""
A_GAME: Final = 10
"""Reading anything of a game costs as much as this many steps, because the game's keys must be looked up and read. The steps that are read
come on top. Measured: 0.5 ms for a game of one event."""
PRINTED: Final = 1500
"""Making even a short document takes as long as reading this many steps: some 100 ms."""
MOST_BYTES: Final = 64 * 1024
"""The most bytes of a file that are parsed within the event loop: about 20 ms of work."""

MOST_CELLS: Final = 1200
"""The most cells (entries × rounds) of a tournament whose standings or cross table are computed within the event loop: about 20 ms of work.
Measured: 13 µs a cell."""
MOST_PEOPLE: Final = 3000
"""The most people of a club who are listed or counted within the event loop: about 20 ms of work."""


class TooLong(Exception):
    """This work takes too long for an event loop. The request must be answered by a heavy worker."""


class WorkBudget:
    """Says how much work the event loop of this process may do on one request. `bounded`: whether there is a limit. Processes that serve
    one request at a time have none."""

    def __init__(self, *, bounded: bool = False) -> None:
        self.bounded = bounded

    def summed(self) -> "WorkBudget":
        """Return a budget for one request that ranks several tournaments: each counts together with those before it."""
        return _Summed(bounded=self.bounded)

    def steps(self, count: int) -> None:
        """Raise TooLong if reading or rendering `count` steps of a record would take too long here."""
        if self.bounded and count > MOST_STEPS:
            raise TooLong

    def cells(self, count: int) -> None:
        """Raise TooLong if ranking or arranging a tournament with `count` cells would take too long here."""
        if self.bounded and count > MOST_CELLS:
            raise TooLong

    def people(self, count: int) -> None:
        """Raise TooLong if listing `count` people would take too long here."""
        if self.bounded and count > MOST_PEOPLE:
            raise TooLong

    def bytes(self, count: int) -> None:
        """Raise TooLong if parsing `count` bytes of a file would take too long here."""
        if self.bounded and count > MOST_BYTES:
            raise TooLong


class _Summed(WorkBudget):
    def __init__(self, *, bounded: bool) -> None:
        super().__init__(bounded=bounded)
        self._cells = 0

    def cells(self, count: int) -> None:
        self._cells += count
        super().cells(self._cells)
