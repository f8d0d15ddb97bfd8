"""Compares our pairing of a Swiss round with the pairing that was really played, from the same history.

The better pairing is the one whose entry without a table has fewer points. If both entries have the same points, the differences of points
at the tables decide: they are listed with the greatest first, and at the first place where the two lists differ, the smaller number is
better. Source: the events `pairing-*` of the published tournaments.
"""

from typing import NamedTuple

from domain.tournament.formats.kinds import Asked, Cannot, Paired
from domain.tournament.formats.swiss import SWISS
from domain.tournament.history import History

Measure = tuple[tuple[int, ...], tuple[int, ...]]
"""How good a pairing is: (the points of each entry that sits out, the differences of points at the tables). Both lists begin with the
greatest."""


class Compared(NamedTuple):
    """Both pairings of a round. `ours`: None if we found no pairing; `cannot` says why. `repeats`: our tables whose two entries have met
    before. `second_byes`: entries that sit out in our pairing although they had a bye. `unseated`: entries that our pairing leaves out,
    seats twice, or seats although they are absent."""

    round: int
    theirs: Measure
    ours: Measure | None
    cannot: str | None = None
    repeats: tuple[tuple[int, int], ...] = ()
    second_byes: tuple[int, ...] = ()
    unseated: tuple[int, ...] = ()

    @property
    def worse(self) -> bool:
        return self.ours is None or self.ours > self.theirs

    @property
    def wrong(self) -> bool:
        """Whether our pairing is worse than the one that was played, or breaks a rule."""
        return self.worse or bool(self.repeats or self.second_byes or self.unseated)


def measure(history: History, paired: Paired) -> Measure:
    """Return how good a pairing is. Each side must be one entry. `history`: the rounds before this one."""
    tables = [(one, other) for (one,), (other,) in paired.tables]
    gaps = sorted((abs(history.points(one) - history.points(other)) for one, other in tables), reverse=True)
    return tuple(sorted(map(history.points, paired.sits_out), reverse=True)), tuple(gaps)


def compared(asked: Asked, theirs: Paired) -> Compared:
    """Pair the round ourselves, and compare the result with `theirs`. `asked.present` must be the entries of `theirs`, including those who
    sit out."""
    answer = SWISS.pair(asked, lambda _: None)
    history = asked.history
    if isinstance(answer, Cannot):
        return Compared(asked.round, measure(history, theirs), None, answer.sentence)
    tables = [(one, other) for (one,), (other,) in answer.tables]
    seats = [*answer.sits_out, *(entry for table in tables for entry in table)]
    return Compared(
        round=asked.round,
        theirs=measure(history, theirs),
        ours=measure(history, answer),
        repeats=tuple(table for table in tables if table[1] in history.opponents(table[0])),
        second_byes=tuple(entry for entry in answer.sits_out if history.had_bye(entry)),
        unseated=tuple(entry for entry in sorted({*seats, *asked.present}) if (seats.count(entry), entry in asked.present) != (1, True)),
    )
