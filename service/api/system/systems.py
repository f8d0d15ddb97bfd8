"""/systems: the rule sheets, enough to build a form from."""

from functools import cache

from flask import Response

from domain.kernel.canonical import Json
from domain.kernel.events import EventType
from domain.system import Option, Rules, System, Table
from domain.systems import SYSTEMS
from service.api.answers.systems import SystemList, SystemSheet
from service.api.lib.contract import Resource, reply
from service.errors import not_found
from service.recording.games import types_of

blueprint = Resource("systems", "The games that can be recorded: rules, options, event types.")

_CACHE = {"Cache-Control": "public, max-age=300"}


@blueprint.route("/systems")
@blueprint.response(200, SystemList())
def list_systems() -> Response:
    """Every system"""
    return reply({"systems": [_line(system) for system in SYSTEMS.values()]}, headers=_CACHE)


@blueprint.route("/systems/<slug>")
@blueprint.response(200, SystemSheet())
def get_system(slug: str) -> Response:
    """One system: options, rulings, and the event types it takes"""
    if slug not in SYSTEMS:
        not_found()
    return reply(sheet(slug), headers=_CACHE)


@cache
def sheet(slug: str) -> dict[str, Json]:
    """The whole rule sheet of a system as JSON."""
    found = SYSTEMS[slug]
    rules = None if found.sheet is None else found.rules_with({}, found.players[0])
    rulings: list[Json] = [{"id": name, "question": question, "default": done} for name, question, done in found.rulings]
    types = types_of(slug).values()
    return {
        **_line(found),
        "options": [_option(option) for option in found.options],
        "rulings": rulings,
        "rules": rules,
        "sheet": [] if rules is None else sections(found, rules),
        "rules_schema": None if found.rules_schema is None else dict(found.rules_schema),
        "event_types": [_event_type(kind) for kind in types],
    }


def _line(found: System[Table]) -> dict[str, Json]:
    line: dict[str, Json] = {"slug": found.slug, "name": found.name, "family": found.family, "summary": found.summary}
    return {**line, "players": _players(found.players)}


def _players(span: tuple[int, int]) -> dict[str, Json]:
    return {"least": span[0], "most": span[1]}


def sections(found: System[Table], rules: Rules) -> list[Json]:
    """The sheet of resolved rules, by section; empty where the options tell it all."""
    if found.sheet is None:
        return []
    return [{"title": section.title, "sentences": list(section.sentences)} for section in found.sheet(rules)]


def _option(option: Option) -> dict[str, Json]:
    return {
        "name": option.name,
        "schema": option.shape.schema(),
        "default": option.default,
        "source": option.source,
        "doc": option.doc,
        "label": option.label,
        "explanation": option.explanation,
        "attested": option.attested,
        "seats": None if option.seats is None else _players(option.seats),
    }


def _event_type(kind: EventType) -> dict[str, Json]:
    return {"type": kind.name, "doc": kind.doc, "right": kind.right, "schema": kind.shape.schema(), "example": dict(kind.example)}
