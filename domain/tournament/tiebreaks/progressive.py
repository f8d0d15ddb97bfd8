"""Progressive: the entry's total after each round, summed over all rounds (FIDE C.07 7.5). Cut 1 leaves out the total after round 1
(14.1)."""

from collections.abc import Callable, Iterator, Mapping

from domain.tournament.history import History
from domain.tournament.tiebreaks.kinds import Contribution, TieBreak, Value


def tiebreaks() -> Iterator[TieBreak]:
    yield TieBreak("progressive", "Progressive", _values(cut=0))
    yield TieBreak("progressive-cut-1", "Progressive cut 1", _values(cut=1))


def _values(cut: int) -> Callable[[History, tuple[int, ...]], Mapping[int, Value]]:
    def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
        return {entry: _progress(history, entry, cut) for entry in level}

    return values


def _progress(history: History, entry: int, cut: int) -> Value:
    brought = dict.fromkeys(range(1, history.rounds + 1), 0)
    for line in history.lines[entry]:
        brought[line.round] += line.points
    added = history.adjusted.get(entry, ())
    points = sum(item.points for item in added if item.round is None)
    rounds = []
    for number in brought:
        points += brought[number] + sum(item.points for item in added if item.round == number)
        rounds.append(Contribution(number, None, points, number > cut, "after" if number > cut else "cut"))
    return Value(sum(item.value for item in rounds if item.counts), tuple(rounds))
