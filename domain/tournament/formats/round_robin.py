"""Round robin: everybody plays everybody, once (`round-robin`) or twice (`double-round-robin`).

The order of play follows the Berger tables (FIDE Handbook C.05, annex 1). In a double round robin the second half repeats the first half
with the sides exchanged. `settings.rounds` may end either format earlier.

A Berger table has numbered lines. The entries that play or sit out in round 1 hold these lines, in order of entry number. If the number of
entries is odd, the last line is empty. If an entry misses a round, its line is empty in that round. The opponent of an empty line sits out.
A late entry gets no line, because it could not meet all the others.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired

FIXED: Final = "In a round robin everybody meets everybody, so nobody can be kept apart."


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
    """Return the entries that were there in round 1, in order of number: each holds one line of the Berger table."""
    if asked.round == 1:
        return sorted(asked.present)
    seated = {entry for sides in (asked.paired[0] if asked.paired else ()) for side in sides for entry in side}
    for entry, lines in asked.history.lines.items():
        if any(line.round == 1 and line.kind in ("played", "forfeit", "bye") for line in lines):
            seated.add(entry)
    return sorted(seated)


def _round_robin(name: str, label: str, times: int) -> Format:
    return Format(
        name, 1, label, partial(_refuses, times), partial(_rounds, times), partial(_pair, times), everyone_meets=True, fixed=FIXED
    )


SINGLE: Final = _round_robin("round-robin", "Round robin", 1)
DOUBLE: Final = _round_robin("double-round-robin", "Double round robin", 2)
