"""The digest of published standings: the SHA-256 of their canonical JSON (domain/kernel/canonical.py).

    {"rows": [{"entry": 3, "place": 1, "points": 6, "values": ["7/2", "4"]}, …], "through": 3, "tiebreaks": ["buchholz", "total"]}

`rows`: the best place first; level entries are in order of number. `values`: one for each tie-break, a whole number or a fraction. The JSON
has no names, so erasing a name does not change the digest. Anyone can compute the digest from the answer of `…/standings`, or from the
events.
"""

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256

from domain.kernel.canonical import Json, canonical
from domain.tournament.scoring import history_of
from domain.tournament.standings import Row, standings
from domain.tournament.state import Tournament


def standings_digest(state: Tournament, through: int) -> str:
    """Return the digest of the standings after round `through`: 64 hexadecimal digits."""
    order = state.settings.tiebreaks
    return digest_of(through, order, standings(history_of(state, through), order))


def digest_of(through: int, tiebreaks: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the digest of these rows of standings. `tiebreaks`: the names of the tie-breaks, in order."""
    written: list[Json] = [
        {"place": row.place, "entry": row.entry, "points": row.points, "values": [str(Fraction(value)) for value in row.values]}
        for row in rows
    ]
    return sha256(canonical({"through": through, "tiebreaks": [*tiebreaks], "rows": written})).hexdigest()
