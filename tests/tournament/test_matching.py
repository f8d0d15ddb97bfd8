"""The matching is compared with a search through all matchings. The search computes with whole numbers of any size."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from hypothesis import strategies as st

from domain.tournament.formats.matching import Edge, best, gaps_of, perfect
from tests.speeds import examples, seeds

ENOUGH_BITS = 20
"""The search examines a cost in parts (windows) of this many bits. The number is so small that a search needs many windows, but large
enough for an exact result with up to six pairs."""


def exact(nodes: int, edges: Sequence[Edge]) -> int | None:
    """Return the cost of the best matching; None if there is none. A cost has one digit for each score gap, and no digit can overflow."""
    base = 10**4
    cost = {frozenset((edge.one, edge.other)): cost_of([edge], base) for edge in edges}

    @cache
    def least(left: frozenset[int]) -> int | None:
        if not left:
            return 0
        one = min(left)
        ways = [
            table + after
            for other in left - {one}
            if (table := cost.get(frozenset((one, other)))) is not None and (after := least(left - {one, other})) is not None
        ]
        return min(ways, default=None)

    return least(frozenset(range(nodes)))


def cost_of(edges: Sequence[Edge], base: int = 10**4) -> int:
    return sum(edge.lead * base**100 + (base**edge.gap if edge.gap else 0) + edge.rest for edge in edges)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[Edge]]:
    nodes = 2 * draw(st.integers(1, 5))
    most_gap, most_rest, most_lead = draw(st.sampled_from([(2, 0, 0), (3, 9, 0), (60, 0, 0), (60, 9, 2), (99, 99, 0)]))
    rnd = Random(draw(st.integers(0, 10**6)))
    share = draw(st.sampled_from([0.3, 0.6, 1.0]))
    edges = [
        Edge(one, other, rnd.randint(0, most_gap), rnd.randint(0, most_rest), rnd.randint(0, most_lead))
        for one in range(nodes)
        for other in range(one + 1, nodes)
        if rnd.random() < share
    ]
    return nodes, edges


@examples(150, 3_000, graph=graphs(), bits=st.sampled_from([ENOUGH_BITS, 40, 112]))
def test_the_matching_found_has_the_least_cost_of_all_matchings(graph: tuple[int, list[Edge]], bits: int) -> None:
    nodes, edges = graph
    found = best(edges, nodes // 2, bits)
    assert (None if found is None else cost_of(found)) == exact(nodes, edges)
    if found is not None:
        assert sorted(node for edge in found for node in (edge.one, edge.other)) == list(range(nodes))
        assert set(found) <= set(edges)


@pytest.mark.parametrize("seed", seeds(60, quick=6))
def test_searching_score_gaps_in_windows_gives_the_same_result_as_searching_them_all_at_once(seed: int) -> None:
    rnd = Random(seed)
    nodes = 2 * rnd.randint(10, 30)
    points = [rnd.randint(0, 9) for _ in range(nodes)]
    edges = [
        Edge(one, other, abs(points[one] - points[other]), rnd.randint(0, 50))
        for one in range(nodes)
        for other in range(one + 1, nodes)
        if rnd.random() < 0.3
    ]
    base = nodes // 2 + 1
    whole = perfect(edges, nodes // 2, [base**edge.gap if edge.gap else 0 for edge in edges])
    narrow = best(edges, nodes // 2, 48)
    assert whole is not None
    assert narrow is not None
    assert gaps_of(narrow) == gaps_of(whole)
    together = best(edges, nodes // 2)
    assert together is not None
    assert (gaps_of(together), sum(edge.rest for edge in together)) == (gaps_of(narrow), sum(edge.rest for edge in narrow))


def test_a_graph_with_an_odd_number_of_nodes_has_no_matching() -> None:
    assert best([Edge(0, 1), Edge(1, 2)], 2) is None


def test_an_empty_graph_has_an_empty_matching() -> None:
    assert best([], 0) == []
