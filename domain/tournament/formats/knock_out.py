"""What all knock-outs have in common: the settings that they take, and the pairing of a round from the bracket (bracket.py).

Seeds are the ranks of entries before round 1; entries without a rank, and entries of equal rank, are drawn behind them or among them. A
match is one table. A match of several games is one, too: its typed result has the games that each side won as scores.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Final

from domain.kernel.events.tournaments import MOST_ENTRIES, Scoring, Settings
from domain.tournament.formats.bracket import Bracket, drawn, played, power
from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired, Planned

MOST: Final = 256
"""The most entries of a knock-out."""
FIXED: Final = "In a knock-out results say who meets whom: only wishes with a first round to meet, made before round 1, can be kept."
DRAWS: Final = 200
"""How many draws are tried at most if there are wishes. The first of those that break the fewest is taken."""
Plan = Callable[[int], tuple[Planned, ...]]


def knock_out(name: str, label: str, plan: Plan) -> Format:
    """Return the knock-out with this plan of matches (`Format.bracket`)."""
    rounds = partial(_rounds, plan)
    return Format(name, 1, label, partial(_refuses, plan), rounds, partial(_pair, plan), bracket=plan, fixed=FIXED, postpones=True)


def _rounds(plan: Plan, _settings: Settings, entries: int) -> int:
    return plan(power(max(entries, 2)))[-1].round


def _refuses(plan: Plan, settings: Settings, entries: int) -> str | None:
    if settings.table != 2 or settings.partners != 1:
        return "A table of a knock-out has two entries, one on each side. Enter fixed pairs and teams as one entry each."
    if settings.scoring != Scoring():
        return "In a knock-out a place is decided by the round in which an entry leaves: leave the scoring as it is proposed."
    if not 2 <= entries <= MOST:
        return f"A knock-out is for 2 to {MOST} entries, not {entries}."
    if settings.rounds not in (None, _rounds(plan, settings, entries)):
        return "In a knock-out the number of entries decides how many rounds there are: leave the number of rounds out."
    return None


def _pair(plan: Plan, asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    """Return the pairing of the next round, or the reason why there is none. Without wishes, this takes some milliseconds even with 256
    entries."""
    if asked.round == 1:
        made = _first(plan, asked, progress)
    else:
        made = _later(played(plan, asked.history, [*zip(asked.paired, asked.out, strict=True)]), asked)
    progress(100)
    return made


def _first(plan: Plan, asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    refused = _refuses(plan, asked.settings, len(asked.present))
    if refused is not None:
        return Cannot(refused)
    seeds = asked.history.seeds
    size = power(len(asked.present))
    meet = first_meetings(plan(size)) if asked.apart else {}

    def order_by(*seed: int) -> list[int]:
        return sorted(Chance(*seed).mixed(asked.present), key=lambda entry: seeds.get(entry, MOST_ENTRIES + 1))

    def too_early(order: list[int]) -> tuple[int, int]:
        """Return how many pairs may meet before a hard wish and before a soft wish lets them."""
        line = {entry: line for line, entry in enumerate(order, 1)}
        times = [
            (wish, meet[min(line[one], line[other]), max(line[one], line[other])])
            for (one, other), wish in asked.apart.items()
            if one in line and other in line
        ]
        early = [wish.hard for wish, first in times if wish.holds_in(first)]
        return sum(early), len(early)

    order = order_by(asked.seed)
    least = too_early(order)
    for draw in range(1, DRAWS):
        if not any(least):
            break
        progress(100 * draw // DRAWS)
        other = order_by(asked.seed, draw)
        early = too_early(other)
        if early < least:
            order, least = other, early
    lines = drawn(size)
    tables = [(first, second) for first, second in zip(lines[::2], lines[1::2], strict=True) if second <= len(order)]
    return Paired(tuple(((order[one - 1],), (order[other - 1],)) for one, other in tables), tuple(order[: size - len(order)]))


def first_meetings(plan: Sequence[Planned]) -> dict[tuple[int, int], int]:
    """Return the first round in which two lines can meet, by (the smaller line, the greater one)."""
    coming: list[frozenset[int]] = []
    found: dict[tuple[int, int], int] = {}
    for match in plan:
        one, other = (frozenset({source.line}) if source.line else coming[source.match] for source in match.sides)
        for pair in product(one, other):
            found.setdefault((min(pair), max(pair)), match.round)
        coming.append(one | other)
    return found


def _later(bracket: Bracket, asked: Asked) -> Paired | Cannot:
    for match in bracket.matches:
        if match.round < asked.round and match.winner is None:
            who = " and ".join(map(str, match.seated or [entry for entry in match.sides if entry]))
            return Cannot(f"Round {match.round} does not say who goes on, of entries {who}: enter a result with one winner.")
    due = [tuple(entry for entry in match.sides if entry in asked.present) for match in bracket.in_round(asked.round)]
    if not any(due):
        return Cannot("The knock-out is decided.")
    paired = Paired(tuple(((one[0],), (one[1],)) for one in due if len(one) == 2), tuple(one[0] for one in due if len(one) == 1))
    late = [entry for entry in asked.present if not asked.history.lines[entry]]
    if not late:
        return paired
    names = ", ".join(map(str, late))
    which = f"Entry {names} was" if len(late) == 1 else f"The entries {names} were"
    return Cannot(f"{which} not there in round 1, and the bracket has no place for a late entry.", paired)
