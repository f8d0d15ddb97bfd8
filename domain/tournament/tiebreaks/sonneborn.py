"""Sonneborn-Berger: the sum over all rounds of the entry's own points times the opponent's points (FIDE C.07 9.1). unplayed.py defines
the variants. Some variants give a round without play an imagined opponent (a dummy). The dummy's points are multiplied by what the round
was worth."""

from collections.abc import Callable, Iterator, Mapping

from domain.tournament.history import History
from domain.tournament.tiebreaks.kinds import TieBreak, Value
from domain.tournament.tiebreaks.unplayed import VARIANTS, Variant, match_points, summands, summed


def tiebreaks() -> Iterator[TieBreak]:
    """Yield Sonneborn-Berger without and with cut 1, each in all variants."""
    for variant, (after, told) in VARIANTS.items():
        yield TieBreak(f"sonneborn-berger{after}", f"Sonneborn-Berger{told}", _values(variant, cut=False))
        yield TieBreak(f"sonneborn-berger-cut-1{after}", f"Sonneborn-Berger cut 1{told}", _values(variant, cut=True))


def _values(variant: Variant, *, cut: bool) -> Callable[[History, tuple[int, ...]], Mapping[int, Value]]:
    def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
        added = summands(history, variant, match_points(history), times_points=True)
        return {entry: summed(added[entry], cut=cut) for entry in level}

    return values
