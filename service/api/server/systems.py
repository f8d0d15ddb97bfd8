"""/systems: the rule sheets of the systems (the card games), with everything that an entry form needs."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypedDict

from flask import Response

from domain.kernel.canonical import Json
from domain.kernel.events import EventType
from domain.record.settled import types_of
from domain.system import Option, Rules, System, Table
from domain.systems import SYSTEMS
from domain.tournament.seating import teams_among
from domain.words.labels import FIELDS, LABELS
from domain.words.options import values_of
from service.api.lib.conditional import listed
from service.api.lib.contract import ETAG, Resource
from service.api.lib.sending import compressed
from service.errors import not_found

blueprint = Resource("systems", "The games that can be recorded: rules, options, event types.")


class Players(TypedDict):
    least: int
    most: int


class SystemLine(TypedDict):
    slug: str
    name: str
    family: str
    summary: str
    players: Players


class SystemList(TypedDict):
    systems: list[SystemLine]


class OptionSheet(TypedDict):
    name: str
    schema: Annotated[dict[str, Json], "JSON Schema."]
    default: Annotated[Json, "The value if the opening does not give one."]
    source: Annotated[str, "The source of the rule."]
    doc: Annotated[str, "`label`, a semicolon and `explanation`, or the label alone."]
    label: Annotated[str, "The name of the option, in a few words."]
    explanation: Annotated[str, "What it does, in a sentence; empty if the label says it."]
    words: Annotated[dict[str, str], "Its values in words, as far as they are words of code."]
    attested: Annotated[bool, "Known to be played in this very game; others may be chosen as well."]
    seats: Annotated[Players | None, "The numbers of players it is for, if it changes them; else null."]


class SheetSection(TypedDict):
    title: str
    sentences: list[str]


class Ruling(TypedDict):
    id: str
    question: str
    default: Annotated[str, "The answer: what is done unless a house rule says otherwise."]


class EventTypeSheet(TypedDict):
    type: str
    label: Annotated[str, "The name of the event type in a form, in a few words."]
    doc: str
    right: Annotated[str, "The scope that a token needs to record it."]
    schema: Annotated[dict[str, Json], "JSON Schema of `data`; `x-sealed` marks sealed values."]
    example: dict[str, Json]
    uses: Annotated[
        list[str] | None,
        "The fields that a game without house rules needs, with dots inside a field: `points.jack`. null: it never has this event.",
    ]


class EventTypeList(SystemLine):
    event_types: list[EventTypeSheet]


class SystemSheet(SystemLine):
    options: list[OptionSheet]
    rulings: list[Ruling]
    sheet: Annotated[list[SheetSection], "The rules of the game in sentences, without house rules."]
    rules: Annotated[dict[str, Json], "All rules of a game without house rules."]
    sides: Annotated[int, "Fixed sides of partners in a game without house rules; 0: there are none."]
    rules_schema: Annotated[dict[str, Json] | None, "JSON Schema of all rules of a game; null: it has no rules but its options."]
    event_types: list[EventTypeSheet]


_CACHE = {"Cache-Control": "public, max-age=300"}


@blueprint.route("/systems")
@blueprint.response(200, SystemList, headers=ETAG)
def list_systems() -> Response:
    """List the systems: the games that can be recorded, those of a family one after the other, in no other order"""
    return compressed(listed(SystemList(systems=[_line(system) for system in SYSTEMS.values()]), _CACHE))


@blueprint.route("/systems/<slug>")
@blueprint.response(200, SystemSheet, headers=ETAG)
@blueprint.refuses("not-found")
def get_system(slug: str) -> Response:
    """Get a system: its rules, options and rulings, and the event types that it takes"""
    if slug not in SYSTEMS:
        not_found()
    return compressed(listed(sheet(slug), _CACHE))


@blueprint.route("/systems/<slug>/event-types")
@blueprint.response(200, EventTypeList, headers=ETAG)
@blueprint.refuses("not-found")
def get_event_types(slug: str) -> Response:
    """Get the event types that a system takes, without its rules: what a form for recording a game needs"""
    if slug not in SYSTEMS:
        not_found()
    return compressed(listed(EventTypeList(**_line(SYSTEMS[slug]), event_types=sheet(slug)["event_types"]), _CACHE))


@cache
def sheet(slug: str) -> SystemSheet:
    """Return the whole rule sheet of a system as JSON. Raises KeyError for an unknown slug."""
    system = SYSTEMS[slug]
    rules = system.standard_rules()
    rulings: list[Ruling] = [{"id": name, "question": question, "default": done} for name, question, done in system.rulings]
    types = types_of(SYSTEMS[slug].acts).values()
    return {
        **_line(system),
        "options": [_option(option) for option in system.options],
        "rulings": rulings,
        "rules": rules,
        "sides": teams_among(system, rules, system.players[0]),
        "sheet": sections(system, rules),
        "rules_schema": None if system.rules_schema is None else dict(system.rules_schema),
        "event_types": [_event_type(kind, system.unused) for kind in types],
    }


def _line(system: System[Table]) -> SystemLine:
    players = _players(system.players)
    return {"slug": system.slug, "name": system.name, "family": system.family, "summary": system.summary, "players": players}


def _players(span: tuple[int, int]) -> Players:
    return {"least": span[0], "most": span[1]}


def sections(system: System[Table], rules: Rules) -> list[SheetSection]:
    """Return the rules of a game as text, by section. `rules`: the resolved rules of the game."""
    return [{"title": section.title, "sentences": list(section.sentences)} for section in system.sheet(rules)]


def _option(option: Option) -> OptionSheet:
    return {
        "name": option.name,
        "schema": option.shape.schema(),
        "default": option.default,
        "source": option.source,
        "doc": option.doc,
        "label": option.label,
        "explanation": option.explanation,
        "words": {**values_of(option.name)},
        "attested": option.attested,
        "seats": None if option.seats is None else _players(option.seats),
    }


def _event_type(kind: EventType, unused: Collection[str]) -> EventTypeSheet:
    schema = kind.shape.schema()
    return {
        "type": kind.name,
        "label": LABELS[kind.name],
        "doc": kind.doc,
        "right": kind.right,
        "schema": _with_titles(schema),
        "example": dict(kind.example),
        "uses": None if kind.name in unused else [path for path in _paths(schema) if f"{kind.name}.{path}" not in unused],
    }


def _paths(schema: Any, prefix: str = "") -> Iterator[str]:
    """Yield the paths of all fields in a JSON Schema, and of the fields of fields that have some of their own."""
    for name, field in schema.get("properties", {}).items():
        yield prefix + name
        for form in field.get("anyOf", [field]):
            yield from _paths(form, f"{prefix}{name}.")


def _with_titles(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Copy an event type's JSON Schema, with titles for fields whose names do not describe them."""
    fields = schema.get("properties")
    if not isinstance(fields, Mapping):
        return dict(schema)
    titled = {
        name: {**field, "title": FIELDS[name]} if name in FIELDS and isinstance(field, Mapping) else field for name, field in fields.items()
    }
    return {**schema, "properties": titled}
