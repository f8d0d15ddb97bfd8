"""Pairs the next round of a tournament: asks the tournament's format for the pairing, and makes the events that record it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments import Cut, EntryChanged, PairedBy, PairingChanged, RoundPaired, StageBegun, TablePaired
from domain.tournament.cut import cut_made, how_many, settings_after, split
from domain.tournament.fold import with_stage, without_stage
from domain.tournament.formats import format_named
from domain.tournament.formats.bracket import Bracket, Match, power, without_byes
from domain.tournament.formats.kinds import Asked, Cannot, Paired, Sides
from domain.tournament.formats.knock_out import MOST
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import bracket_of, history_of, pairing_of
from domain.tournament.stages import Part, chosen_again, parts, parts_at, rounds_of, stage_at, wishes_in
from domain.tournament.standings import Row, ranked
from domain.tournament.state import Result, Round, Tournament
from domain.tournament.tables import Restless, moved, restless, staying
from domain.tournament.wishes import Apart, Wish, pairs_of, too_near

NAMED: Final = 5
"""How many pairs of entries a refusal names at most."""
Recorded = list[StageBegun | EntryChanged | RoundPaired]


class Wanted(NamedTuple):
    """How the director wants the next round to be paired. `seed`: decides all random choices. `accept_least`: if no pairing keeps the rules
    of the format, accept the best pairing that breaks one (`Cannot.least`)."""

    seed: int
    accept_least: bool = False


def overtaken(reading: TournamentReading) -> tuple[tuple[int, int], ...] | None:
    """Return the tables, as (round, table), whose results have changed since the newest round was paired. Empty if something else changed
    on which a pairing rests, such as who plays or an adjustment. None if nothing did, or if the newest round is published."""
    state = reading.state
    newest = state.rounds.get(max(state.rounds, default=0))
    if newest is None or newest.published:
        return None
    number = newest.number
    made = [event for event in reading.events if isinstance(event.act, RoundPaired | PairingChanged) and event.act.round == number]
    then = reading.at(made[-1].version).state
    if _rests_on(then, number) == _rests_on(state, number):
        return None
    return _changed(then, state, state.stages[stage_at(state, number)].first if state.stages else 1, number)


def cut_overtaken(reading: TournamentReading) -> tuple[tuple[int, int], ...] | None:
    """Return the tables, as (round, table), of the stages before the last one whose results have changed since the last one began. Empty if
    something else changed on which the choice of its entries rests. None if nothing did, or if there was no stage before."""
    state = reading.state
    stage = state.stages[-1] if state.stages else None
    if stage is None or stage.first == 1:
        return None
    then = reading.at(stage.version).state
    if _cut_on(then) == _cut_on(state):
        return None
    return _changed(then, state, 1, stage.first)


def _cut_on(state: Tournament) -> list[list[Row]]:
    """Return the rows that decided about the last cut: those of the stage before it, with the order of the director."""
    return [one.rows for one in ranked(state, -2, more=("director",))]


def _rests_on(state: Tournament, number: int) -> list[tuple[object, ...]]:
    asked = [asked_of(part.state, number - part.before, 0) for part in parts_at(state, number)]
    return [(each.history, each.present, each.apart) for each in asked] + [(_restless(state, number),)]


def _changed(then: Tournament, state: Tournament, first: int, before: int) -> tuple[tuple[int, int], ...]:
    """Return the tables of the rounds from `first` on, before round `before`, whose results differ between the two."""
    return tuple(
        (number, table)
        for number, paired in state.rounds.items()
        for table, seated in paired.tables.items()
        if first <= number < before and not _same(seated.result, _result(then, number, table))
    )


def _result(state: Tournament, number: int, table: int) -> Result | None:
    seated = state.rounds[number].tables.get(table) if number in state.rounds else None
    return None if seated is None else seated.result


def _same(one: Result | None, other: Result | None) -> bool:
    return one is other if one is None or other is None else one.same(other)


def playing(state: Tournament) -> tuple[int, ...]:
    """Return the entries to be paired in the next round, in order of number."""
    following = max(state.rounds, default=0) + 1
    return tuple(sorted(entry for part in parts_at(state, following) for entry in part.playing(following)))


def not_ready(state: Tournament) -> Cannot | None:
    """Return why the next round cannot be paired now, whatever the format: the tournament is over, or tables of the last round have no
    result. Return None if the round can be paired."""
    if state.finished:
        return Cannot("The tournament is over: withdraw its TournamentFinished first.")
    last = max(state.rounds, default=0)
    open_tables = state.rounds[last].unfinished if last else ()
    if open_tables:
        return Cannot(f"Round {last} is not finished: tables without a result: {', '.join(map(str, open_tables))}.")
    return None


def next_round(state: Tournament, wanted: Wanted, progress: Callable[[int], None] = lambda _: None) -> Recorded | Cannot:
    """Pair the round after the last paired round, and return the acts that record the pairing. `progress`: called with the percentage that
    is done, whenever that has risen.

    The last act is the pairing. If a stage begins with this round, the first act says who is in it. If entries need lines of a schedule and
    have none yet, acts before the pairing give each entry a line. Returns Cannot if the format has no pairing, if all rounds are paired, or
    if the tournament is not ready.
    """
    unready = not_ready(state)
    if unready is not None:
        return unready
    stage = next_stage(state, wanted.seed)
    if isinstance(stage, Cannot):
        return stage
    state = state if stage is None else with_stage(state, stage)
    number, told = max(state.rounds, default=0) + 1, rising(progress)
    here = parts_at(state, number)
    if not here:
        return _all_paired(number - 1)
    here = [part for part in here if part.playing(number)] or here  # all entries of a group may have left
    drawn: dict[int, int] = {}
    made = [_of_part(part, number, wanted.seed, drawn, told) for part in here]
    paired = _moved(made[0] if len(made) == 1 else _together(made, here), state, number)
    if isinstance(paired, Cannot):
        if paired.least is None or not wanted.accept_least:
            return paired
        paired = paired.least
    format_ = format_named(here[0].state.format)
    lines = [EntryChanged(entry, line=line) for entry, line in sorted(drawn.items())]
    pairing = recorded(number, paired, PairedBy(format_.name, format_.version, wanted.seed))
    return [*([] if stage is None else [stage]), *lines, pairing]


def _of_part(part: Part, number: int, seed: int, drawn: dict[int, int], progress: Callable[[int], None]) -> Paired | Cannot:
    """Pair round `number` for a part of a stage. The lines of a schedule that entries get are added to `drawn`."""
    format_ = format_named(part.state.format)
    asked = asked_of(part.state, number - part.before, seed)
    given = {} if format_.lines is None else format_.lines(asked)
    drawn |= given
    asked = asked._replace(lines={**asked.lines, **given})
    rounds = _rounds(part.state, asked.lines)
    if rounds is not None and asked.round > rounds:
        return _all_paired(rounds + part.before)
    return _counted(format_.pair(asked, progress), asked.apart)


def _all_paired(rounds: int) -> Cannot:
    return Cannot("The only round is paired." if rounds == 1 else f"All {rounds} rounds are paired.")


def _together(made: Sequence[Paired | Cannot], here: Sequence[Part]) -> Paired | Cannot:
    """Return the pairing of all groups."""
    best = [one.least if isinstance(one, Cannot) else one for one in made]
    found = [one for one in best if one is not None]
    unevenness: Counter[str] = Counter()
    for one in found:
        unevenness.update(one.unevenness)
    tables = tuple(sides for one in found for sides in one.tables)
    whole = Paired(tables, tuple(entry for one in found for entry in one.sits_out), dict(unevenness))
    refused = [f"Group {part.group}: {one.sentence}" for part, one in zip(here, made, strict=True) if isinstance(one, Cannot)]
    return Cannot(" ".join(refused), whole if len(found) == len(made) else None) if refused else whole


def next_stage(state: Tournament, seed: int = 0) -> StageBegun | Cannot | None:
    """Return the stage that begins with the next round; None if none does. The settings of the last one say whether one follows. If the
    pairing of the first round was withdrawn, its entries are chosen again, and the stage keeps the settings that it has now."""
    if chosen_again(state):
        again = next_stage(without_stage(state), seed)
        following = max(state.rounds, default=0) + 1
        if again is None and state.stages[-1].first == following:
            return Cannot(
                f"Who goes on was decided before round {following} was withdrawn: undo this decision first (“A stage begins”), "
                f"then round {following} can be paired again."
            )
        return replace(again, settings=state.settings) if isinstance(again, StageBegun) and again.format == state.format else again
    last, settings = max(state.rounds, default=0), state.settings
    if settings.groups is not None and not state.stages:
        if last:
            return Cannot(f"Round {last} was paired without groups. Withdraw it, or withdraw what withdrew the StageBegun.")
        return split(state, settings.groups, seed)
    ends = stage_ends(state)
    first = state.stages[-1].first if state.stages else 1
    if settings.cut is None or ends is None or last < max(first, ends):
        return None
    return cut_made(state, settings.cut, seed)


def stage_ends(state: Tournament) -> int | None:
    """Return the last round of the last stage; None if the director decides it."""
    groups = None if state.stages else state.settings.groups
    if groups is not None:  # not drawn yet
        return format_named(state.format).rounds(state.settings, ceil(len(state.entries) / groups.count))
    found = []
    for part in parts(state):
        bracket = bracket_of(part.state)
        rounds = bracket.rounds if bracket is not None else part.rounds if part.group else rounds_of(part.state)
        if rounds is None:
            return None
        found.append(part.before + rounds)
    return max(found)


class Broken(NamedTuple):
    """A wish that a pairing does not grant. `table`: where the two entries sit, or the one that stays there, from 1 in the order of the
    tables."""

    table: int
    entries: tuple[int, ...]
    wish: Wish


def not_granted(state: Tournament, paired: Round) -> list[Broken]:
    """Return the wishes that a round does not grant, sorted by table. `table` of each is the number of the table."""
    number = paired.number
    apart, wishing = pairs_of(wish for wish in wishes_in(state, number) if wish.holds_in(number)), _restless(state, number)
    order = [(table, seated.sides) for table, seated in sorted(paired.tables.items())]
    near = [each._replace(table=order[each.table - 1][0]) for each in broken(apart, (sides for _, sides in order))]
    stay = [Broken(table, (entry,), wishing[entry].wish) for table, entry in staying(order, wishing)]
    return sorted([*near, *stay], key=lambda each: (each.table, each.entries))


def _restless(state: Tournament, number: int) -> dict[int, Restless]:
    """Return the entries that wish another table in a round, if its format leaves the numbers of tables free."""
    return restless(replace(state, wishes=wishes_in(state, number)), number)


def _moved(made: Paired | Cannot, state: Tournament, number: int) -> Paired | Cannot:
    """Return the pairing with its tables in another order, if entries wish another table than the last time. The first round of a bracket
    keeps its order, which says who meets whom later. If an entry stays against a hard wish, it is a Cannot."""
    best, wishing = made.least if isinstance(made, Cannot) else made, _restless(state, number)
    if best is None or not wishing:
        return made
    stage = state.stages[stage_at(state, number)] if state.stages else None
    first, format_name = (1, state.format) if stage is None else (stage.first, stage.format)
    if format_named(format_name).bracket is None or number > first:
        best = best._replace(tables=moved(best.tables, wishing))
    stay = staying(enumerate(best.tables, 1), wishing)
    best = best._replace(unevenness={**best.unevenness, "same_tables": len(stay)} if stay else best.unevenness)
    sentences = [made.sentence] if isinstance(made, Cannot) else []
    hard = [f"{entry} at table {table}" for table, entry in stay if wishing[entry].wish.hard]
    if hard:
        named = "; ".join([*hard[:NAMED], *([f"{len(hard) - NAMED} more"] if len(hard) > NAMED else [])])
        sentences.append(f"{_why(best, number, first)} These entries stay where they sat the last time, against hard wishes: {named}.")
    return Cannot(" ".join(sentences), best) if sentences else best


def _why(paired: Paired, number: int, first: int) -> str:
    """Return why an entry may stay at its table."""
    if len(paired.tables) == 1:
        return "There is only one table."
    if number == first:
        return "The first round of a knock-out has its tables in the order of the bracket."
    return "No numbers of the tables were found by which all move."


def broken(apart: Apart, tables: Iterable[Sides]) -> list[Broken]:
    """Return the pairs at these tables that should have been kept apart, table 1 first."""
    seated = enumerate(([entry for side in sides for entry in side] for sides in tables), 1)
    return [Broken(table, pair, apart[pair]) for table, entries in seated for pair in too_near(apart, entries)]


def _counted(made: Paired | Cannot, apart: Apart) -> Paired | Cannot:
    """Return what a format made, with the number of wishes that it breaks. A pairing that breaks a hard wish becomes a Cannot."""
    best = made.least if isinstance(made, Cannot) else made
    not_granted = [] if best is None else broken(apart, best.tables)
    if best is None or not not_granted:
        return made
    best = best._replace(unevenness={**best.unevenness, "wishes": len(not_granted)})
    sentences = [made.sentence] if isinstance(made, Cannot) else []
    hard = [f"{one} and {other}" for _, (one, other), wish in not_granted if wish.hard]
    if hard:
        named = "; ".join([*hard[:NAMED], *([f"{len(hard) - NAMED} more"] if len(hard) > NAMED else [])])
        sentences.append(f"No pairing was found that keeps all hard wishes. The best seats these entries together: {named}.")
    return Cannot(" ".join(sentences), best) if sentences else best


def rising(progress: Callable[[int], None]) -> Callable[[int], None]:
    """Return a function that calls `progress` only with a greater percentage than before."""
    reached = 0

    def tell(percent: int) -> None:
        nonlocal reached
        if percent > reached:
            reached = percent
            progress(percent)

    return tell


class Ahead(NamedTuple):
    """A knock-out that follows a stage. `groups`: how many that stage has; 1: none. `after`: its last round. `bracket`: nobody is in it
    yet; the lines are the seeds, 1 the best."""

    cut: Cut
    groups: int
    after: int
    bracket: Bracket


def ahead(state: Tournament, number: int) -> Ahead | None:
    """Return the knock-out that follows the stage of round `number`; None if none does, or if it is not known after which round."""
    index = stage_at(state, number) if state.stages else 0
    settings = parts(state, index)[0].state.settings
    after = state.stages[index + 1].first - 1 if index + 1 < len(state.stages) else stage_ends(state)
    plan_of = None if settings.cut is None else format_named(settings.cut.format).bracket
    if settings.cut is None or plan_of is None or after is None:
        return None
    entries = how_many(settings, settings.cut)
    if not 2 <= entries <= MOST:
        return None
    plan = plan_of(power(entries))
    sources = without_byes(plan, range(1, entries + 1))
    matches = tuple(Match(at, plan[at].round + after, plan[at].part, (None, None)) for at in sources)
    return Ahead(settings.cut, 1 if settings.groups is None else settings.groups.count, after, Bracket(matches, sources, {}))


def planned(state: Tournament) -> int | None:
    """Return how many rounds the tournament will have; None if the director decides it."""
    cut = state.settings.cut
    if not state.stages and state.settings.groups is None and cut is None:
        return _rounds(state, _lines(state))
    ends = stage_ends(state)
    if ends is None or cut is None:
        return ends
    rounds = format_named(cut.format).rounds(settings_after(state.settings, cut), how_many(state.settings, cut))
    return None if rounds is None else ends + rounds


def _rounds(state: Tournament, lines: Mapping[int, int]) -> int | None:
    bracket = bracket_of(state)
    if bracket is not None:
        return bracket.rounds
    format_, entries = format_named(state.format), len(state.entries)
    return format_.rounds(state.settings, entries if format_.everyone_meets else max(lines.values(), default=entries))


def _lines(state: Tournament) -> dict[int, int]:
    """Return the line of each entry that has one, by entry."""
    return {entry.number: entry.line for entry in state.entries.values() if entry.line is not None}


def asked_of(state: Tournament, number: int, seed: int) -> Asked:
    """Return what a format needs to know to pair round `number`."""
    pairings = [pairing_of(paired) for before, paired in sorted(state.rounds.items()) if before < number]
    return Asked(
        round=number,
        settings=state.settings,
        present=tuple(sorted(entry.number for entry in state.entries.values() if entry.plays_in(number))),
        history=history_of(state, number - 1),
        seed=seed,
        lines=_lines(state),
        paired=tuple(tables for tables, _ in pairings),
        out=tuple(out for _, out in pairings),
        apart=pairs_of(wish for wish in state.wishes if wish.holds_in(number)),
    )


def recorded(number: int, paired: Paired, by: PairedBy) -> RoundPaired:
    """Return the event that records a pairing. `by`: how it was made."""
    tables = tuple(TablePaired(table, sides) for table, sides in enumerate(paired.tables, 1))
    unevenness: dict[str, Json] = dict(paired.unevenness)
    return RoundPaired(number, tables, by, paired.sits_out, unevenness or None)
