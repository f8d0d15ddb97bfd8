"""Makes the OpenAPI 3.1 document of the API: the document of flask-smorest, with event types and tokens added."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from domain.kernel.events import EVENT_TYPES, EventType
from service.api.lib.contract import SENT_HEADERS, Contract
from service.errors import MEDIA_TYPE
from service.problems import PROBLEMS
from service.recording.games import ELSEWHERE

Document = dict[str, Any]

IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of the answer you have.",
    "schema": {"type": "string"},
}


def described(contract: Contract) -> Document:
    """Make the OpenAPI document of `contract`, with its parts in an order that suits a reader."""
    document: Document = deepcopy(contract.spec.to_dict())
    components = document["components"]
    components["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "description": "A token, `fu_<club>_<id>_<secret>`."},
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "faceup",
            "description": "The cookie of POST /api/v1/session. Requests that change something also need the header X-CSRFToken, with "
            "the `csrf` of GET /api/v1/session.",
        },
    }
    schemas = components["schemas"]
    schemas.update({f"{name}Data": _data(kind) for name, kind in EVENT_TYPES.items()})
    schemas["DraftBody"]["oneOf"] = [_typed(name) for name in EVENT_TYPES if name not in ELSEWHERE]
    schemas["LiveEvent"]["properties"]["data"] = _json_text("Live")
    schemas["TournamentLiveEvent"]["properties"]["data"] = _json_text("TournamentChanges")
    schemas["ProblemDocument"]["properties"]["type"]["enum"] = [f"/problems/{slug}" for slug in PROBLEMS]
    components["schemas"] = dict(sorted(schemas.items()))
    components["responses"]["DEFAULT_ERROR"]["content"][MEDIA_TYPE]["schema"] = {"$ref": "#/components/schemas/ProblemDocument"}
    for _, _, operation in operations(document):
        headers = operation.pop(SENT_HEADERS, []) + ([IF_NONE_MATCH] if "304" in operation["responses"] else [])
        operation["parameters"] = operation.get("parameters", []) + headers
        operation["responses"] = dict(sorted(operation["responses"].items()))
    head = {name: document.pop(name) for name in ("openapi", "info", "servers", "tags")}
    return {**head, "security": [{}, {"bearer": []}, {"session": []}], "paths": document["paths"], "components": components}


def operations(document: Document) -> Iterator[tuple[str, str, Document]]:
    """Yield (path, method, operation) for every operation in the document."""
    for path, item in document["paths"].items():
        for method in ("get", "post", "put", "patch", "delete"):
            if method in item:
                yield path, method, item[method]


def _data(kind: EventType) -> Document:
    return {**kind.shape.schema(), "description": kind.doc, "x-right": kind.right, "examples": [dict(kind.example)]}


def _typed(name: str) -> Document:
    return {"properties": {"type": {"const": name}, "data": {"$ref": f"#/components/schemas/{name}Data"}}}


def _json_text(schema: str) -> Document:
    """Make the schema of a string that contains JSON. `schema`: the name of this JSON's schema in the contract."""
    return {"type": "string", "contentMediaType": "application/json", "contentSchema": {"$ref": f"#/components/schemas/{schema}"}}
