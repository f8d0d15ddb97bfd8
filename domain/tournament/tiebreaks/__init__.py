"""The tie-breaks by name: one file per family, each with a generator `tiebreaks` of what it has.

A name is words with hyphens. Where a tie-break has several definitions, a colon and the definition follow:

* `buchholz:fide-2023`, `sonneborn-berger-cut-1:fide-2026`: the variant for rounds without play (unplayed.py).
  A name without a variant means `:plain`.
* `difference:15`: at most 15 points of difference a round. Any whole number from 1 will do.

Entries that stay level after all tie-breaks share a place: end the order with `lots` or `director` to separate them.
"""

from collections.abc import Mapping
from typing import Final

from domain.tournament.tiebreaks import buchholz, head_to_head, koya, orders, own, progressive, scores, sonneborn
from domain.tournament.tiebreaks.kinds import TieBreak

TIEBREAKS: Final[Mapping[str, TieBreak]] = {
    tiebreak.name: tiebreak
    for family in (own, scores, head_to_head, buchholz, sonneborn, progressive, koya, orders)
    for tiebreak in family.tiebreaks()
}
"""All tie-breaks except `difference` with a cap."""


def find(name: str) -> TieBreak:
    """The tie-break of that name. Raises ValueError with a sentence that lists all names."""
    known = TIEBREAKS.get(name)
    if known is not None:
        return known
    plain = name.removesuffix(":plain")
    if plain != name and f"{plain}:fide-2023" in TIEBREAKS:
        return TIEBREAKS[plain]
    words, _, argument = name.partition(":")
    capped = scores.difference_capped(argument) if words == "difference" else None
    if capped is None:
        raise ValueError(f"there is no tie-break {name!r}; there are: {', '.join(sorted(TIEBREAKS))}, and difference:<cap>")
    return capped()
