"""Counts of people and games as far as a viewer may know them: from the rows of the club (service/projections), with delayed games only up
to the last event that spectators may see, or with a batch that is not recorded. So statistics show no more of a game than the game itself
does (docs/decisions/who-sees-what.md)."""

from collections.abc import Iterator, Sequence

from domain.kernel.events import PersonId
from domain.record.facts import GameFacts, facts_of
from domain.record.fold import Reading
from domain.views.answers import Counts
from domain.views.preview import Standings
from service.caches.delays import Delays
from service.memory.work import A_GAME, WorkBudget
from service.projections import changed, games, of_kind, players, readable
from service.projections.projection import Row, Turn
from service.store.games.records import Records
from service.store.keys import Club, GameId, club_of, short_name
from service.store.projected import LOOKS, Generation, Projected, Rows


def counts_json(counts: players.Counts) -> Counts:
    return {
        "games": counts.games,
        "finished": counts.finished,
        "wins": counts.wins,
        "shared": counts.shared,
        "points": counts.points,
        "breaches": counts.breaches,
    }


def standings(projected: Projected, game: GameId, now: Reading, then: Reading) -> Standings | None:
    """Return the counts without the batch (`now`) and with it (`then`). None while the club's rows are made again or change too fast to be
    read."""
    club = club_of(game)
    for _ in range(LOOKS):
        live = projected.generation(club, "live")
        if live is None or not readable(live.fold):
            return None
        lines = _standings(projected, live, game, now, then)
        if live == projected.generation(club, "live"):
            return lines
    return None


def _standings(projected: Projected, live: Generation, game: GameId, now: Reading, then: Reading) -> Standings:
    """Return the counts for both readings. If the stored rows include this game already, its share is subtracted first. After that, the
    game is counted as it is in each reading."""
    key = short_name(game)
    row = projected.rows_of(live, games.PROJECTION.name, [key]).get(key)
    counted = None if row is None else games.unpacked(live.club, key, row)
    before, after = (facts_of(game, reading, reading.findings, 0) for reading in (now, then))
    people = list(dict.fromkeys(seat.person for facts in (after, before) for seat in facts.seats if seat.person is not None))
    rows = projected.rows_of(live, players.PROJECTION.name, [person.encode() for person in people])

    def counts(person: PersonId, facts: GameFacts) -> Counts:
        folded = players.PROJECTION.fold(person.encode(), rows.get(person.encode()), counted, facts)
        return counts_json(players.NOTHING if folded is None else players.together(players.unpacked(folded)))

    return {person: (counts(person, before), counts(person, after)) for person in people}


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
