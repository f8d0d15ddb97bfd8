"""What a change would do to a tournament: the rows of the standings that would differ, and the rounds whose pairings are based on results
that would change."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.kernel.canonical import Json
from domain.tournament.history import History
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun, history_of
from domain.tournament.standings import Row, standings
from domain.tournament.state import Tournament
from service.views.tournament_answers import TournamentForeseen
from service.views.tournaments import number_json


@dataclass(frozen=True, slots=True)
class Ranked:
    """The standings of a tournament, to be compared with others. `rows`: the row of each entry, by entry number. Entries that share a place
    are in no particular order."""

    state: Tournament
    history: History
    rows: Mapping[int, Row]


def ranked(state: Tournament) -> Ranked:
    history = history_of(state, begun(state))
    return Ranked(state, history, {row.entry: row for row in standings(history, state.settings.tiebreaks)})


def foreseen_json(now: Ranked, then: TournamentReading, *, records: bool) -> TournamentForeseen:
    """Return what would change if the tournament went from `now` to `then`. The standings are computed again only if results or tie-breaks
    differ. `records`: whether the visitor may record in the whole tournament, and so knows of rounds that are not published."""
    changed = _changed_rounds(now.state, then.state)
    known = [number for number, paired in then.state.rounds.items() if paired.published or records]
    later = [number for number in known if changed and number > min(changed)]
    return {"version": then.version, "moved": _moved(now, then.state), "paired_on_old": sorted(later)}


def _moved(now: Ranked, then: Tournament) -> list[dict[str, Json]]:
    """Return a row for each entry whose place, points or values change. In a row, `before` is the place before the change (None: the entry
    had no place)."""
    if now.state.settings.tiebreaks == then.settings.tiebreaks and now.history == history_of(then, begun(then)):
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
