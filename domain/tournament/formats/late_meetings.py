"""Lets entries of a round robin meet late: a seeded search gives them the lines of the Berger table in such an order that as few wishes as
possible are broken. It begins with the order in which they hold the lines anyway, and changes nothing if that keeps all wishes."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from domain.tournament.formats.chance import Chance
from domain.tournament.wishes import Apart, Wish

Meets = Callable[[int, int], int | None]
"""The type of a function that returns the round in which two lines meet first; None if they never do."""
HARD: Final = 10**6
"""The cost of two entries that meet before a hard wish lets them; before a soft wish it is 1. There are fewer soft wishes than this."""
TRIES: Final = 60
"""With how many others an entry that meets somebody too early tries to exchange its line, in each step."""
WORK: Final = 600_000
"""About how often the search asks when two entries meet. With this limit, the largest round robins take about a second."""
STUCK: Final = 40
"""After so many steps without anything better, the search begins again with another order."""
BEGINNINGS: Final = 12
"""How many orders the search begins with at most."""


class Early(NamedTuple):
    """Two entries that meet before a wish lets them. `round`: in which they meet."""

    entries: tuple[int, int]
    round: int
    wish: Wish


def too_early(lines: Mapping[int, int], apart: Apart, met_in: Meets) -> list[Early]:
    """Return the pairs that meet too early. `lines`: by entry."""
    found = []
    for (one, other), wish in apart.items():
        number = met_in(lines[one], lines[other]) if one in lines and other in lines else None
        if number is not None and wish.holds_in(number):
            found.append(Early((one, other), number, wish))
    return found


def meeting_late(lines: Mapping[int, int], apart: Apart, met_in: Meets, chance: Chance) -> dict[int, int]:
    """Return the line of each entry in the best order that the search finds. `lines`: by entry, where the search begins."""
    search = _Search(dict(lines), apart, met_in, chance)
    best, least = dict(lines), search.cost
    for _ in range(BEGINNINGS):
        still = 0
        while search.cost and still < STUCK and search.work < WORK:
            search.step()
            still += 1
            if search.cost < least:
                best, least, still = dict(search.lines), search.cost, 0
        if not least or search.work >= WORK:
            break
        search.begin_again()
    return best


class _Search:
    """`lines`: by entry, as they are now. `cost`: of them. `work`: how much was done so far."""

    def __init__(self, lines: dict[int, int], apart: Apart, met_in: Meets, chance: Chance) -> None:
        self.lines, self.work = lines, 0
        self._met_in, self._chance = met_in, chance
        self._apart = {pair: wish for pair, wish in apart.items() if pair[0] in lines and pair[1] in lines}
        self._near: dict[int, list[tuple[int, Wish]]] = {entry: [] for entry in lines}
        for (one, other), wish in self._apart.items():
            self._near[one].append((other, wish))
            self._near[other].append((one, wish))
        self._early: list[Early] = []
        self.cost = self._cost()

    def _cost(self) -> int:
        self.work += len(self._apart)
        self._early = too_early(self.lines, self._apart, self._met_in)
        return sum(HARD if each.wish.hard else 1 for each in self._early)

    def step(self) -> None:
        """Let one entry that meets somebody too early exchange its line with the best of some others, even if that is worse than before."""
        entry = self._early[self._chance.below(len(self._early))].entries[self._chance.below(2)]
        others = [other for other in self.lines if other != entry]
        if len(others) > TRIES:
            others = [others[self._chance.below(len(others))] for _ in range(TRIES)]
        gains = [(self._gain(entry, other), self._chance.below(2**32), other) for other in others]
        self._exchange(entry, min(gains)[-1])
        self.cost = self._cost()

    def begin_again(self) -> None:
        self.lines = dict(zip(self.lines, self._chance.mixed(self.lines.values()), strict=True))
        self.cost = self._cost()

    def _exchange(self, one: int, other: int) -> None:
        self.lines[one], self.lines[other] = self.lines[other], self.lines[one]

    def _gain(self, one: int, other: int) -> int:
        """Return by how much the cost rises if two entries exchange their lines."""
        before = self._around(one) + self._around(other)
        self._exchange(one, other)
        after = self._around(one) + self._around(other)
        self._exchange(one, other)
        return after - before

    def _around(self, entry: int) -> int:
        """Return the cost of the wishes that name an entry."""
        near, mine = self._near[entry], self.lines[entry]
        self.work += len(near) + 1
        times = ((wish, self._met_in(mine, self.lines[other])) for other, wish in near)
        return sum(HARD if wish.hard else 1 for wish, number in times if number is not None and wish.holds_in(number))
