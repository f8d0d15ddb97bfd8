"""Sums over the opponents: Buchholz adds their points or game points (FIDE C.07 8), Sonneborn-Berger the entry's own points times theirs
(9.1). unplayed.py defines the variants. Some give a round without play an imagined opponent (a dummy), whose points are multiplied by what
the round was worth."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import floor

from domain.tournament.history import History
from domain.tournament.tiebreaks.kinds import Contribution, TieBreak, Value
from domain.tournament.tiebreaks.unplayed import VARIANTS, Measure, Variant, game_points, match_points, summands, summed

Values = Callable[[History, tuple[int, ...]], Mapping[int, Value]]


def tiebreaks() -> Iterator[TieBreak]:
    """Yield all kinds of Buchholz, each in all variants."""
    for variant, (after, told) in VARIANTS.items():
        yield TieBreak(f"buchholz{after}", f"Buchholz{told}", _summing(variant, match_points))
        yield TieBreak(f"buchholz-cut-1{after}", f"Buchholz cut 1{told}", _summing(variant, match_points, cut=True))
        yield TieBreak(f"buchholz-median{after}", f"Median Buchholz{told}", _summing(variant, match_points, median=True))
        yield TieBreak(f"fore-buchholz{after}", f"Fore Buchholz{told}", _summing(variant, match_points, fore=True))
        yield TieBreak(f"average-buchholz{after}", f"Average of the opponents' Buchholz{told}", _averaging(variant))
        yield TieBreak(f"game-points-buchholz{after}", f"Buchholz on game points{told}", _summing(variant, game_points))
        yield TieBreak(
            f"game-points-buchholz-cut-1{after}", f"Buchholz cut 1 on game points{told}", _summing(variant, game_points, cut=True)
        )


def _summing(
    variant: Variant, measured_by: Callable[[History], Measure], *, cut: bool = False, median: bool = False, fore: bool = False
) -> Values:
    def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
        added = summands(history, variant, measured_by(history), fore=fore)
        return {entry: summed(added[entry], cut=cut, median=median) for entry in level}

    return values


def _averaging(variant: Variant) -> Values:
    """Return the function that computes the average Buchholz of the opponents who were met at a table (C.07 8.2); 0 if nobody was met. The
    average is rounded to a tenth of a win, halves up: if a win is one point, this gives the one decimal that FIDE prints."""

    def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
        added = summands(history, variant, match_points(history))
        totals = {entry: sum(summand.value for summand in of) for entry, of in added.items()}
        averages = {}
        for entry in level:
            lines = [line for line in history.lines[entry] if line.met or (history.everyone_meets and line.kind == "forfeit")]
            met = [(line.round, other) for line in lines for other in line.opponents]
            shares = tuple(Contribution(number, other, Fraction(totals[other], len(met))) for number, other in met)
            averages[entry] = _rounded(history, shares)
        return averages

    return values


def _rounded(history: History, shares: tuple[Contribution, ...]) -> Value:
    step = Fraction(history.scoring.win if history.scoring.kind == "wins" and history.scoring.win > 0 else 1, 10)
    exact = sum((Fraction(share.value) for share in shares), Fraction(0))
    total = floor(exact / step + Fraction(1, 2)) * step
    return Value(total, shares if total == exact else (*shares, Contribution(None, None, total - exact, True, "rounded")))


# --- Sonneborn-Berger ---------------------------------------------------------------------------------------------------------------------


def sonneborn_berger() -> Iterator[TieBreak]:
    """Yield Sonneborn-Berger without and with cut 1, each in all variants."""
    for variant, (after, told) in VARIANTS.items():
        yield TieBreak(f"sonneborn-berger{after}", f"Sonneborn-Berger{told}", _multiplying(variant, cut=False))
        yield TieBreak(f"sonneborn-berger-cut-1{after}", f"Sonneborn-Berger cut 1{told}", _multiplying(variant, cut=True))


def _multiplying(variant: Variant, *, cut: bool) -> Callable[[History, tuple[int, ...]], Mapping[int, Value]]:
    def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
        added = summands(history, variant, match_points(history), times_points=True)
        return {entry: summed(added[entry], cut=cut) for entry in level}

    return values
