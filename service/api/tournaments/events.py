"""/tournaments/{id}/events: record events in a tournament, see what they would change, and read the recorded ones."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.events import TournamentEvent
from domain.kernel.events.tournaments import EntryChanged, EntryMade
from domain.tournament.state import Tournament
from domain.words.tournaments import words
from service.api.lib.conditional import versioned
from service.api.lib.contract import ETAG, IDEMPOTENCY_KEY, SENT_HEADERS, Resource, reply
from service.api.lib.events import EventsQuery, chosen, line_of
from service.api.lib.fields import ShapedSchema, Switch
from service.api.lib.sending import APPENDED, IF_MATCH, PREFER, Events, corrects, expected_seen, idempotency_key
from service.api.tournaments import answers
from service.api.tournaments.access import TournamentAccess, for_tournament_links, for_tournament_recorders
from service.api.tournaments.answers import TournamentAppended, TournamentEvents, tournament_appended
from service.store.clubs.clubs import Token
from service.views.pending import foreseen_json, ranked
from service.views.tournament_answers import TournamentForeseen
from service.views.tournaments import Names
from service.wiring import wired

blueprint = Resource("tournament-events", "Record in a tournament, and read what was recorded.")


class TournamentAppendQuery(Schema):
    dry_run = Switch("Record nothing; return what the batch would change in the standings.")


class TournamentAppendBody(ShapedSchema):
    events = Events()


@blueprint.route("/tournaments/<tournament>/events", methods=["POST"])
@for_tournament_links
@blueprint.arguments(TournamentAppendQuery, location="query")
@blueprint.arguments(TournamentAppendBody)
@blueprint.doc(**{SENT_HEADERS: [IF_MATCH, IDEMPOTENCY_KEY, PREFER]})
@blueprint.response(201, TournamentAppended, headers=APPENDED)
@blueprint.alt_response(200, TournamentForeseen, description="For a dry run: nothing was recorded.")
def append_tournament_events(access: TournamentAccess, token: Token, query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Record events in a tournament, all or none

    Events that were recorded after the version in `If-Match` are a conflict only if they concern the same part of the tournament as yours:
    the same entry, the same table, the settings, or the order of entries that are level (tied). The link of a table may record only results
    of that table. A check-in link may record only the check-in of its entry. A link may send only one event in a request. If the event
    would change nothing, it is not stored, and the outcome is `already-there`. After 20 typed results of a table in a round, or 20
    check-ins of an entry, links can add no more.
    """
    desk, sent = wired().desk, (access.head, token, body["events"], expected_seen(), idempotency_key())
    if query["dry_run"]:
        access.check_work(2)  # once for the standings before the events, once for the standings after them
        now, then = desk.recorder.dry_run(*sent)
        return reply(foreseen_json(ranked(now.state), then, records=access.records))
    return tournament_appended(access, lambda: desk.append(*sent), corrects=any(map(corrects, body["events"])))


@blueprint.route("/tournaments/<tournament>/events")
@for_tournament_recorders
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, TournamentEvents, headers=ETAG)
def list_tournament_events(access: TournamentAccess, _: Token, query: dict[str, Any]) -> Response:
    """List the recorded events of a tournament, in order of version"""
    events = [_event(event, access.names, access.reading.state) for event in chosen(access.reading.events, query)]
    return versioned(access.reading.version, {"events": events})


def _event(event: TournamentEvent, names: Names, state: Tournament) -> answers.TournamentEvent:
    act = event.act
    if isinstance(act, EntryMade | EntryChanged) and act.name is not None and act.entry in names.closed:
        act = replace(act, name=act.name.closed())  # the name was erased, but this process may still remember it
    return {**line_of(event, act, words(act, names.called, partial(_sides, state))), "after": event.after}


def _sides(state: Tournament, number: int, table: int) -> Sequence[Sequence[int]]:
    """Return the entries of each side at this table as it is paired now; empty if it is not paired any more."""
    paired = state.rounds.get(number)
    seated = paired and paired.tables.get(table)
    return seated.sides if seated else ()
