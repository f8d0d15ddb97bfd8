"""Answers appends to a tournament, with the tournament as it is afterwards if the sender prefers that (service/api/lib/preferring.py)."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from flask import Response

from service.api.games.answers import EventName
from service.api.lib.contract import reply
from service.api.lib.preferring import APPLIED, prefers_representation, state_or_none
from service.api.tournaments.access import TournamentAccess
from service.api.tournaments.answers import TournamentAppended
from service.caches.streams import TOURNAMENT_EVENTS_A_STEP
from service.store.streams.append import Appended
from service.views.tournament_answers import TournamentState
from service.views.tournaments import state_json
from service.wiring import wired

log: Final = logging.getLogger(__name__)


def tournament_appended(access: TournamentAccess, append: Callable[[], Appended], *, corrects: bool = False) -> Response:
    """Call `append`, answer, and count it in the metrics. `corrects`: whether an event may change what earlier ones led to. Raises TooLong,
    before anything is recorded, if the sender prefers to get the tournament and reading it again would take too long here."""
    wanted = prefers_representation()
    if wanted and corrects:
        wired().work.steps(access.head.version // TOURNAMENT_EVENTS_A_STEP)
    made = append()
    wired().metrics.appends.labels(made.outcome).inc()
    events = [EventName(version=version, id=name) for version, name in made.events]
    answer = TournamentAppended(tournament=made.stream, version=made.version, first=made.first, outcome=made.outcome, events=events)
    state = state_or_none(lambda: state_now(access), made.stream, log) if wanted else None
    if state is not None:
        answer["state"] = state
    return reply(answer, 201, {"ETag": f'"{made.version}"', **({} if state is None else APPLIED)})


def state_now(access: TournamentAccess) -> TournamentState:
    """Return the body of GET /tournaments/{id}, as this visitor sees the tournament now. Raises TooLong, and the errors of the store."""
    now = replace(access, reading=wired().tournaments_read.of(access.id))
    return state_json(now.id, now.reading, now.names, records=now.records)
