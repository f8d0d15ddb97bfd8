"""Finds the best perfect matching: a choice of edges that pairs every node once.

Each edge has three numbers: `lead`, `gap` (in Swiss, the difference of points) and `rest`. The best matching has the least sum of `lead`.
Of several matchings with this sum, the one with the best list of gaps is best: lists begin with the greatest gap, and at the first place
where two lists differ, the smaller gap is better. Of several matchings with this list, the one with the least sum of `rest` is best. By
these rules, one pair with a great gap is worse than many pairs with smaller gaps.

How the best matching is computed: each gap that occurs is a *level*, and its result is the number of pairs with this gap. `lead` is the
level before all gaps, `rest` the level after them; their results are sums. The weight of an edge is one number with a digit for each level.
rustworkx computes in 128 bits, but 500 entries after 11 rounds may need 176. So the levels are solved in *windows*, the first levels first.
A window has as many levels as fit into MOST_BITS. After each window:

- If a gap was solved, but no pair of the result has it, all edges with this gap are dropped.
- The lowest digit of a window is the sum of a power of the unsolved gaps. This keeps the greatest unsolved gap of the result as small as
  possible. So all gaps above it are solved too, with the result 0, and most edges are dropped.
- If all edges with a solved gap are in the result, these pairs are settled, and their nodes leave.
- Parts of the graph that are no longer connected are solved separately.
- Every other solved level keeps a digit in the next window. No matching has a smaller result there, so the digit only has to prevent a
  greater one.

Limit: if the solved levels alone fill a window, the pair with the greatest gap is settled. From then on, only the levels that were solved
before are certainly best. The limit is reached only with hundreds of entries and thousands of different gaps, most of which occur several
times.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import prod
from typing import Final, NamedTuple

from rustworkx import PyGraph, max_weight_matching

from domain.tournament.formats.kinds import Steps, no_steps

MOST_BITS: Final = 112
"""The greatest size of a weight, in bits. rustworkx needs the other bits for its sums."""
LEAD: Final = -1
"""Levels are named by their gaps, which are numbers from 0. The level `lead` has no gap; this number names it."""
NO_GAP: Final = 0


class Edge(NamedTuple):
    """Two nodes that may be paired. `one`, `other`: the numbers of the nodes, from 0. `gap`, `rest` and `lead` are 0 or more."""

    one: int
    other: int
    gap: int = NO_GAP
    rest: int = 0
    lead: int = 0

    def on(self, level: int) -> int:
        """Return what this edge adds to the result of a level: for a gap, 1 if the edge has this gap, otherwise 0."""
        return self.lead if level == LEAD else int(self.gap == level)


def gaps_of(edges: Iterable[Edge]) -> tuple[int, ...]:
    """Return the gaps of the edges, the greatest first."""
    return tuple(sorted((edge.gap for edge in edges), reverse=True))


def perfect(edges: Sequence[Edge], pairs: int, costs: Sequence[int] | None = None) -> list[Edge] | None:
    """Choose `pairs` edges without a common node, so that the sum of their `costs` is least, and return them. If `costs` is None, any such
    choice will do. Returns None if no such choice is possible."""
    if len(edges) < pairs:
        return None
    weights = [0] * len(edges) if costs is None else [-cost for cost in costs]
    graph: PyGraph[None, int] = PyGraph()
    graph.add_nodes_from([None] * (1 + max((max(edge.one, edge.other) for edge in edges), default=-1)))
    graph.extend_from_weighted_edge_list([(edge.one, edge.other, at) for at, edge in enumerate(edges)])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=weights.__getitem__)
    return [edges[graph.get_edge_data(one, other)] for one, other in found] if len(found) == pairs else None


def enough_gap(edges: Sequence[Edge], pairs: int) -> int | None:
    """Return an upper limit for the gaps of the best matching. Usually the limit is exactly the greatest gap of the best matching. Returns
    None if there is no perfect matching."""
    powers = _powers([edge.gap for edge in edges], pairs, MOST_BITS)
    found = perfect(edges, pairs, [powers[edge.gap] for edge in edges])
    return None if found is None else max((edge.gap for edge in found), default=NO_GAP)


def best(edges: Sequence[Edge], pairs: int, most_bits: int = MOST_BITS, progress: Steps = no_steps) -> list[Edge] | None:
    """Return the best matching, or None if there is none. `pairs`: half the number of nodes. If the choice between equally good matchings
    must always be the same, give each edge a different `rest`. `progress`: called three times for each window (some levels solved
    together). A step is an edge that is settled or dropped. While a window is being solved, a part of its edges counts already: a tenth
    when the weights are known, four tenths when the window is matched."""

    def tell(tenths: int) -> None:
        left = 10 * sum(len(waiting.edges) for waiting in parts) + (10 - tenths) * len(part.edges)
        progress(10 * len(edges) - left, 10 * len(edges))

    settled: list[Edge] = []
    parts = [_Part(list(edges), pairs, {})]
    while parts:
        part = parts.pop()
        window = _window(part, most_bits)
        tell(1)
        found = perfect(part.edges, part.pairs, window.costs)
        tell(4)
        if found is None:
            return None
        if window.complete:
            settled += found
        elif (solved := _solved(part, window, found)) <= part.decided.keys():
            _split(part.edges, found, part.decided, max(found, key=lambda edge: edge.gap), settled, parts)
        else:
            _split(part.edges, found, solved, None, settled, parts)
        progress(len(edges) - sum(len(waiting.edges) for waiting in parts), len(edges))
    return settled


class _Part(NamedTuple):
    """A part of the graph that is solved separately. `edges`: those that the best matching of the part may have. `pairs`: the number of
    pairs. `decided`: the results of the solved levels, the first level first; results of 0 are left out."""

    edges: list[Edge]
    pairs: int
    decided: dict[int, int]


class _Window(NamedTuple):
    """The next levels to solve in a part. `levels`: by level, the weight of one unit in the level's digit. `costs`: the weight of each
    edge. `complete`: whether all levels fit, including `rest`. If not, the lowest digit has powers of the other gaps."""

    levels: dict[int, int]
    costs: list[int]
    complete: bool


def _window(part: _Part, most_bits: int) -> _Window:
    bases = _bases(part)
    room = 1 + part.pairs * max((edge.rest for edge in part.edges), default=0)
    complete = (prod(bases.values()) * room).bit_length() <= most_bits
    fitting = list(bases) if complete else _fitting(bases, len(part.decided), most_bits)
    powers: dict[int, int] = {}
    if not complete:
        bits = most_bits - prod(bases[level] for level in fitting).bit_length()
        powers = _powers([gap for gap in bases if gap != LEAD and gap not in fitting], part.pairs, bits)
        room = 1 + part.pairs * max(powers.values(), default=0)
    units: dict[int, int] = {}
    for level in reversed(fitting):
        units[level] = room
        room *= bases[level]
    lead, last, of = units.get(LEAD, 0), int(complete), powers | units
    return _Window(units, [of.get(edge.gap, 0) + lead * edge.lead + last * edge.rest for edge in part.edges], complete)


def _fitting(bases: dict[int, int], decided: int, most_bits: int) -> list[int]:
    """Return the first levels, as many as fit into a window. A third of the bits that the solved levels do not need is kept for the powers
    of the other gaps. The first level that is not solved yet may use all bits. `decided`: how many levels are solved; these come first."""
    sizes = list(bases.values())
    most = most_bits - max(0, most_bits - prod(sizes[:decided]).bit_length()) // 3
    fitting: list[int] = []
    room = 1
    for level, base in bases.items():
        room *= base
        if room.bit_length() > (most if len(fitting) > decided else most_bits):
            break
        fitting.append(level)
    return fitting


def _powers(gaps: Collection[int], pairs: int, bits: int) -> dict[int, int]:
    """Raise all gaps to the same power and return {gap: the result}. The power is the greatest one for which a sum over `pairs` pairs has
    at most `bits` bits. If no power is small enough, all results are 0."""
    power = (bits - pairs.bit_length()) // max(1, max(gaps, default=0).bit_length())
    return {gap: gap**power if power > 0 else 0 for gap in gaps}


def _solved(part: _Part, window: _Window, found: list[Edge]) -> set[int]:
    """Return the levels on which the result of a window is certainly best. The result is always best on the levels of the window. Once
    `lead` is solved, it is also best on each gap that is greater than every gap of `found` outside the window."""
    greatest = max((edge.gap for edge in found if edge.gap not in window.levels), default=NO_GAP)
    if LEAD not in window.levels and any(edge.lead for edge in part.edges):
        return {*window.levels}
    return {*window.levels, *(edge.gap for edge in part.edges if edge.gap > greatest)}


def _bases(part: _Part) -> dict[int, int]:
    """Return the base of each level's digit, the first level first. A base is one more than the greatest result that its level can have."""
    numbers = Counter(edge.gap for edge in part.edges)
    lead = part.pairs * max((edge.lead for edge in part.edges), default=0)
    most = {LEAD: lead} if lead else {}
    most.update((gap, min(numbers[gap], part.pairs)) for gap in sorted(numbers, reverse=True) if gap != NO_GAP)
    return {level: 1 + part.decided.get(level, bound) for level, bound in most.items()}


def _split(
    edges: list[Edge], found: list[Edge], levels: Iterable[int], chosen: Edge | None, settled: list[Edge], parts: list[_Part]
) -> None:
    """Use the result of a window (some levels solved together). Pairs that are certain are added to `settled`, and each connected part
    of the other nodes to `parts`. `found`: a matching with the best result on `levels`. `chosen`: a pair of `found` that is settled
    in any case."""
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
    """Return the parts of a graph that are not connected with each other, as the list of edges of each part."""
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
