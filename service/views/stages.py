"""What a visitor sees of the stages of a tournament: the standings of each group, and who goes on."""

from domain.tournament.formats import FORMATS
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun
from domain.tournament.stages import parts
from domain.tournament.standings import Ranked, ranked
from domain.tournament.state import Tournament
from domain.tournament.tiebreaks import find
from service.views.tournament_answers import StageCut, StageGroup, TournamentStage, TournamentStages
from service.views.tournaments import number_json


def stages_json(tournament: str, reading: TournamentReading, through: int | None, *, records: bool) -> TournamentStages:
    """Return the stages after round `through` (None: after all rounds that count). `records`: whether the visitor may record, and so sees
    who is in a stage before its first round is published."""
    state = reading.state
    last = begun(state, through)
    shown = [index for index, stage in enumerate(state.stages) if stage.first <= last or (records and through is None)]
    if not state.stages and state.settings.cut is not None:
        shown = [0]
    stages = [_stage(state, index, last, known=index + 1 in shown) for index in shown]
    return {"tournament": tournament, "version": reading.version, "through": last, "stages": stages}


def _stage(state: Tournament, index: int, last: int, *, known: bool) -> TournamentStage:
    """`known`: whether it is known who went on."""
    first = parts(state, index)[0]
    settings, on = first.state.settings, state.stages[index + 1] if known else None
    through = last if on is None else min(last, on.first - 1)
    chosen = None if on is None else frozenset(entry for group in on.groups for entry in group)
    return {
        "stage": index + 1,
        "format": first.state.format,
        "label": FORMATS[first.state.format].label,
        "first_round": first.before + 1,
        "knocks_out": FORMATS[first.state.format].bracket is not None,
        "tiebreaks": [{"name": name, "label": find(name).label} for name in settings.tiebreaks],
        "groups": [_group(one, chosen, through) for one in ranked(state, index, max(through, first.before))],
        "cut": _cut(first.state),
    }


def _group(one: Ranked, chosen: frozenset[int] | None, through: int) -> StageGroup:
    return {
        "group": one.part.group or None,
        "line": _line(one, through) if chosen is None else None,
        "rows": [
            {
                "place": row.place,
                "entry": row.entry,
                "points": row.points,
                "values": [number_json(value) for value in row.values],
                "goes_on": None if chosen is None else row.entry in chosen,
            }
            for row in one.rows
        ],
    }


def _line(one: Ranked, through: int) -> int | None:
    """Return how many rows are above the line of the cut, of which those who have left do not go on; None if no row is below it,
    and before anybody has points."""
    state, cut = one.part.state, one.part.state.settings.cut
    if not any(row.points for row in one.rows):
        return None
    here = [at for at, row in enumerate(one.rows, 1) if not state.entries[row.entry].has_left(through + 1 - one.part.before)]
    above = here[cut.top - 1] if cut is not None and cut.top <= len(here) else len(one.rows)
    return above if above < len(one.rows) else None


def _cut(state: Tournament) -> StageCut | None:
    cut = state.settings.cut
    return None if cut is None else {"top": cut.top, "best": cut.best, "format": cut.format, "label": FORMATS[cut.format].label}
