"""/tournaments/{id}/events: record events in a tournament, see what they would change, and read the recorded ones."""

from dataclasses import replace
from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.canonical import Json
from domain.kernel.events import TournamentEvent, data_of
from domain.kernel.events.tournaments import EntryChanged, EntryMade
from domain.kernel.shapes import Whole
from domain.tournament.reading import TournamentReading
from domain.words.tournaments import words
from service.api.games.answers import EventName
from service.api.lib.contract import IDEMPOTENCY_KEY, SENT_HEADERS, Resource, reply
from service.api.lib.fields import Digits, Switch
from service.api.lib.sending import IF_MATCH, Events, expected_version, idempotency_key
from service.api.tournaments.access import TournamentAccess, for_tournament_recorders, headers_at
from service.api.tournaments.answers import TournamentAppended, TournamentEvents, TournamentForeseen
from service.api.tournaments.tournaments import ETAG
from service.seen.tournaments import Names, moved, names_of, standings_json
from service.store.clubs.clubs import Token
from service.store.keys import club_of
from service.wiring import wired

blueprint = Resource("tournament-events", "Record in a tournament, and read what was recorded.")


class TournamentAppendQuery(Schema):
    dry_run = Switch("Record nothing; return what the batch would change in the standings.")


class TournamentAppendBody(Schema):
    events = Events()


@blueprint.route("/tournaments/<tournament>/events", methods=["POST"])
@for_tournament_recorders
@blueprint.arguments(TournamentAppendQuery, location="query")
@blueprint.arguments(TournamentAppendBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH, IDEMPOTENCY_KEY]})
@blueprint.response(201, TournamentAppended, headers=ETAG)
@blueprint.alt_response(200, TournamentForeseen, description="Of a dry run: nothing was recorded.")
def append_tournament_events(access: TournamentAccess, token: Token, query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Record events in a tournament, all or none

    Events that are newer than `If-Match` are a conflict only if they touched the same entry, table, order or settings.
    """
    way, sent = wired().desk.way, (access.head, token, body["events"], expected_version(), idempotency_key())
    if query["dry_run"]:
        return reply(_foreseen(access, *way.foreseen(*sent)))
    made = way.append(*sent)
    wired().metrics.appends.labels(made.outcome).inc()
    events = [EventName(version=version, id=name) for version, name in made.events]
    answer = TournamentAppended(tournament=made.stream, version=made.version, first=made.first, outcome=made.outcome, events=events)
    return reply(answer, 201, {"ETag": f'"{made.version}"'})


def _foreseen(access: TournamentAccess, now: TournamentReading, then: TournamentReading) -> TournamentForeseen:
    names = names_of(club_of(access.id), then.state, wired().people)
    before, after = standings_json(access.id, now, names, None), standings_json(access.id, then, names, None)
    changed = _changed_rounds(now, then)
    later = [number for number in then.state.rounds if changed and number > min(changed)]
    return {"version": then.version, "moved": moved(before, after), "paired_on_old": sorted(later)}


def _changed_rounds(now: TournamentReading, then: TournamentReading) -> list[int]:
    """The rounds where a result that counts now would be different, or would not count."""
    changed = []
    for number, paired in now.state.rounds.items():
        after = then.state.rounds.get(number)
        results = {table: seated.result for table, seated in ({} if after is None else after.tables).items()}
        if any(seated.result is not None and seated.result != results.get(table) for table, seated in paired.tables.items()):
            changed.append(number)
    return changed


class TournamentReadQuery(Schema):
    after = Digits(Whole(0, 10**9), load_default=0, metadata={"description": "Events after this version."})
    limit = Digits(Whole(1, 500), load_default=500)


@blueprint.route("/tournaments/<tournament>/events")
@for_tournament_recorders
@blueprint.arguments(TournamentReadQuery, location="query")
@blueprint.response(200, TournamentEvents, headers=ETAG)
def list_tournament_events(access: TournamentAccess, _: Token, query: dict[str, Any]) -> Response:
    """List the recorded events of a tournament, in order of version"""
    chosen = access.reading.events[query["after"] : query["after"] + query["limit"]]
    events: list[Json] = [_event(event, access.names) for event in chosen]
    return reply({"events": events}, headers=headers_at(access.reading.version))


def _event(event: TournamentEvent, names: Names) -> dict[str, Json]:
    act = event.act
    if isinstance(act, EntryMade | EntryChanged) and act.name is not None and act.entry in names.closed:
        act = replace(act, name=act.name.closed())  # the name was erased, but this process may still remember it
    return {
        "version": event.version,
        "id": event.id,
        "type": event.type,
        "data": data_of(act),
        "by": event.by,
        "at": event.at,
        "offset": event.offset,
        "recorded_at": event.recorded_at,
        "sentence": words(act, names.called),
    }
