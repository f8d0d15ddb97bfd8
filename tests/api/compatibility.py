"""Compares two contracts of the API: says what a client that was written for the older one would miss in the newer one.

What may change without a new address is in docs/compatibility.md. A request must be accepted if the old contract allows it. An answer must
be one that the old contract describes; it may have more members and, where values are open, other values.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from service.api.lib.answers import OPEN_ENUM
from service.api.lib.described import Document, operations

RELEASED: Final = Path(__file__).parent / "openapi-released.yaml"
"""The contract of the last release."""
LEAST: Final = ("minimum", "minLength", "minItems", "minProperties")
MOST: Final = ("maximum", "maxLength", "maxItems", "maxProperties")
EXACT: Final = ("pattern", "format", "contentMediaType", "propertyNames")


def released() -> Document:
    document: Document = yaml.load(RELEASED.read_text("utf-8"), yaml.CSafeLoader)
    return document


def broken(old: Document, new: Document) -> list[str]:
    """Return what clients of the contract `old` would miss in `new`, each with its place."""
    now = {(path, method): operation for path, method, operation in operations(new)}
    faults = []
    for path, method, operation in operations(old):
        place = f"{method.upper()} {path}"
        if (path, method) not in now:
            faults.append(f"{place}: the operation is gone")
        else:
            faults += _operation(place, (old, operation), (new, now[path, method]))
    return list(dict.fromkeys(faults))


def _operation(place: str, old: tuple[Document, Document], new: tuple[Document, Document]) -> Iterator[str]:
    (whole, before), (whole_now, now) = old, new
    sent, read = Comparison(whole, whole_now, reading=False), Comparison(whole_now, whole, reading=True)
    for name in ("operationId", "tags"):
        if before[name] != now[name]:
            yield f"{place}: {name} is now {now[name]}, and generated clients name their functions after it"
    yield from _parameters(place, sent, before["parameters"], now["parameters"])
    yield from _bodies(f"{place} body", sent, before.get("requestBody"), now.get("requestBody"))
    for status, declared in before["responses"].items():
        answer = f"{place} {status}"
        if status not in now["responses"]:
            yield f"{answer}: the status is gone"
            continue
        was, is_ = _target(whole, declared), _target(whole_now, now["responses"][status])
        for name, header in was.get("headers", {}).items():
            there = is_.get("headers", {}).get(name)
            if there is None or header.get("required", False) > there.get("required", False):
                yield f"{answer}: the header {name} is gone, or may be left out"
        for kind, content in was.get("content", {}).items():
            if kind not in is_.get("content", {}):
                yield f"{answer}: the media type {kind} is gone"
            else:
                yield from read.beyond(_body(is_["content"][kind]), _body(content), f"{answer} ")


def _parameters(place: str, sent: "Comparison", old: list[Document], new: list[Document]) -> Iterator[str]:
    was, now = ({(each["in"], each["name"]): each for each in some} for some in (old, new))
    for key, parameter in was.items():
        if key not in now:
            yield f"{place}: the parameter {key[1]} is gone"
        else:
            yield from sent.beyond(parameter["schema"], now[key]["schema"], f"{place} {key[1]}")
    for key, parameter in now.items():
        if parameter.get("required") and not was.get(key, {}).get("required"):
            yield f"{place}: the parameter {key[1]} is now required"


def _bodies(place: str, sent: "Comparison", old: Document | None, new: Document | None) -> Iterator[str]:
    if new is not None and new.get("required") and not (old or {}).get("required"):
        yield f"{place}: is now required"
    if old is not None:
        for kind, content in old["content"].items():
            if new is None or kind not in new["content"]:
                yield f"{place}: the media type {kind} is gone"
            else:
                yield from sent.beyond(content["schema"], new["content"][kind]["schema"], place)


def _body(content: Document) -> Document:
    """Return the schema of a body; that of one event, if the body is a stream of events."""
    schema: Document = content.get("x-itemSchema") or content["schema"]
    return schema


def _target(document: Document, part: Document) -> Document:
    """Return what `part` refers to, or `part` itself."""
    while "$ref" in part:
        kind, name = part["$ref"].split("/")[-2:]
        part = document["components"][kind][name]
    return part


@dataclass(frozen=True)
class Comparison:
    """Compares what is sent with what is expected. In a request the old contract says what is sent, and the new one what is expected; in an
    answer (`reading`) it is the other way round. `source`, `target`: the contracts of the two."""

    source: Document
    target: Document
    reading: bool

    def beyond(self, sent: Document, expected: Document, place: str, known: frozenset[tuple[str, str]] = frozenset()) -> Iterator[str]:
        """Yield why a value that fits the schema `sent` may not be `expected`. `known`: pairs of schemas that are being compared."""
        pair = (sent.get("$ref", ""), expected.get("$ref", ""))
        if all(pair):
            if pair in known:
                return
            known |= {pair}
        a, b = _target(self.source, sent), _target(self.target, expected)
        if _choices(a):
            for choice in _choices(a):
                yield from self.beyond(choice, b if _choices(b) else expected, place, known)
        elif _choices(b):
            yield from self._among(sent, _choices(b), place, known)
        else:
            yield from _plain(a, b, place, reading=self.reading)
            yield from self._members(a, b, place, known)

    def _among(self, sent: Document, choices: list[Document], place: str, known: frozenset[tuple[str, str]]) -> Iterator[str]:
        """Compare with the choice of the same name; else with that from which the value differs least."""
        same = [choice for choice in choices if "$ref" in sent and choice.get("$ref") == sent["$ref"]]
        if not same and "$ref" in sent:
            yield f"{place}: {sent['$ref'].rpartition('/')[2]} is no choice"
        else:
            yield from min((list(self.beyond(sent, choice, place, known)) for choice in same or choices), key=len)

    def _members(self, a: Document, b: Document, place: str, known: frozenset[tuple[str, str]]) -> Iterator[str]:
        sent, expected = a.get("properties", {}), b.get("properties", {})
        for name in sorted(set(b.get("required", ())) - set(a.get("required", ()))):
            yield f"{place}/{name}: " + ("may now be missing" if self.reading else "is now required")
        for name in expected if self.reading else sent:
            if name not in sent or (name not in expected and b.get("additionalProperties") is False):
                yield f"{place}/{name}: is gone"
        for name in sent.keys() & expected.keys():
            yield from self.beyond(sent[name], expected[name], f"{place}/{name}", known)
        for inner in ("items", "additionalProperties", "contentSchema"):
            if isinstance(a.get(inner), dict) and isinstance(b.get(inner), dict):
                yield from self.beyond(a[inner], b[inner], f"{place}/*", known)


def _choices(schema: Document) -> list[Document]:
    choices: list[Document] = schema.get("anyOf") or schema.get("oneOf") or []
    return choices


def _plain(a: Document, b: Document, place: str, *, reading: bool) -> Iterator[str]:
    """Yield how the values of `a` differ from those of `b`, without what is inside them."""
    if "type" in b and not _types(a) <= _types(b) | ({"integer"} if "number" in _types(b) else set()):
        yield f"{place}: the type is {' or '.join(sorted(_types(a))) or 'anything'}, not {' or '.join(sorted(_types(b)))}"
    values = _values(b)
    if values is not None and (_values(a) is None or any(value not in values for value in _values(a) or ())):
        yield f"{place}: {[value for value in _values(a) or ['any value'] if value not in values]} not among the values"
    if reading and (gone := [value for value in b.get(OPEN_ENUM, ()) if value not in a.get(OPEN_ENUM, ())]):
        yield f"{place}: {gone} not among the values"
    if _values(a) is None:
        for names, beyond in ((LEAST, lambda x, y: x < y), (MOST, lambda x, y: x > y)):
            for name in names:
                if name in b and (name not in a or beyond(a[name], b[name])):
                    yield f"{place}: {name} is not what it was"
        for name in EXACT:
            if name in b and a.get(name) != b[name]:
                yield f"{place}: {name} is not what it was"


def _types(schema: Document) -> set[str]:
    kinds = schema.get("type", [])
    if kinds:
        return {kinds} if isinstance(kinds, str) else set(kinds)
    values = _values(schema)
    return set() if values is None else {"null" if value is None else "string" for value in values}


def _values(schema: Document) -> list[Any] | None:
    """Return the only values that fit; None if there are others."""
    return [schema["const"]] if "const" in schema else schema.get("enum")
