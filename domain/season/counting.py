"""What a finished tournament brings to a season: its final standings, with the people of each entry."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from domain.kernel.canonical import canonical
from domain.kernel.events.seasons import FINAL_ROWS, FinalRow
from domain.tournament.standings import ranking
from domain.tournament.state import Round, Tournament


def final_rows(state: Tournament) -> tuple[FinalRow, ...]:
    """Return the final standings of a tournament, the best place first. An entry that was never there has no row, and takes no place: it
    never played, never won by forfeit, and never sat out because no table was left."""
    there = {entry for paired in state.rounds.values() for entry in _there(paired)}
    rows = [row for row in ranking(state).rows if row.entry in there]
    places: dict[int, int] = {}
    for place, row in enumerate(rows, 1):
        places.setdefault(row.place, place)
    return tuple(FinalRow(places[row.place], row.entry, row.points, state.entries[row.entry].people) for row in rows)


def _there(paired: Round) -> Iterator[int]:
    """Yield the entries that were there in a round."""
    yield from paired.sits_out
    for seated in paired.tables.values():
        for side, entries in enumerate(seated.sides):
            if seated.result is not None and (seated.result.source != "forfeit" or side in seated.result.winners):
                yield from entries


def digest_of(rows: Sequence[FinalRow]) -> str:
    """Return the SHA-256 of the canonical JSON of these rows, in hex."""
    return sha256(canonical(FINAL_ROWS.dump(rows))).hexdigest()
