"""Counts what the results of a tournament are worth, and makes the history that standings, tie-breaks and pairings read."""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

from domain.kernel.events.tournaments import Scoring
from domain.tournament.formats import FORMATS
from domain.tournament.formats.bracket import Bracket, paid, played
from domain.tournament.formats.kinds import Sides
from domain.tournament.history import Adjustment, History, Kind, Line, Outcome
from domain.tournament.stages import parts, parts_at, stage_at
from domain.tournament.state import Entry, Result, Round, Seated, Tournament

ASKED: Mapping[str, Kind] = {"bye": "full", "half": "half", "zero": "zero"}


def begun(state: Tournament, through: int | None = None) -> int:
    """Return the last round that counts in standings, at most `through`; 0 if no round counts. A round counts when it is published or has a
    result. Any other round does not count, because the points for its byes would reveal who sits out."""
    known = [number for number, paired in state.rounds.items() if paired.published or any(t.result for t in paired.tables.values())]
    last = max(known, default=0)
    return last if through is None else min(last, through)


def history_of(state: Tournament, through: int | None = None) -> History:
    """Return the history of the rounds up to `through`; None for all that are paired. An adjustment counts from its round on. With stages,
    the points of all stages count; the standings of a stage come from the histories of its parts."""
    last = max(state.rounds, default=0) if through is None else min(through, max(state.rounds, default=0))
    if state.stages:
        return _joined(state, last)
    scoring = state.settings.scoring
    lines: dict[int, list[Line]] = {entry: [] for entry in sorted(state.entries)}
    waiting: dict[int, int] = {}
    for number in range(1, last + 1):
        paired = state.rounds.get(number)
        for entry, line in () if paired is None else _lines(state, paired):
            if entry in lines:
                lines[entry].append(_among(line, lines))
        waiting |= {} if paired is None else {entry: number for table in paired.unfinished for entry in paired.tables[table].entries}
    history = History(
        scoring=scoring,
        rounds=last,
        lines={entry: _sit_outs_paid(scoring, tuple(played)) for entry, played in lines.items()},
        seeds={entry.number: entry.seed for entry in state.entries.values() if entry.seed is not None},
        adjusted=_adjusted(state, last),
        everyone_meets=state.format in FORMATS and FORMATS[state.format].everyone_meets,
        lots=state.lots,
        ruled=state.ruled,
        waiting=waiting,
    )
    bracket = _bracket(state, history)
    return history if bracket is None else paid(history, bracket)


def _joined(state: Tournament, last: int) -> History:
    lines: dict[int, list[Line]] = {entry: [] for entry in sorted(state.entries)}
    waiting: dict[int, int] = {}
    for index in range(stage_at(state, last) + 1):
        for part in parts(state, index):
            history = history_of(part.state, last - part.before)
            for entry, mine in history.lines.items():
                lines[entry] += [line._replace(round=line.round + part.before) for line in mine]
            waiting |= {entry: number + part.before for entry, number in history.waiting.items()}
    return History(
        scoring=state.settings.scoring,
        rounds=last,
        lines={entry: tuple(mine) for entry, mine in lines.items()},
        seeds={entry.number: entry.seed for entry in state.entries.values() if entry.seed is not None},
        adjusted=_adjusted(state, last),
        lots=state.lots,
        ruled=state.ruled,
        waiting=waiting,
    )


def _adjusted(state: Tournament, last: int) -> dict[int, tuple[Adjustment, ...]]:
    adjusted: dict[int, tuple[Adjustment, ...]] = {
        entry.number: (Adjustment(entry.carried, carried=True),) for entry in state.entries.values() if entry.carried
    }
    for act in state.adjusted:
        if act.round is None or act.round <= last:
            added = Adjustment(act.points, act.score or 0, act.round, act.reason, act.cites)
            adjusted[act.entry] = (*adjusted.get(act.entry, ()), added)
    return adjusted


def bracket_of(state: Tournament, through: int | None = None) -> Bracket | None:
    """Return the bracket after round `through`; None for all that are paired. Returns None if the format has no bracket, or before round
    1. With stages, it is that of the stage to which the round belongs."""
    if not state.stages:
        return _bracket(state, history_of(state, through))
    last = max(state.rounds, default=0) if through is None else min(through, max(state.rounds, default=0))
    part = parts(state, stage_at(state, last))[0]
    bracket = bracket_of(part.state, last - part.before)
    return None if bracket is None else replace(bracket, matches=tuple(m._replace(round=m.round + part.before) for m in bracket.matches))


def knocks_out(state: Tournament, number: int | None = None) -> bool:
    """Whether entries leave the tournament when they lose: in the stage of round `number`, or with None in any stage."""
    formats = [stage.format for stage in state.stages] or [state.format]
    chosen = formats if number is None else formats[stage_at(state, number) :][:1]
    return any(name in FORMATS and FORMATS[name].bracket is not None for name in chosen)


def going_on(state: Tournament, number: int) -> Collection[int]:
    """Return the entries that the format has a match for in round `number`, if they are there; for a format without a bracket all
    entries of the stage."""
    if state.stages:
        return {entry for part in parts_at(state, number) for entry in going_on(part.state, number - part.before)}
    bracket = bracket_of(state, number - 1) if number > 1 else None
    return state.entries if bracket is None else {entry for match in bracket.in_round(number) for entry in match.sides if entry}


def _bracket(state: Tournament, history: History) -> Bracket | None:
    plan = FORMATS[state.format].bracket if state.format in FORMATS else None
    rounds = [state.rounds.get(number) for number in range(1, history.rounds + 1)]
    pairings = [((), ()) if paired is None else pairing_of(paired) for paired in rounds]
    return played(plan, history, pairings) if plan is not None and pairings else None


def pairing_of(paired: Round) -> tuple[tuple[Sides, ...], tuple[int, ...]]:
    """Return the sides of the tables of a round, in order of table, and the entries without a table."""
    return tuple(seated.sides for _, seated in sorted(paired.tables.items())), paired.sits_out


def _among(line: Line, entries: Container[int]) -> Line:
    """Return the line without the numbers of entries that do not exist now. The event that made an entry may be retracted after a
    pairing."""
    if all(other in entries for other in (*line.partners, *line.opponents)):
        return line
    partners, opponents = (tuple(other for other in others if other in entries) for others in (line.partners, line.opponents))
    return line._replace(partners=partners, opponents=opponents)


def _lines(state: Tournament, paired: Round) -> Iterator[tuple[int, Line]]:
    scoring = state.settings.scoring
    at_table: set[int] = set()
    for seated in paired.tables.values():
        at_table.update(seated.entries)
        if seated.result is not None:
            yield from _table_lines(scoring, paired.number, seated, seated.result)
    for entry in state.entries.values():
        if entry.number in paired.sits_out:
            yield entry.number, Line(paired.number, "bye", _bye(scoring), score=scoring.bye_score or 0)
        elif entry.number not in at_table:
            yield entry.number, absence(scoring, entry, paired.number)


def absence(scoring: Scoring, entry: Entry, number: int) -> Line:
    """Return what an entry that was not paired got in round `number`. It had neither a table nor a bye in that round."""
    asked = entry.absences.get(number)
    kind: Kind = "absent" if asked is None else ASKED[asked]
    score = (scoring.bye_score or 0) if kind == "full" else 0
    return Line(number, kind, {"full": _bye(scoring), "half": scoring.draw}.get(kind, 0), score=score)


def _table_lines(scoring: Scoring, number: int, seated: Seated, result: Result) -> Iterator[tuple[int, Line]]:
    kind: Kind = "forfeit" if result.source == "forfeit" else "played"
    scores = result.scores or (0,) * len(seated.sides)
    places = places_of(len(seated.sides), result)
    for side, entries in enumerate(seated.sides):
        others = tuple(entry for other, opposed in enumerate(seated.sides) if other != side for entry in opposed)
        outcome = _outcome(side, result)
        points = _points(scoring, outcome, scores[side], places, side) if kind == "played" else _forfeit(scoring, outcome)
        against = max(score for other, score in enumerate(scores) if other != side)
        for entry in entries:
            partners = tuple(other for other in entries if other != entry)
            yield entry, Line(number, kind, points, outcome, partners, others, scores[side], against, places[side], seated.table)


def _outcome(side: int, result: Result) -> Outcome:
    if side not in result.winners:
        return "loss"
    return "win" if len(result.winners) == 1 or result.source == "forfeit" else "draw"


def places_of(sides: int, result: Result) -> Sequence[int]:
    """Return the place of each side at its table; 1 is the best. Winners come first, then the scores decide. Level sides share the best
    of their places."""
    if result.scores is None:
        return [1 if side in result.winners else len(result.winners) + 1 for side in range(sides)]
    ranked = [(side not in result.winners, -score) for side, score in enumerate(result.scores)]
    return [1 + sum(other < mine for other in ranked) for mine in ranked]


def _points(scoring: Scoring, outcome: Outcome, score: int, places: Sequence[int], side: int) -> int:
    if scoring.kind == "wins":
        return {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}[outcome]
    if scoring.kind == "score":
        return score if scoring.cap is None else min(score, scoring.cap)
    # Level sides share the points of their places equally, rounded down.
    level = [place for place in places if place == places[side]]
    shared = [_worth(scoring, places[side] + step) for step in range(len(level))]
    return sum(shared) // len(shared)


def _worth(scoring: Scoring, place: int) -> int:
    return scoring.places[place - 1] if place <= len(scoring.places) else 0


def _forfeit(scoring: Scoring, outcome: Outcome) -> int:
    """Return the points of a forfeit. If the scoring counts wins, a forfeit is worth as much as a game. Otherwise the winner gets the
    points of a bye, and the loser 0."""
    if scoring.kind == "wins":
        return scoring.win if outcome == "win" else scoring.loss
    return _bye(scoring) if outcome == "win" else 0


def _bye(scoring: Scoring) -> int:
    """Return the points of a bye. If the settings give an average for a bye, return 0; `_sit_outs_paid` adds the average later."""
    if scoring.kind == "wins":
        return scoring.bye
    return scoring.sit_out_score if scoring.sit_out == "fixed" else 0


def _sit_outs_paid(scoring: Scoring, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines, with the points of byes filled in. If the settings say so, a bye or a win by forfeit is worth the entry's
    average over its played rounds. This average is rounded to whole points, halves up."""
    played = [line.points for line in lines if line.met]
    if scoring.kind == "wins" or scoring.sit_out != "average" or not played:
        return lines
    average = floor(Fraction(sum(played), len(played)) + Fraction(1, 2))
    return tuple(line._replace(points=average) if line.is_bye else line for line in lines)
