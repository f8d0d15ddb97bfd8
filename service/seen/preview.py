"""Computes the effect of a batch without recording it: on the table, the scores, the findings, and the players' statistics.

It compares the current record with the record plus the batch. The functions that make the club's stored rows (service/projections) compute
the statistics.
"""

from collections.abc import Mapping

from domain.kernel.events import PersonId
from domain.record.differences import changes_seen
from domain.record.facts import GameFacts, facts_of
from domain.record.fold import Reading
from domain.system import Viewer
from domain.views import event_json, outcome_json, scores_json, seen_findings, table_json
from domain.words.seated import Seated
from service.projections import games, players, readable
from service.projections.players import Counts
from service.seen.answers import Foreseen, StandingLine
from service.seen.counts import counts_json
from service.store.keys import GameId, club_of, short_name
from service.store.projected import LOOKS, Generation, Projected

Standings = Mapping[PersonId, tuple[Counts, Counts]]
"""{person: (counts of the person's games in the club without the batch, the counts with it)}, in the order of seats. Contains everyone who
sits at this table, with or without the batch."""


def foreseen_json(now: Reading, then: Reading, viewer: Viewer, sitting: Seated, standings: Standings | None) -> Foreseen:
    """Return the member `would` of the answer to a dry run. `now`, `then`: the record without and with the batch. `sitting`: the people at
    the table with the batch."""
    changes = changes_seen(now.findings, then.findings, viewer)
    return {
        "events": [event_json(event, then, viewer, sitting) for event in then.events[now.version :]],
        "view": table_json(then, viewer, sitting),
        "outcome": outcome_json(then, viewer),
        "scores": {"before": scores_json(now.result), "after": scores_json(then.result)},
        "raised": seen_findings(changes.raised, viewer, sitting, then.ruled),
        "withdrawn": [finding.id for finding in changes.withdrawn],
        "standings": None if standings is None else [_line(person, *counts, sitting) for person, counts in standings.items()],
    }


def _line(person: PersonId, before: Counts, after: Counts, sitting: Seated) -> StandingLine:
    return {"person": person, "name": sitting.names.get(person), "before": counts_json(before), "after": counts_json(after)}


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
        return players.NOTHING if folded is None else players.together(players.unpacked(folded))

    return {person: (counts(person, before), counts(person, after)) for person in people}
