"""Finds the best perfect matching: a choice of edges that pairs every node once.

Each edge has three numbers: `lead`, `gap` (in Swiss, the difference of points) and `rest`. The best matching has the least sum of `lead`;
then the least list of gaps; then the least sum of `rest`. Lists of gaps begin with the greatest gap; at the first difference the smaller
gap is better. So one pair with a greater gap is worse than any number of pairs with smaller gaps.

Each gap that occurs is a *level*; its result is the number of pairs with this gap. `lead` is the level before all gaps, `rest` the level
after them; their results are sums. The weight of an edge is one number with a digit for each level. rustworkx computes in 128 bits, but 500
entries after 11 rounds may need 176. So the levels are solved in *windows*, the first levels first. A window has as many levels as fit into
MOST_BITS. After each window:

- A solved gap that no pair of the result has is dropped, with its edges.
- If all edges of a solved gap are in the result, these pairs are settled, and their nodes leave.
- Parts of the graph that are no longer connected are solved separately.
- Every other solved level keeps a digit in the next window. No matching has a smaller result there, so the digit only has to prevent a
  greater one.

Limit: if the solved levels alone fill a window, the pair with the greatest gap is settled. Then only the levels that were solved before are
certainly best. This needs hundreds of entries and thousands of different gaps, most of which occur several times.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rustworkx import PyGraph, max_weight_matching

MOST_BITS: Final = 112
"""The greatest size of a weight, in bits. rustworkx needs the other bits for its sums."""
LEAD: Final = -1
"""Stands for the level `lead`. All other levels are called by their gap."""
NO_GAP: Final = 0


class Edge(NamedTuple):
    """Two nodes that may be paired. Nodes are numbered from 0. `gap`, `rest` and `lead` are 0 or more."""

    one: int
    other: int
    gap: int = NO_GAP
    rest: int = 0
    lead: int = 0

    def on(self, level: int) -> int:
        """What this edge adds to the result of a level."""
        return self.lead if level == LEAD else int(self.gap == level)


def gaps_of(edges: Iterable[Edge]) -> tuple[int, ...]:
    """The gaps, the greatest first."""
    return tuple(sorted((edge.gap for edge in edges), reverse=True))


def perfect(edges: Sequence[Edge], pairs: int, costs: Sequence[int] | None = None) -> list[Edge] | None:
    """Choose `pairs` edges without a common node, with the least sum of `costs` (None: any such choice). Returns None if there is no such
    choice."""
    if len(edges) < pairs:
        return None
    graph: PyGraph[None, tuple[int, int]] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (1 + max((max(edge.one, edge.other) for edge in edges), default=-1)))
    weights = [0] * len(edges) if costs is None else costs
    graph.extend_from_weighted_edge_list([(edges[at].one, edges[at].other, (-cost, at)) for at, cost in enumerate(weights)])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=lambda data: data[0])
    return [edges[graph.get_edge_data(one, other)[1]] for one, other in found] if len(found) == pairs else None


def best(edges: Sequence[Edge], pairs: int, most_bits: int = MOST_BITS) -> list[Edge] | None:
    """The best matching as the module says; None if there is none. `pairs`: half the number of nodes. If the choice between equally good
    matchings must always be the same, give each edge a different `rest`."""
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
    """A part of the graph that is solved separately. `edges`: those that the best matching of the part may have. `decided`: the results of
    the solved levels, the first level first, without zeros."""

    edges: list[Edge]
    pairs: int
    decided: dict[int, int]


class _Window(NamedTuple):
    """The next levels to solve in a part. `levels`: by level, the weight of 1 in its digit. `costs`: the weight of each edge. `complete`:
    whether all levels fit, including `rest`."""

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
    """The base of each level's digit, the first level first."""
    numbers = Counter(edge.gap for edge in part.edges)
    lead = part.pairs * max((edge.lead for edge in part.edges), default=0)
    most = {LEAD: lead} if lead else {}
    most.update((gap, min(numbers[gap], part.pairs)) for gap in sorted(numbers, reverse=True) if gap != NO_GAP)
    return {level: 1 + part.decided.get(level, bound) for level, bound in most.items()}


def _up_to_the_least_limit(part: _Part) -> _Part:
    """Leave out great gaps: find the least limit on gaps that still allows a matching, and drop the edges above this limit."""

    def up_to(gap: int) -> list[Edge]:
        return [edge for edge in part.edges if edge.gap <= gap]

    gaps = sorted({edge.gap for edge in part.edges})
    at = bisect_left(gaps, True, key=lambda gap: perfect(up_to(gap), part.pairs) is not None)
    return part._replace(edges=up_to(gaps[at])) if at < len(gaps) else part


def _split(
    edges: list[Edge], found: list[Edge], levels: Iterable[int], chosen: Edge | None, settled: list[Edge], parts: list[_Part]
) -> None:
    """Use the result of a window: add certain pairs to `settled`, and each connected part that is left to `parts`. `found`: a matching with
    the best result on `levels`. `chosen`: a pair of `found` that is settled in any case."""
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
    """The edges of each connected part of the graph."""
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
