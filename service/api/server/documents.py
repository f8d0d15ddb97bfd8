"""/docs, /docs/limits, /openapi.json and /problems/…: the description of the API, for programs and as pages for people. Only /docs/try
needs a script in the browser."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson
from flask import Blueprint, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from service.api.lib.answers import OPEN_ENUM
from service.api.lib.described import Document, operations
from service.api.openapi import generate
from service.api.server.limits import FIXED
from service.errors import not_found
from service.limits import Limits
from service.problems import PROBLEMS
from service.running.front_door import url
from service.wiring import wired

_CACHE = "public, max-age=300"
TRY_POLICY: Final = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'"
"""The content security policy of the page with Swagger UI, which sets styles and small pictures from its script."""


blueprint: Final = Blueprint(
    "documents", __name__, template_folder="../templates", static_folder="../static", static_url_path="/docs/static"
)


@blueprint.get("/docs")
def docs() -> Response:
    parts = {"contract": generate(), "groups": groups_of(generate()), "problems": PROBLEMS.values(), "said": said}
    parts |= {"limits": limits_of(wired().config.limits), "fixed": FIXED}
    page = render_template("docs.html", **parts, programs=programs(), origin=url(wired().config))
    return Response(page, headers={"Cache-Control": _CACHE})


@cache
def programs() -> Mapping[str, str]:
    """Return the programs of the guide by name, without `.py`."""
    return {path.stem: path.read_text("utf-8") for path in (Path(__file__).parents[1] / "static" / "guide").glob("*.py")}


@blueprint.get("/docs/try")
def try_it() -> Response:
    return Response(render_template("try.html"), headers={"Cache-Control": _CACHE, "Content-Security-Policy": TRY_POLICY})


@blueprint.get("/openapi.json")
def openapi() -> Response:
    return Response(orjson.dumps(generate()), content_type="application/json", headers={"Cache-Control": _CACHE})


@blueprint.get("/docs/limits")
def limits() -> AnyResponse:
    return redirect(url_for("documents.docs", _anchor="limits"))


@blueprint.get("/problems/<slug>")
def problem(slug: str) -> AnyResponse:
    if slug not in PROBLEMS:
        not_found()
    return redirect(url_for("documents.docs", _anchor=f"problem-{slug}"))


def limits_of(limits: Limits) -> list[tuple[str, str, int, str]]:
    """Return the limits that this server has: (name, what is limited, the number, what happens beyond it). A setting of 0 is no limit."""
    named = [(each.name, each.metadata["what"], getattr(limits, each.name), each.metadata["answer"]) for each in fields(limits)]
    return [limit for limit in named if limit[2]]


def groups_of(document: Document) -> list[dict[str, Any]]:
    """Return the operations of the document, grouped by tag, in the order of the tags."""
    listed = list(operations(document))
    return [
        {**tag, "operations": [{"path": path, "method": method, **item} for path, method, item in listed if tag["name"] in item["tags"]]}
        for tag in document["tags"]
    ]


def said(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Describe a schema in a few words. Yields pieces: a text, and the name of the schema that it links to (empty: no link)."""
    kinds = schema.get("type", ())
    if "null" in kinds and ("items" in schema or isinstance(schema.get("additionalProperties"), Mapping)):
        yield from said({**schema, "type": next(kind for kind in kinds if kind != "null")})
        yield " or null", ""
    elif "$ref" in schema:
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
    if OPEN_ENUM in schema:
        return ", ".join(f"“{word}”" for word in schema[OPEN_ENUM]) + ", or a later word"
    if "const" in schema:
        return f"“{schema['const']}”"
    kind = schema.get("type", "anything")
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    words += f" {schema['minimum']} to {schema['maximum']}" if "minimum" in schema and "maximum" in schema else ""
    words += f" of at most {schema['maxLength']} characters" if "maxLength" in schema else ""
    words += f" matching {schema['pattern']}" if "pattern" in schema else ""
    return words
