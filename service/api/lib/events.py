"""What the lists of recorded events of tournaments and of seasons share."""

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict, TypeVar

from marshmallow import Schema

from domain.kernel.canonical import Json
from domain.kernel.events import AnyAct, StreamEvent, data_of
from domain.kernel.shapes import Whole
from service.api.lib.fields import Digits

E = TypeVar("E")


class EventsQuery(Schema):
    after = Digits(Whole(0, 10**9), load_default=0, metadata={"description": "List the events after this version."})
    limit = Digits(Whole(1, 500), load_default=500)


class EventLine(TypedDict):
    version: int
    id: str
    type: str
    data: dict[str, Json]
    by: str
    at: Annotated[int, "Milliseconds since 1970, UTC."]
    offset: int
    recorded_at: Annotated[int, "Milliseconds since 1970, UTC."]
    sentence: Annotated[str, "The event in words."]


def chosen(events: Sequence[E], query: dict[str, Any]) -> Sequence[E]:
    """Return those of the events of a stream that the query asks for."""
    return events[query["after"] : query["after"] + query["limit"]]


def line_of(event: StreamEvent[Any], act: AnyAct, sentence: str) -> EventLine:
    """Return the line of an event. `act`: what is shown of the event's act."""
    return {
        "version": event.version,
        "id": event.id,
        "type": event.type,
        "data": data_of(act),
        "by": event.by,
        "at": event.at,
        "offset": event.offset,
        "recorded_at": event.recorded_at,
        "sentence": sentence,
    }
