"""Compares a Swiss round that was paired elsewhere with our pairing of it, from the same history.

A pairing is measured by the points of the entry that sits out and then by the sorted differences of points at its tables, the greatest
first: the lexicographically lesser measure is better. Source: the events `pairing-*` of the published tournaments.
"""

from typing import NamedTuple

from domain.tournament.formats.kinds import Asked, Cannot, Paired
from domain.tournament.formats.swiss import SWISS
from domain.tournament.history import History

Measure = tuple[tuple[int, ...], tuple[int, ...]]
"""The points of each entry that sits out, and the differences, both the greatest first."""


class Compared(NamedTuple):
    """A round in both pairings. `ours`: None when there is no pairing, for the reason `cannot`. `repeats`: our tables of entries that have
    played each other. `second_byes`: entries that sit out in ours though they had a bye. `unseated`: entries that ours leaves out, seats
    twice or invents."""

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
    def better(self) -> bool:
        return self.ours is not None and self.ours < self.theirs

    @property
    def wrong(self) -> bool:
        """Whether ours is worse or breaks a rule."""
        return self.worse or bool(self.repeats or self.second_byes or self.unseated)


def measure(history: History, paired: Paired) -> Measure:
    """The measure of a pairing with one entry on each side, from the history before it."""
    tables = [(one, other) for (one,), (other,) in paired.tables]
    gaps = sorted((abs(history.points(one) - history.points(other)) for one, other in tables), reverse=True)
    return tuple(sorted(map(history.points, paired.sits_out), reverse=True)), tuple(gaps)


def compared(asked: Asked, theirs: Paired) -> Compared:
    """Pair the round that was asked for, and compare. `asked.present` are the entries of `theirs`, and those who sit out there."""
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
