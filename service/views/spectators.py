"""Reads the rows of a club's statistics, with only what spectators may know. A delayed game counts only up to the last event that
spectators may see.

So the statistics show spectators no more of a game than the game itself does (docs/decisions/who-sees-what.md).
"""

from collections.abc import Iterator, Sequence

from domain.record.facts import GameFacts, facts_of
from service.caches.delays import Delays
from service.memory.work import A_GAME, WorkBudget
from service.projections import changed, games, of_kind, readable
from service.projections.projection import Row, Turn
from service.store.games.records import Records
from service.store.keys import Club, short_name
from service.store.projected import LOOKS, Projected, Rows


def rows_known(
    projected: Projected, records: Records, delays: Delays, work: WorkBudget, club: Club, projection: str, keys: Sequence[bytes] = ()
) -> Rows:
    """Return the stored rows with these keys (no keys: all rows), with only what spectators may know. Returns no rows while they change too
    fast to be read. Raises StoreUnavailable, TooLong."""
    for _ in range(LOOKS):
        live = projected.generation(club, "live")
        fold, rows = projected.live(club, projection, keys)
        turns = list(_turns(projected, records, delays, work, club)) if readable(fold) else []
        if live == projected.generation(club, "live"):
            return Rows(fold, _turned(turns, projection, rows, keys))
    return Rows(None, {})


def _turned(turns: Sequence[Turn[GameFacts]], projection: str, rows: dict[bytes, Row], keys: Sequence[bytes]) -> dict[bytes, Row]:
    changes = changed(of_kind(games.PROJECTION.kind), turns, lambda name, _: rows if name == projection else {})[projection]
    known = {key: row for key, row in {**rows, **changes}.items() if row is not None}
    return {key: known[key] for key in keys if key in known} if keys else known


def _turns(projected: Projected, records: Records, delays: Delays, work: WorkBudget, club: Club) -> Iterator[Turn[GameFacts]]:
    """Yield a pair for each game that spectators know only in part: the facts that the rows count, and the facts that spectators know."""
    heads = records.late(club)
    work.steps(sum(A_GAME + delays.missing(head) for head in heads))
    counted = projected.live(club, games.PROJECTION.name, [short_name(head.game) for head in heads]).rows if heads else {}
    for head in heads:
        row = counted.get(short_name(head.game))
        facts = None if row is None else games.unpacked(club, short_name(head.game), row)
        if facts is not None:
            late = delays.known(head).late
            if facts.version > late.reading.version:
                yield facts, facts_of(head.game, late.reading, late.standing.values(), len(late.entries))
