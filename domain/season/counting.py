"""What a finished tournament brings to a season: its final standings, with the people of each entry."""

from collections.abc import Sequence
from hashlib import sha256

from domain.kernel.canonical import canonical
from domain.kernel.events.seasons import FINAL_ROWS, FinalRow
from domain.tournament.scoring import history_of
from domain.tournament.standings import standings
from domain.tournament.state import Tournament


def final_rows(state: Tournament) -> tuple[FinalRow, ...]:
    """Return the final standings of a tournament, the best place first. An entry that never sat at a table has no row: it did not play."""
    history = history_of(state)
    return tuple(
        FinalRow(row.place, row.entry, row.points, state.entries[row.entry].people)
        for row in standings(history, state.settings.tiebreaks)
        if any(line.met for line in history.lines[row.entry])
    )


def digest_of(rows: Sequence[FinalRow]) -> str:
    """Return the SHA-256 of the canonical JSON of these rows, in hex."""
    return sha256(canonical(FINAL_ROWS.dump(rows))).hexdigest()
