"""Single elimination: who loses a match is out, and the last who is left has won.

The lines of the bracket are drawn so that lines 1 and 2 can meet only in the final, lines 1 to 4 not before the semi-finals, and so on: the
first matches of 16 lines are 1–16, 8–9, 4–13, 5–12, 2–15, 7–10, 3–14 and 6–11. If entries are missing to a power of two, the first lines
have a bye in round 1. `single-elimination-third` has a match for third place, too, which the losers of the semi-finals play while the final
is played. In `single-elimination-eight` the losers of the quarter-finals play on, too, for the places from 5 to 8. knock_out.py pairs the
rounds. Source: docs/knock-outs.md.
"""

from typing import Final

from domain.tournament.formats.bracket import drawn
from domain.tournament.formats.kinds import Format, Part, Planned, Source
from domain.tournament.formats.knock_out import knock_out


def _plan(size: int) -> tuple[Planned, ...]:
    plan: list[Planned] = []
    coming = [Source(line) for line in drawn(size)]
    number = 0
    while len(coming) > 1:
        number += 1
        plan += [Planned(number, "main", (one, other)) for one, other in zip(coming[::2], coming[1::2], strict=True)]
        coming = [Source(match=match) for match in range(len(plan) - len(coming) // 2, len(plan))]
    return tuple(plan)


def _plan_with_third(size: int) -> tuple[Planned, ...]:
    plan = _plan(size)
    if size < 4:
        return plan
    one, other = (Source(match=len(plan) - before, loser=True) for before in (3, 2))
    return (*plan, Planned(plan[-1].round, "third", (one, other)))


def _plan_to_eight(size: int) -> tuple[Planned, ...]:
    if size < 8:
        return _plan_with_third(size)
    *before, final = _plan(size)
    quarters = [Source(match=match, loser=True) for match in range(len(before) - 6, len(before) - 2)]
    losers = [Planned(final.round - 1, "fifth", (one, other)) for one, other in zip(quarters[::2], quarters[1::2], strict=True)]
    semis, theirs = (len(before) - 2, len(before) - 1), (len(before), len(before) + 1)
    ends: list[tuple[Part, tuple[int, int], bool]] = [("third", semis, True), ("fifth", theirs, False), ("seventh", theirs, True)]
    last = [Planned(final.round, part, (Source(0, one, lost), Source(0, other, lost))) for part, (one, other), lost in ends]
    return (*before, *losers, final, *last)


SINGLE: Final[Format] = knock_out("single-elimination", "Knock-out", _plan)
WITH_THIRD: Final[Format] = knock_out("single-elimination-third", "Knock-out with a match for third place", _plan_with_third)
TO_EIGHT: Final[Format] = knock_out("single-elimination-eight", "Knock-out with the places to 8 played out", _plan_to_eight)
