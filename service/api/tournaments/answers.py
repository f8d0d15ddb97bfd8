"""Describes the bodies of answers about events of tournaments. Each body is a TypedDict (service/api/lib/answers.py)."""

from typing import Annotated, NotRequired, TypedDict

from domain.kernel.canonical import Json
from service.api.games.answers import EventName
from service.views.tournament_answers import TournamentState


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


class TournamentEvent(TypedDict):
    version: int
    id: str
    type: str
    data: dict[str, Json]
    by: str
    at: Annotated[int, "Milliseconds since 1970, UTC."]
    offset: int
    recorded_at: Annotated[int, "Milliseconds since 1970, UTC."]
    after: Annotated[int | None, "The version directly after which the event counts; null: it counts at its own version."]
    sentence: Annotated[str, "The event in words."]


class TournamentEvents(TypedDict):
    events: Annotated[list[TournamentEvent], "In order of version."]
