"""Describes the answers to requests about games: appends, PINs, hand-overs, lists. Each answer is a TypedDict
(service/api/lib/answers.py)."""

from typing import Annotated, NotRequired, TypedDict

from domain.views.answers import Finding, GameLine, GameState, Parking, RecordedEvent


class EventName(TypedDict):
    version: int
    id: Annotated[str, "UUID."]


class Opened(TypedDict):
    game: str
    version: int
    outcome: Annotated[str, "appended or already-there."]
    events: list[EventName]


class Appended(TypedDict):
    game: str
    version: int
    events: list[EventName]
    first: Annotated[int, "Version of the first event sent."]
    outcome: Annotated[str, "appended: all events are new. completed: only the rest of the batch was new. already-there: nothing was new."]
    state: NotRequired[Annotated[GameState, "The game as it is now, as GET shows it; only with `Prefer: return=representation`."]]


class EventList(TypedDict):
    events: list[RecordedEvent]
    recorders: NotRequired[
        Annotated[dict[str, str], "The label of each token in `by` that was issued here; shown only to tokens that may record."]
    ]


class FindingList(TypedDict):
    game: str
    version: int
    verdict: Annotated[int, "Number of findings raised and withdrawn so far that this viewer may see."]
    engine: Annotated[str, "The rules that made the verdict; empty: there is none yet."]
    validated: Annotated[int, "The version that the verdict covers."]
    parked: Parking | None
    findings: list[Finding]


class GameList(TypedDict):
    games: Annotated[list[GameLine], "Newest first; with `ids`: in the order of the ids."]
    unknown: NotRequired[
        Annotated[list[str], "Only with `ids`: those of no game, of one that you may not read, or of one whose stored events are damaged."]
    ]


class PinnedSeats(TypedDict):
    game: str
    seats: Annotated[list[int], "Seats whose player has a PIN, ascending."]


class HandedOver(TypedDict):
    id: str
    token: Annotated[str, "Shown only this once."]
    link: Annotated[str, "A page that signs in anyone who opens it. The token is in the fragment of the URL."]
    revoked: Annotated[bool, "true: the token that asked has ended."]


class Rematch(TypedDict):
    game: str
    version: int
    outcome: Annotated[str, "appended or already-there."]
    link: NotRequired[Annotated[str, "A link to the new table, if the caller has a table link."]]
