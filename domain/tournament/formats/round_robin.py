"""Round robin: everybody plays everybody, once (`round-robin`) or twice (`double-round-robin`).

The order of play follows the Berger tables (FIDE Handbook C.05, annex 1). In a double round robin the second half repeats the first half
with the sides exchanged. `settings.rounds` may end either format earlier.

A Berger table has numbered lines. The entries that play or sit out in round 1 hold these lines, in order of entry number. If the number of
entries is odd, the last line is empty. If an entry misses a round, its line is empty in that round. The opponent of an empty line sits out.
A late entry gets no line, because it could not meet all the others. If there are wishes that entries meet late, the entries hold the lines
in another order, which is chosen before round 1 (late_meetings.py).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired
from domain.tournament.formats.late_meetings import Early, Meets, meeting_late, too_early

FIXED: Final = "In a round robin everybody meets everybody: only wishes with a first round to meet, made before round 1, can be kept."
NAMED: Final = 5
"""How many pairs of entries a refusal names at most."""


def berger(lines: int, number: int) -> list[tuple[int, int]]:
    """Return the tables of round `number`, from 1, in a single round robin. `lines`: the number of lines, which must be even. Lines are
    numbered from 1."""
    turning = lines - 1
    first = (number + 1) // 2 if number % 2 else (number + lines) // 2
    top = (first, lines) if number % 2 else (lines, first)
    return [top, *(((first + step - 1) % turning + 1, (first - step - 1) % turning + 1) for step in range(1, lines // 2))]


def _cycle(entries: int) -> int:
    """Return in how many rounds everybody meets everybody once."""
    return entries - 1 + entries % 2


def _refuses(times: int, settings: Settings, entries: int) -> str | None:
    if settings.table != 2 or settings.partners != 1:
        return "A table of a round robin has two entries, one on each side. Enter fixed pairs and teams as one entry each."
    if entries < 2:
        return "A round robin needs two entries or more."
    if settings.rounds is not None and settings.rounds > times * _cycle(entries):
        return f"A round robin of {entries} entries has {times * _cycle(entries)} rounds, not {settings.rounds}."
    return None


def _rounds(times: int, settings: Settings, entries: int) -> int | None:
    whole = times * _cycle(entries) if entries >= 2 else 0
    return whole if settings.rounds is None else min(whole, settings.rounds)


def _pair(times: int, asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    """Return the pairing of the next round by the Berger table, or the reason why there is none. `times`: how often everybody meets.
    With 2,000 entries this takes less than 20 milliseconds, so `progress` is called only at the end."""
    holders = _holders(asked)
    if len(holders) < 2:
        return Cannot("A round robin needs two entries or more.")
    cycle = _cycle(len(holders))
    if asked.round > times * cycle:
        return Cannot(f"The round robin is over: {len(holders)} entries have {times * cycle} rounds.")
    paired = _round(holders, asked, exchanged=asked.round > cycle)
    progress(100)
    if asked.round == 1 and asked.apart:
        return _foreseen(paired, too_early(_lines_of(holders), asked.apart, _met_in(times, asked.settings, len(holders))))
    late = tuple(entry for entry in asked.present if entry not in holders)
    if not late:
        return paired
    names = ", ".join(map(str, late))
    which = f"Entry {names} was" if len(late) == 1 else f"The entries {names} were"
    return Cannot(
        f"{which} not there in round 1, and the table of the round robin has no line for a late entry.",
        paired._replace(sits_out=tuple(sorted((*paired.sits_out, *late)))),
    )


def _round(holders: list[int], asked: Asked, exchanged: bool) -> Paired:
    lines = len(holders) + len(holders) % 2
    there = set(asked.present)
    tables, out = [], []
    for sides in berger(lines, (asked.round - 1) % _cycle(len(holders)) + 1):
        seated = [holders[line - 1] for line in sides if line <= len(holders) and holders[line - 1] in there]
        if len(seated) == 2:
            tables.append(tuple((entry,) for entry in (reversed(seated) if exchanged else seated)))
        out += seated if len(seated) == 1 else []
    return Paired(tuple(tables), tuple(sorted(out)))


def _holders(asked: Asked) -> list[int]:
    """Return the entries that were there in round 1, in order of line: each holds one line of the Berger table."""
    there = sorted(_there(asked))
    lines = {asked.lines.get(entry, 0): entry for entry in there}
    whole = range(1, len(there) + 1)
    return [lines[line] for line in whole] if {*lines} == {*whole} else there


def _there(asked: Asked) -> set[int]:
    if asked.round == 1:
        return {*asked.present}
    seated = {entry for sides in (asked.paired[0] if asked.paired else ()) for side in sides for entry in side}
    for entry, lines in asked.history.lines.items():
        if any(line.round == 1 and line.kind in ("played", "forfeit", "bye") for line in lines):
            seated.add(entry)
    return seated


def _lines_of(holders: Sequence[int]) -> dict[int, int]:
    return {entry: line for line, entry in enumerate(holders, 1)}


def _lines(times: int, asked: Asked) -> dict[int, int]:
    """Return the line of each entry, by entry, if there are wishes before round 1. If there were, but are no more, the lines are in order
    of number again."""
    if asked.round > 1 or not (asked.apart or asked.lines):
        return {}
    lines = _lines_of(sorted(asked.present))
    return meeting_late(lines, asked.apart, _met_in(times, asked.settings, len(lines)), Chance(asked.seed))


def _met_in(times: int, settings: Settings, entries: int) -> Meets:
    """Return a function that returns the round in which two lines meet first; None if the tournament ends before."""
    turning, rounds = _cycle(entries), _rounds(times, settings, entries) or 0

    def met_in(one: int, other: int) -> int | None:
        line = one + other if max(one, other) <= turning else 2 * min(one, other)
        number = (line - 2) % turning + 1
        return number if number <= rounds else None

    return met_in


def _foreseen(paired: Paired, early: Sequence[Early]) -> Paired | Cannot:
    """Return the pairing of round 1, with how many pairs meet too early in later rounds. If a hard wish forbids that, it is a Cannot."""
    later = [each for each in early if each.round > 1]
    paired = paired._replace(unevenness={**paired.unevenness, "wishes_later": len(later)} if later else paired.unevenness)
    hard = [f"{one} and {other} in round {number}" for (one, other), number, wish in later if wish.hard]
    if not hard:
        return paired
    named = "; ".join([*hard[:NAMED], *([f"{len(hard) - NAMED} more"] if len(hard) > NAMED else [])])
    return Cannot(
        f"No order of the rounds was found that keeps all hard wishes. In the best, these entries meet too early: {named}.", paired
    )


def _round_robin(name: str, label: str, times: int) -> Format:
    return Format(
        name,
        1,
        label,
        partial(_refuses, times),
        partial(_rounds, times),
        partial(_pair, times),
        lines=partial(_lines, times),
        everyone_meets=True,
        fixed=FIXED,
        postpones=True,
    )


SINGLE: Final = _round_robin("round-robin", "Round robin", 1)
DOUBLE: Final = _round_robin("double-round-robin", "Double round robin", 2)
