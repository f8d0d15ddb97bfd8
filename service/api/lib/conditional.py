"""Conditional requests and caching (RFC 9110 §13, RFC 9111): entity tags that are versions, and who may keep an answer.

A state is tagged `"<version>"`; what also tells findings `"<version>.<verdict>.<engine>"`, the verdict counted as this viewer sees it,
so that a finding the viewer may not see moves nothing. Everything varies by token, and is asked for again before it is reused.
"""

import re
from collections.abc import Callable
from typing import Final

import orjson
from flask import Response, request

from domain.kernel.canonical import Json
from domain.system import PUBLIC, Viewer
from service.access import Access
from service.errors import Problem
from service.store.games.heads import Head
from service.wiring import wired

_IF_MATCH: Final = re.compile(r'"([0-9]{1,10})"')
PATIENCE_MS: Final = 1000
"""How long `at_least` waits."""
_POLL_SECONDS: Final = 0.01
IMMUTABLE: Final = "private, max-age=86400, immutable"
JSON: Final = "application/json"


def expected_version() -> int | None:
    """The version that `If-Match` names; None for `*`, at the end. Raises Problem `precondition-required` or `invalid`."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem("precondition-required", 'Send If-Match: "<version>", the version you build on, or If-Match: * for "at the end".')
    if header.strip() == "*":
        return None
    found = _IF_MATCH.fullmatch(header.strip())
    if found is None:
        message = 'must be one version in quotes ("7"), or *'
        raise Problem("invalid", f"The header If-Match {message}.", [{"header": "If-Match", "message": message}])
    return int(found[1])


def kept_by(found: Access) -> str:
    """Cache-Control of an answer about this record: shared caches may keep only what anybody may read."""
    shared = found.token is None and found.head.visibility == "public"
    return f"{'public' if shared else 'private'}, no-cache"


def tagged(found: Access, tag: str, body: Callable[[], Json]) -> Response:
    """`body()` under the entity tag, or 304 without making it where the sender has it already."""
    return unchanged(found, tag) or Response(orjson.dumps(body()), 200, headers_of(found, tag), content_type=JSON)


def unchanged(found: Access, tag: str) -> Response | None:
    """304, if the sender has the answer with this tag; else None."""
    if request.headers.get("If-None-Match") and request.if_none_match.contains_weak(tag + at_once(found.head, found.viewer)):
        return Response(status=304, headers=headers_of(found, tag))
    return None


def headers_of(found: Access, tag: str) -> dict[str, str]:
    return {"ETag": f'"{tag}{at_once(found.head, found.viewer)}"', "Cache-Control": kept_by(found)}


def at_once(head: Head, viewer: Viewer) -> str:
    """What a tag ends in where spectators are behind: what changes at once although their version does not."""
    return f".{head.delay}{head.visibility[:2]}" if head.delay and viewer == PUBLIC else ""


def await_version(wanted: int | None, reached: Callable[[], int]) -> None:
    """Wait until `reached()` is at least `wanted`. Raises Problem `not-yet` when patience is out."""
    parts = wired()
    until = parts.now() + PATIENCE_MS
    while wanted is not None and (actual := reached()) < wanted:
        if parts.now() >= until:
            raise Problem(
                "not-yet", f"The record is at {actual}, not yet at {wanted}.", headers={"Retry-After": "1"}, expected=wanted, actual=actual
            )
        parts.pause(_POLL_SECONDS)
