"""Koya: the points against opponents who have at least half of the possible points (FIDE C.07 9.2)."""

from collections.abc import Iterator, Mapping

from domain.tournament.history import History
from domain.tournament.tiebreaks.kinds import Contribution, TieBreak, Value


def tiebreaks() -> Iterator[TieBreak]:
    yield TieBreak("koya", "Koya", koya)


def koya(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
    """Return the points of each entry against strong opponents. An opponent is strong if it has at least half of the points that were
    possible for it. If an entry met several strong opponents in one round, its points of this round count once for each of them.

    In formats where everybody meets everybody, a forfeit counts like a game. There, a round in which an opponent had a bye adds nothing to
    the points that were possible for this opponent.
    """
    best, everyone = _best(history), history.everyone_meets
    strong = {entry for entry in history.lines if 2 * history.points(entry) >= best * _possible(history, entry)}
    made = {}
    for entry in level:
        rounds = tuple(
            Contribution(line.round, other, line.points, other in strong, "score" if other in strong else "below half")
            for line in history.lines[entry]
            if line.met or (everyone and line.kind == "forfeit")
            for other in line.opponents
        )
        made[entry] = Value(sum(item.value for item in rounds if item.counts), rounds)
    return made


def _possible(history: History, entry: int) -> int:
    byes = sum(line.kind == "bye" for line in history.lines[entry]) if history.everyone_meets else 0
    return history.rounds - byes


def _best(history: History) -> int:
    """Return the most points that a round can give. If the scoring has no limit, return the most points that anybody got at a table."""
    scoring = history.scoring
    if scoring.kind == "wins":
        return scoring.win
    if scoring.kind == "placement" and scoring.places:
        return max(scoring.places)
    if scoring.cap is not None:
        return scoring.cap
    return max((line.points for lines in history.lines.values() for line in lines if line.met), default=0)
