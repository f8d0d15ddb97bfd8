"""The tie-breaks, by name. Each file holds a family; its function `tiebreaks` yields the tie-breaks of the family.

A name is words with hyphens. A colon and a definition may follow:

* `buchholz:fide-2023`, `sonneborn-berger-cut-1:fide-2026`: how rounds without play count (unplayed.py). Without a definition, `:plain` is
  meant.
* `difference:15`: a round counts at most 15 points of difference. Any whole number from 1 to 999999 may stand there.

Entries that stay level after all tie-breaks share a place. To separate them, end the list of tie-breaks with `lots` or `director`.
"""

from collections.abc import Mapping
from typing import Final

from domain.tournament.tiebreaks import buchholz, head_to_head, koya, orders, own
from domain.tournament.tiebreaks.kinds import TieBreak

_FAMILIES: Final = (
    own.tiebreaks,
    own.of_scores,
    head_to_head.tiebreaks,
    buchholz.tiebreaks,
    buchholz.sonneborn_berger,
    own.of_progress,
    koya.tiebreaks,
    orders.tiebreaks,
)
TIEBREAKS: Final[Mapping[str, TieBreak]] = {tiebreak.name: tiebreak for family in _FAMILIES for tiebreak in family()}
"""All tie-breaks by name, except those with a number in the name, such as `difference:15`."""


def find(name: str) -> TieBreak:
    """Return the tie-break with this name. Raises ValueError with a sentence that lists all names if there is no such tie-break."""
    known = TIEBREAKS.get(name)
    if known is not None:
        return known
    plain = name.removesuffix(":plain")
    if plain != name and f"{plain}:fide-2023" in TIEBREAKS:
        return TIEBREAKS[plain]
    words, _, argument = name.partition(":")
    capped = own.difference_capped(argument) if words == "difference" else None
    if capped is None:
        raise ValueError(f"there is no tie-break {name!r}; there are: {', '.join(sorted(TIEBREAKS))}, and difference:<cap>")
    return capped()
