"""Which points of a deal, and which winners, the rules allow, whatever was played. Source: docs/rules/05_bid_whist.md, BW-4, BW-6."""

from collections.abc import Mapping
from functools import lru_cache

from domain.systems.bid_whist.rules import HAND, Ruleset, decided, scored
from domain.tricks.sides import Side
from domain.words.phrases import counted


def fault(rules: Ruleset, points: Mapping[Side, int]) -> str:
    """Return in words why no deal can give the sides these points; empty if a deal can. `points`: by side. No points for anybody are always
    possible, because the deal may have been void."""
    stated = [points[side] for side in sorted(points)]
    pairs = brought(rules)
    never = sorted({*stated} - {each for pair in pairs for each in pair})
    if never:
        return f"no deal brings a side {counted(never[0], 'point')}"
    together = len(stated) < 2 or not any(stated) or not pairs.isdisjoint([(*stated,), (*stated[::-1],)])
    return "" if together else f"no deal brings {' and '.join(map(str, stated))} points together"


@lru_cache(maxsize=256)
def brought(rules: Ruleset) -> frozenset[tuple[int, ...]]:
    """Return every pair (points of the maker's side, points of the defenders) that a deal can give."""
    bids = [(level, kind) for level in range(rules.bid_min, rules.bid_max + 1) for kind in rules.kind_order]
    books = {"maker": (True,), "none": (False,)}.get(rules.kitty_is_book, (False, True))
    results = [scored(rules, *bid, tricks, kitty=kitty) for bid in bids for tricks in range(HAND + 1) for kitty in books]
    return frozenset((result.makers, result.defenders) for result in results)


def winners(rules: Ruleset, totals: Mapping[Side, int]) -> frozenset[Side]:
    """Return the sides that may have won with these totals, whichever side was the maker's in the last deal (BW-6, BW-7)."""
    return frozenset(won for makers in totals if (won := decided(rules, totals, makers)) is not None)
