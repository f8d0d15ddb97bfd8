"""Head-to-head: compares level entries by their results against each other (FIDE C.07 6).

Only the meetings among the level entries count. If two entries met several times, the average of these meetings counts (6.1.2). A forfeit
is a meeting only where everybody meets everybody (6.1.1).

If all level entries have met, the sums of their points rank them (6.2). If not, places are given from the top. The first place goes to an
entry that no other entry can reach, whatever the results of the missing meetings might be. Then the second place is given, and so on (6.3).
Entries that are still level after that are compared again, among themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from domain.tournament.history import History, Line
from domain.tournament.tiebreaks.kinds import Contribution, Number, TieBreak, Value


class Meeting(NamedTuple):
    """What an entry got in one meeting with one opponent. `points`: what the meeting counts for head-to-head."""

    round: int
    points: int


Meetings = Mapping[int, Mapping[int, Sequence[Meeting]]]
"""The meetings of level entries: {entry: {opponent: their meetings, in order of rounds}}."""
Bounds = tuple[Number, Number]


def tiebreaks() -> Iterator[TieBreak]:
    yield TieBreak("head-to-head", "Head-to-head", values, apart=True)


def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
    """Return, for each entry of `level`, how many of these entries are placed below it. The meetings are listed as contributions, but
    they are not added to the value."""
    meetings = _meetings(history, level)
    made, behind = {}, len(level)
    for tier in _tiers(history, level, meetings):
        behind -= len(tier)
        for entry in tier:
            met = [
                Contribution(meeting.round, other, meeting.points, False, "met")
                for other, with_other in meetings[entry].items()
                for meeting in with_other
            ]
            missing = len(level) - 1 - len(meetings[entry])
            if missing:
                met.append(Contribution(None, None, missing, False, "not met"))
            made[entry] = Value(behind, (*met, Contribution(None, None, behind, True, "ahead")))
    return made


def _meetings(history: History, level: Sequence[int]) -> Meetings:
    group = frozenset(level)
    found: dict[int, dict[int, list[Meeting]]] = {entry: {} for entry in level}
    for entry in level:
        for line in history.lines[entry]:
            if line.met or (history.everyone_meets and line.kind == "forfeit"):
                for other in line.opponents:
                    if other in group:
                        theirs = next(their for their in history.lines[other] if their.round == line.round)
                        found[entry].setdefault(other, []).append(Meeting(line.round, _points(history, entry, line, theirs)))
    return found


def _points(history: History, entry: int, mine: Line, theirs: Line) -> int:
    """Return the points of `entry` from one meeting. `mine`, `theirs`: what the entry and the opponent got in the round. If the table has
    two sides and the scoring counts wins, the meeting is worth the points of the round. Otherwise the entry with the better place at the
    table has won the meeting."""
    scoring = history.scoring
    if scoring.kind == "wins" and frozenset(theirs.opponents) == {entry, *mine.partners}:
        return mine.points
    if mine.place == theirs.place or mine.place is None or theirs.place is None:
        return scoring.draw
    return scoring.win if mine.place < theirs.place else scoring.loss


def _tiers(history: History, group: Sequence[int], meetings: Meetings) -> list[list[int]]:
    """Split `group`, whose entries are level, into smaller groups, the best first. Entries that are still level stay in one group."""
    if len(group) == 1:
        return [list(group)]
    members = frozenset(group)
    missing = {entry: len(group) - 1 - sum(other in members for other in meetings[entry]) for entry in group}
    bounds = _bounds(history, group, meetings, missing)
    tiers = _from_the_top(group, bounds) if any(missing.values()) else _by_sum(group, bounds)
    if len(tiers) == 1:
        return tiers
    return [placed for tier in tiers for placed in _tiers(history, tier, meetings)]


def _bounds(history: History, group: Sequence[int], meetings: Meetings, missing: Mapping[int, int]) -> Mapping[int, Bounds]:
    """Return {entry: (the least points, the most points)} from the meetings in the group. The least points count missing meetings as lost,
    the most points count them as won."""
    members, scoring = frozenset(group), history.scoring
    worst, best = min(scoring.win, scoring.draw, scoring.loss), max(scoring.win, scoring.draw, scoring.loss)
    made = {}
    for entry in group:
        met = sum([_average(with_other) for other, with_other in meetings[entry].items() if other in members])
        made[entry] = (met + missing[entry] * worst, met + missing[entry] * best)
    return made


def _average(meetings: Sequence[Meeting]) -> Number:
    return meetings[0].points if len(meetings) == 1 else Fraction(sum(meeting.points for meeting in meetings), len(meetings))


def _by_sum(group: Sequence[int], bounds: Mapping[int, Bounds]) -> list[list[int]]:
    tiers: dict[Number, list[int]] = {}
    for entry in sorted(group, key=lambda entry: (-bounds[entry][0], entry)):
        tiers.setdefault(bounds[entry][0], []).append(entry)
    return list(tiers.values())


def _from_the_top(group: Sequence[int], bounds: Mapping[int, Bounds]) -> list[list[int]]:
    ranked = sorted(group, key=lambda entry: (-bounds[entry][0], -bounds[entry][1], entry))
    highest_after: list[Number] = [0] * len(ranked)  # for each entry: the most points that any entry after it can have
    for index in range(len(ranked) - 2, -1, -1):
        following = bounds[ranked[index + 1]][1]
        highest_after[index] = following if index == len(ranked) - 2 else max(following, highest_after[index + 1])
    placed = 0
    while placed < len(ranked) - 1 and bounds[ranked[placed]][0] > highest_after[placed]:
        placed += 1
    rest = sorted(ranked[placed:])
    return [[entry] for entry in ranked[:placed]] + [rest]
