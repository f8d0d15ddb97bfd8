"""Makes the OpenAPI 3.1 document of the API: the document of flask-smorest, with the events that can be sent, the problems and the ways to
sign in added."""

from collections.abc import Collection, Iterator
from copy import deepcopy
from typing import Any, Final

from service.api.lib.answers import OPEN_ENUM
from service.api.lib.contract import ETAG, NEVER, PROBLEMS_OF, SENT_HEADERS, Contract
from service.api.lib.drafts import add_drafts, add_types, ref
from service.api.lib.refusals import BY_PARAMETER, CHANGES_ONLY, FILE_BODY, JSON_BODY
from service.errors import MEDIA_TYPE
from service.problems import PROBLEMS

Document = dict[str, Any]

IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of the answer you have.",
    "schema": {"type": "string"},
}
STATUSES: Final = {
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    406: "NotAcceptable",
    409: "Conflict",
    410: "Gone",
    412: "PreconditionFailed",
    413: "ContentTooLarge",
    415: "UnsupportedMediaType",
    422: "UnprocessableContent",
    428: "PreconditionRequired",
    429: "TooManyRequests",
    503: "ServiceUnavailable",
    507: "InsufficientStorage",
}
"""The contract's names for the answers with a problem, by status: those of RFC 9110, 6585 and 4918."""
SECONDS: Final = {"schema": {"type": "string"}, "description": "Ask again after this many seconds."}
QUOTA_HEADERS: Final[Document] = {
    "RateLimit-Policy": {
        "description": "The limits under which the request counts (draft-ietf-httpapi-ratelimit-headers-10): for each its name, the "
        'most requests (`q`) and in how many seconds (`w`), as `"token_reads";q=6000;w=60`. See `/docs/limits`.',
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "For each of these limits, how many requests are left (`r`), and for how many seconds (`t`), as "
        '`"token_reads";r=5990;t=42`.',
        "schema": {"type": "string"},
    },
}
"""What answers to requests that are counted say about the limits. An installation may have no limits, and a repeated 304 is not counted."""
PROBLEM_HEADERS: Final[dict[int, Document]] = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}, "description": "The scheme in which a token is sent."}},
    409: {"Retry-After": SECONDS | {"description": "With `not-yet`: ask again after this many seconds."}},
    412: {"ETag": {"schema": {"type": "string"}, "required": True, "description": "The version that the record has."}},
    429: {"Retry-After": SECONDS | {"required": True}},
    503: {"Retry-After": SECONDS | {"required": True}},
    507: {"Retry-After": SECONDS | {"required": True}},
}
QUOTAS: Final = {name: {"$ref": f"#/components/headers/{name}"} for name in QUOTA_HEADERS}


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
    del schemas["PaginationMetadata"]  # of flask-smorest's paging, which is not used
    add_drafts(schemas)
    add_types(schemas)
    schemas["LiveEvent"]["properties"]["data"] = _json_text("Live")
    schemas["TournamentLiveEvent"]["properties"]["data"] = _json_text("TournamentChanges")
    schemas["ProblemDocument"]["properties"]["type"][OPEN_ENUM] = [f"/problems/{slug}" for slug in PROBLEMS]
    components["schemas"] = dict(sorted(schemas.items()))
    for _, method, operation in operations(document):
        unmodified = operation["responses"].get("304")
        if unmodified is not None:
            unmodified["headers"] = deepcopy(ETAG)
        headers = operation.pop(SENT_HEADERS, []) + ([IF_NONE_MATCH] if unmodified is not None else [])
        operation["parameters"] = operation.get("parameters", []) + headers
        operation[PROBLEMS_OF] = _problems(method, operation)
        for slug in operation[PROBLEMS_OF]:
            status = PROBLEMS[slug].status
            operation["responses"].setdefault(str(status), {"$ref": f"#/components/responses/{STATUSES[status]}"})
        _streams(operation["responses"])
        if "too-many-requests" in operation[PROBLEMS_OF]:
            for response in operation["responses"].values():
                if "$ref" not in response:
                    response["headers"] = {**response.get("headers", {}), **QUOTAS}
        operation["responses"] = dict(sorted(operation["responses"].items()))
    declared = {slug for _, _, operation in operations(document) for slug in operation[PROBLEMS_OF]}
    components["responses"] = {name: _refusal(status, declared) for status, name in STATUSES.items()}
    components["headers"] = deepcopy(QUOTA_HEADERS)
    head = {name: document.pop(name) for name in ("openapi", "info", "servers", "tags")}
    return {**head, "security": [{}, {"bearer": []}, {"session": []}], "paths": document["paths"], "components": components}


def operations(document: Document) -> Iterator[tuple[str, str, Document]]:
    """Yield (path, method, operation) for every operation in the document."""
    for path, item in document["paths"].items():
        for method in ("get", "post", "put", "patch", "delete"):
            if method in item:
                yield path, method, item[method]


def _problems(method: str, operation: Document) -> list[str]:
    """Return the types of the problems with which the operation may answer, in order of status: those that its decorators name, and those
    that its parameters, its body and its method bring with them."""
    named = set(operation[PROBLEMS_OF])
    for parameter in operation["parameters"]:
        named |= set(BY_PARAMETER.get(parameter["name"], ()))
    if "requestBody" in operation:
        named |= set(JSON_BODY if "application/json" in operation["requestBody"]["content"] else FILE_BODY)
    if method == "get":
        named -= CHANGES_ONLY
    named -= set(operation.pop(NEVER))
    return sorted(named, key=lambda slug: (PROBLEMS[slug].status, slug))


def _refusal(status: int, declared: Collection[str]) -> Document:
    """Describe the answers with a problem that have this status."""
    kinds = [kind for kind in PROBLEMS.values() if kind.status == status and kind.slug in declared]
    said = "\n".join(f"* `/problems/{kind.slug}`: {kind.title}. {kind.remedy}" for kind in kinds)
    headers = {**deepcopy(PROBLEM_HEADERS.get(status, {})), **QUOTAS}
    return {"description": said, "headers": headers, "content": {MEDIA_TYPE: {"schema": ref("ProblemDocument")}}}


def _streams(responses: Document) -> None:
    """Put the schema of one event of a live stream under the keyword of OpenAPI 3.2. OpenAPI 3.1 has none for a stream of events: some
    programs take `schema` for the whole body, others for one event."""
    for response in responses.values():
        stream = response.get("content", {}).get("text/event-stream")
        if stream is not None:
            stream["x-itemSchema"] = stream["schema"]
            stream["schema"] = {"description": "Server-sent events. `x-itemSchema` describes one of them."}


def _json_text(schema: str) -> Document:
    """Make the schema of a string that contains JSON. `schema`: the name of this JSON's schema in the contract."""
    return {"type": "string", "contentMediaType": "application/json", "contentSchema": ref(schema)}
