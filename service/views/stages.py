"""What a visitor sees of the stages of a tournament: the standings of each group, and who goes on."""

from collections.abc import Sequence

from domain.kernel.events.tournaments import Groups
from domain.tournament.cut import sizes
from domain.tournament.formats import FORMATS
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun
from domain.tournament.stages import Part, parts
from domain.tournament.standings import Ranked, across, ranked
from domain.tournament.state import Tournament
from domain.tournament.tiebreaks import find
from service.views.tournament_answers import StageAbout, StageCut, StageGroup, TournamentStage, TournamentStages
from service.views.tournaments import number_json


def stages_json(tournament: str, reading: TournamentReading, through: int | None, *, records: bool) -> TournamentStages:
    """Return the stages after round `through` (None: after all rounds that count). `records`: whether the visitor may record, and so sees
    who is in a stage before its first round is published."""
    state = reading.state
    last = begun(state, through)
    shown = [index for index, stage in enumerate(state.stages) if stage.first <= last or (records and through is None)]
    stages = [_stage(state, index, last, known=index + 1 in shown) for index in shown]
    first = parts(state, 0)[0]
    settings = first.state.settings
    if not shown and settings.groups is not None:
        stages = [_planned(state, first, settings.groups)]
    elif not state.stages and settings.cut is not None:
        stages = [_stage(state, 0, last, known=False)]
    return {"tournament": tournament, "version": reading.version, "through": last, "stages": stages}


def _planned(state: Tournament, first: Part, groups: Groups) -> TournamentStage:
    """Return the first stage before its groups are known."""
    return {**_about(1, first), "groups": [], "planned": sizes(state, groups)}


def _stage(state: Tournament, index: int, last: int, *, known: bool) -> TournamentStage:
    """`known`: whether it is known who went on."""
    first = parts(state, index)[0]
    on = state.stages[index + 1] if known else None
    through = last if on is None else min(last, on.first - 1)
    chosen = None if on is None else frozenset(entry for group in on.groups for entry in group)
    made = ranked(state, index, max(through, first.before))
    lines = dict.fromkeys(range(len(made))) if chosen is not None else _lines(made, through)
    return {**_about(index + 1, first), "groups": [_group(one, chosen, lines[at]) for at, one in enumerate(made)], "planned": []}


def _about(number: int, part: Part) -> StageAbout:
    return {
        "stage": number,
        "format": part.state.format,
        "label": FORMATS[part.state.format].label,
        "first_round": part.before + 1,
        "knocks_out": FORMATS[part.state.format].bracket is not None,
        "tiebreaks": [{"name": name, "label": find(name).label} for name in part.state.settings.tiebreaks],
        "cut": _cut(part.state),
    }


def _group(one: Ranked, chosen: frozenset[int] | None, line: int | None) -> StageGroup:
    return {
        "group": one.part.group or None,
        "line": line,
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


def _lines(stage: Sequence[Ranked], through: int) -> dict[int, int | None]:
    """Return how many rows of each part are above the line of the cut, of which those who have left do not go on; None if no row is
    above it or below it, and before anybody of the part has points."""
    here = [
        one._replace(rows=[row for row in one.rows if not one.part.state.entries[row.entry].has_left(through + 1 - one.part.before)])
        for one in stage
    ]
    cut = stage[0].part.state.settings.cut
    if cut is None:
        return dict.fromkeys(range(len(stage)))
    if cut.top:
        last = [one.rows[cut.top - 1].entry if cut.top <= len(one.rows) else None for one in here]
    else:
        on = _best(here, cut.best)
        last = [next((row.entry for row in reversed(one.rows) if row.entry in on), None) for one in here]
    above = [next((at for at, row in enumerate(one.rows, 1) if row.entry == entry), 0) for one, entry in zip(stage, last, strict=True)]
    begun_in = [any(row.points for row in one.rows) for one in stage]
    return {at: rows if begun_in[at] and 0 < rows < len(stage[at].rows) else None for at, rows in enumerate(above)}


def _best(stage: Sequence[Ranked], room: int) -> set[int]:
    """Return those who would surely go on now if the best of all groups do."""
    on: set[int] = set()
    for tier in across(stage):
        if len(on) + len(tier) > room:
            break
        on |= {row.entry for row in tier}
    return on


def _cut(state: Tournament) -> StageCut | None:
    cut = state.settings.cut
    return None if cut is None else {"top": cut.top, "best": cut.best, "format": cut.format, "label": FORMATS[cut.format].label}
