"""The types of the answers to requests about games: batches, PINs, hand-overs, lists. Each body is a TypedDict, as in `domain.answers`."""

from typing import Annotated, NotRequired, TypedDict

from domain.answers import Finding, GameLine, RecordedEvent


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
    outcome: Annotated[str, "appended; completed: the rest of a batch that was partly there; already-there."]


class EventList(TypedDict):
    events: list[RecordedEvent]
    recorders: NotRequired[
        Annotated[dict[str, str], "The label of each token in `by` that was issued here; shown only to tokens that may record."]
    ]


class Parking(TypedDict):
    attempts: int
    reason: str
    at: Annotated[int | None, "Milliseconds UTC."]


class FindingList(TypedDict):
    game: str
    version: int
    verdict: Annotated[int, "Entries of the verdict that this viewer may see."]
    engine: Annotated[str, "The rules that made it; empty before the first."]
    validated: Annotated[int, "The version it covers."]
    parked: Parking | None
    findings: list[Finding]


class GameList(TypedDict):
    games: Annotated[list[GameLine], "Newest first."]


class PinnedSeats(TypedDict):
    game: str
    seats: Annotated[list[int], "Seats whose player has a PIN, ascending."]


class HandedOver(TypedDict):
    id: str
    token: Annotated[str, "Shown this once."]
    link: Annotated[str, "A page that signs its reader in; the token is in the fragment."]
    revoked: Annotated[bool, "The token that asked has ended."]


class Rematch(TypedDict):
    game: str
    version: int
    outcome: Annotated[str, "appended or already-there."]
    link: NotRequired[Annotated[str, "Of the new table, for holders of a table link."]]
