"""The best perfect matching: first the least sum of `lead`, then the lexicographically least list of gaps, then the least sum of `rest`.

The list of gaps is sorted, the greatest gap first. Each gap that occurs is a *level*: what counts is the number of pairs with that gap, and
one pair with a greater gap weighs more than all pairs with smaller ones. `lead` is the level before all gaps, `rest` the one after them.

A weight holds one digit for each level, in a base that suits this level. rustworkx computes in 128 bits, and 500 entries after 11 rounds
may need 176. So the levels are solved in *windows*, the first levels first: as many as fit into MOST_BITS. The result of a window decides
its levels. A gap that no pair needs is dropped with its edges. A gap whose edges are all needed is settled: its nodes leave. Another level
keeps a digit in the next window, with the base 1 + its result, because no matching has less there: one too many must only outweigh what
the later digits can gain.

When the decided levels alone fill a window, the pair with the greatest gap is settled, so that the result is exact for all levels decided
before. Half-point scores never come near that point, and the tests measure that scores of hundreds of points do not reach it either.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rustworkx import PyGraph, max_weight_matching

MOST_BITS: Final = 112
"""The widest weight, in bits. The other bits are for the sums that rustworkx makes on its way."""
LEAD: Final = -1
"""The level of `lead`, among those that are called by their gap."""
NO_GAP: Final = 0


class Edge(NamedTuple):
    """Two nodes that may be paired. Nodes have numbers from 0. `gap`, `rest` and `lead` are not negative."""

    one: int
    other: int
    gap: int = NO_GAP
    rest: int = 0
    lead: int = 0

    def on(self, level: int) -> int:
        """What this edge adds to a level."""
        return self.lead if level == LEAD else int(self.gap == level)


def gaps_of(edges: Iterable[Edge]) -> tuple[int, ...]:
    """The gaps, the greatest first."""
    return tuple(sorted((edge.gap for edge in edges), reverse=True))


def perfect(edges: Sequence[Edge], pairs: int, costs: Sequence[int] | None = None) -> list[Edge] | None:
    """So many pairs without a common node, with the least sum of `costs` (None: any). Returns None when there are not so many."""
    if len(edges) < pairs:
        return None
    graph: PyGraph[None, tuple[int, int]] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (1 + max((max(edge.one, edge.other) for edge in edges), default=-1)))
    weights = [0] * len(edges) if costs is None else costs
    graph.extend_from_weighted_edge_list([(edges[at].one, edges[at].other, (-cost, at)) for at, cost in enumerate(weights)])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=lambda data: data[0])
    return [edges[graph.get_edge_data(one, other)[1]] for one, other in found] if len(found) == pairs else None


def best(edges: Sequence[Edge], pairs: int, most_bits: int = MOST_BITS) -> list[Edge] | None:
    """The best matching with so many pairs, as the module says; None when there is none. Equal ones are as good as each other: give each
    edge a `rest` of its own where the choice must be the same each time."""
    search = _Search(list(edges), pairs, most_bits)
    while (found := search.window()) is not None:
        if search.complete:
            return [*search.settled, *found]
        search.decide(found)
    return None


class _Search:
    """`edges`: those that the best matching may still have. `pairs`: how many are to be found. `settled`: pairs that were found.
    `decided`: the result of each level that has one and keeps a digit, in order. `complete`: whether the last window had all levels."""

    def __init__(self, edges: list[Edge], pairs: int, most_bits: int) -> None:
        self.edges, self.pairs, self.most_bits = edges, pairs, most_bits
        self.settled: list[Edge] = []
        self.decided: dict[int, int] = {}
        self.levels: list[int] = []
        self.complete = False

    def window(self) -> list[Edge] | None:
        """The best matching on the decided levels and as many of the next ones as fit; None when there is none at all."""
        bases = self._bases()
        if sum(base.bit_length() for base in bases.values()) > self.most_bits and not self.decided and LEAD not in bases:
            self._drop_gaps_above_the_least_limit()
            bases = self._bases()
        rest = 1 + self.pairs * max((edge.rest for edge in self.edges), default=0)
        self.levels, room = [], 1
        for level, base in bases.items():
            if (room * base).bit_length() > self.most_bits:
                break
            room *= base
            self.levels.append(level)
        self.complete = len(self.levels) == len(bases) and (room * rest).bit_length() <= self.most_bits
        unit = rest if self.complete else 1
        units: dict[int, int] = {}
        for level in reversed(self.levels):
            units[level] = unit
            unit *= bases[level]
        lead, last = units.get(LEAD, 0), int(self.complete)
        return perfect(
            self.edges, self.pairs, [units.get(edge.gap, 0) + lead * edge.lead + last * edge.rest for edge in self.edges]
        )

    def _bases(self) -> dict[int, int]:
        """The base of each level, the first level first."""
        numbers = Counter(edge.gap for edge in self.edges)
        lead = self.pairs * max((edge.lead for edge in self.edges), default=0)
        most = {LEAD: lead} if lead else {}
        most.update((gap, min(numbers[gap], self.pairs)) for gap in sorted(numbers, reverse=True) if gap != NO_GAP)
        return {level: 1 + self.decided.get(level, bound) for level, bound in most.items()}

    def _drop_gaps_above_the_least_limit(self) -> None:
        """Keep only gaps up to the least one that allows a matching: the greatest gap counts first."""
        gaps = sorted({edge.gap for edge in self.edges})
        at = bisect_left(gaps, True, key=lambda gap: perfect(self._up_to(gap), self.pairs) is not None)
        if at < len(gaps):
            self.edges = self._up_to(gaps[at])

    def _up_to(self, gap: int) -> list[Edge]:
        return [edge for edge in self.edges if edge.gap <= gap]

    def decide(self, found: list[Edge]) -> None:
        """Take over the result of a window."""
        if all(level in self.decided for level in self.levels):
            self._settle([max(found, key=lambda edge: edge.gap)])
            return
        self.decided = {level: sum(edge.on(level) for edge in found) for level in self.levels}
        self._drop_what_nobody_needs()
        numbers = Counter(edge.gap for edge in self.edges)
        self._settle([edge for edge in self.edges if self.decided.get(edge.gap) == numbers[edge.gap]])

    def _settle(self, pairs: list[Edge]) -> None:
        for edge in pairs:
            for level in self.decided:
                self.decided[level] -= edge.on(level)
        nodes = {node for edge in pairs for node in (edge.one, edge.other)}
        self.settled += pairs
        self.pairs -= len(pairs)
        self.edges = [edge for edge in self.edges if not nodes & {edge.one, edge.other}]
        self._drop_what_nobody_needs()

    def _drop_what_nobody_needs(self) -> None:
        unused = {level for level, result in self.decided.items() if not result}
        self.edges = [edge for edge in self.edges if edge.gap not in unused and not (edge.lead and LEAD in unused)]
        self.decided = {level: result for level, result in self.decided.items() if result}
