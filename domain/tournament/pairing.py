"""Pairs the next round of a tournament: asks its format, and makes the events that record the answer."""

from collections.abc import Callable

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments import EntryChanged, PairedBy, RoundPaired, TablePaired
from domain.tournament.formats import format_named
from domain.tournament.formats.kinds import Asked, Cannot, Paired
from domain.tournament.scoring import history_of
from domain.tournament.state import Tournament

Recorded = list[EntryChanged | RoundPaired]


def next_round(state: Tournament, seed: int, progress: Callable[[int], None] = lambda _: None) -> Recorded | Cannot:
    """Pair the round after the last one, and return the acts that record it. `seed`: decides all random choices. `progress`: called with
    the percentage that is done.

    The pairing is the last act. If the format has lines and none are drawn yet, the acts that give each entry its line come before it.
    Returns Cannot if the format has no pairing, if all rounds are paired, or if a table of the last round has no result yet.
    """
    last = max(state.rounds, default=0)
    open_tables = state.rounds[last].unfinished if last else ()
    if open_tables:
        return Cannot(f"Round {last} is not finished: tables without a result: {', '.join(map(str, open_tables))}.")
    format_ = format_named(state.format)
    asked = asked_of(state, last + 1, seed)
    drawn = {} if format_.lines is None or asked.lines else format_.lines(asked.present, seed)
    asked = asked._replace(lines=drawn or asked.lines)
    rounds = format_.rounds(state.settings, max(asked.lines.values(), default=len(state.entries)))
    if rounds is not None and last >= rounds:
        return Cannot(f"All {rounds} rounds are paired.")
    paired = format_.pair(asked, progress)
    if isinstance(paired, Cannot):
        return paired
    lines = [EntryChanged(entry, line=line) for entry, line in sorted(drawn.items())]
    return [*lines, recorded(last + 1, paired, PairedBy(format_.name, format_.version, seed))]


def asked_of(state: Tournament, number: int, seed: int) -> Asked:
    """What a format needs to know to pair round `number`."""
    return Asked(
        round=number,
        settings=state.settings,
        present=tuple(sorted(entry.number for entry in state.entries.values() if entry.plays_in(number))),
        history=history_of(state, number - 1),
        seed=seed,
        lines={entry.number: entry.line for entry in state.entries.values() if entry.line is not None},
        paired=tuple(
            tuple(seated.sides for _, seated in sorted(paired.tables.items()))
            for before, paired in sorted(state.rounds.items())
            if before < number
        ),
    )


def recorded(number: int, paired: Paired, by: PairedBy) -> RoundPaired:
    """The event that records a pairing."""
    tables = tuple(TablePaired(table, sides) for table, sides in enumerate(paired.tables, 1))
    unevenness: dict[str, Json] = dict(paired.unevenness)
    return RoundPaired(number, tables, by, paired.sits_out, unevenness or None)
