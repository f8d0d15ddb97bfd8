"""Pairs the next round of a tournament: asks the tournament's format for the pairing, and makes the events that record it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments import EntryChanged, PairedBy, PairingChanged, RoundPaired, TablePaired
from domain.tournament.formats import format_named
from domain.tournament.formats.kinds import Asked, Cannot, Paired, Sides
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import bracket_of, history_of, pairing_of
from domain.tournament.state import Result, Tournament
from domain.tournament.wishes import Apart, Wish, pairs_of, too_near

NAMED: Final = 5
"""How many pairs of entries a refusal names at most."""
Recorded = list[EntryChanged | RoundPaired]


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
    before, now = asked_of(then, number, 0), asked_of(state, number, 0)
    if (before.history, before.present, before.apart) == (now.history, now.present, now.apart):
        return None
    return tuple(
        (earlier.number, table)
        for earlier in state.rounds.values()
        for table, seated in earlier.tables.items()
        if earlier is not newest and not _same(seated.result, _result(then, earlier.number, table))
    )


def _result(state: Tournament, number: int, table: int) -> Result | None:
    seated = state.rounds[number].tables.get(table) if number in state.rounds else None
    return None if seated is None else seated.result


def _same(one: Result | None, other: Result | None) -> bool:
    return one is other if one is None or other is None else one.same(other)


def playing(state: Tournament) -> tuple[int, ...]:
    """Return the entries to be paired in the next round, in order of number."""
    following = max(state.rounds, default=0) + 1
    return tuple(sorted(entry.number for entry in state.entries.values() if entry.plays_in(following)))


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

    The last act is the pairing. If entries need lines of a schedule and have none yet, the acts before it give each entry a line. Returns
    Cannot if the format has no pairing, if all rounds are paired, or if the tournament is not ready.
    """
    unready = not_ready(state)
    if unready is not None:
        return unready
    last, seed = max(state.rounds, default=0), wanted.seed
    format_ = format_named(state.format)
    asked = asked_of(state, last + 1, seed)
    drawn = {} if format_.lines is None or asked.lines else format_.lines(asked.present, seed)
    asked = asked._replace(lines=drawn or asked.lines)
    rounds = _rounds(state, asked.lines)
    if rounds is not None and last >= rounds:
        return Cannot(f"All {rounds} rounds are paired.")
    paired = _counted(format_.pair(asked, rising(progress)), asked.apart)
    if isinstance(paired, Cannot):
        if paired.least is None or not wanted.accept_least:
            return paired
        paired = paired.least
    lines = [EntryChanged(entry, line=line) for entry, line in sorted(drawn.items())]
    return [*lines, recorded(last + 1, paired, PairedBy(format_.name, format_.version, seed))]


class Broken(NamedTuple):
    """A wish that a pairing does not grant. `table`: where the two entries sit, from 1 in the order of the tables."""

    table: int
    entries: tuple[int, int]
    wish: Wish


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


def planned(state: Tournament) -> int | None:
    """Return how many rounds the tournament will have; None if the director decides it."""
    return _rounds(state, _lines(state))


def _rounds(state: Tournament, lines: Mapping[int, int]) -> int | None:
    bracket = bracket_of(state)
    if bracket is not None:
        return bracket.rounds
    return format_named(state.format).rounds(state.settings, max(lines.values(), default=len(state.entries)))


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
