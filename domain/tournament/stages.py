"""Stages of a tournament. A stage has a format and settings of its own, and its entries play together or in groups.

A part of a stage is a tournament of its own, made from the whole one: it has only the entries and the rounds of one group, or of the whole
stage, and its rounds are counted from 1. So scoring, tie-breaks and formats know nothing of stages. A tournament without stages is its only
part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from domain.kernel.events.common import MOST_ROUNDS
from domain.kernel.events.tournaments import ScoreAdjusted
from domain.tournament.formats import FORMATS
from domain.tournament.state import Entry, Round, Stage, Tournament
from domain.tournament.wishes import Wish


class Part(NamedTuple):
    """A part of a stage. `group`: its number, from 1; 0 if all entries of the stage play together. `before`: the rounds of the tournament
    before the stage. `rounds`: how many rounds a group plays; None if the group plays as long as the stage lasts. `state`: the part as a
    tournament of its own."""

    group: int
    before: int
    rounds: int | None
    state: Tournament

    def plays_in(self, number: int) -> bool:
        """Whether the part plays in round `number` of the tournament."""
        return self.rounds is None or number - self.before <= self.rounds

    def playing(self, number: int) -> list[int]:
        """Return the entries of the part to be paired in round `number` of the tournament."""
        return [entry.number for entry in self.state.entries.values() if entry.plays_in(number - self.before)]


def stage_at(state: Tournament, number: int) -> int:
    """Return the index of the stage to which round `number` belongs, in a tournament with stages."""
    return max((index for index, stage in enumerate(state.stages) if stage.first <= number), default=0)


def last_round(state: Tournament, index: int) -> int:
    """Return the last round that may belong to a stage."""
    return state.stages[index + 1].first - 1 if index + 1 < len(state.stages) else MOST_ROUNDS


def parts(state: Tournament, index: int = -1) -> list[Part]:
    """Return the parts of the stage with this index."""
    if not state.stages:
        return [Part(0, 0, None, state)]
    index %= len(state.stages)
    stage = _as_it_is(state, index)
    if len(stage.groups) < 2:
        return [Part(0, stage.first - 1, None, _alone(state, index, stage, stage.groups[0] if stage.groups else ()))]
    made = []
    for number, group in enumerate(stage.groups, 1):
        alone = _alone(state, index, stage, group)
        rounds = rounds_of(alone)
        kept = {n: paired for n, paired in alone.rounds.items() if rounds is None or n <= rounds}
        adjusted = tuple(_until(act, rounds) for act in alone.adjusted)
        made.append(Part(number, stage.first - 1, rounds, replace(alone, rounds=kept, adjusted=adjusted)))
    return made


def parts_at(state: Tournament, number: int) -> list[Part]:
    """Return the parts that play in round `number`."""
    return [part for part in parts(state, stage_at(state, number) if state.stages else -1) if part.plays_in(number)]


def groups_in(state: Tournament, number: int) -> dict[int, int]:
    """Return the number of the group of each entry, from 1, in the stage of round `number`; empty if all play together."""
    groups = state.stages[stage_at(state, number)].groups if state.stages else ()
    return {entry: group for group, entries in enumerate(groups, 1) for entry in entries} if len(groups) > 1 else {}


def chosen_again(state: Tournament) -> bool:
    """Whether the next pairing chooses again who is in the last stage. It was not chosen by hand, and its pairing was withdrawn."""
    return bool(state.stages) and state.stages[-1].by is not None and state.stages[-1].first > max(state.rounds, default=0)


def in_stage(state: Tournament) -> int:
    """Return how many entries the last stage has."""
    groups = state.stages[-1].groups if state.stages else ()
    return sum(map(len, groups)) or len(state.entries)


def _as_it_is(state: Tournament, index: int) -> Stage:
    stage = state.stages[index]
    if index < len(state.stages) - 1:
        return stage
    lines = {number: entry.line for number, entry in state.entries.items() if entry.line is not None}
    return stage._replace(format=state.format, settings=state.settings, lots=state.lots, ruled=state.ruled, lines=lines)


def _alone(state: Tournament, index: int, stage: Stage, group: Sequence[int]) -> Tournament:
    before, last = stage.first - 1, last_round(state, index)
    seeds = dict(zip(group, range(1, len(group) + 1), strict=True))
    entries = {
        number: _entry(entry, before, seeds.get(number, entry.seed), stage.carried.get(number, 0), stage.lines.get(number))
        for number, entry in state.entries.items()
        if number in seeds or not group
    }
    return replace(
        state,
        format=stage.format,
        settings=stage.settings,
        entries=entries,
        rounds={n - before: _round(paired, before, entries) for n, paired in state.rounds.items() if before < n <= last},
        adjusted=tuple(_until(_adjusted(act, before), last - before) for act in state.adjusted if _adjusts(state, act) == index),
        lots=stage.lots,
        ruled=stage.ruled,
        wishes=tuple(_wish(wish, before) for wish in wishes_in(state, stage.first)),
        published={},
        stages=(),
    )


def _entry(entry: Entry, before: int, seed: int | None, carried: int, line: int | None) -> Entry:
    out = tuple((first - before, None if back is None else back - before) for first, back in entry.out)
    absences = {number - before: kind for number, kind in entry.absences.items()}
    return entry._replace(seed=seed, out=out, absences=absences, carried=carried, line=line)


def _keeps(format_name: str, wish: Wish) -> bool:
    """Whether the format can keep this wish, which may have been made in another stage."""
    format_ = FORMATS[format_name]
    if wish.another_table:
        return format_.numbered is None
    return format_.fixed is None or (format_.postpones and wish.from_round is not None)


def wishes_in(state: Tournament, number: int) -> tuple[Wish, ...]:
    """Return the wishes that count in the stage of round `number`."""
    if not state.stages:
        return state.wishes
    return tuple(wish for wish in state.wishes if _keeps(state.stages[stage_at(state, number)].format, wish))


def _wish(wish: Wish, before: int) -> Wish:
    return wish if wish.from_round is None else wish._replace(from_round=wish.from_round - before)


def _adjusts(state: Tournament, act: ScoreAdjusted) -> int | None:
    """Return the index of the stage in which an adjustment counts: the last one that its entry has reached by the round of `act`."""
    reached = [index for index, stage in enumerate(state.stages) if stage.first <= (act.round or 1) and _in(stage, act.entry)]
    return max(reached, default=None)


def _in(stage: Stage, entry: int) -> bool:
    return not stage.groups or any(entry in group for group in stage.groups)


def _until(act: ScoreAdjusted, last: int | None) -> ScoreAdjusted:
    """Return the adjustment, not later than round `last`."""
    return act if act.round is None or last is None else replace(act, round=min(act.round, last))


def _adjusted(act: ScoreAdjusted, before: int) -> ScoreAdjusted:
    return act if act.round is None else replace(act, round=act.round - before)


def _round(paired: Round, before: int, entries: Mapping[int, Entry]) -> Round:
    tables = {number: seated for number, seated in paired.tables.items() if any(entry in entries for entry in seated.entries)}
    out = tuple(entry for entry in paired.sits_out if entry in entries)
    return paired._replace(number=paired.number - before, tables=tables, sits_out=out)


def rounds_of(state: Tournament) -> int | None:
    """Return how many rounds are played, if nobody is knocked out; None if the director decides it. A round robin is shorter if somebody is
    missing in round 1."""
    first, format_ = state.rounds.get(1), FORMATS[state.format]
    lines = [] if format_.everyone_meets else [entry.line for entry in state.entries.values() if entry.line is not None]
    if first is None:
        there = sum(entry.plays_in(1) for entry in state.entries.values())
    else:
        there = sum(len(seated.entries) for seated in first.tables.values()) + len(first.sits_out)
    return format_.rounds(state.settings, max(lines, default=there))
