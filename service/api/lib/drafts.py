"""Describes, for the contract, the events that clients send and read. An event that is sent has a schema for its type. Each kind of record
has one schema that is any of its types: `EventDraft` for games, `TournamentEventDraft` for tournaments, `SeasonEventDraft` for seasons.

The schema of a type is what `DraftBody` describes (service/api/lib/sending.py), with the type and its data."""

from collections.abc import Iterable
from typing import Any, Final

from domain.kernel.events import EVENT_TYPES, SEASON_TYPES, TOURNAMENT_TYPES, EventType
from domain.record.settled import ELSEWHERE
from service.api.lib.answers import OPEN_ENUM
from service.recording import seasons, tournaments

Document = dict[str, Any]

DRAFT: Final = "DraftBody"
DRAFTS: Final = {
    "AppendBody": ("EventDraft", [name for name in EVENT_TYPES if name not in ELSEWHERE]),
    "TournamentAppendBody": ("TournamentEventDraft", list(tournaments.TYPES)),
    "SeasonAppendBody": ("SeasonEventDraft", list(seasons.TYPES)),
}
"""The schemas of bodies with a list `events`: {schema: (the schema of one event, the names of the types that it takes)}."""


RECORDED: Final = {
    "EventType": (EVENT_TYPES, ("RecordedEvent", "DifferingEvent", "MovedEvent")),
    "TournamentEventType": (TOURNAMENT_TYPES, ("TournamentEvent",)),
    "SeasonEventType": (SEASON_TYPES, ("SeasonEvent",)),
}
"""The schemas of the names of types in answers: {schema: (the types that are known today, the schemas of events that have such a type)}."""


def add_types(schemas: Document) -> None:
    """Say in the schemas of recorded events which types there are. More may come, so any string is allowed."""
    for name, (types, events) in RECORDED.items():
        schemas[name] = {"type": "string", OPEN_ENUM: list(types), "description": "`data` is described by the schema `<type>Data`."}
        for event in events:
            schemas[event]["properties"]["type"] = ref(name)


def add_drafts(schemas: Document) -> None:
    """Put into `schemas` one schema for the data of each event type, and one for each event that can be sent."""
    schemas.update({f"{name}Data": _data(kind) for name, kind in (EVENT_TYPES | TOURNAMENT_TYPES | SEASON_TYPES).items()})
    draft = schemas.pop(DRAFT)
    envelope = {name: shape for name, shape in draft["properties"].items() if name not in ("type", "data")}
    schemas.update({_part(name): shape for name, shape in envelope.items()})
    for body, (union, types) in DRAFTS.items():
        schemas[body]["properties"]["events"]["items"] = ref(union)
        schemas[union] = _any_of(types)
        schemas.update({f"{name}Draft": _draft(name, envelope, draft["required"]) for name in types})


def ref(schema: str) -> Document:
    return {"$ref": f"#/components/schemas/{schema}"}


def _data(kind: EventType) -> Document:
    return {**kind.shape.schema(), "description": kind.doc, "x-right": kind.right, "examples": [dict(kind.example)]}


def _any_of(types: Iterable[str]) -> Document:
    mapping = {name: ref(f"{name}Draft") for name in types}
    tags = {name: target["$ref"] for name, target in mapping.items()}
    return {"oneOf": list(mapping.values()), "discriminator": {"propertyName": "type", "mapping": tags}}


def _draft(name: str, envelope: Iterable[str], required: list[str]) -> Document:
    members = {"type": {"type": "string", "const": name}, "data": ref(f"{name}Data"), **{part: ref(_part(part)) for part in envelope}}
    return {"type": "object", "properties": members, "required": required, "additionalProperties": False}


def _part(name: str) -> str:
    """Return the name of the schema of a member that all drafts have."""
    return f"Draft{name.capitalize()}"
