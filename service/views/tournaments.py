"""What a visitor sees of a tournament: its state, a round, the standings, and the explanation of a place.

Everyone who may see a tournament sees the same, with one exception: only those who may record see rounds that are not published.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from domain.kernel.events import PersonId
from domain.kernel.events.tournaments import SETTINGS
from domain.tournament.pairing import Broken
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import begun, knocks_out
from domain.tournament.standings import explanation, ranking
from domain.tournament.state import Entry, Result, Round, Seated, Tournament
from domain.tournament.tiebreaks import find
from domain.tournament.tiebreaks.kinds import Contribution, Number, Value
from service.caches.standings import Standings as Found
from service.caches.standings import StandingsLine
from service.projections.tournaments import ListedTournament
from service.store.clubs.people import People
from service.store.keys import Club
from service.store.tournaments.pairings import PairingJob
from service.views.tournament_answers import (
    EntryPlace,
    Explained,
    PairingState,
    RoundSummary,
    RoundTable,
    Standings,
    StandingsRow,
    Summand,
    TableResult,
    TournamentEntry,
    TournamentLine,
    TournamentRound,
    TournamentState,
)


@dataclass(frozen=True, slots=True)
class Names:
    """The names to show for entries. `shown`: the name of each entry, by entry number; None: it was erased. `closed`: the entries whose
    recorded names may not be shown any more, because somebody who is or was in them was erased. `people`: the names of people by id,
    without erased ones."""

    shown: Mapping[int, str | None]
    closed: frozenset[int]
    people: Mapping[PersonId, str] = field(default_factory=dict)

    def called(self, entry: int) -> str:
        return self.shown.get(entry) or f"Entry {entry}"


def names_of(club: Club, state: Tournament, directory: People, entries: Iterable[int] | None = None, *, latest: Tournament) -> Names:
    """Return the names to show for `entries` (None: for all, withdrawn ones too) in the tournament `state`. `latest`: the same tournament
    at its newest version; `state` may be older.

    If somebody who was ever in an entry was erased, the names of the people who are in it now are shown instead of the recorded name.
    """
    asked = {*state.entries, *latest.ever} if entries is None else {*entries}
    known = directory.names(club, {person for number in asked for person in latest.ever.get(number, ())})
    closed = frozenset(number for number in asked if not latest.ever.get(number, frozenset()) <= known.keys())
    shown = {number: _name(state.entries[number], known, number in closed) for number in asked if number in state.entries}
    return Names(shown, closed, known)


def _name(entry: Entry, known: Mapping[PersonId, str], closed: bool) -> str | None:
    if not closed:
        return entry.name
    return " and ".join(known[person] for person in entry.people if person in known) or None


# --- state --------------------------------------------------------------------------------------------------------------------------------


def state_json(tournament: str, reading: TournamentReading, names: Names, *, records: bool) -> TournamentState:
    """Return the tournament as JSON. `records`: whether the visitor may record, and so sees rounds that are not published."""
    state = reading.state
    return {
        "tournament": tournament,
        "version": reading.version,
        "title": state.title,
        "system": state.system,
        "format": state.format,
        "settings": SETTINGS.dump(state.settings),
        "visibility": state.visibility,
        "finished": state.finished,
        "stages": len(state.stages),
        "knocks_out": knocks_out(state, max((number for number, paired in state.rounds.items() if paired.published or records), default=1)),
        "entries": [_entry(entry, names, records=records) for _, entry in sorted(state.entries.items())],
        "rounds": [summary_json(paired) for _, paired in sorted(state.rounds.items()) if paired.published or records],
        "published": [
            {
                "through_round": number,
                "digest": shown.digest,
                "version": shown.version,
                "at": reading.events[shown.version - 1].recorded_at,
            }
            for number, shown in sorted(state.published.items())
        ],
        "wishes": [
            {
                "version": wish.version,
                "entries": [*wish.entries],
                "hard": wish.hard,
                "from_round": wish.from_round,
                "because": wish.because,
                "another_table": wish.another_table,
            }
            for wish in (state.wishes if records else ())
        ],
        "announcements": [{"version": made.version, "at": made.at, "text": made.text} for made in reversed(state.announced)],
    }


def _entry(entry: Entry, names: Names, *, records: bool) -> TournamentEntry:
    return {
        "entry": entry.number,
        "name": names.shown[entry.number],
        "people": [*entry.people],
        "people_names": [names.people.get(person) for person in entry.people],
        "seed": entry.seed,
        "here": entry.checked_in,
        "withdrawn": bool(entry.out) and entry.out[-1][1] is None,
        "line": entry.line if records else None,  # lines are drawn when round 1 is paired, before it is published
        "absences": [{"round": number, "kind": kind} for number, kind in sorted(entry.absences.items())],
    }


def summary_json(paired: Round) -> RoundSummary:
    return {
        "round": paired.number,
        "published": paired.published,
        "tables": len(paired.tables),
        "unfinished": [*paired.unfinished],
        "started_at": paired.started,
        "due_at": paired.due,
        "rung_at": paired.rung,
    }


def line_json(tournament: str, line: ListedTournament, latest: int, *, records: bool) -> TournamentLine:
    """Return a tournament's line in the list of tournaments. `latest`: the version that the tournament has now. `records`: whether the
    visitor may record, and so sees rounds that are not published."""
    return {
        "tournament": tournament,
        "version": line.version,
        "latest": max(latest, line.version),
        "title": line.title,
        "format": line.format,
        "entries": line.entries,
        "rounds": line.paired if records else line.published,
        "finished": line.finished,
        "visibility": line.visibility,
    }


OF_WISHES: Final = ("wishes", "wishes_later", "same_tables")
"""What `unevenness` counts of wishes: only those who may record see it."""


def round_json(tournament: str, version: int, paired: Round, broken: Iterable[Broken] | None, groups: Mapping[int, int]) -> TournamentRound:
    """Return a round as JSON. `broken`: the wishes that it breaks; None: the visitor may not see them. `groups`: by entry, the number of
    its group; empty: there are none."""
    unevenness = {name: times for name, times in (paired.unevenness or {}).items() if name not in OF_WISHES or broken is not None}
    return {
        "tournament": tournament,
        "version": version,
        "round": paired.number,
        "published": paired.published,
        "tables": [_table(seated, groups) for _, seated in sorted(paired.tables.items())],
        "sits_out": [*paired.sits_out],
        "unevenness": unevenness or None,
        "not_granted": [
            {"table": each.table, "entries": [*each.entries], "wish": each.wish.version, "hard": each.wish.hard} for each in broken or ()
        ],
    }


def pairing_json(job: PairingJob) -> PairingState:
    return {
        "pairing": job.id,
        "tournament": job.tournament,
        "state": job.state,
        "percent": job.percent,
        "expected": job.expected,
        "actual": job.actual,
        "dry_run": job.dry_run,
        "round": job.round,
        "version": job.version,
        "reason": job.reason,
        "least": None if job.least is None else dict(job.least),
        "foreseen": None if job.pairing is None else dict(job.pairing),
        "requested_at": job.requested_at,
    }


def _table(seated: Seated, groups: Mapping[int, int]) -> RoundTable:
    return {
        "table": seated.table,
        "group": next((groups[entry] for entry in seated.entries if entry in groups), None),
        "sides": [[*side] for side in seated.sides],
        "game": seated.game,
        "result": result_json(seated.result),
        "typed": result_json(seated.typed),
        "change": result_json(seated.change),
        "former": result_json(seated.former),
    }


def result_json(result: Result | None) -> TableResult | None:
    if result is None:
        return None
    scores = None if result.scores is None else [*result.scores]
    return {"source": result.source, "winners": [*result.winners], "scores": scores, "version": result.version}


# --- standings ----------------------------------------------------------------------------------------------------------------------------


def page_json(tournament: str, found: Found, number: int, names: Names) -> Standings:
    """Return page `number` of the standings as JSON. `names`: the names of the entries on the page."""
    return {
        "tournament": tournament,
        "version": found.version,
        "through": found.through,
        "tiebreaks": [{"name": name, "label": find(name).label} for name in found.tiebreaks],
        "page": number,
        "pages": found.pages,
        "total": len(found.lines),
        "rows": [_row(names, line) for line in found.page(number)],
    }


def _row(names: Names, line: StandingsLine) -> StandingsRow:
    name = names.shown.get(line.entry)
    return {"place": line.place, "entry": line.entry, "name": name, "points": line.points, "values": [*line.values]}


def place_json(tournament: str, reading: TournamentReading, names: Names, entry: int, through: int | None, *, records: bool) -> EntryPlace:
    """Return the explanation of an entry's place. `records`: whether the visitor may record in the whole tournament, and so sees the
    reasons of adjustments. Raises KeyError if there is no such entry."""
    state = reading.state
    last = begun(state, through)
    place = next(row.place for row in ranking(state, last).rows if row.entry == entry)
    stage, group, values, together = explanation(state, entry, last)
    return {
        "tournament": tournament,
        "version": reading.version,
        "entry": entry,
        "name": names.shown[entry],
        "place": place,
        "stage": stage,
        "group": group,
        "together": together,
        "values": [_explained(name, value, records=records) for name, value in values],
    }


def _explained(name: str, value: Value, *, records: bool) -> Explained:
    parts = [_summand(part, records=records) for part in value.contributions]
    return {"name": name, "total": number_json(value.total), "contributions": parts}


def _summand(part: Contribution, *, records: bool) -> Summand:
    reason = None if part.adjustment is None else part.adjustment.reason
    return {
        "round": part.round,
        "opponent": part.opponent,
        "value": number_json(part.value),
        "counts": part.counts,
        "why": part.why,
        "reason": reason.value if records and reason is not None else None,
        "cites": None if part.adjustment is None else part.adjustment.cites,
    }


def number_json(value: Number) -> str:
    return str(Fraction(value))
