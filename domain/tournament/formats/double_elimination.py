"""Double elimination: who has lost twice is out.

Those who have not lost play the matches of the main half, as in a single elimination. Who loses there goes on in the lower half. The losers
of a round come to the lower half in another order than they stood (`CROSSINGS`), so that two who have met meet again as late as possible.
The winner of the main half meets the winner of the lower half in the final. If the latter wins it, both have lost once. Then
`double-elimination` has a second final; in `double-elimination-one-final` the final decides.

With 2^k lines, the main half is played in rounds 1, 2, 4, 6 … 2k − 2, and the lower half in all rounds from 2 to 2k − 1. Round 2k is the
final. knock_out.py pairs the rounds. Source: docs/knock-outs.md.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from domain.tournament.formats.bracket import drawn
from domain.tournament.formats.kinds import Format, Planned, Source
from domain.tournament.formats.knock_out import knock_out

Crossing = Callable[[list[Source]], list[Source]]
"""The type of a function that returns losers in another order."""


def same(order: list[Source]) -> list[Source]:
    return order


def backwards(order: list[Source]) -> list[Source]:
    return order[::-1]


def halves(order: list[Source]) -> list[Source]:
    half = len(order) // 2
    return [*order[half:], *order[:half]]


def halves_backwards(order: list[Source]) -> list[Source]:
    return halves(order[::-1])


def pairs(order: list[Source]) -> list[Source]:
    return [order[at ^ 1] for at in range(len(order))]


CROSSINGS: Final[Mapping[int, tuple[Crossing, ...]]] = {
    8: (backwards,),
    16: (backwards, backwards),
    32: (backwards, halves, backwards),
    64: (halves_backwards, backwards, halves, backwards),
    128: (halves_backwards, backwards, halves, halves, backwards),
    256: (halves_backwards, backwards, halves, pairs, halves, backwards),
}
"""For each number of lines: in which order the losers of the main half's second round come to the lower half, those of the third and so on.
All others come as they stood. Of all choices among these five orders, these let the fewest meet again early. npm brackets-manager 1.11.1
has the same with 8 lines; from 16 on it lets more meet again earlier."""


def matches(size: int, crossings: Sequence[Crossing], *, second_final: bool) -> tuple[Planned, ...]:
    """Return the matches of a double elimination with `size` lines. `crossings`: as in CROSSINGS."""
    plan: list[Planned] = []

    def play(number: int, lower: bool, coming: list[Source]) -> tuple[list[Source], list[Source]]:
        """Plan the matches of one half in a round. Returns (their winners, their losers)."""
        first = len(plan)
        plan.extend(Planned(number, "lower" if lower else "main", pair) for pair in zip(coming[::2], coming[1::2], strict=True))
        added = range(first, len(plan))
        return [Source(match=match) for match in added], [Source(match=match, loser=True) for match in added]

    main, lower = play(1, False, [Source(line) for line in drawn(size)])
    number = 1
    while len(main) > 1:
        main, lost = play(number + 1, False, main)
        lower, _ = play(number + 1, True, lower)
        crossed = crossings[number // 2](lost) if number // 2 < len(crossings) else lost
        lower, _ = play(number + 2, True, [source for pair in zip(crossed, lower, strict=True) for source in pair])
        number += 2
    plan.append(Planned(number + 1, "final", (main[0], lower[0])))
    if second_final:
        final = len(plan) - 1
        plan.append(Planned(number + 2, "again", (Source(match=final), Source(match=final, loser=True))))
    return tuple(plan)


def _plan(second_final: bool, size: int) -> tuple[Planned, ...]:
    return matches(size, CROSSINGS.get(size, ()), second_final=second_final)


def _double(name: str, label: str, *, second_final: bool) -> Format:
    return knock_out(name, label, partial(_plan, second_final))


DOUBLE: Final = _double("double-elimination", "Double elimination", second_final=True)
ONE_FINAL: Final = _double("double-elimination-one-final", "Double elimination with one final", second_final=False)
