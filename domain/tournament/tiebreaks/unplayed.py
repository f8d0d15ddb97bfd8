"""Rounds without play in Buchholz and Sonneborn-Berger: what they add to a sum, and which summand a cut leaves out (FIDE C.07 14 and 16).

A *requested bye* is a round that an entry asked not to play, or missed. A full bye does not count as requested. A *voluntary* round is a
requested bye or a loss by forfeit. There are three variants:

* `plain`: a round without play adds 0.
* `fide-2023` (C.07 of 2023-09-01, 16.2 to 16.5): in a round without play, the opponent is a *dummy* with the entry's own final points. The
  points of a real opponent are changed: if the opponent never came back after a requested bye, that bye and later ones count as draws. (An
  entry whose table has no result yet counts as having come back.) A cut leaves out the summand of the weakest opponent. But if the lowest
  voluntary round is worth at least as much, the cut leaves out that round instead.
* `fide-2026` (C.07 of 2026-03-01, 16.4): as `fide-2023`, but the points of the dummy are limited. It has at most as many points as draws in
  all rounds would give. After a forfeit it also has at most the points of the opponent who was paired.

Where everybody meets everybody, a forfeit counts like a game and a bye adds nothing, in every variant (C.07 15).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from domain.tournament.history import Adjustment, History, Line
from domain.tournament.tiebreaks.kinds import Contribution, Value

Variant = Literal["plain", "fide-2023", "fide-2026"]
VARIANTS: Final[Mapping[Variant, tuple[str, str]]] = {
    "plain": ("", ""),
    "fide-2023": (":fide-2023", " (FIDE 2023)"),
    "fide-2026": (":fide-2026", " (FIDE 2026)"),
}
"""For each variant: (the end of the name of a tie-break, the end of its label)."""
REQUESTED: Final = frozenset({"half", "zero", "absent"})
"""The kinds of rounds that are requested byes (C.07 16.1.1). A full bye is not one of them."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How the strength of opponents is measured, for example by their points. `total(entry)` returns how strong an entry is. `of(entry,
    line)` returns what one round added to this strength. `draw`: what a draw adds."""

    total: Callable[[int], int]
    of: Callable[[int, Line], int]
    draw: int


class Summand(NamedTuple):
    """What one round adds to a sum. `opponent`: None if nobody was met. `strength`: how strong the opponent was, or in a round without
    play the imagined opponent (the dummy); it decides what a cut leaves out. `value`: what is added. `voluntary`: whether the entry
    chose not to play the round."""

    round: int
    opponent: int | None
    strength: int
    value: int
    voluntary: bool
    why: str


def match_points(history: History) -> Measure:
    """Return the measure in which the strength of an opponent is its points."""
    added = _added(history)
    return Measure(history.points, lambda entry, line: line.points + added(entry, line).points, history.scoring.draw)


def game_points(history: History) -> Measure:
    """Return the measure in which the strength of an opponent is the sum of its scores. A draw is worth half of the highest sum of scores
    at a table."""
    totals = {entry: score_total(history, entry) for entry in history.lines}
    whole = max((line.score + line.against for lines in history.lines.values() for line in lines if line.met), default=0)
    added = _added(history)
    return Measure(totals.__getitem__, lambda entry, line: line.score + added(entry, line).score, whole // 2)


NOTHING: Final = Adjustment(0)


def _added(history: History) -> Callable[[int, Line], Adjustment]:
    """Return a function that takes an entry and its line for a round. If the entry had no table in the round, the function returns what the
    director added for this round, because that is part of what the round is worth; otherwise it returns NOTHING."""
    found: dict[tuple[int, int | None], Adjustment] = {}
    for entry, adjustments in history.adjusted.items():
        for one in adjustments:
            before = found.get((entry, one.round), NOTHING)
            found[entry, one.round] = Adjustment(before.points + one.points, before.score + one.score, one.round)
    return lambda entry, line: found.get((entry, line.round), NOTHING) if line.table is None else NOTHING


def score_total(history: History, entry: int) -> int:
    """Return the sum of an entry's scores, from tables, byes and adjustments."""
    return sum(line.score for line in history.lines[entry]) + sum(added.score for added in history.adjusted.get(entry, ()))


def is_voluntary(line: Line) -> bool:
    """Whether the entry chose not to play the round: a requested bye or a loss by forfeit (C.07 16.1.2)."""
    return line.kind in REQUESTED or (line.kind == "forfeit" and line.outcome == "loss")


def strengths(history: History, variant: Variant, measure: Measure, *, fore: bool = False) -> Mapping[int, int]:
    """Return how strong each entry is as an opponent, by entry (C.07 16.3). `fore`: whether every table of the last round counts as a
    draw (8.3)."""
    if history.everyone_meets or variant == "plain":
        return {entry: _own(history, entry, measure, fore=fore) for entry in history.lines}
    counted = {}
    for entry, lines in history.lines.items():
        total = _own(history, entry, measure, fore=fore)
        if not (fore and lines and _is_last_table(history, lines[-1])):
            for line in reversed(lines):
                if not is_voluntary(line) or line.round < history.waiting.get(entry, 0):
                    break
                if line.kind in REQUESTED:
                    total += measure.draw - measure.of(entry, line)
        counted[entry] = total
    return counted


def _own(history: History, entry: int, measure: Measure, *, fore: bool) -> int:
    lines = history.lines[entry]
    if fore and lines and _is_last_table(history, lines[-1]):
        return measure.total(entry) - measure.of(entry, lines[-1]) + measure.draw
    return measure.total(entry)


def _is_last_table(history: History, line: Line) -> bool:
    return line.round == history.rounds and line.table is not None


def summands(
    history: History, variant: Variant, measure: Measure, *, times_points: bool = False, fore: bool = False
) -> Mapping[int, list[Summand]]:
    """Return what each round adds to an entry's tie-break, by entry, in order of rounds. A played round adds the strength of each
    opponent; a round without play may add the strength of an imagined opponent (a dummy). `times_points`: multiply by the entry's own
    points of the round. `fore`: as in `strengths`."""
    met = strengths(history, variant, measure, fore=fore)
    everyone, cap, points = history.everyone_meets, history.rounds * measure.draw, match_points(history)
    made: dict[int, list[Summand]] = {}
    for entry, lines in history.lines.items():
        added = made[entry] = []
        own = _own(history, entry, measure, fore=fore)
        for line in lines:
            factor = points.of(entry, line) if times_points else 1
            if line.kind == "played" or (line.kind == "forfeit" and everyone) or (fore and _is_last_table(history, line)):
                for other in line.opponents:
                    added.append(Summand(line.round, other, met[other], met[other] * factor, False, "score"))
            elif variant == "plain":
                if not everyone:
                    added.append(Summand(line.round, None, 0, 0, False, line.kind))
            elif not everyone:
                dummy = own if variant == "fide-2023" else min(own, cap, *(met[other] for other in line.opponents))
                added.append(Summand(line.round, None, dummy, dummy * factor, is_voluntary(line), "dummy"))
    return made


def least(added: Sequence[Summand]) -> int:
    """Return the index of the summand (what one round adds) that a cut leaves out (C.07 14.1 and 16.5): the one with the weakest
    opponent. But if the lowest voluntary round has at least the same value, that round is left out."""
    first = min(range(len(added)), key=lambda index: (added[index].strength, added[index].value))
    voluntary = [index for index, summand in enumerate(added) if summand.voluntary]
    if not voluntary:
        return first
    lowest = min(voluntary, key=lambda index: added[index].value)
    return lowest if added[lowest].value >= added[first].value else first


def summed(added: Sequence[Summand], *, cut: bool = False, median: bool = False) -> Value:
    """Return the value of a tie-break for an entry: the sum of what its rounds add (`added`). `cut`: leave out the least summand. `median`:
    leave out the least summand, then the summand with the strongest opponent."""
    out = set()
    if added and (cut or median):
        out.add(least(added))
    rest = [index for index in range(len(added)) if index not in out]
    if rest and median:
        out.add(max(rest, key=lambda index: (added[index].strength, added[index].value)))
    if not out:
        contributions = tuple([Contribution(round_, opponent, value, True, why) for round_, opponent, _, value, _, why in added])
        return Value(sum([summand.value for summand in added]), contributions)
    contributions = tuple(
        Contribution(summand.round, summand.opponent, summand.value, index not in out, "cut" if index in out else summand.why)
        for index, summand in enumerate(added)
    )
    return Value(sum(item.value for item in contributions if item.counts), contributions)
