"""Counts independently which entries played together and which played against each other."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from domain.tournament.formats.kinds import Sides

Pair = frozenset[int]


class Counted:
    """Counts who were partners, who were opponents and who sat out, at tables of two against two."""

    def __init__(self, rounds: Iterable[tuple[Iterable[Sides], Iterable[int]]]) -> None:
        self.together: Counter[Pair] = Counter()
        self.against: Counter[Pair] = Counter()
        self.out: Counter[int] = Counter()
        for tables, rests in rounds:
            seen: list[int] = []
            for (a, b), (c, d) in tables:
                self.together.update([frozenset({a, b}), frozenset({c, d})])
                self.against.update([frozenset({a, c}), frozenset({a, d}), frozenset({b, c}), frozenset({b, d})])
                seen += [a, b, c, d]
            self.out.update(rests)
            seen += rests
            assert len(seen) == len(set(seen)), "an entry is in a round twice"

    def unevenness(self, entries: Sequence[int]) -> Mapping[str, int]:
        pairs = [frozenset(pair) for pair in combinations(entries, 2)]
        again = sum(self.together[pair] - 1 for pair in pairs if self.together[pair])
        against = sorted(self.against[pair] for pair in pairs)
        out = sorted(self.out[entry] for entry in entries)
        if not again and against[-1] < 2:
            return {}
        return {
            "partner_repeats": again,
            "opponents_least": against[0],
            "opponents_most": against[-1],
            "sit_outs_least": out[0],
            "sit_outs_most": out[-1],
        }
