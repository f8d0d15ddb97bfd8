"""Describes the bodies of answers about events of tournaments. Each body is a TypedDict (service/api/lib/answers.py)."""

from typing import Annotated, TypedDict

from domain.kernel.canonical import Json
from service.api.games.answers import EventName


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


class TournamentForeseen(TypedDict):
    version: Annotated[int, "The version that the batch would lead to."]
    moved: Annotated[
        list[dict[str, Json]], "The new row of each entry whose place or values would change. `before`: its place now, or null."
    ]
    paired_on_old: Annotated[list[int], "Rounds that are paired already, after a round whose results would change."]


class TournamentEvent(TypedDict):
    version: int
    id: str
    type: str
    data: dict[str, Json]
    by: str
    at: Annotated[int, "Milliseconds since 1970, UTC."]
    offset: int
    recorded_at: Annotated[int, "Milliseconds since 1970, UTC."]
    sentence: Annotated[str, "The event in words."]


class TournamentEvents(TypedDict):
    events: Annotated[list[TournamentEvent], "In order of version."]
