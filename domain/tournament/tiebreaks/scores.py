"""Tie-breaks from the scores at the tables: their sum, and their difference from the other side's scores. Every round counts, including
byes and forfeits if they have a score. The game points of a team are its scores."""

from collections.abc import Callable, Iterator, Mapping

from domain.tournament.history import History
from domain.tournament.tiebreaks.kinds import Contribution, TieBreak, Value
from domain.tournament.tiebreaks.own import against


def tiebreaks() -> Iterator[TieBreak]:
    yield TieBreak("total", "Total", total)
    yield TieBreak("game-points", "Game points", total)
    yield difference(None)


def total(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
    """Return the sum of each entry's scores, with what the director added to them."""
    made = {}
    for entry in level:
        rounds = [Contribution(line.round, against(line), line.score) for line in history.lines[entry]]
        made[entry] = _with_adjusted(history, entry, rounds)
    return made


def difference(cap: int | None) -> TieBreak:
    """Return the tie-break that sums, over all rounds, the entry's own score minus the best score of the others. `cap`: the most that one
    round counts, up or down; None for no limit."""

    def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
        made = {}
        for entry in level:
            rounds = [
                Contribution(line.round, against(line), _within(line.score - line.against, cap), True, "difference")
                for line in history.lines[entry]
            ]
            made[entry] = _with_adjusted(history, entry, rounds)
        return made

    if cap is None:
        return TieBreak("difference", "Difference", values)
    return TieBreak(f"difference:{cap}", f"Difference, at most {cap} a round", values)


def difference_capped(words: str) -> Callable[[], TieBreak] | None:
    """Return a function that makes the tie-break `difference` with a cap. `words`: the cap, a whole number of at least 1. Returns None if
    `words` is not such a number."""
    if not words.isascii() or not words.isdigit() or words.startswith("0") or len(words) > 6:
        return None
    return lambda: difference(int(words))


def _within(value: int, cap: int | None) -> int:
    return value if cap is None else max(-cap, min(cap, value))


def _with_adjusted(history: History, entry: int, rounds: list[Contribution]) -> Value:
    added = [Contribution(item.round, None, item.score, True, "adjusted", item) for item in history.adjusted.get(entry, ()) if item.score]
    return Value(sum(item.value for item in [*rounds, *added]), (*rounds, *added))
