"""Answers about events of tournaments: their bodies, and the answer to an append."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Final, NotRequired, TypedDict

from flask import Response

from service.api.games.answers import EventName
from service.api.lib.events import EventLine
from service.api.lib.sending import appended, prefers_representation, state_or_none
from service.api.tournaments.access import TournamentAccess
from service.caches.streams import TOURNAMENT_EVENTS_A_STEP
from service.store.streams.append import Appended
from service.views.tournament_answers import TournamentState
from service.views.tournaments import state_json
from service.wiring import wired


class TournamentOpening(TypedDict):
    tournament: str
    version: int
    outcome: Annotated[str, "appended or already-there."]
    events: list[EventName]


class TournamentAppended(TypedDict):
    tournament: str
    version: int
    first: Annotated[int, "Version of the first event sent."]
    outcome: Annotated[str, "appended: all events are new. completed: only the rest of the batch was new. already-there: nothing was new."]
    events: list[EventName]
    state: NotRequired[
        Annotated[TournamentState, "The tournament as it is now, as GET shows it; only with `Prefer: return=representation`."]
    ]


class TournamentEvent(EventLine):
    after: Annotated[int | None, "The version directly after which the event counts; null: it counts at its own version."]


class TournamentEvents(TypedDict):
    events: Annotated[list[TournamentEvent], "In order of version."]


log: Final = logging.getLogger(__name__)


def tournament_appended(access: TournamentAccess, append: Callable[[], Appended], *, corrects: bool = False) -> Response:
    """Call `append`, answer, and count it in the metrics. `corrects`: whether an event may change what earlier ones led to. Raises TooLong,
    before anything is recorded, if the sender prefers to get the tournament and reading it again would take too long here."""
    wanted = prefers_representation()
    if wanted and corrects:
        wired().work.steps(access.head.version // TOURNAMENT_EVENTS_A_STEP)
    made = append()
    return appended("tournament", made, state_or_none(lambda: state_now(access), made.stream, log) if wanted else None)


def state_now(access: TournamentAccess) -> TournamentState:
    """Return the body of GET /tournaments/{id}, as this visitor sees the tournament now. Raises TooLong, and the errors of the store."""
    now = replace(access, reading=wired().tournaments_read.of(access.id))
    return state_json(now.id, now.reading, now.names, records=now.records)
