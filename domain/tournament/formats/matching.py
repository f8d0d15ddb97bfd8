"""The best perfect matching: first the least sum of `lead`, then the lexicographically least list of gaps, then the least sum of `rest`.

The list of gaps is sorted, the greatest gap first. Each gap that occurs is a *level*: what counts is the number of pairs with that gap, and
one pair with a greater gap weighs more than all pairs with smaller ones. `lead` is the level before all gaps, `rest` the one after them.

A weight holds one digit for each level, in a base that suits this level. rustworkx computes in 128 bits, and 500 entries after 11 rounds
may need 176. So the levels are solved in *windows*, the first levels first: as many as fit into MOST_BITS. The result of a window decides
its levels. A gap that no pair needs is dropped with its edges. A gap whose edges are all needed is settled: its nodes leave. Nodes that
are not connected any more are matched for themselves. Any other level keeps a digit in the next window, with the base 1 + its result: no
matching has less there, so one too many must only outweigh what the later digits can gain.

Limit: when the decided levels alone fill a window, the pair with the greatest gap is settled. The result is then exact only for the levels
that were decided before. This needs hundreds of entries with thousands of different gaps, most of which occur several times.
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
    """The best matching with so many pairs that it leaves no node out, as the module says; None when there is none. Equal ones are as good
    as each other: give each edge a `rest` of its own where the choice must be the same each time."""
    settled: list[Edge] = []
    parts = [_Part(list(edges), pairs, {})]
    while parts:
        part = parts.pop()
        window = _window(part, most_bits)
        found = perfect(window.part.edges, window.part.pairs, window.costs)
        if found is None:
            return None
        if window.complete:
            settled += found
        elif window.levels.keys() <= part.decided.keys():
            _split(window.part.edges, found, part.decided, max(found, key=lambda edge: edge.gap), settled, parts)
        else:
            _split(window.part.edges, found, window.levels, None, settled, parts)
    return settled


class _Part(NamedTuple):
    """Nodes that are matched for themselves. `edges`: those that their best matching may have. `decided`: the results of the first levels,
    in order, without those that are 0."""

    edges: list[Edge]
    pairs: int
    decided: dict[int, int]


class _Window(NamedTuple):
    """The next matching of a part. `levels`: those that have a digit, and its unit. `complete`: all levels have one, and `rest` too."""

    part: _Part
    levels: dict[int, int]
    costs: list[int]
    complete: bool


def _window(part: _Part, most_bits: int) -> _Window:
    bases = _bases(part)
    if not part.decided and LEAD not in bases and sum(base.bit_length() for base in bases.values()) > most_bits:
        part = _up_to_the_least_limit(part)
        bases = _bases(part)
    rest = 1 + part.pairs * max((edge.rest for edge in part.edges), default=0)
    fitting, room = [], 1
    for level, base in bases.items():
        if (room * base).bit_length() > most_bits:
            break
        room *= base
        fitting.append(level)
    complete = len(fitting) == len(bases) and (room * rest).bit_length() <= most_bits
    unit = rest if complete else 1
    units: dict[int, int] = {}
    for level in reversed(fitting):
        units[level] = unit
        unit *= bases[level]
    lead, last = units.get(LEAD, 0), int(complete)
    return _Window(part, units, [units.get(edge.gap, 0) + lead * edge.lead + last * edge.rest for edge in part.edges], complete)


def _bases(part: _Part) -> dict[int, int]:
    """The base of each level, the first level first."""
    numbers = Counter(edge.gap for edge in part.edges)
    lead = part.pairs * max((edge.lead for edge in part.edges), default=0)
    most = {LEAD: lead} if lead else {}
    most.update((gap, min(numbers[gap], part.pairs)) for gap in sorted(numbers, reverse=True) if gap != NO_GAP)
    return {level: 1 + part.decided.get(level, bound) for level, bound in most.items()}


def _up_to_the_least_limit(part: _Part) -> _Part:
    """Without the gaps above the least limit that allows a matching: the greatest gap counts first."""

    def up_to(gap: int) -> list[Edge]:
        return [edge for edge in part.edges if edge.gap <= gap]

    gaps = sorted({edge.gap for edge in part.edges})
    at = bisect_left(gaps, True, key=lambda gap: perfect(up_to(gap), part.pairs) is not None)
    return part._replace(edges=up_to(gaps[at])) if at < len(gaps) else part


def _split(
    edges: list[Edge], found: list[Edge], levels: Iterable[int], chosen: Edge | None, settled: list[Edge], parts: list[_Part]
) -> None:
    """Add the pairs that are certain to `settled`, and what is left of the edges to `parts`: nodes without an edge between them are matched
    for themselves. `found`: a matching with the best result on `levels`. `chosen`: a pair of it that is settled in any case."""
    decided = {level: result for level in levels if (result := sum(edge.on(level) for edge in found))}
    unused, before = set(levels) - decided.keys(), len(edges)
    edges = [edge for edge in edges if edge.gap not in unused and not (edge.lead and LEAD in unused)]
    numbers = Counter(edge.gap for edge in edges)
    certain = [edge for edge in edges if edge == chosen or numbers[edge.gap] == decided.get(edge.gap)]
    if certain:
        nodes = {node for edge in certain for node in (edge.one, edge.other)}
        settled += certain
        edges = [edge for edge in edges if edge.one not in nodes and edge.other not in nodes]
        found = [edge for edge in found if edge.one not in nodes]
    components = _components(edges)
    if len(components) == 1 and len(edges) == before:
        parts.append(_Part(edges, len(found), decided))
        return
    homes = {edge.one: home for home, component in enumerate(components) for edge in component}
    pairs: list[list[Edge]] = [[] for _ in components]
    for edge in found:
        pairs[homes[edge.one]].append(edge)
    for component, own in zip(components, pairs, strict=True):
        _split(component, own, decided, None, settled, parts)


def _components(edges: list[Edge]) -> list[list[Edge]]:
    """The edges by connected component."""
    above: dict[int, int] = {}

    def home(node: int) -> int:
        while (parent := above.setdefault(node, node)) != node:
            above[node] = node = above[parent]
        return node

    for edge in edges:
        above[home(edge.one)] = home(edge.other)
    parts: dict[int, list[Edge]] = {}
    for edge in edges:
        parts.setdefault(home(edge.one), []).append(edge)
    return list(parts.values())
