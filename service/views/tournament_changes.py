"""What has changed between two versions of a tournament, as far as a visitor may see it. The answer says what to read again; it does not
hold the new content.

Visitors who may not record see nothing about rounds that are not published.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, TypedDict

from domain.tournament.scoring import begun
from domain.tournament.state import Entry, Result, Round, Seated, Tournament


class ChangedTable(TypedDict):
    round: int
    table: int


class CorrectedTable(ChangedTable):
    entries: list[int]


class TournamentChanges(TypedDict):
    tournament: str
    version: Annotated[int, "The version of the tournament now."]
    since: Annotated[int | None, "The version that you had; null: unknown, so everything may have changed."]
    standings: Annotated[bool, "The standings have changed."]
    entries: Annotated[bool, "The entries or the settings have changed, or the tournament is finished."]
    rounds: Annotated[list[int], "Rounds that were published, withdrawn or paired in another way, sorted by number."]
    clock: Annotated[bool, "A round was started, its bell rang, or there is a new announcement."]
    tables: Annotated[
        list[ChangedTable],
        "Tables of other rounds that have a new game or result, or where a result now waits for a decision or no longer waits.",
    ]
    corrected: Annotated[list[CorrectedTable], "Those of `tables` that had a result before and now have another one, or none."]


def everything(tournament: str, after: Tournament, *, records: bool) -> TournamentChanges:
    """Return the changes for a visitor whose last version is unknown: everything may have changed. `records`: whether the visitor may
    record."""
    return {
        "tournament": tournament,
        "version": after.version,
        "since": None,
        "standings": True,
        "entries": True,
        "rounds": sorted(_visible(after, records=records)),
        "clock": True,
        "tables": [],
        "corrected": [],
    }


def changes(tournament: str, before: Tournament, after: Tournament, *, records: bool) -> TournamentChanges | None:
    """Return what changed from `before` to `after`; None: nothing that the visitor may see. `records`: whether the visitor may record."""
    rounds, tables, corrected = _in_rounds(_visible(before, records=records), _visible(after, records=records))
    entries = _entries_differ(before, after) or (before.settings, before.finished) != (after.settings, after.finished)
    ordered = standings_differ(before, after)
    clock = _clock(before, records=records) != _clock(after, records=records)
    if not (rounds or tables or entries or ordered or clock):
        return None
    return {
        "tournament": tournament,
        "version": after.version,
        "since": before.version,
        "standings": ordered,
        "entries": entries,
        "rounds": rounds,
        "clock": clock,
        "tables": tables,
        "corrected": corrected,
    }


def standings_differ(before: Tournament, after: Tournament) -> bool:
    """Whether the standings of these two states may differ."""
    last = begun(after)
    if _order(before) != _order(after) or _entries_differ(before, after) or begun(before) != last:
        return True
    altered = (number for number in _altered(before.rounds, after.rounds) if number <= last)
    return any(_counts(before.rounds.get(number)) != _counts(after.rounds.get(number)) for number in altered)


def _order(state: Tournament) -> object:
    """Return everything that the standings depend on, except entries and results."""
    return state.settings, state.stages, state.adjusted, state.lots, state.ruled


def _entries_differ(before: Tournament, after: Tournament) -> bool:
    """Whether the entries differ in anything except `line`, their line in a schedule. Lines are not compared, because they are drawn with a
    pairing that may not be published yet."""
    return before.entries is not after.entries and _without_lines(before.entries) != _without_lines(after.entries)


def _without_lines(entries: Mapping[int, Entry]) -> object:
    return {number: entry._replace(line=None) for number, entry in entries.items()}


def _counts(paired: Round | None) -> object:
    if paired is None:
        return None
    results = {table: (seated.sides, seated.result) for table, seated in paired.tables.items()}
    counted = {
        table: (sides, None if result is None else (result.scores, result.winners, result.source == "forfeit"))
        for table, (sides, result) in results.items()
    }
    return counted, paired.sits_out


def _visible(state: Tournament, *, records: bool) -> Mapping[int, Round]:
    return {number: paired for number, paired in state.rounds.items() if paired.published or records}


def _clock(state: Tournament, *, records: bool) -> object:
    """Return what the clocks of the rounds and the announcements show."""
    visible = _visible(state, records=records)
    return state.announced, {number: (paired.started, paired.due, paired.rung) for number, paired in visible.items() if paired.started}


def _altered(before: Mapping[int, Round], after: Mapping[int, Round]) -> list[int]:
    """Return the numbers of the rounds that may differ: those that are not the same object in `before` and `after`."""
    return [number for number in sorted({*before, *after}) if before.get(number) is not after.get(number)]


def _in_rounds(before: Mapping[int, Round], after: Mapping[int, Round]) -> tuple[list[int], list[ChangedTable], list[CorrectedTable]]:
    rounds: list[int] = []
    tables: list[ChangedTable] = []
    corrected: list[CorrectedTable] = []
    for number in _altered(before, after):
        was, now = before.get(number), after.get(number)
        if was is None or now is None or _pairing(was) != _pairing(now):
            rounds.append(number)
        else:
            changed = [*_changed_tables(was, now)]
            tables += [{"round": number, "table": seated.table} for _, seated in changed]
            corrected += [_corrected(number, seated) for former, seated in changed if _differs(former.result, seated.result)]
    return rounds, tables, corrected


def _pairing(paired: Round) -> object:
    return {table: seated.sides for table, seated in paired.tables.items()}, paired.sits_out, paired.published


def _changed_tables(before: Round, after: Round) -> Iterator[tuple[Seated, Seated]]:
    """Yield each table that has changed, as it was and as it is now, sorted by number."""
    for table, seated in sorted(after.tables.items()):
        was = before.tables[table]
        if was is not seated and _shown(was) != _shown(seated):
            yield was, seated


def _corrected(number: int, seated: Seated) -> CorrectedTable:
    return {"round": number, "table": seated.table, "entries": [*seated.entries]}


def _differs(before: Result | None, after: Result | None) -> bool:
    """Whether there was a result before, and now there is another one or none."""
    return before is not None and (after is None or not before.same(after))


def _shown(seated: Seated) -> object:
    return seated.game, seated.result, seated.typed, seated.change
