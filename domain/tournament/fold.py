"""Folds the events of a tournament into its state. As in every stream (domain/record/fold.py), retracted events do not count, and an event
with `after` counts directly after that version.

The fold never raises an error for nonsense. `checks.py` refuses nonsense before it is recorded; nonsense that is in the stream all the same
changes nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from domain.kernel.events import Event, TournamentEvent
from domain.kernel.events.tournaments import (
    AbsenceNoted,
    ChangeAccepted,
    ChangeDeclined,
    EntryAct,
    EntryChanged,
    EntryMade,
    EntryReturned,
    EntryWithdrawn,
    ForfeitRuled,
    LotsDrawn,
    OrderRuled,
    PairingChanged,
    ResultApproved,
    ResultEntered,
    ResultTaken,
    RoundPaired,
    RoundPublished,
    RoundUnpublished,
    ScoreAdjusted,
    SettingsChanged,
    StandingsPublished,
    TableAct,
    TableLinked,
    TablePaired,
    TournamentFinished,
    TournamentOpened,
)
from domain.record.fold import corrected
from domain.tournament.state import Entry, Result, Round, Seated, Tournament


def read(events: Sequence[TournamentEvent]) -> Tournament:
    """The tournament after `events`, which are in order of version. Raises ValueError if the first one is not TournamentOpened."""
    standing = cast("list[TournamentEvent]", corrected(cast("Sequence[Event]", events)))
    first = standing[0]
    if not isinstance(first.act, TournamentOpened):
        raise ValueError(f"version {first.version} is {first.type}: a tournament begins with TournamentOpened")
    opened = first.act
    state = Tournament(first.version, opened.title.value, opened.system, opened.rules, opened.format, opened.settings, opened.visibility)
    return replace(after(state, standing[1:]), version=events[-1].version)


def after(state: Tournament, events: Iterable[TournamentEvent]) -> Tournament:
    """The tournament after `state` and then `events`. None of `events` may be a correction: after a correction, read the whole stream
    again."""
    for event in events:
        state = replace(_evolve(state, event), version=event.version)
    return state


def _evolve(state: Tournament, event: TournamentEvent) -> Tournament:
    if isinstance(event.act, EntryAct):
        return _entered(state, event.act)
    if isinstance(event.act, TableAct):
        return _at_table(state, event.act, event)
    match event.act:
        case SettingsChanged(settings):
            return replace(state, settings=settings)
        case RoundPaired():
            return _with_round(state, round_of(event.act))
        case PairingChanged(number, tables, sits_out) if number in state.rounds:
            paired = state.rounds[number]
            return _with_round(state, paired._replace(tables=_seated(tables, paired), sits_out=sits_out))
        case RoundPublished(number) if number in state.rounds:
            return _with_round(state, state.rounds[number]._replace(published=True))
        case RoundUnpublished(number, _) if number in state.rounds:
            return replace(state, rounds={n: paired for n, paired in state.rounds.items() if n != number})
        case ScoreAdjusted() as adjusted:
            return replace(state, adjusted=(*state.adjusted, adjusted))
        case LotsDrawn(order):
            return replace(state, lots=order)
        case OrderRuled(order, _):
            return replace(state, ruled=order)
        case StandingsPublished(number, digest):
            return replace(state, published={**state.published, number: digest})
        case TournamentFinished():
            return replace(state, finished=True)
        case _:
            return state


# --- entries ------------------------------------------------------------------------------------------------------------------------------


def _entered(state: Tournament, act: EntryAct) -> Tournament:
    known = state.entries.get(act.entry)
    if isinstance(act, EntryMade):
        made = Entry(act.entry, act.people, act.name.value, act.seed, act.line)
        return state if known is not None else replace(state, entries={**state.entries, act.entry: made})
    return state if known is None else replace(state, entries={**state.entries, act.entry: _changed(known, act)})


def _changed(entry: Entry, act: EntryAct) -> Entry:
    match act:
        case EntryChanged(_, people, name, seed, line):
            return entry._replace(
                people=entry.people if people is None else people,
                name=entry.name if name is None else name.value,
                seed=entry.seed if seed is None else seed,
                line=entry.line if line is None else line,
            )
        case EntryWithdrawn(_, first):
            return entry if _is_out(entry) else entry._replace(out=(*entry.out, (first, None)))
        case EntryReturned(_, back):
            return entry._replace(out=(*entry.out[:-1], (entry.out[-1][0], back))) if _is_out(entry) else entry
        case AbsenceNoted(_, number, kind):
            return entry._replace(absences={**entry.absences, number: kind})
        case _:
            return entry._replace(checked_in=True)


def _is_out(entry: Entry) -> bool:
    return bool(entry.out) and entry.out[-1][1] is None


# --- rounds and results -------------------------------------------------------------------------------------------------------------------


def round_of(act: RoundPaired) -> Round:
    """The round that this event makes, without results."""
    return Round(act.round, _seated(act.tables, None), act.sits_out, act.by, act.unevenness)


def _with_round(state: Tournament, paired: Round) -> Tournament:
    return replace(state, rounds={**state.rounds, paired.number: paired})


def _seated(tables: Iterable[TablePaired], former: Round | None) -> dict[int, Seated]:
    """The tables of a round, by number. A table keeps its game and its result if it has the same number and sides in `former`."""
    before = {} if former is None else former.tables
    made = {}
    for paired in tables:
        kept = before.get(paired.table)
        made[paired.table] = kept if kept is not None and kept.sides == paired.sides else Seated(paired.table, paired.sides)
    return made


def _at_table(state: Tournament, act: TableAct, event: TournamentEvent) -> Tournament:
    paired = state.rounds.get(act.round)
    seated = None if paired is None else paired.tables.get(act.table)
    if paired is None or seated is None:
        return state
    now = _resulted(seated, event, accept=state.settings.accept_changes)
    return state if now is seated else _with_round(state, paired._replace(tables={**paired.tables, act.table: now}))


def _resulted(seated: Seated, event: TournamentEvent, *, accept: bool) -> Seated:
    match event.act:
        case TableLinked(_, _, game):
            return seated._replace(game=game)
        case ResultEntered(_, _, scores, winners):
            typed = Result(event.version, event.by, "typed", winning(scores) if winners is None else winners, scores, approved=False)
            return seated._replace(typed=typed)
        case ResultApproved(_, _, version, _) if seated.typed is not None and seated.typed.version == version:
            return seated._replace(result=seated.typed._replace(approved=True), typed=None, change=None)
        case ResultTaken() as act:
            return _taken(seated, act, event, accept=accept)
        case ChangeAccepted(_, _, version) if seated.change is not None and seated.change.version == version:
            return seated._replace(result=seated.change, change=None)
        case ChangeDeclined(_, _, version, _) if seated.change is not None and seated.change.version == version:
            return seated._replace(change=None)
        case ForfeitRuled(_, _, winners, scores):
            return seated._replace(result=Result(event.version, event.by, "forfeit", winners, scores), typed=None, change=None)
        case _:
            return seated


def _taken(seated: Seated, act: ResultTaken, event: TournamentEvent, *, accept: bool) -> Seated:
    """The table after `act` brought the result of a game. A result that is not newer than the last one changes nothing. A newer one counts
    if the table has no result, or if `accept`. Otherwise it waits for the director if it differs from the result that counts; if not, it
    removes a result that waits."""
    at = (act.version, act.verdict)
    if act.game == (seated.game or act.game) and at <= seated.seen:
        return seated
    taken = Result(event.version, event.by, "taken", act.winners, act.scores, act.game, at)
    now = seated._replace(seen=at, game=seated.game or act.game)
    if seated.result is None or accept:
        return now._replace(result=taken, typed=None, change=None)
    if seated.result.same(taken):
        return now._replace(result=taken if seated.result.source == "taken" else seated.result, change=None)
    return now._replace(change=taken)


def winning(scores: Sequence[int] | None) -> tuple[int, ...]:
    """The sides with the best score, counted from 0. Empty if there are no scores."""
    best = max(scores) if scores else None
    return tuple(place for place, score in enumerate(scores or ()) if score == best)
