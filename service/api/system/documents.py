"""/docs, /openapi.json and /problems/…: the description of the API, for programs and as pages for people. The pages need no script in the
browser."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import orjson
from flask import Blueprint, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from service.api.lib.described import Document, operations
from service.errors import not_found
from service.openapi import generate
from service.problems import PROBLEMS

_CACHE = "public, max-age=300"


blueprint: Final = Blueprint(
    "documents", __name__, template_folder="../templates", static_folder="../static", static_url_path="/docs/static"
)


@blueprint.get("/docs")
def docs() -> Response:
    page = render_template("docs.html", contract=generate(), groups=groups_of(generate()), problems=PROBLEMS.values(), said=said)
    return Response(page, headers={"Cache-Control": _CACHE})


@blueprint.get("/openapi.json")
def openapi() -> Response:
    return Response(orjson.dumps(generate()), content_type="application/json", headers={"Cache-Control": _CACHE})


@blueprint.get("/problems/<slug>")
def problem(slug: str) -> AnyResponse:
    if slug not in PROBLEMS:
        not_found()
    return redirect(url_for("documents.docs", _anchor=f"problem-{slug}"))


def groups_of(document: Document) -> list[dict[str, Any]]:
    """Return the operations of the document, grouped by tag, in the order of the tags."""
    listed = list(operations(document))
    return [
        {**tag, "operations": [{"path": path, "method": method, **item} for path, method, item in listed if tag["name"] in item["tags"]]}
        for tag in document["tags"]
    ]


def said(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Describe a schema in a few words. Yields pieces: a text, and the name of the schema that it links to (empty: no link)."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield name, name
    elif "anyOf" in schema or "oneOf" in schema:
        for number, choice in enumerate(schema.get("anyOf") or schema["oneOf"]):
            yield (" or ", "") if number else ("", "")
            yield from said(choice)
    elif schema.get("type") == "array" or "items" in schema:
        yield "list of ", ""
        yield from said(schema.get("items", {}))
    elif isinstance(schema.get("additionalProperties"), Mapping) and schema["additionalProperties"]:
        yield "map to ", ""
        yield from said(schema["additionalProperties"])
    else:
        yield _plain(schema), ""


def _plain(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"“{word}”" for word in schema["enum"])
    if "const" in schema:
        return f"“{schema['const']}”"
    kind = schema.get("type", "anything")
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    words += f" {schema['minimum']} to {schema['maximum']}" if "minimum" in schema and "maximum" in schema else ""
    words += f" of at most {schema['maxLength']} characters" if "maxLength" in schema else ""
    words += f" matching {schema['pattern']}" if "pattern" in schema else ""
    return words
