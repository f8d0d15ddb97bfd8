"""The counts of people (games, wins, points, …) as JSON: for the players' table, and what they would be with a batch that is not recorded.

The functions that make the club's stored rows (service/projections) compute them.
"""

from domain.kernel.events import PersonId
from domain.record.facts import GameFacts, facts_of
from domain.record.fold import Reading
from domain.views.answers import Counts
from domain.views.preview import Standings
from service.projections import games, players, readable
from service.store.keys import GameId, club_of, short_name
from service.store.projected import LOOKS, Generation, Projected


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
    read. Raises StoreUnavailable."""
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
