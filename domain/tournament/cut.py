"""Who is in a stage: entries are split into groups before round 1, and a cut says who goes on after a stage.

The stage that follows has as many of the best of each group as `Cut.top` says, and of all others as many of the best as `Cut.best` says
(standings.py compares entries of different groups). If `Cut.top` is 0, these are the best of all, however many are of one group. Those who
are level at the cut are decided by tie-breaks, then by an order that the director ruled, for example after a play-off; if they are level
after that, there is no cut. Entries that have left do not go on.

The seeds of the next stage: the winners of the groups, the best first, then the second, and so on; if `Cut.top` is 0, all in one order,
the best first. Those who are level are in order of their rank before round 1, then by lot. In a knock-out nobody meets an entry of the same
group in the first round if entries of equal places can be exchanged to avoid it, and nobody loses a bye by it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from domain.kernel.events.tournaments import MOST_ENTRIES, Carried, Cut, Groups, PairedBy, Scoring, Settings, StageBegun
from domain.tournament.formats import FORMATS
from domain.tournament.formats.bracket import drawn, power
from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Cannot
from domain.tournament.offers import ABOUT, Played, proposed
from domain.tournament.standings import Ranked, Row, across, ranked
from domain.tournament.state import Tournament
from domain.words.phrases import are

VERSION: Final = 1
"""Changes whenever the same groups would be split, or the same cut made, in another way."""
GROUPED: Final = frozenset({"swiss", "round-robin", "double-round-robin"})
"""The formats that are played in groups."""


def settings_after(settings: Settings, cut: Cut) -> Settings:
    """Return the settings of the stage that follows: those that its format proposes, and the games, results and prizes as before."""
    bracket = ABOUT[cut.format].pairs_by == "bracket"
    return replace(
        settings,
        rounds=cut.rounds,
        table=2,
        partners=1,
        scoring=Scoring() if bracket else settings.scoring,
        tiebreaks=proposed(cut.format, Played(2, 2), None).tiebreaks,
        groups=None,
        cut=None,
    )


def how_many(settings: Settings, cut: Cut) -> int:
    """Return how many entries go on."""
    return cut.top * (settings.groups.count if settings.groups else 1) + cut.best


def split(state: Tournament, groups: Groups, seed: int) -> StageBegun | Cannot:
    """Return the first stage, with all entries in these groups."""
    count = groups.count
    here = sorted(number for number, entry in state.entries.items() if not entry.has_left(1))
    if len(here) < 2 * count:
        return Cannot(f"{count} groups need {2 * count} entries or more, and {_there(len(here))}.")
    made = _dealt(_by_rank(state, here, seed) if groups.split == "snake" else Chance(seed).mixed(here), count)
    smallest, cut = min(map(len, made)), state.settings.cut
    if cut is not None and (cut.top > smallest or how_many(state.settings, cut) > len(here)):
        others = f" and {cut.best} of the others" if cut.best else ""
        takes = f"{cut.top} of each group{others}" if cut.top else f"{cut.best} of all groups"
        return Cannot(f"The cut takes {takes}, and {_there(len(here))}: {smallest} in the smallest group.")
    refused = FORMATS[state.format].refuses(state.settings, smallest)
    if refused is not None:
        return Cannot(refused)
    return StageBegun(state.format, state.settings, tuple(map(tuple, made)), by=PairedBy(groups.split, VERSION, seed))


def sizes(state: Tournament, groups: Groups) -> list[int]:
    """Return how many entries each group will have if those who are there now play."""
    return [len(group) for group in _dealt([number for number, entry in state.entries.items() if not entry.has_left(1)], groups.count)]


def _dealt(order: Sequence[int], count: int) -> list[list[int]]:
    """Deal the entries to groups, as a snake: 1 2 3 3 2 1 …"""
    made: list[list[int]] = [[] for _ in range(count)]
    for at, entry in enumerate(order):
        row, column = divmod(at, count)
        made[column if row % 2 == 0 else count - 1 - column].append(entry)
    return made


def cut_made(state: Tournament, cut: Cut, seed: int) -> StageBegun | Cannot:
    """Return the stage that follows the last one by this cut, or the reason why it is not known who goes on."""
    following = max(state.rounds, default=0) + 1
    stage = [
        _still_here(one, state, following) for one in ranked(state, more=() if "director" in state.settings.tiebreaks else ("director",))
    ]
    if not cut.top + cut.best:
        return Cannot("The cut takes nobody: change in the settings who goes on.")
    chosen: dict[int, Row] = {}
    others = []
    for one in stage:
        if len(one.rows) < cut.top:
            return Cannot(f"The cut takes {cut.top} of {_whom(one)}, and {_there(len(one.rows))}.")
        level = _level(one.rows, cut.top)
        if level:
            return _undecided(level)
        chosen |= {row.entry: row for row in one.rows[: cut.top]}
        others.append(one._replace(rows=one.rows[cut.top :]))
    best: list[int] = []
    for tier in across(others):
        room = cut.best - len(best)
        if not room:
            break
        if len(tier) > room:
            return _undecided([row.entry for row in tier])
        best += [row.entry for row in tier]
    if len(best) < cut.best:
        return Cannot(f"The cut takes {cut.best} of {'the others' if cut.top else 'all'}, and {_there(len(best))}.")
    entries = {*chosen, *best}
    tiers = across([one._replace(rows=[row for row in one.rows if row.entry in entries]) for one in stage])
    order = [entry for tier in tiers for entry in _by_rank(state, (row.entry for row in tier), seed)]
    points = {row.entry: row.points for one in stage for row in one.rows}
    if FORMATS[cut.format].bracket is not None and len(stage) > 1:
        order = apart(order, {entry: one.part.group for one in stage for entry in one.part.state.entries}, _places(stage))
    carried = tuple(Carried(entry, points[entry]) for entry in order) if cut.carry else ()
    return StageBegun(cut.format, settings_after(state.settings, cut), (tuple(order),), carried, PairedBy("cut", VERSION, seed))


def apart(order: Sequence[int], group: Mapping[int, int], place: Mapping[int, int]) -> list[int]:
    """Return the seeds in an order in which as few as possible meet an entry of their group in round 1 of a knock-out. Only entries with
    equal places are exchanged, the nearest seeds first. A seed with a bye keeps it."""
    seeds = list(order)
    lines = drawn(power(len(seeds)))
    meets = {
        one - 1: other - 1
        for first, second in zip(lines[::2], lines[1::2], strict=True)
        for one, other in ((first, second), (second, first))
    }

    paired = [at for at in range(len(seeds)) if meets[at] < len(seeds)]

    def clashes(at: int) -> bool:
        return group[seeds[at]] == group[seeds[meets[at]]]

    for at in reversed(paired):
        for other in sorted(paired, key=lambda n: (abs(n - at), n)) if clashes(at) else ():
            if place[seeds[other]] != place[seeds[at]]:
                continue
            before = clashes(at) + clashes(other)
            seeds[at], seeds[other] = seeds[other], seeds[at]
            if clashes(at) + clashes(other) < before:
                break
            seeds[at], seeds[other] = seeds[other], seeds[at]
    return seeds


def _by_rank(state: Tournament, entries: Iterable[int], seed: int) -> list[int]:
    """Return the entries in order of their rank. Chance decides between entries of equal rank, and those without one come last."""
    return sorted(Chance(seed).mixed(sorted(entries)), key=lambda entry: state.entries[entry].seed or MOST_ENTRIES + 1)


def _still_here(one: Ranked, state: Tournament, following: int) -> Ranked:
    return one._replace(rows=[row for row in one.rows if not state.entries[row.entry].has_left(following)])


def _level(rows: Sequence[Row], top: int) -> list[int]:
    """Return the entries that are level at the cut; empty if it is clear who goes on."""
    if not 0 < top < len(rows) or rows[top - 1].place != rows[top].place:
        return []
    return [row.entry for row in rows if row.place == rows[top].place]


def _undecided(level: Sequence[int]) -> Cannot:
    named = ", ".join(map(str, sorted(level)))
    return Cannot(f"The entries {named} are level at the cut. Let them play it off, and rule their order.")


def _there(count: int) -> str:
    return f"only {are(count, 'there')}" if count else "nobody is there"


def _places(stage: Sequence[Ranked]) -> dict[int, int]:
    return {row.entry: row.place for one in stage for row in one.rows}


def _whom(one: Ranked) -> str:
    return f"group {one.part.group}" if one.part.group else "all entries"
