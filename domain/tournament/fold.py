"""Computes the state of a tournament from its events. As in every stream (domain/record/fold.py), retracted events do not count, and an
event with `after` counts directly after the event that `after` names.

`checks.py` refuses events that make no sense before they are recorded. If such an event is in the stream all the same, it changes nothing
here, and no error is raised.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from domain.kernel.events import Event, PersonId, TokenId, TournamentEvent
from domain.kernel.events.tournaments import (
    AbsenceNoted,
    Announced,
    BellRung,
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
    RoundStarted,
    RoundUnpublished,
    ScoreAdjusted,
    SettingsChanged,
    StageBegun,
    StandingsPublished,
    TableAct,
    TableLinked,
    TablePaired,
    TournamentFinished,
    TournamentOpened,
    WishMade,
)
from domain.record.fold import corrected
from domain.tournament.state import ANNOUNCEMENTS, Announcement, Entry, Published, Result, Round, Seated, Stage, Tournament
from domain.tournament.wishes import Wish

_NOBODY = TokenId("")


def read(events: Sequence[TournamentEvent]) -> Tournament:
    """Return the tournament after `events`, which are in order of version. Raises ValueError if the first event is not TournamentOpened."""
    standing = cast("list[TournamentEvent]", corrected(cast("Sequence[Event]", events)))
    first = standing[0]
    if not isinstance(first.act, TournamentOpened):
        raise ValueError(f"version {first.version} is {first.type}: a tournament begins with TournamentOpened")
    opened = first.act
    state = Tournament(first.version, opened.title.value, opened.system, opened.rules, opened.format, opened.settings, opened.visibility)
    return replace(_evolved(state, standing[1:]), version=events[-1].version, ever=_ever({}, events))


def after(state: Tournament, events: Sequence[TournamentEvent]) -> Tournament:
    """Return the tournament after `state` and `events`. There must be no correction in `events`: a correction changes earlier events, so
    the state after a correction must be computed from the whole stream."""
    version = events[-1].version if events else state.version
    return replace(_evolved(state, events), version=version, ever=_ever(state.ever, events))


def _evolved(state: Tournament, events: Iterable[TournamentEvent]) -> Tournament:
    for event in events:
        state = _evolve(state, event)
    return state


def _ever(before: Mapping[int, frozenset[PersonId]], events: Iterable[TournamentEvent]) -> Mapping[int, frozenset[PersonId]]:
    """Return, by number of the entry, all people who were ever in the entry: those in `before`, and those that `events` name."""
    named = [event.act for event in events if isinstance(event.act, EntryMade | EntryChanged) and event.act.people]
    if not named:
        return before
    ever = dict(before)
    for act in named:
        ever[act.entry] = ever.get(act.entry, frozenset()) | frozenset(act.people or ())
    return ever


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
        case RoundStarted(number, seconds) if number in state.rounds:
            due = None if seconds is None else event.recorded_at + 1000 * seconds
            return _with_round(state, state.rounds[number]._replace(started=event.recorded_at, due=due, rung=None))
        case BellRung(number) if number in state.rounds:
            return _with_round(state, state.rounds[number]._replace(rung=event.recorded_at))
        case RoundUnpublished(number, _) if number in state.rounds:
            return replace(state, rounds={n: paired for n, paired in state.rounds.items() if n != number})
        case Announced(text):
            made = Announcement(event.version, event.recorded_at, text.value)
            return replace(state, announced=(*state.announced, made)[-ANNOUNCEMENTS:])
        case ScoreAdjusted() as adjusted:
            first = state.stages[-1].first if state.stages else 1
            dated = replace(adjusted, round=first) if adjusted.round is None and first > 1 else adjusted
            return replace(state, adjusted=(*state.adjusted, dated))
        case StageBegun() as act:
            return with_stage(state, act, event.version)
        case LotsDrawn(order):
            return replace(state, lots=order)
        case OrderRuled(order, _):
            others = tuple(other for other in state.ruled if not {*other} & {*order})
            return replace(state, ruled=(*others, order))
        case WishMade() as act:
            wish = Wish(event.version, act.entries, act.hard, act.from_round, act.because, bool(act.another_table))
            return replace(state, wishes=(*state.wishes, wish))
        case StandingsPublished(number, digest):
            return replace(state, published={**state.published, number: Published(digest, event.version)})
        case TournamentFinished():
            return replace(state, finished=True)
        case _:
            return state


def with_stage(state: Tournament, act: StageBegun, version: int = 0) -> Tournament:
    """Return the tournament after `act`. `version`: the version of its event. A stage without a round is replaced."""
    first = max(state.rounds, default=0) + 1
    state = without_stage(state) if state.stages and state.stages[-1].first >= first else state
    former = state.stages or (Stage(1, 0, state.format, state.settings),)
    lines = {number: entry.line for number, entry in state.entries.items() if entry.line is not None}
    ended = former[-1]._replace(format=state.format, settings=state.settings, lots=state.lots, ruled=state.ruled, lines=lines)
    kept = tuple(stage for stage in (*former[:-1], ended) if stage.first < first)
    stage = Stage(first, version, act.format, act.settings, act.groups, {one.entry: one.points for one in act.carried}, act.by)
    entries = {number: entry._replace(line=None) for number, entry in state.entries.items()} if kept else state.entries
    return replace(state, format=act.format, settings=act.settings, entries=entries, stages=(*kept, stage), lots=(), ruled=())


def without_stage(state: Tournament) -> Tournament:
    """Return the tournament before its last stage, which has no round. Lots and orders since then count in the stage before it."""
    former = state.stages[:-1]
    if not former:
        return replace(state, stages=())
    ended = former[-1]
    ruled = (*(order for order in ended.ruled if not any({*order} & {*later} for later in state.ruled)), *state.ruled)
    entries = {number: entry._replace(line=ended.lines.get(number)) for number, entry in state.entries.items()}
    lots = state.lots or ended.lots
    return replace(state, format=ended.format, settings=ended.settings, entries=entries, stages=former, lots=lots, ruled=ruled)


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
    """Return the round that `act` makes, without results."""
    return Round(act.round, _seated(act.tables, None), act.sits_out, act.by, act.unevenness)


def _with_round(state: Tournament, paired: Round) -> Tournament:
    return replace(state, rounds={**state.rounds, paired.number: paired})


def _seated(tables: Iterable[TablePaired], former: Round | None) -> dict[int, Seated]:
    """Return the tables of a round, by number. A table that names an entry twice is left out. A table keeps its game and its result if it
    has the same number and the same sides in `former`."""
    before = {} if former is None else former.tables
    made = {}
    for paired in tables:
        named = [entry for side in paired.sides for entry in side]
        if len(set(named)) < len(named):
            continue
        kept = before.get(paired.table)
        made[paired.table] = kept if kept is not None and kept.sides == paired.sides else Seated(paired.table, paired.sides)
    return made


def _at_table(state: Tournament, act: TableAct, event: TournamentEvent) -> Tournament:
    paired = state.rounds.get(act.round)
    seated = None if paired is None else paired.tables.get(act.table)
    if paired is None or seated is None or not _fits(seated, act):
        return state
    now = _resulted(seated, event, accept=state.settings.accept_changes)
    return state if now is seated else _with_round(state, paired._replace(tables={**paired.tables, act.table: now}))


def _fits(seated: Seated, act: TableAct) -> bool:
    """Return whether the act has a score for each side of the table, or no scores."""
    if isinstance(act, ResultTaken) and not act.scores:
        return True
    scores = act.scores if isinstance(act, ResultEntered | ResultTaken | ForfeitRuled) else None
    return scores is None or len(scores) == len(seated.sides)


def _resulted(seated: Seated, event: TournamentEvent, *, accept: bool) -> Seated:
    match event.act:
        case TableLinked(_, _, game):
            return seated._replace(game=game, linked=event.version, seen=seated.seen if game == seated.game else (0, 0))
        case ResultEntered() as act:
            return seated._replace(typed=entered(act, event.version, event.by))
        case ResultApproved(_, _, version, _) if seated.typed is not None and seated.typed.version == version:
            return _counts(seated, seated.typed._replace(approved=True))
        case ResultTaken() as act:
            return _taken(seated, act, event, accept=accept)
        case ChangeAccepted(_, _, version) if seated.change is not None and seated.change.version == version:
            return _counts(seated, seated.change)._replace(typed=seated.typed)
        case ChangeDeclined(_, _, version, _) if seated.change is not None and seated.change.version == version:
            return seated._replace(change=None, declined=seated.change)
        case ForfeitRuled(_, _, winners, scores):
            return _counts(seated, Result(event.version, event.by, "forfeit", winners, scores))
        case _:
            return seated


def _counts(seated: Seated, result: Result) -> Seated:
    """Return the table after `result` has become the result that counts. If `result` is an annulment, the table has no result."""
    counts = None if result.annulled else result
    return seated._replace(result=counts, former=seated.result, typed=None, change=None, declined=None)


def entered(act: ResultEntered, version: int = 0, by: TokenId = _NOBODY) -> Result:
    """Return the result in `act`, which waits for approval. `version`, `by`: the version and the recorder of its event."""
    winners = winning(act.scores) if act.winners is None else act.winners
    return Result(version, by, "typed", winners, act.scores, approved=False)


def result_of(act: ResultTaken, version: int = 0, by: TokenId = _NOBODY) -> Result:
    """Return the result in `act`. `version`, `by`: the version and the recorder of its event."""
    at = (act.version, act.verdict)
    return Result(version, by, "taken", act.winners, act.scores or None, act.game, at, annulled=bool(act.annulled))


def _taken(seated: Seated, act: ResultTaken, event: TournamentEvent, *, accept: bool) -> Seated:
    """Return the table after `act` has reported the result of its game.

    Nothing changes if the table is linked to another game, or if the result is not newer than the last one from this game. In all other
    cases, the new result counts at once if the table has no result yet, or if `accept` is True. If the table has a result and `accept` is
    False, a new result that differs waits for the director; if the new result is the same, no result waits any longer. An annulment changes
    only a table whose result came from the annulled game.
    """
    at = (act.version, act.verdict)
    if act.game != (seated.game or act.game) or at <= seated.seen:
        return seated
    taken = result_of(act, event.version, event.by)
    now = seated._replace(seen=at, game=act.game)
    if taken.annulled and (seated.result is None or seated.result.game != act.game):
        return now._replace(change=None)
    if seated.result is None or accept:
        return _counts(now, taken)
    if seated.result.same(taken):
        return now._replace(result=taken if seated.result.source == "taken" else seated.result, change=None)
    return now._replace(change=taken)


def winning(scores: Sequence[int] | None) -> tuple[int, ...]:
    """Return the sides with the best score, counted from 0. Empty if there are no scores."""
    best = max(scores) if scores else None
    return tuple(place for place, score in enumerate(scores or ()) if score == best)
