"""The bracket of a knock-out: its matches, who comes to each of them, and who goes on.

A format plans the matches (`Format.bracket`). The pairing of round 1 says who holds which line: those without a table hold the first lines,
in the order of the pairing, and the tables follow in the order of the plan. So a director who changes that pairing changes the seeds. All
else follows from the results.

Points are places: an entry has as many points as there are entries that surely come behind it. So entries that leave in the same round
share a place, unless tie-breaks separate them.

- **A walk-over**: if only one of the two is there when a match is paired, that one sits out and goes on. The other has lost.
- **An entry that was withdrawn from the record** after the pairing (its EntryMade is retracted) does not sit at its match.
- **A tie** decides nothing. The next round is not paired before the result names one winner.
- **A forfeit of both sides**: nobody goes on, and both have left.
- **A result that changes** after the next round was paired leaves that pairing as it is. `Match.moved` marks a match at which others sit
  than the results now say.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Literal, NamedTuple

from domain.tournament.formats.kinds import Part, Planned, Sides, Source
from domain.tournament.history import History, Line

NOBODY: Final = 0
"""Stands for the entry on a side of a match to which nobody comes."""
BEHIND: Final[Mapping[Part, int]] = {"seventh": -3, "fifth": -2, "third": -1}
"""The order of the matches for places in the last round, behind the final."""
Pairing = tuple[Sequence[Sides], Sequence[int]]
"""The tables of a round, and the entries without a table."""
State = Literal["coming", "open", "tied", "played", "forfeit", "walk-over"]
"""coming: its round is not paired. open: it has no result. tied: its result names no winner or several. forfeit: the director ruled.
walk-over: not both were there."""


class Match(NamedTuple):
    """A match of a bracket. `number`: its index in the plan. `sides`: who comes to it by the results; NOBODY: nobody; None: not known yet.
    `seated`: who sits at its table, or who alone goes on; empty if its round is not paired or nobody was there. `winner`, `loser`: NOBODY
    if nobody won or lost; None: not known yet."""

    number: int
    round: int
    part: Part
    sides: tuple[int | None, int | None]
    seated: tuple[int, ...] = ()
    state: State = "coming"
    winner: int | None = None
    loser: int | None = None

    @property
    def moved(self) -> bool:
        """Whether somebody sits here who does not come here by the results."""
        return None not in self.sides and not {*self.seated} <= {*self.sides}


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket. `matches`: in order of the plan, without those that a bye replaces, and without a second final that is not needed.
    `sources`: who comes to the sides of each match, by its number. `points`: by (round, entry), what the round is worth."""

    matches: tuple[Match, ...]
    sources: Mapping[int, tuple[Source, Source]]
    points: Mapping[tuple[int, int], int]

    @property
    def rounds(self) -> int:
        """The number of rounds. That of a second final counts as long as it may be needed."""
        return max((match.round for match in self.matches), default=0)

    def in_round(self, number: int) -> list[Match]:
        return [match for match in self.matches if match.round == number]


def drawn(size: int) -> list[int]:
    """Return the lines in the order in which they stand in a bracket of `size` lines, a power of two."""
    order = [1]
    while len(order) < size:
        order = [line for upper in order for line in (upper, 2 * len(order) + 1 - upper)]
    return order


def power(least: int) -> int:
    """Return the smallest power of two that is not less than `least`."""
    return 1 << max(least - 1, 0).bit_length()


def without_byes(plan: Sequence[Planned], lines: Collection[int]) -> dict[int, tuple[Source, Source]]:
    """Return the matches, by number, that are left if only `lines` are held, each with who comes to its sides. A match that has only one
    side left is a bye: this side comes to the next match instead."""
    sources: dict[int, tuple[Source, Source]] = {}
    winners: list[Source | None] = []

    def left(source: Source) -> Source | None:
        if source.line:
            return source if source.line in lines else None
        return winners[source.match] if not source.loser else source if source.match in sources else None

    for number, planned in enumerate(plan):
        sides = [found for source in planned.sides if (found := left(source)) is not None]
        if len(sides) == 2:
            sources[number] = (sides[0], sides[1])
            winners.append(Source(match=number))
        else:
            winners.append(sides[0] if sides else None)
    return sources


def played(plan_of: Callable[[int], tuple[Planned, ...]], history: History, pairings: Sequence[Pairing]) -> Bracket:
    """Return the bracket after these rounds. `pairings`: for each round, its tables and the entries without one. Of the lines of `history`,
    only kinds and outcomes count."""
    tables, out = pairings[0]
    size = 2 * power(len(tables) + len(out))
    plan, held = plan_of(size), _held(drawn(size), tables, out)
    sources = without_byes(plan, held)
    stakes = _stakes(plan, sources)
    came: dict[Source, int | None] = {Source(line): entry for line, entry in held.items()}
    lines = {(line.round, entry): line for entry, mine in history.lines.items() for line in mine}
    counted = _Counted({held[side.line]: stakes[number].lost for number, sides in sources.items() for side in sides if side.line})
    made: dict[int, Match] = {}
    for number, due in groupby(sources, key=lambda match: plan[match].round):
        coming = {match: _coming(match, plan[match], sources[match], came) for match in due}
        for again in [match for match in coming if plan[match].part == "again"]:
            final = made[sources[again][0].match]
            if final.winner is not None and final.winner != final.sides[1]:  # nobody has beaten the winner: no second final
                del coming[again]
                counted.reaches(final.round, final.winner, stakes[again].won)
        seated = _seated(coming.values(), *pairings[number - 1]) if number <= len(pairings) else None
        for match in coming.values():
            found = match
            if seated is not None:
                here = tuple(entry for entry in seated.get(match.number, ()) if entry in history.lines)
                found = _decided(match, here, lines)
            made[match.number] = found
            came |= {Source(match=match.number): found.winner, Source(match=match.number, loser=True): found.loser}
            for entry in found.seated if found.winner is not None else ():
                stake = stakes[match.number]
                counted.reaches(number, entry, stake.won if entry == found.winner else stake.lost)
    return Bracket(tuple(made.values()), sources, counted.points)


def paid(history: History, bracket: Bracket) -> History:
    """Return the history with the points of the bracket. Lines of entries that had left, or that waited for their next match, are left
    out."""
    due = {(match.round, entry) for match in bracket.matches for entry in match.sides}
    lines = {
        entry: tuple(
            line._replace(points=bracket.points.get((line.round, entry), 0))
            for line in mine
            if line.kind in ("played", "forfeit", "bye") or (line.round, entry) in due
        )
        for entry, mine in history.lines.items()
    }
    return replace(history, lines=lines)


class _Counted:
    """Counts points. `reached`: by entry, how many entries surely come behind it."""

    def __init__(self, reached: dict[int, int]) -> None:
        self._reached = reached
        self.points = {(1, entry): places for entry, places in reached.items()}

    def reaches(self, number: int, entry: int, places: int) -> None:
        """Note that after round `number` so many entries surely come behind an entry."""
        self.points[number, entry] = self.points.get((number, entry), 0) + places - self._reached.get(entry, 0)
        self._reached[entry] = places


class _Stake(NamedTuple):
    """How many entries surely come behind the loser of a match, and behind its winner."""

    lost: int
    won: int


def _held(order: Sequence[int], tables: Sequence[Sides], out: Sequence[int]) -> dict[int, int]:
    held = dict(enumerate(out, 1))
    waiting = iter(tables)
    for first, second in zip(order[::2], order[1::2], strict=True):
        sides = None if first in held else next(waiting, None)
        if sides is not None:
            held |= {first: sides[0][0], second: sides[1][0]}
    return held


def _stakes(plan: Sequence[Planned], sources: Mapping[int, tuple[Source, Source]]) -> dict[int, _Stake]:
    """Return what is at stake in each match. All who leave in a round share a place, except that the matches for third place and so on are
    behind the final."""
    following = {side: number for number, sides in sources.items() for side in sides}
    lost: dict[int, int] = {}
    won: dict[int, int] = {}
    behind = 0

    def group(number: int) -> tuple[int, int]:
        return plan[number].round, BEHIND.get(plan[number].part, 0)

    for _, together in groupby(sorted(sources, key=group), key=group):
        numbers = [*together]
        leaving = [number for number in numbers if Source(match=number, loser=True) not in following]
        lost |= dict.fromkeys(leaving, behind)
        behind += len(leaving)
        for number in numbers:
            if Source(match=number) not in following:
                won[number] = behind
                behind += 1
    for number in sorted(sources, reverse=True):
        for stake, outcome in ((lost, Source(match=number, loser=True)), (won, Source(match=number))):
            if number not in stake:
                stake[number] = lost[following[outcome]]
    return {number: _Stake(lost[number], won[number]) for number in sources}


def _coming(number: int, planned: Planned, sources: tuple[Source, Source], came: Mapping[Source, int | None]) -> Match:
    return Match(number, planned.round, planned.part, (came[sources[0]], came[sources[1]]))


def _seated(due: Collection[Match], tables: Sequence[Sides], out: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return who sits at each match of a round, by its number. A table at which nobody sits whom the results name is the first match that
    is left: so it was paired before a result changed, or by hand."""
    matches = {entry: match.number for match in due for entry in match.sides if entry}
    found: dict[int, tuple[int, ...]] = {}
    others = []
    for unit in [*(tuple(entry for side in sides for entry in side) for sides in tables), *((entry,) for entry in out)]:
        number = next((matches[entry] for entry in unit if entry in matches and matches[entry] not in found), None)
        if number is None:
            others.append(unit)
        else:
            found[number] = unit
    return found | dict(zip((match.number for match in due if match.number not in found), others, strict=False))


def _decided(match: Match, seated: tuple[int, ...], lines: Mapping[tuple[int, int], Line]) -> Match:
    """Return a match of a round that is paired, with its result if it has one."""
    others = [entry for entry in match.sides if entry and entry not in seated]
    if not seated and None in match.sides:
        return match
    match = match._replace(seated=seated)
    if len(seated) < 2:
        return match._replace(state="walk-over", winner=sum(seated), loser=others[0] if len(others) == 1 else NOBODY)
    found = [(entry, lines.get((match.round, entry))) for entry in seated]
    if any(line is None or line.outcome is None for _, line in found):
        return match._replace(state="open")
    won, lost = ([entry for entry, line in found if line is not None and line.outcome == outcome] for outcome in ("win", "loss"))
    forfeit = all(line is not None and line.kind == "forfeit" for _, line in found)
    if forfeit and not won:
        return match._replace(state="forfeit", winner=NOBODY, loser=NOBODY)
    if len(won) != 1:
        return match._replace(state="tied")
    return match._replace(state="forfeit" if forfeit else "played", winner=won[0], loser=lost[0] if len(lost) == 1 else NOBODY)
