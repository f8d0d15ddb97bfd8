"""/tournaments/{id}/crosstable, …/bracket, …/stages, …/standings/people and …/standings/pairs: the results of a tournament, arranged in
other ways."""

from typing import Any

from flask import Response

from domain.kernel.events.tournaments import ENTRY
from service.api.lib.conditional import listed
from service.api.lib.contract import ETAG, Resource
from service.api.lib.earlier import AsOfQuery
from service.api.lib.fields import Digits
from service.api.tournaments.access import TournamentAccess, for_tournament_readers
from service.errors import wrong_parameter
from service.store.keys import club_of
from service.views.bracket import bracket_json
from service.views.crosstable import cross_table_json, pairs_json, people_json
from service.views.stages import stages_json
from service.views.tournament_answers import CrossTable, PairStandings, PeopleStandings, TournamentBracket, TournamentStages
from service.wiring import wired

blueprint = Resource("cross-tables", "Who met whom in a tournament, and the points of people and pairs.")


class CrossTableQuery(AsOfQuery):
    entry = Digits(ENTRY, metadata={"description": "Return only the row of this entry. Without it: all rows."})


@blueprint.route("/tournaments/<tournament>/crosstable")
@for_tournament_readers
@blueprint.arguments(CrossTableQuery, location="query")
@blueprint.response(200, CrossTable, headers=ETAG)
def get_cross_table(access: TournamentAccess, query: dict[str, Any]) -> Response:
    """Get the cross table: the opponents, result and points of each entry in each round

    Each row has one cell for each round. For 60 entries or fewer, each row also lists in which rounds the entry met each opponent. Visitors
    who may not record do not see the pairings of a round that is not published.
    """
    entry = query.get("entry")
    if entry is not None and entry not in access.reading.state.entries:
        raise wrong_parameter("entry", "is not the number of an entry")
    access.check_work()
    body = cross_table_json(access.id, access.reading, access.names, query.get("as_of"), entry, records=access.records)
    return listed(body)


@blueprint.route("/tournaments/<tournament>/bracket")
@for_tournament_readers
@blueprint.arguments(AsOfQuery, location="query")
@blueprint.response(200, TournamentBracket, headers=ETAG)
def get_bracket(access: TournamentAccess, query: dict[str, Any]) -> Response:
    """Get the bracket of a knock-out: all matches, who plays them, and who goes on

    Matches of later rounds say from which match each side comes. Visitors who may not record do not see the pairings of a round that is not
    published.
    """
    access.check_work()
    return listed(bracket_json(access.id, access.reading, query.get("as_of"), records=access.records))


@blueprint.route("/tournaments/<tournament>/stages")
@for_tournament_readers
@blueprint.arguments(AsOfQuery, location="query")
@blueprint.response(200, TournamentStages, headers=ETAG)
def get_stages(access: TournamentAccess, query: dict[str, Any]) -> Response:
    """Get the stages of a tournament: the standings of each group, and who goes on

    The standings of the whole tournament have those who went on before those who did not. Visitors who may not record do not see who is in
    a stage before its first round is published.
    """
    access.check_work()
    return listed(stages_json(access.id, access.reading, query.get("as_of"), records=access.records))


@blueprint.route("/tournaments/<tournament>/standings/people")
@for_tournament_readers
@blueprint.arguments(AsOfQuery, location="query")
@blueprint.response(200, PeopleStandings, headers=ETAG)
def get_people_standings(access: TournamentAccess, query: dict[str, Any]) -> Response:
    """Get the points of each person, even if the people of an entry have changed

    The points of an entry in a round count for each person who belonged to the entry in that round. In a tournament with stages, a
    knock-out adds no points. People who are not in the club's directory are not listed.
    """
    access.check_work()
    body = people_json(access.id, access.reading, club_of(access.id), wired().people, query.get("as_of"))
    return listed(body)


@blueprint.route("/tournaments/<tournament>/standings/pairs")
@for_tournament_readers
@blueprint.arguments(AsOfQuery, location="query")
@blueprint.response(200, PairStandings, headers=ETAG)
def get_pair_standings(access: TournamentAccess, query: dict[str, Any]) -> Response:
    """Get the points of each pair of partners, in formats where partners change

    Partners who stay together are one entry, which has a place in the standings.
    """
    access.check_work()
    return listed(pairs_json(access.id, access.reading, access.names, query.get("as_of")))
