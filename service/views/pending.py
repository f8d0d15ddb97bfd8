"""What a change would do to a tournament, and the results that wait: changed ones for a director, typed ones for a second person."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.events import EventId, StreamEvent
from domain.kernel.events.tournaments import ChangeAccepted
from domain.tournament.history import History
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun, history_of
from domain.tournament.standings import Row, ranking
from domain.tournament.state import Result, Seated, Tournament
from service.views.tournament_answers import Pending, PendingChange, PendingResult, TournamentForeseen
from service.views.tournaments import number_json, result_json


@dataclass(frozen=True, slots=True)
class Ranked:
    """The standings of a tournament, to be compared with others. `rows`: the row of each entry, by entry number. Entries that share a place
    are in no particular order."""

    state: Tournament
    history: History
    rows: Mapping[int, Row]


def ranked(state: Tournament) -> Ranked:
    history = history_of(state, begun(state))
    return Ranked(state, history, {row.entry: row for row in ranking(state, history.rounds).rows})


def foreseen_json(now: Ranked, then: TournamentReading, *, records: bool) -> TournamentForeseen:
    """Return what would change if the tournament went from `now` to `then`. The standings are computed again only if results or tie-breaks
    differ. `records`: whether the visitor may record in the whole tournament, and so knows of rounds that are not published."""
    changed = _changed_rounds(now.state, then.state)
    known = [number for number, paired in then.state.rounds.items() if paired.published or records]
    later = [number for number in known if changed and number > min(changed)]
    return {"version": then.version, "moved": _moved(now, then.state), "paired_on_old": sorted(later)}


def _moved(now: Ranked, then: Tournament) -> list[dict[str, Json]]:
    """Return a row for each entry whose place, points or values change. In a row, `before` is the place before the change (None: the entry
    had no place). With stages, the history of the whole tournament does not decide alone, so the places are always computed again."""
    alone = not now.state.stages and not then.stages
    if alone and now.state.settings.tiebreaks == then.settings.tiebreaks and now.history == history_of(then, begun(then)):
        return []
    after = ranked(then)
    return [_row(now.rows.get(entry), row) for entry, row in after.rows.items() if now.rows.get(entry) != row]


def _row(before: Row | None, row: Row) -> dict[str, Json]:
    values: list[Json] = [number_json(value) for value in row.values]
    place = None if before is None else before.place
    return {"before": place, "place": row.place, "entry": row.entry, "points": row.points, "values": values}


def _changed_rounds(now: Tournament, then: Tournament) -> list[int]:
    """Return the rounds where a result that counts now would be different, or would not count."""
    changed = []
    for number, paired in now.rounds.items():
        after = then.rounds.get(number)
        if after is paired:
            continue
        results = {table: seated.result for table, seated in ({} if after is None else after.tables).items()}
        if any(seated.result is not None and seated.result != results.get(table) for table, seated in paired.tables.items()):
            changed.append(number)
    return changed


# --- results that wait --------------------------------------------------------------------------------------------------------------------


MOST_PREVIEWS: Final = 20
"""The most previews in one answer. Each preview computes the standings again."""


def rankings(reading: TournamentReading) -> int:
    """Return the most times that `pending_json` may rank all entries: once for the current standings, and once for each preview."""
    changed = sum(seated.change is not None for paired in reading.state.rounds.values() for seated in paired.tables.values())
    return 1 + min(changed, MOST_PREVIEWS) if changed else 0


def pending_json(tournament: str, reading: TournamentReading, number: int | None, table: int | None) -> Pending:
    """Return the results that wait, in order of round and table. `number`: only results of this round; None: of all rounds. `table`: only
    results of tables with this number; None: of all tables."""
    waiting = [
        (paired.number, seated)
        for _, paired in sorted(reading.state.rounds.items())
        for _, seated in sorted(paired.tables.items())
        if number in (None, paired.number) and table in (None, seated.table)
    ]
    return {
        "tournament": tournament,
        "version": reading.version,
        "changes": list(_changes(reading, waiting)),
        "typed": [_typed(place, seated, seated.typed) for place, seated in waiting if seated.typed is not None],
    }


def _changes(reading: TournamentReading, waiting: list[tuple[int, Seated]]) -> Iterator[PendingChange]:
    now: Ranked | None = None
    made = 0
    for number, seated in waiting:
        if seated.change is None:
            continue
        now = ranked(reading.state) if now is None else now
        made += 1
        then = accepted(reading, number, seated.table, seated.change) if made <= MOST_PREVIEWS else None
        yield {
            "round": number,
            "table": seated.table,
            "sides": [[*side] for side in seated.sides],
            "change": seated.change.version,
            "by": seated.change.by,
            "game": seated.change.game or "",
            "game_version": seated.change.at[0],
            "former": result_json(seated.result),
            "new": None if seated.change.annulled else result_json(seated.change),
            "preview": None if then is None else foreseen_json(now, then, records=True),
        }


def accepted(reading: TournamentReading, number: int, table: int, change: Result) -> TournamentReading:
    """Return the tournament as it would be if a director accepted this change now."""
    last = reading.events[-1]
    act = ChangeAccepted(number, table, change.version)
    return reading.extended([StreamEvent(last.version + 1, EventId(""), act, last.by, last.at, last.offset, last.recorded_at, None)])


def _typed(number: int, seated: Seated, typed: Result) -> PendingResult:
    scores = None if typed.scores is None else [*typed.scores]
    return {
        "round": number,
        "table": seated.table,
        "sides": [[*side] for side in seated.sides],
        "result": typed.version,
        "by": typed.by,
        "winners": [*typed.winners],
        "scores": scores,
    }
