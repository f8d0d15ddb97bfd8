"""The rows of a club as spectators may know them: a game that they see late counts as what they know it to be.

What the game counts by now is taken back from the rows and what spectators know of it is added, by the folds that keep the rows. So nobody
can read in a table what the game itself does not show yet (docs/decisions/spectator-delay.md).
"""

from collections.abc import Iterator, Sequence

from domain.record.facts import facts_of
from service.kept.delays import Delays
from service.projections import Turn, changed, games, readable
from service.projections.projection import Row
from service.store.games.records import Records
from service.store.keys import Club, short_name
from service.store.projected import LOOKS, Projected, Rows


def rows_known(projected: Projected, records: Records, delays: Delays, club: Club, projection: str, keys: Sequence[bytes] = ()) -> Rows:
    """The live rows of these keys that there are, without keys all; none at all while they move too fast. Raises StoreUnavailable."""
    for _ in range(LOOKS):
        live = projected.generation(club, "live")
        fold, rows = projected.live(club, projection, keys)
        turns = list(_turns(projected, records, delays, club)) if readable(fold) else []
        if live == projected.generation(club, "live"):
            return Rows(fold, _turned(turns, projection, rows, keys))
    return Rows(None, {})


def _turned(turns: Sequence[Turn], projection: str, rows: dict[bytes, Row], keys: Sequence[bytes]) -> dict[bytes, Row]:
    changes = changed(turns, lambda name, _: rows if name == projection else {})[projection]
    found = {key: row for key, row in {**rows, **changes}.items() if row is not None}
    return {key: found[key] for key in keys if key in found} if keys else found


def _turns(projected: Projected, records: Records, delays: Delays, club: Club) -> Iterator[Turn]:
    """What each game counts of which spectators do not know everything, and what they know of it."""
    heads = records.late(club)
    counted = projected.live(club, games.PROJECTION.name, [short_name(head.game) for head in heads]).rows if heads else {}
    for head in heads:
        row = counted.get(short_name(head.game))
        facts = None if row is None else games.unpacked(club, short_name(head.game), row)
        if facts is not None:
            late = delays.known(head).late
            if facts.version > late.reading.version:
                yield facts, facts_of(head.game, late.reading, late.standing.values(), len(late.entries))
