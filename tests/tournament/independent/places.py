"""Orders the entries: by points, then by each tie-break in turn. Level entries share the best of their places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.tournament.independent.past import Event, past_of
from tests.tournament.independent.ties import Ground, Number, tie_break
from tests.tournament.independent.worth import Turn, scoring_of


@dataclass(frozen=True)
class Placed:
    """A row of the standings. `values`: one for each tie-break, as the API writes numbers."""

    place: int
    entry: int
    points: int
    values: tuple[str, ...]


def standings_of(events: Iterable[Event], through: int | None = None) -> list[Placed]:
    """Return the standings after these events. `through`: only rounds up to this number count (None: all)."""
    ground = Ground(past_of(events), through)
    names: Sequence[str] = ground.past.settings.get("tiebreaks", [])
    groups = split([sorted(ground.past.entries)], ground.points)
    values: dict[int, list[str]] = {entry: [] for entry in ground.past.entries}
    for name in names:
        if name == "head-to-head":
            shown, groups = _meetings(ground, groups)
        else:
            shown = {entry: tie_break(name)(ground, entry) for entry in ground.past.entries}
            groups = split(groups, shown)
        for entry in ground.past.entries:
            values[entry].append(str(shown[entry]))
    rows, place = [], 1
    for group in groups:
        rows += [Placed(place, entry, ground.points[entry], tuple(values[entry])) for entry in group]
        place += len(group)
    return rows


def split(groups: Iterable[Sequence[int]], by: Any) -> list[list[int]]:
    """Return the groups, each divided by the values in `by`, the greatest value first. Entries with equal values stay in one group."""
    made = []
    for group in groups:
        for value in sorted({by[entry] for entry in group}, reverse=True):
            made.append([entry for entry in group if by[entry] == value])
    return made


def _meetings(ground: Ground, groups: Sequence[Sequence[int]]) -> tuple[dict[int, Number], list[list[int]]]:
    """Divide a group by head-to-head. Returns two values: for each entry, the number of entries of the group that are ranked below it; and
    the new groups."""
    shown: dict[int, Number] = {}
    made: list[list[int]] = []
    for group in groups:
        parts = head_to_head(ground, list(group))
        behind = len(group)
        for part in parts:
            behind -= len(part)
            shown.update(dict.fromkeys(part, behind))
        made += parts
    return shown, made


def head_to_head(ground: Ground, group: list[int]) -> list[list[int]]:
    """Return the group, divided by head-to-head (FIDE C.07 article 6). If all entries have met, the points against each other decide.
    Otherwise an entry gets the first place if it has more points than every other entry, whatever the results of the missing meetings are.
    The second place and the next places follow in the same way. The procedure is repeated in each new group of level entries."""
    if len(group) < 2:
        return [group]
    sums = {entry: sum(_against(ground, entry, other) or 0 for other in group) for entry in group}
    missing = {entry: sum(other != entry and _against(ground, entry, other) is None for other in group) for entry in group}
    parts = _certain(ground, group, sums, missing) if any(missing.values()) else split([group], sums)
    return [again for part in parts for again in (head_to_head(ground, part) if len(parts) > 1 else [part])]


def _certain(ground: Ground, group: list[int], sums: dict[int, Number], missing: dict[int, int]) -> list[list[int]]:
    scoring = scoring_of(ground.past)
    worths = scoring["win"], scoring["draw"], scoring["loss"]
    left, made = list(group), []
    while len(left) > 1:
        alone = [entry for entry in left if all(_above(entry, other, sums, missing, worths) for other in left if other != entry)]
        if not alone:
            break
        made.append(alone)
        left.remove(alone[0])
    return [*made, left]


def _above(entry: int, other: int, sums: dict[int, Number], missing: dict[int, int], worths: Sequence[int]) -> bool:
    return sums[entry] + missing[entry] * min(worths) > sums[other] + missing[other] * max(worths)


def _against(ground: Ground, entry: int, other: int) -> Number | None:
    """Return the average of an entry's points from its meetings with another entry (None: they never met)."""
    own, theirs = ground.turns[entry], ground.turns[other]
    brought = [_brought(ground, entry, other, own[number], theirs[number]) for number in own if _meets(ground, own[number], other)]
    return Fraction(sum(brought), len(brought)) if brought else None


def _meets(ground: Ground, turn: Turn, other: int) -> bool:
    return other in turn.opponents and ground.met(turn)


def _brought(ground: Ground, entry: int, other: int, mine: Turn, theirs: Turn) -> int:
    """Return the points that the entry got from one meeting. If the scoring counts wins and the table had two sides, these are its points
    of the round. Otherwise the meeting is a win for the side with the better place at the table."""
    scoring = scoring_of(ground.past)
    if scoring["kind"] == "wins" and mine.sides == 2:
        return mine.points
    if mine.rank == theirs.rank:
        return int(scoring["draw"])
    return int(scoring["win"] if mine.rank < theirs.rank else scoring["loss"])
